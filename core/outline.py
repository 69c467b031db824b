"""
Outlines: states as plain data, equal wherever the same game has reached the same state.

Programs that have read the same log compare digests of their outlines
(`sealed_wonders.net.marks`). If the digests differ, `difference` finds the first place
where the outlines do. An outline contains the names of classes and fields. So if a
state gets other ones, programs of two versions report a difference at every table.
"""

from __future__ import annotations

import enum
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, partial
from itertools import zip_longest
from operator import attrgetter
from types import NoneType
from typing import Any, NamedTuple

from sealed_wonders.core.game import AnyState

NOTHING = "-"
"""Stands for a value that only the other state has."""


class Difference(NamedTuple):
    """The first place at which two outlines differ."""

    where: str
    """
    A path such as ``"cities.2.coins"``. If an outline came from outside, it may contain
    any text.
    """
    here: Any
    there: Any


def outline(state: AnyState) -> Any:
    """
    Return a state as JSON data.

    Its rules are left out, since the table agreed on them. So is its news (fields that
    aren't compared), which describes only the last answer: a program that starts
    reading later has different news.
    """
    names = [name for name in _compared(type(state)) if name != "rules"]
    # `ask` isn't among the compared fields, because it follows from them. It is
    # included here because under different rules it might not.
    return _named({}, ("ask", *names), state)


def pack(outlined: Any) -> bytes:
    """Return an outline as canonical JSON."""
    return json.dumps(outlined, sort_keys=True, separators=(",", ":")).encode()


def difference(here: Any, there: Any) -> Difference | None:
    """Return the first place where two outlines differ; None if they are equal."""
    return next(_differences(here, there, ()), None)


def _differences(here: Any, there: Any, at: tuple[str, ...]) -> Iterator[Difference]:
    if isinstance(here, dict) and isinstance(there, dict):
        for key in sorted(here.keys() | there.keys(), key=str):
            one, other = here.get(key, NOTHING), there.get(key, NOTHING)
            yield from _differences(one, other, (*at, str(key)))
    elif isinstance(here, list) and isinstance(there, list):
        for place, (one, other) in enumerate(
            zip_longest(here, there, fillvalue=NOTHING)
        ):
            yield from _differences(one, other, (*at, str(place)))
    elif here != there:
        yield Difference(".".join(at), here, there)


_ITSELF = frozenset((bool, int, str, NoneType))
"""Types of most leaves of a state, which represent themselves."""


def _plain(value: object) -> Any:
    kind: Any = type(value)
    return value if kind in _ITSELF else _writer(kind)(value)


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """Return the function that converts values of a class to plain data."""
    called: str = kind.__name__
    if issubclass(kind, enum.Enum):
        return attrgetter("name")
    if issubclass(kind, bool | int | str | NoneType):
        return _itself
    if issubclass(kind, Mapping):
        return _mapping
    if issubclass(kind, frozenset | set):
        return _unordered
    if issubclass(kind, tuple | list):
        names = getattr(kind, "_fields", None)
        return _ordered if names is None else partial(_named, {}, names)
    if not is_dataclass(kind):
        raise TypeError(f"nothing plain: {called}")
    names = _compared(kind)
    if kind.__eq__ is object.__eq__:
        # Catalogue entries are compared by identity, and no game changes them: the id
        # or name is enough.
        return attrgetter("id" if "id" in names else "name")
    return partial(_named, {"is": called}, names)


def _compared(kind: Any) -> tuple[str, ...]:
    return tuple(one.name for one in fields(kind) if one.compare)


def _itself(value: Any) -> Any:
    return value


def _mapping(value: Mapping[Any, Any]) -> Any:
    return {str(_plain(key)): _plain(it) for key, it in value.items()}


def _unordered(value: Iterable[Any]) -> Any:
    return sorted(map(_plain, value), key=pack)


def _ordered(value: Iterable[Any]) -> Any:
    return [it if type(it) in _ITSELF else _plain(it) for it in value]


def _named(first: Mapping[str, str], names: Iterable[str], value: Any) -> Any:
    made: dict[str, Any] = dict(first)
    for name in names:
        it = getattr(value, name)
        made[name] = it if type(it) in _ITSELF else _plain(it)
    return made
