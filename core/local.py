"""
A whole game in one process, with a dealer that sees every card.

This is for tests, simulations and the practice of bots: it has the rules of a networked
table, without its secrecy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from sealed_wonders.core.game import (
    Answer,
    AnyState,
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Deck,
    Look,
    Looked,
    Mixed,
    Move,
    Offer,
    Order,
    Over,
    Ruleset,
    Seat,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)

Player = Callable[[AnyState, Seat, Mapping[Slot, Card]], Move]
"""Chooses a move, given the state, the seat, and the faces of slots that it may see."""


class Dealer:
    """
    Deals one game and knows every face.

    Attributes:
        state: the current state of the game.
        faces: the face of every slot in use.
    """

    def __init__(self, ruleset: Ruleset, order: Order) -> None:
        self.faces: dict[Slot, Card] = {}
        self._ruleset = ruleset
        self._order = order
        self._slots = 0
        self._peeked: dict[Seat, tuple[Slot, ...]] = {}
        self.state: AnyState = ruleset.begin(order)

    def steps(self, players: Sequence[Player]) -> Iterator[Answer]:
        """
        Play the game to its end, yielding each answer after the state has taken it.
        """
        while not isinstance(self.state.ask, Over):
            for answer in self._answers(players):
                self.state = self.state.tell(answer)
                yield answer

    def choosers(self) -> Mapping[Seat, Mapping[Slot, Card]]:
        """Return the faces that each seat may see that has to choose now."""
        match self.state.ask:
            case Look(seat, pile):
                return {seat: {slot: self.faces[slot] for slot in pile}}
            case Choose(offers):
                return {seat: self._seen(seat, it.hand) for seat, it in offers.items()}
        return {}

    def _fresh(self, cards: Sequence[Card]) -> tuple[Slot, ...]:
        first = self._slots
        self._slots += len(cards)
        slots = tuple(range(first, self._slots))
        self.faces.update(zip(slots, cards, strict=True))
        return slots

    def _moved(self, slots: Sequence[Slot]) -> tuple[Slot, ...]:
        return self._fresh([self.faces.pop(slot) for slot in slots])

    def _answers(self, players: Sequence[Player]) -> Iterator[Answer]:
        match self.state.ask:
            case Shuffle(decks):
                yield Mixed(tuple(map(self._mixed, decks)))
            case Deal() as deal:
                yield self._dealt(deal)
            case TurnUp(slots):
                self._forget(slots)
                yield TurnedUp(tuple(self.faces[slot] for slot in slots))
            case Look(seat, pile):
                seen = self.choosers()[seat]
                yield self._looked(pile, players[seat](self.state, seat, seen))
            case Choose(offers):
                # All seats choose before any choice is revealed.
                moves = {
                    seat: players[seat](self.state, seat, seen)
                    for seat, seen in self.choosers().items()
                }
                for seat, move in moves.items():
                    yield self._chosen(seat, offers[seat], move)

    def _mixed(self, deck: Deck) -> tuple[Slot, ...]:
        cards = [self.faces.pop(slot) for slot in deck.slots]
        cards += deck.cards
        order = self._order(deck.name, len(cards))
        return self._fresh([cards[i] for i in order])

    def _dealt(self, deal: Deal) -> Dealt:
        if not deal.peek:
            return Dealt({seat: self._moved(it) for seat, it in deal.hands.items()})
        for seat, slots in deal.hands.items():
            self._peeked[seat] = self._peeked.get(seat, ()) + slots
        return Dealt(deal.hands)

    def _looked(self, pile: Sequence[Slot], move: Move) -> Looked:
        rest = [slot for slot in pile if slot != move.slot]
        face = None if move.slot is None else self.faces.pop(move.slot)
        left = self._moved(rest)
        taken = () if face is None else self._fresh([face])
        return Looked(move.text, face, left, *taken)

    def _seen(self, seat: Seat, hand: Sequence[Slot]) -> dict[Slot, Card]:
        """
        Return the faces of a hand, and of cards elsewhere that the seat has peeked at.
        """
        peeked = self._peeked.get(seat, ())
        seen = (*hand, *(slot for slot in peeked if slot in self.faces))
        return {slot: self.faces[slot] for slot in seen}

    def _forget(self, slots: Sequence[Slot]) -> None:
        """Stop treating as peeked the slots that everybody has now seen."""
        for seat, peeked in self._peeked.items():
            self._peeked[seat] = tuple(slot for slot in peeked if slot not in slots)

    def _chosen(self, seat: Seat, offer: Offer, move: Move) -> Chosen:
        if not offer.hand:
            return Chosen(seat, move.text)
        # A move that uses no card, such as declining, leaves the first card where it
        # is.
        used = offer.hand[0] if move.slot is None else move.slot
        shown = offer.shown and self._ruleset.shows(move.text)
        face = self.faces[used] if shown else None
        (slot,) = self._moved([used])
        rest = self._moved([other for other in offer.hand if other != used])
        return Chosen(seat, move.text, face, slot, rest)


def play(ruleset: Ruleset, order: Order, players: Sequence[Player]) -> AnyState:
    """Play a whole game with one player per seat, and return its last state."""
    dealer = Dealer(ruleset, order)
    for _ in dealer.steps(players):
        pass
    return dealer.state
