"""
The probability that a seat wins, given the position at the end of one of its turns.

The position is described by a row of numbers: its city, its neighbours' cities, the
strongest of the other cities, open tokens and cards, and the next battle. A network
with one hidden layer computes the probability from them. Its parameters were learned
from games (`scripts/learn.py`) in which the seat played by the previous parameters.
They are stored in `data/value.bin`, with two bytes each, for this row of numbers: a
change of the row needs learning again.
"""

from __future__ import annotations

import struct
from array import array
from functools import cache
from math import exp
from pathlib import Path

from sealed_wonders.client.engine.architects.book import CardTable
from sealed_wonders.client.engine.architects.kinds import (
    CITY,
    GOODS,
    MOST_STAGES,
    ROW,
    SIZE,
    WHOLE_AT,
)
from sealed_wonders.client.engine.architects.needs import Needs
from sealed_wonders.client.engine.architects.table import EngineTable

LARGE = 30.0
"""Absolute limit of the log-odds."""

FILE = Path(__file__).parent / "data" / "value.bin"
"""The file with the parameters."""


class ValueNetwork:
    """
    The network.

    Its parameters are, in this order: the weights from each input to each hidden unit;
    the biases of the hidden units; the weights of the hidden units; and the final bias.
    """

    def __init__(self, book: CardTable, needs: Needs, numbers: array[float]) -> None:
        self.book = book
        self.needs = needs
        self.hidden = len(numbers) // (SIZE + 2)
        self._numbers = numbers
        self._row = array("d", bytes(8 * SIZE))
        self._inner = array("d", bytes(8 * max(1, self.hidden)))

    def of(self, table: EngineTable, seat: int, drawn: int) -> float:
        """
        Return the probability that a seat wins.

        Args:
            table: the position.
            seat: the seat.
            drawn: the piles whose present top card isn't known, as bits.
        """
        self.look(table, seat, drawn)
        hidden = self.hidden
        base = SIZE * hidden
        # Local names, so that the compiled loops are vectorized.
        numbers = self._numbers
        inner = self._inner
        for nth in range(hidden):
            inner[nth] = numbers[base + nth]
        for at in range(SIZE):
            number = self._row[at]
            if number != 0.0:
                base = at * hidden
                for nth in range(hidden):
                    inner[nth] += number * numbers[base + nth]
        base = (SIZE + 1) * hidden
        total = numbers[(SIZE + 2) * hidden]
        for nth in range(hidden):
            if inner[nth] > 0.0:
                total += inner[nth] * numbers[base + nth]
        return 1.0 / (1.0 + exp(-max(-LARGE, min(LARGE, total))))

    def row(self, table: EngineTable, seat: int, drawn: int) -> bytes:
        """Return the inputs of the network, as bytes."""
        self.look(table, seat, drawn)
        return bytes(self._row)

    def look(self, table: EngineTable, seat: int, drawn: int) -> None:
        """Compute the inputs of the network."""
        n = table.n
        for at in range(SIZE):
            self._row[at] = 0.0
        left = seat + 1 if seat + 1 < n else 0
        right = seat - 1 if seat else n - 1
        self._city(table, seat, 0)
        self._city(table, left, CITY)
        if right != left:
            self._city(table, right, 2 * CITY)
        mine = table.points(seat)
        lack = self.needs.of(table, seat) >> WHOLE_AT
        best = 0
        strongest = -1
        most = -1000
        least = 99
        for other in range(n):
            if other == seat or table.gone >> other & 1:
                continue
            points = table.points(other)
            lacks = self.needs.of(table, other) >> WHOLE_AT
            best = max(best, points)
            least = min(least, lacks)
            if other not in (left, right) and 2 * points - 3 * lacks > most:
                most = 2 * points - 3 * lacks
                strongest = other
        if strongest >= 0:
            self._city(table, strongest, 3 * CITY)
        at = 4 * CITY
        row = self._row
        row[at] = 1.0 * (mine - best) / 10
        row[at + 1] = 1.0 * least / 5
        row[at + 2] = 1.0 / (1 + least)
        row[at + 3] = 1.0 * (lack - least) / 4
        if mine > best:
            row[at + 4] = 1.0
            row[at + 5] = 1.0 / (1 + lack)
        else:
            row[at + 6] = 1.0 / (1 + least)
        peace = table.conflicts - table.horns
        row[at + 7] = 1.0 * peace / table.conflicts
        row[at + 8] = 1.0 / (1 + peace)
        row[at + 9] = 1.0 * table.n_left / (25 * n + 60)
        if n <= 3:
            row[at + 10] = 1.0
        if n == 2:
            row[at + 11] = 1.0
        if n > 4:
            row[at + 12] = 1.0 * (n - 4) / 3
        at += 16
        self._war(table, seat, left, at)
        if right != left:
            self._war(table, seat, right, at + 8)
        at += 16
        for nth in range(table.n_open):
            row[at + table.open[nth]] += 1.0
        at += 32
        if table.at[seat] < table.end[seat] and not drawn >> seat & 1:
            row[at + table.cards[table.at[seat]]] = 1.0
        at += 14
        if table.at[right] < table.end[right] and not drawn >> right & 1:
            row[at + table.cards[table.at[right]]] = 1.0
        at += 14
        if table.at[left] < table.end[left] and not drawn >> left & 1:
            row[at + table.cards[table.at[left]]] = 1.0

    def _war(self, table: EngineTable, seat: int, other: int, at: int) -> None:
        row = self._row
        lasting = table.shields[seat] - table.shields[other]
        lead = lasting + table.armed[seat] - table.armed[other]
        near = 1.0 / (1 + table.conflicts - table.horns)
        if lead > 0:
            row[at] = 1.0
            row[at + 1] = near
        elif lead < 0:
            row[at + 2] = 1.0
            row[at + 3] = near
        row[at + 4] = max(-4.0, min(4.0, 1.0 * lead)) / 2
        row[at + 5] = max(-4.0, min(4.0, 1.0 * lasting)) / 2

    def _city(self, table: EngineTable, seat: int, at: int) -> None:
        """Compute the inputs for a city, starting at position *at*."""
        book = self.book
        row = self._row
        wonder = table.wonder[seat]
        base = wonder * MOST_STAGES
        lacks = self.needs.of(table, seat)
        whole = lacks >> WHOLE_AT
        row[at] = 1.0 * table.points(seat) / 20
        row[at + 1] = 1.0 * whole / 6
        row[at + 2] = 1.0 / (1 + whole)
        some = 0
        for stage in range(book.stages[wonder]):
            if not table.built[seat] >> stage & 1:
                some += book.stage_points[base + stage]
        row[at + 3] = 1.0 * some / 10
        left = book.stages[wonder] - table.stages[seat]
        row[at + 4] = 1.0 * left / 4
        if left > 0:
            stage = lacks & 7
            row[at + 5] = 1.0 / (1 + (lacks >> 3 & 31))
            row[at + 6] = 1.0 * book.stage_points[base + stage] / 5
            row[at + 7] = 1.0 * book.stage_acts[base + stage]
        if left > 1:
            stage = lacks >> 8 & 7
            row[at + 8] = 1.0 / (1 + (lacks >> 11 & 31))
            row[at + 9] = 1.0 * book.stage_points[base + stage] / 5
            row[at + 10] = 1.0 * book.stage_acts[base + stage]
        have = seat * ROW
        row[at + 11] = 1.0 * table.have[have + book.coin] / 3
        total = 0
        kinds = 0
        most = 0
        for nth in range(GOODS):
            count = table.have[have + book.goods[nth]]
            total += count
            most = max(most, count)
            if count:
                kinds += 1
        row[at + 12] = 1.0 * total / 4
        row[at + 13] = 1.0 * kinds / 3
        row[at + 14] = 1.0 * most / 2
        odd = 0
        for nth in range(3):
            odd += table.have[have + book.symbols[nth]] & 1
        if odd == 1:
            row[at + 15] = 1.0
        elif odd > 1:
            row[at + 16] = 1.0
        row[at + 17] = 1.0 * table.shields[seat] / 3
        row[at + 18] = 1.0 * table.armed[seat] / 3
        row[at + 19] = 1.0 * table.cats[seat] / 3
        if table.cat == seat:
            row[at + 20] = 1.0
        row[at + 21] = 1.0 * table.victories[seat] / 3
        row[at + 22] = 1.0 * table.n_tokens[seat] / 3
        mine = table.tokens[seat]
        for nth in range(book.n_tokens):
            if mine >> nth & 1:
                row[at + 23 + nth] = 1.0
        if mine & table.twice[seat]:
            row[at + 38] = 1.0
        row[at + 39 + wonder] = 1.0
        row[at + 46] = 1.0


@cache
def learned() -> array[float]:
    return numbers_in(FILE)


def numbers_in(file: Path) -> array[float]:
    """
    Return the parameters in a file.

    Raises:
        ValueError: their number doesn't fit this network.
    """
    written = file.read_bytes()
    if len(written) % 2 or (len(written) // 2 - 1) % (SIZE + 2):
        raise ValueError(f"{file} was learned of other numbers than these")
    return array("d", struct.unpack(f"<{len(written) // 2}e", written))
