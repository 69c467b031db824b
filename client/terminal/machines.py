"""
Seats that are played on with from another machine: what is said of it to all at the table.

A seat's twelve words give whoever has them its key as well, so the log can't tell one machine
from the other. Whoever plays on says so, signed, with a mark of that machine; a host says what
it has seen, which is its word and no more. What nobody can prove, friends find out by voice.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sealed_wonders.client.table.events import Heard
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.trust import identity_words
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.talk import (
    DISPLACED,
    MARK_SIZE,
    NOT_ME,
    REJOINED,
    SET_BACK,
    WORDS_USED,
)
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.tablemodel import TableModel

CODES = (REJOINED, WORDS_USED, DISPLACED, NOT_ME, SET_BACK)
"""Of what is heard, those that are about this, or a bot's memory that was set back."""

TOLD_MOST = 8
"""How often something of one kind is told of one seat at once: who is muted could say it for ever."""

TOLD_AGAIN = 60.0
"""Seconds after which it is told once more."""

MARK = re.compile(rf"[0-9a-f]{{{2 * MARK_SIZE}}}")


class Machines:
    """What one person is told of seats that are played from several machines."""

    def __init__(self, known: TableModel, seconds: Callable[[], float]) -> None:
        """
        Have told nothing yet.

        Args:
            seconds: gives the time of a clock that nobody sets.
        """
        self._known = known
        self._seconds = seconds
        self._told: dict[tuple[str, bytes], Bucket] = {}
        """How often more may be told, by what it is and whose seat it is about."""
        self._marks: set[tuple[bytes, str]] = set()
        """The marks that were told, and ours: by whom, and which."""

    def heard(self, heard: Heard) -> str:
        """
        Give what is to be told of something that somebody says, or the host.

        Nothing if it isn't theirs to say, is what we have said ourselves, or comes too often.
        """
        whose = _whose_seat(heard, self._known)
        if whose is None:
            return ""
        place = whose, heard.text
        # Nothing that an author says is heard twice: this one was signed anew.
        is_repeated = place in self._marks
        line = _said(heard, whose, self._known, is_repeated=is_repeated)
        if line and not self._may_tell(heard.code, whose):
            return ""
        if heard.code == REJOINED:
            self._marks.add(place)
        return line

    def _may_tell(self, code: str, whose: bytes) -> bool:
        """Tell whether it isn't too often: nobody spends what is for another's word."""
        now = self._seconds()
        full = Bucket(1 / TOLD_AGAIN, TOLD_MOST, now)
        return self._told.setdefault((code, whose), full).take(1, now)


def _whose_seat(heard: Heard, known: TableModel) -> bytes | None:
    """Return the holder of the seat that something is about; None if it isn't to be told."""
    if heard.code == REJOINED:
        is_told = heard.is_seated and MARK.fullmatch(heard.text) is not None
        return heard.identity if is_told else None
    if heard.code in (NOT_ME, SET_BACK):
        return heard.identity if heard.is_seated else None
    seats = (it.identity for it in known.people if it.identity.hex() == heard.text)
    return next(seats, None) if heard.identity == known.host_key else None


def _said(heard: Heard, whose: bytes, known: TableModel, *, is_repeated: bool) -> str:
    """Say what was said of somebody's seat; nothing if we have said it ourselves."""
    name = known.called(whose, heard.name)
    who = None if whose == known.keyring.me else name
    if heard.code == REJOINED:
        mark = bytes.fromhex(heard.text)
        if who is None:
            return _ours(mark, known, is_repeated=is_repeated)
        return _rejoined(who, mark, is_repeated=is_repeated)
    if heard.code == NOT_ME:
        return _(
            "{name} says that somebody else played this seat from another machine. Talk "
            "to each other."
        ).format(name=name)
    if heard.code == SET_BACK:
        return _(
            "{name} may have forgotten its last moves. It plays on once everybody who "
            "still plays is connected."
        ).format(name=name)
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


def _rejoined(name: str, mark: bytes, *, is_repeated: bool) -> str:
    """
    Say that somebody plays on from another machine, as they say.

    Args:
        is_repeated: they have said so before: whoever has their key can have heard it.
    """
    if is_repeated:
        said = _(
            "{name} announces another machine, but with six words that were announced "
            "before: {words}. Anybody with {name}'s key could copy them, so they prove "
            "nothing. Ask {name} by voice whether the program there was just restarted."
        )
    else:
        said = _(
            "{name} plays on from another machine. Make sure it is really {name}: ask by "
            "voice which six words that machine shows. They must be: {words}."
        )
    return said.format(name=name, words=identity_words(mark))


def _ours(mark: bytes, known: TableModel, *, is_repeated: bool) -> str:
    """Say that somebody has our key, if it isn't this machine that has said something."""
    if mark != known.mark:
        said = _(
            "Somebody with your key is playing your seat from another machine (its "
            "words: {words}). If it isn't you, tell the others by voice."
        )
    elif is_repeated:
        said = _(
            "Somebody with your key has announced this machine's six words once more "
            "({words}), to pass for you. Tell the others by voice."
        )
    else:
        return ""
    return said.format(words=identity_words(mark))


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
