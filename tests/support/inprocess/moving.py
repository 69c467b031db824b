"""Continue a game at another host, from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import Wire
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness
from tests.support.lobbies import identity_of


def another_host(host: HostHarness, name: str = "another host") -> HostHarness:
    """Start a host on another machine, which writes nothing to disk."""
    return HostHarness(
        host.folder / "nowhere",
        host.terms,
        work=host.work,
        seed=name,
        identity=identity_of(name),
        clock=host.clock,
    )


def take_over(host: HostHarness, folder: Path, wires: Sequence[Wire]) -> None:
    """Make a host resume the game with these entries."""
    path = folder / "given.swlog"
    path.write_bytes(file.write(wires))
    host.server.resumption.take_over(path)


def move_all(people: Sequence[Client], host: HostHarness) -> None:
    """Move clients from their host to another one, in this order."""
    for person in people:
        person.move(host)
