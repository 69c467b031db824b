"""
A city as integers, changed in place, in an engine's `table`.

What it makes, sells and is worth must equal `core.wonders`; see `table`.
"""

from __future__ import annotations

from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.kinds import (
    BANK,
    BITS,
    CHOICE,
    COLOUR_FREE,
    DEFLECT,
    DISCOUNT,
    LEADERS_FREE,
    LEADERS_LESS,
    MORE,
    MOST_STAGES,
    ON_BUILD,
    ON_CHAIN,
    ON_GAIN,
    ON_PURCHASE,
    ON_VICTORY,
    PER_SCIENCE_SET,
    POINTS,
    POWER,
    PRICE,
    PRODUCE,
    SCIENCE,
    SCORED_COLOURS,
    SHIELDS,
    SPARE,
    SWAP,
)
from sealed_wonders.core.wonders.science import ScienceState, solve


def plus(bundle: int, more: int) -> int:
    """Add two bundles; each good is capped at the maximum of a bundle."""
    total = bundle + more
    full = total & SPARE
    return (total | (full - (full >> 3))) & ~SPARE


def minus(bundle: int, less: int) -> int:
    """Subtract a bundle; no good goes below zero."""
    rest = (bundle | SPARE) - less
    enough = rest & SPARE
    return rest & (enough - (enough >> 3))


def symbol_worth(a: int, b: int, c: int) -> int:
    """Return the points of fixed science symbols (W7.2)."""
    low = min(b, a)
    low = min(low, c)
    return a * a + b * b + c * c + 7 * low


def science_worth(a: int, b: int, c: int, wild: int) -> int:
    """
    Return the best points if *wild* additional symbols may each be of any kind (W5.5).
    """
    best = 0
    for one in range(wild + 1):
        for other in range(wild + 1 - one):
            worth = symbol_worth(a + one, b + other, c + wild - one - other)
            best = max(best, worth)
    return best


