"""Telling the operator that connections are refused, without flooding the log."""

from __future__ import annotations

from collections.abc import Callable

from twisted.internet.interfaces import IReactorTime

from sealed_wonders.host.news import Crowd, FewDescriptors, News
from sealed_wonders.net.origins import Buckets, Origin, Rate
from sealed_wonders.net.system import descriptors

CROWD_INTERVAL = 60.0
"""Minimum seconds between reports of a crowd or of too few file descriptors."""


class Crowding:
    """Reports refused connections, each kind at most once per `CROWD_INTERVAL`."""

    def __init__(self, clock: IReactorTime, tell: Callable[[News], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._reports = Buckets(Rate(1 / CROWD_INTERVAL, 1))

    def turned_away(self, origin: Origin) -> None:
        self._report(Crowd(origin.address, origin.network))

    def has_room(self) -> bool:
        """Return whether another connection can be opened; if not, report that."""
        if descriptors.are_left():
            return True
        self._report(FewDescriptors(descriptors.most()))
        return False

    def _report(self, news: Crowd | FewDescriptors) -> None:
        if self._reports.take(type(news), self._clock.seconds()):
            self._tell(news)
