"""The tests that belong to a file, as found by `scripts/test --quick`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from scripts import quick
from scripts.quick import BadFile, Checkout, changed
from tests.support.longfiles import LONG

FILES = {
    "net/fold.py": "",
    "net/log/__init__.py": "",
    "net/log/file.py": "",
    "host/commands/stop_now.py": "",
    "host/page/deep.py": "",
    "host/web.py": "from sealed_wonders.host.page import deep",
    "core/data/cards.toml": "",
    "core/lonely.py": "",
    "scripts/tool.py": "",
    "tests/net/test_fold.py": "",
    "tests/net/test_fold_later.py": "",
    "tests/net/test_folding.py": "",
    "tests/net/test_log.py": "from sealed_wonders.net.log import (\n    file,\n)",
    "tests/host/test_stop_now.py": "run('stop-now')",
    "tests/host/test_web.py": "import sealed_wonders.host.web",
    "tests/host/test_runs.py": 'run("stop-now", "1")',
    "tests/scripts/test_tool.py": "from scripts.tool import main",
    "tests/test_data.py": 'CARDS = "core/data/cards.toml"',
    "tests/test_other.py": 'CARDS = "other-cards.toml"',
    "tests/support/helper.py": "",
    f"tests/{LONG[0]}": "from tests.support import helper",
    "tests/test_helped.py": "from tests.support.helper import it",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return Checkout(tmp_path)


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("net/fold.py", ["net/test_fold.py", "net/test_fold_later.py"]),
        ("net/log/__init__.py", ["net/test_log.py"]),
        ("net/log/file.py", ["net/test_log.py"]),
        ("host/commands/stop_now.py", ["host/test_stop_now.py", "host/test_runs.py"]),
        ("host/page/deep.py", ["host/test_web.py"]),
        ("core/data/cards.toml", ["test_data.py"]),
        ("core/lonely.py", []),
        ("scripts/tool.py", ["scripts/test_tool.py"]),
        ("tests/net/test_log.py", ["net/test_log.py"]),
        ("tests/support/helper.py", ["test_helped.py"]),
        ("net", ["net/test_fold.py", "net/test_fold_later.py", "net/test_folding.py"]),
        ("tests/scripts", ["scripts/test_tool.py"]),
    ],
)
def test_a_files_tests_are_found(
    checkout: Checkout, path: str, tests: list[str]
) -> None:
    """
    By its name, or by the tests that import it. Test files that take long are found for
    no other file.
    """
    found = [it.relative_to("tests").as_posix() for it in checkout.tests_of(Path(path))]
    assert tests == found[: len(tests)]
    assert path == "net" or tests == found


@pytest.fixture(scope="module")
def ours() -> Checkout:
    """Return this checkout, after reading all its test files."""
    return Checkout()


def test_a_widely_imported_file_has_few_tests(ours: Checkout) -> None:
    found = ours.tests_of(Path("core/game.py"))
    assert 1 < len(found) <= 1 + quick.MAX_TESTS
    assert Path("tests/core/test_game.py") == found[0]


def test_nearly_all_files_of_the_program_have_tests(ours: Checkout) -> None:
    """Except for packages that only contain others."""
    paths = [
        path.relative_to(quick.ROOT)
        for room in quick.ROOMS
        for path in sorted((quick.ROOT / room).rglob("*.py"))[::25]
    ]
    without = [it for it in paths if not ours.tests_of(it)]
    assert len(without) < len(paths) / 20


def test_git_lists_the_changed_files(tmp_path: Path) -> None:
    """Changed and new files, but not deleted ones."""
    with pytest.raises(BadFile, match="isn't a git checkout"):
        changed(tmp_path)

    def git(*words: str) -> None:
        who = ("-c", "user.name=x", "-c", "user.email=x@y.example")
        subprocess.run(["git", *who, *words], cwd=tmp_path, check=True)

    git("init", "--quiet")
    for name in ("one.py", "two.py", "three é.py"):
        (tmp_path / name).touch()
    git("add", ".")
    git("commit", "--quiet", "--message", "x")
    assert () == changed(tmp_path)
    (tmp_path / "one.py").unlink()
    (tmp_path / "three é.py").write_text("x")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "four.py").touch()
    assert {Path("three é.py"), Path("new/four.py")} == set(changed(tmp_path))


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["quick.py", *words])
    monkeypatch.setenv("TYPED_IN", str(quick.ROOT / "net"))
    return quick.main()


@pytest.mark.parametrize(
    ("typed", "said"),
    [("fodl.py", "there is no fodl.py"), ("/", f"/ isn't in {quick.ROOT}")],
)
def test_a_bad_path_prints_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    said: str,
) -> None:
    assert 2 == run(monkeypatch, typed)
    out, err = capsys.readouterr()
    assert ("", f"scripts/test --quick: {said}\n") == (out, err)


def test_a_run_without_changes_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(quick, "changed", tuple)
    assert 2 == run(monkeypatch)
    assert "nothing has changed since the last commit" in capsys.readouterr().err


@pytest.mark.parametrize("failing", ["", "ruff", "pytest"])
def test_a_file_is_checked_and_its_tests_are_run(
    ours: Checkout, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """
    A path is relative to the folder where it was typed; further options are for pytest.
    """
    ran: list[list[str]] = []

    def start(words: tuple[str, ...], **_: object) -> subprocess.CompletedProcess[str]:
        ran.append([*words[2:]])
        return subprocess.CompletedProcess(words, int(words[2] == failing))

    monkeypatch.setattr(quick, "Checkout", lambda: ours)
    monkeypatch.setattr(subprocess, "run", start)
    assert bool(failing) == run(monkeypatch, "names.py", "-k", "line")
    check, layout, tests = ran
    assert ["ruff", "check", "--quiet", "net/names.py"] == check
    assert ["ruff", "format", "--check", "--quiet", "net/names.py"] == layout
    assert ["pytest", "tests/net/test_names.py"] == [tests[0], tests[6]]
    assert ["-k", "line"] == tests[-2:]
