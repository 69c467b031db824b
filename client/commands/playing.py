"""
Plays a game on this machine: starts its host and bots, and seats the player.

The host process is in `client/hosting/ownhost.py`. Playing at another host is in
`join.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from sealed_wonders.client import preload, reactor
from sealed_wonders.client.commands import naming
from sealed_wonders.client.destination import Destination
from sealed_wonders.client.hosting.ownhost import (
    HostFailed,
    OwnHost,
    as_typed,
    to_listen,
)
from sealed_wonders.client.hosting.unfinished import HOST, OwnGames, UnfinishedGame
from sealed_wonders.client.program import typed
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.settingvalues import Loaded, listens_at
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.terminal import ability
from sealed_wonders.client.words import text
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.invitations import Invitations
from sealed_wonders.net.system import signals
from sealed_wonders.net.system.shell import quoted
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from twisted.python.failure import Failure

    from sealed_wonders.client.lessons.teacher import Teacher
    from sealed_wonders.client.tableconnection import (
        ITerminalReactor,
        TableConnection,
    )
    from sealed_wonders.client.terminal.screenapp import ScreenApp


def _is_alone(wanted: Mapping[str, object]) -> bool:
    """Return whether all other seats are for bots."""
    seats, bots = wanted.get("--players"), wanted.get("--bots")
    return isinstance(seats, int) and bots == seats - 1


class HostedGame(NamedTuple):
    """The player's own host, and the game on it."""

    words: Sequence[str]
    """The host's command-line arguments."""
    told: Callable[[Mapping[str, object]], None]
    """Receives each JSON row that the host prints."""
    gives_up: Callable[[], None] | None
    """
    Called when the player leaves for good; None if others could play on without them.
    """
    back: str
    """The command that resumes the game."""
    goes_on: bool
    """Whether the game is being resumed."""
    unasked: bool
    """Whether it is resumed without having been chosen."""


def play_here(
    loaded: Loaded,
    wanted: Mapping[str, object],
    *,
    given: Mapping[str, object],
    new: bool,
    teacher: Teacher | None = None,
    resume: str = "",
) -> None:
    """
    Start a host and bots, play a game, and stop them when the player leaves.

    If bots don't fill all other seats, players on the network can join.

    Args:
        loaded: the settings.
        wanted: the table's options for the host; the value of a flag is None.
        given: the options given explicitly; an unfinished game is resumed only if it
            has the same values.
        new: start a new game even if there is an unfinished one, which is kept.
        teacher: gives lessons to the player.
        resume: the first digits of the id of the game to resume; empty if none is named.
    """
    preload.load()  # no host starts with an unsafe library
    home = Home.find()
    try:
        # checked here, because the host would complain of an option that nobody typed
        logs = home.make_logs()
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    games = OwnGames(home)
    kind = "play" if teacher is None else "learn"
    left = None if new else _left(games, kind, wanted, given, resume)
    how: dict[str, object] = {}
    if left is not None:
        wanted, how = left.wanted, {"--resume": left.gid}
    alone = _is_alone(wanted)
    command = kind if alone or teacher is not None else HOST
    named = {"--name": text.THIS_MACHINE} if alone else {}
    arguments = {
        **to_listen(alone=alone, at=listens_at(loaded.settings.discovery)),
        **wanted,
        **how,
        **named,
        "--logs": logs,
    }
    # For a table that others can join, the way back is the first row of the lobby
    # screen.
    back = _typed(loaded) if command == HOST else _typed(loaded, command)
    keeping = _keeping(games, command, wanted)
    gives_up = games.give_up if alone else None
    goes_on = left is not None
    own = HostedGame(
        as_typed(arguments), keeping, gives_up, back, goes_on, goes_on and not resume
    )
    _end_in_order()
    if ability.is_screen(plain=loaded.settings.plain):
        log, failure = _at_screen(home, loaded, own, teacher, alone=alone)
    elif loaded.settings.browser:
        log, failure = _in_browser(home, loaded, own, teacher, alone=alone)
    else:
        log, failure = _in_lines(home, loaded, own, teacher, alone=alone)
    games.close()
    _end(log, failure)


def _typed(loaded: Loaded, *words: str) -> str:
    """Return a command of our program, which is shown in the same place as this one."""
    return typed(*words, *(("--browser",) if loaded.settings.browser else ()))


