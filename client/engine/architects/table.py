"""
A game of Architects as integers, changed in place, for searches and rollouts of bots.

It follows the tasks in `core.architects`, in their order, from the first shuffle of the
piles on. All random outcomes are set in advance: piles hold their cards in order, and a
pile that is shuffled during the game is shuffled with `dice`. A move is one number: see
`kinds`. As in `core`, a choice with a single option is carried out immediately.

A pile has the number of the seat whose left pile it is; the central pile has the number
after all seats. The counts of each kind, for a seat or a pile, are in a row of `ROW`
numbers.

The moves, tokens and points must equal those of `core` at every step; this is tested in
tests/client/engine/test_architects.py. With
``scripts/compile``, methods become C functions, which can't contain lambdas or
generators: see
`scripts/declarations.py`.
"""

from __future__ import annotations

from sealed_wonders.client.engine.architects.book import CardTable
from sealed_wonders.client.engine.architects.kinds import (
    ACT_TASK,
    ANY_BIT,
    ANY_PILE,
    ANY_RESOURCES,
    ANY_TASK,
    BOTH_SIDES,
    BUILD,
    CENTRAL_TOP,
    COIN_AT,
    DEEP,
    DOUBLE_BIT,
    DOUBLE_COIN,
    END,
    EXTRA,
    FOR_COPIES,
    FOR_WONDER,
    GOODS,
    KEEP,
    KEEP_TASK,
    LOOK,
    MOST_STAGES,
    ONE_TOKEN,
    OPEN,
    OVER,
    PAID_AT,
    PER_CAT,
    PER_TOKEN,
    PER_VICTORY,
    PILE_AT,
    PLACE_AT,
    ROW,
    SCIENCE,
    SEARCH,
    SEARCH_TASK,
    SEARCHED,
    SHIELD,
    SHIELDS,
    STAGE_AT,
    TAKE,
    TAKE_TASK,
    TOKEN,
    TOKEN_AT,
    TOKEN_TASK,
    TOP,
)

NEVER = -1


