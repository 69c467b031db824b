"""Words that people compare by voice, whatever languages they play in."""

from __future__ import annotations

import pytest

from sealed_wonders.client.tablewords.spokenwords import (
    in_every_language,
    in_other_languages,
    side_by_side,
)
from sealed_wonders.client.tablewords.trust import identity_words
from sealed_wonders.net.words import NO_BREAK, use

DATA = bytes(range(4))
ENGLISH, FRENCH = "aardvark adviser accrue aggregate", "abeille acajou achat alchimie"


@pytest.mark.parametrize(
    ("language", "inline", "line"),
    [
        ("en", f"{ENGLISH} (in French: {FRENCH})", f"In French: {FRENCH}."),
        ("fr", f"{FRENCH} (en anglais : {ENGLISH})", f"En anglais : {ENGLISH}."),
    ],
)
def test_the_users_language_comes_first(language: str, inline: str, line: str) -> None:
    use(language)
    assert inline == side_by_side(DATA).replace(NO_BREAK, " ")
    assert [line] == [it.replace(NO_BREAK, " ") for it in in_other_languages(DATA)]


def test_each_language_shows_the_same_words_in_its_own_order() -> None:
    """Thus everybody can read out the words that come first on their own screen."""
    seen = []
    for language in ("en", "fr"):
        use(language)
        seen.append(in_every_language(DATA))
    assert seen == [(ENGLISH, FRENCH), (FRENCH, ENGLISH)]


def test_an_identity_has_six_words_in_each_language() -> None:
    own, other = identity_words(bytes(32)).split(" (in French: ")
    assert 6 == len(own.split()) == len(other.split())
