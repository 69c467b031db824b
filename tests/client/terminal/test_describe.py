"""Cards, boards and prices in words."""

from __future__ import annotations

import pytest

from sealed_wonders.client.terminal import describe, text
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.effects import Effect
from sealed_wonders.core.wonders.kinds import KINDS, effect
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.scoring import LINES
from tests.support.wonders import building

EFFECTS: tuple[tuple[dict[str, object], str], ...] = (
    (
        {"kind": "produce", "resources": {"wood": 1, "ore": 2}, "tradable": True},
        "makes 1 wood, 2 ore",
    ),
    (
        {"kind": "produce", "resources": {"loom": 1}, "tradable": False},
        "makes 1 loom, not for sale",
    ),
    (
        {"kind": "produce_choice", "resources": ["wood", "clay"], "tradable": True},
        "makes 1 wood or clay",
    ),
    (
        {"kind": "produce_choice", "resources": list(GOODS[4:]), "tradable": False},
        "makes 1 glass, loom or papyrus, not for sale",
    ),
    (
        {
            "kind": "trade_price",
            "price": 1,
            "resources": list(GOODS[:4]),
            "neighbours": ["left"],
        },
        "brown goods cost 1 coin from the left",
    ),
    (
        {
            "kind": "trade_price",
            "price": 1,
            "resources": list(GOODS[4:]),
            "neighbours": ["left", "right"],
        },
        "grey goods cost 1 coin from the left and the right",
    ),
    (
        {
            "kind": "trade_price",
            "price": 2,
            "resources": ["ore", "glass"],
            "neighbours": ["right"],
        },
        "ore and glass cost 2 coins from the right",
    ),
    ({"kind": "shields", "amount": 1}, "1 shield"),
    ({"kind": "shields", "amount": 3}, "3 shields"),
    ({"kind": "science", "symbol": "compass"}, "science: compass"),
    ({"kind": "science", "symbol": "any"}, text.any_symbol()),
    ({"kind": "coins", "amount": 5}, "5 coins at once"),
    (
        {"kind": "coins_per", "amount": 1, "of": ["brown"], "scope": "self"},
        "1 coin at once for each brown card you have",
    ),
    (
        {
            "kind": "coins_per",
            "amount": 3,
            "of": ["wonder_stage"],
            "scope": "self_and_neighbours",
        },
        "3 coins at once for each wonder stage you and your neighbours have",
    ),
    ({"kind": "vp", "amount": 1}, "1 point"),
    (
        {
            "kind": "vp_per",
            "amount": 1,
            "of": ["brown", "grey", "purple"],
            "scope": "neighbours",
        },
        "1 point for each brown, grey or purple card your neighbours have",
    ),
    (
        {
            "kind": "vp_per",
            "amount": 2,
            "of": ["red", "wonder_stage"],
            "scope": "self",
        },
        "2 points for each red card or wonder stage you have",
    ),
    (
        {"kind": "vp_if_wonder_complete", "amount": 7},
        "7 points if your wonder is complete",
    ),
    (
        {"kind": "build_one_from_discard_free", "order": 1},
        "build one card from the discard, free",
    ),
    *[
        (dict[str, object](kind=kind), words)
        for kind, words in text.POWERS.items()
        if "_card_of_each_" in kind
    ],
)


@pytest.mark.parametrize(("record", "words"), EFFECTS)
def test_an_effect_in_words(record: dict[str, object], words: str) -> None:
    """Each kind of effect is a phrase made of its data."""
    assert words == describe.effect(effect(record))


def test_every_kind_of_effect_has_words() -> None:
    """A kind that is added needs a phrase, and a line in this test."""
    assert set(KINDS) == {str(record["kind"]) for record, _ in EFFECTS}


def test_an_effect_without_words_is_still_said() -> None:
    """A kind nobody has put into words shows at least its name."""

    class Surprise(Effect):
        kind = "some_new_power"

    assert "some new power" == describe.effect(Surprise())


@pytest.mark.parametrize(
    ("card", "facts"),
    [
        ("altar", ("costs nothing", "3 points", "later free: Pantheon")),
        ("sawmill", ("costs 1 coin", "makes 2 wood")),
        (
            "forum",
            (
                "costs 2 clay",
                "makes 1 glass, loom or papyrus, not for sale",
                "free with East Trading Post or West Trading Post",
                "later free: Haven",
            ),
        ),
        (
            "haven",
            (
                "costs 1 wood, 1 ore, 1 loom",
                "1 coin at once and 1 point for each brown card you have",
                "free with Forum",
            ),
        ),
    ],
)
def test_a_card_in_words(card: str, facts: tuple[str, ...]) -> None:
    """Cost, effects, what makes it free and what it makes free."""
    assert facts == describe.facts(building(card))


def test_all_cards_and_boards_have_words() -> None:
    """Nothing is left of the data's own words, and no line is endless."""
    cards = [
        text.card(describe.name(card), card.colour, describe.facts(card))
        for card in catalog().buildings
    ]
    boards = [
        line
        for board in catalog().boards
        for side in board.sides.values()
        for line in (*describe.stages(side), describe.effect(side.start))
    ]
    for line in cards + boards:
        assert "_" not in line
        assert 200 > len(line)


def test_both_halves_of_a_stage_are_said() -> None:
    """Whoever may choose hears what there is to choose."""
    stage = catalog().boards_by_id["carthage"].sides["night"].stages[0]
    assert (
        "left half 7 coins at once, 4 points; or right half 2 shields"
        == describe.stage_effect(stage)
    )
    assert "3 ore, 1 papyrus" == describe.stage_cost(stage)


def test_every_refusal_is_a_sentence() -> None:
    """Whatever the rules refuse, a person hears why."""
    assert set(Refusal) == set(text.REFUSALS)
    for refusal in Refusal:
        assert text.not_now(refusal).endswith(".")


def test_every_line_of_the_sheet_has_a_name() -> None:
    """Scores are read with words of this language."""
    for line in LINES:
        assert text.score_line(line).isalpha()


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (text.listing([]), ""),
        (text.listing(["a"]), "a"),
        (text.listing(["a", "b", "c"], "or"), "a, b or c"),
        (text.coins(1), "1 coin"),
        (text.points(-1), "minus 1 point"),
        (text.shields(0), "0 shields"),
        (text.duration(0), "0 seconds"),
        (text.duration(61), "1 minute 1 second"),
        (text.duration(120), "2 minutes"),
        (text.wins(None), "You win."),
        (text.wins("bob"), "bob wins."),
        (
            text.paid([(0, "bob"), (2, None)], 1),
            ", paying 2 coins to you and 1 coin to the bank",
        ),
        (text.paid([(0, "bob"), (0, None)], 0), ""),
    ],
)
def test_small_words(said: str, words: str) -> None:
    """Numbers, lists and persons are spoken as people speak."""
    assert words == said
