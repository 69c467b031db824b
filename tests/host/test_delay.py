"""The spectators' delay."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.table.actions import PauseClock, Speak
from sealed_wonders.host.delay import Delay, Later
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import (
    Account,
    Accounted,
    Chat,
    Clock,
    Closed,
    Convicted,
    FromHost,
    Log,
    Paused,
    Presence,
    Read,
    Whisper,
)
from tests.support.inprocess.client import Client, clients_choosing
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.inprocess.takers import reading_spectator, willing_spectator

DELAY = 60
"""The spectators' delay in seconds."""


def heard(client: Client) -> int:
    return max(it.entry + len(it.wires) for it in client.heard(Log))


@pytest.fixture
def host(start_host: StartHost) -> HostHarness:
    return start_host(open_terms(3, spectator_delay=DELAY, turn_time=600))


# How much is shown.


@given(
    st.lists(st.tuples(st.integers(0, 50), st.integers(-2, 5)), max_size=30),
    st.integers(0, 40),
)
def test_a_delay_shows_the_length_of_the_log_at_an_earlier_time(
    steps: list[tuple[int, int]], seconds: int
) -> None:
    """
    Entries that were removed since aren't shown. The deadline is the time of the next
    change.
    """
    delay, now, length = Delay(seconds, 3), 0, 3
    came = [-seconds] * 3
    """The times at which the entries arrived."""
    for passed, more in steps:
        now, length = now + passed, max(0, length + more)
        came = [*came[:length], *[now] * (length - len(came))]
        delay.note(length, now)
        assert sum(at + seconds <= now for at in came) == delay.shown(now)
        due = [at + seconds for at in came if at + seconds > now]
        assert min(due, default=None) == delay.deadline


@given(
    st.lists(st.tuples(st.floats(0, 50), st.integers(0, 3)), max_size=30),
    st.integers(1, 40),
)
def test_a_delayed_value_is_shown_as_it_was_then(
    steps: list[tuple[float, int]], seconds: int
) -> None:
    """
    It is never shown early, and at most a second late. The deadline is the time of the
    next change.
    """
    later, now = Later(seconds, 0), 0.0
    was = [(-1000.0, 0)]
    """The changes: times and values."""
    for passed, value in steps:
        now += passed
        later.note(value, now)
        was.append((now, value))
        shown, due = later.shown(now), later.deadline
        since = [at for at, _ in was if at + seconds <= now]
        surely = [at for at, _ in was if at + seconds + 1 <= now]
        assert shown in [it for at, it in was if surely[-1] <= at <= since[-1]]
        assert later.last == value
        assert due is None or now < due <= now + seconds + 1


def test_a_delay_outside_the_limits_is_refused() -> None:
    for seconds in (-1, 3601):
        with pytest.raises(
            ValueError, match="spectator-delay must be a number from 0 to 3600"
        ):
            Terms.of(spectator_delay=seconds)


# What spectators get.


def test_spectators_get_entries_later_than_players(host: HostHarness) -> None:
    """The end of the game reaches everybody at once."""
    ann, bob, cleo = clients_choosing(host)
    before = host.game.fold.position
    eve = reading_spectator(host, "eve")
    shown = heard(eve)
    assert shown <= before
    host.answer([ann, bob, cleo])
    whole = host.game.fold.position
    assert whole > before
    assert whole == heard(ann) == heard(bob)
    host.pass_time(DELAY - 1, 1)
    assert shown <= heard(eve) <= before
    host.pass_time(1, 1)
    assert whole == heard(eve)
    host.answer([ann, bob, cleo])
    assert host.game.fold.position > heard(eve)
    host.table.break_off("enough")
    host.disconnect([ann])
    assert host.game.fold.position == heard(eve) == heard(bob)
    assert eve.heard(Closed)


def told_last(client: Client, kind: type[FromHost]) -> Any:
    """Return the last message of a kind that a client got, or None."""
    said = client.heard(kind)
    return said[-1] if said else None


