"""
The command ``wonders-host``, whose options become the host's settings.

`settings.py` declares the options. They come from the command line, or from a file
under the same names (`config.py`); the command line has precedence. The modules needed
to run a host are not imported here.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, cast

import click
from click.core import ParameterSource

from sealed_wonders.core.games import GAMES, OPTIONS, TITLES
from sealed_wonders.core.games import read as read_options
from sealed_wonders.host import lean
from sealed_wonders.host.commands import COMMANDS
from sealed_wonders.host.settings import Settings, is_game, with_options
from sealed_wonders.net import garbage
from sealed_wonders.net.commandline.commands import CommandSummary, Program, called
from sealed_wonders.net.commandline.pages import Page
from sealed_wonders.net.commandline.parameters import LANGUAGE
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.commandline.tableparameters import GivenSettings, of_every_table
from sealed_wonders.net.tableoptions import HOST as HOST_OPTIONS
from sealed_wonders.net.tableoptions import Values
from sealed_wonders.net.words import _, marked

PAGES: Mapping[str, Page] = {
    "": Page(
        (
            ("wonders-host", marked("host tables of any kind")),
            (
                "wonders-host --players 4 --bots 1",
                marked("host tables with three people and a bot by default"),
            ),
            (
                "wonders-host --once --with leaders",
                marked("host a single game with the Leaders expansion"),
            ),
            ("wonders-host --config host.toml", marked("read options from a file")),
            (
                "wonders-host admin say Pizza is here",
                marked("send a message to all tables"),
            ),
            ("wonders-host status", marked("show how the host is doing")),
        ),
        variables=(
            (
                "WONDERS_HOME",
                marked(
                    "one folder for all files; a host's files go in the subfolder host/"
                ),
            ),
        ),
    ),
    "status": Page((("wonders-host status --json", marked("print JSON")),)),
    "admin": Page(
        (
            ("wonders-host admin help", marked("list the commands")),
            (
                "wonders-host admin say Pizza is here",
                marked("send a message to all tables"),
            ),
        )
    ),
    "history": Page(
        (
            ("wonders-host history", marked("show all games and standings")),
            (
                "wonders-host history --since evening",
                marked("show only tonight's games"),
            ),
            (
                "wonders-host history --game wonders --players 4 --csv",
                marked("write some of the games as CSV, for a spreadsheet"),
            ),
        )
    ),
    "check-config": Page(
        (("wonders-host check-config host.toml", marked("check this file")),)
    ),
    "install-service": Page(
        (
            (
                "sudo wonders-host install-service",
                marked("install the service, or update it"),
            ),
            (
                "wonders-host install-service --print",
                marked("show what would be installed"),
            ),
        )
    ),
    "bundle": Page(
        (
            (
                "wonders-host bundle stick",
                marked("pack everything into the folder stick"),
            ),
            (
                "wonders-host bundle stick --system linux-x86_64",
                marked("pack for one system"),
            ),
        )
    ),
}
"""Pages of the manual by command; the empty name is for the program itself."""


class _Host(Program):
    """The program, whose commands are imported one at a time."""

    entries: ClassVar[Mapping[str, CommandSummary]] = COMMANDS
    pages: ClassVar[Mapping[str, Page]] = PAGES

    def load(self, name: str) -> click.Command:
        lean.end()  # a command isn't a host
        module = name.replace("-", "_")
        found = importlib.import_module(f"sealed_wonders.host.commands.{module}")
        garbage.loaded()
        command: click.Command = getattr(found, module)
        return command


@click.group(
    cls=_Host,
    version_of=HOST,
    invoke_without_command=True,
    no_args_is_help=False,
    help=marked(
        "Host tables of 7 Wonders for the people on this network.\n\n"
        "Without a command, run a host and print the line that others type "
        "to join. The host needs no terminal, and stops on Ctrl-C or "
        "SIGTERM. Unfinished games resume at the next start."
    ),
)
@with_options(headed=False)
@of_every_table(HOST_OPTIONS, OPTIONS)
@with_options(headed=True)
@click.pass_context
def host(ctx: click.Context, /, given: GivenSettings, **values: Any) -> Settings | None:
    """Return the settings of a host; None if a command is run instead."""
    if ctx.invoked_subcommand is not None:
        _check_before_command(ctx)
        return None
    from sealed_wonders.host.terms import Terms

    _check_own_options(given.game)
    _check_games_left(values["resume"], values["give_up"], once=values["once"])
    try:
        own = read_options(given.game, given.typed)
        terms = Terms(given.game, Values(**given.values), own)
        settings = Settings.read(terms, values)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    _check_ports(
        {
            "--listen": settings.listen.port,
            "--web": settings.web,
            "--metrics": settings.metrics,
        }
    )
    return settings


def _check_before_command(ctx: click.Context) -> None:
    """Raise `UsageError` if options precede a command, which would ignore them."""
    for param in ctx.command.params:
        if param.name is None or LANGUAGE in param.opts:
            continue
        if ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            said = _("write {option} after {command}, if that command takes it")
            raise click.UsageError(
                said.format(option=param.opts[0], command=ctx.invoked_subcommand)
            )


def _check_own_options(game: str) -> None:
    """Raise `UsageError` if options of other games were given."""
    given = click.get_current_context().get_parameter_source
    for other in GAMES:
        for own in OPTIONS[other]:
            if own in OPTIONS[game]:
                continue
            if given(own.name) is not ParameterSource.DEFAULT:
                said = _("{game} has no option {option}")
                raise click.UsageError(said.format(game=TITLES[game], option=own.word))


def _check_ports(ports: Mapping[str, int | None]) -> None:
    """Raise `UsageError` if a port is used twice, even at different addresses."""
    given: dict[int, str] = {}
    for word, port in ports.items():
        if not port:
            continue  # not used, or any free port
        if port in given:
            said = _(
                "{one} and {other} both have port {port}: give each a different port"
            )
            raise click.UsageError(said.format(one=given[port], other=word, port=port))
        given[port] = word


def _check_games_left(resume: str, give_up: str, *, once: bool) -> None:
    """Raise `UsageError` for wrong or conflicting games to resume and to abandon."""
    if resume and not is_game(resume) and not Path(resume).exists():
        said = _("{given} is neither a file nor a game id (16 hexadecimal digits)")
        raise click.UsageError(said.format(given=resume))
    if is_game(resume) and not once:
        raise click.UsageError(
            _("--resume with a game needs --once; without it, all games resume")
        )
    if give_up and not is_game(give_up):
        said = _("a game id must be 16 hexadecimal digits, not {given}")
        raise click.UsageError(said.format(given=give_up))
    if is_game(resume) and resume == give_up:
        raise click.UsageError(_("a game can be resumed or abandoned, but not both"))


def read_settings(arguments: Sequence[str]) -> Settings | None:
    """
    Return the settings of a command line; None if it only shows something.

    Raises:
        click.ClickException: the command line, or its configuration file, is wrong.
    """
    try:
        return cast(Settings, called(host, HOST, arguments))
    except click.exceptions.Exit:
        return None
