"""What a host is known by: the key that signs its tables, and its TLS certificate."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.host.files import ELSEWHERE, BadFile, write_first
from sealed_wonders.net.certificate import (
    make_certificate,
    read_certificate,
    spki_pin,
)
from sealed_wonders.net.identity import Identity

IDENTITY = "host.pem"
"""The file of the key that signs tables."""

CERTIFICATE = "tls.pem"
"""The file of the certificate and its key, which clients know by its pin."""

FILE_CAP = 1 << 16
"""Bytes of such a file at most; it has a few hundred."""


class Keys(NamedTuple):
    """What a host is known by."""

    identity: Identity
    certificate: bytes
    """The key and the certificate, in one PEM text."""
    pin: bytes
    """The certificate's, for invitations."""


def load_keys(folder: Path) -> Keys:
    """
    Read a host's keys, or make them if it is the first time.

    Raises:
        BadFile: one is damaged, or can't be read or written. It is left as it is: with
            another one the host would be a stranger to everybody.
    """
    path = folder / IDENTITY
    try:
        identity = Identity.from_pem(_load(path, lambda: Identity.generate().to_pem()))
        path = folder / CERTIFICATE
        pem = _load(path, _new_certificate)
        _, certificate = read_certificate(pem)
        return Keys(identity, pem, spki_pin(certificate))
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
        return write_first(path, make(), 0o600)
    if len(data) > FILE_CAP:
        raise ValueError(f"more than {FILE_CAP} bytes")
    return data


def _new_certificate() -> bytes:
    # A clock that is a day behind, as on a machine without a battery, is no reason to
    # refuse a host that is known by its pin.
    return make_certificate(datetime.now(UTC) - timedelta(days=1))
