"""Lines of a record that a game's reading refuses, and why."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

Parse = Callable[[bytes], object]


def refused(parse: Parse, raw: bytes) -> str:
    """Return why a malformed line is refused."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011  the caller looks at it
        parse(raw)
    return str(caught.value)


def check_all(parse: Parse, wrong: Sequence[tuple[object, str]], most: int) -> None:
    """Check that each line is refused for its reason, in under *most* characters."""
    for value, reason in wrong:
        said = refused(parse, json.dumps(value).encode())
        assert reason in said, value
        assert len(said) < most
