"""Fragments of the changelog, and how a release assembles them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_packaging import ROOT, project

CONFIG = project()["tool"]["towncrier"]
TYPES = {it["directory"]: it["name"] for it in CONFIG["type"]}
FRAGMENTS = sorted((ROOT / CONFIG["directory"]).glob("[!.]*"))


def released(folder: Path, **fragments: str) -> str:
    """Return the changelog after a release with some fragments."""
    changes = folder / CONFIG["directory"]
    changes.mkdir()
    for name, text in fragments.items():
        (changes / f"+{name}.md").write_text(text, encoding="utf-8")
    for name in ("pyproject.toml", "CHANGELOG.md"):
        shutil.copy(ROOT / name, folder)
    options = ("--version", "7.7.0", "--date", "2030-01-02", "--keep")
    done = subprocess.run(
        [sys.executable, "-m", "towncrier", "build", "--dir", folder, *options],
        capture_output=True,
        text=True,
        check=False,
    )
    assert 0 == done.returncode, done.stderr
    return (folder / "CHANGELOG.md").read_text("utf-8")


def test_types_are_those_of_keep_a_changelog() -> None:
    expected = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
    assert expected == tuple(TYPES.values())


@pytest.mark.parametrize("path", FRAGMENTS, ids=lambda path: path.name)
def test_a_fragment_consists_of_sentences_and_has_a_known_type(path: Path) -> None:
    assert re.fullmatch(rf"\+[a-z0-9-]+\.({'|'.join(TYPES)})\.md", path.name)
    text = path.read_text("utf-8")
    assert re.fullmatch(r"[^-*#\s].*[.!?]\n", text, re.DOTALL)


def test_a_release_puts_its_fragments_above_earlier_changes(tmp_path: Path) -> None:
    """
    They are under its version and the headings of their types. Earlier text stays as it
    is.
    """
    before = (ROOT / "CHANGELOG.md").read_text("utf-8")
    head, mark, rest = before.partition(CONFIG["start_string"])
    assert mark
    assert "\n## " not in head
    after = released(
        tmp_path, **{"one.fixed": "It works.\n", "two.added": "There is more.\n"}
    )
    added = after.removeprefix(head + mark).removesuffix(rest.lstrip("\n"))
    assert [
        "## 7.7.0 - 2030-01-02",
        "### Added",
        "- There is more.",
        "### Fixed",
        "- It works.",
    ] == [line for line in added.splitlines() if line]
