"""
Hosts with similar names, and how people can tell them apart.

Anybody can name a host anything, and machines of one kind come with the same name. What
is shown in addition is also the host's own claim: its pin, which its operator can read
on the screen after the `#` of the address, and how many play there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from sealed_wonders.net.certificate import PIN_SIZE
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.words import _, n_

DIGITS = 4
"""Minimum digits of a pin that are shown."""


def pins(
    hosts: Sequence[Nearby], as_shown: Callable[[str], str] = str
) -> Mapping[Nearby, str]:
    """
    Return the first digits of the pin of each host that shares its name with another.

    Args:
        as_shown: Returns as much of a name as is visible.
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
"""Maps names that people confuse to the same key."""


def said_pin(digits: str) -> str:
    return _("pin {digits}").format(digits=digits)


def said_playing(host: Nearby) -> str:
    """Return how many play at a host, by its own claim; empty if no game runs there."""
    if not host.games:
        return ""
    n = sum(game.here for game in host.games)
    return n_("{n} player there", "{n} players there", n).format(n=n)
