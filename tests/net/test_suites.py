"""Which suites there are, and that a game begins only as it was agreed."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from sealed_wonders.net.cards import Cards
from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.lobby import make_options
from sealed_wonders.net.suites import OPEN, SEALED, SUITES, begin, secrets_of
from tests.support.table import draw
from tests.support.toy import Toy


def test_the_open_suite_is_known() -> None:
    """It is the only one so far."""
    assert (OPEN, SEALED) == SUITES


def test_an_unknown_suite_is_the_others_fault() -> None:
    """A newer program may have agreed on one that isn't known here."""
    charter = draw(Toy(3))
    options = make_options(dict(charter.options) | {"suite": 7})
    with pytest.raises(RemoteProtocolError, match="suite 7"):
        begin(replace(charter, options=options), Toy(3))


def test_rules_for_three_are_not_played_by_two() -> None:
    """Not even if they are the rules agreed on."""
    charter = draw(Toy(3))
    with pytest.raises(LocalProtocolError, match="3 players, 2 people"):
        begin(replace(charter, people=charter.people[:2]), Toy(3))


def test_cards_of_no_suite_have_no_secrets() -> None:
    """That would be a bug here."""
    fold = begin(draw(Toy(3)), Toy(3))
    fold.cards = cast(Cards, None)
    with pytest.raises(LocalProtocolError):
        secrets_of(fold, 0)
