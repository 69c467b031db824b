"""The sum of public multiples of points, compiled from its C source for tests."""

from __future__ import annotations

import functools
import importlib.util
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "net" / "sealed" / "pippenger.c"

Combine = Callable[[bytes, bytes], bytes]


def can_compile() -> bool:
    """Return whether a compiler is available."""
    header = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which("cc") is not None and header.exists()


@functools.cache
def compiled_sum() -> Combine:
    """Compile the sum, with warnings as errors; this takes a second or two."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder, f"_pippenger{EXTENSION_SUFFIXES[0]}")
        include = sysconfig.get_path("include")
        flags = ("-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC")
        subprocess.run(["cc", *flags, f"-I{include}", SOURCE, "-o", made], check=True)
        loader = ExtensionFileLoader("_pippenger", str(made))
        spec = importlib.util.spec_from_file_location("_pippenger", made, loader=loader)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        loader.exec_module(module)
    combine: Combine = module.combine
    return combine


def summed(scalars: bytes, points: bytes) -> bytes:
    """Return a sum; the first call compiles the code."""
    return compiled_sum()(scalars, points)
