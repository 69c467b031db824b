"""How a spectator's screen shows whose seat it is watching."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sealed_wonders.client.words import text
from tests.support.evening import SIZES, Evening, ScreenOf


@pytest.fixture(params=["wonders", "architects"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Evening:
    return Evening(tmp_path, request.param)


def play(evening: Evening, choices: int = 12) -> None:
    """Make the first player who can choose do so, several times."""
    for _choice in range(choices):
        asked = [it for it in evening.people if it.person.can_choose]
        evening.choose(*asked[:1])


def test_the_watched_seat_is_named_in_full_in_every_size(evening: Evening) -> None:
    """It is also marked if a bot plays there."""
    eve = evening.connect_spectator(at_screen=True)
    at = ScreenOf(eve)
    play(evening)
    known = eve.person.known
    name = known.names[known.viewpoint]
    for size in SIZES:
        drawn = at(*size)
        assert re.search(f"─ (. )?{name}( .)? · ", drawn)
        assert "Watching from" in drawn or "You are watching (arrows:" in drawn
    human = next(it for it in evening.people if it.name == name)
    human.commands.typed("bot")
    evening.host.pass_time(3, 1)
    for size in SIZES:
        assert f"─ {text.beside_bot(name, '·')} " in at(*size)
