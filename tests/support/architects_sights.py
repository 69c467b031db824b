"""Check what playthroughs of Architects must show; see `tests.support.sights`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import get_args

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    Founded,
    Studied,
    Taken,
    TurnEnded,
)
from sealed_wonders.core.architects.options import PLAYERS
from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.game import Seat
from tests.support.architects import Leavers, random_moves
from tests.support.architects_playthroughs import (
    Header,
    PlaythroughRun,
    read_header,
    replay,
)
from tests.support.sights import enough


def watch(text: str) -> tuple[str, set[str]]:
    """Replay a playthrough; return its text as it is now, and its sights."""
    told, events = replay(text)
    return told, sights(read_header(text.splitlines()[0]), events)


def make(seed: str, missing: set[str]) -> tuple[str, str, set[str]]:
    """
    Play a game for as long as it shows many missing sights in few lines.

    Return its name, its text, and its sights.
    """
    header = drawn(seed)
    _, events = _played(header)
    ends = [at for at, it in enumerate(events, 1) if isinstance(it, TurnEnded)]
    turns = enough(
        ends, len(events), lambda end: sights(header, events[:end]) & missing
    )
    header = header._replace(turns=turns)
    text, events = _played(header)
    leaving = "-leaving" if header.leaving else ""
    name = f"architects-{header.players}-{header.draw}{leaving}"
    return name, text, sights(header, events)


def drawn(seed: str) -> Header:
    """Return the settings of a random game."""
    chance = random.Random(seed)
    players = chance.choice(PLAYERS)
    leaving: dict[int, tuple[Seat, ...]] = {}
    if chance.random() < 0.2:
        for seat in chance.sample(range(players), chance.choice((1, players - 1))):
            leaving[chance.randint(1, 100)] = (seat,)
    return Header(players, seed, leaving, chance.choice(DRAWS))


def _played(header: Header) -> tuple[str, Sequence[Event]]:
    run = PlaythroughRun(header, random_moves(header.seed))
    return "".join(f"{line}\n" for line in run.lines()), run.events


def sights(header: Header, events: Sequence[Event]) -> set[str]:
    """Return the sights of a game."""
    kinds = {f"there is {type(event).__name__}" for event in events}
    ways = {f"{header.players} play", _way(header.draw, header.leaving)}
    return {*ways, *_deeds(events), *kinds}


def wanted() -> set[str]:
    """Return the sights that all playthroughs together must show."""
    effects = ("alexandria", "ephesus", "halicarnassus", "olympia")
    return {
        *(f"there is {event.__name__}" for event in get_args(Event)),
        *(f"{players} play" for players in PLAYERS),
        *(_way(draw, leaving) for draw, leaving in product(DRAWS, ({}, {1: (0,)}))),
        *(f"{wonder} builds a stage" for wonder in catalog().wonders_by_id),
        *(f"taken by {it}" for it in (*effects, "a token")),
        *(f"paid by {it}" for it in ("economy", "engineering")),
        *(f"turned in {number}" for number in (2, 3)),
    }


def _way(draw: str, leaving: Leavers) -> str:
    return f"draw {draw}, {'somebody leaves' if leaving else 'all stay'}"


def _deeds(events: Sequence[Event]) -> Iterator[str]:
    tokens_by_id = catalog().tokens_by_id
    for wonder in catalog().wonders_by_id:
        if built(events, wonder):
            yield f"{wonder} builds a stage"
    for event in events:
        match event:
            case Taken(by=str() as by) if by:
                yield f"taken by {'a token' if by in tokens_by_id else by}"
            case Built(by=tokens):
                yield from (f"paid by {token}" for token in tokens)
            case Studied(cards=cards):
                yield f"turned in {len(cards)}"


def seat_of(events: Sequence[Event], wonder: str) -> Seat:
    """Return the seat of a wonder; -1 if it isn't played."""
    for event in events:
        if isinstance(event, Founded):
            return event.wonders.index(wonder) if wonder in event.wonders else -1
    return -1


def built(events: Sequence[Event], wonder: str) -> list[int]:
    """Return the numbers of the stages that were built of a wonder."""
    seat = seat_of(events, wonder)
    return [e.stage for e in events if isinstance(e, Built) and e.seat == seat]
