"""Seats that a machine lends to a phone, as the host treats them."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sealed_wonders.client.table.acceptable import check_lobby
from sealed_wonders.host.guests import BANNED
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import DrawSide
from sealed_wonders.net.login import Lender, check_hello, make_hello
from sealed_wonders.net.messages import Lobby, Sit, Takers, Unseat
from sealed_wonders.net.origins import Origin, OriginBuckets, Rate
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, play_until_stalled
from tests.support.inprocess.takers import willing_spectator
from tests.support.lobbies import identity_of, nonce_of

ANN = identity_of("ann")
EXPORTER = bytes(32)


def phone(name: str, address: str = "10.0.0.66") -> Lender:
    """Return a phone to which ann's machine lends a seat."""
    return Lender(ANN, hashlib.sha256(name.encode()).digest()[:16], address)


@pytest.fixture
def host(start_host: StartHost, short_terms: Terms) -> HostHarness:
    """Return a host whose tables have three seats and open cards."""
    return start_host(short_terms)


def test_a_lent_seat_plays_a_game_and_names_its_lender(
    host: HostHarness,
) -> None:
    ann, bob = host.client("ann"), host.client("bob")
    cleo = host.client("cleo", lender=phone("cleo"), address="10.0.0.5")
    host.until(lambda: host.has_begun)
    people = host.game.fold.people
    assert {"ann": None, "bob": None, "cleo": ANN.public} == {
        it.name: it.lender for it in people
    }
    host.until(lambda: host.game.is_complete)
    assert [[]] * 3 == [it.failures for it in (ann, bob, cleo)]


def test_the_login_of_a_lent_seat_is_signed_by_its_lender() -> None:
    """The signature is valid for one identity and one connection."""
    hello = make_hello(identity_of("cleo"), "cleo", EXPORTER, phone("cleo"))
    check_hello(hello, EXPORTER)
    assert hello.lent is not None
    other = make_hello(identity_of("bob"), "bob", EXPORTER, phone("cleo")).lent
    late = make_hello(identity_of("cleo"), "cleo", b"e" * 32, phone("cleo")).lent
    for lent in (
        replace(hello.lent, lender=identity_of("bob").public),
        replace(hello.lent, signature=bytes(64)),
        other,
        late,
    ):
        with pytest.raises(RemoteProtocolError, match="has not signed the loan"):
            check_hello(replace(hello, lent=lent), EXPORTER)


@pytest.mark.parametrize("is_lent", [True, False])
def test_connection_and_commitment_must_name_the_same_lender(
    host: HostHarness, is_lent: bool
) -> None:
    """A client that names the lender only to the host or the table gets no seat."""
    cleo = Client(host, "cleo", lender=phone("cleo") if is_lent else None)
    other = DrawSide(
        identity_of("cleo"),
        "cleo",
        nonce=nonce_of("cleo"),
        lender=None if is_lent else ANN,
    )

    def sit(message: Any) -> Any:
        is_sit = isinstance(message, Sit)
        return replace(message, commit=other.commit.wire) if is_sit else message

    cleo.tamper = sit
    host.let_in(cleo)
    assert ["bad-commit"] == cleo.refusals


def test_a_client_checks_lenders_against_the_commitments(host: HostHarness) -> None:
    """A lobby in which the host names another lender is refused."""
    ann, bob = host.client("ann", ready=False), host.client("bob", ready=False)
    host.connect("cleo", ready=False, lender=phone("cleo"))
    shown, key = ann.heard(Lobby)[-1], host.server.identity.public
    check_lobby(shown, key, (0,))
    assert [None, None, ANN.public] == [it.lender for it in shown.people]
    for lender in (bob.identity.public, None):
        people = tuple(
            replace(it, lender=lender) if it.lender else it for it in shown.people
        )
        with pytest.raises(RemoteProtocolError, match="somebody else's commitment"):
            check_lobby(replace(shown, people=people), key, (0,))


# Origins.


def test_a_lent_seat_never_counts_as_on_the_host_s_machine(host: HostHarness) -> None:
    """The host's own machine lends it, but others may still ask for the seat."""
    near = host.client("near", near=True, ready=False)
    cleo = host.client("cleo", near=True, ready=False, lender=phone("cleo"))
    bob = host.connect("bob")
    peers = {it.name: it.origin for it in host.server.peers}
    assert peers["near"].is_near
    assert not peers["cleo"].is_near
    assert peers["near"].address in peers["cleo"].addresses
    bob.speak(Unseat(near.identity.public, True), Unseat(cleo.identity.public, True))
    assert ["at-home"] == bob.refusals


@pytest.mark.parametrize("banned", ["10.0.0.66", "10.0.0.5", "10.0.0.0/24"])
def test_a_ban_applies_to_a_phone_or_to_its_lender_s_machine(
    start_host: StartHost, tmp_path: Path, banned: str
) -> None:
    """Another phone at the same machine plays on, unless the machine is banned."""
    host = start_host()
    (tmp_path / BANNED).write_text(banned)
    guests = host.server.guests
    guests.read()
    others = phone("bob", "10.0.1.7")
    cleo = host.client("cleo", address="10.0.0.5", lender=phone("cleo"))
    bob = host.connect("bob", address="10.0.0.5", lender=others)
    assert ["banned"] == cleo.refusals
    assert ([] if banned == "10.0.0.66" else ["banned"]) == bob.refusals


def test_each_phone_has_its_own_limits_within_the_network_s() -> None:
    """
    A phone is recognized by its id and its machine. The machine can't use up the limits
    of the address that it names.
    """
    machine = Origin("10.0.0.5", "10.0.0.0/24", False)
    limits = OriginBuckets(Rate(0.001, 2), Rate(0.001, 5))
    phones = [machine.lent_to(bytes([it]) * 16, "10.0.1.66") for it in range(3)]
    assert [True, True, False] == [limits.take(phones[0], 0) for _ in range(3)]
    assert [True, True, False] == [limits.take(phones[1], 0) for _ in range(3)]
    assert [True, False] == [limits.take(phones[2], 0) for _ in range(2)]
    # The limits of the real machine at that address aren't used up.
    there = Origin("10.0.1.66", "10.0.1.0/24", False)
    assert limits.take(there, 0)
    other = Origin("10.0.0.6", "10.0.0.0/24", True)
    found = {
        at.lent_to(bytes([it]) * 16, "::ffff:10.0.1.66").address
        for at in (machine, other)
        for it in (1, 2)
    }
    assert 4 == len(found)
    assert ("10.0.1.66", "10.0.0.5") == phones[0].addresses


# Substitutes.


def test_players_see_the_lender_of_a_possible_substitute(host: HostHarness) -> None:
    people = play_until_stalled(host, silent=2)
    willing_spectator(host, "eve", lender=phone("eve"))
    (takers,) = people[0].heard(Takers)
    assert [("eve", ANN.public)] == [(it.name, it.lender) for it in takers.takers]
    gus = willing_spectator(host, "gus", people[1].identity.public, lender=phone("gus"))
    assert ["bad-taker"] == gus.refusals
