"""Signed chat, without a program that sends it."""

from __future__ import annotations

from sealed_wonders.net.messages import Say, Spoken
from sealed_wonders.net.talk import SAY, Voice, table_place
from tests.support.lobbies import HOST, identity_of


def place_of_table(table: str = "table 1") -> bytes:
    """Give the place of a table of the host's at which no game goes on."""
    return table_place(HOST.public, table)


def signed_chat(
    name: str, text: str, place: bytes, code: str = SAY, *, seconds: float = 1.0
) -> Spoken:
    """Sign a chat message, sent at a time in seconds since 1970."""
    return Voice(identity_of(name), name, lambda: seconds).say(place, code, text)


def say(text: str) -> Say:
    """Sign a chat message from ann to a table."""
    return Say("table 1", signed_chat("ann", text, place_of_table()))
