"""Loads the library that checks proofs of sealed cards, before clients connect."""

from __future__ import annotations

from sealed_wonders.host.news import NoLibrary


class LibraryMissing(Exception):
    """A host that checks proofs needs the library; the message is one line."""


def load(*, relays: bool) -> NoLibrary | None:
    """
    Load the library; for a relay that has to work without it, return that as news.

    A relay needs the library only for speed. It does check the cards that are turned up
    for everybody, which without the library would block its tables for a third of a
    second per game.

    Args:
        relays: whether the host is a relay.

    Raises:
        LibraryMissing: the library is missing or would let a cheat go undetected, and
            the host is no relay.
    """
    from sealed_wonders.net.sealed import backend

    try:
        backend.loaded()
    except backend.UnusableLibrary as error:
        if not relays:
            raise LibraryMissing(
                f"{error}. Install it, or start with --relay, which leaves checking proofs "
                "to the players' programs"
            ) from None
        return NoLibrary(str(error))
    return None
