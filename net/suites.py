"""
Suites: the ways in which a table can keep its cards.

The code that seals cards is imported only when a sealed table begins, so that other
programs need neither its library nor the time to load it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.net.cards import Cards, Secrets
from sealed_wonders.net.claims import IsKnown, nothing_known
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby.charter import Charter
from sealed_wonders.net.lobby.options import rescues
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.seed import Seed

OPEN = 0
"""Nothing is hidden: for games in one process, and for tests."""

SEALED = 2
"""Nobody but the holder can read a hand, and everybody can check that."""

NETWORKED = (SEALED,)
"""Suites that are secure enough for a table on a network."""

FORMER = (1,)
"""Suites that earlier versions had."""

SUITES = (OPEN, SEALED)
"""Suites that this program supports."""


def begin(
    charter: Charter, ruleset: Ruleset, is_known: IsKnown = nothing_known
) -> Fold:
    """
    Begin the game that a lobby agreed on, checking all proofs.

    Args:
        is_known: return whether the claim of an entry needn't be checked.

    Raises:
        RemoteProtocolError: the suite is unknown.
        LocalProtocolError: the ruleset isn't the one agreed on.
    """
    cards = _cards(charter, ruleset, relayed=False)
    return Fold(charter, ruleset, cards, is_known=is_known)


def begin_relayed(
    charter: Charter, ruleset: Ruleset, convicted: Collection[bytes] = ()
) -> Fold:
    """
    Begin the game that a lobby agreed on, for a relay that trusts proofs.

    For an honest game, the state is the same as with `begin`. A seat that cheats with a
    proof isn't noticed until others report it.

    Args:
        convicted: the digests of entries that are known to be frauds.

    Raises:
        RemoteProtocolError: the suite is unknown.
        LocalProtocolError: the ruleset isn't the one agreed on.
    """
    return Fold(charter, ruleset, _cards(charter, ruleset, relayed=True), convicted)


def secrets_of(
    fold: Fold,
    seat: Seat,
    draw: Callable[[int], bytes] = secrets.token_bytes,
    identity: Identity | None = None,
    seed: Seed | None = None,
) -> Secrets:
    """
    Return the secrets of a seat.

    Args:
        draw: return a number of random bytes.
        identity: the seat's identity, which opens what is sealed for the seat. It is
            needed at tables with `rescue`.
        seed: the source of everything that may have to be restored; None to draw it at
            random.

    Raises:
        LocalProtocolError: the fold only relays proofs, so nobody can play with it.
    """
    if isinstance(fold.cards, OpenCards):
        return OpenSecrets(seat, fold.cards, seed)
    from sealed_wonders.net.sealed import backend
    from sealed_wonders.net.sealed.cards import SealedCards
    from sealed_wonders.net.sealed.secrets import Holder, SealedSecrets
    from sealed_wonders.net.sealed.verifier import RelayVerifier

    match fold.cards:
        case SealedCards(verifier=RelayVerifier()):
            pass
        case SealedCards() as cards:
            return SealedSecrets(
                seat,
                cards,
                draw,
                backend.loaded(),
                Holder(fold.handovers.signer, identity, seed),
            )
    raise LocalProtocolError(f"nobody can play with such cards: {fold.cards!r:.80}")


def _cards(charter: Charter, ruleset: Ruleset, *, relayed: bool) -> Cards:
    if charter.suite == OPEN:
        return OpenCards(charter.gid, ruleset.shows)
    if charter.suite == SEALED:
        from sealed_wonders.net.sealed import backend
        from sealed_wonders.net.sealed.cards import SealedCards
        from sealed_wonders.net.sealed.verifier import RelayVerifier, Verifier

        verifier = (
            RelayVerifier(backend.at_hand()) if relayed else Verifier(backend.loaded())
        )
        return SealedCards(
            len(ruleset.cards),
            ruleset.shows,
            verifier,
            rescues=rescues(charter.options),
        )
    if charter.suite in FORMER:
        raise RemoteProtocolError(
            "this table's cards are sealed as in an earlier version of the program "
            "(suite {suite}), which this version can't check",
            suite=charter.suite,
        )
    raise RemoteProtocolError("unknown suite {suite}", suite=shown(charter.suite))
