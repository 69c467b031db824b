"""Box for settings that can be changed in the program, and are saved at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sealed_wonders.client.program import typed
from sealed_wonders.client.signs.draw import Rows, measure, paragraph, row
from sealed_wonders.client.signs.symbols import SETS
from sealed_wonders.client.storage.settings import OFFERED, REVEAL_CAP
from sealed_wonders.client.terminal.screens.form import (
    INNER,
    STEPS,
    FormBox,
    FormOption,
)
from sealed_wonders.client.terminal.screens.listing import GAP, Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.net import words
from sealed_wonders.net.words import _, marked

CHOICES: Sequence[tuple[str, str, tuple[Any, ...]]] = (
    ("language", marked("Language"), OFFERED["language"]),
    ("symbols", marked("Signs"), OFFERED["symbols"]),
    ("browser", marked("Your seat in a browser as well"), (False, True)),
    ("phones", marked("Seats for phones at your tables"), (False, True)),
    ("mouse", marked("Mouse clicks"), (True, False)),
    ("bell", marked("Bell when it is your turn"), (False, True)),
    ("confirm", marked("Confirmation before sealing"), (True, False)),
    ("window_title", marked("Current player in the window title"), (True, False)),
    ("reveal", marked("Time for revealed choices"), (0.0, 2.0, 4.0, 8.0, REVEAL_CAP)),
)
"""Settings that can be changed: name, label and offered values."""

_LANGUAGES = {"en": "English", "fr": "français"}
"""Name of each language in that language."""


def _shown_for(seconds: float) -> str:
    if seconds == REVEAL_CAP:
        return _("until you press a key, {n:g} seconds at most").format(n=seconds)
    return _("{n:g} seconds").format(n=seconds) if seconds else _("not shown")


def _more() -> str:
    said = _("To see all settings, type in a shell: {command}")
    return said.format(command=typed("settings"))


class SettingsBox(FormBox):
    """List of settings."""

    def __init__(self, stack: Stack) -> None:
        super().__init__(stack, Listing(quick=True))

    @property
    def title(self) -> str:
        return _("Settings")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "To list a setting's values, press Enter on it or type its number; "
                "Left and Right change it directly. The change takes effect "
                "immediately, and is saved."
            ),
            _more(),
        )

    @property
    def more_actions(self) -> Sequence[str]:
        return (*super().more_actions, *STEPS)

    def rows(self, width: int, height: int) -> Rows:
        inner = min(width, INNER)
        note = paragraph(_more(), inner, "dim")
        left = height - len(note) - 1
        listed = self.listing.draw(self.entries(), inner, left, self.stack.symbols)
        return [*listed, (), *note]

    def act(self, action: str) -> bool:
        if action == "settings":
            self.stack.close(self)
            return True
        return super().act(action)

    def options(self) -> Sequence[FormOption]:
        return [
            FormOption(
                name,
                _(means),
                choices,
                self._value(name),
                partial(self._shown, name),
                partial(self._set, name),
            )
            for name, means, choices in CHOICES
        ]

    def entries(self) -> Sequence[ListItem]:
        wide = max(measure(_(means)) for _name, means, _choices in CHOICES) + 2
        close = partial(self.stack.close, self)
        return [
            *self.rows_of_options(wide),
            ListItem("close", row(_("Close")), close, GAP, has_number=False),
        ]

    def _value(self, name: str) -> Any:
        """Return the current value; for an unset setting, the detected one."""
        if name == "language":
            return words.language()
        if name == "symbols":
            return self.stack.symbols.name
        return getattr(self.stack.settings, name)

    def _shown(self, name: str, value: Any) -> str:
        if name == "reveal":
            return _shown_for(value)
        if isinstance(value, bool):
            return yes_or_no(value)
        return _LANGUAGES.get(value, str(value))

    def _set(self, name: str, value: Any) -> None:
        stack = self.stack
        if name == "language":
            words.use(value)
            words.lend(value)
        elif name == "symbols":
            stack.symbols = SETS[value]
        change(stack, name, value)


def yes_or_no(value: bool) -> str:
    return _("yes") if value else _("no")


def change(stack: Stack, name: str, value: Any) -> None:
    """Change a setting from now on, and for later; say so if it can't be saved."""
    stack.settings = replace(stack.settings, **{name: value})
    if why := stack.save(name, value):
        stack.say(why)
