"""The text of cards and hands in playthroughs and transcripts, and back."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.catalog import catalog
from tests.support.cardtext import card_text, hand_text, parse_card


@pytest.mark.parametrize(
    "expansions", [(), ("leaders",), ("edifice",), ("leaders", "edifice")]
)
def test_every_card_can_be_written_and_read(expansions: tuple[str, ...]) -> None:
    """A number behind the id says which copy, where there are several."""
    cards = catalog(expansions)
    texts = [card_text(cards, card) for card in range(len(cards.cards))]
    assert len(set(texts)) == len(texts)
    assert list(range(len(texts))) == [parse_card(cards, word) for word in texts]
    assert {"altar/1", "altar/2", "mine", "babylon", "workers_guild"} <= set(texts)
    assert ("nero" in texts, "outpost" in texts) == (
        "leaders" in expansions,
        "edifice" in expansions,
    )


@pytest.mark.parametrize(
    "word",
    [
        "",
        "altars",
        "altar",
        "altar/0",
        "altar/3",
        "altar/01",
        "altar/1/1",
        "mine/1",
        "?",
    ],
)
def test_other_words_are_no_cards(word: str) -> None:
    """An id alone names no physical card where there are several."""
    with pytest.raises(ValueError, match="not a card: "):
        parse_card(catalog(), word)


def test_a_hand_is_written_by_card_numbers() -> None:
    """Not by slots: those mean nothing; cards not known come last."""
    altar, mine = parse_card(catalog(), "altar/2"), parse_card(catalog(), "mine")
    faces = {9: altar, 5: mine, 7: parse_card(catalog(), "altar/1")}
    assert "mine altar/1 altar/2 ? ?" == hand_text(catalog(), (9, 1, 7, 2, 5), faces)
    assert "" == hand_text(catalog(), (), faces)
