"""
Plans: the phases in which a table carries out a request of the ruleset.

The request, the seats in the game and the places of the cards determine which phases
there are, their order, and who must speak in each. All readers of a log must come to
the same plan (docs/PROTOCOL.md, How requests become phases; held by
tests/net/test_plan.py and tests/independent.py). This module knows nothing about the
contents of envelopes.

How `slot_laid` packs a slot into a number is this program's own choice, since envelopes
contain no such numbers (docs/PROTOCOL.md, Where suite 0's cards are). But stored
memories and whispers do, so games in progress depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.core.game import (
    Ask,
    Choose,
    Deal,
    Dealt,
    Deck,
    Look,
    Mixed,
    Offer,
    Over,
    Pass,
    Seat,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import is_name
from sealed_wonders.net.log.phases import Kind, Phase

UNDECIDED: frozenset[Kind] = frozenset(
    ("KEY", "MIX", "DEAL", "LOOK_X", "OPEN_SHARE", "REPASS")
)
"""Kinds of phases in which a seat speaks without choosing anything."""

COMMITTING: frozenset[Kind] = frozenset(("PICK", "DECIDE"))
"""Kinds of phases in which a seat commits to a choice; the next phase reveals it."""

CHOOSING: frozenset[Kind] = COMMITTING | {"CHOOSE"}
"""Kinds of phases in which somebody has to think; in others, programs speak alone."""

REVEALING: frozenset[Kind] = frozenset(("REVEAL", "DECLARE"))
"""Kinds of phases in which a committed choice is revealed."""

SURVIVING_KINDS: frozenset[Kind] = frozenset(("REVEAL", "DECLARE", "END"))
"""
Kinds of phases that survive a ballot: what the other seats say counts. In all other
kinds, the whole request is undone.
"""


class Place(NamedTuple):
    """Place of a face-down card, as far as everybody knows it."""

    deck: str
    """The deck in whose last mix the card came out."""
    key: str
    """
    The deck whose KEY phase made the key of the card. A deck that is mixed again, into
    another deck, keeps its key.
    """
    owner: Seat | None = None
    """The only seat that sees the card."""
    shown: bool = False
    """
    Whether everybody sees the card. A card without an owner that isn't shown was seen
    by nobody.
    """


class PlannedPhase(NamedTuple):
    """A phase to come."""

    kind: Kind
    seats: tuple[Seat, ...]
    deck: str = ""


@dataclass(frozen=True, slots=True)
class PhasePlan:
    """A phase, with everything that its entries depend on."""

    phase: Phase
    prev: bytes
    """Digest of the log before the phase."""
    ask: Ask
    last: bool
    """Whether this phase completes the request."""


def plan(
    ask: Ask,
    seats: tuple[Seat, ...],
    place: Callable[[Slot], Place],
    look: int,
) -> tuple[PlannedPhase, ...]:
    """
    Return the phases that carry out a request; none if it asks for nothing.

    Args:
        seats: the seats in the game, ascending.
        place: return the place of a slot.
        look: the number of this look at a pile in the game, counted from 1, if the
            request is one.

    Raises:
        LocalProtocolError: no table can do this: the ruleset is faulty.
    """
    match ask:
        case Shuffle(decks):
            return _shuffle(decks, seats, place)
        case Deal(hands):
            slots = [slot for hand in hands.values() for slot in hand]
            _check_seated("dealt", hands, seats)
            _check_unseen("deal", slots, place)
            _check_together("deal", slots, place)
            return (PlannedPhase("DEAL", seats, place(slots[0]).deck),) if slots else ()
        case TurnUp(slots):
            _check_unseen("turn up", slots, place)
            return (
                (PlannedPhase("OPEN_SHARE", seats, place(slots[0]).deck),)
                if slots
                else ()
            )
        case Choose():
            return _choose(ask, seats, place)
        case Look(seat, pile):
            return _look(seat, pile, seats, place, look)
        case Over():
            return (PlannedPhase("END", seats),)


def answer_to_nothing(ask: Ask) -> Mixed | Dealt | TurnedUp:
    """Return the answer to a request that needs no phase."""
    match ask:
        case Shuffle(decks):
            return Mixed(((),) * len(decks))
        case Deal(hands):
            return Dealt(dict.fromkeys(hands, ()))
        case TurnUp():
            return TurnedUp(())
    raise LocalProtocolError(f"nobody can answer {ask!r:.80}")


def joint_keys(
    decks: Sequence[Deck], place: Callable[[Slot], Place]
) -> tuple[str, ...]:
    """
    Return the key under which each deck of a shuffle lies, named by its deck.

    A deck that begins with slots keeps their key. All others share a new key, which is
    named after the first of them.
    """
    fresh = next((deck.name for deck in decks if not deck.slots), "")
    return tuple(place(deck.slots[0]).key if deck.slots else fresh for deck in decks)


def pile_name(look: int) -> str:
    """Return the deck name for the pile of a look."""
    return f"pile/{look}"


class Laid(NamedTuple):
    """How a card came to its place. A slot encodes these values."""

    phase: int
    seat: Seat
    """The seat that laid the card there or got it dealt; 255 if all seats mixed it."""
    nth: int
    """Number of the card among those that came to a place in the same way."""


def laid_at(slot: Slot) -> Laid:
    """Decode a slot."""
    return Laid(slot >> 24, slot >> 16 & 0xFF, slot & 0xFFFF)


def slot_laid(laid: Laid) -> Slot:
    """Encode a slot."""
    return laid.phase << 24 | laid.seat << 16 | laid.nth


def new_slots(number: int, seat: Seat, count: int, first: int = 0) -> tuple[Slot, ...]:
    """
    Return the slots that a seat's entry in a phase creates.

    They are new in the game. Every fold of its log by this program creates the same.
    """
    start = number << 24 | seat << 16 | first
    return tuple(range(start, start + count))


def _shuffle(
    decks: tuple[Deck, ...], seats: tuple[Seat, ...], place: Callable[[Slot], Place]
) -> tuple[PlannedPhase, ...]:
    for deck in decks:
        _check_deck(deck, place)
    if not any(deck.slots or deck.cards for deck in decks):
        return ()
    fresh = [deck.name for deck in decks if not deck.slots]
    key = [PlannedPhase("KEY", seats, fresh[0])] if fresh else []
    return (*key, *_mix(seats, decks[0].name))


def _check_deck(deck: Deck, place: Callable[[Slot], Place]) -> None:
    if not is_name(deck.name):
        raise LocalProtocolError(f"not the name of a deck: {deck.name!r:.80}")
    _check_unseen("shuffle", deck.slots, place)
    if len({place(slot).key for slot in deck.slots}) > 1:
        raise LocalProtocolError(f"{deck.name} would lie under several keys")


def _choose(
    ask: Choose, seats: tuple[Seat, ...], place: Callable[[Slot], Place]
) -> tuple[PlannedPhase, ...]:
    asked, hands = tuple(ask.offers), [offer.hand for offer in ask.offers.values()]
    if not asked:
        raise LocalProtocolError("nobody is asked to choose")
    _check_seated("asked", asked, seats)
    for seat, offer in ask.offers.items():
        _check_offer(seat, offer, seats, place)
    if any(hands) != all(hands):
        raise LocalProtocolError("some have cards to choose from and some have not")
    deck = place(hands[0][0]).deck if hands[0] else ""
    if len(asked) == 1 and len(hands[0]) <= 1:
        return (PlannedPhase("CHOOSE", asked, deck),)
    if not deck:
        return (PlannedPhase("DECIDE", asked), PlannedPhase("DECLARE", asked))
    return (PlannedPhase("PICK", asked, deck), PlannedPhase("REVEAL", asked, deck))


def _check_offer(
    seat: Seat, offer: Offer, seats: tuple[Seat, ...], place: Callable[[Slot], Place]
) -> None:
    if isinstance(offer.rest, Pass) and offer.rest.seat not in seats:
        raise LocalProtocolError(f"seat {seat} can't pass to {offer.rest.seat}")
    for slot in _distinct("choose", offer.hand):
        if place(slot).owner != seat:
            raise LocalProtocolError(f"seat {seat} can't choose from {slot}")
    _check_together("choose from", offer.hand, place)


def _look(
    seat: Seat,
    pile: tuple[Slot, ...],
    seats: tuple[Seat, ...],
    place: Callable[[Slot], Place],
    look: int,
) -> tuple[PlannedPhase, ...]:
    deck = pile_name(look)
    _check_seated("asked", (seat,), seats)
    if not pile:
        return (PlannedPhase("CHOOSE", (seat,), deck),)
    places = [place(slot) for slot in _distinct("look at", pile)]
    if any(at.owner is None and not at.shown for at in places):
        raise LocalProtocolError("a pile to look at has a card nobody has seen")
    owners = tuple(sorted({at.owner for at in places if at.owner is not None}))
    return (
        PlannedPhase("KEY", seats, deck),
        *([PlannedPhase("LOOK_X", owners, deck)] if owners else []),
        *_mix(seats, deck),
        PlannedPhase("DEAL", seats, deck),
        PlannedPhase("CHOOSE", (seat,), deck),
    )


def _mix(seats: tuple[Seat, ...], deck: str) -> Iterable[PlannedPhase]:
    return (PlannedPhase("MIX", (seat,), deck) for seat in seats)


def _check_seated(what: str, some: Iterable[Seat], seats: tuple[Seat, ...]) -> None:
    for seat in some:
        if seat not in seats:
            raise LocalProtocolError(f"{what}, and doesn't play: seat {seat!r:.80}")


def _check_unseen(
    what: str, slots: Sequence[Slot], place: Callable[[Slot], Place]
) -> None:
    for slot in _distinct(what, slots):
        at = place(slot)
        if at.shown or at.owner is not None:
            raise LocalProtocolError(f"can't {what} {slot}, which was seen: {at}")


def _check_together(
    what: str, slots: Sequence[Slot], place: Callable[[Slot], Place]
) -> None:
    """Check that all cards of one proof are in one deck, under one key."""
    if len({place(slot)[:2] for slot in slots}) > 1:
        raise LocalProtocolError(f"can't {what} cards of several decks: {slots!r:.80}")


def _distinct(what: str, slots: Sequence[Slot]) -> Sequence[Slot]:
    if len(set(slots)) != len(slots):
        raise LocalProtocolError(f"can't {what} a slot twice: {slots!r:.80}")
    return slots
