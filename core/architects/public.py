"""
The public facts of a game of Architects, as plain data.

They are listed field by field, so that nothing becomes public merely by being in a
state; only `own` is for one seat alone. Face-up cards are given as catalogue ids; face-down cards are only counted. The
host's page (`host/page/data`, `net/web/data`) and reports read these fields by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    FinalSheet,
    Fought,
    Founded,
    Opened,
    Peeked,
    Remixed,
    Revealed,
    Searched,
    SeatsLeft,
    Studied,
    Taken,
    TokenTaken,
    TurnEnded,
    WonderTaken,
)
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Card, Slot

Facts = Mapping[str, Any]


def table(state: State) -> Facts:
    """Return the table as it is."""
    return {
        "cities": [_city(it) for it in state.cities],
        "piles": [_pile(it) for it in state.around] if state.cities else [],
        "open": [catalog().token(it).id for it in state.open],
        "tokens": len(state.tokens.slots),
        "cat": state.cat,
        "horns": state.horns,
        "conflicts": state.conflicts,
        "discard": len(state.discard),
        "seat": state.seat if state.turn else None,
    }


def _city(city: City) -> Facts:
    cards = {kind.id: count for kind in catalog().kinds if (count := city.count(kind))}
    return {
        "board": city.wonder.id,
        "cards": [id for id, count in cards.items() for _ in range(count)],
        "stages": [f"{city.wonder.id}.{it.number}" for it in city.wonder.stages],
        "built": list(city.built),
        "tokens": [it.id for it in city.progress],
        "victories": city.victories,
        "shields": city.shields,
    }


def _pile(pile: Pile) -> Facts:
    top = None if pile.top is None else catalog().kind(pile.top).id
    return {"name": pile.name, "cards": len(pile.slots), "top": top}


def at(state: State) -> tuple[int, ...]:
    """Return the current turn; empty before the first."""
    return (state.turn,) if state.turn else ()


def happened(state: State) -> Sequence[tuple[tuple[int, ...], Facts]]:
    """Return the events of the last answer, each with its turn."""
    told = []
    for event in state.news:
        facts = _told(event)
        if facts is not None:
            turn = getattr(event, "turn", 0)
            told.append(((turn,) if turn else (), facts))
    return told


def laid(state: State) -> Mapping[Slot, Facts]:
    """Return nothing: in this game, no card is laid face down."""
    return {}


def opened(
    state: State, laid: Mapping[Slot, Facts], cards: Mapping[Slot, Card]
) -> Sequence[Facts]:
    """
    Return the cards that only this seat had seen and that it disclosed, with their
    piles.
    """
    return [
        {
            "card": catalog().cards[cards[slot]].id,
            "where": "seen",
            "pile": pile.name,
            "at": [],
        }
        for pile in (*state.piles, state.central, state.tokens)
        for slot in pile.slots
        if slot in cards
    ]


def own(state: State, seat: int, faces: Mapping[Slot, Card]) -> Facts:
    """Return the card on top of the central pile, if the cat has shown it to a seat."""
    slots = state.central.slots
    card = faces.get(slots[0]) if slots and state.central.top is None else None
    return {"central": None if card is None else catalog().cards[card].id}


def _told(event: Event) -> Facts | None:
    """Return an event as plain data; None if there is nothing to see."""
    match event:
        case WonderTaken(seat=seat, wonder=wonder):
            return {"is": "board", "seat": seat, "board": wonder}
        case Founded(wonders=wonders, first=first):
            return {"is": "founded", "boards": list(wonders), "first": first}
        case Taken():
            return {
                "is": "taken",
                "seat": event.seat,
                "pile": event.pile,
                "card": _kind(event.card),
                "by": event.by,
                "cat": event.cat,
                "horns": event.horns,
            }
        case Built(seat=seat, stage=stage, cards=cards, by=by):
            used = [_kind(it) for it in cards]
            return {
                "is": "built",
                "seat": seat,
                "stage": stage,
                "cards": used,
                "by": list(by),
            }
        case Studied(seat=seat, cards=cards):
            return {"is": "studied", "seat": seat, "cards": [_kind(it) for it in cards]}
        case TokenTaken(seat=seat, token=token, unseen=unseen):
            name = catalog().token(token).id
            return {"is": "token", "seat": seat, "card": name, "unseen": unseen}
        case Searched(seat=seat, pile=pile):
            count = event.count
            return {"is": "searched", "seat": seat, "pile": pile, "count": count}
        case Remixed(pile=pile):
            return {"is": "remixed", "pile": pile}
        case Fought(tokens=tokens, shields=shields, discarded=discarded):
            return {
                "is": "battle",
                "tokens": list(tokens),
                "shields": list(shields),
                "discarded": [len(it) for it in discarded],
            }
        case SeatsLeft(seats=seats):
            return {"is": "left", "seats": list(seats)}
        case Peeked(seat=seat):
            return {"is": "peeked", "seat": seat}
        case Revealed() | Opened() | TurnEnded() | FinalSheet():
            return None


def _kind(card: int) -> str:
    return catalog().kind(card).id
