"""
An independent recount of records: every coin, shield, token and point, from the lines.

It reads JSON and the data files and shares nothing with `sealed_wonders`: what a record
says is worked out again in the plainest way, by somebody with pencil and paper, and
compared. `tests.support.bills` says what could be paid.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from tests.support.bills import GREY, PRIMARY, Shop, payments

Json = Any
Data = Mapping[str, Any]

DATA = Path(__file__).parents[2] / "core" / "wonders" / "data"
PAWNS = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5}
VALUE = {1: 1, 2: 3, 3: 5}
SEVEN = ("brown", "grey", "blue", "yellow", "red", "green", "purple")


@cache
def printed(name: str) -> Mapping[str, Data]:
    """Give a data file, by id; boards of both editions."""
    files = (name, "first_edition") if name == "boards" else (name,)
    return {
        record["id"]: record
        for file in files
        for records in tomllib.loads(
            (DATA / f"{file}.toml").read_text("utf-8")
        ).values()
        for record in records
    }


class Wrong(Exception):
    """A record says something else than the recount."""


class Leader:
    """One that was recruited."""

    def __init__(self, name: str, age: int) -> None:
        self.name = name
        self.effects = printed("leaders")[name]["effects"]
        cost = printed("leaders")[name]["cost"]
        self.cost = age if cost == "age" else cost
        self.buried = False


class City:
    """What lies before one player."""

    def __init__(self, seating: Json, coins: int) -> None:
        self.side: Data = printed("boards")[seating["board"]][seating["side"]]
        self.coins = coins
        self.built: list[str] = []
        self.stages: list[Sequence[Data]] = []
        self.leaders: list[Leader] = []
        self.tokens: list[int] = []
        self.pawns: list[int] = []
        self.joined: list[int] = []
        """The ages in which it took part; a pawn from the box doesn't count."""
        self.rewards: list[str] = []
        self.debts: list[int] = []
        self.had: set[str] = set()
        """Colours it has ever had a building of."""
        self.hand: list[str] = []
        """The leaders it holds."""
        self.thanked = False
        """It had its coin on top in this turn."""
        self.spent = 0
        """The age in which it last had a building for nothing at will."""

    def cards(self, colour: str) -> int:
        return sum(printed("cards")[name]["colour"] == colour for name in self.built)

    def count(self, thing: str) -> int:
        match thing:
            case "wonder_stage":
                return len(self.stages)
            case "victory_token":
                return sum(token > 0 for token in self.tokens)
            case "colour":
                return sum(self.cards(colour) > 0 for colour in SEVEN)
            case "coin":
                return self.coins
        return self.cards(thing)

    def effects(self) -> Iterator[Data]:
        """Give all that is in force."""
        yield self.side["start"]
        for stage in self.stages:
            yield from stage
        for name in self.built:
            yield from printed("cards")[name]["effects"]
        for leader in self.leaders:
            if not leader.buried:
                yield from leader.effects
        for name in self.rewards:
            yield from printed("edifices")[name]["reward"]

    def of(self, kind: str) -> list[Data]:
        return [effect for effect in self.effects() if effect["kind"] == kind]

    @property
    def shields(self) -> int:
        return sum(effect["amount"] for effect in self.of("shields"))

    def take(self, coins: int) -> None:
        """Take coins from the bank, and Berenice's once a turn."""
        if coins:
            self.coins += coins
            if self.of("coin_on_bank_gain") and not self.thanked:
                self.thanked = True
                self.coins += 1

    def win(self, tokens: Sequence[int]) -> None:
        """Gain victory tokens, and Nero's coins."""
        self.tokens += tokens
        for effect in self.of("coins_on_victory_token"):
            self.take(effect["amount"] * len(tokens))

    def place(self, card: str) -> None:
        """Build a building; its own coins come when all is in place."""
        self.built.append(card)
        self.had.add(printed("cards")[card]["colour"])


