"""Commands of line mode that show again what the person has been shown."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from sealed_wonders.client.person import handing
from sealed_wonders.client.person.features import help_lines, help_of_talk
from sealed_wonders.client.tablewords import absences, lobby, tablecode, waits
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.client.view.tablemodel import Command, TableModel
from sealed_wonders.client.words import lodging, scoresheet, text
from sealed_wonders.client.words.narrator import Narrator
from sealed_wonders.client.words.queries import of_cities, of_question, seat_meant
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, p_

IN_LOBBY = (
    ("sit", "ready", "not"),
    ("trust", "unseat", "say", "me", "mute", "leave"),
)
"""Features in the lobby's help: before and after the commands that show something."""


def _help(known: TableModel, rest: str) -> Iterable[str]:
    charter = known.charter
    if known.games:
        return lobby.only_games(known.games)
    about = (p_("typed", "help"), _("this list"))
    if charter is None:
        first, later = IN_LOBBY
        rows = (
            *help_lines(known, first),
            (p_("typed", "who"), _("who is at the table")),
            (p_("typed", "table"), _("the game and its options")),
            (p_("typed", "invite"), _("see how others can join")),
            *help_lines(known, later),
            about,
        )
    else:
        said = known.face.narrator.help(charter.options, plays=known.ours is not None)
        rows = (*said, *help_of_talk(), *help_lines(known), about)
    return [text.help_line(word, means) for word, means in rows]


def _who(known: TableModel, rest: str) -> Iterable[str]:
    if known.sight is not None:
        wait = known.wait
        missing = wait.missing if wait else ()
        waited = to_choose() if wait and wait.is_choice else _("hasn't acted yet")
        told, sight, here = known.face.narrator, known.sight, known.here
        where = {seat: it.whole for seat, it in lodging.lodgings(known).items()}
        said = seats(told, sight, missing, here, waited, known.bot_seats, where)
        if known.handing.looks_on:
            return (*said, *handing.to_a_seat(known))
        return (*said, *handing.who_looks_on(known))
    if known.news is not None:
        return lobby.people(known.news, known.keyring)
    return (text.not_yet(),)


def seats(
    told: Narrator,
    sight: AnySight[Any],
    missing: Sequence[Seat],
    here: Sequence[bool],
    waited: str,
    bots: Collection[Seat] = (),
    where: Mapping[Seat, str] | None = None,
) -> Iterator[str]:
    """
    Yield who sits where, and which seats the table waits for.

    Args:
        waited: The note on seats that it waits for.
        bots: Seats that a bot plays for their player.
        where: Where lent seats are played.
    """
    for seat in sight.clockwise:
        is_away = seat < len(here) and not here[seat] and seat != sight.ours
        notes = [
            told.place(sight, seat),
            _neighbour(sight, seat),
            text.gone() if seat in sight.state.gone else "",
            waited if seat in missing else "",
            text.away() if is_away else "",
            (where or {}).get(seat, ""),
            text.bot_plays() if seat in bots else "",
        ]
        yield _who_row(sight.who(seat), [*filter(None, notes)])


def _neighbour(sight: AnySight[Any], seat: Seat) -> str:
    """
    Return the note that a seat is our left or right neighbour, or an empty string.
    """
    if sight.is_left(seat):
        return text.left_neighbour()
    return text.right_neighbour() if sight.is_right(seat) else ""


def _table(known: TableModel, rest: str) -> Iterable[str]:
    if known.charter is not None and not known.charter.gid:
        # A log without a signed charter tells no more.
        return (lobby.played(known.charter),)
    if known.charter is not None:
        return (
            tablecode.line(known.charter.gid),
            *tablecode.in_other_languages(known.charter.gid),
            *lobby.options(known.charter.options, len(known.names)),
            *lobby.cards(
                known.charter.options,
                looks_on=known.ours is None,
                is_lent=known.ours in lodging.lodgings(known),
            ),
        )
    if known.news is not None:
        return (*lobby.whole(known.news, known.keyring), *_invite(known, ""))
    return (text.not_yet(),)


def _invite(known: TableModel, rest: str) -> Iterable[str]:
    return lobby.invitations(lobby.inviting(known.invitations), hosts=known.hosts)


def _invited(known: TableModel, rest: str) -> Iterable[str]:
    note, some = lobby.invited(known)
    said = lobby.invitations(some, hosts=known.hosts)
    return (*filter(None, (note,)), *said)


def _status(known: TableModel, rest: str) -> Iterable[str]:
    if known.charter is None:
        return (text.not_in_game(),)
    return (waits.now_of(known) or nothing_waited_for(),)


def _city(known: TableModel, rest: str) -> Iterable[str]:
    if not rest:
        return (city_of_whom(),)
    seat = seat_meant(known, rest)
    if seat is None and known.charter is not None:
        return (text.nobody(rest, known.names),)
    return of_cities(lambda sight: _describe(known, sight, seat or 0))(known, rest)


def _describe(known: TableModel, sight: AnySight[Any], seat: Seat) -> Iterator[str]:
    """Yield the description of a city, and whether its seat was removed."""
    yield from known.face.narrator.city(sight, seat)
    if seat in sight.state.gone:
        yield text.about(
            sight.who(seat), absences.put_out(), _("The table goes on without {who}.")
        )


def _turn(known: TableModel, rest: str) -> Iterable[str]:
    return known.turn or (text.no_turn(),)


def _place(which: Callable[[AnySight[Any]], Seat]) -> Command:
    """Return a command that describes the city of a seat."""

    def lines(known: TableModel, rest: str) -> Iterable[str]:
        show = of_cities(lambda sight: _describe(known, sight, which(sight)))
        return show(known, rest)

    return lines


def _scores(known: TableModel, rest: str) -> Iterable[str]:
    return of_cities(scoresheet.so_far)(known, rest)


def _log(known: TableModel, rest: str) -> Iterable[str]:
    return known.face.narrator.log(known, rest)


COMMANDS: Mapping[str, Command] = {
    "help": _help,
    "who": _who,
    "status": _status,
    "table": _table,
    "invite": _invited,
    "left": _place(lambda sight: sight.left(sight.viewpoint)),
    "right": _place(lambda sight: sight.right(sight.viewpoint)),
    "wonder": _place(lambda sight: sight.viewpoint),
    "city": _city,
    "again": of_question(Menu.lines, text.nothing_asked),
    "moves": of_question(Menu.notation, text.nothing_asked),
    "turn": _turn,
    "log": _log,
    "scores": _scores,
}
"""Commands of every game; a game may override them."""


def commands(known: TableModel) -> Mapping[str, Command]:
    """Return the commands that show something in the current game."""
    return {**COMMANDS, **known.face.narrator.commands}


def _who_row(who: text.Who, notes: Sequence[str]) -> str:
    if not notes:
        return f"{text.subject(who)}."
    return _("{who}: {notes}.").format(who=text.subject(who), notes=", ".join(notes))


def to_choose() -> str:
    return _("hasn't chosen yet")


def nothing_waited_for() -> str:
    return _("The table isn't waiting for anything.")


def city_of_whom() -> str:
    return _("Whose city? Type city and a name, or left or right.")
