"""
Lanes: the chains of phases of one log, each with numbers of its own.

The game itself is one lane. What is said about it in another lane names the phase of the
game it is about.
"""

from __future__ import annotations

from sealed_wonders.net.log.envelopes import Body, Envelope

LOBBY = "lobby"
"""The lane in which a table comes about."""

MAIN = "main"
"""The lane of the game itself."""

BALLOTS = "drop/"
"""How the lanes of ballots begin; the seat that opens them stands behind it."""

HANDOVERS = "seat/"
"""How the lanes begin in which a seat is handed over; its number stands behind it."""

ATTENDANCE = "here/"
"""
How the lanes begin in which a seat says whether anybody is there to play it; its number stands
behind it.
"""

DISCLOSURES = "after/"
"""
How the lanes begin in which a seat opens cards when the game is over; its number stands
behind it.
"""

HALTS = "halt"
"""
The lane in which seats say that they would end the game, before a phase of it. Its phases
have the numbers of those.
"""


def phase_of(body: Body) -> int | None:
    """Give the phase that an envelope of a ballot or handover is about; None if none."""
    match body:
        case (phase, *_) if type(phase) is int:
            return phase
    return None


def phase_about(envelope: Envelope) -> int | None:
    """Give the phase of the game that an envelope is about; None if it is about none."""
    if envelope.lane.startswith((BALLOTS, HANDOVERS)):
        return phase_of(envelope.body)
    return envelope.phase if envelope.lane in (MAIN, HALTS) else None
