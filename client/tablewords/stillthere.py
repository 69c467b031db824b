"""A ballot on going on without us: alerts, and how to report that we are present."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.questions.dialog import GAP, Dialog, DialogAnswer, DialogLine
from sealed_wonders.client.table.events import Vote
from sealed_wonders.client.tablewords import absences
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _, n_

LAST_CALL = 20.0
"""Seconds before bots vote yes at which the person is alerted again."""


class Summons:
    """
    Alerts a person at once when they are missed, and shortly before it is too late.
    """

    def __init__(self, reactor: IReactorTime, call: Callable[[], None]) -> None:
        self._reactor = reactor
        self._call = call
        self._called: object = None
        """
        The ballot's key and when bots vote yes, of the last alert; None without one.
        """
        self._again: IDelayedCall | None = None

    def look(self, vote: Vote | None) -> None:
        """
        Alert the person to a new ballot against us, or schedule a changed last alert.
        """
        now = None if vote is None else (vote.key, vote.agreed_at)
        if now == self._called:
            return
        is_new = vote is not None and (
            not isinstance(self._called, tuple) or self._called[0] != vote.key
        )
        self.stop()
        self._called = now
        if vote is not None and vote.agreed_at is not None:
            left = vote.agreed_at - LAST_CALL - self._reactor.seconds()
            if left > 0:
                self._again = self._reactor.callLater(left, self._call)
        if is_new:
            self._call()

    def stop(self) -> None:
        """Cancel the scheduled alert."""
        again, self._again = self._again, None
        if again is not None and again.active():
            again.cancel()


def dialog(known: TableModel, now: float) -> Dialog | str:
    """
    Return the dialog on the ballot against us; any action shows that we are present.
    """
    vote = known.absence.against_us
    if vote is None:
        return nobody_would()
    who, *when = lines(vote, known, now)
    todo = what_to_do(known, by_line=False)
    return Dialog(
        _("Are you there?"),
        (
            DialogLine(who, "title"),
            GAP,
            *(DialogLine(one, "warning") for one in when),
            GAP,
            *map(DialogLine, todo),
        ),
        (DialogAnswer(("back",), _("I'm here")),),
        (absences.of_out(),),
        asked=vote.key,
        ticks=vote.agreed_at is not None,
        any_key=True,
    )


def nobody_would() -> str:
    return _("Nobody wants to go on without you right now.")


def has_bots(vote: Vote, known: TableModel) -> bool:
    """Return whether bots have yet to vote."""
    people = (known.people[seat] for seat in vote.missing)
    return any(it.owner is not None or it.identity in known.bots for it in people)


def lines(vote: Vote, known: TableModel, now: float) -> Iterator[str]:
    """
    Yield who voted to go on without us, and what follows.

    Args:
        now: The time by the clock of `Vote.agreed_at`.
    """
    seats = [seat for seat, yes in sorted(vote.votes.items()) if yes]
    yield n_(
        "{who} wants to go on without you.",
        "{who} want to go on without you.",
        len(seats),
    ).format(who=absences.others(seats, known.names, known.ours))
    if vote.agreed_at is not None and has_bots(vote, known):
        yield agreed_in(vote.agreed_at - now)
    else:
        yield _("If everybody else agrees, you will be out of the game.")


def agreed_in(seconds: float) -> str:
    """Return when bots vote yes."""
    left = round(seconds)
    if left <= 0:
        return _("The bots are voting yes now.")
    return _("The bots will vote yes in {time}.").format(time=text.duration(left))


def what_to_do(known: TableModel, *, by_line: bool) -> Iterator[str]:
    """
    Yield how we stay in the game.

    Args:
        by_line: Input is read line by line, so only Enter can be detected.
    """
    left = known.absence.keys_left
    if not left:
        yield _(
            "In this game, you can't confirm again that you are here. Please choose."
        )
        return
    if by_line:
        yield _("Press Enter to confirm that you are here, or make your choice.")
    else:
        yield _("Press any key to confirm that you are here, or make your choice.")
    yield n_(
        "You can do this {n} more time in this game.",
        "You can do this {n} more times in this game.",
        left,
    ).format(n=left)


def waits(vote: Vote, known: TableModel, now: float) -> str:
    """Return, for the other players, how long bots wait; empty if they don't."""
    is_open = vote.agreed_at is not None and known.ours not in vote.out
    if vote.agreed_at is None or not is_open or not has_bots(vote, known):
        return ""
    left = round(vote.agreed_at - now)
    if left <= 0:
        return ""
    return _("The bots will wait another {time} for {out} before they agree.").format(
        out=absences.others(vote.out, known.names, known.ours), time=text.duration(left)
    )
