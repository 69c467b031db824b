"""A faster `dataclasses.replace` for frozen dataclasses, such as states."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar

_Value = TypeVar("_Value")

_Copy = Callable[[Any, Any], None]
_Put = Callable[[Any, object], None]


@cache
def _copying(kind: Any) -> tuple[_Copy, Mapping[str, _Put]]:
    """
    Return a function that copies all fields of a class, and a setter for each field.

    The copying function is generated field by field, as dataclasses generates an
    ``__init__``: a loop over the fields takes twice as long.
    """
    # Includes inherited fields.
    names = [one.name for one in fields(kind)]
    puts = {name: getattr(kind, name).__set__ for name in names}
    lines = [f"    puts_{name}(new, old.{name})" for name in puts]
    known: dict[str, Any] = {f"puts_{name}": put for name, put in puts.items()}
    source = "\n".join(("def copy(old, new):", *lines))
    exec(source, known)  # noqa: S102  nothing in it but names of fields
    return known["copy"], puts


def evolve(value: _Value, **changes: object) -> _Value:
    """
    Return a copy of a frozen dataclass with some fields changed.

    It does what `dataclasses.replace` does, in a third of the time: states are copied
    at every step of a game. `__post_init__` isn't run, and *changes* must be fields. A
    class with many fields is copied in half the time if it has a dictionary instead of
    slots.
    """
    kind: Any = type(value)
    new: _Value = object.__new__(kind)
    if kind.__dictoffset__:
        copied, fields_of = new.__dict__, value.__dict__
        copied.update(fields_of)
        copied.update(changes)
        if len(copied) > len(fields_of):
            raise KeyError(*(changes.keys() - fields_of.keys()))
        return new
    copy, puts = _copying(kind)
    copy(value, new)
    for name, changed in changes.items():
        puts[name](new, changed)
    return new
