"""Questions as menus: every move can be typed, and unusable cards explain why."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.questions.wonders.items import CardItem, short_payment
from sealed_wonders.client.questions.wonders.question import menu
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.game import Chosen, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.net import words
from tests.support.menus import NAMES, lines, menu_of
from tests.support.wonders import Table, city


def hand(
    cards: str,
    mine: City | None = None,
    left: City | None = None,
    right: City | None = None,
    *,
    age: int = 1,
    turn: int = 4,
) -> Menu:
    """Return the menu for a hand."""
    return menu_of(
        Table(
            mine or city("gizah"),
            left or city("ephesos"),
            right or city("rhodos"),
            age=age,
            turn=turn,
            hands=(cards,),
        )
    )


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "2 coins to the left, 1 to the right, 3 to the bank"),
        ("fr", "2 pièces à gauche, 1 à droite, 3 à la banque"),
    ],
)
def test_a_short_price_names_every_recipient(lang: str, said: str) -> None:
    """All coins are accounted for."""
    with words.spoken(lang):
        assert said == short_payment(2, 1, 3)


def test_the_choice_of_a_side_shows_both_sides_with_stages() -> None:
    """It also shows the boards of the others."""
    dealer = Dealer(Wonders(3, "choose"), seeded("sides"))
    steps = dealer.steps([lambda state, seat, faces: state.moves(seat, faces)[0]] * 3)
    while not dealer.state.moves(0, {}):
        next(steps)
    state = dealer.state
    moves = tuple(state.moves(0, {}))
    question = Question(0, state, 0, {}, moves, moves[0])
    some = menu(Sight(NAMES, 0, state, {}), question)  # type: ignore[arg-type]

    assert some.title[0].startswith("Your board is ")
    assert re.fullmatch(r"The others: bob \(\w+\), cleo \(\w+\)\.", some.title[1])
    assert ["Day side", "Night side"] == [
        item.line.split(".")[0] for item in some.items
    ]
    assert ["day"] == lines(some, "day") == lines(some, "1") == lines(some, "side day")
    assert ["night"] == lines(some, "2") == lines(some, "NIGHT")
    assert [text.not_a_choice()] == lines(some, "s1")
    assert None is some.find("d")


def choosing(sides: str, *boards: str, expansions: tuple[str, ...] = ()) -> Menu:
    """Return ann's menu for the choice of a board."""
    rules = Wonders(3, sides, expansions, boards=boards, draw="chosen")
    state = rules.begin(seeded("boards"))
    moves = tuple(state.moves(0, {}))
    question = Question(0, state, 0, {}, moves, moves[0])
    return menu(Sight(NAMES, 0, state, {}), question)


MIXED = ("gizah", "rhodos", "carthage", "olympia_1e")


@pytest.mark.parametrize(
    ("sides", "said", "starts"),
    [
        ("choose", "", ": makes 1 wood"),
        ("day", "Everybody plays the day side.", ", side A: makes 1 wood"),
        ("night", "Everybody plays the night side.", ", side B: makes 1 wood"),
        ("random", "The sides were drawn at random: ann ", ": makes 1 wood"),
    ],
)
def test_a_board_is_listed_with_the_side_in_play(
    sides: str, said: str, starts: str
) -> None:
    """
    This includes boards of the first edition. If sides are chosen later, none is
    mentioned.
    """
    some = choosing(sides, *MIXED)
    assert bool(said) == any(line.startswith(said or "-") for line in some.title)
    line = some.items[-1].line
    assert line.startswith("Olympia (first edition)")
    assert line.endswith(starts)


@pytest.mark.parametrize("sides", ["choose", "day", "night"])
def test_a_board_is_listed_with_the_start_of_the_side_in_play(sides: str) -> None:
    """The two sides of this board start with different effects."""
    some = choosing(sides, expansions=("leaders",))
    (line,) = [it.line for it in some.items if it.name == "Roma"]
    day, night = everything().boards_by_id["roma"].sides.values()
    starts = {one.name: describe.effect(one.start) for one in (day, night)}
    assert starts["day"] != starts["night"]
    for side, start in starts.items():
        assert (start in line) == (sides in ("choose", side))


