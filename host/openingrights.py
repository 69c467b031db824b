"""
Limits how many tables anybody may open, and how often.

A table starts bots and takes one of a small number of places. So the tables in their
lobby are counted by the origin of their openers. Somebody who keeps opening tables and
leaving them uses up only their own rate.
"""

from __future__ import annotations

from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net import notices
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.origins import Buckets, Origin, OriginBuckets, Rate

BY_ONE = Rate(1 / 30, 4)
"""Openings by one identity: one in 30 seconds, or four at once after a silence."""

FROM_ADDRESS = Rate(1 / 10, 8)
"""Maximum rate for all identities at an address."""

FROM_NETWORK = Rate(1 / 5, 12)
"""Maximum rate for a network; a few networks at this rate leave enough for others."""

BY_ALL = Rate(2, 48)
"""Maximum rate for everybody together, except this machine."""


class OpeningRights:
    """Decides who may open a table; this machine itself has no limit."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._by_identity = Buckets(BY_ONE)
        self._by_origin = OriginBuckets(FROM_ADDRESS, FROM_NETWORK)
        self._by_all = Bucket(*BY_ALL, context.clock.seconds())

    def check(self, peer: Peer, *, returns: bool) -> None:
        """
        Count the opening of a table.

        Args:
            returns: whether the opener has just played at that table. The lobbies then
                aren't counted, but the rates are.

        Raises:
            Denied: there are too many lobbies opened by them or from their origin, or
                they have opened too many tables recently.
        """
        origin, now = peer.origin, self._context.clock.seconds()
        if not (origin.is_near or returns):
            self._check_waiting(origin)
        # In this order, so that a refusal doesn't use up the rates of others.
        if not origin.is_near and not (
            self._by_identity.take(peer.identity, now)
            and self._by_origin.take(origin, now)
            and self._by_all.take(1, now)
        ):
            raise Denied("too-fast", notices.TOO_MANY_OPENED())

    def _check_waiting(self, origin: Origin) -> None:
        registry = self._context.registry
        # A quarter for one address, and a quarter is left by one network.
        most, quarter = registry.policy.most, registry.policy.most // 4
        openers = [
            table.opened_from
            for table in registry
            if table.state is TableState.LOBBY and table.opened_from is not None
        ]
        from_address = sum(it.address == origin.address for it in openers)
        from_network = sum(it.network == origin.network for it in openers)
        if from_address >= max(1, quarter) or from_network >= most - quarter:
            raise Denied(
                "tables-wait",
                "tables opened from your address haven't begun yet; join one of them",
            )
