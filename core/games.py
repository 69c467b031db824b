"""
The games there are, by the name a table gives them.

Each is a package beside this module, with a ``TITLE`` and ``OPTIONS``; and in it are, by
the same names in all games, the modules that others ask for:

- `ruleset`: the numbers of ``PLAYERS``, ``agreed(players, options)`` for the rules of a
  table, and ``standings(state)``;
- `record` and `check`: see `sealed_wonders.core.records.games`.

A game more is a package more, and its name in `GAMES`. What a game is made of is loaded
when it is asked for: whoever plays one doesn't wait for the catalogues of the others.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, TypeVar

from sealed_wonders.core.game import Ruleset, State
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
    What the package of each game says under one name, by the game.

    A package is loaded when its game is asked for, and no sooner.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getitem__(self, game: str) -> _T:
        if game not in GAMES:
            raise KeyError(game)
        said: _T = getattr(module(game), self._name)
        return said

    def __iter__(self) -> Iterator[str]:
        return iter(GAMES)

    def __len__(self) -> int:
        return len(GAMES)


TITLES: Mapping[str, str] = _Said("TITLE")
"""What the games are called, in every language."""

OPTIONS: Mapping[str, tuple[str, ...]] = _Said("OPTIONS")
"""What a table agrees besides what every table does, by its game."""


def players(game: str) -> range:
    """
    Return the numbers of players a game is for.

    Raises:
        ValueError: there is no such game.
    """
    numbers: range = module(game, "ruleset").PLAYERS
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


def read_expansions(text: str) -> tuple[str, ...]:
    """
    Read the names of expansions that a person has typed, with commas between them.

    Returns:
        Them in their order, in whatever order they were typed.

    Raises:
        ValueError: there is none of a name, or it was named twice; the message is one
            sentence for a person.
    """
    from sealed_wonders.core.wonders.catalog import EXPANSIONS

    names = text.split(",") if text else []
    for name in names:
        if name not in EXPANSIONS:
            known = ", ".join(EXPANSIONS)
            raise ValueError(
                Sentence(
                    "no expansion is called {name}, only {known}",
                    name=shown(name, 40),
                    known=known,
                )
            )
        if names.count(name) > 1:
            raise ValueError(
                Sentence("expansions are named once each: {text}", text=shown(text, 60))
            )
    return tuple(name for name in EXPANSIONS if name in names)


def boards(expansions: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the boards that can be played with some expansions (W1.6)."""
    from sealed_wonders.core.wonders.catalog import possible_boards

    return tuple(board.id for board in possible_boards(expansions))


def read_boards(text: str, expansions: tuple[str, ...]) -> tuple[str, ...]:
    """
    Read which boards a person wants on the table, with commas between them (W1.6).

    A word is the id of a board or its name in any language, with accents or without, or
    stands for several: ``base`` for the usual ones, ``all`` for those of the second
    edition that can be played with the expansions, ``first`` for those of the first.

    Returns:
        Their ids in the catalogue's order; none, if they are the usual ones.

    Raises:
        ValueError: there is no such board; the message is one sentence for a person.
    """
    from sealed_wonders.core.wonders.catalog import (
        EXPANSIONS,
        FIRST,
        check_playable,
        possible_boards,
        usual_boards,
    )
    from sealed_wonders.core.wonders.model import BASE

    possible = possible_boards(expansions)
    usual = [board.id for board in usual_boards(expansions)]
    sets = {
        "base": usual,
        "all": [board.id for board in possible if board.box in (BASE, *EXPANSIONS)],
        "first": [board.id for board in possible if board.box == FIRST],
    }
    meant = {
        _plain(name): [board.id]
        for board in reversed(possible_boards(EXPANSIONS))
        for name in (*board.names.values(), board.id)
    }
    meant |= sets
    wanted: set[str] = set()
    for word in text.split(","):
        if _plain(word) not in meant:
            known = ", ".join((*sets, *(board.id for board in possible)))
            raise ValueError(
                Sentence(
                    "no board {name} can be played here, only {known}",
                    name=shown(word, 40),
                    known=known,
                )
            )
        wanted.update(meant[_plain(word)])
    check_playable(sorted(wanted), expansions)
    boards = [board.id for board in possible if board.id in wanted]
    return () if boards == usual else tuple(boards)


def _plain(word: str) -> str:
    """Leave out what people may type of a name, or not: accents, capitals, spaces."""
    parts = unicodedata.normalize("NFD", word.strip().casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
