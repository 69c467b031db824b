"""
Evaluation of a choice: its value compared with the best move that a thinker finds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from sealed_wonders.client.bots.architects.dealing import Dealing
from sealed_wonders.client.bots.architects.thinker import MOVES, ChoiceSearch
from sealed_wonders.client.bots.judging import Judged, Made, MoveValue, judged
from sealed_wonders.client.bots.search import Arm
from sealed_wonders.client.engine.architects.reading import Unread
from sealed_wonders.core.architects.state import State


def judge(choices: Sequence[Made], nth: int, games: int) -> Judged | None:
    """
    Evaluate one of the choices of a seat; for the arguments, see `bots.judging`.

    Returns:
        None if there was nothing to choose, if a seat had left, or if the cards of a
            search aren't known.
    """
    made = choices[nth]
    state = made.state
    if not isinstance(state, State) or made.hidden:
        return None
    try:
        dealing = Dealing(state, made.faces)
    except Unread:
        return None
    moves = {it.text: it for it in state.moves(made.seat, made.faces)}
    search = ChoiceSearch(
        dealing, random.Random(f"judge:{made.seat}:{made.moment}:{nth}")
    )
    arms = search.arms(state, moves)
    mine = next((arm for arm in arms if arm.move.text == made.move.text), None)
    if mine is None or len(arms) < 2:
        return None
    return judged(arms, mine, search.look, search.play, games, MOVES, _value)


def _value(arm: Arm) -> MoveValue:
    worth = arm.worth
    return MoveValue(arm.move.text, "", worth.won, worth.lead)
