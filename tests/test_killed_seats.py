"""Games in which clients are killed, and which the other players finish."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.thorough import only
from tests.support.wholegames import play_changing_seats


@pytest.mark.parametrize(
    ("seats", "moments", "options"),
    only(
        [],
        [
            (3, [1.0], ()),
            (5, [2.0, 1.0], ("--with", "leaders")),
            (6, [0.5, 3.0], ("--with", "leaders,edifice")),
            (4, [3.0, 2.0], ("--game", "architects")),
        ],
    ),
)
def test_the_others_finish_the_game_and_all_accounts_agree(
    seats: int, moments: list[float], options: tuple[str, ...], tmp_path: Path
) -> None:
    """
    The log is good, and the account written from docs/PROTOCOL.md alone has the same
    result.
    """
    game = play_changing_seats(tmp_path, seats, *options, killed=moments)
    removed = [seat for seat in game.result["seats"] if seat.get("left")]
    assert len(moments) == len(removed)
    assert not {seat["seat"] for seat in removed} & set(game.result["winners"])
