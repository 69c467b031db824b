"""Ballots on absent players and cheats, as one person's client handles them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sealed_wonders.client.person import ballotdialog
from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.questions.dialog import Alternative, Dialog, Key
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.table.actions import AskSubstitute, ProposeBallot, VoteOn
from sealed_wonders.client.table.events import Absence, Asking, Step
from sealed_wonders.client.tablewords import absences, endings, stillthere, substitutes
from sealed_wonders.client.tablewords.takers import to_takers
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.words import sealedanswer, text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.messages import Taker
from sealed_wonders.net.words import _


class Voting:
    """The proposals and votes of one person."""

    def __init__(self, actor: Actor, seconds: Callable[[], float]) -> None:
        """
        Create it; nobody is absent.

        Args:
            seconds: Returns the time by the clock of `Absence`.
        """
        self._actor = actor
        self._seconds = seconds

    # What can be done.

    @property
    def ways(self) -> Sequence[Alternative]:
        """The ways to continue that we may propose."""
        return (*self.without, *self.substitutes)

    @property
    def without(self) -> Sequence[Alternative]:
        """Removals that we may propose."""
        return [self._without(out) for out in self._actor.known.absence.offers]

    def _without(self, out: tuple[Seat, ...]) -> Alternative:
        known = self._actor.known
        said = _("Go on without {out}").format(
            out=absences.others(out, known.names, known.ours)
        )
        typed = " ".join(known.names[seat] for seat in out)
        means = (absences.of_out(),)
        return Alternative(
            f"without {out}", said, means, partial(self.go_on, out), typed
        )

    @property
    def substitutes(self) -> Sequence[Alternative]:
        """Those we can ask to be a substitute for the absent player."""
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
        """Vote on the ballot that is open for us."""
        asks = self._actor.known.absence.asks
        if asks is None:
            self._actor.tell(absences.nothing_to_answer())
            return
        try:
            self._actor.table.do(VoteOn(*asks.key, yes=yes))
        except OSError as error:
            self._actor.tell(sealedanswer.not_written(error), LineKind.WARNING)

    def go_on(self, out: tuple[Seat, ...]) -> None:
        """Propose to remove absent players."""
        try:
            self._actor.table.do(ProposeBallot(out))
        except OSError as error:
            self._actor.tell(sealedanswer.not_written(error), LineKind.WARNING)

    def dialog(self, key: Key) -> Dialog | str:
        """
        Return the dialog to vote or propose, or a sentence that there is nothing to do.
        """
        return ballotdialog.dialog(self, self._actor.known, self._seconds(), key)

    def still_there(self) -> Dialog | str:
        """
        Return the dialog on a ballot against us, or a sentence that there is none.
        """
        return stillthere.dialog(self._actor.known, self._seconds())

    def hint(self, key: Key) -> str:
        """
        Return the hint that we can open a ballot, while we can.

        It begins with the key, if there is one to name.
        """
        known = self._actor.known
        if known.absence.asks is not None or not known.absence.offered:
            return ""
        said = absences.offer(known.absence, known.names, known.ours)
        name = key("without")
        return text.noted(name, said) if name else said

    # Events.

    def absence(self, absence: Absence) -> bool:
        """
        Store and report changes in ballots; return whether there is a new question.
        """
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
        """Yield once for each ballot how long bots wait before they vote yes."""
        known = {it.key for it in before.votes if it.agreed_at is not None}
        for vote in now.votes:
            if vote.key not in known and vote.first is None:
                said = stillthere.waits(vote, self._actor.known, self._seconds())
                yield from [said] if said else ()

    def asking(self, asking: Asking) -> None:
        """Report a step in our search for a substitute."""
        known, step = self._actor.known, asking.step
        is_asked = not (step.is_over or step is Step.SIGNED)
        known.handing.asking = asking if is_asked else None
        if said := substitutes.asked(asking, known):
            # As for our own seat, this may come long after the search began.
            is_news = step in (Step.REFUSED, Step.SILENT, Step.FAILED)
            self._actor.tell(said, LineKind.WARNING if is_news else LineKind.TABLE)

    def cheated(self, fraud: Fraud) -> None:
        """Report a fraud that the table may continue after."""
        known, why = self._actor.known, retold(fraud.reason)
        who = None if fraud.seat == known.ours else known.names[fraud.seat]
        if who is None:
            self._actor.tell(absences.own_cheat(fraud.entry, why), LineKind.WARNING)
        else:
            self._actor.tell(absences.cheated(who, fraud.entry, why), LineKind.WARNING)
        if log := self._actor.table.keep_log(whole=False):
            self._actor.tell_all((endings.fraud_log(who), text.audit(log)))
