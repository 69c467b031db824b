"""Hosts that are restarted: games continue from their journals."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import integers, sampled_from

from sealed_wonders.host import journal as journals
from sealed_wonders.host.gamefiles import RETRY_PATIENCE
from sealed_wonders.host.news import BotLost, GameCompleted, SetAside, Trouble
from sealed_wonders.host.supervisor import BOT_DELAY, BOT_TRIES
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.log import file as log_file
from sealed_wonders.net.log.envelopes import Wire, pack_wire, parse, wires_of
from sealed_wonders.net.log.file import chunk
from sealed_wonders.net.log.journal import MAGIC, OLD, JournalHead, begin, read
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.messages import Post
from tests.support.auditing import log_of_earlier_version
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_on,
    waiting_for_ann,
)
from tests.support.toy import TOY


def restart(host: HostHarness) -> None:
    """Restart the host, and reconnect everybody."""
    host.start_again()
    host.reconnect(host.clients)


def test_a_host_that_ends_when_all_have_revealed_draws_again(
    start_host: StartHost, short_terms: Terms
) -> None:
    """It hadn't begun the game yet, and clients don't take it for a cheat."""
    host = start_host(short_terms)
    people = host.join()
    host.until(lambda: all(it.session._drawing._store is not None for it in people))
    host.restart()
    for one in people:
        host.reconnect([one])
    assert all(it.session.finished for it in people)


WithBot = tuple[HostHarness, list[Client], Client]


@pytest.fixture
def with_a_bot(start_host: StartHost, toy: Terms) -> WithBot:
    """Return a game of two people and a bot of the host that waits for ann."""
    host = start_host(open_terms(3, bots=1, game=TOY))
    people = [host.client("ann"), host.client("bob")]
    host.settle()
    people[0].player.pick = None
    owner = host.server.identity.public
    bot = host.connect("Atossa", table=host.table.name, owner=owner, near=True)
    return host, people, bot


def test_a_log_is_written_for_a_game_that_ended_in_a_crash(
    with_a_bot: WithBot, tmp_path: Path
) -> None:
    """The journal was complete, so no bot is restarted, and bots forget the game."""
    host, people, _ = with_a_bot
    people[0].player.pick = any_move
    play_on(host, people, 1)
    host.settle()
    entries = host.game.fold.entries()
    (log,) = tmp_path.glob("*.swlog")
    before = log.read_bytes()
    log.unlink()
    host.kill()
    host.bots.forgotten_games.clear()
    host.news.clear()
    journal = host.archive.begin(host.game.gid, JournalHead("table 1"))
    journal.append(wires_of(entries))
    journal.close()
    host.start_again()
    host.settle()
    assert TableState.OVER is host.table.state
    assert [] == host.bots.restarted
    assert [host.game.fold.charter.table] == host.bots.forgotten_games
    assert 1 == len(host.news_of(GameCompleted))
    assert before == log.read_bytes()
    assert [] == list(tmp_path.glob("*.journal"))


def test_an_abandoned_game_is_removed_for_good(
    with_a_bot: WithBot, tmp_path: Path
) -> None:
    """
    Its journal and the bots' state are removed. A game that a host is playing is left
    alone.
    """
    host, *_ = with_a_bot
    gid, agreed = host.game.gid.hex()[:16], host.game.fold.charter.table
    host.server.resumption.discard(gid)
    assert [] == host.bots.forgotten_games  # a host is playing this game
    host.kill()
    other = tmp_path / ("0" * 16 + ".journal")
    other.write_bytes(b"another game's")
    host.start_server()
    host.server.resumption.discard("1" * 16)
    assert [] == host.bots.forgotten_games
    host.server.resumption.discard(gid)
    assert [agreed] == host.bots.forgotten_games
    assert [other] == list(tmp_path.glob("*.journal"))
    assert [] == host.news_of(Trouble)
    assert [] == list(host.server.registry)


def test_a_lost_bot_is_restarted_with_growing_delays(with_a_bot: WithBot) -> None:
    """The cause may pass. After several attempts, the host gives up."""
    host, _, bot = with_a_bot
    for number in range(BOT_TRIES):
        host.server.supervisor.ended("table 1", "Atossa", "signal 9")
        assert number == len(host.bots.restarted)
        host.clock.advance(BOT_DELAY * 2**number - 0.1)
        assert number == len(host.bots.restarted)
        host.clock.advance(0.1)
        assert number + 1 == len(host.bots.restarted)
    assert ("table 1", {"Atossa": bot.identity.public}) == host.bots.restarted[-1]
    host.server.supervisor.ended("table 1", "Atossa", "signal 9")
    host.clock.advance(3600)
    assert BOT_TRIES == len(host.bots.restarted)
    host.server.supervisor.ended("no such table", "Atossa", "signal 9")
    again = [news.again for news in host.news_of(BotLost)]
    assert [*[True] * BOT_TRIES, False] == again


def test_a_bot_is_not_restarted_after_its_game_was_stopped(with_a_bot: WithBot) -> None:
    host, _, _ = with_a_bot
    host.server.supervisor.ended("table 1", "Atossa", "signal 9")
    host.table.break_off("a fault")
    host.clock.advance(BOT_DELAY)
    assert [] == host.bots.restarted


def test_no_more_games_are_resumed_than_there_are_tables(start_host: StartHost) -> None:
    """The others wait in the folder. An unknown game can't be resumed."""
    host = start_host(open_terms(3), tables=3)
    for number in range(3):
        for name in ("ann", "bob", "cleo"):
            person = host.client(f"{name} {number}", table=f"no {number}")
            person.player.pick = None
        host.settle()
    first = host.game.gid.hex()[:16]
    host.kill()
    host.start_server()
    assert not host.server.resumption.resume("0123456789abcdef")
    assert host.server.resumption.resume(first)
    assert ["no 0"] == [record.name for record in host.server.registry]
    host.kill()
    assert 3 == len(list(host.folder.glob("*.journal")))
    few = start_host(open_terms(3), tables=2)
    few.server.resumption.resume_all()
    assert 2 == len(list(few.server.registry))
    assert [] == few.news_of(SetAside)


