"""
The options of ``wonders-host``, and what they come to: the settings of a host.

They come from the command line, or from a file under the same names, of which the command
line has the last word. What it takes to run a host is not imported here.
"""

from __future__ import annotations

import functools
import re
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click
from click.core import ParameterSource

from sealed_wonders.core.games import GAMES, OPTIONS, TITLES, players
from sealed_wonders.core.games import read as read_options
from sealed_wonders.core.options import Option
from sealed_wonders.host.commands import COMMANDS
from sealed_wonders.host.config import BadConfig, read_config
from sealed_wonders.host.files import usual_folder
from sealed_wonders.host.levels import LEVELS, PARTS, USUAL, VERBOSE, read_levels
from sealed_wonders.net import botnames
from sealed_wonders.net.botnames import STRATEGIES

if TYPE_CHECKING:
    from sealed_wonders.host.service import Settings

LISTEN = "[::]:7777"
"""
Where a host listens unless it is said otherwise: everywhere on this machine, by IPv6 and
IPv4.
"""


def _numbers() -> str:
    """Say how many play each game."""
    numbers = {game: players(game) for game in GAMES}
    return ", ".join(f"{n[0]} to {n[-1]} with {game}" for game, n in numbers.items())


def of_games(command: Callable[..., Settings]) -> Callable[..., Settings]:
    """Give a command the options of all games, which it takes as ``typed``, by name."""
    offered = {it.name: it for game in GAMES for it in OPTIONS[game]}

    @functools.wraps(command)
    def run(**params: Any) -> Settings:
        given = {name: params.pop(name) for name in offered}
        typed = {
            name: offered[name].flag if value is True else value
            for name, value in given.items()
            if value
        }
        return command(typed=typed, **params)

    decorated = run
    for name, option in reversed(offered.items()):
        decorated = click.option(option.word, name, **_described(option))(decorated)
    return decorated


def _described(option: Option) -> dict[str, Any]:
    """Say how Click has an option."""
    if option.flag:
        return {"is_flag": True, "help": str(option.help)}
    return {
        "type": click.Choice(option.choices) if option.choices else str,
        "default": option.usual,
        "show_default": bool(option.usual),
        "metavar": str(option.metavar) if option.metavar else None,
        "help": str(option.help),
    }


def _from_file(
    ctx: click.Context, param: click.Parameter, path: Path | None
) -> Path | None:
    """Take what isn't said on the command line from a file."""
    if path is not None:
        try:
            ctx.default_map = read_config(path, ctx)
        except BadConfig as problem:
            raise click.UsageError(str(problem)) from None
    return path


class _LevelsType(click.ParamType[str]):
    """Levels as they are typed."""

    name = "levels"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Refuse what no levels are; what others there are is known later."""
        try:
            read_levels(value)
        except ValueError as problem:
            self.fail(str(problem), param, ctx)
        return value


class _StrategyType(click.Choice[str]):
    """How bots play: as one of ours, or one that another package brings."""

    def __init__(self) -> None:
        super().__init__(STRATEGIES)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Refuse what neither is."""
        if botnames.is_one(value):
            return str(value)
        return super().convert(value, param, ctx)


