"""
What is printed on cards and boards, written down in numbers.

Everything that has effects is a *block* with a number: each building, leader, edifice,
start of a board's side, stage, or half of a stage. What a block does are rows of four
numbers: a kind of effect, of `kinds`, and what goes with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sealed_wonders.client.engine.wonders.book import Book
from sealed_wonders.client.engine.wonders.kinds import (
    ALONE,
    AROUND,
    BANK,
    BURY,
    CHOICE,
    COIN_BIT,
    COINS,
    COINS_PER,
    COLOUR_BIT,
    COLOUR_FREE,
    COMPLETE,
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
    ONE_OF_AGE,
    OPEN,
    PAIRS,
    PAWN,
    PER_COINS,
    PER_SCIENCE_SET,
    PLAY_LAST,
    POINTS,
    POINTS_PER,
    POWER,
    PRICE,
    PRODUCE,
    SCIENCE,
    SELF,
    SETS,
    SHIELDS,
    STAGE_BIT,
    STAGE_DISCOUNT,
    SWAP,
    TOKEN,
    UNDEFEATED,
    VICTIMS,
    VICTORY_BIT,
)
from sealed_wonders.core.wonders import effects as base
from sealed_wonders.core.wonders.edifice import effects as edifice
from sealed_wonders.core.wonders.goods import choice, pack
from sealed_wonders.core.wonders.leaders import effects as leaders
from sealed_wonders.core.wonders.model import Building, Edifice, Effect, Side, Stage
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.works import Colour

_SCOPE = {"self": SELF, "neighbours": NEIGHBOURS, "self_and_neighbours": AROUND}
_THINGS = {
    **{colour.word: int(colour) for colour in Colour},
    "wonder_stage": STAGE_BIT,
    "victory_token": VICTORY_BIT,
    "colour": COLOUR_BIT,
    "coin": COIN_BIT,
}
_POWERS: Mapping[type[Effect], int] = {
    base.PlayLastCard: PLAY_LAST,
    base.FirstOfColourFree: FIRST_OF_COLOUR,
    base.FirstOfAgeFree: FIRST_OF_AGE,
    base.LastOfAgeFree: LAST_OF_AGE,
    base.OneOfAgeFree: ONE_OF_AGE,
}
_PENALTIES = {"lose_coins": LOSES_COINS, "lose_victory_tokens": LOSES_TOKENS}


def _things(names: Iterable[str]) -> int:
    return sum(1 << _THINGS[name] for name in names)


Row = tuple[int, int, int, int]


def printed(rules: Wonders) -> Book:
    """Write down what is printed, for one set of rules."""
    return _Printer(rules).book()


class _Printer:
    """Writes a book."""

    def __init__(self, rules: Wonders) -> None:
        self._rules = rules
        self.names: list[str] = []
        self.masks: list[int] = []
        self.sides: list[tuple[str, str]] = []
        self._rows: list[list[Row]] = []
        self._chains: dict[str, int] = {}
        self._twins: dict[str, int] = {}
        self._columns: defaultdict[str, list[int]] = defaultdict(list)

    def book(self) -> Book:
        """Write it."""
        rules, catalog, columns = self._rules, self._rules.catalog, self._columns
        for building in catalog.buildings:
            self._building(building)
        columns["leader_cost"] = []
        for leader in catalog.leaders:
            self._block(leader.id, leader.effects)
            columns["leader_cost"].append(-1 if leader.cost is None else leader.cost)
        for one in catalog.edifices:
            self._edifice(one)
        for board in catalog.boards:
            for name, side in board.sides.items():
                self._side(board.id, name, side)
        for rows in self._rows:
            columns["first"].append(len(columns["kind"]))
            for row in rows:
                for name, number in zip(("kind", "a", "b", "c"), row, strict=True):
                    columns[name].append(number)
            columns["last"].append(len(columns["kind"]))
        columns["is_open"] = [int(kind in OPEN) for kind in range(PAWN + 1)]
        by_name = {name: block for block, name in enumerate(self.names) if name}
        columns["block_of_card"] = [by_name.get(face.id, -1) for face in catalog.cards]
        blocks = columns["block_of_card"]
        decks = [catalog.age_deck(age, rules.players) for age in (1, 2, 3)]
        if rules.expansions[:1] == ("leaders",):
            leaders = catalog.leader_deck(rules.leaders)
        else:
            leaders = ()
        return Book(
            rules.players,
            rules.expansions,
            self.names,
            self.masks,
            self.sides,
            columns,
            {
                "chain": columns["chain"],
                "symbols": [self._wanting(want) for want in range(128)],
            },
            [[blocks[n] for n in deck] for deck in (*decks, catalog.guilds, leaders)],
        )

    def _block(self, name: str, effects: Sequence[Effect]) -> int:
        self.names.append(name)
        self._rows.append([self._row(effect) for effect in effects])
        return len(self.names) - 1

    def _building(self, it: Building) -> None:
        self._block(it.id, it.effects)
        columns = self._columns
        columns["colour"].append(int(it.colour))
        columns["goods"].append(it.goods)
        columns["bank"].append(it.bank)
        columns["twin"].append(self._twins.setdefault(it.building, len(self._twins)))
        columns["chain"].append(sum(1 << self._chain(one) for one in it.chain))
        columns["free"].append(self._chain(it.free_with) if it.free_with else -1)
        columns["age"].append(it.age)

    def _chain(self, symbol: str) -> int:
        return self._chains.setdefault(symbol, len(self._chains))

    def _edifice(self, it: Edifice) -> None:
        self._block(it.id, it.reward)
        columns = self._columns
        columns["edifice_cost"].append(it.cost)
        colour = it.penalty.colour
        penalty = _PENALTIES[it.penalty.kind] if colour is None else int(colour)
        columns["penalty"].append(penalty)
        columns["amount"].append(it.penalty.amount)
        columns["debt"].append(it.debt)

    def _side(self, board: str, name: str, side: Side) -> None:
        columns = self._columns
        self.sides.append((board, name))
        columns["start"].append(self._block("", [side.start]))
        columns["stages"].append(len(side.stages))
        stages: list[Stage | None] = [*side.stages]
        for stage in (*stages, *[None] * MOST_STAGES)[:MOST_STAGES]:
            columns["stage_goods"].append(stage.goods if stage else 0)
            columns["stage_bank"].append(stage.bank if stage else 0)
            columns["stage_block"] += self._stage(stage) if stage else (-1, -1, -1)
        keeps = any(
            isinstance(it, leaders.ExtraLeader)
            for stage in side.stages
            for it in stage.whole
        )
        columns["keeps_leaders"].append(int(keeps))

    def _stage(self, stage: Stage) -> tuple[int, int, int]:
        """Write a stage; return its blocks: the whole, and its halves."""
        if not stage.halves:
            return self._block("", stage.whole), -1, -1
        left, right = (self._block("", stage.halves[it]) for it in ("left", "right"))
        return -1, left, right

    def symbol(self, mask: int) -> int:
        """Return the number of a kind of symbols, from its mask."""
        if mask not in self.masks:
            self.masks.append(mask)
        return self.masks.index(mask)

    def _wanting(self, want: int) -> int:
        """Return the bits of the kinds of symbols of which some good is wanted."""
        return sum(15 << 4 * nth for nth, mask in enumerate(self.masks) if mask & want)

    def _row(self, effect: Effect) -> Row:
        if type(effect) in _POWERS:
            return POWER, _POWERS[type(effect)], 0, 0
        kind, *rest = _ROWS[type(effect)](self, effect)
        a, b, c = (*rest, 0, 0, 0)[:3]
        return kind, a, b, c


def _price(book: _Printer, it: base.TradePrice) -> tuple[int, ...]:
    if it.price != 1:
        raise ValueError(f"goods for {it.price} coins")
    sides = sum(
        1 << nth for nth, one in enumerate(("left", "right")) if one in it.neighbours
    )
    return PRICE, choice(it.resources), sides


def _coins_per(book: _Printer, it: base.CoinsPer) -> tuple[int, ...]:
    things = _things(it.of)
    if things >> VICTORY_BIT & 1 or things >> COIN_BIT & 1:
        raise ValueError(f"coins for each of {it.of}")
    return COINS_PER, it.amount, things, _SCOPE[it.scope]


_ROWS: Mapping[type[Effect], Callable[[_Printer, Any], tuple[int, ...]]] = {
    base.Produce: lambda book, it: (PRODUCE, pack(it.resources), int(it.tradable)),
    base.ProduceChoice: lambda book, it: (
        CHOICE,
        book.symbol(choice(it.resources)),
        int(it.tradable),
    ),
    base.TradePrice: _price,
    base.Shields: lambda book, it: (SHIELDS, it.amount),
    base.Science: lambda book, it: (
        SCIENCE,
        3 if it.symbol == "any" else SYMBOLS.index(it.symbol),
    ),
    base.Coins: lambda book, it: (COINS, it.amount),
    base.CoinsPer: _coins_per,
    base.Points: lambda book, it: (POINTS, it.amount),
    base.PointsPer: lambda book, it: (
        POINTS_PER,
        it.amount,
        _things(it.of),
        _SCOPE[it.scope],
    ),
    base.PointsIfWonderComplete: lambda book, it: (COMPLETE, it.amount),
    base.BuildFromDiscard: lambda book, it: (FROM_DISCARD, it.order),
    base.PointsPerSet: lambda book, it: (SETS, it.amount, _things(it.of)),
    base.GainVictoryToken: lambda book, it: (TOKEN, it.value),
    base.DiscardDefeats: lambda book, it: (DROP_DEFEATS,),
    base.CopyGuild: lambda book, it: (COPY_GUILD,),
    leaders.RecruitFree: lambda book, it: (LEADERS_FREE,),
    leaders.LeadersForLess: lambda book, it: (LEADERS_LESS, it.own, it.neighbours),
    leaders.ResourceDiscount: lambda book, it: (
        DISCOUNT,
        STAGE_DISCOUNT if it.on == "wonder_stage" else _THINGS[it.on],
        it.amount,
    ),
    leaders.ColourFree: lambda book, it: (COLOUR_FREE, _THINGS[it.colour]),
    leaders.BuyFromBank: lambda book, it: (
        BANK,
        book.symbol(choice(it.resources)),
        it.price,
    ),
    leaders.CoinsOnBuild: lambda book, it: (ON_BUILD, it.amount, _THINGS[it.colour]),
    leaders.CoinsOnChain: lambda book, it: (ON_CHAIN, it.amount),
    leaders.CoinsOnVictory: lambda book, it: (ON_VICTORY, it.amount),
    leaders.CoinsOnPurchase: lambda book, it: (ON_PURCHASE, it.amount),
    leaders.CoinOnGain: lambda book, it: (ON_GAIN,),
    leaders.OthersDiscardVictory: lambda book, it: (VICTIMS,),
    leaders.DeflectDefeats: lambda book, it: (DEFLECT,),
    leaders.ReplaceSymbols: lambda book, it: (SWAP, it.count),
    leaders.MoreOfMost: lambda book, it: (MORE, it.count),
    leaders.PointsPerScienceSet: lambda book, it: (PER_SCIENCE_SET, it.amount),
    leaders.PointsPerCoins: lambda book, it: (PER_COINS, it.amount, it.coins_each),
    leaders.PointsIfMore: lambda book, it: (IF_MORE, it.amount, _things(it.of)),
    leaders.PointsIfUndefeated: lambda book, it: (UNDEFEATED, it.amount),
    leaders.PointsPerTokenPair: lambda book, it: (PAIRS,),
    leaders.PointsIfAlone: lambda book, it: (ALONE, it.amount),
    leaders.DrawLeaders: lambda book, it: (DRAW, it.count),
    leaders.ExtraLeader: lambda book, it: (EXTRA,),
    leaders.BuryLeader: lambda book, it: (BURY,),
    edifice.GuildAgain: lambda book, it: (GUILD_AGAIN,),
    edifice.PawnFromBox: lambda book, it: (PAWN, it.age),
}
