"""The table code in the reader's language, and in the other players' languages."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.words import spokenwords
from sealed_wonders.net.log.digests import code_digest
from sealed_wonders.net.words import _


def code(gid: bytes) -> str:
    """Return the four words of a game in the reader's language."""
    return spokenwords.own_words(code_digest(gid))


def line(gid: bytes) -> str:
    return _("Table code: {words}.").format(words=code(gid))


def in_other_languages(gid: bytes) -> Iterator[str]:
    """Yield the same code in each other language, for where people compare it."""
    return spokenwords.in_other_languages(code_digest(gid))
