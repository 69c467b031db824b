"""``wonders-host check-config``: whether a host would take a file of options."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from sealed_wonders.host.options import read_settings

if TYPE_CHECKING:
    from sealed_wonders.host.service import Settings


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def check_config(file: Path) -> int:
    """
    Find out whether a host would take a file of options.

    Nothing is begun or changed. Of a file that is wrong the first fault is told.
    """
    from sealed_wonders.host.files import BadFile
    from sealed_wonders.host.guests import BANNED, Guests
    from sealed_wonders.host.service import CantBegin, lock_of_all

    settings = cast("Settings", read_settings(["--config", str(file)]))
    try:
        Guests(settings.allow, settings.folder / BANNED, settings.admins).read()
        lock_of_all(secrets.token_bytes(32), settings.password)
    except (BadFile, CantBegin) as problem:
        raise click.ClickException(f"{file}: {problem}") from None
    click.echo(f"{file}: a host takes it, with what is kept in {settings.folder}.")
    return 0
