"""
Sentences about cards that stayed face down until they were disclosed after the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.client.words.wonders.sight import Sight
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.wonders.public import laid_by, opened
from sealed_wonders.net.words import _


def lines(
    sight: Sight, past: Sequence[Any], seat: Seat, cards: Mapping[Slot, Card]
) -> Iterator[str]:
    """
    Yield sentences about a seat's disclosed cards: their names, and when each was laid.

    Args:
        past: all events of the game, in order.
        cards: the disclosed cards by slot.
    """
    who, rows = sight.who(seat), dict[str, list[str]]()
    face, by_id = sight.state.rules.catalog.face, dict[str, str]()
    for card in cards.values():
        if (found := face(card)) is not None:
            by_id[found.id] = describe.name(found)
    for facts in opened(sight.state, laid_by(past), cards):
        row = _("{card} (age {age}, turn {turn})")
        age, turn = facts["at"] or (0, 0)
        if not age:
            row = "{card}"
        elif not turn or facts["where"] == "last":
            row = _("{card} (age {age})")
        name = by_id.get(facts["card"], "")
        said = row.format(card=name, age=age, turn=turn)
        rows.setdefault(facts["where"], []).append(said)
    for where, names in rows.items():
        mine, theirs = _said()[where]
        yield text.about(who, mine, theirs, cards=", ".join(names))


def _said() -> Mapping[str, tuple[str, str]]:
    """Return the sentences by place, each for ourselves and for somebody else."""
    return {
        "sold": (
            _("You sold: {cards}."),
            _("{who} sold: {cards}."),
        ),
        "stage": (
            _("You put under your wonder: {cards}."),
            _("{who} put under their wonder: {cards}."),
        ),
        "last": (
            _("Your last cards were: {cards}."),
            _("{who}'s last cards were: {cards}."),
        ),
        "kept": (
            _("Leaders you didn't recruit: {cards}."),
            _("Leaders that {who} didn't recruit: {cards}."),
        ),
        "discard": (
            _("Cards from the discard pile that you didn't take: {cards}."),
            _("Cards from the discard pile that {who} didn't take: {cards}."),
        ),
        "held": (
            _("You held: {cards}."),
            _("{who} held: {cards}."),
        ),
    }
