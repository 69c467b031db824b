"""
Who is let in when they log in, and who makes way for others.

Whoever is *known* always is: those who have a seat here, or had one, in a lobby, in a game
that goes on or waits; whoever has finished a whole game, since to agree on its end at once
takes no time; whoever stands in the operator's list of those who are let in; and whoever is
on this machine, as the host's bots are. Only who is banned is not. All others are strangers. They may log in so often from one address and
from one network, since a key costs nothing to make and a millisecond to check; and they
have places for `STRANGERS` of them. When these are taken, the oldest makes way from the
network that has the most, and there from the address that does. A stranger who sits down is known from then on.
"""

from __future__ import annotations

from collections.abc import Iterable

from sealed_wonders.host.context import Context
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.guests import Guests
from sealed_wonders.host.peer import Peer
from sealed_wonders.net.origins import Origin, OriginBuckets, Rate, who_makes_way

STRANGERS = 128
"""Those who are logged in and not known: they choose a table, or look on."""

STRANGERS_FROM_ADDRESS = Rate(2, 32)
"""Their logins from one address: all of a party behind one router, several times."""

STRANGERS_FROM_NETWORK = Rate(32, 256)
"""Those from one network: their keys take a twentieth of a processor's time."""

PLAYERS_KEPT = 1024
"""Of those who have finished a game here, so many are known, as long as the host runs."""


class Admission:
    """
    Decides who is let in.

    Args:
        handshakes: who gets as far as TLS; addresses of those who are known are told to it.
        guests: whom the operator lets in, and whom not.
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
        """
        Let somebody log in, of whom it isn't shown yet that they have the key.

        Raises:
            Denied: they aren't let in, or not now.
        """
        self._guests.check(identity, origin)
        if self.is_known(identity) or self._logins.take(
            origin, self._context.clock.seconds()
        ):
            return
        raise Denied("busy", "too many log in at once just now; try again in a moment")

    def is_known(self, identity: bytes) -> bool:
        """Tell whether somebody has, or had, a seat here, or is on the operator's list."""
        registry = self._context.registry
        return (
            identity in self._players
            or self._guests.names(identity)
            or registry.suspended_of(identity) is not None
            or any(record.table.has_sat(identity) for record in registry)
        )

    def remember(self, identities: Iterable[bytes]) -> None:
        """Know those who have finished a whole game, also when their table is gone."""
        for identity in identities:
            self._players.pop(identity, None)
            self._players[identity] = None
        while len(self._players) > PLAYERS_KEPT:
            del self._players[next(iter(self._players))]

    def note_address(self, peer: Peer) -> None:
        """Let whoever is known come back from where they are, whoever else comes."""
        if self.is_known(peer.identity) and not peer.origin.is_near:
            self._handshakes.know(peer.identity, peer.origin)

    def who_makes_way(self, newcomer: Peer) -> Peer | None:
        """Find who has to go for somebody who has logged in; None: there is room."""
        others = [it for it in self._context.peers if not it.origin.is_near]
        if len(others) < STRANGERS or not self._is_stranger(newcomer):
            return None
        strangers = [peer for peer in others if self._is_stranger(peer)]
        if len(strangers) < STRANGERS:
            return None
        return who_makes_way(strangers, newcomer.origin)

    def _is_stranger(self, peer: Peer) -> bool:
        return not (peer.origin.is_near or self.is_known(peer.identity))
