"""Which group is loaded, and that unsafe libraries are refused."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import pytest

from sealed_wonders.net.sealed import backend
from sealed_wonders.net.sealed.group import Point
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.sodium import Sodium
from tests.support.crypto import PURE, SODIUM


class ReadsAll(Sodium):
    """A library that doesn't check what it reads."""

    def read_point(self, data: bytes) -> Point:
        return Point(data)


class SumsWrongly(PurePython):
    """A library that leaves out the last point of a sum."""

    def combine_public(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        return self.combine(k, tuple(terms)[:-1])


class SumsAnything(Sodium):
    """A sum that accepts invalid points."""

    def combine_public(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        valid = [(by, a) for by, a in terms if a not in backend.INVALID]
        return super().combine_public(k, valid)


def test_the_fast_group_is_used() -> None:
    assert "libsodium" == backend.GROUP.name == backend.load().name
    for group in (SODIUM, PURE):
        backend.check(group)


def test_the_error_without_the_library_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "sealed_wonders.net.sealed.sodium", None)
    with pytest.raises(backend.UnusableLibrary, match="need PyNaCl and rbcl"):
        backend.load()


@pytest.mark.parametrize("group", [ReadsAll(), SumsWrongly(), SumsAnything()])
def test_an_unsafe_library_is_refused(group: Sodium | PurePython) -> None:
    """The error says what is wrong, and what to do."""
    with pytest.raises(backend.UnusableLibrary, match=r"install rbcl 1\.1\.2 or newer"):
        backend.check(group)
