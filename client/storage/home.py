"""
A player's files on this machine.

These are the player's identity, the hosts and people the player has met, and the state
of unfinished games. Settings are in `settings.py`.

Only the owner can read these files. Each file is replaced as a whole, so that after a
crash it has either its old or its new contents. Later versions must find and read them
all: the key is the player's identity, and an unfinished game needs its file.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
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
from sealed_wonders.net.system.files import keeping_time, write_first, write_whole
from sealed_wonders.net.system.locks import Lock
from sealed_wonders.net.system.shell import quoted, with_folder

__all__ = ["VARIABLE", "DamagedFile", "Home", "PinBook"]

GOING = 7 * 24 * 3600.0
"""Seconds after which nobody waits any more for a game to continue."""

WHOLE = ".swlog"
"""Extension of the log of a game that ended normally."""

FILE_CAP = 1 << 20
"""Maximum number of bytes read from any file; the longest pins need half of it."""


class DamagedFile(Problem):
    """A file that can't be used; the message names it."""

    def __init__(self, path: Path | Text, why: Text | OSError | ValueError) -> None:
        if isinstance(why, ValueError):
            why = sentence_of(why)
        if isinstance(path, Path):
            if isinstance(why, OSError) and folders.is_unusable(path, why):
                why = elsewhere(why)
            path = str(path)
        super().__init__(Sentence("{name}: {note}", name=path, note=why))


def elsewhere(why: Text | OSError) -> Sentence:
    """Add advice on setting `VARIABLE` to a writable folder."""
    return Sentence(
        "{why}; set {variable} to a folder that you can write to",
        why=why,
        variable=VARIABLE,
    )


def log_name(gid: bytes, *, whole: bool) -> str:
    """
    Return the name of the file with the log of a game that is over.

    Args:
        whole: whether the game ended normally.
    """
    return f"{stem(gid)}{WHOLE if whole else '.stopped.swlog'}"


def as_another(command: str) -> str:
    """Return a command as a second player on the same account would type it."""
    return with_folder(VARIABLE, "wonders-2", f"wonders {command}")


class OngoingGame(NamedTuple):
    """A game in progress at a host."""

    host: str
    """The host's address, without a pin."""
    table: str
    name: str
    """The host's name."""


