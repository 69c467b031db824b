"""The columns of a hand in a list."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sealed_wonders.client.questions.wonders.items import CardItem
from sealed_wonders.client.signs.draw import measure, piece, row, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders.quotes import Payees
from sealed_wonders.client.terminal.wonders.screens import hand
from sealed_wonders.client.terminal.wonders.screens.hand import WIDTHS, Hand, Marks
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import FREE, Quote
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.net import words

PAYEES = Payees("fred", "gina")


@pytest.fixture(params=words.LANGUAGES, autouse=True)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    """Use one language after the other."""
    words.use(request.param)
    yield request.param
    words.use(words.LANGUAGES[0])


def item(name: str, quote: Quote = FREE, copies: int = 1) -> CardItem:
    card = everything().buildings_by_id[name]
    called = describe.name(card)
    return CardItem(1, called, (), "", (), face=card, quote=quote, copies=copies)


def test_columns_keep_their_widths_if_no_card_needs_more() -> None:
    held = Hand((item("altar"), item("loom_1")))
    assert hand.as_list(held, PAYEES, 80, UNICODE).widths == WIDTHS


@pytest.mark.parametrize(("name", "gain"), [("builders_guild", 16), ("altar", 2)])
def test_the_present_gain_of_a_card_is_never_cut(name: str, gain: int) -> None:
    """Chains give way to it first, then its word "now", then what the card counts."""
    dear = Quote(None, (Split(2, 2, 0), Split(4, 0, 0), Split(0, 4, 0)))
    held = Hand((item(name, dear), item("craftsmens_guild", dear)))
    now = row(piece("now ", "dim"), piece(f"+{gain}★", "point"))
    for width in range(80, 120):
        listed = hand.as_list(held, PAYEES, width, UNICODE, (now, ()))
        [first, _other] = hand.listed(held, listed, Marks(), width, UNICODE)
        assert f"  +{gain}★ " in text_of([first]).replace("now +", "+")


def test_no_name_of_a_card_is_ever_cut() -> None:
    dear = Quote(None, (Split(12, 12, 1),))
    for card in everything().buildings:
        some = (
            item(card.id, dear, copies=2),
            item("palace", dear),
            item("library", dear),
        )
        held = Hand(some)
        listed = hand.as_list(held, PAYEES, 80, UNICODE)
        rows = hand.listed(held, listed, Marks(), 80, UNICODE)
        head = hand.heads(held, listed.widths, 80, UNICODE)
        assert {measure(one) for one in (head, *rows)} == {80}
        assert f"2 × {describe.name(card)}" in text_of([rows[0]])
