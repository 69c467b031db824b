"""
The settings of a host: each is declared once, as a field of `Settings`.

A field names its option on the command line, which is also its key in a configuration
file, and says what values it takes, its default, its help, and whether a running host
accepts a new value. `hostoptions.py` makes options of a command from them.

Help pages import this module, so it imports as little as possible.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import click

from sealed_wonders.core.games import GAMES, OPTIONS
from sealed_wonders.host.config import ELSEWHERE, read_config
from sealed_wonders.host.files import usual_folder
from sealed_wonders.net.commandline.parameters import File, WholeParameter, option
from sealed_wonders.net.tableoptions import GAME, STRATEGY, THINK, choosable
from sealed_wonders.net.tableoptions import OPTIONS as TABLE_OPTIONS
from sealed_wonders.net.words import marked

if TYPE_CHECKING:
    from sealed_wonders.host.levels import Levels
    from sealed_wonders.host.terms import Terms
    from sealed_wonders.host.upkeep import KeepingLimits
    from sealed_wonders.net.address import Address

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


class HostOption(NamedTuple):
    """The option from which a field of `Settings` is read."""

    word: str
    """The option on the command line; the name without dashes is the key in a file."""
    attributes: Mapping[str, Any]
    """Arguments for `parameters.option`."""
    read: Callable[[Any, Mapping[str, Any]], Any]
    """
    Returns the field's value for that of the option, and for the values of the fields
    before it; raises `ValueError` with one sentence.
    """
    at_start: bool
    """Whether a new value takes effect only at the next start."""

    @property
    def name(self) -> str:
        """The name without dashes."""
        return self.word.partition("/")[0].removeprefix("--")

    @property
    def heading(self) -> str:
        return str(self.attributes.get("heading", ""))


def _as_given(value: Any, others: Mapping[str, Any]) -> Any:
    return value


def _option(
    word: str,
    *,
    read: Callable[[Any, Mapping[str, Any]], Any] = _as_given,
    at_start: bool = False,
    **attributes: Any,
) -> Any:
    """Declare a field; see `HostOption`."""
    return field(metadata={"option": HostOption(word, attributes, read, at_start)})


def _from_file(
    ctx: click.Context, param: click.Parameter, path: Path | None
) -> Path | None:
    """Use the configuration file for options that aren't on the command line."""
    if path is not None and not ctx.resilient_parsing:
        ctx.default_map = read_config(path, ctx)
    return path


class _Checked(click.ParamType[str]):
    """Text checked by *read*, which raises `ValueError` with one sentence."""

    def __init__(self, name: str, read: Callable[[str], str]) -> None:
        self.name = name
        self._read = read

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        try:
            return self._read(value)
        except ValueError as problem:
            self.fail(str(problem), param, ctx)


def _levels_typed(value: str) -> str:
    """Check the syntax; the levels of other parts are known only later."""
    _levels(value, {})
    return value


def _web_name(value: str) -> str:
    from sealed_wonders.host.webnames import read_web_name

    return read_web_name(value)


# What fields are read from.


def _address(value: str, others: Mapping[str, Any]) -> Address:
    from sealed_wonders.net.address import Address

    address = Address.parse(value)
    if address.pin is not None:
        raise ValueError("an address to listen at has no pin")
    return address


def _host_name(value: str | None, others: Mapping[str, Any]) -> str:
    from sealed_wonders.net.names import NAME_CAP, typed_name

    if value is not None:
        return typed_name(value)
    try:
        return typed_name(socket.gethostname().partition(".")[0][:NAME_CAP])
    except ValueError:
        return "wonders-host"


def _is_announced(value: bool | None, others: Mapping[str, Any]) -> bool:
    from sealed_wonders.net.discovery.nearby import is_loopback

    return not is_loopback(others["listen"].host) if value is None else value


def _choices(value: str, others: Mapping[str, Any]) -> frozenset[str]:
    from sealed_wonders.host.offer import read_choices

    return read_choices(value)


def _levels(value: str, others: Mapping[str, Any]) -> Levels:
    from sealed_wonders.host.levels import USUAL, VERBOSE, read_levels

    return read_levels(value, VERBOSE if others.get("verbose") else USUAL)


def _folder(value: Path | None, others: Mapping[str, Any]) -> Path:
    return usual_folder() if value is None else value


A_FILE, A_FOLDER = (
    File(dir_okay=False, path_type=Path),
    File(file_okay=False, path_type=Path),
)

