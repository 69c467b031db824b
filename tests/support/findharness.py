"""The first screen, with an application that only records."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sealed_wonders.client.finder import OwnUnfinishedGame, SavedLog
from sealed_wonders.client.signs.symbols import UNICODE, Symbols
from sealed_wonders.client.storage.home import OngoingGame
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.screens.find import Find
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.passwords import clean_password
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.wishes import Wishes
from tests.support.stacks import fits


@dataclass
class RecordingNavigation:
    """Navigation that records what it is asked for."""

    name: str = "ann"
    nearby: tuple[Nearby, ...] | None = ()
    visited: tuple[Address, ...] = ()
    logs: tuple[SavedLog, ...] = ()
    left: tuple[OwnUnfinishedGame, ...] = ()
    learning: tuple[str, ...] = ()
    is_named: bool = True
    has_played: bool = True
    last_entry: str = ""
    going: tuple[OngoingGame, ...] = ()
    options: dict[str, Mapping[str, object]] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    heard: list[bool] = field(default_factory=list)
    wishes: Wishes = ()

    def rename(self, name: str) -> None:
        self.name, self.is_named = clean_name(name), True

    def connect(self, address: Address, *, heard: bool = False) -> None:
        self.done.append(f"connect {address}")
        self.heard.append(heard)

    def go_back(self, game: OngoingGame) -> None:
        self.done.append(f"go back {game.host} {game.table}")

    def give_up(self) -> None:
        self.done.append("give up")

    def look(self) -> None:
        self.done.append("look")

    def look_on(self, table: str) -> None:
        self.done.append(f"look on {table}")

    def sit(self, table: str, password: str = "", wishes: Wishes = ()) -> None:
        clean_password(password or "none")
        self.done.append(f"sit {table}{password and f' behind {password}'}")
        self.wishes = wishes

    def give_password(self, password: str) -> None:
        self.done.append(f"password {clean_password(password)}")

    def play(self, game: str = "wonders") -> None:
        self.done.append(f"play {game}")

    def resume(self, game: OwnUnfinishedGame) -> None:
        self.done.append(f"resume {game.gid}")

    def host(self, options: Sequence[str]) -> None:
        self.done.append(f"host {' '.join(options)}")

    def play_with(self, options: Sequence[str]) -> None:
        self.done.append(f"play with {' '.join(options)}")

    def last_options(self, form: str) -> Mapping[str, object]:
        return self.options.get(form, {})

    def keep_options(self, form: str, options: Mapping[str, str]) -> None:
        self.options[form] = options

    def learn(self, game: str = "wonders") -> None:
        self.done.append(f"learn {game}")

    def replay(self, path: Path) -> None:
        self.done.append(f"replay {path}")

    def settings(self) -> None:
        self.done.append("settings")


class FindHarness:
    """Ann at the screen `Find`."""

    def __init__(
        self, navigation: RecordingNavigation, symbols: Symbols = UNICODE
    ) -> None:
        self.navigation = navigation
        known = TableModel(Keyring(b"", lambda name, key: Pin.NEW))
        self.stack = ScreenStack(
            known, Settings(), symbols, lambda: 0.0, quit=self._quit
        )
        self.find = Find(self.stack, navigation)
        self.stack.base = self.find

    def _quit(self) -> None:
        self.navigation.done.append("quit")

    def look(self, width: int = 80, height: int = 24) -> str:
        return fits(self.stack, width, height)

    @property
    def at(self) -> str:
        """Give the line the cursor is at."""
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
        """Be at a host."""
        self.go("Salon")
        self.stack.known.host, self.stack.known.tables = "Salon", tables
