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
from sealed_wonders.client.questions.dialog import (
    GAP,
    NO,
    YES,
    Dialog,
    DialogAnswer,
    DialogLine,
    Key,
    closing,
)
from sealed_wonders.client.table.actions import ConfirmTable
from sealed_wonders.client.tablewords import machines
from sealed_wonders.client.tablewords.spokenwords import in_other_languages, own_words
from sealed_wonders.client.tablewords.unavailable import nothing_to_compare
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import sealedanswer, text
from sealed_wonders.client.words.text import in_field
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
        stands = [DialogLine(one, "title") for one in lines(known)]
        title = _("State of the game")
        help = (
            _(
                "A player who continues on another machine should compare this state "
                "with somebody at the table before signing anything there."
            ),
        )
        if not self.asks:
            besides = [it for one in more(known) for it in (GAP, DialogLine(one))]
            answers = (closing("enter", "compare"),)
            return Dialog(title, (*stands, *besides), answers, help, presses=False)
        reasons = [
            it for one in why(known, key("command")) for it in (DialogLine(one), GAP)
        ]
        # The phase that was drawn is the one compared, though it may have changed
        # since.
        phase = known.wait.phase.number
        return Dialog(
            title,
            (*reasons, *stands, GAP, DialogLine(question(known))),
            (
                DialogAnswer(
                    YES,
                    _("yes"),
                    partial(self.answer, same=True, phase=phase),
                ),
                DialogAnswer(
                    NO, _("no"), partial(self.answer, same=False, phase=phase)
                ),
            ),
            help,
            insists=_("Please answer first: Enter means yes, Esc means no."),
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
            self._actor.tell(nothing_is_signed(), LineKind.WARNING)
            return
        if phase not in (None, wait.phase.number):
            self._actor.tell(_("The game has moved on. Compare again."))
            return
        self._actor.tell(_("From now on, you will play on this machine."))
        try:
            self._actor.table.do(ConfirmTable(wait.phase.number))
        except OSError as error:
            self._actor.tell(sealedanswer.not_written(error), LineKind.WARNING)


def lines(known: TableModel) -> Sequence[str]:
    """Return the table's state as lines."""
    wait = known.wait
    if known.charter is None or wait is None:
        return (nothing_to_compare(),)
    missing = text.listing([known.names[seat] for seat in wait.missing]) or _("nobody")
    return (
        _("Step {n} of the game.").format(n=wait.phase.number),
        _("Waiting for: {names}.").format(names=missing),
        _("Words: {words}.").format(words=own_words(wait.digest[:BYTES])),
        *in_other_languages(wait.digest[:BYTES]),
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
        "Your other machine may have signed a last move that this host is hiding. If "
        "you signed a different move now, that would count as cheating."
    )
    if known.wait is not None and known.wait.taken_back:
        danger = _(
            "Another machine has played your seat since you last played here. Its "
            "moves count, and this host may be hiding the last of them. If you "
            "signed a different one here, that would prove that you cheated. If it "
            "wasn't you, tell the others by typing: {word}"
        ).format(word=in_field(field, p_("typed", "disown")))
    if not _others(known):
        return (
            danger,
            _(
                "Everybody else at this table is a bot, so there is nobody to "
                "compare this with:"
            ),
        )
    compare = _(
        "Before you sign anything here, call somebody at the table and ask them to "
        "type {word}. Their screen must show exactly this:"
    )
    return (danger, *more(known), compare.format(word=p_("typed", "compare")))


def question(known: TableModel) -> str:
    """Return the question whether play may continue."""
    if not _others(known):
        return _("Do you trust this host enough to play on?")
    return _("Do they see the same words?")


def _others(known: TableModel) -> bool:
    """Return whether another person plays at the table: bots can't compare."""
    return any(
        person.owner is None and seat != known.ours
        for seat, person in enumerate(known.people)
    )


def nothing_is_signed() -> str:
    return _(
        "For now, your program won't sign anything. If the others' game is further "
        "along, wait and compare again. If you are all in the same step, but only "
        "your program says that the table is waiting for you, this host is hiding "
        "what you have signed."
    )
