"""
Declarations of the options that every table has.

Commands, the host's file, the screens that open a table, the lobby and the reference
all take an option's name, range, default and wording from here. An option that gets another
name keeps its former one (`former`). Each game declares its own options as
`sealed_wonders.core.options.Option`.

Help pages import this module, so it imports as little as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any, Generic, TypeVar, cast

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net import botnames
from sealed_wonders.net.words import _, marked

Value = str | int | float
T = TypeVar("T", bound=Value)

PLAY, JOIN, BOT, HOST = "play", "join", "bot", "wonders-host"
"""
Commands that take options of a table. If the host allows it, guests choose the `JOIN`
ones.
"""

THE_GAME, CLOCK, ABSENCE, VISIBILITY = (
    marked("Game"),
    marked("Clock"),
    marked("Absence and spectators"),
    marked("Visibility of a new table"),
)
"""Headings, in the order of the help."""

VALUE_CAP = 128
"""Maximum characters or bytes of an option's value; a list of boards is the longest."""

DAY = 24 * 60 * 60
HOUR = 60 * 60
"""In seconds."""

SECONDS = marked("SECONDS")

GOES_ON, RESCUES, WAITS = "go-on", "rescue", "wait"
"""What a table does about an absent player; see `WHEN_GONE`."""


@dataclass(frozen=True, eq=False)
class TableOption(Generic[T]):
    """An option of a table. Subclasses determine which values it takes."""

    name: str
    """Name on the command line and in a host's file, without dashes."""
    _: KW_ONLY
    help: str
    """Marked, with placeholders for the values in `mentions`."""
    default: T
    heading: str
    programs: tuple[str, ...]
    """Commands that take it."""
    metavar: str = ""
    former: tuple[str, ...] = ()
    """Former names, which are accepted but not shown."""
    wish_name: str = ""
    """Name in messages, if different."""
    key: str = ""
    """Key in the options that all players sign; empty if only the host uses it."""
    is_always_signed: bool = False
    """Whether even the default value is signed."""
    label: str = ""
    """Label on screens; empty if screens don't offer the option."""
    steps: tuple[T, ...] = ()
    """Values that a screen offers."""
    asks: str = ""
    """Prompt for a value other than these; empty if there is none."""
    mentions: Mapping[str, T] = field(default_factory=dict)
    """
    Values that the help names, by its placeholders: as typed, or as a screen shows them.
    """
    counts: Callable[[Values], bool] = lambda values: True
    """Whether the option has an effect with the other values; else it is hidden."""

    @property
    def param(self) -> str:
        """Name as a Python identifier."""
        return self.name.replace("-", "_")

    @property
    def wish(self) -> str:
        return self.wish_name or self.name

    @property
    def names(self) -> tuple[str, ...]:
        """All names that may be typed."""
        return (self.name, *self.former)

    def fits(self, value: object) -> bool:
        """Return whether *value* is valid for this option."""
        raise NotImplementedError

    def fault(self, value: object) -> Sentence:
        """Return the sentence about why *value* isn't valid."""
        raise NotImplementedError

    def read(self, text: str) -> T:
        """
        Parse a typed value.

        Raises:
            ValueError: *text* isn't valid; carries one sentence for the user.
        """
        return self.checked(text)

    def typed(self, value: T) -> str:
        """Return the text that `read` parses to *value*."""
        return str(value)

    def checked(self, value: object) -> T:
        """
        Return *value* if it is valid.

        Raises:
            ValueError: *value* isn't valid; carries one sentence for the user.
        """
        if not self.fits(value):
            raise ValueError(self.fault(value))
        return cast(T, value)

    def words(self, value: T, duration: Callable[[int], str]) -> str:
        """
        Describe a value for a screen.

        Args:
            duration: format a number of seconds.
        """
        return str(value)

    def agreed(self, options: Iterable[tuple[str, object]]) -> T:
        """
        Return the value that a table's players have signed.

        Hosts of other versions may have let them sign anything. An invalid value is
        replaced by the default.
        """
        value = dict(options).get(self.key, self.default)
        return cast(T, value) if self.fits(value) else self.default


