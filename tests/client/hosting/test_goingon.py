"""Continuing a table on the player's own host, with a fake host process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred, maybeDeferred

from sealed_wonders.client.hosting.goingon import (
    ContinuedTable,
    ContinuingHost,
    HostCallbacks,
)
from sealed_wonders.client.hosting.ownhost import HostFailed
from sealed_wonders.client.storage.home import Home
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitation, Invitations
from sealed_wonders.net.log import journal
from tests.support.clock import Clock
from tests.support.lobbies import signed_charter

AT = Address("127.0.0.1", 7777, b"p" * 16)
CHARTER = signed_charter(("ann", "bob", "cleo"))
GID = CHARTER.gid.hex()[:16]
TABLE = ContinuedTable(CHARTER.gid, "oak", CHARTER.wires)
INVITED = (Invitation("192.0.2.5#" + "70" * 16),)


class ImmediateReactor(Clock):
    """A reactor that runs calls from another thread at once."""

    def callFromThread(self, call: Callable[..., object], *args: Any) -> None:
        call(*args)


class FakeOwnHost:
    """A host as a child process, driven by the test."""

    invitations = INVITED

    def __init__(
        self, words: Sequence[str], told: Callable[[Mapping[str, object]], None]
    ) -> None:
        self.words, self.told = words, told
        self.log: list[str] = []
        self.ended: Callable[[], None] = lambda: None
        self.moved: Callable[[Invitations], None] = lambda now: None
        self.listens: Deferred[Address] = Deferred()

    def begun(self) -> Address:
        raise NotImplementedError

    def when_ended(self, call: Callable[[], None]) -> None:
        self.ended = call

    def when_moved(self, call: Callable[[Invitations], None]) -> None:
        self.moved = call

    def last_words(self) -> str:
        return "wonders-host: no power"

    def end(self) -> None:
        self.log.append("end")


class Hosting:
    """A host that continues a game, and what it reports."""

    def __init__(self, folder: Path) -> None:
        self.home = Home(folder, folder)
        self.log: list[object] = []
        self.host = ContinuingHost(
            ImmediateReactor(),  # type: ignore[arg-type]
            self.home,
            ("127.0.0.1",),
            self._start,  # type: ignore[arg-type]
            self._in_a_thread,
        )
        told = HostCallbacks(self.log.append, self.log.append, self.log.append)
        self.host.start(TABLE, told)

    def _start(self, words: Sequence[str], told: Any) -> FakeOwnHost:
        self.process = FakeOwnHost(words, told)
        return self.process

    def _in_a_thread(self, job: Callable[[], Any]) -> Deferred[Any]:
        if job == self.process.begun:
            return self.process.listens
        return maybeDeferred(job)


@pytest.fixture
def hosting(tmp_path: Path) -> Hosting:
    return Hosting(tmp_path)


def test_the_process_is_given_the_whole_log_in_a_temporary_file(
    hosting: Hosting, tmp_path: Path
) -> None:
    """
    The file contains the entries as received, and the table's name. It is deleted at
    the end.
    """
    words = hosting.process.words
    assert ["--listen", "127.0.0.1:0"] == list(words[:2])
    path = Path(words[words.index("--resume") + 1])
    kept = journal.read(path.read_bytes())
    assert ("oak", CHARTER.wires) == (kept.head.table, kept.wires)
    hosting.host.end()
    assert ["end"] == hosting.process.log
    assert not path.exists()


@pytest.mark.parametrize("listens_first", [True, False])
def test_the_host_is_ready_once_it_listens_and_has_the_game(
    listens_first: bool, hosting: Hosting
) -> None:
    """
    The order doesn't matter. The game is remembered for the start screen until it has
    ended.
    """
    process = hosting.process
    steps = [
        lambda: process.listens.callback(AT),
        lambda: process.told({"event": "taken-up", "gid": GID}),
    ]
    first, second = steps if listens_first else reversed(steps)
    first()
    assert [] == hosting.log
    second()
    assert [AT] == hosting.log
    assert (AT.pin, INVITED) == (hosting.host.pin, hosting.host.invitations)
    assert [GID] == [it.stem for it in (hosting.home.state / "own").iterdir()]
    there = (Invitation("192.0.2.9"),)
    process.moved(there)
    assert there == hosting.log[-1] == hosting.host.invitations
    process.told({"event": "ended", "gid": GID, "winners": []})
    assert [] == list((hosting.home.state / "own").iterdir())


def test_a_host_with_an_old_journal_of_the_game_resumes_it(tmp_path: Path) -> None:
    """The players' clients supply what the journal lacks."""
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / f"{GID}.journal").write_bytes(b"")
    words = Hosting(tmp_path).process.words
    assert GID == words[words.index("--resume") + 1]


def test_a_host_that_does_not_start_is_reported_once(hosting: Hosting) -> None:
    """Its exit afterwards isn't reported again."""
    hosting.process.listens.errback(HostFailed(Sentence("no")))
    assert (["no"], ["end"]) == (hosting.log, hosting.process.log)
    hosting.process.ended()
    assert ["no"] == hosting.log


def test_a_host_that_exits_is_reported_with_its_last_words(hosting: Hosting) -> None:
    hosting.process.listens.callback(AT)
    hosting.process.ended()
    assert ["wonders-host: no power"] == hosting.log
    assert ["end"] == hosting.process.log


def test_no_host_is_started_if_nothing_can_be_written(tmp_path: Path) -> None:
    """The error is a single line."""
    (tmp_path / "moving").write_bytes(b"")
    log: list[str] = []
    host = ContinuingHost(ImmediateReactor(), Home(tmp_path, tmp_path), None)  # type: ignore[arg-type]
    host.start(TABLE, HostCallbacks(lambda at: None, lambda now: None, log.append))
    (line,) = log
    assert "moving" in line
    host.end()
