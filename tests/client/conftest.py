"""The language that tests of players begin in, commands that are run, and logs for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.auditing import LogWriter
from tests.support.clirunner import CliRunner


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> CliRunner:
    """Give what runs ``wonders``."""
    return CliRunner(capsys)


@pytest.fixture
def save(tmp_path: Path) -> LogWriter:
    """Give what writes logs into a folder."""
    return LogWriter(tmp_path)
