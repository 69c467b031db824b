"""Signals that arrive while a reactor runs."""

from __future__ import annotations

import signal
import sys

import pytest

from sealed_wonders.client.terminal.signals import held
from sealed_wonders.net.system.signals import ENDING
from tests.support.programs import run_to_end


@pytest.mark.parametrize("number", ENDING)
def test_a_held_signal_requests_a_stop_without_interrupting_anything(
    number: signal.Signals,
) -> None:
    """The number of the signal is kept, and its handler is restored afterwards."""
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


def test_a_signal_during_a_coroutine_ends_the_program_unless_it_returns() -> None:
    """
    A coroutine would swallow the exception that the handler raises, and nothing would
    end the program. If the coroutine has returned by then, its result counts.
    """
    ended = run_to_end(sys.executable, "-c", PROGRAM)
    said = "went on\n99\nwent on\nwell\n"
    assert (0, said, "") == (ended.returncode, ended.stdout, ended.stderr)
