"""Parsing of the options of 7 Wonders, as people type them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from sealed_wonders.core.options import BadOption
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence, sentence_of
from sealed_wonders.core.wonders.catalog import (
    FIRST,
    check_playable,
    check_wonders,
    possible_boards,
    usual_boards,
)
from sealed_wonders.core.wonders.model import BASE as BASE_BOX
from sealed_wonders.core.wonders.options import (
    BASE,
    BOARDS,
    EXPANSIONS,
    LEADERS,
    OPTIONS,
    WITH,
)

ALL = "all"
"""Stands for the second edition's boards that can be played with the expansions."""

FIRST_EDITION = "first"
"""Stands for the first edition's boards."""


def read(typed: Mapping[str, str]) -> Mapping[str, str]:
    """
    Return the table's options.

    Raises:
        BadOption: a value can't be parsed, or doesn't go with another option.
    """
    agreed = dict(typed)
    expansions = read_expansions(typed.get(WITH.name, ""))
    if WITH.name in typed:
        agreed[WITH.name] = ",".join(expansions)
    leaders = typed.get(LEADERS.name, LEADERS.usual)
    if leaders != LEADERS.usual and LEADERS.name not in expansions:
        raise BadOption(
            LEADERS,
            Sentence(
                "{leaders} leaders are dealt only in a game with Leaders",
                leaders=leaders,
            ),
        )
    if BOARDS.name in typed:
        agreed[BOARDS.name] = ",".join(read_boards(typed[BOARDS.name], expansions))
    return {
        option.name: agreed[option.name] for option in OPTIONS if option.name in agreed
    }


def read_expansions(text: str) -> tuple[str, ...]:
    """
    Parse names of expansions, separated by commas.

    Returns:
        The names in the order of `EXPANSIONS`, however they were typed.

    Raises:
        BadOption: there is no expansion of that name, or one is repeated.
    """
    names = text.split(",") if text else []
    for name in names:
        if name not in EXPANSIONS:
            said = Sentence(
                "there is no expansion called {name}; the expansions are {known}",
                name=shown(name, 40),
                known=", ".join(EXPANSIONS),
            )
            raise BadOption(WITH, said)
        if names.count(name) > 1:
            said = Sentence(
                "each expansion must be named only once: {text}", text=shown(text, 60)
            )
            raise BadOption(WITH, said)
    return tuple(name for name in EXPANSIONS if name in names)


def named(option: str, typed: Mapping[str, str]) -> tuple[str, ...]:
    """Return the possible values of an option, given the other options (W1.6)."""
    if option != BOARDS.name:
        return ()
    expansions = read_expansions(typed.get(WITH.name, ""))
    return BASE, ALL, FIRST_EDITION, *(it.id for it in possible_boards(expansions))


def read_boards(text: str, expansions: tuple[str, ...]) -> tuple[str, ...]:
    """
    Parse the boards to play with, separated by commas (W1.6).

    A word is a board's id, or its name in any language, with or without accents. It can
    also stand for several boards: ``base`` for the default, ``all`` for those of the
    second edition that can be played with the expansions, ``first`` for those of the
    first edition.

    Returns:
        The ids in the order of the catalogue; none if they are the default.

    Raises:
        BadOption: there is no such board, or it can't be played with these expansions.
    """
    possible = possible_boards(expansions)
    sets = _sets_of_boards(expansions)
    meant = _boards_by_name() | sets
    wanted: set[str] = set()
    for word in text.split(","):
        if _plain(word) not in meant:
            said = Sentence(
                "there is no board {name} in this game; the choices are {known}",
                name=shown(word, 40),
                known=", ".join((*sets, *(board.id for board in possible))),
            )
            raise BadOption(BOARDS, said)
        wanted.update(meant[_plain(word)])
    try:
        check_playable(sorted(wanted), expansions)
        check_wonders(wanted)
    except ValueError as problem:
        raise BadOption(BOARDS, sentence_of(problem)) from None
    boards = [board.id for board in possible if board.id in wanted]
    return () if boards == sets[BASE] else tuple(boards)


def _sets_of_boards(expansions: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the ids of the boards for each word that stands for several."""
    possible = possible_boards(expansions)
    boxes = BASE_BOX, *EXPANSIONS
    return {
        BASE: [board.id for board in usual_boards(expansions)],
        ALL: [board.id for board in possible if board.box in boxes],
        FIRST_EDITION: [board.id for board in possible if board.box == FIRST],
    }


def _boards_by_name() -> dict[str, list[str]]:
    """Return the id of each board, by id and by simplified name in any language."""
    return {
        _plain(name): [board.id]
        for board in reversed(possible_boards(EXPANSIONS))
        for name in (*board.names.values(), board.id)
    }


def _plain(word: str) -> str:
    """Return a name without accents, capitals and outer spaces."""
    parts = unicodedata.normalize("NFD", word.strip().casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))
