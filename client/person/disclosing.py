"""
Disclosing cards that stayed face down, once the game is over: ours, and other players'.

Disclosures belong to the log, so the kept log file is written again after each one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.table.actions import Disclose
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.client.words.disclosures import said_false_disclosure
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.words import _, n_, p_


class Disclosing:
    """The disclosures of a game, as one person's client handles them."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._has_said = False
        """Whether the person has been informed how to disclose cards."""

    def offer(self, cards: Mapping[Slot, Card]) -> str:
        """Set the cards that may be disclosed; return a hint the first time."""
        self._actor.known.disclosable = dict(cards)
        if not cards or self._has_said:
            return ""
        self._has_said = True
        return offered(self._actor.known, p_("typed", "open"))

    def disclose(self) -> None:
        """Disclose all our face-down cards, now or as soon as we are connected."""
        actor, known = self._actor, self._actor.known
        if known.disclosable:
            actor.table.do(Disclose())
        elif known.ending is None:
            actor.tell(text.not_over_yet())
        elif known.ours is None:
            actor.tell(_("You were watching, so you have no cards to show."))
        else:
            actor.tell(_("You have no face-down cards left to show."))

    def disclosed(self, seat: Seat, cards: Mapping[Slot, Card]) -> None:
        """Record and report the cards that a player disclosed."""
        actor, known = self._actor, self._actor.known
        known.disclosed.setdefault(seat, {}).update(cards)
        if known.sight is not None:
            faces = {**known.sight.faces, **cards}
            known.sight = replace(known.sight, faces=faces)
        actor.tell_all(lines(known, seat, cards), LineKind.GAME)
        actor.table.keep_log(whole=True)

    def false_disclosure(self, fraud: Fraud) -> None:
        """Report a wrong disclosure."""
        actor, known = self._actor, self._actor.known
        who = None if fraud.seat == known.ours else known.names[fraud.seat]
        actor.tell(said_false_disclosure(who, fraud), LineKind.WARNING)
        actor.table.keep_log(whole=True)


def offered(known: TableModel, how: str) -> str:
    """
    Return the sentence on what disclosing our cards does, and how many lie where.

    Args:
        how: The key or the command that does it.
    """
    n = len(known.disclosable)
    said = n_(
        "{how} shows everybody {n} face-down card: {where}.",
        "{how} shows everybody {n} face-down cards: {where}.",
        n,
    )
    return said.format(n=n, how=how, where=where(known))


def where(known: TableModel) -> str:
    """Return how many cards we could disclose, by where they lie."""
    sight, cards = known.sight, known.disclosable
    some = sight and known.face.narrator.face_down(sight, known.past, cards)
    return text.listing(tuple(some or ()))


def lines(known: TableModel, seat: Seat, cards: Mapping[Slot, Card]) -> Iterator[str]:
    """Yield what a player disclosed; nothing if the game isn't visible."""
    if known.sight is not None:
        yield from known.face.narrator.opened(known.sight, known.past, seat, cards)


def all_lines(known: TableModel) -> Iterator[str]:
    """Yield what all players disclosed, by seat."""
    for seat in sorted(known.disclosed):
        yield from lines(known, seat, known.disclosed[seat])