class _WebNameType(click.ParamType[str]):
    """A name by which browsers come."""

    name = "name"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Refuse what none is."""
        from sealed_wonders.host.webnames import read_web_name

        try:
            return read_web_name(value)
        except ValueError as problem:
            self.fail(str(problem), param, ctx)


class _Command(click.Command):
    """A command that says which others there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands, each with a --help of its own"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=_Command)
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    is_eager=True,
    callback=_from_file,
    metavar="FILE",
    help="Take options from this file, which has them under their own names: turn-time = 90. "
    "What stands on the command line goes before.",
)
@click.option(
    "--listen",
    default=LISTEN,
    show_default=True,
    metavar="HOST:PORT",
    help="Where to listen: [::] is all of this machine's addresses, 0.0.0.0 those of "
    "IPv4, port 0 any free port, 7777 needn't be said; an IPv6 address stands in brackets.",
)
@click.option(
    "--game",
    type=click.Choice(GAMES),
    default=GAMES[0],
    show_default=True,
    help=f"What is played: {', or '.join(TITLES.values())}.",
)
@click.option(
    "--seats",
    type=click.IntRange(2, 7),
    help=f"How many play at a table, bots included: {_numbers()}. If left out, as many as "
    "are ready.",
)
@click.option(
    "--bots",
    type=click.IntRange(0, 7),
    default=0,
    show_default=True,
    help="How many of them are bots, which come to each table when all others are ready.",
)
@click.option(
    "--bot-memory",
    type=click.IntRange(64, 1 << 20),
    default=640,
    show_default=True,
    metavar="MB",
    help="Memory for the bots of all tables together: who would need more than there is "
    "hears that there is none.",
)
@click.option(
    "--strategy",
    type=_StrategyType(),
    default="builder",
    show_default=True,
    help="How the bots play: thinker is the strongest, random the weakest; or the name "
    "of a bot of your own.",
)
@click.option(
    "--think",
    type=click.FloatRange(0.01, 600),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="For how long a thinker thinks about each choice.",
)
@of_games
@click.option(
    "--turn-time",
    type=click.IntRange(0, 24 * 60 * 60),
    default=0,
    metavar="SECONDS",
    help="Time for a choice, after which a player's program seals what lies there, or "
    "makes the simplest one. If left out, as long as it takes.",
)
@click.option(
    "--game-time",
    type=click.IntRange(0, 24 * 60 * 60),
    default=0,
    metavar="SECONDS",
    help="Time of its own that each seat has for all choices of a game together; when that is "
    "out, at least 5 seconds for each. If left out, as long as it takes.",
)
@click.option(
    "--increment",
    type=click.IntRange(0, 24 * 60 * 60),
    default=0,
    metavar="SECONDS",
    help="By how much that grows with each choice. If left out, it doesn't.",
)
@click.option(
    "--when-gone",
    type=click.Choice(["go-on", "wait", "rescue"]),
    default="go-on",
    show_default=True,
    help="What a table does when somebody is gone: go on without them, if all others "
    "agree, or wait; or, by rescue, let somebody else play on for them, whom all others "
    "agree on. All others together could then read a hand.",
)
@click.option(
    "--gone-after",
    type=click.IntRange(5, 3600),
    default=90,
    show_default=True,
    metavar="SECONDS",
    help="After how long without a word of somebody the others are asked.",
)
@click.option(
    "--onlookers-after",
    type=click.IntRange(0, 3600),
    default=0,
    show_default=True,
    metavar="SECONDS",
    help="How many seconds later those who look on at a game see what happens there.",
)
@click.option(
    "--ready-within",
    type=click.IntRange(0, 24 * 60 * 60),
    default=900,
    show_default=True,
    metavar="SECONDS",
    help="After how long the seat of somebody who isn't ready is free again, before a game; "
    "0 is as long as it takes. On this machine one may wait for friends in any case.",
)
@click.option(
    "--pause-time",
    type=click.IntRange(0, 24 * 60 * 60),
    default=900,
    show_default=True,
    metavar="SECONDS",
    help="For how long of a game each seat may stop the clock; 0 is as long as it likes.",
)
@click.option(
    "--may-choose",
    default="all",
    show_default=True,
    metavar="NAME[,NAME...]",
    help="What whoever opens a table may choose for it; what is said here is what is usual. "
    "All, none, or the names of options: game, seats, bots, turn-time, "
    "game-time, increment, when-gone, gone-after, onlookers-after, those of the games; private, for a table that isn't listed, and no-page, for one that the page of --web doesn't show.",
)
@click.option(
    "--allow",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Let in only those whose keys stand in this file, one on each line, as players' "
    "programs show them; and whoever is on this machine.",
)
@click.option(
    "--admins",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Let those whose keys for running hosts stand in this file, one on each line, do at "
    "a table what `wonders-host admin` does here. Whoever types `host` there reads theirs.",
)
@click.option(
    "--password-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="All tables have the password that stands in this file's first line. If left out, "
    "each has the one that whoever opens it wants, or none.",
)
@click.option(
    "--relay",
    is_flag=True,
    help="Relay the proofs of sealed cards without checking them, for a slow machine. "
    "Players' programs check them in any case.",
)
@click.option(
    "--tables",
    type=click.IntRange(1, 56),
    default=16,
    show_default=True,
    help="Tables at once.",
)
@click.option(
    "--once",
    is_flag=True,
    help="One table and one game, then end: when all have left, or ten minutes after "
    "the result, unless they play again.",
)
@click.option(
    "--resume",
    metavar="LOG",
    default="",
    help="Go on with the game in this file: a log, or the journal of another host. Or, with "
    "--once, with one that was left in the folder, named by the first 16 digits of its id.",
)
@click.option(
    "--give-up",
    metavar="GAME",
    default="",
    help="Remove the journal of this game that was left in the folder, named in the same "
    "way, and what the host's bots have kept of it; then begin.",
)
@click.option(
    "--ends-with-input",
    is_flag=True,
    help="End in order when standard input ends: for programs that start a host, so that none "
    "is left over when they are killed.",
)
@click.option("--json", is_flag=True, help="Lines of JSON on standard output.")
@click.option(
    "--log-level",
    type=_LevelsType(),
    default="",
    metavar="[PART=]LEVEL[,...]",
    help=f"What is told: {', '.join(LEVELS)}, of all, or of a part: {', '.join(PARTS)}. "
    "[default: info]",
)
@click.option(
    "--verbose",
    is_flag=True,
    help="Tell of every connection, message and phase, too: by kinds and sizes, without "
    "what is said. For finding faults: as --log-level debug, which goes before.",
)
@click.option(
    "--metrics",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Let programs on this machine read figures for Prometheus at this port, and "
    "whether all is well; 0 is any free one. If left out, nobody can.",
)
@click.option(
    "--web",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    help="Let browsers on this network see the tables at this port, on a television or a "
    "phone, and fetch the program, if wonders-host bundle has packed it; 0 is any free one. "
    "If left out, nobody can.",
)
@click.option(
    "--web-name",
    type=_WebNameType(),
    multiple=True,
    metavar="NAME",
    help="Answer browsers and monitors that come by this name, too, as behind a reverse proxy. "
    "Can be given several times. This machine's own names and addresses needn't be said.",
)
@click.option(
    "--bundle",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder that wonders-host bundle has made, for --web. If left out, bundle in the "
    "folder for logs.",
)
@click.option(
    "--logs",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="The folder for logs, games that go on, and the host's keys; it is made if "
    "need be. If left out, this user's data folder.",
)
@click.option(
    "--keep-days",
    type=click.IntRange(1, 36500),
    metavar="DAYS",
    help="Remove logs of games that have been over for longer. If left out, they are kept.",
)
@click.option(
    "--keep-mb",
    type=click.IntRange(1, 1 << 20),
    metavar="MB",
    help="Remove the oldest logs of games that are over, where all of them take more. If "
    "left out, they are kept.",
)
@click.option(
    "--announce/--no-announce",
    default=None,
    help="Let players on this network find the host without its address, or don't. If "
    "left out, a host is found unless it listens to this machine alone.",
)
@click.option(
    "--name", help="The host's name, shown to guests. [default: this machine's]"
)
@click.version_option(
    package_name="sealed-wonders",
    prog_name="wonders-host",
    message="%(prog)s %(version)s",
)
def host(
    config: Path | None,
    listen: str,
    game: str,
    seats: int | None,
    bots: int,
    bot_memory: int,
    strategy: str,
    think: float,
    typed: Mapping[str, str],
    turn_time: int,
    game_time: int,
    increment: int,
    when_gone: str,
    gone_after: int,
    onlookers_after: int,
    ready_within: int,
    pause_time: int,
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
) -> Settings:
    """
    Host tables of 7 Wonders for the people on this network.

    Prints the line that others type to join. Runs without a terminal, and ends in order
    on Ctrl-C or SIGTERM; games that others play are gone on with at the next start.
    """
    from sealed_wonders.host.offer import read_choices
    from sealed_wonders.host.terms import Terms
    from sealed_wonders.net.address import Address
    from sealed_wonders.net.discovery.nearby import is_loopback
    from sealed_wonders.net.names import typed_name

    _check_own_options(game)
    given = Path(resume) if resume and not _is_game(resume) else None
    resume = "" if given is not None else resume
    _check_games_left(resume, give_up, given, once=once)
    try:
        address = Address.parse(listen)
        if address.pin is not None:
            raise ValueError("an address to listen at has no pin")
        terms = Terms(
            game,
            seats or 0,
            bots,
            turn_time,
            game_time,
            increment,
            when_gone=when_gone,
            gone_after=gone_after,
            onlookers_after=onlookers_after,
            ready_within=ready_within,
            pause_time=pause_time,
            own=read_options(game, typed),
        )
        choose = read_choices(may_choose)
        name = typed_name(_machine_name() if name is None else name)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    _check_ports({"--listen": address.port, "--web": web, "--metrics": metrics})
    from sealed_wonders.host.keeping import Kept
    from sealed_wonders.host.service import Settings

    if announce is None:
        announce = not is_loopback(address.host)
    return Settings(
        address,
        usual_folder() if logs is None else logs,
        terms,
        name,
        strategy=strategy,
        think=think,
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
        take_over=given,
        ends_with_input=ends_with_input,
        json=json,
        config=config,
        metrics=metrics,
        web=web,
        web_names=web_name,
        bundle=bundle,
        choose=choose,
        kept=Kept(keep_days, keep_mb),
    )


