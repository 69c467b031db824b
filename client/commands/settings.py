"""
``wonders settings``: shows and changes the settings.

Their meaning and storage are in `client/storage/settings.py` and its neighbours.
"""

from __future__ import annotations

import click

from sealed_wonders.client.commands.options import load
from sealed_wonders.client.commands.values import SettingName
from sealed_wonders.client.person.keys import ACTIONS, long
from sealed_wonders.client.storage import settings as known
from sealed_wonders.client.storage.home import DamagedFile, write
from sealed_wonders.client.storage.settings import ABOUT, KEYS, action_of, dotted
from sealed_wonders.client.storage.settingsfile import put, shown, template
from sealed_wonders.client.storage.settingvalues import BadSetting, Loaded, check
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import argument, option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.words import _, marked


@command(
    "settings",
    help=marked(
        "Show or change settings.\n\n"
        "Without arguments, show all settings and where each comes from. "
        "With KEY, show that setting; with KEY and VALUE, change it in the "
        "file. The command line takes precedence over the environment, and "
        "the environment over the file.\n\n"
        "You can also set the keys for an action: keys.build b,f5"
    ),
)
@argument("key", required=False, metavar=marked("[KEY]"), type=SettingName())
@argument("value", required=False, metavar=marked("[VALUE]"))
@option(
    "--reset",
    is_flag=True,
    help=marked("Remove KEY from the file, so that its default applies."),
)
@option("--edit", is_flag=True, help=marked("Open the file in your editor."))
@option("--keys", is_flag=True, help=marked("Show the keys of all actions."))
def settings(
    key: str | None, value: str | None, reset: bool, edit: bool, keys: bool
) -> None:
    asked = (edit, keys, key is not None)
    if sum(asked) > 1 or (reset and (key is None or value is not None)):
        raise click.UsageError(
            _("give only one of these arguments or options at a time")
        )
    if edit:
        _edit()
    elif keys:
        _show_keys()
    elif key is None:
        _show()
    elif value is None and not reset:
        _show_one(key)
    else:
        _change(key, value)


def _rows(loaded: Loaded) -> list[tuple[str, str, str]]:
    """Return each setting with its value and its source."""
    chosen = loaded.settings
    values = {name: getattr(chosen, name) for name in ABOUT}
    for action, some in chosen.keys.items():
        values[dotted(action)] = some
    return [
        (name, shown(value), _(loaded.sources.get(name, known.USUAL)))
        for name, value in values.items()
    ]


def _show() -> None:
    rows = _rows(load({}))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for name, value, source in rows:
        echo(f"{name:{widths[0]}}  {value:{widths[1]}}  {source}")
    echo(_("Settings file: {path}").format(path=known.path()))


def _show_one(key: str) -> None:
    loaded = load({})
    for name, value, source in _rows(loaded):
        if name == key:
            echo(f"{name}  {value}  {source}")
            if name in ABOUT:
                echo(_(ABOUT[name]))
            return
    try:
        # Either an action with its default keys, or an unknown setting.
        check(key, "b")
    except BadSetting as wrong:
        raise click.UsageError(str(wrong)) from None
    usual = ACTIONS[action_of(key)].keys
    echo(f"{key}  {shown(usual)}  {_(known.USUAL)}")


def _show_keys() -> None:
    chosen = load({}).settings.keys
    rows = [
        (dotted(name), shown(chosen.get(name, action.keys)), name)
        for name, action in ACTIONS.items()
    ]
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    for key, value, name in rows:
        echo(f"{key:{widths[0]}}  {value:{widths[1]}}  {long(name)}")


def _change(key: str, value: str | None) -> None:
    path = known.path()
    try:
        wanted = None if value is None else check(key, value)
        if value is None:
            check(key, "b" if key.startswith(KEYS) else _usual(key))
        put(path, {key: wanted})
    except BadSetting as wrong:
        raise click.UsageError(str(wrong)) from None
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    loaded = load({})
    for name, now, source in _rows(loaded):
        if name == key:
            echo(f"{name}  {now}  {source}")
            if value is not None and loaded.sources.get(name) != known.FROM_FILE:
                echo(known.precedence(name), err=True)


def _usual(key: str) -> object:
    return getattr(known.Settings(), key, None) if key in ABOUT else None


def _edit() -> None:
    path = known.path()
    try:
        if not path.exists():
            write(path, template().encode())
    except DamagedFile as damaged:
        raise click.ClickException(str(damaged)) from None
    click.edit(filename=str(path))
    complaints = load({}).complaints
    if complaints:
        raise click.exceptions.Exit(1)
