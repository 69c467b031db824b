"""``builder`` still makes the choices that were recorded."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest

from tests.support.chosen import GAMES, Choice, Game, Record, recorded
from tests.support.thorough import is_thorough

USUAL = {
    *("choose_boards", "choose_sides", "draft", "recruit", "turn", "last_card"),
    *("from_discard", "fail", "take", "act", "token", "search", "keep"),
}
"""Questions that come up even in a quick run."""

CLOSE = {("wonders", 51), ("wonders", 60), ("architects", 56)}
"""
Games in which close calls depend on seats that left, on the text of a payment of ten coins,
and on who keeps the cat.
"""

SELDOM = {"enlist", "victims", "take_any", "choose_wonders"}


def test_builder_chooses_as_recorded() -> None:
    """
    The records cover both games and all expansions, choices after random moves, and
    choices after seats have left.
    """
    choices: list[Choice] = []
    for record in recorded():
        if is_thorough() or record.number % 22 == 0 or record[:2] in CLOSE:
            choices += _same(record)
    questions = Counter(choice.question for choice in choices)
    assert questions.keys() >= (USUAL | SELDOM if is_thorough() else USUAL)
    assert sum(choice.left > 0 for choice in choices) >= 100


def test_many_choices_of_all_games_are_recorded() -> None:
    """Each game is recorded once, and there are at least 20,000 choices."""
    records = recorded()
    assert Counter(record.name for record in records) == GAMES
    assert sum(len(record.digests) for record in records) >= 20_000


def _same(record: Record) -> list[Choice]:
    """Replay a game, check each choice against the record, and return the choices."""
    choices: list[Choice] = []
    game = Game(record.name, record.number)
    for nth, (choice, digest) in enumerate(zip_longest(game.choices(), record.digests)):
        where = f"{record.name} {record.number}, choice {nth}: {choice}"
        assert choice is not None, where
        assert choice.digest == digest, where
        choices.append(choice)
    return choices
