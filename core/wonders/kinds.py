"""
Every kind of effect there is, by its name in the data.

The data are in the hash of the rules, so a kind keeps its name and its fields.
"""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.core.wonders import effects
from sealed_wonders.core.wonders.edifice import effects as of_edifices
from sealed_wonders.core.wonders.leaders import effects as of_leaders
from sealed_wonders.core.wonders.model import Effect

KINDS: Mapping[str, type[Effect]] = {
    kind.kind: kind for kind in (*effects.KINDS, *of_leaders.KINDS, *of_edifices.KINDS)
}


def effect(record: Mapping[str, object]) -> Effect:
    """
    Make an effect of a record in the data.

    Raises:
        ValueError: no such kind, or fields that are not its own.
    """
    fields = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in record.items()
        if name != "kind"
    }
    try:
        return KINDS[str(record["kind"])](**fields)
    except (KeyError, TypeError) as problem:
        raise ValueError(f"not an effect: {dict(record)!r}") from problem
