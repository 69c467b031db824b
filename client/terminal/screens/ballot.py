"""
The question whether to go on without somebody, or to let somebody else play on for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.table.events import Asking, Vote
from sealed_wonders.client.terminal import (
    absences,
    lobby,
    stillthere,
    substitutes,
    text,
)
from sealed_wonders.client.terminal.draw import Piece, Row, Rows, paragraph, piece, row
from sealed_wonders.client.terminal.screens import listing
from sealed_wonders.client.terminal.screens.box import SCROLLING, Box
from sealed_wonders.client.terminal.screens.waylist import WayList
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.terminal.ways import Way
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.words import _

READING = 0.7
"""Seconds in which nobody has read what is asked."""


class BallotBox(Box):
    """
    Asks whether, and how, to go on without somebody, or whether that is to be proposed.

    A yes has a key of its own: Enter, which somebody may be about to press for something
    else when this comes up, does nothing here; but it chooses among several proposals.
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
        self._list = WayList(self._propose)
        self._drawn: object = None
        """What was asked when it was drawn last."""
        self._since = 0.0
        """When that was drawn first."""

    @property
    def title(self) -> str:
        """What it is."""
        asks = self.stack.known.absence.asks
        if self._asking is not None or (asks is not None and asks.substitutes):
            return _("A substitute?")
        return _("Go on without?") if len(self._ways) < 2 else _("How to go on?")

    @property
    def wakes(self) -> float | None:
        """When there is a second less to answer."""
        votes = self.stack.known.absence.votes
        is_timed = any(it.until is not None or it.agreed_at is not None for it in votes)
        return self.stack.seconds() + 1 if is_timed else None

    @property
    def help(self) -> Sequence[str]:
        """Say what a vote is."""
        asks = self.stack.known.absence.asks
        if (asks is not None and asks.substitutes) or len(self._ways) > 1:
            return (
                _(
                    "Somebody is waited for. If all others agree, somebody else plays on "
                    "with their city and their hand, and sees it; nobody else can decide "
                    "that, and the host can't."
                ),
                lobby.one_at_a_time(),
                absences.of_no(),
            )
        return (
            _(
                "Somebody is waited for. If all others agree, the table goes on without "
                "them; nobody else can decide that, and the host can't."
            ),
            absences.of_out(),
            absences.of_no(),
        )

    @property
    def actions(self) -> Sequence[str]:
        """Yes, no, or later: what there is to answer."""
        if self.stack.known.absence.asks is not None:
            return ("yes", "nothing", "back")
        match len(self._ways):
            case 0:
                return ("back",)
            case 1:
                return ("yes", "back")
        return (*listing.ACTIONS, "back")

    @property
    def called(self) -> dict[str, str]:
        """What keys mean here."""
        called = {"nothing": _("no"), "enter": _("propose it")}
        if self.stack.known.absence.asks is not None or self._ways:
            called["back"] = _("later")
        return called

    @property
    def _ways(self) -> Sequence[Way]:
        """What we may propose, unless something else is under way."""
        known, person = self.stack.known, self.stack.person
        if person is None or known.absence.asks is not None or self._asking is not None:
            return ()
        return person.voting.ways

    @property
    def _asking(self) -> Asking | None:
        """Whom we ask just now, if we aren't asked ourselves."""
        known = self.stack.known
        return None if known.absence.asks is not None else known.handing.asking

    @property
    def _asked(self) -> object:
        """What is asked, equal as long as it is the same."""
        absence = self.stack.known.absence
        if absence.asks is not None:
            return absence.asks.key
        return self._asking or absence.offered

    def rows(self, width: int, height: int) -> Rows:
        """Say what is asked, and how the vote stands."""
        known = self.stack.known
        asks, asking, ways = known.absence.asks, self._asking, self._ways
        if self._drawn != (asked := self._asked):
            self._drawn, self._since = asked, self.stack.seconds()
        if asks is not None and asks.until is not None:
            return self._question_rows(asks, asks.until, width)
        if asking is not None:
            return paragraph(substitutes.asked(asking, known), width)
        if ways:
            return self._proposal_rows(ways, width, height)
        return self._settled_rows(width)

    def _question_rows(self, vote: Vote, until: float, width: int) -> Rows:
        """Draw a ballot in which our answer is waited for."""
        known = self.stack.known
        names, absence = known.names, known.absence
        rows = [*paragraph(absences.question(vote, known), width, "title")]
        rows += [(), *self._votes(vote, names, known.ours), ()]
        for one in (
            *absences.reasons(vote, absence, names),
            *absences.consequences(vote, known),
        ):
            rows += paragraph(one, width)
        left = absences.answer_in_time(
            until - self.stack.seconds(), by_program=known.handing.autopilot
        )
        rows += [(), *paragraph(left, width, "dim")]
        rows += [(), self._keys(_("yes"), _("no"))]
        return rows

    def _proposal_rows(self, ways: Sequence[Way], width: int, height: int) -> Rows:
        """Draw what we may propose: a list, or the only way."""
        known = self.stack.known
        offer = absences.offer(known.absence, known.names, known.ours)
        rows = [*paragraph(offer, width, "title")]
        for one in substitutes.hindrances(known):
            rows += paragraph(one, width, "dim")
        rows.append(())
        if len(ways) > 1:
            rows += self._list.draw(ways, width, height, self.stack.symbols)
        else:
            rows += [*paragraph(ways[0].means[0], width), ()]
            rows.append(self._keys(_("propose it"), ""))
        return rows

    def _settled_rows(self, width: int) -> Rows:
        """Draw what came of the last ballot, or that the others haven't answered yet."""
        known = self.stack.known
        rows = [*paragraph(self._settled(), width)]
        for vote in known.absence.votes[-1:]:
            rows += [(), *self._votes(vote, known.names, known.ours)]
            if waits := stillthere.waits(vote, known, self.stack.seconds()):
                rows += [(), *paragraph(waits, width, "dim")]
        return rows

    def act(self, action: str) -> bool:
        """Vote, or propose; whatever else is tried waits for that, or for a later."""
        asks, ways = self.stack.known.absence.asks, self._ways
        if action in ("yes", "nothing"):
            self._answer(yes=action == "yes")
            return True
        if len(ways) > 1 and self._list.act(action, ways):
            return True
        if action == "back" and asks is not None:
            # It is still open, and there is little time.
            known = self.stack.known
            asked = absences.question(asks, known)
            self.stack.say(text.noted(self.stack.key("without"), asked))
        if action in ("back", "help", *SCROLLING):
            return super().act(action)
        if len(ways) > 1:
            self.stack.say(_("Please choose first, or Esc for later."))
        elif asks is not None or ways:
            self.stack.say(_("Please answer first: yes, no, or Esc for later."))
        else:
            return super().act(action)
        return True

    @property
    def _is_read(self) -> bool:
        """What is asked was there long enough: other keys were meant for something else."""
        is_there = self.stack.seconds() - self._since >= READING
        return self._drawn == self._asked and is_there

    def _answer(self, *, yes: bool) -> None:
        person, ways = self.stack.person, self._ways
        if person is None or not self._is_read:
            return
        if self.stack.known.absence.asks is not None:
            person.voting.vote(yes=yes)
        elif yes and len(ways) > 1:
            self.stack.say(_("Please choose first, or Esc for later."))
        elif yes and ways:
            ways[0].do()
        else:
            self.stack.close(self)

    def _propose(self, way: Way) -> None:
        if self._is_read:
            way.do()

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

    def _settled(self) -> str:
        absence = self.stack.known.absence
        if not absence.since:
            return _("There is nothing to vote on any more.")
        if any(vote.status is Status.VOID for vote in absence.votes[-1:]):
            return _("It wasn't agreed on: the table waits on.")
        return _("You have answered; the others haven't all.")

    def _keys(self, yes: str, no: str) -> Row:
        key, pieces = self.stack.key, list[Piece]()
        for action, said in (("yes", yes), ("nothing", no), ("back", _("later"))):
            if said:
                pieces += [
                    piece(key(action), "key", action),
                    piece(f" {said}    ", "", action),
                ]
        return tuple(pieces)
