"""Hosts that stop and start again: games go on from their journals."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.host.journal import MAGIC, Archive
from sealed_wonders.host.news import BotLost, Ended, Resumed, SetAside, Stopped, Trouble
from sealed_wonders.host.stage import TableState
from sealed_wonders.host.supervisor import BOT_DELAY, BOT_TRIES
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.log.envelopes import pack_wire, wires_of
from sealed_wonders.net.log.file import chunk
from sealed_wonders.net.messages import Post
from sealed_wonders.net.replay import read_log
from tests.support.agreed import agreed
from tests.support.inn import Inn, Inns, Visitor, go_on, open_terms, playing


def restart(inn: Inn, people: list[Visitor]) -> None:
    """Start the program again, and let everybody connect again."""
    inn.start_server()
    inn.server.resume_all()
    for person in people:
        person.connect()
    inn.settle()


@pytest.mark.parametrize("kind", ["MIX", "PICK", "REVEAL", "DECLARE", "END"])
def test_a_killed_host_goes_on_in_any_phase(kind: str, inns: Inns) -> None:
    """Players reconnect and read on; the score sheet is everybody's."""
    inn = inns(open_terms(3, own=agreed(sides="choose")))
    people = inn.seat()
    while True:
        inn.clock.advance(0)
        for person in people:
            person.hear()
        if (
            list(inn.server.registry)
            and inn.table.game
            and inn.game.fold.phase.kind == kind
        ):
            inn.clock.advance(0)
            break
    inn.kill()
    restart(inn, people)
    assert 1 == len(inn.told(Resumed))
    ended = inn.ended()
    assert [ended.sheet] * 3 == [person.mind.sheet for person in people]


def test_a_host_that_is_stopped_keeps_its_games(inns: Inns) -> None:
    """In order this time: peers are told, journals stay, and all goes on."""
    inn, people = playing(inns)
    inn.server.stop()
    for person in people:
        person.hear()
        assert "closing" in person.reasons
    inn.kill()
    restart(inn, people)
    go_on(inn, people)


def test_clients_may_be_started_again_as_well(inns: Inns) -> None:
    """What they must not forget is on their own disks."""
    inn, people = playing(inns)
    inn.kill()
    for person in people:
        person.start(inn.table.name)
    people[0].mind.waits = True
    restart(inn, people)
    go_on(inn, people)


def test_a_finished_game_is_in_its_log_and_nowhere_else(
    inns: Inns, tmp_path: Path
) -> None:
    """The journal goes when the log is written; the log stands by itself."""
    inn = inns(open_terms(3))
    inn.seat()
    inn.settle()
    ended = inn.ended()
    assert ended.log is not None
    assert tmp_path / f"{ended.gid[:16]}.swlog" == ended.log
    assert ["swlog"] == [path.suffix[1:] for path in tmp_path.iterdir()]
    fold = read_log(ended.log.read_bytes(), lambda c: rules_of(c.options))
    assert fold.over
    assert ended.sheet == fold.state.score()
    assert ended.digest == fold.digest.hex()


def with_a_bot(inns: Inns) -> tuple[Inn, list[Visitor], Visitor]:
    """Give a game of two people and a bot of the host's, which waits for ann."""
    inn = inns(open_terms(3, bots=1))
    people = [inn.visitor("ann"), inn.visitor("bob")]
    inn.settle()
    people[0].mind.waits = True
    owner = inn.server.identity.public
    bot = inn.visitor("Atossa", table=inn.table.name, owner=owner, near=True)
    inn.settle()
    return inn, people, bot


@pytest.mark.parametrize("in_order", [True, False])
def test_a_game_with_the_host_s_own_bots_goes_on(in_order: bool, inns: Inns) -> None:
    """Stopped or killed: nothing is closed, and its bots are started where they were."""
    inn, people, bot = with_a_bot(inns)
    if in_order:
        inn.server.stop()
        people[0].hear()
        assert "" == people[0].mind.closed_for
    inn.kill()
    assert [] == inn.told(Stopped)
    bot.start(inn.table.name)
    people[0].start()
    people[0].mind.waits = True
    restart(inn, [*people, bot])
    assert [("table 1", {"Atossa": bot.identity.public})] == inn.recalled
    go_on(inn, [*people, bot])


