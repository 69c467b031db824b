"""
Suites: the ways in which a table can keep its cards.

What seals them is imported where a sealed table begins: whoever has none needs neither
its library nor the time to load it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection

from sealed_wonders.core.game import Ruleset, Seat
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
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
"""Nothing is hidden: for games in one process, and tests."""

SEALED = 1
"""Nobody but the holder can read a hand, and everybody can check that."""

NETWORKED = (SEALED,)
"""Those that are good enough for a table with other people."""

SUITES = (OPEN, SEALED)
"""Those that this program knows."""


def begin(
    charter: Charter, ruleset: Ruleset, is_known: IsKnown = nothing_known
) -> Fold:
    """
    Begin the game a lobby agreed on.

    Args:
        is_known: tells which claims needn't be checked.

    Raises:
        RemoteProtocolError: its suite isn't known here.
        LocalProtocolError: the ruleset isn't the one agreed on.
    """
    cards = _cards(charter, ruleset, relayed=False)
    return Fold(charter, ruleset, cards, is_known=is_known)


def begin_relayed(
    charter: Charter, ruleset: Ruleset, convicted: Collection[bytes] = ()
) -> Fold:
    """
    Begin the game a lobby agreed on, for one who passes the log on and believes proofs.

    Of an honest game all the same follows as from `begin`; of a seat that cheats with a
    proof nothing is noticed, unless others have said so.

    Args:
        convicted: the digests of entries that are known to be frauds.

    Raises:
        RemoteProtocolError: its suite isn't known here.
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
    Give what a seat says and sees at a table.

    Args:
        draw: gives so many random bytes.
        identity: the seat's, which opens what is sealed for it; needed where seats may
            be rescued.
        seed: of which comes what may have to be found again; None: it is drawn.

    Raises:
        LocalProtocolError: nobody can play at this one, since proofs are believed.
    """
    if isinstance(fold.cards, OpenCards):
        return OpenSecrets(seat, fold.cards, seed)
    from sealed_wonders.net.sealed import backend
    from sealed_wonders.net.sealed.cards import SealedCards
    from sealed_wonders.net.sealed.secrets import Holder, SealedSecrets
    from sealed_wonders.net.sealed.verifier import FullVerifier

    match fold.cards:
        case SealedCards(verifier=FullVerifier()) as cards:
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
        from sealed_wonders.net.sealed.verifier import FullVerifier, RelayVerifier

        verifier = (
            RelayVerifier(backend.at_hand())
            if relayed
            else FullVerifier(backend.loaded())
        )
        return SealedCards(
            len(ruleset.cards),
            ruleset.shows,
            verifier,
            rescues=rescues(charter.options),
        )
    raise RemoteProtocolError(
        Sentence("we don't know suite {suite}", suite=shown(charter.suite))
    )
