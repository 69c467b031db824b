"""
What can be done at every screen: boxes that are opened, lines that are typed, leaving.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sealed_wonders.client.terminal import (
    absences,
    breaks,
    comparing,
    handing,
    retiming,
    seatwords,
)
from sealed_wonders.client.terminal.commandwords import command
from sealed_wonders.client.terminal.features import named
from sealed_wonders.client.terminal.pausing import no_clock
from sealed_wonders.client.terminal.screens.answers import AnswerBox
from sealed_wonders.client.terminal.screens.ballot import BallotBox
from sealed_wonders.client.terminal.screens.comparing import CompareBox
from sealed_wonders.client.terminal.screens.confirm import Confirm
from sealed_wonders.client.terminal.screens.elsewhere import HaltBox, ThereBox
from sealed_wonders.client.terminal.screens.help import HelpBox
from sealed_wonders.client.terminal.screens.here import HereBox
from sealed_wonders.client.terminal.screens.invite import InviteBox
from sealed_wonders.client.terminal.screens.leaving import LeaveBox
from sealed_wonders.client.terminal.screens.log import LogBox
from sealed_wonders.client.terminal.screens.muting import MuteBox
from sealed_wonders.client.terminal.screens.retiming import RetimeBox
from sealed_wonders.client.terminal.screens.seatwords import WordsBox
from sealed_wonders.client.terminal.stack import Field, Stack
from sealed_wonders.client.terminal.talking import nobody_to_mute, quick_words
from sealed_wonders.net.words import _


def act(stack: Stack, action: str) -> bool:
    """Do what is done in the same way at all screens; tells whether it is such a thing."""
    if action == "back" and stack.overlays:
        stack.close(stack.overlays[-1])
    elif action in _ACTIONS:
        _ACTIONS[action](stack)
    else:
        return stack.known.face.screens.act(stack, action)
    return True


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


def _without(stack: Stack) -> None:
    """Show how a game can go on that has stopped, lost its host, or misses a player."""
    known, absence = stack.known, stack.known.absence
    if known.halted:
        stack.toggle(HaltBox, lambda: HaltBox(stack))
    elif known.elsewhere:
        stack.toggle(ThereBox, lambda: ThereBox(stack))
    elif known.may_host:
        stack.toggle(HereBox, lambda: HereBox(stack))
    elif stack.person is None or not (absence.asks or absence.offered):
        stack.say(absences.nobody_to_go_on_without())
    else:
        stack.toggle(BallotBox, lambda: BallotBox(stack))


def _words(stack: Stack) -> None:
    person = stack.person
    if person is None or not person.seatwords.words:
        stack.toggle_off(WordsBox)
        stack.say(seatwords.none_now())
    else:
        stack.toggle(WordsBox, lambda: WordsBox(stack, person))


def _compare(stack: Stack) -> None:
    person, known = stack.person, stack.known
    if person is None or known.charter is None or known.wait is None:
        stack.toggle_off(CompareBox)
        stack.say(comparing.nothing_to_compare())
    else:
        stack.toggle(CompareBox, lambda: CompareBox(stack, person))


def _pause(stack: Stack) -> None:
    """
    Ask before all others have to wait; who would go on needn't be asked.

    Another clock that is proposed comes first, as long as there is no answer to it.
    """
    person = stack.person
    pausing = None if person is None else person.pausing
    if stack.toggle_off(RetimeBox):
        return
    if why_not := no_clock() if pausing is None else pausing.why_not:
        stack.say(why_not)
    elif person is not None and not retiming.has_answered(stack.known):
        stack.open(RetimeBox(stack, person))
    elif pausing is not None and stack.known.standstill is None:
        question = _("Stop the clock for all, until all would go on?")
        details = retiming.beside_pause(stack.known, stack.key("command"))
        stack.open(
            Confirm(stack, question, pausing.pause, details=details, again="pause")
        )
    elif pausing is not None:
        pausing.pause()


def _break(stack: Stack) -> None:
    person = stack.person
    if why_not := breaks.none_here() if person is None else person.breaks.why_not:
        stack.say(why_not)
    elif person is not None:
        question = breaks.question(stack.known)
        stack.open(Confirm(stack, question, person.breaks.propose, again="break"))


def _mute(stack: Stack) -> None:
    person = stack.person
    if person is None or not person.talking.ways:
        stack.toggle_off(MuteBox)
        stack.say(nobody_to_mute())
    else:
        stack.toggle(MuteBox, lambda: MuteBox(stack, person))


def _bot(stack: Stack) -> None:
    if stack.person is None:
        stack.say(handing.nothing_to_play())
    else:
        stack.person.handing.turn_bot()


# Lines that are typed.


def _chat(stack: Stack, typed: str = "") -> None:
    person = stack.person
    if person is None or not person.seated:
        stack.say(_("There is nobody here to talk to."))
        return
    talking = person.talking

    def done(line: str) -> None:
        if line and not talking.typed(line):
            _chat(stack, line)  # so that it can be made shorter

    quick = tuple(quick_words().values())
    stack.ask(Field(_("Say:"), done, typed, talking.words, quick=quick))


def _command(stack: Stack) -> None:
    person = stack.person
    if person is None:
        stack.say(_("Commands are for when you sit at a table."))
        return
    commands = person.commands
    label = commands.prompt if commands.is_unsure else ":"
    stack.ask(Field(label, lambda line: _typed(stack, line), words=commands.words))


def _typed(stack: Stack, line: str) -> None:
    """Do what a line of line mode does, and show what it is answered with."""
    person = stack.person
    if person is None or not line:
        return
    opens = command(line.strip())
    feature = named(opens)
    if opens == "invite" or (feature is not None and feature.opens):
        act(stack, opens)
        return
    word, _space, rest = line.strip().partition(" ")
    if command(word) == "host":  # which takes its time
        person.managing.tell(rest, partial(_answered, stack, line))
        return
    _answered(stack, line, person.commands.ask(line))
    if person.commands.is_unsure:
        _command(stack)


def _answered(stack: Stack, line: str, answers: Sequence[str]) -> None:
    """Show what a line that was typed is answered with."""
    if len(answers) == 1:
        stack.say(answers[0])
    elif answers:
        stack.toggle_off(AnswerBox)
        stack.open(AnswerBox(stack, line, answers))


# Leaving.


def _quit(stack: Stack) -> None:
    person = stack.person
    if person is None:
        stack.quit()
    elif person.leaving.may_be_at_once:
        person.leaving.leave()
    else:
        in_game = stack.known.charter is not None
        question = _("Leave the game?") if in_game else _("Leave this table?")

        def leave() -> None:
            if in_game == (stack.known.charter is not None):
                person.leaving.leave()
            else:  # it has begun meanwhile, and costs more now
                _quit(stack)

        cost = _cost_of_leaving(in_game, person.back, hosts=person.hosts)
        if in_game:
            stack.open(LeaveBox(stack, person, cost))
        else:
            stack.open(Confirm(stack, question, leave, details=cost, again="quit"))


def _cost_of_leaving(in_game: bool, back: str, *, hosts: bool) -> tuple[str, ...]:
    if not in_game:
        return (_("You host this table: it is closed with that."),) if hosts else ()
    if hosts:
        stops = _(
            "You host this game: it stops for all, until you open it again. Type:"
        )
        return (stops, back)
    if not back:
        return (_("The game ends with that."),)
    kept = _("Your seat is kept, and the others wait for you. To come back, type:")
    return (kept, back)


_ACTIONS: Mapping[str, Callable[[Stack], None]] = {
    "log": _log,
    "help": _help,
    "invite": _invite,
    "without": _without,
    "words": _words,
    "compare": _compare,
    "mute": _mute,
    "pause": _pause,
    "break": _break,
    "chat": _chat,
    "bot": _bot,
    "command": _command,
    "quit": _quit,
}
"""What each action does that all screens share."""
