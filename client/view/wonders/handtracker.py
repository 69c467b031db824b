"""
The memory aid: what our seat has seen of the hands, and what follows from it.

It learns only what our own seat learns, and deduces no more than a person who forgets
nothing. A hand that we have held continues without the card that we took. Everybody
sees which cards the others build from it. A card that they sold or put under a wonder
is one of the cards that we know were there. When the hand comes back, or a card turns
up in the discard, the tracker works out which cards those were.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.view.wonders.taken import (
    LEFT_OVER,
    TO_DISCARD,
    TakenCard,
    TakenRound,
    Taking,
)
from sealed_wonders.core.game import Card, Look, Seat, Slot
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.effects import VICTORY
from sealed_wonders.core.wonders.events import (
    Drafted,
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
class PassingHand:
    """A hand on its way round the table."""

    holder: Seat
    size: int
    seen: int | None
    """The turn in which we last held it; None if we never did."""
    comes: int | None
    """Turns until we hold it, 0 for now; None if it doesn't reach us in this age."""
    sure: tuple[Card, ...]
    """Cards that are certainly in it."""
    perhaps: tuple[Card, ...]
    """Further cards that may be in it."""
    taken: tuple[TakenCard, ...]
    """Cards taken from it since we held it, including the one that we took."""


@dataclass(frozen=True, slots=True)
class LeaderHand:
    """A hand of leaders seen before the first age, and the leader that we kept."""

    round: int
    seen: tuple[Card, ...]
    kept: Card | None
    """None if unknown."""
    taker: Seat
    """The seat that held the other leaders next."""

    @property
    def passed(self) -> tuple[Card, ...]:
        """The leaders that were passed on."""
        return tuple(card for card in self.seen if card != self.kept)