def science(city: City, wild: int = 0) -> tuple[int, int]:
    """Give the best points in green and besides, every way tried."""
    symbols = [effect["symbol"] for effect in city.of("science")]
    settled = Counter(symbol for symbol in symbols if symbol != "any")
    wild += symbols.count("any")
    swaps = sum(effect["count"] for effect in city.of("science_replace"))
    more = sum(effect["count"] for effect in city.of("science_extra_of_most"))
    extra = sum(effect["amount"] for effect in city.of("vp_per_science_set"))
    kinds = ("tablet", "gear", "compass")

    def ways(
        settled: Counter[str], chosen: Counter[str], swaps: int, more: int
    ) -> Iterator[list[int]]:
        counts = [settled[kind] + chosen[kind] for kind in kinds]
        if not more:
            yield counts
        else:
            for kind, number in zip(kinds, counts, strict=True):
                if number == max(counts):
                    yield from ways(settled + Counter([kind]), chosen, swaps, more - 1)
        if swaps:
            for old, new in product(kinds, kinds):
                if settled[old] and old != new:
                    other = settled - Counter([old]) + Counter([new])
                    yield from ways(other, chosen, swaps - 1, more)

    best = (0, 0)
    for picked in product(kinds, repeat=wild):
        for counts in ways(settled, Counter(picked), swaps, more):
            green = sum(n * n for n in counts) + 7 * min(counts)
            besides = extra * min(counts)
            best = max(best, (green + besides, green))
    return best[1], best[0] - best[1]


