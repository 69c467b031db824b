"""
The accounts of the cities of one game: what they have, and what that is worth.

Everything is computed in the plainest way from what is printed, and nothing is kept
that could be counted anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import NamedTuple

from tests.support.printed import COLOURS, Record, data

SYMBOLS = ("tablet", "gear", "compass")


class Led(NamedTuple):
    """A leader that was recruited."""

    name: str
    age: int
    buried: bool = False

    @property
    def price(self) -> int:
        """What its card says it costs (L1.4)."""
        cost = data("leader")[self.name]["cost"]
        return self.age if cost == "age" else int(cost)


class Account:
    """One city's."""

    def __init__(self, board: str, side: str, coins: int = 3) -> None:
        self.board = board
        self.side: Record = data("board")[board][side]
        self.coins = coins
        self.cards: list[str] = []
        self.halves: list[str] = []
        self.tokens: list[int] = []
        self.leaders: list[Led] = []
        self.pawns: list[int] = []
        self.rewards: list[str] = []
        self.debts: list[int] = []
        self.colours: set[str] = set()
        """Those it ever had a card of (W5.3)."""
        self.spent = 0
        """The age in which it last had a building for nothing at will (W8.2)."""
        self.thanked = False
        """Whether it had the coin on top that there is once a turn (L2.6)."""

    def stage_effects(self) -> Iterator[Record]:
        for stage, half in zip(self.side["stages"], self.halves, strict=False):
            if half:
                yield from stage["halves"][["left", "right"].index(half)]
            else:
                yield from stage["effects"]

    def effects(self) -> Iterator[Record]:
        yield self.side["start"]
        yield from self.stage_effects()
        for card in self.cards:
            yield from data("card")[card]["effects"]
        for leader in self.leaders:
            if not leader.buried:
                yield from data("leader")[leader.name]["effects"]
        for edifice in self.rewards:
            yield from data("edifice")[edifice]["reward"]

    def of_kind(self, kind: str) -> list[Record]:
        return [effect for effect in self.effects() if effect["kind"] == kind]

    def has(self, kind: str) -> bool:
        return bool(self.of_kind(kind))

    def shields(self) -> int:
        return sum(effect["amount"] for effect in self.of_kind("shields"))

    def victories(self) -> list[int]:
        return [token for token in self.tokens if token > 0]

    def count(self, name: str) -> int:
        """Count cards of a colour, or something else."""
        match name:
            case "wonder_stage":
                return len(self.halves)
            case "victory_token":
                return len(self.victories())
            case "coin":
                return self.coins
            case "colour":
                return sum(self.count(colour) > 0 for colour in COLOURS)
        return sum(data("card")[card]["colour"] == name for card in self.cards)

    def science(self, more: int = 0) -> tuple[int, int]:
        """
        Give the points of symbols, and those Aristotle gives besides.

        Args:
            more: how many free symbols there are on top.
        """
        symbols = Counter(e["symbol"] for e in self.of_kind("science"))
        return _science(
            tuple(symbols[kind] for kind in SYMBOLS),
            symbols["any"] + more,
            sum(e["count"] for e in self.of_kind("science_replace")),
            sum(e["count"] for e in self.of_kind("science_extra_of_most")),
            sum(e["amount"] for e in self.of_kind("vp_per_science_set")),
        )


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


class Accounts(list[Account]):
    """Those of all cities, by seat."""

    def around(self, seat: int, scope: str) -> Sequence[Account]:
        mine = [self[seat]]
        neighbours = [self[(seat + 1) % len(self)], self[seat - 1]]
        return {
            "self": mine,
            "neighbours": neighbours,
            "self_and_neighbours": mine + neighbours,
        }[scope]

    def counted(self, seat: int, effect: Record) -> int:
        """Count what an effect counts, in its scope."""
        return sum(
            account.count(name)
            for account in self.around(seat, effect["scope"])
            for name in effect["of"]
        )

    def coins(self, seat: int, effects: Iterable[Record]) -> int:
        """Count the coins some effects bring at once."""
        total = 0
        for effect in effects:
            if effect["kind"] == "coins":
                total += effect["amount"]
            elif effect["kind"] == "coins_per":
                total += effect["amount"] * self.counted(seat, effect)
        return total

    def points(self, seat: int) -> Counter[str]:
        """Count all points of a city, by the lines of the sheet (W7.1, W7.2)."""
        account = self[seat]
        points: Counter[str] = Counter()
        points["military"] = sum(account.tokens)
        points["treasury"] = account.coins // 3
        points["wonder"] = self._worth(seat, account.stage_effects())
        points["green"], points["leaders"] = account.science()
        for card in account.cards:
            record = data("card")[card]
            colour = str(record["colour"])
            line = "guilds" if colour == "purple" else colour
            points[line] += self._worth(seat, record["effects"])
        for leader in account.leaders:
            effects = data("leader")[leader.name]["effects"]
            points["leaders"] += (
                2 * leader.price if leader.buried else self._worth(seat, effects)
            )
        for edifice in account.rewards:
            points["edifice"] += self._worth(seat, data("edifice")[edifice]["reward"])
        points["edifice"] += sum(account.debts)
        return points

    def _worth(self, seat: int, effects: Iterable[Record]) -> int:
        return sum(self._points(seat, effect) for effect in effects)

    def _points(self, seat: int, effect: Record) -> int:
        account = self[seat]
        amount = int(effect.get("amount", 0))
        match effect["kind"]:
            case "vp":
                return amount
            case "vp_per":
                return amount * self.counted(seat, effect)
            case "vp_if_wonder_complete":
                return amount * (len(account.halves) == len(account.side["stages"]))
            case "vp_per_set":
                return amount * min(map(account.count, effect["of"]))
            case "vp_per_coins":
                return amount * (account.coins // int(effect["coins_each"]))
            case "vp_if_more_than_each_neighbour":
                mine = sum(map(account.count, effect["of"]))
                others = self.around(seat, "neighbours")
                beaten = [mine > sum(map(o.count, effect["of"])) for o in others]
                return amount * all(beaten)
            case "vp_if_no_defeat_token":
                return amount * (-1 not in account.tokens)
            case "vp_per_pair_of_victory_tokens":
                tokens = Counter(account.victories())
                return sum(value * (n // 2) for value, n in tokens.items())
            case "vp_if_only_leader":
                return amount * (
                    [it.buried for it in account.leaders].count(False) == 1
                )
            case "apply_own_purple_card_again":
                worths = [self._again(seat, card) for card in account.cards]
                return max(worths, default=0)
            case "copy_neighbour_guild":
                return max(self.copies(seat).values(), default=0)
        return 0

    def copies(self, seat: int) -> dict[str, int]:
        """Give the neighbours' guilds, and what each would bring a city (W8.3)."""
        return {
            card: self._again(seat, card)
            for neighbour in self.around(seat, "neighbours")
            for card in neighbour.cards
            if data("card")[card]["colour"] == "purple"
        }

    def _again(self, seat: int, card: str) -> int:
        """Count what a purple card brings a second time; nothing for others (E1.9)."""
        record = data("card")[card]
        if record["colour"] != "purple":
            return 0
        worth = self._worth(seat, record["effects"])
        if any(effect["kind"] == "science" for effect in record["effects"]):
            worth += sum(self[seat].science(1)) - sum(self[seat].science())
        return worth
