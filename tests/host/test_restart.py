"""Hosts that stop and start again: games go on from their journals."""

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
from tests.support.auditing import former
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
    """Start the program again, and let everybody connect again."""
    host.start_again()
    host.come_back(host.clients)


def test_a_host_that_ends_as_all_have_revealed_draws_anew(
    start_host: StartHost, short: Terms
) -> None:
    """It has never begun the game, and they don't take it for a cheat."""
    host = start_host(short)
    people = host.join()
    host.until(lambda: all(it.session._drawing._store is not None for it in people))
    host.restart()
    for one in people:
        host.come_back([one])
    assert all(it.session.finished for it in people)


WithBot = tuple[HostHarness, list[Client], Client]


@pytest.fixture
def with_a_bot(start_host: StartHost, toy: Terms) -> WithBot:
    """Give a game of two people and a bot of the host's, which waits for ann."""
    host = start_host(open_terms(3, bots=1, game=TOY))
    people = [host.client("ann"), host.client("bob")]
    host.settle()
    people[0].player.pick = None
    owner = host.server.identity.public
    bot = host.come("Atossa", table=host.table.name, owner=owner, near=True)
    return host, people, bot


def test_a_game_that_ended_as_the_host_was_killed_has_its_log(
    with_a_bot: WithBot, tmp_path: Path
) -> None:
    """The journal was whole: no bot is started for its end, and they keep nothing."""
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
    assert 1 == len(host.told(GameCompleted))
    assert before == log.read_bytes()
    assert [] == list(tmp_path.glob("*.journal"))


def test_a_game_is_given_up_for_good(with_a_bot: WithBot, tmp_path: Path) -> None:
    """Its journal goes, and what the host's own bots have kept; nobody else's."""
    host, *_ = with_a_bot
    gid, agreed = host.game.gid.hex()[:16], host.game.fold.charter.table
    host.server.resumption.discard(gid)
    assert [] == host.bots.forgotten_games  # a host plays it just now
    host.kill()
    other = tmp_path / ("0" * 16 + ".journal")
    other.write_bytes(b"another game's")
    host.start_server()
    host.server.resumption.discard("1" * 16)
    assert [] == host.bots.forgotten_games
    host.server.resumption.discard(gid)
    assert [agreed] == host.bots.forgotten_games
    assert [other] == list(tmp_path.glob("*.journal"))
    assert [] == host.told(Trouble)
    assert [] == list(host.server.registry)


def test_a_bot_that_is_lost_in_a_game_is_started_again(with_a_bot: WithBot) -> None:
    """After a second, then after two: whatever it was may pass. At last it is let be."""
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
    again = [news.again for news in host.told(BotLost)]
    assert [*[True] * BOT_TRIES, False] == again


def test_a_bot_is_not_started_again_for_nothing(with_a_bot: WithBot) -> None:
    """Its game has stopped meanwhile."""
    host, _, _ = with_a_bot
    host.server.supervisor.ended("table 1", "Atossa", "signal 9")
    host.table.break_off("a fault")
    host.clock.advance(BOT_DELAY)
    assert [] == host.bots.restarted


def test_so_many_games_are_taken_up_and_no_more(start_host: StartHost) -> None:
    """The rest waits in the folder; one that isn't there is none."""
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
    assert [] == few.told(SetAside)


# Damage.


def test_what_a_journal_has_lost_is_said_again(host: HostHarness) -> None:
    """The machine went down while the last entry was written."""
    position = host.game.fold.position
    # What they have all heard and the host forgets, it can be told by any of them.
    held = host.game.fold.entries(position - 1)
    host.kill()
    path = host.journal
    path.write_bytes(path.read_bytes()[:-40])
    host.start_again()
    assert position - 1 == host.game.fold.position
    bob = host.clients[1]
    host.come_back([bob])
    bob.speak(Post(wires_of(held)))
    assert position <= host.game.fold.position
    host.come_back(it for it in host.clients if it is not bob)
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
def test_a_damaged_journal_is_kept_aside(
    what: str, start_host: StartHost, tmp_path: Path
) -> None:
    """One line names it, and the host starts; it isn't tried again."""
    path = tmp_path / "0123456789abcdef.journal"
    path.write_bytes(DAMAGE[what])
    host = start_host()
    host.server.resumption.resume_all()
    (news,) = host.told(SetAside)
    aside = tmp_path / "0123456789abcdef.journal.damaged"
    assert aside == news.path
    assert DAMAGE[what] == aside.read_bytes()
    assert not path.exists()
    host.start_again()
    assert 1 == len(host.told(SetAside))


def test_a_game_that_was_sealed_as_before_is_kept_aside(
    start_host: StartHost, tmp_path: Path
) -> None:
    """The version that began it can go on with it; this one says why it can't."""
    path = tmp_path / "0123456789abcdef.journal"
    wires = b"".join(chunk(pack_wire(wire)) for wire in log_file.read(former()))
    path.write_bytes(begin(JournalHead("oak")) + wires)
    host = start_host()
    host.server.resumption.resume_all()
    (news,) = host.told(SetAside)
    assert "cards are sealed as in an earlier version of the program" in news.reason
    assert 1 == len(news.text().splitlines())
    assert news.path.exists()
    assert [] == list(host.server.registry)


