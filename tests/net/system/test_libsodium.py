"""Which libsodium is found, and that no copy of it is left behind."""

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


def test_that_of_the_system_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is one, and it can begin; there may be none."""
    system, wheel = library(), library()
    assert system is found(monkeypatch, system, wheel=wheel)
    assert wheel is found(monkeypatch, wheel=wheel)
    assert wheel is found(monkeypatch, library(begins=-1), wheel=wheel)
    with pytest.raises(ImportError, match="ristretto255"):
        found(monkeypatch, library("crypto_core_ristretto255_sub"))


@pytest.mark.parametrize("missing", libsodium.NEEDED)
def test_one_that_lacks_a_function_is_left_out(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As small builds do, and those before 1.0.18."""
    wheel = library()
    assert wheel is found(monkeypatch, library(missing), wheel=wheel)


@pytest.mark.skipif(sys.platform == "win32", reason="a loaded file can't be removed")
def test_the_wheel_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a copy in the folder for temporary files, nor another such folder."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in [it for it in sys.modules if it.partition(".")[0] == "rbcl"]:
        monkeypatch.delitem(sys.modules, name)
    (wheel,) = libsodium.of_the_wheel()
    assert all(hasattr(wheel, name) for name in libsodium.NEEDED)
    assert [] == list(tmp_path.iterdir())
    assert str(tmp_path) == tempfile.tempdir


def test_where_there_is_none_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """No wheel without the package, and the system's on Linux alone."""
    for name in ("rbcl", "rbcl._sodium"):
        monkeypatch.setitem(sys.modules, name, None)
    assert [] == list(libsodium.of_the_wheel())
    monkeypatch.setattr(sys, "platform", "darwin")
    assert [] == list(libsodium.of_the_system())


def test_where_files_in_use_stay_those_of_others_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Windows: the copies of programs that have ended."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    room = libsodium._room()
    (room / "tmp1.pyd").touch()
    assert room.parent == tmp_path
    assert room == libsodium._room()
    assert [] == list(room.iterdir())
