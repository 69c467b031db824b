"""
A seed as twelve words, with the word lists and checksum of BIP-39.

The words are shown in the reader's language, and accepted in every language: the other
machine may not speak the one in which they were written down.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.words import language, own_language_first

if TYPE_CHECKING:
    from mnemonic import Mnemonic

WORDS = 12
"""Number of words of a seed."""

_LISTS = {"en": "english", "fr": "french"}


def words_of(seed: bytes) -> tuple[str, ...]:
    """Return the words in the reader's language."""
    words = _book(language()).to_mnemonic(seed)
    return tuple(unicodedata.normalize("NFC", words).split())


def seed_of(typed: str) -> bytes:
    """
    Parse the twelve words of a seed, in any language.

    Each word may be shortened to any unambiguous beginning; four letters are always
    enough. Numbers between the words, and accents, are ignored.

    Raises:
        ValueError: the number of words, a word or the checksum is wrong; the message
            says which.
    """
    begun = re.findall(r"[^\W\d_]+", _plain(typed))
    # The lists share some words, and a third of the beginnings of four letters. Twelve
    # of those also fit the other list and its checksum once in five million times.
    readings = [_Reading(begun, it) for it in own_language_first()]
    return max(readings, key=lambda it: it.fits).seed()


class _Reading:
    """Typed words, read as words of one language."""

    def __init__(self, begun: Sequence[str], language: str) -> None:
        self._begun = begun
        self._book = _book(language)
        self._whole = {_plain(word): word for word in self._book.wordlist}

    @property
    def fits(self) -> tuple[int, bool, int]:
        """How well the words fit the language; greater is better."""
        found = [len(self._found(word)) == 1 for word in self._begun]
        is_seed = all(found) and self._book.check(self._text())
        return sum(found), is_seed, sum(word in self._whole for word in self._begun)

    def seed(self) -> bytes:
        """Return the seed; raise `ValueError` as `seed_of` does."""
        text = self._text()
        if len(self._begun) != WORDS:
            raise ValueError(
                Sentence(
                    "{n} words are needed, not {some}", n=WORDS, some=len(self._begun)
                )
            )
        if not self._book.check(text):
            raise ValueError(
                Sentence(
                    "these words don't belong together: one of them is wrong or in the "
                    "wrong place"
                )
            )
        return bytes(self._book.to_entropy(text))

    def _text(self) -> str:
        return " ".join(map(self._word, self._begun))

    def _word(self, begins: str) -> str:
        found = self._found(begins)
        if len(found) == 1:
            return self._whole[found[0]]
        if found:
            raise ValueError(
                Sentence("several words begin with {word}", word=quoted(begins))
            )
        raise ValueError(Sentence("{word} isn't in the word list", word=quoted(begins)))

    def _found(self, begins: str) -> Sequence[str]:
        if begins in self._whole:
            return (begins,)
        return [word for word in self._whole if word.startswith(begins)]


def _plain(text: str) -> str:
    """Return text in lower case and without accents."""
    apart = unicodedata.normalize("NFKD", text.lower())
    return "".join(it for it in apart if not unicodedata.combining(it))


def _book(language: str) -> Mnemonic:
    from mnemonic import Mnemonic

    return Mnemonic(_LISTS[language])
