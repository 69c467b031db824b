"""The description that package indexes show: README.md with absolute links."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

RELATIVE_LINK = re.compile(
    r"""(?P<before>\]\(|^\[[^]]+\]:\ +|\b(?:href|src)=")  # [text](…  [label]: …  src="…
    (?![a-z][a-z0-9+.-]*:)                              # no scheme
    (?P<path>[^\s)"\#]*)(?P<anchor>(?:\#[^\s)"]*)?)""",
    re.MULTILINE | re.VERBOSE,
)


def description() -> str:
    """
    Return README.md with the addresses in ``[project.urls]`` put before relative links.

    Pages and pictures are on the home page, under their own paths (see scripts/docs); all
    other files are in the source repository.
    """
    urls = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["urls"]

    def absolute(link: re.Match[str]) -> str:
        path = link["path"] or "README.md"
        on_site = path.endswith((".md", ".svg"))
        page = re.sub(r"\.md$", ".html", path)
        address = urls["Homepage"] + page if on_site else urls["Source"] + path
        return f"{link['before']}{address}{link['anchor']}"

    return RELATIVE_LINK.sub(absolute, Path("README.md").read_text("utf-8"))
