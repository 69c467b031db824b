"""
Recordings: the events of a session as text that can be replayed.

Theory of operation
-------------------

A recording is a file of JSON, one value per line. The first line says what it is and
whose session it was. Every other line is an event, with the seconds since the first
one. Everything in an event is one of our own frozen values. A value is written with the
name of its class and its fields, so a version in which these have other names can't
read it. A value that was written before is written as its number only, because a state
shares most of its parts with the one before. The rules aren't written: they follow from
the options in the charter.

Reading creates nothing but such values, so a stranger's recording can't run code.
Events never contain passwords, keys, or the twelve words of a seat, so neither does a
recording. It does contain the cards that the seat has seen, because the screen can't be
drawn without them.
"""

from __future__ import annotations

import contextlib
import dataclasses
import enum
import importlib
import itertools
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from typing import Any, NamedTuple, get_args

from sealed_wonders.client.table.acceptable import rules_of
from sealed_wonders.client.table.events import Event
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.system.files import open_private

VERSION = 1

PACKAGES = ("core", "net", "client.table")
"""Packages whose classes a recording may name."""

RULES = "rules"
"""Name of fields that hold the rules of a game."""

_EVENTS = get_args(Event)
_DAMAGED = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
_PLAIN = (str, int, float, type(None))


class RecordedEvent(NamedTuple):
    """An event of a recording."""

    at: float
    """Seconds since the first event."""
    event: Event


class Recorder:
    def __init__(
        self,
        write: Callable[[str], object],
        identity: bytes,
        seconds: Callable[[], float],
    ) -> None:
        """
        Begin a recording.

        Args:
            write: takes a line.
            identity: whose session it is.
            seconds: returns the time.
        """
        self._write = write
        self._seconds = seconds
        self._began: float | None = None
        self._known: dict[int, tuple[int, object]] = {}
        """For each value written, by id: its number, and the value to keep it alive."""
        write(json.dumps({"events": VERSION, "identity": identity.hex()}))

    def told(self, event: Event) -> None:
        """
        Write an event.

        Raises:
            OSError: it can't be written.
            ValueError: it contains something that can't be recorded, such as endlessly
                nested data from another player. The recording must end then.
        """
        now = self._seconds()
        if self._began is None:
            self._began = now
        try:
            line = [round(now - self._began, 3), self._packed(event)]
            written = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        except (RecursionError, TypeError) as error:
            kind = type(event).__name__
            raise ValueError(
                Sentence("this {event} can't be recorded", event=kind)
            ) from error
        self._write(written)

    def _packed(self, value: object) -> object:
        if isinstance(value, enum.Enum):
            return {"enum": _name_of(type(value)), "name": value.name}
        if isinstance(value, _PLAIN):
            return value
        if isinstance(value, bytes):
            return {"hex": value.hex()}
        if isinstance(value, OSError):
            return {"os": [value.errno, value.strerror]}
        if id(value) in self._known:
            return {"again": self._known[id(value)][0]}
        packed = self._composite(value)
        self._known[id(value)] = len(self._known), value
        return packed

    def _composite(self, value: object) -> object:
        if isinstance(value, Sentence):
            return {"say": value.template, "has": self._pairs(value.fields)}
        if isinstance(value, Mapping):
            return {"map": self._pairs(value)}
        if isinstance(value, AbstractSet):
            return {"set": [self._packed(it) for it in sorted(value, key=str)]}
        fields = _fields_of(value)
        if fields is not None:
            some = {name: self._field(name, getattr(value, name)) for name in fields}
            return {"is": _name_of(type(value)), "has": some}
        if isinstance(value, Sequence):
            return [self._packed(it) for it in value]
        raise TypeError(type(value))

    def _field(self, name: str, value: object) -> object:
        is_ruleset = name == RULES and not isinstance(value, bytes)
        return True if is_ruleset else self._packed(value)

    def _pairs(self, some: Mapping[Any, object]) -> object:
        return [[self._packed(key), self._packed(it)] for key, it in some.items()]


def recorder(
    path: str | os.PathLike[str], identity: bytes, seconds: Callable[[], float]
) -> Recorder:
    """
    Return a recorder that writes to a new private file.

    The file contains the seat's cards, so only its owner can read it. If the path
    exists, for instance from the last game, a number is appended.

    Raises:
        OSError: it can't be written.
    """
    path = _made_anew(os.fspath(path))
    flags = os.O_WRONLY | os.O_APPEND

    def write(line: str) -> None:
        # Reopened for each line, so that nothing is lost and nobody has to close it.
        with os.fdopen(open_private(path, flags), "ab") as file:
            file.write(f"{line}\n".encode())

    return Recorder(write, identity, seconds)


