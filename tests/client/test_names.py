"""Names of people and bots are normalized to NFC, whatever source they come from."""

from __future__ import annotations

import getpass
from pathlib import Path

import click
import pytest

from sealed_wonders.client.commands import naming
from sealed_wonders.client.commands.botplaying import BotOptions, BotSeats
from sealed_wonders.client.commands.options import load
from sealed_wonders.client.storage.home import Home
from sealed_wonders.net.address import Address
from sealed_wonders.net.system import accounts

TYPED, NAME = "Zoe\u0308", "Zo\u00eb"


def test_a_players_name_is_normalized_from_every_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An option, a prompt, or a file that somebody has written."""
    home = Home(tmp_path, tmp_path)
    assert NAME == naming.name_for(home, load({"name": TYPED}), others_see=True)
    with monkeypatch.context() as asked:
        asked.setattr(naming, "_is_asked", lambda: True)
        asked.setattr(click, "prompt", lambda *words, **how: f" {TYPED} ")
        assert NAME == naming.name_for(home, load({"name": None}), others_see=True)
    assert NAME == home.name()
    home.keep_name(TYPED)
    assert NAME == naming.name_for(home, load({"name": None}), others_see=True)


@pytest.mark.parametrize(
    ("login", "full", "name"),
    [
        ("asmith", "Ann Smith", "Ann"),
        ("zoe", "", "zoe"),
        ("pi", "Raspberry", "Player"),
        ("ubuntu", "Ubuntu", "Player"),
        ("ann", "root", "ann"),
        ("ann", "\u200bAnn Smith", "ann"),
        ("x" * 25, "", "Player"),
        ("", "", "Player"),
    ],
)
def test_a_name_is_proposed_from_the_account(
    monkeypatch: pytest.MonkeyPatch, login: str, full: str, name: str
) -> None:
    """Unless the account belongs to nobody, or has no suitable name."""
    monkeypatch.setattr(naming, "login_name", lambda: login)
    first = next(iter(full.split()), "")
    monkeypatch.setattr(naming, "first_name", lambda login: first)
    assert name == naming.proposed()


def test_a_name_that_others_do_not_see_is_not_prompted_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proposal isn't stored as if the player had chosen it."""
    home = Home(tmp_path, tmp_path)
    monkeypatch.setattr(naming, "_is_asked", lambda: True)
    monkeypatch.setattr(naming, "proposed", lambda: "zoe")
    assert "zoe" == naming.name_for(home, load({"name": None}), others_see=False)
    assert home.name() is None
    monkeypatch.setattr(click, "prompt", lambda text, usual, **how: usual)
    assert "zoe" == naming.name_for(home, load({"name": None}), others_see=True)
    assert "zoe" == home.name()


def test_an_account_may_have_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> str:
        raise KeyError("uid not found")

    monkeypatch.setattr(getpass, "getuser", unknown)
    assert "" == accounts.login_name()
    assert "" == accounts.first_name("no such account")


def test_names_of_bots_and_tables_are_normalized() -> None:
    seats = BotSeats(_NoReactor(), Address("127.0.0.1", 1), BotOptions("random"))
    bot = seats.seat(TYPED, "Cafe\u0301")
    assert (NAME, "Caf\u00e9") == (bot._session._name, bot._session.table)


class _NoReactor:
    """A reactor that does nothing."""

    def __getattr__(self, name: str) -> object:
        return lambda *words, **how: None
