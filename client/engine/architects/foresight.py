"""
Choice of moves by the probability of winning at the end of the turn.

Other choices within that turn are made by `policy`. Unknown cards that a move reveals
immediately are averaged over; others are drawn at random. Face-down cards of a
rollout's table aren't looked at.
"""

from __future__ import annotations

from sealed_wonders.client.engine.architects.kinds import (
    ANY_TASK,
    EXTRA,
    KEEP_TASK,
    OVER,
    PILE_AT,
    ROW,
    TAKE,
    TAKE_TASK,
    TOKEN,
    TOKEN_AT,
    TOKEN_TASK,
    TOP,
)
from sealed_wonders.client.engine.architects.policy import Policy
from sealed_wonders.client.engine.architects.table import EngineTable
from sealed_wonders.client.engine.architects.value import ValueNetwork


class Foresight:
    """Chooses for a seat by its probability of winning at the end of its turn."""

    def __init__(self, value: ValueNetwork, policy: Policy) -> None:
        self._value = value
        self._policy = policy
        self._table = EngineTable(value.book)
        self._before = EngineTable(value.book)
        self._dice = 1

    def choose(self, table: EngineTable) -> int:
        options = table.options
        best_move = options[0]
        if len(options) == 1:
            return best_move
        if table.task not in (TAKE_TASK, ANY_TASK, TOKEN_TASK):
            return self._policy.choose(table)
        best = -1.0
        for move in options:
            worth = self.worth(table, move)
            if worth > best:
                best = worth
                best_move = move
        return best_move

    def ahead(self, table: EngineTable, seat: int, others: Policy, turns: int) -> float:
        """
        Play on for this many turns of a seat; return its probability of winning then.
        """
        before = self._before
        while True:
            if table.task != OVER and table.seat == seat:
                before.copy_from(table)
                while table.task != OVER and table.turn == before.turn:
                    table.play(self.choose(table))
                turns -= 1
                if turns <= 0 or table.task == OVER:
                    return self.end(table, before, seat)
            while table.task != OVER and table.seat != seat:
                table.play(others.choose(table))
            if table.task == OVER:
                return self.end(table, table, seat)

    def worth(self, table: EngineTable, move: int) -> float:
        """
        Return the probability of winning after a move, averaged over unknown cards.
        """
        verb = move & 15
        pile = move >> PILE_AT & 15
        n = table.n
        if verb in (TAKE, EXTRA) and pile == n and not table.saw >> table.seat & 1:
            total = 0.0
            some = 0
            for kind in range(table.book.n_kinds):
                left = table.left[n * ROW + kind]
                if left:
                    some += left
                    total += left * self._after(table, move, kind, -1)
            return total / some
        if verb == TOKEN and move >> TOKEN_AT & 31 == TOP:
            total = 0.0
            some = 0
            for at in range(table.supply_at, table.supply_end):
                token = table.supply[at]
                some += 1
                total += self._after(table, move, -1, token)
            return total / some
        return self._after(table, move, -1, -1)

    def _after(self, table: EngineTable, move: int, kind: int, token: int) -> float:
        """
        Return that probability if this card, or this token, is the one that appears.
        """
        it = self._table
        n = table.n
        seat = table.seat
        it.copy_from(table)
        it.dice = self._dice
        known = table.saw >> seat & 1
        if table.task != KEEP_TASK:
            for pile in range(n):
                it.stir(pile, 1)
            it.stir(n, 1 if known else 0)
        self._dice = it.dice
        if kind >= 0:
            it.put_up(n, kind)
        if token >= 0:
            it.put_token(token)
        turn = it.turn
        it.play(move)
        while it.task != OVER and it.turn == turn:
            it.play(self._policy.choose(it))
        return self.end(it, table, seat)

    def end(self, it: EngineTable, before: EngineTable, seat: int) -> float:
        """Return a seat's probability of winning at the end of a turn."""
        if it.task == OVER:
            lead = it.lead(seat)
            return 1.0 if lead > 0.0 else 0.0 if lead < 0.0 else 0.5
        return self._value.of(it, seat, self.drawn(it, before))

    def drawn(self, it: EngineTable, before: EngineTable) -> int:
        """Return the piles that cards were taken from, as bits."""
        drawn = 0
        for pile in range(it.n):
            if it.at[pile] != before.at[pile]:
                drawn |= 1 << pile
        return drawn
