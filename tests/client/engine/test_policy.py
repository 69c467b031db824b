"""The quick players of rollouts choose what `builder` does."""

from __future__ import annotations

from collections import Counter

from tests.support.engine import variety
from tests.support.likeness import Choice, Likeness


def test_quick_players_choose_as_builders_do() -> None:
    """In games of all numbers of players, with all expansions: card, way and payment."""
    choices: list[Choice] = []
    for number in range(12):
        choices += Likeness(variety(number), f"policy:{number}").play()
    tasks = Counter(choice.task for choice in choices)
    assert {"turn", "draft", "recruit", "fail", "from_discard"} <= {*tasks}
    assert [choice for choice in choices if choice.differs] == []
