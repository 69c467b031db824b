"""Searches a process's memory and files for secrets in any form."""

from __future__ import annotations

import base64
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

WORD = 8
"""Bytes that are looked at together."""

PIECE, OVERLAP = 1 << 16, 1 << 8
"""Bytes of a process that are read at once; and those behind, as many as any form has."""

Found = set[tuple[str, str]]
"""Names of secrets, each with the form in which it was found."""


class Needles:
    """
    Secrets of 32 bytes, and texts, to be looked for all at once.

    Of each form the words are known that it has at any place in memory: wherever it
    stands, one of them is a whole word of it. So memory is looked at in words, each once,
    however many needles there are, and only what has such a word is searched.
    """

    def __init__(self, secrets: Mapping[str, bytes], texts: Iterable[str] = ()) -> None:
        self._texts = {text: text.encode() for text in texts}
        self._words: dict[int, list[tuple[str, str, bytes]]] = {}
        for name, secret in secrets.items():
            for form, written in forms(secret):
                if not 2 * WORD <= len(written) <= OVERLAP:
                    raise ValueError(f"{len(written)} bytes can't be looked for")
                for at in range(WORD):
                    word = int.from_bytes(written[at : at + WORD], sys.byteorder)
                    found = self._words.setdefault(word, [])
                    found.append((name, form, written))

    def found_in(self, pieces: Iterable[bytes]) -> Found:
        """Tell which there are, and in which form."""
        found: Found = set()
        for piece in pieces:
            words = memoryview(piece + bytes(-len(piece) % WORD)).cast("Q")
            if not self._words.keys().isdisjoint(words):
                hits = self._words.keys() & set(words)
                found |= {
                    (name, form)
                    for word in hits
                    for name, form, written in self._words[word]
                    if written in piece
                }
            found |= {(name, "text") for name, it in self._texts.items() if it in piece}
        return found


def forms(secret: bytes) -> Iterator[tuple[str, bytes]]:
    """Give every form in which a program could hold 32 bytes, or the number they are."""
    for raw in (secret, secret[::-1]):
        number = int.from_bytes(raw, "big")
        yield "bytes", raw
        yield "number", digits(number)
        yield "decimal", str(number).encode()
        yield "hex", raw.hex().lstrip("0").encode()
        yield "HEX", raw.hex().lstrip("0").upper().encode()
        yield "repr", repr(raw)[2:-1].encode()
        # Within something longer it begins anywhere in three bytes, and what it begins
        # and ends with is mixed with what stands beside it.
        for before in range(3):
            inner = raw[-before % 3 :]
            inner = inner[: len(inner) // 3 * 3]
            yield "base64", base64.b64encode(inner)
            yield "urlsafe", base64.urlsafe_b64encode(inner)


def digits(number: int) -> bytes:
    """Give what a Python number looks like in memory, behind its head."""
    bits, size = sys.int_info.bits_per_digit, sys.int_info.sizeof_digit
    return b"".join(
        (number >> at & (1 << bits) - 1).to_bytes(size, sys.byteorder)
        for at in range(0, number.bit_length(), bits)
    )


def files(folder: Path) -> Iterator[bytes]:
    """Give all files of a folder."""
    return (path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def memory(pid: int) -> Iterator[bytes]:
    """
    Give all the memory of a process that it can read, in pieces, but for empty ones.

    What it has of files, and can't write, holds nothing but the file.

    Raises:
        PermissionError: we aren't allowed to.
    """
    spans = Path(f"/proc/{pid}/maps").read_text(errors="replace").splitlines()
    file = os.open(f"/proc/{pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
    try:
        for span in spans:
            addresses, access, *_, about = span.split()
            if about.startswith("/") and "w" not in access:
                continue  # a file as it was before the process began
            # The kernel's own pages have no addresses that can be read from here.
            if access.startswith("r") and not span.endswith(("[vvar]", "[vsyscall]")):
                start, end = (int(address, 16) for address in addresses.split("-"))
                yield from _pieces(file, start, end)
    finally:
        os.close(file)


def _pieces(file: int, start: int, end: int) -> Iterator[bytes]:
    for at in range(start, end, PIECE):
        try:
            piece = os.pread(file, min(PIECE + OVERLAP, end - at), at)
        except PermissionError:
            raise
        except OSError:
            # Behind the end of a file, or a device: the process can't read it either.
            return
        if piece != bytes(len(piece)):
            yield piece


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Let a child stand still meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    try:
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
