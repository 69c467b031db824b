"""
Those who are silent, or have cheated, as a person deals with them: by votes.
"""

from __future__ import annotations

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.table.players import Absence
from sealed_wonders.client.terminal import absences, endings, sealing, text
from sealed_wonders.client.terminal.actor import Actor
from sealed_wonders.client.terminal.narration import Kind
from sealed_wonders.net.claims import Fraud


class Voting:
    """What one person says to going on without others."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    # What can be done.

    def vote(self, *, yes: bool) -> None:
        """Answer the ballot that is open for us."""
        asks = self._actor.known.absence.asks
        if asks is None:
            self._actor.tell(absences.nothing_to_answer())
            return
        try:
            self._actor.table.vote(*asks.key, yes=yes)
        except OSError as error:
            self._actor.tell(sealing.not_written(error), Kind.WARNING)

    def go_on(self) -> None:
        """Propose to go on without whoever is waited for, if that may be."""
        if not self._actor.known.absence.offered:
            self._actor.tell(absences.nobody_to_go_on_without())
            return
        try:
            self._actor.table.go_on()
        except OSError as error:
            self._actor.tell(sealing.not_written(error), Kind.WARNING)

    # What is told.

    def absence(self, absence: Absence) -> bool:
        """Tell who votes what; tells whether there is something new to be asked."""
        known = self._actor.known
        before, known.absence = known.absence, absence
        lines = absences.changes(before, absence, known.names, known.ours)
        self._actor.tell_all(lines)
        asks, offered = absence.asks, absence.offered
        was_asked = before.asks is not None and before.asks.key
        is_new = asks is not None and asks.key != was_asked
        return is_new or bool(offered and offered != before.offered)

    def cheated(self, fraud: Fraud) -> None:
        """Tell who has cheated, which the table may go on without."""
        known, why = self._actor.known, retold(fraud.reason)
        who = None if fraud.seat == known.ours else known.names[fraud.seat]
        if who is None:
            self._actor.tell(absences.own_cheat(fraud.entry, why), Kind.WARNING)
        else:
            self._actor.tell(absences.cheated(who, fraud.entry, why), Kind.WARNING)
        if log := self._actor.table.keep_log(whole=False):
            self._actor.tell_all((endings.fraud_log(who), text.audit(log)))
