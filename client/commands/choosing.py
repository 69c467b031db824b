"""
Chooses a host in line mode, from a numbered list of nearby and known hosts.

The screen's counterpart is `client/terminal/screens/find.py`.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import click

from sealed_wonders.client.finder import to_reach, visited_hosts
from sealed_wonders.client.lines.line import read_line
from sealed_wonders.client.program import typed
from sealed_wonders.client.questions.addresses import address_in
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.tablewords import namesakes
from sealed_wonders.net.address import Address
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.words import _

LISTEN = 2.5
"""Seconds for which to listen for hosts."""

Listen = Callable[[], Sequence[Nearby]]


def choose(
    home: Home,
    listen: Listen,
    read: Callable[[], str | None] | None = None,
) -> Address:
    """
    Prompt until the user chooses a host.

    Args:
        home: the player's files, with the hosts that the player knows.
        listen: listens for a while, and returns the hosts nearby.
        read: reads a line; returns None at the end of the input.

    Raises:
        click.ClickException: there are no hosts, or the user chose none.
    """
    read = read or read_line
    while True:
        echo(_("Searching for hosts on your network."))
        places = _places(home, listen())
        if not places:
            said = _(
                "No hosts were found on your network, and you haven't used one "
                "before. Ask a host's operator for the address, and type: {command} "
                "HOST:PORT"
            )
            raise click.ClickException(said.format(command=typed("join")))
        for number, (label, _address) in enumerate(places, start=1):
            echo(f"{number}: {label}")
        address = _choice([address for _label, address in places], read)
        if address is not None:
            return address


def _choice(
    places: Sequence[Address], read: Callable[[], str | None]
) -> Address | None:
    """Prompt for a choice; return None to listen again."""
    echo(_("Type a number or an address, or press Enter to search again."))
    while True:
        typed = read()
        if typed is None:
            raise click.ClickException(_("No host was chosen."))
        typed = typed.strip()
        if not typed:
            return None
        if typed.isdecimal() and len(typed) < 4 and 0 < int(typed) <= len(places):
            return places[int(typed) - 1]
        address = address_in(typed)
        if address is not None:
            return address
        echo(
            _(
                "That is neither a number from 1 to {n} nor an address such as "
                "HOST:PORT."
            ).format(n=len(places))
        )


def _places(home: Home, nearby: Sequence[Nearby]) -> list[tuple[str, Address]]:
    """Return the hosts to choose from, each with its label and address."""
    try:
        visited = visited_hosts(home)
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    pins = namesakes.pins(nearby)
    heard = [
        (_label(host, visited, pins.get(host, "")), to_reach(host, visited))
        for host in nearby
    ]
    unheard = [
        replace(address, pin=None)
        for address in visited
        if not _is_heard(address, nearby)
    ]
    said = _("{address}, not found right now")
    return [*heard, *((said.format(address=one), one) for one in unheard)]


def _label(host: Nearby, visited: Sequence[Address], pin: str) -> str:
    """
    Return the label of a nearby host, which says whether the player knows it.

    Args:
        host: the host.
        visited: the addresses of known hosts, with their pins.
        pin: the beginning of its pin, if another host has the same name.
    """
    at, name, more = host.address, host.name, ""
    if pin:
        name = f"{name} ({namesakes.said_pin(pin)})"
        more = namesakes.said_playing(host)
    if any(at.pin == one.pin for one in visited):
        label = _("{name} at {address}, known to you")
    elif any((at.host, at.port) == (one.host, one.port) for one in visited):
        label = _("{name} at {address}, NOT the host that you know there")
    else:
        label = _("{name} at {address}, new to you")
    said = label.format(name=name, address=replace(at, pin=None))
    return f"{said}, {more}" if more else said


def _is_heard(address: Address, nearby: Sequence[Nearby]) -> bool:
    """Return whether a known host is nearby, at this address or another one."""
    heard = [host.address for host in nearby]
    return any(
        (address.host, address.port) == (one.host, one.port) or address.pin == one.pin
        for one in heard
    )


def listen_for_hosts(places: Sequence[str] | None) -> Sequence[Nearby]:
    """
    Listen for `LISTEN` seconds, and return the hosts found.

    Args:
        places: this machine's addresses at which to listen; None for all.
    """
    if places == ():
        return ()
    from sealed_wonders.net.discovery.dnssd import Browser

    calls: queue.Queue[Callable[[], None]] = queue.Queue()
    found: list[tuple[Nearby, ...]] = [()]
    failures: list[str] = []
    browser = Browser(
        found.append, calls.put, failed=failures.append, interfaces=places
    )
    browser.start()
    end = time.monotonic() + LISTEN
    while not failures and (left := end - time.monotonic()) > 0:
        try:
            calls.get(timeout=left)()
        except queue.Empty:
            break
    browser.stop()
    if failures:
        echo(failures[0], err=True)
    return found[-1]
