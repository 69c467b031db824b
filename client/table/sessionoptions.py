"""What a player wants of a host."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sealed_wonders.net.suites import NETWORKED
from sealed_wonders.net.wishes import Wishes


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """Which table a session is for, and how it goes about getting there."""

    table: str = ""
    """The name of the table to sit at; empty for any open one."""
    sits: bool = True
    """
    If no table is named, sit down at any open one, or go on with a game of ours. Otherwise
    nothing is asked for before `TakeSeat`, unless we sit at a table that hasn't begun.
    """
    looks_on: bool = False
    """
    Look on instead of sitting down, and take a seat that somebody hands over; if the game
    hasn't begun, wait for it.
    """
    asks: bool = False
    """
    Where no seat is free, and games go on, ask our player whether to look on, rather than
    open another table.
    """
    stays: bool = False
    """Hear what is said at the table when the game is over, too."""
    password: str = ""
    """The table's, which is opened with it if nobody has; empty: none."""
    wishes: Wishes = ()
    """What the table is to be like, if nobody has opened it."""
    suites: Collection[int] = NETWORKED
    """The ways of keeping cards that this player accepts."""
    may_be_set_back: bool = False
    """See `Past`."""
