"""
Replays of Architects: one moment for all consequences of a choice.

Everything is public except what the cat has shown its holder, and cards that a player
looked through. A card shown by the cat is revealed when it is drawn, so a replay knows
it, unless it never was drawn or its pile was shuffled. Of the cards looked through,
only the one that was kept is revealed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Faces, MomentCollector, People
from sealed_wonders.core import game
from sealed_wonders.core.architects.catalog import CENTRAL
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    Peeked,
    Remixed,
    Searched,
    SeatsLeft,
    Studied,
    Taken,
    TokenTaken,
    TurnEnded,
)
from sealed_wonders.core.architects.state import State
from sealed_wonders.core.game import Card, Choose, Over, Seat, Slot
from sealed_wonders.core.values import evolve

BEFORE = (0, 0)
"""The turn of events before the first turn."""


@dataclass(frozen=True, slots=True)
class ArchitectsMoment(replaying.ReplayMoment):
    """
    The consequences of a choice, up to the next choice or the end of the turn.

    Its turn is the turn's number and seat. Its faces, for each seat, are those of a
    card that the cat has shown and nobody has drawn yet, and of cards just looked
    through.
    """

    state: State


def moment_of(moment: replaying.ReplayMoment) -> ArchitectsMoment:
    """
    Return a moment as one of Architects.

    Raises:
        TypeError: It is of another game.
    """
    if isinstance(moment, ArchitectsMoment):
        return moment
    raise TypeError(f"not a moment of Architects: {moment!r:.80}")


class Turns:
    """Collects the events between one choice and the next."""

    def __init__(self) -> None:
        self._moments: list[ArchitectsMoment] = []
        self._state: State | None = None
        self._news: tuple[Event, ...] = ()
        """Events since the last moment."""
        self._faces: Callable[[], Faces] = tuple
        self._people: People = ()
        self._disclosed: Mapping[Slot, Card] = {}

    def note(
        self,
        states: Sequence[game.AnyState],
        faces: Callable[[], Faces],
        people: People,
    ) -> None:
        """Record the states that an entry led to."""
        self._faces, self._people = faces, people
        for state in states:
            if isinstance(state, State):
                self._state = state
                self._news += state.news
                if _is_whole(state):
                    self._close(state)

    def disclose(self, cards: Mapping[Slot, Card]) -> None:
        """Set the cards disclosed after the game."""
        self._disclosed = cards

    def moments(self) -> tuple[ArchitectsMoment, ...]:
        """Return every recorded moment, including that of an unfinished turn."""
        if self._state is not None:
            self._close(self._state)
        told = _seen_later(self._moments)
        return tuple(_opened_later(moment, self._disclosed) for moment in told)

    def _close(self, state: State) -> None:
        if not self._news:
            return
        news, self._news = self._news, ()
        last = self._moments[-1] if self._moments else None
        turn = _turn_told(news, state, last.turn if last else BEFORE)
        if last and last.turn == turn and _only_ends(news):
            self._moments.pop()
            news = last.state.news + news
        state = evolve(state, news=news)
        faces = tuple(
            {slot: seen[slot] for slot in _shown(state, seat) if slot in seen}
            for seat, seen in enumerate(self._faces())
        )
        self._moments.append(ArchitectsMoment(state, turn, faces, self._people))


def _turn_told(
    news: Sequence[Event], state: State, before: tuple[int, Seat]
) -> tuple[int, Seat]:
    """
    Return the turn that events are reported under; *before* is that of the last moment.
    """
    turn = next(filter(None, map(_turn, news)), before)
    if turn[1] not in state.gone or not _is_over(news):
        return turn
    # Of a player who left, only that is reported: the next turn has begun.
    return before if isinstance(state.ask, Over) else (state.turn, state.seat)


def _only_ends(news: Iterable[Event]) -> bool:
    """Return whether the only thing done in a turn was ending it."""
    return all(isinstance(event, TurnEnded) for event in news)


def _is_over(news: Iterable[Event]) -> bool:
    """
    Return whether the seat in turn did nothing more in it, whatever else happened.
    """
    return _only_ends(event for event in news if _turn(event) is not None)


def _seen_later(moments: Iterable[ArchitectsMoment]) -> Iterator[ArchitectsMoment]:
    """Add the cards that the cat had shown, if they were revealed when drawn."""
    told, drawn = [], None
    for moment in reversed(tuple(moments)):
        state = moment.state
        if drawn is not None:
            shown = dict.fromkeys(state.central.hidden[:1], drawn)
            faces = tuple(
                {**seen, **shown} if seat in state.saw else seen
                for seat, seen in enumerate(moment.faces)
            )
            moment = replace(moment, faces=faces)
        told.append(moment)
        for event in state.news:
            if isinstance(event, Taken | Remixed) and event.pile == CENTRAL:
                drawn = event.card if isinstance(event, Taken) else None
                break
    return reversed(told)


def _opened_later(
    moment: ArchitectsMoment, cards: Mapping[Slot, Card]
) -> ArchitectsMoment:
    """Add the cards disclosed after the game, for the seats that had seen them."""
    faces = tuple(
        {**seen, **{it: cards[it] for it in _shown(moment.state, seat) if it in cards}}
        for seat, seen in enumerate(moment.faces)
    )
    return replace(moment, faces=faces) if cards else moment


def _shown(state: State, seat: Seat) -> Iterator[Slot]:
    """Yield the face-down cards that were shown to one seat alone."""
    if seat in state.saw:
        yield from state.central.hidden[:1]
    for event in state.news:
        if isinstance(event, Searched) and event.seat == seat:
            yield from event.slots


def _is_whole(state: State) -> bool:
    """Return whether the last choice has no further consequences."""
    ended = any(isinstance(event, TurnEnded | SeatsLeft) for event in state.news)
    return ended or isinstance(state.ask, Choose | Over)


def _turn(event: Event) -> tuple[int, Seat] | None:
    """Return the turn of an event; None if the event doesn't say."""
    match event:
        case (
            Peeked(turn, seat)
            | Taken(turn, seat)
            | Built(turn, seat)
            | Studied(turn, seat)
            | TokenTaken(turn, seat)
            | Searched(turn, seat)
            | TurnEnded(turn, seat)
        ):
            return turn, seat
    return None


def begin() -> MomentCollector:
    return Turns()


def agreed(state: game.AnyState) -> Mapping[str, str]:
    """Return what a record says of the options, which is nothing."""
    return {}
