"""
Tells how often the quick players of rollouts choose what `builder` does.

    python scripts/likeness.py [--players N] [--with EXPANSIONS] [--games N] [--show N]

In games among builders, at each choice of theirs: how many are the same, by task and age,
and how those differ that aren't. A `thinker` is as good as its quick players are like the
others.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.likeness import Choice, Likeness, rates


def _lines(choices: Sequence[Choice], show: int) -> list[str]:
    rows = [
        (f"{task}, age {age}", *both) for (task, age), both in rates(choices).items()
    ]
    alike = sum(not it.differs for it in choices)
    rows.append(("all", len(choices), alike))
    lines = [
        f"{what:24}{count:8}{100 * same / count:8.1f} %" for what, count, same in rows
    ]
    differ = [it for it in choices if it.differs]
    for how, count in Counter(it.differs for it in differ).most_common():
        lines.append(f"{how:32}{count:8}{100 * count / len(choices):8.2f} %")
    for it in differ[:show]:
        lines.append(
            f"{it.task} {it.age}.{it.turn}: {it.text} ({it.card}), "
            f"not {it.quick} ({it.quick_card})"
        )
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print how much is alike."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--with", dest="expansions", default="")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="likeness")
    parser.add_argument("--show", type=int, default=0, help="so many that differ")
    options = parser.parse_args(arguments)
    expansions = tuple(it for it in options.expansions.split(",") if it)
    rules = Wonders(options.players, expansions=expansions)
    choices: list[Choice] = []
    for nth in range(options.games):
        choices += Likeness(rules, f"{options.seed}:{nth}").play()
    print("\n".join(_lines(choices, options.show)))


if __name__ == "__main__":
    main()
