"""
A fold that reads what those may see who look on, and keeps how the game went.
"""

from __future__ import annotations

from sealed_wonders.core.chronicle import Chronicle
from sealed_wonders.host.game import GameStage
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.suites import begin_relayed

STEP = 200
"""Entries that are read in one turn of the reactor: the host answers others in between."""


class Follower:
    """
    What follows from as much of one game's log as is shown.

    Attributes:
        fold: what was read so far.
        chronicle: how the game went.
    """

    def __init__(self, game: GameStage) -> None:
        """Begin at the beginning of a game."""
        self._begin(game)

    def _begin(self, game: GameStage) -> None:
        self._source = game.fold
        charter, rules = game.fold.charter, game.fold.ruleset
        self.fold: Fold = begin_relayed(charter, rules, game.fold.convicted)
        self.chronicle = Chronicle(rules.name)
        for state in self.fold.states:
            self.chronicle.take(state)

    def is_of(self, game: GameStage) -> bool:
        """Tell whether it reads that game's log; another one may be played at the table."""
        return self.fold.charter.gid == game.gid

    def read(self, game: GameStage, written: int) -> bool:
        """
        Read on, a step; tell whether all was read that is shown.

        From the beginning, if the host has folded its log again, or shows less of it.

        Args:
            written: how many entries are in the journal: nobody is told of others.
        """
        shown = min(game.shown if game.is_late else game.fold.position, written)
        if game.fold is not self._source or shown < self.fold.position:
            self._begin(game)
        first = self.fold.position
        for entry in game.fold.entries(first)[: min(STEP, max(0, shown - first))]:
            self._take(entry)
        return self.fold.position >= shown

    def _take(self, entry: Entry) -> None:
        fold, phase = self.fold, self.fold.phase.number
        fold.receive(entry)
        self._note(phase)
        while fold.claims:
            phase = fold.phase.number
            fold.judge(fold.check(fold.claims[0]))
            self._note(phase)

    def _note(self, phase: int) -> None:
        if self.fold.phase.number < phase:
            phase = self.fold.phase.number
            self.chronicle.back_to(phase)
        for state in self.fold.states:
            self.chronicle.take(state, phase)