def taken_up(host: HostHarness, data: bytes) -> tuple[Wire, ...] | None:
    """Have a host find a journal; gives what it goes on with, if it does."""
    host.close()
    for path in host.folder.iterdir():
        path.unlink()
    (host.folder / "0123456789abcdef.journal").write_bytes(data)
    host.news.clear()
    host.start_again()
    host.settle()
    return wires_of(host.game.fold.entries()) if list(host.server.registry) else None


def damaged(data: bytes, how: str, at: int, by: int) -> tuple[bytes, int]:
    """Damage a file somewhere; gives up to which byte it is good for certain."""
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
    """Give a journal, and what is in it."""
    folder = tmp_path_factory.mktemp("whole")
    host, _ = waiting_for_ann(lambda: HostHarness(folder))
    host.close()
    return host.journal.read_bytes(), wires_of(host.game.fold.entries())


@given(
    how=sampled_from(("cut", "flip", "zeros", "rubbish")),
    place=integers(0, 9999),
    by=integers(1, 255),
)
def test_of_any_damage_the_longest_good_beginning_is_left(
    how: str,
    place: int,
    by: int,
    whole: tuple[bytes, tuple[Wire, ...]],
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Everything in a journal is signed, and nothing that isn't is gone on with."""
    journal, wires = whole
    host = HostHarness(tmp_path_factory.mktemp("damaged"), open_terms(3))
    bad, at = damaged(journal, how, place, by)
    good = [n for n, end in enumerate(read(journal).ends) if end <= at]
    lobby = next(n for n, it in enumerate(wires) if parse(it.env).lane == MAIN)
    found = taken_up(host, bad)
    kept = list(host.folder.glob("*.damaged"))
    if not good or good[-1] < lobby:
        assert found is None
        assert 1 == len(host.told(SetAside)) == len(kept)
    else:
        assert wires[: good[-1]] == found
        assert len(kept) == len(host.told(Trouble))
        assert [bad] * len(kept) == [path.read_bytes() for path in kept]
    host.close()
    if kept and found:
        # It was cut back before anything was appended, and is whole now.
        assert found == taken_up(host, host.journal.read_bytes())
        assert [] == host.told(Trouble)
        host.close()


@pytest.mark.parametrize("tail", [bytes(1), bytes(4096), b"rubbish", "first", "last"])
def test_a_tail_that_is_nothing_is_cut_off(
    tail: bytes | str, host: HostHarness
) -> None:
    """Zeros are what a power cut leaves; anything else is told, such as an entry said twice."""
    entries = host.game.fold.entries()
    host.kill()
    path = host.journal
    before = path.read_bytes()
    if isinstance(tail, str):
        tail = chunk(pack_wire(entries[0 if tail == "first" else -1].wire))
    path.write_bytes(before + tail)
    restart(host)
    said = [it.what for it in host.told(Trouble)]
    assert bool(tail.strip(b"\0")) == bool(said)
    for what in said:
        assert f"is damaged after entry {len(entries)}, and is continued from" in what
    assert bool(said) == path.with_suffix(".journal.damaged").exists()
    host.news.clear()
    play_on(host)
    assert path.read_bytes().startswith(before)


def test_a_damaged_journal_that_can_t_be_kept_aside_stays_until_it_can(
    host: HostHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is cut off that nobody could look at afterwards; the game waits for it."""
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
        (waits,) = host.told(Trouble)
        assert waits.what.endswith("and the game waits: No space left on device")
        assert bad == path.read_bytes()
    host.pass_time(RETRY_PATIENCE)
    assert bad == path.with_suffix(".journal.damaged").read_bytes()
    assert [] == host.told(SetAside)
    assert 3 == len(host.told(Trouble))
    host.news.clear()
    play_on(host)


def test_journals_of_older_versions_are_gone_on_with(host: HostHarness) -> None:
    """They had no sum at their beginning."""
    host.kill()
    path = host.journal
    named = begin(JournalHead("table 1"))
    path.write_bytes(OLD + chunk(b"table 1") + path.read_bytes()[len(named) :])
    restart(host)
    play_on(host)


def test_another_host_s_games_are_left_alone(
    host: HostHarness, start_host: StartHost
) -> None:
    """Two hosts may share a folder; a journal is locked by who writes it."""
    other = start_host()
    other.server.resumption.resume_all()
    assert [] == list(other.server.registry)
    assert [] == other.news
    play_on(host)
    # What is put away is left as it is: its journal is somebody else's now.
    (record,) = host.server.registry
    record.remove()
    record.break_off("for no reason")
    assert () == record.settle(0.0)
    assert [".journal"] == [path.suffix for path in host.folder.iterdir()]
