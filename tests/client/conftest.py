"""What makes sealed games quick enough to be played over and over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sealed_wonders.client.words import LANGUAGES, lend, use
from sealed_wonders.net.cards import Said, Wrong
from sealed_wonders.net.fold import Claim, Fold
from sealed_wonders.net.log.envelopes import pack_body


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Begin in English, and leave no other language to the next test."""
    use(LANGUAGES[0])
    yield
    use(LANGUAGES[0])
    lend(LANGUAGES[0])


@pytest.fixture
def checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Let all folds of a game share what was found: a check is a function of the log.

    Those that believe proofs find less, and share it among themselves.
    """
    check = Fold.check
    found: dict[object, Said | Wrong] = {}

    def look_up(fold: Fold, claim: Claim) -> Said | Wrong:
        verifier = type(getattr(fold.cards, "verifier", None))
        key = verifier, claim.task.prev, claim.seat, pack_body(claim.body)
        if key not in found:
            found[key] = check(fold, claim)
        return found[key]

    monkeypatch.setattr(Fold, "check", look_up)
