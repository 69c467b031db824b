"""
The options of ``wonders-host``, and the settings that result from them.

They come from the command line, or from a file under the same names (`config.py`); the
command line has precedence. So an option that gets another name keeps its former one.
The modules needed to run a host are not imported here.
"""

from __future__ import annotations

import importlib
import re
import socket
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

import click
from click.core import ParameterSource

from sealed_wonders.core.games import GAMES, OPTIONS, TITLES
from sealed_wonders.core.games import read as read_options
from sealed_wonders.host import lean
from sealed_wonders.host.commands import COMMANDS
from sealed_wonders.host.config import BadConfig, read_config
from sealed_wonders.host.files import usual_folder
from sealed_wonders.host.levels import USUAL, VERBOSE, read_levels
from sealed_wonders.net import garbage
from sealed_wonders.net.commandline.commands import CommandSummary, Program, called
from sealed_wonders.net.commandline.errors import WrongInput
from sealed_wonders.net.commandline.pages import Page
from sealed_wonders.net.commandline.parameters import LANGUAGE, File, option
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.commandline.tableparameters import GivenSettings, of_every_table
from sealed_wonders.net.tableoptions import HOST as HOST_OPTIONS
from sealed_wonders.net.tableoptions import Values, choosable
from sealed_wonders.net.words import _, marked

if TYPE_CHECKING:
    from sealed_wonders.host.service import Settings

GUESTS, WEB, STORAGE, LOAD, OUTPUT, ONE_GAME = (
    marked("Guests"),
    marked("Web page and metrics"),
    marked("Storage"),
    marked("Load"),
    marked("Output"),
    marked("A single game"),
)
"""Headings in the help, besides those of a table's options."""

LISTEN = "[::]:7777"
"""The default address: every address of this machine, over IPv6 and IPv4."""

_OWN = [it.bare_word for game in GAMES for it in OPTIONS[game]]
"""The names of the games' options, without dashes."""


def _from_file(
    ctx: click.Context, param: click.Parameter, path: Path | None
) -> Path | None:
    """Use the configuration file for options that aren't on the command line."""
    if path is not None and not ctx.resilient_parsing:
        try:
            ctx.default_map = read_config(path, ctx)
        except BadConfig as problem:
            raise WrongInput(str(problem)) from None
    return path


