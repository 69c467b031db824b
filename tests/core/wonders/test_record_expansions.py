"""Writing records of leaders and edifices: which lines, in which order (W4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from sealed_wonders.core.records.faces import unknown
from sealed_wonders.core.wonders import lines, record
from sealed_wonders.core.wonders.trade import Split
from tests.support.records import COMBINATIONS, recorded, ruled
from tests.support.thorough import only
from tests.support.wonders import Table, city

NAMES = ("Ann", "Béla", "Chi")
BOTH = "leaders edifice"


def told(table: Table, *moves: str, known: bool = True) -> list[lines.Line]:
    """Let every seat move, and give the lines of what came of it."""
    faces = table.faces.get if known else unknown
    rules = table.state.rules
    return record.lines_of(table.play(*moves), NAMES, faces, rules)


def kinds(whole: Sequence[lines.Line]) -> list[str]:
    return [type(line).__name__ for line in whole]


@pytest.mark.parametrize("players", only([3, 5, 7], range(3, 8)))
@pytest.mark.parametrize("expansions", COMBINATIONS[1:])
def test_a_game_is_told_with_what_was_played(
    players: int, expansions: tuple[str, ...]
) -> None:
    """Selection, recruitments, edifices; the header and the sheet name them."""
    header, *whole = recorded(ruled(players, expansions), f"order {players}")
    leaders, edifice = ("leaders" in expansions), ("edifice" in expansions)
    assert isinstance(header, lines.HeaderLine)
    assert expansions == header.expansions
    assert 3 * edifice == len(header.edifices)
    order = kinds(whole)
    assert leaders == (
        ["LeadersLine"] + ["DraftLine"] * 4 * players == order[: 4 * players + 1]
    )
    turns = [
        (line.age, line.turn) for line in whole if isinstance(line, lines.AfterLine)
    ]
    assert 3 * leaders == len([turn for turn in turns if turn[1] == 0])
    assert 3 * edifice == order.count("EdificeLine")
    final = whole[-1]
    assert isinstance(final, lines.FinalLine)
    assert expansions == final.names[7:-1]


def test_recruitment_is_a_turn_of_its_own() -> None:
    """What was recruited was seen; what was sold is named only by who knows."""
    for known in (True, False):
        table = Table(
            *(city(board, coins=6) for board in ("gizah", "rhodos", "babylon")),
            turn=0,
            expansions="leaders",
            leaders=("nero", "croesus", "midas"),
        )
        moves = ("recruit nero bank=1", "recruit croesus bank=1", "sell with midas")
        assert [
            lines.UseLine(1, 0, 0, "nero", "recruit", Split(0, 0, 1)),
            lines.UseLine(1, 0, 1, "croesus", "recruit", Split(0, 0, 1)),
            lines.UseLine(1, 0, 2, "midas" if known else None, "sell"),
            lines.AfterLine(1, 0, (5, 11, 9), (0, 0, 0)),
        ] == told(table, *moves, known=known)


def test_what_is_chosen_with_a_stage_is_told_with_it() -> None:
    """Taking part, a pawn, a leader turned face down: keys only where they apply."""
    table = Table(
        city("ur", coins=5, stages=1, built="quarry clay_pool"),
        city(
            "abu_simbel night",
            coins=9,
            leaders="nero",
            built="foundry loom_1 brickyard",
        ),
        city("gizah", coins=5),
        expansions=BOTH,
        projects="outpost",
        hands=("altar", "altar", "altar"),
    )
    moves = ("stage pawn=3 join=1 bank=1", "stage bury=nero", "sell with altar")
    first, second, third, *_ = (line.to_json() for line in told(table, *moves))
    assert {"participate": True, "pawn": 3} == added(first)
    assert {"left": 0, "right": 0, "bank": 1} == first["paid"]
    assert {"bury": "nero"} == added(second)
    assert {} == added(third)


def added(line: dict[str, Any]) -> dict[str, Any]:
    """Give what a play has besides what every one has."""
    always = ("do", "age", "turn", "seat", "card", "use", "paid", "free")
    return {key: value for key, value in line.items() if key not in always}


@pytest.mark.parametrize("known", [True, False])
def test_leaders_drawn_follow_the_plays(known: bool) -> None:
    """Their faces as far as they are known, before what all have."""
    table = Table(
        city("roma night", coins=5, built="lumber_yard clay_pool"),
        city("rhodos"),
        city("gizah"),
        expansions="leaders",
        box="nero midas plato sappho hiram",
    )
    sold = "sell with theater"
    whole = told(table, "stage with theater", sold, sold, known=known)
    assert ["UseLine", "UseLine", "UseLine", "DrawnLine", "AfterLine"] == kinds(whole)
    drawn = ("nero", "midas", "plato", "sappho") if known else (None,) * 4
    assert lines.DrawnLine(1, 1, 0, drawn) == whole[3]


def test_an_extra_leader_is_told_before_solomons_pick() -> None:
    """With what was paid for it; declined, it has a line all the same."""
    for way in ("recruit solomon bank=1", "decline"):
        table = Table(
            city(
                "roma night", coins=5, stages=1, built="quarry brickyard glassworks_1"
            ),
            city("rhodos"),
            city("gizah"),
            expansions="leaders",
            leaders=("solomon",),
            discard="altar",
        )
        sold = "sell with theater"
        first = told(table, "stage with theater", sold, sold)
        assert ["UseLine"] * 3 == kinds(first)
        rest = told(table, way)
        if way == "decline":
            assert lines.ExtraLine(1, 1, 0, None) == rest[0]
            assert "AfterLine" == kinds(rest)[1]
        else:
            assert [lines.ExtraLine(1, 1, 0, "solomon", Split(0, 0, 1))] == rest
            (picked, *_) = told(table, "pick altar")
            assert lines.PickLine(1, 1, 0, "altar", "solomon") == picked


def test_tokens_dropped_come_right_after_the_plays() -> None:
    """Of all who have one, also of those who have no choice."""
    table = Table(
        city("gizah", coins=6, tokens=(-1,)),
        city("rhodos", tokens=(1, 3)),
        city("babylon", tokens=(1, 1, -1)),
        age=2,
        turn=0,
        expansions="leaders",
        leaders=("telesilla", "nero", "midas"),
    )
    first = told(table, "recruit telesilla bank=3", "sell with nero", "sell with midas")
    assert ["UseLine"] * 3 == kinds(first)
    assert [
        lines.TokenLine(2, 0, 1, 3),
        lines.TokenLine(2, 0, 2, 1),
        lines.AfterLine(2, 0, (3, 6, 6), (0, 0, 0)),
    ] == told(table, "drop 3")[:3]


def test_a_built_edifice_comes_before_what_all_have_then() -> None:
    """Its reward is in there."""
    table = Table(
        city("gizah", coins=5, built="lumber_yard sawmill"),
        city("rhodos"),
        city("babylon"),
        expansions="edifice",
        projects="curtain_wall:1",
    )
    sold = "sell with theater"
    whole = told(table, "stage join=1 bank=2 with theater", sold, sold)
    assert ["UseLine", "UseLine", "UseLine", "EdificeLine", "AfterLine"] == kinds(whole)
    assert lines.EdificeLine(1, True) == whole[3]
    assert lines.AfterLine(1, 1, (3, 6, 6), (1, 0, 0)) == whole[4]


def test_a_failed_edifice_comes_between_the_last_turn_and_the_conflicts() -> None:
    """Each kind of loss in its way, by seat; who has a pawn is not named."""
    table = Table(
        city("gizah", tokens=(1, 3, 3)),
        city("rhodos", pawns=(3,)),
        city("babylon", tokens=(5,)),
        age=3,
        turn=6,
        expansions="edifice",
        projects="concentric_castle",
        hands=("palace lodge", "palace lodge", "palace lodge"),
    )
    sold = "sell with palace"
    first = told(table, sold, sold, sold)
    assert ["UseLine"] * 3 + ["DiscardLine"] * 3 + ["AfterLine"] == kinds(first)
    rest = told(table, "lose 1+3")
    assert [
        lines.EdificeLine(3, False),
        lines.PenaltyLine(3, 0, (1, 3)),
        lines.PenaltyLine(3, 2, "debt"),
        lines.ConflictLine(3, ((0, 0), (0, 0), (0, 0))),
    ] == rest[:4]


@pytest.mark.parametrize(
    ("name", "built", "lost"),
    [("gold_reserves", "", 9), ("archives", "temple", "temple")],
)
def test_coins_and_cards_are_lost_in_the_same_place(
    name: str, built: str, lost: lines.Lost
) -> None:
    """All of what is owed, or the debt."""
    table = Table(
        city("gizah", coins=7, built=built),
        city("rhodos", coins=0, pawns=(3,)),
        city("babylon", coins=0),
        age=3,
        turn=6,
        expansions="edifice",
        projects=name,
    )
    sold = "sell with palace"
    whole = told(table, sold, sold, sold)
    assert lines.PenaltyLine(3, 0, lost) in whole
    assert lines.PenaltyLine(3, 2, "debt") in whole


def test_a_defeat_turned_away_is_told_with_who_took_it() -> None:
    """Nothing in her own place, and a pair; without any, no such key."""
    table = Table(
        city("gizah", leaders="tomyris"),
        city("rhodos", built="barracks"),
        city("babylon"),
        turn=6,
        expansions="leaders",
    )
    sold = "sell with theater"
    (fought,) = (
        line
        for line in told(table, sold, sold, sold)
        if isinstance(line, lines.ConflictLine)
    )
    assert lines.ConflictLine(1, ((0, 0), (1, 1), (0, -1)), ((0, 1),)) == fought
    assert "deflected" not in lines.ConflictLine(1, ((0, 0),)).to_json()
