"""
Words for bytes that people compare by voice, in the reader's and the other languages.

No program knows in which languages the others play, so everybody sees the words of all
languages, and people can read out those of either list.
"""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.words.text import noted
from sealed_wonders.net import words
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.words import _, marked

_LANGUAGES = {"en": marked("in English"), "fr": marked("in French")}


def own_words(data: bytes) -> str:
    """Return the words in the reader's language."""
    return words_of(data, words.language())


def in_every_language(data: bytes) -> tuple[str, ...]:
    """Return the words in each language, beginning with the reader's."""
    return tuple(words_of(data, it) for it in words.own_language_first())


def in_other_languages(data: bytes) -> Iterator[str]:
    """Yield a sentence with the words for each language but the reader's."""
    for other in words.own_language_first()[1:]:
        label = _(_LANGUAGES[other])
        yield noted(f"{label[:1].upper()}{label[1:]}", f"{words_of(data, other)}.")


def side_by_side(data: bytes) -> str:
    """Return the words in the reader's language, and the others in brackets."""
    own, *others = words.own_language_first()
    beside = [noted(_(_LANGUAGES[it]), words_of(data, it)) for it in others]
    return f"{words_of(data, own)} ({'; '.join(beside)})"
