"""
The games there are, by the name a table gives them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Ruleset, State
from sealed_wonders.core.quoting import shown

TITLES: Mapping[str, str] = {
    "wonders": "7 Wonders",
    "architects": "7 Wonders: Architects",
}
"""What the games are called that this program plays, in every language."""

GAMES = tuple(TITLES)
"""The games this program plays."""

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "wonders": ("sides", "with", "leaders", "boards", "draw", "memory"),
    "architects": ("draw",),
}
"""What a table agrees besides what every table does, by its game."""


def players(game: str) -> range:
    """
    Give the numbers of players a game is for.

    Raises:
        ValueError: there is no such game.
    """
    match game:
        case "wonders":
            from sealed_wonders.core.wonders.catalog import PLAYERS

            return PLAYERS
        case "architects":
            from sealed_wonders.core.architects.ruleset import PLAYERS as TWO_TO_SEVEN

            return TWO_TO_SEVEN
    raise _unknown(game)


def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
    """
    Give the rules a table plays by.

    Args:
        options: what the table agreed; those that aren't the game's don't matter.

    Raises:
        ValueError: there is no such game, or not with these; the message is one
            sentence for a person.
    """
    match game:
        case "wonders":
            # Whoever never asks for a game doesn't wait for its catalogue either.
            from sealed_wonders.core.wonders.ruleset import Wonders

            return Wonders(
                players,
                _word(options, "sides", "choose"),
                _names(_word(options, "with")),
                _word(options, "leaders", "standard"),
                boards=_names(_word(options, "boards")),
                draw=_word(options, "draw", LOT),
            )
        case "architects":
            from sealed_wonders.core.architects.ruleset import Architects

            return Architects(players, _word(options, "draw", LOT))
    raise _unknown(game)


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
            raise ValueError(f"no expansion is called {shown(name, 40)}, only {known}")
        if names.count(name) > 1:
            raise ValueError(f"expansions are named once each: {shown(text, 60)}")
    return tuple(name for name in EXPANSIONS if name in names)


def read_boards(text: str, expansions: tuple[str, ...]) -> tuple[str, ...]:
    """
    Read which boards a person wants on the table, with commas between them (W1.6).

    A word is the id of a board or its name in any language, with accents or without, or
    stands for several: ``base`` for the usual ones, ``all`` for those of the second edition that can be
    played with the expansions, ``first`` for those of the first.

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
                f"no board {shown(word, 40)} can be played here, only {known}"
            )
        wanted.update(meant[_plain(word)])
    check_playable(sorted(wanted), expansions)
    boards = [board.id for board in possible if board.id in wanted]
    return () if boards == usual else tuple(boards)


def _plain(word: str) -> str:
    """Leave out what people may type of a name, or not: accents, capitals, spaces."""
    parts = unicodedata.normalize("NFD", word.strip().casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def _word(options: Mapping[str, object], key: str, usual: str = "") -> str:
    """Read an option that is a word; the usual one if nothing is said."""
    value = options.get(key, usual)
    if type(value) is not str:
        raise ValueError(f"the option {shown(key)} is a word: {shown(value)}")
    return value


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()


def standings(state: State) -> Sequence[Mapping[str, str]]:
    """
    Give what a result says of each seat besides its score, by seat.

    The words are the catalogue's ids, once they are settled: for wonders ``board`` and
    ``side``, for architects ``wonder``.
    """
    match state.rules.name:
        case "wonders":
            from sealed_wonders.core.wonders.state import State as WondersState

            if isinstance(state, WondersState):
                cities = state.cities
                return [{"board": c.board.id, "side": c.side.name} for c in cities]
        case "architects":
            from sealed_wonders.core.architects.state import State as ArchitectsState

            if isinstance(state, ArchitectsState):
                return [{"wonder": city.wonder.id} for city in state.cities]
    return ()


def _unknown(game: str) -> ValueError:
    return ValueError(f"no game is called {shown(game)}, only {', '.join(GAMES)}")
