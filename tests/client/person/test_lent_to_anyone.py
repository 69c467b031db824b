"""A lender who lends seats to any phone: everybody in the lobby reads that."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sealed_wonders.client.table.actions import Action, Speak
from sealed_wonders.client.table.events import ConnectionLost, LobbyChanged
from sealed_wonders.client.tableconnection import Guest
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.net.login import Lender
from sealed_wonders.net.messages import PHONE_SIZE
from sealed_wonders.net.talk import LENT_TO_ANYONE
from tests.support.human import Human
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import identity_of

ANNOUNCEMENT = "lends seats to any phone that asks"
NOTE = "lent to any phone that asks"


def sit(host: HostHarness, folder: Path, name: str, **options: Any) -> Human:
    return host.let_in(Human(host, name, folder / name, **options))


@pytest.fixture
def host(tmp_path: Path) -> HostHarness:
    return HostHarness(tmp_path / "host", open_terms(5))


@pytest.mark.parametrize("is_lent", [True, False])
def test_everybody_reads_that_a_seat_is_lent_to_anyone(
    host: HostHarness, tmp_path: Path, is_lent: bool
) -> None:
    """
    Players who arrive later read it too. If a seat that isn't lent claims it, nothing
    is shown.
    """
    ann = sit(host, tmp_path, "ann")
    lender = (
        Lender(identity_of("ann"), bytes(PHONE_SIZE), "10.0.0.9") if is_lent else None
    )
    cleo = sit(host, tmp_path, "cleo", lender=lender)
    cleo.session.do(Speak("", LENT_TO_ANYONE))
    cleo.act(Speak("", LENT_TO_ANYONE))
    bob = sit(host, tmp_path, "bob")
    for reader in (ann, bob):
        news = reader.person.known.news
        assert news is not None
        people = [*lobby.people(news, reader.person.known.keyring)]
        (about,) = (it for it in people if it.startswith("cleo"))
        assert is_lent == (NOTE in about)
        assert is_lent == any(ANNOUNCEMENT in it for it in reader.all)
    assert int(is_lent) == sum(ANNOUNCEMENT in it for it in ann.all)


def test_nobody_can_announce_lending_for_another_seat(
    host: HostHarness, tmp_path: Path
) -> None:
    """The claim is signed by the seat that it is about."""
    ann = sit(host, tmp_path, "ann")
    lender = Lender(identity_of("ann"), bytes(PHONE_SIZE), "10.0.0.9")
    sit(host, tmp_path, "cleo", lender=lender)
    eve = sit(host, tmp_path, "eve")
    eve.act(Speak("cleo", LENT_TO_ANYONE))
    assert not any(ANNOUNCEMENT in it for it in ann.all)


@pytest.mark.parametrize("is_to_anyone", [True, False])
def test_a_lent_seat_announces_lending_once_per_connection(
    host: HostHarness, tmp_path: Path, is_to_anyone: bool
) -> None:
    """The host may have forgotten it when the connection is a new one."""
    ann = sit(host, tmp_path, "ann")
    person, done = ann.person, list[Action]()
    news = person.known.news
    assert news is not None
    borrower = SimpleNamespace(language="en", is_to_anyone=is_to_anyone)
    guest = Guest(
        cast(Any, borrower),
        person.listener,
        host.clock,
        ann.identity.public,
        ann.home.people,
    )
    guest.table = cast(Any, SimpleNamespace(do=done.append))
    for event in (LobbyChanged(news), LobbyChanged(news), ConnectionLost()):
        guest.told(event)
    assert is_to_anyone * [Speak("", LENT_TO_ANYONE)] == done
    guest.told(LobbyChanged(news))
    assert 2 * is_to_anyone * [Speak("", LENT_TO_ANYONE)] == done
