"""
TLS 1.3 with pins, for both ends of a connection.

Twisted's TLS options verify names by certificate authorities, which a local network
doesn't have, and choose ciphers for older versions. Importing them takes two megabytes,
half of what a program with one connection needs for all its games.
"""

from __future__ import annotations

from pathlib import Path
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
    """Factory for TLS ends that share one context."""

    def __init__(
        self,
        key: PrivateKeyTypes | None = None,
        certificate: Certificate | None = None,
    ) -> None:
        """
        Create the context.

        Args:
            key: the host's private key, along with its certificate; None for a client.
        """
        # Sessions aren't kept, so none can be resumed, and a ticket would store the
        # session elsewhere. Buffers are released while a connection is idle.
        self._context = context = SSL.Context(SSL.TLS_METHOD)
        context.set_min_proto_version(SSL.TLS1_3_VERSION)
        context.set_options(SSL.OP_NO_TICKET)
        context.set_mode(SSL.MODE_RELEASE_BUFFERS)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        context.set_verify(SSL.VERIFY_NONE)  # the pin is checked once TLS is up
        if key is not None and certificate is not None:
            # pyOpenSSL accepts cryptography's objects and warns about its own.
            context.use_certificate(cast(Any, certificate))
            context.use_privatekey(cast(Any, key))
            context.check_privatekey()

    def serverConnectionForTLS(
        self, tlsProtocol: TLSMemoryBIOProtocol
    ) -> SSL.Connection:
        return SSL.Connection(self._context)

    def clientConnectionForTLS(
        self, tlsProtocol: TLSMemoryBIOProtocol
    ) -> SSL.Connection:
        return SSL.Connection(self._context)


def web_context(chain: Path, key: Path) -> SSL.Context:
    """
    Return the context of a web server with a certificate that browsers trust.

    Args:
        chain: PEM file with the certificate, and those up to the authority.
        key: PEM file with its private key.

    Raises:
        ValueError: the files can't be used.
    """
    context = SSL.Context(SSL.TLS_SERVER_METHOD)
    context.set_min_proto_version(SSL.TLS1_2_VERSION)
    try:
        context.use_certificate_chain_file(str(chain))
        context.use_privatekey_file(str(key))
        context.check_privatekey()
    except SSL.Error:
        raise ValueError from None
    return context
