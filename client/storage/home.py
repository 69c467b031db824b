"""
Home: the files a player has on this machine.

Who one is, whom one has met, and what one must not forget of a game that isn't over.
Each file is its owner's alone, and is replaced as a whole: a machine that goes down
leaves the old one or the new one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.client.reasons import Problem
from sealed_wonders.client.storage import folders
from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.client.storage.gamelog import GameLog, remove_old
from sealed_wonders.client.table.memory import OnDisk, make_folder
from sealed_wonders.core.sentences import Sentence, Text, sentence_of
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.lookalikes import are_alike
from sealed_wonders.net.names import clean_name
from sealed_wonders.net.pins import Pin, Pins
from sealed_wonders.net.system.files import (
    keeping_time,
    open_private,
    put_first,
    replace,
    sync_folder,
)
from sealed_wonders.net.system.locks import Lock
from sealed_wonders.net.system.shell import quoted, with_folder

__all__ = ["VARIABLE", "Book", "Damaged", "Home"]

GOING = 7 * 24 * 3600.0
"""Seconds after which nobody waits any more for a game to go on."""

WHOLE = ".swlog"
"""How the name of the log of a game ends that has ended as it should."""

FILE_CAP = 1 << 20
"""Bytes read of any file here; the longest pins take half of it."""


class Damaged(Problem):
    """What can't be used; it names the file."""

    def __init__(self, path: Path | Text, why: Text | OSError | ValueError) -> None:
        if isinstance(why, ValueError):
            why = sentence_of(why)
        if isinstance(path, Path):
            if isinstance(why, OSError) and folders.is_unusable(path, why):
                why = elsewhere(why)
            path = str(path)
        super().__init__(Sentence("{name}: {note}", name=path, note=why))


def elsewhere(why: Text | OSError) -> Sentence:
    """Say how to have these files in a folder where they can be written."""
    return Sentence(
        "{why}; set {variable} to a folder that you can write to",
        why=why,
        variable=VARIABLE,
    )


def as_another(command: str) -> str:
    """Give a command as somebody else on this account types it, to be another player."""
    return with_folder(VARIABLE, "wonders-2", f"wonders {command}")


class Going(NamedTuple):
    """A game that goes on at a host."""

    host: str
    """Its address, without a pin."""
    table: str
    name: str
    """What the host is called."""


