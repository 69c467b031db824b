"""Logs, as other programs read and follow them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders import LogError, LogFollower, PublicEvent, Verdict, read_log
from sealed_wonders.net.log import file, journal

VECTORS = Path(__file__).parents[2] / "vectors"
LOG = VECTORS / "three_seats.swlog"


def test_a_log_is_read_and_checked() -> None:
    log = read_log(LOG)
    assert (Verdict.GOOD, "", 182) == (log.verdict, log.fault, log.entries)
    assert ("wonders", ("cleo", "ann", "bob")) == (log.game, log.players)
    assert log.sheet is not None
    assert (2,) == log.sheet.winners
    assert tuple(row[-1] for row in log.sheet.rows) == log.turns[-1].points
    played = {"is": "played", "seat": 0, "use": "build", "card": "altar"}
    assert played == log.turns[1].events[0]
    assert ((), (1, 1)) == (log.turns[0].at, log.turns[1].at)
    assert log == read_log(str(LOG), proofs=False)


def test_a_log_that_breaks_off_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "part.swlog"
    path.write_bytes(LOG.read_bytes()[:100000])
    log = read_log(path, proofs=False)
    assert log.verdict is Verdict.FAULT
    assert "unfinished" in log.fault
    assert log.sheet is None
    whole = read_log(LOG, proofs=False)
    assert 5 < len(log.turns) < len(whole.turns)
    assert log.turns[:-1] == whole.turns[: len(log.turns) - 1]


def test_a_log_of_a_lobby_has_no_game(tmp_path: Path) -> None:
    path = tmp_path / "lobby.swlog"
    path.write_bytes(file.write(file.read(LOG.read_bytes())[:2]))
    log = read_log(path)
    assert (Verdict.UNFINISHED, "", ()) == (log.verdict, log.game, log.players)
    assert (None, (), {}) == (log.sheet, log.turns, log.options)


@pytest.mark.parametrize("data", [b"", b"no log", b"SWTWO1\n"])
def test_a_file_that_is_no_log_is_refused(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(LogError):
        read_log(path)
    with pytest.raises(OSError, match="nowhere"):
        read_log(tmp_path / "nowhere")


def as_journal(log: bytes) -> bytes:
    return journal.begin(journal.JournalHead("a table")) + journal.pack(file.read(log))


@pytest.mark.parametrize("size", [1, 1000, 1 << 20])
@pytest.mark.parametrize("kind", ["log", "journal"])
def test_following_a_log_gives_the_same_as_reading_it(kind: str, size: int) -> None:
    """The file can be a log or a journal, and can arrive in pieces of any size."""
    data = LOG.read_bytes()
    data = data if kind == "log" else as_journal(data)
    follower = LogFollower()
    events: list[PublicEvent] = []
    # Byte by byte, a part of the file is enough.
    for start in range(0, len(data) if size > 1 else 20000, size):
        events += follower.feed(data[start : start + size])
    turns = [(turn.at, it) for turn in follower.turns for it in turn.events]
    assert turns == events
    assert events
    if size > 1:
        log = read_log(LOG, proofs=False)
        assert (log.turns, log.sheet) == (follower.turns, follower.sheet)
        assert (log.game, log.players) == (follower.game, follower.players)
        assert follower.is_over
        assert () == follower.waiting_for
        assert 3 == len(follower.table["cities"])


def test_a_follower_knows_nothing_before_the_game_begins() -> None:
    """Once there are seats, it knows who is waited for."""
    follower = LogFollower()
    assert () == follower.feed(b"") == follower.feed(LOG.read_bytes()[:500])
    assert ("", (), None) == (follower.game, follower.players, follower.sheet)
    assert ({}, False, ()) == (follower.table, follower.is_over, follower.waiting_for)
    follower = LogFollower()
    follower.feed(file.write(file.read(LOG.read_bytes())[:9]))
    assert follower.waiting_for
    assert follower.sheet is None


def test_an_entry_out_of_order_is_refused() -> None:
    wires = file.read(LOG.read_bytes())
    with pytest.raises(LogError):
        LogFollower().feed(file.write([*wires[:20], wires[30]]))
    with pytest.raises(LogError, match="neither a log nor a journal"):
        LogFollower().feed(b"SWLOX")


@pytest.mark.parametrize("name", ["changed", "given"])
def test_a_follower_follows_seats_that_change_hands(name: str) -> None:
    data = (VECTORS / f"{name}.swlog").read_bytes()
    follower = LogFollower()
    follower.feed(data)
    log = read_log(VECTORS / f"{name}.swlog", proofs=False)
    assert log.turns == follower.turns
    assert log.players == follower.players
