"""A silent seat goes to a substitute: what is whispered, voted on, and played on with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sealed_wonders.client.table.players import Step
from sealed_wonders.net.lobby.options import RESCUES
from sealed_wonders.net.log.envelopes import NOBODY
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, sealed_terms

pytestmark = pytest.mark.usefixtures("checked_once")

Start = Callable[..., tuple[HostHarness, list[Client]]]


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """Give a sealed game that waits for ann, and dan, who looks on."""

    def start(players: int = 3, **others: object) -> tuple[HostHarness, list[Client]]:
        terms = sealed_terms(players, when_gone=RESCUES, **others)
        host = HostHarness(tmp_path / "host", terms)
        people = host.join()
        people[0].player.pick = None
        host.settle()
        table = people[0].session.table
        people.append(host.client("zed", table=table, looks_on=True))
        host.settle()
        return host, people

    return start


def test_a_silent_seat_goes_to_a_substitute(start: Start) -> None:
    host, (ann, bob, cleo, zed) = start()
    seat = ann.seat.number
    ann.disconnect()
    host.pass_time(100)
    assert bob.player.absence_now.rescuable == seat
    for one in (bob, cleo):
        one.player.vote = True
    bob.session.substitute(seat, zed.identity.public)
    host.settle()
    print(bob.player.askings, zed.player.told, zed.player.offers)
    print(host.game.fold.phase, host.game.fold.over, host.refusals if hasattr(host,'refusals') else '')
    assert host.game.fold.over
