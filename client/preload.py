"""Loads the card-sealing library for commands, before anybody has to wait for it."""

from __future__ import annotations

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.net.sealed import backend


def load() -> None:
    """
    Load the library.

    Raises:
        click.ClickException: the library is missing, or would let a cheat go
            undetected.
    """
    try:
        backend.loaded()
    except backend.UnusableLibrary as problem:
        raise click.ClickException(retold(problem)) from None
