"""
What a shell offers for the values of options, each with a note beside it.

Hosts and tables are those that somebody has been at: a shell that asks waits, and nothing is
heard of a network in so short a time.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from sealed_wonders.client.hosting.games import OwnGames
from sealed_wonders.client.storage.home import Damaged, Home
from sealed_wonders.client.storage.settings import ABOUT, dotted
from sealed_wonders.client.terminal.finder import known
from sealed_wonders.client.terminal.keys import ACTIONS, long
from sealed_wonders.core.games import TITLES
from sealed_wonders.net.address import Address
from sealed_wonders.net.words import _

Offers = Mapping[str, str]


def hosts() -> Offers:
    """Offer the hosts that somebody knows, first those where a game goes on."""
    home = Home.find()
    some = {_brief(it.host): it.name for it in home.going(time.time())}
    try:
        visited = known(home)
    except Damaged:
        return some
    return dict.fromkeys((replace(it, pin=None).brief for it in visited), "") | some


def tables() -> Offers:
    """Offer the tables where a game goes on, each with its host."""
    return {it.table: it.name for it in Home.find().going(time.time())}


def _brief(address: str) -> str:
    """Write an address as it is typed; what is none stays as it is."""
    try:
        return Address.parse(address).brief
    except ValueError:
        return address


def left_games() -> Offers:
    """Offer the games on this machine that were left."""
    return {
        it.gid: TITLES.get(str(it.wanted.get("--game")), "")
        for it in OwnGames(Home.find()).all_left()
    }


def settings() -> Offers:
    """Offer the names of all settings."""
    keys = {dotted(name): long(name) for name in ACTIONS}
    return {name: _(means) for name, means in ABOUT.items()} | keys
