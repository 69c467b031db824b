"""Navigation that records what the first screen requests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sealed_wonders.client.finder import OwnUnfinishedGame, SavedLog
from sealed_wonders.client.storage.home import OngoingGame
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.passwords import clean_password
from sealed_wonders.net.wishes import Wishes


@dataclass
class RecordingNavigation:
    """Navigation that records each request."""

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
