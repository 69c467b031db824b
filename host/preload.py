"""The library that checks the proofs of sealed cards, loaded before anybody comes."""

from __future__ import annotations

import contextlib

from sealed_wonders.host.news import SlowChecks


class Unsafe(Exception):
    """It lets cheats through; the message is one line."""


def load() -> SlowChecks | None:
    """
    Load it; return what there is to complain of.

    Raises:
        Unsafe: nothing can be checked with it.
    """
    from sealed_wonders.net.sealed import backend

    with backend.heard() as complaints:
        try:
            backend.chosen()
        except backend.UnsafeLibrary as error:
            raise Unsafe(f"{error}, or say --relay") from None
    slow = (one for one in complaints if isinstance(one, backend.SlowLibrary))
    return next((SlowChecks(str(one.why)) for one in slow), None)


def load_if_good() -> None:
    """
    Load it for a host that relays, which can do without.

    The little that it checks, faces that are turned up for all, would hold up all tables for a
    third of a second of each game.
    """
    from sealed_wonders.net.sealed import backend

    with backend.heard(), contextlib.suppress(backend.UnsafeLibrary):
        backend.chosen()
