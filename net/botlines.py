"""
What a host and a process in which bots play say to each other, in lines of JSON.

The host writes on the standard input of the process whom it should play, and reads on its
standard output how that ended. A bot is told from others by a number that the host gives it.
The input ends with the host, however it ends, and the process with its input.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.errors import RemoteProtocolError

LINE_CAP = 4096
"""Bytes of a line."""


def memory_folder(folder: Path) -> Path:
    """
    Return where bots keep what they have signed, which is never restored from a backup.

    Args:
        folder: where they keep all else.
    """
    return folder.with_name(f"{folder.name}-memory")


class Line(Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    """A line, of one bot."""

    bot: int
    """Its number; no other one of that process ever has it."""


class Start(Line, frozen=True):
    """Play as a bot."""

    name: str
    table: str
    identity: str = ""
    """In hexadecimal: of one that plays there already, from what it has kept."""
    looks_on: bool = False
    """It doesn't sit down: it takes a seat that somebody hands over."""


class Stop(Line, frozen=True):
    """Play as it no more."""


class Ended(Line, frozen=True):
    """A bot has ended, by itself or because it should."""

    why: str
    """Why it did not play to the end; empty if it has done what it was there for."""


LineT = TypeVar("LineT", bound=Line)


def write(line: Line) -> bytes:
    """Write a line, with its end."""
    return msgspec.json.encode(line) + b"\n"


def read(line: bytes, kind: type[LineT] | object) -> LineT:
    """
    Read a line.

    Args:
        kind: what it may be, a class of lines or several.

    Raises:
        RemoteProtocolError: it is nothing of that kind.
    """
    try:
        found: LineT = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RemoteProtocolError(
            Sentence("not a line about a bot: {line}", line=shown(line))
        ) from None
    return found
