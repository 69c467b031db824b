"""Prepared tables and games, whose calculations the cheats share."""

from __future__ import annotations

import pytest

from sealed_wonders.client.table import seat
from tests import independent
from tests.cheats.midgame import CHECKED
from tests.cheats.modified_clients import secrets_at
from tests.support.toytable import register_toy


@pytest.fixture(autouse=True)
def toy_at_our_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy with hosts, players and auditors, and cache all calculations."""
    register_toy(monkeypatch)
    monkeypatch.setattr(seat, "secrets_of", secrets_at)
    for name, check in CHECKED.items():
        monkeypatch.setattr(independent, name, check)


@pytest.fixture(
    params=[
        pytest.param(True, id="checking"),
        pytest.param(False, id="relaying", marks=pytest.mark.thorough),
    ]
)
def checks(request: pytest.FixtureRequest) -> bool:
    """Whether the host checks all proofs, or leaves them to the players."""
    return bool(request.param)
