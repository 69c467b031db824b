"""
Where libsodium's functions for ristretto255 are: in the system, or in a wheel.

PyNaCl's copy of libsodium leaves them out. On Linux, the libsodium of the distribution
is used if there is one. Everywhere else, it is the one that the package `rbcl` brings.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SYSTEM = ("libsodium.so.26", "libsodium.so.23")
"""Names of the system's library, newest first."""

NEEDED = (
    "crypto_core_ristretto255_add",
    "crypto_core_ristretto255_from_hash",
    "crypto_core_ristretto255_is_valid_point",
    "crypto_core_ristretto255_sub",
    "crypto_scalarmult_ristretto255",
    "crypto_scalarmult_ristretto255_base",
)
"""Functions that older and smaller builds of libsodium lack."""


Library = ctypes.CDLL


def find() -> Library:
    """
    Return the first library that has all functions.

    Raises:
        ImportError: there is none.
    """
    for library in (*of_the_system(), *of_the_wheel()):
        if (
            all(hasattr(library, name) for name in NEEDED)
            and library.sodium_init() >= 0
        ):
            return library
    raise ImportError("no libsodium with ristretto255")


def of_the_system() -> Iterator[Library]:
    """Yield what the system has; only where its package manager keeps it current."""
    if not sys.platform.startswith("linux"):
        return
    for name in SYSTEM:
        with contextlib.suppress(OSError):
            yield Library(name)


def of_the_wheel() -> Iterator[Library]:
    """
    Yield the library in `rbcl`, if that can be loaded.

    The package writes a copy of it into the folder for temporary files whenever it is
    imported, and leaves it there. So the copies are removed here: at once where a
    loaded library may be removed, and elsewhere the next time.
    """
    before = tempfile.tempdir
    with contextlib.suppress(ImportError, OSError):
        tempfile.tempdir = str(_room())
        try:
            # The package's own attribute of this name is the library.
            holder: Any = importlib.import_module("rbcl._sodium")
        finally:
            tempfile.tempdir = before
        holder.sodium_bs = b""  # otherwise, two megabytes stay in memory
        library: Library = holder._sodium
        with contextlib.suppress(OSError):
            Path(library._name).unlink()
        yield library


def _room() -> Path:
    """Return a folder for copies; on Windows, one without those of ended programs."""
    room = Path(tempfile.gettempdir())
    if sys.platform == "win32":  # where the folder belongs to the user alone
        room /= "sealed-wonders-library"
        room.mkdir(exist_ok=True)
        for copy in room.iterdir():
            with contextlib.suppress(OSError):  # in use
                copy.unlink()
    return room
