"""
Comparing a table's state between two people, by a line of words.

A player who continues a seat that another machine had played compares before anything
is signed for the seat: the host may hide what that machine signed last, and a seat that
signs twice is convicted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.table.actions import ConfirmTable
from sealed_wonders.client.words import machines, sealing, text
from sealed_wonders.client.words.dialog import (
    GAP,
    NO,
    YES,
    Answer,
    Dialog,
    Key,
    Line,
    closing,
)
from sealed_wonders.client.words.narration import Kind
from sealed_wonders.client.words.tablemodel import TableModel
from sealed_wonders.client.words.text import in_field
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.words import _, p_

BYTES = 4
"""Bytes of the log's digest that are shown; each is a word."""


class Comparing:
    """The comparison as one person's client handles it."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor

    @property
    def asks(self) -> bool:
        """Whether we must compare before anything is signed for our seat."""
        wait = self._actor.known.wait
        return wait is not None and wait.must_compare and not self._actor.over

    def lines(self) -> Sequence[str]:
        """Return the table's state, and how the others recognize this machine."""
        known = self._actor.known
        return (*lines(known), *more(known))

    def dialog(self, key: Key) -> Dialog | str:
        """
        Return the dialog with the table's state, and a yes or no if we must compare.
        """
        known = self._actor.known
        if known.charter is None or known.wait is None:
            return nothing_to_compare()
        stands = [Line(one, "title") for one in lines(known)]
        title = _("How the table stands")
        help = (
            _(
                "Whoever plays on at another machine compares this with somebody at the "
                "table before anything is signed there."
            ),
        )
        if not self.asks:
            besides = [it for one in more(known) for it in (GAP, Line(one))]
            answers = (closing("enter", "compare"),)
            return Dialog(title, (*stands, *besides), answers, help, presses=False)
        reasons = [it for one in why(known, key("command")) for it in (Line(one), GAP)]
        # The phase that was drawn is the one compared, though it may have changed
        # since.
        phase = known.wait.phase.number
        return Dialog(
            title,
            (*reasons, *stands, GAP, Line(question(known))),
            (
                Answer(
                    YES,
                    _("it is the same"),
                    partial(self.answer, same=True, phase=phase),
                ),
                Answer(
                    NO, _("it isn't"), partial(self.answer, same=False, phase=phase)
                ),
            ),
            help,
            insists=_("Please answer first: Enter is a yes, Esc is a no."),
            lets=("quit", "chat", "help"),
            is_typed=True,
        )

    def answer(self, *, same: bool, phase: int | None = None) -> None:
        """
        Sign for the seat again, if the states are the same.

        Args:
            phase: The number of the phase that was compared; None for the open one.
        """
        wait = self._actor.known.wait
        if wait is None or not self.asks:
            return
        if not same:
            self._actor.tell(nothing_is_signed(), Kind.WARNING)
            return
        if phase not in (None, wait.phase.number):
            self._actor.tell(_("It has changed. Compare once more."))
            return
        self._actor.tell(_("From here on you play at this machine."))
        try:
            self._actor.table.do(ConfirmTable(wait.phase.number))
        except OSError as error:
            self._actor.tell(sealing.not_written(error), Kind.WARNING)


def lines(known: TableModel) -> Sequence[str]:
    """Return the table's state as lines."""
    wait = known.wait
    if known.charter is None or wait is None:
        return (nothing_to_compare(),)
    missing = text.listing([known.names[seat] for seat in wait.missing]) or _("nobody")
    return (
        _("Step {n} of the game.").format(n=wait.phase.number),
        _("Still to speak: {names}.").format(names=missing),
        _("Words: {words}.").format(words=words_of(wait.digest[:BYTES])),
    )


def more(known: TableModel) -> Sequence[str]:
    """Return how the others recognize this machine, if another has played our seat."""
    return (machines.ours(known.mark),) if known.mark else ()


def why(known: TableModel, field: str = "") -> Sequence[str]:
    """
    Return why the states must be compared, and with whom.

    Args:
        field: The key that opens the command field of a screen; empty in line mode.
    """
    danger = _(
        "Your other machine may have signed something last that this host doesn't show. "
        "Whoever signs twice is convicted of it."
    )
    if known.wait is not None and known.wait.taken_back:
        danger = _(
            "Another machine has played your seat since this one. What it signed "
            "counts, and this host may be hiding its last move; signing a different "
            "one here would prove that you cheated. If it wasn't you, tell the others"
            " by typing: {word}"
        ).format(word=in_field(field, p_("typed", "disown")))
    if not _others(known):
        return (
            danger,
            _("Only bots play here besides you, so there is nobody to compare with:"),
        )
    compare = _(
        "So compare with somebody at the table, by voice, before anything is signed here. "
        "They type {word}, and have to see just this:"
    )
    return (danger, *more(known), compare.format(word=p_("typed", "compare")))


def question(known: TableModel) -> str:
    """Return the question whether play may continue."""
    if not _others(known):
        return _("Do you trust this host, and play on?")
    return _("Is it the same with them?")


def _others(known: TableModel) -> bool:
    """Return whether another person plays at the table: bots can't compare."""
    return any(
        person.owner is None and seat != known.ours
        for seat, person in enumerate(known.people)
    )


def nothing_is_signed() -> str:
    return _(
        "Then nothing is signed for your seat. If they are further, wait and compare "
        "again; if they are not waiting for you, this host hides what you have signed."
    )


def nothing_to_compare() -> str:
    return _("There is nothing to compare just now.")
