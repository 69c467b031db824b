"""
What can be compiled, where there is Cython and a C compiler; all of it runs without.

`SEALED_WONDERS_COMPILE=1` has it compiled, whatever is built: an installation, or, with
``build_ext --inplace``, what lies in the checkout.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from setuptools import Extension, setup

ENGINE = "client/engine"


def modules() -> list[Extension]:
    """Return the modules with a file ``.pxd`` beside them; none if they stay as they are."""
    if os.environ.get("SEALED_WONDERS_COMPILE", "0") in ("", "0"):
        return []
    from Cython.Build import cythonize

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


setup(ext_modules=modules())
