"""
A host doesn't have the secrets of its players, so it can't reveal them.

Real processes play a real game up to a choice that is committed but not revealed, or up to
a peek. Then the test searches the host's memory and every file that it has written for what
each player's program alone should know. The same search finds all of that in the players'
programs, and in the host what was planted there.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import pytest

from sealed_wonders.net.sealed.group import Point
from tests.support.crypto import SODIUM
from tests.support.programs import ROOT, WondersProcess
from tests.support.searchers import planted

# How memory and files are searched.

WORD = 8
"""Bytes that are compared at once."""

PIECE, OVERLAP = 1 << 16, 1 << 8
"""Bytes that are read at once, and those read beyond them, as many as the longest form has."""

Found = set[tuple[str, str]]
"""Names of secrets, each with the form in which it was found."""


class Needles:
    """
    Secrets of 32 bytes, and texts, to be searched for all at once.

    For each form of a secret, the words that it can have at any alignment in memory are
    known: wherever it lies, one of them is a whole word of it. So memory is read word
    by word, once for all needles, and only pieces with such a word are searched.
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
        """Return the secrets that were found, and in which form."""
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
    """
    Yield every form in which a program could hold 32 bytes, or the number that they
    encode.
    """
    for raw in (secret, secret[::-1]):
        number = int.from_bytes(raw, "big")
        yield "bytes", raw
        yield "number", digits(number)
        yield "decimal", str(number).encode()
        yield "hex", raw.hex().lstrip("0").encode()
        yield "HEX", raw.hex().lstrip("0").upper().encode()
        yield "repr", repr(raw)[2:-1].encode()
        # Within a longer text, the secret may start at any of three bytes, and its first
        # and last characters also depend on the bytes beside it.
        for before in range(3):
            inner = raw[-before % 3 :]
            inner = inner[: len(inner) // 3 * 3]
            yield "base64", base64.b64encode(inner)
            yield "urlsafe", base64.urlsafe_b64encode(inner)


def digits(number: int) -> bytes:
    """Return the digits of a Python integer as they lie in memory, after its header."""
    bits, size = sys.int_info.bits_per_digit, sys.int_info.sizeof_digit
    return b"".join(
        (number >> at & (1 << bits) - 1).to_bytes(size, sys.byteorder)
        for at in range(0, number.bit_length(), bits)
    )


def files(folder: Path) -> Iterator[bytes]:
    """Yield the contents of all files in a folder."""
    return (path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def memory(pid: int) -> Iterator[bytes]:
    """
    Yield all readable memory of a process in pieces, except empty ones.

    Read-only mappings of files are left out, since they only repeat the file.

    Raises:
        PermissionError: this process may not read it.
    """
    spans = Path(f"/proc/{pid}/maps").read_text(errors="replace").splitlines()
    file = os.open(f"/proc/{pid}/mem", os.O_RDONLY | os.O_CLOEXEC)
    try:
        for span in spans:
            addresses, access, *_, about = span.split()
            if about.startswith("/") and "w" not in access:
                continue  # read-only, so the same as the file
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
            # Beyond the end of a file, or a device: the process can't read it either.
            return
        if piece != bytes(len(piece)):
            yield piece


@contextmanager
def stopped(pid: int) -> Iterator[None]:
    """Stop a child process meanwhile."""
    os.kill(pid, signal.SIGSTOP)
    try:
        os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


# The programs that are searched.

HOST = ("-m", "tests.support.searchers", "--listen=127.0.0.1:0", "--json")
SEARCHERS = (*HOST, "--early")
CLIENT = ("-m", "tests.support.instrumented")
NAMES = ("ann", "bob", "cleo")

FORMS = {form for form, _ in forms(bytes(31) + b"1")}
"""Forms in which a host of `searchers` holds planted secrets of the same names."""


class Process(WondersProcess):
    """A program that writes lines of JSON."""

    program = ()
    hangs = 300.0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *what: object) -> None:
        self.process.kill()
        self.end()

    def line(self) -> dict[str, Any]:
        """Read a line."""
        row: dict[str, Any] = json.loads(self.until("{")[-1])
        return row

    def holds(self, needles: Needles) -> set[tuple[str, str]]:
        """Search all memory of the process."""
        with stopped(self.process.pid):
            return needles.found_in(memory(self.process.pid))


@pytest.fixture(autouse=True, scope="module")
def can_rummage(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Skip where the memory of a child can't be read."""
    if sys.platform != "linux":
        pytest.skip("needs Linux's /proc")
    code = "print('{}', flush=True); input()"
    with Process(tmp_path_factory.mktemp("child"), "-c", code) as child:
        child.line()
        try:
            next(memory(child.process.pid))
        except OSError as error:
            pytest.skip(f"a child's memory can't be read here: {error.strerror}")


class Player:
    """
    A player's program, with the secrets that it reported.

    Attributes:
        keys: by name, the secrets of all its keys so far.
        lasting: what nobody else may ever know: its keys, its identity and its seed.
        sealed: what nobody else may know until it is revealed.
        revealed: what was sealed before and has been revealed.
        text: the move of the open choice.
        openings: at Architects, what its keys take off each card that a seat was shown.
            All shares together open the card for anybody, and the hand for that seat.
        takes: at Architects, the number of the card that it will take, from 1.
    """

    sealed: dict[str, bytes]
    revealed: dict[str, bytes]
    text: str
    takes: int

    def __init__(self, name: str, folder: Path, process: Process) -> None:
        self.process = process
        self.folder = folder
        process.type("tell")
        report = process.line()
        self.keys = {
            f"{name}'s {which} key of {deck}": bytes.fromhex(key)
            for deck, pair in report["keys"].items()
            for which, key in zip(("share", "hand"), pair, strict=True)
        }
        identity = bytes.fromhex(report["identity"])
        self.lasting = {
            f"{name}'s identity": identity,
            f"{name}'s seed": bytes.fromhex(report["seed"]),
            **self.keys,
        }
        self.openings = {
            f"{name}'s {which} of card {number}": multiply(
                self.keys[f"{name}'s {which} key of central"], bytes.fromhex(half)
            )
            for number, halves in enumerate(report.get("halves", ()), start=1)
            for which, half in halves.items()
        }
        if self.openings:
            self.takes = int(report["takes"])
            return
        self.sealed = {f"{name}'s nonce": bytes.fromhex(report["nonce"])}
        self.revealed = {
            f"{name}'s nonce {number}": bytes.fromhex(nonce)
            for number, nonce in enumerate(report["revealed"])
        }
        self.text = str(report["payload"])

    @property
    def files(self) -> list[Path]:
        """All that the program has written."""
        return [path for path in self.folder.rglob("*") if path.is_file()]


@contextmanager
def stopped_game(
    folder: Path, options: Sequence[str], *search: str, seated: Sequence[str] = NAMES
) -> Iterator[tuple[Process, list[Player]]]:
    """Play up to where all have committed to a choice and nobody reveals it."""
    with ExitStack() as stack:
        logs = f"--logs={folder / 'host'}"
        runs = SEARCHERS if search else HOST
        host = Process(folder, *runs, logs, f"--players={len(seated)}", *options)
        stack.enter_context(host)
        address = host.line()["listening"]
        clients = {
            name: stack.enter_context(
                Process(folder, *CLIENT, address, name, str(folder / name), *search)
            )
            for name in seated
        }
        for client in clients.values():
            assert "held" in client.line()
        yield host, [Player(name, folder / name, it) for name, it in clients.items()]


def unheard(texts: Iterable[str], log: bytes) -> set[str]:
    """
    Return the moves that can be searched for, since they occur nowhere before they are
    made.

    Other players may have made the same move before, and some moves are examples in the
    program's own text; both would be found. Such a move reveals nothing without its
    nonce. Since the nonce is always searched for, it is enough that the two aren't
    there together.
    """
    registry = (ROOT / "core", ROOT / "net", ROOT / "host")
    known = [log, *(path.read_bytes() for it in registry for path in it.rglob("*.py"))]
    return {text for text in texts if not any(text.encode() in it for it in known)}


def multiply(key: bytes, point: bytes) -> bytes:
    """Return what a key takes off a card."""
    return bytes(SODIUM.multiply(int.from_bytes(key, "little"), Point(point)))


def names(found: Iterable[tuple[str, str]]) -> set[str]:
    """Return the names of what was found, in any form."""
    return {name for name, _ in found}


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("--sides=day",), id="checking"),
        pytest.param(
            ("--sides=day", "--with=leaders,edifice"),
            id="checking, with leaders and edifices",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            ("--sides=day", "--relay"), id="relaying", marks=pytest.mark.thorough
        ),
    ],
)
def test_the_host_holds_no_keys_and_no_unrevealed_choices(
    options: Sequence[str], tmp_path: Path
) -> None:
    """
    Its memory and files have only what was revealed.

    Secrets planted in its memory are found, in every form that is searched for.
    """
    assert len(planted()) == len(FORMS)
    with stopped_game(tmp_path, options) as (host, players):
        (journal,) = tmp_path.glob("host/*.journal")
        texts = unheard([it.text for it in players], journal.read_bytes())
        secrets = [it.lasting | it.sealed | it.revealed for it in players]
        secrets.append({it: hashlib.sha256(it.encode()).digest() for it in FORMS})
        needles = Needles({name: it[name] for it in secrets for name in it}, texts)

        def in_the_host() -> tuple[set[str], set[str]]:
            held, on_disk = (
                host.holds(needles),
                needles.found_in(files(tmp_path / "host")),
            )
            assert {(form, form) for form in FORMS} <= held
            return names(held) - FORMS, names(on_disk)

        known = {name for it in players for name in it.revealed}
        assert (known, known) == in_the_host()

        # Each player's program has its own secrets and nobody else's, except that it may
        # have considered the same move.
        for player in players:
            own = {*player.lasting, *player.sealed, *texts & {player.text}}
            others = known | texts - {player.text}
            found = player.process.holds(needles)
            assert own == names(found) - others
            assert {(name, "number") for name in player.keys} <= found
            assert {(name, "bytes") for name in player.sealed} <= found

            kept = {it: needles.found_in([it.read_bytes()]) for it in player.files}
            assert own == set().union(*map(names, kept.values())) - others
            assert {0o600} == {it.stat().st_mode & 0o777 for it in kept if kept[it]}

        for player in players:
            player.process.type("go on")
        for player in players:
            assert "passed" in player.process.line()
        known |= texts | {name for it in players for name in it.sealed}
        assert (known, known) == in_the_host()

        for player in players:
            assert (0, "") == player.process.end()
        host.process.terminate()
        assert (0, "") == host.end()
        assert set() == needles.found_in(["\n".join(host.lines).encode()])