@dataclass(frozen=True, slots=True)
class Home:
    """
    The folders with a player's files.

    All methods raise `DamagedFile` for a file that can't be read or written, or that has
    unexpected contents.
    """

    config: Path
    """The folder for what a player would take along to another machine."""
    state: Path
    """The folder for what belongs to this machine."""

    @classmethod
    def find(cls) -> Home:
        """Return the home of the user who runs this process."""
        return cls(folders.config(), folders.state())

    @property
    def logs(self) -> Path:
        """The folder for the logs of games."""
        return self.state / "logs"

    def make_logs(self) -> Path:
        """Create the folder for logs, and check that it is writable."""
        try:
            make_folder(self.logs)
            with tempfile.TemporaryFile(dir=self.logs):
                return self.logs
        except OSError as problem:
            raise DamagedFile(self.logs, problem) from None

    def identity(self) -> Identity:
        """Return this player's identity, creating it the first time."""
        return self._key("identity.pem")

    def admin(self) -> Identity:
        """
        Return this player's admin key for hosts, creating it the first time.

        The key isn't in any backup, so the words of a seat don't reveal it.
        """
        return self._key("admin.pem")

    def _key(self, name: str) -> Identity:
        path = self.config / name
        pem = read(path)
        if pem is None:
            # If two processes get here at once, one creates the file and both read it.
            write(path, Identity.generate().to_pem(), write_first)
            pem = read(path) or b""
        try:
            return Identity.from_pem(pem)
        except ValueError as problem:
            raise DamagedFile(path, problem) from None

    def name(self) -> str | None:
        """Return the name this player used last."""
        path = self.config / "name"
        data = read(path)
        return None if data is None else _text(path, data).strip() or None

    def keep_name(self, name: str) -> None:
        """Remember a name for the next time."""
        if self.name() != name:
            write(self.config / "name", f"{name}\n".encode())

    def has_played(self) -> bool:
        """Return whether games were played on this machine, or lessons declined."""
        return self._began.exists() or any(self.logs.glob("*"))

    def begin_playing(self, entry: str = "") -> None:
        """
        Remember that a game was begun on this machine.

        Args:
            entry: the entry of the start screen at which the next visit begins.
        """
        if read(self._began) != entry.encode():
            write(self._began, entry.encode())

    def last_entry(self) -> str:
        """Return the entry with which the last game was begun; empty if unknown."""
        try:
            return (read(self._began) or b"").decode(errors="replace")
        except DamagedFile:
            return ""

    def last_options(self, form: str) -> Mapping[str, object]:
        """
        Return the options with which a form was last submitted, as typed.

        Args:
            form: the name of its file, such as ``table`` for a table that is hosted here.
        """
        path = self._options(form)
        data = read(path)
        if data is None:
            return {}
        try:
            options = json.loads(data)
        except ValueError as problem:
            raise DamagedFile(path, problem) from None
        if not isinstance(options, dict):
            raise DamagedFile(path, Sentence("it contains no options"))
        return options

    def keep_options(self, form: str, options: Mapping[str, str]) -> None:
        """Remember the options of a form; others in the file stay as they are."""
        before = self.last_options(form)
        now = {**before, **options}
        if now != before:
            write(self._options(form), f"{json.dumps(now, indent=1)}\n".encode())

    def _options(self, form: str) -> Path:
        return self.config / f"{form}.json"

    @property
    def _began(self) -> Path:
        return self.state / "began"

    @property
    def people(self) -> PinBook:
        """The keys of the people this player has met, by name."""
        return PinBook(self.config / "people")

    @property
    def hosts(self) -> PinBook:
        """The pins of the hosts this player has visited, by address."""
        return PinBook(self.config / "hosts")

    def memories(self, table: bytes) -> OnDisk:
        """
        Open the memory file of a seat, and lock it for this process.

        Args:
            table: the hash of the game's charter.
        """
        return opened(self.memories_at(table))

    def memories_at(self, table: bytes) -> Path:
        """Return the path of the memory file of a seat."""
        return self.state / "games" / f"{table.hex()}.seat"

    def game_log(self, gid: bytes, table: str, now: float) -> GameLog:
        """
        Open the log file of a game in progress, and remove old logs of other games.

        Args:
            gid: the game's id.
            table: the table's name.
            now: the system's time, in seconds.

        Raises:
            OSError: the file can't be written.
        """
        path = self._game_log(gid)
        log = GameLog(path, table, (self.logs / f"{stem(gid)}{WHOLE}").exists)
        remove_old(path, now, GOING)
        return log

    def _game_log(self, gid: bytes) -> Path:
        return self.state / "games" / f"{stem(gid)}.journal"

    def keep_log(self, gid: bytes, log: bytes, *, whole: bool) -> Path:
        """
        Save the log of a game that is over, and return its path.

        Args:
            gid: the game's id.
            log: the contents of the file.
            whole: whether the game ended normally.
        """
        path = self.logs / log_name(gid, whole=whole)
        with keeping_time(path):  # it may be written again after the game has ended
            write(path, log)
        if whole:
            with contextlib.suppress(OSError):
                self._game_log(gid).unlink(missing_ok=True)
        return path

    def keep_seen(self, gid: bytes, seat: int, seen: Mapping[int, int]) -> Path:
        """
        Save which cards our seat saw in a game, by slot, and return the path.

        The file isn't in the folder for logs, from which people share files.
        """
        path = self._seen(gid)
        write(path, json.dumps({"seat": seat, "cards": [*seen.items()]}).encode())
        return path

    def seen(self, gid: bytes) -> Mapping[int, Mapping[int, int]]:
        """Return which cards our seat saw in a game, by seat and slot, if it is known."""
        try:
            kept = json.loads(self._seen(gid).read_bytes()[:FILE_CAP])
            cards = {int(slot): int(card) for slot, card in kept["cards"]}
            return {int(kept["seat"]): cards}
        except (OSError, ValueError, TypeError, KeyError):
            return {}  # there is only the log, which says enough

    def _seen(self, gid: bytes) -> Path:
        return self.state / "seen" / f"{stem(gid)}.json"

    def keep_proof(self, gid: bytes, seat: int, proof: bytes) -> Path:
        """Save the proof that a seat signed two versions, and return its path."""
        path = self.logs / f"{stem(gid)}.seat{seat}.evidence"
        write(path, proof)
        return path

    def keep_states(self, gid: bytes, phase: int, states: bytes) -> Path:
        """
        Save the states of a phase that several programs computed; return the path.
        """
        path = self.logs / f"{stem(gid)}.phase{phase}.states.json"
        write(path, states)
        return path

    def sit_at(self, host: str) -> Callable[[], None]:
        """
        Lock this player's place at a host, and return a function that releases it.

        Two windows with the same key would keep disconnecting each other.
        """
        name = hashlib.sha256(host.encode()).hexdigest()[:16]
        path = self.state / "places" / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            place = Lock(path)
        except BlockingIOError:
            said = Sentence(
                "you are already connected to this host in another window; a second "
                "person on this account needs a separate folder: {command}",
                command=as_another(f"join {quoted(host)}"),
            )
            raise DamagedFile(host, said) from None
        except OSError as problem:
            raise DamagedFile(path, problem) from None
        return place.release

    def set_going(self, game: OngoingGame) -> None:
        """Save the game in progress at a host, replacing any other there."""
        data = json.dumps({"host": game.host, "table": game.table, "name": game.name})
        write(self._going(game.host), data.encode())

    def forget_going(self, host: str) -> None:
        """Forget the game at a host, because it is over."""
        with contextlib.suppress(OSError):
            self._going(host).unlink(missing_ok=True)

    def move_going(self, before: str, now: str) -> None:
        """Record that a host, and the game there, has a new address."""
        game = self._read_going(self._going(before))
        if game is not None:
            self.set_going(game._replace(host=now))
            self.forget_going(before)

    def going(self, now: float) -> tuple[OngoingGame, ...]:
        """
        Return the games that this player has left or lost, most recent first.

        Args:
            now: the system's time, in seconds; games older than `GOING` are ignored.
        """
        some = []
        for path in (self.state / "going").glob("*"):
            with contextlib.suppress(OSError):
                age = now - path.stat().st_mtime
                game = self._read_going(path)
                if game is not None and age < GOING:
                    some.append((age, game))
        return tuple(game for _age, game in sorted(some))

    def _read_going(self, path: Path) -> OngoingGame | None:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError, DamagedFile):
            values = json.loads(read(path) or b"")
            names = [values[key] for key in ("host", "table", "name")]
            for one in names[1:]:
                clean_name(one)
            if path == self._going(names[0]):
                return OngoingGame(*names)
        return None

    def _going(self, host: str) -> Path:
        return self.state / "going" / hashlib.sha256(host.encode()).hexdigest()[:16]

    def history(self) -> Path:
        """Return the file of previously typed lines, creating it if necessary."""
        path = self.state / "history"
        if not path.exists():
            write(path, b"")
        return path