class Recount:
    """One record, worked out again."""

    def __init__(self, values: Sequence[Json]) -> None:
        self._lines = list(values)
        header = self._lines[0]
        self.played = header["with"]
        coins = 6 if "leaders" in self.played else 3
        self.cities = [City(seat, coins) for seat in header["seats"]]
        self._edifices = header["edifices"] or []
        self._left = [PAWNS[len(self.cities)]] * len(self._edifices)
        self._fate = [""] * len(self._edifices)
        self._discard: Counter[str] = Counter()
        self._drafting: list[list[str]] = []
        self._copied: set[int] = set()
        """Who copies a neighbour's guild."""
        self.seen: Counter[str] = Counter()
        """What came up, so that a test can tell that it did."""

    def run(self) -> None:
        """
        Go through the record.

        Raises:
            Wrong: the first thing that comes out differently.
        """
        number = 1
        while number < len(self._lines):
            line = self._lines[number]
            try:
                number += self._line(line, number)
            except Wrong as problem:
                raise Wrong(f"line {number + 1}: {problem}: {line}") from None

    def _line(self, line: Json, number: int) -> int:
        """Take a line, or all plays of a turn; gives how many."""
        self._check_fates(line)
        match line:
            case {"do": "play"}:
                return self._turn(number)
            case {"do": _}:
                self._do(line)
            case {"dealt": "leaders"}:
                self._drafting = [list(hand) for hand in line["hands"]]
            case {"dealt": _}:
                pass
            case {"drawn": cards}:
                self._city(line).hand += cards
            case {"edifice": age}:
                self._edifice(age, line["built"])
            case {"after": _}:
                self._after(line, self._lines[number + 1])
            case {"conflict": age}:
                self._fight(age, line)
            case {"final": _}:
                self._final(line)
            case _:
                raise Wrong("no such line")
        return 1

    def _check_fates(self, line: Json) -> None:
        projects = zip(self._left, self._fate, strict=True)
        if any(not (left or fate) for left, fate in projects) and "edifice" not in line:
            raise Wrong("an edifice with no pawn left comes first")

    def _turn(self, number: int) -> int:
        """Take all plays of a turn from a line on; gives how many."""
        size = 1
        while self._same_turn(self._lines[number], self._lines[number + size]):
            size += 1
        self._plays(self._lines[number : number + size])
        return size

    def _do(self, line: Json) -> None:
        """Take what one seat did alone."""
        match line["do"]:
            case "draft":
                self._draft(line)
            case "discard":
                self._discard[line["card"]] += 1
            case "extra_leader":
                if line["card"] is not None:
                    self._recruit(line)
            case "drop_token":
                self._drop(line)
            case "pick":
                if line["card"] is not None:
                    self._pick(line)
            case "penalty":
                self._penalty(line)
            case "copy":
                self._copy(line)
            case _:
                raise Wrong("no such line")

    def _after(self, line: Json, following: Json) -> None:
        """Compare what stands after a turn."""
        self._same("coins", line["coins"], [city.coins for city in self.cities])
        self._same("shields", line["shields"], [city.shields for city in self.cities])
        # Whether or not the extra card is played, it is a turn of theirs.
        if "do" in following and line["after"][1] == 6:
            for city in self.cities:
                if city.of("play_last_card_of_each_age"):
                    city.thanked = False

    def _same_turn(self, line: Json, other: Json) -> bool:
        keys = ("do", "age", "turn")
        return all(line[key] == other.get(key) for key in keys)

    def _same(self, what: str, given: object, mine: object) -> None:
        if given != mine:
            raise Wrong(f"{what} {given}, recounted {mine}")

    def _city(self, line: Json) -> City:
        seat: int = line["seat"]
        return self.cities[seat]

    def _around(self, city: City) -> tuple[City, City]:
        """Give the left and the right neighbour."""
        seat = self.cities.index(city)
        return self.cities[(seat + 1) % len(self.cities)], self.cities[seat - 1]

    def _scope(self, city: City, scope: str) -> tuple[City, ...]:
        match scope:
            case "self":
                return (city,)
            case "neighbours":
                return self._around(city)
        return (city, *self._around(city))

    # Leaders.

    def _draft(self, line: Json) -> None:
        seats = len(self.cities)
        source = self._drafting[(line["seat"] + line["round"] - 1) % seats]
        if line["card"] not in source:
            raise Wrong(f"not of {source}")
        source.remove(line["card"])
        self._city(line).hand.append(line["card"])

    def _price(self, city: City, name: str, age: int) -> int:
        if city.of("recruit_leaders_free"):
            return 0
        less = sum(it["own"] for it in city.of("leader_cost_reduction"))
        for other in self._around(city):
            less += sum(it["neighbours"] for it in other.of("leader_cost_reduction"))
        price: int = Leader(name, age).cost - less
        return max(0, price)

    def _recruit(self, line: Json) -> None:
        """Recruit one more leader at the end of a turn."""
        city, age = self._city(line), line["age"]
        price = self._price(city, line["card"], age)
        self._same("paid", line["paid"], {"left": 0, "right": 0, "bank": price})
        if price > city.coins:
            raise Wrong(f"{price} coins of {city.coins}")
        city.coins -= price
        city.hand.remove(line["card"])
        city.leaders.append(Leader(line["card"], age))
        self._at_once(city, city.leaders[-1].effects, age)
        self.seen["extra_leader"] += 1

    def _drop(self, line: Json) -> None:
        city = self._city(line)
        if line["value"] not in city.tokens:
            raise Wrong(f"of tokens {city.tokens}")
        city.tokens.remove(line["value"])
        self.seen["drop_token"] += 1

    # Turns.

    def _plays(self, plays: Sequence[Json]) -> None:
        """All costs, then coins from what was built (W4.1)."""
        for play in plays:
            self._check_cost(play)
        if plays[0]["turn"] < 7:
            for city in self.cities:
                city.thanked = False
        for play in plays:
            city, paid = self._city(play), play["paid"]
            city.coins -= sum(paid.values())
            if city.coins < 0:
                raise Wrong("paid with coins it hadn't")
        placed: list[tuple[City, Sequence[Data], Json]] = []
        for play in plays:
            city, paid = self._city(play), play["paid"]
            left, right = self._around(city)
            left.coins += paid["left"]
            right.coins += paid["right"]
            neighbours = (paid["left"] > 0) + (paid["right"] > 0)
            for effect in city.of("coins_on_purchase"):
                city.take(effect["amount"] * neighbours)
            if play["use"] == "sell":
                city.take(3)
        for play in plays:
            if (effects := self._put(play)) is not None:
                placed.append((self._city(play), effects, play))
        for city, effects, play in placed:
            if play["use"] == "build":
                self._built(city, play["card"], play["free"])
            self._at_once(city, effects, play["age"], play)
        self._reward()

    def _put(self, play: Json) -> Sequence[Data] | None:
        """Put a card in its place; gives what there is to it."""
        city, age = self._city(play), play["age"]
        if play["turn"] == 0 and play["card"] not in city.hand:
            raise Wrong(f"not of {city.hand}")
        if play["turn"] == 0:
            city.hand.remove(play["card"])
        match play["use"]:
            case "sell":
                if play["turn"]:
                    self._discard[play["card"]] += 1
                return None
            case "build":
                city.place(play["card"])
                effects: Sequence[Data] = printed("cards")[play["card"]]["effects"]
            case "recruit":
                city.leaders.append(Leader(play["card"], age))
                effects = city.leaders[-1].effects
            case _:
                effects = self._stage(city, play)
                city.stages.append(effects)
                if play.get("participate"):
                    self._left[age - 1] = max(0, self._left[age - 1] - 1)
                    city.pawns.append(age)
                    city.joined.append(age)
                    self.seen["participate"] += 1
        return effects

    def _stage(self, city: City, play: Json) -> Sequence[Data]:
        stage = city.side["stages"][len(city.stages)]
        effects: Sequence[Data] = stage.get("effects", ())
        if "halves" in stage:
            effects = stage["halves"][("left", "right").index(play["half"])]
        return effects

    def _at_once(
        self, city: City, effects: Sequence[Data], age: int, play: Json = None
    ) -> None:
        """Take what comes at once, and once."""
        play = play or {}
        for effect in effects:
            match effect["kind"]:
                case "coins":
                    city.take(effect["amount"])
                case "coins_per":
                    cities = self._scope(city, effect["scope"])
                    number = sum(it.count(of) for it in cities for of in effect["of"])
                    city.take(effect["amount"] * number)
        for effect in effects:
            match effect["kind"]:
                case "gain_victory_token":
                    city.win([effect["value"] or VALUE[age]])
                case "discard_own_defeat_tokens":
                    city.tokens = [token for token in city.tokens if token > 0]
                case "bury_recruited_leader":
                    shown = [one for one in city.leaders if not one.buried]
                    if bool(shown) != ("bury" in play):
                        raise Wrong(f"to be buried of {len(shown)}")
                    if shown:
                        (one,) = (it for it in shown if it.name == play["bury"])
                        one.buried = True
                        self.seen["bury"] += 1
                case "take_pawn_from_box":
                    city.pawns.append(effect["age"] or play["pawn"])
                    self.seen["pawn"] += 1

    def _built(self, city: City, card: str, free: str | None) -> None:
        """Take what leaders give for a building."""
        for effect in city.of("coins_on_build"):
            if printed("cards")[card]["colour"] == effect["colour"]:
                city.take(effect["amount"])
                self.seen["coins_on_build"] += 1
        for effect in city.of("coins_on_chain_build"):
            if free == "chain":
                city.take(effect["amount"])
                self.seen["coins_on_chain_build"] += 1

    def _pick(self, line: Json) -> None:
        city, card = self._city(line), line["card"]
        self._discard[card] -= 1
        if self._discard[card] < 0:
            raise Wrong("not in the discard")
        self._check_twice(city, card)
        city.place(card)
        self._built(city, card, None)
        self._at_once(city, printed("cards")[card]["effects"], line["age"])
        self.seen[f"pick by {line['by']}"] += 1

    # What it costs.

    def _check_twice(self, city: City, card: str) -> None:
        cards = printed("cards")
        names = [cards[name].get("building", name) for name in city.built]
        if cards[card].get("building", card) in names:
            raise Wrong("built twice")

    def _check_cost(self, play: Json) -> None:
        """Check what was paid, by what stood before the turn."""
        city, age = self._city(play), play["age"]
        paid = tuple(play["paid"].values())
        if sum(paid) > city.coins:
            raise Wrong(f"{sum(paid)} coins of {city.coins}")
        match play["use"]:
            case "recruit":
                price = self._price(city, play["card"], age)
                self._same("paid", paid, (0, 0, price))
                return
            case "sell":
                return
            case "build":
                card = printed("cards")[play["card"]]
                self._check_twice(city, play["card"])
                cost, what = dict(card.get("cost", {})), card["colour"]
                free = self._free(city, play, card)
                if play["free"] == "power" and free is None:
                    self._spend(city, card, paid, age)
                    return
                if free != play["free"]:
                    raise Wrong(f"free is {free}")
                if free:
                    return
            case _:
                stage = city.side["stages"][len(city.stages)]
                cost, what = dict(stage["cost"]), "wonder_stage"
                if play.get("participate"):
                    self._check_part(city, age)
                    edifice = printed("edifices")[self._edifices[age - 1]]
                    extra = edifice["cost"]["coins"]
                    cost["coins"] = cost.get("coins", 0) + extra
        ways = self._ways(city, cost, what)
        known = [coins for coins in ways if sum(coins) <= city.coins]
        if paid not in known:
            raise Wrong(f"paid is one of {known}")
        less = self._less(city, what)
        self.seen["discount"] += bool(less and set(cost) - {"coins"})
        self.seen["from the bank"] += paid[2] > cost.get("coins", 0)

    def _less(self, city: City, what: str) -> int:
        """Count the goods that needn't be paid."""
        return sum(
            effect["amount"]
            for effect in city.of("resource_discount")
            if effect["on"] == what
        )

    def _ways(
        self, city: City, cost: Mapping[str, int], what: str
    ) -> list[tuple[int, int, int]]:
        """Give all that can be paid, left, right and bank; whatever is in the treasury."""
        goods = sorted(
            good for good in cost if good != "coins" for _ in range(cost[good])
        )
        bank = cost.get("coins", 0)
        ways = payments(tuple(goods), self._less(city, what), self._shop(city))
        return [(left, right, own + bank) for left, right, own in ways]

    def _spend(self, city: City, card: Data, paid: tuple[int, ...], age: int) -> None:
        """Have a building for nothing that would cost something, once an age."""
        if not city.of("one_card_of_each_age_free") or city.spent == age or any(paid):
            raise Wrong("no power makes it free")
        if (0, 0, 0) in self._ways(city, card["cost"], card["colour"]):
            raise Wrong("it costs nothing anyway")
        city.spent = age
        self.seen["spent"] += 1

    def _check_part(self, city: City, age: int) -> None:
        if not self._left[age - 1] or age in city.joined:
            raise Wrong("no part to be taken")

    def _free(self, city: City, play: Json, card: Data) -> str | None:
        if not card.get("cost"):
            return None
        chains = {
            symbol
            for name in city.built
            for symbol in printed("cards")[name].get("chain", ())
        }
        if card.get("free_with") in chains:
            return "chain"
        powers = (
            any(it["colour"] == card["colour"] for it in city.of("build_colour_free")),
            city.of("first_card_of_each_colour_free")
            and card["colour"] not in city.had,
            city.of("first_card_of_each_age_free") and play["turn"] == 1,
            city.of("last_card_of_each_age_free") and play["turn"] == 6,
        )
        return "power" if any(powers) else None

    def _shop(self, city: City) -> Shop:
        prices = {
            side: {
                good: min(
                    [
                        effect["price"]
                        for effect in city.of("trade_price")
                        if good in effect["resources"] and side in effect["neighbours"]
                    ],
                    default=2,
                )
                for good in (*PRIMARY, *GREY)
            }
            for side in ("left", "right")
        }
        own = tuple(symbols(city.effects()))
        left, right = (
            tuple(
                tuple((good, price[good]) for good in symbol)
                for symbol in symbols(neighbour.effects(), for_sale=True)
            )
            for neighbour, price in zip(
                self._around(city), prices.values(), strict=True
            )
        )
        bank = tuple(
            tuple((good, effect["price"]) for good in effect["resources"])
            for effect in city.of("buy_from_bank")
        )
        return Shop(own, left, right, bank)

    # Edifices.

    def _edifice(self, age: int, built: bool) -> None:
        if self._fate[age - 1] or built == bool(self._left[age - 1]):
            raise Wrong(f"{self._left[age - 1]} pawns are left")
        self._fate[age - 1] = "built" if built else "failed"
        self.seen[self._fate[age - 1]] += 1
        self._reward()

    def _reward(self) -> None:
        """Reward all who have a pawn of an edifice that is built, once."""
        for age, (name, fate) in enumerate(
            zip(self._edifices, self._fate, strict=True), 1
        ):
            for city in self.cities:
                mine = age in city.pawns and name not in city.rewards
                if fate == "built" and mine:
                    city.rewards.append(name)
                    self._at_once(city, printed("edifices")[name]["reward"], age)
                    self.seen[f"reward {name}"] += 1

    def _penalty(self, line: Json) -> None:
        city, age, lose = self._city(line), line["age"], line["lose"]
        if self._fate[age - 1] != "failed" or age in city.pawns:
            raise Wrong("no penalty is owed")
        edifice = printed("edifices")[self._edifices[age - 1]]
        penalty = edifice["penalty"]
        self.seen[f"penalty {penalty['kind']} {lose == 'debt'}"] += 1
        match penalty["kind"]:
            case "lose_coins":
                can = city.coins >= penalty["amount"]
                right = lose == penalty["amount"]
                city.coins -= lose if can and right else 0
            case "lose_victory_tokens":
                won = [token for token in city.tokens if token > 0]
                can = len(won) >= penalty["amount"]
                right = isinstance(lose, list) and len(lose) == penalty["amount"]
                for token in lose if can and right else ():
                    city.tokens.remove(token)
            case _:
                can = city.cards(penalty["colour"]) > 0
                right = lose in city.built
                if can and right:
                    self._same(
                        "colour", printed("cards")[lose]["colour"], penalty["colour"]
                    )
                    city.built.remove(lose)
                    self._discard[lose] += 1
        if not can:
            self._same("lose", lose, "debt")
            city.debts.append(edifice["debt"])
        elif not right:
            raise Wrong("the whole penalty could be paid")

    # The end of an age, and of the game.

    def _fight(self, age: int, line: Json) -> None:
        shields = [city.shields for city in self.cities]
        tokens, deflected = [], []
        won: list[list[int]] = [[] for _ in self.cities]
        for seat, city in enumerate(self.cities):
            row = []
            for other in self._around(city):
                enemy = self.cities.index(other)
                token = (shields[seat] > shields[enemy]) * VALUE[age]
                if shields[seat] < shields[enemy]:
                    if city.of("deflect_defeat_tokens"):
                        deflected.append([seat, enemy])
                        other.tokens.append(-1)
                    else:
                        token = -1
                        city.tokens.append(-1)
                row.append(token)
            won[seat] = [token for token in row if token > 0]
            tokens.append(row)
        for city, mine in zip(self.cities, won, strict=True):
            city.tokens += mine
            for effect in city.of("coins_on_victory_token"):
                city.take(effect["amount"] * len(mine))
        self._same("tokens", line["tokens"], tokens)
        self._same("deflected", line.get("deflected", []), deflected)
        self.seen["deflected"] += len(deflected)

    def _final(self, line: Json) -> None:
        for seat, city in enumerate(self.cities):
            kinds = [effect["kind"] for stage in city.stages for effect in stage]
            if "copy_neighbour_guild" in kinds and self._beside(city):
                self._same("copied", seat in self._copied, True)
        rows = [self._row(city) for city in self.cities]
        self._same("final", line["final"], rows)
        ranks = [
            (row["total"], city.coins)
            for row, city in zip(rows, self.cities, strict=True)
        ]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        self._same("winners", line["winners"], winners)

    def _row(self, city: City) -> dict[str, int]:
        cards = printed("cards")

        def worth(effects: Sequence[Data]) -> int:
            return sum(self._points(city, effect) for effect in effects)

        def coloured(colour: str) -> int:
            names = [it for it in city.built if cards[it]["colour"] == colour]
            return sum(worth(cards[name]["effects"]) for name in names)

        green, besides = science(city)
        row = {
            "military": sum(city.tokens),
            "treasury": city.coins // 3,
            "wonder": sum(map(worth, city.stages)),
            "blue": coloured("blue"),
            "yellow": coloured("yellow"),
            "green": green,
            "guilds": coloured("purple"),
        }
        if "leaders" in self.played:
            row["leaders"] = besides + sum(
                2 * one.cost if one.buried else worth(one.effects)
                for one in city.leaders
            )
        if "edifice" in self.played:
            edifices = printed("edifices")
            gains = sum(worth(edifices[name]["reward"]) for name in city.rewards)
            row["edifice"] = gains + sum(city.debts)
        return row | {"total": sum(row.values())}

    def _points(self, city: City, effect: Data) -> int:
        """Count what an effect brings at the end, science aside."""
        self.seen[effect["kind"]] += 1
        match effect["kind"]:
            case "vp":
                return int(effect["amount"])
            case "vp_per":
                cities = self._scope(city, effect["scope"])
                things = sum(it.count(of) for it in cities for of in effect["of"])
                return int(effect["amount"] * things)
            case "vp_if_wonder_complete":
                complete = len(city.stages) == len(city.side["stages"])
                return int(effect["amount"] * complete)
            case "vp_per_set":
                sets = min(city.count(of) for of in effect["of"])
                return int(effect["amount"] * sets)
            case "vp_per_coins":
                return int(effect["amount"] * (city.coins // effect["coins_each"]))
            case "vp_if_more_than_each_neighbour":
                mine, *others = (
                    sum(it.count(of) for of in effect["of"])
                    for it in (city, *self._around(city))
                )
                return int(effect["amount"] * all(mine > other for other in others))
            case "vp_if_no_defeat_token":
                return int(effect["amount"] * (-1 not in city.tokens))
            case "vp_per_pair_of_victory_tokens":
                return sum(
                    value * (city.tokens.count(value) // 2) for value in (1, 3, 5)
                )
            case "vp_if_only_leader":
                shown = [one for one in city.leaders if not one.buried]
                return int(effect["amount"] * (len(shown) == 1))
            case "apply_own_purple_card_again":
                return max(self._again(city, city.built).values(), default=0)
            case "copy_neighbour_guild":
                return max(self._beside(city).values(), default=0)
        return 0

    def _beside(self, city: City) -> dict[str, int]:
        """Give the guilds of the neighbours, each with what it would bring."""
        left, right = self._around(city)
        return self._again(city, [*left.built, *right.built])

    def _again(self, city: City, names: Sequence[str]) -> dict[str, int]:
        """Give what each purple card would bring a city if it counted for it once more."""
        cards = printed("cards")
        gains = {}
        for name in names:
            if cards[name]["colour"] == "purple":
                gain = 0
                for effect in cards[name]["effects"]:
                    if effect["kind"] == "science":
                        gain += sum(science(city, 1)) - sum(science(city))
                    else:
                        gain += self._points(city, effect)
                gains[name] = gain
        return gains

    def _copy(self, line: Json) -> None:
        """Copy a guild of a neighbour's, of which none is worth more."""
        city = self._city(line)
        kinds = [effect["kind"] for stage in city.stages for effect in stage]
        if "copy_neighbour_guild" not in kinds or line["seat"] in self._copied:
            raise Wrong("copies no guild")
        gains = self._beside(city)
        if gains.get(line["card"]) != max(gains.values(), default=None):
            raise Wrong(f"the best of {gains}")
        self._copied.add(line["seat"])
        self.seen["copy"] += 1


def symbols(
    effects: Iterator[Data], *, for_sale: bool = False
) -> Iterator[tuple[str, ...]]:
    """Give each thing that produces a unit a turn: the goods it can be."""
    for effect in effects:
        if effect["kind"] == "produce":
            if effect["tradable"] or not for_sale:
                for good, number in effect["resources"].items():
                    yield from [(good,)] * number
        elif effect["kind"] == "produce_choice" and (
            effect["tradable"] or not for_sale
        ):
            yield tuple(effect["resources"])
