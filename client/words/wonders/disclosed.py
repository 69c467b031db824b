"""
Sentences about cards that stayed face down until they were disclosed after the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.game import Card, Seat, Slot
from sealed_wonders.core.wonders.public import laid_by, opened
from sealed_wonders.net.words import _, n_


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


def counted(
    sight: Sight, past: Sequence[Any], cards: Mapping[Slot, Card]
) -> Iterator[str]:
    """Yield the number of our face-down cards in each place; see `lines`."""
    places = [it["where"] for it in opened(sight.state, laid_by(past), cards)]
    for where, n in Counter(places).items():
        yield _count(where, n).format(n=n)


def _count(where: str, n: int) -> str:
    match where:
        case "sold":
            return n_("{n} that you sold", "{n} that you sold", n)
        case "stage":
            return n_("{n} under your wonder", "{n} under your wonder", n)
        case "last":
            return n_("{n} that you had left", "{n} that you had left", n)
        case "kept":
            return n_(
                "{n} leader that you didn't recruit",
                "{n} leaders that you didn't recruit",
                n,
            )
        case "discard":
            return n_(
                "{n} that you saw in the discard pile",
                "{n} that you saw in the discard pile",
                n,
            )
    return n_("{n} that you held", "{n} that you held", n)


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
