"""Whose fault it is: the two ways in which the protocol can be broken."""

from __future__ import annotations

from sealed_wonders.core.sentences import Text


class ProtocolError(Exception):
    """
    The protocol was broken; catch this where it doesn't matter by whom.

    Never raised itself: what is raised is one of the two below. The text shows the value
    that was wrong, cut to a bearable length, and never a secret.
    """

    def __init__(self, text: Text) -> None:
        if type(self) is ProtocolError:
            raise TypeError("raise LocalProtocolError or RemoteProtocolError")
        super().__init__(text)


class LocalProtocolError(ProtocolError):
    """This side tried something the protocol doesn't allow: a bug here."""


class RemoteProtocolError(ProtocolError):
    """The other side sent something the protocol doesn't allow."""
