"""
Run the tests under coverage, and print how much of each folder they cover.

Run by ``scripts/coverage``. pyproject.toml configures what is measured: lines and
branches, in all processes that the tests start.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent

FOLDERS = ("core", "net", "client", "host")

LEAST = 10
"""The number of files listed, which are those with the most uncovered code."""


Report = Mapping[str, Mapping[str, Mapping[str, Mapping[str, int]]]]
"""The parts that we read of the output of ``coverage json``."""


class Count(NamedTuple):
    """Lines and branches of some files."""

    all: int
    covered: int

    @property
    def percent(self) -> float:
        """The covered share, in percent."""
        return 100 * self.covered / self.all if self.all else 100.0

    @property
    def missing(self) -> int:
        return self.all - self.covered


def main() -> int:
    """Run the tests and report their coverage; return pytest's exit status."""
    with tempfile.TemporaryDirectory() as folder:
        # If this program itself is being measured, its data files must stay separate.
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("COVERAGE_")
        } | {"COVERAGE_FILE": str(Path(folder) / "data")}

        def coverage(*words: str) -> int:
            command = [sys.executable, "-m", "coverage", *words]
            return subprocess.call(command, cwd=ROOT, env=environment)

        workers = (os.cpu_count() or 1) + 1
        parallel = ("--numprocesses", str(workers), "--dist", "loadfile")
        # Everything is slower while it is measured, so a slow test doesn't hang yet.
        patient = ("-o", "hangs=300")
        status = coverage("run", "-m", "pytest", *parallel, *patient, *sys.argv[1:])
        report = Path(folder) / "report.json"
        ours = ",".join(f"{name}/*" for name in FOLDERS)
        failed = coverage("combine", "--quiet") or coverage(
            "json", "--quiet", "--include", ours, "-o", str(report)
        )
        if failed:
            return status or failed
        files = counts(json.loads(report.read_text(encoding="utf-8")))
    for line in told(files):
        print(line)
    return status


def counts(report: Report) -> Mapping[str, Count]:
    """Return the counts of each file."""
    found = {path: file["summary"] for path, file in report["files"].items()}
    return {
        path.replace(os.sep, "/"): Count(
            summary["num_statements"] + summary["num_branches"],
            summary["covered_lines"] + summary["covered_branches"],
        )
        for path, summary in found.items()
    }


def told(files: Mapping[str, Count]) -> Iterator[str]:
    """
    Yield the files that lack the most coverage, then the line for docs/FIGURES.md.
    """
    yield ""
    worst = sorted(files, key=lambda path: (-files[path].missing, path))
    for path in worst[:LEAST]:
        count = files[path]
        if count.missing:
            yield f"{count.percent:5.1f} %  {count.missing:4} missing  {path}"
    parts = [
        f"{folder} {total(files, (f'{folder}/',)).percent:.1f}" for folder in FOLDERS
    ]
    whole = total(files, tuple(f"{folder}/" for folder in FOLDERS))
    yield ""
    yield (
        f"| `scripts/coverage` | Tests run {whole.percent:.1f} percent of "
        f"{whole.all:,} lines and branches, including those of the programs they start: "
        f"{', '.join(parts)}. |"
    )


def total(files: Mapping[str, Count], folders: Sequence[str]) -> Count:
    some = [count for path, count in files.items() if path.startswith(tuple(folders))]
    return Count(sum(it.all for it in some), sum(it.covered for it in some))


if __name__ == "__main__":
    sys.exit(main())
