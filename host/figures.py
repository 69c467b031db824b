"""How a host stands, in numbers, for whoever watches over it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.news import News
from sealed_wonders.host.stage import TableState
from sealed_wonders.net.messages import FromClient, FromHost


@dataclass(frozen=True, slots=True)
class Figures:
    """How a host stands just now."""

    tables: Mapping[TableState, int]
    halted: Mapping[str, str]
    """Why the journals of tables can't be written, by the tables' names."""
    people: int
    """Who is connected and logged in, besides the host's own bots."""
    bots: BotStatus
    entries: int
    """Written down in all games since the start."""
    messages: Counter[type[FromClient | FromHost]]
    """Heard and said since then, by what they are."""
    refusals: Counter[str]
    """Said since then, by reason."""
    news: Counter[type[News]]
    """Told since then, by what they are."""
    checking: int
    """What is being checked on other threads, or waits for one."""
    writing: int
    """What is being written and waited for, likewise."""

    @property
    def live(self) -> int:
        """How many tables aren't over."""
        return sum(n for state, n in self.tables.items() if not state.is_done)
