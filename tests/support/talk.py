"""Signed chat messages, made without a player's program."""

from __future__ import annotations

from sealed_wonders.net.messages import Say, Spoken
from sealed_wonders.net.talk import SAY, Voice, table_place
from tests.support.lobbies import HOST, identity_of


def place_of_table(table: str = "table 1") -> bytes:
    """Return the place of a table of `HOST` at which no game is running."""
    return table_place(HOST.public, table)


def signed_chat(
    name: str, text: str, place: bytes, code: str = SAY, *, seconds: float = 1.0
) -> Spoken:
    """Sign a chat message; `seconds` is when it was sent, in seconds since 1970."""
    return Voice(identity_of(name), name, lambda: seconds).say(place, code, text)


def say(text: str) -> Say:
    """Sign a chat message from ann to a table."""
    return Say("table 1", signed_chat("ann", text, place_of_table()))
