"""The cities around a table, in different sizes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

import pytest

from sealed_wonders.client.signs.draw import measure, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.terminal.wonders.screens import cities, spread
from sealed_wonders.client.terminal.wonders.screens.cities import CityRing
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.game import Over, seeded
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders.catalog import catalog, everything
from sealed_wonders.core.wonders.choices import Quote
from sealed_wonders.core.wonders.city import found, with_building, with_leader
from sealed_wonders.core.wonders.events import Event, Fought, Played
from sealed_wonders.core.wonders.model import Board, Building, City, Side, StageBuilt
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.trade import Split
from sealed_wonders.core.wonders.view import View, view
from sealed_wonders.net import words

NAMES = (
    *("Wolfeschlegelsteinhausen", "Bartholomaeus", "ann", "Maximiliana", "emil"),
    *("Konstantin", "Brennus"),
)


@pytest.fixture(params=words.LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """Use one language after the other."""
    words.use(request.param)
    return str(request.param)


DEAR = Quote(None, (Split(12, 12, 1),))
"""The widest price that a row can have."""

SIDES = [(board, side) for board in catalog().boards for side in board.sides.values()]


def around(*some: City) -> CityRing:
    """Return a ring of these cities on the first turn."""
    players = len(some)
    state = Wonders(players).begin(seeded("cities"))
    state = evolve(state, cities=some, task=Turn(1, 1), ask=Over())
    seen: View = view(state, 0, {})
    return CityRing(NAMES[:players], 0, UNICODE, seen, catalog())


def city(board: Board, side: Side) -> City:
    return found(board, side, 3)


@pytest.mark.parametrize(
    ("board", "side"), SIDES, ids=[f"{b.id}-{s.name}" for b, s in SIDES]
)
def test_every_stage_and_its_price_fit_the_smallest_terminal(
    board: Board, side: Side, language: str
) -> None:
    one = around(*[city(board, side)] * 3)
    rows = cities.mine(one, DEAR, 80, cities.MINE)
    assert len(rows) <= cities.MINE
    drawn = text_of(rows)
    for stage in side.stages:
        assert text_of([faces.stage_effect(stage, UNICODE)]) in drawn
    assert UNICODE.more not in drawn.split("\n", 1)[1].replace("Barthol…", "")


@pytest.mark.parametrize("width", [26, 39, 66])
def test_a_whole_city_is_never_too_wide(width: int, language: str) -> None:
    for board, side in SIDES:
        full = city(board, side)
        for card in catalog().buildings:
            if card.building not in full.works.buildings:
                full = with_building(full, card)
        one = around(full, full, full)
        for rows in (cities.whole(one, 1, width), cities.own(one, DEAR, width)):
            assert all(measure(row) <= width for row in rows)
        shown = text_of(cities.whole(one, 1, width))
        last = full.buildings[-1].names[language]
        assert last.split()[-1] in shown, "all cards are listed"
        assert 9 == len(cities.whole(one, 1, width, 8))


def cards(names: str) -> Sequence[Building]:
    return [catalog().buildings_by_id[name] for name in names.split()]


def built(names: str) -> City:
    mine = city(*SIDES[0])
    for card in cards(names):
        mine = with_building(mine, card)
    return mine


def after(one: CityRing, *events: Event, age: int = 1) -> CityRing:
    """Return the table after a turn with these events."""
    return evolve(one, view=evolve(one.view, last=events, age=age))


SOLD = Played(1, 1, 2, "sell", None, 0, Split(0, 0, 0))

SOLD_BY_US = evolve(SOLD, seat=0)

TOWN = "lumber_yard loom_1 altar baths tavern west_trading_post guard_tower"


def test_payments_are_never_left_out_without_a_mark() -> None:
    """
    Titles are shortened first, then payments are added up. Our own income is shown
    separately.
    """
    [altar] = cards("altar")
    number = catalog().numbers(altar)[0]
    deed = Played(1, 1, 1, "build", number, 0, Split(2, 3, 1))
    one = after(around(*[built("altar")] * 3), deed)
    [training] = cards("training_ground")
    long = evolve(deed, card=catalog().numbers(training)[0])
    one = after(one, long)
    shown = {
        60: "last ▲ Training Ground  2¤ to ann, 3¤ to you, 1¤ bank",
        50: "last ▲ Trainin…  2¤ to ann, 3¤ to you, 1¤ bank",
        40: "last ▲ Training Ground  3¤ to you +3¤",
        34: "last ▲ Trainin…  3¤ to you +3¤",
        20: "last ▲ Trainin…  3¤…",
    }
    assert shown == {at: text_of([cities.last(one, 1, at)]) for at in shown}
    one = after(around(*[built("altar")] * 4), evolve(long, seat=2))
    assert "last ▲ Training Ground  6¤" == text_of([cities.last(one, 2, 36)])


def test_a_stage_just_built_is_shown_with_its_number() -> None:
    """This includes two stages in one turn, the second with the age's last card."""
    mine = city(*SIDES[0])
    two = evolve(mine, stages=(StageBuilt("", 0),) * 2)
    deed = Played(1, 6, 1, "stage", None, 0, Split(0, 0, 0))
    again = evolve(deed, turn=7)
    one = after(around(mine, two, mine), deed, again)
    assert "last ▰1, ▰2" == text_of([cities.last(one, 1, 40)])
    assert "last ▰2" == text_of([cities.last(after(one, again), 1, 40)])


