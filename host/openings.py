"""
How many tables anybody may open, and how often.

A table starts bots, and takes one of the few places there are. So those that have yet to
begin are counted by where whoever opened them comes from; and who opens one after the
other, by getting up again, pays for that alone.
"""

from __future__ import annotations

from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.peer import Peer
from sealed_wonders.host.stage import TableState
from sealed_wonders.net import notices
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.origins import Buckets, Origin, OriginBuckets, Rate

BY_ONE = Rate(1 / 30, 4)
"""How often one identity may open tables."""

FROM_ADDRESS = Rate(1 / 10, 8)
"""How often they may be opened from one address, whoever it is."""

FROM_NETWORK = Rate(1 / 5, 12)
"""How often from one network: a few of them leave enough for others."""

BY_ALL = Rate(2, 48)
"""How often by all together, but for this machine's own."""


def most_from_address(tables: int) -> int:
    """Tell how many of a host's tables may be one address's, and not have begun."""
    return max(1, tables // 4)


def most_from_network(tables: int) -> int:
    """Tell the same of a network: a quarter is for others."""
    return tables - tables // 4


class Openings:
    """Decides who may open another table. This machine's own may open all there are."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._by_identity = Buckets(BY_ONE)
        self._by_origin = OriginBuckets(FROM_ADDRESS, FROM_NETWORK)
        self._by_all = Bucket(*BY_ALL, context.clock.seconds())

    def check(self, peer: Peer, *, returns: bool) -> None:
        """
        Note that somebody opens a table.

        Args:
            returns: it is the one at which they have just played.

        Raises:
            Denied: too many are open that they, or others from there, have opened, or
                they have opened too many just now.
        """
        origin, now = peer.origin, self._context.clock.seconds()
        if not (origin.is_near or returns):
            self._check_waiting(origin)
        # In this order: who may not doesn't use up what others have.
        if not origin.is_near and not (
            self._by_identity.take(peer.identity, now)
            and self._by_origin.take(origin, now)
            and self._by_all.take(1, now)
        ):
            raise Denied("too-fast", notices.TOO_MANY_OPENED())

    def _check_waiting(self, origin: Origin) -> None:
        registry = self._context.registry
        openers = [
            record.opened_from
            for record in registry
            if record.table.state is TableState.LOBBY and record.opened_from is not None
        ]
        from_address = sum(it.address == origin.address for it in openers)
        from_network = sum(it.network == origin.network for it in openers)
        if from_address >= most_from_address(registry.policy.most) or (
            from_network >= most_from_network(registry.policy.most)
        ):
            raise Denied(
                "tables-wait",
                "tables opened from where you are have yet to begin; sit down there",
            )
