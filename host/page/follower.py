"""A fold that reads what spectators see of a log, and records the game's course."""

from __future__ import annotations

from sealed_wonders.core.chronicle import Chronicle
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.stepping import take
from sealed_wonders.net.suites import begin_relayed

STEP = 200
"""Maximum number of entries read in a reactor turn, to keep the host responsive."""


class Follower:
    """The state and course of one game, from as much of its log as is visible."""

    def __init__(self, game: RunningGame) -> None:
        self._begin(game)

    def _begin(self, game: RunningGame) -> None:
        self._source = game.fold
        charter, rules = game.fold.charter, game.fold.ruleset
        self.fold: Fold = begin_relayed(charter, rules, game.fold.convicted)
        self.chronicle = Chronicle(rules.name)
        for state in self.fold.states:
            self.chronicle.take(state)

    def is_of(self, game: RunningGame) -> bool:
        """Return whether this follows that game; the table may have a new one."""
        return self.fold.charter.gid == game.gid

    def read(self, game: RunningGame, written: int) -> bool:
        """
        Read at most `STEP` entries; return whether everything visible has been read.

        Start again at the beginning if the host has folded its log again, or shows a
        shorter one.

        Args:
            written: the number of entries in the journal; no others are shown to
                anybody.
        """
        shown = min(game.shown if game.is_late else game.fold.position, written)
        if game.fold is not self._source or shown < self.fold.position:
            self._begin(game)
        first = self.fold.position
        for entry in game.fold.entries(first)[: min(STEP, max(0, shown - first))]:
            self._take(entry)
        return self.fold.position >= shown

    def _take(self, entry: Entry) -> None:
        for phase in take(self.fold, entry):
            self.chronicle.follow(self.fold.states, phase, self.fold.phase.number)
