"""
The library that seals cards: whether it is there, and whether it can be trusted.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.net.sealed import backend


@contextmanager
def heeded() -> Iterator[None]:
    """Say in a line if it turns out meanwhile that there is only a slow way without."""
    complaints: list[RuntimeWarning] = []
    try:
        with backend.heard() as complaints:
            yield
    finally:
        for complaint in complaints:
            click.echo(f"wonders: {retold(complaint)}", err=True)


def load() -> None:
    """
    Load it, before anybody is waited for; say so if there is only a slow way without.

    Raises:
        click.ClickException: the one that is there would let a cheat through.
    """
    # Whatever else Python has to say of it is no matter here.
    with warnings.catch_warnings(action="ignore"), heeded():
        try:
            backend.chosen()
        except backend.UnsafeLibrary as unsafe:
            raise click.ClickException(retold(unsafe)) from None
