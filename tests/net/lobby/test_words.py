"""The word lists: one fixed word for each byte in each language."""

from __future__ import annotations

import hashlib
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.lobby.words import LISTS, words_of
from sealed_wonders.net.words import LANGUAGES

each_language = pytest.mark.parametrize("language", LANGUAGES)


def letters(word: str) -> str:
    """Return a word without its accents."""
    parts = unicodedata.normalize("NFD", word)
    return "".join(it for it in parts if not unicodedata.combining(it))


@each_language
def test_every_byte_has_its_own_word_in_even_and_odd_places(language: str) -> None:
    """No word is in both lists, or twice; all consist of lowercase letters."""
    even, odd = LISTS[language]
    assert [256, 256] == [len(even), len(odd)]
    assert 512 == len({*map(letters, even), *map(letters, odd)})
    for word in (*even, *odd):
        assert letters(word).isascii()
        assert word.isalpha()
        assert word.islower()
        assert word == unicodedata.normalize("NFC", word)


@pytest.mark.parametrize(
    ("language", "data", "words"),
    [
        ("en", "", ""),
        ("en", "00", "aardvark"),
        ("en", "0000ffff", "aardvark adroitness zulu yucatan"),
        # A well-known example: the fingerprint of a key, as its list prints it.
        (
            "en",
            "e58294f2e9a227486e8b061b31cc528fd7fa3f19",
            (
                "topmost istanbul pluto vagabond treadmill pacific brackish dictator "
                "goldfish medusa afflict bravado chatter revolver dupont midsummer "
                "stopwatch whimsical cowbell bottomless"
            ),
        ),
        ("fr", "0000ffff", "abeille abandon zénith xylophone"),
        ("fr", "0c6b706d", "armure haricot étude hérisson"),
    ],
)
def test_known_bytes_have_their_known_words(
    language: str, data: str, words: str
) -> None:
    """English words have two syllables in even places, and three in odd ones."""
    assert words == words_of(bytes.fromhex(data), language)


@pytest.mark.parametrize(
    ("language", "digest"),
    [
        ("en", "9693a08049c4c3c2d12ba922ee1ecd764060dfac52e6d2ec786b4ff07b388aa9"),
        ("fr", "342dd34aad069ba1f1820799baac67a927da6a9ecb0f7a138baa96cb735b8f07"),
    ],
)
def test_the_word_lists_never_change(language: str, digest: str) -> None:
    """With a word in another spelling, one code would differ between two versions."""
    pairs = zip(*LISTS[language], strict=True)
    spelt = " ".join(f"{even} {odd}" for even, odd in pairs)
    assert digest == hashlib.sha256(spelt.encode()).hexdigest()


@given(st.binary(max_size=8), st.binary(max_size=8))
def test_different_bytes_have_different_words(one: bytes, other: bytes) -> None:
    """There are as many words as bytes in each language."""
    for language in LANGUAGES:
        words = words_of(one, language).split()
        assert len(one) == len(words)
        assert (one == other) == (words == words_of(other, language).split())
