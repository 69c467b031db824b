"""Games that continue at another host, from a file."""

from __future__ import annotations

from collections.abc import Callable
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
from tests.support.auditing import log_of_earlier_version
from tests.support.inprocess.moving import another_host, move_all, take_over
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import HOST, identity_of
from tests.support.toy import TOY


class Moving:
    """
    A game that waits for ann, and a second machine.

    Attributes:
      journal: the journal of the first host, which is gone.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("old", "new"):
            (folder / name).mkdir()
        self.old = HostHarness(folder / "old", open_terms(3, game=TOY))
        self.people = self.old.join()
        self.old.leave_unanswered(self.people[:1])
        self.fold = self.people[0].seat.fold
        self.gid = self.fold.charter.gid.hex()[:16]
        self.journal = folder / "old" / f"{self.gid}.journal"

    def other(self) -> HostHarness:
        """Start a host on another machine."""
        return HostHarness(
            self.folder / "new",
            self.old.terms,
            seed="another",
            identity=identity_of("another host"),
            clock=self.old.clock,
        )

    def write_log(self, data: bytes) -> Path:
        """Write a log to a file, as a player's client does."""
        path = self.folder / "given.swlog"
        path.write_bytes(data)
        return path


@pytest.fixture
def moving(toy: Terms, tmp_path: Path) -> Moving:
    return Moving(tmp_path)


@pytest.mark.usefixtures("cheap_passwords")
def test_a_journal_continues_at_a_table_of_the_same_name(moving: Moving) -> None:
    """The table keeps its password."""
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
    assert 2 == len(host.news_of(Resumed))


def test_bots_of_the_former_host_are_absent(tmp_path: Path) -> None:
    """Nothing here has their keys, so they are waited for like people."""
    old = HostHarness(tmp_path, open_terms(3, bots=1))
    people = [old.client("ann"), old.client("bob")]
    old.settle()
    people[0].player.pick = None
    old.client("Atossa", table="table 1", owner=HOST.public, near=True)
    old.settle()
    path = tmp_path / "given.swlog"
    path.write_bytes(people[0].seat.fold.log())
    new = HostHarness(tmp_path / "nowhere", identity=identity_of("another host"))
    new.server.resumption.take_over(path)
    (record,) = new.server.registry
    assert ([], {}) == (new.bots.restarted, record.own_bots)
    assert 3 == len(record.people)
    old.close()


def over(moving: Moving) -> None:
    moving.old.answer_at_once(moving.people[:1])
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
            lambda moving: moving.write_log(log_of_earlier_version()),
            "given.swlog can't be resumed: .* as in an earlier version",
        ),
        (over, "given.swlog: that game is over"),
        (twice, "given.swlog: this host already has that game, as "),
        (lambda moving: None, "can't read .*given.swlog: No such file"),
    ],
)
def test_a_game_that_can_t_be_resumed_is_refused_in_one_line(
    spoil: Callable[[Moving], object], words: str, moving: Moving
) -> None:
    """No table is opened."""
    spoil(moving)
    host = moving.other()
    with pytest.raises(BadGame, match=words) as bad:
        host.server.resumption.take_over(moving.folder / "given.swlog")
    assert 1 == len(str(bad.value).splitlines())
    assert [] == list(host.server.registry)


def test_a_damaged_log_is_resumed_up_to_the_damage(moving: Moving) -> None:
    """The clients that come back have the rest."""
    *wires, last = wires_of(moving.fold.entries())
    moving.write_log(log_file.write([*wires, last._replace(sig=bytes(64))]))
    host = moving.other()
    host.server.resumption.take_over(moving.folder / "given.swlog")
    assert host.game.fold.position == moving.fold.position - 1
    host.settle()
    (told,) = host.news_of(Trouble)
    assert f"the first {host.game.fold.position} entries of" in told.what


def test_a_journal_of_a_running_host_is_refused(moving: Moving) -> None:
    """A game mustn't continue at two hosts by mistake."""
    with pytest.raises(BadGame, match="another host is running that game"):
        moving.other().server.resumption.take_over(moving.journal)


@pytest.mark.parametrize("once", [True, False])
def test_a_host_can_start_with_a_game_from_a_file(once: bool, moving: Moving) -> None:
    """
    With ``--once`` it is the only table, and otherwise the first one. A game that the
    host already has is refused.
    """
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


def test_clients_know_the_host_of_the_draw_after_a_move(
    host: HostHarness, tmp_path: Path
) -> None:
    """So does a client that was restarted at the new host."""
    ann, *_ = people = [*host.clients]
    there = another_host(host)
    take_over(there, tmp_path, [it.wire for it in host.game.fold.entries()])
    move_all(people, there)
    there.settle()
    ann.restart(there.table.name)
    ann.player.pick = None
    there.reconnect([ann])
    for one in people:
        followed = one.session.followed
        assert followed is not None
        assert followed.home is not None
        assert host.pin == followed.home.at.pin != there.pin
