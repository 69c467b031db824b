"""
Seats that are played on with from another machine: what is said of it to all at the table.

A seat's twelve words give whoever has them its key as well, so the log can't tell one machine
from the other. Whoever plays on says so, signed, with a mark of that machine; a host says what
it has seen, which is its word and no more. What nobody can prove, friends find out by voice.
"""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

from sealed_wonders.client.table.players import Heard
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.trust import identity_words
from sealed_wonders.client.words import _
from sealed_wonders.net.talk import (
    DISPLACED,
    MARK_SIZE,
    NOT_ME,
    REJOINED,
    WORDS_USED,
)

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.tablemodel import TableModel

CODES = (REJOINED, WORDS_USED, DISPLACED, NOT_ME)
"""Of what is heard, those that are about this."""

TOLD_MOST = 8
"""How often something of the kind is told that one says: who is muted could say it for ever."""

MARK = re.compile(rf"[0-9a-f]{{{2 * MARK_SIZE}}}")


def said(heard: Heard, known: TableModel) -> str:
    """Say what somebody, or the host, says of a seat; nothing if it isn't theirs to say."""
    if heard.code == REJOINED:
        return _rejoined(heard, known) if heard.is_seated else ""
    if heard.code == NOT_ME:
        return _disowned(heard) if heard.is_seated else ""
    seats = (it for it in known.people if it.identity.hex() == heard.text)
    person = next(seats, None)
    if heard.identity != known.host_key or person is None:
        return ""
    who = None if person.identity == known.keyring.me else person.name
    if heard.code == WORDS_USED:
        return text.about(
            who,
            _(
                "The host says that somebody has used the twelve words of your seat "
                "to play on from another machine. If it wasn't you, tell the others "
                "by voice."
            ),
            _(
                "The host says that somebody has used the twelve words for the seat "
                "of {who} to play on from another machine."
            ),
        )
    return text.about(
        who,
        _(
            "The host says that your first program was still connected; it has now been"
            " disconnected."
        ),
        _(
            "The host says that {who} logged in from a second program, which replaced"
            " the first. Ask {who} by voice whether that was intended."
        ),
    )


def _disowned(heard: Heard) -> str:
    return _(
        "{name} says that somebody else played this seat from another machine. Talk "
        "to each other."
    ).format(name=heard.name)


def _rejoined(heard: Heard, known: TableModel) -> str:
    if MARK.fullmatch(heard.text) is None:
        return ""
    mark = bytes.fromhex(heard.text)
    if heard.identity == known.keyring.me:
        return "" if mark == known.mark else _another_of_ours(mark)
    return _(
        "{name} plays on from another machine. Make sure it is really {name}: ask by "
        "voice which six words that machine shows. They must be: {words}."
    ).format(name=heard.name, words=identity_words(mark))


def _another_of_ours(mark: bytes) -> str:
    return _(
        "Somebody with your key is playing your seat from another machine (its words:"
        " {words}). If it isn't you, tell the others by voice."
    ).format(words=identity_words(mark))


def in_use(now: float, seconds: int | None, back: str) -> str:
    """
    Say that another program is there as us, and how it is put out.

    Args:
        now: in seconds since 1970.
        seconds: for how long it has been, as far as that is known.
        back: the command that takes us there.
    """
    if seconds is None:
        said = _("Another program is already playing your seat.")
    else:
        said = _(
            "Another program is already playing your seat; it has been connected "
            "since {time}."
        ).format(time=at(now - seconds))
    rest = _(
        "If that is you on another machine, keep playing there: if two programs sign "
        "for one seat, that proves you cheated. To disconnect it and play here, join "
        "again within a minute: {command}"
    )
    return f"{said} {rest.format(command=back)}"


def at(moment: float) -> str:
    """
    Say at what time of the day something was.

    Args:
        moment: in seconds since 1970.
    """
    return time.strftime("%H:%M", time.localtime(moment))


def displaced(since: str, back: str) -> tuple[str, ...]:
    """
    Say that another program has taken our place; the command comes last, by itself.

    Args:
        since: the time.
        back: the command that takes us there again.
    """
    said = _(
        "Another program logged in with your key at {time} and is playing your seat, "
        "so this one was disconnected. Nothing more is signed here: two programs must"
        " never sign for one seat."
    ).format(time=since)
    if not back:
        return (said,)
    return (
        said,
        _(
            "If that was you, keep playing there. If not, tell the others by voice. "
            "To disconnect that program and play here, type:"
        ),
        back,
    )


def ours(mark: bytes) -> str:
    """Say what the others know of this machine."""
    return _(
        "The others are told that you are playing from another machine. If they ask, "
        "its six words are: {words}."
    ).format(words=identity_words(mark))
