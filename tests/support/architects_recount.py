"""
An independent recount of records of Architects: every card, from the lines alone.

It reads JSON and the data file and shares nothing with `sealed_wonders`: it is written
from docs/RECORD.md and the rules, in the plainest way, by somebody with pencil and paper
who lays the cards out again and says where that can't be done.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

Json = Any
Data = Mapping[str, Any]

FILE = Path(__file__).parents[2] / "core" / "architects" / "data" / "architects.toml"
CONFLICTS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 6, 7: 6}
SHEET = ("wonder", "cat", "blue", "military", "progress")


@cache
def printed(what: str) -> Mapping[str, Data]:
    """Give the kinds of cards, the wonders or the tokens, by id."""
    data = tomllib.loads(FILE.read_text("utf-8"))
    return {record["id"]: record for record in data[what]}


@cache
def central() -> Mapping[str, int]:
    """Give what is in the pile in the middle."""
    pile: Mapping[str, int] = tomllib.loads(FILE.read_text("utf-8"))["central"]["pile"]
    return pile


def coloured(colour: str) -> list[str]:
    return [name for name, kind in printed("kind").items() if kind["colour"] == colour]


class Wrong(Exception):
    """A record says something else than the recount."""


class City:
    """What lies before one player."""

    def __init__(self, wonder: str) -> None:
        self.name = wonder
        self.wonder = printed("wonder")[wonder]
        self.cards: Counter[str] = Counter()
        self.built: list[int] = []
        self.tokens: list[str] = []
        self.victories = 0

    def of(self, kind: str) -> list[Data]:
        """Give what tokens of a kind do."""
        effects = [printed("token")[name]["effect"] for name in self.tokens]
        return [effect for effect in effects if effect["kind"] == kind]

    def token(self, kind: str, used: Sequence[str]) -> str:
        """Give a token that can still be used this turn; empty if there is none."""
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

    def payable(self, number: int, used: Sequence[str]) -> bool:
        """Tell whether a stage can be paid for in any way."""
        stage = self.wonder["stages"][number - 1]
        counts = [self.cards[name] for name in coloured("grey")]
        most = max(counts) if stage["of"] == "identical" else sum(map(bool, counts))
        if self.token("any_resources", used):
            most = sum(counts)
        missing: int = stage["cost"] - most
        coins = self.cards["coin"]
        if missing >= 2 and coins and self.token("double_coin", used):
            coins += 1
        return missing <= coins

    def helping(self, number: int, cards: Counter[str]) -> list[str] | None:
        """
        Give the kinds of tokens that a payment takes; None if it doesn't pay.

        Paid exactly, and with no coin where one more grey card would do.
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
        return [
            sum(stage["points"] for stage in stages),
            2 * has_cat,
            sum(self.cards[it] * kinds[it].get("points", 0) for it in kinds),
            3 * self.victories,
            progress,
        ]


