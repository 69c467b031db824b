"""Foresight in Architects: it depends on what is visible, never on face-down cards."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from types import ModuleType

import pytest

from scripts import learn
from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.engine.architects.foresight import Foresight
from sealed_wonders.client.engine.architects.kinds import PILE_AT, SIZE, TAKE, TAKE_TASK
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.client.engine.architects.value import (
    ValueNetwork,
    learned,
    numbers_in,
)
from sealed_wonders.client.engine.architects.weights import builders, weights
from tests.support.architects import Table as Laid
from tests.support.architects import city


def foreseeing(table: EngineTable) -> tuple[ValueNetwork, Foresight]:
    """Return the value network and the foresight for a table."""
    needs = needs_of(table.book)
    value = ValueNetwork(table.book, needs, learned())
    return value, Foresight(value, Policy(table.book, weights(), needs))


def test_win_probability_follows_own_and_neighbours_points() -> None:
    """Cards for the next stage raise it as well."""

    def odds(mine: int, theirs: int, cards: str) -> float:
        laid = Laid(
            city("giza", cards, built="1 2", victories=mine),
            city("rhodes", "coin", built="1 2", victories=theirs),
            city("babylon", "coin", built="1"),
            piles=("papyrus ...", "civil_3vp ...", "civil_3vp ..."),
            central="...",
        )
        table = Dealing(laid.state, {}).root
        return foreseeing(table)[0].of(table, 0, 0)

    even = odds(2, 2, "wood")
    assert 0.05 < even < 0.95
    assert odds(4, 2, "wood") > even + 0.1
    assert odds(2, 4, "wood") < even - 0.1
    assert odds(2, 2, "wood stone") > even


@pytest.mark.parametrize("players", [2, 4])
def test_the_worth_of_a_move_ignores_face_down_cards(players: int) -> None:
    """A taken card is worth the same, whatever cards lie below it or elsewhere."""
    dice = random.Random("face down")
    table = learn.dealt(players, "face down")
    mixed = EngineTable(table.book)
    others = Policy(table.book, builders(), needs_of(table.book))
    compared = 0
    while not table.over and compared < 8:
        if table.task == TAKE_TASK:
            mixed.copy_from(table)
            mixed.dice = dice.getrandbits(31)
            for pile in range(players):
                mixed.mix(pile, 1)
            mixed.mix(players, table.saw >> table.seat & 1)
            mixed.mix_supply()
            for pile in (table.seat, players):
                move = TAKE | pile << PILE_AT
                if move in table.options:
                    one, other = (
                        foreseeing(it)[1].worth(it, move) for it in (table, mixed)
                    )
                    assert one == pytest.approx(other, abs=1e-9)
                    compared += 1
        table.play(others.choose(table))
    assert compared >= 8


def test_training_data_has_a_row_for_each_turn_of_a_seat() -> None:
    """The last turn of a game has no row. Each row comes with the game's result."""
    numbers = tuple(learned())
    places = learn.played(4, "learning 2", numbers, 0.05)
    assert places == learn.played(4, "learning 2", numbers, 0.05)
    assert len(places.rows) == 8 * SIZE * len(places.wins) > 0
    (lead,) = {*places.leads}
    assert {*places.wins} == {1.0 if lead > 0 else 0.0 if lead < 0 else 0.5}


def test_weights_learned_from_other_features_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    They may come from an earlier version. If somebody continues to learn with them, the
    script says so.
    """
    file = tmp_path / "value0.bin"
    file.write_bytes(bytes(2 * (4 * (SIZE + 1) + 1)))
    with pytest.raises(ValueError, match="of other numbers"):
        numbers_in(file)
    monkeypatch.setitem(sys.modules, "numpy", ModuleType("numpy"))
    with pytest.raises(SystemExit) as ended:
        learn.main([str(tmp_path)])
    assert ended.value.code == 1
    assert capsys.readouterr().err == (
        f"{file} was learned of other numbers than these\n"
    )
