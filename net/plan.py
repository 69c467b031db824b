"""
From what a ruleset asks to the phases in which a table does it.

Which phases there are, in which order, and who must speak in each follows from the ask,
from the seats that play, and from where the cards lie that it names. Nothing here knows
what the envelopes of a phase hold.
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
"""The kinds in which a seat speaks without choosing anything."""

COMMITTING: frozenset[Kind] = frozenset(("PICK", "DECIDE"))
"""The kinds in which a choice is committed to; the next phase reveals it."""

CHOOSING: frozenset[Kind] = COMMITTING | {"CHOOSE"}
"""Those in which somebody has to think; in all others programs speak by themselves."""

REVEALING: frozenset[Kind] = frozenset(("REVEAL", "DECLARE"))
"""The kinds in which that is shown."""

STANDING: frozenset[Kind] = frozenset(("REVEAL", "DECLARE", "END"))
"""
The kinds in which what others say counts, if seats are put out; in all others the whole
ask is undone.
"""


class Place(NamedTuple):
    """Where a face-down card lies, as everybody knows."""

    deck: str
    """The deck whose mix it came out of last."""
    key: str
    """The deck whose KEY phase made the key it lies under: a deck mixed again, into
    another one, stays under the key it had."""
    owner: Seat | None = None
    """The one seat that sees it."""
    shown: bool = False
    """All see it. Neither shown nor owned: nobody sees it yet."""


class Step(NamedTuple):
    """A phase to come."""

    kind: Kind
    seats: tuple[Seat, ...]
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Task:
    """A phase, and all that what is said in it depends on."""

    phase: Phase
    prev: bytes
    """The log's digest before the phase."""
    ask: Ask
    last: bool
    """With this phase the ask is done."""


def plan(
    ask: Ask,
    seats: tuple[Seat, ...],
    place: Callable[[Slot], Place],
    look: int,
) -> tuple[Step, ...]:
    """
    Give the phases in which an ask is done; none if nothing is asked for.

    Args:
        seats: those that play, ascending.
        place: where each slot lies.
        look: which look of the game it is, if it is one, counted from 1.

    Raises:
        LocalProtocolError: no table can do what is asked: a fault of the ruleset.
    """
    match ask:
        case Shuffle(decks):
            return _shuffle(decks, seats, place)
        case Deal(hands):
            slots = [slot for hand in hands.values() for slot in hand]
            _check_seated("dealt", hands, seats)
            _check_unseen("deal", slots, place)
            _check_together("deal", slots, place)
            return (Step("DEAL", seats, place(slots[0]).deck),) if slots else ()
        case TurnUp(slots):
            _check_unseen("turn up", slots, place)
            return (Step("OPEN_SHARE", seats, place(slots[0]).deck),) if slots else ()
        case Choose():
            return _choose(ask, seats, place)
        case Look(seat, pile):
            return _look(seat, pile, seats, place, look)
        case Over():
            return (Step("END", seats),)


def answer_to_nothing(ask: Ask) -> Mixed | Dealt | TurnedUp:
    """Answer an ask that needs no phase."""
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
    Give the key each deck of a shuffle lies under, by the deck that named it.

    A deck that begins with slots keeps their key. All others share a new one, named
    after the first of them.
    """
    fresh = next((deck.name for deck in decks if not deck.slots), "")
    return tuple(place(deck.slots[0]).key if deck.slots else fresh for deck in decks)


def pile_name(look: int) -> str:
    """Name the pile of a look, as a deck."""
    return f"pile/{look}"


class Laid(NamedTuple):
    """Where a card lies, by how it came there; what its slot is made of."""

    phase: int
    seat: Seat
    """Who laid it there, or whom it was dealt to; 255: it was mixed, by all."""
    nth: int
    """Which of the cards that came to lie somewhere by that."""


def laid_at(slot: Slot) -> Laid:
    """Tell what a slot is made of."""
    return Laid(slot >> 24, slot >> 16 & 0xFF, slot & 0xFFFF)


def slot_laid(laid: Laid) -> Slot:
    """Give the slot that is made of this."""
    return laid.phase << 24 | laid.seat << 16 | laid.nth


def new_slots(number: int, seat: Seat, count: int, first: int = 0) -> tuple[Slot, ...]:
    """
    Name the slots that a seat's say in a phase makes.

    They are new in the game, and the same wherever its log is folded.
    """
    start = number << 24 | seat << 16 | first
    return tuple(range(start, start + count))


def _shuffle(
    decks: tuple[Deck, ...], seats: tuple[Seat, ...], place: Callable[[Slot], Place]
) -> tuple[Step, ...]:
    for deck in decks:
        _check_deck(deck, place)
    if not any(deck.slots or deck.cards for deck in decks):
        return ()
    fresh = [deck.name for deck in decks if not deck.slots]
    key = [Step("KEY", seats, fresh[0])] if fresh else []
    return (*key, *_mix(seats, decks[0].name))


def _check_deck(deck: Deck, place: Callable[[Slot], Place]) -> None:
    if not is_name(deck.name):
        raise LocalProtocolError(f"not the name of a deck: {deck.name!r:.80}")
    _check_unseen("shuffle", deck.slots, place)
    if len({place(slot).key for slot in deck.slots}) > 1:
        raise LocalProtocolError(f"{deck.name} would lie under several keys")


def _choose(
    ask: Choose, seats: tuple[Seat, ...], place: Callable[[Slot], Place]
) -> tuple[Step, ...]:
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
        return (Step("CHOOSE", asked, deck),)
    if not deck:
        return (Step("DECIDE", asked), Step("DECLARE", asked))
    return (Step("PICK", asked, deck), Step("REVEAL", asked, deck))


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
) -> tuple[Step, ...]:
    deck = pile_name(look)
    _check_seated("asked", (seat,), seats)
    if not pile:
        return (Step("CHOOSE", (seat,), deck),)
    places = [place(slot) for slot in _distinct("look at", pile)]
    if any(at.owner is None and not at.shown for at in places):
        raise LocalProtocolError("a pile to look at has a card nobody has seen")
    owners = tuple(sorted({at.owner for at in places if at.owner is not None}))
    return (
        Step("KEY", seats, deck),
        *([Step("LOOK_X", owners, deck)] if owners else []),
        *_mix(seats, deck),
        Step("DEAL", seats, deck),
        Step("CHOOSE", (seat,), deck),
    )


def _mix(seats: tuple[Seat, ...], deck: str) -> Iterable[Step]:
    return (Step("MIX", (seat,), deck) for seat in seats)


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
    """What one proof is about lies in one deck, under one key."""
    if len({place(slot)[:2] for slot in slots}) > 1:
        raise LocalProtocolError(f"can't {what} cards of several decks: {slots!r:.80}")


def _distinct(what: str, slots: Sequence[Slot]) -> Sequence[Slot]:
    if len(set(slots)) != len(slots):
        raise LocalProtocolError(f"can't {what} a slot twice: {slots!r:.80}")
    return slots
