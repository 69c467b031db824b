"""The library that checks the proofs of sealed cards, loaded before anybody comes."""

from __future__ import annotations

import warnings

from sealed_wonders.host.news import SlowChecks


class Unsafe(Exception):
    """It lets cheats through; the message is one line."""


def load() -> SlowChecks | None:
    """
    Load it; gives what there is to complain of.

    Raises:
        Unsafe: nothing can be checked with it.
    """
    from sealed_wonders.net.sealed import backend

    with warnings.catch_warnings(record=True) as caught:
        # Whoever runs a host is told in a line, whatever Python does with warnings. Of
        # this kind only: Python goes by what it saw last here when it ends.
        warnings.simplefilter("always", RuntimeWarning)
        try:
            backend.chosen()
        except backend.UnsafeLibrary as error:
            raise Unsafe(f"{error}, or say --relay") from None
    if not caught:
        return None
    _, _, why = str(caught[0].message).rpartition(": ")
    return SlowChecks(why)
