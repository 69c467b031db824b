"""
A phase that stands: what its seats chose counts, though others were put out in it.

Those who remain have shown their choices, and must not choose again. So they are carried
out, and only then do the rules hear who is gone.

Rests that were passed to somebody who is gone lie under a key that nobody has any more.
Those who passed them say it again for the new holder (REPASS), before the rules hear of
anything; until then cards and rules are as the phase opened. Nothing here changes: who is
put out while that is done makes another `Standing`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from sealed_wonders.core.game import (
    Answer,
    Choose,
    Chosen,
    Gone,
    IllegalMove,
    Offer,
    Pass,
    Seat,
    State,
)
from sealed_wonders.net.cards import Cards, Revealed, Said
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.plan import Task


@dataclass(frozen=True, slots=True)
class Standing:
    """A phase that stands, and what is left of what was said in it."""

    task: Task
    state: State
    """The rules, as it opened."""
    said: Mapping[Seat, Said]
    """By ascending seat."""
    out: tuple[Seat, ...]
    """Who was put out in it, and in what was to be done because of that."""

    def without(self, seats: tuple[Seat, ...]) -> Standing:
        """Give what is left when more are put out."""
        said = {seat: it for seat, it in self.said.items() if seat not in seats}
        return replace(self, said=said, out=tuple(sorted((*self.out, *seats))))

    def passed_on(self, cards: Cards, passed: Mapping[Seat, Said]) -> Standing:
        """Give what was said, with the rests that were passed anew."""
        said = {
            seat: cards.passed_on(it, passed[seat]) if seat in passed else it
            for seat, it in self.said.items()
        }
        return replace(self, said=said)

    @property
    def carried_out(self) -> Task:
        """What they chose from, as it is carried out: each rest goes to who is there."""
        return replace(self.task, ask=Choose(self._offers))

    @property
    def passing(self) -> tuple[Seat, ...]:
        """Who has to pass a rest anew."""
        before = self._asked
        return tuple(
            seat
            for seat, offer in self._offers.items()
            if isinstance(offer.rest, Pass)
            and offer.rest != before[seat].rest
            and len(offer.hand) > 1
        )

    def told(self) -> tuple[State, Chosen | None]:
        """Give where the choices lead, and the one with which the rules hear who is gone."""
        chosen = [_answer_of(it) for it in self.said.values()]
        # If nobody who was asked is out, the last of them would have it carried out with
        # those who are.
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
        """What those were offered who chose, with where each rest goes now."""
        # What the rules would ask says to whom; nothing is done yet.
        anew = tell(self.state, Gone(self.out)).ask
        asked = anew.offers if isinstance(anew, Choose) else {}
        return {
            seat: replace(offer, rest=asked[seat].rest) if seat in asked else offer
            for seat, offer in self._asked.items()
            if seat in self.said
        }


def tell(state: State, answer: Answer) -> State:
    """
    Tell the rules what they have to take.

    Raises:
        LocalProtocolError: they refuse it.
    """
    try:
        return state.tell(answer)
    except IllegalMove as illegal:
        raise LocalProtocolError(f"the rules refuse {answer!r:.80}") from illegal


def _answer_of(said: Said) -> Chosen:
    """Give what a seat chose."""
    match said:
        case Revealed(answer=answer):
            return answer
    raise LocalProtocolError(f"nothing was chosen: {said!r:.80}")
