"""
What can be done at every screen: boxes that are opened, lines that are typed, leaving.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.terminal.screens.confirm import Confirm
from sealed_wonders.client.words import _, p_

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.desk import Desk

ACTIONS = (
    "log",
    "chat",
    "command",
    "help",
    "quit",
)
"""In the order in which they are offered, after those of the game that is played."""


def actions(desk: Desk) -> tuple[str, ...]:
    """Give all that can be done at every screen, at some time or other."""
    return (*desk.known.game.actions, *ACTIONS)


def offered(desk: Desk) -> tuple[str, ...]:
    """Give those which mean something just now."""
    # Before a game begins nothing of it needs to be loaded.
    game = desk.known.game if desk.known.charter is not None else None
    here = set(ACTIONS)
    if not desk.known.story:
        here -= {"log"}
    if desk.person is None:
        here -= {"chat", "command"}
    return (
        *(game.offered(desk) if game else ()),
        *(name for name in ACTIONS if name in here),
    )


def act(desk: Desk, action: str) -> bool:
    """Do what is done in the same way at all screens; tells whether it is such a thing."""
    match action:
        case "back" if desk.overlays:
            desk.close(desk.overlays[-1])
        case "log":
            from sealed_wonders.client.terminal.screens.log import LogBox

            if desk.known.story:
                desk.toggle(LogBox, lambda: LogBox(desk))
            else:
                desk.say(_("Nothing has happened yet."))
        case "help":
            from sealed_wonders.client.terminal.screens.help import HelpBox

            top = desk.top
            desk.toggle(HelpBox, lambda: HelpBox(desk, top))
        case "invite":
            from sealed_wonders.client.terminal.screens.invite import InviteBox

            desk.toggle(InviteBox, lambda: InviteBox(desk))
        case "chat":
            _chat(desk)
        case "command":
            _command(desk)
        case "quit":
            _quit(desk)
        case _:
            return desk.known.game.act(desk, action)
    return True


# Lines that are typed.


def _chat(desk: Desk, typed: str = "") -> None:
    from sealed_wonders.client.terminal.desk import Field

    person = desk.person
    if person is None or not person.seated:
        desk.say(_("There is nobody here to talk to."))
        return
    say = person.say

    def done(line: str) -> None:
        if line and not say(line):
            _chat(desk, line)  # so that it can be made shorter

    desk.ask(Field(_("Say:"), done, typed))


def _command(desk: Desk) -> None:
    from sealed_wonders.client.terminal.desk import Field

    person = desk.person
    if person is None:
        desk.say(_("Commands are for when you sit at a table."))
        return
    label = person.prompt if person.is_unsure else ":"
    desk.ask(Field(label, lambda line: _typed(desk, line), words=person.words))


def _typed(desk: Desk, line: str) -> None:
    """Do what a line of line mode does, and show what it is answered with."""
    from sealed_wonders.client.terminal.screens.answers import AnswerBox

    person = desk.person
    if person is None or not line:
        return
    if line.strip() in ("invite", p_("typed", "invite")):
        act(desk, "invite")
        return
    answers = person.heard(line)
    if len(answers) == 1:
        desk.say(answers[0])
    elif answers:
        desk.toggle_off(AnswerBox)
        desk.open(AnswerBox(desk, line, answers))
    if person.is_unsure:
        _command(desk)


# Leaving.


def _quit(desk: Desk) -> None:
    person = desk.person
    if person is None:
        desk.quit()
    elif person.over or not person.seated:
        person.leave()
    else:
        in_game = desk.known.charter is not None
        question = _("Leave the game?") if in_game else _("Leave this table?")

        def leave() -> None:
            if in_game == (desk.known.charter is not None):
                person.leave()
            else:  # it has begun meanwhile, and costs more now
                _quit(desk)

        desk.open(
            Confirm(
                desk,
                question,
                leave,
                details=_cost_of_leaving(in_game, person.back, hosts=person.hosts),
                again="quit",
            )
        )


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
