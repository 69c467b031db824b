"""
The players of a rollout: what is worth most to the city just now, reckoned quickly.

They are `client.bots.wonders.builder`'s little brothers: they go by the same guesses, pay
the cheapest price, and leave out what seldom matters.
"""

from __future__ import annotations

from array import array

from sealed_wonders.client.engine.wonders.book import Book
from sealed_wonders.client.engine.wonders.city import City
from sealed_wonders.client.engine.wonders.habits import USUAL, costs, savings
from sealed_wonders.client.engine.wonders.kinds import (
    BANK,
    BUILD,
    BURY,
    CARD_AT,
    CHOICE,
    COINS,
    COINS_PER,
    COLOUR_FREE,
    COMPLETE,
    COPY_GUILD,
    DECLINE,
    DEFLECT,
    DISCARD_TASK,
    DISCOUNT,
    DRAFT_TASK,
    DRAW,
    DROP_DEFEATS,
    ENLIST_TASK,
    EXTRA,
    FAIL_TASK,
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
    LEADERS_FREE,
    LEADERS_LESS,
    LOSES_COINS,
    LOSES_TOKENS,
    MORE,
    MOST_STAGES,
    NAME_AT,
    NEIGHBOURS,
    ON_BUILD,
    ON_CHAIN,
    ON_GAIN,
    ON_PURCHASE,
    ON_VICTORY,
    ONE_OF_AGE,
    PAID,
    PAID_AT,
    PAIRS,
    PAWN,
    PAWN_AT,
    PER_COINS,
    PER_SCIENCE_SET,
    PICK,
    PLAY_LAST,
    POINTS,
    POINTS_PER,
    POWER,
    POWER_AT,
    PRICE,
    PRODUCE,
    RECRUIT,
    RECRUIT_TASK,
    REFUSED,
    SALE,
    SCIENCE,
    SCORED_COLOURS,
    SELL,
    SETS,
    SHIELDS,
    STAGE,
    STAGE_DISCOUNT,
    SWAP,
    TOKEN,
    TURN_TASK,
    UNDEFEATED,
    VICTIMS,
    VICTIMS_TASK,
)
from sealed_wonders.client.engine.wonders.table import Table

LEAST = -1e9
STAGE_THING, VICTORY_THING, COLOUR_THING, COIN_THING = 7, 8, 9, 10
CHAIN_THING, PURCHASE_THING, SALE_THING = 11, 12, 13