# Damage.


def test_a_player_sends_the_entry_that_a_journal_lost(host: HostHarness) -> None:
    """The machine crashed while the last entry was written."""
    position = host.game.fold.position
    # Any client can send an entry that all have received and the host has lost.
    held = host.game.fold.entries(position - 1)
    host.kill()
    path = host.journal
    path.write_bytes(path.read_bytes()[:-40])
    host.start_again()
    assert position - 1 == host.game.fold.position
    bob = host.clients[1]
    host.reconnect([bob])
    bob.speak(Post(wires_of(held)))
    assert position <= host.game.fold.position
    host.reconnect(it for it in host.clients if it is not bob)
    play_on(host)


DAMAGE = {
    "not a journal": b"rubbish",
    "empty": b"",
    "only its beginning": MAGIC,
    "another table's name": begin(JournalHead("oak")).replace(b"oak", b"elm"),
    "no table's name": OLD + chunk(b"\x1b[2J"),
    "no wire": begin(JournalHead("oak")) + chunk(b"rubbish"),
    "no lobby": begin(JournalHead("oak")),
    "an endless entry": begin(JournalHead("oak")) + b"\xff\xff\xff\xff",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_an_unusable_journal_is_set_aside(
    what: str, start_host: StartHost, tmp_path: Path
) -> None:
    """One line names it, and the host starts. It isn't tried again."""
    path = tmp_path / "0123456789abcdef.journal"
    path.write_bytes(DAMAGE[what])
    host = start_host()
    host.server.resumption.resume_all()
    (news,) = host.news_of(SetAside)
    aside = tmp_path / "0123456789abcdef.journal.damaged"
    assert aside == news.path
    assert DAMAGE[what] == aside.read_bytes()
    assert not path.exists()
    host.start_again()
    assert 1 == len(host.news_of(SetAside))


def test_a_game_of_an_earlier_version_is_set_aside(
    start_host: StartHost, tmp_path: Path
) -> None:
    """The version that began it can continue it. This one gives the reason."""
    path = tmp_path / "0123456789abcdef.journal"
    wires = b"".join(
        chunk(pack_wire(wire)) for wire in log_file.read(log_of_earlier_version())
    )
    path.write_bytes(begin(JournalHead("oak")) + wires)
    host = start_host()
    host.server.resumption.resume_all()
    (news,) = host.news_of(SetAside)
    assert "cards are sealed as in an earlier version of the program" in news.reason
    assert 1 == len(news.text().splitlines())
    assert news.path.exists()
    assert [] == list(host.server.registry)


def resumed_from(host: HostHarness, data: bytes) -> tuple[Wire, ...] | None:
    """Let a host find this journal; return what it resumes with, if it does."""
    host.close()
    for path in host.folder.iterdir():
        path.unlink()
    (host.folder / "0123456789abcdef.journal").write_bytes(data)
    host.news.clear()
    host.start_again()
    host.settle()
    return wires_of(host.game.fold.entries()) if list(host.server.registry) else None


def damaged(data: bytes, how: str, at: int, by: int) -> tuple[bytes, int]:
    """Damage a file; return it, and the number of bytes that are surely good."""
    at %= len(data)
    match how:
        case "cut":
            return data[:at], at
        case "flip":
            return data[:at] + bytes((data[at] ^ by,)) + data[at + 1 :], at
        case "zeros":
            return data[:at] + bytes(len(data) - at), at
    return data + bytes((by,)) * (at % 300), len(data)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, tuple[Wire, ...]]:
    """Return a journal and its entries."""
    folder = tmp_path_factory.mktemp("whole")
    host, _ = waiting_for_ann(lambda: HostHarness(folder))
    host.close()
    return host.journal.read_bytes(), wires_of(host.game.fold.entries())


