"""The autopilot: a person's own program plays for them, as they and others see it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sealed_wonders.client.person.handing import (
    CALM,
    PACE,
    PATIENCE,
    bot_plays,
    plays,
)
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.table.events import ChoiceCommitted
from sealed_wonders.client.tablewords.unavailable import no_seat_for_bot
from sealed_wonders.client.terminal import messages
from sealed_wonders.core.game import Move
from sealed_wonders.net.messages import Chat, Say
from sealed_wonders.net.talk import BOT, MYSELF
from tests.support.evening import SIZES, Evening
from tests.support.human import Human
from tests.support.talk import spoken

GAMES = ("wonders", "architects")

CHOICES = 200
"""More than there are in a game of three, one after the other."""

ON = "This program is playing for you. To take over again, press z or choose a move."


@pytest.fixture(params=GAMES)
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path, request.param)
    yield made
    made.host.close()


@pytest.fixture
def wonders(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.host.close()


def told(human: Human) -> list[str]:
    return [it.line for it in human.person.known.narration]


def has_chosen(human: Human) -> bool:
    return human.person.known.sealed is not None


def turn_bot(evening: Evening, human: Human) -> None:
    """Let somebody type it, and all others hear of it."""
    human.commands.typed("bot")
    evening.host.pass_time(CALM, CALM)


def lay(evening: Evening) -> Move:
    """Let ann lay down the last way to use her first card, without sealing it."""
    menu = evening.ann.person.known.menu
    assert menu is not None
    use = menu.items[0].uses[-1]
    evening.ann.person.lay(use)
    return use.move


# By a key.


def test_what_lies_there_is_what_the_bot_seals(wonders: Evening) -> None:
    """It was chosen, if not sealed; so it is when time is out."""
    wonders.choose(*wonders.people)
    move = lay(wonders)
    assert move != wonders.ann.person.handing.choose(
        wonders.ann.person.known.menu.question  # type: ignore[union-attr]
    )
    wonders.screen.press("bot")
    wonders.host.pass_time(PATIENCE, 1)
    assert move == wonders.ann.person.known.answer


def test_who_takes_away_what_has_just_happened_only_looks(wonders: Evening) -> None:
    """Enter is for that as long as it is there."""
    screen, ann = wonders.screen, wonders.ann
    wonders.choose(*wonders.people)
    screen.press("bot")
    wonders.host.pass_time(PATIENCE, 1)
    wonders.choose(wonders.bob, wonders.cleo)
    screen()
    assert screen.stack.base.lingers  # type: ignore[attr-defined]
    screen.stack.act("enter")
    assert not screen.stack.base.lingers  # type: ignore[attr-defined]
    assert ann.person.known.handing.autopilot
    screen.stack.act("enter")
    assert not ann.person.known.handing.autopilot


@pytest.mark.parametrize("presses", [40, 41])
def test_a_key_that_is_held_down_tells_nobody(presses: int, wonders: Evening) -> None:
    """All hear how it ended, once, and the host finds nothing to refuse."""
    ann, bob = wonders.ann, wonders.bob
    wonders.screen()
    before = len(told(bob))
    for _press in range(presses):
        wonders.screen.stack.act("bot")
        wonders.host.clock.advance(0.03)
        wonders.host.settle()
    wonders.host.pass_time(CALM, CALM)
    assert [bot_plays("ann")] * (presses % 2) == told(bob)[before:]
    assert bool(presses % 2) == ann.person.known.handing.autopilot
    assert not any("too much" in line for line in told(ann))


# As all see it.


def test_a_long_name_leaves_room_for_the_mark(tmp_path: Path) -> None:
    """In every column, also with seven at the table."""
    name = "x" * 24
    evening = Evening(tmp_path, names=("dan", "eve", "finn", name))
    one = next(it for it in evening.people if it.name == name)
    evening.choose(*evening.people)
    turn_bot(evening, one)
    for size in SIZES:
        assert "·bot" in evening.screen(*size)
    evening.host.close()


def test_nobody_marks_anybody_but_themselves(wonders: Evening) -> None:
    """Who looks on has nobody to play for; what is said again is told once."""
    eve = wonders.look_on()
    eve.session.do(Speak("", BOT))
    turn_bot(wonders, wonders.bob)
    wonders.bob.session.do(Speak("", BOT))
    wonders.bob.session.do(Speak("", "bots"))
    wonders.host.settle()
    cleo = wonders.cleo
    assert {wonders.bob.identity.public} == cleo.person.known.bots
    assert 1 == told(cleo).count(bot_plays("bob"))
    assert bot_plays("eve") not in told(cleo)
    other = msgspec.structs.replace(
        spoken("eve", "", wonders.host.game.gid, MYSELF, seconds=3e9),
        identity=wonders.bob.identity.public,
    )
    cleo.session.receive(Chat(wonders.host.table.name, (other,)))
    assert {wonders.bob.identity.public} == cleo.person.known.bots


def test_what_is_said_before_the_game_marks_nobody(tmp_path: Path) -> None:
    """It is for a seat in it."""
    evening = Evening(tmp_path)
    other = spoken("bob", "", evening.host.game.gid, BOT, seconds=3e9)
    evening.cleo.person.known.people = ()
    evening.cleo.session.receive(Chat(evening.host.table.name, (other,)))
    assert frozenset() == evening.cleo.person.known.bots
    evening.host.close()


# Time, connections, and seats that change hands.


def test_when_time_is_out_the_bot_has_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also within the seconds for which it waits."""
    evening = Evening(tmp_path, turn_time=10)
    evening.host.clock.advance(9)
    evening.host.settle()
    question = evening.bob.person.known.menu
    assert question is not None
    wanted = evening.bob.person.handing.choose(question.question)
    evening.type(evening.bob, "bot")
    assert evening.bob.person.can_choose
    sealed: list[Move] = []
    tell = evening.bob.person.on_choice_committed

    def note(event: ChoiceCommitted) -> None:
        sealed.append(event.move)
        tell(event)

    monkeypatch.setattr(evening.bob.person, "on_choice_committed", note)
    evening.host.pass_time(2, 1)
    assert wanted == sealed[0]
    assert not any("ime is out" in line for line in told(evening.bob))
    evening.host.close()


