"""
Those who are silent, or have cheated, as a person deals with them: by votes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.table.actions import AskSubstitute, ProposeBallot, VoteOn
from sealed_wonders.client.table.events import Absence, Asking, Step
from sealed_wonders.client.terminal import (
    absences,
    ballotdialog,
    endings,
    sealing,
    stillthere,
    substitutes,
    text,
)
from sealed_wonders.client.terminal.actor import Actor
from sealed_wonders.client.terminal.dialog import Dialog, Key, Way
from sealed_wonders.client.terminal.narration import Kind
from sealed_wonders.client.terminal.ways import to_takers
from sealed_wonders.core.game import Seat
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.words import _


class Voting:
    """What one person says to going on without others."""

    def __init__(self, actor: Actor, seconds: Callable[[], float]) -> None:
        """
        Begin with nobody absent.

        Args:
            seconds: gives the time, by the clock of `Absence`.
        """
        self._actor = actor
        self._seconds = seconds

    # What can be done.

    @property
    def ways(self) -> Sequence[Way]:
        """How the table could go on, as far as we may propose it."""
        return (*self.without, *self.substitutes)

    @property
    def without(self) -> Sequence[Way]:
        """Without whom we may propose to go on."""
        return [self._without(out) for out in self._actor.known.absence.offers]

    def _without(self, out: tuple[Seat, ...]) -> Way:
        known = self._actor.known
        said = _("Go on without {out}").format(
            out=absences.others(out, known.names, known.ours)
        )
        typed = " ".join(known.names[seat] for seat in out)
        means = (absences.of_out(),)
        return Way(f"without {out}", said, means, partial(self.go_on, out), typed)

    @property
    def substitutes(self) -> Sequence[Way]:
        """Who can be asked to play on for somebody who is silent."""
        known, table = self._actor.known, self._actor.table
        absent = known.absence.rescuable
        if absent is None or known.handing.asking is not None:
            return ()

        def ask(taker: Taker | None) -> None:
            table.do(
                AskSubstitute(absent, taker.identity if taker is not None else None)
            )

        return to_takers(known, substitutes.saying(known.names[absent]), ask)

    def vote(self, *, yes: bool) -> None:
        """Answer the ballot that is open for us."""
        asks = self._actor.known.absence.asks
        if asks is None:
            self._actor.tell(absences.nothing_to_answer())
            return
        try:
            self._actor.table.do(VoteOn(*asks.key, yes=yes))
        except OSError as error:
            self._actor.tell(sealing.not_written(error), Kind.WARNING)

    def go_on(self, out: tuple[Seat, ...]) -> None:
        """Propose to go on without some who are waited for."""
        try:
            self._actor.table.do(ProposeBallot(out))
        except OSError as error:
            self._actor.tell(sealing.not_written(error), Kind.WARNING)

    def dialog(self, key: Key) -> Dialog | str:
        """Ask what there is to vote on, or to propose; or say that there is nothing."""
        return ballotdialog.dialog(self, self._actor.known, self._seconds(), key)

    def still_there(self, key: Key) -> Dialog | str:
        """Ask whether we are there, as long as others would go on without us."""
        return stillthere.dialog(self._actor.known, self._seconds())

    def hint(self, key: Key) -> str:
        """Say that it can be proposed to go on without somebody, as long as it can."""
        known = self._actor.known
        if known.absence.asks is not None or not known.absence.offered:
            return ""
        said = absences.offer(known.absence, known.names, known.ours)
        return text.noted(key("without"), said)

    # What is told.

    def absence(self, absence: Absence) -> bool:
        """Tell who votes what; tells whether there is something new to be asked."""
        known = self._actor.known
        before, known.absence = known.absence, absence
        lines = absences.changes(before, absence, known)
        self._actor.tell_all(lines)
        self._actor.tell_all(self._waits(before, absence))
        asks, offered = absence.asks, absence.offered
        was_asked = before.asks is not None and before.asks.key
        is_new = asks is not None and asks.key != was_asked
        return is_new or bool(offered and offered != before.offered)

    def _waits(self, before: Absence, now: Absence) -> Iterator[str]:
        """Say once of each ballot for how long bots wait before they agree to it."""
        known = {it.key for it in before.votes if it.agreed_at is not None}
        for vote in now.votes:
            if vote.key not in known and vote.first is None:
                said = stillthere.waits(vote, self._actor.known, self._seconds())
                yield from [said] if said else ()

    def asking(self, asking: Asking) -> None:
        """Tell whether somebody would play on for another, whom our program has asked."""
        known, step = self._actor.known, asking.step
        is_asked = not (step.is_over or step is Step.SIGNED)
        known.handing.asking = asking if is_asked else None
        if said := substitutes.asked(asking, known):
            # As with our own seat: it may come long after it was begun.
            is_news = step in (Step.REFUSED, Step.SILENT, Step.FAILED)
            self._actor.tell(said, Kind.WARNING if is_news else Kind.TABLE)

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