def _left(
    games: OwnGames,
    kind: str,
    wanted: Mapping[str, object],
    given: Mapping[str, object],
    resume: str,
) -> UnfinishedGame | None:
    """Return the game to resume; None to start a new one."""
    if resume:
        return _found(games, resume)
    if not _is_alone(wanted):
        # other players may be waiting for it, and were told of another table
        return None
    return games.left(kind, given)


def _found(games: OwnGames, gid: str) -> UnfinishedGame:
    """Return the unfinished game with this prefix of its id."""
    left = games.find(gid)
    if left is None:
        said = _("you have no unfinished game called {game}")
        raise click.UsageError(said.format(game=f"{gid:.20}"))
    return left


def _keeping(
    games: OwnGames, command: str, table: Mapping[str, object]
) -> Callable[[Mapping[str, object]], None]:
    """Return a function that saves a game when it begins, and removes it at its end."""

    def told(row: Mapping[str, object]) -> None:
        gid = row.get("gid")
        if not isinstance(gid, str):
            return
        if row.get("event") in ("began", "taken-up"):
            games.keep(gid, command, table)
        elif "winners" in row:
            games.forget(gid)

    return told


def _end(log: str | None, failure: str | None) -> None:
    """
    Print how to convert a log that hasn't been mentioned yet, and exit on a failure.
    """
    if log is not None:
        echo(_("To convert this game's log into a record, type:"))
        echo(text.export(quoted(log)))
    if failure:
        raise click.ClickException(failure)
    if failure is not None:
        sys.exit(1)


def _called(own: HostedGame, name: str) -> Sequence[str]:
    """
    Return the host's arguments with the player's name for the host.

    In others' lists, a machine's name wouldn't tell whose table it is.
    """
    return (*own.words, "--name", name)


def _prepare(home: Home, loaded: Loaded, *, alone: bool) -> str:
    """Import what takes long to import, and return the player's name."""
    reactor.install()
    try:
        name = naming.name_for(home, loaded, others_see=not alone)
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    return name


def _at_screen(
    home: Home,
    loaded: Loaded,
    own: HostedGame,
    teacher: Teacher | None,
    *,
    alone: bool,
) -> tuple[str | None, str | None]:
    """
    Play at the screen, which is shown before the host is started.

    Returns:
        The path of the log, if it hasn't been mentioned yet, and the error; each may be
        None.
    """
    name = _prepare(home, loaded, alone=alone)
    learns = teacher is None and alone and not home.has_played()
    from twisted.internet.threads import deferToThread

    from sealed_wonders.client.commands import atscreen, seated
    from sealed_wonders.client.terminal.screens.lesson import Teaching

    hosts: list[OwnHost] = []

    def begun(loop: ITerminalReactor, app: ScreenApp) -> None:
        words = own.words if alone else _called(own, name)
        host = closing.enter_context(OwnHost(words, told=own.told))
        hosts.append(host)

        def stands(address: Address) -> None:
            _follow(host, loop, app)
            _sit_at_own(app, address, host, own, alone=alone)

        def fails(failure: Failure) -> None:
            app.end(failure.getErrorMessage())

        if loaded.settings.browser:
            app.teacher = teacher
        elif teacher is not None:
            app.before_drawing = Teaching(app.stack, teacher).look
        deferToThread(host.begun).addCallback(stands).addErrback(fails)

    with ExitStack() as closing:
        outcome = atscreen.at_screen(home, loaded, name, begun, own=True)
        lines = [*outcome.lines]
        if learns:
            said = _("To learn the game step by step, type: {command}")
            lines.append(said.format(command=_typed(loaded, "learn")))
        seated.say(lines)
    log = hosts[0].log if hosts else None
    if log is not None and quoted(log) in outcome.logs:
        log = None  # already printed
    return log, outcome.failure


def _follow(host: OwnHost, loop: ITerminalReactor, app: ScreenApp) -> None:
    """Show when our own host ends, and when its addresses change."""

    def ended() -> None:
        person = app.stack.person
        if person is None or not person.over:
            app.end(_host_ended(host.last_words()))

    host.when_ended(lambda: loop.callFromThread(ended))
    host.when_moved(lambda now: loop.callFromThread(app.invite, now))


