"""The stack: actions that every screen has, boxes, and the line at the bottom."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from sealed_wonders.client.person import keys
from sealed_wonders.client.person.commandline import prompt_confirm
from sealed_wonders.client.reasons import connection_lost
from sealed_wonders.client.signs.draw import measure
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.terminal import messages
from sealed_wonders.client.terminal.availability import ACTIONS
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.terminal.wonders.gamescreens import WondersScreens
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.net.log.phases import Phase
from sealed_wonders.net.names import LINE_CAP
from sealed_wonders.net.words import use
from tests.support.fakescreen import FakeScreen
from tests.support.stacks import Seated, Sit

BOXES = {
    "cities": "CityBox",
    "details": "CardBox",
    "memory": "HandsBox",
    "scores": "ScoresBox",
    "log": "LogBox",
    "help": "HelpBox",
}


def names(stack: ScreenStack) -> list[str]:
    return [type(overlay).__name__ for overlay in stack.overlays]


def message(seated: Seated) -> str:
    return seated.look().split("\n")[-2]


def keys_row(seated: Seated, width: int = 80) -> str:
    return seated.look(width).split("\n")[-1]


def says(seated: Seated, name: str, line: str) -> None:
    """Make another player say something."""
    [other] = [one for one in seated.others if one.name == name]
    other.act(Speak(line))


def test_the_key_that_opens_a_box_closes_it(playing: Seated) -> None:
    """
    Boxes lie on boxes, each at most once. The city of any seat can be opened by its
    number.
    """
    stack, me = playing.stack, playing.stack.known.viewpoint
    for action, box in BOXES.items():
        for key in (action, "back"):
            assert stack.act(action)
            assert names(stack) == [box]
            assert stack.act(key)
            assert names(stack) == []
    assert not stack.act("back"), "there is nothing left to close"
    for below, above in itertools.permutations(BOXES, 2):
        stack.act(below)
        stack.act(above)
        assert names(stack) == [BOXES[below], BOXES[above]]
        stack.act(below)
        assert names(stack) == [BOXES[above], BOXES[below]], "it is brought to the top"
        stack.overlays.clear()
    for seat in range(3):
        assert stack.act(f"city {seat}")
        assert names(stack) == ["CityBox"]
        whose = "You" if seat == me else stack.known.names[seat]
        assert f"─ {whose} ·" in playing.look()
    stack.act("back")
    assert stack.act("city 99")
    assert not stack.act("city me")
    assert names(stack) == []


def test_actions_unknown_to_the_top_screen_are_not_done(playing: Seated) -> None:
    screen = playing.stack.base
    assert isinstance(screen, FakeScreen)
    assert playing.stack.act("build")
    assert screen.done == ["build"]
    assert not playing.stack.act("ready")
    playing.stack.act("help")
    assert not playing.stack.act("build"), "the box on top takes the keys"
    assert screen.done == ["build"]


def test_actions_for_before_or_after_a_game_say_so_during_it(playing: Seated) -> None:
    for why, actions in (
        (
            "You can do that once the game is over.",
            ("replay", "audit", "export", "disclose"),
        ),
        ("You can do that only before the game begins.", ("ready", "trust")),
    ):
        for action in actions:
            playing.stack.say("")
            playing.stack.act(action)
            assert message(playing).startswith(why), action


def test_what_programs_compute_is_shown_only_if_it_takes_long(
    playing: Seated,
) -> None:
    """A general line is shown at once, and the log has the details at any time."""
    stack, known = playing.stack, playing.stack.known
    stack.act("back")  # marks the news of the table as read
    known.asked = False
    now = stack.seconds()
    known.wait = Wait(Phase(7, "MIX", (2,), "age2"), (2,), (), False)
    known.wait_since = now
    who = known.names[2]
    assert message(playing).startswith("The cards are being dealt.")
    assert now + waits.PATIENCE == stack.messages.wakes
    stack.act("log")
    detailed = f"{who}'s program is shuffling the cards (3 of 3)."
    assert f"Now: {detailed}" in playing.look(80)
    stack.act("log")
    known.wait_since -= waits.PATIENCE
    assert message(playing).startswith(detailed)
    known.asked = True
    assert message(playing).startswith("It's your turn to choose.")


def test_a_repeated_long_notice_opens_only_one_box(seated: Seated) -> None:
    """A fault at each key, for example, can be closed once and for all."""
    stack, before = seated.stack, len(seated.stack.overlays)
    stack.draw(80, 24)
    for _again in range(3):
        stack.say("long " * 30)
        stack.say("other " * 30)
    assert before + 2 == len(stack.overlays)
    stack.act("back")
    stack.act("back")
    assert before == len(stack.overlays)


# Nobody at the table, or no table.


def test_without_a_table_only_leaving_is_possible(seated: Seated) -> None:
    stack, left = seated.stack, []
    stack.person = None
    stack.quit = lambda: left.append("left")
    stack.known.narration = type(stack.known.narration)()
    for action, said in (
        ("chat", "There is nobody here to talk to."),
        ("command", "You can type commands only at a table."),
        ("log", "Nothing has happened yet."),
    ):
        assert stack.act(action)
        assert message(seated) == said
    stack.act("quit")
    assert left == ["left"]


# Commands.


def command(seated: Seated, line: str) -> None:
    seated.stack.act("command")
    assert seated.stack.field is not None
    seated.stack.typed(line)
    seated.host.settle()


def test_a_long_answer_opens_a_box_and_the_next_answer_replaces_it(
    playing: Seated,
) -> None:
    """Commands are completed with the words of line mode."""
    command(playing, "city bob")
    assert names(playing.stack) == ["AnswerBox"]
    assert "bob" in playing.look()
    command(playing, "scores")
    assert names(playing.stack) == ["AnswerBox"]
    assert "Points, if the game ended now:" in playing.look()
    playing.stack.act("command")
    field = playing.stack.field
    assert field is not None
    assert {"hands", "log", "card", "scores", "city bob"} <= set(field.words())
    command(playing, "s1")
    assert playing.stack.known.turn
    command(playing, "quit")
    assert playing.stack.field is not None
    assert playing.stack.field.label == prompt_confirm()


def test_an_invalid_command_is_answered_and_changes_nothing(playing: Seated) -> None:
    """The answer is shown before unread lines, and isn't added to the narration."""
    before = playing.stack.known.sight, playing.moves
    for line in ("frobnicate", "b99", "city nobody", "\x1b[31m"):
        playing.stack.say("")
        command(playing, line)
        assert (playing.stack.known.sight, playing.moves) == before
        assert "\x1b" not in playing.look()
        assert message(playing) or playing.stack.overlays
        playing.stack.overlays.clear()
    says(playing, "bob", "one")
    told = len(playing.stack.known.narration)
    for line in ("frobnicate", "undo"):
        command(playing, line)
        assert "bob" not in message(playing)
        assert message(playing).endswith("(+1, l log)")
        assert len(playing.stack.known.narration) == told, (
            "answers aren't part of the narration"
        )


