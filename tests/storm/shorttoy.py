"""Variants of the toy for the storm: one that seats may leave, and a shorter one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from sealed_wonders.core.game import Answer, AnyState, Gone, Order
from tests.support.toy import STAGES, Toy, ToyState

SHORT = (
    *("drafts", "take", "draft 1", "draft 2", "turn 1", "extra", "look 2", "look 3"),
)
"""Stages that the shorter toy leaves out; all kinds of phases still occur."""


@dataclass(frozen=True)
class StormToy(Toy):
    """The toy for a number of seats. If somebody leaves, it is over for the others."""

    skips: tuple[str, ...] = ()

    def begin(self, order: Order) -> ToyState:
        begun = super().begin(order)
        return _StormState(**{name: getattr(begun, name) for name in _FIELDS})


@dataclass(frozen=True)
class _StormState(ToyState):
    def tell(self, answer: Answer) -> AnyState:
        if not isinstance(answer, Gone):
            return super().tell(answer)
        n = self.rules.players
        cities, coins = self.cities or ((),) * n, self.coins or (0,) * n
        return replace(self, stage="over", heard=(), cities=cities, coins=coins)

    def _next(self) -> ToyState:
        rules = cast(StormToy, self.rules)
        later = STAGES[STAGES.index(self.stage) + 1 :]
        stage = next(it for it in later if it not in rules.skips)
        return replace(self, stage=stage, heard=())


_FIELDS = tuple(cast("dict[str, object]", ToyState.__dataclass_fields__))


def short_toy(players: int) -> Toy:
    return StormToy(players, skips=SHORT)
