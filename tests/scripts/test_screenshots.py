"""The pictures of the documentation: they show what there is to be seen."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent.parent

PICTURES = ROOT / "docs" / "screens"


def run(*options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "scripts" / "screenshots.py", *options],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.thorough
def test_pictures_show_the_screens_there_are() -> None:
    """If it is well that a screen changed, scripts/screenshots.py draws it anew."""
    done = run("--check")
    assert ("", 0) == (done.stderr, done.returncode), done.stdout


def test_pictures_are_small_and_say_what_they_show() -> None:
    """A page has all of them at once; who doesn't see them hears their titles."""
    paths = sorted(PICTURES.glob("*.svg"))
    assert paths
    for path in paths:
        drawn = ElementTree.parse(path).getroot()
        title = drawn.find("{http://www.w3.org/2000/svg}title")
        assert title is not None, path
        assert title.text, path
        assert path.stat().st_size < 150_000, path


def test_wrong_use_is_one_line() -> None:
    """After the usage, and status 2; no traceback."""
    done = run("--chek", "x")
    assert (2, "") == (done.returncode, done.stdout)
    assert "screenshots.py: error: " in done.stderr.splitlines()[-1]
