"""The Python examples in the docs: they run, and print what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.python_page import EXAMPLES, PAGE, commands, output
from tests.support.scriptrunner import run_here

SCRIPT = Path(__file__).parents[2] / "scripts" / "python_page.py"


def test_the_page_shows_the_current_output_of_each_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If one has changed, scripts/python_page.py writes the page again."""
    status = run_here(SCRIPT, "--check", patch=monkeypatch)
    assert ("", 0) == (capsys.readouterr().out, status)


def test_each_example_is_on_the_page_once() -> None:
    shown = [name for name, _ in commands(PAGE.read_text("utf-8"))]
    assert sorted(shown) == sorted(it.stem for it in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.py")), ids=lambda it: it.stem)
def test_an_example_imports_public_names_only(path: Path) -> None:
    """And nothing that has to be installed besides."""
    lines = path.read_text("utf-8").splitlines()
    imports = [it for it in lines if it.startswith(("import ", "from "))]
    ours = [it for it in imports if "sealed_wonders" in it]
    assert all(it.startswith("from sealed_wonders import ") for it in ours)
    assert ours


def test_an_outdated_page_is_reported_by_check_and_rewritten_otherwise(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    """With --check, nothing is written."""
    page = tmp_path / "PYTHON.md"
    old = "<!-- example: draw_a_card.py -->\nold\n<!-- end of the example -->\n"
    page.write_text(old, "utf-8")
    monkeypatch.setattr("scripts.python_page.ROOT", tmp_path)
    monkeypatch.setattr("scripts.python_page.PAGE", page)
    monkeypatch.setattr("scripts.python_page.PICTURES", tmp_path)
    monkeypatch.setattr("sys.argv", ["python_page.py", "--check"])
    from scripts.python_page import main

    assert 1 == main()
    assert "not current: PYTHON.md, academy.svg" in capsys.readouterr().out
    assert old == page.read_text("utf-8")
    monkeypatch.setattr("sys.argv", ["python_page.py"])
    assert 0 == main()
    said = output("draw_a_card", [], tmp_path)
    assert f"```console\n$ python draw_a_card.py\n{said}```" in page.read_text("utf-8")
    assert (tmp_path / "academy.svg").read_text("utf-8").startswith("<svg")
