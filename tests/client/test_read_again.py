"""Logs that are read again, because a proof in them may be false, are told of once."""

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
def doubted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let no sum hold; gives the readers that found that."""
    found: list[object] = []

    def doubt(later: reading._Later) -> bool:
        found.append(later)
        return False

    monkeypatch.setattr(reading._Later, "are_valid", doubt)
    return found


def test_the_turns_of_a_log(doubted: list[object]) -> None:
    assert read_log(LOG) == read_log(LOG, proofs=False)
    assert doubted


def test_the_moments_of_a_replay(doubted: list[object]) -> None:
    data = LOG.read_bytes()
    with together() as check:
        again = replay(data, checked=True, check=check)
    assert doubted
    assert replay(data).moments == again.moments


def test_the_lines_of_an_export(
    cli: CliRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = cli("export", str(LOG))
    monkeypatch.setattr(reading._Later, "are_valid", lambda later: False)
    assert once == cli("export", str(LOG))
