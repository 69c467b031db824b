"""
Options of a table that one opens, as choices on a screen.

Options of every table are here; a game's own options are in its `GameFace`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.words import text
from sealed_wonders.core import games as core_games
from sealed_wonders.core.draws import CHOSEN, DRAW, LOT
from sealed_wonders.core.options import Option
from sealed_wonders.net.tableoptions import (
    BOTS,
    GAME,
    GAME_TIME,
    INCREMENT,
    JOIN,
    PLAY,
    PLAYERS,
    STRATEGY,
    Switch,
    TableOption,
    Values,
    options_of,
    words_of,
)
from sealed_wonders.net.words import _, marked

USUAL = Values()


@dataclass(frozen=True, slots=True)
class TableWish:
    """A table to open, in the options of ``wonders play``."""

    game: str = core_games.GAMES[0]
    own: Mapping[str, str] = field(default_factory=dict)
    """
    Values typed for games' own options, without defaults.

    Those of other games are kept for somebody who switches back.
    """
    values: Values = USUAL
    """The options of every table except the game."""

    @property
    def most(self) -> int:
        """The maximum number of bots: one seat is ours."""
        return (self.values[PLAYERS] or core_games.players(self.game)[-1]) - 1

    def fitting(self) -> TableWish:
        """Return this with values that fit its game, number of players and time."""
        numbers, before = core_games.players(self.game), self.values
        players = before[PLAYERS] if before[PLAYERS] in numbers else 0
        more = before[INCREMENT] if before[GAME_TIME] else 0
        now = replace(self, values=before.having(players=players, increment=more))
        bots = min(before[BOTS], now.most)
        return replace(now, values=now.values.having(bots=bots))

    def following(self, before: TableWish) -> TableWish:
        """
        Return this with as many seats for people as before.

        Only the number of players may have changed. If either is open, so is the
        number of these seats, and the bots stay as they are.
        """
        players, were = self.values[PLAYERS], before.values[PLAYERS]
        if players == were or not players or not were:
            return self
        bots = max(0, players - were + before.values[BOTS])
        return replace(self, values=self.values.having(bots=bots)).fitting()

    @property
    def typed(self) -> Mapping[str, str]:
        """The game's own options as typed, without those that have no effect."""
        mute = {
            it.name for it in face_of(self.game).table_choices if not it.counts(self)
        }
        return {
            option.name: self.own.get(option.name, option.usual)
            for option in core_games.OPTIONS[self.game]
            if option.name not in mute
        }

    def check(self) -> None:
        """
        Check that there can be such a table.

        Raises:
            ValueError: There can't; the message is one sentence for a person.
        """
        least = core_games.players(self.game)[0]
        own = core_games.read(self.game, self.typed)
        core_games.ruleset(self.game, self.values[PLAYERS] or least, own)

    def with_enough_bots(self) -> TableWish:
        """Return this with bots for all seats but ours; another game may need more."""
        bots = max(self.values[BOTS], numbers_of_bots(self)[0])
        return replace(self, values=self.values.having(bots=bots))

    def with_any_number(self) -> TableWish:
        """Return this with no number of players, so that any number of bots fits."""
        return replace(self, values=self.values.having(players=0))

    def against_bots(self) -> TableWish:
        """Return this with no seat for anybody else."""
        players = self.values[BOTS] + 1
        return replace(self, values=self.values.having(players=players))

    def kept(self) -> Mapping[str, str]:
        """Return this as `recalled` reads it: values as typed, by choice."""
        return {
            GAME.param: self.game,
            **{
                it.option.param: it.option.typed(self.values[it.option])
                for it in EVERY_TABLE
                if it.option
            },
            **{
                it.name: self.own.get(it.name, it.usual)
                for it in core_games.OPTIONS[self.game]
            },
        }

    def words(self) -> tuple[str, ...]:
        """Return this as the command-line options of ``wonders play``."""
        values = {
            it.option.param: self.values[it.option] for it in EVERY_TABLE if it.option
        }
        words = ["--game", self.game]
        for word, value in words_of(values).items():
            words += [word] if value is None else [word, str(value)]
        return (*words, *self._own_words())

    def _own_words(self) -> Iterator[str]:
        typed = self.typed
        for option in core_games.OPTIONS[self.game]:
            if value := typed.get(option.name):
                yield option.word
                if not option.flag:
                    yield value


