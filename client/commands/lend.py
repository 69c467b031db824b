"""
``wonders lend``: lends seats at a host's table to people who have only a phone.

Hosts start this command as well, with its hidden option. What guests see and may do is
in `client/lending/`.
"""

from __future__ import annotations

import hashlib
import ipaddress
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click
from twisted.internet.defer import Deferred

from sealed_wonders.client import preload, reactor
from sealed_wonders.client.commands import seated
from sealed_wonders.client.commands.choosing import choose, listen_for_hosts
from sealed_wonders.client.commands.options import load
from sealed_wonders.client.commands.password import password_of_table, password_options
from sealed_wonders.client.commands.values import HostAddress, joined_table, kept_folder
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.lending.admission import CODE_SECONDS
from sealed_wonders.client.lending.guestgate import GuestConnections
from sealed_wonders.client.lending.guestseat import LentTable
from sealed_wonders.client.lending.lenderlines import LenderLines, who_reads
from sealed_wonders.client.lending.lending import Lending, LendingTerms
from sealed_wonders.client.lending.ports import LendingPorts, networks
from sealed_wonders.client.lines.line import terminal
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.knownhost import KnownHost
from sealed_wonders.client.storage.settingvalues import Loaded, listens_at
from sealed_wonders.client.table.endpoint import looking
from sealed_wonders.client.table.memory import make_folder
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import ITerminalReactor, fault
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import argument, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.messages import SEATS_CAP
from sealed_wonders.net.system import signals
from sealed_wonders.net.system.locks import Lock
from sealed_wonders.net.words import _, marked

FOLDER = "lent"
"""Subfolder of the state folder for guests, with a folder for each host."""


@command(
    "lend",
    help=marked(
        "Lend seats at a host's table to people who have only a phone.\n\n"
        "The command shows an address for phones on your network, as a QR code. A "
        "phone that opens it gives a name and shows two words. If the same words "
        "appear here, press Enter to lend a seat.\n\n"
        "Your machine plays the seats that you lend, so it can see their cards. If "
        "you interrupt the command, run it again to resume."
    ),
)
@argument("address", metavar="[HOST[:PORT][#PIN]]", required=False, type=HostAddress())
@joined_table
@option(
    "--seats",
    type=click.IntRange(1, SEATS_CAP - 1),
    show_default=marked("fewer than half of the table"),
    help=marked("Maximum number of seats to lend."),
)
@option(
    "--address",
    "addresses",
    multiple=True,
    metavar="IP",
    show_default=marked("one per network"),
    help=marked("IPv4 address of this machine for phones; may be repeated."),
)
@option(
    "--to-anyone",
    is_flag=True,
    help=marked("Lend a seat to any phone that asks, without confirmation."),
)
@kept_folder
@password_options
def lend(
    address: Address | None,
    table: str,
    seats: int | None,
    addresses: tuple[str, ...],
    to_anyone: bool,
    keep: Path | None,
    password: bool,
    password_file: Path | None,
) -> None:
    try:
        some = tuple(str(ipaddress.IPv4Address(it)) for it in addresses)
    except ValueError as problem:
        raise click.UsageError(retold(problem)) from None
    loaded = load({})
    known = password_of_table(asked=password, file=password_file)
    preload.load()
    reactor.install()
    home = Home.find() if keep is None else Home(keep, keep)
    at = listens_at(loaded.settings.discovery)
    where = address or choose(home, lambda: listen_for_hosts(at))
    try:
        wanted = _Wanted(
            Destination(_known(home, where), heard=address is None),
            SessionOptions(table, password=known),
            LendingTerms(seats, to_anyone),
            (lambda: some) if some else networks,
            is_of_host=keep is not None,
        )
        begun = _Begun(home, loaded, wanted)
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    failure = seated.run(begun.stay, lambda failure: fault(failure, home))
    if failure is not None:
        seated.failed(failure)


