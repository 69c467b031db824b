"""Reasons why a connection ended, for both ends; some are codes in a `Refused`."""

from __future__ import annotations

import enum
from typing import NamedTuple

from sealed_wonders.core.sentences import Text


class EndReason(enum.Enum):
    """Reason why a connection ended. Each program words it for its user."""

    CLOSED = enum.auto()
    """This program closed the connection."""
    LEFT = enum.auto()
    """The peer closed the connection."""
    BROKEN = enum.auto()
    """The network failed, or the peer disappeared without closing."""
    TLS = enum.auto()
    """The TLS 1.3 handshake failed."""
    WRONG_PIN = enum.auto()
    """The host's key isn't the expected one. Nothing was sent to the host."""
    LATE = enum.auto()
    """The login took too long."""
    SILENT = enum.auto()
    """Nothing was received for too long."""
    FLOOD = enum.auto()
    """The peer sent too much in too short a time."""
    SLOW = enum.auto()
    """The peer didn't read the data that was waiting for it."""
    RUBBISH = enum.auto()
    """The peer violated the protocol."""


class ConnectionEnd(NamedTuple):
    why: EndReason
    detail: Text
    """One line of text."""
