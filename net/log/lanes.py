"""
Lanes: chains of phases in one log, each with its own numbers.

The game itself is one lane. Envelopes of other lanes name the phase of the game that
they are about. A lane's name is signed with each of its envelopes.
"""

from __future__ import annotations

from sealed_wonders.net.log.envelopes import Body, Envelope

LOBBY = "lobby"
"""Lane in which a table is set up."""

MAIN = "main"
"""Lane of the game itself."""

BALLOTS = "drop/"
"""
Prefix of the lanes of ballots, followed by the number of the seat that opens them.
"""

HANDOVERS = "seat/"
"""Prefix of the lanes of handovers, followed by the number of the seat."""

ATTENDANCE = "here/"
"""
Prefix of the lanes in which a seat says whether anybody is there, followed by its
number.
"""

DISCLOSURES = "after/"
"""
Prefix of the lanes in which a seat opens cards after the game, followed by its number.
"""

HALTS = "halt"
"""
Lane in which seats vote to end the game early. A phase has the number of the game's
phase.
"""


def phase_of(body: Body) -> int | None:
    """Return the phase named in the body of a ballot or handover, or None."""
    match body:
        case (phase, *_) if type(phase) is int:
            return phase
    return None


def phase_about(envelope: Envelope) -> int | None:
    """Return the phase of the game that an envelope is about, or None."""
    if envelope.lane.startswith((BALLOTS, HANDOVERS)):
        return phase_of(envelope.body)
    return envelope.phase if envelope.lane in (MAIN, HALTS) else None
