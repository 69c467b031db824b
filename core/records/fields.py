"""
Reading of untrusted JSON lines: within limits, and checked field by field.

Games add the kinds of lines that they know; see `read_by`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NoReturn, TypeVar

from sealed_wonders.core.game import Seat
from sealed_wonders.core.quoting import quoted, seen
from sealed_wonders.core.quoting import shown as as_bytes
from sealed_wonders.core.sentences import Sentence

MAX_LINE = 8192
"""Maximum bytes of a line; without names, no game needs more than about 1000."""

MAX_DEPTH = 64
"""
Maximum number of opening brackets in a line, and so of its depth; no game needs twenty.
"""

NAME_CAP = 64
"""Maximum characters of a player's name."""

NUMBER_CAP = 999
"""Maximum absolute value of every number."""

Item = TypeVar("Item")


def load(raw: bytes) -> object:
    """
    Parse a line of JSON.

    Raises:
        ValueError: it isn't JSON, or exceeds the limits of a record; carries a
            sentence.
    """
    if len(raw) > MAX_LINE:
        raise ValueError(Sentence("longer than {most} bytes", most=MAX_LINE))
    if raw.count(b"[") + raw.count(b"{") > MAX_DEPTH:
        raise ValueError(Sentence("more than {most} brackets", most=MAX_DEPTH))
    try:
        value: object = json.loads(
            raw.decode(),
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except UnicodeDecodeError:
        raise ValueError(Sentence("not UTF-8: {line}", line=as_bytes(raw))) from None
    except json.JSONDecodeError as problem:
        raise ValueError(
            Sentence(
                "not JSON: {why} at character {n}",
                why=problem.msg.lower(),
                n=problem.colno,
            )
        ) from None
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise ValueError(Sentence("{key} appears twice", key=shown(key)))
    return dict(pairs)


def _whole(digits: str) -> int:
    if len(digits) > 4:
        raise ValueError(
            Sentence("the number is too large: {value}", value=f"{digits:.20}")
        )
    return int(digits)


def _no_number(digits: str) -> NoReturn:
    raise ValueError(Sentence("not a whole number: {value}", value=f"{digits:.20}"))


def shown(value: object) -> str:
    """Return a value as JSON, truncated to 60 characters."""
    text = seen(json.dumps(value, ensure_ascii=False))
    return text if len(text) <= 60 else f"{text[:57]}..."


class Fields:
    """The fields of a JSON object, taken one by one; `end` checks that none is left."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def has(self, key: str) -> bool:
        return key in self._values

    def take(self, key: str) -> object:
        if key not in self._values:
            raise ValueError(Sentence("{key} is missing", key=quoted(key)))
        return self._values.pop(key)

    def end(self) -> None:
        for key in self._values:
            raise ValueError(
                Sentence("{key} doesn't belong in this line", key=shown(key))
            )

    def number(self, key: str, low: int, high: int) -> int:
        return number(key, self.take(key), low, high)

    def numbers(self, key: str, low: int = -NUMBER_CAP) -> tuple[int, ...]:
        return self.each(key, lambda item: number(key, item, low, NUMBER_CAP))

    def each(self, key: str, reader: Callable[[object], Item]) -> tuple[Item, ...]:
        return tuple(map(reader, items(key, self.take(key))))

    def seats(self, key: str) -> tuple[Seat, ...]:
        """Return one or more distinct seats, in ascending order."""
        seats = self.numbers(key, 0)
        if not seats or len({*seats}) < len(seats):
            raise ValueError(
                Sentence(
                    "{key} must name one or more different seats, not {value}",
                    key=quoted(key),
                    value=shown(list(seats)),
                )
            )
        return tuple(sorted(seats))

    def one_of(self, key: str, words: Iterable[str]) -> str:
        value = self.take(key)
        words = tuple(words)
        if type(value) is not str or value not in words:
            raise ValueError(
                Sentence(
                    "{key} must be one of {words}, not {value}",
                    key=quoted(key),
                    words=", ".join(words),
                    value=shown(value),
                )
            )
        return value

    def person(self) -> str:
        """Return the player's name in the field ``name``."""
        name = self.take("name")
        if type(name) is not str or not name.isprintable():
            raise ValueError(
                Sentence("not a name that can be displayed: {name}", name=shown(name))
            )
        if not 1 <= len(name) <= NAME_CAP:
            raise ValueError(
                Sentence(
                    "a name must have 1 to {most} characters: {name}",
                    most=NAME_CAP,
                    name=shown(name),
                )
            )
        return name

    def true(self, key: str) -> bool:
        """Return whether a key is present. Its only allowed value is true."""
        if not self.has(key):
            return False
        if (value := self.take(key)) is not True:
            raise ValueError(
                Sentence(
                    "{key} must be true or left out, not {value}",
                    key=quoted(key),
                    value=shown(value),
                )
            )
        return True

    def flag(self, key: str) -> bool:
        if type(value := self.take(key)) is not bool:
            raise ValueError(
                Sentence(
                    "{key} must be true or false, not {value}",
                    key=quoted(key),
                    value=shown(value),
                )
            )
        return value


def read_by(readers: Mapping[str, Callable[[Fields], Item]], value: object) -> Item:
    """
    Parse a line from its JSON value.

    Args:
        readers: a function for each kind of line, by the key that identifies the kind.

    Raises:
        ValueError: a record has no such line; carries a sentence.
    """
    if type(value) is not dict:
        raise ValueError(Sentence("not a JSON object: {value}", value=shown(value)))
    for key, reader in readers.items():
        if key in value:
            fields = Fields(value)
            line = reader(fields)
            fields.end()
            return line
    raise ValueError(Sentence("not a line of a record: {value}", value=shown(value)))


def number(key: str, value: object, low: int, high: int) -> int:
    """
    Return a whole number within limits.

    Raises:
        ValueError: it isn't one.
    """
    if type(value) is not int or not low <= value <= high:
        raise ValueError(
            Sentence(
                "{key} must be {low} to {high}, not {value}",
                key=quoted(key),
                low=low,
                high=high,
                value=shown(value),
            )
        )
    return value


def items(key: str, value: object) -> Sequence[object]:
    """
    Return the items of a list.

    Raises:
        ValueError: the value isn't a list.
    """
    if type(value) is not list:
        raise ValueError(
            Sentence(
                "{key} must be a list, not {value}", key=quoted(key), value=shown(value)
            )
        )
    return value


def fields_of(key: str, value: object) -> Fields:
    """
    Return the fields of an object.

    Raises:
        ValueError: the value isn't an object.
    """
    if type(value) is not dict:
        raise ValueError(
            Sentence(
                "{key} must be an object, not {value}",
                key=quoted(key),
                value=shown(value),
            )
        )
    return Fields(value)


def name_of(what: Sentence, value: object, known: Collection[str]) -> str:
    """
    Return a value that must be one of the known ids.

    Raises:
        ValueError: it isn't one of them.
    """
    if type(value) is not str or value not in known:
        raise ValueError(
            Sentence(
                "this isn't the id of {what}: {value}", what=what, value=shown(value)
            )
        )
    return value


def check_version(fields: Fields, game: str) -> None:
    """
    Take and check the fields for the record's version and game.

    Raises:
        ValueError: the record is of another version or game.
    """
    if (version := fields.take("record")) != 1 or type(version) is not int:
        raise ValueError(
            Sentence(
                "the record's version must be 1, not {value}", value=shown(version)
            )
        )
    if (other := fields.take("game")) != game:
        raise ValueError(
            Sentence("the record is of a different game: {value}", value=shown(other))
        )
