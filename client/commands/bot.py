"""
``wonders bot``: seats that nobody sits at, in a process of their own.
"""

from __future__ import annotations

import contextlib
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, cast

import click
from twisted.internet.defer import gatherResults
from twisted.internet.error import ReactorNotRunning
from twisted.internet.interfaces import (
    IDelayedCall,
    IReactorFromThreads,
    IReactorTime,
)
from twisted.internet.protocol import Protocol
from twisted.internet.stdio import StandardIO
from twisted.python.failure import Failure

from sealed_wonders.client import preload
from sealed_wonders.client.bots import strategy
from sealed_wonders.client.reasons import astray, lost, retold, said_by_host
from sealed_wonders.client.storage import folders
from sealed_wonders.client.storage.home import Damaged
from sealed_wonders.client.table.keep import Keep
from sealed_wonders.client.table.link import Broken, IReactor, Link
from sealed_wonders.client.table.players import LobbyNews, Offer, Player, Question
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.words import _, marked
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.core.local import Player as Strategy
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import Address
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.threads import Threads

PASSING = ("closing", "drawing", "other-options", "wrong-draw")
"""Why a host refuses what it may take a moment later."""


PATIENCE = 300.0
"""
Seconds for a host that was lost to be there again, where it has started the bot itself:
nobody would stop one. Whoever has started a bot can.
"""

BOTS = "bots"
"""Within the folder of whoever runs them, where bots keep what they must not forget."""


SEAT_PATIENCE = 120.0
"""Seconds for somebody to give a seat to a bot that looks on for one."""


class Bot(Player):
    """
    A player that answers at once, by a strategy, and takes any seat that it is given.

    Attributes:
        be_ready: says that it is; set before it is told anything.
        give_up: ends its link, likewise.
        says: takes lines for whoever has started it.
        failure: why it could not play to the end; None if it could.
    """

    is_program = True

    def __init__(self, strategy: Strategy, name: str) -> None:
        self.failure: str | None = None
        self.says: Callable[[str], None] = lambda line: None
        self.be_ready: Callable[[], None]
        self.give_up: Callable[[], None]
        self._plays = False
        self._waiting: IDelayedCall | None = None
        """Gives up, if nobody gives us a seat."""
        self._strategy = strategy
        self._name = name

    def look_on(self, clock: IReactorTime) -> None:
        """Wait for somebody who gives us a seat, for so long."""
        self._waiting = clock.callLater(SEAT_PATIENCE, lambda: self.give_up())

    def online(self, connected: bool) -> None:
        """Say that the host is lost; there is nobody to be asked."""
        if not connected:
            self.says(lost())

    def astray(self, why: Sentence) -> None:
        """Say why there is still no connection."""
        self.says(astray(why))

    def offered(self, offer: Offer) -> None:
        """Take the seat; from then on it may take as long again until it is ours."""
        if self._waiting is not None and self._waiting.active():
            self._waiting.reset(SEAT_PATIENCE)
        offer.answer(True)

    def lobby(self, news: LobbyNews) -> None:
        """Be ready, whatever is played."""
        for person in news.people:
            if person.name == self._name and not person.ready:
                self.be_ready()

    def began(self, charter: Charter, seat: Seat) -> None:
        """Have a seat, which nothing can take away."""
        self._plays = True
        if self._waiting is not None and self._waiting.active():
            self._waiting.cancel()

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

    def stuck(self) -> None:
        """Remember that the others haven't told us enough of the seat that they gave us."""
        self.failure = _("a secret of the seat is missing")

    def closed(self, reason: str, *, by_host: bool) -> None:
        """Remember why there was no game."""
        self.failure = said_by_host(reason) if by_host else reason


