"""
A phase that survives a ballot: its choices count, although seats were removed in it.

docs/PROTOCOL.md (Which phases survive a ballot) fixes these rules.

The remaining seats have revealed their choices, and must not choose again. So their
choices are carried out first, and only then do the rules get the removed seats.

A rest that was passed to a removed seat lies under a key that nobody has any more. The
seat that passed it passes it again to the new recipient (REPASS), before the rules get
anything. Until then, cards and rules stay as they were when the phase opened. A
`SurvivingPhase` is immutable: if more seats are removed in the meantime, a new one is
created.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sealed_wonders.core.game import (
    Answer,
    AnyState,
    Choose,
    Chosen,
    Gone,
    IllegalMove,
    Offer,
    Pass,
    Seat,
)
from sealed_wonders.net.cards import Cards, RevealedBody, ValidBody
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.plan import PhasePlan


@dataclass(frozen=True, slots=True)
class SurvivingPhase:
    """A surviving phase, and the choices in it that count."""

    task: PhasePlan
    state: AnyState
    """State of the rules when the phase opened."""
    said: Mapping[Seat, ValidBody]
    """What counts, ascending by seat."""
    out: tuple[Seat, ...]
    """Seats that were removed in the phase, or in the REPASS that follows."""

    def without(self, seats: tuple[Seat, ...]) -> SurvivingPhase:
        """Return the phase with more seats removed."""
        said = {seat: it for seat, it in self.said.items() if seat not in seats}
        return replace(self, said=said, out=tuple(sorted((*self.out, *seats))))

    def passed_on(
        self, cards: Cards, passed: Mapping[Seat, ValidBody]
    ) -> SurvivingPhase:
        """Return the phase with the rests that were passed again."""
        said = {
            seat: cards.passed_on(it, passed[seat]) if seat in passed else it
            for seat, it in self.said.items()
        }
        return replace(self, said=said)

    @property
    def carried_out(self) -> PhasePlan:
        """Task with the offers as carried out, and the new recipients of the rests."""
        return replace(self.task, ask=Choose(self._offers))

    @property
    def passing(self) -> tuple[Seat, ...]:
        """Seats that have to pass their rests again."""
        before = self._asked
        return tuple(
            seat
            for seat, offer in self._offers.items()
            if isinstance(offer.rest, Pass)
            and offer.rest != before[seat].rest
            and len(offer.hand) > 1
        )

    def told(self) -> tuple[AnyState, Chosen | None]:
        """Return the state after the choices, and the choice to report with Gone."""
        chosen = [_answer_of(it) for it in self.said.values()]
        # If no seat of the phase is out, the last choice would make the rules carry out
        # the choices for the seats that are left.
        is_whole = set(self.task.phase.seats) <= {*self.said}
        last = chosen.pop() if is_whole else None
        state = self.state
        for choice in chosen:
            state = tell(state, choice)
        return state, last

    @property
    def _asked(self) -> Mapping[Seat, Offer]:
        if isinstance(self.task.ask, Choose):
            return self.task.ask.offers
        raise LocalProtocolError(f"nobody chooses in {self.task!r:.80}")

    @property
    def _offers(self) -> Mapping[Seat, Offer]:
        """The offers of the seats that count, with the new recipients of the rests."""
        # The next request after Gone names the recipients; nothing changes yet.
        anew = tell(self.state, Gone(self.out)).ask
        asked = anew.offers if isinstance(anew, Choose) else {}
        return {
            seat: replace(offer, rest=asked[seat].rest) if seat in asked else offer
            for seat, offer in self._asked.items()
            if seat in self.said
        }


def tell(state: AnyState, answer: Answer) -> AnyState:
    """
    Pass an answer to the rules that they have to accept.

    Raises:
        LocalProtocolError: the rules refuse it.
    """
    try:
        return state.tell(answer)
    except IllegalMove as illegal:
        raise LocalProtocolError(f"the rules refuse {answer!r:.80}") from illegal


def _answer_of(said: ValidBody) -> Chosen:
    match said:
        case RevealedBody(answer=answer):
            return answer
    raise LocalProtocolError(f"nothing was chosen: {said!r:.80}")
