"""``scripts/mutants``: draws mutants of the program, and prints those that no test finds."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from multiprocessing import get_context
from pathlib import Path

from scripts.mutation.edits import Mutant, drawn
from scripts.mutation.recording import read
from scripts.mutation.trials import Program, Trials, Verdict, record

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: Sequence[str] | None = None) -> int:
    """Try mutants; return 1 if one survives that was killed before, 0 otherwise."""
    parser = _parser()
    asked = parser.parse_args(arguments)
    if asked.processes < 1:
        parser.error("--processes must be at least 1")
    asked.folder.mkdir(parents=True, exist_ok=True)
    try:
        mutants = drawn(ROOT, asked.paths, asked.count, asked.seed)
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    lines = asked.folder / "lines.json"
    if not lines.exists():
        print("recording which test runs which line …", flush=True)
        with tempfile.TemporaryDirectory() as name:
            program = Program(ROOT, Path(name))
            if not record(program, asked.tests, lines, asked.processes):
                print(f"not all tests pass; see {asked.folder}/*.txt", file=sys.stderr)
                return 2
    before = verdicts(asked.before / "verdicts.jsonl") if asked.before else {}
    survived = {name: it for name, it in before.items() if it.outcome == "survived"}
    file = asked.folder / "verdicts.jsonl"
    # Those that survived an earlier run can't be lost; others that it tried aren't new.
    known = verdicts(file) | survived
    new = [it for it in mutants if it.name not in known]
    if before:
        new = [it for it in new if it.name in before]
    if not _try(new, before, asked):
        return 2
    known = verdicts(file) | survived
    found = {it.name: known[it.name] for it in mutants if it.name in known}
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
        "--processes",
        type=int,
        default=os.cpu_count() or 1,
        help="that run tests side by side (default: as many as processors)",
    )
    parser.add_argument(
        "--folder", type=Path, required=True, help="of the results, to go on from there"
    )
    parser.add_argument(
        "--before", type=Path, help="the folder of an earlier run, to compare with"
    )
    return parser


def _try(
    mutants: Sequence[Mutant], before: Mapping[str, Verdict], asked: argparse.Namespace
) -> bool:
    """Try mutants in several processes; return whether all tests could be run."""
    forking = get_context("fork")
    workers = [
        forking.Process(target=_try_share, args=(mutants, at, before, asked))
        for at in range(min(asked.processes, len(mutants)))
    ]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    return not any(one.exitcode for one in workers)


def _try_share(
    mutants: Sequence[Mutant],
    at: int,
    before: Mapping[str, Verdict],
    asked: argparse.Namespace,
) -> None:
    """Try every so many of the mutants, and append the verdicts to the common file."""
    folder = asked.folder / f"process-{at + 1}"
    folder.mkdir(exist_ok=True)
    share = mutants[at :: asked.processes]
    with (
        tempfile.TemporaryDirectory() as name,
        (asked.folder / "verdicts.jsonl").open("a", encoding="utf-8") as results,
    ):
        recorded = read(asked.folder / "lines.json")
        trials = Trials(Program(ROOT, Path(name)), recorded, folder, asked.seconds)
        for number, mutant in enumerate(share, 1):
            hint = before[mutant.name].by if mutant.name in before else ""
            verdict = trials.run(mutant, hint)
            results.write(
                f"{json.dumps([mutant.name, *verdict], ensure_ascii=False)}\n"
            )
            results.flush()
            said = f"{number}/{len(share)} {verdict.outcome}: {mutant.name}"
            print(said, flush=True)


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
