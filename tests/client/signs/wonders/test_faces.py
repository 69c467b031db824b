"""Cards, stages and prices, written with a few signs."""

from __future__ import annotations

import pytest

from sealed_wonders.client.signs.draw import Row, measure, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols, good
from sealed_wonders.client.signs.wonders import faces, quotes
from sealed_wonders.client.signs.wonders.quotes import Payees
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.choices import (
    BUILT,
    BY_CHAIN,
    BY_POWER,
    COMPLETE,
    FREE,
    MISSING,
    Quote,
)
from sealed_wonders.core.wonders.goods import GOODS, pack
from sealed_wonders.core.wonders.kinds import KINDS
from sealed_wonders.core.wonders.model import Building, Edifice, Leader
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.net import words
from tests.support.wonders import all_effects

PAYEES = Payees("bob", "cleo")


def card(name: str) -> Building:
    return everything().buildings_by_id[name]


def signs(row: Row) -> str:
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
        ("study", "WLP", "✱"),
        ("palace", "WSOCGLP", "8★"),
        ("shipowners_guild", "WWWGP", "1★ per ▬◫◆"),
        ("builders_guild", "SSSCCG", "1★ per stage ←↓→"),
        ("scientists_guild", "WWOOP", "any ▤/✱/△"),
        ("decorators_guild", "SOOL", "7★ if wonder done"),
    ],
)
def test_a_card_is_written_in_signs(name: str, cost: str, does: str) -> None:
    one = card(name)
    assert cost == signs(faces.cost(one.goods, one.bank, UNICODE))
    assert does == signs(faces.effects(one.effects, UNICODE))


def test_a_chain_names_the_cards_at_its_other_end() -> None:
    library = card("library")
    assert "∞← Scriptorium" == signs(faces.free_with(library, UNICODE))
    assert "∞→ Senate, University" == signs(faces.frees(library, UNICODE))
    assert "" == signs(faces.free_with(card("altar"), UNICODE))


@pytest.mark.parametrize(
    ("board", "side", "stage", "drawn"),
    [
        ("carthage", "day", 1, "+7¤ 2★ │ † 2★"),
        ("carthage", "night", 1, "1 from discard │ any ▤/✱/△"),
        ("halikarnassos", "night", 0, "2★ · 1 from discard"),
        ("olympia", "night", 1, "3★ · turn 6 card free"),
        ("rhodos", "night", 0, "3★ +3¤ †"),
        ("babylon", "night", 0, "7th card too"),
    ],
)
def test_a_stage_is_written_in_signs(
    board: str, side: str, stage: int, drawn: str
) -> None:
    one = everything().boards_by_id[board].sides[side].stages[stage]
    assert drawn == signs(faces.stage_effect(one, UNICODE))


def test_a_built_half_of_a_split_stage_is_written_alone() -> None:
    stage = everything().boards_by_id["carthage"].sides["day"].stages[1]
    assert "+7¤ 2★" == signs(faces.stage_effect(stage, UNICODE, "left"))
    assert "† 2★" == signs(faces.stage_effect(stage, UNICODE, "right"))


@pytest.mark.parametrize(
    ("quote", "drawn"),
    [
        (FREE, "✓ own goods"),
        (BY_CHAIN, "✓ ∞ chain"),
        (BY_POWER, "✓ ∞ wonder"),
        (Quote(None, (Split(2, 0, 1),)), "✓ 2¤ ← bob 1¤ bank"),
        (Quote(None, (Split(0, 4, 0),)), "✓ 4¤ → cleo"),
        (Quote(None, (Split(2, 0, 0), Split(0, 1, 0))), "✓ 1¤ 2 ways"),
        (Quote(None, (Split(2, 0, 0),), power=True), "✓ ∞ once/age or 2¤ ← bob"),
        (MISSING._replace(power=True), "✓ ∞ wonder, once/age"),
        (Quote(Refusal.TOO_FEW_COINS, least=7), "✗ costs 7¤"),
        (MISSING, "✗ lacks resources"),
        (MISSING._replace(lacking=pack({"clay": 1, "glass": 2})), "✗ missing CGG"),
        (BUILT, "✗ built"),
        (COMPLETE, "✗ complete"),
    ],
)
def test_a_price_names_the_payees_or_the_obstacle(quote: Quote, drawn: str) -> None:
    assert drawn == signs(quotes.price(quote, PAYEES, UNICODE))


def test_a_price_names_the_card_that_makes_it_free() -> None:
    drawn = quotes.price(BY_CHAIN, PAYEES, UNICODE, by="Workshop")
    assert "✓ ∞ Workshop" == signs(drawn)


def test_a_card_without_costs_is_written_as_free() -> None:
    assert "✓ free" == signs(quotes.price(FREE, PAYEES, UNICODE, goods=0))


