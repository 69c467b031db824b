"""
The fast players of rollouts: they choose the move that is worth most to their city.

`client.bots.architects.builder` uses the values computed here, too. Players in a
rollout differ from it in three ways: they consider fewer payments, estimate a search
less exactly, and prefer other moves among equals.
"""

from __future__ import annotations

from array import array
from math import exp

from sealed_wonders.client.engine.architects.book import CardTable
from sealed_wonders.client.engine.architects.kinds import (
    ANY_PILE,
    ANY_RESOURCES,
    BOTH_SIDES,
    BUILD,
    CENTRAL_TOP,
    COIN_AT,
    DOUBLE_COIN,
    END,
    EXTRA,
    EXTRA_CARD,
    FOR_COPIES,
    FOR_WONDER,
    GOODS,
    KEEP,
    LOOK,
    MOST_STAGES,
    ONE_TOKEN,
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
    SEARCHED,
    SHIELD,
    SHIELDS,
    STAGE_AT,
    TAKE,
    TOKEN,
    TOKEN_AT,
    TOP,
    WHOLE_AT,
)
from sealed_wonders.client.engine.architects.needs import Needs
from sealed_wonders.client.engine.architects.table import EngineTable

LEAST = -1e9
WAYS = 6
"""Maximum number of payments considered; the cheapest come first."""

GREYS = 8
"""Grey cards of one kind are counted only up to this number."""

LEADS = 128
"""Upper limit for how far a city's shields can exceed twice another's."""

MOST_LACKED = 16
"""Upper limit for the number of cards that a wonder needs."""

MOST_POWER = 700.0
"""Maximum exponent of e, against overflow."""

NEAR = 10.0
"""
Moves within this value of the best one, multiplied by `denied`, are considered again.
"""

STEPS = 400
"""Number of turns, of all players together, that are distinguished."""


