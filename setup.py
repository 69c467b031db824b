"""
The parts of the build that pyproject.toml can't declare.

- The description that package indexes show: README.md with absolute links.
- Compiled modules, if `SEALED_WONDERS_COMPILE=1` is set and Cython and a C compiler are
  there: for an installation, or in the checkout with ``build_ext --inplace``. Everything
  also runs without them.
"""

from __future__ import annotations

import os
import re
import runpy
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from setuptools import Extension

ENGINE = "client/engine"

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
        return link["before"] + address + link["anchor"]

    return RELATIVE_LINK.sub(absolute, Path("README.md").read_text("utf-8"))


def modules() -> list[Extension]:
    """Return the modules of the engine to compile; none if they stay as they are."""
    if os.environ.get("SEALED_WONDERS_COMPILE", "0") in ("", "0"):
        return []
    from Cython.Build import cythonize
    from setuptools import Extension

    declarations = runpy.run_path("scripts/declarations.py")
    # Where the folders lie as they are imported, so that one module finds another.
    shadow = Path("build/cython")
    found = [
        Extension(name, [str(copied)], optional=True)
        for name, copied in declarations["write"](Path(), ENGINE, shadow).items()
    ]
    made: list[Extension] = cythonize(
        found,
        include_path=[str(shadow)],
        compiler_directives={
            "language_level": 3,
            "annotation_typing": False,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
    return made


if __name__ == "__main__":
    from setuptools import setup

    setup(
        ext_modules=modules(),
        long_description=description(),
        long_description_content_type="text/markdown",
    )
