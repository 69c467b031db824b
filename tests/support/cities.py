"""
The cities of an account: what they have, what it is worth, and their prices.

Everything is computed in the plainest way from what is printed, and nothing is kept that
could be counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

from tests.support.bills import GREY, PRIMARY, Offer, Paid, Shop, covering
from tests.support.printed import COLOURS, Record, data

SYMBOLS = ("tablet", "gear", "compass")
HALVES = ("left", "right")
VALUE = {1: 1, 2: 3, 3: 5}
"""Of a victory token, by age (W6.1)."""


@dataclass
class Leader:
    """A leader that was recruited."""

    name: str
    age: int
    buried: bool = False

    @property
    def effects(self) -> Sequence[Record]:
        effects: Sequence[Record] = data("leader")[self.name]["effects"]
        return effects

    @property
    def price(self) -> int:
        """The price on its card (L1.4)."""
        cost = data("leader")[self.name]["cost"]
        return self.age if cost == "age" else int(cost)


class City:
    """Everything that a player owns."""

    def __init__(self, board: str, side: str, coins: int = 3) -> None:
        self.board = board
        self.side: Record = data("board")[board][side]
        self.coins = coins
        self.built: list[str] = []
        self.halves: list[str] = []
        """Of each stage that is built; empty for one that isn't split."""
        self.leaders: list[Leader] = []
        self.hand: list[str] = []
        """The leaders it holds."""
        self.tokens: list[int] = []
        self.pawns: list[int] = []
        self.rewards: list[str] = []
        self.debts: list[int] = []
        self.had: set[str] = set()
        """Colours it has ever had a building of (W5.3)."""
        self.spent = 0
        """The age in which it last had a building for nothing at will (W8.2)."""
        self.thanked = False
        """It had the coin on top that there is once a turn (L2.6)."""

    @property
    def stages(self) -> list[Sequence[Record]]:
        """The effects of each built stage."""
        return [
            stage["halves"][HALVES.index(half)] if half else stage.get("effects", ())
            for stage, half in zip(self.side["stages"], self.halves, strict=False)
        ]

    def effects(self) -> Iterator[Record]:
        """Yield all effects in force."""
        yield self.side["start"]
        for stage in self.stages:
            yield from stage
        for name in self.built:
            yield from data("card")[name]["effects"]
        for leader in self.leaders:
            if not leader.buried:
                yield from leader.effects
        for name in self.rewards:
            yield from data("edifice")[name]["reward"]

    def of(self, kind: str) -> list[Record]:
        return [effect for effect in self.effects() if effect["kind"] == kind]

    def has(self, kind: str) -> bool:
        return any(effect["kind"] == kind for effect in self.effects())

    @property
    def shields(self) -> int:
        return sum(effect["amount"] for effect in self.of("shields"))

    @property
    def victories(self) -> list[int]:
        return [token for token in self.tokens if token > 0]

    @property
    def shown(self) -> list[Leader]:
        """The face-up leaders."""
        return [leader for leader in self.leaders if not leader.buried]

    def count(self, name: str) -> int:
        """Return the number of cards of a colour, or of other things."""
        match name:
            case "wonder_stage":
                return len(self.halves)
            case "victory_token":
                return len(self.victories)
            case "coin":
                return self.coins
            case "colour":
                return sum(self.count(colour) > 0 for colour in COLOURS)
        return sum(data("card")[card]["colour"] == name for card in self.built)

    def build(self, card: str) -> Sequence[Record]:
        """Put a building in its place; return its effects."""
        record = data("card")[card]
        self.built.append(card)
        self.had.add(record["colour"])
        effects: Sequence[Record] = record["effects"]
        return effects

    def science(self, more: int = 0) -> tuple[int, int]:
        """
        Return the points of symbols, and those that leaders add.

        Args:
            more: the number of additional free symbols.
        """
        symbols: Counter[str] = Counter()
        leaders: Counter[str] = Counter()
        for effect in self.effects():
            match effect["kind"]:
                case "science":
                    symbols[effect["symbol"]] += 1
                case "science_replace" | "science_extra_of_most" as kind:
                    leaders[kind] += effect["count"]
                case "vp_per_science_set" as kind:
                    leaders[kind] += effect["amount"]
        return _science(
            tuple(symbols[kind] for kind in SYMBOLS),
            symbols["any"] + more,
            leaders["science_replace"],
            leaders["science_extra_of_most"],
            leaders["vp_per_science_set"],
        )

    def symbols(self, *, for_sale: bool = False) -> Iterator[tuple[str, ...]]:
        """Yield the goods that each symbol can produce, one unit a turn."""
        for effect in self.effects():
            if effect["kind"] in ("produce", "produce_choice"):
                if for_sale and not effect["tradable"]:
                    continue
                if effect["kind"] == "produce_choice":
                    yield tuple(effect["resources"])
                else:
                    for good, number in effect["resources"].items():
                        yield from [(good,)] * number


