"""Spectating: before a game, during it, and from one game to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.words import text
from tests.support.evening import SIZES, At, Evening
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


def test_they_come_to_the_next_game_as_well(room: Room) -> None:
    """Nobody need do anything for that, but may go there before, and sit down."""
    bob, cleo = room.play()
    eve, finn, ann = room.eve, room.finn, room.ann
    first = finn.person.known.charter
    assert first is not None
    at = At(finn)
    assert "play again" not in at()
    assert "If there is a rematch, you will see it, too." in at.flat()
    assert "Type rematch to start" not in "\n".join(eve.all)
    assert "Nobody has asked for a rematch yet. If" in room.type(eve, "rematch")
    cleo.disconnect()
    room.type(ann, "rematch")
    told = "\n".join(eve.look())
    assert "ann wants a rematch." in told
    assert "Type rematch to go to the new table" in told
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
    assert re.search(r"^You are watching .+, .+ and .+\.$", said, re.MULTILINE)
    assert ann.left is None
    room.host.pass_time(10)
    assert ann.left is None


# During the game.


LATE = 60
"""Seconds by which they are behind."""


@pytest.fixture(params=["wonders", "architects"])
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path, request.param)
    yield made
    made.host.close()


def play(evening: Evening, choices: int = 12) -> None:
    """Let all who are asked choose, some times."""
    for _choice in range(choices):
        asked = [it for it in evening.people if it.person.can_choose]
        evening.choose(*asked[:1])


def test_it_is_plain_from_behind_whom_they_look(evening: Evening) -> None:
    """As soon as there is a table, whole in the least room, and whether a bot plays there."""
    eve = evening.look_on(at_screen=True)
    at = At(eve)
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


# What a bot is asked meanwhile, and what is asked again afterwards.


def test_nobody_waits_for_a_bot_to_agree_to_a_clock(tmp_path: Path) -> None:
    """It agrees, and says no more for its person, whose program keeps to none they don't."""
    evening = Evening(tmp_path)
    ann, bob, cleo = evening.people
    bob.commands.typed("bot")
    evening.host.pass_time(4, 1)
    ann.commands.typed("clock 90")
    evening.host.settle()
    cleo.commands.typed("clock yes")
    evening.host.settle()
    told = "\n".join(cleo.all)
    assert "bob agrees." in told
    assert (
        "Everybody agrees. Clock starting with the next age: 1 minute 30 seconds per choice."
    ) in told
    game = bob.session.game
    assert game is not None
    assert not game._agreed
    evening.host.close()


def test_at_a_table_that_is_not_there_nobody_looks_on(room: Room) -> None:
    """It is said why, and the program ends."""
    gus = Human(room.host, "gus", room.folder / "gus", table="elm", looks_on=True)
    room.host.add(gus)
    room.host.pass_time(6, 1)
    assert "There is no table called 'elm'." in gus.all
    assert "failed" == gus.left
