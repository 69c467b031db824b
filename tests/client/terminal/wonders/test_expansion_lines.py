"""Leaders and edifices in line mode: questions, commands, news and descriptions."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.questions.wonders.items import CardItem, reduced_by
from sealed_wonders.client.questions.wonders.question import menu
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders import glances
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import look, narrate, phrases
from sealed_wonders.client.words.wonders.narrate import all_keep, leaders_dealt
from sealed_wonders.core.game import Refusal, seeded
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.leaders.tasks import Draft
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.setup import ChooseSides
from tests.support.games import chooser, wonders
from tests.support.menus import NAMES, lines, menu_of, news_lines
from tests.support.wonders import Table, city

LEADERS = "leaders"


def drafts(seed: str) -> tuple[Dealer, list[tuple[Menu, Sight]]]:
    """
    Play a selection of leaders to its end; return the dealer and our seat's questions.
    """
    dealer = Dealer(Wonders(3, "day", (LEADERS,)), seeded(seed))
    asked = []
    last = None
    for _ in dealer.steps([chooser(seed)] * 3):
        state = wonders(dealer.state)
        if isinstance(state.task, Draft) and state.task.round != last:
            last = state.task.round
            slots = (*state.hands[0], *state.leaders[0])
            faces = {slot: dealer.faces[slot] for slot in slots}
            moves = state.moves(0, faces)
            question = Question(0, state, 0, faces, moves, moves[0])
            sight = Sight(NAMES, 0, state, faces)
            asked.append((menu(sight, question), sight))
        if state.leaders and not any(state.hands):
            break
    return dealer, asked


def test_leaders_are_selected_one_at_a_time() -> None:
    """
    The question says how many are passed on and to whom, what has been kept so far, and
    which word keeps each leader.
    """
    _, asked = drafts("selection")
    titles = [some.title for some, _ in asked]
    assert [
        "Leaders, choice 1 of 3: keep one. The other 3 go to cleo.",
        "Leaders, choice 2 of 3: keep one. The other 2 go to cleo.",
        "Leaders, choice 3 of 3: keep one. The other goes to cleo.",
    ] == [title[0] for title in titles]
    assert ["Choose one of these leaders; k1 keeps the first:"] * 3 == [
        title[-1] for title in titles
    ]
    assert titles[2][1].startswith("Kept so far: ")
    for some, sight in asked:
        order = sight.state.rules.catalog.leaders
        ids = [item.ids[0] for item in some.items]
        assert sorted(ids, key=[one.id for one in order].index) == ids
        for item in some.items:
            word = phrases.keep_word(item.number)
            for typed in (word, f"keep {item.name}", f"k {item.number}"):
                assert [word] == lines(some, typed)
            assert [word] == lines(some, f"keep with {item.ids[0]}")
            assert lines(some, str(item.number))[0] == item.line
        assert [f"{some.items[0].name}: {text.refusal(Refusal.NO_CHOICE)}."] == lines(
            some, "s1"
        )


def test_only_we_read_which_leaders_we_keep() -> None:
    """Others read only that all keep one. We read each of ours; in the end, all."""
    dealer = Dealer(Wonders(3, "day", (LEADERS,)), seeded("kept"))
    mine: list[str] = []
    theirs: list[str] = []
    for _ in dealer.steps([chooser("kept")] * 3):
        state = wonders(dealer.state)
        slots = state.leaders[0] if state.leaders else ()
        faces = {slot: dealer.faces[slot] for slot in slots}
        mine += narrate.told(Sight(NAMES, 0, state, faces))
        theirs += narrate.told(Sight(NAMES, 1, state, {}))
        if state.leaders and not any(state.hands):
            break
    kept = [line for line in mine if line.startswith("You keep")]
    names = [line.removeprefix("You keep ").removesuffix(".") for line in kept]
    assert 3 == len(names)
    (whole,) = [line for line in mine if line.startswith("Your leaders are")]
    assert all(name in whole for name in names)
    assert leaders_dealt() in theirs
    assert 3 == theirs.count(all_keep())
    assert not [line for line in theirs if any(name in line for name in names)]


def test_any_number_of_ways_have_words() -> None:
    """They have two letters when one isn't enough."""
    names = " ".join(
        f"{one.id}:1"
        for one in Wonders(3, "day", (LEADERS,)).catalog.leaders[:30]
        if one.id != "imhotep"
    )
    table = Table(
        city("abu_simbel night", built="tree_farm clay_pool loom_1", leaders=names),
        city("ephesos"),
        city("rhodos"),
        expansions=LEADERS,
        age=2,
        hands=("well school",),
    )
    some = menu_of(table)
    words = [use.word for use in some.uses if use.word.startswith("w1")]
    assert ["w1a", "w1b", "w1aa", "w1ab"] == [words[at] for at in (0, 1, 26, 27)]
    assert ["w1ab"] == lines(some, "w1ab") == lines(some, "w 1 ab")


