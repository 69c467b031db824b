"""
What playthroughs of 7 Wonders must show between them.

A sight is something that happens in a game, or a way in which a game is set up.
`scripts/playthrough.py` looks for games until there is one for each sight.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import get_args

from sealed_wonders.core.draws import DRAWS
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.effects import BuildFromDiscard, CopyGuild, Power
from sealed_wonders.core.wonders.events import (
    Event,
    FinalSheet,
    Founded,
    GuildCopied,
    Picked,
    Played,
    TurnEnded,
)
from sealed_wonders.core.wonders.options import LEADERS, PLAYERS, SIDES
from tests.support.games import builder
from tests.support.playthroughs import Header, PlaythroughRun, read_header, replay
from tests.support.records import COMBINATIONS
from tests.support.soak import random_boards

SHORTEST = 40
"""Events that a game has to show something of beside the others, to be worth a file."""


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
    kind = "-and-".join(header.expansions) or "base"
    leaving = "-leaving" if header.leaving else ""
    name = f"{kind}-{header.players}-{header.sides}{leaving}"
    return name, text, sights(header, events)


def enough(
    ends: Iterable[int], whole: int, shown: Callable[[int], set[str]]
) -> int | None:
    """
    Return the number of turns after which a game shows most for its length.

    Args:
        ends: the number of events by the end of each turn.
        whole: the number of all events; if they are worth it, None is returned.
        shown: returns what the first so many events show.
    """
    turns: list[tuple[int | None, int]] = [*enumerate(ends, 1), (None, whole)]
    return max(turns, key=lambda turn: len(shown(turn[1])) / (turn[1] + SHORTEST))[0]


def _played(header: Header) -> tuple[str, Sequence[Event]]:
    run = PlaythroughRun(header, [builder(header.seed)] * header.players)
    return "".join(f"{line}\n" for line in run.lines()), run.events


def drawn(seed: str) -> Header:
    """Return the settings of a random game."""
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
        boards or ",".join(random_boards(chance, players, expansions)),
        chance.choice(DRAWS),
    )


def sights(header: Header, events: Sequence[Event]) -> set[str]:
    """Return the sights of a game."""
    kinds = {f"there is {type(event).__name__}" for event in events}
    setup = _setup(header, over=any(isinstance(event, FinalSheet) for event in events))
    return {*setup, *_stages(events), *_powers(events), *kinds}


def wanted() -> set[str]:
    """Return the sights that all playthroughs together must show."""
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
        *(f"there is {event.__name__}" for event in get_args(Event)),
        *(f"{players} play" for players in PLAYERS),
        *(f"sides: {sides}" for sides in SIDES),
        *(f"draw: {draw}" for draw in DRAWS),
        *(f"leaders: {leaders}" for leaders in LEADERS.choices),
        *(_kind(*both) for both in product(COMBINATIONS, (True, False))),
        "all play to the end",
        "one is left",
        *(f"{board.id} {side.name} builds a stage" for board, side in boards),
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
    yield f"{header.players} play"
    if over and not left:
        yield "all play to the end"
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
    """Yield which wonders have a stage, and which halves of split stages."""
    for event in events:
        if not isinstance(event, Founded):
            continue
        for name, face in zip(event.boards, event.sides, strict=True):
            built = [e.half for e in plays(events, name, face) if e.use == "stage"]
            if built:
                yield f"{name} {face} builds a stage"
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
    """Return the plays at a side of a board."""
    seat = seat_of(events, board, side)
    return [e for e in events if isinstance(e, Played) and e.seat == seat]
