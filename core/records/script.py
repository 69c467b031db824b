"""
The lines of a record as a replay reads them, and the faults that a line can have.

Each game's own package defines the form and the meaning of its lines.
"""

from __future__ import annotations

import codecs
import enum
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from sealed_wonders.core.game import Refusal, Seat
from sealed_wonders.core.records.differences import difference
from sealed_wonders.core.records.handing import HandedLine
from sealed_wonders.core.sentences import Sentence, Text, sentence_of

MAX_LINES = 2000
"""
Maximum lines of a record. With everything in play, 7 Wonders takes about 250, and
Architects about 850.
"""


class Flaw(enum.Enum):
    """The kind of fault in the first line that doesn't follow."""

    MALFORMED = enum.auto()
    """There is no such kind of line."""
    OUT_OF_PLACE = enum.auto()
    """Another kind of line is due here."""
    ILLEGAL = enum.auto()
    """The rules refuse it; the `RecordFault` contains the `Refusal`."""
    NO_SUCH_CARD = enum.auto()
    """The card can't be where the line places it."""
    DIFFERS = enum.auto()
    """The rules lead to another result."""
    UNFINISHED = enum.auto()
    """The record ends before the game does."""


class RecordFault(Exception):
    """The first line of a record that doesn't follow from those before it."""

    def __init__(
        self, line: int, flaw: Flaw, detail: Text, refusal: Refusal | None = None
    ) -> None:
        super().__init__(f"line {line}: {detail}")
        self.line = line
        """
        The line's number, from 1; one past the last line if the record is unfinished.
        """
        self.flaw = flaw
        self.detail = detail
        self.refusal = refusal


class RecordLine(Protocol):
    """The interface that the lines of all games share."""

    @property
    def title(self) -> Sentence:
        """A description of this kind of line for people."""

    def to_json(self) -> Mapping[str, Any]:
        """Return the line as JSON data, with its keys in the documented order."""


_Line = TypeVar("_Line", bound=RecordLine)
_Kind = TypeVar("_Kind", bound=RecordLine)


class Script(Generic[_Line]):
    """
    The lines of a record, each parsed when it is first looked at.

    `look` skips lines about handovers; they take effect when the next line after them
    is taken.

    Args:
        parse: parses a line; raises `ValueError` if it is malformed.
    """

    def __init__(self, raw: Iterable[bytes], parse: Callable[[bytes], _Line]) -> None:
        self._raw = _numbered(raw)
        self._parse = parse
        self._ahead: list[tuple[int, _Line]] = []
        self._handed: list[tuple[int, HandedLine]] = []
        self._takers: dict[Seat, str] = {}
        self._left: dict[Seat, int] = {}
        """For each seat that has left, the number of the line that says so."""
        self._first = math.inf
        """
        Number of the first line of the game proper, as opposed to lines about leaving
        and handovers.
        """
        self._last = 0
        self.taken = 0
        self.players = 0
        """The number of players; 0 until it is known."""

    def names(self, before: Sequence[str]) -> tuple[str, ...]:
        """Return the present players by seat, given those who began the game."""
        return tuple(self._takers.get(seat, it) for seat, it in enumerate(before))

    def look(self, ahead: int = 0) -> _Line | None:
        """
        Return the line after *ahead* others, without taking it; None at the end.

        Raises:
            RecordFault: the line is malformed.
        """
        while len(self._ahead) <= ahead:
            found = next(self._raw, None)
            if found is None:
                return None
            self._last, text = found
            try:
                line = self._parse(text)
            except ValueError as problem:
                raise RecordFault(
                    self._last, Flaw.MALFORMED, sentence_of(problem)
                ) from None
            if not isinstance(line, HandedLine):
                self._ahead.append((self._last, line))
            elif self.taken or self._ahead:
                self._handed.append((self._last, line))
            else:
                detail = Sentence("a seat changes hands before the game begins")
                raise RecordFault(self._last, Flaw.OUT_OF_PLACE, detail)
        return self._ahead[ahead][1]

    def number(self, ahead: int = 0) -> int:
        """
        Return the number of a line that was looked at, or the number after the last
        line.
        """
        return self._ahead[ahead][0] if ahead < len(self._ahead) else self._last + 1

    def due(self, kind: type[_Kind], title: Sentence, ahead: int = 0) -> _Kind:
        """
        Return the line with this title, which must come here.

        Raises:
            RecordFault: the record ends here, or contains another line.
        """
        line = self.look(ahead)
        if line is None:
            detail = Sentence("unfinished: the record ends before {title}", title=title)
            self.fault(Flaw.UNFINISHED, detail, ahead)
        if not isinstance(line, kind) or line.title != title:
            detail = Sentence(
                "expected {title} here, not {other}", title=title, other=line.title
            )
            self.fault(Flaw.OUT_OF_PLACE, detail, ahead)
        return line

    def expect(self, line: _Line) -> None:
        """
        Take the next line, which must equal this one.

        Raises:
            RecordFault: it differs.
        """
        given = self.due(type(line), line.title)
        if given != line:
            theirs, ours = given.to_json(), line.to_json()
            self.fault(Flaw.DIFFERS, difference(theirs, ours))
        self.take()

    def end(self) -> None:
        """
        Check that there are no more lines.

        Raises:
            RecordFault: there is another line.
        """
        if self.look() is not None:
            self.fault(Flaw.OUT_OF_PLACE, Sentence("the game is over before this line"))
        self._note_takers(self._last + 1)

    def leave(self, seats: Iterable[Seat]) -> None:
        """Note that these seats leave by the next line."""
        self._left |= dict.fromkeys(seats, self.number())

    def fault(
        self, flaw: Flaw, detail: Text, ahead: int = 0, refusal: Refusal | None = None
    ) -> NoReturn:
        """Raise a `RecordFault` about a line that was looked at."""
        raise RecordFault(self.number(ahead), flaw, detail, refusal)

    def take(self) -> None:
        """Take the next line."""
        number, _ = self._ahead.pop(0)
        if self.taken and number not in self._left.values():
            self._first = min(self._first, number)
        self.taken += 1
        self._note_takers(number)

    def _note_takers(self, end: int) -> None:
        """Apply the handovers whose line number is below *end*."""
        while self._handed and self._handed[0][0] < end:
            number, handed = self._handed.pop(0)
            if handed.seat >= self.players:
                detail = Sentence("there is no seat {seat}", seat=handed.seat)
                raise RecordFault(number, Flaw.ILLEGAL, detail, Refusal.NOT_ASKED)
            left = self._left.get(handed.seat, number)
            if left < number and self._first < number:
                detail = Sentence("seat {seat} has already left", seat=handed.seat)
                raise RecordFault(number, Flaw.ILLEGAL, detail, Refusal.NOT_ASKED)
            self._takers[handed.seat] = handed.name
            self.taken += 1


def _numbered(raw: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(raw, 1):
        if number > MAX_LINES:
            detail = Sentence("more than {most} lines", most=MAX_LINES)
            raise RecordFault(number, Flaw.MALFORMED, detail)
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            yield number, line
