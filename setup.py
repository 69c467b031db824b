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
import shutil
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
    """Return the modules with a file ``.pxd`` beside them; none if they stay as they are."""
    if os.environ.get("SEALED_WONDERS_COMPILE", "0") in ("", "0"):
        return []
    from Cython.Build import cythonize
    from setuptools import Extension

    # Where the folders lie as they are imported, so that one module finds another.
    shadow = Path("build/cython")
    found = []
    for path in sorted(Path(ENGINE).rglob("*.pxd")):
        module = path.with_suffix(".py")
        for source in (path, module):
            copy = shadow / "sealed_wonders" / source
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
        for folder in [*path.parents][:-1]:
            (shadow / "sealed_wonders" / folder / "__init__.py").touch()
        name = ".".join(("sealed_wonders", *module.with_suffix("").parts))
        copied = str(shadow / "sealed_wonders" / module)
        found.append(Extension(name, [copied], optional=True))
    (shadow / "sealed_wonders" / "__init__.py").touch()
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
            "infer_types": True,
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
