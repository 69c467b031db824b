"""
A memory aid: what was seen of the hands that go round, and what follows from it.

It is told what our own seat is told, and works out no more than somebody could who
forgets nothing. A hand that we have held goes on without the card we took; of what the
others take from it, buildings are seen by all, and what was sold or put under a wonder
is one of the cards we know were there. When the hand comes back, or a card comes to
light in the discard, it follows which ones it was.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.client.terminal.wonders.taken import (
    LEFT_OVER,
    TO_DISCARD,
    Round,
    Taken,
    Taking,
)
from sealed_wonders.core.game import Card, Look, Seat, Slot
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.effects import VICTORY
from sealed_wonders.core.wonders.events import (
    Drafted,
    Enlisted,
    Event,
    HandsDealt,
    LeftOver,
    Picked,
    Played,
    SeatsLeft,
)
from sealed_wonders.core.wonders.leaders.tasks import HAND, RECRUITMENT, Draft
from sealed_wonders.core.wonders.options import has_memory_aid
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.core.wonders.state import RIGHTWARD, State, direction, pass_to


@dataclass(frozen=True, slots=True)
class Going:
    """A hand that goes round."""

    holder: Seat
    size: int
    seen: int | None
    """The turn in which we held it last; None if we never did."""
    comes: int | None
    """In how many turns we hold it, 0 if we do now; None if we won't in this age."""
    sure: tuple[Card, ...]
    """Cards that are in it."""
    perhaps: tuple[Card, ...]
    """Cards that may be in it, besides."""
    taken: tuple[Taken, ...]
    """What was taken from it since we held it, and by ourselves."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Leaders we saw before the first age, and which of them we kept."""

    round: int
    seen: tuple[Card, ...]
    kept: Card | None
    """None if that isn't known."""
    taker: Seat
    """Who had the others next."""

    @property
    def passed(self) -> tuple[Card, ...]:
        """Those that went on."""
        return tuple(card for card in self.seen if card != self.kept)


