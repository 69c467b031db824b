"""
Pins: the key that a name had the first time, to compare with its key every time since.

Nobody vouches for a key on a local network. A program can only know that a key is the
same as last time, and must warn the user loudly when it has changed. This module holds
values only; callers read and write the file.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.names import clean_line

PINS_CAP = 4096
"""Maximum number of pins: people the user has played with, or hosts."""

_NOTHING: Mapping[str, bytes] = MappingProxyType({})


class Pin(enum.Enum):
    """Result of comparing a key with the pinned one."""

    NEW = enum.auto()
    """No key is pinned for the name."""
    KNOWN = enum.auto()
    """The key is the pinned one."""
    CHANGED = enum.auto()
    """
    Another key is pinned: a different person or host uses the name, or somebody
    intercepts the connection.
    """


@dataclass(frozen=True, slots=True)
class Pins:
    """Immutable mapping from names of people or hosts to keys."""

    keys: Mapping[str, bytes] = field(default_factory=lambda: _NOTHING)

    def check(self, name: str, key: bytes) -> Pin:
        """Compare *key* with the key pinned for *name*, without pinning anything."""
        pinned = self.keys.get(name)
        if pinned is None:
            return Pin.NEW
        return Pin.KNOWN if pinned == key else Pin.CHANGED

    def pin(self, name: str, key: bytes) -> Self:
        """
        Return new pins with *key* for *name*, replacing any earlier key.

        Raises:
            ValueError: *name* isn't a clean line, *key* is empty, or there are too many
                pins.
        """
        if not clean_line(name) or name != name.strip() or not key:
            raise ValueError(
                Sentence(
                    "can't pin a key of {n} bytes to {name}",
                    n=len(key),
                    name=shown(name),
                )
            )
        if name not in self.keys and len(self.keys) >= PINS_CAP:
            raise ValueError(
                Sentence(
                    "there are already {most} pins, so there is no room for {name}",
                    most=PINS_CAP,
                    name=shown(name),
                )
            )
        return type(self)(MappingProxyType({**self.keys, name: key}))

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        Parse pins in the format of `str`.

        Empty lines and lines that begin with ``#`` are ignored.

        Raises:
            ValueError: a line isn't a pin, pins a name a second time, or there are too
                many pins. A message about a line contains its number.
        """
        keys: dict[str, bytes] = {}
        for number, line in enumerate(text.split("\n"), start=1):
            if not line.strip() or line.startswith("#"):
                continue
            digits, _, name = line.strip().partition(" ")
            try:
                key = bytes.fromhex(digits)
                if not key or not clean_line(name) or name != name.strip():
                    raise ValueError
            except ValueError:
                raise ValueError(
                    Sentence(
                        "line {n} is not a pin: {line}", n=number, line=shown(line)
                    )
                ) from None
            if name in keys:
                raise ValueError(
                    Sentence(
                        "line {n} pins {name} a second time", n=number, name=shown(name)
                    )
                )
            keys[name] = key
        if len(keys) > PINS_CAP:
            raise ValueError(
                Sentence(
                    "{n} pins, but at most {most} are allowed",
                    n=len(keys),
                    most=PINS_CAP,
                )
            )
        return cls(MappingProxyType(keys))

    def __str__(self) -> str:
        """Return the text of a pin file: one line per pin, with the key first."""
        return "".join(f"{key.hex()} {name}\n" for name, key in self.keys.items())
