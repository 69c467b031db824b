"""Cards, stages and prices in a few signs."""

from __future__ import annotations

import pytest

from sealed_wonders.client import words
from sealed_wonders.client.terminal import faces, quotes
from sealed_wonders.client.terminal.draw import Row, measure, text_of
from sealed_wonders.client.terminal.quotes import Payees
from sealed_wonders.client.terminal.symbols import ASCII, UNICODE, Symbols, good
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.catalog import Building, catalog
from sealed_wonders.core.wonders.choices import (
    BUILT,
    BY_CHAIN,
    BY_POWER,
    COMPLETE,
    FREE,
    MISSING,
    Quote,
)
from sealed_wonders.core.wonders.goods import GOODS
from sealed_wonders.core.wonders.trade import Split

PAYEES = Payees("bob", "cleo")


def card(name: str) -> Building:
    return catalog().buildings_by_id[name]


def says(row: Row) -> str:
    return text_of([row])


@pytest.mark.parametrize(
    ("name", "cost", "does"),
    [
        ("lumber_yard", "", "W"),
        ("tree_farm", "1¤", "W/C"),
        ("quarry", "1¤", "SS"),
        ("tavern", "", "+5¤"),
        ("east_trading_post", "", "WSOC 1¤ →"),
        ("marketplace", "", "GLP 1¤ ←→"),
        ("caravansery", "WW", "(W/S/O/C)"),
        ("bazaar", "", "+2¤ per ◫ ←↓→"),
        ("arena", "SSO", "+3¤ 1★ per stage"),
        ("circus", "SSSO", "†††"),
        ("study", "WLP", "✱ gear"),
        ("palace", "WSOCGLP", "8★"),
        ("shipowners_guild", "WWWGP", "1★ per ▬◫◆"),
        ("builders_guild", "SSSCCG", "1★ per stage ←↓→"),
        ("scientists_guild", "WWOOP", "any ▤/✱/△"),
        ("decorators_guild", "SOOL", "7★ if wonder done"),
    ],
)
def test_a_card_in_signs(name: str, cost: str, does: str) -> None:
    one = card(name)
    assert cost == says(faces.cost(one.goods, one.bank, UNICODE))
    assert does == says(faces.effects(one.effects, UNICODE))


def test_a_chain_names_the_cards_on_its_other_end() -> None:
    library = card("library")
    assert "∞← Scriptorium" == says(faces.free_with(library, UNICODE))
    assert "∞→ Senate, University" == says(faces.frees(library, UNICODE))
    assert "" == says(faces.free_with(card("altar"), UNICODE))


@pytest.mark.parametrize(
    ("board", "side", "stage", "drawn"),
    [
        ("carthage", "day", 1, "+7¤ 2★ │ † 2★"),
        ("carthage", "night", 1, "1 from discard │ any ▤/✱/△"),
        ("halikarnassos", "night", 0, "2★ · 1 from discard"),
        ("olympia", "night", 1, "3★ · turn 6 free"),
        ("rhodos", "night", 0, "3★ +3¤ †"),
        ("babylon", "night", 0, "7th card too"),
    ],
)
def test_a_stage_in_signs(board: str, side: str, stage: int, drawn: str) -> None:
    one = catalog().boards_by_id[board].sides[side].stages[stage]
    assert drawn == says(faces.stage_effect(one, UNICODE))


def test_of_a_split_stage_only_the_half_that_was_built_counts() -> None:
    stage = catalog().boards_by_id["carthage"].sides["day"].stages[1]
    assert "+7¤ 2★" == says(faces.stage_effect(stage, UNICODE, "left"))
    assert "† 2★" == says(faces.stage_effect(stage, UNICODE, "right"))


@pytest.mark.parametrize(
    ("quote", "drawn"),
    [
        (FREE, "✓ own goods"),
        (BY_CHAIN, "✓ ∞ chain"),
        (BY_POWER, "✓ ∞ wonder"),
        (Quote(None, (Split(2, 0, 1),)), "✓ 2¤ ← bob 1¤ bank"),
        (Quote(None, (Split(0, 4, 0),)), "✓ 4¤ → cleo"),
        (Quote(None, (Split(2, 0, 0), Split(0, 1, 0))), "✓ 1¤ 2 ways"),
        (Quote(Refusal.TOO_FEW_COINS, least=7), "✗ needs 7¤"),
        (MISSING, "✗ no goods"),
        (BUILT, "✗ built"),
        (COMPLETE, "✗ complete"),
    ],
)
def test_a_price_says_who_is_paid_or_why_not(quote: Quote, drawn: str) -> None:
    assert drawn == says(quotes.price(quote, PAYEES, UNICODE))


def test_what_is_free_for_everybody_says_so() -> None:
    assert "✓ free" == says(quotes.price(FREE, PAYEES, UNICODE, goods=0))


@pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=lambda one: one.name)
def test_all_there_is_can_be_drawn(symbols: Symbols) -> None:
    rows = []
    for one in catalog().buildings:
        rows += [
            faces.title(one, symbols),
            faces.effects(one.effects, symbols),
            faces.free_with(one, symbols),
            faces.frees(one, symbols),
        ]
        assert measure(faces.effects(one.effects, symbols)) <= 18
        assert measure(faces.cost(one.goods, one.bank, symbols)) <= 7
    for board in catalog().boards:
        for side in board.sides.values():
            rows += [faces.stage_effect(stage, symbols) for stage in side.stages]
    drawn = text_of(rows)
    if symbols is ASCII:
        assert drawn.isascii()
    assert all(measure(line) == len(line) for line in drawn.split("\n"))


def test_no_two_goods_share_a_letter() -> None:
    letters = [good(name) for name in GOODS]
    assert len(GOODS) == len(set(letters))
    assert all(measure(letter) == 1 for letter in letters)
    with pytest.raises(ValueError, match="no such good"):
        good("gold")


@pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=lambda one: one.name)
def test_no_two_colours_share_a_sign(symbols: Symbols) -> None:
    signs = (*symbols.colours, *symbols.science.values())
    signs += (symbols.coin, symbols.shield, symbols.point)
    assert len(signs) == len(set(signs))


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_no_good_shares_its_letter_with_science_or_with_a_colour(
    symbols: Symbols, language: str
) -> None:
    """A number stands before each of them, on one line: 2 of glass, or 2 gears."""
    words.use(language)
    signs = [*(good(name) for name in GOODS), *symbols.science.values()]
    signs += [*symbols.colours, symbols.coin, symbols.shield, symbols.point]
    assert len(set(signs)) == len(signs)
