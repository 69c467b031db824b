"""
Sealed cards: what the proofs cost to make and to check, for hands and for whole decks.
"""

from __future__ import annotations

from collections.abc import Callable

from scripts.benches._measure import RUNS, at_most, best_of
from sealed_wonders.net.sealed.backend import GROUP
from sealed_wonders.net.sealed.elgamal import known, write_ciphertexts
from sealed_wonders.net.sealed.group import card_point
from sealed_wonders.net.sealed.proofs import (
    prove_equality,
    prove_knowledge,
    prove_transfer,
    transfer,
    verify_equality,
    verify_knowledge,
    verify_transfer,
)
from sealed_wonders.net.sealed.scalars import random_order
from sealed_wonders.net.sealed.shuffle import mix, prove_shuffle, verify_shuffle

DECKS = (7, 21, 35, 49)
MAKE, CHECK = 40.0, 50.0
"""Milliseconds for the largest deck: its shuffle with the proof, and the verification."""

CTX = bytes(120)
"""As long as the place of a proof in the log is."""
SECRET = 2**251 + 3**157
KEY = GROUP.multiply_base(SECRET)
OTHER = GROUP.multiply_base(3**158)


def run() -> bool:
    print(f"best of {RUNS}, by process time, {GROUP.name}; milliseconds")
    _key()
    _opening()
    for count in (1, 6, 7):
        _transfer(count)
    made = checked = 0.0
    for count in DECKS:
        made, checked = _shuffle(count)
    return all(
        (
            at_most(f"{DECKS[-1]} cards, mixed and proven", made, MAKE, "ms"),
            at_most(f"{DECKS[-1]} cards, read and verified", checked, CHECK, "ms"),
        )
    )


def _key() -> None:
    proof = prove_knowledge(CTX, SECRET, KEY)
    _line(
        "a key",
        lambda: prove_knowledge(CTX, SECRET, KEY),
        lambda: verify_knowledge(CTX, KEY, proof),
        len(proof),
    )


def _opening() -> None:
    card = mix([known(0, KEY)], KEY, (0,)).after[0]
    result = GROUP.subtract(card.b, card_point(0))
    proof = prove_equality(CTX, SECRET, KEY, card.a, result)
    _line(
        "an opening",
        lambda: prove_equality(CTX, SECRET, KEY, card.a, result),
        lambda: verify_equality(CTX, KEY, card.a, result, proof),
        len(proof),
    )


def _transfer(count: int) -> None:
    cards = [known(card, KEY) for card in range(count)]
    points = [card.a for card in mix(cards, KEY, range(count)).after]
    made = transfer(SECRET, OTHER, points)
    given = write_ciphertexts(made.given)
    proof = prove_transfer(CTX, SECRET, KEY, OTHER, points, made)

    def make() -> None:
        again = transfer(SECRET, OTHER, points)
        prove_transfer(CTX, SECRET, KEY, OTHER, points, again)

    _line(
        f"{count} handed over",
        make,
        lambda: verify_transfer(CTX, KEY, OTHER, points, given, proof),
        len(given) + len(proof),
    )


def _shuffle(count: int) -> tuple[float, float]:
    """Milliseconds to make and to check; not the first shuffle, which is easier."""
    fresh = [known(card, KEY) for card in range(count)]
    before = mix(fresh, KEY, random_order(count)).after
    mixed = mix(before, KEY, random_order(count))
    after = write_ciphertexts(mixed.after)
    proof = prove_shuffle(CTX, KEY, before, mixed)

    def make() -> None:
        prove_shuffle(CTX, KEY, before, mix(before, KEY, random_order(count)))

    return _line(
        f"{count} mixed",
        make,
        lambda: verify_shuffle(CTX, KEY, before, after, proof),
        len(after) + sum(map(len, proof)),
    )


def _line(
    what: str, make: Callable[[], object], check: Callable[[], object], size: int
) -> tuple[float, float]:
    made, checked = best_of(make) * 1000, best_of(check) * 1000
    print(f"{what:16} make {made:6.2f}   check {checked:6.2f}   {size:5} bytes")
    return made, checked
