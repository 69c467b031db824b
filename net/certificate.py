"""
A host's TLS certificate, and the pin by which an invitation names it.

No authority signs the certificates of a local network: a host signs its own, and the pin
in the invitation, or the one kept from last time, says whether it is the right host.
The key of a certificate is its own, and signs nothing else.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sealed_wonders.core.sentences import Sentence

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
    from cryptography.x509 import Certificate

# x509 is imported where it is needed: it takes 7 MB, and of those who read this module
# only the ones that open sockets have it anyway.

PIN_SIZE = 16
"""
Bytes of a pin, half a SHA-256: 32 hexadecimal digits to type.

To be taken for a host one needs another key with the same pin, a second preimage.
"""

PIN_DIGITS = 8
"""The first digits of a pin that people are told, where it is about telling hosts apart."""

LIFETIME = timedelta(days=30 * 365)
"""Dates prove nothing here, so no certificate should die of one."""


def make_certificate(begins: datetime) -> bytes:
    """
    Make a new key and a certificate for it, signed by itself.

    Args:
        begins: aware, and in the past of whoever looks at it.

    Returns:
        The private key, unencrypted, and the certificate, in one PEM text: for a file
        that only its owner reads.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Sealed Wonders")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + LIFETIME)
        .sign(key, algorithm=None)
    )
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ) + certificate.public_bytes(serialization.Encoding.PEM)


def read_certificate(pem: bytes) -> tuple[PrivateKeyTypes, Certificate]:
    """
    Read a key and its certificate, as `make_certificate` writes them.

    Raises:
        ValueError: *pem* holds something else; the message doesn't show it.
    """
    from cryptography import x509
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(pem, password=None)
        certificate = x509.load_pem_x509_certificate(pem)
        if key.public_key() != certificate.public_key():
            raise ValueError
    except (ValueError, TypeError, UnsupportedAlgorithm):
        # The cause could quote the key; TypeError is an encrypted one.
        raise ValueError(
            Sentence("not a private key and its certificate in PEM form")
        ) from None
    return key, certificate


def spki_pin(certificate: Certificate) -> bytes:
    """
    Give the pin of a certificate: of its public key (SPKI), not of its dates.

    Raises:
        ValueError: it has a key of a kind unknown here.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    try:
        key = certificate.public_key()
        spki = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    except UnsupportedAlgorithm as error:
        raise ValueError(
            Sentence("a key of an unknown kind: {error}", error=f"{error!s:.80}")
        ) from None
    return hashlib.sha256(spki).digest()[:PIN_SIZE]
