"""Chat: commands, the lines that are shown, and muting."""

from __future__ import annotations

import re

import pytest

from sealed_wonders.client.person.person import Person
from sealed_wonders.client.person.talking import (
    VOICES_CAP,
    digits,
    in_words,
    quick_words,
)
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.table.events import Heard, TalkHeard
from sealed_wonders.client.tablewords.unavailable import nobody_to_mute
from sealed_wonders.client.terminal.screens.dialog import dialog_boxes
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.net import words
from sealed_wonders.net.talk import DO, QUICK, SAY
from sealed_wonders.net.words import LANGUAGES, use
from tests.support.human import Begin, type_and_settle
from tests.support.inprocess.client import Client
from tests.support.lobbies import identity_of
from tests.support.stacks import Seated


def chat_message(code: str, text: str = "", **other: object) -> Heard:
    values = {"name": "bob", "is_seated": True, "dated": None, **other}
    return Heard(identity_of("bob").public, code=code, text=text, **values)  # type: ignore[arg-type]


def send_chat(client: Client, text: str, code: str = SAY) -> None:
    client.act(Speak(text, code))


# Reading.


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (chat_message(SAY, "hello there"), "bob says: hello there"),
        (chat_message(DO, "waves"), "* bob waves"),
        (chat_message("well-played"), "bob says: Well played!"),
        (chat_message("well-played", "you lose"), "bob says: Well played!"),
        (chat_message(SAY, "hello", is_seated=False), "bob (spectator) says: hello"),
        (chat_message(DO, "waves", is_seated=False), "* bob (spectator) waves"),
        (chat_message("something-new", "x"), ""),
    ],
)
def test_each_kind_of_message_has_its_wording(line: Heard, said: str) -> None:
    """Text with a quick message's code is dropped. Unknown codes show nothing."""
    assert said == in_words(line, line.name)


