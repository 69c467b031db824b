"""
Opening what was laid face down, when a game is over, as one person has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.table.actions import Disclose
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.actor import Actor
from sealed_wonders.client.terminal.narration import Kind
from sealed_wonders.client.terminal.tablemodel import TableModel
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.words import _, n_, p_


class Disclosing:
    """What one person hears and wants of it."""

    def __init__(self, actor: Actor) -> None:
        """Have heard nothing of it."""
        self._actor = actor
        self._has_said = False
        """They know how it is done."""

    def may(self, cards: Mapping[Slot, Card]) -> str:
        """Take what may be opened; gives how that is done, if it wasn't said yet."""
        self._actor.known.disclosable = dict(cards)
        if not cards or self._has_said:
            return ""
        self._has_said = True
        return offered(len(cards))

    def disclose(self) -> None:
        """Open all that lies face down and is ours, now or as soon as we are connected."""
        actor, known = self._actor, self._actor.known
        if known.disclosable:
            actor.table.do(Disclose())
        elif known.ending is None:
            actor.tell(_("That can be done when the game is over."))
        else:
            actor.tell(_("No card of yours lies face down that could be opened."))

    def disclosed(self, seat: Seat, cards: Mapping[Slot, Card]) -> None:
        """Tell what somebody has opened, and keep it."""
        actor, known = self._actor, self._actor.known
        known.disclosed.setdefault(seat, {}).update(cards)
        if known.sight is not None:
            faces = {**known.sight.faces, **cards}
            known.sight = replace(known.sight, faces=faces)
        actor.tell_all(lines(known, seat, cards), Kind.GAME)
        actor.table.keep_log(whole=True)

    def untruth(self, fraud: Fraud) -> None:
        """Tell that somebody has opened something wrongly."""
        actor, known = self._actor, self._actor.known
        who = None if fraud.seat == known.ours else known.names[fraud.seat]
        actor.tell(said_untruth(who, fraud), Kind.WARNING)
        actor.table.keep_log(whole=True)


def offered(n: int) -> str:
    """Say how cards are opened."""
    said = n_(
        "{n} card of yours lies face down. {word} shows it to everybody, with the proof.",
        "{n} cards of yours lie face down. {word} shows them to everybody, with the proof.",
        n,
    )
    return said.format(n=n, word=p_("typed", "open"))


def lines(known: TableModel, seat: Seat, cards: Mapping[Slot, Card]) -> Iterator[str]:
    """Say what somebody has opened; nothing of a game that isn't seen."""
    if known.sight is not None:
        yield from known.face.narrator.opened(known.sight, known.past, seat, cards)


def all_lines(known: TableModel) -> Iterator[str]:
    """Say what all have opened, by seat."""
    for seat in sorted(known.disclosed):
        yield from lines(known, seat, known.disclosed[seat])


def said_untruth(who: text.Who, fraud: Fraud) -> str:
    """Say that what somebody opens isn't so."""
    return text.about(
        who,
        _(
            "Your own program, or somebody who has your key, opens a card wrongly at entry "
            "{entry}: {reason}. Nothing is shown by that."
        ),
        _(
            "{who} opens a card wrongly at entry {entry}: {reason}. Nothing is shown by "
            "that; the result stands."
        ),
        entry=fraud.entry,
        reason=retold(fraud.reason),
    )
