"""
A host's TLS certificate, and its pin in an invitation.

On a local network, no authority signs certificates: a host signs its own. The pin in
the invitation, or the one kept from last time, shows whether it is the right host. The
key of a certificate is used for TLS only: `host.pem`, another key, signs a host's tables.
docs/PROTOCOL.md (TLS) fixes the pin.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from sealed_wonders.core.sentences import Sentence

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
    from cryptography.x509 import Certificate

# x509 is imported late, since it takes 7 MB. Only programs that open sockets need it.

PIN_SIZE = 16
"""
Bytes of a pin, half a SHA-256: 32 hexadecimal digits to type.

Impersonating a host takes another key with the same pin, a second preimage.
"""

PIN_DIGITS = 8
"""Number of leading digits of a pin that are shown to tell hosts apart."""

LIFETIME = timedelta(days=30 * 365)
"""Validity of a certificate. Dates prove nothing here, so none should ever expire."""


SECRET_SIZE = 32
"""Bytes of a private key."""

SERIAL_SIZE = 20
"""Bytes of a serial number: the maximum in X.509, with the sign."""


def make_certificate(
    begins: datetime, draw: Callable[[int], bytes] = secrets.token_bytes
) -> bytes:
    """
    Create a new key and a self-signed certificate for it.

    Args:
        begins: an aware datetime that is in the past for everybody who checks it.
        draw: return a number of random bytes.

    Returns:
        The unencrypted private key and the certificate in one PEM text, for a file that
        only its owner can read.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    key = Ed25519PrivateKey.from_private_bytes(draw(SECRET_SIZE))
    serial = int.from_bytes(draw(SERIAL_SIZE)) >> 1  # positive, so without a sign bit
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Sealed Wonders")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(serial)
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
    Read a key and its certificate in the format of `make_certificate`.

    Raises:
        ValueError: *pem* contains something else; the message doesn't show it.
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
        # The cause could quote the key. An encrypted key raises TypeError.
        raise ValueError(
            Sentence("not a private key and its certificate in PEM form")
        ) from None
    return key, certificate


def spki_pin(certificate: Certificate) -> bytes:
    """
    Return the pin of a certificate, which depends only on its public key (SPKI).

    Raises:
        ValueError: the key is of an unknown kind.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    try:
        key = certificate.public_key()
        spki = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    except UnsupportedAlgorithm as error:
        raise ValueError(
            Sentence("unknown kind of key: {error}", error=f"{error!s:.80}")
        ) from None
    return hashlib.sha256(spki).digest()[:PIN_SIZE]
