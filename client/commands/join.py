"""
``wonders join``: find a host, and sit down at one of its tables.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sealed_wonders.client import preload, reactor
from sealed_wonders.client.commands import seated
from sealed_wonders.client.commands.choosing import choose, listen_for_hosts
from sealed_wonders.client.commands.gameoptions import Seats, of_tables, offered
from sealed_wonders.client.commands.options import WithLook, load, look
from sealed_wonders.client.commands.password import password_of_table, password_options
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import Damaged, Home
from sealed_wonders.client.storage.settings import FROM_OPTION, VARIABLES
from sealed_wonders.client.storage.settingvalues import Loaded, listens_at
from sealed_wonders.client.terminal.tableconnection import ITerminalReactor
from sealed_wonders.client.terminal.wishing import read_wishes
from sealed_wonders.core.games import GAMES
from sealed_wonders.net.address import Address
from sealed_wonders.net.lobby.options import GOES_ON, RESCUES, WAITS
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.system.processes import go_on_as, program
from sealed_wonders.net.times import SECONDS_CAP
from sealed_wonders.net.wishes import Wishes
from sealed_wonders.net.words import _, language, marked

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.screenapp import ScreenApp

WHEN_GONE = (GOES_ON, RESCUES, WAITS)

FAILED = (1, 2)
"""Exit statuses of commands that have said what is wrong."""


@click.command(
    "join",
    cls=WithLook,
    help=marked(
        "Sit down at a table of the host HOST:PORT. A port of 7777 may be left out.\n\n"
        "Without an address, choose among the hosts that are heard nearby and those "
        "you know.\n\n"
        "The #PIN of an invitation makes sure that it is the host you were "
        "invited to. If you left a game there, or lost it, you take your seat "
        "again.\n\n"
        "Whoever opens a table may choose what is played there, as far as its host lets "
        "them; what isn't said is as usual there. Without --table it is the first one that "
        "is so, or a new one.\n\n"
        "Your key is kept in a folder of your own; the variable WONDERS_HOME "
        "names another one, for a second person on this account."
    ),
)
@click.argument("address", metavar="[HOST[:PORT][#PIN]]", required=False)
@click.option(
    "--table", default="", help=marked("The table's name. [default: an open one]")
)
@click.option(
    "--look-on",
    is_flag=True,
    help=marked("Take no seat, but one that somebody hands over during the game."),
)
@click.option(
    "--game", type=click.Choice(GAMES), help=marked("The game that is played there.")
)
@click.option(
    "--players",
    type=Seats(),
    help=marked("How many play there, bots included; any is as many as are ready."),
)
@click.option(
    "--bots", type=click.IntRange(0, 6), help=marked("How many of them are bots.")
)
@of_tables
@click.option(
    "--turn-time",
    type=click.IntRange(0, SECONDS_CAP),
    metavar=marked("SECONDS"),
    help=marked("Time for a choice there; 0 is as long as it takes."),
)
@click.option(
    "--game-time",
    type=click.IntRange(0, SECONDS_CAP),
    metavar=marked("SECONDS"),
    help=marked("Time that each has there for all choices of a game together."),
)
@click.option(
    "--increment",
    type=click.IntRange(0, SECONDS_CAP),
    metavar=marked("SECONDS"),
    help=marked("By how much that grows with each choice."),
)
@click.option(
    "--when-gone",
    type=click.Choice(WHEN_GONE),
    help=marked("What that table does when somebody is gone; as for wonders play."),
)
@click.option(
    "--gone-after",
    type=click.IntRange(5, 3600),
    metavar=marked("SECONDS"),
    help=marked("After how long without a word of somebody the others are asked."),
)
@click.option(
    "--onlookers-after",
    type=click.IntRange(0, 3600),
    metavar=marked("SECONDS"),
    help=marked("How much later those who look on there see what happens."),
)
@click.option(
    "--private",
    is_flag=True,
    help=marked("The table isn't listed: whoever knows its name comes in."),
)
@click.option(
    "--no-page",
    is_flag=True,
    help=marked("The host's page, on which a room sees its tables, doesn't show it."),
)
@password_options(
    marked(
        "The table has a password, or is opened with one, which is asked for unseen; or it "
        "stands in the variable WONDERS_PASSWORD."
    )
)
@look
def join(
    address: str | None,
    table: str,
    look_on: bool,
    game: str | None,
    players: int | None,
    bots: int | None,
    typed: Mapping[str, str],
    turn_time: int | None,
    game_time: int | None,
    increment: int | None,
    when_gone: str | None,
    gone_after: int | None,
    onlookers_after: int | None,
    private: bool,
    no_page: bool,
    password: bool,
    password_file: Path | None,
    **options: Any,
) -> None:
    """Sit down at a host's table."""
    said = {
        "game": game,
        "seats": players,
        "bots": bots,
        "turn-time": turn_time,
        "game-time": game_time,
        "increment": increment,
        "when-gone": when_gone,
        "gone-after": gone_after,
        "onlookers-after": onlookers_after,
        "private": "yes" if private else None,
        "no-page": "yes" if no_page else None,
        **{offered()[name].bare_word: it for name, it in typed.items()},
    }
    try:
        where = Address.parse(address) if address is not None else None
        if table:
            table = typed_name(table)
        wishes = read_wishes(
            {name: str(it) for name, it in said.items() if it is not None}
        )
    except ValueError as problem:
        raise click.UsageError(retold(problem)) from None
    if look_on and not (table and where):
        raise click.UsageError(_("--look-on needs a HOST, and a --table."))
    if wishes and (look_on or where is None):
        raise click.UsageError(
            _("What is played at a table can be said where you sit down at a HOST.")
        )
    loaded = load(options)
    known = password_of_table(asked=password, file=password_file)
    sit_down(loaded, where, table, looks_on=look_on, password=known, wishes=wishes)


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
    Sit down at a table, wherever one is; or only look on there.

    Args:
        password: the table's, as far as it is known.
        wishes: what it is to be like, if it is opened.
    """
    reactor.install()
    try:
        home = Home.find()
        name = seated.name_for(home, loaded)
    except Damaged as damaged:
        raise click.ClickException(str(damaged)) from None
    if seated.is_screen(loaded):
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
    preload.load()
    if where is None:
        at = listens_at(loaded.settings.discovery)
        where = choose(home, lambda: listen_for_hosts(at))
    failure = seated.in_lines(
        home,
        loaded,
        where,
        name,
        table=table,
        looks_on=looks_on,
        password=password,
        wishes=wishes,
    )
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
            app.look_for_hosts()

    preload.load()
    outcome = at_screen(home, loaded, name, begun)
    seated.say(outcome.lines)
    if outcome.then:
        # What somebody comes back from has a process to itself.
        around = {**os.environ, **handed_on(loaded)}
        done = subprocess.run(program(*outcome.then), check=False, env=around)
        if done.returncode in FAILED:  # it has said why, and the screen would hide that
            click.pause(_("Press any key to go on."))
        go_on_as(program("join"), around)
    if outcome.failure is not None:
        seated.failed(outcome.failure)


def handed_on(loaded: Loaded) -> dict[str, str]:
    """Give what the command line said as variables, for other processes of this program."""
    said = {
        VARIABLES[name]: str(getattr(loaded.settings, name))
        for name, source in loaded.sources.items()
        if source == FROM_OPTION
    }
    return {**said, VARIABLES["language"]: language(), VARIABLES["plain"]: "false"}
