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

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

# x509 is imported where it is needed: it takes 7 MB, and of those who read this module
# only the ones that open sockets have it anyway.

PIN_SIZE = 16
"""
Bytes of a pin, half a SHA-256: 32 hexadecimal digits to type.

To be taken for a host one needs another key with the same pin, a second preimage.
"""

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


def certificate_pin(pem: bytes) -> bytes:
    """
    Give the pin of the certificate in a PEM text, for invitations.

    Raises:
        ValueError: there is none in it.
    """
    from cryptography import x509

    try:
        return _pin(x509.load_pem_x509_certificate(pem))
    except ValueError:
        raise ValueError("not a certificate in PEM form") from None


def spki_pin(der: bytes) -> bytes:
    """
    Give the pin of a certificate in DER form: of its public key, not of its dates.

    Raises:
        ValueError: *der* is not one.
    """
    from cryptography import x509

    try:
        return _pin(x509.load_der_x509_certificate(der))
    except ValueError:
        raise ValueError(f"not a certificate: {der!r:.80}") from None


def _pin(certificate: Certificate) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = certificate.public_key()
    spki = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
    return hashlib.sha256(spki).digest()[:PIN_SIZE]
