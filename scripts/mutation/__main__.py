"""``scripts/mutants``: draws mutants of the program, and prints those that no test finds."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from scripts.mutation.edits import Mutant, drawn
from scripts.mutation.recording import read
from scripts.mutation.trials import Program, Trials, Verdict, record

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants; return 1 if one survives that was killed before, 0 otherwise."""
    asked = _parser().parse_args(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    try:
        mutants = drawn(ROOT, asked.paths, asked.count, asked.seed)
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        program = Program(ROOT, Path(name))
        lines, output = asked.folder / "lines.json", asked.folder / "output.txt"
        if not lines.exists():
            print("recording which test runs which line …", flush=True)
            if not record(program, asked.tests, lines, output):
                lines.unlink(missing_ok=True)
                print(f"not all tests pass; see {output}", file=sys.stderr)
                return 2
        trials = Trials(program, read(lines), asked.folder, asked.seconds)
        before = verdicts(asked.before / "verdicts.jsonl") if asked.before else {}
        found = dict(_tried(mutants, trials, before, asked.folder / "verdicts.jsonl"))
    for line in summary(found, before):
        print(line)
    return 1 if lost(found, before) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/mutants", description=(__doc__ or "").partition(": ")[2]
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="modules or folders")
    parser.add_argument("--count", type=int, default=100, help="mutants (default: 100)")
    parser.add_argument("--seed", default="1", help="the same mutants for the same one")
    parser.add_argument(
        "--tests",
        action="append",
        required=True,
        help="a folder or file; may be repeated",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=60,
        help="of tests that a mutant has to survive (default: 60)",
    )
    parser.add_argument(
        "--folder", type=Path, required=True, help="of the results, to go on from there"
    )
    parser.add_argument(
        "--before", type=Path, help="the folder of an earlier run, to compare with"
    )
    return parser


def _tried(
    mutants: Sequence[Mutant],
    trials: Trials,
    before: Mapping[str, Verdict],
    file: Path,
) -> Iterator[tuple[str, Verdict]]:
    """
    Try mutants that weren't tried yet, and append the verdicts to a file.

    Those that survived an earlier run can't be lost, and aren't tried again; nor are those
    that it didn't try.
    """
    known = verdicts(file)
    known |= {name: it for name, it in before.items() if it.outcome == "survived"}
    with file.open("a", encoding="utf-8") as results:
        for number, mutant in enumerate(mutants, 1):
            name = mutant.name
            if before and name not in before:
                continue
            if name not in known:
                hint = before[name].by if name in before else ""
                known[name] = trials.run(mutant, hint)
                results.write(json.dumps([name, *known[name]], ensure_ascii=False))
                results.write("\n")
                results.flush()
                print(
                    f"{number}/{len(mutants)} {known[name].outcome}: {name}", flush=True
                )
            yield name, known[name]


def verdicts(file: Path) -> dict[str, Verdict]:
    """Read the verdicts of an earlier run; empty if there was none."""
    if not file.exists():
        return {}
    rows = map(json.loads, file.read_text("utf-8").splitlines())
    return {name: Verdict(*verdict) for name, *verdict in rows}


def lost(found: Mapping[str, Verdict], before: Mapping[str, Verdict]) -> list[str]:
    """Return the mutants that survive now, but didn't before."""
    return [
        name
        for name, verdict in found.items()
        if verdict.outcome == "survived"
        and name in before
        and before[name].outcome != "survived"
    ]


def summary(
    found: Mapping[str, Verdict], before: Mapping[str, Verdict]
) -> Iterator[str]:
    """Yield the survivors and how many there are, now and in the earlier run."""
    yield ""
    for name in sorted(found):
        if found[name].outcome == "survived":
            yield f"survived: {name}"
    for name in lost(found, before):
        yield f"LOST (was killed by {before[name].by}): {name}"
    if before:
        yield f"before: {_counts(before)}"
    yield f"{'now' if before else 'mutants'}: {_counts(found)}"


def _counts(found: Mapping[str, Verdict]) -> str:
    counts = Counter(verdict.outcome for verdict in found.values())
    told = [
        f"{counts[outcome]} {outcome}" for outcome in ("killed", "hung", "survived")
    ]
    return f"{len(found)} tried, {', '.join(told)}"


if __name__ == "__main__":
    sys.exit(main())
