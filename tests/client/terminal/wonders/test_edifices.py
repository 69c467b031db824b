"""Edifices in lines: taking part, rewards, penalties, and what can be looked at."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import cards, look
from sealed_wonders.client.words.wonders.cardmenu import not_a_card
from sealed_wonders.client.words.wonders.question import menu
from sealed_wonders.client.words.wonders.sight import Sight
from sealed_wonders.core.game import Refusal, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import ChooseSides
from tests.support.games import chooser, wonders
from tests.support.menus import NAMES, lines, menu_of, told
from tests.support.wonders import Table, city

EDIFICE = "edifice"

GIZAH = city("gizah", coins=6, built="lumber_yard tree_farm")


def laid(
    projects: str,
    mine: City = GIZAH,
    left: City | None = None,
    *,
    age: int = 1,
    turn: int = 1,
    hands: tuple[str, ...] = (),
) -> Table:
    """Lay out a table of three around edifices."""
    return Table(
        mine,
        left or city("ephesos"),
        city("rhodos"),
        expansions=EDIFICE,
        age=age,
        turn=turn,
        hands=hands,
        projects=projects,
    )


@pytest.mark.parametrize(
    ("projects", "mine", "line"),
    [
        (
            "outpost",
            GIZAH,
            (
                "Edifice Outpost: 2 pawns are left; all must be taken by "
                "the end of the age. When you build a stage, you can "
                "help build the edifice for an extra 1 coin."
            ),
        ),
        (
            "outpost:1:0",
            city("gizah", pawns=(1,)),
            (
                "Edifice Outpost: 1 pawn is left; it must be taken by the end of the age. "
                "You have a pawn."
            ),
        ),
        (
            "outpost:0:1+2:built",
            city("gizah", pawns=(1,)),
            "Edifice Outpost is built, and you have a pawn.",
        ),
        ("outpost:0:1+2:built", GIZAH, "Edifice Outpost is built."),
    ],
)
def test_a_turn_says_how_its_edifice_stands(
    projects: str, mine: City, line: str
) -> None:
    """Pawns, what taking part costs, and whether we do."""
    assert line == menu_of(laid(projects, mine)).title[2]


def test_taking_part_is_a_way_to_build_a_stage() -> None:
    """The last of the ways, with all that is to be paid."""
    some = menu_of(laid("outpost", hands=("altar well",)))
    assert (
        "   w1a to w3a: nothing to pay. "
        "w1b to w3b, helping to build Outpost: 1 coin to the bank."
    ) == some.title[6]
    assert (
        ["w1b"] == lines(some, "w1b") == lines(some, "stage join=1 bank=1 with altar")
    )
    (use,) = [use for use in some.uses if use.word == "w1b"]
    whole = (
        "build a wonder stage with Altar, helping to build Outpost, 1 coin to the bank"
    )
    assert whole == use.whole
    choice = lines(some, "wonder altar")
    assert [
        "Ways to do that with Altar:",
        "   w1a put it under the wonder: nothing to pay.",
        "   w1b put it under the wonder, helping to build Outpost: 1 coin to the bank.",
    ] == choice


def test_whoever_cannot_take_part_hears_why() -> None:
    """A move in full that the rules refuse has a reason."""
    some = menu_of(laid("outpost:0:1+2:built", hands=("altar",)))
    line = "stage join=1 bank=1 with altar"
    why = text.refusal(Refusal.NO_PART_LEFT)
    assert [f"Altar: {why}."] == lines(some, line)
    some = menu_of(laid("outpost", hands=("altar",)))
    why = text.refusal(Refusal.WRONG_WAY)
    assert [f"Altar: {why}."] == lines(some, "stage pawn=2 with altar")


def test_taking_part_is_told() -> None:
    """Who takes part, and what is built by it with its reward."""
    table = laid("outpost:1:1", left=city("ephesos", pawns=(1,)))
    table.play("stage join=1 bank=1")
    news = told(table)
    assert "You help build Outpost." in news
    assert (
        "Outpost is built. For you and bob: a victory token worth 3 points right away."
        in news
    )
    assert "ann helps build Outpost." in told(table, 2)


def test_a_pawn_from_the_box_is_a_choice_with_names() -> None:
    """Ur's day side asks of which edifice; the night side says of which it is."""
    ur = city("ur", coins=9, built="stone_pit quarry clay_pool", stages=1)
    table = laid("outpost factory agora", ur, hands=("altar",))
    some = menu_of(table)
    ways = [use.words for use in some.uses if use.word.startswith("w1")]
    assert (
        "put it under the wonder, with a pawn for Factory, age 2: nothing to pay"
        in ways
    )
    table.play("stage pawn=2")
    assert "You take a pawn for Factory, age 2, from the box." in told(table)
    night = city("ur night", built="stone_pit glassworks_1")
    table = laid("outpost factory agora", night)
    table.play("stage")
    assert "ann takes a pawn for Outpost, age 1, from the box." in told(table, 1)


