"""Signs that pages show beside numbers."""

from __future__ import annotations

from sealed_wonders.core.pictures import signs as drawings
from sealed_wonders.net.web.pictures import signs


def test_the_sign_of_a_lost_conflict_differs_from_tokens_and_gears() -> None:
    found = signs()
    assert drawings.token("-").body not in found["lost"]
    assert len({found[it] for it in ("lost", "won", "gear", "shield")}) == 4
