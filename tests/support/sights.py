"""
What playthroughs of 7 Wonders must show between them.

A sight is something that happens in a game, or a way in which a game is set up.
`scripts/playthrough.py` looks for games until there is one for each sight.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import get_args

from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.effects import BuildFromDiscard, CopyGuild, Power
from sealed_wonders.core.wonders.events import (
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    FinalSheet,
    Fought,
    Founded,
    GuildCopied,
    Penalised,
    Picked,
    Played,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.options import LEADERS, PLAYERS, SIDES
from tests.support.games import builder
from tests.support.playthroughs import Header, PlaythroughRun, read_header, replay
from tests.support.soak import COMBINATIONS, some_boards

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
    kind = "-and-".join(header.expansions) or "base"
    leaving = "-leaving" if header.leaving else ""
    name = f"{kind}-{header.players}-{header.sides}{leaving}"
    return name, text, sights(header, events)


def _played(header: Header) -> tuple[str, Sequence[Event]]:
    run = PlaythroughRun(header, [builder(header.seed)] * header.players)
    return "".join(f"{line}\n" for line in run.lines()), run.events


def drawn(seed: str) -> Header:
    """Set up some game."""
    chance = random.Random(seed)
    players = chance.choice(PLAYERS)
    expansions = chance.choice(COMBINATIONS)
    leaving: dict[int, tuple[Seat, ...]] = {}
    if chance.random() < 0.2:
        for seat in chance.sample(range(players), chance.choice((1, 2, players - 1))):
            leaving[chance.randint(3, 25 * players)] = (seat,)
    boards = chance.choice(("base", "all", ""))
    return Header(
        players,
        chance.choice(SIDES),
        seed,
        leaving,
        expansions,
        chance.choice(LEADERS.choices) if "leaders" in expansions else LEADERS.usual,
        boards or ",".join(some_boards(chance, players, expansions)),
        chance.choice(DRAWS),
    )


def sights(header: Header, events: Sequence[Event]) -> set[str]:
    """Return what a game shows."""
    scenes = {name for name, happens in SCENES.items() if happens(events)}
    kinds = {f"there is {type(event).__name__}" for event in events}
    setup = _setup(header, over=any(isinstance(event, FinalSheet) for event in events))
    return {*setup, *_stages(events), *_powers(events), *scenes, *kinds}


def wanted() -> set[str]:
    """Return what all playthroughs together must show."""
    boards = [(it, side) for it in everything().boards for side in it.sides.values()]
    powers = {
        effect.kind
        for _, side in boards
        for stage in side.stages
        for half in stage.halves or [""]
        for effect in stage.effects(half)
        if isinstance(effect, Power | BuildFromDiscard | CopyGuild)
    }
    return {
        *SCENES,
        *(f"there is {event.__name__}" for event in get_args(Event)),
        *(f"{players} play to the end" for players in PLAYERS),
        *(f"sides: {sides}" for sides in SIDES),
        *(f"draw: {draw}" for draw in DRAWS),
        *(f"leaders: {leaders}" for leaders in LEADERS.choices),
        *(_kind(*both) for both in product(COMBINATIONS, (True, False))),
        "one is left",
        *(f"{board.id} {side.name} is built" for board, side in boards),
        *(
            f"{board.id} {side.name}: stage {number}, {half}"
            for board, side in boards
            for number, stage in enumerate(side.stages, 1)
            for half in stage.halves or ()
        ),
        *(f"power: {power}" for power in powers),
    }


def _setup(header: Header, *, over: bool) -> Iterator[str]:
    left = sum(map(len, header.leaving.values()))
    if over and not left:
        yield f"{header.players} play to the end"
    if over and left == header.players - 1:
        yield "one is left"
    yield f"sides: {header.sides}"
    yield f"draw: {header.draw}"
    if "leaders" in header.expansions:
        yield f"leaders: {header.leaders}"
    yield _kind(header.expansions, left > 0)


def _kind(expansions: tuple[str, ...], leaving: bool) -> str:
    return f"with {expansions}, {'somebody leaves' if leaving else 'all stay'}"


def _stages(events: Sequence[Event]) -> Iterator[str]:
    """Yield which wonders are built, and which halves of split stages."""
    for event in events:
        if not isinstance(event, Founded):
            continue
        for name, face in zip(event.boards, event.sides, strict=True):
            side = everything().boards_by_id[name].sides[face]
            built = [e.half for e in plays(events, name, face) if e.use == "stage"]
            if len(built) == len(side.stages):
                yield f"{name} {face} is built"
            for number, half in enumerate(built, 1):
                if half:
                    yield f"{name} {face}: stage {number}, {half}"


def _powers(events: Sequence[Event]) -> Iterator[str]:
    """Yield the powers of wonders that are used."""
    at_will = plays(events, "olympia_1e", "day")
    at_ends = plays(events, "olympia", "night")
    for event in events:
        match event:
            case Played(turn=7):
                yield "power: play_last_card_of_each_age"
            case Played(free="power") if event in at_will:
                yield "power: one_card_of_each_age_free"
            case Played(free="power", turn=turn) if event in at_ends:
                yield f"power: {'first' if turn == 1 else 'last'}_card_of_each_age_free"
            case Played(free="power"):
                yield "power: first_card_of_each_colour_free"
            case Picked():
                yield "power: build_one_from_discard_free"
            case GuildCopied():
                yield "power: copy_neighbour_guild"


def seat_of(events: Sequence[Event], board: str, side: str) -> Seat:
    """Return the seat of a side of a board; -1 if it isn't played."""
    for event in events:
        if isinstance(event, Founded):
            sides = [*zip(event.boards, event.sides, strict=True)]
            return sides.index((board, side)) if (board, side) in sides else -1
    return -1


