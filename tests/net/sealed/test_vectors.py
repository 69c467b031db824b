"""Proofs made by other code are accepted; with any bit changed, they are refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from sealed_wonders.net.log.digests import commitment
from sealed_wonders.net.sealed.bodies import Proven
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.equations import BadProof
from sealed_wonders.net.sealed.group import Group, Point, cut_points
from sealed_wonders.net.sealed.scalars import BadEncoding
from sealed_wonders.net.sealed.statements import Handing, Mixing, Unsealing
from sealed_wonders.net.sealed.verifier import Verifier
from tests.support.crypto import PURE, each_group, flips
from tests.support.thorough import is_thorough
from tests.support.vectors import vectors


class Example(NamedTuple):
    """An accepted proof: every part that is hashed or proven, as it is sent."""

    verify: Callable[[Verifier, dict[str, bytes]], None]
    parts: dict[str, bytes]


def knowledge(by: Verifier, parts: dict[str, bytes]) -> None:
    by.key(parts["ctx"], Proven(parts["Y"], parts["proof"]))


def equality(by: Verifier, parts: dict[str, bytes]) -> None:
    x, r, d = (Point(parts[name]) for name in "XRD")
    by.shared(
        Unsealing(parts["ctx"], "", x, Ciphertext(r, r)), Proven(d, parts["proof"])
    )


def transfer(by: Verifier, parts: dict[str, bytes]) -> None:
    x, t, us = Point(parts["X"]), Point(parts["T"]), cut_points(parts["U"])
    stated = Handing(parts["ctx"], "", x, t, us)
    by.handed(stated, Proven(parts["VW"], parts["proof"]))


def shuffle(by: Verifier, parts: dict[str, bytes]) -> None:
    points = cut_points(parts["E"])
    before = tuple(map(Ciphertext, points[::2], points[1::2]))
    stated = Mixing(parts["ctx"], Point(parts["Y"]), before)
    by.mixed(stated, Proven(parts["F"], parts["proof"]))


def joined(value: Any) -> bytes:
    """Return the bytes of a hexadecimal string, or of all strings in a list."""
    if isinstance(value, str):
        return bytes.fromhex(value)
    return b"".join(map(joined, value))


VERIFY = {"pok": knowledge, "dleq": equality, "xfer": transfer, "shuffle": shuffle}


def examples() -> Iterator[Any]:
    published = vectors("sealed")
    for name, verify in VERIFY.items():
        for number, entry in enumerate(published[name]):
            if name == "xfer":  # V and W travel in turn
                entry["VW"] = list(zip(entry.pop("V"), entry.pop("W"), strict=True))
            for secret in ("secret", "permutation"):
                entry.pop(secret, None)
            yield pytest.param(
                Example(verify, {part: joined(it) for part, it in entry.items()}),
                id=f"{name}-{number}",
            )


each_example = pytest.mark.parametrize("example", list(examples()))


@each_group
@each_example
def test_published_proofs_are_accepted_but_not_with_changed_bytes(
    group: Group, example: Example
) -> None:
    """
    An independent implementation of the protocol made them.

    The changes affect context, key, cards before and after, points and scalars of the
    proof; in the slow group, one byte of every point and scalar.
    """
    example.verify(Verifier(group), example.parts)
    is_short = sum(map(len, example.parts.values())) < 1000
    all_of_it, some = (1, 9) if is_short else (7, 127)
    step = all_of_it if is_thorough() else some
    if group is PURE:
        step = 33 if is_short else 97
    for name, value in example.parts.items():
        for changed in flips(value, step):
            with pytest.raises((BadProof, BadEncoding)):
                example.verify(Verifier(group), {**example.parts, name: changed})


def test_our_commitment_matches_the_published_one() -> None:
    """A move is hidden by the commitment of the log until all seats have moved."""
    (entry,) = vectors("sealed")["commit"]
    parts = {name: bytes.fromhex(value) for name, value in entry.items()}
    assert parts["digest"] == commitment(parts["ctx"], parts["nonce"], parts["payload"])