def roma(stages: int = 1) -> Table:
    return Table(
        city(
            "roma night",
            coins=9,
            built="stone_pit quarry clay_pool glassworks_1 press_1 tree_farm",
            stages=stages,
        ),
        city("ephesos"),
        city("rhodos"),
        expansions=LEADERS,
        age=2,
        leaders=("nero solomon",),
        box="midas plato caesar croesus",
    )


def test_only_we_read_which_leaders_we_draw_from_the_box() -> None:
    """Others read how many."""
    table = roma(stages=0)
    table.play("stage")
    drawn = "You draw Midas, Plato, Caesar and Croesus from the box."
    assert drawn in news_lines(table)
    blind = Sight(NAMES, 1, table.state, {})
    assert "ann draws 4 leaders from the box." in list(narrate.told(blind))


def test_a_leader_is_named_beside_a_price_only_if_it_lowers_the_price() -> None:
    """
    No leader is named if our own goods are enough, or if as many goods are bought as
    without.
    """
    names = "leonidas imhotep hammurabi"
    table = Table(
        city(
            "gizah", 9, built="clay_pit stone_pit lumber_yard tree_farm", leaders=names
        ),
        city("ephesos", built="loom_1"),
        city("rhodos"),
        expansions=LEADERS,
        hands=("stockade guard_tower baths altar walls",),
        age=2,
    )
    items = {it.name: it for it in menu_of(table).items if isinstance(it, CardItem)}
    assert {"Leonidas"} == {it.by for it in items.values() if it.name == "Walls"}
    assert {""} == {it.by for it in items.values() if it.name != "Walls"}
    mine, stage = table.state.cities[0], menu_of(table).view.stage
    assert stage is not None
    assert "" == reduced_by(mine, stage, "wonder_stage")


def test_the_power_of_roma_is_shown_where_other_cities_show_their_goods() -> None:
    table = roma()
    sight = Sight(NAMES, 1, table.state, table.faces)
    assert any("Your leaders cost 2 coins less" in it for it in look.city(sight, 0))
    assert "-2¤" in text_of([glances.gift(table.state.cities[0], UNICODE)])
    assert () == glances.gift(table.state.cities[1], UNICODE)


def test_leaders_in_hands_and_cities_are_described() -> None:
    """
    They are those in our hand, those recruited with their effects, and how many others
    have.
    """
    table = Table(
        city("gizah", leaders="bilkis"),
        city("ephesos", leaders="nero:1"),
        city("rhodos"),
        expansions=LEADERS,
        leaders=("midas", "caesar plato"),
    )
    (kept, *_others) = table.state.leaders
    ours = {slot: table.faces[slot] for slot in kept}
    assert [
        "Midas, leader. Costs 3 coins. 1 point for each 3 coins you have at the end.",
        "Your leaders:",
        (
            "   Leader Bilkis: once a turn, you can buy 1 resource of any kind from the bank "
            "for 1 coin."
        ),
        "bob's leaders:",
        "   Leader Nero: 2 coins for each victory token you gain.",
        "bob has 2 leaders in hand.",
    ] == list(look.leaders(Sight(NAMES, 0, table.state, ours)))
    shown = list(look.city(Sight(NAMES, 0, table.state, ours), 0))
    assert "Leaders in your hand: Midas." in shown
    assert "bob has 2 leaders in hand." in list(
        look.city(Sight(NAMES, 0, table.state, {}), 1)
    )


def test_edifices_are_explained_before_sides_are_chosen() -> None:
    """A board whose sides begin with different effects states them at each side."""
    dealer = Dealer(Wonders(7, "choose", (LEADERS, "edifice")), seeded("rome"))
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


def recruitment() -> Menu:
    """Return the question which leader to recruit."""
    table = Table(
        city("gizah", coins=6, built="lumber_yard tree_farm"),
        city("ephesos"),
        city("rhodos"),
        expansions=LEADERS,
        turn=0,
        leaders=("nero midas",),
    )
    return menu_of(table)


def loss() -> Menu:
    """Return the question which token to lose because of a leader."""
    table = Table(
        city("gizah", coins=9, tokens=(-1,)),
        city("ephesos", tokens=(1, 3, -1)),
        city("rhodos", tokens=(5,)),
        expansions=LEADERS,
        age=3,
        turn=0,
        leaders=("telesilla",),
    )
    table.play("recruit telesilla bank=3")
    return menu_of(table, 1)


@given(
    st.one_of(
        st.text(max_size=20),
        st.sampled_from(
            ("r", "k", "d", "recruit ", "drop ", "lose ", "w1", "d1")
        ).flatmap(
            lambda start: st.text("0123456789 =+abnero", max_size=8).map(start.__add__)
        ),
    ),
    st.sampled_from((recruitment, loss)),
)
def test_no_typed_line_breaks_the_question_of_a_leader(
    line: str, asked: Callable[[], Menu]
) -> None:
    """Recruitments and losses are tried."""
    found = asked().find(line)
    assert found is None or found.use is not None or found.lines