# Leaving.


def test_leaving_to_the_start_screen_names_no_command(
    playing: Seated,
) -> None:
    leaving = playing.human.person.leaving
    leaving.to_start = True
    assert "You come back to the start screen" in str(leaving.dialog())
    playing.stack.act("quit")
    assert "wonders join" not in playing.look()


def test_the_dialog_for_leaving_states_whether_the_game_ends(
    seated: Seated,
) -> None:
    seated.stack.act("quit")
    assert "Leave this table?" in seated.look()
    assert "wonders join" not in seated.look()
    seated.stack.act("back")
    seated.play_until_turn(1, 1)
    seated.human.person.back = ""
    seated.stack.act("quit")
    assert "Leaving ends the game." in seated.look()


# The bottom line.

STORY_LINES = """
Earlier unread lines are counted
    bob says one
    bob says two
    bob says three
    line: bob says: three (+2, l log)

A key removes a line that has been there for a while
    bob says one
    line: bob says: one
    key build
    line: bob says: one
    some seconds pass
    line: bob says: one
    key build
    not: bob

A recent line stays, and counts the one before it
    bob says one
    look
    some seconds pass
    cleo says two
    look
    key build
    line: cleo says: two (+1, l log)

A line that was never drawn doesn't count as read
    look
    some seconds pass
    bob says one
    key build
    line: bob says: one

Chat gives way to what the table waits for, and stays in the log
    look
    some seconds pass
    bob says one
    line: bob says: one
    wakes
    it was noticed
    line: It's your turn to choose.
    key log
    seen: bob says: one

The time of a chat line begins when it becomes visible, after a notice
    bob says one
    notice: Done.
    line: Done. (+1, l log)
    it was almost noticed
    line: Done. (+1, l log)
    key build
    line: bob says: one
    it was almost noticed
    line: bob says: one
    a second passes
    line: It's your turn to choose.

Chat from before we joined is only in the log
    told before: bob says: one
    look
    some seconds pass
    line: It's your turn to choose.
    key log
    seen: bob says: one

Chat gives way to a new question, but not before it could be read
    look
    bob says one
    line: bob says: one
    ann chooses
    line: bob says: one
    some seconds pass
    line: It's your turn to choose.

A key that does nothing says so, and its notice gives way to our turn
    look
    some seconds pass
    key goto
    line: That key does nothing here; ? lists the keys that do.
    wakes
    it was noticed
    line: It's your turn to choose.

Esc shows no notice if there is nothing to close
    key back
    not: does nothing

A warning comes before chat, and stays until a key is pressed
    warning: Look out!
    bob says one
    line: Look out! (+1, l log)
    it was noticed
    line: Look out! (+1, l log)

New chat comes before an older notice
    key goto
    not: bob
    bob says one
    line: bob says: one

Opening the log marks everything as read
    bob says one
    bob says two
    key log
    seen: bob says: one
    key log
    not: bob

The notice of a key disappears when a question comes
    nothing is asked
    notice: You have nothing to choose right now.
    line: You have nothing to choose right now.
    something is asked
    not: nothing to choose
    notice: There is no card 9.
    line: There is no card 9.

A lost connection is shown as long as it lasts
    the connection is lost
    line: {lost}
    bob says one
    line: {lost} (+1, l log)
"""

