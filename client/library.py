"""
The library that seals cards: whether it is there, and whether it can be trusted.
"""

from __future__ import annotations

import warnings

import click

from sealed_wonders.net.sealed import backend


def load() -> None:
    """
    Load it, before anybody is waited for; say so if there is only a slow way without.

    Raises:
        click.ClickException: the one that is there would let a cheat through.
    """
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            backend.chosen()
        except backend.UnsafeLibrary as unsafe:
            raise click.ClickException(str(unsafe)) from None
    for warning in caught:
        if warning.category is RuntimeWarning:
            click.echo(f"wonders: {warning.message}", err=True)