def test_the_last_action_is_the_last_to_be_left_out() -> None:
    """
    Leaders and points are left out first, with a mark, then science. This holds for our
    own city as well.
    """
    [card] = cards("training_ground")
    deed = Played(2, 1, 3, "build", catalog().numbers(card)[0], 0, Split(2, 2, 0))
    leaders = everything().leaders[:4]
    town = built("apothecary workshop scriptorium altar theater")
    for leader in leaders:
        town = with_leader(town, leader, 3)
    one = around(*[evolve(town, tokens=(5, 5))] * 5)
    one = evolve(one, names=("ann", "bob", "cleo", "dora", "emil"))
    others = text_of(cities.others(after(one, deed), 80))
    assert "… 1▤ 1✱ 1△ ▲ Trainin…  4¤" in others
    narrower = text_of(cities.others(after(one, deed), 60))
    assert "▱▱▱ … · " in narrower
    assert "▱▱▱ … ▲ Trainin…  4¤" in narrower
    theirs = after(one, evolve(SOLD, seat=1))
    for high in range(cities.NEAR, 7):
        rows = cities.neighbours(theirs, 60, high)
        assert "last ¤ sold a card" in text_of(rows[:high])
    fought = Fought(1, ((1, -1),) * 5)
    for high in (3, 4):
        own = cities.mine(after(one, SOLD_BY_US, fought), DEAR, 80, high)
        assert "last ¤ sold a card" in text_of(own)


@pytest.mark.parametrize("high", [3, 4, 5])
def test_a_city_without_room_for_its_cards_has_a_mark(high: int, language: str) -> None:
    """Important cards come before the mark, on the last row if necessary."""
    board, side = next(it for it in SIDES if len(it[1].stages) == 3)
    town = city(board, side)
    for card in cards(
        TOWN + " theater scriptorium apothecary workshop east_trading_post"
    ):
        town = with_building(town, card)
    one = after(around(town, town, town), SOLD_BY_US, SOLD, age=1)
    for rows in (cities.mine(one, DEAR, 80, high), cities.neighbours(one, 80, high)):
        assert len(rows) <= high
        assert all(measure(row) <= 80 for row in rows)
        drawn = text_of(rows)
        whole = all(describe.name(it) in drawn for it in cards(TOWN)[2:])
        assert whole or UNICODE.more in drawn.replace("Barth…", "").replace(
            "Wolfe…", ""
        )


def test_a_dense_city_contains_everything_a_whole_one_does(language: str) -> None:
    one = after(around(*[built(TOWN)] * 3), SOLD)
    whole = text_of(cities.whole(one, 1, 39)).replace(",", "").split()
    dense = cities.dense(one, 1, 39, effects=True)
    said = text_of(dense).replace(",", "").split()
    assert {*whole} <= {*said}
    assert len(dense) < len(cities.whole(one, 1, 39))
    assert all(measure(row) <= 39 for row in dense)


def test_chains_are_not_marked_after_the_game() -> None:
    one = after(around(*[built(TOWN)] * 3), age=0)
    assert "∞" not in text_of(cities.whole(one, 1, 66))


