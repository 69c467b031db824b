"""Questions as menus: every move can be typed, and every card says why it can't be used."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.table.events import Question
from sealed_wonders.client.words import text
from sealed_wonders.client.words.menu import Menu
from sealed_wonders.client.words.wonders import describe, phrases
from sealed_wonders.client.words.wonders.cardmenu import not_a_card
from sealed_wonders.client.words.wonders.items import CardItem, short_payment
from sealed_wonders.client.words.wonders.question import discard_title, menu
from sealed_wonders.client.words.wonders.sight import Sight
from sealed_wonders.core.game import Chosen, Refusal, seeded
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
    """Give the menu of a hand."""
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


def test_the_title_says_where_the_game_stands() -> None:
    """Age, turn, who is next, treasury, strength, the wonder and its next stage."""
    title = hand(
        "altar theater well baths", left=city("ephesos", built="barracks")
    ).title
    assert (
        "Age 1, turn 4 of 6. Your other cards go to bob.",
        (
            "You have 3 coins and 0 shields; bob on the left has 1 shield, cleo on the "
            "right has 0 shields."
        ),
        "Gizah, day side: 0 of 3 stages built.",
        "Stage 1, for 2 wood: 3 points.",
        "   Not now: you're 2 wood short, neighbours included.",
        "Your hand:",
    ) == title


def test_a_complete_wonder_has_no_next_stage() -> None:
    """There is nothing to be said of a stage that isn't there."""
    title = hand("altar", mine=city("gizah", stages=3)).title
    assert "Gizah, day side: 3 of 3 stages built." in title
    assert not [line for line in title if "Stage 4" in line or "Not now" in line]


@pytest.mark.parametrize(
    ("age", "turn", "words"),
    [
        (2, 1, "Age 2, turn 1 of 6. Your other cards go to cleo."),
        (1, 6, "Age 1, turn 6, the last one: the card you don't use is discarded."),
        (3, 2, "Age 3, turn 2 of 6. Your other cards go to bob."),
    ],
)
def test_where_the_hand_goes(age: int, turn: int, words: str) -> None:
    """To the left, to the right in the second age, nowhere on the last turn."""
    assert words == hand("", age=age, turn=turn).title[0]


def test_cards_are_numbered_by_colour() -> None:
    """The same hand is always read in the same order."""
    names = [item.name for item in hand("workshop barracks altar clay_pool").items]
    assert ["Clay Pool", "Altar", "Barracks", "Workshop"] == names


def test_two_of_a_kind_are_one_item() -> None:
    """Copies are the same choice."""
    items = hand("tavern tavern altar well").items
    assert [
        "Altar, blue. Costs nothing. 3 points. Lets you build for free: Pantheon.",
        "Well, blue. Costs nothing. 3 points. Lets you build for free: Statue.",
        "Tavern, yellow, 2 copies. Costs nothing. 5 coins right away.",
    ] == [item.line for item in items]


@pytest.mark.parametrize(
    ("card", "mine", "age", "words"),
    [
        ("altar", city("gizah"), 1, "b1: free."),
        ("baths", city("gizah"), 1, "b1: nothing to pay."),
        ("tree_farm", city("gizah"), 1, "b1: 1 coin to the bank."),
        ("scriptorium", city("gizah"), 1, "b1: 2 coins to the left."),
        ("barracks", city("gizah"), 1, "b1: 2 coins to the right."),
        ("statue", city("gizah", built="well"), 2, "b1: free by chain."),
        (
            "temple",
            city("olympia", stages=2),
            2,
            "b1: free thanks to your wonder.",
        ),
        (
            "altar",
            city("gizah", built="altar"),
            1,
            "Not now: you have this building already.",
        ),
        (
            "scriptorium",
            city("gizah", coins=1),
            1,
            "Not now: it costs 2 coins, more than you have.",
        ),
        (
            "stockade",
            city("gizah"),
            1,
            "Not now: you're 1 wood short, neighbours included.",
        ),
    ],
)
def test_a_card_says_its_price_or_why_not(
    card: str, mine: City, age: int, words: str
) -> None:
    """Free, free by what, how much to whom, or the reason."""
    (item,) = [one for one in hand(card, mine, age=age).items if card in one.ids]
    number = f"b{item.number}:"
    assert (words,) == tuple(one.replace(number, "b1:") for one in item.short)


