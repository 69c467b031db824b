"""Who plays for a client."""

from __future__ import annotations

import random

from sealed_wonders.client.table.players import Question
from sealed_wonders.core.game import Move


def any_move(question: Question) -> Move:
    """Choose what looks random and is the same every time."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    return chance.choice(question.moves)
