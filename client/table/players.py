"""
Players: whoever chooses for a seat.

A person at a terminal and a bot stand behind the same small interface. A session tells its
player events (`sealed_wonders.client.table.events`), and a player does actions
(`sealed_wonders.client.table.actions`). A question may be answered later, by a player that
wants to think.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from sealed_wonders.client.table.actions import Table
from sealed_wonders.client.table.events import (
    Event,
    PasswordWanted,
    Question,
    RequestRefused,
)
from sealed_wonders.core.game import Move


class Player:
    """
    A player that ignores every event.

    A subclass hears an event by a method named after it: `LobbyChanged` goes to
    ``on_lobby_changed(self, event: LobbyChanged)``.
    """

    watches: bool = False
    """It wants the events of a game that it only watches."""

    is_program: bool = False
    """It answers by itself, ballots too."""

    has_person: bool = False
    """A person uses it, or may come back to it, and is asked about ballots first."""

    table: Table
    """Takes its actions; set before it is told anything."""

    recorder: Callable[[Event], None] | None = None
    """Takes each event before the player does, if anybody wants a recording."""

    def bind(self, table: Table) -> None:
        """Take the session that it plays in as what takes its actions."""
        self.table = table

    def told(self, event: Event) -> None:
        """
        Take an event.

        Events come one after another. Only `ChoiceCommitted`, `ChoiceUnwritten` and `Waiting`
        come from within the answer to a question.
        """
        if self.recorder is not None:
            self.recorder(event)
        handler = getattr(self, handler_of(type(event).__name__), None)
        if handler is not None:
            handler(event)

    def on_password_wanted(self, event: PasswordWanted) -> None:
        """Take it as a refusal, unless a subclass has a password to give."""
        self.told(RequestRefused(event.reason, event.detail))

    def time_out(self, question: Question) -> Move | None:
        """
        Return the choice to commit, now that time has run out; no other answer is taken.

        None, or an illegal move, stands for the default of the rules.
        """
        return None


@cache
def handler_of(event: str) -> str:
    """Return the name of the method that hears events of a type with this name."""
    return "on_" + re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
