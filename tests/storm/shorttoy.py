"""The toy for tables that somebody may leave: it is over then, for all who remain."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import cast

from sealed_wonders.core.game import Answer, Gone, Order, State
from tests.support.toy import Toy, ToyState


@dataclass(frozen=True)
class ShortToy(Toy):
    """The ruleset, for a number of seats."""

    def begin(self, order: Order) -> ToyState:
        begun = super().begin(order)
        return _ShortState(**{name: getattr(begun, name) for name in _FIELDS})


@dataclass(frozen=True)
class _ShortState(ToyState):
    def tell(self, answer: Answer) -> State:
        if not isinstance(answer, Gone):
            return super().tell(answer)
        n = self.rules.players
        cities = self.cities or ((),) * n
        return replace(
            self, stage="over", heard=(), cities=cities, coins=self.coins or (0,) * n
        )


_FIELDS = tuple(cast("dict[str, object]", ToyState.__dataclass_fields__))
