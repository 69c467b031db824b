"""
Lint and type-check the scripts of all pages.

    .venv/bin/python -m scripts.javascript

The tools come from npm, in the versions that scripts/npm/package-lock.json pins,
and are installed beside that file once; later runs need no network. Types are JSDoc
comments, which TypeScript checks. The modules of a page come from several folders and
are served from one, so each page has a tsconfig that lists its folders: a module of one
that comes first replaces those of the same name.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

TOOLS = ROOT / "scripts" / "npm"

FOLDERS = (
    "client/browser/data",
    "client/lending/data",
    "client/reports/data",
    "host/page/data",
    "net/web/data",
    "tests/browser",
)

PATIENCE = 120.0
"""Seconds for which npm may try to install."""


@cache
def missing() -> str:
    """Install the tools if needed; return why they aren't there, or an empty string."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        return "Node.js and npm aren't there (apt install nodejs npm)"
    lock = (TOOLS / "package-lock.json").read_bytes()
    stamp, wanted = TOOLS / "node_modules/.installed", hashlib.sha256(lock).hexdigest()
    if stamp.exists() and stamp.read_text() == wanted:
        return ""
    try:
        subprocess.run([npm, "ci", "--silent"], cwd=TOOLS, check=True, timeout=PATIENCE)
    except (OSError, subprocess.SubprocessError) as error:
        return f"npm couldn't install them: {error}"
    stamp.write_text(wanted)
    return ""


def commands() -> Iterator[Sequence[str | Path]]:
    tools = TOOLS / "node_modules/.bin"
    for project in sorted(TOOLS.glob("tsconfig.*.json")):
        yield tools / "tsc", "-p", project
    yield (tools / "oxlint", "-c", TOOLS / "oxlintrc.json", "-f", "unix", *FOLDERS)


def main() -> int:
    if lacking := missing():
        print(f"NOT CHECKED: {lacking}")
        return 0
    runs = [subprocess.run(it, cwd=ROOT, check=False) for it in commands()]
    return 1 if any(run.returncode for run in runs) else 0


if __name__ == "__main__":
    sys.exit(main())
