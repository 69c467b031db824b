"""
Halts: all who play agree to end a game before its end, with the points that all have.

Theory of operation
-------------------

A halt is an envelope of the lane ``halt``, in the phase of it that has the number of the
open phase of the game, r, and on top of the same digest. It says: I would end the game here,
before phase r, with these points. All who play as r opens may say it, whether they have
spoken in r or are still to. When all of them have, and r isn't left, the game is over.

- It binds nobody. As soon as r is left it is void; one that comes later is taken and changes
  nothing. So a log that goes on is what counts, and nobody is kept waiting for an answer.
- It can't be taken back as long as r is open: in whatever order what is said in r and the
  halts about it come, the same follows, but for which comes last.
- Points are those of the public state in which r opened. What was said in r counts for
  nothing, and isn't in a file. So they follow from the digest on top of which all have signed.
- There is one way to say it: of one seat, about one phase. An honest seat that has forgotten
  that it has said so signs the same once more.
- It is signed by whoever answers ballots on r (`sealed_wonders.net.handovers`): whoever has
  got a seat by one of these is asked from the next phase on. And it is something signed about
  r, for ballots and for handovers.
"""

from __future__ import annotations

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.log.ballots import Opened
from sealed_wonders.net.log.envelopes import Body, Entry, Value
from sealed_wonders.net.log.lanes import HALTS
from sealed_wonders.net.log.phases import Collection, Phase, Reason, Receipt, Refused

COLUMNS_CAP = 16
"""Columns of a sheet, at most, in what is only passed on."""


class Halts:
    """All halts of one game, by the phase that they are about."""

    def __init__(self, gid: bytes) -> None:
        self._gid = gid
        self._about: dict[int, Collection] = {}

    def about(self, phase: int) -> tuple[Entry, ...]:
        """Give what was said about a phase, by ascending seat."""
        said = self._about.get(phase)
        return () if said is None else said.entries

    def of(self, phase: int, seat: Seat) -> Entry | None:
        """Give what a seat has said about a phase."""
        said = self._about.get(phase)
        return None if said is None else said.entry_of(seat)

    def offer(self, entry: Entry, opened: Opened) -> Receipt:
        """
        Take a halt about a phase that is open, or was left.

        Raises:
            Refused: it has no place here; nothing changes.
        """
        envelope = entry.envelope
        said = self._about.get(envelope.phase)
        if said is None:
            phase = Phase(envelope.phase, "HALT", opened.seats)
            said = Collection(self._gid, HALTS, phase, opened.prev, opened.keys)
        said.check_addressed(entry)
        if said.entry_of(envelope.seat) is None and not _is_halt(envelope.body):
            raise Refused(
                Reason.BAD_BALLOT,
                Sentence("no points: {body}", body=shown(envelope.body)),
            )
        receipt = said.offer(entry)
        self._about[envelope.phase] = said
        return receipt

    def forget_beyond(self, phase: int) -> None:
        """Take it that nothing was said about later phases."""
        self._about = {n: said for n, said in self._about.items() if n <= phase}


def _is_halt(body: Body) -> bool:
    """Tell whether a body may hold points; whether they are right, rules must say."""
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
