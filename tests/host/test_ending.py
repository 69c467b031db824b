"""When a host ends, on a reactor that runs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from sealed_wonders.host.ending import Ending
from sealed_wonders.host.news import News, Stopped
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.processreactor import ProcessReactor

STOPPED = Stopped("table 1", "a fault", None)


class EndingHarness:
    """The ending of a host at which a game of three has begun."""

    def __init__(self, folder: Path) -> None:
        self.reactor = ProcessReactor()
        self.reactor.running = True
        self.host = HostHarness(folder, open_terms(3))
        self.people = self.host.join()
        self.host.until(lambda: self.host.has_begun)
        self.ending = Ending(
            cast(Any, self.reactor), self.host.server, cast(Any, None), once=False
        )

    def hear(self, news: News) -> bool:
        """Return whether a piece of news ends the host."""
        self.ending.heed(news)
        self.reactor.advance(0)
        return self.reactor.hasStopped


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[EndingHarness]:
    harness = EndingHarness(tmp_path)
    yield harness
    harness.host.close()


def test_it_waits_for_the_games(harness: EndingHarness) -> None:
    """And looks whether there is another one when one is over."""
    harness.ending.when_over()
    assert not harness.hear(STOPPED)
    harness.host.table.break_off("a fault")
    assert not harness.host.server.has_games
    assert harness.hear(STOPPED)
    assert 0 == harness.ending.status


def test_who_stays_after_all_stays(harness: EndingHarness) -> None:
    harness.ending.when_over()
    harness.ending.never()
    harness.host.table.break_off("a fault")
    assert not harness.hear(STOPPED)


def test_it_ends_after_what_is_being_done(harness: EndingHarness) -> None:
    """Whatever is being played."""
    harness.ending.now()
    assert not harness.reactor.hasStopped
    harness.reactor.advance(0)
    assert harness.reactor.hasStopped
