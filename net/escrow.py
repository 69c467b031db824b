"""
Of which keys a seat's secrets can still be put together: which others hold all parts of.

At a table with `rescue` every seat that speaks in a KEY holds a part of the secrets of every
other seat that does. It loses its parts when it is put out. When its seat goes to a
substitute, the old holder takes them along; but whoever made the keys can tell the new one
those of their own, and does as soon as it has the seat. So of a seat that has spoken since
then the new one most likely has its part, and of one that hasn't it has none.

All of that follows from the log, but for what was told.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold


def recoverable(fold: Fold, seat: Seat, *, surely: bool = False) -> frozenset[str]:
    """
    Name the keys in use of a seat whose secrets all others together can tell now.

    Args:
        surely: leave out those of which a part had to be told anew.
    """
    made = _made(fold)
    now = fold.phase.number
    return frozenset(
        deck
        for deck in fold.keys_in_use
        if deck in made and _is_held(fold, made[deck], seat, now, surely=surely)
    )


def known_to(fold: Fold, seat: Seat) -> frozenset[str]:
    """
    Name the keys in use whose secrets whoever has a seat surely knows.

    That is all of them, but for what got lost before the seat was given to a substitute.
    """
    made = _made(fold)
    given = [it.phase for it in fold.handovers.of(seat) if not it.is_voluntary]
    return frozenset(
        deck
        for deck in fold.keys_in_use
        if deck not in made
        or all(
            phase <= made[deck] or _is_held(fold, made[deck], seat, phase, surely=True)
            for phase in given
        )
    )


def lost_with(fold: Fold, seat: Seat) -> frozenset[Seat]:
    """
    Return the seats whose missing parts keep a substitute from playing a seat's latest cards.

    It is empty if nothing does.
    """
    made = _made(fold)
    newest = max(made.values(), default=None)
    if newest is None:
        return frozenset()
    return _lost(fold, newest, seat, fold.phase.number, surely=False)


def taken_along(fold: Fold, seat: Seat) -> frozenset[str]:
    """
    Name the keys in use of which whoever has a seat lacks the parts that it is to hold.

    They were made before all others gave it away, and sealed for the holder of then.
    """
    given = [it.phase for it in fold.handovers.chain(seat) if not it.is_voluntary]
    made, last = _made(fold), max(given, default=-1)
    return frozenset(it for it in fold.keys_in_use if made.get(it, last + 1) <= last)


def made_in(fold: Fold, deck: str) -> int:
    """Give the phase in which the key of a deck was made."""
    return _made(fold)[deck]


def _made(fold: Fold) -> dict[str, int]:
    """Give the phases in which keys were made, by deck."""
    return {
        phase.deck: phase.number
        for phase in (passed.collection.phase for passed in fold.passed)
        if phase.kind == "KEY"
    }


def _holders(fold: Fold, key: int) -> AbstractSet[Seat]:
    return set(fold.passed[key].collection.phase.seats)


def _is_held(fold: Fold, key: int, seat: Seat, now: int, *, surely: bool) -> bool:
    """Tell whether the others had all parts of the secrets of a seat, in a later phase."""
    # Of two nobody holds anything of the other.
    is_shared = len(_holders(fold, key)) > 2
    return is_shared and not _lost(fold, key, seat, now, surely=surely)


def _lost(
    fold: Fold, key: int, seat: Seat, now: int, *, surely: bool
) -> frozenset[Seat]:
    """Give the others whose parts of the secrets of a seat had gone, in a later phase."""
    others = _holders(fold, key) - {seat}
    given = {
        handover.seat
        for other in others
        for handover in fold.handovers.chain(other)
        if not handover.is_voluntary and key <= handover.phase <= now
        if surely or not any(fold.said_from(seat, handover.phase + 1))
    }
    return frozenset(others & (_put_out(fold, key, now) | given))


def _put_out(fold: Fold, start: int, end: int) -> set[Seat]:
    """Return who was put out in some phases, that of the end not included."""
    return {
        seat
        for passed in fold.left
        if passed.ballot is not None and start <= passed.collection.phase.number < end
        for seat in passed.ballot.proposal.put_out
    }
