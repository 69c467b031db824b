"""Messages for a person who has left a table, printed after the screen has closed."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client import program
from sealed_wonders.client.person.leaving import table_closed
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.tablewords import absences, endings
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.core.games import TITLES
from sealed_wonders.net.words import _


class LastWords:
    """
    Messages about games left in this process, the most recent game last.

    Attributes:
        logs: Paths, quoted for a shell, of the logs that the messages mention.
    """

    def __init__(self) -> None:
        self.logs: set[str] = set()
        self._lines: dict[str, tuple[str, ...]] = {}
        """Messages by the command that returns to the game, or by its log."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All messages in order."""
        return tuple(line for some in self._lines.values() for line in some)

    def note(self, person: Person | None) -> None:
        """Keep the messages about a person's game, replacing earlier ones about it."""
        if person is None or not (lines := tuple(_said(person))):
            return
        ended = person.known.ending
        way = ended.log if ended and ended.log else person.back
        way = way or str(len(self._lines))
        self._lines.pop(way, None)
        self._lines[way] = lines
        if ended and ended.sheet is not None and ended.log:
            self.logs.add(ended.log)


def is_awaited(person: Person) -> bool:
    """Return whether somebody has left a game that they can return to."""
    return person.leaving.has_seat and not person.known.out and bool(person.back)


def why_left(person: Person | None) -> str:
    """Return the last message, if it is the reason why the person got up."""
    if person is None:
        return ""
    known = person.known
    if known.ending is not None:
        return " ".join(endings.lines(known.ending, known.names, known.ours))
    return known.narration[-1].line if known.narration else ""


def left_for_now() -> str:
    return _(
        "You have left. Your seat is kept, and the table is waiting for you. To come "
        "back, press Enter."
    )


def _heading(known: TableModel) -> str:
    """Return which game the following lines are about."""
    game, names = TITLES[known.game], text.listing(known.names)
    return _("{game} ({names}):").format(game=game, names=names)


def _left_to_start(known: TableModel) -> str:
    """Return which game was left, while the start screen is on its way."""
    others = [name for seat, name in enumerate(known.names) if seat != known.ours]
    said = _(
        "You have left your game of {game} with {names}. Your seat is kept. You can "
        "return to the game from the start screen, which comes next."
    )
    return said.format(game=TITLES[known.game], names=text.listing(others))


def _said(person: Person) -> Iterator[str]:
    """Yield what a person who got up must know."""
    known = person.known
    if known.ending is not None:
        if known.names:
            yield _heading(known)
        yield from endings.lines(known.ending, known.names, known.ours)
        if known.ending.sheet is not None and known.ending.log:
            yield from text.log_kept(known.ending.log)
    elif person.leaving.closes_table:
        yield table_closed()
    elif program.ends_at_start():
        if is_awaited(person):
            yield _left_to_start(known)
    elif person.leaving.for_good:
        yield absences.gone_for_good(known.game)
    elif is_awaited(person):
        yield text.come_back(known.game)
        yield person.back  # on a line of its own, to be copied
