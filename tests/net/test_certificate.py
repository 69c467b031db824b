"""Self-signed certificates, and their pins."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from sealed_wonders.net.certificate import (
    LIFETIME,
    make_certificate,
    read_certificate,
    spki_pin,
)
from tests.support.inprocess.chance import stream
from tests.support.programs import output_of

BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
KNOWN = b"""\
-----BEGIN CERTIFICATE-----
MIHxMIGkoAMCAQICFF7Zm97kY16cX658Nd+WzuRJlRv7MAUGAytlcDAZMRcwFQYD
VQQDDA5TZWFsZWQgV29uZGVyczAeFw0yMDAxMDEwMDAwMDBaFw00OTEyMjQwMDAw
MDBaMBkxFzAVBgNVBAMMDlNlYWxlZCBXb25kZXJzMCowBQYDK2VwAyEAexrswIIZ
xd86uA0seSi6YZDztZEcHQOoh3vEF4S5RUQwBQYDK2VwA0EAVWt3xoRCYFP8+L7L
Ez+l18Be2Wti/Nbxc5O/yPMHUpJ/56sCdwjyAH7Tq9Xraa7gDN7HrCpRmWGCu5DB
Qgk8BA==
-----END CERTIFICATE-----
"""


def test_a_certificate_is_self_signed_and_valid_for_thirty_years() -> None:
    """Its key is Ed25519. Nobody has to renew it in the lifetime of the game."""
    _, certificate = read_certificate(make_certificate(BEGINS))
    certificate.verify_directly_issued_by(certificate)
    assert x509.SignatureAlgorithmOID.ED25519 == certificate.signature_algorithm_oid
    assert BEGINS == certificate.not_valid_before_utc
    assert BEGINS + LIFETIME == certificate.not_valid_after_utc
    assert timedelta(days=10950) == LIFETIME


def test_a_certificate_depends_only_on_the_bytes_drawn_for_it() -> None:
    one, same, other = (
        make_certificate(BEGINS, stream("certificate", it)) for it in (1, 1, 2)
    )
    assert one == same
    assert spki_pin(read_certificate(one)[1]) != spki_pin(read_certificate(other)[1])


def test_a_pin_has_its_known_value() -> None:
    """The pin is the first half of the SHA-256 of the public key in DER form."""
    certificate = x509.load_pem_x509_certificate(KNOWN)
    key = "7b1aecc08219c5df3ab80d2c7928ba6190f3b5911c1d03a8877bc41784b94544"
    spki = bytes.fromhex("302a300506032b6570032100" + key)
    assert "8938a2d88ae6fe7281c15b373505f66f" == spki_pin(certificate).hex()
    assert hashlib.sha256(spki).digest()[:16] == spki_pin(certificate)


def test_a_pin_belongs_to_the_key_not_to_the_certificate() -> None:
    """With a new certificate for the same key, invitations stay valid."""
    key, old = read_certificate(make_certificate(BEGINS))
    assert isinstance(key, Ed25519PrivateKey)
    new = (
        x509.CertificateBuilder(old.issuer, old.subject, key.public_key())
        .serial_number(7)
        .not_valid_before(BEGINS)
        .not_valid_after(BEGINS + timedelta(days=1))
        .sign(key, None)
    )
    assert old.tbs_certificate_bytes != new.tbs_certificate_bytes
    assert spki_pin(old) == spki_pin(new)


def mismatched() -> bytes:
    """Return a key and the certificate of another key."""
    key = Ed25519PrivateKey.generate().private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    return key + KNOWN


@pytest.mark.parametrize(
    "pem",
    [b"", b"rubbish", KNOWN, make_certificate(BEGINS)[:150], mismatched()],
    ids=["empty", "rubbish", "no key", "cut", "mismatched"],
)
def test_invalid_certificate_files_are_refused(pem: bytes) -> None:
    with pytest.raises(ValueError, match="not a private key and its certificate") as no:
        read_certificate(pem)
    assert no.value.__suppress_context__


def test_a_key_of_an_unknown_kind_has_no_pin() -> None:
    """A certificate may contain a key that our libraries don't know."""
    der = x509.load_pem_x509_certificate(KNOWN).public_bytes(serialization.Encoding.DER)
    ed25519 = bytes.fromhex("302a300506032b6570032100")
    assert 1 == der.count(ed25519)
    strange = x509.load_der_x509_certificate(
        der.replace(ed25519, bytes.fromhex("302a300506032b657f032100"))
    )
    with pytest.raises(ValueError, match="unknown kind of key"):
        spki_pin(strange)


def test_importing_the_modules_does_not_import_cryptography() -> None:
    """Programs without a network connection don't need it."""
    program = (
        "import sys, sealed_wonders.net.address, sealed_wonders.net.certificate;"
        "print(any(name.startswith('cryptography') for name in sys.modules))"
    )
    assert "False" == output_of(program).strip()