STORIES = [story.split("\n") for story in STORY_LINES.strip("\n").split("\n\n")]


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story[0])
def test_the_bottom_line(playing: Seated, story: list[str]) -> None:
    for step in map(str.strip, story[1:]):
        do_step(playing, step.format(lost=connection_lost()))


def do_step(seated: Seated, step: str) -> None:
    """Do a step of a story, or check what is shown."""
    stack, known, clock = seated.stack, seated.stack.known, seated.host.clock
    does, _, what = step.partition(": ")
    match does.split():
        case ["line"]:
            assert message(seated) == what
        case ["not"]:
            assert what not in message(seated), step
        case ["seen"]:
            assert what in seated.look(), step
        case ["wakes"]:
            assert stack.messages.wakes == clock.seconds() + messages.NOTICED
        case ["look"]:
            seated.look()
        case [("bob" | "cleo") as name, "says", line]:
            says(seated, name, line)
        case ["ann", "chooses"]:
            seated.choose()
        case ["key", action]:
            stack.act(action)
        case ["notice"]:
            stack.say(what)
        case ["warning"]:
            known.narration.append(NarratedLine(LineKind.WARNING, what, None))
        case ["told", "before"]:
            known.narration.append(
                NarratedLine(LineKind.CHAT, what, None, is_past=True)
            )
        case [("nothing" | "something") as asked, "is", "asked"]:
            known.asked = asked == "something"
        case ["the", "connection", "is", "lost"]:
            known.offline = True
        case _:
            clock.advance(PASSES[step])


PASSES = {
    "some seconds pass": messages.PATIENCE,
    "it was noticed": messages.NOTICED,
    "it was almost noticed": messages.NOTICED - 1,
    "a second passes": 1,
}


def test_a_long_line_is_cut_after_a_sentence_or_at_a_mark(playing: Seated) -> None:
    """
    It is cut after a sentence if that shows at least half of the line. The log has all
    of it.
    """
    line = " ".join(["word"] * 40)
    says(playing, "bob", line)
    assert measure(message(playing)) <= 80
    assert message(playing).endswith("… (l log)")
    playing.stack.act("log")
    inside = [row.strip("│ ↑") for row in playing.look().split("\n")[1:-3]]
    assert line in " ".join(inside)
    playing.stack.act("log")
    says(playing, "bob", f"{'one ' * 12}. {'two ' * 12}")
    assert message(playing) == f"bob says: {'one ' * 12}. … (l log)"
    says(playing, "bob", f"one. {'two ' * 24}")
    assert message(playing).startswith("bob says: one. two two two")


