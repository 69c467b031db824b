"""
Fast estimates of how much things are worth to a city, in points at the end of the game.

Certain points are counted according to the rules. The rest is an estimate of future
use: for goods, what they will save when later cards are paid for; for shields, the
conflicts that they may decide; for symbols, the sets that they may complete. Estimates
depend on effects, never on names. To estimate a change, the city is changed
temporarily, scored, and changed back.

`policy` chooses by these numbers, for ``builder`` and the players in rollouts. So any
change to an estimate, even to the order of additions, may change choices, which
tests/records/builder.txt records. After a match has shown that a change is good, write
the record anew: see tests/support/chosen.py.
"""

from __future__ import annotations

from array import array

from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.city import EngineCity
from sealed_wonders.client.engine.wonders.kinds import (
    ALONE,
    BANK,
    BURY,
    CHOICE,
    COIN_BIT,
    COINS,
    COINS_PER,
    COLOUR_BIT,
    COLOUR_FREE,
    COPY_GUILD,
    DEFLECT,
    DISCOUNT,
    DRAW,
    DROP_DEFEATS,
    EXTRA,
    FIRST_OF_AGE,
    FIRST_OF_COLOUR,
    FROM_DISCARD,
    GUILD_AGAIN,
    IF_MORE,
    LAST_OF_AGE,
    LEADERS_FREE,
    LEADERS_LESS,
    LOSES_COINS,
    LOSES_TOKENS,
    MORE,
    MOST_STAGES,
    NEIGHBOURS,
    ON_BUILD,
    ON_CHAIN,
    ON_GAIN,
    ON_PURCHASE,
    ON_VICTORY,
    PAIRS,
    PER_COINS,
    PER_SCIENCE_SET,
    PLAY_LAST,
    POINTS,
    POINTS_PER,
    POWER,
    PRICE,
    PRODUCE,
    SCIENCE,
    SCORED_COLOURS,
    SELF,
    SETS,
    SHIELDS,
    STAGE_DISCOUNT,
    SWAP,
    TOKEN,
    UNDEFEATED,
    VICTIMS,
    VICTORY_BIT,
)
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.client.engine.wonders.weights import (
    BURIED,
    CHAIN_THING,
    COMING,
    EVEN,
    PURCHASE_THING,
    SALE_THING,
    SETS_AT_MOST,
    STAGE_THING,
    guesses,
)

BUILDING, STAGED, LEADER, EDIFICE = range(4)
"""The kinds of blocks that can be added to a city."""

_SCIENCE, _VICTORIES, _OPEN = 1, 2, 4
"""Bits for the cached values of the present city."""


