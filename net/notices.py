"""
Sentences in which a host tells its clients why something happened or was refused.

The sentences travel as text. `read` recovers the template and the fields of a sentence,
so that a client can show it in another language. A client that lacks a template shows
the English text, so rewording one has that effect on older clients.
"""

from __future__ import annotations

from sealed_wonders.core.sentences import Template, Text

CLOSING = Template("the host is shutting down")
CLOSED_BY_OPERATOR = Template("the operator of this host has closed the table")
KICKED = Template("the operator of this host has removed you")
IN_USE = Template(
    "another program has been logged in with your key for {seconds} seconds"
)
DISPLACED = Template("another program has logged in with your key")
DESERTED = Template("everybody has left the table")
HOST_FAULT = Template("a bug in the host's program")
NO_TABLE = Template("there is no table called {name}")
ANOTHER_GAME = Template(
    "a different game is about to begin at table {name}; the host no longer has the "
    "game that you were playing"
)
NOT_READY = Template(
    "these players must be ready within {seconds} seconds, or they will lose their "
    "seats: {names}"
)
ASKED_UP = Template("{names} asked for {name}'s seat")
SEAT_LOST = Template("{name} wasn't ready in time, so that seat is free again")
NOT_REVEALED = Template("draw {n}: {names} did not reveal")
FRAUD = Template(
    "fraud: {name} (seat {seat}) broke the rules of the game at entry {entry} "
    "(phase {phase}, {kind}): {reason}"
)
NO_CARD = Template(
    "a revealed card is invalid: a seat shuffled incorrectly, and a host that only "
    "relays can't tell which seat"
)
IMPOSSIBLE_CARD = Template(
    "an impossible card was revealed: this program has a bug, a cryptographic "
    "assumption is broken or, if proofs weren't checked, somebody cheated unnoticed"
)

SITS_TOO_OFTEN = Template("you are taking seats too often")
READY_TOO_OFTEN = Template("you are switching too often between ready and not ready")
PAUSES_TOO_OFTEN = Template("you are pausing and resuming too often")
MANAGES_TOO_OFTEN = Template("you are sending the host commands too often")
NO_SUCH_GAME = Template("that game isn't being played here")
NO_ADMIN = Template("you aren't one of this host's admins")
RETIMES_TOO_OFTEN = Template("you are proposing or accepting clocks too often")
DEPARTS_TOO_OFTEN = Template(
    "you are announcing too often that you are moving to another host"
)
LEAVES_TOO_OFTEN = Template("you are leaving your seat too often")
UNSEATS_TOO_OFTEN = Template("you are asking for other players' seats too often")
READS_TOO_OFTEN = Template("you are asking for the log too often")
WILLING_TOO_OFTEN = Template("you are changing your mind too often about taking a seat")
SUMMONS_TOO_OFTEN = Template("you are asking for bots too often")
WHISPERS_TOO_OFTEN = Template("you are sending too many private messages")
RECALLS_TOO_OFTEN = Template("you are asking for backups too often")
SAYS_TOO_MUCH = Template("you are sending too much at the same time")
LOOKS_TOO_OFTEN = Template("you are asking for the list of tables too often")
TOO_MUCH_TO_READ = Template("the recipient hasn't read earlier messages yet")
TOO_MANY_SUMMONED = Template("too many bots have been requested recently")
TOO_MANY_OPENED = Template("too many tables have been opened recently")

NOTICES = tuple(it for it in tuple(globals().values()) if isinstance(it, Template))
"""All sentences."""

OF_SEATS = (NOT_READY, ASKED_UP)
"""Sentences about seats in a lobby, in contrast to those about a draw."""


def read(text: str) -> Text:
    """Return the sentence that a host's text was made from, or else the text itself."""
    return next(filter(None, (notice.read(text) for notice in NOTICES)), text)