class EngineTable:
    """
    A game at one moment; its catalogue is in `book`.

    Attributes:
        seat: the seat whose turn it is.
        task: the current choice.
        options: the possible moves, at least one until the game is over.
        conflicts, horns: conflict tokens, and those on their battle side.
        saw: the seats that know the top of the central pile, as bits.
        used, due: tokens, as bits.
        cat: the seat with the cat; -1 for nobody.
        shields: permanent shields, which no battle removes.
        chains: the result of `needs` for each city; -1 if it must be recomputed.

    Lists have room for the greatest numbers: 8 seats or piles, `ROW` kinds, `DEEP`
    cards in a pile.
    """

    def __init__(self, book: CardTable) -> None:
        self.book = book
        self.n = book.players
        self.conflicts = book.conflicts
        self.task = OVER
        self.options: list[int] = []
        self.seat = 0
        self.turn = 0
        self.horns = 0
        self.cat = -1
        self.gone = 0
        self.saw = 0
        self.used = 0
        self.due = 0
        self.searched = 0
        self.finished = 0
        self.dice = 1
        # Piles: their cards, from index `at` up to `end`.
        self.cards = [0] * 512
        self.at = [0] * 8
        self.end = [0] * 8
        self.left = [0] * 128
        """The number of cards of each kind, by pile."""
        self.all_left = [0] * 16
        self.n_left = 0
        """The number of cards in all piles: of each kind, and the total."""
        self.supply = [0] * 16
        self.supply_at = 0
        self.supply_end = 0
        self.open = [0] * 3
        self.n_open = 0
        # Cities.
        self.wonder = [0] * 8
        self.have = [0] * 128
        self.built = [0] * 8
        self.stages = [0] * 8
        self.tokens = [0] * 8
        self.twice = [0] * 8
        self.n_tokens = [0] * 8
        self.victories = [0] * 8
        self.shields = [0] * 8
        self.armed = [0] * 8
        """Shields that are lost in the next battle."""
        self.cats = [0] * 8
        self.scored = [0] * 8
        """Points of stages and blue cards."""
        self.chains = [NEVER] * 8

    def copy_from(self, other: EngineTable) -> None:
        """
        Copy the position of another table with the same rules.

        All attributes that a move changes must be here.
        """
        self.task = other.task
        self.options = other.options  # replaced by a move, never changed
        self.seat = other.seat
        self.turn = other.turn
        self.horns = other.horns
        self.cat = other.cat
        self.gone = other.gone
        self.saw = other.saw
        self.used = other.used
        self.due = other.due
        self.searched = other.searched
        self.finished = other.finished
        self.dice = other.dice
        self.cards = other.cards[:]
        self.at = other.at[:]
        self.end = other.end[:]
        self.left = other.left[:]
        self.all_left = other.all_left[:]
        self.n_left = other.n_left
        self.supply = other.supply[:]
        self.supply_at = other.supply_at
        self.supply_end = other.supply_end
        self.open = other.open[:]
        self.n_open = other.n_open
        self.wonder = other.wonder[:]
        self.have = other.have[:]
        self.built = other.built[:]
        self.stages = other.stages[:]
        self.tokens = other.tokens[:]
        self.twice = other.twice[:]
        self.n_tokens = other.n_tokens[:]
        self.victories = other.victories[:]
        self.shields = other.shields[:]
        self.armed = other.armed[:]
        self.cats = other.cats[:]
        self.scored = other.scored[:]
        self.chains = other.chains[:]

    # Setting and reading a position.

    @property
    def over(self) -> bool:
        return bool(self.task == OVER)

    def lay_pile(self, pile: int, cards: list[int]) -> None:
        """Set the cards of a pile, the top one first."""
        for kind in range(self.book.n_kinds):
            self.all_left[kind] -= self.left[pile * ROW + kind]
            self.n_left -= self.left[pile * ROW + kind]
            self.left[pile * ROW + kind] = 0
        at = pile * DEEP
        self.at[pile] = at
        for card in cards:
            self.cards[at] = card
            self.left[pile * ROW + card] += 1
            self.all_left[card] += 1
            self.n_left += 1
            at += 1
        self.end[pile] = at

    def lay_supply(self, tokens: list[int]) -> None:
        """Set the face-down tokens, the top one first."""
        self.supply_at = 0
        self.supply_end = len(tokens)
        for nth, token in enumerate(tokens):
            self.supply[nth] = token

    def lay_open(self, tokens: list[int]) -> None:
        """Set the face-up tokens."""
        self.n_open = 0
        for token in tokens:
            self.open[self.n_open] = token
            self.n_open += 1

    def found(self, seat: int, wonder: int) -> None:
        """Set the wonder of a seat."""
        self.wonder[seat] = wonder

    def lay_city(
        self,
        seat: int,
        have: list[int],
        built: list[int],
        tokens: list[int],
        victories: int,
    ) -> None:
        """
        Set everything in a city.

        Args:
            seat: the seat.
            have: the number of cards of each kind.
            built: the built stages.
            tokens: the progress tokens.
            victories: the number of military tokens.
        """
        for kind, count in enumerate(have):
            for _ in range(count):
                self._lay(seat, kind)
        for stage in built:
            self._raise(seat, stage)
        for token in tokens:
            self._own(seat, token)
        self.victories[seat] = victories

    def lay_turn(self, task: int, seat: int, turn: int, used: int, due: int) -> None:
        """Set the current turn and its state."""
        self.task = task
        self.seat = seat
        self.turn = turn
        self.used = used
        self.due = due

    def pile(self, pile: int) -> list[int]:
        """Return the cards of a pile, the top one first."""
        return [self.cards[at] for at in range(self.at[pile], self.end[pile])]

    def supplied(self) -> list[int]:
        """Return the face-down tokens, the top one first."""
        return [self.supply[at] for at in range(self.supply_at, self.supply_end)]

    def opened(self) -> list[int]:
        """Return the face-up tokens."""
        return [self.open[nth] for nth in range(self.n_open)]

    def city(self, seat: int) -> list[int]:
        """Return the number of cards of each kind in a city."""
        return [self.have[seat * ROW + nth] for nth in range(self.book.n_kinds)]

    def standing(self, seat: int) -> tuple[int, int, int, int]:
        """
        Return a city's stages, tokens and double tokens, each as bits, and its
        victories.
        """
        return (
            self.built[seat],
            self.tokens[seat],
            self.twice[seat],
            self.victories[seat],
        )

    def counted(self, pile: int) -> list[int]:
        """Return the number of cards of each kind in a pile."""
        return [self.left[pile * ROW + kind] for kind in range(self.book.n_kinds)]

    def strength(self, seat: int) -> int:
        """Return the number of a seat's shields."""
        return self.shields[seat] + self.armed[seat]

    def begin(self, first: int) -> None:
        """Begin with the first turn, which is this seat's."""
        self.refill()
        self.turn = 1
        self.seat = first
        self.task = TAKE_TASK
        self.settle()

    # The course of the game.

    def play(self, move: int) -> None:
        """
        Carry out one of the options, and everything after it that needs no choice.
        """
        self._do(move)
        self.settle()

    def settle(self) -> None:
        """Continue until there is a choice or the game is over."""
        while self.task != OVER:
            self.options = self._moves()
            some = len(self.options)
            if self.task == KEEP_TASK:
                pile = self.searched
                if self.end[pile] - self.at[pile] > 1:
                    return
            elif some > 1:
                return
            if some:
                self._do(self.options[0])
            elif self.task == ACT_TASK:
                self._end_turn()
            else:
                self.task = ACT_TASK

    def _do(self, move: int) -> None:
        verb = move & 15
        pile = move >> PILE_AT & 15
        if verb == TAKE:
            self.task = ACT_TASK
            self._draw(pile)
        elif verb == EXTRA:
            bit = 1 << (move >> TOKEN_AT & 31)
            self.used |= bit
            self.due &= ~bit
            self.task = ACT_TASK
            self._draw(pile)
        elif verb == BUILD:
            self._build(move)
        elif verb == SCIENCE:
            self._study(move >> PLACE_AT & 15)
            self.task = TOKEN_TASK
        elif verb == TOKEN:
            self.task = ACT_TASK
            self._take_token(move >> TOKEN_AT & 31)
        elif verb == SEARCH:
            self.searched = pile
            self.task = KEEP_TASK
        elif verb == KEEP:
            self.task = ACT_TASK
            self._keep(move >> PLACE_AT & 15)
        else:
            self._end_turn()

    def _moves(self) -> list[int]:
        """Return the moves of the current task."""
        task = self.task
        moves: list[int] = []
        seat = self.seat
        n = self.n
        if task == ACT_TASK:
            self._builds(seat, moves)
            self._sets(seat, moves)
            if self.due:
                some = len(moves)
                self._extras(seat, moves)
                if not some and moves:
                    moves.append(END)
        elif task == TAKE_TASK:
            self._reach(seat, TAKE, moves)
        elif task == ANY_TASK:
            for pile in range(n + 1):
                if self.at[pile] < self.end[pile]:
                    moves.append(TAKE | pile << PILE_AT)
        elif task == TOKEN_TASK:
            for nth in range(self.n_open):
                move = TOKEN | self.open[nth] << TOKEN_AT
                if move not in moves:
                    moves.append(move)
            if self.supply_at < self.supply_end:
                moves.append(TOKEN | TOP << TOKEN_AT)
        elif task == SEARCH_TASK:
            right = seat - 1 if seat else n - 1
            if self.at[seat] < self.end[seat]:
                moves.append(SEARCH | seat << PILE_AT)
            if self.at[right] < self.end[right]:
                moves.append(SEARCH | right << PILE_AT)
        elif task == KEEP_TASK:
            seen = 0
            pile = self.searched
            at = self.at[pile]
            for place in range(min(SEARCHED, self.end[pile] - at)):
                bit = 1 << self.cards[at + place]
                if not seen & bit:
                    seen |= bit
                    moves.append(KEEP | place << PLACE_AT)
        return moves

    def _reach(self, seat: int, base: int, moves: list[int]) -> None:
        right = seat - 1 if seat else self.n - 1
        if self.at[seat] < self.end[seat]:
            moves.append(base | seat << PILE_AT)
        if self.at[right] < self.end[right]:
            moves.append(base | right << PILE_AT)
        if self.at[self.n] < self.end[self.n]:
            moves.append(base | self.n << PILE_AT)

    def _builds(self, seat: int, moves: list[int]) -> None:
        book = self.book
        row = seat * ROW
        goods = 0
        coins = self.have[row + book.coin]
        total = coins
        for nth in range(GOODS):
            count = self.have[row + book.goods[nth]]
            goods |= count << 4 * nth
            total += count
        # No stage costs a single resource; a coin that counts twice adds one.
        if total < 1 or (total < 2 and not self.tokens[seat]):
            return
        powers = 0
        if self.tokens[seat]:
            powers = self._powers(seat)
        base = self.wonder[seat] * MOST_STAGES
        built = self.built[seat]
        for stage in range(book.stages[self.wonder[seat]]):
            if built >> stage & 1 or book.on[base + stage] & ~built:
                continue
            cost = book.cost[base + stage]
            if total + 1 < cost:
                continue
            above = coins | cost << 4 | book.same[base + stage] << 8 | powers << 9
            for paid in book.ways(above << 4 * GOODS | goods):
                moves.append(BUILD | stage << STAGE_AT | paid << PAID_AT)

    def _powers(self, seat: int) -> int:
        """
        Return which payment tokens can be used: 1 for any resources, 2 for a double
        coin.
        """
        book = self.book
        mine = self.tokens[seat] & ~self.used
        powers = 0
        for token in range(book.n_tokens):
            if mine >> token & 1:
                if book.ability[token] == ANY_RESOURCES:
                    powers |= 1
                elif book.ability[token] == DOUBLE_COIN:
                    powers |= 2
        return powers

    def _sets(self, seat: int, moves: list[int]) -> None:
        book = self.book
        row = seat * ROW
        one = self.have[row + book.symbols[0]]
        two = self.have[row + book.symbols[1]]
        three = self.have[row + book.symbols[2]]
        if one + two + three < 2:
            return
        if not self.n_open and self.supply_at >= self.supply_end:
            return
        if one > 1:
            moves.append(SCIENCE)
        if two > 1:
            moves.append(SCIENCE | 1 << PLACE_AT)
        if three > 1:
            moves.append(SCIENCE | 2 << PLACE_AT)
        if one and two and three:
            moves.append(SCIENCE | 3 << PLACE_AT)

    def _extras(self, seat: int, moves: list[int]) -> None:
        for token in range(self.book.n_tokens):
            if self.due >> token & 1:
                self._reach(seat, EXTRA | token << TOKEN_AT, moves)

    # Results of moves.

    def _lay(self, seat: int, kind: int) -> None:
        """Add a card to a city."""
        book = self.book
        self.have[seat * ROW + kind] += 1
        self.scored[seat] += book.points[kind]
        self.cats[seat] += book.cat[kind]
        if book.is_red[kind]:
            if book.horns[kind]:
                self.armed[seat] += 1
            else:
                self.shields[seat] += 1
        self.chains[seat] = NEVER

    def _raise(self, seat: int, stage: int) -> None:
        """Build a stage."""
        book = self.book
        where = self.wonder[seat] * MOST_STAGES + stage
        self.built[seat] |= 1 << stage
        self.stages[seat] += 1
        if self.stages[seat] == book.stages[self.wonder[seat]]:
            self.finished = 1
        self.scored[seat] += book.stage_points[where]
        if book.effect[self.wonder[seat]] == SHIELD:
            self.shields[seat] += book.stage_acts[where]
        self.chains[seat] = NEVER

    def _own(self, seat: int, token: int) -> None:
        """Add a token to a city."""
        bit = 1 << token
        if self.tokens[seat] & bit:
            self.twice[seat] |= bit
        self.tokens[seat] |= bit
        self.n_tokens[seat] += 1
        if self.book.ability[token] == SHIELDS:
            self.shields[seat] += self.book.a[token]
        self.chains[seat] = NEVER

    def _allow(self, what: int) -> None:
        mine = self.tokens[self.seat]
        if mine:
            self.due |= self.book.allows[what] & mine & ~self.used

    def _draw(self, pile: int) -> None:
        """Take the top card of a pile, if it has one."""
        at = self.at[pile]
        if at == self.end[pile]:
            return
        kind = self.cards[at]
        self.at[pile] = at + 1
        self._taken(pile, kind)

    def _taken(self, pile: int, kind: int) -> None:
        book = self.book
        self.left[pile * ROW + kind] -= 1
        self.all_left[kind] -= 1
        self.n_left -= 1
        if pile == self.n:
            self.saw = 0
        self._lay(self.seat, kind)
        self.horns = min(self.conflicts, self.horns + book.horns[kind])
        if book.cat[kind]:
            self.cat = self.seat
        self._allow(kind)

    def _build(self, move: int) -> None:
        book = self.book
        seat = self.seat
        row = seat * ROW
        stage = move >> STAGE_AT & 7
        paid = move >> PAID_AT
        for nth in range(GOODS):
            self.have[row + book.goods[nth]] -= paid >> 3 * nth & 7
        self.have[row + book.coin] -= paid >> COIN_AT & 7
        if paid >> ANY_BIT:
            for token in range(book.n_tokens):
                ability = book.ability[token]
                if (ability == ANY_RESOURCES and paid >> ANY_BIT & 1) or (
                    ability == DOUBLE_COIN and paid >> DOUBLE_BIT & 1
                ):
                    self.used |= self.tokens[seat] & 1 << token
        self._raise(seat, stage)
        self._allow(book.n_kinds)
        self.task = ACT_TASK
        if not book.stage_acts[self.wonder[seat] * MOST_STAGES + stage]:
            return
        effect = book.effect[self.wonder[seat]]
        if effect == ANY_PILE:
            self.task = ANY_TASK
        elif effect == ONE_TOKEN:
            self.task = TOKEN_TASK
        elif effect == LOOK:
            self.task = SEARCH_TASK
        elif effect == CENTRAL_TOP:
            self._draw(self.n)
        elif effect == BOTH_SIDES:
            self._draw(seat)
            self._draw(seat - 1 if seat else self.n - 1)

    def _study(self, some: int) -> None:
        """Use up a set of symbols: a pair of kind *some*, or three different ones."""
        book = self.book
        row = self.seat * ROW
        for nth in range(3):
            if some == 3:
                self.have[row + book.symbols[nth]] -= 1
            elif some == nth:
                self.have[row + book.symbols[nth]] -= 2

    def _take_token(self, token: int) -> None:
        if token == TOP:
            token = self.supply[self.supply_at]
            self.supply_at += 1
        else:
            for nth in range(self.n_open):
                if self.open[nth] == token:
                    for later in range(nth + 1, self.n_open):
                        self.open[later - 1] = self.open[later]
                    self.n_open -= 1
                    break
        self._own(self.seat, token)
        self.refill()

    def refill(self) -> None:
        """Turn up tokens until the right number is face up."""
        while self.n_open < OPEN and self.supply_at < self.supply_end:
            self.open[self.n_open] = self.supply[self.supply_at]
            self.n_open += 1
            self.supply_at += 1

    def _keep(self, place: int) -> None:
        """Keep a card of a search, and shuffle the rest of the pile."""
        pile = self.searched
        at = self.at[pile]
        kind = self.cards[at + place]
        for nth in range(place, 0, -1):
            self.cards[at + nth] = self.cards[at + nth - 1]
        self.at[pile] = at + 1
        self._taken(pile, kind)
        self.mix(pile, 0)

    def mix(self, pile: int, seen: int) -> None:
        """Shuffle a pile, except for its first cards."""
        first = self.at[pile] + seen
        left = self.end[pile] - first
        while left > 1:
            self.dice = (self.dice * 1103515245 + 12345) & 0x7FFFFFFF
            other = first + (self.dice >> 8) % left
            left -= 1
            last = first + left
            card = self.cards[last]
            self.cards[last] = self.cards[other]
            self.cards[other] = card

    def stir(self, pile: int, seen: int) -> None:
        """
        Randomize the next few cards of a pile after its first cards, without shuffling
        all of it.
        """
        first = self.at[pile] + seen
        left = self.end[pile] - first
        for _ in range(SEARCHED):
            if left < 2:
                return
            self.dice = (self.dice * 1103515245 + 12345) & 0x7FFFFFFF
            other = first + (self.dice >> 8) % left
            card = self.cards[first]
            self.cards[first] = self.cards[other]
            self.cards[other] = card
            first += 1
            left -= 1

    def put_up(self, pile: int, kind: int) -> None:
        """Move a card of a kind to the top of a pile."""
        top = self.at[pile]
        for at in range(top, self.end[pile]):
            if self.cards[at] == kind:
                self.cards[at] = self.cards[top]
                self.cards[top] = kind
                return

    def put_token(self, token: int) -> None:
        """Move a token to the top of the face-down ones."""
        top = self.supply_at
        for at in range(top, self.supply_end):
            if self.supply[at] == token:
                self.supply[at] = self.supply[top]
                self.supply[top] = token
                return

    def mix_supply(self) -> None:
        """Shuffle the face-down tokens."""
        left = self.supply_end - self.supply_at
        while left > 1:
            self.dice = (self.dice * 1103515245 + 12345) & 0x7FFFFFFF
            other = self.supply_at + (self.dice >> 8) % left
            left -= 1
            last = self.supply_at + left
            token = self.supply[last]
            self.supply[last] = self.supply[other]
            self.supply[other] = token

    def _end_turn(self) -> None:
        """End a turn, with a battle if due; possibly end the game."""
        if self.horns == self.conflicts:
            self._fight()
        if self.finished or self._is_bare():
            self.task = OVER
            self.options = []
            return
        seat = self.seat
        while True:
            seat += 1
            if seat == self.n:
                seat = 0
            if not self.gone >> seat & 1:
                break
        self.seat = seat
        self.turn += 1
        self.used = 0
        self.due = 0
        if self.cat == seat and self.at[self.n] < self.end[self.n]:
            self.saw |= 1 << seat
        self.task = TAKE_TASK

    def _is_bare(self) -> bool:
        """Return whether no active seat can take a card any more."""
        if self.at[self.n] < self.end[self.n]:
            return False
        for seat in range(self.n):
            if not self.gone >> seat & 1:
                right = seat - 1 if seat else self.n - 1
                if self.at[seat] < self.end[seat] or self.at[right] < self.end[right]:
                    return False
        return True

    def gains(self, seat: int) -> int:
        """Return the number of tokens that a seat would gain in a battle now."""
        if self.gone >> seat & 1:
            return 0
        n = self.n
        own = self.shields[seat] + self.armed[seat]
        left = seat + 1 if seat + 1 < n else 0
        right = seat - 1 if seat else n - 1
        other = self.shields[left] + self.armed[left]
        if n == 2:
            if own <= other:
                return 0
            return 2 if own >= 2 and own >= 2 * other else 1
        gained = 1 if own > other else 0
        if own > self.shields[right] + self.armed[right]:
            gained += 1
        return gained

    def _fight(self) -> None:
        book = self.book
        for seat in range(self.n):
            self.victories[seat] += self.gains(seat)
        for seat in range(self.n):
            self.armed[seat] = 0
            for kind in range(book.n_kinds):
                if book.horns[kind]:
                    self.have[seat * ROW + kind] = 0
        self.horns = 0

    # Scoring.

    def points(self, seat: int) -> int:
        """Return the points of a seat as if the game were over."""
        total = self.scored[seat] + 3 * self.victories[seat]
        if self.cat == seat:
            total += 2
        if self.tokens[seat]:
            total += self.progress(seat)
        return total

    def progress(self, seat: int) -> int:
        """Return the points of its progress tokens."""
        book = self.book
        mine = self.tokens[seat]
        total = 0
        for token in range(book.n_tokens):
            if not mine >> token & 1:
                continue
            ability = book.ability[token]
            if ability == FOR_WONDER:
                if self.stages[seat] == book.stages[self.wonder[seat]]:
                    total += book.b[token]
                else:
                    total += book.a[token]
            elif ability == PER_CAT:
                total += book.a[token] * self.cats[seat]
            elif ability == PER_VICTORY:
                total += book.a[token] * self.victories[seat]
            elif ability == PER_TOKEN:
                total += book.a[token] * self.n_tokens[seat]
            elif ability == FOR_COPIES:
                if self.twice[seat] >> token & 1:
                    total += book.b[token]
                else:
                    total += book.a[token]
        return total

    def lead(self, seat: int) -> float:
        """
        Return a seat's lead over the best of the others in points; stages break ties.
        """
        best = -1000.0
        mine = 0.0
        for other in range(self.n):
            points = self.points(other) + 0.1 * self.stages[other]
            if other == seat:
                mine = points
            elif points > best and not self.gone >> other & 1:
                best = points
        return mine - best
