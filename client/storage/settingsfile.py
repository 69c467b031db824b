"""
Writes the settings file, keeping everything else that is in it as it is.

Reading the file is in `settings.py`; checking its values is in `settingvalues.py`.
People write it, too, so it keeps its comments and its order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from sealed_wonders.client.program import typed
from sealed_wonders.client.storage.home import DamagedFile, write
from sealed_wonders.client.storage.settings import ABOUT, KEYS, Settings, path, read
from sealed_wonders.client.storage.settingvalues import unreadable
from sealed_wonders.net.words import _


def shown(value: object) -> str:
    """Format a value as it appears in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(f'"{key}"' for key in value) + "]"
    return f'"{value}"' if isinstance(value, str) else f"{value:g}"


def template() -> str:
    """Return a file that sets nothing and lists all settings in comments."""
    lines = [
        "# "
        + _(
            "Settings of Sealed Wonders. A setting with a # before it has its "
            "default value."
        )
    ]
    usual = {one.name: getattr(Settings(), one.name) for one in fields(Settings)}
    for name, means in ABOUT.items():
        lines += ["", f"# {_(means)}", f"# {name} = {shown(usual[name])}"]
    said = _("other keys for actions; {command} lists all actions")
    lines += [
        "",
        f"# {said.format(command=typed('settings', '--keys'))}",
        f"# [{KEYS}]",
        '# build = ["b", "f5"]',
    ]
    return "\n".join(lines) + "\n"


def put(file: Path, values: Mapping[str, Any]) -> None:
    """
    Write settings to the file, and leave everything else in it unchanged.

    Args:
        file: the settings file.
        values: checked values, by setting; None removes a setting.

    Raises:
        DamagedFile: the file can't be read or written.
    """
    import tomlkit

    if why := read(file)[1]:
        raise DamagedFile(file, unreadable(why))
    text = file.read_text("utf-8") if file.exists() else template()
    document = tomlkit.parse(text)
    for name, value in values.items():
        table: Any = document
        key = name
        if name.startswith(f"{KEYS}."):
            key = name.partition(".")[2]
            if KEYS not in document:
                document.append(KEYS, tomlkit.table())
            table = document[KEYS]
        if value is None:
            table.pop(key, None)
        else:
            table[key] = list(value) if isinstance(value, tuple) else value
    write(file, tomlkit.dumps(document).encode())


def saved(name: str, value: object) -> str:
    """Write a checked setting to the usual file; return why it couldn't be, or nothing."""
    try:
        put(path(), {name: value})
    except DamagedFile as damaged:
        return str(damaged)
    return ""