def test_spectators_see_the_clock_of_the_delayed_game(host: HostHarness) -> None:
    """The same goes for a pause, and for spectators who arrive in the middle of it."""
    ann, bob, cleo = clients_choosing(host)
    eve = reading_spectator(host, "eve")
    host.pass_time(100, 1)
    phase = host.game.fold.phase.number
    host.answer([bob, cleo])
    host.pass_time(10, 1)
    host.answer([ann])
    assert host.game.fold.phase.number > phase
    host.pass_time(20, 1)
    bob.act(PauseClock(paused=True))
    finn = reading_spectator(host, "finn")
    assert 600 == told_last(eve, Clock).seconds
    clock = told_last(finn, Clock)
    assert (phase, 600 - 100 + DELAY - 30, True) == (
        clock.phase,
        clock.seconds,
        clock.runs,
    )
    assert told_last(finn, Paused) is None
    host.pass_time(DELAY - 20, 1)
    for one in (eve, finn):
        clock = told_last(one, Clock)
        assert (phase < clock.phase, 600, True) == (True, clock.seconds, clock.runs)
        assert told_last(one, Paused) is None
    host.pass_time(20, 1)
    for one in (eve, finn):
        clock = told_last(one, Clock)
        assert (580, False) == (clock.seconds, clock.runs)
        assert "bob" == told_last(one, Paused).by


def test_spectators_get_clients_progress_later(host: HostHarness) -> None:
    """
    The same goes for the clock and everything else that follows from the log. Chat
    arrives at once.
    """
    ann, bob, cleo = clients_choosing(host)
    eve = reading_spectator(host, "eve")
    host.pass_time(DELAY, 1)
    before = [it.phase for it in told_last(eve, Presence).marks if it is not None]
    eve.received.clear()
    host.answer([ann, bob, cleo])
    ann.act(Speak("well played"))
    ann.speak(Account(host.table.name, host.game.fold.phase.number, b"account"))
    assert [] == [it for it in eve.received if isinstance(it, Clock | Log | Convicted)]
    assert eve.heard(Chat)
    for told in eve.heard(Presence):
        assert before == [it.phase for it in told.marks if it]
    assert max(before) < max(it.phase for it in told_last(bob, Presence).marks)
    assert told_last(bob, Accounted) is not None
    host.pass_time(DELAY, 1)
    assert eve.heard(Clock)
    assert max(before) < max(it.phase for it in told_last(eve, Presence).marks)
    assert told_last(eve, Accounted) is None


def test_reading_the_log_reveals_nothing_beyond_the_delay(host: HostHarness) -> None:
    """This holds for any position asked for, and on a new connection."""
    ann, bob, cleo = clients_choosing(host)
    eve = reading_spectator(host, "eve")
    host.answer([ann, bob, cleo])
    whole, shown = host.game.fold.position, heard(eve)
    for entry in (0, shown, whole - 1, whole, whole + 5):
        eve.speak(Read(host.table.name, entry))
        told = [it.entry + len(it.wires) for it in eve.heard(Log) if it.wires]
        assert max(told) <= max(shown, entry)
    eve.disconnect()
    host.reconnect([eve])
    eve.speak(Read(host.table.name, 0))
    assert shown == heard(eve)


def test_a_substitute_who_is_asked_gets_the_whole_log(host: HostHarness) -> None:
    """
    A substitute takes the game as it is. Other spectators still wait, after a restart
    of the host as well.
    """
    ann, bob, cleo = clients_choosing(host)
    eve, finn = willing_spectator(host, "eve"), reading_spectator(host, "finn")
    host.answer([ann, bob, cleo])
    whole = host.game.fold.position
    assert whole > heard(eve)
    ann.speak(Whisper(host.table.name, eve.identity.public, b"box"))
    assert whole == heard(eve) > heard(finn)
    host.answer([ann, bob, cleo])
    assert host.game.fold.position == heard(eve) > heard(finn)
    host.pass_time(DELAY, 1)
    host.restart()
    gus = reading_spectator(host, "gus")
    whole = host.game.fold.position
    assert heard(gus) < whole
    host.pass_time(DELAY, 1)
    assert whole == heard(gus)
