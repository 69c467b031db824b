"""
The twelve words of a seed: the list and the checksum of BIP-39, in English in every language.
"""

from __future__ import annotations

import re

from sealed_wonders.core.quoting import quoted
from sealed_wonders.core.sentences import Sentence

WORDS = 12
"""Words of a seed."""


def words_of(seed: bytes) -> tuple[str, ...]:
    """Give the words of a seed."""
    from mnemonic import Mnemonic

    return tuple(Mnemonic("english").to_mnemonic(seed).split())


def seed_of(typed: str) -> bytes:
    """
    Give the seed that somebody has typed the words of, or as much of each as is needed.

    Four letters are enough for any. Numbers between them are left out.

    Raises:
        ValueError: it is something else, which is named.
    """
    from mnemonic import Mnemonic

    book = Mnemonic("english")
    words = [_word(begins, book.wordlist) for begins in re.findall(r"[^\W\d_]+", typed)]
    if len(words) != WORDS:
        raise ValueError(
            Sentence("it takes {n} words, not {some}", n=WORDS, some=len(words))
        )
    if not book.check(" ".join(words)):
        raise ValueError(
            Sentence(
                "these words don't belong together: one of them is wrong, or in another "
                "place"
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
    raise ValueError(
        Sentence("{word} isn't one of the words there are", word=quoted(begins))
    )
