"""Looking on: before a game, during it, and from one game to the next; as good as playing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.evening import SIZES, At
from tests.support.human import Human, first_build, no_answer
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms

TABLE = "oak"


class Room:
    """A host with one table, at which ann sits, and eve and finn look on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.host = HostHarness(folder / "host", open_terms(3))
        self.ann = self.human("ann")
        self.eve = self.human("eve", looks_on=True)
        self.finn = self.human("finn", looks_on=True, at_screen=True)

    def human(self, name: str, **how: Any) -> Human:
        made = Human(self.host, name, self.folder / name, table=TABLE, **how)
        made.typing = no_answer
        self.host.add(made)
        self.host.settle()
        return made

    def programs(self) -> list[Client]:
        some = [self.host.client(name, table=TABLE) for name in ("bob", "cleo")]
        self.host.settle()
        return some

    def play(self) -> list[Client]:
        """Let ann play a game with two programs, to its end."""
        some = self.programs()
        self.ann.typing = first_build
        self.type(self.ann, "ready")
        assert self.ann.session.finished
        self.ann.typing = no_answer
        return some

    def type(self, who: Human, line: str) -> str:
        who.look()
        who.commands.typed(line)
        self.host.settle()
        return "\n".join(who.look())


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path)
    yield made
    made.host.close()


def test_who_looks_on_may_come_before_the_game(room: Room) -> None:
    """They read how the table stands, and see the game as soon as it begins."""
    eve, finn = room.eve, room.finn
    said = "\n".join(eve.all)
    assert "Your table is called oak." in said
    assert "ann: known to you" in said or "ann: new to you" in said
    assert "You look on: the game shows when it begins." in said
    assert "type: sit" in said
    assert "ready when" not in said
    assert {"sit", "who"} <= set(eve.commands.words())
    assert "ready" not in eve.commands.words()
    assert "sit: take a seat" in " ".join(room.type(eve, "help").split())
    for size in SIZES:
        drawn = At(finn).flat(*size)
        assert "You look on: the game shows when it begins." in drawn
        assert "r sit down" in drawn
    room.programs()
    assert "bob sits down" in "\n".join(eve.look())
    room.type(room.ann, "ready")
    assert "play here, and you look on." in "\n".join(eve.all)
    assert finn.person.known.charter is not None
    # The players are told of them by then, and can hand over their seats.
    assert "eve looks on, and would take a seat." in "\n".join(room.ann.all)


def test_they_leave_unasked_before_the_game_too(room: Room) -> None:
    assert "Goodbye." in room.type(room.eve, "quit")
    assert "left" == room.eve.left


def test_they_may_take_a_seat_if_one_is_free(room: Room) -> None:
    """And look on as before if none is."""
    said = room.type(room.eve, "sit")
    assert "eve sits down" in said
    assert "Type ready when you want to begin" in said
    assert "lobby> " == room.eve.commands.prompt
    assert "ready" in room.eve.commands.words()
    room.host.client("bob", table=TABLE)
    room.host.settle()
    at = At(room.finn)
    drawn = at.press("ready")
    assert "all seats at 'oak' are taken" in drawn
    assert "You look on" in drawn
    room.type(room.eve, "ready")
    room.type(room.ann, "ready")
    assert 3 == len(room.host.game.names)
    assert room.eve.person.known.ours is not None
    assert room.finn.person.known.charter is not None
    assert room.finn.person.known.ours is None


def test_they_come_to_the_next_game_as_well(room: Room) -> None:
    """Nobody need do anything for that, but may go there before, and sit down."""
    bob, cleo = room.play()
    eve, finn, ann = room.eve, room.finn, room.ann
    first = finn.person.known.charter
    assert first is not None
    at = At(finn)
    assert "play again" not in at()
    assert "If another game is begun here, you see that, too." in at.flat()
    assert "rematch begins" not in "\n".join(eve.all)
    assert "Nobody here has asked for another game yet" in room.type(eve, "rematch")
    cleo.disconnect()
    room.type(ann, "rematch")
    told = "\n".join(eve.look())
    assert "ann wants to play again." in told
    assert "rematch takes you there" in told
    at = At(finn)
    assert "r the next game" in at()
    assert "The game begins when" not in room.type(eve, "rematch")
    assert eve.person.known.news is not None
    assert eve.person.known.charter is None
    assert "eve sits down" in room.type(eve, "sit")
    bob.play_again()
    room.host.settle()
    room.type(eve, "ready")
    assert 3 == len(room.host.game.names)
    assert eve.person.known.charter is not None
    assert eve.person.known.ours is not None
    second = finn.person.known.charter
    assert second is not None
    assert second != first
    assert finn.person.known.ours is None
    assert "eve" in At(finn)()


def test_who_comes_too_late_to_the_next_game_looks_on(room: Room) -> None:
    """Though they have played before."""
    bob, cleo = room.play()
    eve, ann = room.eve, room.ann
    bob.play_again()
    cleo.play_again()
    room.host.settle()
    assert "lobby> " != eve.commands.prompt
    room.type(eve, "rematch")
    room.host.pass_time(90)
    room.type(eve, "sit")
    room.type(eve, "ready")
    assert 3 == len(room.host.game.names)
    assert "Another game has begun at this table." in "\n".join(ann.look())
    said = room.type(ann, "rematch")
    assert "play here, and you look on." in said
    assert ann.left is None
    room.host.pass_time(10)
    assert ann.left is None
