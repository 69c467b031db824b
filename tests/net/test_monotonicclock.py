"""Timers use a clock that nobody can set."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest
from twisted.internet.asyncioreactor import AsyncioSelectorReactor
from twisted.internet.base import ReactorBase

from sealed_wonders.net.monotonicclock import steady


@pytest.fixture
def reactor() -> Iterator[ReactorBase]:
    """Yield a reactor of the client's kind that doesn't run."""
    loop = asyncio.new_event_loop()
    reactor = AsyncioSelectorReactor(loop)
    yield reactor
    reactor.disconnectAll()
    loop.close()


@pytest.mark.parametrize("jump", [1000.0, -600.0])
def test_setting_the_system_clock_does_not_affect_timers(
    reactor: ReactorBase, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """A turn ends neither earlier nor later."""
    now = {"wall": 1e9, "steady": 50.0}
    monkeypatch.setattr(ReactorBase, "seconds", staticmethod(lambda: now["wall"]))
    monkeypatch.setattr(time, "monotonic", lambda: now["steady"])
    over: list[str] = []
    steady(reactor)
    reactor.callLater(90, over.append, "turn")
    now["wall"] += jump
    now["steady"] += 89
    reactor.runUntilCurrent()
    assert ([], 1.0, 139.0) == (over, reactor.timeout(), reactor.seconds())
    now["steady"] += 1
    reactor.runUntilCurrent()
    assert ["turn"] == over


def test_the_clock_cannot_be_replaced_once_a_timer_is_set(reactor: ReactorBase) -> None:
    """The timer would fire at a wrong time."""
    reactor.callLater(90, print)
    with pytest.raises(RuntimeError, match="something waits"):
        steady(reactor)


PROGRAMS = {
    "wonders": "from sealed_wonders.client import reactor; reactor.install()",
    "wonders-host": (
        "from contextlib import suppress\n"
        "from sealed_wonders.host import hostprogram, run\n"
        "def end(folder): raise SystemExit\n"
        "run.open_folder = end\n"
        "with suppress(SystemExit): hostprogram.run_program(['--relay'])"
    ),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_both_programs_use_the_monotonic_clock(program: str) -> None:
    """They set it before they do anything else."""
    code = (
        f"import time; {PROGRAMS[program]}\n"
        "from twisted.internet import reactor\n"
        "assert reactor.seconds is time.monotonic"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
