"""The news and the state of 7 Wonders in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.person.linecommands import seats, to_choose
from sealed_wonders.client.words import text
from sealed_wonders.client.words.games import face_of
from sealed_wonders.client.words.wonders import look, narrate, phrases
from sealed_wonders.client.words.wonders.narrate import left_over
from sealed_wonders.client.words.wonders.sight import Sight
from sealed_wonders.core.game import Sheet
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.events import FinalSheet, SeatsLeft
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES
from tests.support.menus import NAMES, told
from tests.support.wonders import Table, city


def test_a_turn_is_told_ours_first() -> None:
    """Who did what, who paid whom, and what everybody has then."""
    table = Table(
        city("gizah", built="lumber_yard"),
        city("ephesos", coins=5),
        city("rhodos", coins=4, built="well"),
        age=2,
        hands=("sawmill", "school temple", "statue"),
    )
    table.play("build sawmill bank=1", "build school right=2", "build statue")

    assert [
        "Age 2, turn 1:",
        "bob builds School, paying 2 coins to ann.",
        "You build Statue, free by chain.",
        "ann builds Sawmill, paying 1 coin to the bank.",
    ] == [told(table, 2)[i] for i in (0, 3, 1, 2)]
    assert "Coins: you 4, ann 4, bob 3." == told(table, 2)[4]
    assert "You build Sawmill, paying 1 coin to the bank." == told(table, 0)[1]
    assert "bob builds School, paying 2 coins to you." == told(table, 0)[2]


def test_what_is_face_down_is_told_to_its_player_only() -> None:
    """A sale and a stage show no card but to whoever made them."""
    table = Table(
        city("gizah", built="lumber_yard sawmill"),
        city("ephesos"),
        city("rhodos"),
        age=2,
        hands=("school", "temple", "statue"),
    )
    table.play("stage with school", "sell with temple")

    # What a seat may see: its own cards only.
    mine = {
        slot: face
        for slot, face in table.faces.items()
        if slot == table.state.cities[0].stages[0].slot
    }
    lines = list(narrate.told(Sight(NAMES, 0, table.state, mine)))
    assert "You build wonder stage 1 with School." == lines[1]
    assert "bob sells a card for 3 coins." == lines[2]
    others = list(narrate.told(Sight(NAMES, 1, table.state, {})))
    assert "ann builds wonder stage 1." in others


def test_the_half_of_a_stage_is_told() -> None:
    """Two halves are two different things."""
    table = Table(
        city("carthage night", built="foundry press_1"),
        city("ephesos"),
        city("rhodos"),
        age=2,
    )
    table.play("stage half=right")
    assert "ann builds wonder stage 1, right half." in told(table, 1)


def test_the_end_of_an_age_is_told() -> None:
    """Leftovers once, conflicts pair by pair, then the next age."""
    table = Table(
        city("gizah", built="barracks"),
        city("ephesos"),
        city("rhodos", built="barracks"),
        age=1,
        turn=6,
        hands=("altar well", "altar well", "altar well"),
    )
    table.play("build altar", "build altar", "build altar")
    lines = told(table)

    assert 1 == lines.count(left_over())
    assert "Your last card was Well." in lines
    assert [
        "Conflicts after age 1:",
        "You beat bob, 1 shield to 0: 1 point for you, minus 1 for bob.",
        "cleo beats bob, 1 shield to 0: 1 point for cleo, minus 1 for bob.",
        "You and cleo are tied at 1.",
    ] == lines[lines.index("Conflicts after age 1:") :]


def test_babylons_card_is_told_as_one_more() -> None:
    """It is no seventh turn to a player."""
    table = Table(
        city("babylon night", stages=1), city("gizah"), city("rhodos"), turn=7
    )
    table.play("sell")
    assert "Age 1, extra card:" == told(table, 1)[0]


def test_what_is_left_over_is_told_where_nothing_else_happens() -> None:
    """Babylon takes no extra card, and somebody has still to look through the discard."""
    table = Table(
        city("babylon night", stages=1),
        city("halikarnassos", built="glassworks_1 press_1", stages=1),
        city("rhodos"),
        turn=6,
        hands=("altar well", "altar well", "altar well"),
    )
    table.play("sell with altar", "stage with altar", "sell with altar")
    table.play("decline")
    assert [left_over(), "Your last card was Well."] == told(table, 1)


def test_what_comes_from_the_discard_is_told() -> None:
    """What was built is seen by all; to take nothing is news, too."""
    for answer, words in (
        ("pick palace", "You build Palace from the discard pile for free."),
        ("decline", "You take nothing from the discard pile."),
    ):
        table = Table(
            city("halikarnassos", built="glassworks_1 press_1", stages=1),
            city("gizah"),
            city("rhodos"),
            age=3,
            discard="palace altar",
        )
        table.play("stage")
        table.play(answer)
        assert words in told(table)
        assert words.replace("You build", "ann builds").replace(
            "You take", "ann takes"
        ) in told(table, 1)


def test_who_leaves_for_good_is_told() -> None:
    """Their cities stay; they don't."""
    table = Table(city("gizah"), city("ephesos"), city("rhodos"))
    state = evolve(table.state, news=(SeatsLeft((1, 2)),))
    assert ["bob and cleo left the game for good."] == list(
        narrate.told(Sight(NAMES, 0, state, {}))
    )


