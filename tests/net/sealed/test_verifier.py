"""Every received point is checked before it is kept."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable

import pytest

from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed.bodies import Proven
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext
from sealed_wonders.net.sealed.equations import BadProof
from sealed_wonders.net.sealed.group import BASE, IDENTITY, POINT_SIZE, Point
from sealed_wonders.net.sealed.proofs import Transfer, prove_transfer
from sealed_wonders.net.sealed.scalars import random_scalars
from sealed_wonders.net.sealed.shuffle import POINTS
from sealed_wonders.net.sealed.sodium import Sodium
from sealed_wonders.net.sealed.statements import Handing, Passing
from sealed_wonders.net.sealed.verifier import Verifier
from tests.support.cardsharness import CHEAT, SITUATIONS, situation


class RecordingGroup(Sodium):
    """Records the points that it reads, or multiplies, which includes reading them."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[bytes] = set()

    def read_point(self, data: bytes) -> Point:
        self.seen.add(data)
        return super().read_point(data)

    def combine(self, k: int, terms: Iterable[tuple[int, Point]]) -> Point:
        terms = list(terms)
        self.seen.update(a for factor, a in terms if factor)
        return super().combine(k, terms)

    def subtract(self, a: Point, b: Point) -> Point:
        self.seen |= {a, b}
        return super().subtract(a, b)


def shuffled(after: bytes, proof: bytes) -> bytes:
    """Return the cards after a mix, and all commitments of its proof."""
    return after + proof[: POINT_SIZE * POINTS]


SAID: dict[str, Callable[..., Iterable[bytes]]] = {
    "KEY": lambda share, _, hand, __: (share, hand),
    "MIX": lambda *parts: map(shuffled, parts[::2], parts[1::2]),
    "PICK": lambda after, proof, _: (shuffled(after, proof),),
    "DEAL": lambda *parts: (pairs for pairs, _ in parts),
    "DEAL of a peek": lambda *parts: (pairs for pairs, _ in parts),
    "LOOK_X": lambda *parts: (pairs for pairs, _ in parts),
    "REVEAL": lambda _, __, ___, passed: passed[:1],
    "OPEN_SHARE": lambda *parts: parts[::2],
}
"""The parts of a body that consist of points, which are kept or proven about."""


def points(name: str, body: Body) -> set[bytes]:
    return {
        part[at : at + POINT_SIZE]
        for part in SAID.get(name, lambda *_: ())(*body)
        for at in range(0, len(part), POINT_SIZE)
    }


@pytest.mark.parametrize("name", SITUATIONS)
def test_every_point_is_read_unless_the_entry_is_known(name: str) -> None:
    """The result is the same for a known entry, of which no point is read."""
    harness, group = situation(name), RecordingGroup()
    cards, task, body = copy.copy(harness.cards), harness.task, harness.body(CHEAT)
    cards.verifier = Verifier(group)
    known = cards.check(task, CHEAT, body, is_known=True)
    assert set() == group.seen
    assert cards.check(task, CHEAT, body) == known
    assert set() != group.seen >= points(name, body)


def test_a_passed_card_must_not_be_the_identity() -> None:
    """
    Seats that know each other's secrets could otherwise prove that it is, and
    truthfully.
    """
    group = RecordingGroup()
    z, of_next, mask = random_scalars(3)
    key, to, a = map(group.multiply_base, (z, of_next, mask))
    old, points = Ciphertext(a, BASE), (a,)
    rho = z * mask * pow(of_next, -1, Q) % Q
    made = Transfer((Ciphertext(group.multiply_base(rho), IDENTITY),), (rho,))
    assert group.multiply(rho, to) == group.multiply(z, a)
    handing = Handing(b"ctx", "age", key, to, points)
    proof = prove_transfer(handing, z, made, group=group)
    stated = Passing(handing, (old,))

    with pytest.raises(BadProof, match="identity"):
        Verifier(group).passed(stated, Proven(made.given[0].a + old.b, proof))
