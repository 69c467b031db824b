"""The input line at the foot of a screen: chat, commands, addresses."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.document import Document
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import History, InMemoryHistory
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.containers import VSplit
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.processors import ConditionalProcessor, PasswordProcessor
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from sealed_wonders.client.lines.line import LINE_CAP, completions
from sealed_wonders.client.person import keys
from sealed_wonders.client.person.typed import TypedBefore
from sealed_wonders.client.terminal.stack import Field

COMMAND = ":"
"""The label that commands begin with, as in line mode."""


class InputLine:
    """
    An input line with its label.

    Attributes:
        field: The purpose and label of the line; None while nothing is typed.
        container: The prompt-toolkit container that shows it.
    """

    def __init__(
        self,
        history: Path | None = None,
        *,
        quick: Callable[[str], None] = lambda digit: None,
        done: Callable[[], None] = lambda: None,
        cancel: Callable[[], None] = lambda: None,
    ) -> None:
        """
        Create an entry.

        Args:
            history: The file of earlier commands; None keeps them in memory.
            quick: Called with the digit of a quick answer that is clicked.
            done, cancel: Called on a click on the key that does so.
        """
        self.field: Field | None = None
        self._send, self._done, self._cancel = quick, done, cancel
        self._drafts: dict[str, str] = {}
        """Unfinished lines, by label, that another line has replaced."""
        self._buffer = Buffer(multiline=False)
        self._file = history
        self._histories: dict[str, History] = {}
        hidden = ConditionalProcessor(PasswordProcessor(), Condition(self._is_secret))
        self.control = BufferControl(self._buffer, input_processors=[hidden])
        parts = (
            _fixed(self._label),
            # Quick answers begin where the line does.
            Window(self.control, width=lambda: 1 if self._quick_words else None),
            _fixed(self._quick),
            _fixed(self._keys),
        )
        self.container = VSplit(parts, height=1)

    @property
    def text(self) -> str:
        return self._buffer.text

    def begin(self, field: Field | None) -> None:
        """
        Start another line, or none.

        A line that another one replaces is a draft: it comes back when its turn comes.
        """
        before, self.field = self.field, field
        if field is None:
            return
        if before is not None and not before.secret:
            self._drafts[before.label] = self._buffer.text
        draft = self._drafts.pop(field.label, "")
        self._buffer.history = self._history_of(field.label)
        self._buffer.reset(Document(field.text or draft))
        if field.proposes and not draft:
            self._select_all()

    def finish(self) -> str:
        """Return the line, and add it to the history unless it is secret."""
        line = self._buffer.text.strip()
        if line and not self._is_secret():
            self._buffer.append_to_history()
        self._buffer.reset()
        return line

    def insert(self, text: str) -> None:
        """Insert text at the cursor, with line breaks replaced by spaces."""
        if self._buffer.selection_state is not None:
            self._buffer.cut_selection()
        line = one_line(text)[: max(0, LINE_CAP - len(self._buffer.text))]
        self._buffer.insert_text(line)

    def is_quick(self, digit: str) -> bool:
        """Return whether a digit alone is a complete answer."""
        field = self.field
        quick = 0 if field is None or self.text else len(field.quick)
        return 1 <= int(digit) <= quick

    def complete(self, tell: Callable[[str], None]) -> None:
        """
        Complete the common prefix of all matching words; if there is none, list them.
        """
        if self.field is None:
            return
        before = self._buffer.document.text_before_cursor
        found = completions(self.field.words(), before)
        words = list(dict.fromkeys(word for word, _ in found))
        if not words:
            return
        begun = before.lstrip()
        common = os.path.commonprefix([word.lower() for word in words])
        ending = words[0][len(begun) : len(common)]
        if ending:
            self._buffer.insert_text(ending)
        elif len(words) > 1:
            tell("  ".join(words))

    def _select_all(self) -> None:
        """Select the line, as with Shift: prompt-toolkit replaces it by what is typed."""
        end = len(self._buffer.text)
        self._buffer.cursor_position = 0
        self._buffer.start_selection()
        if self._buffer.selection_state is not None:
            self._buffer.selection_state.enter_shift_mode()
        self._buffer.cursor_position = end

    @property
    def _quick_words(self) -> Sequence[str]:
        return () if self.field is None or self.text else self.field.quick

    def _quick(self) -> StyleAndTextTuples:
        """Return the quick answers and the digits that send them."""
        parts: StyleAndTextTuples = []
        for number, word in enumerate(self._quick_words, 1):
            gap = " " if parts else ""
            click = _clicked(partial(self._send, str(number)))
            parts += [("", gap), ("class:dim", f"{number} {word}", click)]
        return parts

    def _keys(self) -> StyleAndTextTuples:
        """Return the keys that end the line, unless quick answers need the room."""
        if self._quick_words:
            return []
        parts: StyleAndTextTuples = []
        for key, do in (("enter", self._done), ("escape", self._cancel)):
            parts += [("", " "), ("class:key", keys.written(key), _clicked(do))]
        return parts

    def _is_secret(self) -> bool:
        return self.field is not None and self.field.secret

    def _history_of(self, label: str) -> History:
        """
        Return the history of lines with one label; only that of commands is on disk.
        """
        if label not in self._histories:
            kept = self._file is not None and label.startswith(COMMAND)
            self._histories[label] = (
                TypedBefore(str(self._file)) if kept else InMemoryHistory()
            )
        return self._histories[label]

    def _label(self) -> StyleAndTextTuples:
        label = self.field.label if self.field else ""
        # In front of quick answers, the cursor stands in the gap.
        gap = "" if label == COMMAND or self._quick_words else " "
        return [("class:entry", f"{label}{gap}")]


def _fixed(text: Callable[[], StyleAndTextTuples]) -> Window:
    """Return a window in one row that is as wide as its text."""
    return Window(FormattedTextControl(text), height=1, dont_extend_width=True)


def _clicked(do: Callable[[], None]) -> Callable[[MouseEvent], None]:
    def handle(event: MouseEvent) -> None:
        if event.event_type is MouseEventType.MOUSE_UP:
            do()

    return handle


def one_line(text: str) -> str:
    """Join pasted lines into one, without unprintable characters."""
    return "".join(letter for letter in " ".join(text.split()) if letter.isprintable())
