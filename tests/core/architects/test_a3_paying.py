"""Payments for stages of Architects (RULES.md, A3.2, A4.3)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement, product

import pytest

from sealed_wonders.core.architects.events import Built
from sealed_wonders.core.architects.paying import paid, payments, ways
from tests import independent_city
from tests.independent_city import coloured
from tests.support.architects import Table, city
from tests.support.thorough import every, only


@pytest.mark.parametrize(
    ("engineering", "economy"),
    only(
        [(False, False), (True, True)],
        product([False, True], [False, True]),
    ),
)
@pytest.mark.parametrize("stage", range(1, 6))
def test_payments_waste_no_coin(stage: int, engineering: bool, economy: bool) -> None:
    """For many combinations of cards, with and without tokens (A3.2, A4.3)."""
    by_hand, several = independent_city.City("giza"), 0
    by_hand.built = [*range(1, stage)]
    by_hand.tokens = ["engineering"] * engineering + ["economy"] * economy
    kinds = [*coloured("grey"), "coin"]
    printed = by_hand.wonder["stages"][stage - 1]
    cost, same = printed["cost"], printed["of"] == "identical"
    chance = random.Random(stage)
    for counts in every(2, [*combinations_with_replacement(range(4), 5)]):
        for coins in every(2, range(5)):
            has = tuple(chance.sample(counts, 5))
            by_hand.cards = Counter(dict(zip(kinds, (*has, coins), strict=True)))
            payments = ways(has, coins, cost, same, engineering, economy)
            assert by_hand.builds(()) == {
                f"build {stage} {'+'.join(kind.id for kind in paid(it))}": [
                    *["engineering"] * it.any_resources,
                    *["economy"] * it.double_coin,
                ]
                for it in payments
            }
            several += len(payments) > 1
    assert several > 20


def test_a_payment_uses_the_lowest_number_of_each_kind() -> None:
    """A move names kinds of cards, not single cards (A3.2)."""
    table = Table("giza: wood wood wood stone clay, rhodes", at="act")
    woods = table.state.cities[0].cards[0]
    table.choose("build 1 wood+stone")
    (built, *_) = table.happened(Built)
    assert built.cards == (min(woods), built.cards[1])
    assert "wood stone" == table.ids(built.cards)


def test_both_tokens_can_pay_for_one_stage() -> None:
    """Any resource, and a coin that counts twice (A4.3)."""
    tokens = "engineering economy"
    table = Table(
        city("giza", "wood wood coin", built="1 2 3 4", tokens=tokens),
        "rhodes",
        at="act",
    )
    (built,) = table.happened(Built)
    assert ("economy", "engineering") == built.by, "in the order of the catalogue"
    assert "wood wood coin" == table.ids(built.cards)
    # With a third grey card, either of them is enough.
    one = city("giza", "wood wood stone coin", built="1 2 3 4", tokens=tokens)
    laid = Table(one, "rhodes").state.cities[0]
    assert [
        ("wood+stone+coin", (False, True)),
        ("wood+wood+stone+coin", (True, False)),
    ] == [
        ("+".join(kind.id for kind in paid(it)), it[1:])
        for it in payments(laid, laid.wonder.stage(5))
    ]
