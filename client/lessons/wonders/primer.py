"""
How 7 Wonders goes and how its points are made, in a few lines with signs.

It is for somebody who has played once and wants to look something up; `lessons` teaches a
first game. The lines of the score sheet are explained more briefly in `scoresheet`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sealed_wonders.client.lessons.primer import PrimerLine
from sealed_wonders.net.words import _


def primer(expansions: Collection[str]) -> Iterator[PrimerLine]:
    """Yield the lines, those of expansions last."""
    yield PrimerLine(
        (),
        _(
            "Three ages of six turns. In each turn, everybody uses one card at the same "
            "time and passes the rest to a neighbour."
        ),
    )
    yield PrimerLine(
        ("stage",),
        _(
            "A card is built, or put under your wonder to build its next stage, or sold "
            "for 3 coins. A stage gives what it shows."
        ),
    )
    yield PrimerLine(
        ("card.brown", "card.grey"),
        _(
            "Brown and grey cards make goods every turn. You can buy missing goods "
            "from a neighbour, for 2 coins each."
        ),
    )
    yield PrimerLine(
        ("card.red", "shield"),
        _(
            "Red: shields. After each age, having more than a neighbour brings 1, 3, "
            "then 5 points; having fewer costs 1 point."
        ),
    )
    yield PrimerLine(("card.blue",), _("Blue: the points on the card."))
    yield PrimerLine(
        ("card.green", "gear"),
        _(
            "Green: 1, 4, 9, 16 … points for 1, 2, 3, 4 … of the same symbol, and 7 more "
            "for each set of all three."
        ),
    )
    yield PrimerLine(
        ("card.yellow",),
        _("Yellow: coins and cheaper goods; in the third age, points as well."),
    )
    yield PrimerLine(
        ("card.purple",),
        _("Purple (guilds): points for what you or your neighbours have at the end."),
    )
    yield PrimerLine(("coin",), _("Coins: 1 point for every 3 that you have left."))
    if "leaders" in expansions:
        yield PrimerLine(
            ("crown",),
            _(
                "Leaders: at the beginning of each age, you may recruit one of yours for "
                "coins. Its effect lasts."
            ),
        )
    if "edifice" in expansions:
        yield PrimerLine(
            ("pawn",),
            _(
                "Edifices: to take part, pay extra when you build a stage. If the "
                "edifice of the age is built, you get its reward; otherwise, those "
                "who took no part pay a penalty."
            ),
        )
    yield PrimerLine(
        ("won",),
        _("The most points win; if tied, the most coins."),
    )