class Policy:
    """
    Chooses for all seats of a table in a rollout, and computes values for `builder`.

    Args:
        book: the printed data.
        weights: its parameters: see `weights`.
        needs: the cache of what cities lack.
        exact: whether to use the exact number of turns that a player keeps the cat,
            which takes longer than a rounded one.
    """

    def __init__(
        self,
        book: CardTable,
        weights: array[float],
        needs: Needs,
        *,
        exact: bool = False,
    ) -> None:
        self.book = book
        self._exact = exact
        self.needs = needs
        w = list(weights)
        (
            self._pace,
            self._horns,
            self._useful,
            self._extra,
            self._chosen,
            self._saved,
            self._freed,
            self._shield,
            self._cats,
            self._gained,
            self._beaten,
            self._half,
            self._most,
            self._peek,
            self._rival,
            self._doubt,
            self._stage,
            self._won,
            self._lost,
            self._any_pile,
            self._centre,
            self._both,
            self._look,
            self._shield_stage,
            self._token_stage,
            self._first,
            self._blue,
            self._learning,
            self._arms,
            self._unseen,
            self._symbol,
            self._denied,
        ) = w
        self._weights = weights
        self._next: Policy | None = None
        self._looked = False
        conflicts = book.conflicts
        doubts = [
            0.35 + (conflicts - horns) / conflicts for horns in range(conflicts)
        ] + [1.0, 1.35]
        # The probability that a lead remains until the battle, by doubt and lead.
        self._odds = array(
            "d",
            [
                1 / (1 + exp(min(MOST_POWER, (0.5 - lead) / (self._doubt * doubt))))
                for doubt in doubts
                for lead in range(-LEADS, LEADS)
            ],
        )
        self._stays = array("d", [(1 - self._cats) ** n for n in range(STEPS)])
        self._powers = [1.0] * 16
        self._tokens = [0.0] * 16
        self._worths = [0.0] * 16
        self._done = 0
        self._greys = [0.0] * 8
        self._greys_done = 0
        self._turns = 0.0
        self._battles = 0.0
        self._token = 0.0
        self._top = 0.0
        self._cat = 0.0
        self._victory = 0.0
        self._lack = 0
        self._wonder_now = 0.0
        self._science_now = 0.0
        self._war_now = 0.0

    def play(self, table: EngineTable) -> None:
        while table.task != OVER:
            table.play(self.choose(table))

    def choose(self, table: EngineTable) -> int:
        """Return the best move; of equal ones, the centre or the end of the turn."""
        options = table.options
        best_move = options[0]
        if len(options) == 1:
            return best_move
        seat = table.seat
        self.prepare(table, seat)
        best = LEAST
        builds = 0
        takes = 0
        for move in options:
            verb = move & 15
            if verb == BUILD:
                builds += 1
                if builds > WAYS:
                    continue
            worth = self._plain(table, seat, move)
            if verb in (TAKE, EXTRA):
                takes += 1
            if worth > best or (
                worth == best
                and (
                    verb == END
                    or (verb in (TAKE, EXTRA) and move >> PILE_AT & 15 == table.n)
                )
            ):
                best = worth
                best_move = move
        if takes and self._denied:
            return self._denying(table, seat, best, best_move)
        return best_move

    def _denying(
        self, table: EngineTable, seat: int, best: float, best_move: int
    ) -> int:
        """
        Choose among moves of nearly the same value, including what they deny others.
        """
        least = best - NEAR * self._denied
        near = 0
        denies = 0
        for move in table.options:
            if move & 15 != BUILD and self._plain(table, seat, move) >= least:
                near += 1
                denies += self._denies(table, seat, move)
        if near < 2 or not denies:
            return best_move
        best = LEAST
        for move in table.options:
            if move & 15 == BUILD or self._plain(table, seat, move) < least:
                continue
            worth = self.worth(table, seat, move)
            if worth > best or (worth == best and move >> PILE_AT & 15 == table.n):
                best = worth
                best_move = move
        return best_move

    def value(self, table: EngineTable, seat: int, move: int) -> float:
        self.prepare(table, seat)
        return self.worth(table, seat, move)

    # Expectations.

    def prepare(self, table: EngineTable, seat: int) -> None:
        """Compute everything that the values of cards depend on."""
        book = self.book
        self._looked = False
        n = table.n
        shortest = 99
        active = 0
        for other in range(n):
            lack = self.needs.of(table, other) >> WHOLE_AT
            shortest = min(shortest, lack)
            if other == seat:
                self._lack = lack
            if not table.gone >> other & 1:
                active += 1
        cards = table.n_left
        turns = max(1.0, shortest / self._pace)
        turns = min(turns, max(1.0, cards / (1.0 * active)))
        self._turns = turns
        self._battles = (table.horns + self._horns * turns * active) / table.conflicts
        useful = self._useful * turns
        patience = useful / (useful + 1)
        power = 1.0
        for nth in range(MOST_LACKED):
            self._powers[nth] = power
            power *= patience
        self._value_tokens(table, seat, cards)
        if self._exact:
            stays = (1 - self._cats) ** (turns * n)
        else:
            stays = self._stays[min(STEPS - 1, int(turns * n))]
        self._cat = 2 * (stays + (1 - stays) / n) + self._peek
        self._victory = 3.0
        mine = table.tokens[seat]
        if mine:
            for token in range(book.n_tokens):
                if mine >> token & 1 and book.ability[token] == PER_VICTORY:
                    self._victory += book.a[token]
        self._done = 0
        self._greys_done = 0
        self._wonder_now = self._wonder(table, seat, self.needs.of(table, seat))
        row = seat * ROW
        self._science_now = self._science(
            table.have[row + book.symbols[0]],
            table.have[row + book.symbols[1]],
            table.have[row + book.symbols[2]],
        )
        self._war_now = self._war(table, seat, table.horns, 0, 0)

    def _value_tokens(self, table: EngineTable, seat: int, cards: int) -> None:
        """Estimate the value of each available token, and of the best of them."""
        seen = 0
        best = 0.0
        for nth in range(table.n_open):
            token = table.open[nth]
            if not seen >> token & 1:
                seen |= 1 << token
                self._tokens[token] = self._gain(table, seat, token, cards)
            best = max(best, self._tokens[token])
        unseen = table.supply_end - table.supply_at
        total = 0.0
        for at in range(table.supply_at, table.supply_end):
            token = table.supply[at]
            if not seen >> token & 1:
                seen |= 1 << token
                self._tokens[token] = self._gain(table, seat, token, cards)
            total += self._tokens[token]
        self._top = total / (1.0 * unseen) if unseen else 0.0
        self._token = max(best, self._top)

    def _gain(self, table: EngineTable, seat: int, token: int, cards: int) -> float:
        """Estimate the value of one more token."""
        book = self.book
        ability = book.ability[token]
        a = 1.0 * book.a[token]
        turns = self._turns
        more = 0.0
        mine = table.tokens[seat]
        if mine:
            for other in range(book.n_tokens):
                if mine >> other & 1 and book.ability[other] == PER_TOKEN:
                    more += book.a[other]
        if ability == EXTRA_CARD:
            bit = 1 << token
            stages = 0.0
            if book.allows[book.n_kinds] & bit:
                left = 1.0 * (book.stages[table.wonder[seat]] - table.stages[seat])
                stages = min(turns, left) * 0.7
            some = 0
            for nth in range(book.first[token], book.first[token + 1]):
                some += table.all_left[book.allowing[nth]]
            share = some / (1.0 * cards) if cards else 0.0
            times = stages + turns * min(1.0, self._chosen * share)
            return more + self._extra * times
        if ability == DOUBLE_COIN:
            return more + self._saved * min(turns, self._lack + 1.0)
        if ability == ANY_RESOURCES:
            return more + self._freed * min(turns, self._lack + 1.0)
        if ability == SHIELDS:
            return more + self._shield * a / 2 * (0.5 + self._battles)
        if ability == FOR_WONDER:
            near = 1.0 - min(1.0, self._lack / (turns + 1.0))
            return more + a + (book.b[token] - a) * near
        if ability == PER_CAT:
            return more + a * (table.cats[seat] + self._cats * turns)
        if ability == PER_VICTORY:
            return more + a * (table.victories[seat] + self._beaten * self._battles)
        if ability == PER_TOKEN:
            return more + a * (table.n_tokens[seat] + 1 + self._gained * turns)
        if ability == FOR_COPIES:
            both = 1.0 * book.b[token]
            if mine >> token & 1:
                return more + both - a
            left = 0.0
            for nth in range(table.n_open):
                if table.open[nth] == token:
                    left += 1
            for at in range(table.supply_at, table.supply_end):
                if table.supply[at] == token:
                    left += 1
            if left > 1:
                a += 0.25 * (both - a)
            return more + a
        return more

    # Moves.

    def worth(self, table: EngineTable, seat: int, move: int) -> float:
        """Return the value of a move; call `prepare` first."""
        worth = self._plain(table, seat, move)
        if self._denied and self._denies(table, seat, move):
            worth += self._denied * self._loss(table, seat, move >> PILE_AT & 15)
        return worth

    def _plain(self, table: EngineTable, seat: int, move: int) -> float:
        """Return the value of a move without what it denies others."""
        verb = move & 15
        pile = move >> PILE_AT & 15
        if verb in (TAKE, EXTRA):
            return self._taken(table, seat, pile)
        if verb == BUILD:
            return self._built(table, seat, move)
        if verb == SCIENCE:
            return self._studied(table, seat, move >> PLACE_AT & 15)
        if verb == TOKEN:
            token = move >> TOKEN_AT & 31
            return self._top if token == TOP else self._tokens[token]
        if verb == SEARCH:
            return self._searched(table, seat, pile)
        if verb == KEEP:
            at = table.at[table.searched] + (move >> PLACE_AT & 15)
            return self.card(table, seat, table.cards[at])
        return 0.0

    def _taken(self, table: EngineTable, seat: int, pile: int) -> float:
        """Return the value of a pile's top card, or the average if it is unknown."""
        at = table.at[pile]
        if pile < table.n or table.saw >> seat & 1:
            return self.card(table, seat, table.cards[at])
        total = 0.0
        row = pile * ROW
        for kind in range(self.book.n_kinds):
            some = table.left[row + kind]
            if some:
                total += some * self.card(table, seat, kind)
        return self._unseen + total / (1.0 * (table.end[pile] - at))

    def _denies(self, table: EngineTable, seat: int, move: int) -> bool:
        """Return whether the move takes a card that the next player would see."""
        pile = move >> PILE_AT & 15
        if move & 15 not in (TAKE, EXTRA) or pile == table.n:
            return False
        follower = seat + 1 if seat + 1 < table.n else 0
        if table.gone >> follower & 1:
            return False
        return pile in (seat, follower)

    def _loss(self, table: EngineTable, seat: int, pile: int) -> float:
        """Return how much the next player loses if a pile's top card is taken."""
        follower = seat + 1 if seat + 1 < table.n else 0
        if self._next is None:
            self._next = Policy(self.book, self._weights, self.needs, exact=self._exact)
        other = self._next
        if not self._looked:
            other.prepare(table, follower)
            self._looked = True
        at = table.at[pile]
        top = table.cards[at]
        loss = other.card(table, follower, top)
        rest = table.end[pile] - at - 1
        if rest:
            total = -loss
            for kind in range(self.book.n_kinds):
                some = table.left[pile * ROW + kind]
                if some:
                    total += some * other.card(table, follower, kind)
            loss -= total / (1.0 * rest)
        return loss

    def _searched(self, table: EngineTable, seat: int, pile: int) -> float:
        """Estimate the value of the best among the first cards of a pile."""
        at = table.at[pile]
        top = table.cards[at]
        seen = max(0.0, self.card(table, seat, top))
        some = 1.0 * min(SEARCHED - 1, table.end[pile] - at - 1)
        rest = 1.0 * (table.end[pile] - at - 1)
        total = 0.0
        for kind in range(self.book.n_kinds):
            left = table.left[pile * ROW + kind]
            if kind == top:
                left -= 1
            if left:
                worth = self.card(table, seat, kind)
                if worth > seen:
                    total += (worth - seen) * min(1.0, left * some / rest) / 2
        return seen + total

    def _built(self, table: EngineTable, seat: int, move: int) -> float:
        """Return the value of a stage, including the effect of paying for it."""
        book = self.book
        row = seat * ROW
        stage = move >> STAGE_AT & 7
        paid = move >> PAID_AT
        before = table.chains[seat]
        for nth in range(GOODS):
            table.have[row + book.goods[nth]] -= paid >> 3 * nth & 7
        table.have[row + book.coin] -= paid >> COIN_AT & 7
        table.built[seat] |= 1 << stage
        lacks = self.needs.known(self.needs.key(table, seat))
        worth = self._wonder(table, seat, lacks) - self._wonder_now
        wonder = table.wonder[seat]
        where = wonder * MOST_STAGES + stage
        if table.stages[seat] + 1 == book.stages[wonder]:
            worth += self._decorated(table, seat)
        if book.stage_acts[where]:
            worth += self._effect(book.effect[wonder])
            if book.effect[wonder] == SHIELD:
                worth += self._war(table, seat, table.horns, 1, 0) - self._war_now
        table.built[seat] &= ~(1 << stage)
        for nth in range(GOODS):
            table.have[row + book.goods[nth]] += paid >> 3 * nth & 7
        table.have[row + book.coin] += paid >> COIN_AT & 7
        table.chains[seat] = before
        return worth

    def _decorated(self, table: EngineTable, seat: int) -> float:
        """Return the additional points of tokens when the wonder is finished."""
        book = self.book
        more = 0.0
        for token in range(book.n_tokens):
            if table.tokens[seat] >> token & 1 and book.ability[token] == FOR_WONDER:
                more += book.b[token] - book.a[token]
        return more

    def _studied(self, table: EngineTable, seat: int, some: int) -> float:
        """Return the value of turning in a set of symbols."""
        book = self.book
        row = seat * ROW
        one = table.have[row + book.symbols[0]]
        two = table.have[row + book.symbols[1]]
        three = table.have[row + book.symbols[2]]
        if some == 3:
            one -= 1
            two -= 1
            three -= 1
        elif some == 0:
            one -= 2
        elif some == 1:
            two -= 2
        else:
            three -= 2
        left = self._science(one, two, three) - self._science_now
        return left + self._token + self._first

    # Cards.

    def card(self, table: EngineTable, seat: int, kind: int) -> float:
        """Return the value of one more card of a kind; call `prepare` first."""
        bit = 1 << kind
        if not self._done & bit:
            self._done |= bit
            self._worths[kind] = self._one(table, seat, kind)
        return self._worths[kind]

    def _one(self, table: EngineTable, seat: int, kind: int) -> float:
        book = self.book
        row = seat * ROW
        worth = 0.0
        mine = table.tokens[seat]
        if book.points[kind]:
            worth = self._blue * book.points[kind]
            if book.cat[kind] and table.cat != seat:
                worth += self._cat if table.cat < 0 else self._cat * (1 + self._rival)
            if mine and book.cat[kind]:
                for token in range(book.n_tokens):
                    if mine >> token & 1 and book.ability[token] == PER_CAT:
                        worth += book.a[token]
        elif book.is_red[kind]:
            horns = min(table.conflicts, table.horns + book.horns[kind])
            armed = 1 if book.horns[kind] else 0
            worth = self._war(table, seat, horns, 1 - armed, armed) - self._war_now
            worth *= self._arms
        elif (
            kind == book.symbols[0]
            or kind == book.symbols[1]
            or kind == book.symbols[2]
        ):
            one = table.have[row + book.symbols[0]]
            two = table.have[row + book.symbols[1]]
            three = table.have[row + book.symbols[2]]
            if kind == book.symbols[0]:
                one += 1
            elif kind == book.symbols[1]:
                two += 1
            else:
                three += 1
            worth = self._science(one, two, three) - self._science_now
        else:
            # All kinds that the city has the same number of are worth the same.
            count = table.have[row + kind]
            nth = -1
            if kind != book.coin and count < GREYS:
                nth = count
            if nth < 0 or not self._greys_done >> nth & 1:
                table.have[row + kind] += 1
                lacks = self.needs.known(self.needs.key(table, seat))
                table.have[row + kind] -= 1
                worth = self._wonder(table, seat, lacks) - self._wonder_now
                if not lacks >> WHOLE_AT:
                    worth += self._ends(table, seat)
                if nth >= 0:
                    self._greys_done |= 1 << nth
                    self._greys[nth] = worth
            else:
                worth = self._greys[nth]
        if mine:
            allowed = book.allows[kind] & mine & ~table.used & ~table.due
            for token in range(book.n_tokens):
                if allowed >> token & 1:
                    worth += self._extra
        return worth

    def _ends(self, table: EngineTable, seat: int) -> float:
        """Return the value of ending the game by building the remaining stages."""
        book = self.book
        base = table.wonder[seat] * MOST_STAGES
        own = table.points(seat)
        for stage in range(book.stages[table.wonder[seat]]):
            if not table.built[seat] >> stage & 1:
                own += book.stage_points[base + stage]
        for other in range(table.n):
            if other != seat and table.points(other) >= own:
                return self._lost
        return self._won

    # Cities.

    def _wonder(self, table: EngineTable, seat: int, lacks: int) -> float:
        """
        Return the value of the built stages, and of future ones by what they lack.
        """
        book = self.book
        wonder = table.wonder[seat]
        base = wonder * MOST_STAGES
        built = table.built[seat]
        left = book.stages[wonder]
        total = 0.0
        for stage in range(book.stages[wonder]):
            if built >> stage & 1:
                total += book.stage_points[base + stage]
                left -= 1
        if not left:
            return total
        effect = self._effect(book.effect[wonder])
        for nth in range(left):
            some = lacks >> 8 * nth & 255
            stage = some & 7
            worth = 1.0 * book.stage_points[base + stage]
            if book.stage_acts[base + stage]:
                worth += effect
            total += self._stage * worth * self._powers[some >> 3]
        return total

    def _effect(self, effect: int) -> float:
        """Return the value of a stage's effect."""
        if effect == ANY_PILE:
            return self._any_pile
        if effect == ONE_TOKEN:
            return self._token_stage * self._token
        if effect == CENTRAL_TOP:
            return self._centre
        if effect == BOTH_SIDES:
            return self._both
        if effect == LOOK:
            return self._look
        if effect == SHIELD:
            return self._shield_stage
        return 0.0

    def _science(self, one: int, two: int, three: int) -> float:
        """Return the value of sets of symbols, including incomplete ones."""
        sets = one // 2 + two // 2 + three // 2
        odd = (one & 1) + (two & 1) + (three & 1)
        worth = 1.0 * sets
        if odd == 3:
            worth += 1.0
        elif odd == 2:
            worth += self._most
        elif odd == 1:
            worth += self._half
        return (self._learning * self._token + self._symbol) * worth

    def _war(
        self, table: EngineTable, seat: int, horns: int, lasting: int, armed: int
    ) -> float:
        """
        Estimate the results of battles, for the seat and its neighbours, with more
        shields.
        """
        conflicts = table.conflicts
        n = table.n
        later = max(0.0, self._battles - 1)
        left = seat + 1 if seat + 1 < n else 0
        right = seat - 1 if seat else n - 1
        table.shields[seat] += lasting
        table.armed[seat] += armed
        if horns >= conflicts:
            total = self._victory * table.gains(seat)
            rivals = table.gains(left)
            if right != left:
                rivals += table.gains(right)
            total -= 3 * self._rival * rivals
            if later > 0:
                total += later * self._clash(table, seat, left, right, conflicts, 0)
        else:
            soon = self._battles + (horns - table.horns) / (1.0 * conflicts)
            soon = min(1.0, soon)
            total = soon * self._clash(table, seat, left, right, horns, 1)
            if later > 0:
                total += later * self._clash(table, seat, left, right, conflicts + 1, 0)
        table.shields[seat] -= lasting
        table.armed[seat] -= armed
        return total

    def _clash(
        self, table: EngineTable, seat: int, left: int, right: int, level: int, now: int
    ) -> float:
        """Estimate the result of a battle from the strengths in it."""
        own = table.shields[seat] + now * table.armed[seat]
        theirs = table.shields[left] + now * table.armed[left]
        even = level * 2 * LEADS + LEADS
        wins = self._odds[even + own - theirs]
        loses = self._odds[even + theirs - own]
        if left != right:
            theirs = table.shields[right] + now * table.armed[right]
            wins += self._odds[even + own - theirs]
            loses += self._odds[even + theirs - own]
        else:
            wins += self._odds[even + own - max(2 * theirs - 1, 1)]
            loses += self._odds[even + theirs - max(2 * own - 1, 1)]
        return self._victory * wins - 3 * self._rival * loses
