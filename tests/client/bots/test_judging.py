"""Evaluation of choices: the chosen move is compared with the best one found."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sealed_wonders.client.bots.judging import MoveValue, judged
from sealed_wonders.client.bots.search import Arm
from sealed_wonders.core.game import Move


@pytest.mark.parametrize(
    ("mine", "lost", "sure"), [(0, 0.25, True), (1, 0.0, False), (2, 0.0, False)]
)
def test_the_best_move_is_found_first_and_then_compared(
    mine: int, lost: float, sure: bool
) -> None:
    """The values of both moves come only from games played to the end."""
    seems, wins = (0.1, 0.9, 0.5), (0.25, 0.5, 0.75)
    arms = [Arm(Move("sell", slot), slot, -float(slot)) for slot in range(3)]
    played: list[int] = []

    def look(some: Sequence[Arm]) -> None:
        for arm in some:
            arm.came(seems[arm.number], 1.0, 99.0)

    def play(some: Sequence[Arm]) -> None:
        for arm in some:
            played.append(arm.number)
            arm.came(0.0, wins[arm.number], 10 * wins[arm.number])

    def value(arm: Arm) -> MoveValue:
        return MoveValue(str(arm.number), "", arm.worth.won, arm.worth.lead)

    said = judged(arms, arms[mine], look, play, 40, 3, value)
    assert set(played) == {mine, 1}
    assert said.chosen == MoveValue(str(mine), "", wins[mine], 10 * wins[mine])
    # If the chosen move turns out to be the best one, nothing is lost.
    assert said.best.move == str(mine if mine == 2 else 1)
    assert (said.win, said.lead, said.is_sure) == (lost, 10 * lost, sure)
