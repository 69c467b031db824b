"""The language that tests of players begin in, commands that are run, and logs for them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.net.words import LANGUAGES, lend, use
from tests.support.auditing import LogWriter
from tests.support.clirunner import CliRunner


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Begin in English, and leave no other language to the next test."""
    use(LANGUAGES[0])
    yield
    use(LANGUAGES[0])
    lend(LANGUAGES[0])


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> CliRunner:
    """Give what runs ``wonders``."""
    return CliRunner(capsys)


@pytest.fixture
def save(tmp_path: Path) -> LogWriter:
    """Give what writes logs into a folder."""
    return LogWriter(tmp_path)
