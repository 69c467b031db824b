"""The autopilot: a person's own program plays for them, as they and others see it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from sealed_wonders.client.person.handing import (
    CALM,
    PATIENCE,
    bot_plays,
)
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.net.messages import Chat, Say
from sealed_wonders.net.talk import BOT, MYSELF
from tests.support.evening import SIZES, Evening
from tests.support.human import Human
from tests.support.talk import spoken


@pytest.fixture
def wonders(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.host.close()


def told(human: Human) -> list[str]:
    return [it.line for it in human.person.known.narration]


def turn_bot(evening: Evening, human: Human) -> None:
    """Let somebody type it, and all others hear of it."""
    human.commands.typed("bot")
    evening.host.pass_time(CALM, CALM)


def test_a_key_that_is_held_down_tells_nobody(wonders: Evening) -> None:
    """All hear how it ended, once, and the host finds nothing to refuse."""
    ann, bob = wonders.ann, wonders.bob
    wonders.screen()
    for presses, plays in ((40, False), (41, True)):
        before = len(told(bob))
        for _press in range(presses):
            wonders.screen.stack.act("bot")
            wonders.host.clock.advance(0.03)
            wonders.host.settle()
        wonders.host.pass_time(CALM, CALM)
        assert [bot_plays("ann")] * plays == told(bob)[before:]
        assert plays == ann.person.known.handing.autopilot
        assert not any("too much" in line for line in told(ann))


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


def test_nothing_is_said_but_what_is_signed(wonders: Evening) -> None:
    """By whoever it is about, for a seat in the game; the log has nothing of it."""
    sent: list[Say] = []
    ann, cleo = wonders.ann, wonders.cleo

    def note(message: object) -> object:
        if isinstance(message, Say):
            sent.append(message)
        return message

    before = wonders.host.game.fold.position
    ann.tamper = note  # type: ignore[assignment]
    turn_bot(wonders, ann)
    assert [BOT] == [one.said.code for one in sent]
    assert before == wonders.host.game.fold.position
    cleo.person.known.people, cleo.person.known.bots = (), frozenset()
    other = spoken("bob", "", wonders.host.game.gid, BOT, seconds=3e9)
    cleo.session.receive(Chat(wonders.host.table.name, (other,)))
    assert frozenset() == cleo.person.known.bots


def test_a_bot_keeps_to_no_clock_that_its_person_has_not_agreed_to(
    wonders: Evening,
) -> None:
    """It agrees to one, so that nobody waits."""
    wonders.type(wonders.bob, "bot")
    wonders.host.pass_time(PATIENCE, 1)
    for human, line in ((wonders.ann, "clock 90"), (wonders.cleo, "clock yes")):
        wonders.type(human, line)
    assert "bob agrees." in told(wonders.cleo)
    for human, keeps in ((wonders.cleo, True), (wonders.bob, False)):
        game = human.session.game
        assert game is not None
        assert keeps == bool(game._agreed)