@dataclass(frozen=True, slots=True)
class Home:
    """
    Where a player's files are.

    All methods raise `Damaged` for a file that can't be read or written, or holds
    something else than it should.
    """

    config: Path
    """What a player would take along to another machine."""
    state: Path
    """What belongs to this one."""

    @classmethod
    def find(cls) -> Home:
        """Give the home of whoever runs this process."""
        return cls(folders.config(), folders.state())

    @property
    def logs(self) -> Path:
        """The folder for the logs of games."""
        return self.state / "logs"

    def make_logs(self) -> Path:
        """Give that folder, in which something can be written."""
        try:
            make_folder(self.logs)
            with tempfile.TemporaryFile(dir=self.logs):
                return self.logs
        except OSError as problem:
            raise Damaged(self.logs, problem) from None

    def identity(self) -> Identity:
        """Give this player's identity; the first time, make it."""
        return self._key("identity.pem")

    def admin(self) -> Identity:
        """
        Give the key by which this player runs hosts; the first time, make it.

        It is in no backup: whoever has the words of a seat has not got it.
        """
        return self._key("admin.pem")

    def _key(self, name: str) -> Identity:
        path = self.config / name
        pem = read(path)
        if pem is None:
            # Of two processes that get here at once, one makes it and both read it.
            write(path, Identity.generate().to_pem(), put_first)
            pem = read(path) or b""
        try:
            return Identity.from_pem(pem)
        except ValueError as problem:
            raise Damaged(path, problem) from None

    def name(self) -> str | None:
        """Give the name this player went by the last time."""
        path = self.config / "name"
        data = read(path)
        return None if data is None else _text(path, data).strip() or None

    def keep_name(self, name: str) -> None:
        """Remember a name for the next time."""
        if self.name() != name:
            write(self.config / "name", f"{name}\n".encode())

    @property
    def people(self) -> Book:
        """The keys of those this player has played with, by name."""
        return Book(self.config / "people")

    @property
    def hosts(self) -> Book:
        """The pins of the hosts this player has been at, by address."""
        return Book(self.config / "hosts")

    def memories(self, table: bytes) -> OnDisk:
        """
        Open what this player must not forget of a game; no other process can then.

        Args:
            table: the hash of what was agreed on.
        """
        return opened(self.memories_at(table))

    def memories_at(self, table: bytes) -> Path:
        """Give where that is."""
        return self.state / "games" / f"{table.hex()}.seat"

    def game_log(self, gid: bytes, table: str, now: float) -> GameLog:
        """
        Open the log of a game that goes on, as it is heard; old ones of others go.

        Args:
            now: seconds as the system counts them.

        Raises:
            OSError: it can't be written.
        """
        path = self._game_log(gid)
        log = GameLog(path, table, (self.logs / f"{stem(gid)}{WHOLE}").exists)
        remove_old(path, now, GOING)
        return log

    def _game_log(self, gid: bytes) -> Path:
        return self.state / "games" / f"{stem(gid)}.journal"

    def keep_log(self, gid: bytes, log: bytes, *, whole: bool) -> Path:
        """
        Keep the log of a game; gives where it lies.

        Args:
            whole: the game has ended as it should.
        """
        end = WHOLE if whole else ".stopped.swlog"
        path = self.logs / f"{stem(gid)}{end}"
        with keeping_time(path):  # what is added was opened when it had ended
            write(path, log)
        if whole:
            with contextlib.suppress(OSError):
                self._game_log(gid).unlink(missing_ok=True)
        return path

    def keep_proof(self, gid: bytes, seat: int, proof: bytes) -> Path:
        """Keep the proof that a seat signed two versions; gives where it lies."""
        path = self.logs / f"{stem(gid)}.seat{seat}.evidence"
        write(path, proof)
        return path

    def keep_states(self, gid: bytes, phase: int, states: bytes) -> Path:
        """Keep how the rules of several programs stood in a phase; gives where it lies."""
        path = self.logs / f"{stem(gid)}.phase{phase}.states.json"
        write(path, states)
        return path

    def sit_at(self, host: str) -> Callable[[], None]:
        """
        Take the one place this player has at a host; gives what lets go of it.

        Two windows would throw each other out for ever.
        """
        name = hashlib.sha256(host.encode()).hexdigest()[:16]
        path = self.state / "places" / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            place = Lock(path)
        except BlockingIOError:
            said = Sentence(
                "you are there already, in another window; a second person on this "
                "account takes a folder of their own: {command}",
                command=as_another(f"join {quoted(host)}"),
            )
            raise Damaged(host, said) from None
        except OSError as problem:
            raise Damaged(path, problem) from None
        return place.release

    def set_going(self, game: Going) -> None:
        """Write down that a game goes on at a host; there is one at each."""
        data = json.dumps({"host": game.host, "table": game.table, "name": game.name})
        write(self._going(game.host), data.encode())

    def forget_going(self, host: str) -> None:
        """Forget the game at a host, which is over."""
        with contextlib.suppress(OSError):
            self._going(host).unlink(missing_ok=True)

    def move_going(self, before: str, now: str) -> None:
        """Write down that a host is at another address, and the game there with it."""
        game = self._read_going(self._going(before))
        if game is not None:
            self.set_going(game._replace(host=now))
            self.forget_going(before)

    def going(self, now: float) -> tuple[Going, ...]:
        """
        Give the games that one has left or lost, the last one first.

        Args:
            now: seconds as the system counts them; what is older than some days is over.
        """
        some = []
        for path in (self.state / "going").glob("*"):
            with contextlib.suppress(OSError):
                age = now - path.stat().st_mtime
                game = self._read_going(path)
                if game is not None and age < GOING:
                    some.append((age, game))
        return tuple(game for _age, game in sorted(some))

    def _read_going(self, path: Path) -> Going | None:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, Damaged):
            values = json.loads(read(path) or b"")
            names = [values[key] for key in ("host", "table", "name")]
            for one in names[1:]:
                clean_name(one)
            if path == self._going(names[0]):
                return Going(*names)
        return None

    def _going(self, host: str) -> Path:
        return self.state / "going" / hashlib.sha256(host.encode()).hexdigest()[:16]

    def history(self) -> Path:
        """Give the file of the lines typed before."""
        path = self.state / "history"
        if not path.exists():
            write(path, b"")
        return path


