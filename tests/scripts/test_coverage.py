"""The measurement of test coverage: started programs count, and folders are added up."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.covered import Count, Report, counts, told
from tests.test_packaging import ROOT

STARTS_A_HOST = """
import subprocess, sys

def test_it(tmp_path):
    words = [sys.executable, "-m", "sealed_wonders.host", "--version"]
    assert subprocess.call(words, cwd=tmp_path) == 0

def test_another():
    assert False
"""


HOST_ALONE = """
import sys
from scripts import covered

covered.FOLDERS = ("host",)
sys.exit(covered.main())
"""
"""Measures one folder only, since reading all sources takes a while."""


@pytest.mark.thorough
def test_programs_started_by_tests_are_measured(tmp_path: Path) -> None:
    """In any folder, and in workers, too. The exit status is that of the tests."""
    path = tmp_path / "test_elsewhere.py"
    path.write_text(STARTS_A_HOST, "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", HOST_ALONE, "-c", "pyproject.toml", "-n1", path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert 1 == done.returncode
    assert "1 failed, 1 passed" in done.stdout
    line = done.stdout.splitlines()[-1]
    (percent,) = re.findall(r": host (\d+\.\d)\. \|$", line)
    assert 0 < float(percent) < 10
    assert [] == list(ROOT.glob(".coverage.*"))


def test_lines_and_branches_are_added_up_by_folder() -> None:
    """The worst file comes first, and the last line is for docs/FIGURES.md."""

    def file(
        statements: int, branches: int, lines: int, taken: int
    ) -> dict[str, dict[str, int]]:
        numbers = (statements, branches, lines, taken)
        names = ("num_statements", "num_branches", "covered_lines", "covered_branches")
        return {"summary": dict(zip(names, numbers, strict=True))}

    report: Report = {
        "files": {
            "core/game.py": file(60, 40, 60, 30),
            "core/wonders/city.py": file(100, 0, 100, 0),
            "net/wire.py": file(1000, 200, 900, 180),
            "client/empty.py": file(0, 0, 0, 0),
        }
    }
    assert Count(100, 90) == counts(report)["core/game.py"]
    assert [
        "",
        " 90.0 %   120 missing  net/wire.py",
        " 90.0 %    10 missing  core/game.py",
        "",
        (
            "| `scripts/coverage` | Tests run 90.7 percent of 1,400 lines and "
            "branches, including those of the programs they start: core 95.0, net 90.0, "
            "client 100.0, host 100.0. |"
        ),
    ] == list(told(counts(report)))
