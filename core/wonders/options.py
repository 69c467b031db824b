"""
The options that only tables of 7 Wonders have.

Players sign their keys and values (docs/PROTOCOL.md, Options), and type them.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.draws import DRAW
from sealed_wonders.core.options import Option
from sealed_wonders.core.sentences import Sentence

PLAYERS = range(3, 8)
"""The supported numbers of players (W1.1)."""

SIDES = ("day", "night", "choose", "random")
"""The ways to settle the sides of the boards (W1.3)."""

EXPANSIONS = ("leaders", "edifice")
"""In canonical order."""

LEADER_SETS: Mapping[str, tuple[str, ...]] = {
    "standard": ("standard",),
    "expert": ("standard", "expert"),
}
"""For each choice, the sets of leaders that are dealt (L1.2)."""

BASE = "base"
"""Stands for the boards that are in play by default."""

WITH = Option(
    "with",
    "--with",
    Sentence(
        "Expansions to play with: {leaders}, {edifice} or both.",
        leaders="leaders",
        edifice="edifice",
    ),
    metavar=Sentence("NAME[,NAME...]"),
    names_expansions=True,
    in_catalogue=Sentence(
        "Show only cards and boards from a game with these expansions: "
        "leaders, edifice or both."
    ),
)

LEADERS = Option(
    "leaders",
    "--leaders",
    Sentence(
        "Leaders to deal in a game with Leaders; {expert} adds the expert "
        "leaders to the standard leaders.",
        expert="expert",
    ),
    choices=tuple(LEADER_SETS),
    usual="standard",
)

BOARDS = Option(
    "boards",
    "--boards",
    Sentence(
        "Boards to play with: {base} (the boards of the game and its "
        "expansions), {all} (these boards and Carthage), {first} (the boards of "
        "the first edition), or the names of boards.",
        base=BASE,
        all="all",
        first="first",
    ),
    usual=BASE,
    metavar=Sentence("NAME[,NAME...]"),
    in_catalogue=Sentence(
        "Show only the cards and boards of a game that uses these boards. Takes the "
        "same names as `wonders play --boards`."
    ),
)

MEMORY = Option(
    "memory",
    "--no-memory-aid",
    Sentence(
        "Don't show players, on any screen, which cards they saw in the hands that "
        "they have passed."
    ),
    flag="off",
    off_help=Sentence(
        "Show each player, on the screen, which cards they saw in the hands that they "
        "passed on."
    ),
    is_rule=False,
)

OPTIONS = (
    Option(
        "sides",
        "--sides",
        Sentence(
            "Sides of the boards; with {choose}, each player chooses a side.",
            choose="choose",
        ),
        choices=SIDES,
        usual="choose",
        is_always_said=True,
        to_learn="day",
    ),
    WITH,
    LEADERS,
    BOARDS,
    DRAW,
    MEMORY,
)


def has_memory_aid(agreed: Mapping[str, object]) -> bool:
    """
    Return whether programs may show which cards were seen in passed hands.

    True if the option is missing, as in games from before this option existed.
    """
    return agreed.get(MEMORY.name) != MEMORY.flag
