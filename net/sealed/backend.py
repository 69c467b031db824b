"""
The library for points of the group, loaded once, and checked when it is loaded.

Playing needs a libsodium with ristretto255. A host that only relays can do without: the
few checks that it makes work in pure Python.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.net import identity
from sealed_wonders.net.sealed.group import BASE, Group, Point
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.sealed.scalars import BadEncoding

if TYPE_CHECKING:
    from sealed_wonders.net.sealed.sodium import Sodium

INVALID = tuple(
    bytes.fromhex(encoding)
    for encoding in (
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371",
        "3eb858e78f5a7254d8c9731174a94f76755fd3941c0ac93735c07ba14579630e",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)
"""
Encodings of no point (RFC 9496, appendix A.2), one for each reason: not reduced,
negative, not on the curve, a negative product of coordinates, and y = 0.
"""

MULTIPLES = {
    2: "6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
    15: "e0c418f7c8d9c4cdd7395b93ea124f3ad99021bb681dfc3302a9d99a2e53e64e",
}
"""Known multiples of the base point (RFC 9496, appendix A.1)."""


FIRST_GENERATOR = "8a059cf7560dbb9d3f8f6849345198a8691691d6156ebcaad0c4a354395d6947"
"""H_0 (docs/PROTOCOL.md, The group)."""


class UnusableLibrary(ImportError):
    """There is no library for the group, or it calculates wrongly."""


def check(group: Group) -> None:
    """
    Check that *group* is ristretto255.

    Raises:
        UnusableLibrary: it accepts an encoding of no point, or calculates wrongly.
    """
    if not _is_right(group):
        raise UnusableLibrary(
            Sentence(
                "{library} gives wrong results in the cryptography of sealed cards; "
                "install rbcl 1.1.2 or newer",
                library=group.name,
            )
        )


def _is_right(group: Group) -> bool:
    uses: tuple[Callable[[Point], object], ...] = (
        group.read_point,
        lambda it: group.multiply(3, it),
        lambda it: group.combine_public(0, [(3, it)]),
    )
    taken = any(_accepts(use, it) for it in INVALID for use in uses)
    made = {k: group.multiply_base(k).hex() for k in MULTIPLES}
    combined = group.combine_public(1, [(7, group.add(BASE, BASE))]).hex()
    right = MULTIPLES, MULTIPLES[15], FIRST_GENERATOR
    return not taken and right == (made, combined, group.generator(0).hex())


def _accepts(use: Callable[[Point], object], data: bytes) -> bool:
    try:
        use(Point(data))
    except BadEncoding:
        return False
    return True


def load() -> Sodium:
    """
    Return libsodium's group after checking it; from now on, it verifies signatures.

    Raises:
        UnusableLibrary: PyNaCl is missing, or a libsodium with ristretto255.
    """
    try:
        from sealed_wonders.net.sealed.sodium import Sodium, compiled, verify

        group = Sodium(combine=compiled())
    except ImportError as error:
        raise UnusableLibrary(
            Sentence(
                "sealed cards need PyNaCl and rbcl, which can't be loaded: {why}",
                why=sentence_of(error),
            )
        ) from None
    if group.has_compiled_sum and not _is_right(group):
        group = Sodium()  # for what was compiled may be all that is wrong
    check(group)
    identity.quicken(verify)
    return group


@functools.cache
def loaded() -> Sodium:
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

    def __getattr__(self, name: str) -> Any:
        return getattr(loaded(), name)


GROUP = cast(Group, _LazyGroup())
"""Default group for all calculations."""
