"""
What a game is asked about its choices: each is a task by itself, for any process.

A task says where the game is read from and which choice is meant; whoever does it reads
the game once. States could be sent instead, but would be copies of the catalogue as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sealed_wonders.client.bots.games import bots_of
from sealed_wonders.client.bots.judging import Judged, Made
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.files import Kind, kind
from sealed_wonders.client.logs.replaying import Replay, own_keys
from sealed_wonders.core.game import Seat


class ChoiceWords(Protocol):
    """How choices of one game are found and named."""

    def choices(self, replay: Replay) -> Sequence[Sequence[Made]]:
        """List the choices from hands of each seat, in order."""

    def label(self, made: Made) -> str:
        """Say in a few letters when a choice was made."""

    def card(self, made: Made) -> str:
        """Return the id of the card that was used; empty if it isn't known."""

    def words(self, made: Made, names: Sequence[str], move: str, card: str) -> str:
        """Say a move of a choice in a few words; the card is an id, or empty."""

    def details(self, move: str) -> str:
        """Say what there is to a move besides."""


class Asked(NamedTuple):
    """A choice that is to be judged."""

    data: bytes
    """The log or the record."""
    seat: Seat
    nth: int
    """Which of its choices."""
    games: int
    """How many games are played in mind for it."""
    own_hand: bool
    """Whether our own hand counts as known, in a game that goes on."""

    def __repr__(self) -> str:
        return f"<Asked {self.seat}:{self.nth}>"


def judged(asked: Asked) -> Judged | None:
    """Judge a choice; None if nothing can be said of it."""
    game, choices = _choices(asked.data, own_hand=asked.own_hand)
    return bots_of(game).judge(choices[asked.seat], asked.nth, asked.games)


_READ: dict[tuple[bytes, bool], tuple[str, Sequence[Sequence[Made]]]] = {}
"""The game that was read last: which it is, and its choices."""


def take(data: bytes, replay: Replay, *, own_hand: bool) -> Sequence[Sequence[Made]]:
    """Take a game that has been read already; give the choices of each seat."""
    choices = replay.face.analysis.choices(replay)
    _READ.clear()
    _READ[data, own_hand] = replay.game, choices
    return choices


def _choices(data: bytes, *, own_hand: bool) -> tuple[str, Sequence[Sequence[Made]]]:
    if (data, own_hand) not in _READ:
        take(data, _read(data, own_hand=own_hand), own_hand=own_hand)
    return _READ[data, own_hand]


def _read(data: bytes, *, own_hand: bool) -> Replay:
    if kind(data) is Kind.RECORD:
        return replaying.replay_record(data)
    return replaying.replay(data, keys=own_keys(own_hand=own_hand))