class Recount:
    """One record, laid out again."""

    def __init__(self, values: Sequence[Json]) -> None:
        self._lines = list(values)
        self._at = 0
        header = self._next("record")
        self._same((header["record"], header["game"]), (1, "architects"))
        self._same(header["players"], len(header["seats"]))
        self.cities: list[City] = [City(seat["wonder"]) for seat in header["seats"]]
        self._names: list[str] = [city.name for city in self.cities]
        self.piles: dict[str, Counter[str]] = {
            it: Counter(printed("wonder")[it]["pile"]) for it in self._names
        }
        self.piles["central"] = Counter(central())
        self._tops: dict[str, str] = {}
        copies = {it: token.get("copies", 1) for it, token in printed("token").items()}
        self.tokens = Counter(copies)
        """Those face down."""
        self._open: list[str] = []
        self.discard: Counter[str] = Counter()
        self._cat: int | None = None
        self._horns = 0
        self._seat: int = header["first"]
        self._turn = 0
        self._used: list[str] = []
        self._due: list[str] = []
        self.seen: Counter[str] = Counter()
        """What came up, so that a test can tell that it did."""

    def run(self) -> None:
        """
        Go through the record.

        Raises:
            Wrong: the first thing that can't be, or comes out differently.
        """
        for name in self._names:
            self._turn_up(name)
        for _ in range(3):
            self._open_token()
        over = False
        while not over:
            self._turn += 1
            self._take_turn()
            over = any(city.finished for city in self.cities)
            over = over or not any(pile.total() for pile in self.piles.values())
            self._seat = (self._seat + 1) % len(self.cities)
        self._final()
        if self._at < len(self._lines):
            self._wrong("the game is over")
        everything = sum(self.piles.values(), self.discard.copy())
        for city in self.cities:
            everything += city.cards
        assert everything.total() == 60 + 25 * len(self.cities)

    def _wrong(self, why: str) -> NoReturn:
        raise Wrong(f"line {self._at}: {why}: {self._lines[self._at - 1]}")

    def _same(self, given: object, mine: object) -> None:
        if given != mine:
            self._wrong(f"recounted {mine}, not {given}")

    def _next(self, key: str) -> Json:
        """Give the next line, which must have a key."""
        if self._at == len(self._lines):
            raise Wrong(f"no {key} after line {self._at}")
        line = self._lines[self._at]
        self._at += 1
        if key not in line:
            self._wrong(f"{key} is due")
        return line

    def _done(self, what: str) -> Json:
        """Give the next line, which must tell something this seat does."""
        line = self._next("do")
        here = (what, self._turn, self._seat)
        self._same((line["do"], line["turn"], line["seat"]), here)
        return line

    @property
    def _city(self) -> City:
        return self.cities[self._seat]

    @property
    def _left(self) -> str:
        return self._names[self._seat]

    @property
    def _right(self) -> str:
        return self._names[self._seat - 1]

    def _reach(self, *names: str) -> list[str]:
        """Give those of some piles that have a card."""
        return [name for name in names if self.piles[name].total()]

    # What lies open.

    def _turn_up(self, pile: str) -> None:
        """Turn up the next card of a pile, if there is one."""
        if pile == "central" or pile in self._tops or not self.piles[pile].total():
            return
        line = self._next("top")
        self._same(line["top"], pile)
        if not self.piles[pile][line["card"]]:
            self._wrong(f"not in {pile}")
        self._tops[pile] = line["card"]

    def _open_token(self) -> None:
        if self.tokens.total():
            line = self._next("open")
            self._draw_token(line["open"])
            self._open.append(line["open"])

    def _draw_token(self, name: str) -> None:
        if not self.tokens[name]:
            self._wrong("came up before")
        self.tokens[name] -= 1

    # Turns.

    def _take_turn(self) -> None:
        self._used, self._due = [], []
        reach = self._reach(self._left, self._right, "central")
        if reach:
            self._taken(self._done("take"), reach)
        while self._does_more():
            match self._lines[self._at]["do"]:
                case "build":
                    self._build(self._done("build"))
                case "science":
                    self._study(self._done("science"))
                case _:
                    self._extra(self._done("take"))
        city = self._city
        if any(city.payable(number, self._used) for number in city.available()):
            self._wrong("a stage had to be built before")
        if city.sets() and (self._open or self.tokens.total()):
            self._wrong("symbols had to be turned in before")
        if self._horns == CONFLICTS[len(self.cities)]:
            self._fight()
        after = self._next("after")
        told = {"after": self._turn, "cat": self._cat, "horns": self._horns}
        self._same(after, told)

    def _does_more(self) -> bool:
        return self._at < len(self._lines) and "do" in self._lines[self._at]

    def _taken(self, line: Json, reach: Sequence[str], by: str = "") -> None:
        """Take a card of one of some piles; and turn up the next."""
        self._lift(line, reach, by)
        self._turn_up(line["pile"])

    def _lift(self, line: Json, reach: Sequence[str], by: str) -> None:
        pile, card, city = line["pile"], line["card"], self._city
        self._same(line.get("by", ""), by)
        if pile not in reach:
            self._wrong(f"out of reach: {pile}")
        self._same(card, self._tops.pop(pile, card))
        if not self.piles[pile][card]:
            self._wrong(f"not in {pile}")
        self.piles[pile][card] -= 1
        city.cards[card] += 1
        kind = printed("kind")[card]
        if kind.get("cat"):
            self._cat = self._seat
        most = CONFLICTS[len(self.cities)]
        self._horns = min(most, self._horns + kind.get("horns", 0))
        self._allow(card)

    def _allow(self, what: str) -> None:
        """Note the tokens that allow one more card."""
        for name in self._city.tokens:
            effect = printed("token")[name]["effect"]
            more = effect["kind"] == "extra_card" and what in effect["on"]
            if more and name not in (*self._used, *self._due):
                self._due.append(name)

    def _extra(self, line: Json) -> None:
        token = line.get("by", "")
        if token not in self._due:
            self._wrong("nothing allows that")
        self._due.remove(token)
        self._used.append(token)
        reach = self._reach(self._left, self._right, "central")
        self._taken(line, reach, token)
        self.seen[f"extra by {token}"] += 1

    def _use(self, cards: Counter[str]) -> None:
        self._city.cards -= cards
        self.discard += cards

    def _build(self, line: Json) -> None:
        city, number, cards = self._city, line["stage"], Counter(line["cards"])
        if number not in city.available():
            self._wrong("not available")
        helping = city.helping(number, cards)
        if helping is None:
            self._wrong("that doesn't pay")
        tokens = [city.token(kind, self._used) for kind in helping]
        if "" in tokens:
            self._wrong(f"takes {helping}")
        self._same({*line.get("tokens", [])}, {*tokens})
        self._used += tokens
        self._use(cards)
        city.built.append(number)
        self._allow("build")
        self.seen["build with " + ("+".join(helping) or "no token")] += 1
        if city.wonder["stages"][number - 1].get("effect"):
            self._effect(city.wonder["effect"])

    def _effect(self, effect: str) -> None:
        wonder = self._city.name
        self.seen[effect] += 1
        match effect:
            case "any_deck_top_card":
                reach = self._reach(*self.piles)
                if reach:
                    self._taken(self._done("take"), reach, wonder)
            case "central_top_card":
                if self._reach("central"):
                    self._taken(self._done("take"), ["central"], wonder)
            case "left_and_right_top_cards":
                for pile in self._reach(self._left, self._right):
                    self._lift(self._done("take"), [pile], wonder)
                for pile in self._names:
                    self._turn_up(pile)
            case "look_5_keep_1":
                self._search(wonder)
            case "progress_token":
                self._token()

    def _search(self, wonder: str) -> None:
        reach = self._reach(self._left, self._right)
        if not reach:
            return
        line = self._done("search")
        pile, names = line["pile"], line["cards"]
        if pile not in reach:
            self._wrong("out of reach")
        self._same(len(names), min(5, self.piles[pile].total()))
        known = Counter(name for name in names if name is not None)
        top = self._tops[pile]
        if not known[top] or not known <= self.piles[pile]:
            self._wrong(f"can't be the first of {pile}")
        kept = self._done("take")
        if not known[kept["card"]] and None not in names:
            self._wrong("not one of these")
        del self._tops[pile]
        self._lift(kept, [pile], wonder)
        left = self.piles[pile]
        if left.total() > 1:
            self._same(self._next("mixed"), {"mixed": pile})
        elif left[top] and not (kept["card"] == top and self._is_turned_up(pile)):
            self._tops[pile] = top
        self._turn_up(pile)

    def _is_turned_up(self, pile: str) -> bool:
        """Tell whether the next line has the top card of a pile."""
        return self._at < len(self._lines) and self._lines[self._at].get("top") == pile

    def _study(self, line: Json) -> None:
        cards = Counter(line["cards"])
        if cards not in self._city.sets() or not (self._open or self.tokens.total()):
            self._wrong("no set, or no token")
        self._use(cards)
        self._token()
        self.seen["pair" if len(cards) == 1 else "three"] += 1

    def _token(self) -> None:
        """Take a token, if there is any."""
        if not self._open and not self.tokens.total():
            return
        line = self._done("token")
        name = line["token"]
        if line["from"] == "top":
            self._draw_token(name)
        else:
            self._same(line["from"], "open")
            if name not in self._open:
                self._wrong("isn't open")
            self._open.remove(name)
            self._open_token()
        self._city.tokens.append(name)
        self.seen[f"token {line['from']}"] += 1

    # Battles and the end.

    def _fight(self) -> None:
        line, n = self._next("battle"), len(self.cities)
        shields = [city.shields for city in self.cities]
        gained = []
        for seat, own in enumerate(shields):
            left, right = shields[(seat + 1) % n], shields[seat - 1]
            if n == 2:
                twice = own >= 2 and own >= 2 * left
                gained.append((1 + twice) * (own > left))
            else:
                gained.append((own > left) + (own > right))
        told = {"battle": self._turn, "shields": shields, "tokens": gained}
        self._same(line, told)
        for city, tokens in zip(self.cities, gained, strict=True):
            city.victories += tokens
            for name, kind in printed("kind").items():
                if kind.get("horns"):
                    self.discard[name] += city.cards.pop(name, 0)
        self._horns = 0
        self.seen[f"battle of {n}"] += 1

    def _final(self) -> None:
        line = self._next("final")
        sheet = []
        for seat, city in enumerate(self.cities):
            points = city.points(seat == self._cat)
            row = dict(zip(SHEET, points, strict=True)) | {"total": sum(points)}
            sheet.append(row)
        ranks = [
            (row["total"], len(city.built))
            for row, city in zip(sheet, self.cities, strict=True)
        ]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        self._same(line, {"final": sheet, "winners": winners})
