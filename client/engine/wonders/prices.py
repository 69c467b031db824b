"""
The costs of goods: every payment that no other one dominates, with a cache.

A city covers a cost from its own symbols and buys the rest from its neighbours and,
with expansions, from the bank; each symbol can be used once. The search tries all ways,
unit by unit, starting with free ones, and abandons a way that costs each party at least
as much as one found before. `core.wonders.trade` finds the same payments by another
algorithm.

An answer is cached in a slot given by a hash of its question's numbers, and is replaced
by the next answer for that slot. So the cache doesn't grow, and in C no number has to
become an object.
"""

from __future__ import annotations

from array import array

from sealed_wonders.client.engine.wonders.book import CardTable

BITS = 14
SLOTS = 1 << BITS
"""The number of cached answers."""

_MIX, _MIX_SOLD = 0x1E3779B97F4A7C15, 0x1F58476D1CE4E5B9
_MIX_OWN = 0x14D049BB133111EB
_MIX_LEFTS, _MIX_RIGHTS = 0x1B873593CC9E2D51, 0x1D8E4E27C47D124F
"""
Odd multipliers with random-looking bits: upper bits of a product depend on all bits
below them.
"""

_LEFT, _RIGHT, _BANK = 1 << 24, 1 << 12, 1
"""One coin to each party, in a number that contains the coins to all of them."""


