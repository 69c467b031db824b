"""Cards, boards and prices in words."""

from __future__ import annotations

import tomllib

import pytest

from sealed_wonders.client.words import scoresheet, text
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.client.words.wonders.narrate import say_paid
from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.kinds import KINDS, effect
from sealed_wonders.core.wonders.scoring import CATEGORIES
from tests.support.wonders import building, edifice, leader

WORDS = """
kind = "produce", resources = {wood = 1, ore = 2}, tradable = true
    makes 1 wood, 2 ore
kind = "produce", resources = {loom = 1}, tradable = false
    makes 1 loom (not for sale)
kind = "produce_choice", resources = ["wood", "clay"], tradable = true
    makes 1 wood or clay
kind = "produce_choice", resources = ["glass", "loom", "papyrus"], tradable = false
    makes 1 glass, loom or papyrus (not for sale)
kind = "trade_price", price = 1, resources = ["wood", "stone", "ore", "clay"], neighbours = ["left"]
    brown resources cost 1 coin from the left
kind = "trade_price", price = 1, resources = ["glass", "loom", "papyrus"], neighbours = ["left", "right"]
    grey resources cost 1 coin from the left and the right
kind = "trade_price", price = 2, resources = ["ore", "glass"], neighbours = ["right"]
    ore and glass cost 2 coins from the right
kind = "shields", amount = 1
    1 shield
kind = "shields", amount = 3
    3 shields
kind = "science", symbol = "compass"
    science: compass
kind = "science", symbol = "any"
    science: a symbol of your choice at the end
kind = "coins", amount = 5
    5 coins right away
kind = "coins_per", amount = 1, of = ["brown"], scope = "self"
    1 coin right away for each brown card you have
kind = "coins_per", amount = 3, of = ["wonder_stage"], scope = "self_and_neighbours"
    3 coins right away for each wonder stage you and your neighbours have
kind = "vp", amount = 1
    1 point
kind = "vp_per", amount = 1, of = ["brown", "grey", "purple"], scope = "neighbours"
    1 point for each brown, grey or purple card your neighbours have
kind = "vp_per", amount = 2, of = ["red", "wonder_stage"], scope = "self"
    2 points for each red card or wonder stage you have
kind = "vp_if_wonder_complete", amount = 7
    7 points if your wonder is complete
kind = "one_card_of_each_age_free"
    once per age, you may build a card for free
kind = "copy_neighbour_guild"
    at the end, copies whichever of your neighbours' purple cards is worth most to you, but doesn't count as a purple card
kind = "build_one_from_discard_free", order = 1
    build one card from the discard pile for free
kind = "vp_per", amount = 1, of = ["victory_token"], scope = "self"
    1 point for each victory token you have
kind = "vp_per", amount = 1, of = ["colour"], scope = "self"
    1 point for each card colour you have
kind = "vp_per_set", of = ["blue", "red", "green"], amount = 3
    3 points for each set of 3 cards: blue, red and green
kind = "vp_per_set", of = ["brown", "grey", "blue", "yellow", "red", "green", "purple"], amount = 7
    7 points for each set of seven cards, one of each colour
kind = "gain_victory_token", value = 0
    a victory token of the current age right away
kind = "gain_victory_token", value = 5
    a victory token worth 5 points right away
kind = "discard_own_defeat_tokens"
    discard all your defeat tokens
kind = "recruit_leaders_free"
    your leaders cost nothing
kind = "leader_cost_reduction", own = 2, neighbours = 1
    your leaders cost 2 coins less, and your neighbours' leaders 1 coin less
kind = "leader_cost_reduction", own = 1, neighbours = 0
    your leaders cost 1 coin less
kind = "resource_discount", on = "wonder_stage", amount = 1
    wonder stages cost 1 resource less (your choice)
kind = "resource_discount", on = "red", amount = 2
    red cards cost 2 resources less (your choice)
kind = "build_colour_free", colour = "purple"
    purple cards cost you nothing
kind = "coins_on_build", colour = "yellow", amount = 2
    2 coins each time you build a yellow card
kind = "coins_on_chain_build", amount = 2
    2 coins each time you build a card for free through a chain
kind = "coins_on_victory_token", amount = 2
    2 coins for each victory token you gain
kind = "coins_on_purchase", amount = 1
    1 coin for each neighbour you buy from, every turn
kind = "coin_on_bank_gain"
    once a turn, 1 extra coin when you get coins from the bank
kind = "buy_from_bank", price = 1, resources = ["wood", "stone", "ore", "clay", "glass", "loom", "papyrus"]
    once a turn, you can buy 1 resource of any kind from the bank for 1 coin
kind = "buy_from_bank", price = 2, resources = ["ore", "glass"]
    once a turn, you can buy 1 ore or glass from the bank for 2 coins
kind = "others_discard_victory_token"
    every other player loses a victory token
kind = "deflect_defeat_tokens"
    if you lose a conflict, the neighbour who won gets your defeat token
kind = "science_replace", count = 1
    1 of your science symbols may count as a different one
kind = "science_extra_of_most", count = 1
    science: 1 more symbol of the kind you have the most of
kind = "vp_per_science_set", amount = 3
    3 points more for each set of three different science symbols
kind = "vp_per_coins", coins_each = 3, amount = 1
    1 point for each 3 coins you have at the end
kind = "vp_if_more_than_each_neighbour", of = ["green"], amount = 5
    5 points if you have more green cards than either neighbour
kind = "vp_if_more_than_each_neighbour", of = ["coin"], amount = 5
    5 points if you have more coins than either neighbour
kind = "vp_if_no_defeat_token", amount = 6
    6 points if you have no defeat tokens
kind = "vp_per_pair_of_victory_tokens"
    for each pair of identical victory tokens, the points of one of them
kind = "vp_if_only_leader", amount = 7
    7 points if this is your only face-up leader
kind = "draw_leaders_from_box", count = 4
    you draw 4 leaders from the box
kind = "recruit_extra_leader"
    you may recruit one more leader at the end of the turn by paying its cost
kind = "bury_recruited_leader"
    one of your leaders is turned face down, no longer has any effect, and is worth twice its cost in points
kind = "apply_own_purple_card_again"
    your best purple card counts a second time
kind = "take_pawn_from_box", age = 0
    a pawn for an edifice of your choice, from the box
kind = "take_pawn_from_box", age = 2
    a pawn for the age 2 edifice, from the box
kind = "play_last_card_of_each_age"
    you may also play your last card of each age
kind = "first_card_of_each_colour_free"
    a building is free if your city has none of its colour yet
kind = "first_card_of_each_age_free"
    the card you build on turn 1 of an age is free
kind = "last_card_of_each_age_free"
    the card you build on turn 6 of an age is free
"""

