"""Whole games with leaders and edifices in line mode, in both languages."""

from __future__ import annotations

import random
import re

import pytest

from sealed_wonders.client.person.commandline import command_word, ready_words
from sealed_wonders.client.person.linecommands import commands
from sealed_wonders.client.tablewords.endings import signed
from sealed_wonders.client.words import scoresheet
from sealed_wonders.client.words.wonders.narrate import recruitment_header
from sealed_wonders.core.wonders.events import (
    Drafted,
    EdificeEnded,
    Event,
    Penalised,
    Played,
)
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.words import use
from tests.support.agreed import agreed
from tests.support.french import english
from tests.support.human import Begin, Human
from tests.support.thorough import only

WORD = re.compile(r"\b([a-z]\d+[a-z]*)\b")
"""Words that the question offers for a card or a leader."""


class RandomTypist:
    """Types words that the question offers, and now and then every command."""

    def __init__(self, human: Human, seed: str) -> None:
        self._human = human
        self._chance = random.Random(seed)

    def __call__(self, lines: list[str]) -> str:
        question = lines[len(lines) - lines[::-1].index("") :]
        if self._chance.random() < 0.1:
            for command in commands(self._human.person.known):
                if command != "moves":  # records are in English
                    self._human.type(command_word(command))
        menu = self._human.person.known.menu
        assert menu is not None
        offered = [use.word for use in menu.uses]
        shown: list[str] = [
            word
            for line in question
            for word in WORD.findall(line)
            if word in offered and not word.startswith(("s", "v"))
        ]
        # Sales are offered only once, and penalties only by their first word.
        return self._chance.choice(shown or offered)


@pytest.mark.usefixtures("fast_sealing")
@pytest.mark.parametrize(
    ("expansions", "suite", "language"),
    only(
        [(("leaders", "edifice"), OPEN, "fr")],
        [
            (("leaders",), OPEN, "fr"),
            (("edifice",), OPEN, "fr"),
            (("leaders", "edifice"), SEALED, "en"),
            (("leaders", "edifice"), OPEN, "fr"),
        ],
    ),
)
def test_a_game_with_expansions_can_be_played_with_the_offered_words(
    begin: Begin,
    expansions: tuple[str, ...],
    suite: int,
    language: str,
) -> None:
    """In French, no English word is ever printed."""
    use(language)
    leaders = "expert" if "leaders" in expansions else "standard"
    terms = Terms.of(
        suite=suite, players=3, own=agreed(expansions=expansions, leaders=leaders)
    )
    host, human, *_ = begin(terms)
    host.settle()
    human.typing = RandomTypist(human, f"{expansions}")
    human.commands.typed(ready_words()[0])
    host.settle()

    assert human.session.finished
    assert signed() in human.all
    past = human.person.known.past
    check_expansion_events(past, human.all, expansions)
    if language == "fr":
        assert [] == english(human.all)


def check_expansion_events(
    past: list[Event], told: list[str], expansions: tuple[str, ...]
) -> None:
    """Check that the expansions had events, and that their lines were printed."""
    kinds = {type(event) for event in past}
    assert (Drafted in kinds) == ("leaders" in expansions)
    assert (EdificeEnded in kinds) == ("edifice" in expansions)
    if "leaders" in expansions:
        for age in (1, 2, 3):
            assert recruitment_header(age) in told
        turns = {event.turn for event in past if isinstance(event, Played)}
        assert 0 in turns
    if "edifice" in expansions:
        assert Penalised in kinds
        assert any(scoresheet.line("wonders", "edifice") in line for line in told)
