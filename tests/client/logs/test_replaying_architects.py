"""Replays of Architects: a moment for each choice, and cards seen in secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import Replay, keys_at, replay
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.view.architects.replaying import (
    BEFORE,
    ArchitectsMoment,
    moment_of,
)
from sealed_wonders.client.words.architects.moments import title
from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.events import (
    FinalSheet,
    Founded,
    Peeked,
    Remixed,
    Searched,
    SeatsLeft,
    Taken,
    TurnEnded,
)
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Choose, Seat, Slot
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.architects import architects as state_of
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Table
from tests.support.inprocess.seats import Seats
from tests.support.replays import architects, keep_seat
from tests.support.thorough import only

pytestmark = pytest.mark.usefixtures("integers")

SecretLook = Callable[[State], "tuple[Seat, tuple[Slot, ...]] | None"]
"""Returns a seat and the cards that only it has seen; None while there are none."""


def moments(told: Replay) -> list[ArchitectsMoment]:
    return list(map(moment_of, told.moments))


@pytest.mark.parametrize(
    ("players", "suite"),
    only([(2, SEALED), (3, OPEN)], [(2, SEALED), (3, OPEN), (7, OPEN)]),
)
def test_a_replay_has_a_moment_for_each_choice(players: int, suite: int) -> None:
    """First comes the setup, then every turn. Each moment contains some event."""
    told = architects(players, suite)
    assert ("architects", Verdict.GOOD) == (told.game, told.report.verdict)
    first, *others = moments(told)
    assert BEFORE == first.turn
    assert isinstance(first.state.news[0], Founded)
    numbers = [moment.turn[0] for moment in others]
    assert sorted(numbers) == numbers
    assert set(range(1, others[-1].state.turn + 1)) == set(numbers)
    for moment in others:
        number, seat = moment.turn
        assert (number - 1 + first.state.first) % players == seat
        assert not all(isinstance(event, TurnEnded) for event in moment.state.news)
    assert isinstance(others[-1].state.news[-1], FinalSheet)


def test_moments_contain_every_event_exactly_once() -> None:
    """The events are in the order of the game."""
    told = architects(3, OPEN)
    seen = told.past(len(told.moments) - 1)
    turns = [event.turn for event in seen if isinstance(event, TurnEnded)]
    assert list(range(1, len(turns) + 1)) == turns
    cards = [event.card for event in seen if isinstance(event, Taken)]
    assert len(set(cards)) == len(cards)
    last = moments(told)[-1].state
    held = [card for city in last.cities for kind in city.cards for card in kind]
    assert sorted(cards) == sorted([*held, *last.discard])


def peeks(told: Replay) -> list[ArchitectsMoment]:
    """Return the moments at whose beginning the cat showed a card."""
    return [
        one
        for one in moments(told)
        if any(isinstance(event, Peeked) for event in one.state.news)
    ]


@pytest.mark.parametrize(
    ("players", "suite"),
    only([(2, SEALED), (3, OPEN)], [(2, SEALED), (3, OPEN), (7, OPEN)]),
)
def test_a_card_shown_by_the_cat_is_known_once_it_was_drawn(
    players: int, suite: int
) -> None:
    """Until then, only the cat's holder knows it."""
    told = architects(players, suite)
    row = moments(told)
    assert peeks(told)
    for at, moment in enumerate(row):
        top = moment.state.central.hidden[:1]
        later = (
            event
            for one in row[at + 1 :]
            for event in one.state.news
            if isinstance(event, Taken) and event.pile == CENTRAL
        )
        drawn = next(later, None)
        below = {slot for event in searches([moment]) for slot in event.slots}
        for seat, seen in enumerate(moment.faces):
            faces = {slot: seen[slot] for slot in seen if slot not in below}
            if seat not in moment.state.saw:
                assert not faces
            elif drawn is not None:
                assert {top[0]: drawn.card} == faces
            else:
                assert bool(faces) == (suite == OPEN)


def searches(some: Iterable[ArchitectsMoment]) -> list[Searched]:
    """Return the searches of a pile in these moments."""
    return [e for one in some for e in one.state.news if isinstance(e, Searched)]


