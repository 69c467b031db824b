"""What playthroughs of Architects must show between them; see `tests.support.sights`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import get_args

from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.events import (
    Built,
    Event,
    FinalSheet,
    Fought,
    Founded,
    Remixed,
    Searched,
    SeatsLeft,
    Studied,
    Taken,
    TokenTaken,
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

STAGES = range(1, 6)

Scene = Callable[[Sequence[Event]], object]
"""Whether something happens in a game."""


def watch(text: str) -> tuple[str, set[str]]:
    """Replay a playthrough; return what it says now, and its sights."""
    told, events = replay(text)
    return told, sights(read_header(text.splitlines()[0]), events)


def make(seed: str, missing: set[str]) -> tuple[str, str, set[str]]:
    """
    Play some game until it has shown what it can of what is missing.

    Return a name for it, its text, and its sights.
    """
    header = drawn(seed)
    _, events = _played(header)
    shown = sights(header, events) & missing
    ends = [at for at, it in enumerate(events, 1) if isinstance(it, TurnEnded)]
    enough = (
        n for n, end in enumerate(ends, 1) if shown <= sights(header, events[:end])
    )
    header = header._replace(turns=next(enough, None))
    text, events = _played(header)
    leaving = "-leaving" if header.leaving else ""
    name = f"architects-{header.players}-{header.draw}{leaving}"
    return name, text, sights(header, events)


def drawn(seed: str) -> Header:
    """Set up some game."""
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
    """Return what a game shows."""
    scenes = {name for name, happens in SCENES.items() if happens(events)}
    kinds = {f"there is {type(event).__name__}" for event in events}
    ways = {_way(header.draw, header.leaving)}
    if not header.leaving and any(isinstance(it, Fought) for it in events):
        ways.add(f"{header.players} fight")
    return {*ways, *_deeds(events), *scenes, *kinds}


def wanted() -> set[str]:
    """Return what all playthroughs together must show."""
    effects = ("alexandria", "ephesus", "halicarnassus", "olympia")
    extras = (
        "urbanism",
        "crafts",
        "jewellery",
        "science",
        "propaganda",
        "architecture",
    )
    return {
        *SCENES,
        *(f"there is {event.__name__}" for event in get_args(Event)),
        *(f"{players} fight" for players in PLAYERS),
        *(_way(draw, leaving) for draw, leaving in product(DRAWS, ({}, {1: (0,)}))),
        *(f"{it}: stage {n}" for it in catalog().wonders_by_id for n in STAGES),
        *(f"taken by {it}" for it in (*effects, *extras)),
        *(f"paid by {it}" for it in ("economy", "engineering")),
        *(f"turned in {number}" for number in (2, 3)),
    }


def _way(draw: str, leaving: Leavers) -> str:
    return f"draw {draw}, {'somebody leaves' if leaving else 'all stay'}"


def _deeds(events: Sequence[Event]) -> Iterator[str]:
    for wonder in catalog().wonders_by_id:
        yield from (f"{wonder}: stage {number}" for number in built(events, wonder))
    for event in events:
        match event:
            case Taken(by=str() as by) if by:
                yield f"taken by {by}"
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
    """Return the stages that were built of a wonder."""
    seat = seat_of(events, wonder)
    return [e.stage for e in events if isinstance(e, Built) and e.seat == seat]


def _is_built(events: Sequence[Event], wonder: str) -> bool:
    return len(built(events, wonder)) == len(STAGES)


def _takes(wonder: str, times: int) -> Scene:
    def happens(events: Sequence[Event]) -> bool:
        taken = [e for e in events if isinstance(e, Taken) and e.by == wonder]
        return _is_built(events, wonder) and len(taken) == times

    return happens


def _from_afar(events: Sequence[Event]) -> bool:
    """Return whether Alexandria is built, and took a card from a far pile."""
    for event in events:
        if isinstance(event, Founded) and "alexandria" in event.wonders:
            left = event.wonders[event.wonders.index("alexandria") - 1]
            near = {CENTRAL, "alexandria", left}
            taken = [e for e in events if isinstance(e, Taken) and e.by == "alexandria"]
            far = any(e.pile not in near for e in taken)
            return _is_built(events, "alexandria") and far
    return False


def _tokens_of_stages(events: Sequence[Event]) -> bool:
    """Return whether Babylon's stages brought two tokens, one of them unseen."""
    stages = catalog().wonders_by_id["babylon"].stages
    effects = sum(stages[number - 1].effect for number in built(events, "babylon"))
    seat = seat_of(events, "babylon")
    mine = [e for e in events if isinstance(e, TokenTaken) and e.seat == seat]
    return effects >= 2 and len(mine) > 2 and any(e.unseen for e in mine)


def _searches(events: Sequence[Event]) -> bool:
    piles = {e.pile for e in events if isinstance(e, Searched)}
    mixed = any(isinstance(e, Remixed) for e in events)
    return len(piles) == 2 and mixed and _is_built(events, "halicarnassus")


def _strong(events: Sequence[Event]) -> bool:
    """Return whether Rhodes won a battle after both its stages with shields."""
    stages, seat = 0, seat_of(events, "rhodes")
    for event in events:
        if isinstance(event, Built) and event.seat == seat:
            stages += event.stage in (2, 4)
        if isinstance(event, Fought) and stages == 2:
            return event.tokens[seat] > 0
    return False


def _many_tokens(events: Sequence[Event]) -> bool:
    worked = {e.by for e in events if isinstance(e, Taken)}
    worked |= {by for e in events if isinstance(e, Built) for by in e.by}
    extras = worked & set(catalog().tokens_by_id)
    return {"engineering", "economy"} <= extras and len(extras) > 4


def _chains(events: Sequence[Event]) -> bool:
    turns = [event.turn for event in events if isinstance(event, Taken)]
    return any(turns.count(turn) > 3 for turn in set(turns))


def _last_battle(events: Sequence[Event]) -> bool:
    kinds = [type(event) for event in events[-3:]]
    return kinds == [Fought, TurnEnded, FinalSheet]


def _leaves_in_own_turn(events: Sequence[Event]) -> bool:
    """Return whether two left, one of them in its own turn, and a battle came after."""
    gone: set[Seat] = set()
    own = fought = False
    for event in events:
        match event:
            case SeatsLeft(seats):
                gone.update(seats)
                fought = False
            case TurnEnded(_, seat):
                own = own or seat in gone
            case Fought():
                fought = True
    return len(gone) == 2 and own and fought


SCENES: Mapping[str, Scene] = {
    "alexandria takes from afar": _from_afar,
    "babylon takes two tokens, one unseen": _tokens_of_stages,
    "ephesus takes three cards": _takes("ephesus", 3),
    "halicarnassus looks through both piles": _searches,
    "olympia takes four cards": _takes("olympia", 4),
    "rhodes wins by its stages": _strong,
    "most tokens that work in a turn work": _many_tokens,
    "somebody takes four cards in a turn": _chains,
    "the last turn ends with a battle": _last_battle,
    "somebody leaves in their own turn": _leaves_in_own_turn,
}
