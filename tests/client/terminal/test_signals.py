"""Signals while a reactor runs."""

from __future__ import annotations

import signal
import sys

import pytest

from sealed_wonders.client.terminal.signals import held
from sealed_wonders.net.system.signals import ENDING
from tests.support.programs import finished


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_stops_and_breaks_off_nothing(number: signal.Signals) -> None:
    """It is known which one it was, and afterwards it does what it did before."""
    stops: list[str] = []
    before = signal.getsignal(number)
    with held(lambda: stops.append("stop")) as came:
        signal.raise_signal(number)
        done = "what was being done"
    assert (["stop"], [number], "what was being done") == (stops, came, done)
    assert before == signal.getsignal(number)


PROGRAM = """
import os, signal, sys
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(99))
from sealed_wonders.client import reactor as chosen
chosen.install()
from twisted.internet.defer import Deferred
from sealed_wonders.client.commands import seated

child = os.fork()

async def spend(reactor):
    signal.raise_signal(signal.SIGTERM)
    print("went on", flush=True)
    if not child:
        await Deferred()
    return "well"

if child:
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
print(seated.run(spend, str))
"""


def test_one_that_comes_before_anybody_sits_ends_the_program() -> None:
    """
    A coroutine would have swallowed what it raises, and nothing been left to end it. When
    all is over, it changes nothing: what came of it counts.
    """
    ended = finished(sys.executable, "-c", PROGRAM)
    said = "went on\n99\nwent on\nwell\n"
    assert (0, said, "") == (ended.returncode, ended.stdout, ended.stderr)
