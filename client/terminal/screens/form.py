"""Forms: lists of options, each with values to go through or to choose from a list."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sealed_wonders.client.person.keys import DIGIT
from sealed_wonders.client.signs.draw import Rows, fit, paragraph, piece, row
from sealed_wonders.client.terminal.screens.listbox import ListBox
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net.words import _

WIDEST = 72
"""Columns of the widest form."""

INNER = WIDEST - 5
"""Columns of its contents."""

STEPS = {"left": -1, "right": 1}
"""Actions that go to the previous and the next value."""


class OfferedValue(NamedTuple):
    label: str
    choose: Callable[[], None]
    is_current: bool = False


class FormOption(NamedTuple):
    """An option of a form."""

    key: str
    name: str
    values: Sequence[Any]
    now: object
    """The current value, which may have been typed."""
    shown: Callable[[Any], str]
    choose: Callable[[Any], None]
    explained: str = ""
    """What it does; empty to say nothing."""
    ask: Callable[[], None] | None = None
    """Asks for a typed value; None if none can be typed."""

    def offered(self) -> Sequence[OfferedValue]:
        """Return the values, and below them a typed one and the way to type one."""
        typed = () if self.now in self.values else (self.now,)
        some = [
            OfferedValue(self.shown(it), partial(self.choose, it), it == self.now)
            for it in (*self.values, *typed)
        ]
        return [*some, *([OfferedValue(_("other…"), self.ask)] if self.ask else [])]

    def go(self, step: int) -> None:
        """
        Choose the next value, or the previous one; after the last one, ask for another.

        From a typed value, that leads to the first of the others, or back to the last.
        """
        values, at = self.values, -1 if step > 0 else len(self.values)
        if self.now in values:
            at = values.index(self.now)
        if self.ask is not None and step > 0 and at == len(values) - 1:
            self.ask()
        else:
            self.choose(values[(at + step) % len(values)])


class FormBox(ListBox):
    """List of options; Enter lists the values of one, Left and Right change it."""

    widest = WIDEST
    notch = 1

    @abstractmethod
    def options(self) -> Sequence[FormOption]:
        """Return the options that there are now, in order."""

    @property
    def called(self) -> Mapping[str, str]:
        return {
            **super().called,
            **dict.fromkeys(STEPS, _("value")),
            DIGIT: _("change"),
        }

    @property
    def at_cursor(self) -> FormOption | None:
        """The option at the cursor; None if another entry is there."""
        entries = self.entries()
        chosen = entries[self.listing.at(entries)].key
        return next((it for it in self.options() if it.key == chosen), None)

    def act(self, action: str) -> bool:
        if action not in STEPS:
            return super().act(action)
        if option := self.at_cursor:
            option.go(STEPS[action])
        return True

    def rows_of_options(self, wide: int) -> Sequence[ListItem]:
        """Return the entries of the options, with names in a column of this width."""
        return [
            option_entry(
                it.key, it.name, it.shown(it.now), wide, partial(self._offer, it)
            )
            for it in self.options()
        ]

    def _offer(self, option: FormOption) -> None:
        """Open the list of an option's values."""
        self.stack.open(ValuesBox(self.stack, option))


def option_entry(
    key: str, name: str, value: str, wide: int, do: Callable[[], None]
) -> ListItem:
    """Return the entry of an option, with its name in a column of this width."""
    label = row(fit(row(name), wide), row(value, style="entry"))
    return ListItem(key, label, do, called=_("change"))


class ValuesBox(ListBox):
    """List of an option's values; choosing one closes the box."""

    widest = WIDEST

    def __init__(self, stack: Stack, option: FormOption) -> None:
        """Start at the current value."""
        self._option = option
        self._values = option.offered()
        at = next((at for at, it in enumerate(self._values) if it.is_current), 0)
        super().__init__(stack, Listing(at=str(at), quick=True))

    @property
    def title(self) -> str:
        return self._option.name

    @property
    def help(self) -> Sequence[str]:
        how = _("Enter or a number chooses a value. Esc leaves everything as it was.")
        explained = self._option.explained
        return (explained, how) if explained else (how,)

    def rows(self, width: int, height: int) -> Rows:
        inner, entries = min(width, INNER), self.entries()
        explained = self._option.explained
        below = ((), *paragraph(explained, inner, "dim"))
        if not explained or len(entries) + len(below) > height:
            below = ()
        left = height - len(below)
        return [*self.listing.draw(entries, inner, left, self.stack.symbols), *below]

    def act(self, action: str) -> bool:
        verb, _space, digit = action.partition(" ")
        for value in self._values:
            if verb == DIGIT and value.label.split()[0] == digit:
                # Rows without numbers are chosen by what they say.
                self._choose(value)
                return True
        return super().act(action)

    def entries(self) -> Sequence[ListItem]:
        now = piece(f"  {_('(now)')}", "dim")
        # Beside "3 players", the number of a row would be mistaken for the value.
        has_numbers = not any(it.label[:1].isdigit() for it in self._values)
        return [
            ListItem(
                str(at),
                row(it.label, *([now] if it.is_current else [])),
                partial(self._choose, it),
                has_number=has_numbers,
            )
            for at, it in enumerate(self._values)
        ]

    def _choose(self, value: OfferedValue) -> None:
        self.stack.close(self)
        value.choose()
