"""
Why a host didn't take something, in sentences.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import as_another
from sealed_wonders.client.words import LANGUAGES, _, language, marked

ELSEWHERE = "elsewhere"
"""The code of the reason that the same person has connected from another window."""

_REASONS: Mapping[str, str] = {
    "begun": marked("the game at this table has begun"),
    "closing": marked("the host is being stopped"),
    "drawing": marked("seats are just being drawn"),
    "name-taken": marked("somebody of this name sits there"),
    "no-room": marked("this host has as many tables as it may"),
    "no-seat": marked("you have no seat there"),
    "no-table": marked("there is no such table"),
    "other-options": marked("what is played has changed; look again"),
    "sits-elsewhere": marked("get up from the other table first"),
    "stopped": marked("the table has been stopped"),
    "table-full": marked("all seats there are taken"),
    "too-fast": marked("that is too much at once"),
    "two-versions": marked("another version was signed before"),
}
"""By the code of the reason."""


def sentence(reason: str, detail: str) -> str:
    """Say that a host did not take what was sent, and why."""
    line = _("The host did not take that: {why}.")
    return line.format(why=_why(reason, detail))


def no_seat(reason: str, detail: str) -> str:
    """Say why a host has no seat for us, and what can be done about it."""
    if reason != "name-taken":
        return sentence(reason, detail)
    said = _why(reason, detail)
    line = _("{Why}: choose another name with --name.")
    return line.format(Why=f"{said[:1].upper()}{said[1:]}")


def elsewhere() -> str:
    """Say that another window has taken the seat."""
    said = _(
        "You have joined from another window, so this one ends. If that was a second "
        "person on this account, they need a folder of their own: {command}"
    )
    return said.format(command=as_another("join"))


def _why(reason: str, detail: str) -> str:
    """
    Return the reason in words.

    A host's own words are in English; other languages have words for the usual reasons.
    """
    if language() != LANGUAGES[0] and reason in _REASONS:
        return _(_REASONS[reason])
    return retold(detail)
