"""
Values that a shell can complete, each with a description.

Hosts and tables are those that the player has been at. The shell waits for the answer,
which leaves no time to discover hosts on the network.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from sealed_wonders.client.finder import visited_hosts
from sealed_wonders.client.hosting.unfinished import OwnGames
from sealed_wonders.client.person.keys import ACTIONS, long
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.settings import ABOUT, dotted
from sealed_wonders.core.games import TITLES
from sealed_wonders.net.address import Address
from sealed_wonders.net.words import _

Offers = Mapping[str, str]


def hosts() -> Offers:
    """Return the hosts that the player knows, with those of unfinished games."""
    home = Home.find()
    some = {_brief(it.host): it.name for it in home.going(time.time())}
    try:
        visited = visited_hosts(home)
    except DamagedFile:
        return some
    return dict.fromkeys((replace(it, pin=None).brief for it in visited), "") | some


def tables() -> Offers:
    """Return the tables of unfinished games, each with its host."""
    return {it.table: it.name for it in Home.find().going(time.time())}


def _brief(address: str) -> str:
    """Return the short form of an address; other text is returned unchanged."""
    try:
        return Address.parse(address).brief
    except ValueError:
        return address


def left_games() -> Offers:
    """Return the unfinished games on this machine."""
    return {
        it.gid: TITLES.get(str(it.wanted.get("--game")), "")
        for it in OwnGames(Home.find()).all_left()
    }


def settings() -> Offers:
    """Return the names of all settings."""
    keys = {dotted(name): long(name) for name in ACTIONS}
    return {name: _(means) for name, means in ABOUT.items()} | keys
