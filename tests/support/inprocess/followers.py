"""
Clients that share another client's fold of the log.

In a test about one player, the other clients needn't verify everything again, or watch
for absent players or differing states. They only answer requests, with their own
secrets and signatures.
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
    """Replaces the verification of a fold that another client feeds."""

    def __init__(self, fold: Fold) -> None:
        self._fold = fold

    @property
    def position(self) -> int:
        return self._fold.position

    @property
    def waiting(self) -> tuple[Entry, ...]:
        return ()

    def take(self, entries: Iterable[Entry]) -> None:
        """Ignore the entries, because the leader adds them to the fold."""


class _Following(Session):
    """
    A session whose seat uses the leader's fold.

    Attributes:
        leader: the client with that fold, which must receive everything before this one.
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
    """A client that uses the leader's fold."""

    session_class = _Following

    def __init__(self, host: HostHarness, name: str, leader: Client) -> None:
        self._leader = leader
        super().__init__(host, name)

    def _begin(self, table: str) -> None:
        super()._begin(table)
        cast(_Following, self.session).leader = self._leader


def follow(host: HostHarness, name: str, leader: Client) -> Client:
    """Connect a client that uses the leader's fold."""
    return host.add(Follower(host, name, leader))
