"""Chronicles of games: correct, and limited to public facts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.chronicle import Chronicle, ChronicleTurn, Decisive, decisive
from sealed_wonders.core.game import (
    Answer,
    Chosen,
    Looked,
    Ruleset,
    TurnedUp,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import chooser
from tests.support.thorough import only

TABLES: Mapping[str, Ruleset] = {
    "seven": Wonders(7),
    "drafted": Wonders(3, "choose"),
    "leaders": Wonders(4, "day", ("leaders",)),
    "edifice": Wonders(4, "night", ("edifice",)),
    "both": Wonders(5, "night", ("leaders", "edifice")),
    "architects": Architects(3),
}


def played(name: str) -> Iterator[tuple[Dealer, Answer, Chronicle]]:
    """Play a game, and yield each step with the chronicle that records it."""
    rules = TABLES[name]
    dealer, told = Dealer(rules, seeded(name)), Chronicle(rules.name)
    told.take(dealer.state)
    choosers = [chooser(f"{name}:{seat}") for seat in range(rules.players)]
    for answer in dealer.steps(choosers):
        told.take(dealer.state)
        yield dealer, answer, told


@cache
def whole(name: str) -> tuple[Dealer, Chronicle]:
    """Play a game to its end; return the table and the chronicle."""
    *_, (dealer, _, told) = played(name)
    return dealer, told


def shown(answer: Answer) -> list[int]:
    """Return the cards that an answer reveals to everybody by itself."""
    match answer:
        case Chosen(face=int(face)) | Looked(face=int(face)):
            return [face]
        case TurnedUp(faces=faces):
            return [*faces]
    return []


def test_sections_count_the_events_before_the_recent_turns() -> None:
    for dealer, _, told in played("architects"):
        turns = told.sections(dealer.state)["turns"]
        recent = [event for turn in turns["recent"] for event in turn["events"]]
        events = [event for turn in told.turns for event in turn.events]
        assert recent == events[turns["earlier"] :]
    assert turns["earlier"] > 0


@pytest.mark.parametrize("name", only(["seven", "both", "architects"], [*TABLES]))
def test_a_chronicle_names_only_revealed_cards(name: str) -> None:
    """
    The test derives public cards from the answers alone, and compares everything with
    them.

    Boards are drawn or chosen in public.
    """
    cards = TABLES[name].cards
    public, hidden, said = set[str](), set[str](), 0
    for dealer, answer, told in played(name):
        public |= {cards[face] for face in shown(answer)}
        written = json.dumps(
            [told.public.table(dealer.state), [turn.events for turn in told.turns]]
        )
        words = {word.split(".")[0] for word in re.findall(r'"([a-z_0-9.]+)"', written)}
        boards = {
            word.split(".")[0] for word in re.findall(r'"board": "([^"]+)"', written)
        }
        piles = set(re.findall(r'"(?:name|pile)": "([^"]+)"', written))
        # The cards that a chain makes free are printed on the city's cards.
        chains = re.findall(r'"chains": \[([^\]]*)\]', written)
        free = {card for some in chains for card in re.findall(r'"([^"]+)"', some)}
        named = words & {*cards}
        assert named <= public | boards | piles | free
        said += len(named)
        hidden |= {cards[face] for face in dealer.faces.values()} - public - boards
    assert said > 100
    assert hidden, "nothing was hidden, so this shows nothing"


@pytest.mark.parametrize("name", only(["both", "architects"], [*TABLES]))
def test_turns_add_up_to_the_game(name: str) -> None:
    """The last points are those of the score sheet, and the turns are in order."""
    last, chronicle = whole(name)
    turns, sheet = chronicle.turns, last.state.score()
    assert tuple(row[-1] for row in sheet.rows) == turns[-1].points
    places = [turn.at for turn in turns]
    assert places == sorted(set(places))
    found = decisive(turns, sheet.winners)
    assert 1 <= len(found) <= 3
    assert [it.at for it in found] == sorted({it.at for it in found})
    leads = [it for it in found if it.leads]
    assert [sheet.winners[0]] == [it.seat for it in leads]
    after = [turn for turn in turns if turn.at >= leads[0].at]
    assert all(max(it.points) == it.points[leads[0].seat] for it in after)


def test_a_phase_that_the_game_returned_to_is_recorded_once() -> None:
    """Its entries and all later ones are forgotten; earlier ones stay."""
    chronicle, whole = Chronicle("wonders"), Chronicle("wonders")
    states = [dealer.state for dealer, _, _ in played("drafted")]
    for phase, state in enumerate(states):
        whole.take(state, phase)
    half = len(states) // 2
    for phase, state in enumerate(states[: half + 9]):
        chronicle.take(state, phase)
    chronicle.back_to(half)
    for phase, state in enumerate(states[half:], half):
        chronicle.take(state, phase)
    assert whole.turns == chronicle.turns
    assert whole.opened(states[-1], {}) == chronicle.opened(states[-1], {}) == []


def test_events_of_an_earlier_turn_join_the_turn_that_has_begun() -> None:
    """
    For example, one seat plays an extra card, and another then builds from the discard.
    """

    class State:
        def __init__(self, points: int, *happens: tuple[tuple[int, ...], str]) -> None:
            self.points = points
            self.happens = [(at, {"is": it}) for at, it in happens]

        def score(self) -> Any:
            return SimpleNamespace(rows=((self.points,),))

    chronicle = Chronicle("wonders")
    chronicle.public = cast(
        Any,
        SimpleNamespace(
            happened=lambda state: state.happens,
            table=lambda state: {"cities": [1]},
            laid=lambda state: {},
        ),
    )
    for state in (
        State(5, ((3, 6), "played")),
        State(7, ((3, 7), "played")),
        State(9, ((3, 6), "picked"), ((), "fought")),
    ):
        chronicle.take(cast(Any, state))
    assert [
        ((3, 6), ["played"], (5,)),
        ((3, 7), ["played", "picked", "fought"], (9,)),
    ] == [
        (it.at, [one["is"] for one in it.events], it.points) for it in chronicle.turns
    ]


@pytest.mark.parametrize("name", ["both", "architects"])
def test_disclosed_cards_have_the_place_where_they_had_been(name: str) -> None:
    """
    Cards that were sold, laid under a wonder or left over have a turn; kept cards have
    none.
    """
    last, chronicle = whole(name)
    state: Any = last.state
    found = chronicle.opened(state, last.faces)
    cards, seen = TABLES[name].cards, Counter(it["where"] for it in found)
    if name == "architects":
        piles = {
            slot
            for it in (*state.piles, state.central, state.tokens)
            for slot in it.slots
        }
        assert seen == {"seen": len(piles & {*last.faces})}
        return
    assert len(last.faces) == len(found)
    assert sorted(cards[face] for face in last.faces.values()) == sorted(
        it["card"] for it in found
    )
    # A discard pile that somebody has looked through was mixed, so its cards have no turn.
    assert {"sold", "stage", "last", "kept", "discard", "held"} >= {*seen}
    assert 0 < seen["last"] <= 3 * state.rules.players
    assert seen["sold"]
    assert seen["kept"] >= sum(map(len, state.leaders))
    for it in found:
        assert bool(it["at"]) == (it["where"] in ("sold", "stage", "last"))
    sold = [it["at"] for it in found if it["where"] == "sold"]
    assert sold == sorted(sold)


def test_decisive_turns_are_the_last_lead_and_the_largest_gains() -> None:
    """Where the winner was overtaken no more, and where somebody gained most."""
    points = [(0, 0, 0), (1, 9, 2), (2, 9, 2), (12, 9, 2), (12, 9, 11), (13, 10, 11)]
    turns = [ChronicleTurn((1, n), (), it) for n, it in enumerate(points)]
    assert (
        Decisive((1, 1), 1, 7, leads=False),
        Decisive((1, 3), 0, 10, leads=True),
        Decisive((1, 4), 2, 9, leads=False),
    ) == decisive(turns, (0,))
    assert () == decisive(turns, ())
    assert () == decisive([ChronicleTurn((), (), ())], (0,))
