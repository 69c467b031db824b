"""The pictures in the documentation are current."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent.parent

PICTURES = ROOT / "docs" / "screens"

MOVING = ROOT / "docs" / "pictures" / "game.svg"

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.thorough
@pytest.mark.parametrize("script", ["screenshots", "animation"])
def test_pictures_show_the_current_screens(script: str) -> None:
    """If a change is intended, the script draws them again."""
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / f"{script}.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("", 0) == (done.stderr, done.returncode), done.stdout


def test_the_animation_is_small_accessible_and_has_a_still() -> None:
    """
    All captions are also text, and where animations are unwanted, a single still is
    shown.
    """
    text = MOVING.read_text("utf-8")
    assert len(text.encode()) < 1_500_000
    drawn = ElementTree.fromstring(text)
    title, story = drawn.find(f"{SVG}title"), drawn.find(f"{SVG}desc")
    assert title is not None
    assert story is not None
    assert (
        f"{title.attrib['id']} {story.attrib['id']}" == drawn.attrib["aria-labelledby"]
    )
    captions = [
        it.text for it in drawn.iter(f"{SVG}text") if it.get("class") == "caption"
    ]
    frames = [it.attrib["class"].split() for it in drawn.iter(f"{SVG}g")]
    assert len(captions) == len(frames) > 5
    assert ". ".join(map(str, captions)) + "." == story.text
    assert 1 == sum("still" in classes for classes in frames)
    assert "@media (prefers-reduced-motion:reduce)" in text
    assert "<script" not in text
    assert not re.search(r"""(href|src)=|url\(|@import""", text)


def test_pictures_are_small_and_have_titles() -> None:
    """One page shows all of them at once, and screen readers read the titles."""
    paths = sorted(PICTURES.glob("*.svg"))
    assert paths
    for path in paths:
        drawn = ElementTree.parse(path).getroot()
        title = drawn.find("{http://www.w3.org/2000/svg}title")
        assert title is not None, path
        assert title.text, path
        assert path.stat().st_size < 150_000, path
