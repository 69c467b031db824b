"""
How a person leaves a table: for a while, or for good.
"""

from __future__ import annotations

from sealed_wonders.client.table.actions import LeaveTable, SayGoodbye
from sealed_wonders.client.terminal import absences, endings, sealing, text
from sealed_wonders.client.terminal.actor import Actor
from sealed_wonders.client.terminal.narration import Kind
from sealed_wonders.net.words import _


class Leaving:
    """
    What it takes for one person to leave.

    Attributes:
        for_good: has left a game so, and doesn't come back.
    """

    def __init__(self, actor: Actor) -> None:
        self.for_good = False
        self._actor = actor

    @property
    def can_be_for_good(self) -> bool:
        """The others can go on without us, if we say so."""
        known = self._actor.known
        is_in = known.charter is not None and not self._actor.over and not known.out
        return is_in and len(known.names) > 2

    @property
    def may_be_at_once(self) -> bool:
        """Nothing is lost by leaving, for us or for others."""
        actor, known = self._actor, self._actor.known
        if known.games or known.password_of is not None or known.handing.looks_on:
            return True  # and never had a seat
        looks_on = known.out and bool(actor.back) and not actor.hosts
        return actor.over or not actor.seated or looks_on

    @property
    def has_seat(self) -> bool:
        """In a game that goes on there is a seat of ours, if only to look on from."""
        known = self._actor.known
        ended = known.ending
        # Who was put out by another program of theirs may come back.
        is_on = ended is None or isinstance(ended.why, endings.Displaced)
        is_in = known.charter is not None and is_on
        return is_in and not self.for_good and known.ours is not None

    def leave(self) -> None:
        """Leave, whatever goes on."""
        actor = self._actor
        if self.may_be_at_once:
            actor.tell(_("Goodbye."))
        elif actor.known.charter is None or not actor.back:
            actor.tell(_("You left the table."))
        else:
            actor.tell(text.come_back())
            actor.tell(actor.back)  # on a line of its own, to be copied
        actor.stop()
        actor.table.do(LeaveTable())

    def leave_for_good(self) -> None:
        """Leave a game without coming back; the others need not wait."""
        actor = self._actor
        if not self.can_be_for_good or actor.known.offline:
            self.leave()  # nobody would hear it
            return
        try:
            actor.table.do(SayGoodbye())
        except OSError as error:
            actor.tell(sealing.not_written(error), Kind.WARNING)
            return
        self.for_good = True
        actor.tell(absences.gone_for_good())
        actor.stop()
        actor.table.do(LeaveTable())
