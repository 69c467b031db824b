"""Files that commands write for people."""

from __future__ import annotations

from pathlib import Path

import click

from sealed_wonders.client.reasons import retold
from sealed_wonders.net.words import _


def cannot_write(path: Path | str, problem: OSError) -> click.ClickException:
    """Return the one-line error of a command that can't write a file."""
    said = _("{path} can't be written: {reason}")
    return click.ClickException(said.format(path=path, reason=retold(problem)))
