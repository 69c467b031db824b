"""
A game of 7 Wonders as integers, changed in place, for searches and rollouts of bots.

It follows the tasks in `core.wonders`, in their order, from the founding of the cities
on. The agenda contains tasks as numbers, the last one first. All random outcomes are
set in advance: the hands of each age in `decks`, and the leaders in the box in `box`. A
move is one number: see `kinds`.

The moves, coins and points must equal those of `core` at every step; this is tested in
tests/client/engine/test_wonders.py. With
``scripts/compile``, methods become C functions, which can't contain lambdas or
generators: see
`scripts/declarations.py`.
"""

from __future__ import annotations

from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.city import EngineCity
from sealed_wonders.client.engine.wonders.kinds import (
    AGE_TASK,
    ALONE,
    BUILD,
    BUILT,
    BURY,
    BY_POWER,
    CARD_AT,
    CHAIN,
    COINS,
    COINS_PER,
    COMPLETE,
    COMPLETE_TASK,
    CONFLICTS_TASK,
    COPY_GUILD,
    DEAL_TASK,
    DECLINE,
    DISCARD_RIGHT,
    DISCARD_TASK,
    DRAFT_TASK,
    DRAW,
    DRAW_RIGHT,
    DRAW_TASK,
    DROP,
    DROP_DEFEATS,
    END_TASK,
    ENLIST_TASK,
    EXTRA,
    EXTRA_RIGHT,
    FAIL_TASK,
    FAILED,
    FIRST_OF_AGE,
    FIRST_OF_COLOUR,
    FROM_DISCARD,
    GUILD_AGAIN,
    HALF_AT,
    IF_MORE,
    JOIN_AT,
    KEEP,
    LAST_OF_AGE,
    LAST_TASK,
    LEFTOVERS_TASK,
    LOSE_CARD,
    LOSE_COINS,
    LOSE_TOKENS,
    LOSES_COINS,
    LOSES_TOKENS,
    MOST_STAGES,
    NAME_AT,
    NEIGHBOURS,
    ONE_OF_AGE,
    PAID,
    PAID_AT,
    PAIRS,
    PAWN,
    PAWN_AT,
    PER_COINS,
    PICK,
    PLAY_LAST,
    POINTS,
    POINTS_PER,
    POWER_AT,
    RECRUIT,
    RECRUIT_TASK,
    REFUSED,
    SALE,
    SCIENCE,
    SELF,
    SELL,
    SETS,
    STAGE,
    STAGE_DISCOUNT,
    TOKEN,
    TURN_TASK,
    UNDEFEATED,
    VICTIMS,
    VICTIMS_RIGHT,
    VICTIMS_TASK,
)
from sealed_wonders.client.engine.wonders.prices import Prices


