"""
This program's own wheel, made from what is installed.

A host without a bundle gives it to guests, whose pip gets the packages it needs from
the Internet. It has everything but compiled modules, without which the program runs,
too; so one wheel is for all systems.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import io
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

PACKAGE = "sealed_wonders"

PARTS = ("core", "net", "client", "host")
"""The packages in it, which needn't lie in one folder."""

DATED = (2026, 1, 1, 0, 0, 0)
"""The time of all files, so that the same program makes the same wheel."""

CODE = (".py", ".mo", "py.typed")
"""Ends of the names of files that the program needs, besides the folders `data`."""


@cache
def _version() -> str:
    """Return the program's version; reading it takes too long for each event of a page."""
    return importlib.metadata.version(PACKAGE)


def file_name() -> str:
    return f"{PACKAGE}-{_version()}-py3-none-any.whl"


@cache
def wheel() -> bytes:
    """Return the wheel, which takes about a second to make."""
    made = dict(_contents())
    about = f"{PACKAGE}-{_version()}.dist-info"
    made |= {f"{about}/{name}": text for name, text in _metadata().items()}
    record = f"{about}/RECORD"
    rows = [f"{name},{_digest(data)},{len(data)}\n" for name, data in made.items()]
    made[record] = "".join((*rows, f"{record},,\n")).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in made.items():
            archive.writestr(zipfile.ZipInfo(name, DATED), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _contents() -> Iterator[tuple[str, bytes]]:
    for one in sorted(files(PACKAGE).iterdir(), key=lambda it: it.name):
        if one.is_file() and one.name.endswith(CODE):
            yield f"{PACKAGE}/{one.name}", one.read_bytes()
    for part in PARTS:
        yield from _below(files(f"{PACKAGE}.{part}"), f"{PACKAGE}/{part}")


def _below(folder: Traversable, at: str) -> Iterator[tuple[str, bytes]]:
    for one in sorted(folder.iterdir(), key=lambda it: it.name):
        name = f"{at}/{one.name}"
        if one.is_dir() and one.name != "__pycache__":
            yield from _below(one, name)
        elif one.is_file() and (one.name.endswith(CODE) or at.endswith("/data")):
            yield name, one.read_bytes()


def _metadata() -> Mapping[str, bytes]:
    installed = importlib.metadata.distribution(PACKAGE)
    # In a checkout, what setuptools writes beside the packages is found first, and has
    # another name.
    found = {
        "METADATA": installed.read_text("METADATA") or installed.read_text("PKG-INFO"),
        "entry_points.txt": installed.read_text("entry_points.txt"),
    }
    kept = {name: text.encode() for name, text in found.items() if text}
    kind = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    return {**kept, "WHEEL": kind.encode()}


def _digest(data: bytes) -> str:
    digest = hashlib.sha256(data).digest()
    return f"sha256={base64.urlsafe_b64encode(digest).decode().rstrip('=')}"
