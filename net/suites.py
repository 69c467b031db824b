"""Suites: the ways in which a table can keep its cards."""

from __future__ import annotations

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.net.cards import Cards, Secrets
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.opencards import OpenCards, OpenSecrets

OPEN = 0
"""Nothing is hidden: for games in one process, and tests."""

SEALED = 1
"""Nobody but the holder can read a hand, and everybody can check that."""

NETWORKED = (SEALED,)
"""Those that are good enough for a table with other people."""

SUITES = (OPEN, SEALED)
"""Those that this program knows."""


def begin(charter: Charter, ruleset: Ruleset) -> Fold:
    """
    Begin the game a lobby agreed on.

    Raises:
        RemoteProtocolError: its suite isn't known here.
        LocalProtocolError: the ruleset isn't the one agreed on.
    """
    return Fold(charter, ruleset, _cards(charter, ruleset))


def begin_relayed(charter: Charter, ruleset: Ruleset) -> Fold:
    """
    Begin the game a lobby agreed on, for one who passes the log on and believes proofs.

    Raises:
        RemoteProtocolError: its suite isn't known here.
        LocalProtocolError: the ruleset isn't the one agreed on.
    """
    return begin(charter, ruleset)


def secrets_of(fold: Fold, seat: Seat) -> Secrets:
    """Give what a seat says and sees at a table."""
    match fold.cards:
        case OpenCards() as cards:
            return OpenSecrets(seat, cards)
    raise LocalProtocolError(f"no suite has such cards: {fold.cards!r:.80}")


def _cards(charter: Charter, ruleset: Ruleset) -> Cards:
    if charter.suite == OPEN:
        return OpenCards(charter.gid, ruleset.shows)
    raise RemoteProtocolError(f"we don't know suite {charter.suite!r:.80}")
