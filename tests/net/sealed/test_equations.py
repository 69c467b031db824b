"""One sum for many equations. `test_each_place.py` tests that it finds wrong ones."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.net.sealed import equations
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


@each_group
def test_valid_equations_hold(group: Group) -> None:
    assert hold(RIGHT, group=group)
    assert hold((), group=group)


def test_weights_depend_on_the_readers_randomness_and_all_equations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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
