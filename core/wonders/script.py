"""
The lines of a record as a replay goes through them, and what can be wrong with one.
"""

from __future__ import annotations

import codecs
import enum
from collections.abc import Iterable, Iterator
from typing import NoReturn, TypeVar

from sealed_wonders.core.game import Refusal
from sealed_wonders.core.wonders import lines
from sealed_wonders.core.wonders.reading import parse

MAX_LINES = 1000
"""Lines of a record; one of seven with all there is has about 250."""


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
        self, line: int, flaw: Flaw, detail: str, refusal: Refusal | None = None
    ) -> None:
        super().__init__(f"line {line}: {detail}")
        self.line = line
        """Counted from 1; one more than there are, if the record is unfinished."""
        self.flaw = flaw
        self.detail = detail
        self.refusal = refusal


_Kind = TypeVar("_Kind", bound=lines.Line)


class Script:
    """The lines of a record, each read when it is first looked at."""

    def __init__(self, raw: Iterable[bytes]) -> None:
        self._raw = _numbered(raw)
        self._ahead: list[tuple[int, lines.Line]] = []
        self._last = 0
        self.taken = 0

    def look(self, ahead: int = 0) -> lines.Line | None:
        """Give the line that comes after so many others; None at the end."""
        while len(self._ahead) <= ahead:
            found = next(self._raw, None)
            if found is None:
                return None
            self._last, text = found
            try:
                self._ahead.append((self._last, parse(text)))
            except ValueError as problem:
                raise Fault(self._last, Flaw.MALFORMED, str(problem)) from None
        return self._ahead[ahead][1]

    def number(self, ahead: int = 0) -> int:
        """Give the number of a line that was looked at, or of one after the end."""
        return self._ahead[ahead][0] if ahead < len(self._ahead) else self._last + 1

    def due(self, kind: type[_Kind], title: str, ahead: int = 0) -> _Kind:
        """Give the line that stands for something, which is due now."""
        line = self.look(ahead)
        if line is None:
            detail = f"unfinished: the record ends before {title}"
            self.fault(Flaw.UNFINISHED, detail, ahead)
        if not isinstance(line, kind) or lines.title(line) != title:
            detail = f"{title} is due here, not {lines.title(line)}"
            self.fault(Flaw.OUT_OF_PLACE, detail, ahead)
        return line

    def fault(
        self, flaw: Flaw, detail: str, ahead: int = 0, refusal: Refusal | None = None
    ) -> NoReturn:
        """Find fault with a line that was looked at."""
        raise Fault(self.number(ahead), flaw, detail, refusal)

    def take(self) -> None:
        """Go on to the next line."""
        del self._ahead[0]
        self.taken += 1


def _numbered(raw: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(raw, 1):
        if number > MAX_LINES:
            detail = f"more than {MAX_LINES} lines"
            raise Fault(number, Flaw.MALFORMED, detail)
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            yield number, line
