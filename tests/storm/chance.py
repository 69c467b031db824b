"""
The randomness of a storm: streams that come from its seed, each with a name.

The streams are independent: code that draws more from one changes no other. A stream's
name is part of what is drawn, so renaming a stream changes what a seed does. Seeds are
only noted to repeat a failure with the same code. The storm is explained in
`tests/storm/__init__.py`.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tests.support.inprocess.chance import stream


class Chance:
    """All randomness of one run."""

    def __init__(self, seed: int | str) -> None:
        self._seed = seed

    def dice(self, *words: object) -> random.Random:
        """Return the stream for one place; other places have other streams."""
        # A string seeds Python's generator in the same way everywhere.
        return random.Random("/".join(map(str, (self._seed, *words))))

    def entropy(self, *words: object) -> Callable[[int], bytes]:
        """Return a replacement of the system's randomness for one place."""
        return stream(self._seed, *words)
