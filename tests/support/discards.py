"""Games in which Ann looks through the discard, found by trying."""

from __future__ import annotations

from pathlib import Path

from sealed_wonders.client.signs.symbols import UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import Question
from sealed_wonders.client.terminal.wonders.screens.discard import Discard
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.play import FromDiscard
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.stacks import Seated, build_at_random

SEED = "29/"
"""Of games in which ann has Halikarnassos: of three with 22 seconds, of seven with 13."""


def sell_at_random(question: Question) -> Move:
    """Sell, so that the discard grows."""
    return next((it for it in question.moves if it.text == "sell"), question.moves[0])


def build_stages_by_night(question: Question) -> Move:
    """Prefer to build the wonder, on its night side."""
    for move in question.moves:
        if move.text == "side night" or move.text.startswith("stage"):
            return move
    return build_at_random(question)


def seated_at_discard(
    folder: Path,
    players: int,
    turn_time: int,
    *,
    sell: bool = False,
    symbols: Symbols = UNICODE,
    settings: Settings | None = None,
    seed: str = SEED,
) -> Seated:
    """Play until ann looks through the discard for the last time in her game."""
    terms = Terms.of(
        suite=OPEN, players=players, turn_time=turn_time, own=agreed(sides="choose")
    )
    seated = Seated(
        folder, players, terms=terms, symbols=symbols, settings=settings, seed=seed
    )
    seated.begin()
    if sell:
        me, names = seated.stack.known.viewpoint, seated.stack.known.names
        sellers = [names[(me + step) % players] for step in range(2, players - 1)]
        for other in seated.others:
            if other.name in sellers:  # neighbours have to sell goods
                other.player.pick = sell_at_random
    for _turn in range(40):
        menu = seated.stack.known.menu
        assert menu is not None
        if not seated.moves:
            break
        state = menu.question.state
        if isinstance(state.task, FromDiscard) and state.task.age > 1:  # type: ignore[attr-defined]
            seated.stack.base = Discard(seated.stack)
            return seated
        seated.choose(build_stages_by_night(menu.question))
    raise AssertionError("ann never looks through the discard")
