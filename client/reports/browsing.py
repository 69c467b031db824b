"""
A game that was played, in the browser of whoever sits here.
"""

from __future__ import annotations

import webbrowser

import click

from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.reports.page import page
from sealed_wonders.client.reports.serving import PageServer
from sealed_wonders.client.reports.story import story
from sealed_wonders.client.words import _


def browse(told: Replay, index: int) -> None:
    """
    Show it, one step after the other, until somebody interrupts that.

    Args:
        index: the moment to begin with.
    """
    server = PageServer(page(story(told), index))
    said = _("The replay is at {url} as long as this runs. Ctrl-C ends it.")
    click.echo(said.format(url=server.url))
    server.show(webbrowser.open)
