"""Box for choosing one of an option's values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words.draw import Rows, piece, row
from sealed_wonders.net.words import _


class OfferedValue(NamedTuple):
    label: str
    choose: Callable[[], None]
    is_current: bool = False


class ValuesBox(Box):
    """List of values; choosing one closes the box."""

    widest = 72
    stays = True

    def __init__(self, stack: Stack, name: str, values: Sequence[OfferedValue]) -> None:
        """
        Start at the current value.

        Args:
            name: the name of the option.
        """
        super().__init__(stack)
        self._name = name
        self._values = values
        at = next((at for at, it in enumerate(values) if it.is_current), 0)
        self._listing = Listing(at=str(at))

    @property
    def title(self) -> str:
        return self._name

    @property
    def help(self) -> Sequence[str]:
        return (_("Enter chooses a value. Esc leaves everything as it was."),)

    @property
    def more_actions(self) -> Sequence[str]:
        return self._listing.actions(self._entries())

    @property
    def called(self) -> Mapping[str, str]:
        return {**super().called, **self._listing.called(self._entries())}

    def rows(self, width: int, height: int) -> Rows:
        inner = min(width, self.widest - 5)
        return self._listing.draw(self._entries(), inner, height, self.stack.symbols)

    def act(self, action: str) -> bool:
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
