"""Tables that play the toy: a whole sealed game takes a tenth of what 7 Wonders takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sealed_wonders.client.logs import audit
from sealed_wonders.client.table import acceptable
from sealed_wonders.core import games
from sealed_wonders.core.game import Ruleset
from sealed_wonders.host import offer, terms
from tests.support.toy import TOY, Toy


def players(game: str) -> range:
    return range(3, 8) if game == TOY else games.players(game)


def seats(game: str, options: Mapping[str, object]) -> range:
    return players(game) if game == TOY else games.seats(game, options)


def put_up(
    monkeypatch: pytest.MonkeyPatch, toy: Callable[[int], Ruleset] = Toy
) -> None:
    """Let hosts, players and auditors know the toy, or one like it."""

    def ruleset(game: str, players: int, options: Mapping[str, object]) -> Ruleset:
        return toy(players) if game == TOY else games.ruleset(game, players, options)

    def read(game: str, typed: Mapping[str, str]) -> Mapping[str, str]:
        return {} if game == TOY else games.read(game, typed)

    monkeypatch.setattr(terms, "players", players)
    monkeypatch.setattr(terms, "seats", seats)
    own = {**games.OPTIONS, TOY: games.OPTIONS["wonders"]}
    monkeypatch.setattr(terms, "OPTIONS", own)
    monkeypatch.setattr(offer, "players", players)
    monkeypatch.setattr(games, "OPTIONS", own)
    monkeypatch.setattr(offer, "read", read)
    for module in (terms, acceptable, audit):
        monkeypatch.setattr(module, "ruleset", ruleset)
