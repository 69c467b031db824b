"""
Refusals of requests, and their codes, which a client puts into words.

docs/PROTOCOL.md lists the codes, and `client/reasons.py` has the words for them.
"""

from __future__ import annotations

from typing import Literal

from sealed_wonders.core.sentences import Text
from sealed_wonders.net.errors import RemoteProtocolError

Reason = Literal[
    "banned",  # the operator doesn't let them in
    "bad-commit",  # not a LOBBY_COMMIT, or not of the sender
    "bad-reveal",  # not a LOBBY_REVEAL for this draw
    "bad-wish",  # no table can have the requested options
    "bad-taker",  # can't take a seat: a bot that isn't its owner's
    "begun",  # too late: the game is running
    "busy",  # too many strangers are here or arriving; a known person would be let in
    "closing",  # the host ends as soon as its games are over
    "drawing",  # seats are being drawn; wait a moment
    "fixed",  # the same for all tables of this host, so nobody can choose it
    "had-seat",  # has a seat in this game, or handed it over
    "name-taken",  # somebody at the table has that name
    "kicked",  # the operator has removed them; they may come back
    "in-use",  # another program uses this key; connecting again will displace it
    "left",  # the others have gone on without this seat
    "no-bot",  # the host has no bot to take the seat, or has already sent one
    "no-bots",  # the host can't run any bots
    "no-game",  # there is no running game in which a seat could change hands
    "no-memory",  # not enough memory for the bots needed
    "not-invited",  # not on the host's list of people it lets in
    "at-home",  # nobody on the host's own machine can be asked to get up
    "no-pause",  # stopped the clock for long enough already, or has cheated
    "no-reason",  # who may ask whom to get up depends on who is ready
    "no-room",  # the host has as many tables as it may
    "no-seat",  # the sender has no seat where the message would make sense
    "no-table",  # there is no such table
    "not-there",  # the addressee neither has a seat there nor would take one
    "other-options",  # agrees to options that aren't the current ones
    "no-password",  # the table has no password, but the sender thinks that it has
    "password",  # the table has a password, which the sender hasn't proved to know
    "put-out",  # has lost their seat in that lobby, and gets no other
    "sits-elsewhere",  # has a seat in another lobby
    "stopped",  # the table can't go on
    "table-full",
    # tables opened from the same address or network are still in the lobby
    "tables-wait",
    "too-fast",
    "too-many-tries",  # passwords tried from an address or a network
    "unsigned",  # signed in another name than the sender's
    "two-versions",  # a second envelope for one place; it convicts its signer
    "wrong-password",  # the proof of the password is wrong
    "wrong-draw",  # a commitment for another draw
]


class Denied(RemoteProtocolError):
    """A refused request; nothing changes, and only the sender is told."""

    def __init__(self, reason: Reason, text: Text) -> None:
        super().__init__(text)
        self.reason = reason
