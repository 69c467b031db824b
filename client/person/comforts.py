"""
Preferences on how a person at a terminal is alerted and asked.

They come from the settings, and know no display: a bell is a function to call.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Comforts:
    """Alerts and confirmations that a person has chosen."""

    bell: Callable[[], None] = lambda: None
    """Rings when there is something to choose."""
    alarm: Callable[[], None] = lambda: None
    """Rings when others want to go on without us, whether or not the bell is wanted."""
    confirm: bool = False
    """Whether to ask before a typed choice is sent."""
    eager: bool = False
    """Whether to be ready at once, whoever else sits at the table."""
