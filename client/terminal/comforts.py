"""How a person at a terminal wants to be called and asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comforts:
    """What makes it easier to play."""

    bell: Callable[[], None] = lambda: None
    """Rings when there is something to choose."""
    alarm: Callable[[], None] = lambda: None
    """Rings when others would go on without us, whether the bell is wanted or not."""
    confirm: bool = False
    """Ask before a choice that was typed is sent."""
    eager: bool = False
    """Be ready at once, whoever else sits there."""
