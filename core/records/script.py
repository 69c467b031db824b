"""
The lines of a record as a replay goes through them, and what can be wrong with one.
"""

from __future__ import annotations

import codecs
import enum
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from sealed_wonders.core.game import Refusal, Seat
from sealed_wonders.core.records.differences import difference
from sealed_wonders.core.records.handing import Handed
from sealed_wonders.core.sentences import Sentence, Text, sentence_of

MAX_LINES = 2000
"""Lines of a record; one with all there is has about 250, or 850 of architects."""


class Flaw(enum.Enum):
    """What is wrong with the first line that doesn't follow."""

    MALFORMED = enum.auto()
    """A record has no such line."""
    OUT_OF_PLACE = enum.auto()
    """Another line is due here."""
    ILLEGAL = enum.auto()
    """The rules refuse it; the `Fault` has the `Refusal`."""
    NO_SUCH_CARD = enum.auto()
    """The card can't be where the line says it was."""
    DIFFERS = enum.auto()
    """The rules come to another result."""
    UNFINISHED = enum.auto()
    """The record ends before the game."""


class Fault(Exception):
    """The first line of a record that doesn't follow from those before it."""

    def __init__(
        self, line: int, flaw: Flaw, detail: Text, refusal: Refusal | None = None
    ) -> None:
        super().__init__(f"line {line}: {detail}")
        self.line = line
        """Counted from 1; one more than there are, if the record is unfinished."""
        self.flaw = flaw
        self.detail = detail
        self.refusal = refusal


class Line(Protocol):
    """What the lines of all games' records have in common."""

    @property
    def title(self) -> Sentence:
        """What it stands for: which line it is in its game."""

    def to_json(self) -> Mapping[str, Any]:
        """Return it as JSON data, with its keys in the order of the documentation."""


_Line = TypeVar("_Line", bound=Line)
_Kind = TypeVar("_Kind", bound=Line)


class Script(Generic[_Line]):
    """
    The lines of a record, each read when it is first looked at.

    Lines that say who took a seat are none of those that are looked at: they are done with
    as whatever stands behind them is taken.

    Args:
        parse: reads one; raises `ValueError` if it isn't one.
    """

    def __init__(self, raw: Iterable[bytes], parse: Callable[[bytes], _Line]) -> None:
        self._raw = _numbered(raw)
        self._parse = parse
        self._ahead: list[tuple[int, _Line]] = []
        self._handed: list[tuple[int, Handed]] = []
        self._takers: dict[Seat, str] = {}
        self._left: dict[Seat, int] = {}
        """By seat, the line that says that it left."""
        self._first = math.inf
        """The first line of the game itself: others only say who left or took a seat."""
        self._last = 0
        self.taken = 0
        self.players = 0
        """Of the game, as soon as that is known."""

    def names(self, before: Sequence[str]) -> tuple[str, ...]:
        """Return the players by seat, from those who began."""
        return tuple(self._takers.get(seat, it) for seat, it in enumerate(before))

    def look(self, ahead: int = 0) -> _Line | None:
        """Return the line that comes after so many others; None at the end."""
        while len(self._ahead) <= ahead:
            found = next(self._raw, None)
            if found is None:
                return None
            self._last, text = found
            try:
                line = self._parse(text)
            except ValueError as problem:
                raise Fault(self._last, Flaw.MALFORMED, sentence_of(problem)) from None
            if not isinstance(line, Handed):
                self._ahead.append((self._last, line))
            elif self.taken or self._ahead:
                self._handed.append((self._last, line))
            else:
                detail = Sentence("a seat is taken before there is a game")
                raise Fault(self._last, Flaw.OUT_OF_PLACE, detail)
        return self._ahead[ahead][1]

    def number(self, ahead: int = 0) -> int:
        """Return the number of a line that was looked at, or of one after the end."""
        return self._ahead[ahead][0] if ahead < len(self._ahead) else self._last + 1

    def due(self, kind: type[_Kind], title: Sentence, ahead: int = 0) -> _Kind:
        """Return the line that stands for something, which is due now."""
        line = self.look(ahead)
        if line is None:
            detail = Sentence("unfinished: the record ends before {title}", title=title)
            self.fault(Flaw.UNFINISHED, detail, ahead)
        if not isinstance(line, kind) or line.title != title:
            detail = Sentence(
                "{title} is due here, not {other}", title=title, other=line.title
            )
            self.fault(Flaw.OUT_OF_PLACE, detail, ahead)
        return line

    def expect(self, line: _Line) -> None:
        """Go on after a line that has to be this one, by the rules."""
        given = self.due(type(line), line.title)
        if given != line:
            theirs, ours = given.to_json(), line.to_json()
            self.fault(Flaw.DIFFERS, difference(theirs, ours))
        self.take()

    def end(self) -> None:
        """Raise a `Fault` if there is a line after the last one."""
        if self.look() is not None:
            self.fault(Flaw.OUT_OF_PLACE, Sentence("the game is over before this line"))
        self._note_takers(self._last + 1)

    def leave(self, seats: Iterable[Seat]) -> None:
        """Note that these seats leave by the next line."""
        self._left |= dict.fromkeys(seats, self.number())

    def fault(
        self, flaw: Flaw, detail: Text, ahead: int = 0, refusal: Refusal | None = None
    ) -> NoReturn:
        """Raise a `Fault` in a line that was looked at."""
        raise Fault(self.number(ahead), flaw, detail, refusal)

    def take(self) -> None:
        """Go on to the next line."""
        number, _ = self._ahead.pop(0)
        if self.taken and number not in self._left.values():
            self._first = min(self._first, number)
        self.taken += 1
        self._note_takers(number)

    def _note_takers(self, end: int) -> None:
        """Do with those who took a seat before a line."""
        while self._handed and self._handed[0][0] < end:
            number, handed = self._handed.pop(0)
            if handed.seat >= self.players:
                detail = Sentence("there is no seat {seat}", seat=handed.seat)
                raise Fault(number, Flaw.ILLEGAL, detail, Refusal.NOT_ASKED)
            left = self._left.get(handed.seat, number)
            if left < number and self._first < number:
                detail = Sentence("seat {seat} left before", seat=handed.seat)
                raise Fault(number, Flaw.ILLEGAL, detail, Refusal.NOT_ASKED)
            self._takers[handed.seat] = handed.name
            self.taken += 1


def _numbered(raw: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(raw, 1):
        if number > MAX_LINES:
            detail = Sentence("more than {most} lines", most=MAX_LINES)
            raise Fault(number, Flaw.MALFORMED, detail)
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            yield number, line
