"""
Run the examples in docs/examples, and put them and what they print on docs/PYTHON.md.

    python scripts/python_page.py [--check]

On the page, a comment names each example, with its arguments; the blocks below it are
replaced, and so are the pictures that examples write. --check writes nothing; status 1
means that something is out of date.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import runpy
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
PAGE, EXAMPLES = ROOT / "docs" / "PYTHON.md", ROOT / "docs" / "examples"
PICTURES = ROOT / "docs" / "pictures"

LOG = ROOT / "tests" / "vectors" / "three_seats.swlog"
"""The log that examples read, as game.swlog."""

_EXAMPLE = re.compile(
    r"<!-- example: (\w+)\.py(.*?) -->\n.*?<!-- end of the example -->\n", re.DOTALL
)


def commands(page: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the examples on the page, each with its arguments."""
    for found in _EXAMPLE.finditer(page):
        yield found[1], shlex.split(found[2])


def output(name: str, arguments: list[str], folder: Path) -> str:
    """Return what an example prints when it is run in a folder with game.swlog."""
    path, before = EXAMPLES / f"{name}.py", Path.cwd()
    said = io.StringIO()
    os.chdir(folder)
    try:
        with (
            contextlib.redirect_stdout(said),
            mock.patch.object(sys, "argv", [str(path), *arguments]),
        ):
            runpy.run_path(str(path), run_name="__main__")
    finally:
        os.chdir(before)
    return said.getvalue()


def current(page: str) -> dict[Path, bytes]:
    """
    Return the contents of the page, with its examples as they are, and as they run, now.

    The pictures that they write are returned as well.
    """
    with tempfile.TemporaryDirectory() as folder:
        shutil.copyfile(LOG, Path(folder, "game.swlog"))

        def example(found: re.Match[str]) -> str:
            name, arguments = found[1], shlex.split(found[2])
            code = (EXAMPLES / f"{name}.py").read_text("utf-8")
            typed = shlex.join(["python", f"{name}.py", *arguments])
            return (
                f"<!-- example: {name}.py{found[2]} -->\n"
                f"```python\n{code}```\n\n"
                f"```console\n$ {typed}\n{output(name, arguments, Path(folder))}```\n"
                "<!-- end of the example -->\n"
            )

        written = {PAGE: _EXAMPLE.sub(example, page).encode()}
        for path in Path(folder).glob("*.svg"):
            written[PICTURES / path.name] = path.read_bytes()
        return written


def main() -> int:
    """Write or check the page; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    options = parser.parse_args()
    wanted = current(PAGE.read_text("utf-8"))
    stale = [it for it in wanted if not it.exists() or it.read_bytes() != wanted[it]]
    if not options.check:
        for path in stale:
            path.write_bytes(wanted[path])
    elif stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        print(f"not current: {names}; run python scripts/python_page.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
