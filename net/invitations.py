"""
What others type to come to a host: its addresses, and whether each is likely to lead there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.interfaces import Reach


class Invitation(NamedTuple):
    """An address of a host, as others type it."""

    at: str
    """With the pin, as a rule."""
    reach: Reach = Reach.LAN


Invitations = tuple[Invitation, ...]
"""Those of one host, one for each network."""


def as_data(some: Iterable[Invitation]) -> Mapping[str, object]:
    """
    Write invitations as a host tells them to programs.

    All are listed in `invitations`; in `reach` stands of those that aren't on a LAN where
    they lead.
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
    Read invitations as `as_data` writes them, each as people type it.

    Raises:
        ValueError: one isn't an address.
    """
    listed, reach = data.get("invitations"), data.get("reach")
    known = reach if isinstance(reach, dict) else {}
    return tuple(
        Invitation(Address.parse(str(at)).brief, _reach(known.get(at)))
        for at in (listed if isinstance(listed, list) else ())
    )


def _reach(name: object) -> Reach:
    """Read where an address leads; another version may name what we don't know."""
    return next((it for it in Reach if it.name.lower() == name), Reach.LAN)
