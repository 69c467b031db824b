"""The players' clocks: whose clock runs, and how much time is left."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.table.actions import HandOver
from sealed_wonders.client.table.events import Step
from sealed_wonders.host.clocks import Clocks
from sealed_wonders.net.messages import Clock
from sealed_wonders.net.tableoptions import DAY
from sealed_wonders.net.times import LEAST, SETTLING, Times
from tests.support.inprocess.server import StartHost
from tests.support.inprocess.timed import TimedTable
from tests.support.thorough import examples

GAME_TIME, INCREMENT = 60, 10
"""Game time and increment in seconds."""


class Watched:
    """The clocks of three seats, with a time that the test sets."""

    def __init__(self, times: Times) -> None:
        self.now = 1000.0
        self.clocks = Clocks(times, 3, lambda: self.now)

    def begin(self, *due: int) -> None:
        self.clocks.begin(due)

    def speak(self, *seats: int) -> None:
        for seat in seats:
            self.clocks.spoke(seat)

    def stop(self, *, stops: bool = True) -> None:
        self.clocks.stand_still(stands_still=stops)

    def wait(self, seconds: float) -> None:
        """Let time pass, and call `expire` whenever it is due."""
        end = self.now + seconds
        while (due := self.clocks.deadline) is not None and due <= end:
            self.now = due
            self.clocks.expire()
        self.now = end

    @property
    def told(self) -> Clock:
        return self.clocks.told(self.now, "green", 3)

    @property
    def left(self) -> tuple[int, ...]:
        return self.told.seats


def test_a_substitute_has_time_to_settle_in() -> None:
    """The player before may have used up the time. A shorter game time is a limit."""
    watched = Watched(Times(30, 2 * SETTLING, 0))
    for _ in range(5):
        watched.begin(0)
        watched.wait(30)
        watched.speak(0)
    watched.begin(0)
    watched.clocks.got_holder(0)
    assert (30, SETTLING) == (watched.told.seconds, watched.left[0])
    watched.clocks.got_holder(1)
    assert 2 * SETTLING == watched.left[1]
    short = Watched(Times(0, SETTLING // 2, 0))
    short.begin(0)
    short.wait(SETTLING)
    short.clocks.got_holder(0)
    assert SETTLING // 2 == short.left[0]


def test_the_clock_is_sent_only_when_it_changes() -> None:
    """A turn time alone needs no further message: everybody knows when it is up."""
    each, game, none = Watched(Times(30)), Watched(Times(0, 60)), Watched(Times())
    for watched, changes in (each, [1, 1, 2]), (game, [1, 2, 3]), (none, [0, 0, 0]):
        seen = []
        watched.begin(0, 1)
        seen.append(watched.clocks.changes)
        watched.speak(0)
        seen.append(watched.clocks.changes)
        watched.wait(60)
        seen.append(watched.clocks.changes)
        assert changes == seen


SEATS = st.integers(0, 2)
STEPS = st.one_of(
    st.tuples(st.just("begin"), st.frozensets(SEATS)),
    st.tuples(st.just("speak"), SEATS),
    st.tuples(st.just("stop"), st.booleans()),
    st.tuples(st.just("wait"), st.floats(0, 40)),
)


@examples(300)
@given(
    st.builds(
        Times, st.sampled_from((0, 7)), st.integers(1, 60), st.sampled_from((0, 3))
    ),
    st.lists(STEPS, max_size=40),
)
def test_no_seat_has_more_time_than_it_is_due(
    times: Times, steps: list[tuple[str, object]]
) -> None:
    """
    In any order of events, a seat begins with its game time and gains time by choices
    only.
    """
    watched, owed = Watched(times), set[int]()
    due = [float(times.game)] * 3
    """The upper limit of each clock, computed independently."""
    stops = False
    for what, how in steps:
        match what, how:
            case "begin", frozenset(seats):
                watched.begin(*seats)
                owed = set(seats)
                for seat in owed:
                    due[seat] = max(due[seat], LEAST)
            case "speak", int(seat):
                watched.speak(seat)
                if seat in owed:
                    owed.discard(seat)
                    due[seat] += times.increment
            case "stop", bool(stops):
                watched.stop(stops=stops)
            case "wait", float(seconds):
                watched.wait(seconds)
                for seat in owed if not stops else ():
                    due[seat] = max(0.0, due[seat] - seconds)
        for left, most in zip(watched.left, due, strict=True):
            assert most - 0.1 <= left <= most + 1.1
        deadline = watched.clocks.deadline
        assert deadline is None or deadline > watched.now


def test_no_clock_shows_more_than_a_day() -> None:
    """A message holds at most a day, whatever the increment adds."""
    watched = Watched(Times(0, DAY, DAY))
    watched.begin(0)
    watched.speak(0)
    assert DAY == watched.left[0]


# At a table.

TERMS = {"game_time": GAME_TIME, "increment": INCREMENT}


@pytest.fixture
def timed(start_host: StartHost) -> TimedTable:
    return TimedTable(start_host, **TERMS)


def test_a_player_whose_time_is_up_chooses_at_once(timed: TimedTable) -> None:
    """
    The player's own client makes the choice. Time runs on during an absence, so this
    also happens on return.
    """
    timed.host.pass_time(10)
    timed.leave(timed.ann)
    timed.host.pass_time(10)
    timed.reconnect(timed.ann)
    assert GAME_TIME - 20 == timed.seconds_left(timed.ann)
    timed.host.pass_time(GAME_TIME - 21)
    assert [] == timed.ann.player.late
    timed.host.pass_time(1)
    assert [True] == timed.ann.player.late
    assert INCREMENT == timed.seconds_left(timed.ann)
    timed.host.pass_time(INCREMENT)
    assert [True, True] == timed.ann.player.late
    timed.leave(timed.ann)
    timed.host.pass_time(INCREMENT)
    assert True not in timed.bob.player.late
    timed.reconnect(timed.ann)
    assert [True] * 3 == timed.ann.player.late


def test_a_handover_adds_no_time(start_host: StartHost) -> None:
    """
    Neither the handover itself nor the question to somebody who never answers stops the
    clock.
    """
    timed = TimedTable(start_host, turn_time=30, **TERMS)
    eve = timed.host.client("eve", table=timed.host.table.name, looks_on=True)
    eve.player.pick, eve.player.accepts = None, None
    timed.host.pass_time(10)
    timed.ann.game.do(HandOver(eve.identity.public))
    timed.host.pass_time(19)
    assert [Step.ASKED] == timed.ann.player.giving_steps
    timed.host.pass_time(1)
    assert [True] == timed.ann.player.late
    assert [Step.ASKED, Step.SILENT] == timed.ann.player.giving_steps
    eve.player.accepts = True
    timed.host.pass_time(10)
    timed.ann.act(HandOver(eve.identity.public))
    assert "eve" in timed.host.game.names
    assert [] == eve.player.late
    timed.host.pass_time(20)
    assert [True] == eve.player.late


def test_clocks_survive_an_orderly_restart_once(timed: TimedTable) -> None:
    """
    After a crash, everybody gets the whole game time again. After the game, no clock
    runs.
    """
    timed.choose()
    timed.host.pass_time(20)
    timed.restart()
    assert [GAME_TIME, GAME_TIME] == [
        timed.seconds_left(timed.ann),
        timed.seconds_left(timed.bob),
    ]
    timed.host.pass_time(20)
    timed.choose()
    timed.host.pass_time(5)
    left = timed.seconds_left(timed.bob)
    timed.host.server.stop()
    timed.restart()
    assert GAME_TIME - 20 + INCREMENT - 5 == timed.seconds_left(timed.ann)
    assert left == timed.seconds_left(timed.bob)
    timed.restart()
    assert GAME_TIME == timed.seconds_left(timed.ann)
    timed.play_out()
    assert timed.host.game.is_complete
    assert timed.host.game.deadline is None
