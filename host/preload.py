"""The library that checks the proofs of sealed cards, loaded before anybody comes."""

from __future__ import annotations

from sealed_wonders.host.news import NoLibrary


class Unusable(Exception):
    """A host that checks proofs can't do without it; the message is one line."""


def load(*, relays: bool) -> NoLibrary | None:
    """
    Load it; where a host that relays has to do without, return the news of that.

    A relay needs it for speed alone: the faces that are turned up for all, which it does
    check, would hold up its tables for a third of a second of each game.

    Raises:
        Unusable: it isn't there, or would let a cheat through, and the host is no relay.
    """
    from sealed_wonders.net.sealed import backend

    try:
        backend.loaded()
    except backend.UnusableLibrary as error:
        if not relays:
            raise Unusable(
                f"{error}. Install it, or start with --relay, which leaves checking proofs "
                "to the players' programs"
            ) from None
        return NoLibrary(str(error))
    return None
