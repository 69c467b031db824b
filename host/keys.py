"""
The keys of a host: the key that signs its tables, and its TLS certificate.

Clients recognize a host by these, so they are kept for good: every later version must
read the files.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.host.files import ELSEWHERE, BadFile
from sealed_wonders.net.certificate import (
    make_certificate,
    read_certificate,
    spki_pin,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.system.files import write_first

IDENTITY = "host.pem"
"""File with the key that signs tables."""

CERTIFICATE = "tls.pem"
"""File with the certificate and its key; clients know the certificate by its pin."""

FILE_CAP = 1 << 16
"""Maximum size of such a file, in bytes; a normal one has a few hundred."""


class HostKeys(NamedTuple):
    identity: Identity
    certificate: bytes
    """The key and the certificate, in one PEM text."""
    pin: bytes
    """The pin of the certificate, for invitations."""


def load_keys(folder: Path) -> HostKeys:
    """
    Read a host's keys, creating them the first time.

    Raises:
        BadFile: a file is damaged, or can't be read or written. It is left unchanged,
            because with new keys nobody would recognize the host.
    """
    path = folder / IDENTITY
    try:
        identity = Identity.from_pem(_load(path, lambda: Identity.generate().to_pem()))
        path = folder / CERTIFICATE
        pem = _load(path, _new_certificate)
        _, certificate = read_certificate(pem)
        return HostKeys(identity, pem, spki_pin(certificate))
    except ValueError as error:
        raise BadFile(f"{path} is damaged: {error}") from None
    except OSError as error:
        why = error.strerror
        raise BadFile(f"can't read or make {path}: {why}; {ELSEWHERE}") from None


def _load(path: Path, make: Callable[[], bytes]) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(FILE_CAP + 1)
    except FileNotFoundError:
        return write_first(path, make())
    if len(data) > FILE_CAP:
        raise ValueError(f"more than {FILE_CAP} bytes")
    return data


def _new_certificate() -> bytes:
    # On a machine without a battery, the clock may be a day behind. That is no reason
    # to refuse a host that is known by its pin.
    return make_certificate(datetime.now(UTC) - timedelta(days=1))
