"""The box with the invitation, readable across a room."""

from __future__ import annotations

import pytest
import segno

from sealed_wonders.client.person.linecommands import COMMANDS
from sealed_wonders.client.signs.draw import Room, measure, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.terminal.screens.invite import (
    HALVES,
    QUIET,
    InviteBox,
    code,
    large,
)
from sealed_wonders.client.view.ending import ClosedEnding, Ending
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.words import use
from tests.support.findharness import FindHarness
from tests.support.french import english
from tests.support.lobbies import signed_charter

PIN = "ab12" * 8
ADDRESSES = ("192.168.178.120:7777", "10.0.0.7:17007", "[fd00:1234::5]:7777")
INVITATIONS = tuple(f"{address}#{PIN}" for address in ADDRESSES)


def invited(*invitations: str, symbols: Symbols = UNICODE) -> FindHarness:
    """Return Ann at a table that others can join by these invitations."""
    harness = FindHarness(symbols)
    known = harness.stack.known
    known.charter, known.ending = signed_charter(["ann", "bob"]), Ending(None)
    known.invitations = tuple(map(Invitation, invitations))
    harness.stack.open(InviteBox(harness.stack))
    return harness


def test_the_box_says_that_our_own_table_is_being_opened() -> None:
    harness = FindHarness(UNICODE)
    box = InviteBox(harness.stack)
    assert "there is nobody to invite" in text_of(box.rows(90, 9))
    harness.stack.known.hosts = True
    assert "Opening your table…" in text_of(box.rows(90, 9))


@pytest.mark.parametrize("invitation", INVITATIONS)
def test_the_code_encodes_the_invitation(invitation: str) -> None:
    """Every module is compared, including the light border."""
    drawn = code(invitation)
    upper, lower = "█▀", "█▄"
    assert {*"".join(drawn)} <= {*HALVES}
    modules = [
        [sign in half for sign in line] for line in drawn for half in (upper, lower)
    ]
    wanted = segno.make(invitation, error="l", micro=False).matrix_iter(border=QUIET)
    light = [[not module for module in line] for line in wanted]
    assert light == modules[: len(light)]
    assert all(all(line) for line in modules[len(light) :])


@pytest.mark.parametrize(
    ("address", "least"), list(zip(ADDRESSES, (39, 30, 40), strict=True))
)
def test_large_letters_are_shown_from_the_least_width(address: str, least: int) -> None:
    """They never exceed the width."""
    assert all(not large(address, width) for width in range(10, least, 3))
    assert not large(address, least - 1)
    for width in range(least, 101, 7):
        assert 0 < max(map(len, large(address, width))) <= width


def test_code_and_large_address_fit_the_smallest_terminal() -> None:
    """The command to type is shown in full, too."""
    harness = invited(INVITATIONS[0])
    rows = harness.stack.draw(80, 24)
    assert {80} == {measure(one) for one in rows}
    seen = text_of(rows)
    for line in (*code(INVITATIONS[0]), *large(ADDRESSES[0], 39)):
        assert line in seen
    assert f"wonders join {INVITATIONS[0]}" in seen


def test_only_the_person_who_hosts_sees_the_pin() -> None:
    """Others compare it with the pin that their programs have seen."""
    harness = invited(INVITATIONS[0])
    known = harness.stack.known
    for hosts in (False, True):
        known.hosts = hosts
        assert (f"Pin of this host: {PIN}" in harness.look(140, 45)) == hosts
        said = [*COMMANDS["invite"](known, "")]
        assert (f"Pin of this host: {PIN}" in said) == hosts


def test_an_address_that_few_can_reach_is_marked() -> None:
    harness = invited(INVITATIONS[0])
    for reach, mark in (
        (Reach.TUNNEL, "(a tunnel, such as a VPN)"),
        (Reach.DISCONNECTED, "(not connected)"),
    ):
        for size in ((80, 24), (140, 45)):
            assert mark not in harness.look(*size)
        harness.stack.known.invitations = (Invitation(INVITATIONS[1], reach),)
        for size in ((80, 24), (140, 45)):
            assert mark in harness.look(*size)


def test_arrows_go_from_network_to_network() -> None:
    """The loopback address is left out. The key that opens the box closes it."""
    harness = invited(*INVITATIONS[:2], f"127.0.0.1:7777#{PIN}")
    for address in (*ADDRESSES[:2], ADDRESSES[0]):
        assert f"wonders join {address}"[:39] in harness.look()
        assert harness.stack.act("right")
    assert harness.stack.act("left")
    assert ADDRESSES[0] in harness.look()
    assert harness.stack.act("invite")
    assert [] == harness.stack.overlays
    assert harness.stack.act("invite")
    (box,) = harness.stack.overlays
    assert isinstance(box, InviteBox)


def test_ascii_symbols_show_no_code() -> None:
    harness = invited(INVITATIONS[0], symbols=ASCII)
    (box,) = harness.stack.overlays
    seen = text_of(box.draw(Room(80, 22, ASCII)))
    assert seen.isascii()
    assert f"wonders join {INVITATIONS[0]}" in seen


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_missing_invitation_is_explained(language: str) -> None:
    use(language)
    harness = invited(f"127.0.0.1:7777#{PIN}")
    (box,) = harness.stack.overlays
    seen = text_of(box.draw(Room(80, 22, UNICODE)))
    if language == "en":
        assert "This table has no address that others can use." in seen
    else:
        assert [] == english(seen.split("\n"))


def test_the_box_says_what_an_invitation_is_still_good_for() -> None:
    """Once a game has begun or the host is gone, nobody can join as a player."""
    harness = invited(INVITATIONS[0])
    known, box = harness.stack.known, harness.stack.overlays[0]

    def seen() -> str:
        rows = box.draw(Room(80, 22, UNICODE))
        return " ".join(line.strip("│╭╮╰╯─ ") for line in text_of(rows).split("\n"))

    assert "Anybody who joins now" not in seen()
    known.ending = None
    assert "The game has begun." in seen()
    assert "192.168.178.120" in seen()
    first, second = COMMANDS["invite"](known, "")
    assert first.startswith("The game has begun.")
    assert INVITATIONS[0] in second
    known.offline = True
    assert "The connection to the host is lost." in seen()
    known.ending = Ending(None, ClosedEnding("", by_host=True))
    assert "This table is closed" in seen()
    assert "192.168.178.120" not in seen()
    known.charter = known.ending = None
    assert "You aren't at a table yet" in seen()
    assert "192.168.178.120" not in seen()