class HandTracker:
    """
    Records what our seat sees of the hands of a game.

    Attributes:
        missed: turns, as (age, turn), that we played without this program seeing our
            hand, because somebody else had the seat, or its secrets were lost.
        selections: the hands of leaders that we saw before the first age, in order.
    """

    def __init__(self, me: Seat | None) -> None:
        """Start before the first age; without a seat, no hand is ever seen."""
        self.missed: list[tuple[int, int]] = []
        self.selections: tuple[LeaderHand, ...] = ()
        self._me = me
        self._age = 0
        self._cards = catalog()
        """The cards of this table by number."""
        self._offered: tuple[Card, ...] = ()
        """The leaders that we are choosing from."""
        self._hands: dict[Seat, TakenRound] = {}
        """The hands of this age, by the seat that holds them."""
        self._all: list[TakenRound] = []
        """The hands of all ages."""
        self._of_age: list[TakenRound] = []
        self._out: frozenset[Card] = frozenset()
        """Cards that we know are, or were, in the discard."""
        self._followed: tuple[State, tuple[PassingHand, ...]] | None = None
        """The last state given to `hands`, with its result; None after a new note."""

    def sit(self, me: Seat) -> None:
        """Take a seat."""
        self._me, self._followed = me, None

    def note(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """
        Note a state, with its news.

        Args:
            faces: the faces of slots. Only those of our own hand, of cards that we put
                face down and of a pile that we look through are used.
        """
        self._cards = state.rules.catalog
        for event in state.news:
            self._note(event, state, faces)
        if any(_is_passing(it) for it in state.news):
            self._hands = {
                pass_to(state, seat, direction(self._age)).seat: hand
                for seat, hand in self._hands.items()
            }
        self.look(state, faces)

    def _note(self, event: Event, state: State, faces: Mapping[Slot, Card]) -> None:
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
        """Note which of the leaders offered to us we kept, if we saw them."""
        if event.seat != self._me or event.round >= HAND:
            return
        if self._offered:
            kept = faces.get(event.slot)
            taker = pass_to(state, self._me, RIGHTWARD).seat
            one = LeaderHand(event.round, self._offered, kept, taker)
            self.selections = (*self.selections, one)
        self._offered = ()

    def _note_dealt(self, event: HandsDealt) -> None:
        """Start following the hands of an age."""
        self._age = event.age
        sizes = {seat: len(hand) for seat, hand in enumerate(event.hands)}
        self._hands = {seat: TakenRound(n) for seat, n in sizes.items() if n}
        self._of_age = list(self._hands.values())
        self._all += self._of_age

    def _note_played(self, event: Played, faces: Mapping[Slot, Card]) -> None:
        """Note the card that a seat took from the hand it held."""
        if event.turn == RECRUITMENT:
            return  # leaders aren't age cards (L1.6)
        card = event.card
        if card is None and event.seat == self._me:
            card = faces.get(event.slot)
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
        """Whether any hand of an age has been dealt."""
        return bool(self._all)

    def look(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """Note our hand, and the discard if we look through it, but no events."""
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
        pile = _seen(state.discard, faces)
        if pile is None:
            return
        self._out |= pile
        if not state.gone:  # otherwise those who left may have taken some of it
            self._narrow(self._out)

    def _narrow(self, pile: frozenset[Card]) -> None:
        """Limit each card that went to the discard to the cards of the pile."""
        for hand in self._all:
            for sight in hand.sights:
                for taking in sight.takings:
                    if taking.use in TO_DISCARD:
                        among = pile if taking.among is None else pile & taking.among
                        taking.among = among

    # Deductions.

    def hands(self, state: State) -> tuple[PassingHand, ...]:
        """
        Return the hands on their way round: ours, then the others as they reach us.

        Hands that won't reach us any more are last; among them, those we never saw.
        """
        if self._followed is None or self._followed[0] is not state:
            self._followed = state, self._follow(state)
        return self._followed[1]

    def _follow(self, state: State) -> tuple[PassingHand, ...]:
        going = []
        order = self._coming(state)
        for seat, hand in self._hands.items():
            if hand.size and state.hands[seat]:
                going.append(self._going(seat, hand, order[seat]))

        def rank(one: PassingHand) -> tuple[bool, bool, int]:
            never = one.comes is None
            return never, never and one.seen is None, order[one.holder]

        return tuple(sorted(going, key=rank))

    def _coming(self, state: State) -> dict[Seat, int]:
        """Return the number of turns until each seat's current hand reaches us."""
        steps: dict[Seat, int] = {}
        for seat in self._hands:
            at, count = seat, 0
            while at != self._me and count < state.players:
                step = direction(self._age)
                at, count = pass_to(state, at, step).seat, count + 1
            steps[seat] = count
        return steps

    def _going(self, seat: Seat, hand: TakenRound, steps: int) -> PassingHand:
        comes = steps if steps == 0 or hand.turn + steps <= LAST_TURN else None
        if not hand.sights:
            taken = tuple(one.told(()) for one in hand.unseen)
            return PassingHand(seat, hand.size, None, comes, (), (), taken)
        sight = hand.sights[-1]
        ways = list(sight.ways(self._out))
        some = frozenset[Card]().union(*(way.left for way in ways))
        sure = some.intersection(*(way.left for way in ways))
        return PassingHand(
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
        Return the cards that may be in hands of this age that we never saw.

        These are the cards of the age, except those that came to light. Not all of them
        were dealt: only some guilds are, and fewer cards if fewer than three players
        are left.
        """
        if not any(hand.size and not hand.sights for hand in self._hands.values()):
            return ()
        deck = self._cards.age_deck(self._age, max(3, len(self._of_age)))
        if self._age == len(VICTORY):
            deck += self._cards.guilds
        known = self._out.union(*(_known(hand) for hand in self._of_age))
        return tuple(card for card in deck if card not in known)

    def taken(self) -> tuple[TakenCard, ...]:
        """
        Return what others took face down, in order, if anything is known about it.
        """
        some = []
        for hand in self._all:
            for sight in hand.sights:
                for told in sight.told(list(sight.ways(self._out))):
                    if told.use != "build" and told.seat != self._me:
                        some.append(told)
        return tuple(sorted(some, key=lambda one: (one.age, one.turn, one.seat)))


def _is_passing(event: Event) -> bool:
    """Return whether hands are passed after an event."""
    return isinstance(event, Played) and RECRUITMENT < event.turn < LAST_TURN


def _seen(slots: Sequence[Slot], faces: Mapping[Slot, Card]) -> frozenset[Card] | None:
    """Return the cards in slots; None if we don't see all of them."""
    if not all(slot in faces for slot in slots):
        return None
    return frozenset(faces[slot] for slot in slots)


def _known(hand: TakenRound) -> set[Card]:
    """Return the cards of a hand that we saw, or that came to light from it."""
    takings = [one for sight in hand.sights for one in sight.takings]
    light = {one.card for one in (*hand.unseen, *takings) if one.card is not None}
    return light.union(*(sight.cards for sight in hand.sights))


def may_remember(known: TableModel) -> bool:
    """Return whether the table's options allow the memory aid."""
    return known.charter is None or has_memory_aid(dict(known.charter.options))


def tracker_of(known: TableModel) -> HandTracker | None:
    """Return the table's memory aid; None if the table agreed to play without one."""
    return known.notes if isinstance(known.notes, HandTracker) else None
