"""Players' programs that are killed during a game, which the others finish."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.thorough import only
from tests.support.wholegames import seats_change


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
def test_the_others_play_on_and_all_accounts_agree(
    seats: int, moments: list[float], options: tuple[str, ...], tmp_path: Path
) -> None:
    """The log is good, and comes to the same by the account written from the page alone."""
    game = seats_change(tmp_path, seats, *options, killed=moments)
    gone = [seat for seat in game.result["seats"] if seat.get("left")]
    assert len(moments) == len(gone)
    assert not {seat["seat"] for seat in gone} & set(game.result["winners"])
