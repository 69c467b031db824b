"""The autopilot: a player's own program plays for them, as they and others see it."""

from __future__ import annotations

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
from tests.support.talk import signed_chat


@pytest.fixture
def wonders(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


def narrated(human: Human) -> list[str]:
    return [it.line for it in human.person.known.narration]


def toggle_bot(evening: Evening, human: Human) -> None:
    """Make somebody type `bot`, and wait until all others have been informed."""
    human.commands.typed("bot")
    evening.host.pass_time(CALM, CALM)


def test_holding_down_the_bot_key_announces_only_the_final_state(
    wonders: Evening,
) -> None:
    """The host finds nothing to refuse."""
    ann, bob = wonders.ann, wonders.bob
    wonders.screen()
    for presses, plays in ((40, False), (41, True)):
        before = len(narrated(bob))
        for _press in range(presses):
            wonders.screen.stack.act("bot")
            wonders.host.clock.advance(0.03)
            wonders.host.settle()
        wonders.host.pass_time(CALM, CALM)
        assert [bot_plays("ann")] * plays == narrated(bob)[before:]
        assert plays == ann.person.known.handing.autopilot
        assert not any("too much" in line for line in narrated(ann))


def test_a_long_name_leaves_room_for_the_bot_mark(tmp_path: Path) -> None:
    """Even with seven players, in every size."""
    name = "x" * 24
    evening = Evening(tmp_path, names=("dan", "eve", "finn", name))
    one = next(it for it in evening.people if it.name == name)
    evening.choose(*evening.people)
    toggle_bot(evening, one)
    for size in SIZES:
        assert "·bot" in evening.screen(*size)


def test_players_can_mark_only_their_own_seat_as_played_by_a_bot(
    wonders: Evening,
) -> None:
    """A spectator has no seat to mark, and a repeated message is announced once."""
    eve = wonders.connect_spectator()
    eve.session.do(Speak("", BOT))
    toggle_bot(wonders, wonders.bob)
    wonders.bob.session.do(Speak("", BOT))
    wonders.bob.act(Speak("", "bots"))
    cleo = wonders.cleo
    assert {wonders.bob.identity.public} == cleo.person.known.bots
    assert 1 == narrated(cleo).count(bot_plays("bob"))
    assert bot_plays("eve") not in narrated(cleo)
    other = msgspec.structs.replace(
        signed_chat("eve", "", wonders.host.game.gid, MYSELF, seconds=3e9),
        identity=wonders.bob.identity.public,
    )
    cleo.session.receive(Chat(wonders.host.table.name, (other,)))
    assert {wonders.bob.identity.public} == cleo.person.known.bots


def test_only_signed_messages_of_players_mark_bots(wonders: Evening) -> None:
    """The log records nothing of it."""
    ann, cleo = wonders.ann, wonders.cleo
    before = wonders.host.game.fold.position
    sent = ann.record_sent(Say)
    toggle_bot(wonders, ann)
    assert [BOT] == [one.said.code for one in sent]
    assert before == wonders.host.game.fold.position
    cleo.person.known.people, cleo.person.known.bots = (), frozenset()
    other = signed_chat("bob", "", wonders.host.game.gid, BOT, seconds=3e9)
    cleo.session.receive(Chat(wonders.host.table.name, (other,)))
    assert frozenset() == cleo.person.known.bots


def test_a_bot_votes_for_a_clock_but_the_person_is_not_bound_by_it(
    wonders: Evening,
) -> None:
    """The bot agrees so that nobody has to wait."""
    wonders.type(wonders.bob, "bot")
    wonders.host.pass_time(PATIENCE, 1)
    for human, line in ((wonders.ann, "clock 90"), (wonders.cleo, "clock yes")):
        wonders.type(human, line)
    assert "bob agrees." in narrated(wonders.cleo)
    for human, keeps in ((wonders.cleo, True), (wonders.bob, False)):
        game = human.session.game
        assert game is not None
        assert keeps == bool(game._agreed)
