"""
What a person at a terminal has been told so far, and the commands to hear it again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from sealed_wonders.client.table.players import LobbyNews, Wait
from sealed_wonders.client.terminal import games, lobby, text, waits
from sealed_wonders.client.terminal.games import Command, Moment, Shown, Sight
from sealed_wonders.client.terminal.menu import Menu
from sealed_wonders.client.terminal.narration import Kind, Narration, Told
from sealed_wonders.client.words import _, p_
from sealed_wonders.core.game import Move, Seat, Sheet
from sealed_wonders.net.lobby import Charter, has_memory_aid, table_code
from sealed_wonders.net.messages import TableLine

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.wonders.handtracker import HandTracker
    from sealed_wonders.core.wonders.view import View

__all__ = ["COMMANDS", "Ending", "Kind", "Known", "Narration", "Told"]


class Ending(NamedTuple):
    """How a game came to its end for us."""

    sheet: Sheet | None
    """The result that all have signed; None if it didn't come to that."""
    lines: tuple[str, ...]
    """Why it ended, and what can be done about it."""
    log: str = ""
    """The path of the log that is kept, as a shell takes it; empty if none is."""


@dataclass(slots=True)
class Known:
    """All that has been told, as it stands now."""

    company: lobby.Company
    news: LobbyNews | None = None
    """The lobby, if we were in one."""
    charter: Charter | None = None
    """The game, once it has begun."""
    me: Seat = 0
    sight: Sight[Any] | None = None
    """What is seen of the game, one of its own kind; see `games`."""
    here: tuple[bool, ...] = ()
    """Who is connected, by seat; empty before anything was said of it."""
    wait: Wait | None = None
    """What the table waits for; None before it began, and when all is over."""
    menu: Menu | None = None
    """The last question."""
    asked: bool = False
    """Whether that is still open."""
    sealed: str = ""
    """What was answered to it, while the others haven't answered yet."""
    answer: Move | None = None
    """That, as a move."""
    overdue: str = ""
    """What became of the last choice because time was out; empty if it wasn't."""
    moment: Moment | None = None
    """The turn that is being played, or was last; None before the first."""
    turn: list[str] = field(default_factory=list)
    """That turn, as it was told."""
    narration: Narration = field(default_factory=Narration)
    seen: HandTracker | None = None
    """What was seen of hands; None where a table agreed to do without that."""
    past: list[Any] = field(default_factory=list)
    """All that happened in the game, in order: events of its own."""
    host: str = ""
    """What the host is called."""
    invitations: tuple[str, ...] = ()
    """The addresses by which others find the table, with its pin: one for each network."""
    tables: tuple[TableLine, ...] = ()
    """The host's tables, when the connection came to be."""
    again: tuple[str, ...] = ()
    """Those who sit at the table for another game, when this one is over."""
    returning: tuple[str, ...] = ()
    """The people of the game before, for whom seats are kept for a while."""
    offline: bool = False
    """The connection broke off, and is tried again."""
    deadline: float | None = None
    """When time is out for the open choice, in seconds of the reactor's clock."""
    code_read: bool = False
    """The words of the table code were shown big, and are done with."""
    ending: Ending | None = None
    """How it ended; None while it goes on."""
    _viewed: tuple[Sight[Any], Any] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, in a game."""
        people = self.charter.people if self.charter else ()
        return tuple(person.name for person in people)

    @property
    def game(self) -> Shown:
        """The game that is played, or will be."""
        agreed = self.charter or self.news
        return games.played(agreed.options if agreed else None)

    @property
    def commands(self) -> Mapping[str, Command]:
        """What can be typed to hear something."""
        return {**COMMANDS, **self.game.commands}

    @property
    def has_memory(self) -> bool:
        """Tell whether the table lets programs show what was seen of hands."""
        return self.charter is None or has_memory_aid(self.charter.options)

    @property
    def view(self) -> View | None:
        """
        What our seat sees of a game of 7 Wonders; made once for each sight.

        None of another game, whose sight is all there is to be seen.
        """
        if self.sight is None:
            return None
        if self._viewed is None or self._viewed[0] is not self.sight:
            self._viewed = self.sight, self.game.view(self)
        seen: View | None = self._viewed[1]
        return seen

    def seat(self, name: str) -> Seat | None:
        """Find whom somebody means: a name, how it begins, a number, left, right."""
        n, name = len(self.names), name.lower()
        places = {
            text.LEFT: text.LEFT,
            text.RIGHT: text.RIGHT,
            "you": "you",
            _left(): text.LEFT,
            _right(): text.RIGHT,
            text.you(): "you",
        }
        if n and name in places:
            step = {text.LEFT: 1, text.RIGHT: -1}.get(places[name], 0)
            return (self.me + step) % n
        for fits in (str.__eq__, str.startswith):
            seats = [s for s in range(n) if fits(self.names[s].lower(), name)]
            if len(seats) == 1:
                return seats[0]
        if name.isdecimal() and len(name) < 3 and int(name) < n:
            return int(name)
        return None


def of_cities(screen: Callable[[Sight[Any]], Iterable[str]]) -> Command:
    """Make a command of lines that need cities to stand."""

    def lines(known: Known, rest: str) -> Iterable[str]:
        if known.charter is None:
            return (text.not_in_game(),)
        if known.sight is None or not known.sight.state.cities:
            return (text.no_cities(),)
        return screen(known.sight)

    return lines


def of_question(
    screen: Callable[[Menu], Iterable[str]], nothing: Callable[[], str]
) -> Command:
    """Make a command of lines that need an open question."""

    def lines(known: Known, rest: str) -> Iterable[str]:
        if known.charter is None:
            return (text.not_in_game(),)
        if known.menu is not None and known.asked:
            return screen(known.menu)
        if known.menu is not None and known.sealed:
            return (known.sealed, *known.menu.cards())
        return (nothing(),)

    return lines


def _help(known: Known, rest: str) -> Iterable[str]:
    charter = known.charter
    rows = known.game.help(charter.options) if charter else _help_lobby()
    return [text.help_line(word, means) for word, means in rows]


def _who(known: Known, rest: str) -> Iterable[str]:
    if known.sight is not None:
        wait = known.wait
        missing = wait.missing if wait else ()
        waited = to_choose() if wait and wait.is_choice else _("waited for")
        return seats(known.game, known.sight, missing, known.here, waited)
    if known.news is not None:
        return lobby.people(known.news, known.company)
    return (text.not_yet(),)


def seats(
    game: Shown,
    sight: Sight[Any],
    missing: Sequence[Seat],
    here: Sequence[bool],
    waited: str,
) -> Iterator[str]:
    """
    Say who sits where, and for whom the table waits.

    Args:
        waited: what is said of them.
    """
    left, right = sight.left(sight.me), sight.right(sight.me)
    for seat in sight.clockwise:
        place = game.place(sight, seat)
        notes = [place] if place else []
        if seat == left:
            notes.append(text.left_neighbour())
        elif seat == right:
            notes.append(text.right_neighbour())
        if seat in missing:
            notes.append(waited)
        if seat < len(here) and not here[seat] and seat != sight.me:
            notes.append(text.away())
        yield _who_row(sight.who(seat), notes)


def _table(known: Known, rest: str) -> Iterable[str]:
    if known.charter is not None and not known.charter.gid:
        return (lobby.played(known.charter),)  # nobody agreed on more than that
    if known.charter is not None:
        return (
            text.code(table_code(known.charter.gid)),
            *lobby.options(known.charter.options, len(known.names)),
            *lobby.cards(known.charter.options),
        )
    if known.news is not None:
        return (*lobby.whole(known.news, known.company), *_invite(known, ""))
    return (text.not_yet(),)


def _invite(known: Known, rest: str) -> Iterable[str]:
    return map(text.invitation, lobby.inviting(known.invitations))


def _invited(known: Known, rest: str) -> Iterable[str]:
    return tuple(_invite(known, rest)) or (text.no_invitation(),)


def _status(known: Known, rest: str) -> Iterable[str]:
    if known.charter is None:
        return (text.not_in_game(),)
    wait = known.wait
    if wait is None:
        return (nothing_waited_for(),)
    mine = (your_choice(),) if known.asked and not wait.working else ()
    if mine and not set(wait.missing) - {known.me}:
        return mine
    return (*mine, waits.sentence(wait, known.names, known.me, known.here))


def _city(known: Known, rest: str) -> Iterable[str]:
    if not rest:
        return (city_of_whom(),)
    seat = known.seat(rest)
    if seat is None and known.charter is not None:
        return (text.nobody(rest, known.names),)
    return of_cities(lambda sight: known.game.city(sight, seat or 0))(known, rest)


def _turn(known: Known, rest: str) -> Iterable[str]:
    return known.turn or (text.no_turn(),)


def _place(which: Callable[[Sight[Any]], Seat]) -> Command:
    """Make a command that describes the city of a seat."""

    def lines(known: Known, rest: str) -> Iterable[str]:
        show = of_cities(lambda sight: known.game.city(sight, which(sight)))
        return show(known, rest)

    return lines


def _scores(known: Known, rest: str) -> Iterable[str]:
    return of_cities(known.game.scores)(known, rest)


def _log(known: Known, rest: str) -> Iterable[str]:
    return known.game.log(known, rest)


COMMANDS: Mapping[str, Command] = {
    "help": _help,
    "who": _who,
    "status": _status,
    "table": _table,
    "invite": _invited,
    "left": _place(lambda sight: sight.left(sight.me)),
    "right": _place(lambda sight: sight.right(sight.me)),
    "wonder": _place(lambda sight: sight.me),
    "city": _city,
    "again": of_question(Menu.lines, text.nothing_asked),
    "moves": of_question(Menu.notation, text.nothing_asked),
    "turn": _turn,
    "log": _log,
    "scores": _scores,
}
"""What can be typed in every game, by command; a game may mean more by one of them."""


def _left() -> str:
    return _("left")


def _right() -> str:
    return _("right")


def _who_row(who: text.Who, notes: Sequence[str]) -> str:
    if not notes:
        return f"{text.subject(who)}."
    return _("{who}: {notes}.").format(who=text.subject(who), notes=", ".join(notes))


def to_choose() -> str:
    return _("has yet to choose")


def your_choice() -> str:
    return _("The table waits for your choice.")


def nothing_waited_for() -> str:
    return _("Nothing is waited for.")


def city_of_whom() -> str:
    return _("Whose city? Type city and a name, or left or right.")


def _help_lobby() -> Sequence[tuple[str, str]]:
    return (
        (p_("typed", "ready"), _("you want to begin")),
        (p_("typed", "not ready"), _("you don't want to begin yet")),
        (p_("typed", "who"), _("who sits here")),
        (p_("typed", "table"), _("what is played")),
        (p_("typed", "invite"), _("how others come to this table")),
        (p_("typed", "trust NAME"), _("take the new key of somebody you know")),
        (p_("typed", "say WORDS"), _("say something to the table")),
        (p_("typed", "leave"), _("get up and end the program")),
        (p_("typed", "help"), _("this list")),
    )
