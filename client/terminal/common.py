"""
What can be done at every screen: boxes that are opened, lines that are typed, leaving.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.screens.confirm import Confirm
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Seat

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.desk import Desk

ACTIONS = (
    "details",
    "cities",
    "edifices",
    "memory",
    "scores",
    "log",
    "chat",
    "command",
    "help",
    "quit",
)
"""In the order in which they are offered."""


def offered(desk: Desk) -> tuple[str, ...]:
    """Give those which mean something just now."""
    here = set(ACTIONS)
    if not _cities_stand(desk):
        here -= {"details", "cities", "scores", "memory"}
    if not edifices_lie(desk):
        here -= {"edifices"}
    if getattr(desk.base, "building", None) is None:
        here -= {"details"}
    if desk.known.charter is not None and not desk.known.has_memory:
        here -= {"memory"}
    if not desk.known.story:
        here -= {"log"}
    if desk.person is None:
        here -= {"chat", "command", "memory"}
    return tuple(name for name in ACTIONS if name in here)


def act(desk: Desk, action: str) -> bool:
    """Do what is done in the same way at all screens; tells whether it is such a thing."""
    verb, _space, number = action.partition(" ")
    match verb:
        case "back" if desk.overlays:
            desk.close(desk.overlays[-1])
        case "city" if number.isdecimal():
            _city(desk, int(number))
        case "cities":
            _city(desk, None)
        case "details":
            _details(desk)
        case "edifices":
            _edifices(desk)
        case "scores":
            from sealed_wonders.client.terminal.screens.scores import ScoresBox

            if _are_cities(desk):
                desk.toggle(ScoresBox, lambda: ScoresBox(desk))
        case "memory":
            _memory(desk)
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
        case "chat":
            _chat(desk)
        case "command":
            _command(desk)
        case "quit":
            _quit(desk)
        case _:
            return False
    return True


# Boxes.


def _cities_stand(desk: Desk) -> bool:
    sight = desk.known.sight
    return sight is not None and bool(sight.state.cities)


def edifices_lie(desk: Desk) -> bool:
    """Tell whether there are edifices on the table."""
    sight = desk.known.sight
    return sight is not None and bool(sight.state.projects)


def _are_cities(desk: Desk) -> bool:
    """Tell whether cities can be looked at, and say so if they can't."""
    if not _cities_stand(desk):
        desk.say(text.no_cities())
        return False
    return True


def _city(desk: Desk, seat: Seat | None) -> None:
    from sealed_wonders.client.terminal.screens.city import CityBox

    if not _are_cities(desk):
        return
    sight = desk.known.sight
    if seat is None or sight is None:
        left = 0 if sight is None else sight.left(sight.me)
        desk.toggle(CityBox, lambda: CityBox(desk, left))
    elif seat < len(sight.names):
        for overlay in desk.overlays:
            if isinstance(overlay, CityBox):
                desk.close(overlay)
                break
        desk.open(CityBox(desk, seat))


def _details(desk: Desk) -> None:
    from sealed_wonders.client.terminal.screens.card import CardBox

    card = getattr(desk.base, "building", None)
    if card is None:
        desk.say(_("There is no card here to look at."))
    else:
        desk.toggle(CardBox, lambda: CardBox(desk, card))


def _edifices(desk: Desk) -> None:
    from sealed_wonders.client.terminal.screens.edifices import EdificesBox

    if edifices_lie(desk):
        desk.toggle(EdificesBox, lambda: EdificesBox(desk))
    else:
        desk.say(text.no_edifices())


def _memory(desk: Desk) -> None:
    from sealed_wonders.client.terminal.screens.hands import HandsBox

    if not _are_cities(desk):
        return
    if not desk.known.has_memory:
        desk.say(text.no_memory())
    elif desk.known.seen is None:
        desk.say(text.nothing_kept())
    else:
        desk.toggle(HandsBox, lambda: HandsBox(desk))


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
                details=_cost_of_leaving(in_game, person.back),
                again="quit",
            )
        )


def _cost_of_leaving(in_game: bool, back: str) -> tuple[str, ...]:
    if not in_game:
        return ()
    if not back:
        return (_("The game ends with that."),)
    kept = _("Your seat is kept, and the others wait for you. To come back, type:")
    return (kept, back)
