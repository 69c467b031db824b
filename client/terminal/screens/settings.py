"""Box for settings that can be changed in the program, and are saved at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from sealed_wonders.client.program import typed
from sealed_wonders.client.storage.settings import OFFERED, REVEAL_CAP
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import GAP, Listing, ListItem
from sealed_wonders.client.terminal.screens.valuelist import (
    ValuesBox,
    offered,
    option_entry,
    place_of,
)
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words.draw import Rows, measure, paragraph, row
from sealed_wonders.client.words.symbols import SETS
from sealed_wonders.net import words
from sealed_wonders.net.words import _, marked

Save = Callable[[str, object], str]
"""Saves a setting, and returns why it couldn't; empty if it could."""

CHOICES: Sequence[tuple[str, str, tuple[Any, ...]]] = (
    ("language", marked("Language"), OFFERED["language"]),
    ("symbols", marked("Signs"), OFFERED["symbols"]),
    ("browser", marked("Your seat in a browser as well"), (False, True)),
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


class SettingsBox(Box):
    """List of settings; Enter lists the values of one."""

    widest = 72
    stays = True
    asks = True
    notch = 1

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
                "Enter on a setting lists its values; Left and Right change it "
                "directly. The change takes effect immediately, and is saved."
            ),
            _more(),
        )

    @property
    def more_actions(self) -> Sequence[str]:
        return (*self._listing.actions(self._entries()), "left", "right")

    @property
    def called(self) -> Mapping[str, str]:
        return {
            **super().called,
            **self._listing.called(self._entries()),
            **dict.fromkeys(("left", "right"), _("value")),
        }

    def rows(self, width: int, height: int) -> Rows:
        inner = min(width, self.widest - 5)
        note = paragraph(_more(), inner, "dim")
        left = height - len(note) - 1
        listed = self._listing.draw(self._entries(), inner, left, self.stack.symbols)
        return [*listed, (), *note]

    def act(self, action: str) -> bool:
        if action == "settings":
            self.stack.close(self)
            return True
        if action in ("left", "right"):
            self._step(1 if action == "right" else -1)
            return True
        return self._listing.act(action, self._entries()) or super().act(action)

    def _entries(self) -> list[ListItem]:
        wide = max(measure(_(means)) for _name, means, _choices in CHOICES) + 2
        settings = [
            option_entry(
                name,
                _(means),
                self._shown(name, self._value(name)),
                wide,
                partial(self._offer, name, means, choices),
            )
            for name, means, choices in CHOICES
        ]
        close = partial(self.stack.close, self)
        return [
            *settings,
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
            return _("yes") if value else _("no")
        return _LANGUAGES.get(value, str(value))

    def _offer(self, name: str, means: str, choices: Sequence[Any]) -> None:
        """Open the list of a setting's values."""
        shown, choose = partial(self._shown, name), partial(self._set, name)
        some = offered(choices, self._value(name), shown, choose)
        self.stack.open(ValuesBox(self.stack, _(means), some))

    def _step(self, step: int) -> None:
        """Select the next or the previous value of the setting at the cursor."""
        at = self._listing.at(self._entries())
        if at == len(CHOICES):
            return
        name, _means, choices = CHOICES[at]
        at = place_of(choices, self._value(name), step)
        self._set(name, choices[(at + step) % len(choices)])

    def _set(self, name: str, value: Any) -> None:
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