@cache
def _science(
    counts: tuple[int, ...], wild: int, swaps: int, more: int, besides: int
) -> tuple[int, int]:
    """Try all kinds for the wild symbols, and all leaders in all orders (L2.10)."""
    orders = set(permutations(["swap"] * swaps + ["more"] * more))
    best = (0, 0)
    for kinds in product(range(3), repeat=wild):
        for order in orders:
            ways = {tuple(n + kinds.count(i) for i, n in enumerate(counts))}
            for leader in order:
                change = _swapped if leader == "swap" else _added
                ways = {way for each in ways for way in change(each)}
            for way in ways:
                green = sum(n * n for n in way) + 7 * min(way)
                best = max(best, (green + besides * min(way), green))
    return best[1], best[0] - best[1]


def _swapped(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    yield counts
    for i, j in permutations(range(3), 2):
        if counts[i]:
            yield tuple(n - (k == i) + (k == j) for k, n in enumerate(counts))


def _added(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, count in enumerate(counts):
        if count == max(counts):
            yield tuple(n + (k == i) for k, n in enumerate(counts))


class Cities(list[City]):
    """All cities of a game, by seat."""

    def beside(self, seat: int) -> tuple[City, City]:
        """Return the left and the right neighbour."""
        return self[(seat + 1) % len(self)], self[seat - 1]

    def counted(self, seat: int, effect: Record) -> int:
        """Return the number that an effect counts in its scope."""
        scope = {
            "self": (self[seat],),
            "neighbours": self.beside(seat),
            "self_and_neighbours": (self[seat], *self.beside(seat)),
        }
        cities = scope[effect["scope"]]
        return sum(city.count(name) for city in cities for name in effect["of"])

    def coins(self, seat: int, effects: Iterable[Record]) -> int:
        """Return the coins that some effects bring at once."""
        total = 0
        for effect in effects:
            if effect["kind"] == "coins":
                total += effect["amount"]
            elif effect["kind"] == "coins_per":
                total += effect["amount"] * self.counted(seat, effect)
        return total

    # What things cost.

    def price(self, seat: int, leader: Leader) -> int:
        """Return the price of a leader for a city (L1.4, L2.3)."""
        if self[seat].has("recruit_leaders_free"):
            return 0
        less = sum(e["own"] for e in self[seat].of("leader_cost_reduction"))
        for other in self.beside(seat):
            less += sum(e["neighbours"] for e in other.of("leader_cost_reduction"))
        return max(0, leader.price - int(less))

    def covering(self, seat: int, cost: Mapping[str, int], what: str) -> set[Paid]:
        """
        Return all possible payments for something that no power makes free.

        Args:
            what: the colour of a building, or ``"wonder_stage"``.
        """
        goods = sorted(
            good for good in cost if good != "coins" for _ in range(cost[good])
        )
        bank = cost.get("coins", 0)
        ways = covering(tuple(goods), self.less(seat, what), self._shop(seat))
        return {(left, right, own + bank) for left, right, own in ways}

    def less(self, seat: int, what: str) -> int:
        """Return the number of goods by which a cost is reduced (L2.2)."""
        discounts = self[seat].of("resource_discount")
        return sum(int(it["amount"]) for it in discounts if it["on"] == what)

    def _shop(self, seat: int) -> Shop:
        city = self[seat]
        cheaper = city.of("trade_price")
        sold: list[tuple[Offer, ...]] = []
        for side, neighbour in zip(("left", "right"), self.beside(seat), strict=True):
            prices = {
                good: min(
                    [
                        effect["price"]
                        for effect in cheaper
                        if good in effect["resources"] and side in effect["neighbours"]
                    ],
                    default=2,
                )
                for good in (*PRIMARY, *GREY)
            }
            symbols = neighbour.symbols(for_sale=True)
            sold.append(
                tuple(tuple((good, prices[good]) for good in one) for one in symbols)
            )
        bank = tuple(
            tuple((good, effect["price"]) for good in effect["resources"])
            for effect in city.of("buy_from_bank")
        )
        left, right = sold
        return Shop(tuple(city.symbols()), left, right, bank)

    # Points.

    def points(self, seat: int) -> Counter[str]:
        """Return a city's points, by the lines of the sheet (W7.1, W7.2)."""
        city = self[seat]
        points: Counter[str] = Counter()
        points["military"] = sum(city.tokens)
        points["treasury"] = city.coins // 3
        points["wonder"] = sum(self._worth(seat, stage) for stage in city.stages)
        points["green"], points["leaders"] = city.science()
        for card in city.built:
            record = data("card")[card]
            colour = str(record["colour"])
            line = "guilds" if colour == "purple" else colour
            points[line] += self._worth(seat, record["effects"])
        for leader in city.leaders:
            points["leaders"] += (
                2 * leader.price if leader.buried else self._worth(seat, leader.effects)
            )
        for edifice in city.rewards:
            points["edifice"] += self._worth(seat, data("edifice")[edifice]["reward"])
        points["edifice"] += sum(city.debts)
        return points

    def _worth(self, seat: int, effects: Iterable[Record]) -> int:
        return sum(self._points(seat, effect) for effect in effects)

    def _points(self, seat: int, effect: Record) -> int:
        city = self[seat]
        amount = int(effect.get("amount", 0))
        match effect["kind"]:
            case "vp":
                return amount
            case "vp_per":
                return amount * self.counted(seat, effect)
            case "vp_if_wonder_complete":
                return amount * (len(city.halves) == len(city.side["stages"]))
            case "vp_per_set":
                return amount * min(map(city.count, effect["of"]))
            case "vp_per_coins":
                return amount * (city.coins // int(effect["coins_each"]))
            case "vp_if_more_than_each_neighbour":
                mine = sum(map(city.count, effect["of"]))
                others = self.beside(seat)
                beaten = [mine > sum(map(o.count, effect["of"])) for o in others]
                return amount * all(beaten)
            case "vp_if_no_defeat_token":
                return amount * (-1 not in city.tokens)
            case "vp_per_pair_of_victory_tokens":
                tokens = Counter(city.victories)
                return sum(value * (n // 2) for value, n in tokens.items())
            case "vp_if_only_leader":
                return amount * (len(city.shown) == 1)
            case "apply_own_purple_card_again":
                worths = [self._again(seat, card) for card in city.built]
                return max(worths, default=0)
            case "copy_neighbour_guild":
                return max(self.copies(seat).values(), default=0)
        return 0

    def copies(self, seat: int) -> dict[str, int]:
        """Return the neighbours' guilds, and their points for this city (W8.3)."""
        return {
            card: self._again(seat, card)
            for neighbour in self.beside(seat)
            for card in neighbour.built
            if data("card")[card]["colour"] == "purple"
        }

    def _again(self, seat: int, card: str) -> int:
        """Return the points of a purple card counted twice; 0 for others (E1.9)."""
        record = data("card")[card]
        if record["colour"] != "purple":
            return 0
        worth = self._worth(seat, record["effects"])
        if any(effect["kind"] == "science" for effect in record["effects"]):
            worth += sum(self[seat].science(1)) - sum(self[seat].science())
        return worth