class EngineCity:
    """
    A city.

    Values that follow from its buildings are kept up to date; `reckon` recomputes them.
    """

    def __init__(self, book: CardTable) -> None:
        self.book = book
        self.side = 0
        self.coins = 0
        self.seen = 0
        """The colours of all buildings it has ever had, as bits."""
        self.spent = 0
        self.ones = 0
        self.threes = 0
        self.fives = 0
        self.defeats = 0
        self.debts = 0
        self.pawns = 0
        """The ages of its participation pawns, as bits."""
        self.stages = 0
        self.halves = [0] * 5
        self.cards = [0] * 48
        self.n_cards = 0
        self.leaders = [0] * 16
        self.leader_ages = [0] * 16
        self.buried = [0] * 16
        self.n_leaders = 0
        self.edifices = [0] * 3
        self.n_edifices = 0
        # Hands.
        self.hand = [0] * 8
        self.n_hand = 0
        self.held = [0] * 16
        """The leaders in its hand."""
        self.n_held = 0
        self._clear()

    def _clear(self) -> None:
        self.fixed = 0
        self.symbols = 0
        self.symbols_give = 0
        """The goods that its own choice symbols can produce, as bits."""
        self.sells = 0
        self.sells_symbols = 0
        self.sold_give = 0
        """The goods that the choice symbols it sells can produce, as bits."""
        self.cheap = 0
        """
        The goods that it buys for one coin: 7 bits for the left neighbour, then 7 for
        the right.
        """
        self.shields = 0
        self.tablets = 0
        self.gears = 0
        self.compasses = 0
        self.wild = 0
        self.chains = 0
        self.built_low = 0
        self.built_high = 0
        self.counts = [0] * 7
        self.powers = 0
        self.bank = 0
        self.discounts = [0] * 8
        self.free_colours = 0
        self.leaders_free = 0
        self.leaders_less = 0
        self.neighbours_less = 0
        self.on_build = [0] * 7
        self.on_chain = 0
        self.on_victory = 0
        self.on_purchase = 0
        self.on_top = 0
        self.deflects = 0
        self.swaps = 0
        self.more = 0
        self.per_set = 0
        self.flat = 0
        """Fixed points of stages, cards, leaders and edifices."""
        self.open = [0] * 48
        """
        The rows of effects whose points depend on the city or its neighbours at the
        end.
        """
        self.n_open = 0

    def copy_from(self, other: EngineCity) -> None:
        """Copy all values of another city."""
        self.book = other.book
        self.side = other.side
        self.coins = other.coins
        self.seen = other.seen
        self.spent = other.spent
        self.ones = other.ones
        self.threes = other.threes
        self.fives = other.fives
        self.defeats = other.defeats
        self.debts = other.debts
        self.pawns = other.pawns
        self.stages = other.stages
        self.halves = other.halves[:]
        self.cards = other.cards[:]
        self.n_cards = other.n_cards
        self.leaders = other.leaders[:]
        self.leader_ages = other.leader_ages[:]
        self.buried = other.buried[:]
        self.n_leaders = other.n_leaders
        self.edifices = other.edifices[:]
        self.n_edifices = other.n_edifices
        self.hand = other.hand[:]
        self.n_hand = other.n_hand
        self.held = other.held[:]
        self.n_held = other.n_held
        self.fixed = other.fixed
        self.symbols = other.symbols
        self.symbols_give = other.symbols_give
        self.sells = other.sells
        self.sells_symbols = other.sells_symbols
        self.sold_give = other.sold_give
        self.cheap = other.cheap
        self.shields = other.shields
        self.tablets = other.tablets
        self.gears = other.gears
        self.compasses = other.compasses
        self.wild = other.wild
        self.chains = other.chains
        self.built_low = other.built_low
        self.built_high = other.built_high
        self.counts = other.counts[:]
        self.powers = other.powers
        self.bank = other.bank
        self.discounts = other.discounts[:]
        self.free_colours = other.free_colours
        self.leaders_free = other.leaders_free
        self.leaders_less = other.leaders_less
        self.neighbours_less = other.neighbours_less
        self.on_build = other.on_build[:]
        self.on_chain = other.on_chain
        self.on_victory = other.on_victory
        self.on_purchase = other.on_purchase
        self.on_top = other.on_top
        self.deflects = other.deflects
        self.swaps = other.swaps
        self.more = other.more
        self.per_set = other.per_set
        self.flat = other.flat
        self.open = other.open[:]
        self.n_open = other.n_open

    # Setting and reading a position.

    def lay_hand(self, cards: list[int]) -> None:
        """Set the cards in its hand."""
        self.n_hand = len(cards)
        for nth in range(self.n_hand):
            self.hand[nth] = cards[nth]

    def lay_held(self, cards: list[int]) -> None:
        """Set the leaders in its hand."""
        self.n_held = len(cards)
        for nth in range(self.n_held):
            self.held[nth] = cards[nth]

    def hand_cards(self) -> list[int]:
        return [self.hand[nth] for nth in range(self.n_hand)]

    def held_cards(self) -> list[int]:
        """Return the leaders in its hand."""
        return [self.held[nth] for nth in range(self.n_held)]

    def lay_built(
        self,
        side: int,
        halves: list[int],
        cards: list[int],
        leaders: list[tuple[int, int, int]],
        edifices: list[int],
    ) -> None:
        """
        Set everything that the city has built.

        Args:
            side: the side of its board.
            halves: for each stage: 0 for a whole one, 1 for the left half, 2 for the
                right.
            cards: its buildings.
            leaders: for each leader: the card, the age of recruitment, and 1 if it is
                buried.
            edifices: the edifices whose rewards it has.
        """
        self.side = side
        self.stages = len(halves)
        for nth in range(self.stages):
            self.halves[nth] = halves[nth]
        self.n_cards = len(cards)
        for nth in range(self.n_cards):
            self.cards[nth] = cards[nth]
        self.n_leaders = len(leaders)
        for nth in range(self.n_leaders):
            self.leaders[nth], self.leader_ages[nth], self.buried[nth] = leaders[nth]
        self.n_edifices = len(edifices)
        for nth in range(self.n_edifices):
            self.edifices[nth] = edifices[nth]
        self.reckon()

    # Changes.

    def found(self, side: int, coins: int) -> None:
        """Begin with a side of a board."""
        self.side = side
        self.coins = coins
        self._place(self.book.start[side], 0)

    def build(self, block: int) -> None:
        """Add a building."""
        book = self.book
        colour = book.colour[block]
        self.cards[self.n_cards] = block
        self.n_cards += 1
        self.seen |= 1 << colour
        self._stand(block)

    def _stand(self, block: int) -> None:
        book = self.book
        colour = book.colour[block]
        self.counts[colour] += 1
        self.chains |= book.chain[block]
        twin = book.twin[block]
        if twin < BITS:
            self.built_low |= book.bits[twin]
        else:
            self.built_high |= book.bits[twin - BITS]
        self._place(block, SCORED_COLOURS >> colour & 1)

    def has(self, block: int) -> bool:
        """Return whether it has a building of the same name."""
        twin = self.book.twin[block]
        if twin < BITS:
            return (self.built_low >> twin & 1) != 0
        return (self.built_high >> (twin - BITS) & 1) != 0

    def lacks(self, goods: int) -> int:
        """Return the goods that its fixed production doesn't cover."""
        return minus(goods, self.fixed)

    def withholds(self, goods: int) -> int:
        """Return the goods that neighbours can't buy from its fixed production."""
        return minus(goods, self.sells)

    def next_block(self, half: int) -> int:
        """
        Return the block of the next stage: 0 for the whole, 1 for the left half, 2 for
        the right.
        """
        return self.book.stage_block[(self.side * MOST_STAGES + self.stages) * 3 + half]

    def build_stage(self, half: int) -> None:
        """
        Build the next stage: 0 for a whole one, 1 for the left half, 2 for the right.
        """
        block = self.next_block(half)
        self.halves[self.stages] = half
        self.stages += 1
        self._place(block, 1)

    def recruit(self, block: int, age: int) -> None:
        nth = self.n_leaders
        self.leaders[nth] = block
        self.leader_ages[nth] = age
        self.buried[nth] = 0
        self.n_leaders += 1
        self._place(block, 1)

    def reward(self, block: int) -> None:
        """Add the reward of an edifice."""
        self.edifices[self.n_edifices] = block
        self.n_edifices += 1
        self._place(block, 1)

    def has_edifice(self, block: int) -> bool:
        """Return whether it has the reward of an edifice."""
        for nth in range(self.n_edifices):  # noqa: SIM110 - no generator in C
            if self.edifices[nth] == block:
                return True
        return False

    def bury(self, block: int) -> None:
        """Turn a leader face down."""
        for nth in range(self.n_leaders):
            if self.leaders[nth] == block:
                self.buried[nth] = 1
        self.reckon()

    def lose(self, block: int) -> None:
        """Remove a building."""
        nth = 0
        while self.cards[nth] != block:
            nth += 1
        self.n_cards -= 1
        for later in range(nth, self.n_cards):
            self.cards[later] = self.cards[later + 1]
        self.reckon()

    def price_of(self, nth: int) -> int:
        """Return the printed cost of a recruited leader, by its index."""
        cost = self.book.leader_cost[self.leaders[nth] - self.book.first_leader]
        return cost if cost >= 0 else self.leader_ages[nth]

    def reckon(self) -> None:
        """Recompute all values that follow from what the city has built."""
        self._clear()
        book = self.book
        self._place(book.start[self.side], 0)
        for nth in range(self.stages):
            where = (self.side * MOST_STAGES + nth) * 3 + self.halves[nth]
            self._place(book.stage_block[where], 1)
        for nth in range(self.n_cards):
            self._stand(self.cards[nth])
        for nth in range(self.n_leaders):
            if not self.buried[nth]:
                self._place(self.leaders[nth], 1)
        for nth in range(self.n_edifices):
            self._place(self.edifices[nth], 1)

    def _place(self, block: int, scored: int) -> None:
        book = self.book
        for row in range(book.first[block], book.last[block]):
            kind = book.kind[row]
            a = book.a[row]
            b = book.b[row]
            if kind == POINTS:
                if scored:
                    self.flat += a
            elif kind == PRODUCE:
                self.fixed = plus(self.fixed, a)
                if b:
                    self.sells = plus(self.sells, a)
            elif kind == CHOICE:
                self.symbols += book.bits[4 * a]
                self.symbols_give |= book.mask[a]
                if b:
                    self.sells_symbols += book.bits[4 * a]
                    self.sold_give |= book.mask[a]
            elif kind == PRICE:
                if b & 1:
                    self.cheap |= a
                if b & 2:
                    self.cheap |= a << 7
            elif kind == SHIELDS:
                self.shields += a
            elif kind == SCIENCE:
                if a == 0:
                    self.tablets += 1
                elif a == 1:
                    self.gears += 1
                elif a == 2:
                    self.compasses += 1
                else:
                    self.wild += 1
            elif kind == POWER:
                self.powers |= a
            elif kind == LEADERS_FREE:
                self.leaders_free = 1
            elif kind == LEADERS_LESS:
                self.leaders_less += a
                self.neighbours_less += b
            elif kind == DISCOUNT:
                self.discounts[a] += b
            elif kind == COLOUR_FREE:
                self.free_colours |= 1 << a
            elif kind == BANK:
                self.bank = (a + 1) << 8 | b
            elif kind == ON_BUILD:
                self.on_build[b] += a
            elif kind == ON_CHAIN:
                self.on_chain += a
            elif kind == ON_VICTORY:
                self.on_victory += a
            elif kind == ON_PURCHASE:
                self.on_purchase += a
            elif kind == ON_GAIN:
                self.on_top += 1
            elif kind == DEFLECT:
                self.deflects = 1
            elif kind == SWAP:
                self.swaps += a
            elif kind == MORE:
                self.more += a
            elif kind == PER_SCIENCE_SET:
                self.per_set += a
            elif book.is_open[kind] and scored:
                self.open[self.n_open] = row
                self.n_open += 1

    # Values.

    def science(self, wild: int) -> int:
        """Return the points of its science, with *wild* additional flexible symbols."""
        if self.swaps or self.more or self.per_set:
            return self._solved(wild)
        return science_worth(self.tablets, self.gears, self.compasses, self.wild + wild)

    def learn(
        self, symbols: int, wild: int, swaps: int, more: int, per_set: int, times: int
    ) -> None:
        """
        Add or remove science effects.

        Args:
            symbols: one of each of these kinds, as bits.
            wild: flexible symbols.
            swaps: symbols that may count as another kind.
            more: additional symbols of the most frequent kind.
            per_set: additional points per set.
            times: 1 to add, -1 to remove.
        """
        if symbols & 1:
            self.tablets += times
        if symbols & 2:
            self.gears += times
        if symbols & 4:
            self.compasses += times
        self.wild += wild * times
        self.swaps += swaps * times
        self.more += more * times
        self.per_set += per_set * times

    def _solved(self, wild: int) -> int:
        known = ScienceState(
            (self.tablets, self.gears, self.compasses),
            self.wild + wild,
            self.swaps,
            self.more,
            self.per_set,
        )
        solved = solve(known)
        return solved.green + solved.besides

    def victories(self) -> int:
        return self.ones + self.threes + self.fives

    def count(self, things: int) -> int:
        """
        Return how many of these things it has: colours of cards and others, as bits.
        """
        total = 0
        for colour in range(7):
            if things >> colour & 1:
                total += self.counts[colour]
        if things >> 7:
            if things >> 7 & 1:
                total += self.stages
            if things >> 8 & 1:
                total += self.victories()
            if things >> 9 & 1:
                for colour in range(7):
                    total += self.counts[colour] > 0
            if things >> 10 & 1:
                total += self.coins
        return total
