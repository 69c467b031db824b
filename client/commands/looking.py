"""
Looking at a replay or a recording at the screen, from a command.
"""

from __future__ import annotations

import asyncio

import click

from sealed_wonders.client.storage import folders
from sealed_wonders.client.terminal.crash import Reports
from sealed_wonders.client.terminal.lookingapp import LookingApp
from sealed_wonders.net.words import _


def reports() -> Reports:
    """Return where it is written down what goes wrong meanwhile."""
    return Reports(folders.state() / "crashes")


def look_at(app: LookingApp, reports: Reports) -> None:
    """Show it at the screen, and say afterwards what went wrong, if anything did."""
    asyncio.run(app.run())
    if reports.last is not None:
        said = _("Something went wrong meanwhile. Please send this report: {path}")
        click.echo(said.format(path=reports.last), err=True)
