"""The documentation site: complete contents, and bad links are found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.check_site import faults
from tests.support.scriptrunner import run_here

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def contents(page: Path) -> set[Path]:
    """Return the pages in the tables of contents of a page."""
    found = set()
    blocks = re.findall(r"```\{toctree\}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    for line in "\n".join(blocks).splitlines():
        if line and not line.startswith(":"):
            name = re.sub(r".*<(.*)>$", r"\1", line)
            found |= {it.resolve() for it in page.parent.glob(f"{name}.md")}
    return found


def test_every_page_is_in_the_contents() -> None:
    index, reference = DOCS / "index.md", DOCS / "reference" / "index.md"
    every = {*ROOT.glob("*.md"), *DOCS.rglob("*.md")}
    assert every - {index} == contents(index) | contents(reference)


def site(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


def test_valid_links_are_accepted(tmp_path: Path) -> None:
    """Within a page, to another page, to other sites, and to an existing picture."""
    (tmp_path / "a b.svg").touch()
    pages = {
        "one": '<h1 id="top">x</h1><a href="#top">x</a><a href="two.html#é">x</a>'
        '<a href="https://else.example/x">x</a><img src="a%20b.svg">'
        '<link rel="canonical" href="https://else.example/">',
        "two": '<a name="é"></a><a href="">x</a><img src="data:image/svg+xml,x">',
    }
    assert [] == list(faults(site(tmp_path, **pages)))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('<a href="two.html">x</a>', "leads nowhere: two.html"),
        ('<a href="#two">x</a>', "leads nowhere: #two"),
        ('<img src="a.svg">', "leads nowhere: a.svg"),
        ('<img src="//h.example/a.svg">', "loaded from elsewhere: //h.example/a.svg"),
        ('<script src="https://h.example/a.js"></script>', "loaded from elsewhere"),
        ('<link rel="stylesheet" href="https://h.example/a.css">', "from elsewhere"),
    ],
)
def test_bad_links_are_reported_with_their_page(
    text: str,
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """So is anything a browser would load from the Internet, also by a style sheet."""
    (tmp_path / "a.css").write_text("a { src: url('https://h.example/a.woff') }")
    script = ROOT / "scripts" / "check_site.py"
    status = run_here(script, str(site(tmp_path, one=text)), patch=monkeypatch)
    style, line = sorted(capsys.readouterr().out.splitlines())
    assert 1 == status
    assert style.startswith("a.css: is loaded from elsewhere")
    assert line.startswith("one.html: ")
    assert fault in line
