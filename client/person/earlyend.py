"""
Ending a game early, as one person's client handles it: who wants to, and how to agree.
"""

from __future__ import annotations

from dataclasses import replace

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.questions.dialog import (
    GAP,
    Alternative,
    Dialog,
    DialogLine,
    Key,
    make_sure,
)
from sealed_wonders.client.table.actions import EndEarly
from sealed_wonders.client.table.events import Halting
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.sight import TurnNumber
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import sealedanswer
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, p_


class Finishing:
    """The wishes to end a game early, as one person's client handles them."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._told: set[tuple[Seat, TurnNumber | None]] = set()
        """Seats reported per turn; their wish arrives again in each phase."""
        self._asked_in: TurnNumber | str | None = ""
        """The turn in which the person was shown how to agree."""

    def halting(self, now: Halting) -> None:
        """Report who wants to end the game, once per turn."""
        actor, known = self._actor, self._actor.known
        known.halting = now
        for seat in sorted(now.agreed):
            place = seat, known.moment
            if place not in self._told and seat != known.ours:
                self._told.add(place)
                # A screen shows it for as long as it is the case.
                actor.tell(_said(known.names[seat], now))
                if _is_asked(known) and self._asked_in != known.moment:
                    self._asked_in = known.moment
                    word = p_("typed", "finish")
                    said = _("To agree, type: {word}")
                    actor.guide(said.format(word=word))

    def status(self, key: Key) -> DialogLine | None:
        """Return the status line while anybody wants to end the game."""
        said = line(self._actor.known, key("finish"))
        return DialogLine(said, "warning") if said else None

    def dialog(self) -> Dialog | str:
        """
        Return the dialog to propose or agree to end the game, or why it isn't possible.

        It closes by itself once it was opened by a proposal that no longer holds.
        """
        known = self._actor.known
        if why_not := self._why_not:
            return why_not
        if known.ours in known.halting.agreed:
            return line(known, "")
        asks = self.asks
        asked = make_sure(self.way)
        said = () if asks is None else (DialogLine(_who_agrees(known)), GAP)
        return replace(
            asked,
            title=_("End the game here?"),
            lines=(*said, *asked.lines),
            insists="",
            asked=asks,
            presses=asks is not None,
        )

    @property
    def asks(self) -> TurnNumber | str | None:
        """The turn in which our agreement is missing; None if it isn't."""
        known = self._actor.known
        is_asked = self.can_be and bool(known.halting.agreed) and _is_asked(known)
        return (known.moment or "") if is_asked else None

    @property
    def can_be(self) -> bool:
        """Whether we have a seat in a game that isn't over."""
        actor, known = self._actor, self._actor.known
        is_on = known.charter is not None and not actor.over
        return is_on and known.ours is not None and not known.out

    @property
    def _why_not(self) -> str:
        """Why we can't propose it now; empty if we can."""
        if not self.can_be:
            return _("You aren't playing, so you have no game to end.")
        return _("You aren't connected right now.") if self._actor.known.offline else ""

    @property
    def way(self) -> Alternative:
        """Ending the game here, after a confirmation."""
        return Alternative(
            "finish",
            _("End the game here, with the points so far"),
            (
                _(
                    "The game ends once all human players agree; bots then agree as "
                    "well. Until then, you can withdraw this by making a choice; "
                    "afterwards, it can't be undone."
                ),
            ),
            self.finish,
            confirmation=_("End the game here, with the points so far?"),
        )

    def finish(self) -> None:
        """Report that we want to end the game now."""
        actor = self._actor
        if why_not := self._why_not:
            actor.tell(why_not)
        else:
            said = _(
                "You propose ending the game. It ends once everybody agrees; to "
                "withdraw, make a choice."
            )
            if actor.known.halting.agreed:
                said = _(
                    "You agree to end the game. It ends once everybody agrees; to "
                    "withdraw, make a choice."
                )
            actor.tell(said)
            try:
                actor.table.do(EndEarly())
            except OSError as error:
                actor.tell(sealedanswer.not_written(error), LineKind.WARNING)


def _who_agrees(known: TableModel) -> str:
    names = ", ".join(known.names[seat] for seat in sorted(known.halting.agreed))
    return _said(names, known.halting)


def _said(name: str, now: Halting) -> str:
    """Return the sentence on who wants to end the game, and how many do."""
    return _(
        "{name} wants to end the game here, with the points so far ({n} of {most} "
        "agree)."
    ).format(name=name, n=len(now.agreed), most=len(now.asked))


def _is_asked(known: TableModel) -> bool:
    """Return whether our agreement is missing."""
    return known.ours in known.halting.asked - known.halting.agreed


def line(known: TableModel, key: str) -> str:
    """
    Return the status line on ending early; empty if nobody wants that.

    Args:
        key: The key that opens the dialog.
    """
    now = known.halting
    if not now.agreed or known.ending is not None:
        return ""
    if now.agreed == {known.ours}:
        yours = _(
            "You want to end the game here, with the points so far ({n} of {most} "
            "agree)."
        )
        return yours.format(n=len(now.agreed), most=len(now.asked))
    if not _is_asked(known):
        return _who_agrees(known)
    # On the narrowest screen the key must still be visible.
    return _("{names}: end the game here? ({n} of {most} agree.) {key} agrees").format(
        names=", ".join(known.names[seat] for seat in sorted(now.agreed)),
        n=len(now.agreed),
        most=len(now.asked),
        key=key,
    )
