"""The bottom screens in French: everything is translated, and fits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from sealed_wonders.client.finder import SavedLog
from sealed_wonders.client.table.events import GameStopped
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.client.terminal.wonders.screens.discard import Discard
from sealed_wonders.client.terminal.wonders.screens.end import EndScreen
from sealed_wonders.client.terminal.wonders.screens.sides import Sides
from sealed_wonders.client.words.draw import measure, text_of
from sealed_wonders.client.words.narration import Narration
from sealed_wonders.core.wonders.play import FromDiscard
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.address import Address
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.words import use
from tests.support.agreed import agreed
from tests.support.discards import SEED, a_stage
from tests.support.findharness import FindHarness, RecordingNavigation
from tests.support.french import english
from tests.support.stacks import Seated

SALON = Nearby("Salon", Address("192.168.1.5", 7007, b"s" * 16))

SIZES = [(80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def french() -> None:
    use("fr")


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Ann, in a lobby of three, where she will have Halikarnassos."""
    terms = Terms.of(suite=OPEN, players=3, turn_time=22, own=agreed(sides="choose"))
    seated = Seated(tmp_path, terms=terms, seed=SEED)
    yield seated
    seated.close()


def is_french(stack: FindHarness | Seated) -> None:
    """See that a screen fits, with its help, and has nothing English."""
    for width, height in SIZES:
        rows = stack.stack.draw(width, height)
        assert height == len(rows)
        assert {width} == {measure(one) for one in rows}
        assert [] == english(text_of(rows).split("\n"))
    screen = stack.stack.base
    assert [] == english([screen.title, *screen.help])


def test_finding_a_host_and_a_table() -> None:
    logs = (
        SavedLog(Path("/logs/0123456789abcdef.swlog"), datetime(2026, 11, 21)),
        SavedLog(Path("/logs/ba9876543210fedc.stopped.swlog"), datetime(2026, 11, 1)),
    )
    visited = (Address("ludo", 7007, b"b" * 16),)
    harness = FindHarness(RecordingNavigation(nearby=(), visited=visited, logs=logs))
    is_french(harness)
    harness.navigation.nearby = None
    is_french(harness)
    harness.navigation.nearby = (SALON,)
    is_french(harness)
    harness.stack.act("digit 1")
    harness.stack.act("enter")
    is_french(harness)
    harness.stack.known.host = "Salon"
    harness.stack.known.tables = tuple(
        TableLine(name, "wonders", 3, 2, state, ("bob", "cleo"))  # type: ignore[arg-type]
        for name, state in (("un", "lobby"), ("deux", "playing"), ("trois", "over"))
    )
    is_french(harness)
    for number in (3, 4):
        harness.stack.act(f"digit {number}")
        harness.stack.act("enter")
        is_french(harness)
    harness.stack.act("digit 1")
    harness.stack.act("enter")
    is_french(harness)


def test_a_lobby_and_the_choice_of_a_side(seated: Seated) -> None:
    lobby = LobbyScreen(seated.stack)
    seated.stack.base = lobby
    seated.stack.known.narration = Narration()
    seated.stack.known.invitations = (
        Invitation(f"192.168.1.5:7007#{'ab' * 16}"),
        Invitation(f"10.8.0.2:7007#{'ab' * 16}", Reach.TUNNEL),
        Invitation(f"172.17.0.1:7007#{'ab' * 16}", Reach.DISCONNECTED),
    )
    is_french(seated)
    seated.stack.act("trust")
    is_french(seated)
    seated.begin()
    seated.stack.base = Sides(seated.stack)
    seated.stack.known.narration = Narration()
    is_french(seated)
    seated.stack.act("enter")
    is_french(seated)
    seated.stack.known.code_read = False
    for width, height in SIZES:
        assert {width} == {measure(one) for one in seated.stack.draw(width, height)}


def test_the_discard(seated: Seated) -> None:
    seated.begin()
    seated.stack.base = Discard(seated.stack)
    menu = seated.stack.known.menu
    assert menu is not None
    while not isinstance(menu.question.state.task, FromDiscard):  # type: ignore[attr-defined]
        assert seated.moves, "the game is over"
        seated.choose(a_stage(menu.question))
        menu = seated.stack.known.menu
        assert menu is not None
    for _item in menu.items:
        is_french(seated)
        seated.stack.act("enter")
        is_french(seated)
        seated.stack.act("back")
        seated.stack.act("down")


def test_the_end(seated: Seated) -> None:
    seated.play_out()
    seated.stack.base = EndScreen(seated.stack)
    is_french(seated)


def test_an_end_by_fraud(seated: Seated) -> None:
    seated.begin()
    seated.choose()
    seated.human.person.told(GameStopped(Fraud(41, 1, 9, "REVEAL", "-")))
    seated.stack.base = EndScreen(seated.stack)
    is_french(seated)
