"""
The fast players of rollouts: they choose the move that is worth most to their city.

`client.bots.wonders.builder` uses them, too. The estimate includes the value of the
addition (`worth`), the best of all payments, what the next player is denied, and the
later use of the other cards. Of moves with the same value, the first by its text is
chosen. A card's value to the next player is only computed if the card could still be
the best one.
"""

from __future__ import annotations

from array import array

from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.city import EngineCity
from sealed_wonders.client.engine.wonders.kinds import (
    BUILD,
    BURY,
    CARD_AT,
    DECLINE,
    DISCARD_TASK,
    DRAFT_TASK,
    DROP,
    ENLIST_TASK,
    EXTRA,
    FAIL_TASK,
    HALF_AT,
    JOIN_AT,
    KEEP,
    LAST_TASK,
    LOSE_CARD,
    LOSE_TOKENS,
    MOST_STAGES,
    NAME_AT,
    ONE_OF_AGE,
    PAID,
    PAID_AT,
    PAWN,
    PAWN_AT,
    PICK,
    PLAY_LAST,
    POWER_AT,
    RECRUIT,
    RECRUIT_TASK,
    REFUSED,
    SALE,
    SELL,
    STAGE,
    STAGE_DISCOUNT,
    TURN_TASK,
    VICTIMS_TASK,
)
from sealed_wonders.client.engine.wonders.prices import rank_of
from sealed_wonders.client.engine.wonders.table import EngineTable
from sealed_wonders.client.engine.wonders.weights import UNDER, UNIT, guesses
from sealed_wonders.client.engine.wonders.worth import Worth

LEAST = -1e9

_AGAIN = -1
"""Marks a card that is already in the hand."""

DENIED_AT_MOST = 16.0
"""
Upper limit of a card's value to the next player, for skipping cards that can't be best.
"""


