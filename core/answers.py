"""
Checks that an answer fits the request it was given for, the same for every game.

Rules of a particular game aren't checked here: each ruleset does that itself in
`State.tell`.
"""

from __future__ import annotations

from sealed_wonders.core.game import (
    Answer,
    Ask,
    Deal,
    Dealt,
    Gone,
    IllegalMove,
    Mixed,
    Refusal,
    Seat,
    Shuffle,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence


def fits(ask: Ask, answer: Answer) -> bool:
    """
    Return whether an answer that needed no player has the type and shape requested.
    """
    match ask, answer:
        case Shuffle(decks), Mixed(slots):
            sizes = [len(deck.slots) + len(deck.cards) for deck in decks]
            return sizes == [len(deck) for deck in slots]
        case Deal(hands, peek), Dealt(given):
            if peek:
                return dict(hands) == dict(given)
            return list(hands) == list(given) and all(
                len(hands[seat]) == len(given[seat]) for seat in hands
            )
        case TurnUp(slots), TurnedUp(faces):
            return len(slots) == len(faces)
    return False


def not_asked(ask: Ask, seat: Seat | None, answer: Answer) -> IllegalMove:
    """Return the error for an answer that the state hasn't asked for."""
    detail = Sentence(
        "the table asked for {ask}, not for {answer}",
        ask=type(ask).__name__,
        answer=shown(answer),
    )
    return IllegalMove(seat, Refusal.NOT_ASKED, detail)


def check_leaving(active: tuple[Seat, ...], gone: Gone) -> tuple[Seat, ...]:
    """
    Return the seats that leave now: those in *gone* that are still active.

    Raises:
        IllegalMove: one of the seats isn't active, there are none, or they aren't in
            ascending order.
    """
    leaving = tuple(seat for seat in active if seat in gone.seats)
    if leaving != gone.seats or not leaving:
        detail = Sentence(
            "expected seats from {active}, in ascending order, not {seats}",
            active=shown(active),
            seats=shown(gone.seats),
        )
        raise IllegalMove(None, Refusal.NOT_ASKED, detail)
    return leaving