LINES = WORDS.strip("\n").split("\n")

EFFECTS = [
    (tomllib.loads(f"it = {{{record}}}")["it"], words.strip())
    for record, words in zip(LINES[::2], LINES[1::2], strict=True)
]
"""Effects as in the data, each with its description."""


@pytest.mark.parametrize(("record", "words"), EFFECTS, ids=LINES[::2])
def test_an_effect_is_described(record: dict[str, object], words: str) -> None:
    """Each kind of effect is a phrase made from its data."""
    assert words == describe.effect(effect(record))


def test_every_kind_of_effect_has_a_description() -> None:
    """A new kind needs a phrase, and a line in this file."""
    assert set(KINDS) == {str(record["kind"]) for record, _ in EFFECTS}


@pytest.mark.parametrize(
    ("card", "facts"),
    [
        ("altar", ("costs nothing", "3 points", "lets you build for free: Pantheon")),
        ("sawmill", ("costs 1 coin", "makes 2 wood")),
        (
            "forum",
            (
                "costs 2 clay",
                "makes 1 glass, loom or papyrus (not for sale)",
                "free with East Trading Post or West Trading Post",
                "lets you build for free: Haven",
            ),
        ),
        (
            "haven",
            (
                "costs 1 wood, 1 ore, 1 loom",
                "for each brown card you have: 1 coin right away and 1 point at the end",
                "free with Forum",
            ),
        ),
    ],
)
def test_a_card_is_described(card: str, facts: tuple[str, ...]) -> None:
    """The description has its cost, its effects, and its chains in both directions."""
    assert facts == describe.facts(building(card))


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("nero", ("costs 1 coin", "2 coins for each victory token you gain")),
        (
            "nitocris",
            (
                "costs 1 coin in age 1, 2 in age 2, 3 in age 3",
                "a victory token of the current age right away",
            ),
        ),
        ("darius", ("costs 4 coins", "Cities, never dealt")),
    ],
)
def test_a_leader_is_described(name: str, facts: tuple[str, ...]) -> None:
    """The description has its cost and effects, and says if it is never dealt."""
    assert facts == describe.leader(leader(name))


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (
            "curtain_wall",
            (
                "Curtain Wall, age 1 edifice. To take a pawn, pay 2 coins more for a wonder stage. Reward: 1 shield. "
                "Penalty without a pawn: lose a grey card before the conflicts, or take a debt token worth minus 2 points if you can't."
            ),
        ),
        (
            "concentric_castle",
            (
                "Concentric Castle, age 3 edifice. To take a pawn, pay 5 coins more for a wonder stage. Reward: 2 "
                "shields. Penalty without a pawn: lose 2 victory tokens before the conflicts, or take a debt "
                "token worth minus 5 points if you can't."
            ),
        ),
        (
            "gold_reserves",
            (
                "Gold Reserves, age 3 edifice. To take a pawn, pay 3 coins more for a wonder stage. Reward: 15 coins "
                "right away. Penalty without a pawn: lose 9 coins before the conflicts, or take a debt token worth minus 5 points if you can't."
            ),
        ),
    ],
)
def test_an_edifice_is_described(name: str, line: str) -> None:
    """
    The description has the cost of taking part, the reward, and the penalty for not
    taking part.
    """
    assert line == describe.edifice(edifice(name))


