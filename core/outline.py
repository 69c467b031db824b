"""
What a state is, as plain data: the same for everybody whose rules stand alike.

Two programs that have read the same log should have come to the same state. They compare
digests of this; and where those differ, `difference` says where.
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

from sealed_wonders.core.game import State

NOTHING = "-"
"""Stands for what one of two states has and the other hasn't."""


class Difference(NamedTuple):
    """The first place at which two outlines differ."""

    where: str
    """Such as ``"cities.2.coins"``; of an outline from outside, it may say anything."""
    here: Any
    there: Any


def outline(state: State) -> Any:
    """
    Return all that a state says of the game, as JSON data.

    Without its rules, which the table agreed on, and its news, which are what the last
    answer brought about: whoever begins to read later has other ones.
    """
    names = [name for name in _compared(type(state)) if name != "rules"]
    # What is asked isn't compared with states, since it follows from the rest: where
    # rules differ it needn't.
    return _named({}, ("ask", *names), state)


def pack(outlined: Any) -> bytes:
    """Write an outline as canonical JSON."""
    return json.dumps(outlined, sort_keys=True, separators=(",", ":")).encode()


def difference(here: Any, there: Any) -> Difference | None:
    """Return the first place at which two outlines differ; None if they are equal."""
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
"""What most of a state is, in the end, and what stands for itself."""


def _plain(value: object) -> Any:
    kind: Any = type(value)
    return value if kind in _ITSELF else _writer(kind)(value)


@cache
def _writer(kind: Any) -> Callable[[Any], Any]:
    """Return what makes plain data of the values of a class: looked up once."""
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
        # Of the catalogue: it is what its name says, and no game changes it.
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
