"""Signs that pages show beside numbers."""

from __future__ import annotations

from sealed_wonders.core.pictures import signs as drawings
from sealed_wonders.net.web.pictures import signs


def test_a_lost_conflict_looks_like_no_jagged_token_and_no_gear() -> None:
    found = signs()
    assert drawings.token("-").body not in found["lost"]
    assert len({found[it] for it in ("lost", "won", "gear", "shield")}) == 4
