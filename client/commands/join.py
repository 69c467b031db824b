"""
``wonders join``: finds a host, and takes a seat at one of its tables.

The screen itself is run by `atscreen.py`, line mode by `seated.py`.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealed_wonders.client import preload, reactor
from sealed_wonders.client.commands import naming, seated
from sealed_wonders.client.commands.choosing import choose, listen_for_hosts
from sealed_wonders.client.commands.gameoptions import offered
from sealed_wonders.client.commands.options import load, look
from sealed_wonders.client.commands.password import password_of_table, password_options
from sealed_wonders.client.commands.values import HostAddress, joined_table
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.program import ENDS_AT_START
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.settings import FROM_OPTION, VARIABLES
from sealed_wonders.client.storage.settingvalues import Loaded, listens_at
from sealed_wonders.client.table.sessionoptions import SessionOptions
from sealed_wonders.client.tableconnection import ITerminalReactor
from sealed_wonders.client.tablewords.tablewishes import read_wishes
from sealed_wonders.core.games import OPTIONS
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import WholeParameter, argument, option
from sealed_wonders.net.commandline.tableparameters import GivenSettings, of_every_table
from sealed_wonders.net.system.processes import go_on_as, program
from sealed_wonders.net.tableoptions import BOTS, GAME, JOIN, typed
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _, language, marked

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screenapp import ScreenApp

FAILED = (1, 2)
"""Exit statuses of commands that have already printed an error."""


@command(
    "join",
    help=marked(
        "Join a table at a host on your network.\n\n"
        "Without an address, choose among hosts nearby and hosts that you "
        "know. The #PIN in an invitation makes sure that you reach the "
        "right host. If you have an unfinished game there, you get your "
        "seat back.\n\n"
        "Without --table, you join the first table that matches the options "
        "below, or open one."
    ),
)
@argument("address", metavar="[HOST[:PORT][#PIN]]", required=False, type=HostAddress())
@joined_table
@option(
    "--spectate",
    is_flag=True,
    former=("--look-on",),
    help=marked("Watch a game; a player can then hand over a seat to you."),
)
@password_options
@of_every_table(
    JOIN,
    OPTIONS,
    # one seat is our own
    {BOTS: {"type": WholeParameter(0, BOTS.most - 1)}},
)
@look
def join(
    address: Address | None,
    table: str,
    spectate: bool,
    given: GivenSettings,
    password: bool,
    password_file: Path | None,
    **options: Any,
) -> None:
    try:
        wishes = read_wishes(_wished(given))
    except ValueError as problem:
        raise click.UsageError(retold(problem)) from None
    _check_where(address, table, wishes, spectate=spectate)
    loaded = load(options)
    known = password_of_table(asked=password, file=password_file)
    sit_down(loaded, address, table, looks_on=spectate, password=known, wishes=wishes)


def _wished(given: GivenSettings) -> Mapping[str, str]:
    """Return the options given for a new table, as typed, by their names."""
    game = {GAME.name: given.game} if given.game else {}
    own = {offered()[name].bare_word: it for name, it in given.typed.items()}
    return {**game, **typed(given.values), **own}


def sit_down(
    loaded: Loaded,
    where: Address | None = None,
    table: str = "",
    *,
    looks_on: bool = False,
    password: str = "",
    wishes: Wishes = (),
) -> None:
    """
    Join a table as a player or spectator, finding a host first if necessary.

    Args:
        loaded: the settings.
        where: the host's address; None to choose a host.
        table: the table's name; empty for any open table.
        looks_on: watch instead of taking a seat.
        password: the table's password, if it is known.
        wishes: the options for a new table.
    """
    reactor.install()
    at_screen = seated.is_screen(loaded)
    if not at_screen:
        preload.load()
    starts = at_screen and where is None  # the start screen asks when it must
    try:
        home = Home.find()
        name = naming.name_for(home, loaded, others_see=not starts)
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    if at_screen:
        _at_screen(
            home,
            loaded,
            name,
            where,
            table,
            looks_on=looks_on,
            password=password,
            wishes=wishes,
        )
        return
    is_heard = where is None
    if where is None:
        at = listens_at(loaded.settings.discovery)
        where = choose(home, lambda: listen_for_hosts(at))
    destination = Destination(where, heard=is_heard)
    session = SessionOptions(table, looks_on=looks_on, password=password, wishes=wishes)
    if loaded.settings.browser:
        from sealed_wonders.client.commands import inbrowser

        seating = inbrowser.BrowserSeat(destination, name, session)
        failure = inbrowser.in_browser(home, loaded, seating)
    else:
        failure = seated.in_lines(home, loaded, destination, name, session)
    if failure is not None:
        seated.failed(failure)


def _at_screen(
    home: Home,
    loaded: Loaded,
    name: str,
    where: Address | None,
    table: str,
    *,
    looks_on: bool,
    password: str,
    wishes: Wishes,
) -> None:
    from sealed_wonders.client.commands.atscreen import at_screen

    def begun(_reactor: ITerminalReactor, app: ScreenApp) -> None:
        if where is not None:
            app.go_to(where, table, looks_on=looks_on, password=password, wishes=wishes)
        else:
            app.is_named = bool(naming.chosen(home, loaded))
            app.look_for_hosts()

    preload.load()
    outcome = at_screen(home, loaded, name, begun)
    seated.say(outcome.lines, goes_on=bool(outcome.then))
    if outcome.then:
        # A command from which the user comes back here gets a process of its own.
        around = {**os.environ, **handed_on(loaded)}
        inside = {**around, ENDS_AT_START: "yes"}
        done = subprocess.run(program(*outcome.then), check=False, env=inside)
        if done.returncode in FAILED:  # after an error, which the screen would hide
            click.pause(_("Press any key to continue."))
        go_on_as(program("join"), around)
    if outcome.failure is not None:
        seated.failed(outcome.failure)


def handed_on(loaded: Loaded) -> dict[str, str]:
    """Return the settings from the command line as variables for child processes."""
    said = {
        VARIABLES[name]: str(getattr(loaded.settings, name))
        for name, source in loaded.sources.items()
        if source == FROM_OPTION
    }
    return {**said, VARIABLES["language"]: language(), VARIABLES["plain"]: "false"}


def _check_where(
    where: Address | None, table: str, wishes: Wishes, *, spectate: bool
) -> None:
    """
    Check that a host, and a table to watch, are given where the options need them.

    Raises:
        click.UsageError: one is missing.
    """
    if spectate and not (table and where):
        raise click.UsageError(_("--spectate needs a HOST, and the name of a --table"))
    if wishes and (spectate or where is None):
        raise click.UsageError(
            _("options for a new table need a HOST, and can't be used with --spectate")
        )
