"""
What people have opened when a game was over, as far as it is proven.

The host's own fold passes openings on and believes them, and its auditor has let go of a game
that is over. So the log is folded once more here, as soon as somebody who looks at the table
could see more of it by that. What the auditor has found right is believed, which takes a
tenth of the time; what is opened behind the end is checked as an audit does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.host.auditor import Auditor
from sealed_wonders.host.game import GameStage
from sealed_wonders.host.page.follower import STEP
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.verification import Work


class Opened:
    """The cards that are proven, of one game of which all else was checked."""

    def __init__(
        self, game: GameStage, work: Work, changed: Callable[[], None]
    ) -> None:
        """
        Begin at the beginning.

        Args:
            work: does the checking.
            changed: called when there may be more of them.
        """
        wrong = game.fold.convicted
        self._auditor = Auditor(
            game.fold.charter,
            game.fold.ruleset,
            work,
            changed,
            lambda entry: entry_digest(entry.wire.env) not in wrong,
        )

    def read(self, game: GameStage) -> bool:
        """Read on, a step; tell whether all was read that there is."""
        auditor = self._auditor
        if auditor.failure is not None:
            return True
        auditor.read(game.fold.entries(auditor.position)[:STEP])
        return auditor.position >= game.fold.position or auditor.failure is not None

    @property
    def cards(self) -> Mapping[Seat, Mapping[Slot, Card]]:
        """By seat."""
        found: dict[Seat, dict[Slot, Card]] = {}
        for slot, it in self._auditor.disclosed.items():
            found.setdefault(it.seat, {})[slot] = it.card
        return dict(sorted(found.items()))

    def stop(self) -> None:
        """Check nothing more."""
        self._auditor.stop()
