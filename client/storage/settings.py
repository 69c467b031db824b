"""
Settings: how a person wants this program to look and to behave, and the file they are in.

What they may be is in `settingvalues`. Every command asks for the language before anything
else, so nothing is imported here that takes long.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sealed_wonders.client.storage import folders
from sealed_wonders.net.words import LANGUAGES, marked

FILE = "settings.toml"

FILE_CAP = 1 << 16
"""Bytes of the file that are read."""

SYMBOLS = ("unicode", "ascii")
"""The names in `symbols.SETS`."""

NOWHERE = "off"
"""Hosts are listened for nowhere."""

REVEAL_CAP = 60.0
"""Seconds for which a turn may be shown at most."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All there is to be set; what isn't set is as here."""

    name: str = ""
    """What others call one; empty is as the last time."""
    language: str = ""
    """One of `words.LANGUAGES`; empty is that of the system."""
    symbols: str = ""
    """The name of one of `symbols.SETS`; empty is what the terminal can show."""
    plain: bool = False
    """Lines in and lines out, in place of a screen."""
    mouse: bool = True
    """Whether clicks do something; without, the terminal marks and copies as always."""
    bell: bool = False
    """Ring when there is something to choose."""
    window_title: bool = True
    """Say in the window's title whose turn it is."""
    confirm: bool = True
    """A choice at the screen isn't sealed before it is confirmed, and can be taken back."""
    reveal: float = 4.0
    """Seconds for which it is shown what all have chosen; any key ends that."""
    discovery: str = ""
    """
    Where hosts are listened for: addresses of this machine with commas between them,
    empty for all, or `NOWHERE`.
    """
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Other keys for actions, by their names in `keys.ACTIONS`."""


ABOUT: Mapping[str, str] = {
    "name": marked("your name, as others see it; if empty, the last name you used"),
    "language": marked("en or fr; if empty, the system's language"),
    "symbols": marked("unicode or ascii; if empty, whichever the terminal can show"),
    "plain": marked("use line mode instead of the screen"),
    "mouse": marked("react to mouse clicks"),
    "bell": marked("ring when there is something to choose"),
    "window_title": marked("show in the window title whose turn it is"),
    "confirm": marked("ask before a choice is sealed"),
    "reveal": marked("seconds for which everybody's choices are shown"),
    "discovery": marked(
        "addresses of this machine on which to listen for hosts; if empty, "
        "all addresses"
    ),
}
"""What each is for, by name: all but keys, which are by the names of their actions."""

KEYS = "keys"
"""The table of keys in the file; ``keys.build`` is the one for an action."""


def dotted(action: str) -> str:
    """Give the name of the setting of an action's keys."""
    return f"{KEYS}.{action.replace(' ', '_')}"


def action_of(name: str) -> str:
    """Give the action of such a setting."""
    return name.partition(".")[2].replace("_", " ")


VARIABLES = {name: f"WONDERS_{name.upper()}" for name in ABOUT}
"""Of the environment."""

USUAL, FROM_FILE, FROM_ENVIRONMENT, FROM_OPTION = (
    marked("usual"),
    marked("file"),
    marked("environment"),
    marked("command line"),
)
"""Where a value may come from."""


def path() -> Path:
    """Give the file's path; it need not be there."""
    return folders.config() / FILE


class TooLong(ValueError):
    """A file of more than `FILE_CAP` bytes."""


def read(file: Path) -> tuple[dict[str, object], OSError | ValueError | None]:
    """Read a file, with dotted names for keys; gives what is wrong with it, too."""
    try:
        with file.open("rb") as lines:
            data = lines.read(FILE_CAP + 1)
    except (FileNotFoundError, NotADirectoryError):
        return {}, None
    except OSError as problem:
        return {}, problem
    if len(data) > FILE_CAP:
        return {}, TooLong()
    import tomllib

    try:
        table = tomllib.loads(data.decode())
    except ValueError as problem:  # that it isn't UTF-8, too
        return {}, problem
    keys = table.pop(KEYS, {})
    if isinstance(keys, dict):
        table |= {f"{KEYS}.{name}": value for name, value in keys.items()}
    else:
        table[KEYS] = keys
    return table, None


def language(environment: Mapping[str, str] = os.environ) -> str:
    """Give the language that the environment or the file asks for; empty if none."""
    wanted = environment.get(VARIABLES["language"]) or read(path())[0].get("language")
    return wanted if isinstance(wanted, str) and wanted in LANGUAGES else ""