def failing(projects: str, mine: City, **others: object) -> Table:
    """Play the last turn of an age whose edifice fails."""
    table = laid(projects, mine, turn=6, **others)  # type: ignore[arg-type]
    table.play()
    return table


def test_a_card_is_lost_by_choice() -> None:
    """Those of the colour, each by name and number."""
    some = menu_of(failing("belvedere", GIZAH))
    assert (
        ("Belvedere was not built, and you have no pawn: you must lose a brown card."),
        "d1 chooses the first:",
    ) == some.title
    assert ["Lumber Yard", "Tree Farm"] == [item.name for item in some.items]
    for line in ("d2", "lose tree_farm", "lose Tree Farm", "drop 2", "d tree"):
        assert ["d2"] == lines(some, line)
    assert [not_a_card("9")] == lines(some, "d9")
    assert ["Lumber Yard: that answers a different kind of question."] == lines(
        some, "b1"
    )


def test_what_was_lost_is_told() -> None:
    """A card, coins or a debt, each of those without a pawn."""
    table = failing("belvedere", GIZAH, left=city("ephesos", built="clay_pool"))
    table.play("lose tree_farm")
    news = told(table)
    assert (
        "Belvedere is not built. Without a pawn, you, bob and cleo must lose a brown "
        "card." in news
    )
    assert "You lose Tree Farm." in news
    assert "bob loses Clay Pool." in news
    theirs = told(table, 1)
    lost = [
        theirs.index(f"{who}.") for who in ("You lose Clay Pool", "ann loses Tree Farm")
    ]
    assert lost[0] < lost[1]
    debt = "cleo can't pay the penalty and takes a debt token worth minus 2 points."
    assert debt in news
    assert debt.replace("cleo can't", "You can't").replace(
        " and takes", ", so you take"
    ) in told(table, 2)


def test_lost_coins_are_told() -> None:
    """Nobody is asked: there is nothing to choose."""
    table = failing("money_changer", GIZAH)
    assert "You lose 2 coins." in told(table)


def test_tokens_are_lost_by_choice() -> None:
    """Two of those there are, as many as the penalty takes."""
    mine = city("gizah", tokens=(1, 3, 3))
    table = failing("concentric_castle", mine, age=3)
    some = menu_of(table)
    assert [
        "1. Lose victory tokens worth 1 and 3 points.",
        "2. Lose victory tokens worth 3 and 3 points.",
    ] == list(some.item_lines())
    assert ["d2"] == lines(some, "lose 3+3") == lines(some, "d2")
    table.play("lose 1+3")
    assert "You lose victory tokens worth 1 and 3 points." in told(table)


