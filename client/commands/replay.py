"""
``wonders replay``: shows a game turn by turn, from its log or a record.

It chooses among the screen, line mode, a browser, and plain output.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from sealed_wonders.client import reactor
from sealed_wonders.client.commands.keptgames import GAME, list_games
from sealed_wonders.client.commands.options import PLAIN, SYMBOLS, load
from sealed_wonders.client.commands.played import own_hand_option, read_played
from sealed_wonders.client.lines.replaylines import ReplayLines, no_such_turn, whole
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.kept import saved_at
from sealed_wonders.client.signs.symbols import SETS
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal import ability
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.client.words import moments, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED
from sealed_wonders.net.words import marked


@command(
    "replay",
    help=marked(
        "Look through a game, turn by turn, from its log or a record.\n\n"
        "Without a game, list the games kept here; `last` stands for the "
        "newest game.\n\n"
        "Without a terminal, print the whole game. Hands stay hidden, "
        "except for cards that were revealed later. Proofs of sealed cards "
        "are checked only with --check."
    ),
)
@GAME
@option(
    "--turn",
    metavar="2.5",
    help=marked(
        "Start at this turn or age, such as 2.5 (age 2, turn 5) or 2; in "
        "Architects, at a turn such as 12."
    ),
)
@option("--seat", metavar=marked("NAME"), help=marked("Watch from this player's seat."))
@option(
    "--browser",
    is_flag=True,
    help=marked(
        "Show the game with pictures in your browser, until you press Ctrl-C. You "
        "must confirm at the terminal that the page is yours."
    ),
)
@own_hand_option
@option("--check", is_flag=True, help=marked("Also check every proof."))
@PLAIN
@SYMBOLS
@click.pass_context
def replay(
    ctx: click.Context,
    log: Path | None,
    turn: str | None,
    seat: str | None,
    plain: bool | None,
    symbols: str | None,
    browser: bool,
    own_hand: bool,
    check: bool,
) -> None:
    if log is None:
        return list_games("replay")
    loaded = load({"plain": plain, "symbols": symbols})
    told = read_played(log, checked=check, own_hand=own_hand, remembers=True)
    index, at = _place(told, turn, seat)
    first = index or 0
    is_wrong = told.report.verdict is Verdict.FAULT
    if not told.moments:
        echo(moments.ending(told))
    elif browser:
        reactor.install()
        from sealed_wonders.client.commands import browsing

        browsing.browse(told, index, saved_at(log))
    elif ability.is_screen(plain=loaded.settings.plain):
        _show(told, first, at, loaded.settings, log)
        if is_wrong:
            echo(f"{log}: {moments.ending(told)}", err=True)
    elif all(it is not None and it.isatty() for it in (sys.stdin, sys.stdout)):
        _converse(ReplayLines(told, first, at))
    else:
        _write(told, index, at)
    if is_wrong:
        ctx.exit(FAILED)


def _write(told: replaying.Replay, index: int | None, seat: Seat | None) -> None:
    """Print the whole game, or the one turn that was asked for."""
    lines = whole(told, seat) if index is None else _moment(told, index, seat)
    for line in lines:
        echo(line)


def _place(
    told: replaying.Replay, turn: str | None, seat: str | None
) -> tuple[int | None, Seat | None]:
    """Return the requested moment and seat; None for each that wasn't given."""
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
    """Yield the lines of one turn, including the hands that were chosen from."""
    seats = range(len(told.names)) if seat is None else (seat,)
    tells, at = told.face.account, (told.own or 0) if seat is None else seat
    yield from tells.chosen_from(told, told.moments[index], seats)
    for one in tells.whole_turn(told, index):
        yield from moments.read(told, one, at, goes_on=one > index)


def _show(
    told: replaying.Replay,
    index: int,
    seat: Seat | None,
    settings: Settings,
    path: Path,
) -> None:
    """Show the game on the screen."""
    from sealed_wonders.client.commands import looking
    from sealed_wonders.client.terminal.replayapp import ReplayApp

    reports = looking.reports()
    signs = SETS[ability.symbols(settings.symbols)]
    appearance = Appearance(settings, signs)
    app = ReplayApp(told, appearance, reports, index=index, seat=seat)
    app.screen.path = path
    looking.look_at(app, reports)


def _converse(reading: ReplayLines) -> None:
    """Read commands and print the answers, until the input ends."""
    for line in reading.begin():
        echo(line)
    while not reading.over:
        click.echo(reading.prompt, nl=False)
        typed = sys.stdin.readline()
        if not typed:
            echo()
            return
        for line in reading.typed(typed.strip()):
            echo(line)
