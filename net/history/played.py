"""
A game that is over, as far as it counts: who had the seats at its end, and their points.

A seat counts for whoever had it at the end: they have signed the score sheet. Whoever has
handed it over, or was replaced, hasn't played that game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.net.fold import Fold


@dataclass(frozen=True, slots=True)
class Place:
    """One seat at the end of a game."""

    identity: bytes
    name: str
    owner: bytes | None
    """Who runs this bot; None for a person."""
    points: int
    rank: int
    """From 1, which is who has won; equals have the same."""
    left: bool = False
    """The others have gone on without them before the end."""
    handed: bool = False
    """Somebody else had the seat before."""

    @property
    def won(self) -> bool:
        """They have won, perhaps with others."""
        return self.rank == 1


class Title(NamedTuple):
    """What was played."""

    game: str
    expansions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join((self.game, *self.expansions))


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over."""

    gid: bytes
    title: Title
    ended: int
    """When its log was written, in seconds as the system counts them: a log tells no time."""
    log: str
    """The name of that file, in the folder of all logs."""
    places: tuple[Place, ...]
    """By seat."""


def played(fold: Fold, title: Title, ended: int, log: str) -> Played:
    """
    Give what a game came to that is over.

    Whoever has won is first; the others follow by their points, those without whom the
    table went on behind all who stayed.
    """
    sheet = fold.state.score()
    # Who is put out only as all sign the end has played it.
    left = {
        seat
        for passed in fold.left
        if passed.ballot is not None and passed.collection.phase.kind != "END"
        for seat in passed.ballot.proposal.put_out
    }
    points = [row[-1] for row in sheet.rows]
    keys = [(it not in sheet.winners, it in left, -points[it]) for it in fold.seats]
    order = sorted(keys)
    places = tuple(
        Place(
            person.identity,
            person.name,
            person.owner,
            points[seat],
            order.index(keys[seat]) + 1 if keys[seat][0] else 1,
            seat in left,
            bool(fold.handovers.chain(seat)),
        )
        for seat, person in enumerate(fold.people)
    )
    return Played(fold.charter.gid, title, ended, log, places)
