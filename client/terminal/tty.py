"""The terminal that a `FullScreen` runs on: this process's, or a fake one in tests."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from sealed_wonders.client.terminal.keyguard import PATIENCE


class Tty(NamedTuple):
    """A terminal's input, output and properties; tests replace them."""

    input: Input | None = None
    """None for that of this process, as for the output."""
    output: Output | None = None
    environment: Mapping[str, str] = os.environ
    """Environment variables that describe the terminal."""
    patience: float = PATIENCE
    """See `KeyGuard`."""
