"""Options of a session: which table a player wants, and how to get there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sealed_wonders.net.suites import NETWORKED
from sealed_wonders.net.wishes import Wishes


@dataclass(frozen=True, slots=True)
class SessionOptions:
    """Options of a session."""

    table: str = ""
    """Name of the table to sit at; empty for any open one."""
    sits: bool = True
    """
    If no table is named, sit down at any open one, or continue a game of ours.

    Otherwise nothing is requested before `TakeSeat`, except that a seat in a lobby is
    kept.
    """
    looks_on: bool = False
    """
    Spectate instead of sitting down, and take a seat that is handed over.

    If the game hasn't begun, wait for it.
    """
    asks: bool = False
    """
    If no seat is free and games are running, ask the player before opening a table.
    """
    stays: bool = False
    """Continue to receive chat at the table after the game."""
    password: str = ""
    """The table's password, also used to open it; empty for none."""
    wishes: Wishes = ()
    """Options of the table, if nobody has opened it."""
    suites: Collection[int] = NETWORKED
    """Suites (ways of handling cards) that the player accepts."""
    may_be_set_back: bool = False
    """See `Past`."""
