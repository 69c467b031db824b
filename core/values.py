"""
Frozen values with some fields changed, quickly.
"""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

_Value = TypeVar("_Value")


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, Any], ...]:
    members = [(name, getattr(kind, name)) for name in kind.__slots__]
    return tuple((name, member.__get__, member.__set__) for name, member in members)


def evolve(value: _Value, **changes: object) -> _Value:
    """
    Give a copy of a frozen, slotted dataclass with some fields changed.

    What `dataclasses.replace` does, in under half its time: states are copied at every
    step of a game. `__post_init__` is not run, and *changes* must be fields.
    """
    kind: Any = type(value)
    new: _Value = object.__new__(kind)
    for name, get, put in _fields(kind):
        put(new, changes[name] if name in changes else get(value))
    return new
