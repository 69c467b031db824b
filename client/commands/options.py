"""
Options that several commands have, in the same words.

Some are settings, too: the same at all commands that have a screen. Others say what is
played with, wherever a game begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import click
from click.core import ParameterSource

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage import settings
from sealed_wonders.client.words import _, marked
from sealed_wonders.core.quoting import quoted

Command = TypeVar("Command", bound=Callable[..., Any])

GAMES = ("wonders", "architects")
"""Those in `core.games.GAMES`."""

TITLES = {"wonders": "7 Wonders", "architects": "7 Wonders: Architects"}
"""Those in `core.games.TITLES`."""

PLAYERS = {"wonders": range(3, 8), "architects": range(2, 8)}
"""How many play; see `core.games.players`."""

ANY = "any"
"""What stands for as many players as are ready."""

OWN = {
    "wonders": {
        "sides": "--sides",
        "expansions": "--with",
        "leaders": "--leaders",
        "boards": "--boards",
        "draw": "--draw",
        "no_memory_aid": "--no-memory-aid",
    },
    "architects": {"draw": "--draw"},
}
"""The options that are a game's own, by the names commands take them by."""

EXPANSIONS = ("leaders", "edifice")
"""Those in `core.wonders.catalog.EXPANSIONS`, in their order."""

LEADER_SETS = ("standard", "expert")
"""Those in `core.wonders.catalog.LEADER_SETS`."""

SIDES = ("day", "night", "choose", "random")
"""Those in `core.wonders.ruleset.SIDES`."""

DRAWS = ("lot", "chosen")
"""Those in `core.draws.DRAWS`."""

USUAL_BOARDS = "base"
"""What stands for the boards that are on the table if nothing is said of them."""

LOOK: tuple[Callable[[Callable[..., Any]], Callable[..., Any]], ...] = (
    click.option(
        "--plain/--screen",
        default=None,
        help=marked(
            "Lines in and lines out: for screen readers, pipes, and terminals of all "
            "kinds. [default: a screen, where there is a terminal]"
        ),
    ),
    click.option(
        "--name", help=marked("What others call you. [default: as last time]")
    ),
    click.option(
        "--symbols",
        type=click.Choice(settings.SYMBOLS),
        help=marked("The signs to draw with. [default: what the terminal can show]"),
    ),
    click.option(
        "--mouse/--no-mouse",
        default=None,
        help=marked("Whether clicks do something. [default: they do]"),
    ),
    click.option(
        "--bell/--no-bell",
        default=None,
        help=marked("Ring when there is something to choose."),
    ),
    click.option(
        "--confirm/--no-confirm",
        default=None,
        help=marked(
            "Ask before a choice is sent. [default: at the screen, but not in lines]"
        ),
    ),
    click.option(
        "--title/--no-title",
        "window_title",
        default=None,
        help=marked("Say in the window's title whose turn it is. [default: yes]"),
    ),
)


def game(command: Command) -> Command:
    """
    Give a command the option of what is played, which it takes as ``game``.

    `check_game` tells whether other options go with it.
    """
    option = click.option(
        "--game",
        type=click.Choice(GAMES),
        default=GAMES[0],
        show_default=True,
        help=marked("What is played: 7 Wonders, or 7 Wonders: Architects."),
    )
    return option(command)


def check_game(game: str) -> None:
    """
    Refuse options of the command that runs which are another game's.

    Raises:
        click.UsageError: one was given.
    """
    given = click.get_current_context().get_parameter_source
    for options in OWN.values():
        for name, option in options.items():
            if name in OWN[game] or given(name) is not ParameterSource.COMMANDLINE:
                continue
            said = _("{game} has no option {option}")
            raise click.UsageError(said.format(game=TITLES[game], option=option))


def check_players(game: str, players: int, option: str = "--players") -> None:
    """
    Refuse a number of players a game isn't for.

    Raises:
        click.BadParameter: it isn't.
    """
    numbers = PLAYERS[game]
    if players not in numbers:
        said = _("{game} is for {least} to {most} players, not for {players}")
        detail = said.format(
            game=TITLES[game], least=numbers[0], most=numbers[-1], players=players
        )
        raise click.BadParameter(detail, param_hint=f"'{option}'")


class Seats(click.ParamType[int]):
    """A number of players; 0 if it is as many as are ready."""

    name = marked("N|any")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        if value == ANY:
            return 0
        if re.fullmatch("[2-7]", str(value)):
            return int(value)
        said = _("{value} is not 2 to 7, or any")
        return self.fail(said.format(value=f"{value!r:.40}"), param, ctx)


