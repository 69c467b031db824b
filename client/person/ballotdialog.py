"""
The dialog for ballots: to vote on one, or to open one.

A yes has a separate key. Somebody may be about to press Enter for something else when
this dialog appears, so Enter casts no vote; it only selects among several proposals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Protocol

from sealed_wonders.client.questions.dialog import (
    GAP,
    Alternative,
    Dialog,
    DialogAnswer,
    DialogLine,
    Key,
    closing,
)
from sealed_wonders.client.table.events import Absence, Vote
from sealed_wonders.client.tablewords import absences, lobby, stillthere, substitutes
from sealed_wonders.client.tablewords.unavailable import nobody_is_absent
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.words import _, n_

READING = 0.7
"""Seconds after the dialog appears in which nobody can have read it."""


class BallotPerson(Protocol):
    """The person who votes, as this dialog sees them."""

    @property
    def ways(self) -> Sequence[Alternative]: ...
    def vote(self, *, yes: bool) -> None: ...


def dialog(
    voter: BallotPerson, known: TableModel, now: float, key: Key
) -> Dialog | str:
    """
    Return the dialog that applies now, or a sentence if there is none.

    Args:
        now: The time by the clock of `Vote.until`.
    """
    absence, asking = known.absence, known.handing.asking
    asks = absence.asks
    if asks is not None and asks.until is not None:
        return _to_answer(voter, asks, asks.until - now, known, key)
    if asking is not None:
        said = substitutes.asked(asking, known)
        title = _("A substitute?")
        return Dialog(title, (DialogLine(said),), (closing(),), asked=asking)
    if ways := voter.ways:
        return _to_propose(ways, known)
    if _is_undecided(absence):
        return _settled(known, now)
    return nobody_is_absent()


def _to_answer(
    voter: BallotPerson, vote: Vote, left: float, known: TableModel, key: Key
) -> Dialog:
    """Return the dialog to vote on a ballot."""
    names, asked = known.names, absences.question(vote, known)
    by_program = known.handing.autopilot
    # Shown after "later": the ballot is still open, and its time is short.
    still_open = text.noted(key("without"), asked)
    return Dialog(
        _("A substitute?") if vote.substitutes else _title(vote.out),
        (
            DialogLine(asked, "title"),
            GAP,
            *_votes(vote, known),
            GAP,
            *map(DialogLine, absences.reasons(vote, known.absence, names)),
            *map(DialogLine, absences.consequences(vote, known)),
            GAP,
            DialogLine(absences.answer_in_time(left, by_program=by_program), "dim"),
        ),
        (
            DialogAnswer(
                ("yes",), _("yes"), partial(voter.vote, yes=True), closes=False
            ),
            DialogAnswer(
                ("nothing",), _("no"), partial(voter.vote, yes=False), closes=False
            ),
            DialogAnswer(("back",), _("later"), lambda: still_open),
        ),
        _about_substitutes() if vote.substitutes else _about_going_on(),
        asked=vote.key,
        settles=READING,
        insists=_("Please answer first: yes, no, or Esc to decide later."),
        lets=("help",),
        ticks=True,
        is_typed=True,
    )


def _to_propose(ways: Sequence[Alternative], known: TableModel) -> Dialog:
    """Return the dialog to open a ballot: one proposal, or several to choose from."""
    absence = known.absence
    offer = absences.offer(absence, known.names, known.ours)
    lines = [DialogLine(offer, "title")]
    lines += [DialogLine(one, "dim") for one in substitutes.hindrances(known)]
    later = DialogAnswer(("back", "nothing"), _("later"))
    if len(ways) > 1:
        return Dialog(
            _("How should the game go on?"),
            lines,
            (later,),
            _about_substitutes(),
            ways=ways,
            choose=_("propose"),
            asked=absence.offered,
            settles=READING,
            insists=_("Please choose first, or press Esc to decide later."),
            lets=("help",),
            presses=False,
        )
    (way,) = ways
    propose = DialogAnswer(("yes",), _("propose"), way.do, closes=False)
    return Dialog(
        _title(absence.offered),
        (*lines, GAP, *map(DialogLine, way.means[:1])),
        (propose, later),
        _about_going_on(),
        asked=absence.offered,
        settles=READING,
        insists=_("Please answer first: yes, no, or Esc to decide later."),
        lets=("help",),
        presses=False,
    )


def _settled(known: TableModel, now: float) -> Dialog:
    """Return the dialog that shows the last ballot, decided or still open."""
    absence = known.absence
    lines, out = [DialogLine(_came_of(absence))], tuple[Seat, ...]()
    for vote in absence.votes[-1:]:
        out = vote.out
        lines += [GAP, *_votes(vote, known)]
        if waits := stillthere.waits(vote, known, now):
            lines += [GAP, DialogLine(waits, "dim")]
    return Dialog(
        _title(out),
        lines,
        (closing("yes", "nothing"),),
        _about_going_on(),
        remains=True,
        ticks=any(it.agreed_at is not None for it in absence.votes),
    )


def _title(out: Sequence[Seat]) -> str:
    n = len(out) or 1
    return n_("Go on without the player?", "Go on without the players?", n)


def _is_undecided(absence: Absence) -> bool:
    """Return whether the last ballot isn't carried (it may be open or void)."""
    return any(vote.status is not Status.CARRIED for vote in absence.votes[-1:])


def _came_of(absence: Absence) -> str:
    if not absence.since:
        return _("There is nothing left to vote on.")
    if any(vote.status is Status.VOID for vote in absence.votes[-1:]):
        return _("The vote failed: the table keeps waiting.")
    return _("You have voted; some of the others haven't yet.")


def _votes(vote: Vote, known: TableModel) -> Iterator[DialogLine]:
    """Yield one line each for yes votes, no votes and missing votes."""

    def some(seats: Sequence[Seat]) -> str:
        return absences.others(seats, known.names, known.ours)

    yes = [seat for seat, said in sorted(vote.votes.items()) if said]
    no = [seat for seat, said in sorted(vote.votes.items()) if not said]
    for word, seats, style in (
        (_("Yes"), yes, "yes"),
        (_("No"), no, "no"),
        (_("Not yet"), vote.missing, "dim"),
    ):
        if seats:
            yield DialogLine(text.noted(word, some(seats)), style)


def _about_substitutes() -> Sequence[str]:
    return (
        _(
            "A player is missing. If all the others agree, a substitute takes over "
            "that player's city and hand, and sees the hand. Only the players decide "
            "this; the host has no say."
        ),
        lobby.one_at_a_time(),
        absences.of_no(),
    )


def _about_going_on() -> Sequence[str]:
    return (
        _(
            "A player is missing. If all the others agree, the game goes on without "
            "that player. Only the players decide this; the host has no say."
        ),
        absences.of_out(),
        absences.of_no(),
    )
