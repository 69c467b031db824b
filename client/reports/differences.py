"""
Values in JSON's types, stored as changes from one to the next.

A change is an object with one of these forms; `data/steps.js` applies them.

- ``{"=": value}``: the value is replaced.
- ``{"+": [count, item…]}``: a list keeps its first items, and others follow.
- ``{"~": {key: change…}, "-": [key…]}``: some items of an object change, or of a list of
  the same length; the keys in ``-`` are removed from an object.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any

Change = Mapping[str, Any]


def difference(before: Any, after: Any) -> Change | None:
    """Return the change from one value to another; None if they are equal."""
    if _is_same(before, after):
        return None
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        return _of_objects(before, after)
    if isinstance(before, list) and isinstance(after, list):
        return _of_lists(before, after)
    return {"=": after}


def applied(before: Any, change: Change | None) -> Any:
    """Return a value after a change."""
    if change is None:
        return before
    if "=" in change:
        return change["="]
    if "+" in change:
        count, *more = change["+"]
        return [*before[:count], *more]
    if isinstance(before, list):
        return [applied(it, change["~"].get(str(at))) for at, it in enumerate(before)]
    kept = {key: it for key, it in before.items() if key not in change.get("-", ())}
    return kept | {key: applied(kept.get(key), one) for key, one in change["~"].items()}


def _is_same(before: Any, after: Any) -> bool:
    """Return whether two values are equal in JSON, where 1 and true differ."""
    return bool(before == after) and json.dumps(before) == json.dumps(after)


def _of_objects(before: Mapping[str, Any], after: Mapping[str, Any]) -> Change:
    changes = {
        key: difference(before[key], it) if key in before else {"=": it}
        for key, it in after.items()
    }
    found: dict[str, Any] = {"~": _kept(changes)}
    if gone := [key for key in before if key not in after]:
        found["-"] = gone
    return found


def _of_lists(before: Sequence[Any], after: Sequence[Any]) -> Change:
    pairs = zip(before, after, strict=False)
    count = sum(1 for _ in takewhile(lambda both: _is_same(*both), pairs))
    tail: Change = {"+": [count, *after[count:]]}
    if len(before) != len(after):
        return tail
    changes = map(difference, before, after)
    items: Change = {"~": _kept({str(at): it for at, it in enumerate(changes)})}
    return min(items, tail, key=lambda it: len(json.dumps(it)))


def _kept(changes: Mapping[str, Change | None]) -> Mapping[str, Change]:
    return {key: it for key, it in changes.items() if it is not None}
