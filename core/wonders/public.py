"""
The public facts of a game of 7 Wonders, as plain data.

They are listed field by field, so that nothing becomes public merely by being in a
state; only `own` is for one seat alone. Face-up cards are given as catalogue ids; face-down cards are only counted. The
host's page (`host/page/data`, `net/web/data`) and reports read these fields by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sealed_wonders.core.game import Card, Slot
from sealed_wonders.core.wonders.catalog import Catalog
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    FinalSheet,
    Fought,
    Founded,
    GuildCopied,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
    SeatsLeft,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.goods import GOODS, unpack
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.state import State
from sealed_wonders.core.wonders.trade import Production, Split

Facts = Mapping[str, Any]


def table(state: State) -> Facts:
    """Return the table as it is."""
    return {
        "cities": [_city(state, seat, it) for seat, it in enumerate(state.cities)],
        "discard": len(state.discard),
        "deck": len(state.deck),
        "projects": [
            {
                "edifice": it.edifice.id,
                "pawns": it.pawns,
                "takers": list(it.takers),
                "fate": it.fate,
            }
            for it in state.projects
        ],
    }


def _city(state: State, seat: int, city: City) -> Facts:
    works = city.works
    known = works.knowledge
    return {
        "board": f"{city.board.id}.{city.side.name}",
        "side": city.side.printed,
        "coins": city.coins,
        "shields": works.shields,
        "science": list(works.symbols),
        "wild": known.wild,
        "makes": makes(works.sells),
        "makes_for_itself": _without(makes(works.own), makes(works.sells)),
        "chains": sorted(works.chains),
        "tokens": list(city.tokens),
        "cards": [it.id for it in city.buildings],
        "stages": [f"{city.board.id}.{city.side.name}.{n}" for n in _numbers(city)],
        "built": len(city.stages),
        "leaders": [{"id": it.leader.id, "buried": it.buried} for it in city.leaders],
        "pawns": list(city.pawns),
        "edifices": [it.id for it in city.edifices],
        "debts": list(city.debts),
        "hand": len(state.hands[seat]) if state.hands else 0,
        "kept": len(state.leaders[seat]) if state.leaders else 0,
    }


def makes(some: Production) -> list[list[str]]:
    """Return each unit of a production, as the goods that it can be one of."""
    fixed = [[it] for it, units in unpack(some.fixed).items() for _ in range(units)]
    choices = [
        [good for at, good in enumerate(GOODS) if mask >> at & 1]
        for mask in some.choices
    ]
    return fixed + choices


def _without(some: list[list[str]], others: list[list[str]]) -> list[list[str]]:
    rest = list(some)
    for one in others:
        rest.remove(one)
    return rest


def _numbers(city: City) -> range:
    return range(1, len(city.side.stages) + 1)


def at(state: State) -> tuple[int, ...]:
    """Return the current age and turn; empty before the first."""
    task = state.task
    age, turn = getattr(task, "age", 0), getattr(task, "turn", 0)
    return (age, turn) if age else ()


def happened(state: State) -> Sequence[tuple[tuple[int, ...], Facts]]:
    """Return the events of the last answer, each with its age and turn."""
    told = []
    stages = [len(city.stages) for city in state.cities]
    # The last stage built in these events is the highest one: numbers count down from
    # there.
    for event in reversed(state.news):
        facts = _told(state.rules.catalog, event)
        if isinstance(event, Played) and event.use == "stage":
            city = state.cities[event.seat]
            number = stages[event.seat]
            stages[event.seat] -= 1
            stage = f"{city.board.id}.{city.side.name}.{number}"
            facts = {**(facts or {}), "stage": stage}
        if facts is not None:
            told.append((_when(event), facts))
    return told[::-1]


WHERE = ("sold", "stage", "last", "kept", "discard", "held")
"""Where a disclosed card had been, in the order of listing."""


def laid(state: State) -> Mapping[Slot, Facts]:
    """Return the slots that the last answer laid face down, with where and when."""
    return laid_by(state.news)


def laid_by(news: Iterable[Event]) -> Mapping[Slot, Facts]:
    """Return the slots that these events laid face down, with where and when."""
    found: dict[Slot, Facts] = {}
    for event in news:
        match event:
            case Played(card=None, slot=slot, age=age, turn=turn):
                where = "stage" if event.use == "stage" else "sold"
                found[slot] = {"where": where, "at": [age, turn]}
            case LeftOver(slot=slot, age=age, turn=turn):
                found[slot] = {"where": "last", "at": [age, turn]}
    return found


def opened(
    state: State, laid: Mapping[Slot, Facts], cards: Mapping[Slot, Card]
) -> Sequence[Facts]:
    """
    Return the cards that a seat disclosed after the game, and where they had lain.
    """
    catalog = state.rules.catalog
    found = []
    for slot in sorted(cards):
        where = "discard" if slot in state.discard else "held"
        if catalog.leader(cards[slot]):
            where = "kept"
        there = laid.get(slot, {"where": where, "at": []})
        found.append({"card": _id(catalog, cards[slot]), **there})
    return sorted(found, key=lambda it: (WHERE.index(it["where"]), it["at"]))


def own(state: State, seat: int, faces: Mapping[Slot, Card]) -> Facts:
    """Return the cards and leaders in a seat's own hand, as far as it has seen them."""
    catalog = state.rules.catalog

    def seen(hands: Sequence[Sequence[Slot]]) -> Sequence[Facts]:
        slots = hands[seat] if hands else ()
        cards = [(it, catalog.face(faces.get(it))) for it in slots]
        return [{"slot": it, "card": one.id} for it, one in cards if one is not None]

    return {"hand": seen(state.hands), "leaders": seen(state.leaders)}