@given(
    how=sampled_from(("cut", "flip", "zeros", "rubbish")),
    place=integers(0, 9999),
    by=integers(1, 255),
)
def test_the_longest_good_beginning_of_a_journal_is_resumed(
    how: str,
    place: int,
    by: int,
    whole: tuple[bytes, tuple[Wire, ...]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Everything in a journal is signed, and a host resumes with nothing unsigned."""
    journal, wires = whole
    host = HostHarness(tmp_path_factory.mktemp("damaged"), open_terms(3))
    bad, at = damaged(journal, how, place, by)
    good = [n for n, end in enumerate(read(journal).ends) if end <= at]
    lobby = next(n for n, it in enumerate(wires) if parse(it.env).lane == MAIN)
    found = resumed_from(host, bad)
    kept = list(host.folder.glob("*.damaged"))
    if not good or good[-1] < lobby:
        assert found is None
        assert 1 == len(host.news_of(SetAside)) == len(kept)
    else:
        assert wires[: good[-1]] == found
        assert len(kept) == len(host.news_of(Trouble))
        assert [bad] * len(kept) == [path.read_bytes() for path in kept]
    host.close()
    if kept and found:
        # It was cut back before anything was appended, and is whole now.
        assert found == resumed_from(host, host.journal.read_bytes())
        assert [] == host.news_of(Trouble)
        host.close()


@pytest.mark.parametrize("tail", [bytes(1), bytes(4096), b"rubbish", "first", "last"])
def test_a_tail_without_entries_is_cut_off(
    tail: bytes | str, host: HostHarness
) -> None:
    """A power cut leaves zeros. Anything else is reported, such as a repeated entry."""
    entries = host.game.fold.entries()
    host.kill()
    path = host.journal
    before = path.read_bytes()
    if isinstance(tail, str):
        tail = chunk(pack_wire(entries[0 if tail == "first" else -1].wire))
    path.write_bytes(before + tail)
    restart(host)
    said = [it.what for it in host.news_of(Trouble)]
    assert bool(tail.strip(b"\0")) == bool(said)
    for what in said:
        assert f"is damaged after entry {len(entries)}, and is continued from" in what
    assert bool(said) == path.with_suffix(".journal.damaged").exists()
    host.news.clear()
    play_on(host)
    assert path.read_bytes().startswith(before)


def test_a_damaged_journal_stays_until_it_can_be_copied(
    host: HostHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is cut off before there is a copy to examine. The game waits for that."""
    host.kill()
    path = host.journal
    bad = path.read_bytes() + b"rubbish"
    path.write_bytes(bad)

    def refuse(*given: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr(journals, "write_whole", refuse)
        restart(host)
        host.clients[0].player.answer_now()
        host.pass_time(10 * RETRY_PATIENCE)
        (waits,) = host.news_of(Trouble)
        assert waits.what.endswith("and the game waits: No space left on device")
        assert bad == path.read_bytes()
    host.pass_time(RETRY_PATIENCE)
    assert bad == path.with_suffix(".journal.damaged").read_bytes()
    assert [] == host.news_of(SetAside)
    assert 3 == len(host.news_of(Trouble))
    host.news.clear()
    play_on(host)


def test_journals_of_older_versions_are_resumed(host: HostHarness) -> None:
    """They have no checksum at the beginning."""
    host.kill()
    path = host.journal
    named = begin(JournalHead("table 1"))
    path.write_bytes(OLD + chunk(b"table 1") + path.read_bytes()[len(named) :])
    restart(host)
    play_on(host)


def test_games_of_another_host_in_the_folder_are_left_alone(
    host: HostHarness, start_host: StartHost
) -> None:
    """Two hosts may share a folder. Each locks the journals that it writes."""
    other = start_host()
    other.server.resumption.resume_all()
    assert [] == list(other.server.registry)
    assert [] == other.news
    play_on(host)
    # A table that was removed leaves the journal alone, which may have another owner.
    (record,) = host.server.registry
    record.remove()
    record.break_off("for no reason")
    assert () == record.settle(0.0)
    assert [".journal"] == [path.suffix for path in host.folder.iterdir()]
