"""
Which keys the other seats can still reconstruct for a missing seat.

docs/PROTOCOL.md (KEY, Giving a seat to a substitute) fixes who gets which parts.

At a table with `rescue`, every seat that speaks in a KEY holds a part of the secrets of
every other seat that does. A seat loses its parts when it is removed. When a substitute
gets the seat, the old holder takes the parts along. But the makers of the keys can send
the substitute the parts of their own secrets, and do so as soon as the substitute has
the seat. So once a maker has spoken after that, the substitute most likely has the
maker's part; before, it has none.

Apart from these messages, everything here follows from the log.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold


def recoverable(fold: Fold, seat: Seat, *, surely: bool = False) -> frozenset[str]:
    """
    Return the keys in use for which the others can recover a seat's secrets now.

    Args:
        surely: leave out keys with a part that had to be sent again.
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
    Return the keys in use whose secrets a seat's holder surely knows.

    These are all keys, except those that were lost when a substitute got the seat.
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
    Return the seats whose missing parts keep a substitute from playing new cards.

    It is empty if no parts are missing.
    """
    made = _made(fold)
    newest = max(made.values(), default=None)
    if newest is None:
        return frozenset()
    return _lost(fold, newest, seat, fold.phase.number, surely=False)


def taken_along(fold: Fold, seat: Seat) -> frozenset[str]:
    """
    Return the keys in use for which a seat's holder lacks the parts it should hold.

    These keys were made before a ballot gave the seat away, for its holder at that
    time.
    """
    given = [it.phase for it in fold.handovers.chain(seat) if not it.is_voluntary]
    made, last = _made(fold), max(given, default=-1)
    return frozenset(it for it in fold.keys_in_use if made.get(it, last + 1) <= last)


def made_in(fold: Fold, deck: str) -> int:
    """Return the phase in which a deck's key was made."""
    return _made(fold)[deck]


def _made(fold: Fold) -> dict[str, int]:
    """Return the phases in which keys were made, by deck."""
    return {
        phase.deck: phase.number
        for phase in (passed.collection.phase for passed in fold.closed_phases)
        if phase.kind == "KEY"
    }


def _holders(fold: Fold, key: int) -> AbstractSet[Seat]:
    return set(fold.closed_phases[key].collection.phase.seats)


def _is_held(fold: Fold, key: int, seat: Seat, now: int, *, surely: bool) -> bool:
    """Return whether the others held all parts of a seat's secrets in a phase."""
    # With only two seats, neither holds a part of the other's secrets.
    is_shared = len(_holders(fold, key)) > 2
    return is_shared and not _lost(fold, key, seat, now, surely=surely)


def _lost(
    fold: Fold, key: int, seat: Seat, now: int, *, surely: bool
) -> frozenset[Seat]:
    """Return the others whose parts of a seat's secrets were lost by a later phase."""
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
    """Return the seats removed from phase *start* up to, but not including, *end*."""
    return {
        seat
        for passed in fold.left_phases
        if passed.ballot is not None and start <= passed.collection.phase.number < end
        for seat in passed.ballot.proposal.put_out
    }
