"""
Which of the two implementations of the group calculates here: chosen once, when needed.
"""

from __future__ import annotations

import contextlib
import functools
import warnings
from collections.abc import Iterable, Iterator

from sealed_wonders.core.sentences import Sentence, Text, sentence_of
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
"""All points whose order divides 8, without the identity."""

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
"""The base point plus each of those: times 8 they are where they should be."""


class SlowLibrary(RuntimeWarning):
    """
    There is no quick library at hand.

    Attributes:
        why: what came of looking for one.
    """

    def __init__(self, why: Text) -> None:
        super().__init__(
            Sentence("cards are sealed in Python alone, which is slow: {why}", why=why)
        )
        self.why = why


class UnsafeLibrary(ImportError):
    """The library at hand would let a cheat through; nothing may be built on it."""


def check(group: Group) -> None:
    """
    See that *group* refuses what isn't in the group.

    Raises:
        UnsafeLibrary: it takes a point of small or mixed order.
    """
    for encoding in (*SMALL, *MIXED):
        if _reads(group, encoding) or _multiplies(group, encoding):
            raise UnsafeLibrary(
                Sentence(
                    "{library} takes points outside the group of sealed cards "
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


def choose() -> Group:
    """
    Give the quickest group there is; its library verifies signatures, too, from now on.

    Raises:
        UnsafeLibrary: there is a quick one, and it is unsafe.
    """
    try:
        from sealed_wonders.net.sealed.sodium import Sodium, verify
    except ImportError as error:
        warnings.warn(SlowLibrary(sentence_of(error)), stacklevel=2)
        return PurePython()
    group = Sodium()
    check(group)
    identity.quicken(verify)
    return group


@functools.cache
def chosen() -> Group:
    """
    Give what `choose` gave the first time.

    Raises:
        UnsafeLibrary: as it does.
    """
    return choose()


@contextlib.contextmanager
def heard() -> Iterator[list[RuntimeWarning]]:
    """
    Give what is complained of meanwhile, once it is over, for a person to be told of.

    Python itself says nothing of it then, and goes on, whatever it does with warnings.
    """
    complaints: list[RuntimeWarning] = []
    with warnings.catch_warnings(record=True) as caught:
        # Of this kind only: Python goes by what it saw last here when it ends.
        warnings.simplefilter("always", RuntimeWarning)
        try:
            yield complaints
        finally:
            said = (warning.message for warning in caught)
            complaints += [one for one in said if isinstance(one, RuntimeWarning)]


def at_hand() -> Group:
    """Give what was chosen, if anybody has; else what takes no library."""
    return chosen() if chosen.cache_info().currsize else PurePython()


def is_slow() -> bool:
    """Tell whether Python alone was chosen, where everything takes long."""
    return bool(chosen.cache_info().currsize) and isinstance(chosen(), PurePython)


class _LazyGroup:
    """Stands for what is chosen, so that no library is loaded where nobody calculates."""

    @property
    def name(self) -> str:
        return chosen().name

    def read_point(self, data: bytes) -> Point:
        return chosen().read_point(data)

    def multiply(self, k: int, a: Point) -> Point:
        return chosen().multiply(k, a)

    def multiply_base(self, k: int) -> Point:
        return chosen().multiply_base(k)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        return chosen().combine(k, terms)

    def add(self, a: Point, b: Point) -> Point:
        return chosen().add(a, b)

    def subtract(self, a: Point, b: Point) -> Point:
        return chosen().subtract(a, b)

    def sum(self, points: Iterable[Point]) -> Point:
        return chosen().sum(points)

    def generator(self, i: int) -> Point:
        return chosen().generator(i)

    def card_point(self, card: int) -> Point:
        return chosen().card_point(card)


GROUP: Group = _LazyGroup()
"""What everything here calculates with unless told otherwise."""
