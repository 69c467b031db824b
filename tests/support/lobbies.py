"""People with fixed keys, and charters that they have signed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import (
    Charter,
    Coordinator,
    DrawSide,
    Options,
    OptionValue,
    make_options,
)
from sealed_wonders.net.suites import SUITES

RULES = hashlib.sha256(b"any rules").digest()
"""A rules hash for tests that play no game."""


def identity_from_seed(seed: bytes) -> Identity:
    """Return the identity of a 32-byte seed."""
    return Identity(Ed25519PrivateKey.from_private_bytes(seed))


def identity_of(name: str) -> Identity:
    """Return the identity that always belongs to *name*."""
    return identity_from_seed(hashlib.sha256(name.encode()).digest())


def nonce_of(name: str, draw: int = 0) -> bytes:
    """Return the nonce of *name* in a draw."""
    return hashlib.sha256(f"{name} {draw}".encode()).digest()


HOST = identity_of("the host")


def options(players: int, **others: OptionValue) -> Options:
    """Return options for a number of players at `HOST`."""
    values: dict[str, OptionValue] = {
        "game": "wonders",
        "host": HOST.public,
        "players": players,
        "suite": 0,
        "turn_time": 0,
    }
    return make_options(values | others)


def signed_charter(
    names: Sequence[str], rules: bytes = RULES, **others: OptionValue
) -> Charter:
    """Go through a lobby at `HOST` (commit, table, reveal); return the charter."""
    return charter_with_options(names, rules, options(len(names), **others))


def charter_with_options(
    names: Sequence[str], rules: bytes, agreed: Options, number: int = 0
) -> Charter:
    """
    Go through a lobby with all options given; return the charter.

    Args:
        number: games of the same people with different numbers differ.
    """
    coordinator = Coordinator(HOST, agreed)
    draws = [
        DrawSide(identity_of(name), name, nonce=nonce_of(name, number))
        for name in names
    ]
    for draw in draws:
        coordinator.sit(draw.commit)
    table = coordinator.announce(rules)
    for draw in draws:
        reveal = draw.accept_table(
            table,
            commits=[other.commit for other in draws],
            shown=agreed,
            rules=rules,
            suites=SUITES,
        )
        coordinator.reveal(reveal)
    if coordinator.charter is None:
        raise RuntimeError("the lobby isn't settled")
    return coordinator.charter
