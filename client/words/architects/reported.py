"""Reports of Architects; it has no hands."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.logs.replaying import Replay, ReplayMoment
from sealed_wonders.client.reports.story import StoryHand


def hands(replay: Replay, moment: ReplayMoment) -> Iterator[StoryHand]:
    """Yield nothing, because there are no hands."""
    return iter(())
