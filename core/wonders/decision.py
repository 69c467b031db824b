"""Decisions without cards that several seats make secretly at the same time."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.game import (
    Ask,
    Card,
    Choose,
    Chosen,
    IllegalMove,
    Move,
    Offer,
    Refusal,
    Seat,
    Slot,
    Stay,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.state import State, Task, check_hidden


class Decision(Task):
    """
    A decision that several seats must make.

    Only seats with more than one possible move have to choose.
    """

    __slots__ = ()

    def ways(self, state: State) -> Mapping[Seat, tuple[str, ...]]:
        """
        Return the sorted moves of each seat that must decide: at least one per seat.
        """
        raise NotImplementedError

    def settled(self, state: State, texts: Mapping[Seat, str]) -> State:
        """Carry out the moves of all seats, and return the state with the next task."""
        raise NotImplementedError

    def ask(self, state: State) -> Ask | None:
        asked = {
            seat: Offer((), Stay())
            for seat, ways in sorted(self.ways(state).items())
            if len(ways) > 1
        }
        return Choose(asked) if asked else None

    def run(self, state: State) -> State:
        return self._settle(state, {})

    def check(self, state: State, chosen: Chosen) -> None:
        notation.parse_move(chosen.seat, chosen.text)
        check_hidden(chosen)
        ways = self.ways(state)[chosen.seat]
        if chosen.text not in ways:
            detail = Sentence(
                "expected one of {ways}, not {move}",
                ways=", ".join(ways),
                move=shown(chosen.text, 40),
            )
            raise IllegalMove(chosen.seat, Refusal.NO_CHOICE, detail)

    def resolve(self, state: State, chosen: Mapping[Seat, Chosen]) -> State:
        return self._settle(state, {seat: it.text for seat, it in chosen.items()})

    def moves(self, state: State, seat: Seat, faces: Mapping[Slot, Card]) -> list[Move]:
        return [Move(text) for text in self.ways(state)[seat]]

    def _settle(self, state: State, chosen: Mapping[Seat, str]) -> State:
        ways = sorted(self.ways(state).items())
        texts = {seat: chosen.get(seat, each[0]) for seat, each in ways}
        return self.settled(state, texts)
