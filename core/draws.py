"""The option, in both games, for how boards or wonders are assigned to players."""

from __future__ import annotations

from sealed_wonders.core.options import Option
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence

LOT = "lot"

CHOSEN = "chosen"
"""By the players, one after another in the order of seats."""

DRAWS = (LOT, CHOSEN)

DRAW = Option(
    "draw",
    "--draw",
    Sentence(
        "How players get their boards: drawn by lot ({lot}), or chosen by each player "
        "in turn ({chosen}).",
        lot=LOT,
        chosen=CHOSEN,
    ),
    choices=DRAWS,
    usual=LOT,
)


def check_draw(draw: str) -> None:
    """
    Check that a value is one of `DRAWS`.

    Raises:
        ValueError: it isn't; the message is one sentence for a person.
    """
    if draw not in DRAWS:
        raise ValueError(
            Sentence("'draw' must be lot or chosen, not {way}", way=shown(draw, 20))
        )
