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


def test_who_looks_on_may_come_before_the_game(room: Room) -> None:
    """They read how the table stands, and see the game as soon as it begins."""
    eve, finn = room.eve, room.finn
    said = "\n".join(eve.all)
    assert "Your table is called oak." in said
    assert "ann: known to you" in said or "ann: new to you" in said
    assert "You are a spectator, and will see the game once it begins." in said
    assert "type: sit" in said
    assert "When you are ready to begin" not in said
    assert {"sit", "who"} <= set(eve.commands.words())
    assert "ready" not in eve.commands.words()
    assert "sit: take a seat" in " ".join(room.type(eve, "help").split())
    for size in SIZES:
        drawn = At(finn).flat(*size)
        assert "You are a spectator, and will see the game once it begins." in drawn
        assert "r sit down" in drawn
    room.programs()
    assert "bob sits down" in "\n".join(eve.look())
    room.type(room.ann, "ready")
    assert re.search(
        r"^You are watching .+, .+ and .+\.$", "\n".join(eve.all), re.MULTILINE
    )
    assert finn.person.known.charter is not None
    # The players are told of them by then, and can hand over their seats.
    assert "eve is watching, and could take a seat." in "\n".join(room.ann.all)


def test_they_leave_unasked_before_the_game_too(room: Room) -> None:
    assert "Goodbye." in room.type(room.eve, "quit")
    assert "left" == room.eve.left


def test_they_may_take_a_seat_if_one_is_free(room: Room) -> None:
    """And look on as before if none is."""
    said = room.type(room.eve, "sit")
    assert "eve sits down" in said
    assert "When you are ready to begin, type ready" in said
    assert "lobby> " == room.eve.commands.prompt
    assert "ready" in room.eve.commands.words()
    room.host.client("bob", table=TABLE)
    room.host.settle()
    at = At(room.finn)
    drawn = at.press("ready")
    assert "all seats at 'oak' are taken" in drawn
    assert "You are a spectator, and will see the game" in drawn
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


def late(folder: Path, game: str = "wonders") -> Evening:
    return Evening(folder, game, spectator_delay=LATE, turn_time=600)


def play(evening: Evening, choices: int = 12) -> None:
    """Let all who are asked choose, some times."""
    for _choice in range(choices):
        asked = [it for it in evening.people if it.person.can_choose]
        evening.choose(*asked[:1])


def test_they_are_told_what_they_can_do_and_no_more(evening: Evening) -> None:
    """No key and no word that is for those who have a seat."""
    eve, finn = evening.look_on(at_screen=True), evening.look_on("finn")
    play(evening)
    at = At(eve)
    assert "eve and finn are watching." in evening.type(evening.bob, "who")
    said = evening.type(finn, "help")
    typed = set(re.findall(r"^ *([a-z]+)", said, re.MULTILINE))
    assert {"seat", "city", "clock", "compare", "rematch", "quit"} <= typed
    own = {"give", "keep", "bot", "words", "pause", "resume", "finish", "without"}
    assert not typed & {*own, "again", "moves", "hand"}
    assert "your seat" not in said
    assert "To propose a clock" not in evening.type(finn, "clock")
    assert "nothing to choose" in evening.type(finn, "undo")
    assert "You have no seat to hand over right" in evening.type(finn, "keep")
    whole = "Tab all cards  " if "Tab" in at() else ""
    assert f"← → seats  {whole}c cities" in at()
    if whole:
        assert "Tab table" in at.press("swap")
        assert whole in at.press("swap")
    for _page in range(3):
        drawn = at.press("help" if not at.stack.overlays else "page down")
        for words in ("seals", "resume", "vote on going", "twelve words", "your bot"):
            assert words not in drawn


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


@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_what_was_is_shown_with_the_clock_of_then(tmp_path: Path, game: str) -> None:
    """And with how long ago it was; until a seat is offered, and all of it is of now."""
    evening = late(tmp_path, game)
    eve, finn = evening.look_on(at_screen=True), evening.look_on("finn")
    at = At(eve)
    for size in SIZES:
        assert "You see everything with a delay of 1 minute, until" in at.flat(*size)
    evening.host.pass_time(LATE + 1, 1)
    play(evening)
    evening.host.pass_time(LATE, 20)
    for left in ("10:00", "9:30"):
        for size in SIZES:
            first = at(*size).splitlines()[0]
            assert "1 minute ago" in first
            assert left in first
        evening.host.pass_time(30, 30)
    assert "You see everything with a delay of 1 minute, until" in evening.type(
        finn, "who"
    )
    evening.give(evening.bob, "eve")
    evening.host.settle()
    assert eve.person.known.handing.offer is not None
    eve.person.handing.answer(yes=False)
    evening.host.settle()
    assert "1 minute ago" not in At(eve)()
    evening.host.close()


# What a bot is asked meanwhile, and what is asked again afterwards.


def test_who_takes_their_seat_back_reads_the_question(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    bob = evening.bob
    while not bob.person.can_choose:
        play(evening, 1)
    bob.commands.typed("bot")
    bob.look()
    bob.commands.typed("bot")
    menu = bob.person.known.menu
    assert menu is not None
    said = bob.look()
    assert "You have taken over again." in said
    assert [] == [line for line in menu.lines() if line not in said]
    evening.host.close()


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


def test_what_was_said_of_a_key_hides_for_a_while_only_whom_the_table_waits_for(
    tmp_path: Path,
) -> None:
    """They may press none any more: the screen is on the wall."""
    evening = Evening(tmp_path)
    eve = evening.look_on(at_screen=True)
    at = At(eve)
    evening.host.pass_time(5, 5)
    assert "You have no seat that your bot could play right" in at.press("bot")
    assert at.stack.wakes is not None
    evening.host.pass_time(11, 11)
    assert "You have no seat that your bot could play right" not in at()
    assert "waiting for" in at().splitlines()[-2].lower()
    evening.host.close()


def test_at_a_table_that_is_not_there_nobody_looks_on(room: Room) -> None:
    """It is said why, and the program ends."""
    gus = Human(room.host, "gus", room.folder / "gus", table="elm", looks_on=True)
    room.host.add(gus)
    room.host.pass_time(6, 1)
    assert "There is no table called 'elm'." in gus.all
    assert "failed" == gus.left


def test_a_word_that_wants_a_name_says_so(room: Room) -> None:
    assert "Type unseat and a name." in room.type(room.ann, "unseat")
    assert "Type trust and a name." in room.type(room.ann, "trust")
