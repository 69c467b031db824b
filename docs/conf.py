"""How Sphinx makes the site of README.md, docs and the other pages: see scripts/docs."""

from __future__ import annotations

import tomllib
from pathlib import Path

from pygments.lexers.data import JsonLexer
from sphinx.application import Sphinx

_ROOT = Path(__file__).parents[1]
_PROJECT = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]

project = "Sealed Wonders"
release = version = _PROJECT["version"]
copyright = author = _PROJECT["authors"][0]["name"]

# The sources are the whole checkout, so that links and anchors are the same everywhere.
root_doc = "docs/index"
include_patterns = ["*.md", "docs/**.md"]
exclude_patterns = [".*", "build"]  # what is there besides can be large

extensions = ["myst_parser"]
myst_heading_anchors = 4
smartquotes = False  # "--option" isn't a dash
highlight_language = "none"

html_theme = "furo"
html_title = project
html_copy_source = html_show_sourcelink = False
html_show_sphinx = False
html_baseurl = _PROJECT["urls"]["Homepage"]
templates_path = ["templates"]
html_additional_pages = {"index": "redirect.html"}


def setup(app: Sphinx) -> None:
    """Colour records, which are JSON line by line."""
    app.add_lexer("jsonl", JsonLexer)