def _check_own_options(game: str) -> None:
    """
    Refuse options that are another game's.

    Raises:
        click.UsageError: one was given.
    """
    given = click.get_current_context().get_parameter_source
    for other in GAMES:
        for option in OPTIONS[other]:
            if option in OPTIONS[game]:
                continue
            if given(option.name) is not ParameterSource.DEFAULT:
                raise click.UsageError(f"{TITLES[game]} has no option {option.word}")


def _check_ports(ports: Mapping[str, int | None]) -> None:
    """
    Refuse a port that is given to several things, even at addresses that differ.

    Raises:
        click.UsageError: there is one.
    """
    given: dict[int, str] = {}
    for option, port in ports.items():
        if not port:
            continue  # nowhere, or at any free one
        if port in given:
            raise click.UsageError(
                f"{given[port]} and {option} both have port {port}: give each its own"
            )
        given[port] = option


def _is_game(text: str) -> bool:
    """Tell whether it is the id of a game, as in the name of its journal."""
    return re.fullmatch("[0-9a-f]{16}", text) is not None


def _check_games_left(
    resume: str, give_up: str, given: Path | None, *, once: bool
) -> None:
    """
    Refuse names of games that can't be those of journals, or don't go together.

    Raises:
        click.UsageError: they can't, or don't.
    """
    if given is not None and not given.exists():
        raise click.UsageError(
            f"{given} is neither a file nor the 16 hexadecimal digits of a game"
        )
    if resume and not once:
        raise click.UsageError(
            "--resume with a game goes with --once; else all games are gone on with"
        )
    if give_up and not _is_game(give_up):
        raise click.UsageError(f"a game has 16 hexadecimal digits, not {give_up}")
    if resume and resume == give_up:
        raise click.UsageError("a game is gone on with or given up, not both")


def _machine_name() -> str:
    """Name a host after its machine, as far as that makes a name."""
    from sealed_wonders.net.names import NAME_CAP, typed_name

    try:
        return typed_name(socket.gethostname().partition(".")[0][:NAME_CAP])
    except ValueError:
        return "wonders-host"


def read_settings(arguments: Sequence[str]) -> Settings | None:
    """
    Return what a command line comes to; None if it only wanted to be shown something.

    Raises:
        click.ClickException: it is wrong, or the file is that it names.
    """
    try:
        return cast("Settings", called(host, "wonders-host", arguments))
    except click.exceptions.Exit:
        return None


def called(command: click.Command, name: str, arguments: Sequence[str]) -> object:
    """
    Call a command as it was typed; return what it does.

    Click's own way, `main`, makes an end with 1 of a reader that has gone away.

    Raises:
        click.ClickException: it can't be done.
        click.exceptions.Exit: it has shown what was asked for.
        BrokenPipeError: to nobody.
    """
    with command.make_context(name, list(arguments)) as context:
        return command.invoke(context)