def test_several_payments_have_letters() -> None:
    """Each Pareto-best payment is a choice of its own; none is made unasked."""
    both = hand(
        "stockade",
        left=city("ephesos", built="lumber_yard"),
        right=city("rhodos", built="lumber_yard"),
    )
    assert (
        "   b2a: 2 coins to the left. b2b: 2 coins to the right." in both.item_lines()
    )
    ways = lines(both, "b2")
    assert "Ways to do that with Stockade:" == ways[0]
    assert 3 == len(ways)
    assert ways == lines(both, "b2c")
    assert ["b2a"] == lines(both, "b2a") == lines(both, "build 2 a")
    assert ["b2a"] == lines(both, "build stockade left=2")
    assert [f"Stockade: {text.refusal(Refusal.WRONG_PAYMENT)}."] == lines(
        both, "build stockade left=1"
    )
    assert [f"Stockade: {text.refusal(Refusal.WRONG_PAYMENT)}."] == lines(
        both, "build stockade left=2 right=2"
    )


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "2 coins to the left, 1 to the right, 3 to the bank"),
        ("fr", "2 pièces à gauche, 1 à droite, 3 à la banque"),
    ],
)
def test_a_short_price_says_who_gets_what(lang: str, said: str) -> None:
    """No coins seem to be left over."""
    with words.spoken(lang):
        assert said == short_payment(2, 1, 3)


def test_one_card_is_meant_in_many_ways() -> None:
    """Numbers, names, how they begin, and moves in full."""
    some = hand("tavern baths barracks well")
    assert ["b1"] == lines(some, "b1")
    for line in ("B1", " b 1 ", "b1a", "build 1", "build baths", "build bat", "1 "):
        found = some.find(line)
        assert found is not None
        assert (found.use is None) == (line == "1 ")
    assert ["s4"] == lines(some, "sell barracks") == lines(some, "sell with barracks")
    assert lines(some, "4") == lines(some, "barracks") == lines(some, "barr")
    assert "Barracks, red. Costs 1 ore. 1 shield." == lines(some, "4")[0]


def test_what_is_not_clear_is_asked_back() -> None:
    """A beginning two cards share chooses neither."""
    some = hand("tavern theater")
    assert ["'t' could mean Theater or Tavern."] == lines(some, "t")
    assert ["'t' could mean Theater or Tavern."] == lines(some, "sell t")
    assert None is some.find("hello")
    assert [not_a_card("palace")] == lines(some, "sell palace")
    assert [not_a_card("9")] == lines(some, "b9")


def test_a_stage_is_priced_once_and_built_with_any_card() -> None:
    """The price stands in the title; each card has the word."""
    rich = city("gizah", coins=9)
    some = hand("altar", mine=rich, left=city("ephesos", built="sawmill"))
    assert "   w1 to w2: 4 coins to the left." in some.title
    assert not [it for it in some.introduction if "w1" in it]
    assert ["w1"] == lines(some, "w1") == lines(some, "wonder altar")
    assert "   w1 put it under the wonder: 4 coins to bob on the left." in lines(
        some, "1"
    )


def test_a_stage_that_can_not_be_built_says_why() -> None:
    """The reason is the stage's, whatever card was meant."""
    missing = "Not now: you're {} short, neighbours included."
    assert [missing.format("2 wood")] == lines(hand("altar"), "w1")
    complete = hand("altar", mine=city("gizah", stages=3))
    assert [phrases.not_now(Refusal.NO_STAGE_LEFT)] == lines(complete, "w1")
    carthage = hand("altar", mine=city("carthage night"))
    assert [missing.format("1 ore")] == lines(carthage, "w1")


def test_halves_have_letters() -> None:
    """A split stage is two choices."""
    some = hand(
        "altar",
        mine=city("carthage night", built="foundry press_1"),
    )
    assert (
        "   w1a to w2a, left half: nothing to pay. "
        "w1b to w2b, right half: nothing to pay."
    ) == some.title[4]
    assert ["w1b"] == lines(some, "w1b") == lines(some, "stage half=right with altar")
    (use,) = [use for use in some.uses if use.word == "w1b"]
    assert "build a wonder stage, right half with Altar, nothing to pay" == use.whole


