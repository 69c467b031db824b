"""Tests that skip idle time: calls come in order, and without waiting."""

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
    """Without skipping, these tests would take hours."""


def after(seconds: float) -> Deferred[None]:
    done: Deferred[None] = Deferred()
    REACTOR.callLater(seconds, done.callback, None)
    return done


@pytest_twisted.ensureDeferred
async def test_delayed_calls_come_in_the_order_of_their_times() -> None:
    """The reactor's clock advances by the skipped seconds."""
    calls: list[str] = []
    began = REACTOR.seconds()
    REACTOR.callLater(2 * AN_HOUR, calls.append, "second")
    REACTOR.callLater(AN_HOUR, calls.append, "first")
    await after(AN_HOUR * 1.5)
    assert ["first"] == calls
    await after(AN_HOUR)
    assert ["first", "second"] == calls
    assert REACTOR.seconds() - began >= 2.5 * AN_HOUR


@pytest_twisted.ensureDeferred
async def test_no_time_is_skipped_while_a_thread_works() -> None:
    """The reactor has nothing else to do meanwhile."""
    calls: list[str] = []
    later = REACTOR.callLater(AN_HOUR, calls.append, "too late")
    await cast("Deferred[None]", deferToThread(time.sleep, 0.05))
    assert [] == calls
    later.cancel()
    with pytest.raises(ZeroDivisionError):
        await deferToThread(lambda: 1 // 0)
    await after(AN_HOUR)  # those that have failed are over as well


@pytest_twisted.ensureDeferred
async def test_time_is_skipped_after_a_thread_that_ends_slowly() -> None:
    """The thread still counts as working when it wakes the reactor with its result."""
    done: Deferred[None] = Deferred()

    def tell(_is_well: bool, _result: object) -> None:
        REACTOR.callFromThread(done.callback, None)
        time.sleep(0.05)

    REACTOR.getThreadPool().callInThreadWithCallback(tell, lambda: None)
    await done
    await after(AN_HOUR)


def test_skipping_ends_with_its_context() -> None:
    """The clock remains ahead, since it never goes back."""
    loop = REACTOR._asyncioEventloop
    select, ahead = loop._selector.select, REACTOR.seconds() - time.time()
    with skipping():
        assert select is not loop._selector.select
    assert select is loop._selector.select
    assert REACTOR.seconds() - time.time() >= ahead - 1
