"""
What a table of 7 Wonders agrees besides what every table does.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.draws import DRAW
from sealed_wonders.core.options import Option
from sealed_wonders.core.sentences import Sentence

PLAYERS = range(3, 8)
"""How many can play (W1.1)."""

SIDES = ("day", "night", "choose", "random")
"""How a table settles the sides of the boards (W1.3)."""

EXPANSIONS = ("leaders", "edifice")
"""In the order in which a table names them."""

LEADER_SETS: Mapping[str, tuple[str, ...]] = {
    "standard": ("standard",),
    "expert": ("standard", "expert"),
}
"""Which leaders are dealt where a table chooses this (L1.2)."""

BASE = "base"
"""Stands for the boards that are on the table if nothing is said of them."""

WITH = Option(
    "with",
    "--with",
    Sentence("The expansions played with: leaders, edifice, or both."),
    metavar=Sentence("NAME[,NAME...]"),
    names_expansions=True,
    in_catalogue=Sentence(
        "Only what there is in a game with these expansions, leaders, edifice, or both; "
        "as JSON with the numbers that physical cards have there. [default: all there "
        "is; as JSON the base game]"
    ),
)

LEADERS = Option(
    "leaders",
    "--leaders",
    Sentence("With the leaders: which are dealt; expert adds to the standard."),
    choices=tuple(LEADER_SETS),
    usual="standard",
)

BOARDS = Option(
    "boards",
    "--boards",
    Sentence(
        "The boards on the table: base (those of the game and of its expansions), all "
        "(Carthage too), first (those of the first edition), or boards by their names."
    ),
    usual=BASE,
    metavar=Sentence("NAME[,NAME...]"),
    in_catalogue=Sentence(
        "Only what there is in a game with these boards; as wonders play takes it."
    ),
)

MEMORY = Option(
    "memory",
    "--no-memory-aid",
    Sentence(
        "Agree with all players that their programs don't show what they have seen "
        "of hands that went round."
    ),
    flag="off",
    is_rule=False,
)

OPTIONS = (
    Option(
        "sides",
        "--sides",
        Sentence("How the sides of the boards are settled."),
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
    Tell whether programs may show what was seen of hands that went round.

    They may where nothing is said of it, as at every table before there was this option.
    """
    return agreed.get(MEMORY.name) != MEMORY.flag
