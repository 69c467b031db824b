"""Features: each has a command and help, and explains why it can't be used now."""

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
from tests.support.human import Begin, type_and_settle
from tests.support.inprocess.players import RecordingTable
from tests.support.stacks import Seated

ALL = {it.name: it for it in features()}

KEYED = [it.name for it in features() if it.key is not None]

ALIASES = {"resume": "pause", "unmute": "mute", "undo": "", "host": ""}
"""Features without a separate line in the help, and the feature that they belong to."""


@pytest.mark.parametrize("name", ALL)
def test_each_feature_has_a_command_and_help_in_both_languages(name: str) -> None:
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
def test_each_feature_with_a_key_has_a_label_in_both_languages(name: str) -> None:
    """It is also among the actions that every screen offers."""
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


def test_each_command_typed_in_a_lobby_gets_an_answer(begin: Begin) -> None:
    """No command goes unanswered, and none ends the program."""
    _host, human, *_ = begin()
    human.look()
    for name in sorted({*ALL} - {"leave", "quit", "ready", "not"}):
        said = type_and_settle(human, name)
        assert said, name
        assert NOT_BEFORE_A_GAME.get(name, said[0]) in said
        assert human.left is None, name


def stop_autopilot(person: Person) -> None:
    """Stop the bot, so that every feature is tried in the same state."""
    if person.known.handing.autopilot:
        person.commands.ask("bot")


def test_each_command_typed_in_a_game_gets_an_answer(playing: Seated) -> None:
    person = playing.human.person
    for name in sorted({*ALL} - {"host", "leave", "quit"}):
        told = person.known.narration.total
        answers = person.commands.ask(name)
        playing.host.settle()
        assert answers or person.known.narration.total > told, name
        assert playing.human.left is None, name
        stop_autopilot(person)


def test_features_that_are_not_enabled_answer_and_do_nothing(playing: Seated) -> None:
    """These are the commands that completion leaves out at this point of the game."""
    person, recording = playing.human.person, RecordingTable()
    person.table.do = recording.do  # type: ignore[method-assign,assignment]
    for name, feature in ALL.items():
        if feature.enabled is never or feature.enabled(person):
            continue
        told = person.known.narration.total
        assert person.commands.ask(name) or person.known.narration.total > told, name
        assert [] == recording.actions, name


def test_enabled_features_are_offered_and_open_no_dialog_unasked(
    playing: Seated,
) -> None:
    """In a game without trouble, no feature has a reason to ask the player anything."""
    person = playing.human.person
    words = person.commands.words()
    for name, feature in ALL.items():
        assert not feature.enabled(person) or feature.word() in words, name
        assert feature.asks(person) is None, name


def dismiss(stack: ScreenStack) -> None:
    """Close whatever the last key opened, so each key is pressed in the same state."""
    stack.overlays.clear()
    stack.field = None
    stack.messages.notice = ""


def test_each_key_has_a_visible_effect_or_explains_why_not(playing: Seated) -> None:
    stack, person = playing.stack, playing.human.person
    for name in KEYED:
        dismiss(stack)
        told = person.known.narration.total
        assert stack.act(name), name
        playing.host.settle()
        is_asked = [name] == [it.name for it in dialog_boxes(stack, name)]
        is_told = person.known.narration.total > told
        is_done = person.known.handing.autopilot
        assert is_asked or stack.messages.notice or is_told or is_done, name
        stop_autopilot(person)


def test_without_a_person_each_key_explains_that_it_does_nothing(
    playing: Seated,
) -> None:
    """Replays, for example, have no person. The explanation is in both languages."""
    playing.stack.person = None
    for name in sorted({*KEYED} - {"quit"}):
        dismiss(playing.stack)
        english = ALL[name].nowhere()
        assert playing.stack.act(name), name
        assert english == playing.stack.messages.notice
        with spoken("fr"):
            assert english != ALL[name].nowhere()


def test_pressing_the_same_key_again_closes_the_dialog(playing: Seated) -> None:
    stack = playing.stack
    for name in KEYED:
        dismiss(stack)
        stack.act(name)
        stack.draw(80, 24)
        stack.act(name)
        assert [] == dialog_boxes(stack, name), name


def test_each_dialog_is_complete_and_translated(playing: Seated) -> None:
    person = playing.human.person
    for name, feature in ALL.items():
        if feature.dialog is None:
            continue
        asked = feature.dialog(person, playing.stack.key)
        with spoken("fr"):
            french = feature.dialog(person, playing.stack.key)
        if isinstance(asked, str):  # the reason why it isn't possible
            assert asked != french, name
        elif asked is not None:
            assert isinstance(french, Dialog), name
            assert asked.title != french.title, name
            assert asked.help, name
            assert asked.reply("back") is not None, name
