"""Sentences on why a host refused something."""

from __future__ import annotations

from sealed_wonders.client.reasons import refused
from sealed_wonders.client.table.doors import WANTED
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _

CLOSING = "closing"
"""Sent by a host that stops: it tells everybody, whether they asked for anything or not."""

UNWRITTEN = "unwritten"
"""Sent by a host whose disk is full: it refuses nothing, but the table waits."""


def sentence(reason: str, detail: str) -> str:
    """Return the sentence on a refusal, or on a host that can't write to its disk."""
    if reason == UNWRITTEN:
        return _(
            "The host can't save this game right now. The table waits until it can; "
            "nothing is lost."
        )
    if reason == CLOSING:
        return _("The host has closed, and offers no tables for now.")
    line = _("The host refused that: {why}.")
    return line.format(why=refused(reason, detail))


def no_seat(reason: str, detail: str) -> str:
    """Return why a host has no seat for us, and what to do about it."""
    said = refused(reason, detail)
    if reason == "no-table":
        return text.sentence(said)
    if reason != "name-taken":
        return sentence(reason, detail)
    line = _("{Why}: choose another name with --name.")
    return line.format(Why=f"{said[:1].upper()}{said[1:]}")


def password_wanted(reason: str, detail: str) -> str:
    """Return why another password is needed; empty the first time."""
    if reason == WANTED:
        return ""
    said = refused(reason, detail)
    return f"{said[:1].upper()}{said[1:]}."