@pytest.mark.parametrize(
    ("name", "cost", "does"),
    [
        ("maecenas", "1¤", "♛ free"),
        ("imhotep", "3¤", "-1 good per stage"),
        ("archimedes", "4¤", "-1 good per ♣"),
        ("ramses", "5¤", "◆ free"),
        ("xenophon", "2¤", "+2¤ per new ●"),
        ("vitruvius", "1¤", "+2¤ per new ∞"),
        ("nero", "1¤", "+2¤ per new ★†"),
        ("bilkis", "4¤", "any goods 1¤ bank"),
        ("hatshepsut", "2¤", "+1¤ if you buy ←→"),
        ("berenice", "2¤", "1 more coin a turn"),
        ("caesar", "5¤", "††"),
        ("alexander", "3¤", "1★ per ★†"),
        ("justinian", "3¤", "3★ per ■+▲+♣"),
        ("plato", "4¤", "7★ per set of 7 colours"),
        ("aristotle", "3¤", "+3★ per ▤✱△"),
        ("midas", "3¤", "1★ per 3¤"),
        ("makeda", "1/2/3¤", "5★ if most ¤"),
        ("cynisca", "1/2/3¤", "6★ if no -1★†"),
        ("gorgo", "5¤", "★† per equal pair"),
        ("agrippina", "1¤", "7★ if only ♛"),
        ("nitocris", "1/2/3¤", "+1/3/5★†"),
        ("telesilla", "3¤", "no more -1★† · others lose ★†"),
        ("tomyris", "4¤", "-1★† to winner"),
        ("aganice", "1/2/3¤", "swap 1 ▤/✱/△"),
        ("enheduanna", "4¤", "+1 of most ▤/✱/△"),
        ("military_school", "5¤", "+5★† · no more -1★†"),
        ("archives", "5¤", "1★ per colour"),
        ("agora", "6¤", "best ◆ twice"),
    ],
)
def test_a_leader_or_an_edifice_is_written_in_signs(
    name: str, cost: str, does: str
) -> None:
    one = everything().by_id[name]
    assert isinstance(one, Leader | Edifice)
    assert cost == signs(faces.price(one, UNICODE))
    assert does == signs(faces.does(one, UNICODE))


def test_a_price_by_age_is_a_single_number_within_an_age() -> None:
    nitocris = everything().leaders_by_id["nitocris"]
    assert "2¤" == signs(faces.price(nitocris, UNICODE, age=2))


@pytest.mark.parametrize(
    ("edifice", "drawn"),
    [("outpost", "-1 ▲"), ("gold_reserves", "-9¤"), ("concentric_castle", "-2 ★†")],
)
def test_a_penalty_is_written_in_signs(edifice: str, drawn: str) -> None:
    one = everything().edifices_by_id[edifice]
    assert drawn == signs(faces.penalty(one.penalty, UNICODE))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_effect_has_its_own_signs(kind: str) -> None:
    """There is no room for whole sentences."""
    [one, *_] = [it for it in all_effects() if it.kind == kind]
    drawn = signs(faces.effect(one, UNICODE))
    assert drawn
    assert measure(faces.effect(one, UNICODE)) <= 18
    assert drawn != describe.effect(one)


@pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=lambda one: one.name)
def test_every_card_and_board_can_be_drawn(symbols: Symbols) -> None:
    rows = []
    for one in everything().buildings:
        rows += [
            faces.title(one, symbols),
            faces.effects(one.effects, symbols),
            faces.free_with(one, symbols),
            faces.frees(one, symbols),
        ]
        assert measure(faces.effects(one.effects, symbols)) <= 18
        assert measure(faces.cost(one.goods, one.bank, symbols)) <= 7
    cards: list[faces.Card] = [*everything().leaders, *everything().edifices]
    for card in cards:
        rows += [faces.title(card, symbols), faces.does(card, symbols)]
        rows.append(faces.price(card, symbols))
    rows += [faces.penalty(it.penalty, symbols) for it in everything().edifices]
    for board in everything().boards:
        for side in board.sides.values():
            rows.append(faces.effect(side.start, symbols))
            rows += [faces.stage_effect(stage, symbols) for stage in side.stages]
    drawn = text_of(rows)
    if symbols is ASCII:
        assert drawn.isascii()
    assert all(measure(line) == len(line) for line in drawn.split("\n"))


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("symbols", [UNICODE, ASCII], ids=lambda one: one.name)
def test_no_two_things_share_a_sign(symbols: Symbols, language: str) -> None:
    """A number can precede any of them on the same line: 2 of glass, or 2 gears."""
    words.use(language)
    letters = [good(name) for name in GOODS]
    assert all(measure(letter) == 1 for letter in letters)
    signs = [*letters, *symbols.science.values(), *symbols.colours]
    signs += [symbols.coin, symbols.shield, symbols.point]
    signs += [symbols.leader, symbols.buried, symbols.edifice, symbols.pawn]
    assert len(set(signs)) == len(signs)
    with pytest.raises(ValueError, match="no such good"):
        good("gold")