class Expansions(click.ParamType[tuple[str, ...]]):
    """Names of expansions with commas between them; in the order of `EXPANSIONS`."""

    name = marked("NAME[,NAME...]")

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        names = value
        if not isinstance(value, tuple):
            names = str(value).split(",") if value else []
        for name in names:
            if name not in EXPANSIONS:
                known = ", ".join(EXPANSIONS)
                said = _("no expansion {name}; there are {known}")
                shown = quoted(name, 40)
                self.fail(said.format(name=shown, known=known), param, ctx)
        if len(set(names)) < len(names):
            said = _("{value} names an expansion twice")
            self.fail(said.format(value=quoted(str(value), 40)), param, ctx)
        return tuple(name for name in EXPANSIONS if name in names)


def expansions(command: Command) -> Command:
    """
    Give a command the options of what is played with besides the base game.

    It takes them as ``expansions`` and ``leaders``; `check_leaders` tells whether they
    go together.
    """
    leaders = click.option(
        "--leaders",
        type=click.Choice(LEADER_SETS),
        default=LEADER_SETS[0],
        show_default=True,
        help=marked("With the leaders: which are dealt; expert adds to the standard."),
    )
    played_with = click.option(
        "--with",
        "expansions",
        type=Expansions(),
        default=(),
        help=marked("The expansions played with: leaders, edifice, or both."),
    )
    return played_with(leaders(command))


def check_leaders(expansions: Sequence[str], leaders: str) -> None:
    """
    Refuse a choice of leaders where none are played with.

    Raises:
        click.BadParameter: they are.
    """
    if leaders != LEADER_SETS[0] and "leaders" not in expansions:
        said = _("{leaders} leaders are dealt only with --with leaders")
        detail = said.format(leaders=leaders)
        raise click.BadParameter(detail, param_hint="'--leaders'")


def boards(command: Command) -> Command:
    """
    Give a command the options of which boards are on the table, and how they are drawn.

    It takes them as ``boards`` and ``draw``; `read_boards` reads the former.
    """
    draw = click.option(
        "--draw",
        type=click.Choice(DRAWS),
        default=DRAWS[0],
        show_default=True,
        help=marked(
            "How boards or wonders come to players: by lot, or chosen one after the "
            "other."
        ),
    )
    on_the_table = click.option(
        "--boards",
        default=USUAL_BOARDS,
        show_default=True,
        metavar=marked("NAME[,NAME...]"),
        help=marked(
            "The boards on the table: base (those of the game and of its expansions), "
            "all (Carthage too), first (those of the first edition), or boards by their "
            "names."
        ),
    )
    return on_the_table(draw(command))


def read_boards(
    boards: str, expansions: tuple[str, ...], players: int = 0
) -> tuple[str, ...]:
    """
    Read which boards are on the table; none, if they are the usual ones.

    Args:
        players: how many play, at most; 0 if nobody does.

    Raises:
        click.BadParameter: there are no such boards, or too few.
    """
    if boards == USUAL_BOARDS:
        return ()
    from sealed_wonders.core import games
    from sealed_wonders.core.wonders.catalog import check_wonders

    try:
        names = games.read_boards(boards, expansions)
        check_wonders(names)
        if players:
            options = {"with": ",".join(expansions), "boards": ",".join(names)}
            games.ruleset("wonders", players, options)
    except ValueError as problem:
        raise click.BadParameter(retold(problem), param_hint="'--boards'") from None
    return names


class WithLook(click.Command):
    """A command whose settings stand by themselves in its help."""

    def format_options(
        self, ctx: click.Context, formatter: click.HelpFormatter
    ) -> None:
        names = set(settings.ABOUT)
        rows: dict[bool, list[tuple[str, str]]] = {False: [], True: []}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                rows[param.name in names].append(record)
        for is_setting, heading in ((False, _("Options")), (True, _("Settings"))):
            if rows[is_setting]:
                with formatter.section(heading):
                    formatter.write_dl(rows[is_setting])


def new(command: Command) -> Command:
    """Give a command the option of another game than the one that was left."""
    return click.option(
        "--new",
        is_flag=True,
        help=marked("Begin another game, and give up the one you left."),
    )(command)


def look(command: Command) -> Command:
    """Give a command the options of how it looks; it takes them by their names."""
    for option in reversed(LOOK):
        option(command)
    return command


def load(options: Mapping[str, Any]) -> settings.Loaded:
    """
    Find out the settings for these options; what is wrong with others is said.

    Raises:
        click.UsageError: the name can't be one.
    """
    name = options.get("name")
    if name is not None:
        from sealed_wonders.net.names import clean_name

        try:
            clean_name(name)
        except ValueError as problem:
            raise click.UsageError(retold(problem)) from None
    loaded = settings.load(options)
    for complaint in loaded.complaints:
        click.echo(f"wonders: {complaint}", err=True)
    return loaded
