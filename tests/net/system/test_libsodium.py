"""Which libsodium is used, and that no copy of it is left behind."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sealed_wonders.net.system import libsodium


def library(*missing: str, begins: int = 0) -> Any:
    names = set(libsodium.NEEDED).difference(missing)
    functions = dict.fromkeys(names, len)
    return SimpleNamespace(**functions, sodium_init=lambda: begins)


def found(monkeypatch: pytest.MonkeyPatch, *of_system: Any, wheel: Any = None) -> Any:
    def of_the_wheel() -> Iterator[Any]:
        if wheel is not None:
            yield wheel

    monkeypatch.setattr(libsodium, "of_the_system", lambda: iter(of_system))
    monkeypatch.setattr(libsodium, "of_the_wheel", of_the_wheel)
    return libsodium.find()


def test_the_library_of_the_system_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    The wheel's library is used if the system has none, or that one can't be
    initialized.
    """
    system, wheel = library(), library()
    assert system is found(monkeypatch, system, wheel=wheel)
    assert wheel is found(monkeypatch, wheel=wheel)
    assert wheel is found(monkeypatch, library(begins=-1), wheel=wheel)
    with pytest.raises(ImportError, match="ristretto255"):
        found(monkeypatch, library("crypto_core_ristretto255_sub"))


@pytest.mark.parametrize("missing", libsodium.NEEDED)
def test_a_library_without_a_needed_function_is_skipped(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Minimal builds lack some, and so do versions before 1.0.18."""
    wheel = library()
    assert wheel is found(monkeypatch, library(missing), wheel=wheel)


@pytest.mark.skipif(sys.platform == "win32", reason="a loaded file can't be removed")
def test_loading_the_wheels_library_leaves_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    There is no copy in the folder for temporary files, and that folder stays the same.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in [it for it in sys.modules if it.partition(".")[0] == "rbcl"]:
        monkeypatch.delitem(sys.modules, name)
    (wheel,) = libsodium.of_the_wheel()
    assert all(hasattr(wheel, name) for name in libsodium.NEEDED)
    assert [] == list(tmp_path.iterdir())
    assert str(tmp_path) == tempfile.tempdir


def test_a_missing_library_is_not_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package may be missing, and the system's library is used only on Linux."""
    for name in ("rbcl", "rbcl._sodium"):
        monkeypatch.setitem(sys.modules, name, None)
    assert [] == list(libsodium.of_the_wheel())
    monkeypatch.setattr(sys, "platform", "darwin")
    assert [] == list(libsodium.of_the_system())


def test_copies_of_ended_programs_are_removed_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, a program can't remove the copy that it has loaded."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    room = libsodium._room()
    (room / "tmp1.pyd").touch()
    assert room.parent == tmp_path
    assert room == libsodium._room()
    assert [] == list(room.iterdir())
