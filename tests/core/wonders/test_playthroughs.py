"""Whole games as text, replayed line by line (scripts/playthrough.py writes them)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.effects import BuildFromDiscard, CopyGuild, Power
from sealed_wonders.core.wonders.events import (
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    Founded,
    GuildCopied,
    LeadersDealt,
    Penalised,
    Picked,
    Played,
    TokenDropped,
)
from sealed_wonders.core.wonders.options import PLAYERS
from tests.support.architects_playthroughs import PREFIX
from tests.support.playthroughs import (
    FOLDER,
    RECIPES,
    losses,
    plays,
    read_header,
    replay,
)

LARGEST = 60_000
"""Bytes of a playthrough: it is there to be read."""


def text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


@cache
def replayed(name: str) -> tuple[str, Sequence[Event]]:
    """Give what follows from the moves of a playthrough: its text, and what happened."""
    return replay(text(name))


@pytest.mark.parametrize("name", RECIPES)
def test_a_playthrough_is_replayed_line_by_line(name: str) -> None:
    """From the moves in it, everything else follows as it stands there."""
    written = text(name)
    told, events = replayed(name)
    assert written.splitlines() == told.splitlines()
    assert written == told
    assert RECIPES[name].wish(events)
    assert len(written) <= LARGEST


def test_there_are_no_other_playthroughs() -> None:
    """Every file has its recipe, and every recipe its file; the other game has its own."""
    assert sorted(f"{name}.txt" for name in RECIPES) == sorted(
        path.name for path in FOLDER.iterdir() if not path.name.startswith(PREFIX)
    )


def test_every_number_of_players_has_a_playthrough() -> None:
    """Three to seven."""
    headers = [read_header(text(name).splitlines()[0]) for name in RECIPES]
    assert set(PLAYERS) == {header.players for header in headers if not header.leaving}


def test_every_side_of_every_board_is_played() -> None:
    """And so is every stage of each; of a split one, both halves."""
    built = set()
    for name in RECIPES:
        _, events = replayed(name)
        for event in events:
            if isinstance(event, Founded):
                sides = [*zip(event.boards, event.sides, strict=True)]
        for board, side in sides:
            stages = [e for e in plays(events, board, side) if e.use == "stage"]
            built |= {(board, side, i, e.half) for i, e in enumerate(stages)}
    wanted = {
        (board.id, side.name, i, half)
        for board in everything().boards
        for side in board.sides.values()
        for i, stage in enumerate(side.stages)
        for half in stage.halves or [""]
    }
    assert set() == wanted - built


def test_every_power_of_a_wonder_is_used() -> None:
    """What each power of the data is there for happens in some playthrough."""
    used: set[str] = set()
    for name in RECIPES:
        _, events = replayed(name)
        for event in events:
            match event:
                case Played(turn=7):
                    used.add("play_last_card_of_each_age")
                case Played(free="power"):
                    night = plays(events, "olympia", "night")
                    ends = {1: "first", 6: "last"}
                    kind = "first_card_of_each_colour_free"
                    if event in plays(events, "olympia_1e", "day"):
                        kind = "one_card_of_each_age_free"
                    if event in night:
                        kind = f"{ends[event.turn]}_card_of_each_age_free"
                    used.add(kind)
                case Picked():
                    used.add("build_one_from_discard_free")
                case GuildCopied():
                    used.add("copy_neighbour_guild")
    powers = {
        effect.kind
        for board in everything().boards
        for side in board.sides.values()
        for stage in side.stages
        for half in stage.halves or [""]
        for effect in stage.effects(half)
        if isinstance(effect, Power | BuildFromDiscard | CopyGuild)
    }
    assert powers == used


def test_all_that_leaders_add_to_a_game_happens() -> None:
    """Leaders recruited, under a stage and sold, and what wonders do with them."""
    uses: set[str] = set()
    others: set[type[Event]] = set()
    for name in RECIPES:
        _, events = replayed(name)
        others |= {type(event) for event in events}
        uses |= {e.use for e in events if isinstance(e, Played) and not e.turn}
    assert {"recruit", "stage", "sell"} == uses
    assert {LeadersDealt, Drafted, Drawn, Enlisted, TokenDropped} <= others


def test_all_that_edifices_add_to_a_game_happens() -> None:
    """Edifices built and failed, all ways to pay, and a pawn of each age for Ur."""
    built: set[bool] = set()
    pawns: set[int] = set()
    lost: set[str] = set()
    joined: set[int] = set()
    for name in RECIPES:
        _, events = replayed(name)
        built |= {event.built for event in events if isinstance(event, EdificeEnded)}
        lost |= losses(events)
        pawns |= {event.pawn for event in plays(events, "ur", "day")}
        joined |= {e.age for e in events if isinstance(e, Played) and e.joins}
        assert any(isinstance(e, Penalised) for e in events) == bool(losses(events))
    assert {True, False} == built
    assert {"card", "coins", "tokens", "debt"} == lost
    assert {1, 2, 3} == joined
    assert pawns > {0}


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("0> build", "0> bild", "is no move of seat 0 now"),
        ("\n  1> ", "\n  2> ", "is no move of seat 1 now"),
        ("  the end\n", "  0> sell with altar\n", "the game is over before"),
    ],
)
def test_a_playthrough_with_another_move_is_not_replayed(
    right: str, wrong: str, message: str
) -> None:
    """A move that is none is named."""
    with pytest.raises(LookupError, match=message):
        replay(text("players-3").replace(right, wrong, 1))