def test_bots_of_a_game_that_is_over_are_forgotten(inns: Inns, tmp_path: Path) -> None:
    """All had signed when the host was killed: nobody is started for its end."""
    inn, people, bot = with_a_bot(inns)
    people[0].mind.waits = False
    go_on(inn, people, 1)
    inn.settle()
    entries = inn.game.fold.entries()
    inn.kill()
    journal = inn.archive.begin(inn.game.gid, "table 1")
    journal.append(wires_of(entries))
    journal.close()
    inn.start_server()
    inn.server.resume_all()
    inn.settle()
    assert TableState.OVER is inn.table.state
    assert [] == inn.recalled
    assert [bot.identity.public] == inn.forgotten


def test_a_game_is_given_up_for_good(inns: Inns, tmp_path: Path) -> None:
    """Its journal goes, and what the host's own bots have kept; nobody else's."""
    inn, _, bot = with_a_bot(inns)
    gid = inn.game.gid.hex()[:16]
    inn.server.discard(gid)
    assert [] == inn.forgotten  # a host plays it just now
    inn.kill()
    other = tmp_path / ("0" * 16 + ".journal")
    other.write_bytes(b"another game's")
    inn.start_server()
    inn.server.discard("1" * 16)
    assert [] == inn.forgotten
    inn.server.discard(gid)
    assert [bot.identity.public] == inn.forgotten
    assert [other] == list(tmp_path.glob("*.journal"))
    assert [] == inn.told(Trouble)
    assert [] == list(inn.server.registry)


def test_a_bot_that_is_lost_in_a_game_is_started_again(inns: Inns) -> None:
    """After a second, then after two: whatever it was may pass. At last it is let be."""
    inn, _, bot = with_a_bot(inns)
    for number in range(BOT_TRIES):
        inn.server.bot_ended("table 1", "Atossa", "signal 9")
        assert number == len(inn.recalled)
        inn.clock.advance(BOT_DELAY * 2**number - 0.1)
        assert number == len(inn.recalled)
        inn.clock.advance(0.1)
        assert number + 1 == len(inn.recalled)
    assert ("table 1", {"Atossa": bot.identity.public}) == inn.recalled[-1]
    inn.server.bot_ended("table 1", "Atossa", "signal 9")
    inn.clock.advance(3600)
    assert BOT_TRIES == len(inn.recalled)
    again = [news.again for news in inn.told(BotLost) if isinstance(news, BotLost)]
    assert [*[True] * BOT_TRIES, False] == again


def test_a_bot_is_not_started_again_for_nothing(inns: Inns) -> None:
    """Its game has stopped meanwhile."""
    inn, _, _ = with_a_bot(inns)
    inn.server.bot_ended("table 1", "Atossa", "signal 9")
    inn.table.break_off("a fault")
    inn.clock.advance(BOT_DELAY)
    assert [] == inn.recalled


def test_one_game_of_several_is_gone_on_with(inns: Inns) -> None:
    """The others are left for later, and one that isn't there is none."""
    inn = inns(open_terms(3))
    for number in range(2):
        for name in ("ann", "bob", "cleo"):
            person = inn.visitor(f"{name} {number}", table=f"no {number}")
            person.mind.waits = True
        inn.settle()
    gid = inn.game.gid.hex()[:16]
    inn.kill()
    inn.start_server()
    assert not inn.server.resume("0123456789abcdef")
    assert inn.server.resume(gid)
    assert ["no 0"] == [record.table.name for record in inn.server.registry]


def test_a_game_that_ended_as_the_host_was_killed_has_its_log(
    inns: Inns, tmp_path: Path
) -> None:
    """The journal was whole, the log not written yet."""
    inn = inns(open_terms(3))
    inn.seat()
    inn.settle()
    entries = inn.game.fold.entries()
    (log,) = tmp_path.glob("*.swlog")
    before = log.read_bytes()
    log.unlink()
    inn.kill()
    journal = inn.archive.begin(inn.game.gid, "table 1")
    journal.append(wires_of(entries))
    journal.close()
    inn.news.clear()
    inn.start_server()
    inn.server.resume_all()
    inn.settle()
    assert TableState.OVER is inn.table.state
    assert 1 == len(inn.told(Ended))
    assert before == log.read_bytes()
    assert [] == list(tmp_path.glob("*.journal"))


# Damage.


def journal_of(inn: Inn) -> Path:
    (path,) = inn.folder.glob("*.journal")
    return path


