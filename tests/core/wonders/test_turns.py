"""W2, W5: facts about a turn that cases can't express, like gains and hidden cards."""

from __future__ import annotations

from sealed_wonders.core.game import Look
from sealed_wonders.core.wonders import public
from sealed_wonders.core.wonders.events import Picked, Played
from tests.support.wonders import Table


def test_each_play_names_its_gain_from_the_bank() -> None:
    """Coins from neighbours are part of the payments."""
    table = Table("alexandria 2, gizah 2, rhodos 1", hands=("baths", "tavern", "altar"))
    table.play("build baths left=2", "build tavern", "sell")
    told = [facts for _, facts in public.happened(table.state)]
    assert [0, 5, 3] == [it.get("gains", 0) for it in told if it["is"] == "played"]


def test_a_building_from_the_discard_names_its_gain_from_the_bank() -> None:
    """Only one seat sees the whole discard pile (W5.2)."""
    table = Table("halikarnassos night: brickyard, gizah, rhodos", discard="tavern")
    table.play("stage")
    assert Look(0, table.state.discard) == table.state.ask
    (picked, *_) = table.play("pick tavern")
    assert isinstance(picked, Picked)
    assert ("halikarnassos", 5) == (picked.by, picked.gains)


def test_a_card_under_a_stage_is_out_of_the_game() -> None:
    """No news names it; it counts for nothing and never returns (W2.2, W5.7)."""
    table = Table(
        "halikarnassos night: brickyard, gizah, rhodos",
        hands=("tavern", "altar", "well"),
    )
    news = table.play("stage with tavern", "sell with altar", "build well")
    assert [None] == [
        event.card
        for event in news
        if isinstance(event, Played) and event.use == "stage"
    ]
    assert ("decline", "pick altar") == table.moves(0)
    (under,) = table.state.cities[0].stages
    assert ("tavern",) == table.named([under.slot])
    assert 3 == table.coins[0]
