"""Tests that skip the time in which nothing happens: all comes in order, and at once."""

from __future__ import annotations

import time
from typing import Any, cast

import pytest
import pytest_twisted
from twisted.internet import reactor
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThread

from tests.support.skipping import skipping

REACTOR: Any = reactor

AN_HOUR = 3600.0


@pytest.fixture(autouse=True)
def _is_skipped(without_waiting: None) -> None:
    """All of this takes hours otherwise."""


def after(seconds: float) -> Deferred[None]:
    done: Deferred[None] = Deferred()
    REACTOR.callLater(seconds, done.callback, None)
    return done


@pytest_twisted.ensureDeferred
async def test_what_is_due_later_comes_later() -> None:
    """In order, and by as many seconds of the reactor's clock."""
    told: list[str] = []
    began = REACTOR.seconds()
    REACTOR.callLater(2 * AN_HOUR, told.append, "second")
    REACTOR.callLater(AN_HOUR, told.append, "first")
    await after(AN_HOUR * 1.5)
    assert ["first"] == told
    await after(AN_HOUR)
    assert ["first", "second"] == told
    assert REACTOR.seconds() - began >= 2.5 * AN_HOUR


@pytest_twisted.ensureDeferred
async def test_a_thread_that_works_is_waited_for() -> None:
    """No time is skipped meanwhile, though the reactor has nothing else to do."""
    told: list[str] = []
    later = REACTOR.callLater(AN_HOUR, told.append, "too late")
    await cast("Deferred[None]", deferToThread(time.sleep, 0.05))
    assert [] == told
    later.cancel()
    with pytest.raises(ZeroDivisionError):
        await deferToThread(lambda: 1 // 0)
    await after(AN_HOUR)  # those that have failed are over as well


def test_it_ends_with_its_context() -> None:
    """But for the clock, which never goes back."""
    loop = REACTOR._asyncioEventloop
    select, ahead = loop._selector.select, REACTOR.seconds() - time.time()
    with skipping():
        assert select is not loop._selector.select
    assert select is loop._selector.select
    assert REACTOR.seconds() - time.time() >= ahead - 1
