"""
Write the reference, docs/reference, and the manual pages, docs/man.

    python scripts/reference.py [--check]

Both are generated from declarations in the program: its commands and options, the keys
of its files, its events, metrics and exit codes, and its public Python interface. --check writes nothing; status 1 means
that a page is out of date.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scripts.references import markdown, operation, python, roff
from scripts.references.manuals import programs

PAGES, MAN = ROOT / "docs" / "reference", ROOT / "docs" / "man"

ALIASES = {"sealed-wonders": "wonders"}
"""Programs that share another program's manual page."""


def files() -> Mapping[Path, str]:
    """Return the contents of all generated files."""
    found = programs()
    pages = {
        **{f"{name}.md": markdown.commands(some) for name, some in found.items()},
        "config.md": markdown.config(operation.config_keys()),
        "settings.md": markdown.settings(operation.settings()),
        "events.md": markdown.events(operation.events()),
        "metrics.md": markdown.metrics(operation.measures()),
        "exit-codes.md": markdown.statuses(found.values()),
        "python.md": python.page(),
    }
    manuals = {name: roff.alias(other) for name, other in ALIASES.items()}
    for first, *inner in found.values():
        others = [some[0] for some in found.values() if some[0] is not first]
        manuals[roff.page_name(first)] = roff.page(first, [*inner, *others])
        for one in inner:
            manuals[roff.page_name(one)] = roff.page(one, [first])
    return {
        PAGES / "index.md": markdown.index(pages),
        **{PAGES / name: page for name, page in pages.items()},
        **{MAN / f"{name}.1": page for name, page in manuals.items()},
    }


def main() -> int:
    """Write or check the files; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    options = parser.parse_args()
    wanted = files()
    there = {it for folder in (PAGES, MAN) for it in folder.glob("*.*")}
    stale = []
    for path in sorted(there | set(wanted)):
        page = wanted.get(path)
        is_current = path in there and path.read_text("utf-8") == page
        if options.check:
            stale += [] if is_current else [str(path.relative_to(ROOT))]
        elif page is None:
            path.unlink()
        elif not is_current:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, encoding="utf-8", newline="\n")
    if stale:
        print(f"not current: {', '.join(stale)}; run python scripts/reference.py")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
