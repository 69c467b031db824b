"""
The message line below each screen, which shows the most pressing message.

When more arrives, nothing that should be read is lost: hidden messages are counted, and
the box `screens.log` shows them all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sealed_wonders.client.questions.dialog import DialogLine, Key
from sealed_wonders.client.signs.draw import Row, clip, measure, piece, row, text_of
from sealed_wonders.client.signs.symbols import Symbols
from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.names import make_line
from sealed_wonders.net.words import is_shown

PATIENCE = 4.0
"""Seconds a line must have been visible before a key counts as having read it."""

NOTICED = 10.0
"""
Seconds after which a notice or a line of chat gives way to what the table waits for.
"""

STYLES = {
    LineKind.GAME: "",
    LineKind.SHELL: "",
    LineKind.TABLE: "message",
    LineKind.CHAT: "chat",
    LineKind.WARNING: "warning",
}
"""Styles of lines, by kind."""

ASIDE = {**STYLES, LineKind.TABLE: "dim"}
"""Styles of lines shown next to something else."""

PRESSING = (LineKind.CHAT, LineKind.WARNING)
"""
Kinds that count as unread until an action after they were visible long enough; during a
game, time alone is enough for chat.
"""


class Messages:
    """
    The messages below a screen, and which of them are unread.

    Attributes:
        notice: The answer to the last action, until the next one, or until a question.
    """

    def __init__(
        self,
        known: Callable[[], TableModel],
        seconds: Callable[[], float],
        status: Callable[[Key], Sequence[DialogLine]] = lambda key: (),
    ) -> None:
        """
        Create it for the messages so far.

        Args:
            known: Returns the table model to show, which may be replaced.
            status: Returns the status lines that hold now, most pressing first; it
                receives a function that returns an action's key.
        """
        self._known_now = known
        self._known_last = known()
        self._seconds = seconds
        self._status = status
        self._told_before = 0
        """`Narration.total` when the notice was set."""
        self.notice = ""
        past = self._known_last.narration.past
        self._read = past
        """`Narration.total` up to which all is read."""
        self._faded = past
        """`Narration.total` up to which chat isn't shown any more."""
        self._passed = past
        """`Narration.total` at the last action."""
        self._drawn = past
        """`Narration.total` at the last drawing."""
        self._visible: NarratedLine | None = None
        """The pressing message that the last drawing shows; None if others hide it."""
        self._seen = past
        """`Narration.total` when a pressing message was last drawn."""
        self._since = 0.0
        """When the visible message was drawn for the first time."""
        self._since_question: int | None = None
        """The question that was open then."""
        self._noted = 0.0
        """When the last message about the table was drawn."""
        self._retells: Callable[[str], bool] = _retells_nothing

    @property
    def _known(self) -> TableModel:
        known = self._known_now()
        if known is not self._known_last:
            self._known_last = known
            past = known.narration.past
            self._read = self._faded = self._passed = self._drawn = past
            self._seen, self._visible = past, None
        return known

    @property
    def notice(self) -> str:
        """
        The answer to the last action; empty once an event has made it obsolete.

        Such an event is a new question, or the beginning or the end of the game.
        """
        in_lobby = self._known.narration.in_lobby
        has_begun = in_lobby is not None and self._told_before <= in_lobby
        is_asked = self._question not in (None, self._noticed_at)
        has_ended = self._is_over and not self._noticed_over
        return "" if has_begun or is_asked or has_ended else self._notice

    @notice.setter
    def notice(self, said: str) -> None:
        self._notice, self._noticed_at = said, self._question
        self._noticed_over = self._is_over
        self._noticed_since = self._seconds()
        self._told_before = self._known.narration.total

    @property
    def _question(self) -> int | None:
        """The phase of the open question, or None."""
        menu = self._known.menu
        return menu.question.phase if menu is not None and self._known.asked else None

    @property
    def _is_over(self) -> bool:
        return self._known.ending is not None

    @property
    def _is_late(self) -> bool:
        """Whether a pressing message came after the last action was answered."""
        told = self._known.narration.since(self._told_before)
        return any(_presses(one) for one in told)

    @property
    def unread(self) -> Sequence[NarratedLine]:
        """Pressing messages that are unread, in order."""
        narration = self._known.narration
        told = narration.since(self._read)
        faded = len(told) - len(narration.since(max(self._read, self._faded)))
        return [
            one
            for at, one in enumerate(told)
            if one.kind is LineKind.WARNING or (_presses(one) and at >= faded)
        ]

    def acted(self) -> None:
        """Note an action: what was visible for a while has been read."""
        self.notice = ""
        self._passed = self._known.narration.total
        if self._visible is not None and self._seconds() - self._since >= PATIENCE:
            self._read = max(self._read, self._seen)

    def answered(self) -> None:
        """
        Make the first message caused by an action its notice, which precedes all else.
        """
        for told in self._known.narration.since(self._passed):
            if told.kind is LineKind.TABLE and not self.notice:
                self.notice = told.line

    def read_all(self) -> None:
        """Note that everything was read, in the log."""
        self._read = self._passed = self._known.narration.total

    def row(
        self,
        width: int,
        symbols: Symbols,
        log: str,
        key: Key,
        retells: Callable[[str], bool] | None = None,
    ) -> Row:
        """
        Return the most pressing message, and how many more there are.

        Args:
            log: Key and name of the log.
            key: Returns an action's key as displayed.
            retells: Returns whether the screen above shows a line itself.
        """
        self._retells = retells or _retells_nothing
        self._fade()
        self._skip_retold()
        unread = self.unread
        visible = self._visible_of(unread)
        self._note_drawn(visible)
        if visible is not None:
            told, rest = _line(visible), len(unread) - 1
        else:
            told, rest = self._other(key), len(unread)
        more = f"+{rest}" if rest else ""
        if not more and measure(told) <= width:
            return told
        said = ", ".join(part for part in (more, log) if part)
        counted = piece(f" ({said})", "more", "log")
        left = width - measure(counted.text)
        cut = clip(told, left, symbols.more)
        ends = text_of([cut]).rfind(". ") + 2
        if cut is not told and ends > left // 2:  # rather than within a sentence
            cut = clip(told, ends + 1, symbols.more)
        return (*cut, counted)

    def _visible_of(self, unread: Sequence[NarratedLine]) -> NarratedLine | None:
        """Return the unread message to show, unless something else comes first."""
        known = self._known
        is_hidden = known.offline or known.awaited is not None
        if not unread or is_hidden or (self._is_noticed and not self._is_late):
            return None
        warnings = [told for told in unread if told.kind is LineKind.WARNING]
        return (warnings or unread)[-1]

    def _note_drawn(self, visible: NarratedLine | None) -> None:
        narration = self._known.narration
        if visible is not None:
            self._seen = narration.total
        if visible is not self._visible:
            self._visible = visible
            self._since, self._since_question = self._seconds(), self._question
        told = narration.since(self._drawn)
        if any(it.kind is LineKind.TABLE for it in told):
            self._noted = self._seconds()
        self._drawn = narration.total

    def _fade(self) -> None:
        """Stop showing chat whose time is over; the log and the panel still do."""
        fades_at = self._fades_at
        if fades_at is not None and self._seconds() >= fades_at:
            self._faded = self._seen

    def _skip_retold(self) -> None:
        """Leave chat to the screen above, if that shows all of it."""
        chat = [it.line for it in self.unread if it.kind is LineKind.CHAT]
        if chat and all(map(self._retells, chat)):
            self._faded = self._known.narration.total

    @property
    def _fades_at(self) -> float | None:
        """When the chat that is shown gives way; None if there is none, or never."""
        if self._is_over or self._visible not in self.unread:
            return None
        if self._visible is None or self._visible.kind is not LineKind.CHAT:
            return None
        is_asked = self._question not in (None, self._since_question)
        return self._since + (PATIENCE if is_asked else NOTICED)

    def _other(self, key: Key) -> Row:
        """Return what to show instead of unread messages."""
        known = self._known
        if known.offline:
            return self._waiting_for_host
        if self._is_noticed and not (self.unread and self._is_late):
            return row(tidy(self.notice), style="message")
        if known.awaited is not None:
            return self._waiting_for_host
        return self._unpressing(key)

    @property
    def _is_noticed(self) -> bool:
        """Whether the notice still applies, rather than what the table waits for."""
        if not self.notice or self._retells(self.notice):
            return False
        is_old = self._seconds() - self._noticed_since >= NOTICED
        return not (is_old and self._has_status)

    @property
    def _waiting_for_host(self) -> Row:
        return row(waits.line(self._known, self._seconds()), style="warning")

    def _unpressing(self, key: Key) -> Row:
        """
        Return the status or last message; once that is old, what the table waits for.
        """
        said = self._status(key)
        pressing = [it for it in said if it.style != "dim"]
        if pressing or said:
            first = (pressing or said)[0]
            return row(first.text, style=first.style)
        known, note = self._known, self._note
        is_over = self._has_status and self._is_old
        if note is not None and not is_over and not self._retells(note.line):
            return _line(note)
        return row(waits.line(known, self._seconds()), style="dim")

    @property
    def _has_status(self) -> bool:
        """Whether there is something that the table waits for, be it our choice."""
        return waits.is_our_turn(self._known) or self._wait is not None

    @property
    def _wait(self) -> Wait | None:
        """The wait of the table, unless it is for our choice."""
        return None if waits.is_our_turn(self._known) else self._known.wait

    @property
    def _note(self) -> NarratedLine | None:
        """The last message about the table since the last action, and in this game."""
        narration = self._known.narration
        new = narration.since(max(self._passed, narration.in_lobby or 0))
        for told in reversed(new):
            if told.kind is LineKind.TABLE:
                return told
        return None

    @property
    def _is_old(self) -> bool:
        return self._seconds() - self._noted >= PATIENCE

    @property
    def wakes(self) -> float | None:
        """When the line changes although nothing happens; None if never."""
        if self._known.awaited is not None:
            return self._seconds() + 10  # shows how long the host has kept us waiting
        moments = (self._fades_at, self._details_at, self._wakes_later)
        return min((it for it in moments if it is not None), default=None)

    @property
    def _details_at(self) -> float | None:
        """When the current wait gets more details; None if it doesn't."""
        details = None if self._wait is None else waits.detailed_at(self._known)
        is_later = details is not None and details > self._seconds()
        return details if is_later else None

    @property
    def _wakes_later(self) -> float | None:
        if not self._has_status:
            return None
        if self.notice and self._is_noticed:
            return self._noticed_since + NOTICED
        is_shown = self._is_old or self._note is None
        if self._wait is not None and self._known.absence.since and is_shown:
            return self._seconds() + 10  # shows how long somebody has been absent
        return None if is_shown else self._noted + PATIENCE


def _retells_nothing(line: str) -> bool:
    return False


def tidy(line: str) -> str:
    """Escape text from other people that would move the cursor."""
    return line if is_shown(line) else make_line(line)


def _presses(told: NarratedLine) -> bool:
    """Return whether a line is to be read; people who come to a table see what is new."""
    return told.kind in PRESSING and not told.is_past


def _line(told: NarratedLine) -> Row:
    return row(tidy(told.line), style=STYLES[told.kind], does="log")
