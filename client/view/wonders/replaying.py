"""
Replays of 7 Wonders: the hands of a finished game, as far as they can be known.

The cards of a sealed hand become known as they come to light later. Built cards are
shown, and everybody knows which way hands pass, so each built card belongs to a known
hand. Cards used face down are known only if their player disclosed them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Faces, MomentCollector, People
from sealed_wonders.core import game
from sealed_wonders.core.game import Ask, Card, Choose, Pass, Seat, Slot
from sealed_wonders.core.wonders.catalog import Catalog
from sealed_wonders.core.wonders.events import (
    Drafted,
    Drawn,
    Enlisted,
    Event,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Picked,
    Played,
    SeatsLeft,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import (
    RECRUITMENT,
    Draft,
    Enlist,
    Recruit,
)
from sealed_wonders.core.wonders.options import WITH
from sealed_wonders.core.wonders.play import EXTRA_TURN
from sealed_wonders.core.wonders.state import State

BEFORE = (0, 0)
"""The age and turn of events before the first age."""

NEVER = (4, 0)
"""An age and turn later than any other."""


LEFT_OVER = "left over"
"""The use of the last card of a hand, which nobody played."""

FACE_DOWN = ("stage", "sell", LEFT_OVER)
"""The uses of a card that nobody else sees."""


class Shown(NamedTuple):
    card: Card
    turn: tuple[int, int] | None
    """The age and turn in which it came to light; None if it never did."""
    seat: Seat | None
    """The seat that used it."""
    use: str = "build"
    """
    Its use: ``"build"`` or ``"recruit"``.

    For a card disclosed after the game: ``"stage"``, ``"sell"`` or `LEFT_OVER`.
    """


@dataclass(frozen=True, slots=True)
class KnownHand:
    """The known facts about a hand at the time of a choice."""

    size: int
    cards: tuple[Shown, ...]
    """
    The known cards, by number. Some are known only because they came to light later.

    Of identical cards, those that came to light come first, then the one that was used.
    A log tells copies apart, but a record doesn't.
    """
    used: Card | None = None
    """The card that was used at this moment, if known."""

    @property
    def hidden(self) -> int:
        """The number of cards that nobody can know from this log."""
        return self.size - len(self.cards)


@dataclass(frozen=True, slots=True)
class WondersMoment(replaying.ReplayMoment):
    """
    A step of the game, and the hands it was chosen from.

    The number in `turn` is 0 when an age begins and when leaders are recruited before
    it, and 7 for Babylon's extra card. The faces are those of cards under a wonder, and
    of leaders kept in the hand.
    """

    state: State
    hands: tuple[KnownHand, ...]
    """By seat, before the choice; empty outside of ages."""
    asked: State | None = None
    """The state that asked for the last choice from hands; None before the first."""


def moment_of(moment: replaying.ReplayMoment) -> WondersMoment:
    """
    Return a moment, checked to be one of 7 Wonders.

    Raises:
        TypeError: the moment is of another game.
    """
    if isinstance(moment, WondersMoment):
        return moment
    raise TypeError(f"not a moment of 7 Wonders: {moment!r:.80}")


# How hands are passed.


class _Round:
    """The cards of a dealt hand, or of kept leaders, whichever seat holds them."""

    def __init__(self) -> None:
        self.shown: dict[Card, Shown] = {}
        """The cards that came to light, when they were built or disclosed."""


class _Laid(NamedTuple):
    slot: Slot
    step: int
    """The index of the step in which it was used."""
    round: _Round | None
    """The hand that it came from; None if unknown."""
    shown: Callable[[Card], Shown]


class _Holding(NamedTuple):
    size: int
    known: tuple[Card, ...] | None
    """All its cards; None if only somebody else sees them."""
    turn: tuple[int, int]
    """The turn before the choice; cards put face down by then aren't in the hand."""
    round: _Round
    gone: frozenset[Card]
    """The cards of its round that had come to light before."""

    def _was_before(self, shown: Shown) -> bool:
        """Return whether a card had been used face down before, as disclosed later."""
        is_laid = shown.use in FACE_DOWN and shown.turn is not None
        return is_laid and (shown.turn or NEVER) <= self.turn

    def told(self, used: Card | None, catalog: Catalog) -> KnownHand:
        """Return what the whole log shows of the hand."""
        shown = {card: Shown(card, None, None) for card in self.known or ()}
        shown |= {
            card: it
            for card, it in self.round.shown.items()
            if card not in self.gone and not self._was_before(it)
        }

        def place(one: Shown) -> tuple[object, ...]:
            first, *_ = catalog.numbers(catalog.cards[one.card])
            return first, one.turn or NEVER, one.card != used, one.card

        return KnownHand(self.size, tuple(sorted(shown.values(), key=place)), used)


