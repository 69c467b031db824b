"""
Of which keys a seat's secrets can still be put together: which others hold all parts of.

At a table with `rescue` every seat that speaks in a KEY holds a part of the secrets of every
other seat that does. It loses its parts when it is put out, or when its seat goes to a
substitute, who gets none of them. All that follows from the log alone.
"""

from __future__ import annotations

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold


def recoverable(fold: Fold, seat: Seat) -> frozenset[str]:
    """Name the keys in use of a seat whose secrets all others together can tell now."""
    made = _made(fold)
    now = fold.phase.number
    return frozenset(
        deck
        for deck in fold.keys_in_use
        if deck in made and _is_held(fold, made[deck], seat, now)
    )


def known_to(fold: Fold, seat: Seat) -> frozenset[str]:
    """
    Name the keys in use whose secrets whoever has a seat knows.

    That is all of them, but for what got lost before the seat was given to a substitute.
    """
    made = _made(fold)
    given = [it.phase for it in fold.handovers.of(seat) if not it.is_voluntary]
    return frozenset(
        deck
        for deck in fold.keys_in_use
        if deck not in made
        or all(
            phase <= made[deck] or _is_held(fold, made[deck], seat, phase)
            for phase in given
        )
    )


def can_be_given_away(fold: Fold, seat: Seat) -> bool:
    """Tell whether a substitute could go on with what a seat was dealt last."""
    made = _made(fold)
    newest = max(made.values(), default=None)
    return newest is None or _is_held(fold, newest, seat, fold.phase.number)


def _made(fold: Fold) -> dict[str, int]:
    """Give the phases in which keys were made, by deck."""
    return {
        phase.deck: phase.number
        for phase in (passed.collection.phase for passed in fold.passed)
        if phase.kind == "KEY"
    }


def _is_held(fold: Fold, key: int, seat: Seat, now: int) -> bool:
    """Tell whether the others had all parts of the secrets of a seat, in a later phase."""
    others = set(fold.passed[key].collection.phase.seats) - {seat}
    lost = {
        other
        for passed in fold.left
        if passed.ballot is not None and key <= passed.collection.phase.number < now
        for other in passed.ballot.proposal.out
    }
    lost |= {
        handover.seat
        for other in others
        for handover in fold.handovers.of(other)
        if not handover.is_voluntary and key <= handover.phase <= now
    }
    # Of two nobody holds anything of the other.
    return len(others) > 1 and not others & lost
