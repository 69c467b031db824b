"""The screens at the bottom in French: nothing stays English, and everything fits."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from sealed_wonders.client.terminal.draw import measure, text_of
from sealed_wonders.client.terminal.screens.discard import Discard
from sealed_wonders.client.terminal.screens.door import Kept
from sealed_wonders.client.terminal.screens.end import End
from sealed_wonders.client.terminal.screens.lobby import Lobby
from sealed_wonders.client.terminal.screens.sides import Sides
from sealed_wonders.client.terminal.telling import Story
from sealed_wonders.client.words import use
from sealed_wonders.core.wonders.play import FromDiscard
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.address import Address
from sealed_wonders.net.fold import Fraud
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.nearby import Nearby
from sealed_wonders.net.suites import OPEN
from tests.support.desks import Seated
from tests.support.discards import SEED, a_stage
from tests.support.finding import Finding, Porch
from tests.support.french import english

SALON = Nearby("Salon", Address("192.168.1.5", 7007, b"s" * 16))

SIZES = [(80, 24), (120, 40)]


@pytest.fixture(autouse=True)
def french() -> None:
    use("fr")


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Ann, in a lobby of three, where she will have Halikarnassos."""
    terms = Terms(suite=OPEN, wanted=3, sides="choose", turn_time=22)
    seated = Seated(tmp_path, terms=terms, seed=SEED)
    yield seated
    seated.close()


def is_french(desk: Finding | Seated) -> None:
    """See that a screen fits, with its help, and has nothing English."""
    for width, height in SIZES:
        rows = desk.desk.draw(width, height)
        assert height == len(rows)
        assert {width} == {measure(one) for one in rows}
        assert [] == english(text_of(rows).split("\n"))
    screen = desk.desk.base
    assert [] == english([screen.title, *screen.help])


def test_finding_a_host_and_a_table() -> None:
    logs = (
        Kept(Path("/logs/0123456789abcdef.swlog"), datetime(2026, 11, 21)),
        Kept(Path("/logs/ba9876543210fedc.stopped.swlog"), datetime(2026, 11, 1)),
    )
    visited = (Address("ludo", 7007, b"b" * 16),)
    finding = Finding(Porch(nearby=(), visited=visited, logs=logs))
    is_french(finding)
    finding.door.nearby = None
    is_french(finding)
    finding.door.nearby = (SALON,)
    is_french(finding)
    finding.desk.act("digit 1")
    finding.desk.act("enter")
    is_french(finding)
    finding.desk.known.host = "Salon"
    finding.desk.known.tables = tuple(
        TableLine(name, "wonders", 3, 2, state, ("bob", "cleo"))  # type: ignore[arg-type]
        for name, state in (("un", "lobby"), ("deux", "playing"), ("trois", "over"))
    )
    is_french(finding)
    for number in (3, 4):
        finding.desk.act(f"digit {number}")
        finding.desk.act("enter")
        is_french(finding)
    finding.desk.act("digit 1")
    finding.desk.act("enter")
    is_french(finding)


def test_a_lobby_and_the_choice_of_a_side(seated: Seated) -> None:
    lobby = Lobby(seated.desk)
    seated.desk.base = lobby
    seated.desk.known.story = Story()
    seated.desk.known.invitations = (f"192.168.1.5:7007#{'ab' * 16}",)
    is_french(seated)
    seated.desk.act("trust")
    is_french(seated)
    seated.begin()
    seated.desk.base = Sides(seated.desk)
    seated.desk.known.story = Story()
    is_french(seated)
    seated.desk.act("enter")
    is_french(seated)
    seated.desk.known.code_read = False
    for width, height in SIZES:
        assert {width} == {measure(one) for one in seated.desk.draw(width, height)}


def test_the_discard(seated: Seated) -> None:
    seated.begin()
    seated.desk.base = Discard(seated.desk)
    menu = seated.desk.known.menu
    assert menu is not None
    while not isinstance(menu.question.state.task, FromDiscard):  # type: ignore[attr-defined]
        assert seated.moves, "the game is over"
        seated.choose(a_stage(menu.question))
        menu = seated.desk.known.menu
        assert menu is not None
    for _item in menu.items:
        is_french(seated)
        seated.desk.act("enter")
        is_french(seated)
        seated.desk.act("back")
        seated.desk.act("down")


def test_the_end(seated: Seated) -> None:
    seated.play_out()
    seated.desk.base = End(seated.desk)
    is_french(seated)


def test_an_end_by_fraud(seated: Seated) -> None:
    seated.begin()
    seated.choose()
    seated.human.person.fraud(Fraud(41, 1, 9, "REVEAL", "-"))
    seated.desk.base = End(seated.desk)
    is_french(seated)
