"""
Settings: how a person wants this program to look and to behave.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Settings:
    """All there is to be set; what isn't set is as here."""

    name: str = ""
    """What others call one; empty is as the last time."""
    language: str = ""
    """One of `words.LANGUAGES`; empty is that of the system."""
    symbols: str = ""
    """The name of one of `symbols.SETS`; empty is what the terminal can show."""
    plain: bool = False
    """Lines in and lines out, in place of a screen."""
    mouse: bool = True
    """Whether clicks do something; without, the terminal marks and copies as always."""
    bell: bool = False
    """Ring when there is something to choose."""
    window_title: bool = True
    """Say in the window's title whose turn it is."""
    confirm: bool = True
    """A choice at the screen isn't sealed before it is confirmed, and can be taken back."""
    reveal: float = 4.0
    """Seconds for which it is shown what all have chosen; any key ends that."""
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other keys for actions, by their names in `keys.ACTIONS`."""
