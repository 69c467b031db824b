"""
What is to be played at a table that one opens, and what can be chosen for it.

What every table agrees is here; each game has a module `hosting` for what it agrees besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sealed_wonders.client.terminal import games, text
from sealed_wonders.core import games as core_games
from sealed_wonders.core.draws import CHOSEN, DRAW, LOT
from sealed_wonders.net.lobby.options import GOES_ON, RESCUES, WAITS
from sealed_wonders.net.words import _, marked, n_

ANY = "any"
"""Stands for as many players as are ready."""

TIMES = (0, 20, 30, 45, 60, 90, 120, 180, 300)
"""Seconds for a choice; 0 is as long as it takes."""

GAME_TIMES = (0, 300, 600, 900, 1200, 1800, 2700, 3600)
"""Seconds for a game, likewise."""

INCREMENTS = (0, 5, 10, 15, 20, 30, 60)
"""Seconds more with each choice."""

GONE_AFTER = (30, 60, 90, 120, 180, 300, 600, 1800)
"""Seconds after which the others are asked whether they go on without somebody."""


ONLOOKERS_AFTER = (0, 30, 60, 120, 300, 600)
"""Seconds by which those who look on are behind."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be played at a table, in the words of ``wonders play``."""

    game: str = core_games.GAMES[0]
    own: Mapping[str, str] = field(default_factory=dict)
    """
    What was chosen of games' own options, as it is typed, without what is usual; also
    of other games, for whoever comes back to one.
    """
    players: int = 0
    """0 is as many as are ready."""
    bots: int = 0
    strategy: str = "builder"
    turn_time: int = 0
    game_time: int = 0
    increment: int = 0
    when_gone: str = GOES_ON
    gone_after: int = 90
    onlookers_after: int = 0
    is_private: bool = False
    """At a host that others have: no list shows it."""
    is_off_page: bool = False
    """At such a host: the page for the room doesn't show it."""

    @property
    def most(self) -> int:
        """The most bots there can be: one seat is our own."""
        return (self.players or core_games.players(self.game)[-1]) - 1

    def fitting(self) -> Wanted:
        """Give what is left of it when another game, number of players or time was chosen."""
        numbers = core_games.players(self.game)
        players = self.players if self.players in numbers else 0
        now = replace(self, players=players)
        more = self.increment if self.game_time else 0
        return replace(now, bots=min(now.bots, now.most), increment=more)

    @property
    def typed(self) -> Mapping[str, str]:
        """The game's own options, as they are typed; those that mean nothing aren't there."""
        mute = {it.name for it in own_choices(self.game) if not it.counts(self)}
        return {
            option.name: self.own.get(option.name, option.usual)
            for option in core_games.OPTIONS[self.game]
            if option.name not in mute
        }

    def words(self) -> tuple[str, ...]:
        """Write it as the options of ``wonders play``."""
        return (
            *("--game", self.game, "--players", str(self.players or ANY)),
            *("--bots", str(self.bots), "--strategy", self.strategy),
            *("--turn-time", str(self.turn_time), "--game-time", str(self.game_time)),
            *("--increment", str(self.increment)),
            *("--when-gone", self.when_gone, "--gone-after", str(self.gone_after)),
            *("--spectator-delay", str(self.onlookers_after)),
            *self._own_words(),
        )

    def _own_words(self) -> Iterator[str]:
        typed = self.typed
        for option in core_games.OPTIONS[self.game]:
            if value := typed.get(option.name):
                yield option.word
                if not option.flag:
                    yield value


class Choice(NamedTuple):
    """Something to be settled: how it is called, and what it goes through."""

    name: str
    means: str
    shown: Callable[[Any], str]
    values: Callable[[Wanted], Sequence[Any]]
    counts: Callable[[Wanted], bool] = lambda wanted: True
    """Whether it means anything with what else is wanted."""
    is_own: bool = False
    """It is an option of the game's, and its values are as they are typed."""
    asks: str = ""
    """Asks for a value that is typed, which comes behind the last of those."""
    is_last: bool = False
    """It stands below what every table agrees."""

    def value(self, wanted: Wanted) -> Any:
        """Return what it is now."""
        if not self.is_own:
            return getattr(wanted, self.name)
        return wanted.own.get(self.name, self._usual(wanted))

    def settled(self, wanted: Wanted, value: Any) -> Wanted:
        """Return what is wanted if it is this."""
        if not self.is_own:
            return replace(wanted, **{self.name: value}).fitting()
        own = {name: it for name, it in wanted.own.items() if name != self.name}
        if value != self._usual(wanted):
            own[self.name] = value
        return replace(wanted, own=own)

    def _usual(self, wanted: Wanted) -> str:
        options = core_games.OPTIONS[wanted.game]
        return next(it.usual for it in options if it.name == self.name)