class HandTracker:
    """
    What our seat has seen of the hands of a game.

    Attributes:
        missed: the turns we played without this program seeing our hand: it was started
            again since.
        selections: what we saw of leaders before the first age, in order.
    """

    def __init__(self, me: Seat | None) -> None:
        """Begin before the first age; without a seat no hand is ever seen."""
        self.missed: list[tuple[int, int]] = []
        self.selections: tuple[Selection, ...] = ()
        self._me = me
        self._age = 0
        self._cards = catalog()
        """What the numbers of cards stand for at this table."""
        self._offered: tuple[Card, ...] = ()
        """The leaders that we choose one of."""
        self._hands: dict[Seat, Round] = {}
        """Those of the age, by who holds them."""
        self._all: list[Round] = []
        """Of all ages."""
        self._of_age: list[Round] = []
        self._out: frozenset[Card] = frozenset()
        """Cards that we know lie in the discard, or lay there."""
        self._chosen: Card | None = None
        """What we chose to use, until that is shown."""
        self._followed: tuple[State, tuple[Going, ...]] | None = None
        """What follows for the hands of a state; None since something was noted."""

    def sit(self, me: Seat) -> None:
        """Have a seat from now on."""
        self._me, self._followed = me, None

    def note(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """
        Take note of a state, with its news.

        Args:
            faces: faces of slots. Only those of our own hand, of what we put face down
                and of a pile we look through are asked for.
        """
        self._cards = state.rules.catalog
        for event in state.news:
            self._note(event, state, faces)
        if any(isinstance(it, Played | Drafted | Enlisted) for it in state.news):
            self._chosen = None
        if any(_is_passing(it) for it in state.news):
            self._hands = {
                pass_to(state, seat, direction(self._age)).seat: hand
                for seat, hand in self._hands.items()
            }
        self.look(state, faces)

    def _note(self, event: Event, state: State, faces: Mapping[Slot, Card]) -> None:
        """Take note of an event."""
        match event:
            case Drafted():
                self._note_drafted(event, state, faces)
            case HandsDealt():
                self._note_dealt(event)
            case SeatsLeft(seats):
                for seat in seats:
                    self._hands.pop(seat, None)
            case Played():
                self._note_played(event, faces)
            case LeftOver(age, turn, seat, slot):
                card = faces[slot] if seat == self._me and slot in faces else None
                self._take(Taking(age, turn, seat, LEFT_OVER, card))
            case Picked(card=card) if card is not None:
                self._out |= {card}

    def _note_drafted(
        self, event: Drafted, state: State, faces: Mapping[Slot, Card]
    ) -> None:
        """Note which leader we kept of those we were offered, if we saw them."""
        if event.seat != self._me or event.round >= HAND:
            return
        if self._offered:
            kept = faces.get(event.slot, self._chosen)
            taker = pass_to(state, self._me, RIGHTWARD).seat
            one = Selection(event.round, self._offered, kept, taker)
            self.selections = (*self.selections, one)
        self._offered = ()

    def _note_dealt(self, event: HandsDealt) -> None:
        """Begin to follow the hands of an age."""
        self._age = event.age
        sizes = {seat: len(hand) for seat, hand in enumerate(event.hands)}
        self._hands = {seat: Round(n) for seat, n in sizes.items() if n}
        self._of_age = list(self._hands.values())
        self._all += self._of_age

    def _note_played(self, event: Played, faces: Mapping[Slot, Card]) -> None:
        """Note what somebody took from the hand they held."""
        if event.turn == RECRUITMENT:
            return  # leaders are no cards of an age (L1.6)
        card = event.card
        if card is None and event.seat == self._me:
            card = faces.get(event.slot, self._chosen)
        self._take(Taking(event.age, event.turn, event.seat, event.use, card))

    def _take(self, taking: Taking) -> None:
        hand = self._hands.get(taking.seat)
        if hand is None:
            return
        if taking.seat == self._me and not hand.is_open and taking.use != LEFT_OVER:
            self.missed.append((taking.age, taking.turn))
        hand.take(taking)

    @property
    def is_dealt(self) -> bool:
        """Whether there has been a hand of an age."""
        return bool(self._all)

    def choose(self, card: Card | None) -> None:
        """Remember which card we use: when all have chosen, its face may be gone."""
        self._chosen = card

    def look(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """See our hand, and the discard if we look through it; not what has happened."""
        self._followed = None
        if self._me is None:
            return
        hand = _seen(state.hands[self._me] if state.hands else (), faces)
        if isinstance(state.task, Draft):
            if hand:
                self._offered = tuple(sorted(hand))
            return
        if hand and self._me in self._hands:
            self._hands[self._me].see(hand)
        if state.ask == Look(self._me, state.discard):
            self._look_through(state, faces)

    def _look_through(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """See the discard."""
        pile = _seen(state.discard, faces)
        if pile is None:
            return
        self._out |= pile
        if not state.gone:  # else some of it may be lost with those who left
            self._narrow(self._out)

    def _narrow(self, pile: frozenset[Card]) -> None:
        """Whatever went to the discard is among what lies there, or was taken from it."""
        for hand in self._all:
            for sight in hand.sights:
                for taking in sight.takings:
                    if taking.use in TO_DISCARD:
                        among = pile if taking.among is None else pile & taking.among
                        taking.among = among

    # What follows from it.

    def hands(self, state: State) -> tuple[Going, ...]:
        """
        Give the hands that go round: ours first, then as they will come to us.

        Those that won't come any more are last, and of them those we never saw.
        """
        if self._followed is None or self._followed[0] is not state:
            self._followed = state, self._follow(state)
        return self._followed[1]

    def _follow(self, state: State) -> tuple[Going, ...]:
        going = []
        order = self._coming(state)
        for seat, hand in self._hands.items():
            if hand.size and state.hands[seat]:
                going.append(self._going(seat, hand, order[seat]))

        def rank(one: Going) -> tuple[bool, bool, int]:
            never = one.comes is None
            return never, never and one.seen is None, order[one.holder]

        return tuple(sorted(going, key=rank))

    def _coming(self, state: State) -> dict[Seat, int]:
        """Say in how many turns we hold the hand that each seat holds now."""
        steps: dict[Seat, int] = {}
        for seat in self._hands:
            at, count = seat, 0
            while at != self._me and count < state.players:
                step = direction(self._age)
                at, count = pass_to(state, at, step).seat, count + 1
            steps[seat] = count
        return steps

    def _going(self, seat: Seat, hand: Round, steps: int) -> Going:
        comes = steps if steps == 0 or hand.turn + steps <= LAST_TURN else None
        if not hand.sights:
            taken = tuple(one.told(()) for one in hand.unseen)
            return Going(seat, hand.size, None, comes, (), (), taken)
        sight = hand.sights[-1]
        ways = list(sight.ways(self._out))
        some = frozenset[Card]().union(*(way.left for way in ways))
        sure = some.intersection(*(way.left for way in ways))
        return Going(
            seat,
            hand.size,
            sight.turn,
            comes,
            tuple(sorted(sure)),
            tuple(sorted(some - sure)),
            sight.told(ways),
        )

    def unseen(self) -> tuple[Card, ...]:
        """
        Give the cards that may be in hands of this age we never saw.

        It is what the age is made of, less what came to light; of the guilds, and
        where less than three are left, not all of it was dealt.
        """
        if not any(hand.size and not hand.sights for hand in self._hands.values()):
            return ()
        deck = self._cards.age_deck(self._age, max(3, len(self._of_age)))
        if self._age == len(VICTORY):
            deck += self._cards.guilds
        known = self._out.union(*(_known(hand) for hand in self._of_age))
        return tuple(card for card in deck if card not in known)

    def taken(self) -> tuple[Taken, ...]:
        """Give all that others took face down of which anything is known, in order."""
        some = []
        for hand in self._all:
            for sight in hand.sights:
                for told in sight.told(list(sight.ways(self._out))):
                    if told.use != "build" and told.seat != self._me:
                        some.append(told)
        return tuple(sorted(some, key=lambda one: (one.age, one.turn, one.seat)))


def _is_passing(event: Event) -> bool:
    """Tell whether hands go on after an event."""
    return isinstance(event, Played) and RECRUITMENT < event.turn < LAST_TURN


def _seen(slots: Sequence[Slot], faces: Mapping[Slot, Card]) -> frozenset[Card] | None:
    """Return the cards in slots; None if we don't see all of them."""
    if not all(slot in faces for slot in slots):
        return None
    return frozenset(faces[slot] for slot in slots)


def _known(hand: Round) -> set[Card]:
    """Return the cards that we saw in a hand, or that came to light from it."""
    takings = [one for sight in hand.sights for one in sight.takings]
    light = {one.card for one in (*hand.unseen, *takings) if one.card is not None}
    return light.union(*(sight.cards for sight in hand.sights))


def may_remember(known: TableModel) -> bool:
    """Tell whether the table lets programs show what was seen of hands."""
    return known.charter is None or has_memory_aid(dict(known.charter.options))


def tracker_of(known: TableModel) -> HandTracker | None:
    """Return what was seen of hands; None where a table agreed to do without that."""
    return known.notes if isinstance(known.notes, HandTracker) else None
