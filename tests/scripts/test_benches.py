"""The benchmarks: what they clean up, and what they count."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from scripts.benches import thinking
from scripts.benches.recover import folder_on_disk
from sealed_wonders.client.bots import strategy
from sealed_wonders.client.bots.budget import Budget
from sealed_wonders.core import game
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Card, Move, Ruleset, Seat, Slot, seeded
from sealed_wonders.core.local import play
from sealed_wonders.core.wonders.ruleset import Wonders

CHECKOUT = Path(__file__).resolve().parents[2]


def test_a_benchmark_writes_into_a_folder_that_git_ignores() -> None:
    """If it is killed, git ignores the rest; otherwise, it removes the folder."""
    with folder_on_disk() as folder:
        (folder / "host.pem").write_bytes(b"a key")
        top = folder.relative_to(CHECKOUT).parts[0]
    assert f"/{top}/" in (CHECKOUT / ".gitignore").read_text().splitlines()
    assert not folder.exists()


@pytest.mark.parametrize(
    ("rules", "thinker"),
    [
        (Wonders(3), thinking.Counting("bench", Budget(2))),
        (Architects(2), thinking.CountingThere("bench", Budget(2))),
    ],
)
def test_a_bots_playouts_are_counted(
    rules: Ruleset, thinker: thinking.Counting | thinking.CountingThere
) -> None:
    idle = strategy("random", "")

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return (idle if thinker.games else thinker)(state, seat, faces)

    play(rules, seeded("counted"), [choose] + [idle] * (rules.players - 1))
    assert thinker.games > 0
    assert thinker.seconds > 0.0