@pytest.mark.parametrize("cut", [1, 3, 40, 100])
def test_a_journal_that_breaks_off_is_read_as_far_as_it_goes(
    cut: int, inns: Inns
) -> None:
    """The machine went down while it was written: the last entry is said again."""
    inn, people = playing(inns)
    position = inn.game.fold.position
    # What they have all heard and the host forgets, it can be told by any of them.
    held = inn.game.fold.entries(position - 1)
    inn.kill()
    path = journal_of(inn)
    path.write_bytes(path.read_bytes()[:-cut])
    inn.start_server()
    inn.server.resume_all()
    assert position - 1 == inn.game.fold.position
    bob = people[1]
    bob.connect()
    inn.settle()
    bob.send(Post(wires_of(held)))
    inn.settle()
    assert position <= inn.game.fold.position
    for person in people:
        if person is not bob:
            person.connect()
    inn.settle()
    go_on(inn, people)


DAMAGE = {
    "not a journal": b"rubbish",
    "empty": b"",
    "only its beginning": MAGIC,
    "no table's name": MAGIC + chunk(b"\x1b[2J"),
    "no wire": MAGIC + chunk(b"oak") + chunk(b"rubbish"),
    "no lobby": MAGIC + chunk(b"oak"),
    "an endless entry": MAGIC + chunk(b"oak") + b"\xff\xff\xff\xff",
}


@pytest.mark.parametrize("what", DAMAGE)
def test_a_damaged_journal_is_kept_aside(what: str, inns: Inns, tmp_path: Path) -> None:
    """One line names it, and the host starts; it isn't tried again."""
    path = tmp_path / "0123456789abcdef.journal"
    path.write_bytes(DAMAGE[what])
    inn = inns()
    inn.server.resume_all()
    (news,) = inn.told(SetAside)
    assert isinstance(news, SetAside)
    aside = tmp_path / "0123456789abcdef.journal.damaged"
    assert aside == news.path
    assert DAMAGE[what] == aside.read_bytes()
    assert not path.exists()
    inn.start_server()
    inn.server.resume_all()
    assert 1 == len(inn.told(SetAside))


def test_a_flipped_bit_is_damage(inns: Inns, tmp_path: Path) -> None:
    """Everything in a journal is signed; nothing that isn't is gone on with."""
    inn, _ = playing(inns)
    inn.kill()
    path = journal_of(inn)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    inn.start_server()
    inn.server.resume_all()
    assert [] == list(inn.server.registry)
    assert 1 == len(inn.told(SetAside))


@pytest.mark.parametrize("which", [0, -1])
def test_a_journal_with_an_entry_twice_is_damaged(
    which: int, inns: Inns, tmp_path: Path
) -> None:
    """No host writes one, wherever it comes in."""
    inn, _ = playing(inns)
    entries = inn.game.fold.entries()
    inn.kill()
    path = journal_of(inn)
    path.write_bytes(path.read_bytes() + chunk(pack_wire(entries[which].wire)))
    inn.start_server()
    inn.server.resume_all()
    assert 1 == len(inn.told(SetAside))
    assert 1 == len(list(tmp_path.glob("*.journal.damaged")))


def test_what_is_put_away_is_left_as_it_is(inns: Inns) -> None:
    """Whatever may still happen at such a table: its journal is somebody else's now."""
    inn, _ = playing(inns)
    (record,) = inn.server.registry
    record.close()
    record.table.break_off("for no reason")
    assert () == record.settle(Archive(inn.folder), 0.0)
    assert [".journal"] == [path.suffix for path in inn.folder.iterdir()]


def test_another_host_s_games_are_left_alone(inns: Inns) -> None:
    """Two hosts may share a folder; a journal is locked by who writes it."""
    inn, people = playing(inns)
    other = inns()
    other.server.resume_all()
    assert [] == list(other.server.registry)
    assert [] == other.news
    go_on(inn, people)


def test_so_many_games_are_taken_up_and_no_more(inns: Inns) -> None:
    """The rest waits in the folder."""
    inn = inns(open_terms(3), tables=3)
    for number in range(3):
        for name in ("ann", "bob", "cleo"):
            person = inn.visitor(f"{name} {number}", table=f"no {number}")
            person.mind.waits = True
        inn.settle()
    inn.kill()
    assert 3 == len(list(inn.folder.glob("*.journal")))
    few = inns(open_terms(3), tables=2)
    few.server.resume_all()
    assert 2 == len(list(few.server.registry))
    assert [] == few.told(SetAside)
