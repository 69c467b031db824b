"""
Programs at a table that share somebody else's fold of the log.

If a test is about one player, the others needn't verify everything again, nor watch for
silent players or other states. They only do what they are asked to, with their own secrets
and signatures.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from sealed_wonders.client.table.session import Session
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.verification import Verification
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness


class _Watch:
    """Stands for the verification of a fold that somebody else feeds."""

    def __init__(self, fold: Fold) -> None:
        self._fold = fold

    @property
    def position(self) -> int:
        return self._fold.position

    @property
    def waiting(self) -> tuple[Entry, ...]:
        return ()

    def take(self, entries: Iterable[Entry]) -> None:
        """Leave them to whoever feeds the fold."""


class _Following(Session):
    """
    A session that takes its seat at the leader's fold.

    Attributes:
        leader: whose it is; a client that hears of everything before this one.
    """

    leader: Client

    def _begin(self, entries: Sequence[Entry]) -> None:
        leading = self.leader.session.seat
        mine = self._identity.public
        if leading is None or leading.fold.charter.seat_of(mine) is None:
            super()._begin(entries)
            return
        fold = leading.fold
        game = self._play(fold, self._drawing.store_for(fold.charter))
        game.seat._verification = cast(Verification, _Watch(fold))
        # It is asked nothing about votes, and whether it counts alike is no question.
        game._voter = game._agreement = None
        game.receive(())


class Follower(Client):
    """A client that looks at the log as another one has it."""

    session_class = _Following

    def __init__(self, host: HostHarness, name: str, leader: Client) -> None:
        self._leader = leader
        super().__init__(host, name)

    def _begin(self, table: str) -> None:
        super()._begin(table)
        cast(_Following, self.session).leader = self._leader


def follow(host: HostHarness, name: str, leader: Client) -> Client:
    """Let somebody connect who looks at the leader's fold."""
    return host.add(Follower(host, name, leader))
