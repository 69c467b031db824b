"""Choosing a host in line mode: nearby and known hosts, and typed addresses."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from sealed_wonders.client.commands.choosing import choose
from sealed_wonders.client.storage.home import Home
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby

SALON = Nearby("Salon", Address("192.0.2.5", 7007, b"s" * 16))
KITCHEN = Nearby("Kitchen", Address("192.0.2.9", 7007, b"k" * 16))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path, tmp_path)


def choose_host(home: Home, lines: Sequence[str], *heard: Sequence[Nearby]) -> Address:
    """Type lines, and hear other hosts each time that the search is repeated."""
    typed, rounds = iter(lines), iter(heard)
    return choose(home, lambda: next(rounds), lambda: next(typed, None))


def test_a_host_is_chosen_by_its_number(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """For an unknown host, the announced pin is ignored: anybody may announce it."""
    assert Address("192.0.2.9", 7007) == choose_host(home, ["2"], [SALON, KITCHEN])
    said = capsys.readouterr().out
    assert "1: Salon at 192.0.2.5:7007, new to you\n" in said
    assert "2: Kitchen at 192.0.2.9:7007, new to you\n" in said


def test_known_hosts_are_marked_in_the_list(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """Known hosts that aren't announced are listed as well, the latest one first."""
    home.hosts.pin("table.local:7007", b"t" * 16)
    home.hosts.pin("192.0.2.9:7007", b"other" + bytes(11))
    home.hosts.pin("10.0.0.7:7007", b"s" * 16)  # the host has moved
    assert SALON.address == choose_host(home, ["1"], [SALON, KITCHEN])
    said = capsys.readouterr().out.splitlines()
    assert [
        "1: Salon at 192.0.2.5:7007, known to you",
        "2: Kitchen at 192.0.2.9:7007, NOT the host that you know there",
        "3: table.local:7007, not found right now",
    ] == [line for line in said if line[0].isdecimal()]


def test_hosts_with_similar_names_are_listed_with_their_pins(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """And with the number of their players."""
    one = Nearby("raspberrypi", Address("192.0.2.5", 7007, bytes.fromhex("3f2a" * 8)))
    playing = (GameNearby("0" * 16, 3), GameNearby("1" * 16, 1))
    other = Nearby(
        "RaspberryPi",
        Address("192.0.2.9", 7007, bytes.fromhex("3f2b" * 8)),
        (),
        playing,
    )
    home.hosts.pin("192.0.2.9:7007", bytes.fromhex("3f2b" * 8))
    choose_host(home, ["1"], [SALON, one, other])
    said = capsys.readouterr().out
    assert "1: Salon at 192.0.2.5:7007, new to you\n" in said
    assert "2: raspberrypi (pin 3f2a) at 192.0.2.5:7007, new to you\n" in said
    known = (
        "3: RaspberryPi (pin 3f2b) at 192.0.2.9:7007, known to you, 4 players there\n"
    )
    assert known in said


def test_an_address_can_be_typed(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """After anything else, the question is repeated."""
    lines = ["3", "0", "kitchen", "wonders join 192.0.2.1:7007"]
    assert Address("192.0.2.1", 7007) == choose_host(home, lines, [SALON])
    said = capsys.readouterr().out
    assert 3 == said.count("That is neither a number from 1 to 1 nor an address")


def test_an_empty_line_repeats_the_search(home: Home) -> None:
    """A host may have been started in the meantime."""
    assert Address("192.0.2.9", 7007) == choose_host(
        home, ["", "1"], [SALON], [KITCHEN, SALON]
    )


def test_without_a_choice_an_error_says_what_to_do(home: Home) -> None:
    """There is no host, the input ends, or the file with known hosts is damaged."""
    with pytest.raises(click.ClickException, match="wonders join HOST:PORT"):
        choose_host(home, [], [])
    with pytest.raises(click.ClickException, match="No host was chosen"):
        choose_host(home, [], [SALON])
    home.hosts.path.write_text("rubbish")
    with pytest.raises(click.ClickException, match=str(home.hosts.path)):
        choose_host(home, [], [SALON])
