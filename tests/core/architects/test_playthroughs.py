"""Whole games of Architects as text, replayed line by line (scripts/playthrough.py)."""

from __future__ import annotations

import pytest

from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import Built, SeatsLeft, Taken
from sealed_wonders.core.architects.options import PLAYERS
from tests.support.architects_playthroughs import (
    FOLDER,
    PREFIX,
    RECIPES,
    built,
    read_header,
    replay,
)

LARGEST = 64_000
"""Bytes of a playthrough: it is there to be read."""


def text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", RECIPES)
def test_a_playthrough_is_replayed_line_by_line(name: str) -> None:
    """From the moves in it, everything else follows as it stands there."""
    written = text(name)
    told, events = replay(written)
    assert written.splitlines() == told.splitlines()
    assert written == told
    assert RECIPES[name].wish(events)
    assert len(written) <= LARGEST


def test_there_are_no_other_playthroughs() -> None:
    """Every file has its recipe, and every recipe its file."""
    assert sorted(f"{name}.txt" for name in RECIPES) == sorted(
        path.name for path in FOLDER.iterdir() if path.name.startswith(PREFIX)
    )


def test_every_number_of_players_has_a_playthrough() -> None:
    """Two to seven."""
    headers = [read_header(text(name).splitlines()[0]) for name in RECIPES]
    assert set(PLAYERS) == {header.players for header in headers if not header.leaving}


def test_every_stage_of_every_wonder_is_built() -> None:
    """In some playthrough; and each effect that takes cards has taken some."""
    done: set[tuple[str, int]] = set()
    takers: set[str] = set()
    payers: set[str] = set()
    left = 0
    for name in RECIPES:
        _, events = replay(text(name))
        for wonder in catalog().wonders_by_id:
            done |= {(wonder, stage) for stage in built(events, wonder)}
        takers |= {event.by for event in events if isinstance(event, Taken)}
        payers |= {by for e in events if isinstance(e, Built) for by in e.by}
        left += sum(isinstance(event, SeatsLeft) for event in events)
    wanted = {(wonder.id, n) for wonder in catalog().wonders for n in range(1, 6)}
    assert set() == wanted - done
    assert {"alexandria", "ephesus", "halicarnassus", "olympia"} <= takers
    extras = {"urbanism", "crafts", "jewellery", "science", "propaganda"}
    assert {*extras, "architecture"} <= takers
    assert {"economy", "engineering"} == payers
    assert left > 2


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("> take", "> steal", "is no move of seat"),
        ("> take central", "> take the sea", "is no move of seat"),
        ("  the end\n", "  0> take central\n", "the game is over before"),
    ],
)
def test_a_playthrough_with_another_move_is_not_replayed(
    right: str, wrong: str, message: str
) -> None:
    """A move that is none is named."""
    with pytest.raises(LookupError, match=message):
        replay(text("architects-3").replace(right, wrong, 1))
