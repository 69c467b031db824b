"""How Architects goes and how its points are made, in a few lines with signs."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sealed_wonders.client.lessons.primer import PrimerLine
from sealed_wonders.core.architects.scoring import CAT, VICTORY
from sealed_wonders.net.words import _


def primer(expansions: Collection[str]) -> Iterator[PrimerLine]:
    """Yield the lines; there are no expansions."""
    yield PrimerLine(
        (),
        _(
            "On your turn, you take one card: from the pile on your left, the one on "
            "your right, or the central one, which is face down."
        ),
    )
    yield PrimerLine(
        ("card.grey", "stage"),
        _(
            "Grey cards build your wonder, stage by stage. As soon as you can build a "
            "stage, you must."
        ),
    )
    yield PrimerLine(
        ("card.yellow",), _("Yellow: a coin stands for any missing resource.")
    )
    yield PrimerLine(
        ("card.green", "progress"),
        _(
            "Green: two identical symbols, or three different ones, become a progress "
            "token."
        ),
    )
    yield PrimerLine(
        ("card.red", "horn"),
        _(
            "Red: shields, and horns that bring a battle nearer. In a battle, you get "
            "{n} points for each neighbour who has fewer shields than you."
        ).format(n=VICTORY),
    )
    yield PrimerLine(
        ("card.blue", "cat"),
        _(
            "Blue: the points on the card. One with a cat brings the cat, which shows "
            "you the top of the central pile and is worth {n} points at the end."
        ).format(n=CAT),
    )
    yield PrimerLine(
        ("wonder",),
        _(
            "The game ends with the turn in which somebody completes their wonder. "
            "The most points win; if tied, the most stages."
        ),
    )
