"""Proving that one knows a table's password, even if others received earlier proofs."""

from __future__ import annotations

import pytest

from sealed_wonders.net import passwords
from sealed_wonders.net.passwords import (
    PASSWORD_CAP,
    PasswordLock,
    clean_password,
    key_of,
    lock_of,
    opens,
    prove,
)
from tests.support.lobbies import HOST, identity_of

ANN, EVE = identity_of("ann").public, identity_of("eve").public
SALT = bytes(range(16))


def shown(password: str) -> bytes:
    return prove(key_of(password, HOST.public, SALT), HOST.public, ANN, SALT)


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "COST", 2)


def test_a_password_key_has_its_known_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is at the programs' real cost; docs/PROTOCOL.md has the same value."""
    monkeypatch.undo()
    known = "e9c8befea114ca1d2107f6c44654d4cf5498821c371d3e1b2b82dd2d7e38469a"
    assert known == key_of("open sesame", bytes(32), bytes(16)).public.hex()


def test_a_proof_is_valid_only_for_its_identity_host_and_table() -> None:
    """Nobody else can use it, including a host that received it."""
    lock, proof = (lock_of("tea", HOST.public, SALT), shown("tea"))
    assert lock.is_good
    assert not PasswordLock(SALT, bytes(32)).is_good
    assert not PasswordLock(SALT[1:], ANN).is_good
    assert opens(lock, HOST.public, ANN, proof)
    assert not opens(lock, HOST.public, EVE, proof)
    assert not opens(lock, EVE, ANN, proof)
    assert not opens(lock, HOST.public, ANN, shown("Tea"))
    other = lock_of("tea", HOST.public, bytes(16))
    assert 3 == len({lock.key, other.key, lock_of("tea", EVE, SALT).key})
    assert not opens(other, HOST.public, ANN, proof)


def test_a_password_is_normalized_and_checked() -> None:
    """
    Depending on the keyboard, é is one character or two. Passwords that nobody could
    type again are refused.
    """
    assert "café" == clean_password(" cafe\u0301\n")
    for bad in (" ", "two\nlines", "x" * (PASSWORD_CAP + 1)):
        with pytest.raises(ValueError, match="a password"):
            clean_password(bad)