@dataclass(frozen=True, slots=True)
class Book:
    """
    A file of pins.

    Names that are equal at a table are equal here: whoever borrows one can't change its
    letters to be somebody new.
    """

    path: Path

    def check(self, name: str, key: bytes) -> Pin:
        """Compare a key with the one written down for a name."""
        pins = self._pins()
        return pins.check(_as_pinned(name, pins), key)

    def like(self, name: str, key: bytes) -> str:
        """Return a name with another key that this one could be taken for, if there is one."""
        others = self._pins().keys.items()
        alike = (one for one, its in others if its != key and are_alike(one, name))
        return next(alike, "")

    def pin(self, name: str, key: bytes) -> None:
        """Write a key down for a name, in the place of any other."""
        pins = self._pins()
        name = _as_pinned(name, pins)
        if pins.check(name, key) is Pin.KNOWN:
            return
        try:
            pins = pins.pin(name, key)
        except ValueError as problem:
            raise Damaged(self.path, problem) from None
        write(self.path, str(pins).encode())

    def entries(self) -> Mapping[str, bytes]:
        """Give all keys by the names they are written down for."""
        return self._pins().keys

    def _pins(self) -> Pins:
        data = read(self.path)
        if data is None:
            return Pins()
        try:
            return Pins.parse(_text(self.path, data))
        except ValueError as problem:
            raise Damaged(self.path, problem) from None


def _as_pinned(name: str, pins: Pins) -> str:
    """Give a name as it is written in pins, if an equal one is."""
    if name in pins.keys:
        return name
    equal = name_key(name)
    return next((known for known in pins.keys if name_key(known) == equal), name)


class Memories(OnDisk):
    """
    Memories for one process: two would sign two things for one place in the log.

    Raises:
        BlockingIOError: another process has them.
    """

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self._lock = Lock(path)
        try:
            super().__init__(path)
        except (OSError, ValueError):
            self._lock.release()
            raise

    def close(self) -> None:
        """Let go of the file, for other processes and for a later opening by this one."""
        super().close()
        self._lock.release()


def opened(path: Path, make: Callable[[Path], OnDisk] = Memories) -> OnDisk:
    """
    Open a file of memories.

    Raises:
        Damaged: it can't be used, or another process has it.
    """
    try:
        return make(path)
    except BlockingIOError:
        what = Sentence("this game is being played in another window")
        raise Damaged(path, what) from None
    except (OSError, ValueError) as problem:
        raise Damaged(path, problem) from None


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Damaged(path, Sentence("not text in UTF-8")) from None


def read(path: Path) -> bytes | None:
    """Read a file; None if there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(FILE_CAP + 1)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise Damaged(path, problem) from None
    if len(data) > FILE_CAP:
        raise Damaged(path, Sentence("more than {most} bytes", most=FILE_CAP))
    return data


def write(
    path: Path, data: bytes, put: Callable[[Path, Path], object] = replace
) -> None:
    """
    Write a whole file, for its owner alone.

    Args:
        put: puts the new file in its place: `put_first` leaves one that is there.
    """
    new = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        make_folder(path.parent)
        with open(open_private(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL), "wb") as f:
            f.write(data)
            f.flush()
            os.fsync(f.fileno())
        try:
            put(new, path)
            sync_folder(path.parent)
        except FileExistsError:
            pass
        finally:
            new.unlink(missing_ok=True)
    except OSError as problem:
        raise Damaged(path, problem) from None
