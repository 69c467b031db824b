"""
What a seat may do later in the game, looked at as games are played on: a tree.

A node is what the seat has done since a move that is weighed: a card built, a stage, a card
sold, whatever was paid or used face down for it. What others do isn't in it, nor what was
dealt: each game comes from another deal, and finds at a node what can be done there in this
one (information-set Monte Carlo tree search, of one seat). The tree grows by one node with
each game. Beyond it, at other choices than those of a turn's card, and at all other seats,
quick players go on (`policy`).

Which way is taken: the one with the best mean so far, plus something for what was seldom
tried, the more the better it seems to the quick player (PUCT).
"""

from __future__ import annotations

import math
from array import array

from sealed_wonders.client.engine.wonders.kinds import (
    BUILD,
    CARD_AT,
    PAID_AT,
    TURN_TASK,
)
from sealed_wonders.client.engine.wonders.policy import Policy
from sealed_wonders.client.engine.wonders.table import Table

SCALE = 8.0
"""The lead, in points, that counts as if it won about three games of four ..."""

WINS = 3.0
"""... and the one that does. A larger lead is worth having as well: it may be needed."""

CURIOSITY = 0.3
"""How much is added for what was seldom tried."""

SPREAD = 3.0
"""By how many points something has to seem worse to be tried less often by a factor of e."""

WIDTH = 8
"""How many ways are looked at, at one node and in one deal, of those that seem best."""

ROOM = 1 << 16
"""How many nodes there may be."""

CARD = 511 << CARD_AT
WAY = (1 << PAID_AT) - 1
"""Of a move, all but what is paid."""


def reward(lead: float) -> float:
    """Return how good a lead is, 0 to 1."""
    return 1 / (1 + math.exp(-lead / SCALE))


def won(lead: float) -> float:
    """Return about the share of games that are won with such a lead in somebody's mind."""
    return 1 / (1 + math.exp(-lead / WINS))


class Tree:
    """
    Plays games on from tables, and remembers what came of what one seat did.

    Attributes:
        size: how many nodes there are; the first is none.
    """

    def __init__(self, seat: int, policy: Policy) -> None:
        self.seat = seat
        self.policy = policy
        self.size = 1
        self._way = array("q", [0]) * ROOM
        self._first = array("q", [0]) * ROOM
        self._next = array("q", [0]) * ROOM
        self._tries = array("q", [0]) * ROOM
        self._total = array("d", [0.0]) * ROOM
        self._path = [0] * 64
        self._length = 0
        self._growing = False
        self._ways = [0] * 16
        self._found = [0] * 16

    def plant(self) -> int:
        """Make a node that follows none yet; 0 if there is no room."""
        if self.size == ROOM:
            return 0
        self.size += 1
        return self.size - 1

    def tries(self, node: int) -> int:
        """Return how many games went by way of a node."""
        return self._tries[node]

    def play(self, table: Table, root: int) -> float:
        """Play a game to its end, from a node on; return the lead of our seat."""
        policy = self.policy
        me = self.seat
        self._path[0] = root
        self._length = 1
        self._growing = root > 0
        while table.asked:
            for seat in range(table.n):
                if not table.asked >> seat & 1:
                    continue
                if seat == me and self._growing and table.kind == TURN_TASK:
                    table.choose(seat, self._branch(table))
                else:
                    table.choose(seat, policy.choose(table, seat))
            table.resolve()
        lead = table.lead(me)
        came = reward(lead)
        for nth in range(self._length):
            node = self._path[nth]
            self._tries[node] += 1
            self._total[node] += came
        return lead

    def _branch(self, table: Table) -> int:
        """Choose what to do at the node where the path ends, and go there."""
        policy = self.policy
        number = policy.options(table, self.seat)
        if number == 1:
            return policy.option[0]
        parent = self._path[self._length - 1]
        width = min(number, WIDTH)
        self._best_first(number, width)
        top = policy.option_worth[0]
        total = 0.0
        visits = 0
        for nth in range(width):
            policy.option_worth[nth] = math.exp(
                (policy.option_worth[nth] - top) / SPREAD
            )
            total += policy.option_worth[nth]
            way = policy.option[nth] & WAY
            if way & 15 != BUILD:
                way &= ~CARD
            child = self._first[parent]
            while child and self._way[child] != way:
                child = self._next[child]
            self._ways[nth] = way
            self._found[nth] = child
            if child:
                visits += self._tries[child]
        # What wasn't tried yet counts as what it follows.
        before = 0.5
        if self._tries[parent]:
            before = self._total[parent] / self._tries[parent]
        more = CURIOSITY * math.sqrt(visits + 1.0) / total
        best = 0
        most = -1.0
        for nth in range(width):
            child = self._found[nth]
            tries = 0
            mean = before
            if child:
                tries = self._tries[child]
                mean = self._total[child] / tries
            value = mean + more * policy.option_worth[nth] / (1 + tries)
            if value > most:
                most = value
                best = nth
        child = self._found[best]
        if not child:
            self._growing = False
            child = self.plant()
            if not child:
                return policy.option[best]
            self._way[child] = self._ways[best]
            self._next[child] = self._first[parent]
            self._first[parent] = child
        self._path[self._length] = child
        self._length += 1
        return policy.option[best]

    def _best_first(self, number: int, width: int) -> None:
        """Put what seems best before all others, as many as are looked at."""
        policy = self.policy
        for nth in range(width):
            best = nth
            for other in range(nth + 1, number):
                if policy.option_worth[other] > policy.option_worth[best]:
                    best = other
            move = policy.option[best]
            worth = policy.option_worth[best]
            policy.option[best] = policy.option[nth]
            policy.option_worth[best] = policy.option_worth[nth]
            policy.option[nth] = move
            policy.option_worth[nth] = worth
