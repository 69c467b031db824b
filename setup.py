"""
The parts of the build that pyproject.toml can't declare.

- The description that package indexes show (`scripts/description.py`).
- The catalogues that gettext reads: each .mo is built beside its .po, for whatever is
  installed or packed, and by ``python setup.py catalogues``.
- Compiled modules, if `SEALED_WONDERS_COMPILE=1` is set and Cython and a C compiler are
  there: for an installation, or in the checkout with ``build_ext --inplace``. They are
  the engine, and the sums that proofs are checked by.
  Everything also runs without them.
"""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from setuptools import Command, setup
from setuptools.command.build_py import build_py

if TYPE_CHECKING:
    from setuptools import Extension

CATALOGUES = "net/locale"
ENGINE = "client/engine"
VIEWS = "sealed_wonders.client.engine._views"
"""The compiled module for what Cython needs in all others: views of arrays."""
SUMS = "sealed_wonders.net.sealed._pippenger"
"""The compiled module written in C."""


def modules() -> list[Extension]:
    """
    Return the modules to compile; none without SEALED_WONDERS_COMPILE.
    """
    if os.environ.get("SEALED_WONDERS_COMPILE", "0") in ("", "0"):
        return []
    from Cython.Build import cythonize
    from setuptools import Extension

    declarations = runpy.run_path("scripts/declarations.py")
    # Arranged as they are imported, so that one module finds another.
    shadow = Path("build/cython")
    sources = declarations["write"](Path(), ENGINE, shadow)
    # Cython writes it. Without it, each module would have a copy of its own, half of the
    # time that compiling takes.
    sources[VIEWS] = shadow.joinpath(*VIEWS.split(".")).with_suffix(".c")
    found = [Extension(name, [str(copied)]) for name, copied in sources.items()]
    made: list[Extension] = cythonize(
        found,
        include_path=[str(shadow)],
        shared_utility_qualified_name=VIEWS,
        compiler_directives={
            "language_level": 3,
            "annotation_typing": False,
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
    made.append(Extension(SUMS, ["net/sealed/pippenger.c"], extra_compile_args=["-O3"]))
    for extension in made:
        extension.optional = True  # set here because cythonize drops it
    return made


class Catalogues(Command):
    """Compile the catalogues of translations."""

    user_options: ClassVar[list[tuple[str, str, str]]] = []

    def initialize_options(self) -> None:
        pass

    def finalize_options(self) -> None:
        pass

    def run(self) -> None:
        from polib import pofile

        for path in Path(CATALOGUES).rglob("*.po"):
            # Another process may be reading the old file.
            unfinished = path.with_suffix(f".{os.getpid()}")
            unfinished.write_bytes(pofile(str(path)).to_binary())
            unfinished.replace(path.with_suffix(".mo"))


class BuildPy(build_py):
    """Compile the catalogues before packing, or before an editable installation."""

    def run(self) -> None:
        self.run_command("catalogues")
        super().run()


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildPy, "catalogues": Catalogues},
        ext_modules=modules(),
        long_description=runpy.run_path("scripts/description.py")["description"](),
        long_description_content_type="text/markdown",
    )
