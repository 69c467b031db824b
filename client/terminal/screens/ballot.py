"""
The question whether to go on without somebody: for whom it is asked, who voted what.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.table.players import Absence, Vote
from sealed_wonders.client.terminal import absences, text
from sealed_wonders.client.terminal.draw import Piece, Row, Rows, paragraph, piece, row
from sealed_wonders.client.terminal.person import Person
from sealed_wonders.client.terminal.screens.box import SCROLLING, Box
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Seat

READING = 0.7
"""Seconds in which nobody has read what is asked."""


def _asked(absence: Absence) -> object:
    """Give what is asked, equal as long as it is the same."""
    asks = absence.asks
    return absence.offered if asks is None else asks.key


class BallotBox(Box):
    """
    Asks whether to go on without somebody, or whether that is to be proposed.

    A yes has a key of its own: Enter, which somebody may be about to press for something
    else when this comes up, does nothing here.
    """

    widest = 72
    stays = True

    def __init__(self, stack: Stack, *, by_itself: bool = False) -> None:
        """
        Make it.

        Args:
            by_itself: nobody has asked for it; it shows what somebody else has proposed.
        """
        super().__init__(stack)
        self.by_itself = by_itself
        self._drawn: object = None
        """What was asked when it was drawn last."""
        self._since = 0.0
        """When that was drawn first."""

    @property
    def title(self) -> str:
        """What it is."""
        return _("Go on without?")

    @property
    def wakes(self) -> float | None:
        """When there is a second less to answer."""
        asks = self.stack.known.absence.asks
        return None if asks is None else self.stack.seconds() + 1

    @property
    def help(self) -> Sequence[str]:
        """Say what a vote is."""
        return (
            _(
                "Somebody is waited for. If all others agree, the table goes on without "
                "them; nobody else can decide that, and the host can't."
            ),
            *absences.consequences(),
        )

    @property
    def actions(self) -> Sequence[str]:
        """Yes, no, or later: what there is to answer."""
        absence = self.stack.known.absence
        if absence.asks is not None:
            return ("yes", "nothing", "back")
        return ("yes", "back") if absence.offered else ("back",)

    @property
    def called(self) -> dict[str, str]:
        """What keys mean here."""
        absence = self.stack.known.absence
        called = {"nothing": _("no")}
        if absence.asks is not None or absence.offered:
            called["back"] = _("later")
        return called

    def rows(self, width: int, height: int) -> Rows:
        """Say what is asked, and how the vote stands."""
        known = self.stack.known
        names, me, absence = known.names, known.ours, known.absence
        asks = absence.asks
        if self._drawn != (asked := _asked(absence)):
            self._drawn, self._since = asked, self.stack.seconds()
        rows: list[Row] = []
        if asks is not None and asks.until is not None:
            rows += paragraph(absences.question(asks, names, me), width, "title")
            rows += [(), *self._votes(asks, names, me), ()]
            for one in (*absences.reasons(asks, names), *absences.consequences()):
                rows += paragraph(one, width)
            left = asks.until - self.stack.seconds()
            rows += [(), *paragraph(absences.answer_in_time(left), width, "dim")]
            rows += [(), self._keys(_("yes"), _("no"))]
        elif absence.offered:
            rows += paragraph(
                absences.offer(absence.offered, names, me), width, "title"
            )
            rows += [(), *paragraph(absences.consequences()[0], width), ()]
            rows.append(self._keys(_("propose it"), ""))
        else:
            rows += paragraph(self._settled(absence), width)
            for vote in absence.votes[-1:]:
                rows += [(), *self._votes(vote, names, me)]
        return rows

    def act(self, action: str) -> bool:
        """Vote; whatever else is tried waits for that, or for a later."""
        person, absence = self.stack.person, self.stack.known.absence
        if action in ("yes", "nothing") and person is not None:
            # A key that was meant for something else is no vote.
            is_read = self.stack.seconds() - self._since >= READING
            if self._drawn == _asked(absence) and is_read:
                self._vote(person, absence, yes=action == "yes")
            return True
        if action == "back" and absence.asks is not None:
            # It is still open, and there is little time.
            known = self.stack.known
            asked = absences.question(absence.asks, known.names, known.ours)
            self.stack.say(text.noted(self.stack.key("without"), asked))
        if action == "back" or action in SCROLLING:
            return super().act(action)
        if absence.asks is not None or absence.offered:
            self.stack.say(_("Please answer first: yes, no, or Esc for later."))
            return True
        return super().act(action)

    def _vote(self, person: Person, absence: Absence, *, yes: bool) -> None:
        if absence.asks is not None:
            person.voting.vote(yes=yes)
        elif absence.offered and yes:
            person.voting.go_on()
        else:
            self.stack.close(self)

    def _votes(self, vote: Vote, names: Sequence[str], me: Seat | None) -> Rows:
        """Give a row for all who have voted, and one for those who haven't."""

        def some(seats: Sequence[Seat]) -> str:
            return absences.others(seats, names, me)

        yes = [seat for seat, said in sorted(vote.votes.items()) if said]
        no = [seat for seat, said in sorted(vote.votes.items()) if not said]
        parts = (
            (_("Yes"), yes, "yes"),
            (_("No"), no, "no"),
            (_("Not yet"), vote.missing, "dim"),
        )
        return [
            row(text.noted(word, some(seats)), style=style)
            for word, seats, style in parts
            if seats
        ]

    def _settled(self, absence: Absence) -> str:
        if absence.since:
            return _("You have answered; the others haven't all.")
        return _("There is nothing to vote on any more.")

    def _keys(self, yes: str, no: str) -> Row:
        key, pieces = self.stack.key, list[Piece]()
        for action, said in (("yes", yes), ("nothing", no), ("back", _("later"))):
            if said:
                pieces += [
                    piece(key(action), "key", action),
                    piece(f" {said}    ", "", action),
                ]
        return tuple(pieces)
