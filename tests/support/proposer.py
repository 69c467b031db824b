"""
A player whose person proposes to give absent players' seats to substitutes.

    python -m tests.support.proposer HOST:PORT NAME

It plays as a bot does, and says yes to every ballot. It asks those who are willing to
take a seat; if there is nobody, the host sends a bot.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from twisted.internet import reactor

from sealed_wonders.client import preload
from sealed_wonders.client.bots import strategy
from sealed_wonders.client.commands.botplaying import Bot
from sealed_wonders.client.table.actions import AskSubstitute, VoteOn
from sealed_wonders.client.table.environment import Environment
from sealed_wonders.client.table.events import Absence, AbsenceChanged, TakersChanged
from sealed_wonders.client.table.link import Link
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.session import Session
from sealed_wonders.net.address import Address
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.threads import Threads


class Proposer(Bot):
    """
    Propose, and agree, to give absent players' seats to others.

    Attributes:
        session: the player's session, which must be set before the first event.
    """

    is_program = False

    def __init__(self, name: str) -> None:
        super().__init__(strategy("builder", name), name)
        self.session: Session
        self._absence = Absence()
        self._takers: Sequence[Taker] = ()

    def on_absence_changed(self, event: AbsenceChanged) -> None:
        """React to an absence, a moment later."""
        self._absence = event.absence
        reactor.callLater(0, self._look)

    def on_takers_changed(self, event: TakersChanged) -> None:
        """Note who can be asked to take a seat."""
        self._takers = event.takers
        reactor.callLater(0, self._look)

    def _look(self) -> None:
        asks, absent, game = (
            self._absence.asks,
            self._absence.rescuable,
            self.session.game,
        )
        if game is None:
            return
        if asks is not None:
            game.do(VoteOn(*asks.key, yes=True))
        elif absent is not None:
            game.do(
                AskSubstitute(
                    absent, self._takers[0].identity if self._takers else None
                )
            )


def main(address: str, name: str) -> None:
    """Play a game."""
    preload.load()
    player, participant = Proposer(name), Participant(Identity.generate(), name)
    link = Link(reactor, Address.parse(address), participant)  # type: ignore[arg-type]
    link.session = player.session = Session(
        participant,
        player,
        link.send,
        environment=Environment(
            clock=reactor,
            work=Threads(reactor),  # type: ignore[arg-type]
        ),
    )
    player.give_up = link.stop
    stop = reactor.stop
    reactor.callWhenRunning(lambda: link.run().addBoth(lambda _: stop()))
    reactor.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
