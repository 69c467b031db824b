"""
Replays of Architects: a moment for all that came of a choice.

Everything lies open but what the cat has shown to its holder, and what somebody has
looked through. A card that the cat has shown came to light when it was drawn, so it is
known afterwards, unless it never was or its pile was mixed. Of those that were looked
through the one that was kept came to light.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Faces, People, Row
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
"""The turn of what happens before the first one."""


@dataclass(frozen=True, slots=True)
class Moment(replaying.Moment):
    """
    What came of a choice, up to the next one or the end of the turn.

    Its turn is the number of the turn, and whose it is. Its faces are what the cat has
    shown to a seat, as long as that isn't drawn, and what it has just looked through.
    """

    state: State


def moment_of(moment: replaying.Moment) -> Moment:
    """
    Give a moment as one of Architects.

    Raises:
        TypeError: it is of another game.
    """
    if isinstance(moment, Moment):
        return moment
    raise TypeError(f"not a moment of Architects: {moment!r:.80}")


class Turns:
    """Gathers what happened between one choice and the next."""

    def __init__(self) -> None:
        self._moments: list[Moment] = []
        self._state: State | None = None
        self._news: tuple[Event, ...] = ()
        """What happened since the last moment."""
        self._faces: Callable[[], Faces] = tuple
        self._people: People = ()
        self._disclosed: Mapping[Slot, Card] = {}

    def note(
        self, states: Sequence[game.State], faces: Callable[[], Faces], people: People
    ) -> None:
        """Take note of what an entry led to."""
        self._faces, self._people = faces, people
        for state in states:
            if isinstance(state, State):
                self._state = state
                self._news += state.news
                if _is_whole(state):
                    self._close(state)

    def disclose(self, cards: Mapping[Slot, Card]) -> None:
        """Take what was opened when the game was over."""
        self._disclosed = cards

    def moments(self) -> tuple[Moment, ...]:
        """Give all that was noted, in the midst of something as well."""
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
        self._moments.append(Moment(state, turn, faces, self._people))


def _turn_told(
    news: Sequence[Event], state: State, before: tuple[int, Seat]
) -> tuple[int, Seat]:
    """Return the turn under which news are told, *before* being that of the last moment."""
    turn = next(filter(None, map(_turn, news)), before)
    if turn[1] not in state.gone or not _is_over(news):
        return turn
    # Of somebody who left nothing is told but that: the next turn has come.
    return before if isinstance(state.ask, Over) else (state.turn, state.seat)


def _only_ends(news: Iterable[Event]) -> bool:
    """Tell whether nothing more was done in a turn than to end it."""
    return all(isinstance(event, TurnEnded) for event in news)


def _is_over(news: Iterable[Event]) -> bool:
    """Tell whether whoever has a turn did nothing more in it, whatever else happened."""
    return _only_ends(event for event in news if _turn(event) is not None)


def _seen_later(moments: Iterable[Moment]) -> Iterator[Moment]:
    """Add what the cat had shown, where it came to light when it was drawn."""
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


def _opened_later(moment: Moment, cards: Mapping[Slot, Card]) -> Moment:
    """Add what was opened when the game was over, for whoever had seen it by then."""
    faces = tuple(
        {**seen, **{it: cards[it] for it in _shown(moment.state, seat) if it in cards}}
        for seat, seen in enumerate(moment.faces)
    )
    return replace(moment, faces=faces) if cards else moment


def _shown(state: State, seat: Seat) -> Iterator[Slot]:
    """Give what lies face down and was shown to a seat alone."""
    if seat in state.saw:
        yield from state.central.hidden[:1]
    for event in state.news:
        if isinstance(event, Searched) and event.seat == seat:
            yield from event.slots


def _is_whole(state: State) -> bool:
    """Tell whether nothing more comes of what was chosen last."""
    ended = any(isinstance(event, TurnEnded | SeatsLeft) for event in state.news)
    return ended or isinstance(state.ask, Choose | Over)


def _turn(event: Event) -> tuple[int, Seat] | None:
    """Say in whose turn something happened; None where it doesn't say so itself."""
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


def begin() -> Row:
    """Begin to take note of a game."""
    return Turns()


def agreed(state: game.State) -> Mapping[str, str]:
    """Return what a record tells of the options, which is nothing."""
    return {}
