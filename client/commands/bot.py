"""
``wonders bot``: seats that nobody sits at, in a process of their own.
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Sequence
from typing import cast

import click

from sealed_wonders.client.players import LobbyNews, Player, Question
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.words import _, marked
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.core.local import Player as Strategy
from sealed_wonders.net.fold import Fraud
from sealed_wonders.net.lobby import Charter

PASSING = ("closing", "drawing", "other-options", "wrong-draw")
"""Why a host refuses what it may take a moment later."""


PATIENCE = 300.0
"""Seconds for a host that was lost to be there again; nobody would stop a bot."""


class Bot(Player):
    """
    A player that answers at once, by a strategy.

    Attributes:
        be_ready: says that it is; set before it is told anything.
        give_up: ends its link, likewise.
        failure: why it could not play to the end; None if it could.
    """

    def __init__(self, strategy: Strategy, name: str) -> None:
        self.failure: str | None = None
        self.be_ready: Callable[[], None]
        self.give_up: Callable[[], None]
        self._plays = False
        self._strategy = strategy
        self._name = name

    def lobby(self, news: LobbyNews) -> None:
        """Be ready, whatever is played."""
        for person in news.people:
            if person.name == self._name and not person.ready:
                self.be_ready()

    def began(self, charter: Charter, seat: Seat) -> None:
        """Have a seat, which nothing can take away."""
        self._plays = True

    def asked(self, question: Question, answer: Callable[[Move], None]) -> None:
        """Answer at once."""
        answer(self._strategy(question.state, question.seat, question.faces))

    def refused(self, reason: str, detail: str) -> None:
        """Remember why the host did not want us, and don't wait for another table."""
        self.failure = f"{reason}: {detail}"
        if not self._plays and reason not in PASSING:
            self.give_up()

    def fraud(self, fraud: Fraud) -> None:
        """Remember who stopped the game."""
        self.failure = str(fraud)

    def parted(self, seat: Seat) -> None:
        """Remember that there are two games."""
        said = _("the host shows seat {seat} another game than us")
        self.failure = said.format(seat=seat)

    def closed(self, reason: str) -> None:
        """Remember why there was no game."""
        self.failure = reason


@click.command(
    "bot",
    help=marked(
        "Play as bots, a seat for each --seat-name, at the host "
        "HOST:PORT[#PIN].\n\n"
        "A bot has an identity of its own for one game, and is ready at once. "
        "Ends when its games have ended."
    ),
)
@click.argument("address")
@click.option(
    "--seat-name", "names", multiple=True, required=True, metavar=marked("NAME")
)
@click.option("--strategy", "strategy_name", default="builder", show_default=True)
@click.option(
    "--table", default="", help=marked("The table's name; any open one if left out.")
)
@click.option(
    "--owner", metavar="HEX", help=marked("The identity that runs these bots.")
)
def bot(
    address: str,
    names: Sequence[str],
    strategy_name: str,
    table: str,
    owner: str | None,
) -> None:
    """Play as bots, a seat for each --seat-name, at the host HOST:PORT[#PIN]."""
    from twisted.internet import reactor
    from twisted.internet.defer import gatherResults
    from twisted.internet.interfaces import IReactorFromThreads
    from twisted.python.failure import Failure

    from sealed_wonders.client import library
    from sealed_wonders.client.bots import strategy
    from sealed_wonders.client.link import Broken, IReactor, Link
    from sealed_wonders.client.session import Session
    from sealed_wonders.net.address import Address
    from sealed_wonders.net.hands import Hands
    from sealed_wonders.net.identity import Identity
    from sealed_wonders.net.names import clean_name

    try:
        where = Address.parse(address)
        owned_by = _owner(owner)
        players = [
            Bot(strategy(strategy_name, secrets.token_hex(16)), clean_name(name))
            for name in names
        ]
    except ValueError as problem:
        raise click.UsageError(retold(problem)) from None
    library.load()
    failures: list[str] = []
    hands, links = Hands(cast(IReactorFromThreads, reactor)), []
    for name, player in zip(names, players, strict=True):
        identity = Identity.generate()
        link = Link(cast(IReactor, reactor), where, identity, name, patience=PATIENCE)
        link.session = Session(
            identity,
            name,
            player,
            link.send,
            table=table,
            owner=owned_by,
            work=hands,
        )
        player.be_ready = link.session.ready
        player.give_up = link.stop
        links.append(link)

    def failed(failure: Failure) -> None:
        failure.trap(Broken)  # type: ignore[no-untyped-call]
        failures.append(failure.getErrorMessage())

    def begin() -> None:
        runs = [link.run().addErrback(failed) for link in links]
        gatherResults(runs).addBoth(lambda _: reactor.stop())

    reactor.callWhenRunning(begin)
    reactor.run()
    failures += [
        player.failure
        for player, link in zip(players, links, strict=True)
        if player.failure and not link.session.finished
    ]
    for failure in dict.fromkeys(failures):
        click.echo(failure, err=True)
    sys.exit(1 if failures else 0)


def _owner(text: str | None) -> bytes | None:
    if text is None:
        return None
    try:
        owner = bytes.fromhex(text)
    except ValueError:
        owner = b""
    if len(owner) != 32:
        said = _("an owner is 64 hexadecimal digits, not {text}")
        raise ValueError(said.format(text=f"{text!a:.80}"))
    return owner
