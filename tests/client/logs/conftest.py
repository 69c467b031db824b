"""Fixtures for tests that read logs."""

from __future__ import annotations

import pytest

from tests.support.auditing import AuditRunner


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> AuditRunner:
    """Return an object that runs ``wonders audit``."""
    return AuditRunner(capsys)