def _sit_at_own(
    app: ScreenApp, address: Address, host: OwnHost, own: HostedGame, *, alone: bool
) -> None:
    """Sit down at the table of our own host, which has begun to listen."""
    if own.unasked and alone:
        # before what opens at the table, such as the address for the browser
        app.stack.say(own_game_goes_on(f"{own.back} --new"))
    app.go_to(
        address,
        eager=alone,
        own=True,
        invitations=host.invitations,
        back=own.back,
        hosts=not alone,
    )
    if app.stack.person is not None:
        app.stack.person.leaving.gives_up = own.gives_up
    if not alone and not own.goes_on:
        app.stack.act("invite")


def _in_lines(
    home: Home,
    loaded: Loaded,
    own: HostedGame,
    teacher: Teacher | None,
    *,
    alone: bool,
) -> tuple[str | None, str | None]:
    """Play in line mode; the result is that of `_at_screen`."""
    name = "" if alone else _prepare(home, loaded, alone=False)
    words = own.words if alone else _called(own, name)
    # The slow imports run while the host starts, unless it must know the name.
    with OwnHost(words, told=own.told) as host:
        name = name or _prepare(home, loaded, alone=alone)
        from sealed_wonders.client.commands import seated

        address = _begun(host)

        def watch(loop: ITerminalReactor, connection: TableConnection) -> None:
            _watch(loop, connection, host, own, alone=alone)

        failure = seated.in_lines(
            home,
            loaded,
            Destination(address, passing=True),
            name,
            eager=alone,
            teacher=teacher,
            begun=watch,
        )
    return host.log, failure


def _in_browser(
    home: Home,
    loaded: Loaded,
    own: HostedGame,
    teacher: Teacher | None,
    *,
    alone: bool,
) -> tuple[str | None, str | None]:
    """Play in the browser; the result is that of `_at_screen`."""
    name = _prepare(home, loaded, alone=alone)
    words = own.words if alone else _called(own, name)
    with OwnHost(words, told=own.told) as host:
        from sealed_wonders.client.commands.inbrowser import BrowserSeat, in_browser

        address = _begun(host)

        def watch(loop: ITerminalReactor, connection: TableConnection) -> None:
            _watch(loop, connection, host, own, alone=alone)

        destination = Destination(address, passing=True)
        seating = BrowserSeat(
            destination, name, None, teacher, eager=alone, begun=watch
        )
        failure = in_browser(home, loaded, seating)
    return host.log, failure


def _begun(host: OwnHost) -> Address:
    """
    Return the address of our own host, once it listens.

    Raises:
        click.ClickException: it doesn't start.
    """
    try:
        return host.begun()
    except HostFailed as problem:
        raise click.ClickException(str(problem)) from None


def _watch(
    loop: ITerminalReactor,
    connection: TableConnection,
    host: OwnHost,
    own: HostedGame,
    *,
    alone: bool,
) -> None:
    """Tell a connection about our own host, also when it ends or moves."""

    def ended() -> None:
        if not connection.person.over:
            connection.end(_host_ended(host.last_words()))

    def invite(invitations: Invitations) -> None:
        connection.person.known.invitations = invitations
        for line in lobby.invitations(invitations, hosts=True):
            echo(line)

    host.when_moved(lambda now: loop.callFromThread(invite, now))
    host.when_ended(lambda: loop.callFromThread(ended))
    connection.person.back = own.back
    connection.person.known.hosts = not alone
    connection.person.known.is_private = alone
    connection.person.leaving.gives_up = own.gives_up
    if own.unasked and alone:
        echo(own_game_goes_on(f"{own.back} --new"))
    if not alone:
        invite(host.invitations)


def _end_in_order() -> None:
    """Turn signals that end this process into exits, so that our host ends first."""
    ends = {it: partial(sys.exit, 128 + it) for it in signals.ENDING}
    del ends[signals.INTERRUPT]
    signals.take(ends)


def _host_ended(why: str) -> str:
    if why:
        return _("The host has stopped: {why}.").format(why=why)
    return _("The host has stopped.")


def own_game_goes_on(another: str) -> str:
    said = _("Resuming your game. To play another one, type: {command}")
    return said.format(command=another)
