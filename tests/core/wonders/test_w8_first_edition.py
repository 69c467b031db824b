"""W8: the boards of the first edition, and the two powers that only they have."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Over, Refusal, seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.catalog import FIRST, everything
from sealed_wonders.core.wonders.effects import (
    CopyGuild,
    FirstOfAgeFree,
    OneOfAgeFree,
)
from sealed_wonders.core.wonders.events import GuildCopied, Played
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.typed import read_boards
from tests.support.games import builder, chooser, wonders
from tests.support.wonders import FILLER, Table, city

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


def free(table: Table, seat: int = 0) -> list[str]:
    """List the buildings that the power would make free, but for those that fill up."""
    moves = [move for move in table.moves(seat) if move.endswith(" power=1")]
    names = [move.split(" ")[1] for move in moves]
    return [name for name in names if name not in FILLER.values()]


def olympia(
    built: str = "", stages: int = 2, spent: int = 0, hands: tuple[str, ...] = ()
) -> Table:
    """Lay out Olympia in age II, between neighbours who sell hardly anything."""
    first = city("olympia_1e", 3, built, stages, spent=spent)
    return Table(first, "rhodos, ephesos", age=2, hands=hands)


def test_one_building_costs_nothing() -> None:
    """Goods and coins, whether they could be paid for or not (W8.2)."""
    table = olympia(hands=("temple sawmill statue aqueduct",))
    assert ["aqueduct", "sawmill", "statue", "temple"] == free(table)
    assert "build sawmill bank=1" in table.moves(0)
    assert ["build temple power=1"] == [
        move for move in table.moves(0) if move.startswith("build temple")
    ]
    (played, *_) = table.play("build temple power=1")
    assert isinstance(played, Played)
    assert ("power", (0, 0, 0)) == (played.free, played.paid)
    assert 3 == table.coins[0]
    assert "temple" in table.built(0)


def test_it_is_once_in_an_age() -> None:
    """On whichever turn; in the next age there is another one (W8.2)."""
    table = olympia(hands=("temple", "statue"))
    table.play("build temple power=1")
    assert "statue" in table.hand(0)
    assert [] == free(table)
    for spent, there in ((1, ["temple"]), (2, [])):
        assert there == free(olympia(spent=spent, hands=("temple",)))


@pytest.mark.parametrize(("stages", "spent"), [(0, 0), (1, 0), (2, 2), (3, 2)])
def test_whoever_has_no_power_left_has_none(stages: int, spent: int) -> None:
    """The rules refuse it (W8.2)."""
    table = olympia(stages=stages, spent=spent, hands=("temple",))
    assert Refusal.NO_RIGHT is table.refusal(0, "build temple power=1")


def test_nothing_is_used_up_for_what_costs_nothing() -> None:
    """Without a cost, with goods of one's own, or free by a chain (W8.2, W3.4)."""
    table = olympia(
        "lumber_yard sawmill baths", hands=("vineyard aqueduct caravansery statue",)
    )
    assert ["statue"] == free(table)
    assert {"build vineyard", "build aqueduct", "build caravansery"} < {*table.moves(0)}
    for name in ("vineyard", "aqueduct", "caravansery"):
        assert Refusal.NO_RIGHT is table.refusal(0, f"build {name} power=1")
    (played, *_) = table.play("build aqueduct")
    assert isinstance(played, Played)
    assert "chain" == played.free
    assert 0 == table.state.cities[0].spent


def test_another_power_goes_first() -> None:
    """With Ramses purple cards are free, and the power is kept (W8.2, L2.3)."""
    table = Table(
        city("olympia_1e", stages=2, leaders="ramses"),
        "rhodos, gizah",
        age=3,
        expansions="leaders",
        hands=("workers_guild senate",),
    )
    assert ["senate"] == free(table)
    (played, *_) = table.play("build workers_guild")
    assert isinstance(played, Played)
    assert "power" == played.free
    assert 0 == table.state.cities[0].spent


