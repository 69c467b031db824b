"""
What somebody has opened, when the game was over, of the cards that lie face down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.wonders import describe
from sealed_wonders.client.terminal.wonders.sight import Sight
from sealed_wonders.client.words import _
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.wonders.events import LeftOver, Played


def lines(
    sight: Sight, past: Sequence[Any], seat: Seat, cards: Mapping[Slot, Card]
) -> Iterator[str]:
    """
    Say what it was, and when it was laid there.

    Args:
        past: all that happened in the game.
    """
    who, rest = sight.who(seat), dict(cards)
    sold, under, last = list[str](), list[str](), list[str]()
    for event in past:
        match event:
            case Played(card=None, slot=slot) if slot in rest:
                name = _name(sight, rest.pop(slot))
                row = _("{card} (age {age}, turn {turn})").format(
                    card=name, age=event.age, turn=event.turn
                )
                if not event.turn:
                    row = _("{card} (age {age})").format(card=name, age=event.age)
                (under if event.use == "stage" else sold).append(row)
            case LeftOver(slot=slot) if slot in rest:
                name = _name(sight, rest.pop(slot))
                last.append(_("{card} (age {age})").format(card=name, age=event.age))
    leader = sight.state.rules.catalog.leader
    kept = _taken(sight, rest, [slot for slot in rest if leader(rest[slot])])
    discard = _taken(sight, rest, sight.state.discard)
    others = _taken(sight, rest, tuple(rest))
    told = (
        (
            sold,
            _("You sold: {cards}."),
            _("{who} sold: {cards}."),
        ),
        (
            under,
            _("You laid under your wonder: {cards}."),
            _("{who} laid under the wonder: {cards}."),
        ),
        (
            last,
            _("Your last cards were: {cards}."),
            _("The last cards of {who} were: {cards}."),
        ),
        (
            kept,
            _("Leaders you didn't recruit: {cards}."),
            _("Leaders that {who} didn't recruit: {cards}."),
        ),
        (
            discard,
            _("You left in the discard: {cards}."),
            _("{who} left in the discard: {cards}."),
        ),
        (
            others,
            _("You held: {cards}."),
            _("{who} held: {cards}."),
        ),
    )
    for names, mine, theirs in told:
        if names:
            yield text.about(who, mine, theirs, cards=", ".join(names))


def _name(sight: Sight, card: Card) -> str:
    face = sight.state.rules.catalog.face(card)
    return "" if face is None else describe.name(face)


def _taken(sight: Sight, rest: dict[Slot, Card], slots: Sequence[Slot]) -> list[str]:
    """Take cards out of those that are still to be told of; give their names."""
    return [_name(sight, rest.pop(slot)) for slot in slots if slot in rest]
