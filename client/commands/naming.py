"""The player's name: chosen before, prompted for, or proposed."""

from __future__ import annotations

import contextlib
import sys

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.storage.settingvalues import Loaded
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.system.accounts import first_name, login_name
from sealed_wonders.net.words import _

ACCOUNTS = frozenset(
    (
        *("root", "pi", "admin", "administrator", "user", "guest", "ubuntu", "debian"),
        *("player", "nobody", "test", "vagrant", "docker", "raspberry", "default"),
    )
)
"""Account names that aren't names of people."""


def name_for(home: Home, loaded: Loaded, *, others_see: bool) -> str:
    """
    Return the player's name.

    Args:
        others_see: prompt for it unless it has been chosen before, if there is a
            terminal.

    Raises:
        DamagedFile: the last name can't be read.
    """
    name = chosen(home, loaded)
    if not name and others_see and _is_asked():
        name = _ask_name(proposed())
        home.keep_name(name)
    return name or proposed()


def chosen(home: Home, loaded: Loaded) -> str:
    """
    Return the name in the settings, or else the last one used; empty if there is none.

    Raises:
        DamagedFile: the last name can't be read.
    """
    if loaded.settings.name:
        name = typed_name(loaded.settings.name)
        # Only a convenience: without it, a name given once isn't proposed again.
        with contextlib.suppress(DamagedFile):
            home.keep_name(name)
        return name
    last = home.name()
    return "" if last is None else typed_name(last)


def proposed() -> str:
    """Return a name that suits the account; never fail."""
    login = login_name()
    if login.lower() in ACCOUNTS:
        return _("Player")
    for name in (first_name(login), login):
        with contextlib.suppress(ValueError):
            if name.lower() not in ACCOUNTS:
                return typed_name(name)
    return _("Player")


def _is_asked() -> bool:
    """Return whether there is a terminal to prompt at."""
    streams = (sys.stdin, sys.stdout)
    return all(stream is not None and stream.isatty() for stream in streams)


def _ask_name(usual: str) -> str:
    """Prompt for a name, with a default."""
    question = _("What should the others call you?")
    while True:
        typed = click.prompt(question, usual, prompt_suffix=" ")
        try:
            return typed_name(" ".join(str(typed).split()))
        except ValueError as problem:
            echo(_("You can't use that name: {why}.").format(why=retold(problem)))
