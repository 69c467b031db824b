"""The library that seals cards, loaded before anybody waits for it."""

from __future__ import annotations

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.net.sealed import backend


def load() -> None:
    """
    Load it.

    Raises:
        click.ClickException: it isn't there, or would let a cheat through.
    """
    try:
        backend.loaded()
    except backend.UnusableLibrary as problem:
        raise click.ClickException(retold(problem)) from None