def test_cut_off_cities_state_how_many_rows_are_missing() -> None:
    full = " ".join(card.id for card in catalog().buildings[:36])
    one = after(around(*[built(full)] * 5), SOLD)
    shown = text_of(spread.cities_only(one, None, 80, 16))
    assert re.search(r"… \d+ more rows?", shown)


def test_a_name_takes_precedence_over_the_mark_of_a_bot(language: str) -> None:
    one = evolve(around(*[city(*SIDES[0])] * 4), names=("ann", "cleo", "gerard", "xy"))
    one = evolve(one, bots=frozenset(range(4)))
    assert one.called(1, 8).startswith("cleo·")
    assert one.called(1, 7).startswith("cleo·")
    assert one.called(2, 8).startswith("gera")
    assert all(measure(one.called(seat, 7)) <= 7 for seat in range(4))
    assert "gerard" in one.called(2)
    assert UNICODE.more not in one.called(2)


def heaped(one: City, n: int) -> City:
    """Return a city so full that each of its numbers has this many digits."""
    works = one.works._replace(
        shields=10**n - 1, symbols=(9, 9, 9), wild=min(9, 10**n - 1)
    )
    won = (5,) * (1 if n == 1 else 4), (-5,) * n
    return evolve(one, coins=10**n - 1, works=works, tokens=won[0], debts=won[1])


def test_names_of_the_others_are_whole_unless_that_shortens_anything_else() -> None:
    long = "Konstantinopolitanides"
    names = ("ann", "bob", long, "dora", "emil")
    town = city(*SIDES[0])
    some = evolve(around(*[town] * 4), names=names[:4])
    assert f"{long} " in text_of(cities.others(some, 80))
    more = evolve(around(*[town] * 5), names=names)
    assert "Konstan… " in text_of(cities.others(more, 60))
    assert f"{long} " in text_of(cities.others(more, 80))
    assert "Konstan… " in text_of(cities.others(some, 34))


def test_a_title_has_room_for_a_whole_name() -> None:
    long = "Konstantinopolitanides"
    one = evolve(around(*[city(*SIDES[0])] * 3), names=("ann", long, "cleo"))
    assert long in text_of([cities.title(one, 1, 60)])
    assert "Konstantinopolitani…" in text_of([cities.title(one, 1, 30)])


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("width", [80, 100, 140])
def test_neighbouring_numbers_never_touch(
    players: int, width: int, language: str
) -> None:
    """This holds for our own status and for the lines of the others, however narrow."""
    for sizes in itertools.product((1, 2), repeat=2):
        mine, theirs = (heaped(city(*SIDES[0]), n) for n in sizes)
        one = around(mine, *[theirs] * (players - 1))
        for event in (SOLD_BY_US, evolve(SOLD, paid=Split(10, 10, 2), seat=2)):
            one = after(one, event)
            for pile in (0, 31):
                said = text_of([cities.status(one, width, pile)])
                assert not re.search(r"[¤†★▤✱△?…]\d", said), said
                total = one.view.sheet.rows[0][-1]
                assert re.search(rf" {mine.works.wild}\? +.*\b{total}(★| )", said), said
            for line in text_of(cities.others(one, width)).split("\n"):
                assert not re.search(r"[¤†★▱▰?]\d", line), line
                assert players == 3 or re.search(r"\d+¤ +\d+† ▱", line)


SENTENCES = (
    "Age 2, turn 3:",
    "You build Quarry, paying 1 coin to the bank.",
    "emil builds Statue, paying 2 coins to dora.",
    "cleo builds Foundry, paying 1 coin to the bank.",
)


def sentences(height: int, width: int = 80) -> list[str]:
    rows = text_of(spread.happened(SENTENCES, width, height, UNICODE)).split("\n")
    return [row.strip() for row in rows if not row.startswith("─")]


def test_sentences_that_do_not_fit_are_left_out_whole() -> None:
    """A cut sentence might not say who was paid. The mark stands for the rest."""
    assert list(SENTENCES[1:]) == sentences(4)
    assert [
        *SENTENCES[1:2],
        "emil builds Statue, paying 2 coins to dora. …",
    ] == sentences(3, 50)
    assert [f"{SENTENCES[1]} …"] == sentences(2)
    [cut] = sentences(2, 30)
    assert cut == "You build Quarry, paying 1…"
