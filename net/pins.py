"""
Pins: which key a name had the first time, and every time since.

Nobody vouches for a key on a local network. What can be known is that it is the same as
last time; a change is what a person must be told of, loudly. Values only: the file is
the business of whoever keeps it.
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
"""Names that are pinned; each is somebody one has played with, or a host."""

_NOTHING: Mapping[str, bytes] = MappingProxyType({})


class Pin(enum.Enum):
    """What a key is to a name."""

    NEW = enum.auto()
    """The name has no pin."""
    KNOWN = enum.auto()
    """It is the key pinned."""
    CHANGED = enum.auto()
    """Another key is pinned: somebody new by that name, or somebody in between."""


@dataclass(frozen=True, slots=True)
class Pins:
    """An immutable map from names to keys: of people, or of hosts."""

    keys: Mapping[str, bytes] = field(default_factory=lambda: _NOTHING)

    def check(self, name: str, key: bytes) -> Pin:
        """Compare *key* with the one pinned to *name*; nothing is pinned by it."""
        pinned = self.keys.get(name)
        if pinned is None:
            return Pin.NEW
        return Pin.KNOWN if pinned == key else Pin.CHANGED

    def pin(self, name: str, key: bytes) -> Self:
        """
        Give the pins with *key* for *name*, whatever was pinned to it before.

        Raises:
            ValueError: *name* isn't a line, *key* is empty, or there are too many pins.
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
                    "there are {most} pins already, no room for {name}",
                    most=PINS_CAP,
                    name=shown(name),
                )
            )
        return type(self)(MappingProxyType({**self.keys, name: key}))

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        Read pins as `str` writes them.

        Empty lines, and those that begin with ``#``, are for people.

        Raises:
            ValueError: a line isn't a pin; the message has its number.
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
                Sentence("{n} pins are more than {most}", n=len(keys), most=PINS_CAP)
            )
        return cls(MappingProxyType(keys))

    def __str__(self) -> str:
        """Give the text of a file of pins: a line for each, the key first."""
        return "".join(f"{key.hex()} {name}\n" for name, key in self.keys.items())
