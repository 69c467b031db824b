"""The twelve words of a seed, as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mnemonic import Mnemonic

from sealed_wonders.client.seedwords import seed_of, words_of
from tests.support.vectors import vectors

ZEROS = "abandon " * 11 + "about"


@given(st.binary(min_size=16, max_size=16), st.booleans())
def test_a_seed_is_found_again_by_its_words(seed: bytes, brief: bool) -> None:
    """In full, or by the first four letters of each, however they are written down."""
    words = [word[:4] if brief else word for word in words_of(seed)]
    typed = "\n".join(f" {at}. {word.title()}" for at, word in enumerate(words, 1))
    assert seed == seed_of(typed)


def test_words_have_their_known_answers() -> None:
    """The published ones, and those that are worked out apart."""
    yellow = (
        "legal winner thank year wave sausage worth useful legal winner thank yellow"
    )
    assert ZEROS.split() == list(words_of(bytes(16)))
    assert yellow.split() == list(words_of(b"\x7f" * 16))
    listed = Mnemonic("english").wordlist
    known = [listed[number] for number in vectors("seed")["numbers"]]
    assert known == list(words_of(bytes(range(16))))


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
def test_what_is_wrong_with_words_is_said(typed: str, why: str) -> None:
    """In one line that names the word, where it is one."""
    with pytest.raises(ValueError, match=why):
        seed_of(typed)