class SettingChoice(NamedTuple):
    """One option as a choice: its label and its values."""

    name: str
    means: str
    shown: Callable[[Any], str]
    values: Callable[[TableWish], Sequence[Any]]
    counts: Callable[[TableWish], bool] = lambda wanted: True
    """Whether the option has an effect, given the others."""
    option: TableOption[Any] | None = None
    """None for a game's own option, whose values are strings as typed."""
    asks: str = ""
    """
    The prompt for a typed value, offered after the last of the values; may be empty.
    """
    is_last: bool = False
    """Whether it is listed below the options of every table."""

    def value(self, wanted: TableWish) -> Any:
        """Return the current value."""
        if self.option is GAME:
            return wanted.game
        if self.option is not None:
            return wanted.values[self.option]
        return wanted.own.get(self.name, self._usual(wanted))

    def explained(self, wanted: TableWish) -> str:
        """
        Return what the option does, as on the command line, with values as shown.

        A switch is explained by what its present value does, which comes first.
        """
        value = self.value(wanted)
        help, mentions, is_switch = self._help(wanted, value)
        said = _(help).format(**self._quoted(mentions))
        if not is_switch:
            return said
        return _("{option}: {explanation}").format(
            option=self.shown(value), explanation=said
        )

    def _help(
        self, wanted: TableWish, value: object
    ) -> tuple[str, Mapping[str, object], bool]:
        """Return the help at a value, the values it names, and whether it's a switch."""
        if isinstance(self.option, Switch):
            return self.option.help if value else self.option.off_help, {}, True
        if self.option is not None:
            return self.option.help, self.option.mentions, False
        own = self._own(wanted)
        said = own.help
        if own.off_help is not None and value != own.flag:
            said = own.off_help
        return said.template, said.fields, bool(own.flag)

    def _quoted(self, values: Mapping[str, object]) -> Mapping[str, str]:
        """Return values as the form shows them, in quotation marks."""
        return {name: text.in_quotes(self.shown(it)) for name, it in values.items()}

    def fits(self, value: object) -> bool:
        """Return whether a value is allowed; a game checks its own options together."""
        return self.option.fits(value) if self.option else isinstance(value, str)

    def read(self, typed: str) -> Any:
        """
        Parse a typed value.

        Raises:
            ValueError: It is invalid; the message is one sentence for a person.
        """
        return self.option.read(typed) if self.option else typed

    def settled(self, wanted: TableWish, value: Any) -> TableWish:
        """Return *wanted* with this option set to *value*."""
        if self.option is GAME:
            return replace(wanted, game=value).fitting()
        if self.option is not None:
            values = wanted.values.having(**{self.option.param: value})
            return replace(wanted, values=values).fitting()
        own = {name: it for name, it in wanted.own.items() if name != self.name}
        if value != self._usual(wanted):
            own[self.name] = value
        return replace(wanted, own=own)

    def _usual(self, wanted: TableWish) -> str:
        return self._own(wanted).usual

    def _own(self, wanted: TableWish) -> Option:
        """Return the game's own option."""
        options = core_games.OPTIONS[wanted.game]
        return next(it for it in options if it.name == self.name)


def recalled(kept: Mapping[str, object]) -> TableWish:
    """Return a table that was kept; what this version can't use stays at its default."""
    game = kept.get(GAME.param)
    wanted = TableWish(game if game in core_games.GAMES else core_games.GAMES[0])
    for choice in (*EVERY_TABLE, *face_of(wanted.game).table_choices):
        typed = kept.get(choice.name)
        if isinstance(typed, str):
            with contextlib.suppress(ValueError):
                now = choice.settled(wanted, choice.read(typed))
                now.check()
                wanted = now
    return wanted


def every_choice() -> Iterator[SettingChoice]:
    """Yield every choice of every game."""
    yield from (WHICH_GAME, *EVERY_TABLE)
    for game in core_games.GAMES:
        yield from face_of(game).table_choices


def choices(wanted: TableWish) -> Iterator[SettingChoice]:
    """Yield the choices that have an effect, in display order."""
    own = face_of(wanted.game).table_choices
    for choice in (
        WHICH_GAME,
        *(it for it in own if not it.is_last),
        *EVERY_TABLE,
        *(it for it in own if it.is_last),
    ):
        if choice.counts(wanted):
            yield choice


def numbers_of_bots(wanted: TableWish) -> Sequence[int]:
    """Return how many bots there can be if no other person plays."""
    return [players - 1 for players in core_games.players(wanted.game)]


def choices_against_bots(wanted: TableWish) -> Iterator[SettingChoice]:
    """Yield the choices for a game in which bots have all other seats."""
    for choice in choices(wanted):
        if choice.option is BOTS:
            yield choice._replace(values=numbers_of_bots)
        elif choice.option in (None, GAME, STRATEGY):
            yield choice


def among(*values: object) -> Callable[[TableWish], Sequence[Any]]:
    """Return a function that offers these values, whatever else is wanted."""
    return lambda wanted: values


def named(names: Mapping[str, str]) -> Callable[[Any], str]:
    """Return a function that shows values by name; others are shown as typed."""
    return lambda value: _(names[value]) if value in names else str(value)


def _choice(option: TableOption[Any]) -> SettingChoice:
    return SettingChoice(
        option.param,
        option.label,
        lambda value: option.words(value, text.duration),
        _IN_GAME.get(option, among(*option.steps)),
        lambda wanted: option.counts(wanted.values),
        option,
        option.asks,
    )


_IN_GAME: Mapping[TableOption[Any], Callable[[TableWish], Sequence[Any]]] = {
    PLAYERS: lambda wanted: (0, *core_games.players(wanted.game)),
    BOTS: lambda wanted: range(wanted.most + 1),
}
"""Values that depend on the game."""

WHICH_GAME = SettingChoice(
    GAME.param,
    GAME.label,
    lambda it: core_games.TITLES[it],
    among(*core_games.GAMES),
    option=GAME,
)

EVERY_TABLE = tuple(
    _choice(it) for it in options_of(PLAY) if it.label and it is not GAME
)
"""Options of every table, besides the game."""

AT_OTHERS = tuple(
    _choice(it) for it in options_of(JOIN) if it.label and PLAY not in it.programs
)
"""Further options at a host that others use, too: who can see the table."""

DRAWN = SettingChoice(
    DRAW.name,
    marked("Board assignment"),
    named({LOT: marked("random"), CHOSEN: marked("chosen in turn")}),
    among(LOT, CHOSEN),
)
"""For games whose boards or wonders can be chosen."""
