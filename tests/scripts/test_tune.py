"""``scripts/tune.py``: the games in which weights are tried."""

from __future__ import annotations

from scripts import tune
from sealed_wonders.client.engine.wonders.weights import names, weights


def test_the_same_deal_is_played_by_whoever_is_tried() -> None:
    """So what differs is the weights' doing; with those there are, nothing does."""
    base = list(weights())
    assert len(names()) == len(base) == len({*names()})
    other = list(base)
    other[names().index("coin")] = 5.0
    deals = [tune.Deal(10 * nth, f"test:{nth}") for nth in range(6)]
    assert tune._lead(deals[0], base, base) == tune._lead(deals[0], base, list(base))
    assert any(
        tune._lead(deal, base, base) != tune._lead(deal, other, base) for deal in deals
    )