def final(
    coins: Sequence[int], totals: Sequence[int], winners: Sequence[int]
) -> list[str]:
    """Tell a final sheet."""
    table = Table(
        *(
            city(name, coins=n)
            for name, n in zip(("gizah", "ephesos", "rhodos"), coins, strict=True)
        )
    )
    rows = tuple((*(0,) * (len(BASE_CATEGORIES) - 1), total) for total in totals)
    sheet = Sheet(BASE_CATEGORIES, rows, tuple(winners))
    state = evolve(table.state, news=(FinalSheet(sheet),))
    return list(narrate.told(Sight(NAMES, 0, state, {})))


def test_the_winner_stands_first() -> None:
    """By points, each with their lines."""
    lines = final((3, 4, 5), (40, 52, 41), (1,))
    assert text.game_over() == lines[0]
    assert ["1. bob: 52 points.", "2. cleo: 41 points.", "3. You: 40 points."] == lines[
        1:7:2
    ]
    assert (
        "   Military 0, treasury 0, wonder 0, blue 0, yellow 0, green 0, guilds 0."
        == lines[2]
    )
    assert "bob wins." == lines[-1]


def test_a_tie_is_explained() -> None:
    """Equal points are decided by coins, and the coins are said."""
    lines = final((9, 4, 5), (52, 52, 41), (0,))
    assert (
        "You and bob are tied on points; you have more coins, 9 to 4, and win."
        == lines[-1]
    )


def test_a_shared_victory_is_explained() -> None:
    """Equal points and equal coins are one place, and one victory."""
    lines = final((4, 4, 5), (52, 52, 41), (0, 1))
    assert ["1. You: 52 points.", "1. bob: 52 points.", "3. cleo: 41 points."] == lines[
        1:7:2
    ]
    assert (
        "You and bob are tied on points, with 4 coins each, and share the victory."
        == lines[-1]
    )


def test_a_game_that_ends_before_there_are_cities_has_no_winner() -> None:
    """It can be ended by a ballot while sides are chosen."""
    table = Table(*map(city, ("gizah", "ephesos", "rhodos")))
    sheet = Sheet(BASE_CATEGORIES, ((0,) * len(BASE_CATEGORIES),) * 3, (0, 1, 2))
    state = evolve(table.state, cities=())
    assert text.game_over() == narrate.winner(Sight(NAMES, 0, state, {}), sheet)


def here(mine: City, seat: int = 0) -> list[str]:
    """Describe a city to its owner, or to a neighbour."""
    table = Table(mine, city("ephesos"), city("rhodos"))
    return list(look.city(Sight(NAMES, seat, table.state, table.faces), 0))


def test_a_city_is_described() -> None:
    """Who, where, wealth, goods, prices, science, cards by colour, tokens, stages."""
    mine = city(
        "alexandria",
        coins=1,
        built="ore_vein lumber_yard clay_pit caravansery marketplace school laboratory",
        stages=1,
        tokens=(1, -1),
    )
    makes = "Makes 1 wood, 1 ore, 1 glass; 1 clay or ore."
    assert [
        "ann, your left neighbour, has Alexandria, day side.",
        "1 coin, 0 shields, 1 of 3 wonder stages.",
        f"{makes} Not for sale: 1 wood, stone, ore or clay.",
        "Grey resources cost 1 coin from the left and the right.",
        "Science: 1 tablet and 1 gear.",
        "Brown: Ore Vein, Lumber Yard, Clay Pit.",
        "Yellow: Caravansery, Marketplace.",
        "Green: School, Laboratory.",
        "Conflicts: 1 and minus 1.",
        "Stage 1, built: 3 points.",
        "Stage 2, for 2 ore: makes 1 wood, stone, ore or clay (not for sale).",
        "Stage 3, for 1 loom, 1 papyrus: 7 points.",
    ] == here(mine, 2)
    assert "You have Alexandria, day side." == here(mine)[0]


def test_an_empty_city_is_described() -> None:
    """Nothing is built yet, and that is said."""
    assert [
        "You have Gizah, night side.",
        "3 coins, 0 shields, 0 of 4 wonder stages.",
        "Makes 1 stone.",
        phrases.no_cards(),
    ] == here(city("gizah night"))[:4]


def test_who_sits_where_is_told() -> None:
    """Neighbours, who is waited for, and who isn't there."""
    table = Table(city("gizah"), city("ephesos"), city("rhodos"), city("olympia"))
    sight = Sight((*NAMES, "dan"), 0, table.state, {})
    assert [
        "You: Gizah, hasn't chosen yet.",
        "bob: Ephesos, left neighbour.",
        "cleo: Rhodos, hasn't chosen yet, not connected.",
        "dan: Olympia, right neighbour, a bot plays for them.",
    ] == list(
        seats(
            face_of("wonders").narrator,
            sight,
            (0, 2),
            (True, True, False, True),
            to_choose(),
            {3},
        )
    )
