"""
TLS 1.3 with pins, as both ends of a connection speak it.

Twisted's options for TLS check names by authorities, which nobody has on a local network, and
choose ciphers for older versions. To import all that takes two megabytes, half as much as
a program with one connection takes for all its games.
"""

from __future__ import annotations

from typing import Any, cast

from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from cryptography.x509 import Certificate
from OpenSSL import SSL
from twisted.internet.interfaces import (
    IOpenSSLClientConnectionCreator,
    IOpenSSLServerConnectionCreator,
)
from twisted.protocols.tls import TLSMemoryBIOProtocol
from zope.interface import implementer


@implementer(IOpenSSLClientConnectionCreator, IOpenSSLServerConnectionCreator)
class Tls:
    """Makes one end of TLS after the other, which all share what they cost to set up."""

    def __init__(
        self,
        key: PrivateKeyTypes | None = None,
        certificate: Certificate | None = None,
    ) -> None:
        """
        Set it up.

        Args:
            key: a host's, with its certificate; a client has none.
        """
        # A session that isn't kept can't be taken up again, and a ticket would keep it elsewhere;
        # buffers go while nobody speaks.
        self._context = context = SSL.Context(SSL.TLS_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        context.set_options(SSL.OP_NO_TICKET)
        context.set_mode(SSL.MODE_RELEASE_BUFFERS)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_verify(SSL.VERIFY_NONE)  # the pin is looked at when TLS is up
        if key is not None and certificate is not None:
            # pyOpenSSL takes cryptography's objects and complains of its own.
            context.use_certificate(cast(Any, certificate))
            context.use_privatekey(cast(Any, key))
            context.check_privatekey()

    def serverConnectionForTLS(
        self, tlsProtocol: TLSMemoryBIOProtocol
    ) -> SSL.Connection:
        """Make a host's end."""
        return SSL.Connection(self._context)

    def clientConnectionForTLS(
        self, tlsProtocol: TLSMemoryBIOProtocol
    ) -> SSL.Connection:
        """Make a client's end."""
        return SSL.Connection(self._context)
