"""
Breaks at the end of an age, which any player can propose.

A proposal is a signed message to the table with the number of the age. When that age is
over, the proposer's own program pauses the clock, and everybody says when they want to
resume, as in any pause. No other program pauses the clock instead: a host allots each
seat its own pause time, and nobody can spend that of another seat.
"""

from __future__ import annotations

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.questions.dialog import Dialog, DialogLine, confirm
from sealed_wonders.client.table.actions import PauseClock, Speak
from sealed_wonders.client.table.events import Heard
from sealed_wonders.client.tablewords.unavailable import no_break
from sealed_wonders.client.view.standstill import Break
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.talk import BREAK
from sealed_wonders.net.words import _


class Breaks:
    """The break planned at a table, as one person's client handles it."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    @property
    def can_be(self) -> bool:
        """
        Whether we may propose a break: our game is in an age that another follows.
        """
        actor, known = self._actor, self._actor.known
        is_on = known.charter is not None and not actor.over and known.ours is not None
        return is_on and not known.out and 0 < age_of(known) < ages_of(known)

    @property
    def why_not(self) -> str:
        """Why we can neither propose a break nor withdraw one; empty if we can."""
        known, planned = self._actor.known, self._actor.known.planned_break
        if not self.can_be:
            return no_break()
        if known.offline:
            return _("You aren't connected right now.")
        is_theirs = planned is not None and planned.by != known.ours
        return line(known) if is_theirs else ""

    def dialog(self) -> Dialog | str:
        """Return the dialog that proposes or withdraws a break, or why we can't."""
        if why_not := self.why_not:
            return why_not
        return confirm(question(self._actor.known), self.propose, again="break")

    def status(self) -> DialogLine | None:
        """Return the status line for a planned break, or None."""
        said = line(self._actor.known)
        return DialogLine(said, "dim") if said else None

    def propose(self) -> None:
        """Propose a break at the end of this age, or withdraw our proposal."""
        actor, known = self._actor, self._actor.known
        if said := self.why_not:
            actor.tell(said)
        elif known.planned_break is not None:
            actor.table.do(Speak("", BREAK))
        else:
            actor.table.do(Speak(str(age_of(known)), BREAK))

    def heard(self, heard: Heard) -> None:
        """
        Take a message about a break; messages from people without a seat don't count.
        """
        known = self._actor.known
        identities = [person.identity for person in known.people]
        if known.charter is None or heard.identity not in identities:
            return
        seat, planned = identities.index(heard.identity), known.planned_break
        if not heard.text:
            if planned is not None and planned.by == seat:
                known.planned_break = None
                self._actor.tell(_("The break at the end of this age is cancelled."))
        elif planned is None and heard.text == str(age_of(known)):
            # Messages of an earlier age arrive again on each new connection.
            known.planned_break = Break(seat, age_of(known))
            self._actor.tell(_proposed(known, seat))

    def look(self) -> None:
        """Start the planned break once its age is over."""
        known = self._actor.known
        planned = known.planned_break
        if planned is None or age_of(known) <= planned.age:
            return
        known.planned_break = None
        if planned.by == known.ours and known.standstill is None:
            self._actor.table.do(PauseClock())


def question(known: TableModel) -> str:
    """Return the question whether to propose a break, or to withdraw it."""
    if known.planned_break is None:
        return _("Propose a break at the end of this age?")
    return _("Withdraw the proposed break at the end of this age?")


def age_of(known: TableModel) -> int:
    """Return the current age, or 0 outside of a game."""
    return 0 if known.sight is None else known.face.narrator.age_of(known.sight.state)


def ages_of(known: TableModel) -> int:
    """Return the number of ages in the game; 0 if it has none."""
    return known.face.narrator.ages


def _proposed(known: TableModel, seat: Seat) -> str:
    return text.about(
        None if seat == known.ours else known.names[seat],
        _(
            "You propose a break at the end of age {age}. The clock will then stop "
            "until everybody is ready to resume."
        ),
        _(
            "{who} proposes a break at the end of age {age}. The clock will then "
            "stop until everybody is ready to resume."
        ),
        age=age_of(known),
    )


def line(known: TableModel) -> str:
    """Return the status line for a planned break; empty if none is planned."""
    planned = known.planned_break
    if planned is None or known.ending is not None:
        return ""
    return text.about(
        None if planned.by == known.ours else known.names[planned.by],
        _("Break at the end of age {age}, proposed by you."),
        _("Break at the end of age {age}, proposed by {who}."),
        age=planned.age,
    )