def test_all_cards_and_boards_have_short_descriptions() -> None:
    """None contains identifiers of the data."""
    cards = [
        phrases.card(describe.name(card), card.colour, describe.facts(card))
        for card in everything().buildings
    ]
    cards += [
        phrases.leader(describe.name(one), describe.leader(one))
        for one in everything().leaders
    ]
    cards += map(describe.edifice, everything().edifices)
    boards = [
        line
        for board in everything().boards
        for side in board.sides.values()
        for line in (*describe.stages(side), describe.effect(side.start))
    ]
    for line in cards + boards:
        assert "_" not in line
        assert 290 > len(line)


def test_both_halves_of_a_split_stage_are_described() -> None:
    """The player has to choose between them."""
    stage = everything().boards_by_id["carthage"].sides["night"].stages[0]
    assert (
        "left half: 7 coins right away, 4 points; or right half: 2 shields"
        == describe.stage_effect(stage)
    )
    assert "3 ore, 1 papyrus" == describe.stage_cost(stage)


def test_every_refusal_has_a_sentence() -> None:
    """The player always reads why the rules don't allow something."""
    assert set(Refusal) == set(text.REFUSALS)
    for refusal in Refusal:
        assert phrases.not_now(refusal).endswith(".")


def test_every_line_of_the_score_sheet_has_a_name() -> None:
    for line in CATEGORIES:
        assert scoresheet.line("wonders", line).isalpha()


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
            say_paid([(0, "bob"), (2, None)], 1),
            ", paying 2 coins to you and 1 coin to the bank",
        ),
        (say_paid([(0, "bob"), (0, None)], 0), ""),
    ],
)
def test_lists_numbers_and_names_are_worded_correctly(said: str, words: str) -> None:
    assert words == said
