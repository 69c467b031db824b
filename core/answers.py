"""
Whether an answer is one to what was asked: the same for all games.
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
    """Return whether what the table did by itself is of the kind and shape asked for."""
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
    """Return the refusal of what nobody asked for."""
    detail = Sentence(
        "the table asked {ask}, not {answer}",
        ask=type(ask).__name__,
        answer=shown(answer),
    )
    return IllegalMove(seat, Refusal.NOT_ASKED, detail)


def check_leaving(active: tuple[Seat, ...], gone: Gone) -> tuple[Seat, ...]:
    """
    Return who leaves now, of those who still play.

    Raises:
        IllegalMove: somebody doesn't play any more, or they aren't named in order.
    """
    leaving = tuple(seat for seat in active if seat in gone.seats)
    if leaving != gone.seats or not leaving:
        detail = Sentence(
            "some of {active}, ascending, not {seats}",
            active=shown(active),
            seats=shown(gone.seats),
        )
        raise IllegalMove(None, Refusal.NOT_ASKED, detail)
    return leaving
