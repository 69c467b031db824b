"""
``wonders events``: plays back the events of a recorded session.

Hidden, for bug reports. Recordings are written and read in `client/table/recording.py`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
from twisted.internet.task import Clock

from sealed_wonders.client.commands.options import PLAIN, SYMBOLS, load
from sealed_wonders.client.lines.linemode import LineMode
from sealed_wonders.client.person.retelling import Retelling
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.signs.symbols import SETS
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.recording import RecordedEvent, read
from sealed_wonders.client.terminal import ability
from sealed_wonders.client.terminal.appearance import Appearance
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.words import marked


@command(
    "events",
    hidden=True,
    help=marked(
        "Play back a session from a recording.\n\n"
        "WONDERS_EVENTS=FILE records a session. Without a terminal, print what line "
        "mode would show."
    ),
)
@click.argument(
    "recording", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@PLAIN
@SYMBOLS
def events(recording: Path, plain: bool | None, symbols: str | None) -> None:
    loaded = load({"plain": plain, "symbols": symbols})
    try:
        with recording.open(encoding="utf-8") as file, _empty() as folder:
            identity, all_told = read(file)
            if ability.is_screen(plain=loaded.settings.plain):
                _show(identity, all_told, Path(folder), loaded.settings)
            else:
                _write(identity, all_told, Path(folder))
    except (OSError, ValueError) as problem:
        raise click.ClickException(f"{recording}: {retold(problem)}") from None


def _empty() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="wonders-")


def _show(
    identity: bytes, all_told: Iterator[RecordedEvent], folder: Path, settings: Settings
) -> None:
    """Play the recording back on the screen."""
    from sealed_wonders.client.commands import looking
    from sealed_wonders.client.terminal.recordingapp import RecordingApp

    reports = looking.reports()
    appearance = Appearance(settings, SETS[ability.symbols(settings.symbols)])
    app = RecordingApp(identity, all_told, appearance, reports, folder)
    looking.look_at(app, reports)
    if app.problem is not None:
        raise app.problem


def _write(identity: bytes, all_told: Iterator[RecordedEvent], folder: Path) -> None:
    """Print the recording as line mode would show it."""
    clock = Clock()
    retelling = Retelling(identity, LineMode(click.echo, clock), folder, clock)
    for told in all_told:
        retelling.tell(told)
