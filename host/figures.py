"""The figures of a host at one moment, for `metrics` and ``wonders-host status``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.news import News, counted
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.messages import FromClient, FromHost


@dataclass(frozen=True, slots=True)
class Figures:
    tables: Mapping[TableState, int]
    halted: Mapping[str, str]
    """Reasons why tables are halted, by table."""
    people: int
    """Number of people who are logged in, not counting the host's own bots."""
    bots: BotStatus
    entries: int
    """Number of entries written in all games since the start."""
    messages: Counter[type[FromClient | FromHost]]
    """Number of messages received and sent since the start, by type."""
    refusals: Counter[str]
    """Number of refusals sent since the start, by code."""
    news: Counter[type[News]]
    """Number of news since the start, by type."""
    checking: int
    """Number of jobs for checking proofs that are running or waiting for a thread."""
    writing: int
    """Number of jobs for the disk that are running or waiting."""

    @property
    def live(self) -> int:
        """Number of tables that aren't over."""
        return sum(n for state, n in self.tables.items() if not state.is_done)

    @property
    def status(self) -> str:
        said = [counted(self.live, "table"), counted(self.people, "person", "people")]
        if self.bots.bots:
            said.append(counted(self.bots.bots, "bot"))
        if self.halted:
            said.append(f"{counted(len(self.halted), 'table')} waiting for the disk")
        return ", ".join(said)