@dataclass(slots=True)
class _Step:
    """A moment while the log is still being read."""

    state: State
    turn: tuple[int, int]
    holdings: tuple[_Holding, ...]
    people: People
    asked: State | None
    faces: tuple[Mapping[Slot, Card], ...] = ()

    def told(self) -> WondersMoment:
        hands = tuple(
            holding.told(self._used(seat), self.state.rules.catalog)
            for seat, holding in enumerate(self.holdings)
        )
        return WondersMoment(
            self.state, self.turn, self.faces, self.people, hands, self.asked
        )

    def _used(self, seat: Seat) -> Card | None:
        for event in self.state.news:
            if isinstance(event, Played) and event.seat == seat:
                face_down = self.faces[seat].get(event.slot)
                return face_down if event.card is None else event.card
            if isinstance(event, Drafted) and event.seat == seat:
                return self.faces[seat].get(event.slot)
        return None


class HandHistory:
    """Follows the hands of a game as they are passed."""

    def __init__(self) -> None:
        self._steps: list[_Step] = []
        self._state: State | None = None
        self._rounds: list[_Round] = []
        self._courts: list[_Round] = []
        """By seat, the leaders kept in the hand since leaders were last drawn."""
        self._holdings: tuple[_Holding, ...] = ()
        self._people: People = ()
        self._choice: Ask | None = None
        """The choice that the holdings belong to."""
        self._asked: State | None = None
        """The state that asked for this choice."""
        self._laid: list[_Laid] = []
        """The cards that were used face down."""

    def note(
        self,
        states: Sequence[game.AnyState],
        faces: Callable[[], Faces],
        people: People,
    ) -> None:
        """Note the states that an entry led to."""
        self._people = people
        before = len(self._steps)
        for state in states:
            if isinstance(state, State):
                self._note(state)
        if self._state is None:
            return
        seen = faces()
        if not states:
            # We know more now about the hands of the open choice.
            self._choice = None
        self._hold(self._state, seen)
        for step in self._steps[before:]:
            step.faces = tuple(
                _without(own, step.state.hands[seat : seat + 1])
                for seat, own in enumerate(seen)
            )
            if any(isinstance(event, HandsDealt) for event in step.state.news):
                step.holdings = self._holdings

    def disclose(self, cards: Mapping[Slot, Card]) -> None:
        """Note cards disclosed after the game, in all moments since they were laid."""
        for laid in self._laid:
            card = cards.get(laid.slot)
            if card is None:
                continue
            if laid.round is not None:
                laid.round.shown[card] = laid.shown(card)
            for step in self._steps[laid.step :]:
                step.faces = tuple({**own, laid.slot: card} for own in step.faces)

    def moments(self) -> tuple[WondersMoment, ...]:
        return tuple(step.told() for step in self._steps)

    def _note(self, state: State) -> None:
        """Note a step of the game, and pass the hands on."""
        before, self._state = self._state, state
        if not state.news:
            return
        if any(isinstance(event, HandsDealt) for event in state.news):
            self._rounds = [_Round() for _ in range(state.players)]
        usual = self._steps[-1].turn if self._steps else BEFORE
        turn = _turn(state.news, usual)
        step = _Step(state, turn, self._holdings, self._people, self._asked)
        self._steps.append(step)
        for event in state.news:
            self._note_event(event, state.players)
        if before is not None and any(isinstance(e, Played) for e in state.news):
            self._rounds = _passed(self._rounds, before.ask, state.gone)

    def _note_event(self, event: Event, players: int) -> None:
        """Note changes to hands of leaders, and cards that come to light."""
        match event:
            case SeatsLeft(seats):
                self._forget(seats)
            case Drawn(seat=seat):
                self._courts[seat] = _Round()
            case LeadersDealt():
                self._courts = [_Round() for _ in range(players)]
            case Enlisted(card=card) if card is not None:
                self._show(self._courts, event, card)
            case Played(card=card, turn=turn):
                rounds = self._courts if turn == RECRUITMENT else self._rounds
                if card is None:
                    self._lay(rounds, event, event.use)
                else:
                    self._show(rounds, event, card)
            case LeftOver():
                self._lay(self._rounds, event, LEFT_OVER)

    def _forget(self, seats: Iterable[Seat]) -> None:
        """Empty the hands of players who left."""
        for rounds in (self._rounds, self._courts):
            for seat in seats if rounds else ():
                rounds[seat] = _Round()

    def _lay(
        self, rounds: Sequence[_Round], event: Played | LeftOver, use: str
    ) -> None:
        """Note a card that was used face down, and may be disclosed after the game."""
        seat, turn = event.seat, event.turn if use != LEFT_OVER else EXTRA_TURN
        when = event.age, turn

        def shown(card: Card) -> Shown:
            return Shown(card, when, seat, use)

        its = rounds[seat] if rounds else None
        self._laid.append(_Laid(event.slot, len(self._steps) - 1, its, shown))

    @staticmethod
    def _show(rounds: Sequence[_Round], event: Played | Enlisted, card: Card) -> None:
        shown = Shown(card, (event.age, event.turn), event.seat)
        rounds[event.seat].shown[card] = shown

    def _hold(self, state: State, faces: Sequence[Mapping[Slot, Card]]) -> None:
        """Note the hands if a choice from them has just been opened."""
        if isinstance(state.ask, Choose) and state.ask is not self._choice:
            self._choice, self._asked = state.ask, state
            match state.task:
                case Draft():
                    hands, rounds = state.hands, [_Round() for _ in state.hands]
                case Recruit() | Enlist():
                    hands, rounds = state.leaders, self._courts
                case _:
                    hands, rounds = state.hands, self._rounds
            self._holdings = tuple(
                _Holding(
                    len(hand),
                    _whole(hand, faces[seat]),
                    self._steps[-1].turn if self._steps else BEFORE,
                    rounds[seat],
                    frozenset(rounds[seat].shown),
                )
                for seat, hand in enumerate(hands)
                if rounds
            )


