"""A pseudo-locale: English with longer messages, as in other languages."""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager

from sealed_wonders.net import words


class _PseudoTranslations(gettext.NullTranslations):
    """Lengthen every message, but keep its placeholders."""

    def gettext(self, message: str) -> str:
        return f"{message}{'øù' * (2 + len(message) // 5)}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@contextmanager
def pseudolocale() -> Iterator[None]:
    """Use the pseudo-locale meanwhile: every sentence is two fifths longer."""
    before = words._Chosen.catalogue
    words._Chosen.catalogue = _PseudoTranslations()
    try:
        yield
    finally:
        words._Chosen.catalogue = before
