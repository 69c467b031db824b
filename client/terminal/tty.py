"""The terminal on which an application is shown."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import NamedTuple

from prompt_toolkit.input import Input
from prompt_toolkit.output import Output

from sealed_wonders.client.terminal.keyguard import PATIENCE


class Tty(NamedTuple):
    """A terminal's two ends and its properties; a test has fakes."""

    input: Input | None = None
    """None: that of this process, and so for the output."""
    output: Output | None = None
    environment: Mapping[str, str] = os.environ
    """Tells which terminal it is."""
    patience: float = PATIENCE
    """See `KeyGuard`."""
