"""
Encoding of cards and boards as numbers, from the catalogue to a `CardTable`.

Everything that has effects is a *block* with a number: each building, leader, edifice,
start of a board's side, stage, or half of a stage. The effects of a block are rows of
four numbers: a kind of effect, from `kinds`, and its three parameters. An effect without
a row raises `LookupError`: a new shape of clauses needs a case here and in `city`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from sealed_wonders.client.engine.wonders import kinds as numbers
from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.core.wonders.atoms import (
    Clause,
    Copy,
    Free,
    Gain,
    Less,
    Lose,
    Make,
    May,
    Once,
    Per,
    PerSet,
    Price,
    Swap,
    When,
)
from sealed_wonders.core.wonders.goods import choice, pack
from sealed_wonders.core.wonders.model import Building, Edifice, Effect, Side, Stage
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.science import SYMBOLS
from sealed_wonders.core.wonders.works import Colour

_SCOPE = {
    "self": numbers.SELF,
    "neighbours": numbers.NEIGHBOURS,
    "self_and_neighbours": numbers.AROUND,
}
_COLOURS = {colour.word: int(colour) for colour in Colour}
_DISCOUNTS = {**_COLOURS, "wonder_stage": numbers.STAGE_DISCOUNT}
_THINGS = {
    **_COLOURS,
    "wonder_stage": numbers.STAGE_BIT,
    "victory_token": numbers.VICTORY_BIT,
    "colour": numbers.COLOUR_BIT,
    "coin": numbers.COIN_BIT,
}
_SIDES = {"left": 0, "right": 1}
_LATE = {"victory_token", "coin"}
"""What is counted at the end only."""
_PENALTIES = {
    "lose_coins": numbers.LOSES_COINS,
    "lose_victory_tokens": numbers.LOSES_TOKENS,
}


def _things(names: Iterable[str]) -> int:
    return sum(1 << _THINGS[name] for name in names)


Row = tuple[int, int, int, int]


def printed(rules: Wonders) -> CardTable:
    """Return the cards and boards of one set of rules as a `CardTable`."""
    return _Printer(rules).book()


class _Printer:
    """Collects the rows and columns of a `CardTable`."""

    def __init__(self, rules: Wonders) -> None:
        self._rules = rules
        self.names: list[str] = []
        self.masks: list[int] = []
        self.sides: list[tuple[str, str]] = []
        self._rows: list[list[Row]] = []
        self._chains: dict[str, int] = {}
        self._twins: dict[str, int] = {}
        self._columns: defaultdict[str, list[int]] = defaultdict(list)

    def book(self) -> CardTable:
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
        columns["is_open"] = [
            int(kind in numbers.OPEN) for kind in range(numbers.PAWN + 1)
        ]
        by_name = {name: block for block, name in enumerate(self.names) if name}
        columns["block_of_card"] = [by_name.get(face.id, -1) for face in catalog.cards]
        blocks = columns["block_of_card"]
        decks = [catalog.age_deck(age, rules.players) for age in (1, 2, 3)]
        if rules.expansions[:1] == ("leaders",):
            leaders = catalog.leader_deck(rules.leaders)
        else:
            leaders = ()
        return CardTable(
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
        for stage in (*stages, *[None] * numbers.MOST_STAGES)[: numbers.MOST_STAGES]:
            columns["stage_goods"].append(stage.goods if stage else 0)
            columns["stage_bank"].append(stage.bank if stage else 0)
            columns["stage_block"] += self._stage(stage) if stage else (-1, -1, -1)
        keeps = any(
            it.clause == (May("recruit leader"),)
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
        """Return the bits of the kinds of symbols that can give a wanted good."""
        return sum(15 << 4 * nth for nth, mask in enumerate(self.masks) if mask & want)

    def _row(self, effect: Effect) -> Row:
        try:
            kind, *rest = self._numbers(effect.clause)
        except LookupError as problem:
            raise ValueError(f"no numbers for {effect.kind}") from problem
        # Whoever may do something first has a lower number.
        a, b, c = (*rest, effect.precedence, 0, 0, 0)[:3]
        return kind, a, b, c

    def _numbers(self, clause: Clause) -> tuple[int, ...]:
        """
        Return the kind of a clause, and its numbers.

        Raises:
            LookupError: the engine knows nothing of the like.
        """
        match clause:
            case (Make(goods, for_sale),) if isinstance(goods, Mapping):
                return numbers.PRODUCE, pack(goods), int(for_sale)
            case (Make(goods, for_sale),):
                return numbers.CHOICE, self.symbol(choice(goods)), int(for_sale)
            case (Price(price, goods, ("bank",)), Once("turn")):
                return numbers.BANK, self.symbol(choice(goods)), price
            case (Price(1, goods, neighbours),):
                return (
                    numbers.PRICE,
                    choice(goods),
                    sum(1 << _SIDES[it] for it in neighbours),
                )
            case (Less("leader", own, neighbours),):
                return numbers.LEADERS_LESS, own, neighbours
            case (Less(what, n, 0),):
                return numbers.DISCOUNT, _DISCOUNTS[what], n
            case (Free("leader"),):
                return (numbers.LEADERS_FREE,)
            case (Free("card from discard"),):
                return (numbers.FROM_DISCARD,)
            case (Free("first of each colour"),):
                return numbers.POWER, numbers.FIRST_OF_COLOUR
            case (Free("turn 1"),):
                return numbers.POWER, numbers.FIRST_OF_AGE
            case (Free("turn 6"),):
                return numbers.POWER, numbers.LAST_OF_AGE
            case (Free("card"), Once("age")):
                return numbers.POWER, numbers.ONE_OF_AGE
            case (Free(colour),):
                return numbers.COLOUR_FREE, _COLOURS[colour]
            case (May("play last card"),):
                return numbers.POWER, numbers.PLAY_LAST
            case (May("recruit leader"),):
                return (numbers.EXTRA,)
            case (Gain("coins", n),):
                return numbers.COINS, n
            case (Gain("coins", n), Per(of, whose, 1)) if not {*of} & _LATE:
                return numbers.COINS_PER, n, _things(of), _SCOPE[whose]
            case (Gain("coins", n), When("built", (colour,))):
                return numbers.ON_BUILD, n, _COLOURS[colour]
            case (Gain("coins", n), When("built by chain")):
                return numbers.ON_CHAIN, n
            case (Gain("coins", n), When("token gained")):
                return numbers.ON_VICTORY, n
            case (Gain("coins", n), When("goods bought")):
                return numbers.ON_PURCHASE, n
            case (Gain("more coins", 1), When("coins gained"), Once("turn")):
                return (numbers.ON_GAIN,)
            case (Gain("points", n),):
                return numbers.POINTS, n
            case (Gain("points", n), Per(of, whose, 1)):
                return numbers.POINTS_PER, n, _things(of), _SCOPE[whose]
            case (Gain("points", n), Per(("coin",), "self", each)):
                return numbers.PER_COINS, n, each
            case (Gain("points", n), PerSet(of)):
                return numbers.SETS, n, _things(of)
            case (Gain("more points", n), PerSet(of)) if of == SYMBOLS:
                return numbers.PER_SCIENCE_SET, n
            case (Gain("points of one"), When("equal tokens")):
                return (numbers.PAIRS,)
            case (Gain("points", n), When("wonder complete")):
                return numbers.COMPLETE, n
            case (Gain("points", n), When("more than neighbours", of)):
                return numbers.IF_MORE, n, _things(of)
            case (Gain("points", n), When("no defeat token")):
                return numbers.UNDEFEATED, n
            case (Gain("points", n), When("only leader")):
                return numbers.ALONE, n
            case (Gain("shields", n),):
                return numbers.SHIELDS, n
            case (Gain("symbol", 1, which),):
                return numbers.SCIENCE, (*SYMBOLS, "any").index(which)
            case (Gain("symbols of most", n),):
                return numbers.MORE, n
            case (Gain("token", value),):
                return numbers.TOKEN, value
            case (Gain("pawn", age),):
                return numbers.PAWN, age
            case (Gain("leaders", n),):
                return numbers.DRAW, n
            case (Swap(n),):
                return numbers.SWAP, n
            case (Lose("defeat tokens", "self"),):
                return (numbers.DROP_DEFEATS,)
            case (Lose("defeat tokens", "loser to winner"),):
                return (numbers.DEFLECT,)
            case (Lose("victory token", "others"),):
                return (numbers.VICTIMS,)
            case (Lose("leader"), Gain("times its cost", 2)):
                return (numbers.BURY,)
            case (Copy("neighbours"),):
                return (numbers.COPY_GUILD,)
            case (Copy("self"),):
                return (numbers.GUILD_AGAIN,)
        raise LookupError(clause)
