"""Choosing a host in line mode: nearby and known hosts, and what is typed."""

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


def chosen(home: Home, lines: Sequence[str], *heard: Sequence[Nearby]) -> Address:
    """Type lines; each time it is listened again, others are heard."""
    typed, rounds = iter(lines), iter(heard)
    return choose(home, lambda: next(rounds), lambda: next(typed, None))


def test_a_host_is_chosen_by_its_number(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that isn't known is connected to without the pin that anybody may announce."""
    assert Address("192.0.2.9", 7007) == chosen(home, ["2"], [SALON, KITCHEN])
    said = capsys.readouterr().out
    assert "1: Salon at 192.0.2.5:7007, new to you\n" in said
    assert "2: Kitchen at 192.0.2.9:7007, new to you\n" in said


def test_known_hosts_are_told_from_others(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that aren't heard can be tried all the same, the last one first."""
    home.hosts.pin("table.local:7007", b"t" * 16)
    home.hosts.pin("192.0.2.9:7007", b"other" + bytes(11))
    home.hosts.pin("10.0.0.7:7007", b"s" * 16)  # it has moved
    assert SALON.address == chosen(home, ["1"], [SALON, KITCHEN])
    said = capsys.readouterr().out.splitlines()
    assert [
        "1: Salon at 192.0.2.5:7007, known to you",
        "2: Kitchen at 192.0.2.9:7007, NOT the host that you know there",
        "3: table.local:7007, not found right now",
    ] == [line for line in said if line[0].isdecimal()]


def test_hosts_that_are_called_alike_differ_by_more_than_an_address(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """By their pins, and by how many play there; of others nothing more is said."""
    one = Nearby("raspberrypi", Address("192.0.2.5", 7007, bytes.fromhex("3f2a" * 8)))
    playing = (GameNearby("0" * 16, 3), GameNearby("1" * 16, 1))
    other = Nearby(
        "RaspberryPi",
        Address("192.0.2.9", 7007, bytes.fromhex("3f2b" * 8)),
        (),
        playing,
    )
    home.hosts.pin("192.0.2.9:7007", bytes.fromhex("3f2b" * 8))
    chosen(home, ["1"], [SALON, one, other])
    said = capsys.readouterr().out
    assert "1: Salon at 192.0.2.5:7007, new to you\n" in said
    assert "2: raspberrypi (pin 3f2a) at 192.0.2.5:7007, new to you\n" in said
    known = (
        "3: RaspberryPi (pin 3f2b) at 192.0.2.9:7007, known to you, 4 players there\n"
    )
    assert known in said


def test_an_address_may_be_typed(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is neither that nor a number is asked again."""
    lines = ["3", "0", "kitchen", "wonders join 192.0.2.1:7007"]
    assert Address("192.0.2.1", 7007) == chosen(home, lines, [SALON])
    said = capsys.readouterr().out
    assert 3 == said.count("That is neither a number from 1 to 1 nor an address")


def test_hosts_are_listened_for_again(home: Home) -> None:
    """Somebody starts one just now."""
    assert Address("192.0.2.9", 7007) == chosen(
        home, ["", "1"], [SALON], [KITCHEN, SALON]
    )


def test_without_a_choice_it_is_said_what_to_do(home: Home) -> None:
    """No host is there, nothing more is to be read, or the file of hosts is damaged."""
    with pytest.raises(click.ClickException, match="wonders join HOST:PORT"):
        chosen(home, [], [])
    with pytest.raises(click.ClickException, match="No host was chosen"):
        chosen(home, [], [SALON])
    home.hosts.path.write_text("rubbish")
    with pytest.raises(click.ClickException, match=str(home.hosts.path)):
        chosen(home, [], [SALON])
