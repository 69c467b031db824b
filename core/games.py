"""
The games there are, by the name a table gives them.

Each is a package beside this module, with a ``TITLE``; and in it are, by the same names in
all games, the modules that others ask for:

- `options`: the numbers of ``PLAYERS``, and ``OPTIONS``, which programs offer; nothing else
  of a game is loaded for these;
- `typed`: ``read(typed)`` for what people typed of them, and ``named(option, typed)``;
- `ruleset`: ``agreed(players, options)`` for the rules of a table,
  ``seats(options)`` for how many can play by them, ``standings(state)``, and
  ``part(state)``;
- `pictures`: ``pictures()`` for all there are, by their ids (`sealed_wonders.core.pictures.svg`);
- `public`: see `sealed_wonders.core.chronicle.Public`;
- `record` and `check`: see `sealed_wonders.core.records.games`.

A game more is a package more, and its name in `GAMES`. What a game is made of is loaded
when it is asked for: whoever plays one doesn't wait for the catalogues of the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from typing import Any, TypeVar

from sealed_wonders.core.game import Ruleset, State
from sealed_wonders.core.options import Option
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence

_T = TypeVar("_T")

GAMES = ("wonders", "architects")
"""The games this program plays."""


def module(game: str, name: str = "") -> Any:
    """
    Return the package of a game, or a module in it.

    Raises:
        ValueError: there is no such game.
    """
    if game not in GAMES:
        raise ValueError(
            Sentence(
                "no game is called {name}, only {known}",
                name=shown(game),
                known=", ".join(GAMES),
            )
        )
    return import_module(f"sealed_wonders.core.{game}{name and '.'}{name}")


class _Said(Mapping[str, _T]):
    """
    What a module of each game says under one name, by the game.

    It is loaded when its game is asked for, and no sooner.
    """

    def __init__(self, name: str, where: str = "") -> None:
        self._name = name
        self._where = where

    def __getitem__(self, game: str) -> _T:
        if game not in GAMES:
            raise KeyError(game)
        said: _T = getattr(module(game, self._where), self._name)
        return said

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


TITLES: Mapping[str, str] = _Said("TITLE")
"""What the games are called, in every language."""

OPTIONS: Mapping[str, tuple[Option, ...]] = _Said("OPTIONS", "options")
"""What a table agrees besides what every table does, by its game."""


def players(game: str) -> range:
    """
    Return the numbers of players a game is for.

    Raises:
        ValueError: there is no such game.
    """
    numbers: range = module(game, "options").PLAYERS
    return numbers


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
    numbers: range = module(game, "ruleset").seats(options)
    return numbers


def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
    """
    Return the rules a table plays by.

    Args:
        options: what the table agreed; those that aren't the game's don't matter.

    Raises:
        ValueError: there is no such game, or not with these; the message is one
            sentence for a person.
    """
    rules: Ruleset = module(game, "ruleset").agreed(players, options)
    return rules


def standings(state: State) -> Sequence[Mapping[str, str]]:
    """
    Return what a result says of each seat besides its score, by seat.

    The words are the catalogue's ids, once they are settled: for wonders ``board`` and
    ``side``, for architects ``wonder``.
    """
    if state.rules.name not in GAMES:
        return ()
    rules = module(state.rules.name, "ruleset")
    rows: Sequence[Mapping[str, str]] = rules.standings(state)
    return rows


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
    if state.rules.name not in GAMES:
        return 0
    number: int = module(state.rules.name, "ruleset").part(state)
    return number


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
    agreed: Mapping[str, str] = module(game, "typed").read(unusual)
    return {name: value for name, value in agreed.items() if value}


def named(game: str, option: str, typed: Mapping[str, str]) -> Sequence[str]:
    """
    Return what can be named for an option that isn't one of some choices.

    Args:
        typed: what is typed of others.
    """
    names: Sequence[str] = module(game, "typed").named(option, typed)
    return names
