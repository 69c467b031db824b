"""A table that plays the toy, and remembers what it has calculated."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sealed_wonders.client.logs import audit
from sealed_wonders.client.table import seat, session
from sealed_wonders.core import games
from sealed_wonders.core.game import Ruleset
from sealed_wonders.host import terms
from tests.cheats.modified_clients import secrets_at
from tests.support.toy import TOY, Toy


def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
    return Toy(players) if game == TOY else games.ruleset(game, players, options)


def players(game: str) -> range:
    return range(3, 8) if game == TOY else games.players(game)


@pytest.fixture(autouse=True)
def at_our_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hosts, players and auditors know the toy, and calculate nothing twice."""
    monkeypatch.setattr(terms, "players", players)
    monkeypatch.setattr(terms, "seats", lambda game, options: players(game))
    own = {**games.OPTIONS, TOY: games.OPTIONS["wonders"]}
    monkeypatch.setattr(terms, "OPTIONS", own)
    for module in (terms, session, audit):
        monkeypatch.setattr(module, "ruleset", ruleset)
    monkeypatch.setattr(seat, "secrets_of", secrets_at)


@pytest.fixture(
    params=[
        pytest.param(True, id="checking"),
        pytest.param(False, id="relaying", marks=pytest.mark.thorough),
    ]
)
def checks(request: pytest.FixtureRequest) -> bool:
    """The host checks all proofs, or leaves them to the players."""
    return bool(request.param)