def test_it_works_from_the_next_turn_on() -> None:
    """Not on the turn on which its stage is built (W8.2, W3.3)."""
    table = olympia("quarry", stages=1, hands=("temple", "temple"))
    assert [] == free(table)
    table.play("stage")
    assert 2 == len(table.state.cities[0].stages)
    assert ["temple"] == free(Table(*table.state.cities, age=2, hands=("temple",)))


def test_a_building_of_that_name_is_not_built_twice() -> None:
    """No power helps there (W8.2, W3.7)."""
    table = olympia("press_1", hands=("press_2",))
    assert [] == free(table)
    assert Refusal.ALREADY_BUILT is table.refusal(0, "build press_2 power=1")


def test_no_stage_and_no_leader_is_free_by_it() -> None:
    """It is for buildings only (W8.2, L1.6)."""
    table = Table(
        "olympia_1e 0 +2, rhodos, gizah",
        turn=0,
        expansions="leaders",
        leaders=("nero plato",),
    )
    assert [] == free(table)
    for line in ("recruit nero power=1", "stage power=1", "sell power=1"):
        assert Refusal.NOT_A_MOVE is table.refusal(0, line), line


def test_it_is_not_paid_for_besides() -> None:
    """Either or (W8.2)."""
    table = olympia(hands=("temple sawmill",))
    assert Refusal.NOT_A_MOVE is table.refusal(0, "build sawmill power=1 bank=1")


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


@pytest.mark.parametrize(
    ("guild", "built", "worth"),
    [
        # Its neighbours' brown cards, of which Rhodos has two and Gizah one.
        ("workers_guild", "", 3),
        ("magistrates_guild", "altar", 0),
        # Its own brown, grey and purple cards.
        ("shipowners_guild", "lumber_yard press_1 altar", 2),
        ("shipowners_guild", "lumber_yard press_1 spies_guild", 3),
        # Its own wonder, which is complete with that very stage.
        ("decorators_guild", "", 7),
        # The stages of its own and its neighbours' cities.
        ("builders_guild", "", 3),
        # A symbol more: two gears become three.
        ("scientists_guild", "workshop laboratory", 5),
        ("scientists_guild", "workshop apothecary", 7 + 1),
    ],
)
def test_a_guild_counts_as_if_it_stood_there(
    guild: str, built: str, worth: int
) -> None:
    """From where Olympia is (W8.3)."""
    table = copying(f"mine sawmill {guild}", "clay_pool", built)
    assert 5 + worth == table.points(0)["wonder"]


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


def test_the_stage_has_to_be_built() -> None:
    """Two of three copy nothing (W8.3)."""
    table = copying("decorators_guild", stages=2)
    assert 5 == table.points(0)["wonder"]
    assert not [it for it in table.play() if isinstance(it, GuildCopied)]


def test_the_agora_counts_no_guild_that_was_copied() -> None:
    """It isn't among one's own purple cards (W8.3, E1.9)."""
    table = Table(
        city("olympia_1e night", 0, stages=3, edifices="agora", pawns=(3,)),
        city("rhodos", 0, "workers_guild", pawns=(3,)),
        city("gizah", 0, "clay_pool", pawns=(3,)),
        age=3,
        turn=6,
        expansions="edifice",
        projects="agora:0::built",
    )
    assert (5 + 1, 0) == (table.points(0)["wonder"], table.points(0)["edifice"])


def test_symbols_are_settled_with_aristotle() -> None:
    """What a copied symbol adds is the best total's difference (W8.3, L2.10, L2.13)."""
    table = copying(
        "scientists_guild", built="workshop apothecary", expansions="leaders"
    )
    plain = table.points(0)["wonder"]
    led = Table(
        city("olympia_1e night", 0, "workshop apothecary", 3, leaders="aristotle"),
        "rhodos 0: scientists_guild, gizah 0",
        age=3,
        turn=6,
        expansions="leaders",
    )
    assert plain + 3 == led.points(0)["wonder"]
    assert 0 == led.points(0)["leaders"]


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