class EngineTable:
    """
    A game at one moment; its catalogue is in `book`.

    Attributes:
        asked: the seats that must choose now, as bits; zero when the game is over.
        kind: the current task, with `age` and `turn`.
        gone: the seats that have left, as bits. Then moves can still be computed, but
            the table can't be played on.
    """

    def __init__(self, book: CardTable, prices: Prices) -> None:
        self.book = book
        self.prices = prices
        self.n = book.players
        self.cities = [EngineCity(book) for _ in range(self.n)]
        self.kind = END_TASK
        self.age = 0
        self.turn = 0
        self.agenda = [0] * 64
        self.n_agenda = 0
        self.asked = 0
        self.choices = [0] * 8
        self.decks = [0] * 160
        """The cards of all hands in the three ages, by age and seat."""
        self.box = [0] * 64
        self.n_box = 0
        self.discard = [0] * 192
        self.n_discard = 0
        self.rights = [0] * 32
        self.n_rights = 0
        self.thanked = 0
        self.gone = 0
        self.projects = [-1] * 3
        self.pawns = [0] * 3
        self.takers = [0] * 3
        self.fates = [0] * 3
        # Parts of the moves that were last counted.
        self._moves = [0] * 512
        self._n_moves = 0
        self._kinds = [0] * 192
        self._n_kinds = 0
        self._ways = [0] * 256
        self._n_ways = 0
        self._paid = [0] * 128
        self._n_paid = 0

    def copy_from(self, other: EngineTable) -> None:
        """Copy the position of another table with the same rules."""
        for seat in range(self.n):
            mine = self.cities[seat]
            mine.copy_from(other.cities[seat])
        self.kind = other.kind
        self.age = other.age
        self.turn = other.turn
        self.agenda = other.agenda[:]
        self.n_agenda = other.n_agenda
        self.asked = other.asked
        self.choices = other.choices[:]
        self.decks = other.decks[:]
        self.box = other.box[:]
        self.n_box = other.n_box
        self.discard = other.discard[:]
        self.n_discard = other.n_discard
        self.rights = other.rights[:]
        self.n_rights = other.n_rights
        self.thanked = other.thanked
        self.gone = other.gone
        self.projects = other.projects[:]
        self.pawns = other.pawns[:]
        self.takers = other.takers[:]
        self.fates = other.fates[:]

    # Setting and reading a position.

    def lay_deck(self, age: int, cards: list[int]) -> None:
        """Set the hands of an age, by seat."""
        at = (age - 1) * 7 * self.n
        for nth in range(len(cards)):
            self.decks[at + nth] = cards[nth]

    def lay_box(self, cards: list[int]) -> None:
        """Set the leaders in the box."""
        self.n_box = len(cards)
        for nth in range(self.n_box):
            self.box[nth] = cards[nth]

    def lay_discard(self, cards: list[int]) -> None:
        """Set the discard pile."""
        self.n_discard = len(cards)
        for nth in range(self.n_discard):
            self.discard[nth] = cards[nth]

    def lay_project(
        self, nth: int, block: int, pawns: int, takers: int, fate: int
    ) -> None:
        """Set an edifice, with its pawns and its participants, as bits."""
        self.projects[nth] = block
        self.pawns[nth] = pawns
        self.takers[nth] = takers
        self.fates[nth] = fate

    def discarded(self) -> list[int]:
        """Return the discard pile."""
        return [self.discard[nth] for nth in range(self.n_discard)]

    def boxed(self) -> list[int]:
        """Return the leaders in the box."""
        return [self.box[nth] for nth in range(self.n_box)]

    def deck(self, age: int) -> list[int]:
        """Return the hands of a future age, one after another."""
        each = 7 * self.n
        return [self.decks[nth] for nth in range((age - 1) * each, age * each)]

    def tasks(self) -> list[int]:
        """Return the kinds of the tasks on the agenda, the last one first."""
        return [self.agenda[nth] & 15 for nth in range(self.n_agenda)]

    def push(self, kind: int, age: int, turn: int) -> None:
        """Put a task at the front of the agenda."""
        self.agenda[self.n_agenda] = kind | age << 4 | turn << 6
        self.n_agenda += 1

    def city(self, seat: int) -> EngineCity:
        return self.cities[seat]

    def right_of(self, seat: int) -> EngineCity:
        return self.cities[seat - 1 if seat else self.n - 1]

    def left_of(self, seat: int) -> EngineCity:
        return self.cities[seat + 1 if seat + 1 < self.n else 0]

    # Prices.

    def payments(self, seat: int, goods: int, less: int) -> tuple[int, ...]:
        """
        Return all payments for goods, the cheapest one first; empty if there are none.
        """
        city = self.cities[seat]
        want = city.lacks(goods)
        if not want:
            return NOTHING
        book = self.book
        left = self.cities[seat + 1 if seat + 1 < self.n else 0]
        right = self.cities[seat - 1 if seat else self.n - 1]
        not_left = left.withholds(want)
        not_right = right.withholds(want)
        bank = city.bank
        # Most unavailable goods are ones that no city makes at all, which is quick to
        # check.
        short = right.withholds(not_left) if not_left and not_right else 0
        if short and not less:
            given = city.symbols_give | left.sold_give | right.sold_give
            if bank:
                given |= book.mask[(bank >> 8) - 1]
            if goods_of(short) & ~given:
                return NONE
        mask = goods_of(want)
        symbols = book.symbols[mask]
        if bank and not mask & book.mask[(bank >> 8) - 1]:
            bank = 0
        return self.prices.payments(
            want,
            city.symbols & symbols,
            want - not_left,
            left.sells_symbols & symbols,
            want - not_right,
            right.sells_symbols & symbols,
            (city.cheap & (mask | mask << 7)) | less << 14,
            bank,
        )

    def quote(self, seat: int, block: int) -> int:
        """
        Return how a building can be built: free, by a chain or power, paid, or not at
        all.
        """
        city = self.cities[seat]
        book = self.book
        if city.has(block):
            return REFUSED
        if not book.goods[block] and not book.bank[block]:
            return 0
        free = book.free[block]
        if free >= 0 and city.chains & book.bits[free]:
            return CHAIN
        colour = book.colour[block]
        if city.free_colours >> colour & 1:
            return BY_POWER
        powers = city.powers
        if powers and (
            (powers & FIRST_OF_COLOUR and not city.seen >> colour & 1)
            or (powers & FIRST_OF_AGE and self.turn == 1)
            or (powers & LAST_OF_AGE and self.turn == 6)
        ):
            return BY_POWER
        return PAID

    def cheapest(self, seat: int, block: int) -> int:
        """
        Return the cheapest payment for a building; -1 if it can't be paid for at any
        price.
        """
        city = self.cities[seat]
        book = self.book
        goods = book.goods[block]
        paid = 0
        if goods:
            found = self.payments(seat, goods, city.discounts[book.colour[block]])
            if not found:
                return -1
            paid = found[0]
        return paid + (book.bank[block] << 14)

    def leader_price(self, seat: int, block: int) -> int:
        return self.leader_price_in(seat, block, self.age)

    def leader_price_in(self, seat: int, block: int, age: int) -> int:
        """Return the cost of a leader in an age, with the present discounts."""
        city = self.cities[seat]
        if city.leaders_free:
            return 0
        cost = self.book.leader_cost[block - self.book.first_leader]
        if cost < 0:
            cost = age
        left = self.left_of(seat)
        right = self.right_of(seat)
        cost -= city.leaders_less + left.neighbours_less + right.neighbours_less
        return max(0, cost)

    def joining(self, seat: int) -> int:
        """
        Return the cost of participating in the age's edifice; -1 if the seat can't.
        """
        if not self.book.with_edifice or not self.age:
            return -1
        nth = self.age - 1
        if not self.pawns[nth] or self.takers[nth] >> seat & 1:
            return -1
        return self.book.edifice_cost[self.projects[nth] - self.book.first_edifice]

    # Moves.

    def moves(self, seat: int) -> list[int]:
        """Return every legal move of a seat that must choose."""
        return [self.nth_move(nth) for nth in range(self.count_moves(seat))]

    def count_moves(self, seat: int) -> int:
        """
        Find every legal move of a seat that must choose, and return their number.

        A sale and each way to build a stage can be combined with each card of a hand.
        Only their parts are stored, and `nth_move` combines them.
        """
        city = self.cities[seat]
        kind = self.kind
        self._n_moves = 0
        self._n_kinds = 0
        self._n_ways = 0
        self._n_paid = 0
        uses = 0
        if kind in (TURN_TASK, LAST_TASK):
            if kind == LAST_TASK:
                self._list(DECLINE)
            for nth in range(city.n_hand):
                self._know(city.hand[nth])
            for nth in range(self._n_kinds):
                self._builds(seat, self._kinds[nth])
            uses = 1
        elif kind in (RECRUIT_TASK, ENLIST_TASK):
            if kind == ENLIST_TASK:
                self._list(DECLINE)
            for nth in range(city.n_held):
                self._know(city.held[nth])
            for nth in range(self._n_kinds):
                block = self._kinds[nth]
                price = self.leader_price(seat, block)
                if price <= city.coins:
                    self._list(RECRUIT | block << CARD_AT | price << (PAID_AT + 14))
            uses = kind == RECRUIT_TASK
        elif kind == DRAFT_TASK:
            for nth in range(city.n_hand):
                self._know(city.hand[nth])
            for nth in range(self._n_kinds):
                self._list(KEEP | self._kinds[nth] << CARD_AT)
        elif kind == DISCARD_TASK:
            self._list(DECLINE)
            for nth in range(self.n_discard):
                if not city.has(self.discard[nth]):
                    self._know(self.discard[nth])
            for nth in range(self._n_kinds):
                self._list(PICK | self._kinds[nth] << CARD_AT)
        elif kind == VICTIMS_TASK:
            self._drops(seat)
        elif kind == FAIL_TASK:
            self._losses(seat)
        if not uses:
            return self._n_moves
        self._stages(seat)
        return self._n_moves + self._n_kinds * (1 + self._n_ways * self._n_paid)

    def nth_move(self, nth: int) -> int:
        """Return one of the moves that were last counted."""
        if nth < self._n_moves:
            return self._moves[nth]
        nth -= self._n_moves
        each = 1 + self._n_ways * self._n_paid
        card = self._kinds[nth // each] << CARD_AT
        nth %= each
        if not nth:
            return SELL | card
        nth -= 1
        return card | self._paid[nth // self._n_ways] | self._ways[nth % self._n_ways]

    def _list(self, move: int) -> None:
        self._moves[self._n_moves] = move
        self._n_moves += 1

    def _know(self, block: int) -> None:
        """Note a card, unless a copy is already there."""
        for nth in range(self._n_kinds):
            if self._kinds[nth] == block:
                return
        self._kinds[self._n_kinds] = block
        self._n_kinds += 1

    def _builds(self, seat: int, block: int) -> None:
        city = self.cities[seat]
        how = self.quote(seat, block)
        if how == REFUSED:
            return
        book = self.book
        move = BUILD | block << CARD_AT
        if how != PAID:
            self._list(move)
            return
        free = 0
        bank = book.bank[block]
        coins = city.coins - bank
        goods = book.goods[block]
        found = NOTHING
        if goods:
            found = self.payments(seat, goods, city.discounts[book.colour[block]])
        for nth in range(1, len(found)):
            paid = found[nth]
            if (paid & 127) + (paid >> 7 & 127) + (paid >> 14) <= coins:
                paid += bank << 14
                self._list(move | paid << PAID_AT)
                if not paid:
                    free = 1
        if city.powers & ONE_OF_AGE and city.spent != self.age and not free:
            self._list(move | 1 << POWER_AT)

    def _stages(self, seat: int) -> None:
        """
        Find the ways to build the next stage and the payments for it, for any card.
        """
        city = self.cities[seat]
        book = self.book
        if city.stages >= book.stages[city.side]:
            return
        where = city.side * MOST_STAGES + city.stages
        goods = book.stage_goods[where]
        bank = book.stage_bank[where]
        coins = city.coins - bank
        found = NOTHING
        if goods:
            found = self.payments(seat, goods, city.discounts[STAGE_DISCOUNT])
        for nth in range(1, len(found)):
            self._afford(found[nth], coins, bank, 0)
        if not self._n_paid:
            return
        joining = self.joining(seat)
        if joining >= 0:
            for nth in range(1, len(found)):
                self._afford(found[nth], coins - joining, bank + joining, 1)
        for half in range(3):
            block = city.next_block(half)
            if block >= 0:
                self._ways_of(city, block, STAGE | half << HALF_AT)

    def _afford(self, paid: int, coins: int, bank: int, join: int) -> None:
        """Note a payment for a stage, if the city has the coins."""
        if (paid & 127) + (paid >> 7 & 127) + (paid >> 14) <= coins:
            paid += bank << 14
            self._paid[self._n_paid] = paid << PAID_AT | join << JOIN_AT
            self._n_paid += 1

    def _ways_of(self, city: EngineCity, block: int, way: int) -> None:
        """
        Note the ways to build a stage: which leader is buried, which pawn is taken.
        """
        book = self.book
        first = self._n_ways
        self._way(way)
        for row in range(book.first[block], book.last[block]):
            kind = book.kind[row]
            if kind != BURY and (kind != PAWN or book.a[row]):
                continue
            # Each way so far becomes several, in order.
            last = self._n_ways
            for nth in range(first, last):
                way = self._ways[nth]
                if kind == PAWN:
                    for age in range(1, 4):
                        self._way(way | age << PAWN_AT)
                else:
                    for one in range(city.n_leaders):
                        if not city.buried[one]:
                            self._way(way | (city.leaders[one] + 1) << NAME_AT)
            if self._n_ways > last:
                for nth in range(last, self._n_ways):
                    self._ways[first + nth - last] = self._ways[nth]
                self._n_ways -= last - first

    def _way(self, way: int) -> None:
        self._ways[self._n_ways] = way
        self._n_ways += 1

    def _drops(self, seat: int) -> None:
        city = self.cities[seat]
        if city.ones:
            self._list(DROP | 1 << NAME_AT)
        if city.threes:
            self._list(DROP | 3 << NAME_AT)
        if city.fives:
            self._list(DROP | 5 << NAME_AT)

    def _losses(self, seat: int) -> None:
        """Note the ways to pay the whole penalty of the age's edifice."""
        book = self.book
        city = self.cities[seat]
        nth = self.projects[self.age - 1] - book.first_edifice
        penalty = book.penalty[nth]
        amount = book.amount[nth]
        if penalty == LOSES_COINS:
            if city.coins >= amount:
                self._list(LOSE_COINS)
        elif penalty == LOSES_TOKENS:
            for ones in range(min(amount, city.ones) + 1):
                for threes in range(min(amount - ones, city.threes) + 1):
                    fives = amount - ones - threes
                    if fives <= city.fives:
                        paid = ones | threes << 7 | fives << 14
                        self._list(LOSE_TOKENS | paid << PAID_AT)
        else:
            for nth in range(city.n_cards):
                if book.colour[city.cards[nth]] == penalty:
                    self._list(LOSE_CARD | city.cards[nth] << NAME_AT)

    # The course of the game.

    def begin(self) -> None:
        """
        Begin after the cities are founded; hands of leaders, if any, are already dealt.
        """
        self.n_agenda = 0
        self.push(END_TASK, 0, 0)
        for age in range(3, 0, -1):
            self.push(AGE_TASK, age, 0)
        if self.book.with_leaders:
            for turn in range(4, 0, -1):
                self.push(DRAFT_TASK, 0, turn)
        self.next()

    def next(self) -> None:
        """Go to the next task, and on until a seat must choose or the game is over."""
        while True:
            self.n_agenda -= 1
            task = self.agenda[self.n_agenda]
            self.kind = task & 15
            self.age = task >> 4 & 3
            self.turn = task >> 6
            if self.again():
                return

    def again(self) -> bool:
        """
        Carry out the current task, or let seats choose; return whether any must, or the
        game is over.
        """
        kind = self.kind
        n = self.n
        self.asked = 0
        if kind == TURN_TASK:
            self.asked = (1 << n) - 1
        elif kind == DRAFT_TASK:
            if self.turn < 4:
                self.asked = (1 << n) - 1
            else:
                for seat in range(n):
                    city = self.cities[seat]
                    self._hold(city, city.hand[0])
                    city.n_hand = 0
        elif kind == RECRUIT_TASK:
            for seat in range(n):
                city = self.cities[seat]
                if city.n_held:
                    self.asked |= 1 << seat
            if not self.asked:
                self._recruited()
        elif kind == LAST_TASK:
            for seat in range(n):
                city = self.cities[seat]
                if city.powers & PLAY_LAST and city.n_hand:
                    self.asked |= 1 << seat
        elif kind == DISCARD_TASK:
            if self.n_discard:
                nth = self._right(DISCARD_RIGHT)
                if nth >= 0:
                    self.asked = 1 << (self.rights[nth] & 7)
            if not self.asked:
                self._drop_rights(DISCARD_RIGHT)
        elif kind == ENLIST_TASK:
            nth = self._enlisting()
            if nth >= 0:
                self.asked = 1 << (self.rights[nth] & 7)
            else:
                self._drop_rights(EXTRA_RIGHT)
        elif kind == VICTIMS_TASK:
            self._ask_victims()
        elif kind == FAIL_TASK:
            self._ask_losers()
        elif kind == AGE_TASK:
            self._begin_age()
        elif kind == DEAL_TASK:
            self._deal()
        elif kind == LEFTOVERS_TASK:
            self._leave_over()
        elif kind == DRAW_TASK:
            self._draw()
        elif kind == COMPLETE_TASK:
            self._complete()
        elif kind == CONFLICTS_TASK:
            self._fight()
        else:
            return True
        return self.asked != 0

    def choose(self, seat: int, move: int) -> None:
        """
        Note the choice of a seat; call `resolve` when all seats asked have chosen.
        """
        self.choices[seat] = move

    def resolve(self) -> None:
        """Carry out the choices of all seats asked, and continue."""
        kind = self.kind
        if kind == TURN_TASK:
            self._turned()
        elif kind == DRAFT_TASK:
            self._drafted()
        elif kind == RECRUIT_TASK:
            self.thanked = 0
            self._carry_out()
            self._recruited()
        elif kind == LAST_TASK:
            self.thanked &= ~self.asked
            self._carry_out()
            for seat in range(self.n):
                if self.asked >> seat & 1 and self.choices[seat] & 15 != DECLINE:
                    city = self.cities[seat]
                    city.n_hand = 0
        elif kind == DISCARD_TASK:
            self._picked()
            if not self.again():
                self.next()
            return
        elif kind == ENLIST_TASK:
            self._enlisted()
            if not self.again():
                self.next()
            return
        elif kind == VICTIMS_TASK:
            self._drop_tokens()
        elif kind == FAIL_TASK:
            self._fail()
        self.next()

    def _hold(self, city: EngineCity, block: int) -> None:
        city.held[city.n_held] = block
        city.n_held += 1

    def _begin_age(self) -> None:
        age = self.age
        self.push(CONFLICTS_TASK, age, 0)
        if self.book.with_edifice:
            self.push(FAIL_TASK, age, 0)
        for turn in range(6, 0, -1):
            self.push(TURN_TASK, age, turn)
        self.push(DEAL_TASK, age, 0)
        if self.book.with_leaders:
            self.push(RECRUIT_TASK, age, 0)

    def _deal(self) -> None:
        at = (self.age - 1) * 7 * self.n
        for seat in range(self.n):
            city = self.cities[seat]
            for nth in range(7):
                city.hand[nth] = self.decks[at]
                at += 1
            city.n_hand = 7

    def _drafted(self) -> None:
        for seat in range(self.n):
            city = self.cities[seat]
            block = self.choices[seat] >> CARD_AT & 511
            self._take(city, block)
            self._hold(city, block)
        self._pass(self.n - 1)

    def _take(self, city: EngineCity, block: int) -> None:
        """Remove a card from a hand."""
        nth = 0
        while city.hand[nth] != block:
            nth += 1
        city.n_hand -= 1
        for later in range(nth, city.n_hand):
            city.hand[later] = city.hand[later + 1]

    def _take_held(self, city: EngineCity, block: int) -> None:
        """Remove a leader from a hand."""
        nth = 0
        while city.held[nth] != block:
            nth += 1
        city.n_held -= 1
        for later in range(nth, city.n_held):
            city.held[later] = city.held[later + 1]

    def _pass(self, step: int) -> None:
        """Pass all hands *step* seats to the left."""
        n = self.n
        hands = [0] * 56
        sizes = [0] * 8
        for seat in range(n):
            city = self.cities[seat]
            sizes[seat] = city.n_hand
            for nth in range(city.n_hand):
                hands[seat * 8 + nth] = city.hand[nth]
        for seat in range(n):
            to = (seat + step) % n
            city = self.cities[to]
            city.n_hand = sizes[seat]
            for nth in range(sizes[seat]):
                city.hand[nth] = hands[seat * 8 + nth]

    def _after_playing(self) -> None:
        """Put the tasks after playing cards on the agenda, the last one first."""
        if self.book.with_leaders:
            self.push(VICTIMS_TASK, self.age, self.turn)
            self.push(ENLIST_TASK, self.age, self.turn)
            self.push(DRAW_TASK, self.age, self.turn)
            self.push(VICTIMS_TASK, self.age, self.turn)
        if self.book.with_edifice:
            self.push(COMPLETE_TASK, self.age, self.turn)

    def _turned(self) -> None:
        self.thanked = 0
        self._carry_out()
        for seat in range(self.n):
            city = self.cities[seat]
            self._take(city, self.choices[seat] >> CARD_AT & 511)
        age = self.age
        turn = self.turn
        self.push(DISCARD_TASK, age, turn)
        if turn < 6:
            self._pass(self.n - 1 if age == 2 else 1)
        else:
            self.push(LEFTOVERS_TASK, age, turn)
            for seat in range(self.n):
                city = self.cities[seat]
                if city.powers & PLAY_LAST and city.n_hand:
                    self.turn = 7
                    self._after_playing()
                    self.turn = turn
                    self.push(LAST_TASK, age, 7)
                    break
        self._after_playing()

    def _recruited(self) -> None:
        book = self.book
        for seat in range(self.n):
            if self.asked >> seat & 1:
                city = self.cities[seat]
                self._take_held(city, self.choices[seat] >> CARD_AT & 511)
                if self.age == 3 and not book.keeps_leaders[city.side]:
                    city.n_held = 0
        self.push(DISCARD_TASK, self.age, self.turn)
        self._after_playing()

    def _leave_over(self) -> None:
        for seat in range(self.n):
            city = self.cities[seat]
            for nth in range(city.n_hand):
                self._throw(city.hand[nth])
            city.n_hand = 0

    def _throw(self, block: int) -> None:
        self.discard[self.n_discard] = block
        self.n_discard += 1

    # Coins.

    def _gain(self, seat: int, coins: int) -> None:
        """Take coins from the bank; once a turn, an effect may add coins (L2.6)."""
        if not coins:
            return
        city = self.cities[seat]
        if city.on_top and not self.thanked >> seat & 1:
            self.thanked |= 1 << seat
            coins += city.on_top
        city.coins += coins

    def _pay(self, seat: int, paid: int) -> None:
        city = self.cities[seat]
        to_left = paid & 127
        to_right = paid >> 7 & 127
        city.coins -= to_left + to_right + (paid >> 14 & 127)
        other = self.left_of(seat)
        other.coins += to_left
        other = self.right_of(seat)
        other.coins += to_right
        if city.on_purchase:
            self._gain(seat, city.on_purchase * ((to_left > 0) + (to_right > 0)))

    def _honour(self, seat: int, tokens: int) -> None:
        city = self.cities[seat]
        if tokens > 0 and city.on_victory:
            self._gain(seat, city.on_victory * tokens)

    # Carrying out plays.

    def _carry_out(self) -> None:
        """Carry out all plays at once, in the order of W4.1."""
        n = self.n
        frees = [0] * 8
        arrivals = [-1] * 8
        gains = [0] * 8
        joined = 0
        sold = 0
        for seat in range(n):
            if self.asked >> seat & 1:
                move = self.choices[seat]
                if move & 15 == BUILD and not move >> PAID_AT:
                    if move >> POWER_AT & 1:
                        frees[seat] = BY_POWER
                    else:
                        frees[seat] = self.quote(seat, move >> CARD_AT & 511)
        for seat in range(n):
            if not self.asked >> seat & 1:
                continue
            move = self.choices[seat]
            verb = move & 15
            block = move >> CARD_AT & 511
            city = self.cities[seat]
            if verb == DECLINE:
                continue
            if verb == SELL:
                self._gain(seat, SALE)
                if block < self.book.buildings:
                    self._throw(block)
                    sold += 1
                continue
            if move >> PAID_AT:
                self._pay(seat, move >> PAID_AT)
            if verb == BUILD:
                if move >> POWER_AT & 1:
                    city.spent = self.age
                city.build(block)
                arrivals[seat] = block
            elif verb == RECRUIT:
                city.recruit(block, self.age)
                arrivals[seat] = block
            else:
                half = move >> HALF_AT & 3
                arrivals[seat] = city.next_block(half)
                city.build_stage(half)
                if move >> JOIN_AT & 1:
                    joined |= 1 << seat
        if joined:
            nth = self.age - 1
            for seat in range(n):
                if joined >> seat & 1:
                    self.takers[nth] |= 1 << seat
                    if self.pawns[nth]:
                        self.pawns[nth] -= 1
                    city = self.cities[seat]
                    city.pawns |= 1 << self.age
        for seat in range(n):
            if arrivals[seat] >= 0:
                gains[seat] = self.coins_at_once(seat, arrivals[seat])
        for seat in range(n):
            if arrivals[seat] >= 0:
                self._arrive(
                    seat, arrivals[seat], gains[seat], frees[seat], self.choices[seat]
                )
        if self.book.with_edifice:
            self._reward()

    def coins_at_once(self, seat: int, block: int) -> int:
        """
        Return the coins that a block pays immediately, with everything in place (W4.2).
        """
        book = self.book
        coins = 0
        for row in range(book.first[block], book.last[block]):
            kind = book.kind[row]
            if kind == COINS:
                coins += book.a[row]
            elif kind == COINS_PER:
                coins += book.a[row] * self.counted(seat, book.b[row], book.c[row])
        return coins

    def counted(self, seat: int, things: int, scope: int) -> int:
        """Return the number of these things in a scope of cities."""
        total = 0
        city = self.cities[seat]
        if scope != NEIGHBOURS:
            total += city.count(things)
        if scope != SELF:
            left = self.left_of(seat)
            right = self.right_of(seat)
            total += left.count(things) + right.count(things)
        return total

    def _arrive(self, seat: int, block: int, coins: int, free: int, move: int) -> None:
        """Apply the immediate effects of a block that is in place."""
        book = self.book
        city = self.cities[seat]
        self._gain(seat, coins)
        if block < book.buildings:
            earned = city.on_build[book.colour[block]]
            if free == CHAIN:
                earned += city.on_chain
            self._gain(seat, earned)
        for row in range(book.first[block], book.last[block]):
            kind = book.kind[row]
            a = book.a[row]
            if kind == TOKEN:
                value = a
                if not value:
                    value = 2 * self.age - 1
                if value == 1:
                    city.ones += 1
                elif value == 3:
                    city.threes += 1
                else:
                    city.fives += 1
                self._honour(seat, 1)
            elif kind == DROP_DEFEATS:
                city.defeats = 0
            elif kind == BURY:
                name = move >> NAME_AT & 511
                if name:
                    city.bury(name - 1)
            elif kind == PAWN:
                age = a
                if not age:
                    age = move >> PAWN_AT & 3
                city.pawns |= 1 << age
            elif kind == FROM_DISCARD:
                self.owe(DISCARD_RIGHT, a, seat)
            elif kind == DRAW:
                self.owe(DRAW_RIGHT, 0, seat)
            elif kind == EXTRA:
                self.owe(EXTRA_RIGHT, 0, seat)
            elif kind == VICTIMS:
                self.owe(VICTIMS_RIGHT, 0, seat)

    # Rights.

    def owe(self, what: int, order: int, seat: int) -> None:
        """Add a seat's right for the end of the turn."""
        self.rights[self.n_rights] = what << 12 | order << 3 | seat
        self.n_rights += 1

    def _right(self, what: int) -> int:
        """Return the index of the first right of a kind; -1 if there is none."""
        best = -1
        for nth in range(self.n_rights):
            if self.rights[nth] >> 12 == what and (
                best < 0 or self.rights[nth] < self.rights[best]
            ):
                best = nth
        return best

    def _enlisting(self) -> int:
        best = -1
        for nth in range(self.n_rights):
            right = self.rights[nth]
            city = self.cities[right & 7]
            if (
                right >> 12 == EXTRA_RIGHT
                and city.n_held
                and (best < 0 or right < self.rights[best])
            ):
                best = nth
        return best

    def _use_right(self, nth: int) -> None:
        self.n_rights -= 1
        self.rights[nth] = self.rights[self.n_rights]

    def _drop_rights(self, what: int) -> None:
        nth = 0
        while nth < self.n_rights:
            if self.rights[nth] >> 12 == what:
                self._use_right(nth)
            else:
                nth += 1

    def _picked(self) -> None:
        nth = self._right(DISCARD_RIGHT)
        seat = self.rights[nth] & 7
        self._use_right(nth)
        move = self.choices[seat]
        if move & 15 == DECLINE:
            return
        block = move >> CARD_AT & 511
        where = 0
        while self.discard[where] != block:
            where += 1
        self.n_discard -= 1
        self.discard[where] = self.discard[self.n_discard]
        city = self.cities[seat]
        city.build(block)
        self._arrive(seat, block, self.coins_at_once(seat, block), 0, 0)

    def _draw(self) -> None:
        while self.n_box:
            nth = self._right(DRAW_RIGHT)
            if nth < 0:
                break
            seat = self.rights[nth] & 7
            self._use_right(nth)
            city = self.cities[seat]
            book = self.book
            block = book.stage_block[(city.side * MOST_STAGES + city.stages - 1) * 3]
            draws = 0
            if block >= 0:
                for row in range(book.first[block], book.last[block]):
                    if book.kind[row] == DRAW:
                        draws += book.a[row]
            draws = min(draws, self.n_box)
            for drawn in range(draws):
                self._hold(city, self.box[drawn])
            self.n_box -= draws
            for rest in range(self.n_box):
                self.box[rest] = self.box[rest + draws]
        self._drop_rights(DRAW_RIGHT)

    def _enlisted(self) -> None:
        nth = self._enlisting()
        seat = self.rights[nth] & 7
        self._use_right(nth)
        move = self.choices[seat]
        if move & 15 == RECRUIT:
            city = self.cities[seat]
            self._take_held(city, move >> CARD_AT & 511)
            self._carry_out()

    def _ask_victims(self) -> None:
        nth = self._right(VICTIMS_RIGHT)
        if nth < 0:
            return
        by = self.rights[nth] & 7
        for seat in range(self.n):
            if seat != by:
                city = self.cities[seat]
                if (city.ones > 0) + (city.threes > 0) + (city.fives > 0) > 1:
                    self.asked |= 1 << seat
        if not self.asked:
            self._drop_tokens()

    def _drop_tokens(self) -> None:
        nth = self._right(VICTIMS_RIGHT)
        by = self.rights[nth] & 7
        for seat in range(self.n):
            city = self.cities[seat]
            if seat == by or not city.victories():
                continue
            if self.asked >> seat & 1:
                value = self.choices[seat] >> NAME_AT & 511
            elif city.ones:
                value = 1
            elif city.threes:
                value = 3
            else:
                value = 5
            if value == 1:
                city.ones -= 1
            elif value == 3:
                city.threes -= 1
            else:
                city.fives -= 1
        self._drop_rights(VICTIMS_RIGHT)

    # Edifices.

    def _reward(self) -> None:
        """Add the rewards of built edifices for all seats that are due one."""
        for nth in range(3):
            if self.fates[nth] == BUILT:
                block = self.projects[nth]
                for seat in range(self.n):
                    city = self.cities[seat]
                    if city.pawns >> (nth + 1) & 1 and not city.has_edifice(block):
                        city.reward(block)
                        self._arrive(seat, block, self.coins_at_once(seat, block), 0, 0)

    def _complete(self) -> None:
        nth = self.age - 1
        if not self.pawns[nth] and not self.fates[nth]:
            self.fates[nth] = BUILT
            self._reward()

    def _ask_losers(self) -> None:
        nth = self.age - 1
        if self.fates[nth]:
            return
        for seat in range(self.n):
            city = self.cities[seat]
            if not city.pawns >> self.age & 1 and self.count_moves(seat) > 1:
                self.asked |= 1 << seat
        if not self.asked:
            self._fail()

    def _fail(self) -> None:
        nth = self.age - 1
        book = self.book
        self.fates[nth] = FAILED
        where = self.projects[nth] - book.first_edifice
        for seat in range(self.n):
            city = self.cities[seat]
            if city.pawns >> self.age & 1:
                continue
            if self.asked >> seat & 1:
                move = self.choices[seat]
            else:
                if not self.count_moves(seat):
                    city.debts += book.debt[where]
                    continue
                move = self.nth_move(0)
            verb = move & 15
            if verb == LOSE_COINS:
                city.coins -= book.amount[where]
            elif verb == LOSE_TOKENS:
                city.ones -= move >> PAID_AT & 127
                city.threes -= move >> (PAID_AT + 7) & 127
                city.fives -= move >> (PAID_AT + 14) & 127
            else:
                block = move >> NAME_AT & 511
                city.lose(block)
                self._throw(block)

    def _fight(self) -> None:
        n = self.n
        age = self.age
        won = [0] * 8
        for seat in range(n):
            city = self.cities[seat]
            for side in range(2):
                to = (seat + 1) % n if side == 0 else (seat + n - 1) % n
                other = self.cities[to]
                if city.shields > other.shields:
                    won[seat] += 1
                    if age == 1:
                        city.ones += 1
                    elif age == 2:
                        city.threes += 1
                    else:
                        city.fives += 1
                elif city.shields < other.shields:
                    if city.deflects:
                        other.defeats += 1
                    else:
                        city.defeats += 1
        for seat in range(n):
            self._honour(seat, won[seat])

    # Points.

    def points(self, seat: int) -> int:
        """Return the points of a city as if the game were over (W7.1)."""
        city = self.cities[seat]
        total = city.ones + 3 * city.threes + 5 * city.fives - city.defeats
        total += city.coins // 3 + city.flat + city.debts + city.science(0)
        for nth in range(city.n_open):
            total += self.points_of(seat, city.open[nth])
        for nth in range(city.n_leaders):
            if city.buried[nth]:
                total += 2 * city.price_of(nth)
        return total

    def lead(self, seat: int) -> float:
        """
        Return a seat's lead over the best of the others in points; coins break ties.
        """
        best = -1000.0
        mine = 0.0
        for other in range(self.n):
            city = self.cities[other]
            points = self.points(other) + 0.01 * city.coins
            if other == seat:
                mine = points
            elif points > best:
                best = points
        return mine - best

    def points_of(self, seat: int, row: int) -> int:
        """Return the points of an effect's row as if the game were over."""
        book = self.book
        city = self.cities[seat]
        kind = book.kind[row]
        a = book.a[row]
        b = book.b[row]
        if kind == POINTS:
            return a
        if kind == POINTS_PER:
            return a * self.counted(seat, b, book.c[row])
        if kind == COMPLETE:
            return a if city.stages == book.stages[city.side] else 0
        if kind == SETS:
            least = 99
            for colour in range(7):
                if b >> colour & 1 and city.counts[colour] < least:
                    least = city.counts[colour]
            return a * least
        if kind == PER_COINS:
            return a * (city.coins // b)
        if kind == IF_MORE:
            left = self.left_of(seat)
            right = self.right_of(seat)
            mine = city.count(b)
            return a if mine > left.count(b) and mine > right.count(b) else 0
        if kind == UNDEFEATED:
            return 0 if city.defeats else a
        if kind == PAIRS:
            return city.ones // 2 + 3 * (city.threes // 2) + 5 * (city.fives // 2)
        if kind == ALONE:
            shown = 0
            for nth in range(city.n_leaders):
                shown += not city.buried[nth]
            return a if shown == 1 else 0
        if kind == COPY_GUILD:
            left = self.left_of(seat)
            right = self.right_of(seat)
            return max(self.best_guild(seat, left), self.best_guild(seat, right))
        if kind == GUILD_AGAIN:
            return self.best_guild(seat, city)
        return 0

    def best_guild(self, seat: int, owner: EngineCity) -> int:
        """Return how many points the best guild of a city would score for a seat."""
        book = self.book
        best = 0
        for nth in range(owner.n_cards):
            block = owner.cards[nth]
            if book.colour[block] != 6:
                continue
            worth = 0
            for row in range(book.first[block], book.last[block]):
                if book.kind[row] == SCIENCE:
                    city = self.cities[seat]
                    worth += city.science(1) - city.science(0)
                else:
                    worth += self.points_of(seat, row)
            best = max(best, worth)
        return best

    @property
    def over(self) -> bool:
        """Whether the game is over, so that no seat will be asked any more."""
        return self.kind == END_TASK


NOTHING: tuple[int, ...] = (0, 0)
"""The payments if the city makes everything itself."""

NONE: tuple[int, ...] = ()
"""The payments if the goods can't be obtained."""


def goods_of(bundle: int) -> int:
    """Return the goods in a bundle, as bits."""
    some = (bundle | bundle >> 1 | bundle >> 2) & 0x1111111
    high = some >> 16
    low = (some | some >> 3 | some >> 6 | some >> 9) & 15
    return low | ((high | high >> 3 | high >> 6) & 7) << 4
