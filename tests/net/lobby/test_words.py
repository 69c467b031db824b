"""The PGP word list: one fixed word for each byte."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.lobby.words import EVEN, ODD, words_of


def test_every_byte_has_a_word_of_its_own_in_either_place() -> None:
    """No word is in both lists, or twice; all are plain letters in lower case."""
    assert [256, 256] == [len(EVEN), len(ODD)]
    assert 512 == len({*EVEN, *ODD})
    for word in (*EVEN, *ODD):
        assert word.isascii()
        assert word.isalpha()
        assert word.islower()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", ""),
        ("00", "aardvark"),
        ("0000", "aardvark adroitness"),
        ("ffff", "zulu yucatan"),
        ("0102", "absurd aftermath"),
        # A well-known example: the fingerprint of a key, as its list prints it.
        (
            "e58294f2e9a227486e8b061b31cc528fd7fa3f19",
            (
                "topmost istanbul pluto vagabond treadmill pacific brackish dictator "
                "goldfish medusa afflict bravado chatter revolver dupont midsummer "
                "stopwatch whimsical cowbell bottomless"
            ),
        ),
    ],
)
def test_known_bytes_have_their_known_words(data: str, words: str) -> None:
    """Two syllables in even places, three in odd ones."""
    assert words == words_of(bytes.fromhex(data))


def test_the_list_is_the_one_everybody_has() -> None:
    """A word spelt otherwise would be another code at another table."""
    spelt = " ".join(f"{even} {odd}" for even, odd in zip(EVEN, ODD, strict=True))
    assert (
        "9693a08049c4c3c2d12ba922ee1ecd764060dfac52e6d2ec786b4ff07b388aa9"
        == hashlib.sha256(spelt.encode()).hexdigest()
    )


@given(st.binary(max_size=8), st.binary(max_size=8))
def test_other_bytes_have_other_words(one: bytes, other: bytes) -> None:
    """As many words as bytes, and no two codes sound the same."""
    words = words_of(one).split()
    assert len(one) == len(words)
    assert (one == other) == (words == words_of(other).split())
