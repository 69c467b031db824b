"""Help on the choice of a board of 7 Wonders, or of a wonder of Architects."""

from __future__ import annotations

import pytest

from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.architects.screens.wonders import WonderPool
from sealed_wonders.client.terminal.wonders.screens.boards import Boards
from tests.support.agreed import agreed
from tests.support.architects_stacks import SeatedAtArchitects
from tests.support.stacks import Sit


@pytest.mark.parametrize("game", ["wonders", "architects"])
@pytest.mark.parametrize("confirm", [True, False])
def test_help_states_whether_enter_is_pressed_once_or_twice(
    sit: Sit, game: str, confirm: bool
) -> None:
    """The help doesn't mention the details key, useless before there are cards."""
    settings = Settings(confirm=confirm)
    if game == "wonders":
        seated = sit(own=agreed(draw="chosen"), settings=settings)
    else:
        seated = sit(3, SeatedAtArchitects, draw="chosen", settings=settings)
    seated.begin()
    screen = (Boards if game == "wonders" else WonderPool)(seated.stack)
    said = " ".join(screen.help)
    assert confirm == ("down, and Enter again makes it final." in said)
    assert confirm != ("Down; Enter makes your choice final." in said)
    assert "details" not in screen.actions
