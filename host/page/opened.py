"""
Cards that players disclosed after a game, as far as they are proven.

The host's own fold passes disclosures on without checking them, and its auditor has
dropped a game that is over. So the log is folded once more here, as soon as that could
show something to somebody who watches the table. Entries that the auditor has found
valid aren't checked again, which saves nine tenths of the time. Disclosures after the
end of the game are checked as in an audit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.host.auditor import Auditor
from sealed_wonders.host.page.follower import STEP
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.verification import Work


class ProvenCards:
    """The proven cards of one game, everything else in which has been checked."""

    def __init__(
        self, game: RunningGame, work: Work, changed: Callable[[], None]
    ) -> None:
        wrong = game.fold.convicted
        self._auditor = Auditor(
            game.fold.charter,
            game.fold.ruleset,
            work,
            changed,
            lambda entry: entry_digest(entry.wire.env) not in wrong,
        )

    def read(self, game: RunningGame) -> bool:
        """Read at most `STEP` entries; return whether the whole log has been read."""
        auditor = self._auditor
        if auditor.failure is not None:
            return True
        auditor.read(game.fold.entries(auditor.position)[:STEP])
        return auditor.position >= game.fold.position or auditor.failure is not None

    @property
    def cards(self) -> Mapping[Seat, Mapping[Slot, Card]]:
        found: dict[Seat, dict[Slot, Card]] = {}
        for slot, it in self._auditor.disclosed.items():
            found.setdefault(it.seat, {})[slot] = it.card
        return dict(sorted(found.items()))

    def stop(self) -> None:
        self._auditor.stop()
