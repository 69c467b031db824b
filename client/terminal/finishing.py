"""
Ending a game before its end, as one person has it: who would, and how one agrees.
"""

from __future__ import annotations

from sealed_wonders.client.table.actions import EndEarly
from sealed_wonders.client.table.events import Halting
from sealed_wonders.client.terminal import sealing
from sealed_wonders.client.terminal.actor import Actor
from sealed_wonders.client.terminal.dialog import Key, Line
from sealed_wonders.client.terminal.narration import Kind
from sealed_wonders.client.terminal.sight import TurnNumber
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.client.terminal.text import in_field
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, p_


class Finishing:
    """What one person hears and wants of it."""

    def __init__(self, actor: Actor) -> None:
        """Have heard nothing of it."""
        self._actor = actor
        self._told: set[tuple[Seat, TurnNumber | None]] = set()
        """Of whom it was told, and in which turn: it is said anew of each phase."""
        self._asked_in: TurnNumber | str | None = ""
        """In which turn it was said how to agree."""

    def halting(self, now: Halting) -> None:
        """Tell who would end the game, once in a turn."""
        actor, known = self._actor, self._actor.known
        known.halting = now
        for seat in sorted(now.agreed):
            place = seat, known.moment
            if place not in self._told and seat != known.ours:
                self._told.add(place)
                # A screen says so as long as it is so.
                actor.tell(_said(known.names[seat], now))
                if _is_asked(known) and self._asked_in != known.moment:
                    self._asked_in = known.moment
                    word = p_("typed", "finish")
                    said = _("If you would, too, type: {word}")
                    actor.guide(said.format(word=word))

    def status(self, key: Key) -> Line | None:
        """Say in a line of a screen who would end the game, as long as anybody would."""
        said = line(self._actor.known, key("command"))
        return Line(said, "warning") if said else None

    @property
    def can_be(self) -> bool:
        """There is a game of ours that goes on."""
        actor, known = self._actor, self._actor.known
        is_on = known.charter is not None and not actor.over
        return is_on and known.ours is not None and not known.out

    def finish(self) -> None:
        """Say that we would end the game here."""
        actor, known = self._actor, self._actor.known
        if not self.can_be:
            actor.tell(_("There is no game of yours that could be ended."))
        elif known.offline:
            actor.tell(_("There is no connection just now."))
        else:
            actor.tell(
                _(
                    "You would end the game here, with the points so far. It ends as soon "
                    "as all who play would; if you choose something first, you play on."
                )
            )
            try:
                actor.table.do(EndEarly())
            except OSError as error:
                actor.tell(sealing.not_written(error), Kind.WARNING)


def _said(name: str, now: Halting) -> str:
    """Say that somebody would end the game, and how many would."""
    return _(
        "{name} would end the game here, with the points so far ({n} of {most})."
    ).format(name=name, n=len(now.agreed), most=len(now.asked))


def _is_asked(known: TableModel) -> bool:
    """It isn't ended as long as we don't say that we would, too."""
    return known.ours in known.halting.asked - known.halting.agreed


def line(known: TableModel, field: str) -> str:
    """
    Say it in a line of a screen, as long as it is so; nothing if nobody would.

    Args:
        field: the key by which a command is typed there.
    """
    now = known.halting
    if not now.agreed or known.ending is not None:
        return ""
    if now.agreed == {known.ours}:
        yours = _(
            "You would end the game here, with the points so far ({n} of {most})."
        )
        return yours.format(n=len(now.agreed), most=len(now.asked))
    names = ", ".join(known.names[seat] for seat in sorted(now.agreed))
    if not _is_asked(known):
        return _said(names, now)
    # In the least room the word must be seen.
    return _(
        "{names} would end the game here ({n} of {most}). To agree, type {word}"
    ).format(
        names=names,
        n=len(now.agreed),
        most=len(now.asked),
        word=in_field(field, p_("typed", "finish")),
    )
