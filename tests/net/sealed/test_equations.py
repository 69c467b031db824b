"""One sum for many equations: it is right if all of them are, and wrong if any isn't."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.net.sealed import equations
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.equations import Equation, hold
from sealed_wonders.net.sealed.group import Group
from sealed_wonders.net.sealed.scalars import weights_of
from tests.support.crypto import SODIUM, each_group

A, B = (SODIUM.multiply_base(k) for k in (5, 7))

RIGHT = [
    Equation(35, ((-7, A),)),
    Equation(0, ((7, A), (-5, B))),
    Equation(-12, ((1, A), (1, B))),
    Equation(0, ()),
]
WRONG = Equation(1, ((-7, A), (5, B)))
"""It is one too much."""


@each_group
def test_what_is_right_holds(group: Group) -> None:
    assert hold(RIGHT, group=group)
    assert hold((), group=group)


@each_group
@pytest.mark.parametrize("at", range(len(RIGHT) + 1))
def test_one_wrong_equation_is_enough(group: Group, at: int) -> None:
    assert not hold([*RIGHT[:at], WRONG, *RIGHT[at:]], group=group)


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