def _passed(rounds: list[_Round], ask: Ask, gone: Collection[Seat]) -> list[_Round]:
    """
    Pass the hands on, as stated when they were chosen from.

    Args:
        gone: the seats that have left, perhaps since the choice; hands for them go to
            the next seat (G2).
    """
    if not isinstance(ask, Choose):
        return rounds
    passed = list(rounds)
    rests = {seat: offer.rest for seat, offer in ask.offers.items()}
    for seat, rest in rests.items():
        while isinstance(rest, Pass) and rest.seat in gone:
            rest = rests[rest.seat]
        if isinstance(rest, Pass) and seat not in gone:
            passed[rest.seat] = rounds[seat]
    return passed


def _turn(news: Iterable[Event], usual: tuple[int, int]) -> tuple[int, int]:
    for event in news:
        match event:
            case Played() | Picked() | TurnEnded() | Enlisted() | TokenDropped():
                return event.age, event.turn
            case HandsDealt(age):
                return age, 0
    return usual


def _whole(hand: Sequence[Slot], faces: Mapping[Slot, Card]) -> tuple[Card, ...] | None:
    known = [faces[slot] for slot in hand if slot in faces]
    return tuple(sorted(known)) if len(known) == len(hand) else None


def _without(
    faces: Mapping[Slot, Card], hands: Iterable[Sequence[Slot]]
) -> Mapping[Slot, Card]:
    held = {slot for hand in hands for slot in hand}
    return {slot: card for slot, card in faces.items() if slot not in held}


def begin() -> MomentCollector:
    return HandHistory()


def agreed(state: game.AnyState) -> Mapping[str, str]:
    """Return the options that a record needs: the expansions in the game."""
    expansions = state.rules.expansions if isinstance(state, State) else ()
    return {WITH.name: ",".join(expansions)} if expansions else {}