def own_choices(game: str) -> Sequence[Choice]:
    """Return what a table of a game agrees besides what every table does."""
    found: Sequence[Choice] = games.part(game, "hosting").CHOICES
    return found


def every_choice() -> Iterator[Choice]:
    """Give whatever can be chosen, of any game."""
    yield from (GAME, *EVERY_TABLE)
    for game in core_games.GAMES:
        yield from own_choices(game)


def choices(wanted: Wanted) -> Iterator[Choice]:
    """Give what means anything with what is wanted, in the order in which it is shown."""
    own = own_choices(wanted.game)
    for choice in (
        GAME,
        *(it for it in own if not it.is_last),
        *EVERY_TABLE,
        *(it for it in own if it.is_last),
    ):
        if choice.counts(wanted):
            yield choice


def among(*values: object) -> Callable[[Wanted], Sequence[Any]]:
    """Let something go through these values, whatever else is wanted."""
    return lambda wanted: values


def named(names: Mapping[str, str]) -> Callable[[Any], str]:
    """Show values by their names; another one, that was typed, as it is."""
    return lambda value: _(names[value]) if value in names else str(value)


def _players(n: int) -> str:
    return text.players(n) if n else _("as many as are ready")


def _bots(n: int) -> str:
    return n_("{n} bot", "{n} bots", n).format(n=n) if n else _("none")


def _time(seconds: int) -> str:
    return text.duration(seconds) if seconds else _("no limit")


def _later(seconds: int) -> str:
    if not seconds:
        return _("at once")
    return _("{time} later").format(time=text.duration(seconds))


GAME = Choice(
    "game", marked("game"), lambda it: core_games.TITLES[it], among(*core_games.GAMES)
)

EVERY_TABLE = (
    Choice(
        "players",
        marked("players"),
        _players,
        lambda wanted: (0, *core_games.players(wanted.game)),
    ),
    Choice("bots", marked("bots"), _bots, lambda wanted: tuple(range(wanted.most + 1))),
    Choice(
        "strategy",
        marked("they play"),
        named(
            {
                "builder": marked("with sense"),
                "thinker": marked("thinking ahead"),
                "easy": marked("carelessly"),
                "random": marked("at random"),
            }
        ),
        among("builder", "thinker", "easy", "random"),
        lambda wanted: wanted.bots > 0,
    ),
    Choice("turn_time", marked("time for a choice"), _time, among(*TIMES)),
    Choice("game_time", marked("time for the game"), _time, among(*GAME_TIMES)),
    Choice(
        "increment",
        marked("more for each choice"),
        lambda seconds: text.duration(seconds) if seconds else _("nothing"),
        among(*INCREMENTS),
        lambda wanted: wanted.game_time > 0,
    ),
    Choice(
        "when_gone",
        marked("when somebody is gone"),
        named(
            {
                GOES_ON: marked("the others can go on without"),
                RESCUES: marked("others can play on for them"),
                WAITS: marked("the table waits"),
            }
        ),
        among(GOES_ON, RESCUES, WAITS),
    ),
    Choice(
        "gone_after",
        marked("they are asked after"),
        text.duration,
        among(*GONE_AFTER),
        lambda wanted: wanted.when_gone != WAITS,
    ),
    Choice(
        "onlookers_after",
        marked("who looks on sees it"),
        _later,
        among(*ONLOOKERS_AFTER),
    ),
)
"""What every table agrees, besides the game."""

DRAWN = Choice(
    DRAW.name,
    marked("they are drawn"),
    named({LOT: marked("by lot"), CHOSEN: marked("by choice, in turn")}),
    among(LOT, CHOSEN),
    is_own=True,
)
"""For games whose boards or wonders can be chosen."""