@pytest.mark.parametrize(
    "typed",
    ["1", "board gizah", "Gizah", "gizeh", "GIZÉH", "gi", "board gi", "board 1"],
)
def test_a_board_is_chosen_by_number_or_name(typed: str) -> None:
    """The name may be in any language, without accents, or shortened."""
    some = choosing("day", *MIXED)
    number = next(it.number for it in some.items if it.name == "Gizah")
    assert ["gizah"] == lines(some, typed.replace("1", f"{number}"))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            "9",
            "There is no such board here: '9'. To see the list of boards, type: again",
        ),
        ("board zzz", "There is no such board here: 'zzz'."),
        ("board 0", "There is no such board here: '0'."),
        ("zzz", "?"),
        ("card gizah", "?"),
    ],
)
def test_an_unknown_board_gets_an_answer(typed: str, said: str) -> None:
    assert lines(choosing("day", *MIXED), typed)[0].startswith(said)


def test_a_taken_board_is_reported_by_its_full_name() -> None:
    """The beginning of a name may be that of another board."""
    state = Wonders(3, "day", boards=MIXED, draw="chosen").begin(seeded("boards"))
    state = state.tell(Chosen(0, "board olympia_1e"))
    moves = tuple(state.moves(1, {}))
    question = Question(0, state, 1, {}, moves, moves[0])
    some = menu(Sight(NAMES, 1, state, {}), question)
    taken = ["Olympia (first edition) is already taken."]
    assert taken == lines(some, "olympia") == lines(some, "board olympie")
    assert "So far: ann Olympia (first edition)." in some.title


COMBINATIONS = ((), ("leaders",), ("edifice",), ("leaders", "edifice"))


@given(
    st.sampled_from(range(3, 8)),
    st.sampled_from(COMBINATIONS),
    st.integers(0, 3),
    st.data(),
)
def test_a_menu_contains_exactly_the_legal_moves(
    players: int, expansions: tuple[str, ...], seed: int, data: st.DataObject
) -> None:
    """At every choice of random games, each move has one word, which finds it."""
    stop = data.draw(st.integers(0, 30))
    names = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")[:players]
    asked = 0

    def choose(state, seat, faces):  # type: ignore[no-untyped-def]
        nonlocal asked
        moves = state.moves(seat, faces)
        if seat == 0:
            asked += 1
        if seat == 0 and asked == stop:
            question = Question(0, state, 0, faces, moves, moves[0])
            some = menu(Sight(names, 0, state, faces), question)
            assert sorted(moves) == sorted(use.move for use in some.uses)
            assert len(some.uses) == len({use.word for use in some.uses})
            for use in some.uses:
                found = some.find(use.word)
                assert found is not None
                assert found.use == use
            for line in some.notation():
                found = some.find(line)
                assert found is not None
                assert found.use is not None
        lively = [move for move in moves if move.text != "sell"] or moves
        return lively[seed % len(lively)]

    leaders = "expert" if "leaders" in expansions else "standard"
    rules = Wonders(players, "random", expansions, leaders)
    dealer = Dealer(rules, seeded(f"menu {seed}"))
    for _ in dealer.steps([choose] * players):
        if asked > stop:
            return


@given(st.text(max_size=40))
def test_any_typed_line_is_handled(line: str) -> None:
    some = hand("altar tavern baths")
    found = some.find(line)
    assert found is None or found.use is not None or found.lines


def test_the_cheapest_payment_comes_first() -> None:
    """So b3 and b3a mean the same, and a card that is laid down costs the least."""
    both = hand(
        "barracks caravansery",
        mine=city("gizah", coins=9, built="west_trading_post"),
        left=city("ephesos", built="sawmill"),
        right=city("rhodos", built="sawmill"),
        age=2,
    )
    for verb, number in (("b", 1), ("w", 2)):
        paid = []
        for letter in "abc":
            found = both.find(f"{verb}{number}{letter}")
            assert found is not None
            assert found.use is not None
            paid.append(found.use.play.paid)
        assert [Split(2, 0, 0), Split(1, 2, 0), Split(0, 4, 0)] == paid


def test_a_free_card_names_the_card_that_makes_it_free() -> None:
    mine = city("gizah", built="scriptorium")
    free, dear = hand("library temple", mine, age=2).items[1::-1]
    assert isinstance(free, CardItem)
    assert isinstance(dear, CardItem)
    assert ("Scriptorium", "") == (free.by, dear.by)
