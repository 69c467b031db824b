"""
Who has a lent seat: a file in the lender's folder, from which a restart goes on.

Of each secret only the hash is kept. The file also has the port, since browsers keep a
seat's secret by address and port, and our key, since they keep its fingerprint as well.
"""

from __future__ import annotations

import json
import secrets
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.client.lending.sealing import KEY_SIZE
from sealed_wonders.client.storage.home import GOING, DamagedFile, Home, read, write
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.messages import PHONE_SIZE
from sealed_wonders.net.names import typed_name
from sealed_wonders.net.words import LANGUAGES

FILE = "guests.json"


class LentSeat(NamedTuple):
    """A seat that somebody has been given, and the phone that has it now."""

    id: str
    """Random; also the name of the seat's folder."""
    name: str
    words: str
    """Two words by which the lender and the guest call it."""
    key: str
    """Hash of the phone's secret, in hexadecimal."""
    language: str
    phone: str
    """Random id of the phone, in hexadecimal."""
    address: str
    """IP address of the phone."""


class GuestBook:
    """
    The seats that are lent, in a file.

    Attributes:
        port: The port at which guests come; 0 before there was one.
        key: The private key with which phones' posts are opened; it is kept as long as
            there are seats, and empty if there was none.
    """

    def __init__(self, folder: Path) -> None:
        """
        Read the file, if there is one.

        Raises:
            DamagedFile: It can't be used.
        """
        self.port, self.key = 0, b""
        self._folder = folder
        self._seats: dict[str, LentSeat] = {}
        data = read(self._file)
        if data is None:
            return
        try:
            found = json.loads(data)
            self.port = int(found["port"])
            self.key = _checked_key(found.get("key", ""))
            for row in found["seats"]:
                seat = _checked(row)
                self._seats[seat.id] = seat
        except (ValueError, KeyError, TypeError, AttributeError):
            said = Sentence("it contains no guests")
            raise DamagedFile(self._file, said) from None

    @property
    def _file(self) -> Path:
        return self._folder / FILE

    def __iter__(self) -> Iterator[LentSeat]:
        return iter(tuple(self._seats.values()))

    def __len__(self) -> int:
        return len(self._seats)

    def by_key(self, key: bytes) -> LentSeat | None:
        """Return the seat that a secret with this hash belongs to, or None."""
        wanted = key.hex()
        return next((it for it in self._seats.values() if it.key == wanted), None)

    def by_id(self, id: str) -> LentSeat | None:
        return self._seats.get(id)

    def called(self, said: str) -> LentSeat | None:
        """Return the seat with this name, or these two words; None if there is none."""
        wanted = _plain(said)
        some = (it for it in self if wanted in (_plain(it.words), _plain(it.name)))
        return next(some, None)

    def by_words(self, words: str) -> LentSeat | None:
        """Return the seat with these two words, or None; no name will do."""
        wanted = _plain(words)
        return next((it for it in self if _plain(it.words) == wanted), None)

    def put(self, seat: LentSeat) -> None:
        """Write a seat down, in place of what it was."""
        self._seats[seat.id] = seat
        self._write()

    def remove(self, id: str) -> None:
        """Forget a seat; its folder stays, since it has the logs of its games."""
        if self._seats.pop(id, None) is not None:
            self._write()

    def keep_port(self, port: int) -> None:
        if port != self.port:
            self.port = port
            self._write()

    def home(self, id: str) -> Home:
        """Return the folder of a seat, as that of a player of its own."""
        return Home(self._folder / id, self._folder / id)

    def tidy(self, now: float) -> None:
        """
        Remove the folders of seats that nobody has any more.

        Args:
            now: The system's time, in seconds; younger folders are kept for a week.
        """
        for path in self._folder.glob("*/"):
            with suppress(OSError):
                if path.name not in self._seats and now - path.stat().st_mtime > GOING:
                    shutil.rmtree(path, ignore_errors=True)

    def _write(self) -> None:
        seats = [it._asdict() for it in self._seats.values()]
        key = self.key.hex() if seats else ""
        text = json.dumps({"port": self.port, "key": key, "seats": seats}, indent=1)
        write(self._file, f"{text}\n".encode())


def _plain(said: str) -> str:
    return " ".join(said.casefold().split())


def new_id() -> str:
    return secrets.token_hex(8)


def new_phone() -> str:
    return secrets.token_hex(PHONE_SIZE)


def _checked_key(said: str) -> bytes:
    """
    Read a private key, or none.

    Raises:
        ValueError: It isn't one.
    """
    key = bytes.fromhex(said)
    if len(key) not in (0, KEY_SIZE):
        raise ValueError
    return key


def _checked(row: dict[str, Any]) -> LentSeat:
    """
    Read a seat.

    Raises:
        ValueError: It isn't one.
    """
    seat = LentSeat(**row)
    if not all(isinstance(it, str) for it in seat) or seat.language not in LANGUAGES:
        raise ValueError
    typed_name(seat.name)
    if len(bytes.fromhex(seat.id)) != 8 or len(bytes.fromhex(seat.phone)) != PHONE_SIZE:
        raise ValueError
    bytes.fromhex(seat.key)
    return seat
