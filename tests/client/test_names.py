"""Names of people and bots are composed (NFC), whatever source they come from."""

from __future__ import annotations

from pathlib import Path

import click
import pytest

from sealed_wonders.client.commands import seated
from sealed_wonders.client.commands.botplaying import BotOptions, BotSeats
from sealed_wonders.client.commands.options import load
from sealed_wonders.client.storage.home import Home
from sealed_wonders.net.address import Address

TYPED, NAME = "Zoe\u0308", "Zo\u00eb"


def test_a_name_that_is_an_option_is_composed(tmp_path: Path) -> None:
    home = Home(tmp_path, tmp_path)
    assert NAME == seated.name_for(home, load({"name": TYPED}))


def test_a_name_that_was_kept_is_composed(tmp_path: Path) -> None:
    """Somebody may have written it into the file."""
    home = Home(tmp_path, tmp_path)
    home.keep_name(TYPED)
    assert NAME == seated.name_for(home, load({"name": None}))


def test_a_name_that_is_asked_for_is_composed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(tmp_path, tmp_path)
    monkeypatch.setattr(seated, "_is_asked", lambda: True)
    monkeypatch.setattr(click, "prompt", lambda *words, **how: f" {TYPED} ")
    assert NAME == seated.name_for(home, load({"name": None}))
    assert NAME == home.name()


def test_the_name_of_a_bot_is_composed() -> None:
    seats = BotSeats(_NoReactor(), Address("127.0.0.1", 1), BotOptions("random"))
    bot = seats.seat(TYPED, "Cafe\u0301")
    assert (NAME, "Caf\u00e9") == (bot._session._name, bot._session.table)


class _NoReactor:
    """Nothing happens there."""

    def __getattr__(self, name: str) -> object:
        return lambda *words, **how: None
