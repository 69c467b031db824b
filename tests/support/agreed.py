"""Options that a table agrees on besides those of every table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def agreed(
    sides: str = "choose",
    expansions: Sequence[str] = (),
    leaders: str = "standard",
    boards: Sequence[str] = (),
    draw: str = "lot",
    *,
    memory_aid: bool = True,
) -> Mapping[str, str]:
    """Return the options of a game as hosts have them, without defaults."""
    said = {
        "sides": sides,
        "with": ",".join(expansions),
        "leaders": leaders if leaders != "standard" else "",
        "boards": ",".join(boards),
        "draw": draw if draw != "lot" else "",
        "memory": "" if memory_aid else "off",
    }
    return {name: value for name, value in said.items() if value}
