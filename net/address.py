"""Addresses: where a host is, and in an invitation also which one it is."""

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
"""Where a host listens unless it is told otherwise; people needn't type it."""

HOST_CAP = 253
"""Characters of a host's name, as the DNS has it."""


@dataclass(frozen=True, slots=True)
class Address:
    """
    Where to connect to, or to listen.

    As text: ``table.local:7007``, ``192.168.1.5:7007``, ``[fe80::1%eth0]:7007``, each
    with ``#`` and the 32 hexadecimal digits of the pin if it is an invitation. The port may
    be left out where it is `PORT`.
    """

    host: str
    port: int
    """Where to connect to; 0 is any free one, to listen."""
    pin: bytes | None = None
    """The start of the SHA-256 of the host's TLS key; see `spki_pin`."""

    @classmethod
    def parse(cls, text: str) -> Self:
        """
        Read an address as `str` or `brief` writes it; spaces around it don't matter.

        Raises:
            ValueError: it isn't one; the message is one sentence for a person.
        """
        found = _FORM.fullmatch(text.strip())
        # A bare number is something else that was typed, where numbers can be chosen.
        if found is None or (
            found["port"] is None and (found["plain"] or "").isdigit()
        ):
            raise ValueError(
                Sentence(
                    "an address is HOST or HOST:PORT, or either with #PIN, not {typed}",
                    typed=shown(text),
                )
            )
        inside, host, pin = found["inside"], found["plain"], found["pin"]
        port = PORT if found["port"] is None else int(found["port"])
        if port > 65535:
            raise ValueError(
                Sentence(
                    "a port is at most 65535, not {port}: {typed}",
                    port=port,
                    typed=shown(text),
                )
            )
        _check_host(inside, host, text)
        return cls(inside or host, port, bytes.fromhex(pin) if pin else None)

    def __str__(self) -> str:
        """Give the whole text, by which it is also known in files."""
        return self._text(f":{self.port}")

    @property
    def brief(self) -> str:
        """Give the text for people to type: without a port that everybody knows."""
        # A number alone would not be read as an address.
        is_known = self.port == PORT and not self.host.isdigit()
        return self._text("" if is_known else f":{self.port}")

    def _text(self, port: str) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        pin = "" if self.pin is None else f"#{self.pin.hex()}"
        return f"{host}{port}{pin}"


def in_shell(address: Address | str) -> str:
    """Write an address for people as a shell takes it: in some, brackets are files."""
    text = address if isinstance(address, str) else address.brief
    return f"'{text}'" if "[" in text else text


def _check_host(inside: str | None, plain: str | None, text: str) -> None:
    """
    Check a host, whether it stands in brackets or not.

    Raises:
        ValueError: it can be none; the message is one sentence for a person.
    """
    if inside is not None and not _is_ipv6(inside):
        raise ValueError(
            Sentence("not an IPv6 address in brackets: {typed}", typed=shown(text))
        )
    if plain is not None and _is_cut_ipv4(plain):
        raise ValueError(
            Sentence(
                "an IPv4 address has four numbers, as in 192.168.1.5, not {typed}",
                typed=shown(text),
            )
        )
    if plain is not None and len(plain) > HOST_CAP:
        raise ValueError(
            Sentence("a host's name has at most {most} characters", most=HOST_CAP)
        )


def _is_cut_ipv4(text: str) -> bool:
    """Tell whether something is numbers with dots, which no name is, and not four of them."""
    parts = text.split(".")
    return len(parts) > 1 and all(map(str.isdigit, parts)) and len(parts) != 4


def _is_ipv6(text: str) -> bool:
    import ipaddress  # only for those who use brackets

    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return True
