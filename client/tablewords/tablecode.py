"""The table code in the reader's language, and in the other players' languages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.tablewords import spokenwords
from sealed_wonders.net.log.digests import code_digest
from sealed_wonders.net.words import _

if TYPE_CHECKING:
    from sealed_wonders.client.view.tablemodel import TableModel


def code(gid: bytes) -> str:
    """Return the four words of a game in the reader's language."""
    return spokenwords.own_words(code_digest(gid))


def readers(known: TableModel) -> Sequence[str]:
    """Return the names of the other people; bots can't read aloud."""
    return [
        known.names[seat]
        for seat, person in enumerate(known.people)
        if person.owner is None and seat != known.ours
    ]


def is_due(known: TableModel) -> bool:
    """
    Return whether to show the code large: a game has just begun, with other people.

    Spectators find it in the log instead; perhaps nobody is at their keyboard.
    """
    has_begun = known.charter is not None and known.news is not None
    is_new = has_begun and known.ours is not None and not known.code_read
    return is_new and bool(readers(known))


def line(gid: bytes) -> str:
    return _("Table code: {words}.").format(words=code(gid))


def in_other_languages(gid: bytes) -> Iterator[str]:
    """Yield the same code in each other language, for where people compare it."""
    return spokenwords.in_other_languages(code_digest(gid))
