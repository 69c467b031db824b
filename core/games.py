"""
The games there are, by the name a table gives them.

Each is a package beside this module, whose `definition` says what the game is: see
`sealed_wonders.core.definition`. A game more is a package more, and an entry in
`DEFINITIONS`. What a game is made of is loaded when it is asked for: whoever plays one
doesn't wait for the catalogues of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from sealed_wonders.core.game import Ruleset, State
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
"""What imports the definition of a game, by the game's name."""

GAMES = tuple(DEFINITIONS)
"""The games this program plays."""


def definition(game: str) -> GameDefinition:
    """
    Return the definition of a game.

    Raises:
        ValueError: there is no such game.
    """
    if game not in DEFINITIONS:
        raise ValueError(
            Sentence(
                "no game is called {name}, only {known}",
                name=shown(game),
                known=", ".join(GAMES),
            )
        )
    return DEFINITIONS[game]()


class _OfEach(Mapping[str, _T]):
    """One value of each game's definition, by the game; read when it is asked for."""

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
"""What the games are called, in every language."""

OPTIONS: Mapping[str, tuple[Option, ...]] = _OfEach(lambda game: game.options)
"""What a table agrees besides what every table does, by its game."""


def players(game: str) -> range:
    """
    Return the numbers of players a game is for.

    Raises:
        ValueError: there is no such game.
    """
    return definition(game).players


def expansions(game: str, options: Mapping[str, object]) -> tuple[str, ...]:
    """
    Return the words of the expansions that are played with; none of a game unknown here.

    Args:
        options: what the table agreed.
    """
    named = (
        str(options[option.name]).split(",")
        for option in OPTIONS.get(game, ())
        if option.names_expansions and options.get(option.name)
    )
    return tuple(chain.from_iterable(named))


def seats(game: str, options: Mapping[str, object]) -> range:
    """
    Return the numbers of players who can play with what a table agreed.

    Raises:
        ValueError: there is no such game.
    """
    return definition(game).seats(options)


def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
    """
    Return the rules a table plays by.

    Args:
        options: what the table agreed; those that aren't the game's don't matter.

    Raises:
        ValueError: there is no such game, or not with these; the message is one
            sentence for a person.
    """
    return definition(game).ruleset(players, options)


def standings(state: State) -> Sequence[Mapping[str, str]]:
    """
    Return what a result says of each seat besides its score, by seat.

    The words are the catalogue's ids, once they are settled: for wonders ``board`` and
    ``side``, for architects ``wonder``.
    """
    game = state.rules.name
    return definition(game).standings(state) if game in DEFINITIONS else ()


def by_bare_word(game: str) -> Mapping[str, Option]:
    """Return a game's own options, by the words without dashes."""
    return {option.bare_word: option for option in OPTIONS[game]}


def in_bare_words(game: str, agreed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """
    Give what holds for each of a game's own options, with its word without dashes.

    Args:
        agreed: by the names of options; those that aren't there are as usual.
    """
    for option in OPTIONS[game]:
        yield option.bare_word, str(agreed.get(option.name, option.usual))


def part(state: State) -> int:
    """
    Return which part of a game a state is in whose people choose something; they count up.

    What a table agrees during a game holds from the next one on: from the next age of 7
    Wonders, or the next turn of Architects.
    """
    game = state.rules.name
    return definition(game).part(state) if game in DEFINITIONS else 0


def read(game: str, typed: Mapping[str, str]) -> Mapping[str, str]:
    """
    Read what a person has typed of the game's own options.

    Args:
        typed: by the names of options; those that aren't there are as usual, and those
            that aren't the game's don't matter.

    Returns:
        What a table agrees, without what is so if nothing is said.

    Raises:
        BadOption: one can't be read; carries one sentence for a person.
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
    Return what can be named for an option that isn't one of some choices.

    Args:
        typed: what is typed of others.
    """
    return definition(game).named(option, typed)