@pytest.mark.parametrize(
    ("search", "cards"),
    [
        pytest.param((), 1, id="the cat"),
        pytest.param(("search",), 4, id="a search", marks=pytest.mark.thorough),
    ],
)
def test_the_host_holds_nothing_that_opens_a_peeked_card(
    search: Sequence[str], cards: int, tmp_path: Path
) -> None:
    """
    It has no keys, and nothing that opens a card for the seat that peeks at it or
    searches the pile.

    It has no seat's share of such a card until the card is taken and all have shared
    it, and never the shares of cards that aren't taken. No other player's program has
    them, either. A host that only relays does the same as this one, except for the
    checks.
    """
    game, two = ("--game=architects",), NAMES[:2]
    with stopped_game(tmp_path, game, *search, seated=two) as (host, players):
        secrets = [it.lasting | it.openings for it in players]
        needles = Needles({name: it[name] for it in secrets for name in it})

        def in_the_host() -> tuple[set[str], set[str]]:
            on_disk = needles.found_in(files(tmp_path / "host"))
            return names(host.holds(needles)), names(on_disk)

        assert (set(), set()) == in_the_host()
        peeked = [name for it in players for name in it.openings if "hand" in name]
        assert cards == len(peeked)
        for player in players:
            own = names(player.process.holds(needles))
            assert {*player.lasting} <= own <= {*player.lasting, *player.openings}

        for player in players:
            player.process.type("go on")
        for player in players:
            assert "passed" in player.process.line()
        (taken,) = (it.takes for it in players if it.takes)
        shares = {f"{name}'s share of card {taken}" for name in two}
        assert shares <= {name for it in players for name in it.openings}
        assert (shares, shares) == in_the_host()

        for player in players:
            assert (0, "") == player.process.end()
        host.process.terminate()
        assert (0, "") == host.end()
        assert shares == names(needles.found_in(files(tmp_path / "host")))