def _known(home: Home, where: Address) -> Address:
    """Return a host's address with the pin that the lender knows for it, if any."""
    if where.pin is not None:
        return where
    pin = KnownHost(home, where, note=_unsaid, tell=_unsaid).last_pin()
    return replace(where, pin=pin)


def _unsaid(_line: str) -> None:
    """Say nothing, because nothing has been connected yet."""


class _Wanted(NamedTuple):
    """What the options ask for."""

    destination: Destination
    session: SessionOptions
    terms: LendingTerms
    addresses: Callable[[], Sequence[str]]
    is_of_host: bool
    """Whether a host has started the command."""


class _Begun:
    """The command, once its options have been read."""

    def __init__(self, home: Home, loaded: Loaded, wanted: _Wanted) -> None:
        """
        Lock the folder for guests at a host.

        Raises:
            DamagedFile: It can't be used, or seats at this host are lent already.
        """
        name = str(replace(wanted.destination.address, pin=None))
        digest = hashlib.sha256(name.encode()).hexdigest()[:16]
        self._folder = home.state / FOLDER / digest
        self._home = home
        self._wanted = wanted
        self._places = listens_at(loaded.settings.discovery)
        try:
            make_folder(self._folder)
            self._lock = Lock(self._folder / "lock")
        except BlockingIOError:
            said = Sentence("seats at this host are lent in another window already")
            raise DamagedFile(name, said) from None
        except OSError as problem:
            raise DamagedFile(self._folder, problem) from None

    async def stay(self, reactor: ITerminalReactor) -> str | None:
        """Lend seats until the lender ends the program; return an error or None."""
        ended: Deferred[None] = Deferred()

        def end() -> None:
            if not ended.called:
                ended.callback(None)

        try:
            shown = terminal(reactor, lambda: None)
            lines = LenderLines(
                shown,
                lambda: ports.urls,
                end,
                draws=_draws(),
                report=_report if self._wanted.is_of_host else None,
                ends_with_input=self._wanted.is_of_host
                or not self._wanted.terms.to_anyone,
            )
            table = LentTable(
                self._home.identity(),
                self._wanted.destination,
                self._wanted.session,
                to_anyone=self._wanted.terms.to_anyone,
                look=looking(reactor, self._places),
            )
            lending = Lending(reactor, self._folder, table, self._wanted.terms, lines)
        except DamagedFile as damaged:
            return str(damaged)
        lines.lending = lending

        def renewed() -> None:
            """Show the new code, since a host's operator sees what was shown last."""
            reactor.callLater(CODE_SECONDS, renewed)
            lines.show_code()

        def changed() -> None:
            lending.book.keep_port(ports.number)
            lending.address = next(iter(ports.urls), "")
            lines.show_code()

        factory = GuestConnections(reactor, lending)
        ports = LendingPorts(
            reactor, factory, lending.book.port, changed, self._wanted.addresses
        )
        seated.tell_faults(lambda failure: shown.show(fault(failure, self._home)))
        calls = dict.fromkeys(signals.ENDING, lambda: reactor.callFromThread(end))
        restore = signals.take(calls)
        try:
            shown.show(who_reads())
            if self._wanted.terms.to_anyone:
                shown.show(_("Any phone that has the code gets a seat."))
            lending.begin(time.time())
            ports.begin()
            if not ports.urls:
                lines.show_code()
            if self._wanted.is_of_host:
                reactor.callLater(CODE_SECONDS, renewed)
            shown.open(lines).addErrback(lambda _failure: end())
            await ended
            await lending.end()
            return None
        finally:
            restore()
            ports.end()
            self._lock.release()
            await shown.close()


def _report(line: str) -> None:
    echo(line, err=True)


def _draws() -> Callable[[str], Iterable[str]]:
    """Return what draws an address for a camera; nothing where there is no screen."""
    if not (sys.stdout and sys.stdout.isatty()):
        return lambda url: ()
    from sealed_wonders.client.terminal.screens.invite import code

    return code
