"""Hosts for tests, closed when the test is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from sealed_wonders.client.table import session
from sealed_wonders.core import games
from sealed_wonders.core.game import Ruleset
from sealed_wonders.host import terms
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.verification import Work, at_once
from tests.support.inprocess.server import HostHarness, StartHost, sealed_terms
from tests.support.toy import TOY, Toy


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Terms:
    """
    Let hosts and players know the toy, and give the terms of a sealed table for three.

    It is short, and has all kinds of phases.
    """

    def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
        return Toy(players) if game == TOY else games.ruleset(game, players, options)

    def players(game: str) -> range:
        return range(3, 8) if game == TOY else games.players(game)

    monkeypatch.setattr(terms, "ruleset", ruleset)

    def seats(game: str, options: Mapping[str, object]) -> range:
        return players(game) if game == TOY else games.seats(game, options)

    monkeypatch.setattr(terms, "players", players)
    monkeypatch.setattr(terms, "seats", seats)
    own = {**games.OPTIONS, TOY: games.OPTIONS["wonders"]}
    monkeypatch.setattr(terms, "OPTIONS", own)
    monkeypatch.setattr(session, "ruleset", ruleset)
    return sealed_terms(3, game=TOY)


@pytest.fixture
def start_host(tmp_path: Path) -> Iterator[StartHost]:
    """Start hosts, all with the same folder, and stop them when the test is over."""
    started: list[HostHarness] = []

    def start(
        terms: Terms | None = None, tables: int = 4, work: Work | None = at_once
    ) -> HostHarness:
        host = HostHarness(tmp_path, terms, tables=tables, work=work)
        started.append(host)
        return host

    yield start
    for host in started:
        host.close()