class Prices:
    """
    All payments for the goods that a city lacks, depending on it and its neighbours.
    """

    def __init__(self, book: CardTable) -> None:
        self._asked = array("q", bytes(8 * 5 * SLOTS))
        """The questions whose answers are cached, in five words each."""
        self._answers: list[tuple[int, ...]] = [()] * SLOTS
        self._masks = [0] * 16
        for nth in range(len(book.masks)):
            self._masks[nth] = book.masks[nth]
        self._units = [0] * 32
        self._n_units = 0
        self._free = [0] * 32
        self._n_free = 0
        self._fixed = [0] * 14
        self._symbols = [0] * 64
        self._n_symbols = [0] * 2
        self._cheap = 0
        self._bank = 0
        self._bank_price = 0
        self._best = [0] * 64
        self._n_best = 0

    def payments(
        self,
        want: int,
        own: int,
        left: int,
        lefts: int,
        right: int,
        rights: int,
        cheap: int,
        bank: int,
    ) -> tuple[int, ...]:
        """
        Return the payments for missing goods, the cheapest one first and then all of
        them.

        Each payment is packed: seven bits each for the left neighbour, the right one,
        and the bank. The result is empty if the goods can't be obtained.

        Args:
            want: the missing goods; not empty.
            own: the city's own symbols for some of them.
            left, lefts: the left neighbour's production of them, and its symbols.
            right, rights: the same for the right neighbour.
            cheap: the goods that cost one coin and, above these bits, the number of
                units that may be left out.
            bank: what the bank sells.
        """
        bought = want | cheap << 28 | bank << 48
        sold = left | right << 28
        mixed = bought * _MIX ^ sold * _MIX_SOLD ^ own * _MIX_OWN
        mixed ^= lefts * _MIX_LEFTS ^ rights * _MIX_RIGHTS
        slot = mixed >> (63 - BITS) & (SLOTS - 1)
        at = 5 * slot
        asked = self._asked
        if (
            asked[at] == bought
            and asked[at + 1] == sold
            and asked[at + 2] == own
            and asked[at + 3] == lefts
            and asked[at + 4] == rights
        ):
            return self._answers[slot]
        self._lay(want, own, left, lefts, right, rights, cheap, bank)
        found = self._found()
        asked[at] = bought
        asked[at + 1] = sold
        asked[at + 2] = own
        asked[at + 3] = lefts
        asked[at + 4] = rights
        self._answers[slot] = found
        return found

    def _found(self) -> tuple[int, ...]:
        """Find the payments for the prepared search."""
        self._n_best = 0
        self._place(0, 0)
        if not self._n_best:
            return ()
        payments = [0]
        least = 1 << 40
        for nth in range(self._n_best):
            paid = self._best[nth]
            to_left = paid >> 24
            to_right = paid >> 12 & 4095
            to_bank = paid & 4095
            split = to_left | to_right << 7 | to_bank << 14
            payments.append(split)
            worth = (to_left + to_right + to_bank) << 8 | (to_left + to_right)
            # Of payments with the same cost, the first by its text, as `core` sorts
            # moves.
            worth = worth << 8 | rank_of(to_left)
            if worth < least:
                least = worth
                payments[0] = split
        return tuple(payments)

    def _lay(
        self,
        want: int,
        own: int,
        left: int,
        lefts: int,
        right: int,
        rights: int,
        cheap: int,
        bank: int,
    ) -> None:
        """Prepare the search."""
        self._n_units = 0
        self._cheap = cheap
        for good in range(7):
            for _ in range(want >> (4 * good) & 15):
                self._units[self._n_units] = good
                self._n_units += 1
            self._fixed[good] = left >> (4 * good) & 15
            self._fixed[7 + good] = right >> (4 * good) & 15
        self._n_free = 0
        nth = 0
        while own:
            for _ in range(own & 15):
                self._free[self._n_free] = self._masks[nth]
                self._n_free += 1
            own >>= 4
            nth += 1
        self._sell(0, lefts)
        self._sell(1, rights)
        for _ in range(cheap >> 14):
            self._free[self._n_free] = 127
            self._n_free += 1
        self._bank = 0
        if bank:
            self._bank = self._masks[(bank >> 8) - 1]
            self._bank_price = bank & 255

    def _sell(self, side: int, symbols: int) -> None:
        """Prepare the symbols that one neighbour sells."""
        last = 32 * side
        nth = 0
        while symbols:
            for _ in range(symbols & 15):
                self._symbols[last] = self._masks[nth]
                last += 1
            symbols >>= 4
            nth += 1
        self._n_symbols[side] = last

    def _place(self, nth: int, paid: int) -> None:
        """Cover the units from *nth* on in every way, after paying *paid*."""
        for better in range(self._n_best):
            if _beats(self._best[better], paid):
                return
        if nth == self._n_units:
            self._keep(paid)
            return
        bit = 1 << self._units[nth]
        last = 0
        for one in range(self._n_free):
            mask = self._free[one]
            if mask & bit and mask != last:
                last = mask
                self._free[one] = 0
                self._place(nth + 1, paid)
                self._free[one] = mask
        for side in range(2):
            self._buy(nth, paid, side)
        if self._bank & bit:
            mask = self._bank
            self._bank = 0
            self._place(nth + 1, paid + self._bank_price * _BANK)
            self._bank = mask

    def _buy(self, nth: int, paid: int, side: int) -> None:
        """Cover a unit by buying from one neighbour."""
        good = self._units[nth]
        bit = 1 << good
        price = 1 if self._cheap >> (7 * side + good) & 1 else 2
        more = paid + price * (_RIGHT if side else _LEFT)
        if self._fixed[7 * side + good]:
            self._fixed[7 * side + good] -= 1
            self._place(nth + 1, more)
            self._fixed[7 * side + good] += 1
            return
        last = 0
        for one in range(32 * side, self._n_symbols[side]):
            mask = self._symbols[one]
            if mask & bit and mask != last:
                last = mask
                self._symbols[one] = 0
                self._place(nth + 1, more)
                self._symbols[one] = mask

    def _keep(self, paid: int) -> None:
        """Insert a payment in sorted order, and remove those that it dominates."""
        kept = 0
        for nth in range(self._n_best):
            other = self._best[nth]
            if not _beats(paid, other):
                self._best[kept] = other
                kept += 1
        self._n_best = kept + 1
        while kept and self._best[kept - 1] > paid:
            self._best[kept] = self._best[kept - 1]
            kept -= 1
        self._best[kept] = paid


def rank_of(to_left: int) -> int:
    """
    Return a payment's position among the texts of payments with the same cost.

    They begin with the coins to the left neighbour, if any, and digits are sorted as
    text: 1, 10, 2.
    """
    if not to_left:
        return 255
    if to_left < 10:
        return 16 * to_left
    return 16 * (to_left // 10) + 1 + to_left % 10


def _beats(one: int, other: int) -> bool:
    """Return whether a payment costs no party more than another one does."""
    return (
        one >> 24 <= other >> 24
        and one >> 12 & 4095 <= other >> 12 & 4095
        and one & 4095 <= other & 4095
    )
