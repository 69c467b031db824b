"""
Hosts that are called alike, and by what people can tell them apart.

Anybody can call a host anything, and machines of one kind come with one name. What is
said here besides is what a host says of itself, too: the pin it claims, which whoever runs
it can read at its screen behind the `#` of its address, and how many play there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.net.certificate import PIN_SIZE
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.words import _, n_

DIGITS = 4
"""Digits of a pin that are shown, at least."""


def pins(
    hosts: Sequence[Nearby], as_shown: Callable[[str], str] = str
) -> Mapping[Nearby, str]:
    """
    Return the first digits of the pins of those hosts that share their name with others.

    Args:
        as_shown: gives as much of a name as is seen.
    """
    alike = defaultdict[str, list[Nearby]](list)
    for host in hosts:
        alike[_key(as_shown(host.name))].append(host)
    found: dict[Nearby, str] = {}
    for some in alike.values():
        digits = [(host.address.pin or b"").hex() for host in some]
        differ = len(set(digits))
        if differ > 1:
            size = next(
                n
                for n in range(DIGITS, 2 * PIN_SIZE + 1)
                if len({one[:n] for one in digits}) == differ
            )
            found |= {host: one[:size] for host, one in zip(some, digits, strict=True)}
    return found


_key: Callable[[str], str] = name_key
"""Gives what is the same for names that people take for one."""


def said_pin(digits: str) -> str:
    return _("pin {digits}").format(digits=digits)


def said_playing(host: Nearby) -> str:
    """Say how many play at a host, as it says; nothing if no game goes on there."""
    if not host.games:
        return ""
    n = sum(game.here for game in host.games)
    return n_("{n} player there", "{n} players there", n).format(n=n)
