"""``scripts/tune.py``: the games in which weights are tried."""

from __future__ import annotations

from scripts import tune
from sealed_wonders.client.engine.wonders.weights import names, weights


def test_weights_are_compared_on_the_same_deal() -> None:
    """So all differences come from the weights: the current ones always play alike."""
    base = list(weights())
    assert len(names()) == len(base) == len({*names()})
    other = list(base)
    other[names().index("coin")] = 5.0
    deals = [tune.Deal(10 * nth, f"test:{nth}") for nth in range(6)]
    assert tune._lead(deals[0], base, base) == tune._lead(deals[0], base, list(base))
    assert any(
        tune._lead(deal, base, base) != tune._lead(deal, other, base) for deal in deals
    )
