"""
Reports on seats that are continued from another machine.

A seat's twelve words also give their holder the seat's key, so the log can't tell two
machines apart. A program that continues a seat says so in a signed message with a mark
of its machine. A host reports what it has seen, which is no proof. Where no proof is
possible, friends ask each other by voice.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sealed_wonders.client.table.events import Heard
from sealed_wonders.client.tablewords.trust import identity_words
from sealed_wonders.client.words import text
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
    from sealed_wonders.client.view.tablemodel import TableModel

CODES = (REJOINED, WORDS_USED, DISPLACED, NOT_ME, SET_BACK)
"""Codes of messages about this, or about a bot whose memory was reset."""

TOLD_MOST = 8
"""
Messages of one kind about one seat before they are limited, since a muted player could
repeat them without end.
"""

TOLD_AGAIN = 60.0
"""Seconds until one more of them is shown."""

MARK = re.compile(rf"[0-9a-f]{{{2 * MARK_SIZE}}}")


class Machines:
    """Reports to one person on seats that are played from several machines."""

    def __init__(self, known: TableModel, seconds: Callable[[], float]) -> None:
        """
        Create it.

        Args:
            seconds: Returns the time of a monotonic clock.
        """
        self._known = known
        self._seconds = seconds
        self._told: dict[tuple[str, bytes], Bucket] = {}
        """Rate limits, by code and by the seat's identity."""
        self._marks: set[tuple[bytes, str]] = set()
        """Identities and the marks they announced, including ours."""

    def heard(self, heard: Heard) -> str:
        """
        Return the line to show for a player's or the host's message.

        Empty if its author may not say this, if it is our own, or if there were too
        many.
        """
        whose = _whose_seat(heard, self._known)
        if whose is None:
            return ""
        place = whose, heard.text
        # Repeated messages of one author are dropped earlier, so this one was signed
        # anew.
        is_repeated = place in self._marks
        line = _said(heard, whose, self._known, is_repeated=is_repeated)
        if line and not self._may_tell(heard.code, whose):
            return ""
        if heard.code == REJOINED:
            self._marks.add(place)
        return line

    def _may_tell(self, code: str, whose: bytes) -> bool:
        """
        Return whether the limit allows a line; each code and seat has its own limit.
        """
        now = self._seconds()
        full = Bucket(1 / TOLD_AGAIN, TOLD_MOST, now)
        return self._told.setdefault((code, whose), full).take(1, now)


def _whose_seat(heard: Heard, known: TableModel) -> bytes | None:
    """Return the identity whose seat a message is about; None to ignore the message."""
    if heard.code == REJOINED:
        is_told = heard.is_seated and MARK.fullmatch(heard.text) is not None
        return heard.identity if is_told else None
    if heard.code in (NOT_ME, SET_BACK):
        return heard.identity if heard.is_seated else None
    seats = (it.identity for it in known.people if it.identity.hex() == heard.text)
    return next(seats, None) if heard.identity == known.host_key else None


def _said(heard: Heard, whose: bytes, known: TableModel, *, is_repeated: bool) -> str:
    """Return the line for a message about a seat; empty for our own message."""
    name = known.called(whose, heard.name)
    who = None if whose == known.keyring.me else name
    if heard.code == REJOINED:
        mark = bytes.fromhex(heard.text)
        if who is None:
            return _ours(mark, known, is_repeated=is_repeated)
        return _rejoined(who, mark, is_repeated=is_repeated)
    if heard.code == NOT_ME:
        return _(
            "{name} says that somebody else played {name}'s seat from another "
            "machine. Please sort it out between you."
        ).format(name=name)
    if heard.code == SET_BACK:
        return _(
            "{name}'s program may have lost its last moves. It will continue when "
            "all the remaining players are connected."
        ).format(name=name)
    if heard.code == WORDS_USED:
        return text.about(
            who,
            _(
                "The host says that somebody has used the twelve words for your seat "
                "to continue on another machine. If it wasn't you, tell the others in "
                "person or by phone."
            ),
            _(
                "The host says that somebody has used the twelve words for {who}'s "
                "seat to continue on another machine."
            ),
        )
    return text.about(
        who,
        _(
            "The host says that your first program was still connected; it has now been"
            " disconnected."
        ),
        _(
            "The host says that {who} logged in from a second program, which replaced "
            "the first. Ask {who} in person or by phone whether that was intended."
        ),
    )


def _rejoined(name: str, mark: bytes, *, is_repeated: bool) -> str:
    """
    Return the line for a player who continues from another machine.

    Args:
        is_repeated: The mark was announced before, so anybody with the key may have
            copied it.
    """
    if is_repeated:
        said = _(
            "{name} seems to be playing from a new machine, but its six words have been "
            "used before: {words}. Anybody with {name}'s key could have copied them, so "
            "they prove nothing. Ask {name} in person or by phone whether they have "
            "just restarted the program."
        )
    else:
        said = _(
            "{name} is now playing from another machine. Make sure it is really "
            "{name}: ask in person or by phone which six words that machine shows. "
            "They must be: {words}."
        )
    return said.format(name=name, words=identity_words(mark))


def _ours(mark: bytes, known: TableModel, *, is_repeated: bool) -> str:
    """
    Return the warning that somebody has our key; empty for this machine's own message.
    """
    if mark != known.mark:
        said = _(
            "Somebody with your key is playing your seat from another machine. If it "
            "isn't you, tell the others in person or by phone. That machine's words "
            "are: {words}."
        )
    elif is_repeated:
        said = _(
            "Somebody who has your key has announced this machine's six words, and is "
            "pretending to be you. Warn the others in person or by phone. The words "
            "are: {words}."
        )
    else:
        return ""
    return said.format(words=identity_words(mark))


def in_use(now: float, seconds: int | None, back: str) -> str:
    """
    Return that another program has our seat, and how to displace it.

    Args:
        now: Seconds since 1970.
        seconds: How long that program has been connected, if known.
        back: The command that takes the seat back.
    """
    if seconds is None:
        said = _("Another program is already playing your seat.")
    else:
        said = _(
            "Another program is already playing your seat; it has been connected "
            "since {time}."
        ).format(time=at(now - seconds))
    rest = _(
        "If that is you on another machine, keep playing there: two programs signing "
        "for one seat count as cheating. To disconnect that program and play here, "
        "join again within a minute: {command}"
    )
    return f"{said} {rest.format(command=back)}"


def at(moment: float) -> str:
    """Return the time of day of a moment in seconds since 1970."""
    return time.strftime("%H:%M", time.localtime(moment))


def displaced(since: str, back: str) -> tuple[str, ...]:
    """
    Return that another program has taken our seat; the command is the last line.

    Args:
        since: The time of day.
        back: The command that takes the seat back; may be empty.
    """
    said = _(
        "Another program logged in with your key at {time} and is playing your seat, "
        "so this one was disconnected. This program will sign nothing more: two "
        "programs must never sign for one seat."
    ).format(time=since)
    if not back:
        return (said,)
    return (
        said,
        _(
            "If that was you, keep playing there. If not, tell the others in person or "
            "by phone. To disconnect that program and play here, type:"
        ),
        back,
    )


def ours(mark: bytes) -> str:
    """Return the words that identify this machine to the others."""
    return _("The others may ask you for this machine's six words: {words}.").format(
        words=identity_words(mark)
    )
