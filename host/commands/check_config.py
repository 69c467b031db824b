"""``wonders-host check-config``: checks a configuration file before a host uses it."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from sealed_wonders.host.hostoptions import read_settings
from sealed_wonders.host.settings import A_FILE
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import argument
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.words import _, marked

if TYPE_CHECKING:
    from sealed_wonders.host.settings import Settings


@command(
    "check-config",
    version_of=HOST,
    help=marked(
        "Check a configuration file, and print the first error.\n\n"
        "Nothing is started or changed."
    ),
)
@argument("file", metavar=marked("FILE"), type=A_FILE)
def check_config(file: Path) -> int:
    from sealed_wonders.host.doors import lock_of_all
    from sealed_wonders.host.files import BadFile
    from sealed_wonders.host.guests import BANNED, Guests

    settings = cast("Settings", read_settings(["--config", str(file)]))
    try:
        Guests(settings.allow, settings.folder / BANNED, settings.admins).read()
        lock_of_all(secrets.token_bytes(32), settings.password)
    except BadFile as problem:
        raise click.ClickException(f"{file}: {problem}") from None
    said = _("{file}: valid, as are the files in {folder}")
    click.echo(said.format(file=file, folder=settings.folder))
    return 0
