"""How often the quick players of rollouts choose what `builder` does at Architects."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.client.bots.architects import builder
from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.engine.architects.habits import builders
from sealed_wonders.client.engine.architects.needs import needs_of
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.reading import text_of
from sealed_wonders.core import game
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Card, Move, Seat, Slot, seeded
from sealed_wonders.core.local import play
from tests.support.architects import architects


def choices(rules: Architects, seed: str) -> list[tuple[str, str, str]]:
    """Return each choice of a game among builders: its task, theirs, the quick one's."""
    found: list[tuple[str, str, str]] = []

    def choose(it: game.State, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        state, move = architects(it), builder.choose(it, seat, faces)
        if state.piles and len(state.moves(seat, faces)) > 1:
            table = Dealing(state, faces).root
            quick = Policy(table.book, builders(), needs_of(table.book))
            text = text_of(state, quick.choose(table))
            found.append((state.task.name, move.text, text))
        return move

    play(rules, seeded(seed), [choose] * rules.players)
    return found
