"""Box for settings that can be changed in the program, and are saved at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sealed_wonders.client.storage.settings import SYMBOLS
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import ACTIONS, Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words.draw import Rows, fit, paragraph, row
from sealed_wonders.client.words.symbols import SETS
from sealed_wonders.net import words
from sealed_wonders.net.words import _, marked

Save = Callable[[str, object], str]
"""Saves a setting, and returns why it couldn't; empty if it could."""

CHOICES: Sequence[tuple[str, str, tuple[Any, ...]]] = (
    ("language", marked("language"), words.LANGUAGES),
    ("symbols", marked("signs"), SYMBOLS),
    ("mouse", marked("react to mouse clicks"), (True, False)),
    ("bell", marked("ring the bell when it is your turn"), (False, True)),
    ("confirm", marked("confirm a choice before sealing it"), (True, False)),
    ("window_title", marked("show whose turn it is in the title"), (True, False)),
    ("reveal", marked("show revealed choices for"), (4.0, 8.0, 0.0, 2.0)),
)
"""Settings that can be changed: name, description and values to cycle through."""

_LANGUAGES = {"en": "English", "fr": "français"}
"""Name of each language in that language."""


class SettingsBox(Box):
    """List of settings that Enter cycles through."""

    widest = 72
    stays = True

    def __init__(self, stack: Stack, save: Save) -> None:
        super().__init__(stack)
        self._save = save
        self._listing = Listing()

    @property
    def title(self) -> str:
        return _("Settings")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "Enter changes the selected setting. The change takes effect "
                "immediately, and is saved."
            ),
            _("There are more settings in the file: see wonders settings."),
        )

    @property
    def more_actions(self) -> Sequence[str]:
        return ACTIONS

    def rows(self, width: int, height: int) -> Rows:
        inner = min(width, self.widest - 5)
        note = _("More settings: see wonders settings.")
        listed = self._listing.draw(
            self._entries(inner), inner, height - 2, self.stack.symbols
        )
        return [*listed, (), *paragraph(note, inner, "dim")]

    def act(self, action: str) -> bool:
        if action == "settings":
            self.stack.close(self)
            return True
        return self._listing.act(action, self._entries(self.widest)) or super().act(
            action
        )

    def _entries(self, width: int) -> list[ListItem]:
        wide = max(len(_(means)) for _name, means, _choices in CHOICES) + 2
        return [
            ListItem(
                name,
                row(fit(row(_(means)), wide), row(self._shown(name), style="entry")),
                partial(self._next, name, choices),
            )
            for name, means, choices in CHOICES
        ]

    def _value(self, name: str) -> Any:
        """Return the current value; for an unset setting, the detected one."""
        if name == "language":
            return words.language()
        if name == "symbols":
            return self.stack.symbols.name
        return getattr(self.stack.settings, name)

    def _shown(self, name: str) -> str:
        value = self._value(name)
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, float):
            return _("{n:g} seconds").format(n=value)
        return _LANGUAGES.get(value, str(value))

    def _next(self, name: str, choices: Sequence[Any]) -> None:
        now = self._value(name)
        at = choices.index(now) if now in choices else -1
        value = choices[(at + 1) % len(choices)]
        stack = self.stack
        stack.settings = replace(stack.settings, **{name: value})
        if name == "language":
            words.use(value)
            words.lend(value)
        elif name == "symbols":
            stack.symbols = SETS[value]
        why = self._save(name, value)
        if why:
            stack.say(why)
