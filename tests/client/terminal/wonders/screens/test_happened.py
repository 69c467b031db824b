"""The last turn, below the cities."""

from __future__ import annotations

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.terminal.wonders.screens.spread import happened

TURN = (
    "Age 2, turn 3:",
    "You build Quarry, paying 1 coin to the bank.",
    "emil builds Statue, paying 2 coins to dora.",
    "cleo builds Foundry, paying 1 coin to the bank.",
)


def told(height: int, width: int = 80) -> list[str]:
    rows = text_of(happened(TURN, width, height, UNICODE)).split("\n")
    return [row.strip() for row in rows if not row.startswith("─")]


def test_sentences_for_which_there_is_no_room_are_left_out() -> None:
    """None is cut off, so that it says who was paid; the mark opens the log."""
    assert list(TURN[1:]) == told(4)
    assert [*TURN[1:2], "emil builds Statue, paying 2 coins to dora. …"] == told(3, 50)
    assert [f"{TURN[1]} …"] == told(2)
    [cut] = told(2, 30)
    assert cut == "You build Quarry, paying 1…"