def _when(event: Event) -> tuple[int, ...]:
    match event:
        case (
            Played(age=age, turn=turn)
            | Drawn(age=age, turn=turn)
            | Enlisted(age=age, turn=turn)
            | TokenDropped(age=age, turn=turn)
            | LeftOver(age=age, turn=turn)
            | Picked(age=age, turn=turn)
        ):
            return (age, turn)
    return ()


def _told(catalog: Catalog, event: Event) -> Facts | None:
    """Return an event as plain data; None if there is nothing to see."""
    match event:
        case BoardTaken(seat=seat, board=board):
            return {"is": "board", "seat": seat, "board": board}
        case Founded():
            boards = zip(event.boards, event.sides, strict=True)
            return {"is": "founded", "boards": [f"{it}.{side}" for it, side in boards]}
        case HandsDealt(age=age):
            return {"is": "dealt", "age": age}
        case Played():
            return dict(_played(catalog, event))
        case Enlisted(seat=seat, paid=paid):
            card = _id(catalog, event.card)
            paying = {**_paid(paid), **_gains(event)}
            return {"is": "enlisted", "seat": seat, "card": card, **paying}
        case Drawn(seat=seat, slots=slots):
            return {"is": "drawn", "seat": seat, "count": len(slots)}
        case TokenDropped(seat=seat, value=value):
            return {"is": "dropped", "seat": seat, "value": value}
        case Picked(seat=seat, by=by):
            card = _id(catalog, event.card)
            found = {"is": "picked", "seat": seat, "card": card, "by": by}
            return {**found, **_gains(event)}
        case EdificeEnded(age=age, built=built, seats=seats):
            return {"is": "edifice", "age": age, "built": built, "seats": list(seats)}
        case Penalised():
            return {
                "is": "penalised",
                "seat": event.seat,
                "card": event.card,
                "coins": event.coins,
                "tokens": list(event.tokens),
            }
        case Fought(age=age, tokens=tokens, deflected=deflected):
            return {
                "is": "fought",
                "age": age,
                "tokens": [list(it) for it in tokens],
                "deflected": [list(it) for it in deflected],
            }
        case SeatsLeft(seats=seats):
            return {"is": "left", "seats": list(seats)}
        case GuildCopied(seat=seat, guild=guild):
            return {"is": "copied", "seat": seat, "card": guild}
        case LeadersDealt() | Drafted() | LeftOver() | TurnEnded() | FinalSheet():
            return None


def _played(catalog: Catalog, event: Played) -> Iterator[tuple[str, Any]]:
    yield "is", "played"
    yield "seat", event.seat
    yield "use", event.use
    yield "card", _id(catalog, event.card)
    yield from _paid(event.paid).items()
    yield from _gains(event).items()
    if event.free:
        yield "free", event.free
    if event.half:
        yield "half", event.half
    if event.bury:
        yield "bury", event.bury
    if event.joins:
        yield "joins", True


def _paid(paid: Split) -> dict[str, int]:
    """Return the coins paid to each party, without zeros."""
    return {name: coins for name, coins in paid._asdict().items() if coins}


def _gains(event: Played | Enlisted | Picked) -> dict[str, int]:
    """Return the coins that a play brought its seat from the bank, if any."""
    return {"gains": event.gains} if event.gains else {}


def _id(catalog: Catalog, card: int | None) -> str | None:
    face = catalog.face(card)
    return None if face is None else face.id