class Policy:
    """
    Chooses for all seats of a table in a rollout, or for one of them.

    Args:
        book: the printed cards and boards.
        weights: its parameters: see `weights`.
        others: the parameters that it assumes for other players; by default, the same.
    """

    def __init__(
        self, book: CardTable, weights: array[float], others: array[float] | None = None
    ) -> None:
        self.book = book
        (
            _,
            self._denied,
            self._kept,
            self._spent,
            self._leader_later,
            self._leader_spare,
        ) = guesses(book, tuple(weights)).manners
        self._mine = Worth(book, weights)
        self._next = Worth(book, weights if others is None else others)
        """Estimates for the next player."""
        self._soon = Worth(book, weights)
        """Estimates for the same player in later ages."""
        self._rank = array("q", _ranks(book.names))
        self._values = [0.0] * 200
        """
        The value of each card of a hand or the discard pile, when used in the best way.
        """
        self._ways = [0] * 200
        """The move that uses each of them in the best way."""
        self.option = [0] * 16
        self.option_worth = [0.0] * 16
        self._later = [0.0] * 16
        """The values of leaders in the hand if they are recruited later."""
        self._price = 0.0
        self._top = 0.0
        self._second = 0.0
        self._top_at = 0
        self._recruits = 0
        self._times = 0
        self._least_later = 0.0
        self._stage_value = 0.0
        self._stage_move = 0

    def play(self, table: EngineTable) -> None:
        while table.asked:
            for seat in range(table.n):
                if table.asked >> seat & 1:
                    table.choose(seat, self.choose(table, seat))
            table.resolve()

    def play_as(self, table: EngineTable, me: int, others: Policy) -> None:
        """
        Play a game to its end for one seat, with another policy for the other seats.
        """
        while table.asked:
            for seat in range(table.n):
                if table.asked >> seat & 1:
                    if seat == me:
                        table.choose(seat, self.choose(table, seat))
                    else:
                        table.choose(seat, others.choose(table, seat))
            table.resolve()

    def choose(self, table: EngineTable, seat: int) -> int:
        """Return the move of a seat that must choose."""
        kind = table.kind
        if kind == TURN_TASK:
            return self._use(table, seat, 0)
        if kind == LAST_TASK:
            return self._use(table, seat, 1)
        if kind == RECRUIT_TASK:
            return self._lead(table, seat, 0)
        if kind == ENLIST_TASK:
            return self._lead(table, seat, 1)
        if kind == DRAFT_TASK:
            return self._draft(table, seat)
        if kind == DISCARD_TASK:
            return self._pick(table, seat)
        if kind == VICTIMS_TASK:
            return self._drop(table, seat)
        if kind == FAIL_TASK:
            return self._lose(table, seat)
        return DECLINE

    def wonder(self, table: EngineTable, seat: int, begins: int) -> float:
        """
        Return the value of a wonder before the first age; this builds its stages on the
        table.

        Args:
            table: the table.
            seat: the seat.
            begins: whether to count what the wonder begins with.
        """
        mine = self._mine
        book = self.book
        city = table.city(seat)
        mine.aim(table, seat, 1, -1)
        total = mine.start() if begins else 0.0
        for nth in range(book.stages[city.side]):
            mine.aim(table, seat, 1, -1)
            goods = book.stage_goods[city.side * MOST_STAGES + nth]
            units = 0
            for good in range(7):
                units += goods >> 4 * good & 15
            best = LEAST
            best_half = 0
            for half in range(3):
                block = city.next_block(half)
                if block >= 0:
                    worth = mine.stage(block) + self._pawns(table, block)
                    if worth > best:
                        best = worth
                        best_half = half
            total += best - UNIT * units - UNDER
            city.build_stage(best_half)
        return total

    def _pawns(self, table: EngineTable, block: int) -> float:
        """Return the value of the pawns from the box that come with a stage."""
        if table.projects[0] < 0:
            return 0.0
        book = self.book
        worth = 0.0
        for row in range(book.first[block], book.last[block]):
            if book.kind[row] == PAWN:
                best = 0.0
                for age in range(1, 4):
                    if book.a[row] in (0, age):
                        best = max(best, self._mine.pawn(age, 0))
                worth += best
        return worth

    # Cards of a hand.

    def _use(self, table: EngineTable, seat: int, optional: int) -> int:
        self._weigh(table, seat)
        mine = self._mine
        city = table.city(seat)
        n = city.n_hand
        sale = mine.coins(SALE)
        kept = self._keeping(table, seat)
        passes = 1 if table.kind == TURN_TASK and table.turn < 6 else 0
        other = max(sale, self._stage_value)
        # A lower bound for the best value, which assumes the most denial for all other
        # cards.
        floor = LEAST
        if passes:
            for nth in range(n):
                if self._ways[nth] != _AGAIN:
                    value = max(self._values[nth], other) + kept * self._others(nth)
                    floor = max(floor, value)
            floor -= self._denied * DENIED_AT_MOST
        best = LEAST
        move = 0
        if optional:
            best = 0.0
            move = DECLINE
        best_card = LEAST
        rank = 0
        card = 0
        best_other = LEAST
        other_card = 0
        aimed = 0
        for nth in range(n):
            if self._ways[nth] == _AGAIN:
                continue
            block = city.hand[nth]
            besides = kept * self._others(nth)
            if passes:
                if max(self._values[nth], other) + besides < floor:
                    continue
                if not aimed:
                    aimed = 1
                    self._next.aim(table, _taker(table, seat), table.age, table.turn)
                besides = self._denial(table, seat, block) + besides
            value = LEAST
            if self._ways[nth]:
                value = self._values[nth] + besides
            if value > best_card or (
                value == best_card and self._rank[block] < rank and self._ways[nth]
            ):
                best_card = value
                rank = self._rank[block]
                card = nth
            if besides > best_other:
                best_other = besides
                other_card = block
        # In the order of their texts: a building, declining, a sale, a stage.
        if best_card > best or (optional and best_card == best):
            best = best_card
            move = self._ways[card] | city.hand[card] << CARD_AT
        if sale + best_other > best:
            best = sale + best_other
            move = SELL | other_card << CARD_AT
        if self._stage_value + best_other > best:
            move = self._stage_move | other_card << CARD_AT
        return move

    def options(self, table: EngineTable, seat: int) -> int:
        """
        Find the actions of a seat with its hand, and return how many there are.

        They are stored in `option`, with that of `choose` first, and their values in
        `option_worth`. Each card is built in the best way, and the next stage and a
        sale appear once each.
        """
        chosen = self._use(table, seat, 0)
        self.option[0] = chosen
        number = 1
        city = table.city(seat)
        kept = self._keeping(table, seat)
        passes = 1 if table.kind == TURN_TASK and table.turn < 6 else 0
        if passes:
            self._next.aim(table, _taker(table, seat), table.age, table.turn)
        top = LEAST
        best_other = LEAST
        other_card = 0
        for nth in range(city.n_hand):
            if self._ways[nth] == _AGAIN:
                continue
            block = city.hand[nth]
            besides = kept * self._others(nth)
            if passes:
                besides = self._denial(table, seat, block) + besides
            if besides > best_other:
                best_other = besides
                other_card = block
            if not self._ways[nth]:
                continue
            value = self._values[nth] + besides
            top = max(top, value)
            move = self._ways[nth] | block << CARD_AT
            if move != chosen:
                self.option[number] = move
                self.option_worth[number] = value
                number += 1
        if self._stage_move:
            value = self._stage_value + best_other
            top = max(top, value)
            if chosen & 15 != STAGE:
                self.option[number] = self._stage_move | other_card << CARD_AT
                self.option_worth[number] = value
                number += 1
        value = self._mine.coins(SALE) + best_other
        top = max(top, value)
        if chosen & 15 != SELL:
            self.option[number] = SELL | other_card << CARD_AT
            self.option_worth[number] = value
            number += 1
        self.option_worth[0] = top
        return number

    def _weigh(self, table: EngineTable, seat: int) -> None:
        """Compute the value of each card of a hand to its city, and of a stage."""
        mine = self._mine
        mine.aim(table, seat, table.age, table.turn)
        city = table.city(seat)
        sale = mine.coins(SALE)
        top = LEAST
        second = LEAST
        top_at = -1
        for nth in range(city.n_hand):
            block = city.hand[nth]
            self._ways[nth] = 0
            for before in range(nth):
                if city.hand[before] == block:
                    self._ways[nth] = _AGAIN
            if self._ways[nth]:
                continue
            self._weigh_card(table, seat, nth, block)
            value = max(sale, self._values[nth])
            if value > top:
                second = top
                top = value
                top_at = nth
            elif value > second:
                second = value
        self._top = top
        self._second = second
        self._top_at = top_at
        self._weigh_stages(table, seat)

    def _others(self, nth: int) -> float:
        """Return the value of the best of the other cards."""
        value = self._second if nth == self._top_at else self._top
        return value if value > LEAST else 0.0

    def _keeping(self, table: EngineTable, seat: int) -> float:
        """Return the fraction of a card's value that remains if it isn't used now."""
        if table.turn == 6:
            city = table.city(seat)
            return 1.0 if city.powers & PLAY_LAST else 0.0
        return self._kept if table.turn + table.n <= 6 else 0.0

    def _denial(self, table: EngineTable, seat: int, block: int) -> float:
        """Return the value of keeping a card from the next player."""
        taker = _taker(table, seat)
        how = table.quote(taker, block)
        if how == REFUSED:
            return 0.0
        if how == PAID:
            paid = table.cheapest(taker, block)
            if paid < 0:
                return 0.0
            city = table.city(taker)
            if (paid & 127) + (paid >> 7 & 127) + (paid >> 14) > city.coins:
                return 0.0
        return self._denied * max(0.0, self._next.building(block, 0))

    def _weigh_card(self, table: EngineTable, seat: int, nth: int, block: int) -> None:
        """Find the best way to build a card."""
        self._values[nth] = LEAST
        how = table.quote(seat, block)
        if how == REFUSED:
            return
        book = self.book
        city = table.city(seat)
        paid = 0
        bank = 0
        if how == PAID:
            bank = book.bank[block]
            less = city.discounts[book.colour[block]]
            paid = self._payment(table, seat, book.goods[block], bank, less)
            if paid < 0 and not city.powers & ONE_OF_AGE:
                return
        worth = self._building(table, seat, block)
        if how != PAID:
            self._values[nth] = worth
            self._ways[nth] = BUILD
            return
        if paid >= 0:
            self._values[nth] = worth - self._price
            self._ways[nth] = BUILD | paid << PAID_AT
        if paid and city.powers & ONE_OF_AGE and city.spent != table.age:
            worth -= self._spent * (6 - min(table.turn, 7)) / 6
            if worth > self._values[nth]:
                self._values[nth] = worth
                self._ways[nth] = BUILD | 1 << POWER_AT

    def _building(self, table: EngineTable, seat: int, block: int) -> float:
        """Return the value of a building, without its cost."""
        book = self.book
        city = table.city(seat)
        free = book.free[block]
        by_chain = free >= 0 and city.chains & book.bits[free] != 0
        mine = self._mine
        worth = mine.building(block, by_chain)
        if book.with_edifice:
            worth -= mine.at_risk(block, worth)
        return worth

    def _payment(
        self, table: EngineTable, seat: int, goods: int, bank: int, less: int
    ) -> int:
        """Return the best affordable payment of a seat; -1 if there is none."""
        city = table.city(seat)
        mine = self._mine
        purse = city.coins - bank
        if purse < 0:
            return -1
        if not goods:
            self._price = mine.price(bank << 14)
            return bank << 14
        found = table.payments(seat, goods, less)
        if not found:
            return -1
        paid = found[0]
        if (paid & 127) + (paid >> 7 & 127) + (paid >> 14) > purse:
            return -1
        best = paid + (bank << 14)
        self._price = mine.price(best)
        if city.on_purchase or city.bank:
            least = self._price
            for nth in range(1, len(found)):
                paid = found[nth]
                if (paid & 127) + (paid >> 7 & 127) + (paid >> 14) <= purse:
                    paid += bank << 14
                    price = mine.price(paid)
                    if price < least or (
                        price == least and rank_of(paid & 127) < rank_of(best & 127)
                    ):
                        least = price
                        best = paid
            self._price = least
        return best

    def _weigh_stages(self, table: EngineTable, seat: int) -> None:
        """Find the best way to build the next stage."""
        self._stage_value = LEAST
        self._stage_move = 0
        city = table.city(seat)
        book = self.book
        mine = self._mine
        if city.stages >= book.stages[city.side]:
            return
        where = city.side * MOST_STAGES + city.stages
        goods = book.stage_goods[where]
        bank = book.stage_bank[where]
        less = city.discounts[STAGE_DISCOUNT]
        paid = self._payment(table, seat, goods, bank, less)
        price = self._price
        joined = -1
        joined_price = 0.0
        joining = table.joining(seat)
        if joining >= 0:
            joined = self._payment(table, seat, goods, bank + joining, less)
            joined_price = self._price
        if paid < 0 and joined < 0:
            return
        for half in range(3):
            block = book.stage_block[where * 3 + half]
            if block < 0:
                continue
            buries = 0
            first = 0
            last = 0
            for row in range(book.first[block], book.last[block]):
                if book.kind[row] == BURY:
                    for nth in range(city.n_leaders):
                        buries += not city.buried[nth]
                elif book.kind[row] == PAWN:
                    first = book.a[row]
                    last = first
                    if not first:
                        first = 1
                        last = 3
            for nth in range(city.n_leaders if buries else 1):
                way = STAGE | half << HALF_AT
                if buries:
                    if city.buried[nth]:
                        continue
                    way |= (city.leaders[nth] + 1) << NAME_AT
                    worth = mine.burying(half, city.leaders[nth])
                else:
                    worth = mine.stage(block)
                for taken in range(first, last + 1):
                    move = way
                    if first != last:
                        move |= taken << PAWN_AT
                    if paid >= 0:
                        value = worth - price
                        if book.with_edifice:
                            brought = mine.brought(taken, 0)
                            value = worth + brought - mine.spent(0) - price
                        if value > self._stage_value:
                            self._stage_value = value
                            self._stage_move = move | paid << PAID_AT
                    if joined >= 0:
                        brought = mine.brought(taken, 1)
                        value = worth + brought - mine.spent(1) - joined_price
                        if value > self._stage_value:
                            self._stage_value = value
                            self._stage_move = move | 1 << JOIN_AT | joined << PAID_AT

    # The discard pile.

    def _pick(self, table: EngineTable, seat: int) -> int:
        self._weigh_discard(table, seat)
        kept = self._keeping(table, seat)
        best = 0.0
        move = DECLINE
        rank = 0
        for nth in range(table.n_discard):
            if self._ways[nth]:
                block = table.discard[nth]
                value = self._values[nth] + kept * max(0.0, self._others(nth))
                if value > best or (
                    value == best and move != DECLINE and self._rank[block] < rank
                ):
                    best = value
                    rank = self._rank[block]
                    move = PICK | block << CARD_AT
        return move

    def _weigh_discard(self, table: EngineTable, seat: int) -> None:
        mine = self._mine
        mine.aim(table, seat, table.age, table.turn)
        book = self.book
        city = table.city(seat)
        top = LEAST
        second = LEAST
        top_at = -1
        for nth in range(table.n_discard):
            block = table.discard[nth]
            self._ways[nth] = 0
            if city.has(block):
                continue
            again = 0
            for before in range(nth):
                if table.discard[before] == block:
                    again = 1
            if again:
                continue
            self._ways[nth] = PICK
            worth = mine.building(block, 0)
            if book.with_edifice:
                worth -= mine.at_risk(block, worth)
            self._values[nth] = worth
            if worth > top:
                second = top
                top = worth
                top_at = nth
            elif worth > second:
                second = worth
        self._top = top
        self._second = second
        self._top_at = top_at

    # Leaders.

    def _lead(self, table: EngineTable, seat: int, optional: int) -> int:
        self._weigh_leaders(table, seat)
        mine = self._mine
        city = table.city(seat)
        best = LEAST
        move = 0
        if optional:
            best = self._hand(city, -1)
            move = DECLINE
        rank = 0
        other = LEAST
        card = 0
        for nth in range(city.n_held):
            block = city.held[nth]
            rest = self._hand(city, nth)
            if self._ways[nth]:
                value = self._values[nth] + rest
                if value > best or (
                    value == best and move & 15 == RECRUIT and self._rank[block] < rank
                ):
                    best = value
                    rank = self._rank[block]
                    move = self._ways[nth] | block << CARD_AT
            if rest > other:
                other = rest
                card = block
        if optional:
            return move
        sale = mine.coins(SALE)
        if sale + other > best:
            best = sale + other
            move = SELL | card << CARD_AT
        if self._stage_value + other > best:
            move = self._stage_move | card << CARD_AT
        return move

    def _weigh_leaders(self, table: EngineTable, seat: int) -> None:
        """Compute the values of leaders in the hand, now and later, and of a stage."""
        mine = self._mine
        city = table.city(seat)
        self._weigh_later(table, seat, table.age + 1, city.held, city.n_held)
        mine.aim(table, seat, table.age, table.turn)
        for nth in range(city.n_held):
            block = city.held[nth]
            price = table.leader_price(seat, block)
            self._values[nth] = LEAST
            self._ways[nth] = 0
            if price <= city.coins:
                worth = mine.leader(block)
                self._values[nth] = worth - mine.price(price << 14)
                self._ways[nth] = RECRUIT | price << (PAID_AT + 14)
        self._weigh_stages(table, seat)

    def _weigh_later(
        self, table: EngineTable, seat: int, first: int, cards: list[int], number: int
    ) -> None:
        """Compute the values of leaders if they are recruited in later ages."""
        book = self.book
        later = self._soon
        city = table.city(seat)
        extra = 0
        for nth in range(city.stages, book.stages[city.side]):
            block = book.stage_block[(city.side * MOST_STAGES + nth) * 3]
            if block >= 0:
                for row in range(book.first[block], book.last[block]):
                    extra += book.kind[row] == EXTRA
        self._times = 4 - first
        self._recruits = self._times + extra
        if not self._times and extra:
            self._times = 1
            first = 3
        for nth in range(number):
            self._later[nth] = LEAST
        for age in range(first, 4):
            later.aim(table, seat, age, 0)
            if age == first:
                self._least_later = later.coins(SALE)
            for nth in range(number):
                block = cards[nth]
                price = table.leader_price_in(seat, block, age)
                worth = later.leader(block) - later.price(price << 14)
                self._later[nth] = max(self._later[nth], worth)

    def _hand(self, city: EngineCity, without: int) -> float:
        """Return the value of the leaders in a hand, without one of them."""
        if not self._times:
            return 0.0
        some = 0.0
        others = 0.0
        number = 0
        taken = 0
        left = city.n_held - (without >= 0)
        # Selection sort: the best first.
        while number < left:
            best = LEAST
            best_at = -1
            for nth in range(city.n_held):
                if nth != without and not taken >> nth & 1:
                    value = max(self._least_later, self._later[nth])
                    if best_at < 0 or value > best:
                        best = value
                        best_at = nth
            taken |= 1 << best_at
            if number < self._recruits:
                some += best
            else:
                others += best
            number += 1
        return self._leader_later * some + self._leader_spare * others

    def _draft(self, table: EngineTable, seat: int) -> int:
        city = table.city(seat)
        self._weigh_later(table, seat, 1, city.hand, city.n_hand)
        best = LEAST
        card = city.hand[0]
        for nth in range(city.n_hand):
            if self._later[nth] > best:
                best = self._later[nth]
                card = city.hand[nth]
        return KEEP | card << CARD_AT

    # Losses.

    def _drop(self, table: EngineTable, seat: int) -> int:
        mine = self._mine
        mine.aim(table, seat, table.age, table.turn)
        city = table.city(seat)
        best = -LEAST
        move = 0
        if city.ones:
            best = mine.without_tokens(1, 0, 0)
            move = DROP | 1 << NAME_AT
        if city.threes:
            value = mine.without_tokens(0, 1, 0)
            if value < best:
                best = value
                move = DROP | 3 << NAME_AT
        if city.fives:
            value = mine.without_tokens(0, 0, 1)
            if value < best:
                move = DROP | 5 << NAME_AT
        return move

    def _lose(self, table: EngineTable, seat: int) -> int:
        """Lose whatever is worth least."""
        mine = self._mine
        mine.aim(table, seat, table.age, 6)
        moves: list[int] = table.moves(seat)
        best = -LEAST
        move = 0
        rank = 0
        for one in moves:
            if one & 15 == LOSE_CARD:
                block = one >> NAME_AT & 511
                value = mine.standing(block)
                if value < best or (value == best and self._rank[block] < rank):
                    best = value
                    rank = self._rank[block]
                    move = one
            elif one & 15 == LOSE_TOKENS:
                paid = one >> PAID_AT
                value = mine.without_tokens(paid & 127, paid >> 7 & 127, paid >> 14)
                if value <= best:
                    best = value
                    move = one
            else:
                move = one
        return move

    # Values of moves.

    def value(self, table: EngineTable, seat: int, move: int) -> float:
        """Estimate the value of a move that a seat may choose."""
        kind = table.kind
        card = move >> CARD_AT & 511
        city = table.city(seat)
        if kind == DRAFT_TASK:
            self._weigh_later(table, seat, 1, city.hand, city.n_hand)
            for nth in range(city.n_hand):
                if city.hand[nth] == card:
                    return self._later[nth]
        if kind in (TURN_TASK, LAST_TASK):
            self._weigh(table, seat)
            value = self._of(table, seat, move)
            if move & 15 == DECLINE:
                return value
            if kind == TURN_TASK and table.turn < 6:
                self._next.aim(table, _taker(table, seat), table.age, table.turn)
                value += self._denial(table, seat, card)
            for nth in range(city.n_hand):
                if city.hand[nth] == card:
                    return value + self._keeping(table, seat) * self._others(nth)
        if kind in (RECRUIT_TASK, ENLIST_TASK):
            self._weigh_leaders(table, seat)
            value = self._of(table, seat, move)
            for nth in range(city.n_held):
                if city.held[nth] == card and move & 15 != DECLINE:
                    return value + self._hand(city, nth)
            return value + self._hand(city, -1)
        if kind == DISCARD_TASK:
            self._mine.aim(table, seat, table.age, table.turn)
            return self._of(table, seat, move)
        return 1.0 * (move == self.choose(table, seat))

    def _of(self, table: EngineTable, seat: int, move: int) -> float:
        """Return the value of a move to the city itself, minus its payment."""
        mine = self._mine
        book = self.book
        verb = move & 15
        card = move >> CARD_AT & 511
        price = mine.price(move >> PAID_AT)
        if verb == BUILD:
            value = self._building(table, seat, card) - price
            if move >> POWER_AT & 1:
                value -= self._spent * (6 - min(table.turn, 7)) / 6
            return value
        if verb == PICK:
            return mine.building(card, 0)
        if verb == RECRUIT:
            return mine.leader(card) - price
        if verb == SELL:
            return mine.coins(SALE)
        if verb != STAGE:
            return 0.0
        city = table.city(seat)
        half = move >> HALF_AT & 3
        block = city.next_block(half)
        buried = (move >> NAME_AT & 511) - 1
        worth = mine.burying(half, buried) if buried >= 0 else mine.stage(block)
        if book.with_edifice:
            taken = move >> PAWN_AT & 3
            for row in range(book.first[block], book.last[block]):
                if book.kind[row] == PAWN and book.a[row]:
                    taken = book.a[row]
            joins = move >> JOIN_AT & 1
            worth += mine.brought(taken, joins) - mine.spent(joins)
        return worth - price


def _taker(table: EngineTable, seat: int) -> int:
    """Return the seat that gets a seat's hand next."""
    step = table.n - 1 if table.age == 2 else 1
    taker = (seat + step) % table.n
    while table.gone >> taker & 1:
        taker = (taker + step) % table.n
    return taker


def _ranks(names: list[str]) -> list[int]:
    """Return the position of each name in sorted order."""
    ranks = {name: nth for nth, name in enumerate(sorted(names))}
    return [ranks[name] for name in names]
