"""Lost connections in the lobby, in the draw, and in each phase of a game."""

from __future__ import annotations

import pytest

from sealed_wonders.host.lobby import REVEAL_PATIENCE
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.limits import AWAY_SECONDS, GONE_SECONDS, STALL_SECONDS
from sealed_wonders.net.messages import Closed, Leave, Presence
from tests.support.agreed import agreed
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    waiting_for_ann,
)

# In the lobby.


def lobby_with_two_ready(start_host: StartHost) -> tuple[HostHarness, list[Client]]:
    """Return a lobby for three, with two people who are ready."""
    host = start_host(open_terms(3))
    people = host.join(("ann", "bob"))
    host.settle()
    return host, people


def test_a_silent_connection_counts_as_lost(start_host: StartHost) -> None:
    """It takes several missing pings to make somebody absent."""
    host, (ann, bob) = lobby_with_two_ready(start_host)
    ann.pings = bob.pings = False
    host.pass_time(AWAY_SECONDS)
    assert [True, True] == [person.here for person in bob.player.last_lobby.people]
    bob.pings = True
    host.pass_time(GONE_SECONDS + STALL_SECONDS, step=STALL_SECONDS)
    assert ann.is_cut_off
    assert not bob.is_cut_off
    assert [False, True] == [person.here for person in bob.player.last_lobby.people]


def test_a_table_that_everybody_left_is_closed(start_host: StartHost) -> None:
    """A permanent table stays open."""
    host, people = lobby_with_two_ready(start_host)
    for person in people:
        person.send(Leave())
    host.settle()
    assert all(person.session.over for person in people)
    assert TableState.STOPPED is host.table.state
    stays = start_host(open_terms(3))
    stays.server.seating.open(permanent=True)
    ann = stays.client("ann")
    stays.settle()
    ann.send(Leave())
    stays.settle()
    assert TableState.LOBBY is stays.table.state


# In the draw.


def draw_without_ann(start_host: StartHost) -> tuple[HostHarness, list[Client]]:
    """Return a draw in which only ann has still to reveal, and gets no messages."""
    host = start_host(open_terms(3))
    people = host.join()

    def is_drawing() -> bool:
        lobby = host.table.lobby if list(host.server.registry) else None
        return lobby is not None and lobby.drawing

    host.until(is_drawing)
    people[0].stalled = True
    host.settle()
    assert is_drawing()
    return host, people


def test_a_member_disconnected_in_the_draw_reveals_on_return(
    start_host: StartHost,
) -> None:
    """The draw isn't repeated."""
    host, people = draw_without_ann(start_host)
    people[0].disconnect()
    host.pass_time(REVEAL_PATIENCE / 2)
    people[0].stalled = False
    host.reconnect([people[0]])
    assert 0 == host.game.fold.charter.draw
    host.completed_game()


def step(host: HostHarness, slow: Client) -> None:
    """Let a slow client finish its part of the open phase, and the others continue."""
    slow.stalled = False
    phase = host.game.fold.phase.number
    while host.game.fold.phase.number == phase and not host.game.fold.over:
        host.clock.advance(0)
        slow.exchange()
    slow.stalled = True
    host.settle()


def kinds_played(host: HostHarness, ann: Client, there: bool) -> set[str]:
    """
    Play a game in which ann's connection breaks once in each kind of phase.

    Args:
      there: whether ann's client keeps running; if not, it is restarted, too.
    """
    seen: set[str] = set()
    ann.stalled = True
    host.settle()
    while not host.game.fold.over:
        fold: Fold = host.game.fold
        seat = host.game.seat_of(ann.identity.public)
        assert seat is not None
        assert (seat,) == fold.missing
        if fold.phase.kind not in seen:
            seen.add(fold.phase.kind)
            host.disconnect([ann])
            assert not host.game.here[seat]
            if not there:
                ann.restart()
            ann.connect()
        step(host, ann)
    ann.stalled = False
    host.settle()
    return seen


@pytest.mark.parametrize("there", [True, False], ids=["cut off", "killed"])
def test_a_player_can_come_back_in_any_phase(
    there: bool, start_host: StartHost
) -> None:
    """The table waits, and then sends the client the log from its last position on."""
    host = start_host(open_terms(3, own=agreed(sides="choose")))
    people = host.join()
    people[0].stalled = True
    # ann takes part in the lobby, and is slow afterwards.
    while host.table.game is None if list(host.server.registry) else True:
        host.clock.advance(0)
        for person in people:
            person.stalled = False
            person.exchange()
    seen = kinds_played(host, people[0], there)
    ended = host.completed_game()
    assert [ended.sheet] * 3 == [person.player.sheet for person in people]
    assert {
        *("KEY", "MIX", "OPEN_SHARE", "DECIDE", "DECLARE"),
        *("DEAL", "PICK", "REVEAL", "END"),
    } <= seen


# In a game.


def test_a_game_waits_for_weeks(start_host: StartHost) -> None:
    """A client that was restarted finds the table where its game is."""
    host, people = waiting_for_ann(start_host)
    people[0].disconnect()
    host.pass_time(14 * 24 * 60 * 60.0, step=30 * 60.0)
    host.reconnect([people[0]])
    people[1].disconnect()
    people[1].connect()
    people[2].disconnect()
    host.reconnect([people[2]])
    people[0].disconnect()
    people[0].restart()
    people[0].player.pick = None
    host.reconnect([people[0]])
    assert 1 == len(list(host.server.registry))
    assert [] == people[0].refusals
    play_on(host, people)


def test_a_player_who_comes_back_late_gets_the_end_of_the_game(
    start_host: StartHost,
) -> None:
    """The others have left, but the log is still there."""
    host, people = waiting_for_ann(start_host)
    ann = people[0]
    ann.player.pick = any_move
    ann.disconnect()
    ann.connect()
    assert ann.player.answer is not None
    while not host.game.fold.over:
        host.settle()
        question, answer = ann.player.question, ann.player.answer
        if question is not None and answer is not None:
            answer(any_move(question))
        if "END" == host.game.fold.phase.kind:
            break
    host.settle()
    bob = people[1]
    host.restart_clients([bob], host.table.name)
    # A restarted client wants to play, and isn't shown the old game.
    assert bob.player.sheet is None
    assert not any(isinstance(m, (Presence, Closed)) for m in bob.received)
