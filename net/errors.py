"""Protocol errors, which tell the fault of this program from the fault of its peer."""

from __future__ import annotations

from sealed_wonders.core.sentences import Field, Text, error_text


class ProtocolError(Exception):
    """
    Base class of both kinds of protocol errors, to be caught but never raised.

    Raise one of the two subclasses. The text contains the offending value, shortened,
    and never a secret.
    """

    def __init__(self, text: Text, /, **fields: Field) -> None:
        """
        Create an error.

        Args:
            text: a template, if there are fields to fill in.
        """
        if type(self) is ProtocolError:
            raise TypeError("raise LocalProtocolError or RemoteProtocolError")
        super().__init__(error_text(text, fields))


class LocalProtocolError(ProtocolError):
    """This program tried something that the protocol doesn't allow: a bug here."""


class RemoteProtocolError(ProtocolError):
    """The peer sent something that the protocol doesn't allow."""
