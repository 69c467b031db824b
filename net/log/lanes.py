"""
Lanes: chains of phases in one log, each with its own numbers.

The game itself is the lane `main`. Five *side lanes* run beside it. Entries of a side
lane may arrive during any phase of the game; the envelope, or its body, names the phase
that it is about. `LaneRules` says for each lane who signs in it and when it is open:
everything that can be told before the body is understood. `sealed_wonders.net.log.sidelane`
explains how the log uses these rules.

A lane's name is signed with each of its envelopes.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.envelopes import Body, Envelope

LOBBY = "lobby"
"""Lane in which a table is set up."""

MAIN = "main"
"""Lane of the game itself."""

BALLOTS = "drop/"
"""Prefix of the lanes of ballots, followed by the seat that opens them."""

HANDOVERS = "seat/"
"""Prefix of the lanes of handovers, followed by the seat that changes hands."""

ATTENDANCE = "here/"
"""Prefix of the lanes in which a seat says whether anybody is there to play it."""

HALTS = "halt"
"""Lane in which seats agree to end the game early."""

DISCLOSURES = "after/"
"""Prefix of the lanes in which a seat opens cards after the game."""


class Subject(enum.Enum):
    """Where an envelope names the phase of the game that it is about."""

    NUMBER = enum.auto()
    """Its own phase number is that of the game."""
    BODY = enum.auto()
    """The first item of its body."""
    NOTHING = enum.auto()
    """Nowhere: it applies to no phase, or binds nobody to one."""


@dataclass(frozen=True, slots=True)
class LaneRules:
    """Who signs in a side lane, about which phase, and when the lane is open."""

    name: str
    """Name of the lane; the prefix of the name if each seat has such a lane."""
    about: Subject
    has_owner: bool = True
    """Whether each seat has such a lane. Its number ends the lane's name."""
    is_joint: bool = False
    """
    Whether all seats of a phase decide something together. If not, only the lane's
    owner signs in it.
    """
    is_after_end: bool = False
    """Whether the lane opens at the end of the game, when all others close."""

    def has(self, lane: str) -> bool:
        """Return whether a lane is of this kind."""
        return lane.startswith(self.name) if self.has_owner else lane == self.name


SIDE_LANES = (
    LaneRules(BALLOTS, Subject.BODY, is_joint=True),
    LaneRules(HANDOVERS, Subject.BODY),
    LaneRules(ATTENDANCE, Subject.NOTHING),
    LaneRules(HALTS, Subject.NUMBER, has_owner=False, is_joint=True),
    LaneRules(DISCLOSURES, Subject.NOTHING, is_after_end=True),
)


def side_lane(lane: str) -> LaneRules | None:
    """Return the rules of a side lane; None for the game, the lobby and other names."""
    if lane == MAIN:
        return None  # the usual case
    return next((rules for rules in SIDE_LANES if rules.has(lane)), None)


def rules_of(name: str) -> LaneRules:
    """Return the rules of the side lanes with a name or prefix, such as `BALLOTS`."""
    return next(rules for rules in SIDE_LANES if rules.name == name)


def lane_of(prefix: str, seat: Seat) -> str:
    """Return the name of a seat's lane, such as ``drop/2`` for `BALLOTS`."""
    return f"{prefix}{seat}"


def phase_of(body: Body) -> int | None:
    """Return the phase named in the body of a ballot or handover, or None."""
    match body:
        case (phase, *_) if type(phase) is int:
            return phase
    return None


def phase_about(envelope: Envelope) -> int | None:
    """Return the phase of the game that an envelope is about, or None."""
    if envelope.lane == MAIN:
        return envelope.phase
    rules = side_lane(envelope.lane)
    about = Subject.NOTHING if rules is None else rules.about
    if about is Subject.BODY:
        return phase_of(envelope.body)
    return envelope.phase if about is Subject.NUMBER else None
