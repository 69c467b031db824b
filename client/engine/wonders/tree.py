"""
A search tree for the later turns of one seat, built up as games are played out.

A node represents what the seat has done since the candidate move: a building, a stage
or a sale for each turn, regardless of payment and of the card used face down. Other
players' moves aren't part of the tree, and neither is the deal: each game has another
deal, and the available actions at a node are those of this deal (information-set Monte
Carlo tree search, for a single seat). Each game adds one node. Beyond that node, for
choices other than using a turn's card, and for all other seats, fast players continue
(`policy`).

The selected action has the best mean so far plus a bonus for actions that were seldom
tried; the bonus is larger if the fast player prefers the action (PUCT).
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
from sealed_wonders.client.engine.wonders.table import EngineTable

SCALE = 8.0
"""The lead, in points, that `reward` counts as about three wins in four."""

WINS = 3.0
"""
The lead that actually wins about three games in four, for `won`.

`SCALE` is larger: a greater lead is worth having as well, since it may be needed later.
"""

CURIOSITY = 0.3
"""Weight of the bonus for actions that were seldom tried."""

SPREAD = 3.0
"""Difference in estimated points that makes the prior smaller by a factor of e."""

WIDTH = 8
"""
Maximum number of actions considered at one node in one deal, the best ones by estimate.
"""

ROOM = 1 << 16
"""Maximum number of nodes."""

CARD = 511 << CARD_AT
WAY = (1 << PAID_AT) - 1
"""The bits of a move without its payment."""


def reward(lead: float) -> float:
    """Return the value of a lead, from 0 to 1."""
    return 1 / (1 + math.exp(-lead / SCALE))


def won(lead: float) -> float:
    """Return the approximate share of games won with such a lead in mind."""
    return 1 / (1 + math.exp(-lead / WINS))


class Tree:
    """
    Plays out games from tables, and collects the results of one seat's actions.

    Attributes:
        size: the number of nodes; node 0 means none.
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
        """Return a new node without a parent; 0 if there is no room."""
        if self.size == ROOM:
            return 0
        self.size += 1
        return self.size - 1

    def tries(self, node: int) -> int:
        """Return how many games went through a node."""
        return self._tries[node]

    def play(self, table: EngineTable, root: int) -> float:
        """Play a game to its end, starting from a node; return our seat's lead."""
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

    def _branch(self, table: EngineTable) -> int:
        """Choose an action at the last node of the path, and move on to its node."""
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
        # Actions that haven't been tried have the mean of their parent.
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
        """Move the *width* best options to the front, in order."""
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
