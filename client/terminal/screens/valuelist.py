"""Options of a form: their entries, going through their values, and a box with these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words.draw import Rows, fit, paragraph, piece, row
from sealed_wonders.net.words import _


class OfferedValue(NamedTuple):
    label: str
    choose: Callable[[], None]
    is_current: bool = False


def option_entry(
    key: str, name: str, value: str, wide: int, do: Callable[[], None]
) -> ListItem:
    """Return the entry of an option, with its name in a column of this width."""
    label = row(fit(row(name), wide), row(value, style="entry"))
    return ListItem(key, label, do, called=_("change"))


def offered(
    values: Sequence[Any],
    now: object,
    shown: Callable[[Any], str],
    choose: Callable[[Any], None],
) -> list[OfferedValue]:
    """Return the values of an option, and below them a current one that is typed."""
    typed = () if now in values else (now,)
    return [
        OfferedValue(shown(it), partial(choose, it), it == now)
        for it in (*values, *typed)
    ]


def place_of(values: Sequence[Any], now: object, step: int) -> int:
    """
    Return the index from which to step to the next value, or to the previous one.

    From a typed value, that leads to the first of the others, or back to the last.
    """
    if now in values:
        return values.index(now)
    return -1 if step > 0 else len(values)


class ValuesBox(Box):
    """List of values; choosing one closes the box."""

    widest = 72
    stays = True
    asks = True

    def __init__(
        self,
        stack: Stack,
        name: str,
        values: Sequence[OfferedValue],
        explained: str = "",
    ) -> None:
        """
        Start at the current value.

        Args:
            name: the name of the option.
            explained: what it does; empty to say nothing.
        """
        super().__init__(stack)
        self._name = name
        self._values = values
        self._explained = explained
        at = next((at for at, it in enumerate(values) if it.is_current), 0)
        self._listing = Listing(at=str(at))

    @property
    def title(self) -> str:
        return self._name

    @property
    def help(self) -> Sequence[str]:
        how = _("Enter chooses a value. Esc leaves everything as it was.")
        return (self._explained, how) if self._explained else (how,)

    @property
    def more_actions(self) -> Sequence[str]:
        return self._listing.actions(self._entries())

    @property
    def called(self) -> Mapping[str, str]:
        return {**super().called, **self._listing.called(self._entries())}

    def rows(self, width: int, height: int) -> Rows:
        inner, entries = min(width, self.widest - 5), self._entries()
        below = ((), *paragraph(self._explained, inner, "dim"))
        if not self._explained or len(entries) + len(below) > height:
            below = ()
        left = height - len(below)
        return [*self._listing.draw(entries, inner, left, self.stack.symbols), *below]

    def act(self, action: str) -> bool:
        verb, _space, digit = action.partition(" ")
        for at, value in enumerate(self._values):
            if verb == "digit" and value.label.split()[0] == digit:
                # Rows without numbers are gone to by what they say.
                self._listing.go(self._entries(), at)
                return True
        return self._listing.act(action, self._entries()) or super().act(action)

    def _entries(self) -> list[ListItem]:
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