A_PORT = WholeParameter(0, 65535)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Settings of a host, in the order of its help."""

    terms: Terms
    config: Path | None = _option(
        "--config",
        type=A_FILE,
        is_eager=True,
        callback=_from_file,
        help=marked("Read options from this TOML file."),
        at_start=True,
    )
    listen: Address = _option(
        "--listen",
        default=LISTEN,
        metavar="HOST:PORT",
        help=marked(
            "Address to listen on; [::] stands for every address of this machine, and "
            "port 0 for any free port."
        ),
        read=_address,
        at_start=True,
    )
    name: str = _option(
        "--name",
        metavar=marked("NAME"),
        show_default=marked("this machine's"),
        help=marked("Name of the host, as guests see it."),
        read=_host_name,
        at_start=True,
    )
    announce: bool = _option(
        "--announce/--no-announce",
        default=None,
        show_default=marked("on, unless only this machine can reach the host"),
        help=marked("Let players on this network find the host without its address."),
        read=_is_announced,
        at_start=True,
    )
    tables: int = _option(
        "--tables",
        type=WholeParameter(1, 56),
        default=16,
        help=marked("Maximum number of tables at the same time."),
    )
    choose: frozenset[str] = _option(
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
        read=_choices,
    )
    password: Path | None = _option(
        "--password-file",
        type=A_FILE,
        heading=GUESTS,
        show_default=marked("chosen by the guest who opens a table"),
        help=marked("Use the first line of this file as the password of every table."),
    )
    allow: Path | None = _option(
        "--allow",
        type=A_FILE,
        heading=GUESTS,
        help=marked(
            "Accept only the players whose keys are in this file, one per line, and "
            "connections from this machine."
        ),
    )
    admins: Path | None = _option(
        "--admins",
        type=A_FILE,
        heading=GUESTS,
        help=marked(
            "Let players whose admin keys are in this file use the commands of "
            "`wonders-host admin` at a table. To see your admin key, type host "
            "at a table."
        ),
    )
    web: int | None = _option(
        "--web",
        type=A_PORT,
        metavar=marked("PORT"),
        heading=WEB,
        show_default=marked("off"),
        help=marked(
            "Port on which browsers on this network can see the tables, and download "
            "the program that `wonders-host bundle` packed; 0 stands for any free port."
        ),
        at_start=True,
    )
    web_names: tuple[str, ...] = _option(
        "--web-name",
        type=_Checked("name", _web_name),
        multiple=True,
        metavar=marked("NAME"),
        heading=WEB,
        help=marked(
            "Also answer browsers that use this name, for example through a reverse "
            "proxy; may be repeated."
        ),
    )
    bundle: Path | None = _option(
        "--bundle",
        type=A_FOLDER,
        metavar=marked("DIR"),
        heading=WEB,
        show_default=marked("bundle, in the --logs folder"),
        help=marked(
            "Folder with the program packed by `wonders-host bundle`, for --web."
        ),
        at_start=True,
    )
    metrics: int | None = _option(
        "--metrics",
        type=A_PORT,
        metavar=marked("PORT"),
        heading=WEB,
        show_default=marked("off"),
        help=marked(
            "Serve metrics for Prometheus and a health check on this port, to "
            "this machine only; 0 stands for any free port."
        ),
        at_start=True,
    )
    folder: Path = _option(
        "--logs",
        type=A_FOLDER,
        metavar=marked("DIR"),
        heading=STORAGE,
        show_default=marked("WONDERS_HOME, or your data folder"),
        help=marked("Folder for logs, unfinished games and the host's keys."),
        read=_folder,
        at_start=True,
    )
    keep_days: int | None = _option(
        "--keep-days",
        type=WholeParameter(1, 36500),
        metavar=marked("DAYS"),
        heading=STORAGE,
        show_default=marked("for ever"),
        help=marked(
            "Remove the logs of games that ended more than this many days ago."
        ),
    )
    keep_mb: int | None = _option(
        "--keep-mb",
        type=WholeParameter(1, 1 << 20),
        metavar="MB",
        heading=STORAGE,
        show_default=marked("no limit"),
        help=marked(
            "Remove the oldest logs when all logs together take up more space than this."
        ),
    )
    bot_memory: int = _option(
        "--bot-memory",
        type=WholeParameter(64, 1 << 20),
        default=640,
        metavar="MB",
        heading=LOAD,
        help=marked(
            "Maximum memory for the bots of all tables together; when it is "
            "used up, no more bots join."
        ),
        at_start=True,
    )
    lend: int | None = _option(
        "--lend",
        type=WholeParameter(1, 6),
        metavar="N",
        heading=GUESTS,
        show_default=marked("none"),
        help=marked(
            "Lend up to N seats to people who have only a phone. This machine plays "
            "the seats that it lends. The command `lend` shows the address for phones."
        ),
        at_start=True,
    )
    lend_to_anyone: bool = _option(
        "--lend-to-anyone",
        is_flag=True,
        heading=GUESTS,
        help=marked("Lend a seat to any phone that asks, without confirmation."),
        at_start=True,
    )
    relay: bool = _option(
        "--relay",
        is_flag=True,
        heading=LOAD,
        help=marked(
            "Relay proofs of sealed cards without checking them, which helps on "
            "a slow machine. Players' programs check the proofs in any case."
        ),
        at_start=True,
    )
    json: bool = _option(
        "--json",
        is_flag=True,
        heading=OUTPUT,
        help=marked("Print JSON, one line per event."),
        at_start=True,
    )
    levels: Levels = _option(
        "--log-level",
        type=_Checked("levels", _levels_typed),
        default="",
        metavar=marked("[PART=]LEVEL[,...]"),
        heading=OUTPUT,
        show_default="info",
        help=marked(
            "Lowest level of messages to print, for the whole program or for "
            "one PART: debug, info, warn, error or critical."
        ),
        read=_levels,
    )
    verbose: bool = _option(
        "--verbose",
        is_flag=True,
        heading=OUTPUT,
        help=marked(
            "Report every connection, message and phase, without contents; --log-level "
            "takes precedence."
        ),
    )
    once: bool = _option(
        "--once",
        is_flag=True,
        heading=ONE_GAME,
        help=marked(
            "Host one table and one game, then stop when everybody has left, or ten "
            "minutes after the result."
        ),
        at_start=True,
    )
    resume: str = _option(
        "--resume",
        metavar=marked("LOG|GAME"),
        default="",
        heading=ONE_GAME,
        help=marked(
            "Resume the game in this log or journal. With --once, you can also "
            "name an unfinished game in the folder by the first 16 digits of "
            "its id."
        ),
        at_start=True,
    )
    give_up: str = _option(
        "--give-up",
        metavar=marked("GAME"),
        default="",
        heading=ONE_GAME,
        help=marked("Abandon this unfinished game, and remove its journal."),
        at_start=True,
    )
    ends_with_input: bool = _option(
        "--ends-with-input",
        is_flag=True,
        hidden=True,
        heading=ONE_GAME,
        help=marked(
            "Stop when standard input ends; meant for programs that start a host."
        ),
        at_start=True,
    )

    @classmethod
    def read(cls, terms: Terms, given: Mapping[str, Any]) -> Self:
        """
        Return the settings for the values of all options, by field.

        Raises:
            ValueError: a value is invalid; the message is one sentence.
        """
        values = dict(given)
        for name, it in host_options():
            values[name] = it.read(values[name], values)
        return cls(terms=terms, **values)

    def rereading(self, now: Self) -> Self:
        """Return *now* with the values that stay until the next start."""
        fixed = {
            name: getattr(self, name) for name, it in host_options() if it.at_start
        }
        return replace(now, **fixed)

    def options(self) -> Mapping[str, object]:
        """Return the settings by the names of their options."""
        terms = self.terms
        return {
            **{
                it.name: getattr(self, name)
                for name, it in host_options()
                # --verbose only changes the levels.
                if name not in (*ELSEWHERE, "verbose")
            },
            GAME.name: terms.game,
            **{it.name: terms[it] for it in TABLE_OPTIONS if it is not GAME},
            **{it.name: terms.own.get(it.name) for it in OPTIONS[terms.game]},
        }

    @property
    def kept(self) -> KeepingLimits:
        """Limits for keeping the logs of finished games."""
        from sealed_wonders.host.upkeep import KeepingLimits

        return KeepingLimits(self.keep_days, self.keep_mb)

    @property
    def take_over(self) -> Path | None:
        """The log or journal of a game to continue here, perhaps another host's."""
        is_path = self.resume and not is_game(self.resume)
        return Path(self.resume) if is_path else None


def is_game(text: str) -> bool:
    """Return whether a text is the id of a game, as in the name of its journal."""
    return re.fullmatch("[0-9a-f]{16}", text) is not None


def host_options() -> Iterator[tuple[str, HostOption]]:
    """Yield the fields of `Settings` with their options."""
    for it in fields(Settings):
        if "option" in it.metadata:
            yield it.name, it.metadata["option"]


AT_THE_START = frozenset(
    (STRATEGY.name, THINK.name, *(it.name for _, it in host_options() if it.at_start))
)
"""Options that take effect only when the host starts, even if their file changes."""


def with_options(*, headed: bool) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """
    Add a host's options to a command, which gets their values by field.

    Args:
        headed: whether to add those under a heading, or the others.
    """

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for name, it in reversed([*host_options()]):
            if bool(it.heading) is headed:
                command = option(it.word, name, **it.attributes)(command)
        return command

    return decorate
