"""The labels of the seat's page, in the language of the program."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.words import _


def words() -> Mapping[str, str]:
    """Return the labels by the names that the page's script has for them."""
    return {
        "seal": _("Seal"),
        "take_back": _("take back"),
    }
