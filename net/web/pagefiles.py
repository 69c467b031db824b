"""The scripts and styles in `data`, which several pages share."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

SUFFIXES = (".js", ".css", ".html", ".svg")


@cache
def shared(*styles: str) -> Mapping[str, bytes]:
    """
    Return all shared scripts, by name, and some of the styles.

    Raises:
        KeyError: there is no such style.
    """
    found = data_of(__package__)
    scripts = {name: data for name, data in found.items() if name.endswith(".js")}
    return {**scripts, **{name: found[name] for name in styles}}


@cache
def data_of(package: str) -> Mapping[str, bytes]:
    """Return the files of a page in a package's folder `data`, by name."""
    folder = files(package) / "data"
    return {
        one.name: one.read_bytes()
        for one in (folder.iterdir() if folder.is_dir() else ())
        if one.name.endswith(SUFFIXES)
    }
