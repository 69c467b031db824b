"""
Players: the interface through which a person, a bot or a test decides for a seat.

A session reports events to its player (`sealed_wonders.client.table.events`), and a
player takes actions (`sealed_wonders.client.table.actions`). A player may answer a
question later.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from sealed_wonders.client.table.actions import ActionTarget
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

    A subclass handles an event in a method named after it: `LobbyChanged` goes to
    ``on_lobby_changed(self, event: LobbyChanged)``.
    """

    watches: bool = False
    """Whether to receive the events of a game that it only watches."""

    is_program: bool = False
    """Whether it answers by itself, including ballots."""

    has_person: bool = False
    """
    Whether a person uses it, or may come back to it, and is asked about ballots first.
    """

    unseen_since: float | None = None
    """
    When the last page that shows our seat went out of sight, on the reactor's clock:
    infinite while one is in sight, None if the seat is shown elsewhere than in a browser.
    """

    table: ActionTarget
    """Carries out its actions; set before the first event."""

    recorder: Callable[[Event], None] | None = None
    """Receives each event before the player, for a recording."""

    def bind(self, table: ActionTarget) -> None:
        """Set the session that carries out its actions."""
        self.table = table

    def told(self, event: Event) -> None:
        """
        Take an event.

        Events come one after another. Only `ChoiceCommitted`, `ChoiceUnwritten` and
        `Waiting` can come from within the answer to a question.
        """
        if self.recorder is not None:
            self.recorder(event)
        handler = getattr(self, handler_of(type(event).__name__), None)
        if handler is not None:
            handler(event)

    def on_password_wanted(self, event: PasswordWanted) -> None:
        """Handle it as a refusal, unless a subclass has a password."""
        self.told(RequestRefused(event.reason, event.detail))

    def time_out(self, question: Question) -> Move | None:
        """
        Return the choice to commit when time has run out; no other answer is accepted.

        None, or an illegal move, means the default of the rules.
        """
        return None


@cache
def handler_of(event: str) -> str:
    """Return the name of the method that handles events of a type with this name."""
    return "on_" + re.sub(r"(?<!^)(?=[A-Z])", "_", event).lower()
