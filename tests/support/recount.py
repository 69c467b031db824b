"""
An independent account of a game of 7 Wonders, kept from the lines of its record.

It reads JSON and the data files and shares nothing with `sealed_wonders`: what a record
says is worked out again in the plainest way, by somebody with pencil and paper, and
compared. `tests.support.cities` says what cities have, and what things cost and are
worth; `tests.support.account` feeds it the lines of a game that is being played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tests.support.bills import best
from tests.support.cities import HALVES, VALUE, Cities, City, Leader
from tests.support.printed import Record, data

Json = Any

LINES = ("military", "treasury", "wonder", "blue", "yellow", "green", "guilds")

PAWNS = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5}
"""On each edifice, by the number of players (E1.1)."""

LAST_TURN = 6


class Wrong(AssertionError):
    """A record contradicts the independent account."""


class Project:
    """An edifice on the table."""

    def __init__(self, name: str, pawns: int) -> None:
        self.name = name
        self.printed = data("edifice")[name]
        self.pawns = pawns
        self.takers: list[int] = []
        """Who took part; a pawn from the box doesn't count."""
        self.fate = ""
        self.concerned: set[int] = set()
        """Who had the reward, or was to pay the penalty, when it came to that."""


class Recount:
    """
    The independent account of one game.

    Attributes:
        gone: the seats that have left.
        undrawn: the seats that should have drawn leaders in the last turn but didn't, which
            is right if no leaders were left.
        ended: whether the last line has been reached.
        seen: counts what occurred, so that a test can check that it did.
    """

    def __init__(self, values: Sequence[Json]) -> None:
        """
        Begin with some lines, the first of which is the header.

        Raises:
            Wrong: the header is impossible.
        """
        header, *self._lines = values
        self.played: Sequence[str] = header["with"]
        coins = 6 if "leaders" in self.played else 3
        seats = header["seats"]
        self.cities = Cities(City(it["board"], it["side"], coins) for it in seats)
        self._same("boards", len({it["board"] for it in seats}), len(seats))
        edifices = header["edifices"] or []
        ages = [data("edifice")[name]["age"] for name in edifices]
        self._same("edifices of", ages, [1, 2, 3] * ("edifice" in self.played))
        self.projects = [Project(name, PAWNS[len(seats)]) for name in edifices]
        self.gone: set[int] = set()
        self.undrawn: list[int] = []
        self.ended = False
        self.seen: Counter[str] = Counter()
        self._count = 1
        self._last: Json = header
        self._turn = (0, -1)
        self._hands: list[list[str]] = []
        """The leaders that are left to choose from in the selection."""
        self._discard: Counter[str] = Counter()
        self._copies: dict[int, str] = {}
        """The guilds that are copied, by who copies them (W8.3)."""
        self._owed_tokens: set[int] = set()
        """Who is still to drop a victory token (L2.8)."""
        self._owed_picks: list[tuple[int, int, str]] = []
        """Who is still to build from the discard, in what order (W4.4)."""
        self._owed_leaders: list[int] = []
        """Who is still to recruit one more leader (L3.2)."""
        self._owed_draws: list[int] = []
        self._owed_losses: set[int] = set()
        """Who is still to pay a penalty (E1.5)."""

    @property
    def active(self) -> list[int]:
        return [seat for seat in range(len(self.cities)) if seat not in self.gone]

    def run(self) -> None:
        """
        Go through all lines.

        Raises:
            Wrong: the first difference.
        """
        self.go_on(self._lines)
        if not self.ended:
            raise Wrong("there is no score sheet")

    def go_on(self, lines: Iterable[Json]) -> None:
        """
        Continue with some lines, which must include all plays of a turn or none.

        Raises:
            Wrong: the first difference.
        """
        for _, some in groupby(lines, _together):
            together = list(some)
            try:
                self._enter(together)
            except Wrong as problem:
                line = f"line {self._count + 1}"
                raise Wrong(f"{line}: {problem}: {together[0]}") from None
            self._count += len(together)
            if "left" not in together[0]:
                self._last = together[-1]

    def _enter(self, together: Sequence[Json]) -> None:
        """Process a line, all plays of a turn, or a round of the selection."""
        line = together[0]
        self._demand(not self.ended, "the game is over")
        if any(not (it.pawns or it.fate) for it in self.projects):
            self._demand("edifice" in line, "an edifice with no pawn left comes first")
        match line:
            case {"left": seats}:
                self._leave(seats)
            case {"do": _}:
                self._do(together)
            case {"dealt": "leaders"}:
                self._hands = [list(hand) for hand in line["hands"]]
            case {"dealt": age}:
                self._demand((age, LAST_TURN) > self._turn, "dealt too late")
            case {"drawn": cards, "seat": seat}:
                self._demand(self._owed_draws[:1] == [seat], "not its draw")
                self._owed_draws.pop(0)
                self.cities[seat].hand += cards
                self.seen["drawn"] += len(cards)
            case {"edifice": age, "built": built}:
                self._edifice(age, built)
            case {"after": [age, turn]}:
                self._after(age, turn, line)
            case {"conflict": age}:
                self._fight(age, line)
            case {"final": _}:
                self._final(line)
            case _:
                raise Wrong("no such line")

    def _do(self, together: Sequence[Json]) -> None:
        """Process what seats did, at once or alone."""
        if "after" in self._last and self._last["after"][1] == LAST_TURN:
            # Whether or not the extra card is played, it is a turn of theirs.
            for seat in self._with_a_last_card():
                self.cities[seat].thanked = False
        line = together[0]
        match line["do"]:
            case "play":
                self._plays(together)
            case "draft":
                self._draft(together)
            case "discard":
                self._discard[line["card"]] += 1
                self.seen["left over"] += 1
            case "extra_leader":
                self._recruit(line)
            case "drop_token":
                self._drop(line)
            case "pick":
                self._pick(line)
            case "penalty":
                self._penalty(line)
            case "copy":
                self._copy(line)
            case _:
                raise Wrong("no such line")

    def _same(self, what: str, given: object, mine: object) -> None:
        self._demand(given == mine, f"{what} {given}, recounted {mine}")

    def _demand(self, holds: object, what: str) -> None:
        if not holds:
            raise Wrong(what)

    def _leave(self, seats: Sequence[int]) -> None:
        """Drop what is owed by those who left, or owed by others because of them."""
        self.gone.update(seats)
        self.seen["left"] += len(seats)
        leaders = [one for seat in seats for one in self.cities[seat].leaders]
        kinds = [effect["kind"] for one in leaders for effect in one.effects]
        if "others_discard_victory_token" in kinds:
            self._owed_tokens = set()
        self._owed_tokens -= set(seats)
        self._owed_leaders = [it for it in self._owed_leaders if it not in seats]
        self._owed_draws = [it for it in self._owed_draws if it not in seats]
        self._owed_picks = [it for it in self._owed_picks if it[1] not in seats]

    # Coins.

    def _take(self, seat: int, coins: int) -> None:
        """Take coins from the bank, with an additional one once a turn (L2.6)."""
        city = self.cities[seat]
        if coins and not city.thanked and city.has("coin_on_bank_gain"):
            city.thanked = True
            coins += 1
            self.seen["thanked"] += 1
        city.coins += coins

    def _watched(self, seat: int, kind: str, times: int = 1, **where: str) -> None:
        """Take the coins that effects of a kind bring."""
        for effect in self.cities[seat].of(kind) if times else ():
            if all(effect[key] == value for key, value in where.items()):
                self.seen[kind] += 1
                self._take(seat, effect["amount"] * times)

    def _gain(
        self, seat: int, effects: Sequence[Record], age: int, by: str = ""
    ) -> None:
        """
        Apply the immediate effects, and note what they allow.

        Args:
            by: the card of the effects; empty for those of the board.
        """
        city = self.cities[seat]
        self._take(seat, self.cities.coins(seat, effects))
        for effect in effects:
            match effect["kind"]:
                case "gain_victory_token":
                    city.tokens.append(effect["value"] or VALUE[age])
                    self._watched(seat, "coins_on_victory_token")
                case "discard_own_defeat_tokens":
                    city.tokens = city.victories
                case "others_discard_victory_token":
                    self._owed_tokens = {*self.active} - {seat}
                case "build_one_from_discard_free":
                    self._owed_picks.append((effect["order"], seat, by or city.board))
                    self._owed_picks.sort()
                case "draw_leaders_from_box":
                    self._owed_draws.append(seat)
                case "recruit_extra_leader":
                    self._owed_leaders.append(seat)

    def _built(self, seat: int, card: str, free: str | None) -> None:
        """Take the coins that leaders bring for a building."""
        colour = data("card")[card]["colour"]
        self._watched(seat, "coins_on_build", colour=colour)
        if free == "chain":
            self._watched(seat, "coins_on_chain_build")

    # Leaders.

    def _draft(self, round_: Sequence[Json]) -> None:
        """Keep a leader each, and pass the others to the right (L1.2)."""
        self._same("seats", [line["seat"] for line in round_], self.active)
        for line in round_:
            seat, card = line["seat"], line["card"]
            self._demand(card in self._hands[seat], f"not of {self._hands[seat]}")
            self._hands[seat].remove(card)
            self.cities[seat].hand.append(card)
        seats = self.active
        hands = [self._hands[seat] for seat in seats]
        for seat, hand in zip((seats[-1], *seats[:-1]), hands, strict=True):
            self._hands[seat] = hand

    def _recruit(self, line: Json) -> None:
        """Recruit one more leader at the end of a turn."""
        seat, card, age = line["seat"], line["card"], line["age"]
        self._demand(seat in self._owed_leaders, "none was owed")
        self._owed_leaders.remove(seat)
        self.seen["enlisted" if card is not None else "not enlisted"] += 1
        if card is None:
            return
        city, leader = self.cities[seat], Leader(card, age)
        self._check_leader(seat, leader, line["paid"])
        city.coins -= line["paid"]["bank"]
        self._enrol(seat, leader)
        self._gain(seat, leader.effects, age, card)
        self._settle_victims()

    def _check_leader(self, seat: int, leader: Leader, paid: Json) -> None:
        price = self.cities.price(seat, leader)
        self._same("paid", paid, {"left": 0, "right": 0, "bank": price})
        coins = self.cities[seat].coins
        self._demand(price <= coins, f"{price} coins of {coins}")

    def _enrol(self, seat: int, leader: Leader) -> None:
        city, name = self.cities[seat], leader.name
        self._demand(name in city.hand, f"not of {city.hand}")
        city.hand.remove(name)
        city.leaders.append(leader)
        self.seen[f"leader {name}"] += 1

    def _drop(self, line: Json) -> None:
        seat, value = line["seat"], line["value"]
        city = self.cities[seat]
        self._demand(seat in self._owed_tokens, "none was to be dropped")
        self._demand(value in city.victories, f"of tokens {city.tokens}")
        self._owed_tokens.remove(seat)
        city.tokens.remove(value)
        self.seen["token dropped"] += 1

    def _settle_victims(self) -> None:
        """Spare those without a token, counting the tokens just gained (W4.3, L2.8)."""
        victims = self._owed_tokens
        self._owed_tokens = {it for it in victims if self.cities[it].victories}

    # Turns.

    def _plays(self, plays: Sequence[Json]) -> None:
        """
        Process all plays of a turn: costs first, then the effects of what was built
        (W4.1).
        """
        turn = plays[0]["age"], plays[0]["turn"]
        self._demand(turn > self._turn, "too late")
        for play in plays:
            self._check_cost(play)
        if turn[1] <= LAST_TURN:
            for city in self.cities:
                city.thanked = False
        for play in plays:
            seat, paid = play["seat"], play["paid"]
            left, right = self.cities.beside(seat)
            self.cities[seat].coins -= sum(paid.values())
            left.coins += paid["left"]
            right.coins += paid["right"]
        for play in plays:
            self._sell_and_buy(play)
        gains = [(play, self._put(play)) for play in plays if play["use"] != "sell"]
        for play, effects in gains:
            by = play["card"] if play["use"] != "stage" else ""
            self._gain(play["seat"], effects, play["age"], by)
            if play["use"] == "build":
                self._built(play["seat"], play["card"], play["free"])
        self._reward()
        if all(project.pawns or project.fate for project in self.projects):
            self._settle_victims()

    def _sell_and_buy(self, play: Json) -> None:
        seat, use, paid = play["seat"], play["use"], play["paid"]
        self.seen[use] += 1
        self.seen[f"free by {play['free']}"] += play["free"] is not None
        self.seen["extra"] += play["turn"] > LAST_TURN
        if use == "sell":
            self._take(seat, 3)
            self._put_away(play)
            self._discard[play["card"]] += play["turn"] > 0
        sellers = (paid["left"] > 0) + (paid["right"] > 0)
        self._watched(seat, "coins_on_purchase", sellers)

    def _put(self, play: Json) -> Sequence[Record]:
        """Put a card in its place; return its effects."""
        seat, card, age = int(play["seat"]), play["card"], play["age"]
        match play["use"]:
            case "build":
                return self.cities[seat].build(card)
            case "recruit":
                leader = Leader(card, age)
                self._enrol(seat, leader)
                return leader.effects
        self._put_away(play)
        return self._stage(play)

    def _put_away(self, play: Json) -> None:
        """Remove a leader that is used for something else from the hand."""
        hand = self.cities[play["seat"]].hand
        if play["turn"] == 0:
            self._demand(play["card"] in hand, f"not of {hand}")
            hand.remove(play["card"])

    def _stage(self, play: Json) -> Sequence[Record]:
        """Build a stage; a leader is buried and a pawn taken with it."""
        seat, age = int(play["seat"]), play["age"]
        city = self.cities[seat]
        half = play.get("half", "")
        split = "halves" in city.side["stages"][len(city.halves)]
        self._demand(half in (HALVES if split else ("",)), "no such half")
        city.halves.append(half)
        effects = city.stages[-1]
        kinds = {effect["kind"]: effect for effect in effects}
        buried = play.get("bury", "")
        if "bury_recruited_leader" in kinds and city.shown:
            names = [leader.name for leader in city.shown]
            self._demand(buried in names, f"to be buried of {names}")
            city.shown[names.index(buried)].buried = True
            self.seen["bury"] += 1
        else:
            self._same("bury", buried, "")
        pawn = play.get("pawn", 0)
        if "take_pawn_from_box" in kinds:
            fixed = kinds["take_pawn_from_box"]["age"]
            self._demand(pawn in ((0, fixed) if fixed else (1, 2, 3)), "no such pawn")
            city.pawns.append(fixed or pawn)
            self.seen["pawn"] += 1
        else:
            self._same("pawn", pawn, 0)
        if play.get("participate"):
            project = self.projects[age - 1]
            project.pawns = max(0, project.pawns - 1)
            project.takers.append(seat)
            city.pawns.append(age)
            self.seen["joins"] += 1
        return effects

    def _pick(self, line: Json) -> None:
        """Build a building from the discard, which costs nothing (W5.2)."""
        seat, card, by = line["seat"], line["card"], line["by"]
        due = [it[1:] for it in self._owed_picks]
        self._same("picked by", (seat, by), due[0] if due else None)
        self._owed_picks.pop(0)
        self.seen["picked" if card is not None else "not picked"] += 1
        if card is None:
            return
        self._demand(self._discard[card] > 0, "not in the discard")
        self._discard[card] -= 1
        self._check_twice(self.cities[seat], card)
        self._gain(seat, self.cities[seat].build(card), line["age"], card)
        self._built(seat, card, None)
        self.seen[f"picked by {by}"] += 1

    def _after(self, age: int, turn: int, line: Json) -> None:
        """Compare the state after a turn, when all its effects have been applied."""
        self._same("coins", line["coins"], [city.coins for city in self.cities])
        self._same("shields", line["shields"], [city.shields for city in self.cities])
        self._demand((age, turn) > self._turn, "too late")
        self._turn = (age, turn)
        self._demand(not self._owed_tokens, f"tokens: {self._owed_tokens}")
        leaders = [seat for seat in self._owed_leaders if self.cities[seat].hand]
        self._demand(not leaders, f"leaders: {leaders}")
        self._owed_leaders = []
        self.undrawn, self._owed_draws = self._owed_draws, []
        if turn == LAST_TURN and self._with_a_last_card():
            return
        picks = self._owed_picks if self._discard.total() else []
        self._demand(not picks, f"picks: {picks}")
        self._owed_picks = []

    def _with_a_last_card(self) -> list[int]:
        """Return the seats that may also use the last card of an age (W5.1)."""
        kind = "play_last_card_of_each_age"
        return [seat for seat in self.active if self.cities[seat].has(kind)]

    # What it costs.

    def _check_twice(self, city: City, card: str) -> None:
        cards = data("card")
        names = [cards[name].get("building", name) for name in city.built]
        self._demand(cards[card].get("building", card) not in names, "built twice")

    def _check_cost(self, play: Json) -> None:
        """Check what was paid, based on the state before the turn."""
        seat, age = play["seat"], play["age"]
        city, paid = self.cities[seat], play["paid"]
        coins = paid["left"], paid["right"], paid["bank"]
        self._demand(city.coins >= sum(coins), f"{sum(coins)} coins of {city.coins}")
        if play["use"] != "build":
            self._same("free", play["free"], None)
        if play["use"] != "stage":
            self._demand(not play.get("participate"), "takes part without a stage")
        match play["use"]:
            case "recruit":
                self._check_leader(seat, Leader(play["card"], age), paid)
                return
            case "sell":
                self._same("paid", coins, (0, 0, 0))
                return
            case "build":
                card = data("card")[play["card"]]
                self._same("a card of age", card["age"], age)
                self._check_twice(city, play["card"])
                cost, what = dict(card.get("cost", {})), card["colour"]
                free = self._free(city, play, card)
                if play["free"] == "power" and free is None:
                    self._spend(seat, card, coins, age)
                    return
                self._same("free", play["free"], free)
                if free:
                    self._same("paid", coins, (0, 0, 0))
                    return
            case "stage":
                stages = city.side["stages"]
                self._demand(len(city.halves) < len(stages), "no stage is left")
                cost, what = dict(stages[len(city.halves)]["cost"]), "wonder_stage"
                if play.get("participate"):
                    project = self.projects[age - 1]
                    may = project.pawns and seat not in project.takers
                    self._demand(may, "no part to be taken")
                    extra = project.printed["cost"]["coins"]
                    cost["coins"] = cost.get("coins", 0) + extra
            case _:
                raise Wrong("no such use")
        self._check_payment(seat, cost, what, coins)

    def _check_payment(
        self, seat: int, cost: Mapping[str, int], what: str, coins: tuple[int, int, int]
    ) -> None:
        """Check that no other payment is better (W3.4)."""
        ways = best(self.cities.covering(seat, cost, what))
        purse = self.cities[seat].coins
        known = [way for way in ways if sum(way) <= purse]
        self._demand(coins in known, f"paid is one of {known}")
        if set(cost) - {"coins"}:
            self.seen["priced"] += 1
            self.seen["discount"] += self.cities.less(seat, what) > 0
        self.seen["from the bank"] += coins[2] > cost.get("coins", 0)

    def _spend(self, seat: int, card: Record, coins: tuple[int, ...], age: int) -> None:
        """Use the power that makes a building free once an age (W8.2)."""
        city = self.cities[seat]
        may = city.has("one_card_of_each_age_free") and city.spent != age
        self._demand(may and not any(coins), "no power makes it free")
        ways = self.cities.covering(seat, card["cost"], card["colour"])
        self._demand((0, 0, 0) not in ways, "it costs nothing anyway")
        city.spent = age
        self.seen["spent"] += 1

    def _free(self, city: City, play: Json, card: Record) -> str | None:
        if not card.get("cost"):
            return None
        chains = {
            symbol
            for name in city.built
            for symbol in data("card")[name].get("chain", ())
        }
        if card.get("free_with") in chains:
            return "chain"
        powers = (
            any(it["colour"] == card["colour"] for it in city.of("build_colour_free")),
            city.has("first_card_of_each_colour_free")
            and card["colour"] not in city.had,
            city.has("first_card_of_each_age_free") and play["turn"] == 1,
            city.has("last_card_of_each_age_free") and play["turn"] == LAST_TURN,
        )
        return "power" if any(powers) else None

    # Edifices.

    def _holders(self, age: int) -> list[int]:
        """Return the seats with a pawn; those that left get nothing more."""
        return [seat for seat in self.active if age in self.cities[seat].pawns]

    def _edifice(self, age: int, built: bool) -> None:
        """Complete an edifice, or let it fail (E1.4, E1.5)."""
        project, holders = self.projects[age - 1], set(self._holders(age))
        right = not project.fate and built == (project.pawns == 0)
        self._demand(right, f"{project.pawns} pawns are left")
        project.fate = "built" if built else "failed"
        project.concerned = holders if built else {*self.active} - holders
        self.seen[f"edifice {project.fate}"] += 1
        if built:
            self._reward()
            self._settle_victims()
        else:
            self._demand((age, LAST_TURN) <= self._turn, "too early")
            self._owed_losses = set(project.concerned)

    def _reward(self) -> None:
        """Reward all who have a pawn of an edifice that is built, once (E1.4)."""
        for age, project in enumerate(self.projects, 1):
            for seat in self._holders(age):
                city = self.cities[seat]
                if project.fate == "built" and project.name not in city.rewards:
                    city.rewards.append(project.name)
                    self._gain(seat, project.printed["reward"], age)
                    self.seen[f"reward {project.name}"] += 1

    def _penalty(self, line: Json) -> None:
        """Make a seat pay the whole penalty, or take the debt if it can't (E1.5)."""
        seat, lose = line["seat"], line["lose"]
        city, project = self.cities[seat], self.projects[line["age"] - 1].printed
        penalty = project["penalty"]
        self._demand(seat in self._owed_losses, "no penalty is owed")
        self._owed_losses.remove(seat)
        match penalty["kind"]:
            case "lose_coins":
                what, able = "coins", city.coins >= penalty["amount"]
                right = lose == penalty["amount"]
                city.coins -= lose if able and right else 0
            case "lose_victory_tokens":
                what, able = "tokens", len(city.victories) >= penalty["amount"]
                right = isinstance(lose, list) and len(lose) == penalty["amount"]
                right = right and not Counter(lose) - Counter(city.victories)
                for token in lose if able and right else ():
                    city.tokens.remove(token)
            case _:
                what, able = "card", city.count(penalty["colour"]) > 0
                right = lose in city.built
                right = right and data("card")[lose]["colour"] == penalty["colour"]
                if able and right:
                    city.built.remove(lose)
                    self._discard[lose] += 1
        if not able:
            what = "debt"
            self._same("lose", lose, "debt")
            city.debts.append(project["debt"])
        else:
            self._demand(right, "the whole penalty could be paid")
        self.seen[f"penalty {what}"] += 1

    # The end of an age, and of the game.

    def _fight(self, age: int, line: Json) -> None:
        """Compare shields with both neighbours (W6.1, L2.9)."""
        self._demand(not self._owed_losses, f"penalties: {self._owed_losses}")
        fates = [project.fate for project in self.projects[:age]]
        self._demand(all(fates), "an edifice is neither built nor failed")
        cities, shields = self.cities, [city.shields for city in self.cities]
        rows, deflected = [], []
        for seat, city in enumerate(cities):
            row = []
            for other in map(cities.index, cities.beside(seat)):
                won, lost = (
                    shields[seat] > shields[other],
                    shields[seat] < shields[other],
                )
                if lost and city.has("deflect_defeat_tokens"):
                    deflected.append([seat, other])
                    lost = False
                row.append(VALUE[age] * won - lost)
            rows.append(row)
        self._same("tokens", line["tokens"], rows)
        self._same("deflected", line.get("deflected", []), deflected)
        self.seen["deflected"] += len(deflected)
        for city, row in zip(cities, rows, strict=True):
            city.tokens += [token for token in row if token]
        for _, winner in deflected:
            cities[winner].tokens.append(-1)
        for seat, row in enumerate(rows):
            victories = sum(token > 0 for token in row)
            self._watched(seat, "coins_on_victory_token", victories)

    def _copies_a_guild(self, seat: int) -> bool:
        """Return whether a city copies a guild of its neighbours, if they have one."""
        stages = self.cities[seat].stages
        kinds = [effect["kind"] for stage in stages for effect in stage]
        return "copy_neighbour_guild" in kinds

    def _copy(self, line: Json) -> None:
        """Copy a neighbour's guild; no other guild may be worth more (W8.3)."""
        seat, card = line["seat"], line["card"]
        may = self._copies_a_guild(seat) and seat not in self._copies
        self._demand(may, "copies no guild")
        worths = self.cities.copies(seat)
        best_of_them = card in worths and worths[card] == max(worths.values())
        self._demand(best_of_them, f"the best of {worths}")
        self._copies[seat] = card
        self.seen["copied"] += 1

    def _final(self, line: Json) -> None:
        for seat in range(len(self.cities)):
            due = self._copies_a_guild(seat) and self.cities.copies(seat)
            self._same("copied", seat in self._copies, bool(due))
        rows = self.worths()
        self._same("final", line["final"], rows)
        self._same("winners", line["winners"], self.winners(rows))
        self.ended = True

    def worths(self) -> list[dict[str, int]]:
        """Return the points of all cities, as the score sheet shows them."""
        rows = []
        for seat in range(len(self.cities)):
            points = self.cities.points(seat)
            row = {name: points[name] for name in (*LINES, *self.played)}
            total = points.total()
            self._same("total", sum(row.values()), total)
            rows.append(row | {"total": total})
        return rows

    def winners(self, rows: Sequence[Mapping[str, int]]) -> list[int]:
        """
        Return the seats with the most points; among equals, those with the most coins.
        """
        ranks = {
            seat: (rows[seat]["total"], self.cities[seat].coins) for seat in self.active
        }
        first = max(ranks.values(), default=None)
        return [seat for seat, rank in ranks.items() if rank == first]


def _together(line: Json) -> object:
    """Return a key that is equal for lines of the same moment."""
    match line:
        case {"do": "play", "age": age, "turn": turn}:
            return age, turn
        case {"do": "draft", "round": number}:
            return "draft", number
    return object()
