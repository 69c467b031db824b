"""
Pausing the clock, as one person's client handles it: who paused, who wants to resume.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.person import retiming
from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.person.retiming import Retiming
from sealed_wonders.client.questions.dialog import Dialog, DialogLine, Key, confirm
from sealed_wonders.client.table.actions import PauseClock
from sealed_wonders.client.view.standstill import Standstill
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _, p_


class Pausing:
    """The pause of a table, as one person's client handles it."""

    def __init__(self, actor: Actor, retiming: Retiming) -> None:
        self._actor = actor
        self._retiming = retiming

    def paused(self, by: str | None, on: Sequence[bool], most: int | None) -> None:
        """
        Report a pause, who wants to resume, and its end.

        Args:
            by: The name of the player who paused the clock; None when it runs.
            on: By seat, whether they want to resume.
            most: Seconds after which the clock runs again anyway; None for no limit.
        """
        known, before = self._actor.known, self._actor.known.standstill
        now = known.standstill = None if by is None else Standstill(by, tuple(on), most)
        if before is None and now is not None:
            self._tell_stopped(now)
        elif before is not None and now is None:
            self._actor.tell(_("The game resumes."))
        elif before is not None and now is not None:
            self._tell_who_would_go_on(before, now)

    def _tell_stopped(self, now: Standstill) -> None:
        known = self._actor.known
        self._actor.tell(f"{_stopped(now, known)} {_goes_on_when(now, known)}")
        if known.ours is not None and not self._actor.is_program:
            said = _("When you are ready to resume, type: {word}")
            self._actor.guide(said.format(word=p_("typed", "resume")))

    def _tell_who_would_go_on(self, before: Standstill, now: Standstill) -> None:
        known = self._actor.known
        for seat in now.would_go_on:
            if seat not in before.would_go_on:
                who = None if seat == known.ours else known.names[seat]
                said = text.about(
                    who, _("You are ready to resume."), _("{who} is ready to resume.")
                )
                self._actor.tell(said)

    def dialog(self, key: Key) -> Dialog | str | None:
        """
        Return the dialog to pause the clock; None if resuming, which isn't asked about.

        An unanswered proposal to change the clock comes first.
        """
        known = self._actor.known
        if why_not := self.why_not:
            return why_not
        if not retiming.has_answered(known):
            return self._retiming.dialog()
        if known.standstill is not None:
            return None
        question = _("Stop the clock for everybody until all are ready to resume?")
        details = retiming.beside_pause(known, key("command"))
        if not _is_timed(known):
            question = _("Pause the game for everybody until all are ready to resume?")
            details = (_no_clock(), *details)
        return confirm(
            question,
            self.pause,
            details=details,
            again="pause",
        )

    def status(self) -> DialogLine | None:
        """Return the status line while the clock is paused, or None."""
        known, standstill = self._actor.known, self._actor.known.standstill
        if standstill is None:
            return None
        return DialogLine(line(standstill, known), "warning")

    def connection_lost(self) -> None:
        """Forget the pause: the host reports it again on the next connection."""
        self._actor.known.standstill = None

    @property
    def why_not(self) -> str:
        """Why we can neither pause nor resume now; empty if we can."""
        known = self._actor.known
        if said := retiming.why_not(known, is_over=self._actor.over):
            return said
        return _("You aren't connected right now.") if known.offline else ""

    def pause(self) -> None:
        """Pause the clock, or report that we want to resume."""
        if why_not := self.why_not:
            self._actor.tell(why_not)
        else:
            paused = self._actor.known.standstill is None
            self._actor.table.do(PauseClock(paused=paused))

    def go_on_by_program(self) -> None:
        """Report that our program wants to resume, so that nobody waits for it."""
        known = self._actor.known
        now, ours = known.standstill, known.ours
        if now is not None and ours not in now.would_go_on and not self.why_not:
            self._actor.table.do(PauseClock(paused=False))

    def resume(self) -> None:
        """Report that we want to resume."""
        if self._actor.known.standstill is None:
            self._actor.tell(self.why_not or _("The game isn't paused."))
        else:
            self.pause()


def _stopped(standstill: Standstill, known: TableModel) -> str:
    """Return who paused the clock."""
    ours = None if known.ours is None else known.people[known.ours]
    is_ours = ours is not None and ours.name == standstill.by
    who = None if is_ours else known.named(standstill.by)
    if not _is_timed(known):
        return text.about(
            who, _("You have paused the game."), _("{who} has paused the game.")
        )
    return text.about(
        who, _("You have stopped the clock."), _("{who} has stopped the clock.")
    )


def _goes_on_when(standstill: Standstill, known: TableModel) -> str:
    if standstill.most is None and _is_timed(known):
        return _("The clock will run again once everybody is ready to resume.")
    if standstill.most is None:
        return _("It goes on once all are ready.")
    said = _("It goes on once all are ready, or after {time}.")
    if _is_timed(known):
        said = _(
            "The clock will run again once everybody is ready to resume, or after "
            "{time}."
        )
    return said.format(time=text.duration(standstill.most))


def _is_timed(known: TableModel) -> bool:
    """Return whether the game has a clock, now or as agreed for later."""
    timing = known.timing
    return bool(known.times or (timing is not None and timing.next))


def _no_clock() -> str:
    return _(
        "This game has no clock, so everybody can take their time anyway. During a "
        "pause, nobody counts as absent."
    )


def line(standstill: Standstill, known: TableModel) -> str:
    """Return the status line on the pause."""
    names = [
        text.you() if seat == known.ours else known.names[seat]
        for seat in standstill.would_go_on
    ]
    if not names:
        return f"{_stopped(standstill, known)} {_goes_on_when(standstill, known)}"
    said = _("Ready to resume: {names}.").format(names=", ".join(names))
    return f"{_stopped(standstill, known)} {said}"
