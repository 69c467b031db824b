"""A game in one process, move by move, with all cards in the open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from sealed_wonders.client.bots import strategy
from sealed_wonders.core import games
from sealed_wonders.core.definition import Facts
from sealed_wonders.core.game import (
    Answer,
    AnyState,
    Card,
    Move,
    Over,
    Seat,
    Sheet,
    Slot,
    seeded,
)
from sealed_wonders.core.local import Dealer, Player
from sealed_wonders.core.records.games import writer


class OpenGame:
    """
    A game that this process deals and plays, without a host and without sealed cards.

    Seats are numbered from 0, clockwise. The seats in `to_move` choose in secret; as soon
    as the last of them has chosen, the game goes on to the next choices. The same seed and
    the same moves lead to the same game on every machine and with every Python.
    """

    def __init__(
        self,
        game: str = games.GAMES[0],
        *,
        players: int = 4,
        seed: str = "",
        options: Mapping[str, str] | None = None,
    ) -> None:
        """
        Begin a game.

        Args:
            game: one of `GAMES`.
            players: the number of seats: 3 to 7 in 7 Wonders, 2 to 7 in Architects.
            seed: any text; determines the boards and the order of all cards.
            options: the game's own options by name, such as
                ``{"with": "leaders,edifice"}``. Those left out have their default.

        Raises:
            ValueError: there is no such game or option, or the options or the number of
                players don't fit together.
        """
        known = {option.name for option in games.definition(game).options}
        if unknown := sorted(set(options or {}) - known):
            raise ValueError(f"{game} has no option {unknown[0]!r}")
        agreed = games.read(game, options or {})
        rules = games.ruleset(game, players, agreed)
        self._dealer = Dealer(rules, seeded(seed))
        self._seed = seed
        self._names = tuple(f"seat {seat}" for seat in range(players))
        self._write = writer(game)
        self._record: list[str] = []
        self._chosen: dict[Seat, Move] = {}
        self._faces: Mapping[Seat, Mapping[Slot, Card]] = {}
        self._steps: Iterator[Answer] = self._dealer.steps([self._choice] * players)
        self._go_on(0)

    @property
    def state(self) -> AnyState:
        """The point that the game has reached: public facts only."""
        return self._dealer.state

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.state.ask, Over)

    @property
    def sheet(self) -> Sheet:
        """The score sheet, as if the game ended now."""
        return self.state.score()

    @property
    def to_move(self) -> tuple[Seat, ...]:
        """The seats that must choose now, ascending; empty once the game is over."""
        return tuple(seat for seat in self._faces if seat not in self._chosen)

    @property
    def table(self) -> Facts:
        """
        Everything on the table, as plain data in JSON's types.

        ``cities`` has one object per seat; cards are given by their catalogue ids.
        """
        return games.definition(self.state.rules.name).public.table(self.state)

    @property
    def record(self) -> Sequence[str]:
        """The record of the game so far, as lines of JSON without line ends."""
        return tuple(self._record)

    def faces(self, seat: Seat) -> Mapping[Slot, Card]:
        """Return the cards that a seat sees and may use now; none if it needn't choose."""
        return MappingProxyType(dict(self._faces.get(seat, {})))

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """
        Return the catalogue ids of the cards that a seat may choose from.

        Empty if the seat needn't choose, or if the choice isn't about cards.
        """
        cards = self.state.rules.cards
        return tuple(cards[card] for card in self._faces.get(seat, {}).values())

    def moves(self, seat: Seat) -> Sequence[Move]:
        """Return every legal move of a seat, sorted; none if it needn't choose."""
        if seat not in self.to_move:
            return ()
        return self.state.moves(seat, self._faces[seat])

    def play(self, seat: Seat, move: Move | str) -> None:
        """
        Choose a move for a seat.

        Args:
            seat: one of `to_move`.
            move: one of `moves`, or its text, such as ``"build altar"``.

        Raises:
            ValueError: the seat needn't choose, or the move isn't legal.
        """
        if seat not in self.to_move:
            raise ValueError(f"seat {seat} has nothing to choose now")
        legal = self.moves(seat)
        found = [it for it in legal if move in (it, it.text)]
        if not found:
            text = move if isinstance(move, str) else move.text
            raise ValueError(f"{text!r} isn't a legal move of seat {seat}")
        self._chosen[seat] = found[0]
        if not self.to_move:
            self._go_on(len(self._chosen))

    def play_out(self, players: Sequence[Player | str]) -> Sheet:
        """
        Play the game to its end, and return the score sheet.

        Args:
            players: a player for each seat, or the name of a strategy such as
                ``"builder"``.

        Raises:
            ValueError: there aren't as many players as seats, there is no such strategy, or
                a player chose an illegal move.
        """
        if len(players) != len(self._names):
            raise ValueError(f"{len(players)} players for {len(self._names)} seats")
        sitting = [
            strategy(player, f"{self._seed}:{seat}")
            if isinstance(player, str)
            else player
            for seat, player in enumerate(players)
        ]
        while not self.is_over:
            for seat in self.to_move:
                self.play(seat, sitting[seat](self.state, seat, self.faces(seat)))
        return self.sheet

    def _choice(self, state: AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return self._chosen[seat]

    def _go_on(self, answers: int) -> None:
        """
        Carry out the moves that were chosen, and deal until seats have to choose again.

        Args:
            answers: the number of choices made.
        """
        while answers or not self._dealer.choosers() and not self.is_over:
            next(self._steps)
            self._record += self._write(self.state, self._names, self._dealer.faces.get)
            answers = max(0, answers - 1)
        self._chosen.clear()
        self._faces = self._dealer.choosers()