@pytest.mark.parametrize(
    ("players", "suite"),
    only([(2, SEALED), (3, OPEN)], [(2, SEALED), (3, OPEN), (7, OPEN)]),
)
def test_searched_cards_of_open_games_are_seen_by_their_player(
    players: int, suite: int
) -> None:
    """
    They are seen while one is chosen. A log of sealed cards alone opens none of them.
    """
    row = moments(architects(players, suite))
    some = [(at, one) for at, one in enumerate(row) if searches([one])]
    assert some
    for at, moment in some:
        (event,) = searches([moment])
        assert event.slots
        for seat, faces in enumerate(moment.faces):
            known = set(event.slots) & set(faces)
            assert known == (
                {*event.slots} if (seat, suite) == (event.seat, OPEN) else set()
            )
        # The next moment shows everybody the card that was kept.
        (kept, *_) = [e for e in row[at + 1].state.news if isinstance(e, Taken)]
        assert (event.seat, event.pile) == (kept.seat, kept.pile)
        if suite == OPEN:
            seen = moment.faces[event.seat]
            assert kept.card in (event.top, *(seen[slot] for slot in event.slots))
        assert not {*event.slots} & {slot for it in row[at + 1].faces for slot in it}


class BrokenOff:
    """
    A game that broke off while a seat was seeing cards in secret, and that seat's home.
    """

    def __init__(self, folder: Path, seed: str, shows: SecretLook) -> None:
        stores = [InMemory() for _ in range(2)]
        table = Seats(Architects(2), seed, stores, suite=SEALED)
        state = state_of(table.fold.state)
        while (seen := shows(state)) is None or not isinstance(state.ask, Choose):
            table.step()
            state = state_of(table.fold.state)
        self.seat, slots = seen
        self.charter, self.log = table.charter, table.fold.log()
        faces = table.seats[self.seat].secrets.faces()
        self.shown = {slot: faces[slot] for slot in slots}
        self.home = Home(folder, folder)
        keep_seat(folder, self.charter, self.seat, stores[self.seat])


def cat(state: State) -> tuple[Seat, tuple[Slot, ...]] | None:
    """Return whom the cat has shown the top of the central pile, and that card."""
    return (state.saw[0], state.central.slots[:1]) if state.saw else None


def search(state: State) -> tuple[Seat, tuple[Slot, ...]] | None:
    """Return who is searching a pile, and the cards below its top."""
    if isinstance(state.task, Keep):
        return state.seat, state.pile(state.task.pile).slots[1:5]
    return None


@pytest.fixture(
    scope="module", params=[("kept", cat), ("search 4", search)], ids=["cat", "search"]
)
def broken_off(
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
    integers: None,
) -> BrokenOff:
    return BrokenOff(tmp_path_factory.mktemp("kept"), *request.param)


def test_a_secret_look_is_known_only_with_the_stored_keys(
    broken_off: BrokenOff,
) -> None:
    """The game broke off during it. Without the keys, nobody's look is known."""
    assert broken_off.shown
    told = replay(broken_off.log, keys=keys_at(broken_off.home, own_hand=True))
    assert ((broken_off.seat,), broken_off.seat) == (told.open, told.own)
    assert Verdict.UNFINISHED is told.report.verdict
    assert broken_off.shown == moments(told)[-1].faces[broken_off.seat]
    assert not moments(told)[-1].faces[1 - broken_off.seat]
    unknown = replay(broken_off.log)
    assert () == unknown.open
    assert not any(moments(unknown)[-1].faces)
    assert len(unknown.moments) == len(told.moments)


@pytest.mark.parametrize("again", [False, True], ids=["first", "midst"])
def test_after_a_removal_the_next_player_has_the_turn(again: bool) -> None:
    """
    Piles that are shuffled again because of the removal belong to the next player's
    turn.
    """
    table, chose = Table(Architects(4), "left in a turn", shared=True), 0
    fold = table.fold
    while True:
        state, is_choice = state_of(fold.state), fold.phase.kind == "CHOOSE"
        if is_choice and state.turn > 1 and again == (chose == state.turn):
            break
        chose = state.turn if is_choice else chose
        table.phase()
    out, turn = state.seat, state.turn
    vote_out(fold, [player.identity for player in table.players], [out])
    while state_of(fold.state).turn < turn + 3:
        table.phase()
    told = replay(fold.log())
    row = moments(told)
    at = next(
        at for at, it in enumerate(row) if isinstance(it.state.news[0], SeatsLeft)
    )
    following = (turn + 1, (out + 1) % 4)
    assert (turn, out) == row[at].turn if again else row[at].turn < (turn, 0)
    assert following == row[at + 1].turn == row[at + 2].turn
    assert any(isinstance(event, Remixed) for event in row[at + 1].state.news)
    name = told.names[following[1]]
    assert title(told, row[at + 1]) == f"Turn {turn + 1}, {name}"
    assert all(moment.turn[1] != out for moment in row[at + 1 :])
