"""
``wonders replay``: look through a game that was played, from its log or a record.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from sealed_wonders.client import reactor
from sealed_wonders.client.commands.options import load
from sealed_wonders.client.commands.played import own_hand_option, read_played
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.kept import LogFile
from sealed_wonders.client.storage import folders
from sealed_wonders.client.storage.settings import SYMBOLS, Settings
from sealed_wonders.client.terminal import ability, moments, text
from sealed_wonders.client.terminal.account import account
from sealed_wonders.client.terminal.crash import Reports
from sealed_wonders.client.terminal.replaylines import ReplayLines, no_such_turn, whole
from sealed_wonders.client.terminal.symbols import SETS
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, marked


@click.command(
    "replay",
    help=marked(
        "Look through a game that was played, to and fro, from its log or from a "
        "record of it, also one that was typed in.\n\n"
        "No host and no network are needed. Of a log, signatures and rules are checked; proofs "
        "about sealed cards are believed, as long as the log is whole. Of a record, it is "
        "checked that it follows from the rules. What ends early, or goes wrong, is "
        "shown as far as it is good.\n\n"
        "A log opens no hand. What of a hand came to light later is shown with it.\n\n"
        "Without a terminal, the whole game is written in lines. Exit status: 1 if "
        "something in it is wrong."
    ),
)
@click.argument(
    "log",
    metavar=marked("LOG|RECORD"),
    type=LogFile(),
)
@click.option(
    "--turn",
    metavar="2.5",
    help=marked("Begin at this turn, or age; in Architects, at turn 12."),
)
@click.option("--seat", metavar=marked("NAME"), help=marked("Look on from this seat."))
@click.option(
    "--plain/--screen",
    default=None,
    help=marked(
        "Lines in and lines out: for screen readers, pipes, and terminals of all "
        "kinds. [default: a screen, where there is a terminal]"
    ),
)
@click.option(
    "--symbols",
    type=click.Choice(SYMBOLS),
    help=marked("The signs to draw with. [default: what the terminal can show]"),
)
@click.option(
    "--web",
    is_flag=True,
    help=marked(
        "Open it in your browser, with pictures; the arrow keys lead from turn to turn. "
        "You confirm at the terminal that the page is yours, so nobody else can see it. "
        "Ctrl-C ends it."
    ),
)
@own_hand_option
@click.option("--check", is_flag=True, help=marked("Check every proof, too."))
@click.pass_context
def replay(
    ctx: click.Context,
    log: Path,
    turn: str | None,
    seat: str | None,
    plain: bool | None,
    symbols: str | None,
    web: bool,
    own_hand: bool,
    check: bool,
) -> None:
    """Look through a game that was played."""
    loaded = load({"plain": plain, "symbols": symbols})
    told = read_played(log, checked=check, own_hand=own_hand)
    index, at = _place(told, turn, seat)
    is_wrong = told.report.verdict is Verdict.FAULT
    if not told.moments:
        click.echo(moments.ending(told))
    elif web:
        reactor.install()
        from sealed_wonders.client.commands import browsing

        browsing.browse(told, index or 0)
    elif ability.is_screen(plain=loaded.settings.plain):
        _show(told, index or 0, at, loaded.settings)
        if is_wrong:
            click.echo(f"{log}: {moments.ending(told)}", err=True)
    elif sys.stdin.isatty() and sys.stdout.isatty():
        _converse(ReplayLines(told, index or 0, at))
    else:
        _write(told, index, at)
    ctx.exit(1 if is_wrong else 0)


def _write(told: replaying.Replay, index: int | None, seat: Seat | None) -> None:
    """Write the whole game in lines, or the one turn that was asked for."""
    lines = whole(told, seat) if index is None else _moment(told, index, seat)
    for line in lines:
        click.echo(line)


def _place(
    told: replaying.Replay, turn: str | None, seat: str | None
) -> tuple[int | None, Seat | None]:
    """Find the moment and the seat that were asked for; None where none was."""
    index = at = None
    if turn is not None and told.moments:
        index = moments.find(told, turn)
        if index is None:
            raise click.UsageError(no_such_turn(turn))
    if seat is not None and told.names:
        at = moments.seat(told, seat, index)
        if at is None:
            raise click.UsageError(text.nobody(seat, told.names))
    return index, at


def _moment(told: replaying.Replay, index: int, seat: Seat | None) -> Iterator[str]:
    """Read one turn, with the hands that were chosen from."""
    seats = range(len(told.names)) if seat is None else (seat,)
    tells, at = account(told), (told.own or 0) if seat is None else seat
    yield from tells.chosen_from(told, told.moments[index], seats)
    for one in tells.whole_turn(told, index):
        yield from moments.read(told, one, at, goes_on=one > index)


def _show(
    told: replaying.Replay, index: int, seat: Seat | None, settings: Settings
) -> None:
    """Show it at the screen, and say afterwards what went wrong, if anything did."""
    from sealed_wonders.client.terminal.replayapp import ReplayApp

    reports = Reports(folders.state() / "crashes")
    signs = SETS[ability.symbols(settings.symbols)]
    showing = ReplayApp(told, settings, signs, reports, index=index, seat=seat)
    asyncio.run(showing.run())
    if reports.last is not None:
        said = _("Something went wrong meanwhile. Please send this report: {path}")
        click.echo(said.format(path=reports.last), err=True)


def _converse(reading: ReplayLines) -> None:
    """Read lines and answer them, until there is no more to be read."""
    for line in reading.begin():
        click.echo(line)
    while not reading.over:
        click.echo(reading.prompt, nl=False)
        typed = sys.stdin.readline()
        if not typed:
            click.echo()
            return
        for line in reading.typed(typed.strip()):
            click.echo(line)