@dataclass(frozen=True, slots=True)
class PinBook:
    """
    A file of pins, by name.

    Names are compared as at a table (`name_key`), so nobody can pose as a new person by
    varying the letters of a known name.
    """

    path: Path

    def check(self, name: str, key: bytes) -> Pin:
        """Compare a key with the one pinned to a name."""
        pins = self._pins()
        return pins.check(_as_pinned(name, pins), key)

    def like(self, name: str, key: bytes) -> str:
        """
        Return a name with a different key that looks like this one, or an empty string.
        """
        others = self._pins().keys.items()
        alike = (one for one, its in others if its != key and are_alike(one, name))
        return next(alike, "")

    def pin(self, name: str, key: bytes) -> None:
        """Pin a key to a name, replacing any other key."""
        pins = self._pins()
        name = _as_pinned(name, pins)
        if pins.check(name, key) is Pin.KNOWN:
            return
        try:
            pins = pins.pin(name, key)
        except ValueError as problem:
            raise DamagedFile(self.path, problem) from None
        write(self.path, str(pins).encode())

    def entries(self) -> Mapping[str, bytes]:
        """Return all keys by the names they are pinned to."""
        return self._pins().keys

    def _pins(self) -> Pins:
        data = read(self.path)
        if data is None:
            return Pins()
        try:
            return Pins.parse(_text(self.path, data))
        except ValueError as problem:
            raise DamagedFile(self.path, problem) from None


def _as_pinned(name: str, pins: Pins) -> str:
    """Return a name as it is spelled in the pins, or unchanged if it isn't there."""
    if name in pins.keys:
        return name
    equal = name_key(name)
    return next((known for known in pins.keys if name_key(known) == equal), name)


class Memories(OnDisk):
    """
    A memory file locked for one process.

    Two processes could sign two different messages for one place in the log.

    Raises:
        BlockingIOError: another process has the file.
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
        """Close the file and release its lock."""
        super().close()
        self._lock.release()


def opened(path: Path, make: Callable[[Path], OnDisk] = Memories) -> OnDisk:
    """
    Open a memory file.

    Raises:
        DamagedFile: the file can't be used, or another process has it.
    """
    try:
        return make(path)
    except BlockingIOError:
        what = Sentence("this game is being played in another window")
        raise DamagedFile(path, what) from None
    except (OSError, ValueError) as problem:
        raise DamagedFile(path, problem) from None


def _text(path: Path, data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise DamagedFile(path, Sentence("not text in UTF-8")) from None


def read(path: Path) -> bytes | None:
    """
    Read a file; return None if it doesn't exist.

    Raises:
        DamagedFile: the file can't be read, or is longer than `FILE_CAP`.
    """
    try:
        with path.open("rb") as file:
            data = file.read(FILE_CAP + 1)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise DamagedFile(path, problem) from None
    if len(data) > FILE_CAP:
        raise DamagedFile(path, Sentence("more than {most} bytes", most=FILE_CAP))
    return data


def write(
    path: Path, data: bytes, put: Callable[[Path, bytes], object] = write_whole
) -> None:
    """
    Write a whole file that only its owner can read, and sync it to disk.

    Args:
        path: the file.
        data: its contents.
        put: writes the file; `write_first` keeps an existing one.

    Raises:
        DamagedFile: the file can't be written.
    """
    try:
        make_folder(path.parent)
        put(path, data)
    except OSError as problem:
        raise DamagedFile(path, problem) from None
