"""Invitations of a host: its addresses, and from where each is likely reachable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.ownaddresses import Reach


class Invitation(NamedTuple):
    """An address of a host, as other people type it."""

    at: str
    """Address, usually with the pin."""
    reach: Reach = Reach.LAN


Invitations = tuple[Invitation, ...]
"""Invitations of one host, one per network."""


def as_data(some: Iterable[Invitation]) -> Mapping[str, object]:
    """
    Return invitations as JSON data for other programs.

    `invitations` lists all of them. `reach` says where those lead that aren't on a LAN.
    """
    some = tuple(some)
    return {
        "invitations": [one.at for one in some],
        "reach": {
            one.at: one.reach.name.lower() for one in some if one.reach is not Reach.LAN
        },
    }


def read(data: Mapping[str, object]) -> Invitations:
    """
    Read invitations from the data of `as_data`.

    Raises:
        ValueError: an item isn't an address.
    """
    listed, reach = data.get("invitations"), data.get("reach")
    known = reach if isinstance(reach, dict) else {}
    return tuple(
        Invitation(Address.parse(str(at)).brief, _reach(known.get(at)))
        for at in (listed if isinstance(listed, list) else ())
    )


def _reach(name: object) -> Reach:
    """Return the reach with a name; LAN for names that only other versions know."""
    return next((it for it in Reach if it.name.lower() == name), Reach.LAN)
