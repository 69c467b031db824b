"""Replays: the moments of a log, and what is known about hands afterwards."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import (
    OwnKeys,
    keys_at,
    nobodys,
    replay,
)
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.view.wonders.replaying import moment_of
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.core.wonders.events import Drafted
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.log import file
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.auditing import whole_game
from tests.support.inprocess.seats import Seats
from tests.support.replays import LOG, forged, keep_seat, sealed, with_expansions


def test_a_replay_has_a_moment_for_each_event() -> None:
    """
    Moments are for boards and sides, each age, each turn, Babylon's extra cards, and
    cards taken from the discard pile.
    """
    whole = sealed()
    turns = [moment.turn for moment in map(moment_of, whole.moments)]
    usual = [(age, turn) for age in (1, 2, 3) for turn in range(7)]
    assert sorted([(0, 0), *usual, (2, 7), (3, 7)]) == sorted(set(turns))
    assert sorted(turns) == turns
    looks = [turn for turn in sorted(set(turns)) if turns.count(turn) == 2]
    assert [(2, 2), (2, 5)] == looks
    assert 3 == turns.count((0, 0))
    assert (1, 0) == whole.moments[3].turn
    assert (2, 0) == whole.moments[10].turn


def test_a_draft_of_open_leaders_is_shown_round_by_round() -> None:
    """A moment shows what each player held, and the next one what went to the right."""
    told = with_expansions()
    rounds = [
        moment
        for moment in map(moment_of, told.moments)
        if any(isinstance(event, Drafted) for event in moment.state.news)
    ]
    assert [4, 3, 2] == [moment.hands[0].size for moment in rounds]
    for before, after in pairwise(rounds):
        kept = {
            event.seat: before.faces[event.seat][event.slot]
            for event in before.state.news
            if isinstance(event, Drafted)
        }
        for seat in range(3):
            held = {shown.card for shown in before.hands[seat].cards}
            passed = {shown.card for shown in after.hands[(seat - 1) % 3].cards}
            assert held - {kept[seat]} == passed


@pytest.mark.usefixtures("fast_sealing")
def test_unusable_keys_open_no_hand(tmp_path: Path) -> None:
    """The log is shown whatever the stored keys are."""
    stores = [InMemory() for _ in range(3)]
    table = Seats(Wonders(3), "kept", stores, suite=SEALED)
    while getattr(wonders(table.fold.state).task, "turn", 0) < 3:
        table.step()
    log, home = table.fold.log(), Home(tmp_path, tmp_path)
    path = keep_seat(tmp_path, table.charter, 1, stores[1])
    identity = table.charter.people[1].identity
    for broken in (b"x", path.read_bytes()[:-100], b""):
        own = OwnKeys(identity, (broken,))
        told = replay(log, keys=lambda charter, own=own: own)  # type: ignore[misc]
        assert ((), 1, 4) == (told.open, told.own, len(told.moments))
    path.write_bytes(b"something else")
    told = replay(log, keys=keys_at(home, own_hand=True))
    assert ((), None) == (told.open, told.own)
    path.unlink()
    told = replay(log, keys=keys_at(home, own_hand=True))
    assert ((), 1) == (told.open, told.own)
    assert not path.exists()


def test_a_replay_creates_no_identity(tmp_path: Path) -> None:
    charter: Charter = whole_game(OPEN).charter
    assert keys_at(Home(tmp_path, tmp_path), own_hand=True)(charter) is None
    assert nobodys(charter) is None
    assert [] == list(tmp_path.iterdir())


def test_the_valid_part_of_a_log_is_shown() -> None:
    whole, some = sealed(), file.read(LOG.read_bytes())
    cut = replay(file.write(some[: len(some) // 2]))
    assert Verdict.UNFINISHED is cut.report.verdict
    assert cut.checked
    n = len(cut.moments)
    assert 0 < n < len(whole.moments)
    assert [one.state for one in whole.moments[:n]] == [
        one.state for one in cut.moments
    ]
    lobby = replay(file.write(some[:4]))
    assert ((), None, ()) == (lobby.moments, lobby.charter, lobby.names)
    with pytest.raises(RemoteProtocolError):
        replay(b"nothing of the kind")


@pytest.mark.usefixtures("fast_sealing")
def test_proofs_of_an_incomplete_log_are_always_checked() -> None:
    """A cheat may be the reason why the log isn't complete."""
    told = forged()
    assert told.checked
    assert told.report.fault is not None
    assert told.report.fault.seat is not None
    assert 1 == len(told.moments)
