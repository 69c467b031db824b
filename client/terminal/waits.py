"""
What a table waits for, in one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.table.players import Wait
from sealed_wonders.client.terminal import text
from sealed_wonders.core.game import Seat

CENTRAL = "central"
"""The deck of which nothing is dealt in Architects, but shown by the cat."""


def _kind(wait: Wait) -> str:
    """Give the kind of the phase, or that somebody only looks."""
    kind, deck = wait.phase.kind, wait.phase.deck.partition("/")[0]
    return text.PEEK if kind == "DEAL" and deck == CENTRAL else kind


def sentence(
    wait: Wait, names: Sequence[str], me: Seat, here: Sequence[bool] = ()
) -> str:
    """
    Say what a table waits for, if it isn't our choice.

    Args:
        names: by seat.
        here: who is connected, by seat; empty before anything was said of it.
    """
    kind = _kind(wait)
    if wait.behind > len(names):
        return text.catching_up(wait.behind)
    if not wait.missing:
        others = [names[seat] for seat in wait.checking if seat != me]
        return text.checking(others) if others else text.checking_own()
    place = wait.phase.seats[0] + 1, len(names)
    if wait.working:
        return text.mixes(None, *place) if kind == "MIX" else text.working(kind)
    missing = [seat for seat in wait.missing if seat != me]
    if not missing:
        return text.on_its_way()
    away = [names[seat] for seat in missing if seat < len(here) and not here[seat]]
    if kind == "MIX":
        said = text.mixes(names[missing[0]], *place)
    else:
        said = text.waiting([names[seat] for seat in missing], text.going_on(kind))
    return said + text.not_connected(away)
