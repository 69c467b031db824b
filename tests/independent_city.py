"""
The cards and tokens of a player of 7 Wonders: Architects, as an independent account.

It was written from part 7 of docs/PROTOCOL.md. It reads the data file and shares
nothing with `sealed_wonders`. The account of a log (`tests.independent_architects`) and
that of a record (`tests.support.architects_recount`) keep their cities with it.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

Data = Mapping[str, Any]

FILE = Path(__file__).parents[1] / "core" / "architects" / "data" / "architects.toml"
CONFLICTS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6}


@cache
def data() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


@cache
def printed(what: str) -> Mapping[str, Data]:
    """Return the kinds of cards, the wonders or the tokens, by id."""
    return {record["id"]: record for record in data()[what]}


def central() -> Mapping[str, int]:
    """Return the cards of the central pile."""
    pile: Mapping[str, int] = data()["central"]["pile"]
    return pile


@cache
def coloured(colour: str) -> Sequence[str]:
    return [name for name, kind in printed("kind").items() if kind["colour"] == colour]


def spelled(cards: Counter[str]) -> str:
    """Write cards as moves do, in the order of the data."""
    return "+".join(name for name in printed("kind") for _ in range(cards[name]))


class City:
    """The cards and tokens before one player."""

    def __init__(self, wonder: str) -> None:
        self.name = wonder
        self.wonder = printed("wonder")[wonder]
        self.cards: Counter[str] = Counter()
        self.built: list[int] = []
        self.tokens: list[str] = []
        self.victories = 0

    def of(self, kind: str) -> list[Data]:
        """Return the effects of tokens of a kind."""
        effects = [printed("token")[name]["effect"] for name in self.tokens]
        return [effect for effect in effects if effect["kind"] == kind]

    def token(self, kind: str, used: Sequence[str]) -> str:
        """Return a token that can still be used this turn, or an empty string."""
        for name in self.tokens:
            if printed("token")[name]["effect"]["kind"] == kind and name not in used:
                return name
        return ""

    def count(self, colour: str) -> int:
        return sum(self.cards[name] for name in coloured(colour))

    def available(self) -> list[int]:
        return [
            number
            for number, stage in enumerate(self.wonder["stages"], 1)
            if number not in self.built and {*stage["on"]} <= {*self.built}
        ]

    @property
    def finished(self) -> bool:
        return len(self.built) == 5

    @property
    def shields(self) -> int:
        stages = [self.wonder["stages"][number - 1] for number in self.built]
        more: int = sum(effect["shields"] for effect in self.of("shields"))
        if self.wonder["effect"] == "shield_plus_1":
            more += sum("effect" in stage for stage in stages)
        return self.count("red") + more

    def _hands(self, most: int) -> Iterator[Counter[str]]:
        """Yield every combination of resources and coins of at most so many cards."""
        pool = [name for name in (*coloured("grey"), "coin") if self.cards[name]]
        numbers = [range(min(most, self.cards[name]) + 1) for name in pool]
        for some in product(*numbers):
            if 0 < sum(some) <= most:
                yield Counter(dict(zip(pool, some, strict=True)))

    def helping(self, number: int, cards: Counter[str]) -> list[str] | None:
        """
        Return the kinds of tokens that a payment uses, or None if it isn't valid.

        It must be exact, and without a coin where one more grey card would do.
        """
        stage = self.wonder["stages"][number - 1]
        grey = [name for name in coloured("grey") if cards[name]]
        coins, n = cards["coin"], sum(cards[name] for name in grey)
        if n + coins < cards.total() or any(cards[it] > self.cards[it] for it in cards):
            return None
        doubled = n + coins + 1 == stage["cost"] and coins > 0
        if not doubled and n + coins != stage["cost"]:
            return None
        left = [name for name in coloured("grey") if self.cards[name] > cards[name]]
        if stage["of"] == "identical":
            plain = len(grey) <= 1
            better = [name for name in left if name in grey or not grey]
        else:
            plain = n == len(grey)
            better = [name for name in left if name not in grey]
        helped = ["double_coin"] * doubled
        if plain and not (coins and better):
            return helped
        return ["any_resources", *helped] if not (coins and left) else None

    def builds(self, used: Sequence[str]) -> dict[str, list[str]]:
        """
        Return how stages can be paid for, in the form of moves, each with the tokens it
        uses.

        Args:
            used: the tokens that were used this turn.
        """
        found = {}
        for number in self.available():
            cost = self.wonder["stages"][number - 1]["cost"]
            for some in self._hands(cost):
                helping = self.helping(number, some)
                if helping is None:
                    continue
                tokens = [self.token(kind, used) for kind in helping]
                if "" not in tokens:
                    found[f"build {number} {spelled(some)}"] = tokens
        return found

    def sets(self) -> list[Counter[str]]:
        green = coloured("green")
        found = [Counter({name: 2}) for name in green if self.cards[name] >= 2]
        if all(self.cards[name] for name in green):
            found.append(Counter(green))
        return found

    def points(self, has_cat: bool) -> list[int]:
        stages = [self.wonder["stages"][number - 1] for number in self.built]
        kinds = printed("kind")
        progress = 0
        for name in {*self.tokens}:
            effect = printed("token")[name]["effect"]
            match effect["kind"]:
                case "points_for_wonder":
                    progress += effect["finished" if self.finished else "unfinished"]
                case "points_per_cat":
                    cats = [self.cards[it] for it in kinds if kinds[it].get("cat")]
                    progress += effect["each"] * sum(cats)
                case "points_per_victory":
                    progress += effect["each"] * self.victories
                case "points_per_token":
                    progress += effect["each"] * len(self.tokens)
                case "points_for_copies":
                    both = self.tokens.count(name) == 2
                    progress += effect["both" if both else "one"]
        row = [
            sum(stage["points"] for stage in stages),
            2 * has_cat,
            sum(self.cards[it] * kinds[it].get("points", 0) for it in kinds),
            3 * self.victories,
            progress,
        ]
        return [*row, sum(row)]


class Cities:
    """
    The cities of a game, and the results of its turns.

    Attributes:
        cities: by seat.
        cat: the seat that has the cat.
        horns: the conflict tokens that are turned.
        seat: the seat whose turn it is.
        due: the tokens that allow one more card.
        used: those that were used this turn.
    """

    def __init__(self) -> None:
        self.cities: list[City] = []
        self.cat: int | None = None
        self.horns = 0
        self.seat = 0
        self.due: list[str] = []
        self.used: list[str] = []

    def gain(self, name: str) -> None:
        """Add a card to the city whose turn it is."""
        kind = printed("kind")[name]
        self.cities[self.seat].cards[name] += 1
        if kind.get("cat"):
            self.cat = self.seat
        most = CONFLICTS[len(self.cities)]
        self.horns = min(most, self.horns + kind.get("horns", 0))
        self.allow(name)

    def allow(self, what: str) -> None:
        """Note the tokens that allow one more card."""
        for name in self.cities[self.seat].tokens:
            effect = printed("token")[name]["effect"]
            more = effect["kind"] == "extra_card" and what in effect["on"]
            if more and name not in (*self.used, *self.due):
                self.due.append(name)

    def forced(self, has_tokens: bool) -> list[str]:
        """
        Return the moves that are required before a turn may end.

        Args:
            has_tokens: whether a set yields a token.
        """
        city = self.cities[self.seat]
        sets = city.sets() if has_tokens else []
        return [*city.builds(self.used), *(f"science {spelled(it)}" for it in sets)]

    def acts(self, has_tokens: bool, reach: Sequence[str]) -> list[str]:
        """Return the possible moves after the card of the turn is taken."""
        forced = self.forced(has_tokens)
        extra = [f"extra {it} {pile}" for it in self.due for pile in reach]
        return forced + extra + (["end"] if extra and not forced else [])

    def build(self, number: int, cards: Counter[str]) -> str:
        """Build a stage with some cards, and return its effect, if any."""
        city = self.cities[self.seat]
        self.used += city.builds(self.used)[f"build {number} {spelled(cards)}"]
        city.cards -= cards
        city.built.append(number)
        self.allow("build")
        stage = city.wonder["stages"][number - 1]
        return str(city.wonder["effect"]) if stage.get("effect") else ""

    def fight(self, gone: Collection[int]) -> tuple[list[int], list[int], Counter[str]]:
        """Fight a battle; return shields and tokens by seat, and what is disarmed."""
        shields = [city.shields for city in self.cities]
        gained = victories(shields, gone)
        disarmed: Counter[str] = Counter()
        for city, tokens in zip(self.cities, gained, strict=True):
            city.victories += tokens
            for name, kind in printed("kind").items():
                if kind.get("horns"):
                    disarmed[name] += city.cards.pop(name, 0)
        self.horns = 0
        return shields, gained, disarmed

    def worths(self) -> list[list[int]]:
        """Return the points of each city, by line of the score sheet."""
        return [city.points(seat == self.cat) for seat, city in enumerate(self.cities)]


def victories(shields: Sequence[int], gone: Collection[int]) -> list[int]:
    """Return the tokens that a battle brings to each seat."""
    n, gained = len(shields), []
    for seat, own in enumerate(shields):
        left, right = shields[(seat + 1) % n], shields[seat - 1]
        if seat in gone:
            gained.append(0)
        elif n == 2:
            twice = own >= 2 and own >= 2 * left
            gained.append((1 + twice) * (own > left))
        else:
            gained.append((own > left) + (own > right))
    return gained
