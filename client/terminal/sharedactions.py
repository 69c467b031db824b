"""
Actions of every screen: opening boxes, typing lines, leaving.

`ScreenStack.act` tries them after the top screen's own, and before those that a game has
on all of its screens (`GameFace.screens`). Their names are in `client.person.keys`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sealed_wonders.client.person.commandwords import command
from sealed_wonders.client.person.features import Feature, named
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.person.talking import only_bots, quick_words
from sealed_wonders.client.tablewords import lenders, waits
from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.client.terminal.screens.dialog import (
    close_dialog,
    dialog_box,
    dialog_of,
)
from sealed_wonders.client.terminal.screens.help import HelpBox
from sealed_wonders.client.terminal.screens.invite import InviteBox
from sealed_wonders.client.terminal.screens.log import LogBox
from sealed_wonders.client.terminal.stack import Field, Stack
from sealed_wonders.net.words import _


def act(stack: Stack, action: str) -> bool:
    """Carry out an action that all screens share; return whether it is one."""
    if action == "back" and stack.overlays:
        stack.close(stack.overlays[-1])
    elif action in _ACTIONS:
        _ACTIONS[action](stack)
    elif (feature := named(action)) is not None and feature.key is not None:
        _press(stack, feature)
    elif stack.is_resuming:
        stack.say(waits.resuming())
    else:
        return stack.known.face.screens.act(stack, action)
    return True


def _press(stack: Stack, feature: Feature) -> None:
    """Handle a feature's key: close its dialog if open, else open it or act."""
    person = stack.person
    if person is None and feature.name == "quit":
        stack.quit()
    elif person is None:
        stack.say(feature.nowhere())
    elif not close_dialog(stack, feature.name):
        _open(stack, person, feature)


def _open(stack: Stack, person: Person, feature: Feature) -> None:
    for name in feature.first:
        other = named(name)
        if other is not None and dialog_of(stack, person, other) is not None:
            stack.open(dialog_box(stack, person, other))
            return
    asked = None if feature.dialog is None else feature.dialog(person, stack.key)
    if isinstance(asked, str):
        stack.say(asked)
    elif asked is None:
        feature.do(person, "")
    elif asked.remains:
        stack.say(feature.nowhere())
    else:
        stack.open(dialog_box(stack, person, feature))


def _log(stack: Stack) -> None:
    if stack.known.narration:
        stack.toggle(LogBox, lambda: LogBox(stack))
    else:
        stack.say(_("Nothing has happened yet."))


def _help(stack: Stack) -> None:
    top = stack.top
    stack.toggle(HelpBox, lambda: HelpBox(stack, top))


def _invite(stack: Stack) -> None:
    stack.toggle(InviteBox, lambda: InviteBox(stack))


def _disclose(stack: Stack) -> None:
    if stack.person is None:
        stack.say(_("You can do that at the end of a game that you have played."))
    else:
        stack.person.disclosing.disclose()


def _lend(stack: Stack) -> None:
    if stack.lend is None:
        stack.say(lenders.nothing_to_lend())
    else:
        stack.lend()


def _browse(stack: Stack) -> None:
    if stack.browse is None:
        stack.say(_("There is no seat here to show in a browser."))
    else:
        stack.browse()


# Lines that are typed.


def _chat(stack: Stack, typed: str = "") -> None:
    person = stack.person
    if person is None or not person.seated:
        stack.say(_("There is nobody here to talk to."))
        return
    talking = person.talking
    if person.known.is_among_bots:
        stack.say(only_bots())
        return

    def done(line: str) -> None:
        if line and not talking.typed(line):
            _chat(stack, line)  # so that it can be shortened

    quick = tuple(quick_words().values())
    hint = _("Type anything, or press a digit for one of these phrases.")
    if typed:
        hint = ""  # the reason why it wasn't sent is shown
    stack.ask(Field(_("Say:"), done, typed, talking.words, quick=quick, hint=hint))


def _command(stack: Stack) -> None:
    person = stack.person
    if person is None:
        stack.say(_("You can type commands only at a table."))
        return
    commands = person.commands
    label = commands.prompt if commands.is_unsure else ":"
    stack.ask(
        Field(
            label,
            lambda line: _typed(stack, line),
            words=commands.words,
            lasts=_lasts(person),
        )
    )


def _lasts(person: Person) -> Callable[[], bool]:
    """Return a function that returns whether a question asked now is still open."""
    commands = person.commands
    return (lambda: commands.is_unsure) if commands.is_unsure else (lambda: True)


def _typed(stack: Stack, line: str) -> None:
    """Carry out a line as line mode would, and show the answer."""
    person = stack.person
    if person is None or not line:
        return
    opens = command(line.strip())
    feature = named(opens)
    if opens == "invite" or (feature is not None and feature.opens):
        act(stack, opens)
        return
    word, _space, rest = line.strip().partition(" ")
    if command(word) == "host":  # the host's answer takes time
        person.managing.tell(rest, partial(_answered, stack, person, line))
        return
    _answered(stack, person, line, person.commands.ask(line))
    if person.commands.is_unsure:
        _command(stack)


def _answered(stack: Stack, person: Person, line: str, answers: Sequence[str]) -> None:
    """Show the answer to a typed line: short ones as a notice, others in a box."""
    if len(answers) == 1:
        stack.say(answers[0])
    elif answers:
        stack.toggle_off(AnswerBox)
        stack.open(AnswerBox(stack, line, answers, _lasts(person)))


_ACTIONS: Mapping[str, Callable[[Stack], None]] = {
    "log": _log,
    "help": _help,
    "invite": _invite,
    "chat": _chat,
    "command": _command,
    "disclose": _disclose,
    "browser": _browse,
    "phones": _lend,
}
"""Actions that all screens share and that aren't features."""
