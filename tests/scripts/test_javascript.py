"""The check of the pages' scripts: it leaves none out, and reports if it can't run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts import javascript
from scripts.javascript import FOLDERS, ROOT, TOOLS


def test_every_script_of_a_page_is_checked() -> None:
    packages = (ROOT / it for it in ("client", "host", "net", "tests/browser"))
    scripts = (it for folder in packages for it in folder.rglob("*.js"))
    assert {it.parent.relative_to(ROOT).as_posix() for it in scripts} == {*FOLDERS}
    typed = {
        Path(it).parent
        for project in TOOLS.glob("tsconfig.*.json")
        for it in json.loads(project.read_text())["include"]
    }
    pages = {it for it in FOLDERS if not it.startswith("tests")}
    assert {(TOOLS / it).resolve() for it in typed} == {ROOT / it for it in pages}


def test_missing_tools_are_reported_without_a_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    javascript.missing.cache_clear()
    assert javascript.main() == 0
    assert "NOT CHECKED" in capsys.readouterr().out
    javascript.missing.cache_clear()
