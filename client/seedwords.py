"""
A seed as twelve words, with the word list and checksum of BIP-39.

The words are English in every language of the program.
"""

from __future__ import annotations

import re

from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence

WORDS = 12
"""Number of words of a seed."""


def words_of(seed: bytes) -> tuple[str, ...]:
    from mnemonic import Mnemonic

    return tuple(Mnemonic("english").to_mnemonic(seed).split())


def seed_of(typed: str) -> bytes:
    """
    Parse the twelve words of a seed.

    Each word may be shortened to any unambiguous beginning; four letters are always
    enough. Numbers between the words are ignored.

    Raises:
        ValueError: the number of words, a word or the checksum is wrong; the message
            says which.
    """
    from mnemonic import Mnemonic

    book = Mnemonic("english")
    words = [_word(begins, book.wordlist) for begins in re.findall(r"[^\W\d_]+", typed)]
    if len(words) != WORDS:
        raise ValueError(
            Sentence("{n} words are needed, not {some}", n=WORDS, some=len(words))
        )
    if not book.check(" ".join(words)):
        raise ValueError(
            Sentence(
                "these words don't belong together: one of them is wrong or in the "
                "wrong place"
            )
        )
    return bytes(book.to_entropy(words))


def _word(begins: str, among: list[str]) -> str:
    begins = begins.lower()
    found = [word for word in among if word.startswith(begins)]
    if begins in found or len(found) == 1:
        return begins if begins in found else found[0]
    if found:
        raise ValueError(
            Sentence("several words begin with {word}", word=quoted(begins))
        )
    raise ValueError(Sentence("{word} isn't in the word list", word=quoted(begins)))
