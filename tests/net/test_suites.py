"""The suites, and that a game begins with the agreed one."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import cast

import pytest

from sealed_wonders.net.cards import Cards
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import make_options
from sealed_wonders.net.sealed.pure import PurePython
from sealed_wonders.net.suites import SEALED, SUITES, begin, begin_relayed, secrets_of
from tests.support.inprocess.folds import charter_for
from tests.support.toy import Toy


def test_an_unknown_suite_is_a_remote_error() -> None:
    """
    A newer program may have agreed on it. A wrong number of players is a local error.
    """
    charter = charter_for(Toy(3))
    options = make_options(dict(charter.options) | {"suite": 7})
    with pytest.raises(RemoteProtocolError, match="suite 7"):
        begin(replace(charter, options=options), Toy(3))
    with pytest.raises(LocalProtocolError, match="3 players, 2 people"):
        begin(replace(charter, people=charter.people[:2]), Toy(3))


def test_a_fold_that_believes_proofs_has_no_secrets_of_seats() -> None:
    """
    A seat would use its secrets although nobody checked the others. Cards of no suite
    have no secrets either.
    """
    relayed = begin_relayed(charter_for(Toy(3), suite=SEALED), Toy(3))
    with pytest.raises(LocalProtocolError, match="nobody can play"):
        secrets_of(relayed, 0)
    fold = begin(charter_for(Toy(3)), Toy(3))
    fold.cards = cast(Cards, None)
    with pytest.raises(LocalProtocolError):
        secrets_of(fold, 0)


@pytest.mark.parametrize("suite", SUITES)
def test_saved_secrets_of_another_form_are_refused(suite: int) -> None:
    """The secrets that a seat has saved in one suite have no meaning in another."""
    fold = begin(charter_for(Toy(3), suite=suite), Toy(3))
    secrets = secrets_of(fold, 1)
    assert {} == secrets.faces()
    with pytest.raises(
        ValueError, match="has no secrets to keep|not a seat's saved keys"
    ):
        secrets.recall(b"something")


def test_cryptographic_modules_are_loaded_only_when_needed() -> None:
    """
    Knowing the suites and playing with open cards need none of them; relaying doesn't
    need the library.
    """
    program = (
        "import sys\n"
        "from sealed_wonders.net import suites\n"
        "def loaded():\n"
        "    names = ('nacl', 'sealed_wonders.net.sealed.group')\n"
        "    return [name in sys.modules for name in names]\n"
        "print(loaded())\n"
        "from sealed_wonders.net.sealed import cards, secrets\n"
        "print(loaded())\n"
        "from sealed_wonders.net.sealed.backend import at_hand, loaded as load\n"
        "print(at_hand().name, loaded())\n"
        "load()\n"
        "print(at_hand() is load(), loaded())\n"
    )
    said = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        check=True,
        capture_output=True,
        text=True,
    )
    assert said.stdout.splitlines() == [
        "[False, False]",
        "[False, True]",
        f"{PurePython.name} [False, True]",
        "True [True, True]",
    ]
