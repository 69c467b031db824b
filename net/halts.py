"""
Halts: all players agree to end a game early, with the current points.

docs/PROTOCOL.md (Ending a game before its end) fixes the bytes and the rules below.

Theory of operation
-------------------

A halt is an envelope in lane ``halt``. Its phase number is that of the open phase r of
the game, and it builds on the same digest. It means: I want to end the game here,
before phase r, with these points. Every seat in the game when r opens may sign a halt,
whether or not it has spoken in r. When all of these seats have signed one, and r hasn't
closed, the game is over.

- A halt binds nobody. As soon as r closes, its halts are void; a halt that arrives
  later is accepted and changes nothing. So a log that goes on is what counts, and
  nobody has to wait for an answer.
- A halt can't be taken back while r is open. Entries of r and halts about r lead to the
  same state in any order, except for which one comes last.
- The points are those of the public state in which r opened. Entries of r count for
  nothing, and aren't in a log file. So the points follow from the digest that all
  signatures build on.
- For one seat and one phase, there is only one possible halt. An honest seat that has
  forgotten its halt signs the same one again.
- A halt is signed by the holder who answers ballots on r
  (`sealed_wonders.net.handovers`). A holder who gets the seat by such a ballot speaks
  only from the next phase on. For the rules of ballots and handovers, a halt counts as
  something signed about r.
"""

from __future__ import annotations

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.net.log.envelopes import NOBODY, Body, Entry, Value
from sealed_wonders.net.log.lanes import HALTS, rules_of
from sealed_wonders.net.log.phases import Collection, Reason, WireRefused, unexpected
from sealed_wonders.net.log.sidelane import LanePlace, OfferedEntry, SideLane

COLUMNS_CAP = 16
"""Maximum columns of a score sheet, and of each of its rows, in a relayed halt."""


class Halts(SideLane):
    """All halts of one game, by the phase that they are about."""

    rules = rules_of(HALTS)

    def about(self, phase: int) -> tuple[Entry, ...]:
        """Return the halts about a phase, ascending by seat."""
        said = self._places.get(LanePlace(NOBODY, phase))
        return () if said is None else said.entries

    def of(self, phase: int, seat: Seat) -> Entry | None:
        """Return a seat's halt about a phase, or None."""
        said = self._places.get(LanePlace(NOBODY, phase))
        return None if said is None else said.entry_of(seat)

    def known_at(self, place: LanePlace, seat: Seat) -> Collection | None:
        has_spoken = self.of(place.number, seat) is not None
        return self._places[place] if has_spoken else None

    def _expect(self, offer: OfferedEntry) -> Collection:
        number, due = offer.place.number, offer.log.phase.number
        opened = offer.log.opened_at(number)
        if opened is None:
            raise unexpected(Reason.WRONG_PHASE, number, due)
        seats, prev, keys = opened.seats, opened.prev, opened.keys
        return self._slots(offer.envelope, "HALT", seats, prev, keys)

    def _check(self, offer: OfferedEntry) -> None:
        body = offer.envelope.body
        if not _is_halt(body):
            raise WireRefused(
                Reason.BAD_BALLOT,
                "not a valid list of points: {body}",
                body=shown(body),
            )

    def forget_beyond(self, phase: int) -> None:
        self._places = {at: it for at, it in self._places.items() if at.number <= phase}


def _is_halt(body: Body) -> bool:
    """Return whether a body has the form of points, right or wrong."""
    match body:
        case (tuple(rows),) if len(rows) < COLUMNS_CAP:
            return all(map(_is_row, rows))
    return False


def _is_row(row: Value) -> bool:
    return (
        isinstance(row, tuple)
        and len(row) < COLUMNS_CAP
        and all(type(it) is int for it in row)
    )
