"""One sum for many equations: it is right if all of them are, and wrong if any isn't."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.net.sealed import equations
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import write_ciphertexts
from sealed_wonders.net.sealed.equations import Equation, hold
from sealed_wonders.net.sealed.group import Group, Point
from sealed_wonders.net.sealed.scalars import random_order, weights_of
from sealed_wonders.net.sealed.shuffle import mix, prove_shuffle, read_shuffle
from tests.support.crypto import NO_POINTS, SODIUM, each_group, hand, keys
from tests.support.inprocess.chance import stream

SECRET, KEY = keys("table")
A, B = (SODIUM.multiply_base(k) for k in (5, 7))

RIGHT = [
    Equation(35, ((-7, A),)),
    Equation(0, ((7, A), (-5, B))),
    Equation(-12, ((1, A), (1, B))),
    Equation(0, ()),
]
WRONG = Equation(1, ((-7, A), (5, B)))
"""It is one too much."""


def chain() -> list[Equation]:
    """Give the equations of three mixes, each of what the one before has made."""
    before, found = hand(KEY, 3), list[Equation]()
    for number in range(3):
        ctx, chance = bytes([number]), stream(f"mix {number}")
        mixed = mix(before, KEY, random_order(3, chance), draw=chance)
        proof = prove_shuffle(ctx, KEY, before, mixed, draw=chance)
        after = write_ciphertexts(mixed.after)
        found += read_shuffle(ctx, KEY, before, after, proof)[1]
        before = mixed.after
    return found


CHAIN = chain()


@each_group
def test_what_is_right_holds(group: Group) -> None:
    assert hold(RIGHT, group=group)
    assert hold(CHAIN, group=group)
    assert hold((), group=group)


@each_group
@pytest.mark.parametrize("at", range(len(RIGHT) + 1))
def test_one_wrong_equation_is_enough(group: Group, at: int) -> None:
    assert not hold([*RIGHT[:at], WRONG, *RIGHT[at:]], group=group)


@pytest.mark.parametrize("at", range(len(CHAIN)))
def test_each_place_in_a_chain_is_looked_at(at: int) -> None:
    """A bit more of the base point on one side of one equation."""
    base, terms = CHAIN[at]
    assert not hold([*CHAIN[:at], Equation(base + 1, terms), *CHAIN[at + 1 :]])


@pytest.mark.parametrize("at", range(len(CHAIN)))
def test_every_point_in_a_chain_is_read(at: int) -> None:
    """Bytes that are none are found, whatever else is right."""
    base, terms = CHAIN[at]
    *rest, (factor, _) = terms
    bad = Equation(base, (*rest, (factor, Point(NO_POINTS[5]))))
    assert not hold([*CHAIN[:at], bad, *CHAIN[at + 1 :]])


def test_two_wrongs_do_not_make_a_right() -> None:
    """What is too much in one equation, and too little in another, isn't evened out."""
    less = Equation(-1, ((7, A), (-5, B)))
    assert SODIUM.combine(0, [*WRONG.terms, *less.terms]) == SODIUM.multiply_base(0)
    assert not hold([WRONG, less])
    assert not hold([WRONG, WRONG])


def test_weights_that_can_be_foreseen_would_be_no_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A cheat who knows them evens wrongs out, which the reader's randomness prevents."""
    forged = [WRONG, Equation(-pow(2, -1, Q), ())]
    assert not hold(forged)
    with monkeypatch.context() as known:
        known.setattr(
            equations, "weights_of", lambda tag, seed, some: [i + 1 for i in some]
        )
        assert hold(forged)
        assert not hold([Equation(0, ()), *forged])


def test_weights_depend_on_the_reader_and_on_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither the same equations nor the same randomness give the same weights."""
    seeds: list[bytes] = []

    def noted(tag: bytes, seed: bytes, some: Sequence[int]) -> list[int]:
        seeds.append(seed)
        return weights_of(tag, seed, some)

    monkeypatch.setattr(equations, "weights_of", noted)
    some = [
        [RIGHT[0]],
        [Equation(36, RIGHT[0].terms)],
        [Equation(35, ((-8, A),))],
        [Equation(35, ((-7, B),))],
        [Equation(35, ((-7, A), (0, A)))],
    ]
    for it in some:
        hold(it, draw=bytes)
    hold(some[0], draw=lambda count: b"1" * count)
    hold(some[0])
    hold(some[0])
    assert len(set(seeds)) == len(seeds) == len(some) + 3