class Policy:
    """Chooses for all seats of a table in a rollout."""

    def __init__(self, book: Book, weights: array[float]) -> None:
        self.book = book
        own = len(weights) - len(USUAL) * 3
        w = list(weights[:own])
        (
            self._coin,
            self._ready,
            self._enough,
            self._given,
            self._chain,
            self._wanted,
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
            self._sets,
            self._growing,
            self._joins,
            self._shared,
            self._spared,
            self._hold,
            self._denied,
            self._spent,
        ) = w
        self._costs = costs(book)
        self._savings = savings(book)
        self._usual = array("d", weights[own:])
        self._values = [0.0] * 16
        self._time = 0.0
        self._left = 0.0
        self._age = 1
        self._other_worth = 0.0

    def play(self, table: Table) -> None:
        """Play a game to its end."""
        while table.asked:
            for seat in range(table.n):
                if table.asked >> seat & 1:
                    table.choose(seat, self.choose(table, seat))
            table.resolve()

    def choose(self, table: Table, seat: int) -> int:
        """Choose a move of a seat that is asked."""
        kind = table.kind
        self._at(table)
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
            return self._least(table, seat)
        if kind == FAIL_TASK:
            return self._lose(table, seat)
        return DECLINE

    def _at(self, table: Table) -> None:
        """Reckon for the moment at which a table stands."""
        age = table.age if table.age else 1
        turn = table.turn if table.age else 0
        left = 6 - turn if turn < 6 else 0
        self._age = age
        self._left = left / 6.0
        self._time = self._left + 3 - age

    # Cards of a hand.

    def _use(self, table: Table, seat: int, optional: int) -> int:
        city = table.city(seat)
        best = LEAST
        move = 0
        card = 0
        if optional:
            best = 0.0
            move = DECLINE
        for nth in range(city.n_hand):
            block = city.hand[nth]
            self._values[nth] = LEAST
            how = table.quote(seat, block)
            if how == REFUSED:
                continue
            paid = table.cheapest(seat, block) if how == PAID else 0
            value = self.worth(table, seat, block, 0)
            by_power = 0
            if paid:
                power = LEAST
                if city.powers & ONE_OF_AGE and city.spent != table.age:
                    power = value - self._spent * self._left
                value = self._paying(table, seat, paid, value)
                if power > value:
                    value = power
                    paid = 0
                    by_power = 1
            self._values[nth] = value
            if value > best:
                best = value
                card = nth
                move = BUILD
                if by_power:
                    move |= 1 << POWER_AT
                move |= paid << PAID_AT
        if move & 15 == BUILD:
            move |= city.hand[card] << CARD_AT
        other = self._best_other(table, seat)
        if self._other_worth > best:
            return other | self._spare(table, seat) << CARD_AT
        return move

    def _spare(self, table: Table, seat: int) -> int:
        """Return the card that would be worth most to whoever gets the hand."""
        city = table.city(seat)
        n = table.n
        taker = seat + (n - 1 if table.age == 2 else 1)
        if taker >= n:
            taker -= n
        best = LEAST
        card = city.hand[0]
        last = table.turn >= 6
        for nth in range(city.n_hand):
            block = city.hand[nth]
            if last:
                value = -self._values[nth]
            elif table.quote(taker, block) == REFUSED:
                value = 0.0
            else:
                value = self.worth(table, taker, block, 0)
            if value > best:
                best = value
                card = block
        return card

    def _paying(self, table: Table, seat: int, paid: int, value: float) -> float:
        """Return what something is worth less what it costs; very little if it can't be."""
        if paid < 0:
            return LEAST
        city = table.city(seat)
        to_left = paid & 127
        to_right = paid >> 7 & 127
        to_bank = paid >> 14
        coins = to_left + to_right + to_bank
        if coins > city.coins:
            return LEAST
        if city.on_purchase:
            coins -= city.on_purchase * ((to_left > 0) + (to_right > 0))
        return value + self._coins(city, -coins) - self._given * (to_left + to_right)

    def _coins(self, city: City, change: int) -> float:
        """Return what it is worth to have more coins, or fewer."""
        before = city.coins
        after = before + change
        enough = self._enough
        ready = min(enough, after) - (min(enough, before))
        return self._coin * change + self._ready * self._time * ready

    def _best_other(self, table: Table, seat: int) -> int:
        """Return the best that a card is used for without being played: a stage, or its sale."""
        move = self._best_stage(table, seat)
        sale = self._coins(table.city(seat), SALE)
        if move == 0 or sale > self._other_worth:
            self._other_worth = sale
            return SELL
        return move

    def _best_stage(self, table: Table, seat: int) -> int:
        """Return the best way to build the next stage; 0 if there is none."""
        self._other_worth = LEAST
        city = table.city(seat)
        book = self.book
        if city.stages >= book.stages[city.side]:
            return 0
        where = city.side * MOST_STAGES + city.stages
        paid = table.stage_price(seat)
        if paid < 0:
            return 0
        best_move = 0
        joining = table.joining(seat)
        spent = 0.0
        if book.with_edifice:
            spent = self._holding(table, seat)
        for half in range(3):
            block = book.stage_block[where * 3 + half]
            if block < 0:
                continue
            worth = self.worth(table, seat, block, 1)
            move = STAGE | half << HALF_AT
            taken = 0
            for row in range(book.first[block], book.last[block]):
                kind = book.kind[row]
                if kind == BURY:
                    buried = self._to_bury(table, seat)
                    if buried >= 0:
                        move |= (city.leaders[buried] + 1) << NAME_AT
                        worth += 2 * city.price_of(buried)
                        worth -= self.worth(table, seat, city.leaders[buried], 2)
                elif kind == PAWN:
                    age = book.a[row]
                    if not age:
                        age = self._best_pawn(table, seat)
                        move |= age << PAWN_AT
                    taken = age
            if taken and book.with_edifice:
                worth += self._pawn(table, seat, taken, 0)
            value = self._paying(table, seat, paid, worth - spent)
            if value > self._other_worth:
                self._other_worth = value
                best_move = move | paid << PAID_AT
            if joining >= 0 and taken != table.age:
                more = paid + (joining << 14)
                worth += self._pawn(table, seat, table.age, 1)
                value = self._paying(table, seat, more, worth)
                if value > self._other_worth:
                    self._other_worth = value
                    best_move = move | more << PAID_AT | 1 << JOIN_AT
        return best_move

    def _to_bury(self, table: Table, seat: int) -> int:
        city = table.city(seat)
        best = LEAST
        buried = -1
        for nth in range(city.n_leaders):
            if not city.buried[nth]:
                value = 2 * city.price_of(nth) - self.worth(
                    table, seat, city.leaders[nth], 2
                )
                if value > best:
                    best = value
                    buried = nth
        return buried

    # Edifices.

    def _holding(self, table: Table, seat: int) -> float:
        """Return what it costs that a stage is built which a later edifice may want."""
        city = table.city(seat)
        wanted = 0
        for nth in range(table.age - 1 if table.age else 0, 3):
            if not table.fates[nth] and not city.pawns >> (nth + 1) & 1:
                wanted += 1
        left = self.book.stages[city.side] - city.stages
        return self._hold if wanted >= left else 0.0

    def _best_pawn(self, table: Table, seat: int) -> int:
        best = LEAST
        best_age = 1
        if self.book.with_edifice:
            for age in range(1, 4):
                value = self._pawn(table, seat, age, 0)
                if value > best:
                    best = value
                    best_age = age
        return best_age

    def _pawn(self, table: Table, seat: int, age: int, joins: int) -> float:
        """Return what it is worth to have a pawn of an age's edifice."""
        city = table.city(seat)
        nth = age - 1
        if city.pawns >> age & 1:
            return 0.0
        block = table.projects[nth]
        if table.fates[nth] == 2:
            return 0.0
        reward = self.worth(table, seat, block, 3)
        if table.fates[nth] == 1:
            return reward
        without = self._likely(table, seat, nth, 0)
        likely = self._likely(table, seat, nth, 1) if joins else without
        book = self.book
        where = block - book.first_edifice
        penalty = book.penalty[where]
        loss = -1.0 * book.debt[where]
        if penalty == LOSES_COINS:
            if city.coins >= book.amount[where]:
                loss = -self._coins(city, -book.amount[where])
        elif penalty != LOSES_TOKENS and city.counts[penalty]:
            loss = 2.5
        return self._shared * likely * reward + self._spared * (1 - without) * loss

    def _likely(self, table: Table, seat: int, nth: int, joined: int) -> float:
        """Estimate how likely an edifice will be built."""
        needed = table.pawns[nth] - joined
        if needed <= 0:
            return 1.0
        turns = 6
        if nth + 1 == self._age:
            turns = 7 - table.turn if table.turn < 7 else 0
        others = 0
        book = self.book
        for other in range(table.n):
            city = table.city(other)
            if (
                other != seat
                and not table.takers[nth] >> other & 1
                and city.stages < book.stages[city.side]
            ):
                others += 1
        if others < needed:
            return 0.0
        stays = 1.0
        for _ in range(turns):
            stays *= 1 - self._joins
        chance = 1 - stays
        # The chance that at least so many of the others join, each alike.
        total = 0.0
        for some in range(needed, others + 1):
            part = 1.0
            for one in range(some):
                part = part * (others - one) / (one + 1) * chance
            for _ in range(others - some):
                part *= stays
            total += part
        return total

    # Leaders and the rest.

    def _lead(self, table: Table, seat: int, optional: int) -> int:
        city = table.city(seat)
        best = LEAST
        worst = 1e9
        move = 0
        card = city.held[0]
        for nth in range(city.n_held):
            block = city.held[nth]
            worth = self.worth(table, seat, block, 2)
            price = table.leader_price(seat, block)
            value = self._paying(table, seat, price << 14, worth)
            if value > best:
                best = value
                move = RECRUIT | block << CARD_AT
                move |= price << (PAID_AT + 14)
            if worth < worst:
                worst = worth
                card = block
        if optional:
            return move if best > 0 else DECLINE
        other = self._best_other(table, seat)
        if self._other_worth > best:
            return other | card << CARD_AT
        return move

    def _draft(self, table: Table, seat: int) -> int:
        city = table.city(seat)
        best = LEAST
        card = city.hand[0]
        for nth in range(city.n_hand):
            block = city.hand[nth]
            value = self.worth(table, seat, block, 2) + self._coins(
                city, -table.leader_price(seat, block)
            )
            if value > best:
                best = value
                card = block
        return KEEP | card << CARD_AT

    def _pick(self, table: Table, seat: int) -> int:
        city = table.city(seat)
        best = 0.0
        move = DECLINE
        for nth in range(table.n_discard):
            block = table.discard[nth]
            if not city.has(block):
                value = self.worth(table, seat, block, 0)
                if value > best:
                    best = value
                    move = PICK | block << CARD_AT
        return move

    def _least(self, table: Table, seat: int) -> int:
        drops: list[int] = table.moves(seat)
        first: int = drops[0]
        return first

    def _lose(self, table: Table, seat: int) -> int:
        """Lose what is worth least."""
        city = table.city(seat)
        book = self.book
        moves: list[int] = table.moves(seat)
        best = 1e9
        move: int = moves[0]
        if book.penalty[table.projects[table.age - 1] - book.first_edifice] == (
            LOSES_TOKENS
        ):
            # As many of the lowest as there can be.
            chosen: int = moves[len(moves) - 1]
            return chosen
        for one in moves:
            block = one >> NAME_AT & 511
            value = self.worth(table, seat, block, 0)
            if city.coins >= 0 and value < best:
                best = value
                move = one
        return move

    # What moves are worth.

    def value(self, table: Table, seat: int, move: int) -> float:
        """Estimate what a move is worth that a seat may choose."""
        self._at(table)
        city = table.city(seat)
        verb = move & 15
        card = move >> CARD_AT & 511
        paid = move >> PAID_AT
        if verb == BUILD:
            value = self.worth(table, seat, card, 0)
            if move >> POWER_AT & 1:
                value -= self._spent * self._left
            value = self._paying(table, seat, paid, value)
        elif verb == RECRUIT:
            return self._paying(table, seat, paid, self.worth(table, seat, card, 2))
        elif verb == KEEP:
            return self.worth(table, seat, card, 2) + self._coins(
                city, -table.leader_price(seat, card)
            )
        elif verb == PICK:
            return self.worth(table, seat, card, 0)
        elif verb == STAGE:
            value = self._paying(table, seat, paid, self._way_worth(table, seat, move))
        elif verb == SELL:
            value = self._coins(city, SALE)
        else:
            return 0.0
        if table.kind == RECRUIT_TASK:
            return value - 0.3 * self.worth(table, seat, card, 2)
        if table.kind == TURN_TASK and table.turn < 6:
            taker = seat + (table.n - 1 if table.age == 2 else 1)
            if taker >= table.n:
                taker -= table.n
            if table.quote(taker, card) != REFUSED:
                denied = self.worth(table, taker, card, 0)
                if denied > 0:
                    value += self._denied * denied
        elif verb != BUILD:
            # What is left may still be built, where there is an extra card.
            value -= 0.01 * self.worth(table, seat, card, 0)
        return value

    def _way_worth(self, table: Table, seat: int, move: int) -> float:
        """Estimate what the next stage is worth, built in this way."""
        city = table.city(seat)
        book = self.book
        block = city.next_block(move >> HALF_AT & 3)
        worth = self.worth(table, seat, block, 1)
        buried = (move >> NAME_AT & 511) - 1
        for nth in range(city.n_leaders):
            if buried >= 0 and city.leaders[nth] == buried:
                worth += 2 * city.price_of(nth) - self.worth(table, seat, buried, 2)
        if book.with_edifice:
            taken = 0
            for row in range(book.first[block], book.last[block]):
                if book.kind[row] == PAWN:
                    taken = book.a[row]
                    if not taken:
                        taken = move >> PAWN_AT & 3
            if taken:
                worth += self._pawn(table, seat, taken, 0)
            if not move >> JOIN_AT & 1:
                worth -= self._holding(table, seat)
            elif taken != table.age:
                worth += self._pawn(table, seat, table.age, 1)
        return worth

    # What things are worth.

    def worth(self, table: Table, seat: int, block: int, what: int) -> float:
        """
        Return what it is worth to have something.

        Args:
            what: a building, 0; a stage, 1; a leader, 2; an edifice's reward, 3.
        """
        book = self.book
        city = table.city(seat)
        worth = 0.0
        gained = 0
        things = 0
        symbols = 0
        wild = 0
        swaps = 0
        more = 0
        per_set = 0
        scored = 1
        if what == 0:
            colour = book.colour[block]
            things = 1 << colour
            scored = SCORED_COLOURS >> colour & 1
            if not city.counts[colour]:
                things |= 1 << COLOUR_THING
            chain = book.chain[block] & ~city.chains
            if chain:
                worth += self._chain * self._saved(chain)
            gained = city.on_build[colour]
        elif what == 1:
            things = 1 << STAGE_THING
        for row in range(book.first[block], book.last[block]):
            kind = book.kind[row]
            a = book.a[row]
            b = book.b[row]
            c = book.c[row]
            if kind == POINTS:
                if scored:
                    worth += a
            elif kind == PRODUCE:
                for good in range(7):
                    if a >> (4 * good) & 15:
                        worth += self._good(table, seat, good, a >> (4 * good) & 15)
            elif kind == CHOICE:
                worth += self._any_of(table, seat, book.mask[a])
            elif kind == SHIELDS:
                worth += self._victories(table, seat, a)
            elif kind == SCIENCE:
                if a == 3:
                    wild = 1
                else:
                    symbols |= 1 << a
            elif kind == COINS:
                gained += a
            elif kind == COINS_PER:
                count = table.counted(seat, b, c)
                if c != NEIGHBOURS and things & b:
                    count += 1
                gained += a * count
            elif kind == POINTS_PER:
                count = table.counted(seat, b, c)
                if c != NEIGHBOURS and things & b:
                    count += 1
                worth += a * count
                if what >= 2:
                    worth += self._growing * a * self._more(city, b)
            elif kind == PRICE:
                worth += self._discount(table, seat, a, b)
            elif kind == COMPLETE:
                if city.stages >= book.stages[city.side]:
                    worth += a
            elif kind == POWER:
                worth += self._power(city, a)
            elif kind == FROM_DISCARD:
                if table.n_discard:
                    worth += self._from_discard
            elif kind == TOKEN:
                worth += a if a else 2 * self._age - 1
                gained += city.on_victory
            elif kind == SETS:
                worth += a * self._have_sets(city, b)
            elif kind == SWAP:
                swaps += a
            elif kind == MORE:
                more += a
            elif kind == PER_SCIENCE_SET:
                per_set += a
            else:
                worth += self._seldom(table, seat, city, kind, a, b)
        if symbols or wild or swaps or more or per_set:
            worth += self._science(city, symbols, wild, swaps, more, per_set)
        if things:
            for nth in range(city.n_open):
                row = city.open[nth]
                b = book.b[row]
                if b & things:
                    kind = book.kind[row]
                    if kind == POINTS_PER and book.c[row] != NEIGHBOURS:
                        worth += book.a[row]
                    elif kind == SETS:
                        worth += self._sets * book.a[row]
                    elif kind == IF_MORE:
                        worth += 0.15 * book.a[row]
        if gained:
            worth += self._coins(city, gained)
        return worth

    def _saved(self, chain: int) -> float:
        """Estimate how many units of goods chain symbols save in later ages."""
        saved = 0.0
        bits = self.book.bits
        for symbol in range(48):
            if chain & bits[symbol]:
                saved += self._savings[(self._age - 1) * 64 + symbol]
        return saved

    def _comes(self, thing: int) -> float:
        """Estimate how much of something will come to a city."""
        age = self._age
        total = self._left * self._usual[thing * 3 + age - 1]
        for later in range(age, 3):
            total += self._usual[thing * 3 + later]
        return total

    def _more(self, city: City, things: int) -> float:
        """Estimate how much of some things will come to a city."""
        total = 0.0
        for thing in range(11):
            if things >> thing & 1:
                some = self._comes(thing)
                if thing == STAGE_THING:
                    left = 1.0 * (self.book.stages[city.side] - city.stages)
                    some = min(some, left)
                total += some
        return total

    def _have_sets(self, city: City, things: int) -> float:
        least = 99.0
        for thing in range(7):
            if things >> thing & 1:
                some = city.counts[thing] + self._sets * self._comes(thing)
                least = min(least, some)
        return least

    def _makes(self, city: City, good: int) -> float:
        """Count units of a good that a city makes; a choice of goods is half of one."""
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

    def _sells(self, city: City, good: int) -> bool:
        if city.sells >> (4 * good) & 15:
            return True
        return city.sells_symbols != 0 and self._chosen(city.sells_symbols, good) > 0

    def _needs(self, city: City, good: int, units: int) -> float:
        """Estimate how many of the costs to come have so many units of a good."""
        if units > 7:
            return 0.0
        age = self._age
        cards = self._left * self._costs[((age - 1) * 7 + good) * 8 + units]
        for later in range(age, 3):
            cards += self._costs[(later * 7 + good) * 8 + units]
        cards *= self._wanted
        book = self.book
        stages = 0
        for nth in range(city.stages, book.stages[city.side]):
            goods = book.stage_goods[city.side * MOST_STAGES + nth]
            if goods >> (4 * good) & 15 >= units:
                stages += 1
        if stages:
            time = min(1.0, self._time)
            cards += self._stage * stages * time
        return cards

    def _uses(self, city: City, good: int, made: float) -> float:
        """Estimate how often one unit more than what is made will be of use."""
        whole = int(made)
        uses = self._needs(city, good, whole + 1)
        if made > whole:
            uses += 0.5 * (self._needs(city, good, whole + 2) - uses)
        return uses

    def _good(self, table: Table, seat: int, good: int, units: int) -> float:
        """Estimate what more units of a good are worth, by what they save."""
        city = table.city(seat)
        price = 3
        if self._sells(table.left_of(seat), good):
            price = 1 if city.cheap >> good & 1 else 2
        if price > 1 and self._sells(table.right_of(seat), good):
            price = 1 if city.cheap >> (7 + good) & 1 else 2
        made = self._makes(city, good)
        uses = 0.0
        for nth in range(units):
            uses += self._uses(city, good, made + nth)
        return uses * (self._unmade if price == 3 else self._coin * price)

    def _any_of(self, table: Table, seat: int, mask: int) -> float:
        best = 0.0
        total = 0.0
        for good in range(7):
            if mask >> good & 1:
                one = self._good(table, seat, good, 1)
                total += one
                best = max(best, one)
        return self._of_best * best + self._of_all * total

    def _discount(self, table: Table, seat: int, mask: int, sides: int) -> float:
        """Estimate what it is worth to pay a coin less for some goods."""
        city = table.city(seat)
        total = 0.0
        for good in range(7):
            if mask >> good & 1:
                sold = 0
                if sides & 1 and self._sells(table.left_of(seat), good):
                    sold += 1
                if sides & 2 and self._sells(table.right_of(seat), good):
                    sold += 1
                if sold:
                    uses = self._uses(city, good, self._makes(city, good))
                    total += self._coin * sold * uses
        return total

    def _victories(self, table: Table, seat: int, more: int) -> float:
        """Estimate what more shields bring in the conflicts to come."""
        city = table.city(seat)
        worth = 0.0
        one = city.shields - table.left_of(seat).shields
        other = city.shields - table.right_of(seat).shields
        drift = 0.5
        for age in range(self._age, 4):
            if age == self._age:
                drift += self._drift * age * self._left
            else:
                drift += self._drift * age
            value = 2 * age - 1
            worth += _turns(one, more, drift, value) + _turns(other, more, drift, value)
        return worth

    def _science(
        self, city: City, symbols: int, wild: int, swaps: int, more: int, per_set: int
    ) -> float:
        """Estimate what science brings now, and what it may yet bring."""
        later = int(self._time + 0.5)
        before = city.science(0)
        before_later = city.science(later)
        city.learn(symbols, wild, swaps, more, per_set, 1)
        after = city.science(0)
        after_later = city.science(later)
        city.learn(symbols, wild, swaps, more, per_set, -1)
        now = after - before
        return now + self._believed * (after_later - before_later - now)

    def _power(self, city: City, power: int) -> float:
        ages = 3 - self._age
        if power == PLAY_LAST:
            return self._extra * (ages + 1)
        if power == FIRST_OF_AGE:
            return self._free * ages
        if power == LAST_OF_AGE:
            return self._free * (ages + (self._left > 0))
        if power == FIRST_OF_COLOUR:
            missing = 0
            for colour in range(7):
                if not city.counts[colour]:
                    missing += 1
            time = min(1.0, self._time)
            return self._free * missing * time / 2
        return self._at_will * (ages + (self._left > 0))

    def _seldom(
        self, table: Table, seat: int, city: City, kind: int, a: int, b: int
    ) -> float:
        """Return what effects are worth of which there are few."""
        later = self._later
        if kind == DROP_DEFEATS:
            return 1.0 * city.defeats
        if kind == COPY_GUILD:
            best = 1.0 * max(
                table.best_guild(seat, table.left_of(seat)),
                table.best_guild(seat, table.right_of(seat)),
            )
            return max(self._copied, best)
        if kind == LEADERS_FREE:
            return later * self._recruit * (3 - self._age)
        if kind == LEADERS_LESS:
            return later * a * (3 - self._age)
        if kind == DISCOUNT:
            thing = STAGE_THING if a == STAGE_DISCOUNT else a
            return self._unit_less * b * self._comes(thing)
        if kind == COLOUR_FREE:
            return self._colour_free * self._comes(a)
        if kind == BANK:
            return self._any_good * self._time
        if kind == ON_BUILD:
            return later * a * self._comes(b)
        if kind == ON_CHAIN:
            return later * a * self._comes(CHAIN_THING)
        if kind == ON_VICTORY:
            return later * a * self._comes(VICTORY_THING)
        if kind == ON_PURCHASE:
            return later * a * self._comes(PURCHASE_THING)
        if kind == ON_GAIN:
            return later * self._comes(SALE_THING)
        if kind == VICTIMS:
            return 1.0
        if kind == DEFLECT:
            return 1.0 * (4 - self._age)
        if kind == PER_COINS:
            return 1.0 * a * (city.coins // b) + a * self._comes(COIN_THING) / b
        if kind == IF_MORE:
            return 0.5 * a
        if kind == UNDEFEATED:
            return 0.0 if city.defeats else 0.5 * a
        if kind == PAIRS:
            return 4.0
        if kind == DRAW:
            return self._drawn * a
        if kind == EXTRA:
            return self._recruited
        if kind == GUILD_AGAIN:
            best = 1.0 * table.best_guild(seat, city)
            return best if best > 0 else self._guild * (self._time > 0)
        return 0.0


def _ahead(lead: float, drift: float) -> float:
    """Estimate how likely it is to be ahead, with this lead just now."""
    chance = (lead - 0.5 + drift) / (2 * drift)
    if chance < 0.0:
        return 0.0
    return min(1.0, chance)


def _turns(lead: int, more: int, drift: float, value: int) -> float:
    """Return what more shields change in one conflict."""
    won = _ahead(lead + more, drift) - _ahead(lead, drift)
    lost = _ahead(-lead - more, drift) - _ahead(-lead, drift)
    return value * won - lost