def test_a_message_from_another_day_shows_its_date() -> None:
    said = in_words(chat_message(SAY, "I am ready", dated=1_700_000_000.0), "bob")
    assert re.fullmatch(r"\[2023-11-1[45] \d\d:\d\d\] bob says: I am ready", said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_quick_messages_are_shown_in_the_readers_language(
    language: str, begin: Begin
) -> None:
    """There is one for each code, and all fit on the line in which one types."""
    host, human, bob, _ = begin()
    host.settle()
    before = words.language()
    use(language)
    try:
        assert [*QUICK] == [*quick_words()] == [*digits().values()]
        human.look()
        send_chat(bob, "", "thanks")
        line = human.look()[-1]
        some = enumerate(quick_words().values(), 1)
        said = " ".join([words._("Say:"), *(f"{n} {word}" for n, word in some)])
    finally:
        use(before)
    assert (
        line == {"en": "bob says: Thanks!", "fr": "bob dit\xa0: Merci\xa0!"}[language]
    )
    assert len(said) <= 80


# Typing.


@pytest.mark.parametrize("typed", ["me " + "x" * 500, "say a\x1bb"])
def test_a_message_that_cannot_be_sent_is_refused(typed: str, begin: Begin) -> None:
    host, human, *_ = begin()
    host.settle()
    (said,) = type_and_settle(human, typed)
    assert said.startswith("That can't be sent: it is too long, or contains control")


# Muting.


def test_a_muted_players_messages_are_hidden_until_unmuted(begin: Begin) -> None:
    """Their actions and quick messages are hidden too. Others' messages are shown."""
    host, human, bob, cleo = begin()
    host.settle()
    (said,) = type_and_settle(human, "/mute Bob")
    assert said.startswith("bob is muted until")
    send_chat(bob, "buy, buy, buy")
    send_chat(bob, "shouts", DO)
    send_chat(bob, "", "hello")
    send_chat(cleo, "at last")
    assert ["cleo says: at last"] == human.look()
    assert ["bob is no longer muted."] == type_and_settle(human, "unmute bob")
    send_chat(bob, "what did I miss?")
    assert ["bob says: what did I miss?"] == human.look()


def test_muting_applies_to_a_key_and_not_to_a_name(begin: Begin) -> None:
    """
    Another person with the same name is heard, and distinguished by six words. Muting
    lasts into the next game, until the program ends.
    """
    host, human, *_ = begin()
    host.settle()
    person = human.person
    type_and_settle(human, "mute bob")
    person.told(TalkHeard(chat_message(SAY, "it is I", is_seated=False)))
    assert [] == human.look()
    other = Heard(identity_of("x").public, "bob", False, SAY, "hello", None)
    person.told(TalkHeard(other))
    assert ["bob≈ (spectator) says: hello"] == human.look()
    type_and_settle(human, "unmute bob")
    (said,) = type_and_settle(human, "mute bob")
    whom = re.findall(r"bob(?: \w+){6}", said)
    assert 2 == len(whom)
    type_and_settle(human, f"mute {whom[0]}")
    assert 1 == len(person.talking.muted)
    after = human._listener()
    assert isinstance(after, Person)
    after.return_from(person)
    assert after.talking.muted is person.talking.muted


def test_only_the_most_recent_speakers_are_remembered(begin: Begin) -> None:
    """A host could invent any number of speakers."""
    host, human, *_ = begin()
    host.settle()
    for number in range(VOICES_CAP + 5):
        one = Heard(number.to_bytes(32), f"x {number}", False, SAY, "hello", None)
        human.person.told(TalkHeard(one))
    human.person.told(
        TalkHeard(Heard(bytes([*bytes(31), 9]), "x 9", False, SAY, "again", None))
    )
    voices = [*human.person.known.voices.values()]
    assert VOICES_CAP == len(voices)
    assert ["x 104", "x 9"] == voices[-2:]
    assert "x 4" not in voices


def test_the_mute_box_closes_when_nobody_is_left_to_mute(playing: Seated) -> None:
    playing.stack.act("mute")
    known = playing.human.person.known
    known.people = tuple(it for it in known.people if it.name == "ann")
    playing.look()
    playing.stack.act("enter")
    assert [] == playing.stack.overlays
    playing.stack.act("mute")
    assert nobody_to_mute() in playing.look()
    assert [] == playing.stack.overlays


def test_chat_commands_work_in_both_fields_of_a_screen(playing: Seated) -> None:
    """These are the chat field and the command field."""
    stack = playing.stack
    for action, line in (("chat", "/me waves"), ("command", "me nods")):
        stack.act(action)
        stack.typed(line)
        playing.host.settle()
    said = [told.line for told in stack.known.narration if told.kind is LineKind.CHAT]
    assert ["* ann waves", "* ann nods"] == said
    stack.act("chat")
    stack.typed("/mute nobody")
    assert stack.field is not None
    assert "/mute nobody" == stack.field.text
    assert "Who? You can choose: bob, cleo." in playing.look()
    assert {"/me ", "/mute bob", "/mute cleo"} <= set(stack.field.words())
    stack.typed("/mute bob")
    assert stack.field is None
    stack.act("command")
    stack.typed("mute")
    assert dialog_boxes(stack, "mute") == [stack.top]


# Without readers.


def test_chat_is_not_sent_to_a_table_of_bots(playing: Seated) -> None:
    """
    The player is told so, whether they open the chat field or type a command. With a
    friend at the table, the field opens.
    """
    known, stack, commands = playing.stack.known, playing.stack, playing.human.commands
    people = known.people
    known.people = tuple(
        it if seat == known.ours else it._replace(owner=known.host_key)
        for seat, it in enumerate(people)
    )
    said = "Only bots are at this table, and they don't read messages."
    stack.act("chat")
    assert stack.field is None
    assert said in playing.look()
    for line in ("say hello", "me waves"):
        before = known.narration.total
        commands.typed(line)
        assert [said] == [it.line for it in known.narration.since(before)]
    known.people = people
    stack.act("chat")
    assert stack.field is not None
