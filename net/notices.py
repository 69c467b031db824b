"""
Sentences in which a host tells its clients why something happened or was refused.

The sentences travel as text. `read` recovers the template and the fields of a sentence,
so that a client can show it in another language.
"""

from __future__ import annotations

from sealed_wonders.core.sentences import Template, Text

CLOSING = Template("the host is shutting down")
CLOSED_BY_OPERATOR = Template("whoever runs this host has closed the table")
KICKED = Template("the operator of this host has removed you")
IN_USE = Template(
    "another program has been logged in with your key for {seconds} seconds"
)
DISPLACED = Template("another program has logged in with your key")
DESERTED = Template("nobody sits here any more")
HOST_FAULT = Template("a fault of the host's program")
NO_TABLE = Template("there is no table {name}")
ANOTHER_GAME = Template("another game is to begin at {name}; the host has ours no more")
NOT_READY = Template(
    "whoever isn't ready soon, in {seconds} seconds at most, loses their seat: {names}"
)
ASKED_UP = Template("{names} would have {name} get up")
SEAT_LOST = Template("{name} wasn't ready in time, and the seat is free again")
NOT_REVEALED = Template("draw {n}: {names} did not reveal")
FRAUD = Template(
    "fraud: {name}, seat {seat} broke the rules of the game at entry {entry} (phase "
    "{phase}, {kind}): {reason}"
)
NO_CARD = Template(
    "a card to be turned up is no card: some seat mixed wrongly, and who only relays a "
    "table can't tell which"
)
IMPOSSIBLE_CARD = Template(
    "a card came out that can't be there: a fault of this program, a broken assumption "
    "or, where proofs are believed, a cheat that nobody looked for"
)

SITS_TOO_OFTEN = Template("you sit down too often")
READY_TOO_OFTEN = Template("you say too often whether you are ready")
PAUSES_TOO_OFTEN = Template("you stop the clock, or let it go on, too often")
MANAGES_TOO_OFTEN = Template("you tell the host too often what to do")
NO_SUCH_GAME = Template("that game isn't played here")
NO_ADMIN = Template("you aren't listed as one who may run this host")
RETIMES_TOO_OFTEN = Template("you propose another clock, or agree to one, too often")
DEPARTS_TOO_OFTEN = Template("you say too often where you go on")
LEAVES_TOO_OFTEN = Template("you get up too often")
UNSEATS_TOO_OFTEN = Template("you ask for seats of others too often")
READS_TOO_OFTEN = Template("you ask for the log too often")
WILLING_TOO_OFTEN = Template("you say too often whether you would take a seat")
SUMMONS_TOO_OFTEN = Template("you ask for bots too often")
WHISPERS_TOO_OFTEN = Template("you whisper too often")
RECALLS_TOO_OFTEN = Template("you ask for backups too often")
SAYS_TOO_MUCH = Template("you say too much at once")
LOOKS_TOO_OFTEN = Template("you ask for the tables too often")
TOO_MUCH_TO_READ = Template("whoever it is for has much to read already")
TOO_MANY_SUMMONED = Template("too many bots were summoned just now")
TOO_MANY_OPENED = Template("too many tables were opened just now")

NOTICES = tuple(it for it in tuple(globals().values()) if isinstance(it, Template))
"""All sentences."""

OF_SEATS = (NOT_READY, ASKED_UP)
"""Sentences about seats in a lobby, in contrast to those about a draw."""


def read(text: str) -> Text:
    """Return the sentence that a host's text was made from, or else the text itself."""
    return next(filter(None, (notice.read(text) for notice in NOTICES)), text)
