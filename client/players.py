"""
Players: whoever chooses for a seat.

A person at a terminal and a bot stand behind the same small interface. A session tells
its player what it may know, in the order in which it happens, and takes one answer for
each question; a player that wants to think may answer later.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from sealed_wonders.core.game import Card, Move, Seat, Sheet, Slot, State
from sealed_wonders.net.fold import Fraud
from sealed_wonders.net.lobby import Charter, Options
from sealed_wonders.net.messages import Person, TableLine


@dataclass(frozen=True, slots=True)
class Question:
    """A choice that is open for a seat."""

    phase: int
    """The phase of the log in which it is answered."""
    state: State
    seat: Seat
    faces: Mapping[Slot, Card]
    """The faces of the slots it may use."""
    moves: tuple[Move, ...]
    """All that is legal."""
    default: Move
    """What is chosen when time is out."""


@dataclass(frozen=True, slots=True)
class LobbyNews:
    """How a table that hasn't begun stands."""

    table: str
    options: Options
    wanted: int
    """How many it takes to begin; 0 is any number."""
    people: tuple[Person, ...]
    note: str
    """Why there is another draw, or nothing."""


class Player:
    """
    One who plays; this one never does anything.

    Methods are called one after another, never from within an answer.
    """

    def tables(self, host: str, tables: Sequence[TableLine]) -> None:
        """The connection stands; these are the host's tables."""

    def lobby(self, news: LobbyNews) -> None:
        """The lobby has changed."""

    def began(self, charter: Charter, seat: Seat) -> None:
        """The game begins, or is taken up again; this is our seat."""

    def happened(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """
        Something happened: the state it led to, with its news.

        Args:
            faces: the faces our seat may see now.
        """

    def waiting(self, missing: Sequence[Seat]) -> None:
        """The table waits for these seats."""

    def asked(self, question: Question, answer: Callable[[Move], None]) -> None:
        """
        A choice is open for our seat.

        *answer* takes one of its moves, once; it may be called at once or later. When
        the question isn't open any more it does nothing.
        """

    def sealed(self, question: Question, move: Move, *, late: bool) -> None:
        """Our choice is committed; *late*: time was out, and it is the default."""

    def clock(self, seconds: int | None) -> None:
        """So much time is left for the open choice; None is as long as it takes."""

    def presence(self, here: Sequence[bool]) -> None:
        """Who is connected, by seat."""

    def chat(self, name: str, text: str) -> None:
        """Somebody at the table says something."""

    def refused(self, reason: str, detail: str) -> None:
        """The host did not take something we sent."""

    def online(self, connected: bool) -> None:
        """The connection came to be, or broke off and is tried again."""

    def fraud(self, fraud: Fraud) -> None:
        """A seat broke the rules of the protocol or the game; nothing goes on."""

    def ended(self, sheet: Sheet) -> None:
        """All have signed the end of the game."""

    def closed(self, reason: str) -> None:
        """The host closed the table, or we had to leave it."""