def test_babylons_last_card_may_be_kept_back() -> None:
    """It can be used like any card, or not at all."""
    table = Table(
        city("babylon night", stages=1),
        city("gizah"),
        city("rhodos"),
        age=1,
        turn=7,
        hands=("altar",),
    )
    some = menu_of(table)
    assert "Age 1: you may also play your last card." == some.title[0]
    assert ["b1", "s1", "none"] == [use.word for use in some.uses]
    assert ["none"] == lines(some, "none") == lines(some, "decline")
    assert None is some.find("no")
    assert [not_a_card("0")] == lines(some, "0")


def test_the_discard_is_offered_free() -> None:
    """Each kind once, without a cost; what stands already says so."""
    table = Table(
        city("halikarnassos", built="glassworks_1 press_1 altar", stages=1),
        city("gizah"),
        city("rhodos"),
        age=2,
        discard="altar palace palace sawmill",
    )
    table.play("stage with school")
    some = menu_of(table)
    assert tuple(discard_title()) == some.title
    told = list(some.item_lines())
    assert "2. Altar, blue. 3 points. Lets you build for free: Pantheon." in told
    assert "   Not now: you have this building already." in told
    assert ["b1"] == lines(some, "b1") == lines(some, "pick sawmill")
    assert ["none"] == lines(some, "none")
    assert "1. Sawmill, brown. Makes 2 wood." in told
    assert [f"Altar: {text.refusal(Refusal.ALREADY_BUILT)}."] == lines(some, "b2")


def test_sides_are_shown_with_their_stages() -> None:
    """Who chooses a side hears both, and what the others have."""
    dealer = Dealer(Wonders(3, "choose"), seeded("sides"))
    steps = dealer.steps([lambda state, seat, faces: state.moves(seat, faces)[0]] * 3)
    while not dealer.state.moves(0, {}):
        next(steps)
    state = dealer.state
    moves = tuple(state.moves(0, {}))
    question = Question(0, state, 0, {}, moves, moves[0])
    some = menu(Sight(NAMES, 0, state, {}), question)  # type: ignore[arg-type]

    assert some.title[0].startswith("Your board is ")
    assert some.title[1].startswith("The others: bob ")
    assert ["Day side", "Night side"] == [
        item.line.split(".")[0] for item in some.items
    ]
    assert ["day"] == lines(some, "day") == lines(some, "1") == lines(some, "side day")
    assert ["night"] == lines(some, "2") == lines(some, "NIGHT")
    assert [text.not_a_choice()] == lines(some, "s1")
    assert None is some.find("d")


def choosing(sides: str, *boards: str, expansions: tuple[str, ...] = ()) -> Menu:
    """Ask ann for a board."""
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
def test_a_board_is_told_with_the_side_that_is_played(
    sides: str, said: str, starts: str
) -> None:
    """Of the first edition, too; where sides are chosen nothing is said of them yet."""
    some = choosing(sides, *MIXED)
    assert bool(said) == any(line.startswith(said or "-") for line in some.title)
    line = some.items[-1].line
    assert line.startswith("Olympia (first edition)")
    assert line.endswith(starts)


@pytest.mark.parametrize("sides", ["choose", "day", "night"])
def test_only_the_start_of_the_side_that_is_played_is_told(sides: str) -> None:
    """Of a board whose sides begin with different things."""
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
def test_a_board_goes_by_its_number_and_its_names(typed: str) -> None:
    """In any language, without accents, and by their beginnings."""
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
def test_what_is_no_board_is_told_so(typed: str, said: str) -> None:
    assert lines(choosing("day", *MIXED), typed)[0].startswith(said)


def test_a_board_that_is_taken_is_told_to_be() -> None:
    """By its name in full; its beginning may be that of another one."""
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
def test_menus_hold_all_moves_and_no_other(
    players: int, expansions: tuple[str, ...], seed: int, data: st.DataObject
) -> None:
    """At every choice of random games: each move has one word, and finds itself."""
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
def test_any_line_is_understood_or_not(line: str) -> None:
    """Nothing typed breaks a menu."""
    some = hand("altar tavern baths")
    found = some.find(line)
    assert found is None or found.use is not None or found.lines


def test_the_cheapest_way_comes_first() -> None:
    """So b3 and b3a mean the same, and what is laid down is what costs least."""
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


def test_a_card_that_makes_another_free_is_named() -> None:
    mine = city("gizah", built="scriptorium")
    free, dear = hand("library temple", mine, age=2).items[1::-1]
    assert isinstance(free, CardItem)
    assert isinstance(dear, CardItem)
    assert ("Scriptorium", "") == (free.by, dear.by)
