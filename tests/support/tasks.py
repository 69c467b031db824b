"""Tasks for workers in tests; they import nothing else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.client.simulation.executor import CannotContinue
from sealed_wonders.core.game import IllegalMove, Refusal
from sealed_wonders.core.sentences import Sentence


class Number(NamedTuple):
    """A number to be squared."""

    number: int
    killed: Path | None = None
    """Where it is noted that a process was killed over it, which happens once."""


def square(task: Number) -> int:
    """Square a number, or end as if this process was killed."""
    if task.killed is not None and not task.killed.exists():
        task.killed.touch()
        os._exit(9)
    return task.number**2


def die(task: int) -> int:
    """End as if this process was killed, each time."""
    os._exit(9)


def fail(task: int) -> int:
    """Raise an error that can't be sent to a process, or a message for a person."""
    if task:
        raise CannotContinue(Sentence("no more than {n}", n=task))
    raise IllegalMove(0, Refusal.NO_RIGHT, "a secret")
