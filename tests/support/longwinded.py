"""A language in which everything takes longer to say."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager

from sealed_wonders.client import words


class _Longwinded(gettext.NullTranslations):
    """Draws out every message, and keeps what is put into it."""

    def gettext(self, message: str) -> str:
        return f"{message}{'øù' * (2 + len(message) // 5)}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@contextmanager
def longwinded() -> Iterator[None]:
    """Speak it meanwhile: two fifths more letters in every sentence."""
    before = words._catalogue
    words._catalogue = _Longwinded()
    try:
        yield
    finally:
        words._catalogue = before