class _LevelsType(click.ParamType[str]):
    """Levels of news, as typed."""

    name = "levels"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Check the syntax; other defaults may be known only later."""
        try:
            read_levels(value)
        except ValueError as problem:
            self.fail(str(problem), param, ctx)
        return value


class _WebNameType(click.ParamType[str]):
    """A host name for browsers."""

    name = "name"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        from sealed_wonders.host.webnames import read_web_name

        try:
            return read_web_name(value)
        except ValueError as problem:
            self.fail(str(problem), param, ctx)


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
                    "one folder for all files; a host's files are in its subfolder host"
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
@option(
    "--config",
    type=File(dir_okay=False, path_type=Path),
    is_eager=True,
    callback=_from_file,
    metavar=marked("FILE"),
    help=marked("Read options from this TOML file."),
)
@option(
    "--listen",
    default=LISTEN,
    metavar="HOST:PORT",
    help=marked(
        "Address to listen on; [::] stands for every address of this machine, and port "
        "0 for any free port."
    ),
)
@option(
    "--name",
    metavar=marked("NAME"),
    show_default=marked("this machine's"),
    help=marked("Name of the host, as guests see it."),
)
@option(
    "--announce/--no-announce",
    default=None,
    show_default=marked("on, unless only this machine can reach the host"),
    help=marked("Let players on this network find the host without its address."),
)
@option(
    "--tables",
    type=click.IntRange(1, 56),
    default=16,
    help=marked("Maximum number of tables at the same time."),
)
@of_every_table(HOST_OPTIONS, OPTIONS)
@option(
    "--may-choose",
    default="all",
    metavar=marked("NAME[,NAME...]"),
    heading=GUESTS,
    help=marked(
        "Options that guests may choose for a table that they open: all, "
        "none, or some of {names}. All other options keep the values that "
        "are set here."
    ),
    fields={"names": ", ".join(choosable(_OWN))},
)
@option(
    "--password-file",
    type=File(dir_okay=False, path_type=Path),
    metavar=marked("FILE"),
    heading=GUESTS,
    show_default=marked("chosen by the guest who opens a table"),
    help=marked("Use the first line of this file as the password of every table."),
)
@option(
    "--allow",
    type=File(dir_okay=False, path_type=Path),
    metavar=marked("FILE"),
    heading=GUESTS,
    help=marked(
        "Accept only the players whose keys are in this file, one per line, and "
        "connections from this machine."
    ),
)
@option(
    "--admins",
    type=File(dir_okay=False, path_type=Path),
    metavar=marked("FILE"),
    heading=GUESTS,
    help=marked(
        "Let players whose admin keys are in this file use the commands of "
        "`wonders-host admin` at a table. To see your admin key, type host "
        "at a table."
    ),
)
@option(
    "--web",
    type=click.IntRange(0, 65535),
    metavar=marked("PORT"),
    heading=WEB,
    show_default=marked("off"),
    help=marked(
        "Port on which browsers on this network can see the tables, and download "
        "the program that `wonders-host bundle` packed; 0 stands for any free port."
    ),
)
@option(
    "--web-name",
    type=_WebNameType(),
    multiple=True,
    metavar=marked("NAME"),
    heading=WEB,
    help=marked(
        "Also answer browsers that use this name, for example through a reverse "
        "proxy; may be repeated."
    ),
)
@option(
    "--bundle",
    type=File(file_okay=False, path_type=Path),
    metavar=marked("DIR"),
    heading=WEB,
    show_default=marked("bundle, in the --logs folder"),
    help=marked("Folder with the program packed by `wonders-host bundle`, for --web."),
)
@option(
    "--metrics",
    type=click.IntRange(0, 65535),
    metavar=marked("PORT"),
    heading=WEB,
    show_default=marked("off"),
    help=marked(
        "Serve metrics for Prometheus and a health check on this port, to "
        "this machine only; 0 stands for any free port."
    ),
)
@option(
    "--logs",
    type=File(file_okay=False, path_type=Path),
    metavar=marked("DIR"),
    heading=STORAGE,
    show_default=marked("WONDERS_HOME, or your data folder"),
    help=marked("Folder for logs, unfinished games and the host's keys."),
)
@option(
    "--keep-days",
    type=click.IntRange(1, 36500),
    metavar=marked("DAYS"),
    heading=STORAGE,
    show_default=marked("for ever"),
    help=marked("Remove the logs of games that ended more than this many days ago."),
)
@option(
    "--keep-mb",
    type=click.IntRange(1, 1 << 20),
    metavar="MB",
    heading=STORAGE,
    show_default=marked("no limit"),
    help=marked(
        "Remove the oldest logs when all logs together take up more space than this."
    ),
)
@option(
    "--bot-memory",
    type=click.IntRange(64, 1 << 20),
    default=640,
    metavar="MB",
    heading=LOAD,
    help=marked(
        "Maximum memory for the bots of all tables together; when it is "
        "used up, no more bots join."
    ),
)
@option(
    "--relay",
    is_flag=True,
    heading=LOAD,
    help=marked(
        "Relay proofs of sealed cards without checking them, which helps on "
        "a slow machine. Players' programs check the proofs in any case."
    ),
)
@option(
    "--json",
    is_flag=True,
    heading=OUTPUT,
    help=marked("Print JSON, one line per event."),
)
@option(
    "--log-level",
    type=_LevelsType(),
    default="",
    metavar=marked("[PART=]LEVEL[,...]"),
    heading=OUTPUT,
    show_default="info",
    help=marked(
        "Lowest level of messages to print, for the whole program or for "
        "one PART: debug, info, warn, error or critical."
    ),
)
@option(
    "--verbose",
    is_flag=True,
    heading=OUTPUT,
    help=marked(
        "Report every connection, message and phase, without contents; --log-level takes "
        "precedence."
    ),
)
@option(
    "--once",
    is_flag=True,
    heading=ONE_GAME,
    help=marked(
        "Host one table and one game, then stop when everybody has left, or ten minutes "
        "after the result."
    ),
)
@option(
    "--resume",
    metavar=marked("LOG|GAME"),
    default="",
    heading=ONE_GAME,
    help=marked(
        "Resume the game in this log or journal. With --once, you can also "
        "name an unfinished game in the folder by the first 16 digits of "
        "its id."
    ),
)
@option(
    "--give-up",
    metavar=marked("GAME"),
    default="",
    heading=ONE_GAME,
    help=marked("Abandon this unfinished game, and remove its journal."),
)
@option(
    "--ends-with-input",
    is_flag=True,
    hidden=True,
    help=marked("Stop when standard input ends; meant for programs that start a host."),
)
@click.pass_context
def host(
    ctx: click.Context,
    config: Path | None,
    listen: str,
    given: GivenSettings,
    bot_memory: int,
    may_choose: str,
    allow: Path | None,
    admins: Path | None,
    password_file: Path | None,
    relay: bool,
    tables: int,
    once: bool,
    resume: str,
    give_up: str,
    ends_with_input: bool,
    json: bool,
    log_level: str,
    verbose: bool,
    metrics: int | None,
    web: int | None,
    web_name: tuple[str, ...],
    bundle: Path | None,
    logs: Path | None,
    keep_days: int | None,
    keep_mb: int | None,
    announce: bool | None,
    name: str | None,
) -> Settings | None:
    """Return the settings of a host; None if a command is run instead."""
    if ctx.invoked_subcommand is not None:
        _check_before_command(ctx)
        return None
    from sealed_wonders.host.offer import read_choices
    from sealed_wonders.host.terms import Terms
    from sealed_wonders.net.address import Address
    from sealed_wonders.net.discovery.nearby import is_loopback
    from sealed_wonders.net.names import typed_name

    _check_own_options(given.game)
    taken = Path(resume) if resume and not _is_game(resume) else None
    resume = "" if taken is not None else resume
    _check_games_left(resume, give_up, taken, once=once)
    try:
        address = Address.parse(listen)
        if address.pin is not None:
            raise ValueError("an address to listen at has no pin")
        own = read_options(given.game, given.typed)
        terms = Terms(given.game, Values(**given.values), own)
        choose = read_choices(may_choose)
        name = typed_name(_machine_name() if name is None else name)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    _check_ports({"--listen": address.port, "--web": web, "--metrics": metrics})
    from sealed_wonders.host.keeping import KeepingLimits
    from sealed_wonders.host.service import Settings

    if announce is None:
        announce = not is_loopback(address.host)
    return Settings(
        address,
        usual_folder() if logs is None else logs,
        terms,
        name,
        once=once,
        resume=resume,
        give_up=give_up,
        tables=tables,
        relay=relay,
        announce=announce,
        levels=read_levels(log_level, VERBOSE if verbose else USUAL),
        allow=allow,
        admins=admins,
        bot_memory=bot_memory,
        password=password_file,
        take_over=taken,
        ends_with_input=ends_with_input,
        json=json,
        config=config,
        metrics=metrics,
        web=web,
        web_names=web_name,
        bundle=bundle,
        choose=choose,
        kept=KeepingLimits(keep_days, keep_mb),
    )


def _check_before_command(ctx: click.Context) -> None:
    """
    Check that no options of a host precede a command, where they would have no effect.

    Raises:
        click.UsageError: one does.
    """
    for param in ctx.command.params:
        if param.name is None or LANGUAGE in param.opts:
            continue
        if ctx.get_parameter_source(param.name) is ParameterSource.COMMANDLINE:
            said = _("write {option} after {command}, if that command takes it")
            raise click.UsageError(
                said.format(option=param.opts[0], command=ctx.invoked_subcommand)
            )


def _check_own_options(game: str) -> None:
    """
    Check that no options of other games were given.

    Raises:
        click.UsageError: one was.
    """
    given = click.get_current_context().get_parameter_source
    for other in GAMES:
        for own in OPTIONS[other]:
            if own in OPTIONS[game]:
                continue
            if given(own.name) is not ParameterSource.DEFAULT:
                said = _("{game} has no option {option}")
                raise click.UsageError(said.format(game=TITLES[game], option=own.word))


def _check_ports(ports: Mapping[str, int | None]) -> None:
    """
    Check that every port is used only once, even at different addresses.

    Raises:
        click.UsageError: one isn't.
    """
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


def _is_game(text: str) -> bool:
    """Return whether a text is the id of a game, as in the name of its journal."""
    return re.fullmatch("[0-9a-f]{16}", text) is not None


def _check_games_left(
    resume: str, give_up: str, given: Path | None, *, once: bool
) -> None:
    """
    Check the games to resume and to abandon.

    Raises:
        click.UsageError: one doesn't exist or is malformed, or the options conflict.
    """
    if given is not None and not given.exists():
        said = _("{given} is neither a file nor the 16 hexadecimal digits of a game")
        raise click.UsageError(said.format(given=given))
    if resume and not once:
        raise click.UsageError(
            _("--resume with a game needs --once; without it, all games resume")
        )
    if give_up and not _is_game(give_up):
        said = _("a game must be 16 hexadecimal digits, not {given}")
        raise click.UsageError(said.format(given=give_up))
    if resume and resume == give_up:
        raise click.UsageError(_("a game can be resumed or abandoned, but not both"))


def _machine_name() -> str:
    """Return a name for the host based on that of its machine."""
    from sealed_wonders.net.names import NAME_CAP, typed_name

    try:
        return typed_name(socket.gethostname().partition(".")[0][:NAME_CAP])
    except ValueError:
        return "wonders-host"


def read_settings(arguments: Sequence[str]) -> Settings | None:
    """
    Return the settings of a command line; None if it only shows something.

    Raises:
        click.ClickException: the command line, or its configuration file, is wrong.
    """
    try:
        return cast("Settings", called(host, HOST, arguments))
    except click.exceptions.Exit:
        return None
