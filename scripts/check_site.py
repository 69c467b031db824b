"""
Check that all links within a site work, and that reading it needs no network.

    python scripts/check_site.py FOLDER

Links to other sites aren't followed; pictures, styles and scripts must be in the
folder. Status 1 means that something is missing.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit


class Link(NamedTuple):
    """A link, or something that a browser loads with the page."""

    target: str
    is_loaded: bool


class _Page(HTMLParser):
    """The links and anchors of a page."""

    LEADING = ("a", "area")
    NOT_LOADED = ("canonical", "index", "search", "next", "prev", "author", "copyright")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[Link] = []
        self.anchors = {""}
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has: Mapping[str, str] = {name: value or "" for name, value in attrs}
        self.anchors |= {has[name] for name in ("id", "name") if name in has}
        is_leading = tag in self.LEADING or has.get("rel") in self.NOT_LOADED
        for name in ("href", "src"):
            if name in has:
                self.links.append(Link(has[name], not is_leading))


def faults(folder: Path) -> Iterator[str]:
    """
    Yield a line for each broken link, and for anything loaded from outside the folder.
    """
    pages = {
        path.resolve(): _Page(path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.html"))
    }
    for path, page in pages.items():
        where = path.relative_to(folder.resolve())
        for link in page.links:
            parts = urlsplit(link.target)
            if parts.scheme or parts.netloc:
                if link.is_loaded and parts.scheme != "data":
                    yield f"{where}: is loaded from elsewhere: {link.target}"
                continue
            there = (
                (path.parent / unquote(parts.path)).resolve() if parts.path else path
            )
            anchors = pages[there].anchors if there in pages else {parts.fragment}
            if not there.exists() or unquote(parts.fragment) not in anchors:
                yield f"{where}: leads nowhere: {link.target}"
    for path in sorted(folder.rglob("*.css")):
        for url in re.findall(
            r"url\(\s*['\"]?(?:https?:)?//[^)]*", path.read_text("utf-8")
        ):
            yield f"{path.relative_to(folder)}: is loaded from elsewhere: {url}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    found = list(faults(parser.parse_args().folder))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
