"""The top row of a table of Architects: whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.terminal.screens.topline import topline
from sealed_wonders.client.words.draw import Row
from sealed_wonders.core.game import Over
from sealed_wonders.net.words import _


def header(
    around: SeenTable,
    left: float | None,
    width: int,
    *,
    others: Sequence[tuple[str, float]] = (),
    what: str = "",
    then: str = "",
    round: int = 0,
    ago: str = "",
) -> Row:
    """
    Draw the row.

    Args:
        left: Seconds until time is up; None for no limit.
        others: Names, each with the player's seconds for the game.
        what: The choice we have to make; empty if it isn't for us to choose.
        then: The default when time is up, if that is soon.
        round: The number of this turn among those of the same player; 0 before the
            first.
        ago: The age of the displayed state; empty if it is current.
    """
    wait = around.wait
    alone = bool(what) and wait is not None and wait.missing == (around.sight.ours,)
    first, *rest = (*_parts(around, what, round), "")
    parts = (first, ago, *rest)
    return topline(
        parts, left, width, around.symbols, others=others, alone=alone, then=then
    )


def _parts(around: SeenTable, what: str, round: int) -> Iterator[str]:
    state = around.state
    if isinstance(state.ask, Over):
        yield _("The game is over")
        return
    if state.turn:
        yield _("Round {n}").format(n=round)
        if around.is_mine(state.seat):
            yield _("your turn: {what}").format(what=what) if what else _("your turn")
        else:
            yield _("it is {name}'s turn").format(name=around.name(state.seat))
