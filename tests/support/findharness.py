"""The first screen, with an application that only records."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sealed_wonders.client.signs.symbols import UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.find import Find
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.stack import Field
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.pins import Pin
from tests.support.navigation import RecordingNavigation
from tests.support.stacks import drawn_to_fit


class FindHarness:
    """Ann at the screen `Find`, with some hosts."""

    def __init__(self, symbols: Symbols = UNICODE, **there: Any) -> None:
        self.navigation = navigation = RecordingNavigation(**there)
        known = TableModel(Keyring(b"", lambda name, key: Pin.NEW))
        self.stack = ScreenStack(
            known, Settings(), symbols, lambda: 0.0, quit=self._quit
        )
        self.find = Find(self.stack, navigation)
        self.stack.base = self.find

    def _quit(self) -> None:
        self.navigation.done.append("quit")

    def look(self, width: int = 80, height: int = 24) -> str:
        return drawn_to_fit(self.stack, width, height)

    @property
    def field(self) -> Field:
        """The field into which text is typed."""
        assert self.stack.field is not None
        return self.stack.field

    @property
    def at(self) -> str:
        """The line of the cursor."""
        [line] = [one for one in self.look().split("\n") if one.startswith(" ▸ ")]
        return re.sub(" +", " ", line[3:]).strip()

    def go(self, label: str) -> None:
        """Move the cursor down to an entry and open it, with keys alone."""
        self.stack.act("first")
        for _step in range(50):
            if label in self.at:
                self.stack.act("enter")
                return
            self.stack.act("down")
        pytest.fail(f"no {label}: {self.look()}")

    def arrive(self, tables: tuple[TableLine, ...]) -> None:
        """Show the tables of a host."""
        self.go("Salon")
        self.stack.known.host, self.stack.known.tables = "Salon", tables
