"""
The registry of the games' rules, by the name that a table uses for a game.

Each game is a package beside this module. Its module `definition` contains one value of
the type in `sealed_wonders.core.definition`. To add a game, add its package and an
entry in `DEFINITIONS`. A game's modules and catalogue are imported on first use, so a
program that plays one game doesn't load the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from sealed_wonders.core.game import AnyState, Ruleset
from sealed_wonders.core.options import Option
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence

if TYPE_CHECKING:
    from sealed_wonders.core.definition import GameDefinition

_T = TypeVar("_T")


def _wonders() -> GameDefinition:
    from sealed_wonders.core.wonders.definition import DEFINITION

    return DEFINITION


def _architects() -> GameDefinition:
    from sealed_wonders.core.architects.definition import DEFINITION

    return DEFINITION


DEFINITIONS: dict[str, Callable[[], GameDefinition]] = {
    "wonders": _wonders,
    "architects": _architects,
}
"""For each game's name, a function that imports the game's definition."""

GAMES = tuple(DEFINITIONS)
"""The names of all games."""


def definition(game: str) -> GameDefinition:
    """
    Return the definition of a game.

    Raises:
        ValueError: there is no such game.
    """
    if game not in DEFINITIONS:
        raise ValueError(
            Sentence(
                "there is no game called {name}; the games are {known}",
                name=shown(game),
                known=", ".join(GAMES),
            )
        )
    return DEFINITIONS[game]()


class _OfEach(Mapping[str, _T]):
    """A mapping from each game to one value of its definition, evaluated on access."""

    def __init__(self, value: Callable[[GameDefinition], _T]) -> None:
        self._value = value

    def __getitem__(self, game: str) -> _T:
        if game not in DEFINITIONS:
            raise KeyError(game)
        return self._value(definition(game))

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


TITLES: Mapping[str, str] = _OfEach(lambda game: game.title)
"""The games' titles, the same in every language."""

OPTIONS: Mapping[str, tuple[Option, ...]] = _OfEach(lambda game: game.options)
"""The options that belong to a single game, by game."""


def players(game: str) -> range:
    """
    Return the numbers of players that a game supports.

    Raises:
        ValueError: there is no such game.
    """
    return definition(game).players


def expansions(game: str, options: Mapping[str, object]) -> tuple[str, ...]:
    """
    Return the names of the expansions in play; none for an unknown game.

    Args:
        options: the table's options.
    """
    named = (
        str(options[option.name]).split(",")
        for option in OPTIONS.get(game, ())
        if option.names_expansions and options.get(option.name)
    )
    return tuple(chain.from_iterable(named))


def seats(game: str, options: Mapping[str, object]) -> range:
    """
    Return the numbers of players that can play with a table's options.

    Raises:
        ValueError: there is no such game.
    """
    return definition(game).seats(options)


def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
    """
    Return the rules for a table.

    Args:
        options: the table's options; those of other games are ignored.

    Raises:
        ValueError: there is no such game, or these options don't fit together. The
            message is one sentence for a person.
    """
    return definition(game).ruleset(players, options)


def standings(state: AnyState) -> Sequence[Mapping[str, str]]:
    """
    Return, for each seat, what a result records besides the score.

    The words are catalogue ids, once they are known: ``board`` and ``side`` for
    wonders, ``wonder`` for architects.
    """
    game = state.rules.name
    return definition(game).standings(state) if game in DEFINITIONS else ()


def by_bare_word(game: str) -> Mapping[str, Option]:
    """Return a game's own options, by option word without dashes."""
    return {option.bare_word: option for option in OPTIONS[game]}


def in_bare_words(game: str, agreed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """
    Yield each of a game's own options as its word without dashes and its value.

    Args:
        agreed: values by option name; missing options have their default.
    """
    for option in OPTIONS[game]:
        yield option.bare_word, str(agreed.get(option.name, option.usual))


def part(state: AnyState) -> int:
    """
    Return the number of the part of the game that a state is in. Parts count up.

    Options that change during a game take effect in the next part: the next age of 7
    Wonders, the next turn of Architects.
    """
    game = state.rules.name
    return definition(game).part(state) if game in DEFINITIONS else 0


def read(game: str, typed: Mapping[str, str]) -> Mapping[str, str]:
    """
    Parse the text typed for a game's own options.

    Args:
        typed: text by option name. Missing options have their default, and options of
            other games are ignored.

    Returns:
        The options as a table keeps them, without those at their default.

    Raises:
        BadOption: a value can't be parsed; carries one sentence for a person.
        ValueError: there is no such game.
    """
    unusual = {
        option.name: typed[option.name]
        for option in OPTIONS[game]
        if typed.get(option.name, option.usual) != option.usual
    }
    if not unusual:
        return {}
    agreed = definition(game).read(unusual)
    return {name: value for name, value in agreed.items() if value}


def named(game: str, option: str, typed: Mapping[str, str]) -> Sequence[str]:
    """
    Return the possible values of an option that has no fixed choices.

    Args:
        typed: the text typed for the other options.
    """
    return definition(game).named(option, typed)
