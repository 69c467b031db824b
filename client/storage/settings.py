"""
Settings: how the program looks and behaves for a person, and the file with them.

Their names are those in the file and in the environment, so they can't change
(docs/reference/settings.md, which `scripts/reference.py` writes from `ABOUT`). Their
values are checked in `settingvalues`. Every command needs the language first, so
nothing slow is imported here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sealed_wonders.client.storage import folders
from sealed_wonders.net.words import LANGUAGES, _, marked

FILE = "settings.toml"

FILE_CAP = 1 << 16
"""Maximum size of the file, in bytes."""

SYMBOLS = ("unicode", "ascii")
"""The names in `symbols.SETS`."""

OFFERED: Mapping[str, tuple[str, ...]] = {"language": LANGUAGES, "symbols": SYMBOLS}
"""The words that a setting can be, for settings that take nothing else."""

NOWHERE = "off"
"""The value of `discovery` for not listening for hosts at all."""

REVEAL_CAP = 60.0
"""Maximum of `reveal`, in seconds."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, with their defaults."""

    name: str = ""
    """The name that others see; empty for the last one used."""
    language: str = ""
    """One of `words.LANGUAGES`; empty for the system's."""
    symbols: str = ""
    """The name of one of `symbols.SETS`; empty for what the terminal can show."""
    plain: bool = False
    """Whether to use line mode instead of the screen."""
    browser: bool = False
    """Whether to play in a browser on this machine instead of at the terminal."""
    phones: bool = False
    """Whether a table that one hosts at the screen lends seats to phones at once."""
    mouse: bool = True
    """Whether clicks act; if not, the terminal selects and copies text as usual."""
    bell: bool = False
    """Whether to ring when there is something to choose."""
    window_title: bool = True
    """Whether the window's title shows whose turn it is."""
    confirm: bool = True
    """Whether a choice on the screen is laid down first, and sealed by a second key."""
    reveal: float = 4.0
    """Seconds for which everybody's choices are shown; any key ends that."""
    discovery: str = ""
    """
    This machine's addresses on which to listen for hosts, separated by commas; empty
    for all, or `NOWHERE`.
    """
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Changed keys, by the action's name in `keys.ACTIONS`."""


ABOUT: Mapping[str, str] = {
    "name": marked("your name, as others see it; if empty, the last name you used"),
    "language": marked("en or fr; if empty, the system's language"),
    "symbols": marked("unicode or ascii; if empty, whichever the terminal can show"),
    "plain": marked("use line mode instead of the screen"),
    "browser": marked("play in a browser on this machine"),
    "phones": marked("lend seats to phones at the tables that you host"),
    "mouse": marked("react to mouse clicks"),
    "bell": marked("ring the bell when you have a choice to make"),
    "window_title": marked("show whose turn it is in the window title"),
    "confirm": marked("confirm a choice before sealing it"),
    "reveal": marked("seconds for which everybody's choices are shown"),
    "discovery": marked(
        "addresses of this machine on which to listen for hosts; if empty, "
        "all addresses"
    ),
}
"""Descriptions of all settings except keys, by name."""

KEYS = "keys"
"""The table of keys in the file; ``keys.build`` is the one for an action."""


def dotted(action: str) -> str:
    """Return the name of the setting for an action's keys."""
    return f"{KEYS}.{action.replace(' ', '_')}"


def action_of(name: str) -> str:
    """Return the action that such a setting is for."""
    return name.partition(".")[2].replace("_", " ")


VARIABLES = {name: f"WONDERS_{name.upper()}" for name in ABOUT}
"""Environment variables, by setting."""


def precedence(name: str) -> str:
    """Return the sentence for a setting that the environment keeps from being changed."""
    said = _("The environment variable {variable} takes precedence")
    return said.format(variable=VARIABLES[name])


USUAL, FROM_FILE, FROM_ENVIRONMENT, FROM_OPTION = (
    marked("default"),
    marked("file"),
    marked("environment"),
    marked("command line"),
)
"""Sources of a value, from the one with the least precedence on."""


def path() -> Path:
    """Return the path of the file, which needn't exist."""
    return folders.config() / FILE


class TooLong(ValueError):
    """The file has more than `FILE_CAP` bytes."""


def read(file: Path) -> tuple[dict[str, object], OSError | ValueError | None]:
    """
    Return the settings in a file, with dotted names for keys, and the error if it can't
    be read.
    """
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
    """Return the language set in the environment or the file, or an empty string."""
    wanted = environment.get(VARIABLES["language"]) or read(path())[0].get("language")
    return wanted if isinstance(wanted, str) and wanted in LANGUAGES else ""