def plays(events: Sequence[Event], board: str, side: str) -> list[Played]:
    """Return what was played at a side of a board."""
    seat = seat_of(events, board, side)
    return [e for e in events if isinstance(e, Played) and e.seat == seat]


def _stages_of(events: Sequence[Event], board: str, side: str) -> list[Played]:
    return [e for e in plays(events, board, side) if e.use == "stage"]


def _picks(board: str, side: str, times: int) -> Scene:
    def happens(events: Sequence[Event]) -> bool:
        seat = seat_of(events, board, side)
        picked = [e for e in events if isinstance(e, Picked) and e.seat == seat]
        return sum(e.card is not None for e in picked) >= times

    return happens


def _halves(board: str, side: str, *halves: str) -> Scene:
    return lambda events: [e.half for e in _stages_of(events, board, side)] == [*halves]


def _seventh_cards(events: Sequence[Event]) -> bool:
    uses = {e.use for e in plays(events, "babylon", "night") if e.turn == 7}
    return {"build", "stage"} <= uses


def _free_colours(events: Sequence[Event]) -> bool:
    frees = [e.free for e in plays(events, "olympia", "day")]
    return frees.count("power") >= 3 and "chain" in frees


def _free_ends(events: Sequence[Event]) -> bool:
    turns = {e.turn for e in plays(events, "olympia", "night") if e.free == "power"}
    return turns == {1, 6}


def _free_at_will(events: Sequence[Event]) -> bool:
    frees = [e for e in plays(events, "olympia_1e", "day") if e.free == "power"]
    return len({e.age for e in frees}) == 2


def _both_from_discard(events: Sequence[Event]) -> bool:
    turns = [(e.age, e.turn) for e in events if isinstance(e, Picked)]
    return len(set(turns)) < len(turns)


def _leaders_for_nothing(events: Sequence[Event]) -> bool:
    recruited = [e for e in plays(events, "roma", "day") if e.use == "recruit"]
    return len(recruited) == 3 and len(_stages_of(events, "roma", "day")) == 2


def _extra_leaders(events: Sequence[Event]) -> bool:
    """Return whether Roma drew four leaders and recruited two besides, one Solomon."""
    drawn = [len(e.slots) for e in events if isinstance(e, Drawn)]
    besides = [e for e in events if isinstance(e, Enlisted) and e.card is not None]
    when = {(e.age, e.turn) for e in besides}
    turned = any(
        isinstance(e, Picked) and e.by == "solomon" and (e.age, e.turn) in when
        for e in events
    )
    return drawn == [4] and len(besides) == 2 and turned


def _turned_down(side: str, stages: int, number: int) -> Scene:
    """Make a scene in which Abu Simbel is built, with leaders turned face down."""

    def happens(events: Sequence[Event]) -> bool:
        built = _stages_of(events, "abu_simbel", side)
        return len(built) == stages and sum(bool(e.bury) for e in built) == number

    return happens


def _victims(events: Sequence[Event]) -> bool:
    dropped = [e for e in events if isinstance(e, TokenDropped)]
    deflected = any(isinstance(e, Fought) and e.deflected for e in events)
    return len(dropped) > 1 and deflected


