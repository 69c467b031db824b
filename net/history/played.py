"""
Results of finished games: who had the seats at the end, and their points.

A seat counts for its last holder, who has signed the score sheet. Earlier holders
haven't played that game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.net.fold import Fold


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """One seat at the end of a game."""

    identity: bytes
    name: str
    owner: bytes | None
    """Identity that runs this bot; None for a person."""
    points: int
    rank: int
    """From 1 for the winners; ties have the same rank."""
    left: bool = False
    """Whether the others continued without this seat before the end."""
    handed: bool = False
    """Whether somebody else had the seat before."""

    @property
    def won(self) -> bool:
        """Whether the seat won, perhaps with others."""
        return self.rank == 1


class Title(NamedTuple):
    """A game and its expansions."""

    game: str
    expansions: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "+".join((self.game, *self.expansions))


@dataclass(frozen=True, slots=True)
class PlayedGame:
    gid: bytes
    title: Title
    ended: int
    """POSIX timestamp of the log file, since a log contains no times."""
    log: str
    """Name of the file in the folder of logs."""
    places: tuple[FinalPlace, ...]
    """By seat."""

    @property
    def is_among_people(self) -> bool:
        """Whether anybody played against others than bots."""
        return sum(it.owner is None for it in self.places) > 1


def played(fold: Fold, title: Title, ended: int, log: str) -> PlayedGame:
    """
    Return the result of a finished game.

    Winners come first; the others follow by points, with removed seats after all
    others.
    """
    sheet = fold.state.score()
    # A seat that is removed only in the END phase has played the game.
    left = {
        seat
        for passed in fold.left_phases
        if passed.ballot is not None and passed.collection.phase.kind != "END"
        for seat in passed.ballot.proposal.put_out
    }
    points = [row[-1] for row in sheet.rows]
    keys = [(it not in sheet.winners, it in left, -points[it]) for it in fold.seats]
    order = sorted(keys)
    places = tuple(
        FinalPlace(
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
    return PlayedGame(fold.charter.gid, title, ended, log, places)