def test_it_plays_on_while_the_clock_stands_still(wonders: Evening) -> None:
    """A pause keeps nobody from choosing, and the program agrees to its end by itself."""
    wonders.type(wonders.bob, "pause")
    wonders.screen.press("bot")
    wonders.host.pass_time(PATIENCE, 1)
    assert has_chosen(wonders.ann)
    wonders.host.pass_time(messages.PATIENCE, 1)
    drawn = wonders.screen.press("left")  # it has been read by then
    assert ON in drawn
    assert "F5" not in drawn.splitlines()[-1]
    assert "bob has paused the game." in wonders.screen.press("bot", "left")


def test_who_comes_later_sees_it_too(wonders: Evening) -> None:
    """It is among what was said last."""
    turn_bot(wonders, wonders.bob)
    wonders.cleo.disconnect()
    before = wonders.cleo.person
    wonders.cleo._begin(wonders.host.table.name)
    assert wonders.cleo.person is not before
    wonders.cleo.connect()
    wonders.host.settle()
    assert {wonders.bob.identity.public} == wonders.cleo.person.known.bots


def test_a_program_that_is_started_again_takes_the_mark_away(wonders: Evening) -> None:
    """It has forgotten that it was to play, and its person is there."""
    bob = wonders.bob
    turn_bot(wonders, bob)
    assert bot_plays("bob") == told(wonders.cleo)[-1]
    bob.disconnect()
    bob._begin(wonders.host.table.name)
    bob.connect()
    wonders.host.pass_time(2 * CALM, CALM)
    assert not bob.person.known.handing.autopilot
    assert frozenset() == wonders.cleo.person.known.bots
    assert plays("bob") == told(wonders.cleo)[-1]


def test_a_game_that_bots_play_to_its_end_is_over_for_all(wonders: Evening) -> None:
    """Whoever comes back then reads the result, and nothing plays for them any more."""
    wonders.screen.press("bot")
    for one in wonders.people[1:]:
        wonders.type(one, "bot")
    wonders.host.pass_time(PATIENCE + CHOICES * PACE, PACE)
    for one in wonders.people:
        ending = one.person.known.ending
        assert ending is not None
        assert ending.sheet is not None
        assert not one.person.is_program
    wonders.host.pass_time(60, 10)
    for size in SIZES:
        drawn = wonders.screen(*size)
        assert ON not in drawn
        assert "·bot" not in drawn
    assert no_seat_for_bot() in wonders.screen.press("bot")
    assert "z bot" not in wonders.screen(160, 40)


def test_nothing_is_said_but_what_is_signed(wonders: Evening) -> None:
    """By whoever it is about, and in no other way: the log has nothing of it."""
    sent: list[Say] = []
    ann = wonders.ann

    def note(message: object) -> object:
        if isinstance(message, Say):
            sent.append(message)
        return message

    before = wonders.host.game.fold.position
    ann.tamper = note  # type: ignore[assignment]
    turn_bot(wonders, ann)
    assert [BOT] == [one.said.code for one in sent]
    assert before == wonders.host.game.fold.position


def test_whoever_is_away_is_not_hurried(tmp_path: Path) -> None:
    """Their bot chooses, in time; from the moment they play again they are."""
    evening = Evening(tmp_path, turn_time=60)
    bob = evening.bob
    turn_bot(evening, bob)
    evening.choose(evening.ann, evening.cleo)
    evening.host.pass_time(PACE, 1)
    bob.look()
    evening.choose(evening.ann, evening.cleo)
    assert "left; then" not in "\n".join(bob.look())
    bob.commands.typed("bot")
    assert "left; then your program will choose" in "\n".join(bob.look())
    evening.host.close()
