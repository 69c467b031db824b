"""
Decides who may log in, and who makes way for others.

People who are *known* may always log in, unless they are banned:

- those who have or had a seat here, in a lobby or in a game that is running or
  suspended;
- those who have finished a whole game here, because ending one at once by agreement
  takes no time;
- those on the operator's list of people to let in;
- programs on this machine, such as the host's bots.

Everybody else is a stranger. Their logins are limited per address and per network,
since a key costs nothing to make but a millisecond to check; and there are places for
`STRANGERS` of them. If these are taken, the network with the most strangers is chosen,
then the address with the most; there, the oldest makes way. A stranger who sits down is
known from then on.
"""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.guests import Guests
from sealed_wonders.host.peer import Peer
from sealed_wonders.net.origins import Origin, OriginBuckets, Rate, who_makes_way

STRANGERS = 128
"""Maximum number of strangers, who choose a table or spectate."""

STRANGERS_FROM_ADDRESS = Rate(2, 32)
"""Maximum rate of logins from an address: a party behind one router, repeatedly."""

STRANGERS_FROM_NETWORK = Rate(32, 256)
"""Maximum rate of logins from a network: checking them takes 5 % of a CPU core."""

PLAYERS_KEPT = 1024
"""Number of people with a finished game who stay known while the host runs."""


class Admission:
    """
    Decides who is let in.

    Args:
        handshakes: limits TLS handshakes; it gets the addresses of known people.
    """

    def __init__(
        self, context: Context, handshakes: OriginBuckets, guests: Guests
    ) -> None:
        self._context = context
        self._guests = guests
        self._handshakes = handshakes
        handshakes.is_known = self.is_known
        self._logins = OriginBuckets(STRANGERS_FROM_ADDRESS, STRANGERS_FROM_NETWORK)
        self._players: dict[bytes, None] = {}

    def check(self, identity: bytes, origin: Origin) -> None:
        """Raise `Denied` if somebody may not log in now, whatever their signature."""
        self._guests.check(identity, origin)
        if self.is_known(identity) or self._logins.take(
            origin, self._context.clock.seconds()
        ):
            return
        raise Denied(
            "busy", "too many players are joining right now; try again in a moment"
        )

    def is_known(self, identity: bytes) -> bool:
        """Return whether somebody has or had a seat, or is on the operator's list."""
        registry = self._context.registry
        return (
            identity in self._players
            or self._guests.names(identity)
            or registry.suspended_of(identity) is not None
            or any(table.phase.has_sat(identity) for table in registry)
        )

    def remember(self, identities: Iterable[bytes]) -> None:
        """Remember people who have finished a game, even if their table is removed."""
        for identity in identities:
            self._players.pop(identity, None)
            self._players[identity] = None
        while len(self._players) > PLAYERS_KEPT:
            del self._players[next(iter(self._players))]

    def note_address(self, peer: Peer) -> None:
        """Let a known person reconnect, however many strangers are connecting."""
        if self.is_known(peer.identity) and not peer.origin.is_near:
            self._handshakes.know(peer.identity, peer.origin)

    def who_makes_way(self, newcomer: Peer) -> Peer | None:
        """Return who makes way for a newcomer; None if there is room."""
        others = [it for it in self._context.peers if not it.origin.is_near]
        if len(others) < STRANGERS or not self._is_stranger(newcomer):
            return None
        strangers = [peer for peer in others if self._is_stranger(peer)]
        if len(strangers) < STRANGERS:
            return None
        return who_makes_way(strangers, newcomer.origin)

    def _is_stranger(self, peer: Peer) -> bool:
        return not (peer.origin.is_near or self.is_known(peer.identity))
