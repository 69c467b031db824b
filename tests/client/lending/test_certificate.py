"""A certificate that phones trust: the page is served under its name only."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from twisted.internet.testing import MemoryReactorClock

from sealed_wonders.client.lending.certificate import TrustedCertificate
from sealed_wonders.client.lending.ports import LendingPorts
from tests.support.gates import HERE, PORT
from tests.support.lent import LendHarness

NAME = "lender.example"


def write_certificate(folder: Path, *names: str) -> tuple[Path, Path]:
    """Write a certificate for these names and its key, and return their paths."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([])
    begins = datetime(2026, 1, 1, tzinfo=UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=9999))
        .add_extension(
            x509.SubjectAlternativeName([x509.DNSName(it) for it in names]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return paths


def test_phones_open_the_name_in_the_certificate(tmp_path: Path) -> None:
    """There is one address, whatever networks there are. Wildcards are skipped."""
    certificate = TrustedCertificate(*write_certificate(tmp_path, "*.example", NAME))
    reactor: Any = MemoryReactorClock()
    changed: list[None] = []
    ports = LendingPorts(
        reactor,
        reactor,
        40123,
        lambda: changed.append(None),
        lambda: ("127.0.0.1", "127.0.0.2"),
        certificate,
    )
    assert not ports.urls
    ports.begin()
    assert 2 == len(reactor.sslServers)
    assert not reactor.tcpServers
    assert (f"https://{NAME}:{ports.number}/",) == ports.urls


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": f"{NAME}:{PORT}"}, 200),
        ({"Host": f"{NAME}:{PORT}", "Origin": f"https://{NAME}:{PORT}"}, 200),
        ({"Host": HERE}, 403),
        ({"Host": "evil.example"}, 403),
    ],
)
def test_the_page_is_served_under_the_certificates_name_only(
    tmp_path: Path, headers: Mapping[str, str], status: int
) -> None:
    certificate = TrustedCertificate(*write_certificate(tmp_path, NAME))
    lender = LendHarness(tmp_path / "lender", certificate=certificate)
    page = lender.do("GET", "/", headers=headers)
    assert status == page.status
    assert (status == 200) == (b"can see your cards." in page.body)
    own = {"Host": f"{NAME}:{PORT}", "Origin": f"https://{NAME}:{PORT}"}
    posted = lender.do("POST", "/sealed", "", own, b"x")
    assert 409 == posted.status
    plain = lender.do("POST", "/sealed", "", {**own, "Origin": f"http://{HERE}"}, b"x")
    assert 403 == plain.status


@pytest.mark.parametrize("wrong", ["another key", "no name", "no certificate"])
def test_an_unusable_certificate_is_rejected(tmp_path: Path, wrong: str) -> None:
    names = () if wrong == "no name" else (NAME,)
    chain, key = write_certificate(tmp_path, *names)
    if wrong == "another key":
        other = tmp_path / "other"
        other.mkdir()
        key = write_certificate(other, NAME)[1]
    elif wrong == "no certificate":
        chain = key
    with pytest.raises(ValueError, match=r"certificate"):
        TrustedCertificate(chain, key)
