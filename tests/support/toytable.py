"""Tables that play the toy game; sealed, it takes a tenth of the time of 7 Wonders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NoReturn

import pytest

from sealed_wonders.core import games
from sealed_wonders.core.definition import GameDefinition, Public, Writer
from sealed_wonders.core.game import AnyState, Ruleset
from sealed_wonders.core.pictures.svg import Picture
from sealed_wonders.core.records.checked import Checked, Follow
from tests.support.toy import TOY, Toy


class ToyDefinition(GameDefinition):
    """The toy game or a variant. It is only played at tables, without records or pictures."""

    title = "Toy"
    players = range(3, 8)
    # Hosts may be configured for 7 Wonders; the toy ignores these options.
    options = games.OPTIONS["wonders"]

    def __init__(self, toy: Callable[[int], Ruleset]) -> None:
        self._toy = toy

    def read(self, typed: Mapping[str, str]) -> Mapping[str, str]:
        return {}

    def named(self, option: str, typed: Mapping[str, str]) -> Sequence[str]:
        return ()

    def seats(self, options: Mapping[str, object]) -> range:
        return self.players

    def ruleset(self, players: int, options: Mapping[str, object]) -> Ruleset:
        return self._toy(players)

    def standings(self, state: AnyState) -> Sequence[Mapping[str, str]]:
        return ()

    def part(self, state: AnyState) -> int:
        return 0

    def pictures(self) -> Mapping[str, Picture]:
        return {}

    @property
    def public(self) -> Public:
        return _missing()

    @property
    def writer(self) -> Writer:
        return _missing()

    def check(self, raw: Iterable[bytes], lenient: bool, follow: Follow) -> Checked:
        return _missing()


def _missing() -> NoReturn:
    raise ValueError("the toy is played at tables only")


def register_toy(
    monkeypatch: pytest.MonkeyPatch, toy: Callable[[int], Ruleset] = Toy
) -> None:
    """Register the toy game or a variant with hosts, players and auditors."""
    definition = ToyDefinition(toy)
    monkeypatch.setitem(games.DEFINITIONS, TOY, lambda: definition)
