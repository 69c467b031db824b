"""Settings and symbols that determine how screens look."""

from __future__ import annotations

from typing import NamedTuple

from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.storage.settings import Settings


class Appearance(NamedTuple):
    """A person's settings, and the symbols that their terminal can show."""

    settings: Settings
    symbols: Symbols