def test_edifices_can_be_looked_at() -> None:
    """What they are, how they stand, who has a pawn; and of a city what it has."""
    table = laid(
        "outpost:0:0+1:built factory::2 agora",
        city("gizah", pawns=(1,), edifices="outpost", debts=(-2,)),
        city("ephesos", pawns=(1,)),
        age=2,
    )
    sight = Sight(NAMES, 0, table.state, table.faces)
    shown = list(look.edifices(sight))
    assert shown[0].startswith(
        "Outpost, age 1 edifice. To take a pawn, pay 1 coin more for a wonder stage."
    )
    assert "   It is built. Pawns: you and bob." == shown[1]
    assert (
        "   2 pawns are left; all must be taken by the end of the age. Nobody has a pawn."
        == (shown[5])
    )
    mine = list(look.city(sight, 0))
    assert "Pawns: Outpost." in mine
    assert "Debts: minus 2." in mine


def test_a_pawn_from_the_box_is_not_one_of_those_that_lay_on_the_edifice() -> None:
    """Or all that are left and those taken would be more than there were."""
    ur = city("ur", pawns=(2,))
    table = laid("outpost factory::2 agora", city("gizah", pawns=(2,)), ur, age=2)
    sight = Sight(NAMES, 0, table.state, table.faces)
    _of_age_1, now, _of_age_3 = sight.state.projects
    assert "you and bob (from the box)" == look.pawn_holders(
        sight, now._replace(takers=(0,))
    )
    assert "Pawns: you (from the box) and bob (from the box)." in " ".join(
        look.edifices(sight)
    )


def test_goods_of_an_edifice_are_for_own_use() -> None:
    """They are no more for sale than those of a stage."""
    mine = city("gizah", pawns=(2,), edifices="factory")
    table = laid("factory:0:0:built", mine, age=2)
    sight = Sight(NAMES, 0, table.state, table.faces)
    makes = "Makes 1 stone. Not for sale: 1 glass, papyrus or loom."
    assert makes in list(look.city(sight, 0))


def test_edifices_are_explained_before_sides_are_chosen() -> None:
    """And a board whose sides begin with something else says so at each."""
    dealer = Dealer(Wonders(7, "choose", ("leaders", EDIFICE)), seeded("rome"))
    steps = dealer.steps([chooser("roma")] * 7)
    while not isinstance(wonders(dealer.state).task, ChooseSides):
        next(steps)
    state = wonders(dealer.state)
    names = tuple("abcdefg")
    said = []
    for seat in range(7):
        moves = state.moves(seat, {})
        question = Question(0, state, seat, {}, moves, moves[0])
        said.append(menu(Sight(names, seat, state, {}), question))
    for some in said:
        assert 3 == len([line for line in some.title if "5 pawns are left;" in line])
    (roma,) = [some for some in said if "Your board is Roma" in some.title[0]]
    assert "Your board is Roma. Choose a side: day or night." == roma.title[0]
    day, night = roma.item_lines()
    assert day.startswith("1. Day side. Your leaders cost nothing. Stage 1, for")
    assert "your leaders" in night.lower()


def test_an_edifice_can_be_asked_for_by_name() -> None:
    """With how it stands, if it is one of those of the game."""
    table = laid("outpost:1:2 factory agora")
    sight = Sight(NAMES, 0, table.state, table.faces)
    (what, how) = cards.lines(sight, "outpost")
    assert what.startswith("Outpost, age 1 edifice.")
    assert how.startswith("1 pawn is left; it must be taken by the end of the age.")
    (what,) = cards.lines(sight, "belvedere")
    assert what.startswith("Belvedere, age 1 edifice.")


def test_what_is_at_stake_is_told_when_an_age_begins() -> None:
    stakes = (
        "   Reward: a victory token worth 3 points right away. Penalty without a "
        "pawn: lose a red card before the conflicts, or take a debt token worth minus 2 "
        "points if you can't."
    )
    assert stakes == menu_of(laid("outpost")).title[3]
    assert stakes not in menu_of(laid("outpost", turn=2)).title
