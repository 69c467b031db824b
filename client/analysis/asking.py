"""
Tasks to evaluate a choice, which can run in any process.

A task contains the game's data and identifies a choice; each process reads a game once.
Sending states instead would also send copies of the catalogue. `client/simulation` runs
the tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sealed_wonders.client.bots.botregistry import bots_of
from sealed_wonders.client.bots.judging import Judged, Made, Unjudged
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.files import FileKind, kind
from sealed_wonders.client.logs.replaying import Replay, own_keys
from sealed_wonders.core.game import Seat


class ChoiceWords(Protocol):
    """How choices of one game are found and described."""

    def choices(self, replay: Replay) -> Sequence[Sequence[Made]]:
        """Return the choices from hands of each seat, in order."""

    def label(self, made: Made) -> str:
        """Return a short label for the time of a choice."""

    def card(self, made: Made) -> str:
        """Return the id of the card that was used; empty if it is unknown."""

    def words(self, made: Made, names: Sequence[str], move: str, card: str) -> str:
        """Return a short description of a move; *card* is an id, or empty."""

    def details(self, move: str) -> str:
        """Return the details of a move that the short description leaves out."""


class AskedChoice(NamedTuple):
    """A choice to evaluate."""

    data: bytes
    """The log or the record."""
    seat: Seat
    nth: int
    """The index of the choice among the seat's choices."""
    games: int
    """The number of rollouts for it."""
    own_hand: bool
    """Whether our own hand counts as known, in an unfinished game."""

    def __repr__(self) -> str:
        return f"<Asked {self.seat}:{self.nth}>"


def judged(asked: AskedChoice) -> Judged | Unjudged:
    """Evaluate a choice; return why not if it can't be evaluated."""
    game, choices = _choices(asked.data, own_hand=asked.own_hand)
    return bots_of(game).judge(choices[asked.seat], asked.nth, asked.games)


_READ: dict[tuple[bytes, bool], tuple[str, Sequence[Sequence[Made]]]] = {}
"""The game that was read last: its name and its choices."""


def take(data: bytes, replay: Replay, *, own_hand: bool) -> Sequence[Sequence[Made]]:
    """Use a game that has already been read, and return the choices of each seat."""
    choices = replay.face.analysis.choices(replay)
    _READ.clear()
    _READ[data, own_hand] = replay.game, choices
    return choices


def _choices(data: bytes, *, own_hand: bool) -> tuple[str, Sequence[Sequence[Made]]]:
    if (data, own_hand) not in _READ:
        take(data, _read(data, own_hand=own_hand), own_hand=own_hand)
    return _READ[data, own_hand]


def _read(data: bytes, *, own_hand: bool) -> Replay:
    if kind(data) is FileKind.RECORD:
        return replaying.replay_record(data)
    return replaying.replay(data, keys=own_keys(own_hand=own_hand, remembers=True))
