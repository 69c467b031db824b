"""Runs the screen for a replay or a recording."""

from __future__ import annotations

import asyncio

from sealed_wonders.client.crash import Reports
from sealed_wonders.client.storage import folders
from sealed_wonders.client.terminal.lookingapp import LookingApp
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.words import _


def reports() -> Reports:
    """Return where crash reports of the screen are written."""
    return Reports(folders.state() / "crashes")


def look_at(app: LookingApp, reports: Reports) -> None:
    """Show the screen until it is closed, then print the path of any crash report."""
    asyncio.run(app.run())
    if reports.last is not None:
        said = _(
            "Something went wrong in the background. Please send us this report: {path}"
        )
        echo(said.format(path=reports.last), err=True)
