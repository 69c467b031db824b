"""
``wonders bot``: bots at a host's tables, in a process of their own.

Hosts start this command as well, with its hidden options. How a bot behaves is in
`botplaying.py`.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import click
from twisted.internet.defer import gatherResults
from twisted.internet.error import ReactorNotRunning
from twisted.internet.protocol import Protocol
from twisted.internet.stdio import StandardIO
from twisted.python.failure import Failure

from sealed_wonders.client import preload
from sealed_wonders.client.commands.botplaying import BotOptions, BotSeats
from sealed_wonders.client.commands.botpool import BotPool
from sealed_wonders.client.commands.password import password_file, password_in
from sealed_wonders.client.commands.values import HostAddress, joined_table, kept_folder
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import argument, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.tableparameters import GivenSettings, of_every_table
from sealed_wonders.net.tableoptions import BOT
from sealed_wonders.net.words import _, marked


@command(
    "bot",
    help=marked(
        "Seat bots at a host's table, one for each --seat-name.\n\n"
        "The bots are ready right away, and the command ends when their games have "
        "ended. If you interrupt the command, run it again to resume. If the "
        "connection is lost, the bots wait for the host."
    ),
)
@argument("address", metavar="HOST[:PORT][#PIN]", type=HostAddress())
@option(
    "--seat-name",
    "names",
    multiple=True,
    metavar=marked("NAME"),
    help=marked("Name of a bot; may be repeated for more bots."),
)
@of_every_table(BOT, {})
@joined_table
@option(
    "--owner",
    metavar="HEX",
    hidden=True,
    help=marked("Identity of the person or host that runs these bots."),
)
@kept_folder
@option(
    "--identity",
    "public",
    metavar="HEX",
    hidden=True,
    help=marked("Resume the game of the bot with this identity in that folder."),
)
@option(
    "--looks-on",
    is_flag=True,
    hidden=True,
    help=marked(
        "Spectate, and take over a seat if a player offers one within two minutes."
    ),
)
@option(
    "--pool",
    is_flag=True,
    hidden=True,
    help=marked("Run the bots that a host requests, one line of JSON per request."),
)
@password_file
def bot(
    address: Address,
    names: Sequence[str],
    given: GivenSettings,
    table: str,
    owner: str | None,
    keep: Path | None,
    public: str | None,
    looks_on: bool,
    pool: bool,
    password_file: Path | None,
) -> None:
    from twisted.internet import reactor

    try:
        seats = BotSeats(
            reactor,
            address,
            BotOptions(
                str(given.values["strategy"]),
                float(given.values["think"]),
                _key(owner, _NO_OWNER),
                keep,
                password_in(password_file),
            ),
            _say,
        )
        known = _key(public, _NO_IDENTITY)
        _check(names, table, keep, known, looks_on=looks_on, pool=pool)
        bots = [
            seats.seat(name, table, known=known, looks_on=looks_on) for name in names
        ]
    except ValueError as problem:
        raise click.UsageError(retold(problem)) from None
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    preload.load()
    failures: list[str] = []

    def stop() -> None:
        with contextlib.suppress(ReactorNotRunning):
            reactor.stop()

    def begin() -> None:
        runs = [seat.run().addCallback(failures.append) for seat in bots]
        gatherResults(runs).addBoth(lambda _: stop())
        if keep is not None:
            StandardIO(_Watch(stop))  # type: ignore[no-untyped-call]

    def begin_pool() -> None:
        StandardIO(BotPool(seats, stop))  # type: ignore[no-untyped-call]

    reactor.callWhenRunning(begin_pool if pool else begin)
    reactor.run()
    for seat in bots:
        seat.let_go()
    _tell([*filter(None, failures)])


def _check(
    names: Sequence[str],
    table: str,
    keep: Path | None,
    known: bytes | None,
    *,
    looks_on: bool,
    pool: bool,
) -> None:
    """
    Check that the options can be combined.

    Raises:
        ValueError: they can't.
    """
    if bool(names) is pool or (pool and (table or known or looks_on)):
        raise ValueError(
            Sentence(
                "each bot needs a --seat-name; --pool can't be used with other "
                "options for bots"
            )
        )
    if known and (keep is None or len(names) > 1):
        raise ValueError(
            Sentence("--identity needs --keep, and works for a single bot only")
        )
    if looks_on and (known or not table):
        raise ValueError(
            Sentence("--looks-on needs --table, and can't be used with --identity")
        )


def _say(line: str) -> None:
    echo(line, err=True)


def _tell(failures: Sequence[str]) -> NoReturn:
    """Print each distinct failure once, and exit."""
    for failure in dict.fromkeys(failures):
        echo(failure, err=True)
    sys.exit(1 if failures else 0)


class _Watch(Protocol):
    """
    Calls back when standard input ends, because then our parent process has ended.
    """

    def __init__(self, call: Callable[[], None]) -> None:
        self._call = call

    def connectionLost(self, reason: Failure | None = None) -> None:
        self._call()


_NO_OWNER = marked("an owner's identity must be 64 hexadecimal digits, not {text}")
_NO_IDENTITY = marked("an identity must be 64 hexadecimal digits, not {text}")


def _key(text: str | None, otherwise: str) -> bytes | None:
    """Parse a public key; *otherwise* is the template of the error."""
    if text is None:
        return None
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise ValueError(_(otherwise).format(text=f"{text!a:.80}"))
    return key
