"""
Logs that are read again, because a proof in them may be false, yield no repeated
output.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders import read_log
from sealed_wonders.client.logs.replaying import replay
from sealed_wonders.net import replay as reading
from sealed_wonders.net.replay import together
from tests.support.clirunner import CliRunner

LOG = Path(__file__).parents[1] / "vectors" / "three_seats.swlog"


@pytest.fixture
def failed_checks(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Make every joint check of proofs fail, and return the readers that noticed."""
    found: list[object] = []

    def doubt(later: reading._Later) -> bool:
        found.append(later)
        return False

    monkeypatch.setattr(reading._Later, "are_valid", doubt)
    return found


def test_turns_of_a_log_read_twice_are_reported_once(
    failed_checks: list[object],
) -> None:
    assert read_log(LOG) == read_log(LOG, proofs=False)
    assert failed_checks


def test_moments_of_a_log_read_twice_are_reported_once(
    failed_checks: list[object],
) -> None:
    data = LOG.read_bytes()
    with together() as check:
        again = replay(data, checked=True, check=check)
    assert failed_checks
    assert replay(data).moments == again.moments


def test_lines_of_a_log_exported_twice_are_printed_once(
    cli: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = cli("export", str(LOG))
    monkeypatch.setattr(reading._Later, "are_valid", lambda later: False)
    assert once == cli("export", str(LOG))
