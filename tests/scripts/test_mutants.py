"""``scripts/mutants``: the changes that it makes, and their results."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.mutation.__main__ import lost, main, summary, verdicts
from scripts.mutation.edits import drawn, modules, mutants
from scripts.mutation.recording import Recorded, merged, read
from scripts.mutation.trials import Verdict, in_a_fork, shared
from tests.test_packaging import ROOT

FUNCTION = """\
def worth(city, more: int = 1):
    '''Its points.'''
    city.seen = True
    if city.lost and more > 2:
        raise ValueError
    return (
        city.points
        + more
    )
"""


def changes(source: str) -> list[str]:
    """Return the changes that the mutants of a module make."""
    return [f"{it.old} → {it.new}" for it in mutants("a.py", source.encode())]


def test_each_part_of_a_function_is_changed() -> None:
    """Statements, conditions, comparisons, calculations, constants, returned values."""
    found = changes(FUNCTION)
    assert [
        "1 → (2)",
        "city.seen = True → pass",
        "True → (False)",
        "city.lost and more > 2 → (city.lost or more > 2)",
        "more > 2 → (more >= 2)",
        "2 → (3)",
        "raise ValueError → pass",
    ] == found[:7]
    assert len(found) == 9
    assert found[7].endswith(" → return None\n\n\n")
    assert found[8].endswith(" → (city.points - more\n)")


def test_a_mutant_keeps_the_number_of_lines() -> None:
    """Otherwise, recorded lines couldn't be found again."""
    source = (ROOT / "core/wonders/trade.py").read_bytes()
    before = source.count(b"\n")
    for mutant in mutants("core/wonders/trade.py", source):
        changed = mutant.applied(source)
        ast.parse(changed)
        assert changed.count(b"\n") == before
        assert changed != source


@pytest.mark.parametrize(
    "source",
    [
        "x: Literal['left', 'right']",
        "def f(x: int | None) -> 'str': ...",
        "Faces = Mapping[int, str] | None",
        "T = TypeVar('T')",
        "if TYPE_CHECKING:\n    LIMIT = 3",
        "if __name__ == '__main__':\n    main()",
        '"""What is here."""',
        "x = f'{y:3}'",
        "match x:\n    case 3:\n        pass",
        "def f():\n    return None",
    ],
)
def test_changes_that_no_test_could_notice_are_not_made(source: str) -> None:
    assert [] == changes(source)


def test_the_same_seed_draws_the_same_mutants() -> None:
    """The order in which modules are named doesn't matter."""
    some = drawn(ROOT, ["core/records", "core/game.py"], 20, "1")
    assert some == drawn(ROOT, ["core/game.py", "core/records"], 20, "1")
    assert some != drawn(ROOT, ["core/game.py", "core/records"], 20, "2")
    assert len({it.name for it in some}) == 20


def test_at_least_one_process_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    """Without processes, nothing would be tried, and nothing would survive."""
    words = ("core", "--tests", "tests/core", "--folder", "out", "--processes", "0")
    with pytest.raises(SystemExit):
        main(words)
    assert "--processes must be at least 1" in capsys.readouterr().err


def test_a_path_without_modules_is_reported() -> None:
    with pytest.raises(ValueError, match="no modules below core/gone"):
        modules(ROOT, ["core/gone"])


def test_tests_that_run_the_line_come_first() -> None:
    """Tests that run the module come next. Short tests come before long ones."""
    recorded = Recorded(
        {"a": 3, "b": 2, "c": 1, "d": 0.5},
        {"core/x.py": {4: frozenset("ab"), 5: frozenset("c")}},
    )
    assert ["b", "a", "c"] == [*recorded.order("core/x.py", 4, when_loaded=False)]
    assert ["b", "a", "c", "d"] == [*recorded.order("core/x.py", 4, when_loaded=True)]
    assert ["d", "c", "b", "a"] == [*recorded.order("core/y.py", 1, when_loaded=False)]


def test_recordings_of_several_processes_are_merged(tmp_path: Path) -> None:
    parts = [tmp_path / "0.json", tmp_path / "1.json"]
    for part, test, lines in zip(
        parts, "ab", ({"4": [0]}, {"4": [0], "5": [0]}), strict=True
    ):
        found = {"tests": [test], "seconds": [1.5], "lines": {"core/x.py": lines}}
        part.write_text(json.dumps(found))
    merged(parts, tmp_path / "all.json")
    whole = read(tmp_path / "all.json")
    assert {"a": 1.5, "b": 1.5} == whole.seconds
    assert {4: frozenset("ab"), 5: frozenset("b")} == whole.lines["core/x.py"]


def test_every_test_file_is_in_exactly_one_share() -> None:
    shares = shared(ROOT, ["tests/core/wonders", "tests/core/test_game.py"], 3)
    files = [file for share in shares for file in share]
    assert len({*files}) == len(files) > 20
    assert "tests/core/test_game.py" in files
    sizes = [sum((ROOT / file).stat().st_size for file in share) for share in shares]
    assert max(sizes) < 1.5 * min(sizes)


def test_a_survivor_that_was_killed_before_is_reported() -> None:
    before = {"x": Verdict("killed", "t", 1), "y": Verdict("survived", "", 1)}
    found = {"x": Verdict("survived", "", 1), "y": Verdict("survived", "", 1)}
    assert ["x"] == lost(found, before)
    assert [
        "",
        "survived: x",
        "survived: y",
        "LOST (was killed by t): x",
        "before: 2 tried, 1 killed, 0 hung, 1 survived",
        "now: 2 tried, 0 killed, 0 hung, 2 survived",
    ] == [*summary(found, before)]


def test_a_fork_that_hangs_is_ended(tmp_path: Path) -> None:
    """Its child processes end with it, without being asked whether they are done."""
    reading, writing = os.pipe()

    def hang() -> int:
        os.close(reading)
        words = [sys.executable, "-c", "import time; time.sleep(60)"]
        return subprocess.call(words, pass_fds=[writing])

    assert in_a_fork(hang, tmp_path / "output", 0) is None
    os.close(writing)
    assert os.read(reading, 1) == b""
    os.close(reading)
    assert in_a_fork(lambda: 3, tmp_path / "output", None) == 3


def test_mutants_are_tried_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second run continues the first; another run compares its results with it."""
    folder = str(tmp_path / "one")
    words = ["core/values.py", "--tests", "tests/core/test_values.py"]
    words += ["--count", "2", "--processes", "1", "--folder", folder]
    command = [sys.executable, "-m", "scripts.mutation", *words]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, done.stderr
    found = verdicts(tmp_path / "one" / "verdicts.jsonl")
    assert 2 == len(found)
    assert all(verdict.by for verdict in found.values() if verdict.outcome == "killed")
    assert "1/2" in done.stdout
    assert 0 == main([*words, "--before", folder])
    last, again = done.stdout.splitlines()[-1], capsys.readouterr().out
    assert last.removeprefix("mutants: ") in again.splitlines()[-1]
    assert "1/2" not in again
