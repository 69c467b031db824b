"""The twelve words of a seed, as people type them."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from sealed_wonders.client.seedwords import seed_of, words_of
from sealed_wonders.net.words import LANGUAGES, spoken, use
from tests.support.vectors import vectors

ZEROS = "abandon " * 11 + "about"

SOME = bytes.fromhex("d029fa3a95e174a19934857f535eb942")
ACCENTS = (
    "rigoler élargir ligue caviar avouer élucider fémur lointain impérial méthode "
    "ornement ivresse"
)
"""The French words of `SOME`."""


LANGUAGE = st.sampled_from(LANGUAGES)


@given(st.binary(min_size=16, max_size=16), st.booleans(), LANGUAGE, LANGUAGE)
def test_words_are_converted_back_to_their_seed(
    seed: bytes, brief: bool, written: str, read: str
) -> None:
    """In full or by the first four letters, whatever the language of either machine."""
    with spoken(written):
        words = [word[:4] if brief else word for word in words_of(seed)]
    typed = "\n".join(f" {at}. {word.title()}" for at, word in enumerate(words, 1))
    with spoken(read):
        assert seed == seed_of(typed)


def test_words_match_known_answers() -> None:
    """Published ones, and independently computed ones."""
    yellow = (
        "legal winner thank year wave sausage worth useful legal winner thank yellow"
    )
    assert ZEROS.split() == list(words_of(bytes(16)))
    assert yellow.split() == list(words_of(b"\x7f" * 16))
    listed = Mnemonic("english").wordlist
    known = [listed[number] for number in vectors("seed")["numbers"]]
    assert known == list(words_of(bytes(range(16))))


def test_french_words_match_the_french_list() -> None:
    """They are normalized to NFC, and accents may be omitted."""
    listed = [normalize("NFC", word) for word in Mnemonic("french").wordlist]
    use("fr")
    known = [listed[number] for number in vectors("seed")["numbers"]]
    assert known == list(words_of(bytes(range(16))))
    assert bytes(range(16)) == seed_of(" ".join(known))
    for form in ("NFC", "NFD"):
        assert SOME == seed_of(normalize(form, ACCENTS))
    assert SOME == seed_of(ACCENTS.replace("é", "e").upper())


def test_a_wrong_word_is_found_in_words_of_another_language() -> None:
    for language, words in (("fr", ZEROS), ("en", ACCENTS)):
        use(language)
        wrong = words.replace("about", "xylophone").replace("élargir", "xylophone")
        with pytest.raises(ValueError, match="'xylophone' isn't in the word list"):
            seed_of(wrong)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("", "12 words are needed, not 0"),
        (ZEROS[8:], "12 words are needed, not 11"),
        (f"{ZEROS} about", "12 words are needed, not 13"),
        (ZEROS.replace("about", "xylophone"), "'xylophone' isn't in the word list"),
        (ZEROS.replace("about", "ab"), "several words begin with 'ab'"),
        (ZEROS.replace("about", "able"), "these words don't belong together"),
        (f"about {ZEROS[:-6]}", "these words don't belong together"),
    ],
)
def test_invalid_words_are_explained(typed: str, why: str) -> None:
    """With the word itself, if a single word is wrong."""
    with pytest.raises(ValueError, match=why):
        seed_of(typed)