def _solomon(events: Sequence[Event]) -> bool:
    by: dict[tuple[int, int], set[str]] = {}
    for event in events:
        if isinstance(event, Picked):
            by.setdefault((event.age, event.turn), set()).add(event.by)
    return any({"solomon", "halikarnassos"} <= some for some in by.values())


def _uses_of_leaders(events: Sequence[Event]) -> bool:
    """Return whether leaders were recruited, sold and put under a stage, one with a pawn."""
    leaders = [e for e in events if isinstance(e, Played) and not e.turn]
    uses = {e.use for e in leaders}
    return len(uses) == 3 and any(e.joins for e in leaders)


def _endings(events: Sequence[Event]) -> set[bool]:
    return {e.built for e in events if isinstance(e, EdificeEnded)}


def _loses(*kinds: str) -> Scene:
    """Make a scene with an edifice built, and ones that failed and cost such things."""

    def happens(events: Sequence[Event]) -> bool:
        lost = [e for e in events if isinstance(e, Penalised)]
        costs = {
            "card": any(e.card for e in lost),
            "coins": any(e.coins for e in lost),
            "tokens": any(e.tokens for e in lost),
            "debt": any(not (e.card or e.coins or e.tokens) for e in lost),
        }
        return True in _endings(events) and all(costs[kind] for kind in kinds)

    return happens


def _crowded(events: Sequence[Event]) -> bool:
    joined = [e.age for e in events if isinstance(e, Played) and e.joins]
    crowd = any(joined.count(age) > 3 for age in (1, 2, 3))
    return crowd and bool(_loses("card", "debt")(events))


def _pawns_of_ur(side: str) -> Scene:
    """Make a scene in which Ur is built, is rewarded for its pawn, and an edifice fails."""

    def happens(events: Sequence[Event]) -> bool:
        seat, built = seat_of(events, "ur", side), _stages_of(events, "ur", side)
        ended = [e for e in events if isinstance(e, EdificeEnded)]
        rewarded = any(e.built and seat in e.seats for e in ended)
        joined = len(built) == 3 and any(e.joins for e in built)
        return joined and rewarded and False in _endings(events)

    return happens


def _halves_and_pawns(events: Sequence[Event]) -> bool:
    built = _stages_of(events, "carthage", "night")
    return [e.joins for e in built if e.half] == [True, True]


def _joins(age: int) -> Scene:
    return lambda events: any(
        isinstance(e, Played) and e.joins and e.age == age for e in events
    )


def _pawn(age: int) -> Scene:
    return lambda events: any(e.pawn == age for e in plays(events, "ur", "day"))


SCENES: Mapping[str, Scene] = {
    "babylon builds and otherwise uses seventh cards": _seventh_cards,
    "a seventh card is sold": lambda events: any(
        isinstance(e, Played) and e.turn == 7 and e.use == "sell" for e in events
    ),
    "halikarnassos day builds from the discard": _picks("halikarnassos", "day", 1),
    "halikarnassos night does three times": _picks("halikarnassos", "night", 3),
    "two build from the discard on one turn": _both_from_discard,
    "olympia builds a card of three colours for nothing": _free_colours,
    "olympia builds a first and a last card for nothing": _free_ends,
    "olympia builds what it wants for nothing in two ages": _free_at_will,
    "carthage builds its stage to the left": _halves("carthage", "day", "", "left", ""),
    "carthage builds it to the right": _halves("carthage", "day", "", "right", ""),
    "carthage builds for coins": _halves("carthage", "night", "left", "right"),
    "carthage builds from the discard": _halves("carthage", "night", "right", "left"),
    "roma recruits three leaders for nothing": _leaders_for_nothing,
    "roma draws leaders, and recruits two besides": _extra_leaders,
    "abu simbel turns a leader face down by day": _turned_down("day", 3, 1),
    "abu simbel turns two by night": _turned_down("night", 2, 2),
    "tokens are dropped, and defeats go to the winner": _victims,
    "solomon and halikarnassos build on one turn": _solomon,
    "leaders serve in all ways": _uses_of_leaders,
    "an edifice costs tokens": _loses("tokens"),
    "edifices cost a card and coins": _loses("card", "coins"),
    "more join than there are pawns": _crowded,
    "ur is built by day, with a pawn": _pawns_of_ur("day"),
    "ur is built by night, with a pawn": _pawns_of_ur("night"),
    "carthage joins with both split stages": _halves_and_pawns,
    **{f"an edifice of age {age} is joined": _joins(age) for age in (1, 2, 3)},
    **{f"ur has a pawn of age {age}": _pawn(age) for age in (1, 2, 3)},
}
