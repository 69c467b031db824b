"""A certificate that phones trust, for lenders who have one: the page can't be changed then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cryptography import x509

from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.tls import web_context


class TrustedCertificate:
    """
    A certificate with its chain and key, and the names that it is for.

    Attributes:
        names: The names, without wildcards; the first is shown to phones.
    """

    def __init__(self, chain: Path, key: Path) -> None:
        """
        Read both files, in PEM form.

        Raises:
            ValueError: They can't be used; the message is one sentence for the user.
        """
        try:
            self._context = web_context(chain, key)
            self.names = _names(chain.read_bytes())
        except (OSError, ValueError, x509.ExtensionNotFound):
            raise ValueError(
                Sentence("{path} isn't a certificate with its key", path=str(chain))
            ) from None
        if not self.names:
            raise ValueError(
                Sentence("the certificate {path} has no name", path=str(chain))
            )

    def getContext(self) -> Any:
        """Return the context, for Twisted."""
        return self._context


def _names(pem: bytes) -> tuple[str, ...]:
    certificate = x509.load_pem_x509_certificate(pem)
    kind = x509.SubjectAlternativeName
    found = certificate.extensions.get_extension_for_class(kind).value
    names = found.get_values_for_type(x509.DNSName)
    return tuple(it.lower() for it in names if "*" not in it)