@click.command(
    "bot",
    help=marked(
        "Play as bots, a seat for each --seat-name, at the host "
        "HOST:PORT[#PIN].\n\n"
        "A bot has an identity of its own for one game, and is ready at once. "
        "Ends when its games have ended.\n\n"
        "What it must not forget is kept in your folder: started again in the same way, "
        "it goes on with its game. A host that is lost is waited for.\n\n"
        "With --keep it is kept in another folder, and a bot goes on by its --identity. "
        "Such a bot gives its host up after some minutes, and ends with its standard "
        "input.\n\n"
        "With --looks-on a bot doesn't sit down: it takes the seat of somebody who plays at "
        "the --table and hands it over, and ends if nobody does in two minutes."
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
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar=marked("DIR"),
    help=marked("The folder for what bots must not forget until their games are over."),
)
@click.option(
    "--identity",
    "public",
    metavar="HEX",
    help=marked("Go on with the game of the bot that has this identity in the folder."),
)
@click.option(
    "--looks-on",
    is_flag=True,
    help=marked("Don't sit down; take a seat that somebody hands over."),
)
def bot(
    address: str,
    names: Sequence[str],
    strategy_name: str,
    table: str,
    owner: str | None,
    keep: Path | None,
    public: str | None,
    looks_on: bool,
) -> None:
    """Play as bots, a seat for each --seat-name, at the host HOST:PORT[#PIN]."""
    from twisted.internet import reactor

    try:
        where = Address.parse(address)
        owned_by = _key(owner, _NO_OWNER)
        known = _key(public, _NO_IDENTITY)
        if known and (keep is None or len(names) > 1):
            raise ValueError(Sentence("--identity is of one bot, and goes with --keep"))
        if looks_on and (known or not table):
            raise ValueError(
                Sentence("--looks-on goes with --table, and not with --identity")
            )
        players = [
            Bot(strategy(strategy_name, secrets.token_hex(16)), clean_name(name))
            for name in names
        ]
    except ValueError as problem:
        raise click.UsageError(retold(problem)) from None
    preload.load()
    failures: list[str] = []
    threads, links = Threads(cast(IReactorFromThreads, reactor)), []
    keeps: list[Keep] = []
    for name, player in zip(names, players, strict=True):
        with _ending_in_one_line():
            place = (str(replace(where, pin=None)), table, name)
            kept = _kept(keep, known, place)
            looks = looks_on and not kept.has_taken
        if keep is None:
            player.says = _say
        keeps.append(kept)
        link = Link(
            cast(IReactor, reactor),
            where,
            kept.identity,
            name,
            patience=None if keep is None else PATIENCE,
        )
        link.session = Session(
            kept.identity,
            name,
            player,
            link.send,
            table=table,
            owner=owned_by,
            store_of=kept.store_of,
            work=threads,
            clock=cast(IReactorTime, reactor),
            looks_on=looks,
        )
        player.be_ready = link.session.ready
        player.give_up = link.stop
        if looks:
            player.look_on(cast(IReactorTime, reactor))
        links.append(link)

    def failed(failure: Failure) -> None:
        failure.trap(Broken)  # type: ignore[no-untyped-call]
        failures.append(failure.getErrorMessage())

    def begin() -> None:
        runs = [link.run().addErrback(failed) for link in links]
        gatherResults(runs).addBoth(lambda _: stop())

    def stop() -> None:
        with contextlib.suppress(ReactorNotRunning):
            reactor.stop()

    reactor.callWhenRunning(begin)
    if keep is not None:
        reactor.callWhenRunning(_at_end_of_input, stop)
    reactor.run()
    for kept, link in zip(keeps, links, strict=False):
        kept.clear(over=link.session.leaves_nothing)
    _tell([*failures, *_unfinished(players, links)])


def _unfinished(players: Sequence[Bot], links: Sequence[Link]) -> Iterator[str]:
    """Give why bots didn't play to the end."""
    for player, link in zip(players, links, strict=True):
        if player.failure and not link.session.finished:
            yield player.failure


def _kept(folder: Path | None, known: bytes | None, place: Sequence[str]) -> Keep:
    """
    Open what a bot must not forget.

    Args:
        folder: for the bots of a host; None if somebody else has started it.
        known: the identity of the one that goes on there; None is one that begins.
        place: where it is sent to.
    """
    if folder is None:
        return Keep.at(folders.state() / BOTS, place)
    return Keep.found(folder, known) if known else Keep(folder, Identity.generate())


@contextlib.contextmanager
def _ending_in_one_line() -> Iterator[None]:
    try:
        yield
    except Damaged as damaged:
        raise click.ClickException(str(damaged)) from None


def _say(line: str) -> None:
    click.echo(line, err=True)


def _tell(failures: Sequence[str]) -> NoReturn:
    """End, with each failure told once."""
    for failure in dict.fromkeys(failures):
        click.echo(failure, err=True)
    sys.exit(1 if failures else 0)


def _at_end_of_input(call: Callable[[], None]) -> None:
    """Call back when standard input ends: whoever started us is gone."""

    class Watch(Protocol):
        def connectionLost(self, reason: Failure | None = None) -> None:
            call()

    StandardIO(Watch())  # type: ignore[no-untyped-call]


_NO_OWNER = marked("an owner is 64 hexadecimal digits, not {text}")
_NO_IDENTITY = marked("an identity is 64 hexadecimal digits, not {text}")


def _key(text: str | None, otherwise: str) -> bytes | None:
    """Read a public key; *otherwise* says that it isn't one."""
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise ValueError(_(otherwise).format(text=f"{text!a:.80}"))
    return key
