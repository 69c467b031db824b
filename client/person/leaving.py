"""
Leaving a table: for now, or permanently, and the dialog with all alternatives.

The seat is kept unless the person says goodbye, which is signed, or hands it over
(`handing`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.person.earlyend import Finishing
from sealed_wonders.client.person.handing import SeatHandover, given
from sealed_wonders.client.questions.dialog import (
    NO,
    YES,
    Alternative,
    Dialog,
    DialogAnswer,
    DialogLine,
    confirm,
)
from sealed_wonders.client.table.actions import LeaveTable, SayGoodbye, Speak
from sealed_wonders.client.tablewords import absences
from sealed_wonders.client.view.ending import Displaced
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.words import sealedanswer, text
from sealed_wonders.net.talk import CLOSES
from sealed_wonders.net.words import _


class LeavingActor(Actor, Protocol):
    """The `Actor`, with the components for alternatives to leaving."""

    handing: SeatHandover
    finishing: Finishing


class Leaving:
    """
    How one person leaves a table.

    Attributes:
        for_good: Whether they have left the game permanently.
        gives_up: Called when they do, if nobody but bots is left; None where others
            may play on.
        to_start: Whether the start screen comes next, rather than the shell.
    """

    def __init__(self, actor: LeavingActor) -> None:
        self.for_good = self.to_start = False
        self.gives_up: Callable[[], None] | None = None
        self._actor = actor

    @property
    def can_be_for_good(self) -> bool:
        """Whether we can let the others continue without us."""
        known = self._actor.known
        is_in = known.charter is not None and not self._actor.over and not known.out
        return is_in and len(known.names) > 2

    @property
    def may_be_at_once(self) -> bool:
        """Whether leaving costs neither us nor others anything."""
        actor, known = self._actor, self._actor.known
        if known.games or known.password_of is not None or known.handing.looks_on:
            return True  # never had a seat
        looks_on = known.out and bool(actor.back) and not actor.known.hosts
        return actor.over or not actor.seated or looks_on

    @property
    def has_seat(self) -> bool:
        """Whether we have a seat in an unfinished game, even one that was removed."""
        known = self._actor.known
        ended = known.ending
        # A person displaced by another program of theirs may come back.
        is_on = ended is None or isinstance(ended.why, Displaced)
        is_in = known.charter is not None and is_on
        return is_in and not self.for_good and known.ours is not None

    @property
    def closes_table(self) -> bool:
        """Whether a table that hasn't begun closes because we leave: we host it."""
        known = self._actor.known
        return known.hosts and known.charter is None

    def dialog(self) -> Dialog | None:
        """Return the dialog to leave; None if nothing is lost by leaving."""
        actor = self._actor
        if self.may_be_at_once:
            return None
        if actor.known.charter is not None:
            return self._dialog_alone if self._is_alone else self._dialog_in_game
        asks = confirm(
            _("Leave this table?"),
            self.leave,
            details=closing_means() if self.closes_table else (),
            again="quit",
        )
        # If the game begins meanwhile, leaving costs more.
        return replace(asks, asked=_("Leave this table?"))

    @property
    def _is_alone(self) -> bool:
        """Whether the table is our own, and nobody but bots has another seat."""
        is_ours = self.gives_up is not None and bool(self._actor.back)
        is_given = self._actor.handing.model.giving is not None
        return is_ours and self._actor.known.is_among_bots and not is_given

    @property
    def _dialog_alone(self) -> Dialog:
        """The dialog to leave bots, who wait: only whether to."""
        back = self._actor.back
        lines = [DialogLine(_("Your game is kept. To come back, type:"))]
        if self.to_start:
            kept = _(
                "Your game is kept. You can return to it from the start screen, which "
                "comes next."
            )
            lines, back = [DialogLine(kept)], ""
        return Dialog(
            _("Leave the game?"),
            (*lines, *((DialogLine(back, is_whole=True),) if back else ())),
            (
                DialogAnswer((*YES, "quit"), _("leave"), self.leave),
                DialogAnswer(NO, _("stay")),
            ),
            (_("Enter: leave. Esc: stay."),),
            insists=_("Please answer first, or press Esc to stay."),
        )

    @property
    def _dialog_in_game(self) -> Dialog:
        """The dialog to leave for now, permanently, or by handing the seat over."""
        giving, said = self._actor.handing.model.giving, ""
        if giving is not None:
            said = given(giving, self._actor.known)
        return Dialog(
            _("Leave the game?"),
            (DialogLine(said),) if said else (),
            (
                DialogAnswer(("back",), _("stay")),
                DialogAnswer(("quit",), "", self.leave, is_shown=False),
            ),
            (
                _(
                    "If you have to go, you can hand your seat over so that the "
                    "others needn't wait. Esc: stay."
                ),
            ),
            ways=self._ways,
            closes=True,
            insists=_("Please answer first, or press Esc to stay."),
        )

    @property
    def _ways(self) -> Sequence[Alternative]:
        """
        The ways to leave; seldom many, since few games have spectators to take a seat.
        """
        actor, handing, finishing = (
            self._actor,
            self._actor.handing,
            self._actor.finishing,
        )
        ways = [
            Alternative(
                "leave", _("Leave for now and come back later"), self._cost, self.leave
            )
        ]
        if handing.model.giving is not None:
            means = _("Nobody else will be able to take your seat.")
            ways.append(
                Alternative("keep", _("Keep your seat"), (means,), handing.keep)
            )
        ways += handing.ways
        if finishing.can_be:
            ways.append(finishing.way)
        if self.can_be_for_good and not actor.known.hosts:
            ways.append(self.way_for_good)
        return ways

    @property
    def way_for_good(self) -> Alternative:
        """Leaving permanently, after a confirmation."""
        means = _(
            "The others can go on without you immediately. Once they do, you can't "
            "come back to your seat."
        )
        if self.gives_up is not None:
            means = _("You give the game up, and can't resume it.")
        return Alternative(
            "good",
            _("Leave for good"),
            (means,),
            self.leave_for_good,
            confirmation=_("Leave this game for good?"),
        )

    @property
    def _cost(self) -> tuple[str, ...]:
        """The cost of leaving a game for now, and how to come back."""
        actor = self._actor
        if actor.back and self.to_start:
            stops = _("You are hosting this game. If you leave, it stops.")
            kept = _("Your seat is kept, and the others wait for you.")
            leads = _(
                "You come back to the start screen, where you can return to the game."
            )
            return (f"{stops if actor.known.hosts else kept} {leads}",)
        if actor.known.hosts:
            stops = _(
                "You are hosting this game. If you leave, it stops. To reopen it "
                "later, type:"
            )
            return (stops, actor.back)
        if not actor.back:
            return (_("Leaving ends the game. This can't be undone."),)
        if actor.is_guest:
            kept = _(
                "Your seat is kept, and the others wait for you. To come back, open:"
            )
            return (kept, actor.back)
        kept = _(
            "Your seat is kept, and the others wait for you. The program closes. To "
            "come back, type:"
        )
        return (kept, actor.back)

    def leave(self) -> None:
        """Leave at once."""
        actor = self._actor
        if self.may_be_at_once:
            actor.tell(_("Goodbye."))
        elif self.closes_table:
            actor.tell(table_closed())
        elif actor.known.charter is None or not actor.back:
            actor.tell(_("You have left the table."))
        else:
            actor.tell(text.come_back(actor.known.game, is_guest=actor.is_guest))
            actor.tell(actor.back)  # on a line of its own, to be copied
            actor.table.do(Speak("", CLOSES))
        actor.stop()
        actor.table.do(LeaveTable())

    def leave_for_good(self) -> None:
        """Leave a game permanently, so that the others needn't wait."""
        actor = self._actor
        if not self.can_be_for_good or actor.known.offline:
            self.leave()  # nobody would receive the message
            return
        try:
            actor.table.do(SayGoodbye())
        except OSError as error:
            actor.tell(sealedanswer.not_written(error), LineKind.WARNING)
            return
        self.for_good = True
        if self.gives_up is not None:
            self.gives_up()
        actor.tell(absences.gone_for_good(actor.known.game))
        actor.stop()
        actor.table.do(LeaveTable())


def closing_means() -> tuple[str, ...]:
    """Return what it means to leave a lobby that we host."""
    return (
        _(
            "You are hosting this table. If you leave, it closes for everybody, and "
            "its invitation stops working."
        ),
        _(
            "To play with the others later, host a table again. As long as your "
            "address stays the same, the old invitation works for it too."
        ),
    )


def table_closed() -> str:
    """Return the sentence for somebody who has left a lobby that they hosted."""
    return _(
        "The table is closed. To play with the others, host a table again. As long as "
        "your address stays the same, the old invitation works for it too."
    )
