"""
``wonders lend``: lends seats at a host's table to people who have only a phone.

Hosts start this command as well, with its hidden option. What guests see and may do is
in `client/lending/`.
"""

from __future__ import annotations

import ipaddress
import sys
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
from sealed_wonders.client.lending.certificate import TrustedCertificate
from sealed_wonders.client.lending.guestseat import LentTable
from sealed_wonders.client.lending.lenderlines import (
    LenderLines,
    lender_reads,
    who_reads,
)
from sealed_wonders.client.lending.lending import LendingTerms
from sealed_wonders.client.lending.ports import networks
from sealed_wonders.client.lending.service import LendingService
from sealed_wonders.client.lines.line import terminal
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.knownhost import KnownHost
from sealed_wonders.client.storage.settingvalues import Loaded, listens_at
from sealed_wonders.client.table.endpoint import looking
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import ITerminalReactor, fault
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import (
    File,
    WholeParameter,
    argument,
    option,
)
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.messages import SEATS_CAP
from sealed_wonders.net.system import signals
from sealed_wonders.net.words import _, marked


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
    type=WholeParameter(1, SEATS_CAP - 1),
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
@option(
    "--tls",
    nargs=2,
    type=File(exists=True, dir_okay=False, path_type=Path),
    metavar="CERT KEY",
    help=marked(
        "Two PEM files: a certificate that phones trust, with its chain, and its "
        "private key. The first name in the certificate has to lead to this machine."
    ),
)
@kept_folder
@password_options
def lend(
    address: Address | None,
    table: str,
    seats: int | None,
    addresses: tuple[str, ...],
    to_anyone: bool,
    tls: tuple[Path, Path] | None,
    keep: Path | None,
    password: bool,
    password_file: Path | None,
) -> None:
    try:
        some = tuple(str(ipaddress.IPv4Address(it)) for it in addresses)
        certificate = None if tls is None else TrustedCertificate(*tls)
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
            LendingTerms(seats, to_anyone, certificate),
            (lambda: some) if some else networks,
            is_of_host=keep is not None,
        )
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    failure = seated.run(
        lambda reactor: _stay(reactor, home, loaded, wanted),
        lambda failure: fault(failure, home),
    )
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


async def _stay(
    reactor: ITerminalReactor, home: Home, loaded: Loaded, wanted: _Wanted
) -> str | None:
    """Lend seats until the lender ends the program; return an error or None."""
    ended: Deferred[None] = Deferred()

    def end() -> None:
        if not ended.called:
            ended.callback(None)

    try:
        shown = terminal(reactor, lambda: None)
        lines = LenderLines(
            shown,
            lambda: service.scanned,
            end,
            draws=_draws(),
            report=_report if wanted.is_of_host else None,
            ends_with_input=wanted.is_of_host or not wanted.terms.to_anyone,
        )
        table = LentTable(
            home.identity(),
            wanted.destination,
            wanted.session,
            to_anyone=wanted.terms.to_anyone,
            look=looking(reactor, listens_at(loaded.settings.discovery)),
            lends=loaded.settings.name,
        )
        service = LendingService(
            reactor, home, table, wanted.terms, lines, wanted.addresses
        )
    except DamagedFile as damaged:
        return str(damaged)
    lines.lending = service.lending
    seated.tell_faults(lambda failure: shown.show(fault(failure, home)))
    calls = dict.fromkeys(signals.ENDING, lambda: reactor.callFromThread(end))
    restore = signals.take(calls)
    try:
        is_trusted = wanted.terms.certificate is not None
        shown.show(lender_reads() if is_trusted else who_reads())
        if wanted.terms.to_anyone:
            shown.show(_("Any phone that has the code gets a seat."))
        # A host's operator sees what was shown last.
        renewed = lines.show_code if wanted.is_of_host else lambda: None
        service.begin(lines.show_code, renewed)
        shown.open(lines).addErrback(lambda _failure: end())
        await ended
        return None
    finally:
        restore()
        await service.end()
        await shown.close()


def _report(line: str) -> None:
    echo(line, err=True)


def _draws() -> Callable[[str], Iterable[str]]:
    """Return what draws an address for a camera; nothing where there is no screen."""
    if not (sys.stdout and sys.stdout.isatty()):
        return lambda url: ()
    from sealed_wonders.client.terminal.screens.invite import code

    return code
