"""
The question whether anybody is there: others would go on without us.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.terminal import absences, stillthere
from sealed_wonders.client.terminal.draw import Row, Rows, paragraph
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.net.words import _


class StillThereBox(Box):
    """Says who would go on without us, and goes with any key, which says that we are there."""

    widest = 66
    stays = True
    fits = True
    actions = ("back",)

    @property
    def title(self) -> str:
        """What is asked."""
        return _("Are you there?")

    @property
    def called(self) -> dict[str, str]:
        """What the key means that is named below."""
        return {"back": _("I'm here")}

    @property
    def wakes(self) -> float | None:
        """When there is a second less."""
        vote = self.stack.known.absence.against_us
        is_timed = vote is not None and vote.agreed_at is not None
        return self.stack.seconds() + 1 if is_timed else None

    @property
    def help(self) -> Sequence[str]:
        """Say what it is about."""
        return (absences.of_out(),)

    def rows(self, width: int, height: int) -> Rows:
        """Say who, in how long, and what stops that."""
        known = self.stack.known
        vote = known.absence.against_us
        if vote is None:
            return ()
        who, *when = stillthere.lines(vote, known, self.stack.seconds())
        rows: list[Row] = [*paragraph(who, width, "title"), ()]
        for one in when:
            rows += paragraph(one, width, "warning")
        rows.append(())
        for one in stillthere.what_to_do(known, by_line=False):
            rows += paragraph(one, width)
        return rows

    def act(self, action: str) -> bool:
        """Go, whatever is done: nothing else was meant by it."""
        self.stack.close(self)
        return True
