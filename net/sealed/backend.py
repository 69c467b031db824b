"""
The library for points of the group, loaded once, and checked when it is loaded.

Playing needs libsodium, through PyNaCl. A host that only relays can do without: the few
checks that it makes work in pure Python.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net import identity
from sealed_wonders.net.sealed.group import Group, Point
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.scalars import BadEncoding

SMALL = tuple(
    bytes.fromhex(encoding)
    for encoding in (
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    )
)
"""All points whose order divides 8, except for the identity."""

MIXED = tuple(
    bytes.fromhex(encoding)
    for encoding in (
        "9599999999999999999999999999999999999999999999999999999999999999",
        "5252cc0a7f208133b620acbd4537eba2a4123bf0a8c2e4f980c3b31bb69765ea",
        "9bad33f580df7ecc49df5342bac8145d5bedc40f573d1b067f3c4ce449689a15",
        "98519eadf35b995233b51b5cd23e9cc5a28b639b5a4af0ec903cb960d81b7819",
        "13661d745ad63221ca5da0456fa618713511dc60668aa464e55b09a20ff7fc1d",
        "da99e28ba529cdde35a25fba9059e78ecaee239f99755b9b1aa4f65df00803e2",
        "55ae61520ca466adcc4ae4a32dc1633a5d749c64a5b50f136fc3469f27e487e6",
    )
)
"""
The base point plus each of those points. Eight times each of them is in the subgroup.
"""


class UnusableLibrary(ImportError):
    """PyNaCl is missing, or would accept a cheat's points."""


def check(group: Group) -> None:
    """
    Check that *group* rejects points outside the group.

    Raises:
        UnusableLibrary: it accepts a point of small or mixed order.
    """
    for encoding in (*SMALL, *MIXED):
        if _reads(group, encoding) or _multiplies(group, encoding):
            raise UnusableLibrary(
                Sentence(
                    "{library} accepts points outside the group of sealed cards "
                    "(CVE-2025-69277): please install PyNaCl 1.6.2 or newer",
                    library=group.name,
                )
            )


def _reads(group: Group, data: bytes) -> bool:
    try:
        group.read_point(data)
    except BadEncoding:
        return False
    return True


def _multiplies(group: Group, data: bytes) -> bool:
    try:
        group.multiply(3, Point(data))
    except BadEncoding:
        return False
    return True


def load() -> Group:
    """
    Return libsodium's group after checking it; from now on, it verifies signatures.

    Raises:
        UnusableLibrary: PyNaCl is missing or too old.
    """
    try:
        from sealed_wonders.net.sealed.sodium import Sodium, verify
    except ImportError as error:
        raise UnusableLibrary(
            Sentence(
                "sealed cards need PyNaCl 1.6.2 or newer, which can't be loaded: {why}",
                why=sentence_of(error),
            )
        ) from None
    group = Sodium()
    check(group)
    identity.quicken(verify)
    return group


@functools.cache
def loaded() -> Group:
    """
    Return the result of the first `load`.

    Raises:
        UnusableLibrary: as in `load`.
    """
    return load()


def at_hand() -> Group:
    """Return the loaded group, or a slow one in pure Python if none was loaded."""
    return loaded() if loaded.cache_info().currsize else PurePython()


class _LazyGroup:
    """Proxy for the loaded group, so that only a calculation loads the library."""

    @property
    def name(self) -> str:
        return loaded().name

    def read_point(self, data: bytes) -> Point:
        return loaded().read_point(data)

    def multiply(self, k: int, a: Point) -> Point:
        return loaded().multiply(k, a)

    def multiply_base(self, k: int) -> Point:
        return loaded().multiply_base(k)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        return loaded().combine(k, terms)

    def add(self, a: Point, b: Point) -> Point:
        return loaded().add(a, b)

    def subtract(self, a: Point, b: Point) -> Point:
        return loaded().subtract(a, b)

    def sum(self, points: Iterable[Point]) -> Point:
        return loaded().sum(points)

    def generator(self, i: int) -> Point:
        return loaded().generator(i)

    def card_point(self, card: int) -> Point:
        return loaded().card_point(card)


GROUP: Group = _LazyGroup()
"""Default group for all calculations."""
