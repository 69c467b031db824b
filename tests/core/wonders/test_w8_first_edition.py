"""W8: the boards of the first edition, and the two powers that only they have."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Over, seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.catalog import FIRST, everything
from sealed_wonders.core.wonders.effects import (
    CopyGuild,
    FirstOfAgeFree,
    OneOfAgeFree,
)
from sealed_wonders.core.wonders.events import GuildCopied
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.typed import read_boards
from tests.support.games import builder, chooser, wonders
from tests.support.wonders import Table, city

SEVEN = [board for board in everything().boards if board.box == FIRST]


# W8.1: the boards.


def test_every_wonder_of_the_base_game_has_a_board_of_the_first_edition() -> None:
    """Seven of them, fourteen sides, each with an A and a B (W8.1)."""
    base = [it for it in everything().boards if it.box == "base"]
    assert [it.id for it in base] == [it.of for it in SEVEN]
    assert [it.names for it in base] == [it.names for it in SEVEN]
    for board in SEVEN:
        assert ["A", "B"] == [side.label for side in board.sides.values()]
        assert ["day", "night"] == list(board.sides)
    assert {""} == {side.label for it in base for side in it.sides.values()}


def test_they_are_on_the_table_when_they_are_asked_for() -> None:
    """And with expansions whose boards can be named besides (W8.1)."""
    names = tuple(it.id for it in SEVEN)
    assert names == read_boards("first", ())
    assert names == read_boards("first", ("leaders", "edifice"))
    assert ("roma", "ur", *names) == read_boards(
        "ur,first,roma", ("leaders", "edifice")
    )
    assert not set(names) & set(read_boards("all", ("leaders",)))
    for sides in ("day", "night"):
        assert names == Wonders(7, sides, boards=names).boards


@pytest.mark.parametrize("boards", ["base,first", "gizah,gizah_1e,rhodos", "all,first"])
def test_a_table_has_one_board_of_each_wonder(boards: str) -> None:
    """Of the one edition or the other (W8.1)."""
    with pytest.raises(ValueError, match="are boards of the same wonder"):
        Wonders(3, boards=read_boards(boards, ()))


def test_editions_mix() -> None:
    """Where they are boards of different wonders (W8.1)."""
    names = read_boards("gizah_1e,rhodos,carthage", ())
    assert ("rhodos", "carthage", "gizah_1e") == names
    assert names == Wonders(3, boards=names).boards


@pytest.mark.parametrize("sides", ["day", "night"])
@pytest.mark.parametrize("player", [chooser, builder])
def test_whole_games_are_played_on_them(sides: str, player: object) -> None:
    """By seven, so that each side is there (W8.1)."""
    names = tuple(it.id for it in SEVEN)
    make = builder if player is builder else chooser
    players = [make(f"{sides}/{seat}") for seat in range(7)]
    state = play(Wonders(7, sides, boards=names), seeded(f"first/{sides}"), players)
    assert Over() == state.ask
    assert {*names} == {it.board.id for it in wonders(state).cities}


# W8.2: one building of each age.


def test_the_power_of_the_second_edition_is_another() -> None:
    """Olympia's night side has its first card of an age free (W5.4, W8.2)."""
    of = {board.id: board for board in everything().boards}
    first = of["olympia_1e"].sides["day"].stages[1].whole
    second = of["olympia"].sides["night"].stages[0].whole
    assert (OneOfAgeFree(),) == first
    assert FirstOfAgeFree() in second


# W8.3: a neighbour's guild.


def copying(
    left: str = "", right: str = "", built: str = "", stages: int = 3, **more: object
) -> Table:
    """Lay out Olympia with a guild to copy, on the last turn but for the end."""
    return Table(
        city("olympia_1e night", 0, built, stages),
        city("rhodos", 0, left),
        city("gizah", 0, right),
        age=3,
        turn=6,
        **more,  # type: ignore[arg-type]
    )


def test_the_best_of_them_counts() -> None:
    """Of either neighbour, and one only (W8.3)."""
    both = copying("workers_guild traders_guild", "tavern clay_pool quarry")
    assert 5 + 2 == both.points(0)["wonder"]
    (copy,) = (it for it in both.play() if isinstance(it, GuildCopied))
    assert GuildCopied(0, "workers_guild") == copy


def test_it_is_told_at_the_end() -> None:
    """Who copies what; of guilds worth as much, the first by its id (W8.3)."""
    table = copying("spies_guild philosophers_guild", "barracks workshop")
    assert GuildCopied(0, "philosophers_guild") in table.play()


def test_where_nobody_has_a_guild_nothing_is_copied() -> None:
    """Nor is anything told of it; one's own are no neighbour's (W8.3)."""
    table = copying("mine", "clay_pool", "workers_guild")
    assert 5 == table.points(0)["wonder"]
    assert not [it for it in table.play() if isinstance(it, GuildCopied)]


def test_only_olympia_copies() -> None:
    """No other stage of any board does (W8.3)."""
    sides = {
        (board.id, side.name)
        for board in everything().boards
        for side in board.sides.values()
        for stage in side.stages
        if any(isinstance(effect, CopyGuild) for effect in stage.whole)
    }
    assert {("olympia_1e", "night")} == sides
