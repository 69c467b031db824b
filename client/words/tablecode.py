"""The table code in the reader's language, and in the other players' languages."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.net import words
from sealed_wonders.net.lobby import table_code
from sealed_wonders.net.words import _, marked

_IN = {"en": marked("In English: {words}."), "fr": marked("In French: {words}.")}


def code(gid: bytes) -> str:
    """Return the four words of a game in the reader's language."""
    return table_code(gid, words.language())


def line(gid: bytes) -> str:
    return _("Table code: {words}.").format(words=code(gid))


def in_other_languages(gid: bytes) -> Iterator[str]:
    """
    Yield the same code in each other language.

    No program knows in which languages the others play, so the code is always shown in
    all of them where people compare it.
    """
    for language, said in _IN.items():
        if language != words.language():
            yield _(said).format(words=table_code(gid, language))
