"""The parts of the contract between rulesets and tables that all games share."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.game import IllegalMove, Refusal, frame
from sealed_wonders.core.games import GAMES
from tests.support.refusals import refusal_names


def test_parts_are_framed_by_their_length() -> None:
    """Four bytes, big-endian, before each part."""
    assert b"\0\0\0\2ab\0\0\0\0\0\0\0\1c" == frame(b"ab", b"", b"c")
    assert b"" == frame()


@given(st.lists(st.binary(max_size=5)), st.lists(st.binary(max_size=5)))
def test_framing_is_injective(some: list[bytes], others: list[bytes]) -> None:
    assert (some == others) == (frame(*some) == frame(*others))


def test_every_refusal_occurs_in_some_game() -> None:
    """The tests of each game check that it gives its refusals."""
    assert set(Refusal) == {reason for game in GAMES for reason in refusal_names(game)}


def test_an_illegal_move_names_the_seat_and_the_reason() -> None:
    illegal = IllegalMove(3, Refusal.TOO_FEW_COINS, "needs 2, has 1")
    assert "seat 3: TOO_FEW_COINS: needs 2, has 1" == str(illegal)
    assert (3, Refusal.TOO_FEW_COINS, "needs 2, has 1") == (
        illegal.seat,
        illegal.refusal,
        illegal.detail,
    )
