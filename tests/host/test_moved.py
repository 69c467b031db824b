"""Games that are continued at another host, from a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sealed_wonders.host.journal import Archive
from sealed_wonders.host.listening import CantBegin
from sealed_wonders.host.news import Resumed, Trouble
from sealed_wonders.host.resumption import BadGame
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.log import file as log_file
from sealed_wonders.net.log.envelopes import wires_of
from sealed_wonders.net.log.journal import JournalHead
from sealed_wonders.net.passwords import lock_of
from tests.host.test_service import ServiceHarness
from tests.support.auditing import former
from tests.support.inprocess.moving import another, move_all, take_over
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import HOST, named
from tests.support.toy import TOY


class Moving:
    """
    A game that waits for ann, and another machine.

    Attributes:
        journal: that of the host at which it was begun, which is no more.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("old", "new"):
            (folder / name).mkdir()
        self.old = HostHarness(folder / "old", open_terms(3, game=TOY))
        self.hosts = [self.old]
        self.people = self.old.join()
        self.people[0].player.pick = None
        self.old.settle()
        self.fold = self.people[0].seat.fold
        self.gid = self.fold.charter.gid.hex()[:16]
        self.journal = folder / "old" / f"{self.gid}.journal"

    def other(self) -> HostHarness:
        """Start a host on another machine."""
        host = HostHarness(
            self.folder / "new",
            self.old.terms,
            seed="another",
            identity=named("another host"),
            clock=self.old.clock,
        )
        self.hosts.append(host)
        return host

    def write_log(self, data: bytes) -> Path:
        """Write a file of it, as a player's program does."""
        path = self.folder / "given.swlog"
        path.write_bytes(data)
        return path


@pytest.fixture
def moving(toy: Terms, tmp_path: Path) -> Iterator[Moving]:
    moving = Moving(tmp_path)
    yield moving
    for host in moving.hosts:
        host.close()


@pytest.mark.usefixtures("cheap_passwords")
def test_a_journal_goes_on_under_its_name(moving: Moving) -> None:
    """With the lock of the table, behind whatever else goes on at that host."""
    moving.old.close()
    moving.journal.unlink()
    lock = lock_of("open sesame", HOST.public, bytes(range(16)))
    before = Archive(moving.folder / "old").begin(
        moving.fold.charter.gid, JournalHead("Zoë's oak", lock)
    )
    before.append(wires_of(moving.fold.entries()))
    before.close()
    host = moving.other()
    host.server.resumption.take_over(moving.journal)
    (record,) = host.server.registry
    assert ("Zoë's oak", lock) == (record.name, record.lock)
    for person in moving.people:
        person.restart()
        person.player.pick = None
        person.move(host)
        host.settle()
    host.restart()
    (record,) = host.server.registry
    assert ("Zoë's oak", lock) == (record.name, record.lock)
    assert 2 == len(host.told(Resumed))


def test_the_bots_of_the_host_that_is_gone_are_absent(tmp_path: Path) -> None:
    """No program here has their keys: they are waited for like anybody."""
    old = HostHarness(tmp_path, open_terms(3, bots=1))
    people = [old.client("ann"), old.client("bob")]
    old.settle()
    people[0].player.pick = None
    old.client("Atossa", table="table 1", owner=HOST.public, near=True)
    old.settle()
    path = tmp_path / "given.swlog"
    path.write_bytes(people[0].seat.fold.log())
    new = HostHarness(tmp_path / "nowhere", identity=named("another host"))
    new.server.resumption.take_over(path)
    (record,) = new.server.registry
    assert ([], {}) == (new.bots.restarted, record.own_bots)
    assert 3 == len(record.people)
    old.close()


def over(moving: Moving) -> None:
    moving.people[0].player.pick = any_move
    moving.people[0].player.answer_now()
    moving.old.settle()
    moving.write_log(moving.fold.log())


def twice(moving: Moving) -> None:
    Archive(moving.folder / "new").begin(
        moving.fold.charter.gid, JournalHead("oak")
    ).close()
    moving.write_log(moving.fold.log())


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (
            lambda moving: moving.write_log(moving.fold.log()[:-5]),
            "given.swlog isn't a log of a game: at byte",
        ),
        (
            lambda moving: moving.write_log(b"once upon a time\n"),
            "given.swlog isn't a log of a game: the file does not begin with",
        ),
        (
            lambda moving: moving.write_log(former()),
            "given.swlog can't be resumed: .* as in an earlier version",
        ),
        (over, "given.swlog: that game is over"),
        (twice, "given.swlog: this host already has that game, as "),
        (lambda moving: None, "can't read .*given.swlog: No such file"),
    ],
)
def test_what_can_t_go_on_is_one_line(
    spoil: Callable[[Moving], object], words: str, moving: Moving
) -> None:
    """It says why, and no table is opened."""
    spoil(moving)
    host = moving.other()
    with pytest.raises(BadGame, match=words) as bad:
        host.server.resumption.take_over(moving.folder / "given.swlog")
    assert 1 == len(str(bad.value).splitlines())
    assert [] == list(host.server.registry)


def test_what_is_damaged_is_gone_on_with_as_far_as_it_is_whole(moving: Moving) -> None:
    """Whoever comes has the rest."""
    *wires, last = wires_of(moving.fold.entries())
    moving.write_log(log_file.write([*wires, last._replace(sig=bytes(64))]))
    host = moving.other()
    host.server.resumption.take_over(moving.folder / "given.swlog")
    assert host.game.fold.position == moving.fold.position - 1
    host.settle()
    (told,) = host.told(Trouble)
    assert f"the first {host.game.fold.position} entries of" in told.what


def test_a_journal_that_is_being_written_is_left_alone(moving: Moving) -> None:
    """Its host is there: a table isn't to be split by mistake."""
    with pytest.raises(BadGame, match="another host is running that game"):
        moving.other().server.resumption.take_over(moving.journal)


@pytest.mark.parametrize("once", [True, False])
def test_a_host_that_starts_with_a_game(once: bool, moving: Moving) -> None:
    """It is its one table, or the first of many; and one that can't be is an end."""
    moving.old.close()
    path = moving.write_log(moving.fold.log())
    folder = moving.folder / "new"
    harness = ServiceHarness(folder, once=once, resume=str(path))
    harness.service.start()
    (record,) = harness.service.server.registry
    assert record.game is not None
    assert moving.fold.charter.gid == record.game.gid
    again = ServiceHarness(folder, once=once, resume=str(path))
    with pytest.raises(CantBegin, match="already has that game"):
        again.service.start()
    harness.end()


def test_where_a_game_was_drawn_is_known_wherever_it_goes_on(
    host: HostHarness, tmp_path: Path
) -> None:
    """Also for a program that is started again, at another host."""
    ann, *_ = people = [*host.clients]
    there = another(host)
    take_over(there, tmp_path, [it.wire for it in host.game.fold.entries()])
    move_all(people, there)
    there.settle()
    ann.restart(there.table.name)
    ann.player.pick = None
    ann.connect()
    there.settle()
    for one in people:
        followed = one.session.followed
        assert followed is not None
        assert followed.home is not None
        assert host.pin == followed.home.at.pin != there.pin
