"""How a connection ended, and whose doing it was."""

from __future__ import annotations

import enum
from typing import NamedTuple

from sealed_wonders.core.sentences import Text


class Why(enum.Enum):
    """What ended a connection. The sentence for a person is the program's."""

    CLOSED = enum.auto()
    """This program closed it."""
    LEFT = enum.auto()
    """The other side closed it."""
    BROKEN = enum.auto()
    """The network did, or the other side without a word."""
    TLS = enum.auto()
    """No TLS 1.3 came about."""
    WRONG_PIN = enum.auto()
    """The host has another key than the one expected. Nothing was sent to it."""
    LATE = enum.auto()
    """The login took too long."""
    SILENT = enum.auto()
    """Nothing was heard for too long."""
    FLOOD = enum.auto()
    """The other side sent too much in too short a time."""
    SLOW = enum.auto()
    """The other side didn't read what it was sent."""
    RUBBISH = enum.auto()
    """The other side broke the protocol."""


class End(NamedTuple):
    """Why a connection is no more."""

    why: Why
    detail: Text
    """One line."""
