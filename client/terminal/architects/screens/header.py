"""The state of the turn, for the top row of a table of Architects."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal.architects.screens.around import SeenTable
from sealed_wonders.client.words.architects import narrate
from sealed_wonders.core.game import Over
from sealed_wonders.net.words import _


def moment(around: SeenTable, round: int, what: str) -> Sequence[str]:
    """
    Return which round it is, and whose turn.

    Args:
        round: The number of this turn among those of the same player; 0 before the
            first.
        what: The choice we have to make; empty if it isn't for us to choose.
    """
    state = around.state
    if isinstance(state.ask, Over):
        return (_("The game is over"),)
    if not state.turn:
        return ()
    whose = _("it is {name}'s turn").format(name=around.name(state.seat))
    if around.is_mine(state.seat):
        whose = _("your turn: {what}").format(what=what) if what else _("your turn")
    return (narrate.round_title(round), whose)
