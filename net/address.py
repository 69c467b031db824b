"""Addresses of hosts, and invitations: addresses with the pin of the host."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.certificate import PIN_SIZE

_FORM = re.compile(
    r"(?:\[(?P<inside>[0-9A-Fa-f:.]+(?:%[\w.-]+)?)\]|(?P<plain>[A-Za-z0-9._-]+))"
    r"(?::(?P<port>[0-9]{1,5}))?"
    rf"(?:#(?P<pin>[0-9A-Fa-f]{{{2 * PIN_SIZE}}}))?",
    re.ASCII,
)

PORT = 7777
"""Default port of a host, which people needn't type."""

HOST_CAP = 253
"""Maximum characters of a host name, as in the DNS."""


@dataclass(frozen=True, slots=True)
class Address:
    """
    Address to connect to, or to listen on.

    In text form: ``table.local:7007``, ``192.168.1.5:7007``, ``[fe80::1%eth0]:7007``.
    An invitation also has ``#`` and the 32 hexadecimal digits of the pin. The port may
    be omitted if it is `PORT`.
    """

    host: str
    port: int
    """Port to connect to. To listen, 0 means any free port."""
    pin: bytes | None = None
    """First bytes of the SHA-256 of the host's TLS key; see `spki_pin`."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        Parse an address in the format of `str` or `brief`, ignoring outer spaces.

        Raises:
            ValueError: *text* isn't an address; the message is one sentence for the
                user.
        """
        found = _FORM.fullmatch(text.strip())
        # In a list of choices, a bare number is a choice rather than an address.
        if found is None or (
            found["port"] is None and (found["plain"] or "").isdigit()
        ):
            raise ValueError(
                Sentence(
                    "an address must be HOST or HOST:PORT, optionally followed by "
                    "#PIN, not {typed}",
                    typed=shown(text),
                )
            )
        inside, host, pin = found["inside"], found["plain"], found["pin"]
        port = PORT if found["port"] is None else int(found["port"])
        if port > 65535:
            raise ValueError(
                Sentence(
                    "a port can be at most 65535, not {port}: {typed}",
                    port=port,
                    typed=shown(text),
                )
            )
        _check_host(inside, host, text)
        return cls(inside or host, port, bytes.fromhex(pin) if pin else None)

    def __str__(self) -> str:
        """Return the full address, which also identifies it in files."""
        return self._text(f":{self.port}")

    @property
    def brief(self) -> str:
        """Text for people to type, without the default port."""
        # A bare number wouldn't be parsed as an address.
        is_known = self.port == PORT and not self.host.isdigit()
        return self._text("" if is_known else f":{self.port}")

    def _text(self, port: str) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        pin = "" if self.pin is None else f"#{self.pin.hex()}"
        return f"{host}{port}{pin}"


def in_shell(address: Address | str) -> str:
    """
    Quote an address for a shell if needed: some shells expand brackets to file names.
    """
    text = address if isinstance(address, str) else address.brief
    return f"'{text}'" if "[" in text else text


def _check_host(inside: str | None, plain: str | None, text: str) -> None:
    """
    Check a host name or address.

    Raises:
        ValueError: it isn't valid; the message is one sentence for the user.
    """
    if inside is not None and not _is_ipv6(inside):
        raise ValueError(
            Sentence("not an IPv6 address in brackets: {typed}", typed=shown(text))
        )
    if plain is not None and _is_cut_ipv4(plain):
        raise ValueError(
            Sentence(
                "an IPv4 address must have four numbers, as in 192.168.1.5, not "
                "{typed}",
                typed=shown(text),
            )
        )
    if plain is not None and len(plain) > HOST_CAP:
        raise ValueError(
            Sentence("a host's name can have at most {most} characters", most=HOST_CAP)
        )


def _is_cut_ipv4(text: str) -> bool:
    """Return whether a text is numbers with dots, but not four of them. No name is."""
    parts = text.split(".")
    return len(parts) > 1 and all(map(str.isdigit, parts)) and len(parts) != 4


def _is_ipv6(text: str) -> bool:
    import ipaddress  # Imported late, since only addresses in brackets need it.

    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True