class Worth:
    """
    Estimates for one city at one moment; call `aim` first.

    Attributes:
        city: the city.
    """

    def __init__(self, book: CardTable, weights: array[float]) -> None:
        self.book = book
        made = guesses(book, tuple(weights))
        (
            self._base_coin,
            self._ready,
            self._enough,
            self._given,
            self._chain,
            self._stage,
            self._unmade,
            self._of_best,
            self._of_all,
            self._believed,
            self._free,
            self._at_will,
            self._copied,
            self._extra,
            self._from_discard,
            self._later,
            self._unit_less,
            self._colour_free,
            self._any_good,
            self._replaced,
            self._recruit,
            self._drawn,
            self._recruited,
            self._drift,
            self._guild,
            self._alone,
            self._treasury,
            self._joins,
            self._poor,
            self._shared,
            self._spared,
            self._hold,
        ) = made.weights
        self._needed = made.needed
        self._coming = made.coming
        self._at_least = made.at_least
        self._saved = made.saved
        self._symbol = made.symbol
        self._wilds = made.wilds
        self._first_lasting = book.first[book.first_leader]
        self._last_lasting = book.first[book.first_edifice + len(book.debt) - 1]
        self._scratch = EngineCity(book)
        self.city = self._scratch
        self._left_city = self._scratch
        self._right_city = self._scratch
        self._seat = 0
        self._age = 1
        self._turn = 0
        self._moment = 0
        self._left = 0.0
        """The part of the age that is still to come."""
        self._time = 0.0
        """The part of the game that is still to come, in ages."""
        self._coin = 0.0
        self._known = 0
        self._science_now = 0
        self._science_later = 0
        self._victories_now = 0.0
        self._open_now = 0.0
        self._pawns_known = 0
        self._pawns = [0.0] * 8

    def aim(self, table: EngineTable, seat: int, age: int, turn: int) -> None:
        """
        Prepare estimates for a seat as it is, on a turn of an age.

        Args:
            table: the table.
            seat: the seat.
            age: the age.
            turn: the turn; 0 is before the first turn, and -1 before anything about the
                game is known.
        """
        self._table = table
        self._seat = seat
        self._age = age
        self._turn = turn
        turn = max(0, min(turn, 6))
        self._moment = (age - 1) * 7 + turn
        self._left = (6 - turn) / 6.0
        self._time = self._left + 3 - age
        self._pawns_known = 0
        self._stand()

    def _stand(self) -> None:
        """Use the present values of the city."""
        table = self._table
        book = self.book
        seat = self._seat
        self.city = table.city(seat)
        self._left_city = table.left_of(seat)
        self._right_city = table.right_of(seat)
        self._known = 0
        self._coin = self._base_coin
        city = self.city
        more = 0.0
        for nth in range(city.n_leaders):
            if not city.buried[nth]:
                block = city.leaders[nth]
                for row in range(book.first[block], book.last[block]):
                    if book.kind[row] == PER_COINS:
                        more += 1.0 * book.a[row] / book.b[row]
        self._coin += more

    # Additions.

    def building(self, block: int, by_chain: int) -> float:
        """Return the value of adding a building."""
        city = self.city
        earned = city.on_build[self.book.colour[block]]
        if by_chain:
            earned += city.on_chain
        return self._chains(block) + self._with(block, BUILDING, 1, earned)

    def start(self) -> float:
        """Return the value of what the city's side begins with."""
        book = self.book
        block = book.start[self.city.side]
        worth = 0.0
        for row in range(book.first[block], book.last[block]):
            worth += self._prospect(row, 0)
        return worth

    def stage(self, block: int) -> float:
        """Return the value of building the next stage, given its block."""
        return self._with(block, STAGED, 1, 0)

    def leader(self, block: int) -> float:
        """Return the value of recruiting a leader."""
        return self._with(block, LEADER, 1, 0)

    def edifice(self, block: int) -> float:
        """Return the value of an edifice's reward."""
        return self._with(block, EDIFICE, 1, 0)

    def standing(self, block: int) -> float:
        """
        Return the value of keeping a building, whose immediate coins are already paid.
        """
        city = self.city
        table = self._table
        scratch = self._scratch
        scratch.copy_from(city)
        scratch.lose(block)
        table.cities[self._seat] = scratch
        self._stand()
        worth = self._chains(block) + self._with(block, BUILDING, 0, 0)
        table.cities[self._seat] = city
        self._stand()
        return worth

    def burying(self, half: int, leader: int) -> float:
        """Return the value of building the next stage and burying a leader for it."""
        city = self.city
        table = self._table
        book = self.book
        seat = self._seat
        block = city.next_block(half)
        worth = 0.0
        for row in range(book.first[block], book.last[block]):
            worth += self._prospect(row, 0)
        now = city.science(0)
        later = city.science(self._wilds[self._moment])
        worth -= table.points(seat) + self._lasting()
        scratch = self._scratch
        scratch.copy_from(city)
        table.cities[seat] = scratch
        scratch.build_stage(half)
        scratch.bury(leader)
        gained = table.coins_at_once(seat, block)
        self._stand()
        worth += table.points(seat) + self._lasting()
        now = scratch.science(0) - now
        later = scratch.science(self._wilds[self._moment]) - later
        worth += self._believed * (later - now)
        for row in range(book.first[leader], book.last[leader]):
            worth -= self._prospect(row, 1)
        table.cities[seat] = city
        self._stand()
        return worth + self.coins(gained)

    def without_tokens(self, ones: int, threes: int, fives: int) -> float:
        """Return the cost of losing these tokens."""
        city = self.city
        before = self._table.points(self._seat)
        city.ones -= ones
        city.threes -= threes
        city.fives -= fives
        after = self._table.points(self._seat)
        city.ones += ones
        city.threes += threes
        city.fives += fives
        return 1.0 * (before - after)

    def price(self, paid: int) -> float:
        """Return the cost of a payment."""
        to_left = paid & 127
        to_right = paid >> 7 & 127
        coins = to_left + to_right + (paid >> 14 & 127)
        city = self.city
        if city.on_purchase:
            coins -= city.on_purchase * ((to_left > 0) + (to_right > 0))
        return self._given * (to_left + to_right) - self.coins(-coins)

    def coins(self, change: int) -> float:
        """
        Return the value of gaining coins, or of losing them if *change* is negative.
        """
        before = 1.0 * self.city.coins
        enough = self._enough
        ready = min(before + change, enough) - min(before, enough)
        return self._coin * change + self._ready * self._time * ready

    def _chains(self, block: int) -> float:
        """Estimate how much a building's chain symbols save, if they are new."""
        worth = 0.0
        book = self.book
        if book.chain[block]:
            chains = self.city.chains
            saved = ((self._age - 1) * book.buildings + block) * 2
            for nth in range(2):
                symbol = self._symbol[2 * block + nth]
                if symbol >= 0 and not chains >> symbol & 1:
                    worth += self._chain * self._saved[saved + nth]
        return worth

    def _with(self, block: int, what: int, at_once: int, earned: int) -> float:
        """
        Return the value of adding a block to the city.

        Args:
            block: the block.
            what: the kind of the block.
            at_once: whether its immediate income counts.
            earned: coins that other effects pay for it.
        """
        book = self.book
        city = self.city
        first = book.first[block]
        last = book.last[block]
        scored = 1
        if what == BUILDING:
            scored = SCORED_COLOURS >> book.colour[block] & 1
        points = 0
        counted = city.n_open
        scientific = 0
        symbols = 0
        wild = 0
        swaps = 0
        more = 0
        per_set = 0
        gained = earned
        for row in range(first, last):
            kind = book.kind[row]
            if kind == POINTS:
                if scored:
                    points += book.a[row]
            elif kind == COINS:
                gained += book.a[row]
            elif kind == SCIENCE:
                scientific = 1
                if book.a[row] == 3:
                    wild += 1
                else:
                    symbols |= 1 << book.a[row]
            elif kind == MORE:
                scientific = 1
                more += book.a[row]
            elif kind == PER_SCIENCE_SET:
                scientific = 1
                per_set += book.a[row]
            elif kind == SWAP:
                swaps += book.a[row]
            elif kind in (COINS_PER, TOKEN, DROP_DEFEATS) or (
                scored and book.is_open[kind]
            ):
                counted = 1
        hoped = 0.0
        if scientific or swaps:
            if not self._known & _SCIENCE:
                self._known |= _SCIENCE
                self._science_now = city.science(0)
                self._science_later = city.science(self._wilds[self._moment])
            if counted and not self._known & _OPEN:
                self._known |= _OPEN
                self._open_now = self._open()
            city.learn(symbols, wild, swaps, more, per_set, 1)
            now = city.science(0) - self._science_now
            points += now
            if scientific:
                later = city.science(self._wilds[self._moment]) - self._science_later
                hoped = self._believed * (later - now)
        brought = 0.0
        if counted:
            brought = self._brought(block, what, at_once, scored)
            gained += self._gained
        if scientific or swaps:
            city.learn(symbols, wild, swaps, more, per_set, -1)
        if not at_once:
            gained = 0
        worth = points + brought
        for row in range(first, last):
            worth += self._prospect(row, what >= LEADER)
        worth += hoped
        if gained:
            worth += self.coins(gained)
        return worth

    def _brought(self, block: int, what: int, at_once: int, scored: int) -> float:
        """Return the points that counting effects gain from adding a block."""
        book = self.book
        city = self.city
        table = self._table
        seat = self._seat
        if not self._known & _OPEN:
            self._known |= _OPEN
            self._open_now = self._open()
        ones = city.ones
        threes = city.threes
        fives = city.fives
        defeats = city.defeats
        shields = city.shields
        worth = 0.0
        gained = 0
        if what == BUILDING:
            city.counts[book.colour[block]] += 1
            city.cards[city.n_cards] = block
            city.n_cards += 1
        elif what == STAGED:
            city.stages += 1
        elif what == LEADER:
            city.leaders[city.n_leaders] = block
            city.buried[city.n_leaders] = 0
            city.n_leaders += 1
        for row in range(book.first[block], book.last[block]):
            kind = book.kind[row]
            if kind == SHIELDS:
                city.shields += book.a[row]
            elif kind == TOKEN and at_once:
                value = book.a[row]
                if not value:
                    value = 2 * self._age - 1
                if value == 1:
                    city.ones += 1
                elif value == 3:
                    city.threes += 1
                else:
                    city.fives += 1
                worth += value
                gained += city.on_victory
            elif kind == DROP_DEFEATS and at_once:
                worth += city.defeats
                city.defeats = 0
        for row in range(book.first[block], book.last[block]):
            kind = book.kind[row]
            if kind == COINS_PER:
                gained += book.a[row] * table.counted(seat, book.b[row], book.c[row])
            elif kind != POINTS and book.is_open[kind] and scored:
                worth += self._row(row)
        worth += self._open() - self._open_now
        if what == BUILDING:
            city.counts[book.colour[block]] -= 1
            city.n_cards -= 1
        elif what == STAGED:
            city.stages -= 1
        elif what == LEADER:
            city.n_leaders -= 1
        city.ones = ones
        city.threes = threes
        city.fives = fives
        city.defeats = defeats
        city.shields = shields
        self._gained = gained
        return worth

    # Effects that count things.

    def _open(self) -> float:
        """Return the points of all effects whose points depend on the city's state."""
        city = self.city
        total = 0.0
        for nth in range(city.n_open):
            total += self._row(city.open[nth])
        return total

    def _lasting(self) -> float:
        """
        Estimate the future gain of leaders' and edifices' effects beyond their present
        points.
        """
        city = self.city
        total = 0.0
        for nth in range(city.n_open):
            row = city.open[nth]
            if self._first_lasting <= row < self._last_lasting:
                total += self._row(row) - self._table.points_of(self._seat, row)
        return total

    def _row(self, row: int) -> float:
        """
        Return the points of such an effect; for leaders and edifices, those expected at
        the end.
        """
        book = self.book
        if self._first_lasting <= row < self._last_lasting:
            kind = book.kind[row]
            if kind == SETS:
                return book.a[row] * self._sets(book.b[row])
            if kind == IF_MORE:
                return book.a[row] * self._leads(book.b[row])
            if kind == UNDEFEATED:
                if self.city.defeats:
                    return 0.0
                return book.a[row] * self._safe()
        return 1.0 * self._table.points_of(self._seat, row)

    def _sets(self, things: int) -> float:
        """
        Estimate the number of sets, with one card of each colour, that the city will
        have.
        """
        city = self.city
        total = 0.0
        for size in range(1, SETS_AT_MOST + 1):
            likely = 1.0
            for colour in range(7):
                if things >> colour & 1:
                    missing = size - city.counts[colour]
                    if missing > 0:
                        at = (self._moment * COMING + colour) * (SETS_AT_MOST + 1)
                        likely *= self._at_least[at + missing]
            total += likely
        return total

    def _leads(self, things: int) -> float:
        """Estimate the probability of having more of something than each neighbour."""
        if things >> COIN_BIT & 1:
            drift = 1 + 4 * self._time
        else:
            drift = 0.0
            for thing in range(8):
                if things >> thing & 1:
                    drift += self._coming[self._moment * COMING + thing]
            drift += 0.5
        mine = self.city.count(things)
        lead = mine - self._left_city.count(things)
        other = mine - self._right_city.count(things)
        return _chance(lead, drift) * _chance(other, drift)

    def _safe(self) -> float:
        """Estimate the probability of never being defeated."""
        safe = 1.0
        drift = 0.5
        one = self._left_city.shields - self.city.shields
        other = self._right_city.shields - self.city.shields
        for age in range(self._age, 4):
            drift += self._drift * age * (self._left if age == self._age else 1.0)
            safe *= 1 - _chance(one, drift)
            safe *= 1 - _chance(other, drift)
        return safe

    # Expected future benefits.

    def _prospect(self, row: int, grows: int) -> float:
        """
        Estimate an effect's future benefit; *grows* includes growth of what it counts.
        """
        book = self.book
        kind = book.kind[row]
        a = book.a[row]
        b = book.b[row]
        if kind in (POINTS, SCIENCE, COINS, COINS_PER):
            return 0.0
        if kind == PRODUCE:
            worth = 0.0
            for good in range(7):
                units = a >> (4 * good) & 15
                if units:
                    worth += self._good(good, units)
            return worth
        if kind == CHOICE:
            return self._any_of(book.mask[a])
        if kind == SHIELDS:
            if not self._known & _VICTORIES:
                self._known |= _VICTORIES
                self._victories_now = self._victories(0)
            return self._victories(a) - self._victories_now
        if kind == PRICE:
            return self._discount(a, b)
        if kind == POINTS_PER:
            if not grows:
                return 0.0
            c = book.c[row]
            cities = 1 if c == SELF else 2 if c == NEIGHBOURS else 3
            return a * (cities * self._more(b))
        if kind == POWER:
            return self._power(a)
        return self._seldom(kind, a, b)

    def _comes(self, thing: int) -> float:
        """Estimate how much of something the city will still get."""
        return self._coming[self._moment * COMING + thing]

    def _more(self, things: int) -> float:
        """Estimate how much the number of these things will grow."""
        city = self.city
        total = 0.0
        for thing in range(7):
            if things >> thing & 1:
                total += self._comes(thing)
        if things >> STAGE_THING & 1:
            total += self._stages_to_come()
        if things >> VICTORY_BIT & 1:
            total += self._decided(1)
        if things >> COLOUR_BIT & 1:
            missing = 0
            for colour in range(7):
                missing += not city.counts[colour]
            total += missing * min(1.0, self._time) / 2
        if things >> COIN_BIT & 1:
            total += max(0.0, self._treasury - city.coins) * min(1.0, self._time)
        return total

    def _stages_to_come(self) -> float:
        city = self.city
        left = 1.0 * (self.book.stages[city.side] - city.stages)
        return min(left, self._comes(STAGE_THING))

    def _decided(self, side: int) -> float:
        """
        Estimate how many conflicts the city will win; with -1, how many it will lose.
        """
        total = 0.0
        drift = 0.5
        one = side * (self.city.shields - self._left_city.shields)
        other = side * (self.city.shields - self._right_city.shields)
        for age in range(self._age, 4):
            drift += self._drift * age * (self._left if age == self._age else 1.0)
            total += _chance(one, drift) + _chance(other, drift)
        return total

    def _makes(self, city: EngineCity, good: int) -> float:
        """
        Return the units of a good that a city makes; each choice symbol counts as half
        a unit.
        """
        made = 1.0 * (city.fixed >> (4 * good) & 15)
        if city.symbols:
            made += 0.5 * self._chosen(city.symbols, good)
        return made

    def _chosen(self, symbols: int, good: int) -> int:
        book = self.book
        count = 0
        for nth in range(book.n_masks):
            if book.mask[nth] >> good & 1:
                count += (symbols >> (4 * nth)) & 15
        return count

    def _sells(self, city: EngineCity, good: int) -> bool:
        if city.sells >> (4 * good) & 15:
            return True
        return city.sells_symbols != 0 and self._chosen(city.sells_symbols, good) > 0

    def _needs(self, good: int, units: int) -> float:
        """Estimate how many future costs include at least this many units of a good."""
        if units > 7:
            return 0.0
        city = self.city
        book = self.book
        stages = 0
        for nth in range(city.stages, book.stages[city.side]):
            goods = book.stage_goods[city.side * MOST_STAGES + nth]
            stages += goods >> (4 * good) & 15 >= units
        cards = self._needed[(self._moment * 7 + good) * 8 + units]
        return cards + self._stage * stages * min(1.0, self._time)

    def _uses(self, good: int, made: float) -> float:
        """Estimate how often one more unit, beyond those made, will be useful."""
        whole = int(made)
        uses = self._needs(good, whole + 1)
        if made > whole:
            uses += 0.5 * (self._needs(good, whole + 2) - uses)
        return uses

    def _good(self, good: int, units: int) -> float:
        """Estimate the value of additional units of a good, from what they save."""
        city = self.city
        price = 3
        if self._sells(self._left_city, good):
            price = 1 if city.cheap >> good & 1 else 2
        if price > 1 and self._sells(self._right_city, good):
            price = 1 if city.cheap >> (7 + good) & 1 else 2
        made = self._makes(city, good)
        uses = 0.0
        for nth in range(units):
            uses += self._uses(good, made + nth)
        return uses * (self._unmade if price == 3 else self._base_coin * price)

    def _any_of(self, mask: int) -> float:
        best = 0.0
        total = 0.0
        for good in range(7):
            if mask >> good & 1:
                one = self._good(good, 1)
                total += one
                best = max(best, one)
        return self._of_best * best + self._of_all * total

    def _discount(self, mask: int, sides: int) -> float:
        """Estimate the value of paying one coin less for some goods."""
        city = self.city
        total = 0.0
        for side in range(2):
            if not sides >> side & 1:
                continue
            seller = self._right_city if side else self._left_city
            for good in range(7):
                if mask >> good & 1 and self._sells(seller, good):
                    uses = self._uses(good, self._makes(city, good))
                    total += self._base_coin * uses
        return total

    def _victories(self, more: int) -> float:
        """
        Estimate the points from future conflicts with this many additional shields.
        """
        worth = 0.0
        mine = self.city.shields + more
        one = mine - self._left_city.shields
        other = mine - self._right_city.shields
        drift = 0.5
        for age in range(self._age, 4):
            drift += self._drift * age * (self._left if age == self._age else 1.0)
            value = 2 * age - 1
            worth += value * _chance(one, drift)
            worth -= _chance(-one, drift)
            worth += value * _chance(other, drift)
            worth -= _chance(-other, drift)
        return worth

    def _power(self, power: int) -> float:
        ages = 3 - self._age
        if power == PLAY_LAST:
            return self._extra * (ages + 1)
        if power == FIRST_OF_AGE:
            return self._free * ages
        if power == LAST_OF_AGE:
            return self._free * (ages + (self._left > 0))
        if power == FIRST_OF_COLOUR:
            city = self.city
            missing = 0
            for colour in range(7):
                missing += not city.counts[colour]
            return self._free * missing * min(1.0, self._time) / 2
        return self._at_will * (ages + (self._left > 0))

    def _seldom(self, kind: int, a: int, b: int) -> float:
        """Return the value of the less frequent kinds of effects."""
        city = self.city
        table = self._table
        later = self._later
        recruits = 3 - self._age + (self._turn < 0)
        if kind == COPY_GUILD:
            best = max(
                table.best_guild(self._seat, self._left_city),
                table.best_guild(self._seat, self._right_city),
            )
            return max(0.0, self._copied - best)
        if kind == FROM_DISCARD:
            if self._age == 1 and self._turn == 0:
                return 0.0
            return self._from_discard
        if kind == DISCOUNT:
            some = self._stages_to_come() if a == STAGE_DISCOUNT else self._comes(a)
            return self._unit_less * b * some
        if kind == COLOUR_FREE:
            return self._colour_free * self._comes(a)
        if kind == BANK:
            return self._any_good * self._time
        if kind == LEADERS_FREE:
            return later * self._recruit * recruits
        if kind == LEADERS_LESS:
            return later * min(self._recruit, 1.0 * a) * recruits
        if kind == ON_BUILD:
            return later * a * self._comes(b)
        if kind == ON_CHAIN:
            return later * a * self._comes(CHAIN_THING)
        if kind == ON_VICTORY:
            return later * a * self._decided(1)
        if kind == ON_PURCHASE:
            return later * a * self._comes(PURCHASE_THING)
        if kind == ON_GAIN:
            return later * self._comes(SALE_THING)
        if kind == VICTIMS:
            return (_lowest(self._left_city) + _lowest(self._right_city)) / 2.0
        if kind == DEFLECT:
            return self._decided(-1)
        if kind == SWAP:
            return self._replaced * a * self._comes(5)
        if kind == PER_COINS:
            return a * self._more(1 << COIN_BIT) / b
        if kind == PAIRS:
            return self._pairs()
        if kind == ALONE:
            return -self._alone * 2
        if kind == GUILD_AGAIN:
            if city.counts[6]:
                return 0.0
            return self._guild * min(1.0, self._comes(6))
        if kind == DRAW:
            return self._drawn * a
        if kind == EXTRA:
            return self._recruited
        if kind == BURY:
            return BURIED if self._turn < 0 else 0.0
        return 0.0

    def _pairs(self) -> float:
        """Estimate the future points for pairs of equal tokens."""
        total = 0.0
        drift = 0.5
        one = self.city.shields - self._left_city.shields
        other = self.city.shields - self._right_city.shields
        for age in range(self._age, 4):
            drift += self._drift * age * (self._left if age == self._age else 1.0)
            total += (2 * age - 1) * (_chance(one, drift) * _chance(other, drift))
        return total

    # Edifices.

    def brought(self, taken: int, joins: int) -> float:
        """
        Return the value of the pawns that come with a stage.

        Args:
            taken: the age of a pawn from the box; 0 for none.
            joins: whether a pawn is taken from the age's edifice.
        """
        worth = 0.0
        if joins:
            worth += self.pawn(self._age, 1)
            if taken == self._age:
                return worth
        if taken:
            worth += self.pawn(taken, 0)
        return worth

    def spent(self, joins: int) -> float:
        """Return the cost of using up a stage that a later edifice may need."""
        table = self._table
        city = self.city
        wanted = 0
        for age in range(self._age, 4):
            if not table.fates[age - 1] and not city.pawns >> age & 1:
                wanted += 1
                if joins and age == self._age:
                    return 0.0
        left = self.book.stages[city.side] - city.stages
        return self._hold if wanted >= left else 0.0

    def at_risk(self, block: int, worth: float) -> float:
        """Return the loss in a building's value because a penalty may take it."""
        table = self._table
        book = self.book
        city = self.city
        nth = self._age - 1
        if table.fates[nth] or city.pawns >> self._age & 1:
            return 0.0
        where = table.projects[nth] - book.first_edifice
        colour = book.colour[block]
        if book.penalty[where] != colour or city.counts[colour]:
            return 0.0
        failing = 1 - self.odds(nth, 0)
        return failing * max(0.0, worth + book.debt[where])

    def pawn(self, age: int, joins: int) -> float:
        """
        Return the value of a pawn of an age.

        Args:
            age: the age.
            joins: whether the pawn is taken from the edifice, which then has one fewer.
        """
        table = self._table
        city = self.city
        nth = age - 1
        if not self.book.with_edifice or city.pawns >> age & 1:
            return 0.0
        fate = table.fates[nth]
        if fate == 2:
            return 0.0
        at = 2 * age + joins - 2
        if self._pawns_known >> at & 1:
            return self._pawns[at]
        worth = self.edifice(table.projects[nth])
        if not fate:
            without = self.odds(nth, 0)
            likely = self.odds(nth, 1) if joins else without
            loss = self._loss(table.projects[nth])
            worth = self._shared * likely * worth + self._spared * (1 - without) * loss
        self._pawns_known |= 1 << at
        self._pawns[at] = worth
        return worth

    def _loss(self, edifice: int) -> float:
        """Return the cost of an edifice's penalty if it failed now."""
        book = self.book
        city = self.city
        where = edifice - book.first_edifice
        penalty = book.penalty[where]
        amount = book.amount[where]
        loss = -1.0 * book.debt[where]
        if penalty == LOSES_COINS:
            if city.coins >= amount:
                loss = -self.coins(-amount)
        elif penalty == LOSES_TOKENS:
            if city.victories() >= amount:
                ones = min(amount, city.ones)
                threes = min(amount - ones, city.threes)
                loss = self.without_tokens(ones, threes, amount - ones - threes)
        elif city.counts[penalty]:
            loss = 1e9
            for nth in range(city.n_cards):
                block = city.cards[nth]
                if book.colour[block] == penalty:
                    loss = min(loss, self.standing(block))
        return loss

    def odds(self, nth: int, joined: int) -> float:
        """
        Estimate the probability that an edifice is built.

        Args:
            nth: the index of the edifice.
            joined: how many additional players participate now.
        """
        table = self._table
        book = self.book
        needed = table.pawns[nth] - joined
        if needed <= 0:
            return 1.0
        if self._turn < 0:
            return EVEN
        turns = 7
        if nth + 1 == self._age:
            turns = 7 - self._turn
        edifice = table.projects[nth] - book.first_edifice
        cost = book.edifice_cost[edifice]
        others = 0
        total = 0.0
        for other in range(table.n):
            if other == self._seat or (table.takers[nth] | table.gone) >> other & 1:
                continue
            others += 1
            city = table.city(other)
            if city.stages < book.stages[city.side]:
                stays = 1.0
                each = self._joins if city.coins >= cost else self._joins * self._poor
                for _ in range(turns):
                    stays *= 1 - each
                total += 1 - stays
        if others < needed:
            return 0.0
        mean = total / others
        likely = 0.0
        for some in range(needed, others + 1):
            part = 1.0
            for one in range(some):
                part = part * (others - one) / (one + 1) * mean
            for _ in range(others - some):
                part *= 1 - mean
            likely += part
        return likely


def _lowest(city: EngineCity) -> int:
    """Return the value of a city's lowest victory token; 0 if it has none."""
    if city.ones:
        return 1
    if city.threes:
        return 3
    return 5 if city.fives else 0


def _chance(lead: int, drift: float) -> float:
    """Estimate the probability of being ahead later, given the present lead."""
    chance = (lead - 0.5 + drift) / (2 * drift)
    if chance < 0.0:
        return 0.0
    return min(1.0, chance)
