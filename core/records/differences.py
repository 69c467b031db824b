"""Sentences about where a record and the rules differ, for the checks of both games."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sealed_wonders.core.quoting import seen
from sealed_wonders.core.sentences import Sentence, Text

_LEFT_OUT = object()


def difference(given: Mapping[str, Any], ours: Mapping[str, Any]) -> Sentence:
    """Return the sentence for the first difference between two unequal lines."""
    return _difference("", given, ours)


def differ(path: str, given: object, ours: object) -> Sentence:
    """Return the sentence that the rules give another value than the record."""
    return Sentence(
        "{what} is {given} in the record, but {ours} according to the rules",
        what=path.removeprefix("."),
        given=_shown(given),
        ours=_shown(ours),
    )


def _shown(value: object) -> Text:
    if value is _LEFT_OUT:
        return Sentence("left out")
    return seen(json.dumps(value, ensure_ascii=False))


def _difference(path: str, given: object, ours: object) -> Sentence:
    match given, ours:
        case dict(), dict():
            steps = [
                (f"{path}.{key}", given.get(key, _LEFT_OUT), ours.get(key, _LEFT_OUT))
                for key in {**ours, **given}
            ]
        case list(), list() if len(given) == len(ours):
            pairs = zip(given, ours, strict=True)
            steps = [(f"{path}[{i}]", *pair) for i, pair in enumerate(pairs)]
        case _:
            return differ(path, given, ours)
    return next(_difference(*step) for step in steps if step[1] != step[2])
