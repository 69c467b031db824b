"""The rows below a hand: the card at the cursor in words, and what it is worth."""

from __future__ import annotations

import pytest

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import Row, measure, row, text_of
from sealed_wonders.client.terminal.wonders.screens import below
from sealed_wonders.client.terminal.wonders.screens.hand import Hand
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.net.words import use
from tests.client.terminal.wonders.screens.test_cities import around, built

WORTH = {
    "altar": "",
    "tavern": "",
    "barracks": "",
    "caravansery": "",
    "vineyard": "now +3¤",
    "haven": "now +1¤ +1★",
    "bazaar": "",
    "library": "now +3★",
    "school": "now +3★",
    "laboratory": "now +8★",
    "scientists_guild": "now +8★",
    "philosophers_guild": "now +2★",
    "decorators_guild": "",
}
"""Present worth of cards in a city with a tablet and a compass, beside one with a gear."""


def test_gains_that_depend_on_the_cities_are_calculated() -> None:
    """
    They are those of the present cities. A row of the hand shows the part that comes
    from the neighbours.
    """
    mine = built("lumber_yard scriptorium apothecary")
    near = built("clay_pool workshop")
    ring, cards = around(mine, near, near), everything().buildings_by_id
    assert {
        card: text_of([below.worth_now(ring, cards[card])]) for card in WORTH
    } == WORTH
    near = built("clay_pool loom_1")
    ring = around(built("lumber_yard"), near, near)
    for card, now in (
        ("vineyard", "now +3¤"),
        ("haven", ""),
        ("bazaar", "now +4¤"),
        ("philosophers_guild", "now 0"),  # it counts nothing yet
        ("barracks", ""),
    ):
        assert now == text_of([below.from_neighbours(ring, cards[card])])


OFFERS = row("b build ✓ own goods    w stage 2 ✗ missing S    s sell 3¤")
"""The usual row with the uses of a card."""


def two_rows(card: str, second: Row = OFFERS, width: int = 79) -> list[str]:
    """Return the rows below a hand with the cursor at this card."""
    mine, near = built("lumber_yard tavern"), built("clay_pool workshop")
    building = everything().buildings_by_id[card]
    one = CardItem(1, "", (), "", (), face=building)
    ring = around(mine, near, near)
    rows = below.two_rows(Hand((one,)), one, ring, second, width)
    return text_of(rows).split("\n")


def test_a_whole_sentence_takes_precedence_over_chains_and_worth() -> None:
    """The worth moves to the other row, or is left out if neither row has room."""
    said = "For each brown card you have: 1 coin right away and 1 point at the end."
    assert f"now +1¤ +1★  ∞← Forum  {said}" == two_rows("haven", width=120)[0]
    assert f"now +1¤ +1★  {said}" == two_rows("haven", width=90)[0]
    offers = text_of([OFFERS])
    assert [said, f"now +1¤ +1★    {offers}"] == two_rows("haven")
    full = row("x" * 79)
    assert [said, text_of([full])] == two_rows("haven", full)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_sentence_about_a_base_card_is_cut(language: str) -> None:
    """This holds for the smallest terminal."""
    use(language)
    for building in everything().buildings:
        if not building.id.startswith("_"):
            assert two_rows(building.id, ())[0].endswith(
                text.sentence(describe.effects(building.effects))
            )
            assert measure(two_rows(building.id, ())[0]) <= 79
