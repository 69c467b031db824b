"""
Evaluation of a choice: its value compared with the best move that a thinker finds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.bots.architects.thinker import MOVES, ChoiceSearch
from sealed_wonders.client.bots.judging import (
    Judged,
    Made,
    MoveValue,
    Unjudged,
    judged,
)
from sealed_wonders.client.bots.search import Arm
from sealed_wonders.client.engine.architects.reading import Unread
from sealed_wonders.core.architects.state import State


def judge(choices: Sequence[Made], nth: int, games: int) -> Judged | Unjudged:
    """
    Evaluate one of the choices of a seat; for the arguments, see `bots.judging`.

    Returns:
        Why it can't be evaluated, if it can't be.
    """
    made = choices[nth]
    state = made.state
    if not isinstance(state, State):
        return Unjudged.OTHER
    if made.hidden:
        return Unjudged.HAND
    try:
        dealing = Dealing(state, made.faces)
    except Unread:
        return Unjudged.LEFT if state.gone else Unjudged.OTHER
    moves = {it.text: it for it in state.moves(made.seat, made.faces)}
    search = ChoiceSearch(
        dealing, random.Random(f"judge:{made.seat}:{made.moment}:{nth}")
    )
    arms = search.arms(state, moves)
    mine = next((arm for arm in arms if arm.move.text == made.move.text), None)
    if len(arms) < 2:
        return Unjudged.ONLY
    if mine is None:
        return Unjudged.OTHER
    return judged(arms, mine, search.look, search.play, games, MOVES, _value)


def _value(arm: Arm) -> MoveValue:
    worth = arm.worth
    return MoveValue(arm.move.text, "", worth.won, worth.lead)