def _made_anew(path: str) -> str:
    """Create an empty file under a name that isn't taken, and return the name."""
    for number in itertools.count(1):
        name = path if number == 1 else f"{path}.{number}"
        with contextlib.suppress(FileExistsError):
            os.close(open_private(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
            return name
    raise AssertionError("numbers have come to an end")


def read(lines: Iterable[str]) -> tuple[bytes, Iterator[RecordedEvent]]:
    """
    Return the identity and the events of a recording.

    Raises:
        ValueError: it isn't a recording, or is damaged; also raised while reading
            events.
    """
    rest = iter(lines)
    try:
        head = _json(next(rest, ""))
        is_known, identity = head["events"] == VERSION, bytes.fromhex(head["identity"])
    except (LookupError, TypeError):
        is_known, identity = False, b""
    if not is_known:
        raise ValueError(
            Sentence("not a recording of events, or one from another version")
        )
    return identity, _Reader().events(rest)


class _Reader:
    def __init__(self) -> None:
        self._known: list[object] = []
        self._rules: object = None

    def events(self, lines: Iterable[str]) -> Iterator[RecordedEvent]:
        for number, line in enumerate(lines, 2):
            try:
                at, packed = _json(line)
                event = self._value(packed)
                if not isinstance(event, _EVENTS):
                    raise TypeError
                at = float(at)
            except _DAMAGED as error:
                raise ValueError(
                    Sentence("line {n} isn't an event", n=number)
                ) from error
            yield RecordedEvent(at, event)

    def _value(self, packed: Any) -> Any:
        if isinstance(packed, _PLAIN):
            return packed
        if isinstance(packed, dict):
            if "again" in packed:
                return self._known[packed["again"]]
            if "hex" in packed:
                return bytes.fromhex(packed["hex"])
            if "os" in packed:
                return OSError(*packed["os"])
            if "enum" in packed:
                return _class_of(packed["enum"])[packed["name"]]
        value = self._composite(packed)
        self._known.append(value)
        if isinstance(value, Charter):
            self._rules = rules_of(value.options)
        return value

    def _composite(self, packed: Any) -> Any:
        if isinstance(packed, list):
            return tuple(self._value(it) for it in packed)
        if "map" in packed:
            return self._pairs(packed["map"])
        if "set" in packed:
            return frozenset(self._value(it) for it in packed["set"])
        if "say" in packed:
            # Not a plain call: scripts/catalogue.py expects a literal template there.
            return partial(Sentence, packed["say"])(**self._pairs(packed["has"]))
        kind = _class_of(packed["is"])
        return kind(
            **{
                name: self._rules if it is True and name == RULES else self._value(it)
                for name, it in packed["has"].items()
            }
        )

    def _pairs(self, some: Any) -> dict[Any, Any]:
        return {self._value(key): self._value(it) for key, it in some}


def _json(line: str) -> Any:
    try:
        return json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise ValueError(Sentence("not JSON: {why}", why=str(error))) from None


def _fields_of(value: object) -> Sequence[str] | None:
    """Return the names of a value's fields; None if it isn't one of our values."""
    if dataclasses.is_dataclass(value):
        return [it.name for it in dataclasses.fields(value) if it.init]
    return getattr(value, "_fields", getattr(value, "__struct_fields__", None))


def _name_of(kind: type) -> str:
    return f"{kind.__module__.partition('.')[2]}:{kind.__qualname__}"


def _class_of(name: str) -> Any:
    """
    Return the class of frozen values with this name.

    Raises:
        ValueError: there is no such class.
    """
    module, _, rest = name.partition(":")
    kind: Any = None
    if any(module == it or module.startswith(f"{it}.") for it in PACKAGES):
        with contextlib.suppress(ImportError):
            kind = importlib.import_module(f"sealed_wonders.{module}")
    for part in rest.split("."):
        kind = getattr(kind, part, None)
    if not (isinstance(kind, type) and _is_of_values(kind)):
        raise ValueError(Sentence("not a valid value in an event: {name}", name=name))
    return kind


def _is_of_values(kind: type) -> bool:
    """
    Return whether a class is an enumeration, or has fields that are known by name.
    """
    return (
        issubclass(kind, enum.Enum)
        or dataclasses.is_dataclass(kind)
        or hasattr(kind, "_fields")
        or hasattr(kind, "__struct_fields__")
    )