def test_a_chat_line_can_be_anything_and_is_kept_if_it_cannot_be_sent(
    playing: Seated,
) -> None:
    """
    A hint says so, because the quick phrases alone might mislead. An empty line sends
    nothing.
    """
    stack = playing.stack
    stack.act("chat")
    hint = "Type anything, or press a digit for one of these phrases."
    assert message(playing) == hint
    stack.give_up_line()
    assert message(playing) != hint
    says(playing, "bob", "one")
    stack.act("chat")
    assert message(playing) == "bob says: one", "the answer may refer to it"
    said = len(stack.known.narration)
    stack.typed("")
    assert stack.field is None
    assert said == len(stack.known.narration)
    stack.act("chat")
    long = "x" * (LINE_CAP + 1)
    stack.typed(long)
    assert stack.field is not None
    assert (stack.field.label, stack.field.text) == ("Say:", long)
    assert message(playing).startswith("That can't be sent")
    stack.typed("hello")
    playing.host.settle()
    assert stack.field is None
    assert message(playing) == "ann says: hello (+1, l log)"


def test_escape_sequences_in_chat_are_not_shown(playing: Seated) -> None:
    playing.stack.known.narration.append(
        NarratedLine(LineKind.CHAT, "red\x1b[31m\nsea", None)
    )
    seen = playing.look()
    assert "\x1b" not in seen
    assert len(seen.split("\n")) == 24
    playing.stack.act("log")
    assert "\x1b" not in playing.look()


def test_the_bottom_line_otherwise_says_for_whom_the_table_waits(
    playing: Seated,
) -> None:
    """News about the table stays long enough to be read."""
    for other in playing.others:
        other.player.pick = None
    playing.choose()  # they have chosen for this turn, and won't for the next
    playing.choose()
    stack, clock = playing.stack, playing.host.clock
    assert message(playing).startswith("Waiting for ")
    told = NarratedLine(LineKind.TABLE, "bob has reconnected.", None)
    stack.known.narration.append(told)
    assert message(playing) == told.line
    assert stack.wakes == clock.seconds() + messages.PATIENCE
    clock.advance(messages.PATIENCE)
    assert message(playing).startswith("Waiting for ")
    # The duration is updated every ten seconds.
    assert stack.wakes == clock.seconds() + 10


def test_lines_from_the_lobby_disappear_when_the_game_begins(
    seated: Seated,
) -> None:
    """They include our actions there. The new line says for whom the table waits."""
    seated.look()
    seated.stack.act("ready")
    seated.begin()
    assert "ready" not in message(seated)
    said = "The other players, starting on your left: bob, cleo."
    assert said in [it.line for it in seated.stack.known.narration]
    assert said != message(seated)


def test_a_new_table_model_is_read_from_its_beginning(
    playing: Seated, sit: Sit
) -> None:
    says(playing, "bob", "one")
    playing.look()
    other = sit()
    says(other, "cleo", "two")
    playing.stack.known = other.stack.known
    assert message(playing) == "cleo says: two"


# Keys.


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_help_always_names_the_key_that_closes_it(
    playing: Seated, language: str
) -> None:
    """Other keys give way to it: those that scroll can be found by trying."""
    use(language)
    playing.stack.act("help")
    assert {"en": "Esc close", "fr": "Échap fermer"}[language] in keys_row(playing, 80)


def test_only_keys_that_do_something_are_offered(seated: Seated) -> None:
    """Their names are those of the configured keys."""
    row, stack = keys_row(seated, 200), seated.stack
    for word in ("cities", "points", "hands", "details"):
        assert word not in row
    seated.play_until_turn(1, 1)
    row = keys_row(seated, 200)
    for word in ("cities", "points", "hands", "details", "log", "talk", "command"):
        assert f" {word}" in row
    stack.settings = replace(stack.settings, keys={"scores": ("x", "c-x")})
    assert stack.key("scores") == "x"
    assert stack.keys_of("scores") == ("x", "Ctrl-X")
    assert stack.keys_of("card 3") == ()
    assert stack.key("card 3") == ""
    assert "x points" in keys_row(seated, 200)


def test_every_common_action_has_a_key() -> None:
    assert {*WondersScreens.actions, *ACTIONS} <= set(keys.ACTIONS)
