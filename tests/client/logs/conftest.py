"""Logs of the same few games, which are read over and over."""

from __future__ import annotations

import pytest

from tests.support.auditing import AuditRunner


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> AuditRunner:
    """Give what runs ``wonders audit``."""
    return AuditRunner(capsys)
