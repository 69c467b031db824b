"""Sentences on a battle: who beats whom, what it brings, what is discarded."""

from __future__ import annotations

from collections.abc import Iterator

from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.core.architects.events import Fought
from sealed_wonders.core.architects.war import TWO
from sealed_wonders.core.game import Seat
from sealed_wonders.net.words import _, n_


def told(sight: Sight, event: Fought) -> Iterator[str]:
    """Yield the sentences on a battle."""
    yield _("Battle: all the conflict tokens show their battle side.")
    for seat, other in _pairs(sight):
        yield _between(sight, event, seat, other)
    if any(event.discarded):
        said = ", ".join(
            f"{text.other(sight.who(seat))} {len(event.discarded[seat])}"
            for seat in sight.clockwise
            if event.discarded[seat]
        )
        yield _("Shields with horns are discarded: {rows}.").format(rows=said)
    yield _("The conflict tokens are flipped back to their peace side.")


def _pairs(sight: Sight) -> Iterator[tuple[Seat, Seat]]:
    """Yield each pair of neighbours once: a seat and the one on its left."""
    pairs = [(seat, sight.left(seat)) for seat in sight.clockwise]
    yield from pairs[:1] if len(pairs) == TWO else pairs


def _between(sight: Sight, event: Fought, one: Seat, two: Seat) -> str:
    mine, theirs = event.shields[one], event.shields[two]
    if mine == theirs:
        return text.even(sight.who(one), sight.who(two), mine)
    winner, loser = (one, two) if mine > theirs else (two, one)
    gained = 0 if winner in sight.state.gone else 1
    if len(sight.names) == TWO:
        gained = event.tokens[winner]
    return _beats(sight, winner, loser, event.shields, gained)


def _beats(
    sight: Sight, winner: Seat, loser: Seat, shields: tuple[int, ...], gained: int
) -> str:
    if winner == sight.ours:
        said = n_(
            "You beat {loser}, {more} to {less}: {n} military token.",
            "You beat {loser}, {more} to {less}: {n} military tokens.",
            gained,
        )
    elif loser == sight.ours:
        said = n_(
            "{winner} beats you, {more} to {less}: {n} military token for {winner}.",
            "{winner} beats you, {more} to {less}: {n} military tokens for {winner}.",
            gained,
        )
    else:
        said = n_(
            "{winner} beats {loser}, {more} to {less}: {n} military token.",
            "{winner} beats {loser}, {more} to {less}: {n} military tokens.",
            gained,
        )
    return said.format(
        winner=sight.names[winner],
        loser=sight.names[loser],
        more=text.shields(shields[winner]),
        less=text.number(shields[loser]),
        n=gained,
    )
