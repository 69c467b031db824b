"""
Lines of JSON between a host and the processes in which its bots play.

The host writes to a process's standard input which bots it should play, and reads from
its standard output how each one ended. The host gives each bot a number. The input ends
when the host ends, for whatever reason, and the process ends with its input. Both ends
are of one installation, so the format may change.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from sealed_wonders.core.quoting import shown
from sealed_wonders.net.errors import RemoteProtocolError

LINE_CAP = 4096
"""Maximum bytes of a line."""


def memory_folder(folder: Path) -> Path:
    """
    Return the folder in which bots keep their signatures, which no backup may restore.

    Args:
        folder: the folder for everything else that bots keep.
    """
    return folder.with_name(f"{folder.name}-memory")


class BotLine(Struct, frozen=True, tag=str.lower, forbid_unknown_fields=True):
    bot: int
    """Number of the bot, which is never reused in its process."""


class Start(BotLine, frozen=True):
    name: str
    table: str
    identity: str = ""
    """
    Identity of a bot that already plays there, in hexadecimal. Its memory is on disk.
    """
    looks_on: bool = False
    """Whether the bot only watches until somebody hands over a seat to it."""


class Stop(BotLine, frozen=True):
    pass


class BotEnded(BotLine, frozen=True, tag="ended"):
    """A bot has ended, by itself or after a `Stop`."""

    why: str
    """Reason why the bot didn't play to the end; empty if it has done its work."""


LineT = TypeVar("LineT", bound=BotLine)


def write(line: BotLine) -> bytes:
    """Encode a line, including its newline."""
    return msgspec.json.encode(line) + b"\n"


def read(line: bytes, kind: type[LineT] | object) -> LineT:
    """
    Decode a line.

    Args:
        kind: the expected class of lines, or a union of several.

    Raises:
        RemoteProtocolError: *line* isn't a line of that kind.
    """
    try:
        found: LineT = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RemoteProtocolError(
            "not a line about a bot: {line}", line=shown(line)
        ) from None
    return found
