"""Features: each has a command and help, and says why it can't be used now."""

from __future__ import annotations

import pytest

from sealed_wonders.client.person import keys
from sealed_wonders.client.person.commandwords import command, commands
from sealed_wonders.client.person.features import features, never
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.questions.dialog import Dialog
from sealed_wonders.client.terminal import availability
from sealed_wonders.client.terminal.screens.dialog import dialog_boxes
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.net.words import spoken
from tests.support.human import Begin, types
from tests.support.inprocess.players import RecordingTable
from tests.support.stacks import Seated

ALL = {it.name: it for it in features()}

KEYED = [it.name for it in features() if it.key is not None]

ALIASES = {"resume": "pause", "unmute": "mute", "undo": "", "host": ""}
"""Those without a line of their own in the help: what they belong to, if to anything."""


@pytest.mark.parametrize("name", ALL)
def test_each_can_be_typed_and_looked_up_in_both_languages(name: str) -> None:
    feature = ALL[name]
    assert name == feature.word() == command(name)
    with spoken("fr"):
        word = feature.word()
        assert name == command(word)
        assert word == commands()[name]
    words = [it.word() for it in features()]
    assert sorted(set(words)) == sorted(words)

    lines = [it for it in (feature.playing, feature.watching, feature.lobby) if it]
    assert bool(lines) or name in ALIASES
    for line in lines:
        english = line.means()
        with spoken("fr"):
            assert english != line.means()
            if line.usage is not None:
                assert line.usage()


@pytest.mark.parametrize("name", [it.name for it in features() if it.key])
def test_each_with_a_key_has_a_label_and_its_french(name: str) -> None:
    """And is among what is offered at every screen."""
    english = keys.short(name), keys.long(name)
    with spoken("fr"):
        french = keys.short(name), keys.long(name)
    assert english[1] != french[1]
    assert name in availability.ACTIONS


NOT_BEFORE_A_GAME = {
    "break": "You can propose a break during any age except the last.",
    "clock": "You can do that once the game has begun.",
    "finish": "You aren't playing, so you have no game to end.",
    "open": "You can do that once the game is over.",
    "pause": "You can do that once the game has begun.",
    "resume": "You can do that once the game has begun.",
}


def test_in_a_lobby_each_is_done_or_says_why_not(begin: Begin) -> None:
    """Nothing that is typed goes without an answer, or ends the program."""
    _host, human, *_ = begin()
    human.look()
    for name in sorted({*ALL} - {"leave", "quit", "ready", "not"}):
        said = types(human, name)
        assert said, name
        assert NOT_BEFORE_A_GAME.get(name, said[0]) in said
        assert human.left is None, name


def play_oneself(person: Person) -> None:
    """Let no bot play, so that the next feature finds what the first one found."""
    if person.known.handing.autopilot:
        person.commands.ask("bot")


def test_in_a_game_each_is_done_or_says_why_not(playing: Seated) -> None:
    person = playing.human.person
    for name in sorted({*ALL} - {"host", "leave", "quit"}):
        told = person.known.narration.total
        answers = person.commands.ask(name)
        playing.host.settle()
        assert answers or person.known.narration.total > told, name
        assert playing.human.left is None, name
        play_oneself(person)


def test_what_means_nothing_just_now_does_nothing(playing: Seated) -> None:
    """What completion leaves out of a game because of how things stand."""
    person, recording = playing.human.person, RecordingTable()
    person.table.do = recording.do  # type: ignore[method-assign,assignment]
    for name, feature in ALL.items():
        if feature.enabled is never or feature.enabled(person):
            continue
        told = person.known.narration.total
        assert person.commands.ask(name) or person.known.narration.total > told, name
        assert [] == recording.done, name


def test_what_is_enabled_is_offered_and_asks_nothing_by_itself(playing: Seated) -> None:
    """As long as all is well."""
    person = playing.human.person
    words = person.commands.words()
    for name, feature in ALL.items():
        assert not feature.enabled(person) or feature.word() in words, name
        assert feature.asks(person) is None, name


def put_away(stack: ScreenStack) -> None:
    """Take away what a key has brought, so that the next one is pressed as the first was."""
    stack.overlays.clear()
    stack.field = None
    stack.messages.notice = ""


def test_each_key_asks_or_does_it_or_says_why_not(playing: Seated) -> None:
    stack, person = playing.stack, playing.human.person
    for name in KEYED:
        put_away(stack)
        told = person.known.narration.total
        assert stack.act(name), name
        playing.host.settle()
        is_asked = [name] == [it.name for it in dialog_boxes(stack, name)]
        is_told = person.known.narration.total > told
        is_done = person.known.handing.autopilot
        assert is_asked or stack.messages.notice or is_told or is_done, name
        play_oneself(person)


def test_where_nobody_has_a_seat_each_key_says_so(playing: Seated) -> None:
    """In a replay, say, in both languages."""
    playing.stack.person = None
    for name in sorted({*KEYED} - {"quit"}):
        put_away(playing.stack)
        english = ALL[name].nowhere()
        assert playing.stack.act(name), name
        assert english == playing.stack.messages.notice
        with spoken("fr"):
            assert english != ALL[name].nowhere()


def test_the_same_key_once_more_answers_or_takes_it_away(playing: Seated) -> None:
    stack = playing.stack
    for name in KEYED:
        put_away(stack)
        stack.act(name)
        stack.draw(80, 24)
        stack.act(name)
        assert [] == dialog_boxes(stack, name), name


def test_what_each_asks_is_whole_and_has_its_french(playing: Seated) -> None:
    person = playing.human.person
    for name, feature in ALL.items():
        if feature.dialog is None:
            continue
        asked = feature.dialog(person, playing.stack.key)
        with spoken("fr"):
            french = feature.dialog(person, playing.stack.key)
        if isinstance(asked, str):  # why it can't be done
            assert asked != french, name
        elif asked is not None:
            assert isinstance(french, Dialog), name
            assert asked.title != french.title, name
            assert asked.help, name
            assert asked.reply("back") is not None, name