@dataclass(frozen=True, eq=False, kw_only=True)
class Number(TableOption[int]):
    least: int = 0
    most: int
    zero: str = ""
    """Text on screens for 0, if that isn't shown as a number."""

    def fits(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def fault(self, value: object) -> Sentence:
        return _out_of_range(self, value)

    def read(self, text: str) -> int:
        is_number = text.isascii() and text.isdecimal() and len(text) < 9
        return self.checked(int(text) if is_number else text)

    def words(self, value: int, duration: Callable[[int], str]) -> str:
        return _(self.zero) if self.zero and not value else str(value)


@dataclass(frozen=True, eq=False, kw_only=True)
class Players(Number):
    """A number of players; 0 for all who are ready."""

    any: str = "any"
    """Text to type for 0."""

    def fits(self, value: object) -> bool:
        return super().fits(value) or (type(value) is int and value == 0)

    def fault(self, value: object) -> Sentence:
        return Sentence(
            "{name} must be a number from {least} to {most}, or {word}, not {value}",
            name=self.name,
            least=self.least,
            most=self.most,
            word=self.any,
            value=shown(value, 40),
        )

    def read(self, text: str) -> int:
        return 0 if text in (self.any, _("any")) else super().read(text)

    def typed(self, value: int) -> str:
        return str(value or self.any)


@dataclass(frozen=True, eq=False, kw_only=True)
class Seconds(Number):
    """An option with a time in whole seconds."""

    metavar: str = SECONDS
    is_capped: bool = False
    """Whether a signed time above the maximum counts as the maximum."""

    def words(self, value: int, duration: Callable[[int], str]) -> str:
        return _(self.zero) if self.zero and not value else duration(value)

    def agreed(self, options: Iterable[tuple[str, object]]) -> int:
        if self.is_capped:
            value = dict(options).get(self.key, self.default)
            return min(value, self.most) if type(value) is int else self.default
        return super().agreed(options)


@dataclass(frozen=True, eq=False, kw_only=True)
class Decimal(TableOption[float]):
    least: float
    most: float

    def fits(self, value: object) -> bool:
        is_number = isinstance(value, int | float) and type(value) is not bool
        return is_number and self.least <= cast(float, value) <= self.most

    def fault(self, value: object) -> Sentence:
        return _out_of_range(self, value)


def _out_of_range(option: Number | Decimal, value: object) -> Sentence:
    return Sentence(
        "{name} must be a number from {least} to {most}, not {value}",
        name=option.name,
        least=str(option.least),
        most=str(option.most),
        value=shown(value, 40),
    )


def _not_among(option: Word | Switch, known: Iterable[str], value: object) -> Sentence:
    return Sentence(
        "{name} must be one of {known}, not {text}",
        name=option.name,
        known=", ".join(known),
        text=shown(value, 40),
    )


@dataclass(frozen=True, eq=False, kw_only=True)
class Word(TableOption[str]):
    """An option with one of several words."""

    values: Mapping[str, str] = field(default_factory=dict)
    """The words, each with its text on screens."""
    others: Callable[[], Iterable[str]] = tuple
    """Return further words, which are shown unchanged."""
    is_open: bool = False
    """Whether any other text is valid as well, as far as messages can contain it."""

    def fits(self, value: object) -> bool:
        if type(value) is not str:
            return False
        is_text = value.isascii() and value.isprintable()
        is_other = self.is_open and 0 < len(value) <= VALUE_CAP and is_text
        return is_other or value in self.values or value in self.others()

    def fault(self, value: object) -> Sentence:
        if self.is_open:
            return Sentence(
                "{name} must be 1 to {most} ASCII characters, not {text}",
                name=self.name,
                most=VALUE_CAP,
                text=shown(value, 40),
            )
        return _not_among(self, (*self.values, *self.others()), value)

    def words(self, value: str, duration: Callable[[int], str]) -> str:
        return _(self.values[value]) if value in self.values else value


@dataclass(frozen=True, eq=False, kw_only=True)
class Switch(TableOption[bool]):
    """An option that is on or off, and takes no value on the command line."""

    default: bool = False
    off: str
    """Text on screens for off."""
    on: str
    off_help: str
    """Marked; what screens say in place of the help while it is off."""
    steps: tuple[bool, ...] = (False, True)

    def fits(self, value: object) -> bool:
        return type(value) is bool

    def fault(self, value: object) -> Sentence:
        return _not_among(self, ("yes", "no"), value)

    def read(self, text: str) -> bool:
        return self.checked({"yes": True, "no": False}.get(text, text))

    def typed(self, value: bool) -> str:
        return "yes" if value else "no"

    def words(self, value: bool, duration: Callable[[int], str]) -> str:
        return _(self.on) if value else _(self.off)


GAME = Word(
    "game",
    # Only commands know which games there are.
    default="",
    help=marked("Game to play: 7 Wonders, or 7 Wonders: Architects."),
    heading=THE_GAME,
    programs=(PLAY, JOIN, HOST),
    label=marked("Game"),
)

PLAYERS = Players(
    "players",
    help=marked(
        "Number of players, including bots; {any} begins with all players who are "
        "ready."
    ),
    mentions={"any": 0},
    heading=THE_GAME,
    programs=(PLAY, JOIN, HOST),
    metavar="N|any",
    former=("seats",),
    wish_name="seats",
    label=marked("Players"),
    least=2,
    most=7,
    default=0,
    zero=marked("as many as are ready"),
)

BOTS = Number(
    "bots",
    help=marked("Number of bots."),
    heading=THE_GAME,
    programs=(PLAY, JOIN, HOST),
    label=marked("Bots"),
    most=7,
    default=0,
    zero=marked("none"),
)

STRATEGY = Word(
    "strategy",
    help=marked(
        "How bots play: {random}, {easy}, {builder} or {thinker}, from weakest to "
        "strongest; or the name of your own bot."
    ),
    mentions={it: it for it in ("random", "easy", "builder", "thinker")},
    heading=THE_GAME,
    programs=(PLAY, BOT, HOST),
    metavar=marked("NAME"),
    label=marked("Bot strength"),
    values={
        "builder": marked("normal"),
        "random": marked("random moves"),
        "easy": marked("low"),
        "thinker": marked("high"),
    },
    others=botnames.found,
    default="builder",
    steps=("builder", "thinker", "easy", "random"),
    counts=lambda it: it[BOTS] > 0,
)

THINK = Decimal(
    "think",
    help=marked("Time that a thinker bot has for each choice."),
    heading=THE_GAME,
    programs=(PLAY, BOT, HOST),
    metavar=SECONDS,
    least=0.01,
    most=600,
    default=1.0,
)

TURN_TIME = Seconds(
    "turn-time",
    help=marked(
        "Time limit for each choice; with {zero}, players can take as long as they "
        "like."
    ),
    mentions={"zero": 0},
    heading=CLOCK,
    programs=(PLAY, JOIN, HOST),
    key="turn_time",
    is_always_signed=True,
    is_capped=True,
    label=marked("Time per choice"),
    most=DAY,
    default=0,
    zero=marked("no limit"),
    steps=(0, 20, 30, 45, 60, 90, 120, 180, 300),
)

GAME_TIME = Seconds(
    "game-time",
    help=marked(
        "Total time for all of a player's choices in a game; with {zero}, players can "
        "take as long as they like."
    ),
    mentions={"zero": 0},
    heading=CLOCK,
    programs=(PLAY, JOIN, HOST),
    key="game_time",
    is_capped=True,
    label=marked("Time per game"),
    most=DAY,
    default=0,
    zero=marked("no limit"),
    steps=(0, 300, 600, 900, 1200, 1800, 2700, 3600),
)

INCREMENT = Seconds(
    "increment",
    help=marked("Time that a player gains with each choice."),
    heading=CLOCK,
    programs=(PLAY, JOIN, HOST),
    key="increment",
    is_capped=True,
    label=marked("Time gained per choice"),
    most=DAY,
    default=0,
    zero=marked("none"),
    steps=(0, 5, 10, 15, 20, 30, 60),
    counts=lambda it: it[GAME_TIME] > 0,
)

PAUSE_TIME = Seconds(
    "pause-time",
    help=marked("Total time for which each player may pause a game; 0 for no limit."),
    heading=CLOCK,
    programs=(HOST,),
    most=DAY,
    default=900,
)

WHEN_GONE = Word(
    "when-gone",
    help=marked(
        "What happens when a player is absent. With {go_on}, the others can agree to "
        "go on without that player. With {rescue}, they can also agree to let a "
        "substitute play that player's hand. With {wait}, the table waits."
    ),
    mentions={"go_on": GOES_ON, "rescue": RESCUES, "wait": WAITS},
    heading=ABSENCE,
    programs=(PLAY, JOIN, HOST),
    key="gone",
    label=marked("Absent players"),
    values={
        GOES_ON: marked("go on without them"),
        RESCUES: marked("substitute, or go on"),
        WAITS: marked("wait for them"),
    },
    default=GOES_ON,
    steps=(GOES_ON, RESCUES, WAITS),
)

GONE_AFTER = Seconds(
    "gone-after",
    help=marked("How long a player must be silent to count as absent."),
    heading=ABSENCE,
    programs=(PLAY, JOIN, HOST),
    key="gone_after",
    label=marked("Time before absence"),
    least=5,
    most=HOUR,
    default=90,
    steps=(30, 60, 90, 120, 180, 300, 600, 1800),
    counts=lambda it: it[WHEN_GONE] != WAITS,
)

SPECTATOR_DELAY = Seconds(
    "spectator-delay",
    help=marked("Delay before spectators see the game."),
    heading=ABSENCE,
    programs=(PLAY, JOIN, HOST),
    former=("onlookers-after",),
    wish_name="onlookers-after",
    key="onlookers_after",
    label=marked("Spectator delay"),
    most=HOUR,
    default=0,
    zero=marked("none"),
    steps=(0, 30, 60, 120, 300, 600),
)

READY_WITHIN = Seconds(
    "ready-within",
    help=marked(
        "Time that a player has to get ready in the lobby before losing "
        "their seat; 0 for no limit. The limit doesn't apply to players on "
        "this machine."
    ),
    heading=ABSENCE,
    programs=(HOST,),
    most=DAY,
    default=900,
)

PRIVATE = Switch(
    "private",
    help=marked("Don't list the table; friends join it by its name."),
    heading=VISIBILITY,
    programs=(JOIN,),
    label=marked("Listed"),
    off=marked("yes"),
    on=marked("no, joined by its name"),
    off_help=marked("List the table, so that everybody on the host can find it."),
)

NO_PAGE = Switch(
    "no-page",
    help=marked("Don't show the table on the host's web page."),
    heading=VISIBILITY,
    programs=(JOIN,),
    label=marked("Shown on the web page"),
    off=marked("yes"),
    on=marked("no"),
    off_help=marked("Show the table on the host's web page."),
)

OPTIONS: tuple[TableOption[Any], ...] = tuple(
    it for it in globals().values() if isinstance(it, TableOption)
)
"""All options, in the order of their declarations, which is used everywhere."""

_BY_PARAM = {it.param: it for it in OPTIONS}


def options_of(program: str) -> tuple[TableOption[Any], ...]:
    return tuple(it for it in OPTIONS if program in it.programs)


def typed(values: Mapping[str, Value]) -> Mapping[str, str]:
    """
    Return values as typed at a table, by option name.

    Args:
        values: values by Python identifier, as everywhere else.
    """
    some = ((_BY_PARAM[name], value) for name, value in values.items())
    return {option.name: option.typed(value) for option, value in some}


def words_of(values: Mapping[str, Value]) -> dict[str, Value | None]:
    """Return values as command-line options; None for an option that takes no value."""
    words: dict[str, Value | None] = {}
    for name, value in values.items():
        option = _BY_PARAM[name]
        if isinstance(option, Players):
            words[f"--{option.name}"] = value or option.any
        elif not isinstance(option, Switch):
            words[f"--{option.name}"] = value
        elif value:
            words[f"--{option.name}"] = None
    return words


def choosable(own: Iterable[str]) -> Mapping[str, str]:
    """
    Return the options that a host may let guests choose, with their wish names.

    Args:
        own: the options of games, without dashes.
    """
    return {it.name: it.wish for it in options_of(JOIN)} | {word: word for word in own}


class Values:
    """Settings of a table, with defaults for the rest. Equal settings compare equal."""

    __slots__ = ("_set",)

    def __init__(self, **values: Value) -> None:
        """
        Set options by their Python identifiers.

        Raises:
            ValueError: a value isn't valid; carries one sentence for the user.
        """
        self._set = {
            name: value
            for name, value in values.items()
            if _BY_PARAM[name].checked(value) != _BY_PARAM[name].default
        }

    def __getitem__(self, option: TableOption[T]) -> T:
        return cast(T, self._set.get(option.param, option.default))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and self._set == other._set

    def __hash__(self) -> int:
        return hash(frozenset(self._set.items()))

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self._set.items())
        return f"Values({said})"

    def signed(self) -> dict[str, str | int]:
        """Return the options as all players of a table sign them."""
        return {
            it.key: self[it]
            for it in OPTIONS
            if it.key and (it.is_always_signed or it.param in self._set)
        }

    def having(self, **values: Value) -> Values:
        """
        Return a copy with some values replaced.

        Raises:
            ValueError: as in the constructor.
        """
        return Values(**{**self._set, **values})
