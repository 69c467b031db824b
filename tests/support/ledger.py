"""
An independent account of a game of 7 Wonders, kept from its news and the raw data.

It shares no rule with `sealed_wonders.core`: what it says of coins, shields, tokens,
cards and points is computed in the plainest way from the data files, and compared with
what the state says.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import product
from typing import Any

from sealed_wonders.core.game import Card, Choose, Look, Over, Seat, Slot
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.events import (
    Event,
    Fought,
    Founded,
    GameEnded,
    HandsDealt,
    LeftOver,
    Picked,
    Played,
    SeatsLeft,
    TurnEnded,
)
from sealed_wonders.core.wonders.state import State
from tests.support.games import wonders

Record = Mapping[str, Any]


@cache
def data(name: str) -> Mapping[str, Record]:
    """Read the cards or the boards, by id."""
    folder = resources.files("sealed_wonders.core.wonders") / "data"
    records = tomllib.loads((folder / f"{name}s.toml").read_text("utf-8"))[name]
    return {record["id"]: record for record in records}


@cache
def ids() -> Sequence[str]:
    """Give the id of each physical card: boards, then a card for each copy."""
    names = list(data("board"))
    for name, record in data("card").items():
        names += [name] * max(1, len(record.get("copies", ())))
    return names


class Wrong(AssertionError):
    """The state and the ledger disagree."""


def check(holds: bool, what: object) -> None:
    if not holds:
        raise Wrong(str(what))


class Account:
    """One city's."""

    def __init__(self, board: str, side: str) -> None:
        self.side: Record = data("board")[board][side]
        self.coins = 3
        self.cards: list[str] = []
        self.halves: list[str] = []
        self.tokens: list[int] = []

    def stage_effects(self) -> Iterable[Record]:
        for stage, half in zip(self.side["stages"], self.halves, strict=False):
            if half:
                yield from stage["halves"][["left", "right"].index(half)]
            else:
                yield from stage["effects"]

    def effects(self) -> Iterable[Record]:
        yield from self.stage_effects()
        for card in self.cards:
            yield from data("card")[card]["effects"]

    def shields(self) -> int:
        return sum(e["amount"] for e in self.effects() if e["kind"] == "shields")

    def colour(self, name: str) -> int:
        if name == "wonder_stage":
            return len(self.halves)
        return sum(data("card")[card]["colour"] == name for card in self.cards)

    def has(self, kind: str) -> bool:
        return any(effect["kind"] == kind for effect in self.effects())


class Ledger:
    """
    The accounts of one game; `post` is called after each answer that was told.

    Attributes:
        uses: how often cards were used how, and other things that happened.
    """

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self._accounts: list[Account] = []
        self._dealt: Counter[Card] = Counter()
        self._gone: Counter[Card] = Counter()
        self._open: Counter[Card] = Counter()
        """Cards built, their faces known to all."""
        self._under: Counter[Slot] = Counter()
        self._held: dict[Seat, Sequence[Card]] = {}
        self._turns: list[tuple[int, int]] = []
        self._ended = False
        self._compared: object = None
        self.uses: Counter[str] = Counter()

    @property
    def state(self) -> State:
        return wonders(self._dealer.state)

    def post(self) -> None:
        """Account for what the last answer brought about."""
        played: list[Played] = []
        for event in self.state.news:
            if isinstance(event, Played):
                played.append(event)
                continue
            self._turn(played)
            played = []
            self._event(event)
        self._turn(played)
        self._compare_cards()
        check(isinstance(self.state.ask, Over) == self._ended, "the end")
        if self.state.cities is not self._compared or self.state.news:
            self._compare()
            self._compared = self.state.cities

    def _around(self, seat: Seat, scope: str) -> Sequence[Account]:
        n = len(self._accounts)
        mine = [self._accounts[seat]]
        neighbours = [self._accounts[(seat + 1) % n], self._accounts[(seat - 1) % n]]
        return {
            "self": mine,
            "neighbours": neighbours,
            "self_and_neighbours": mine + neighbours,
        }[scope]

    def _per(self, seat: Seat, effect: Record) -> int:
        return sum(
            effect["amount"] * account.colour(name)
            for account in self._around(seat, effect["scope"])
            for name in effect["of"]
        )

    def _gain(self, seat: Seat, effects: Iterable[Record]) -> None:
        for effect in effects:
            if effect["kind"] == "coins":
                self._accounts[seat].coins += effect["amount"]
            elif effect["kind"] == "coins_per":
                self._accounts[seat].coins += self._per(seat, effect)

    def _turn(self, played: Sequence[Played]) -> None:
        """Account for all that was played at once."""
        for event in played:
            spent = sum(event.paid)
            check(self._accounts[event.seat].coins >= spent >= 0, event)
            self._check_price(event)
        gains: list[tuple[Seat, Iterable[Record]]] = []
        for event in played:
            account = self._accounts[event.seat]
            left, right, _ = event.paid
            n = len(self._accounts)
            account.coins -= sum(event.paid)
            self._accounts[(event.seat + 1) % n].coins += left
            self._accounts[(event.seat - 1) % n].coins += right
            self.uses[event.use] += 1
            self.uses[f"free by {event.free}"] += event.free is not None
            self.uses["extra"] += event.turn == 7
            if event.use == "sell":
                account.coins += 3
            elif event.use == "stage":
                gains.append((event.seat, self._stage(event)))
            else:
                gains.append((event.seat, self._build(event.seat, event.card)))
        for seat, effects in gains:
            self._gain(seat, effects)

    def _stage(self, event: Played) -> Iterable[Record]:
        account = self._accounts[event.seat]
        stages = account.side["stages"]
        check(len(account.halves) < len(stages), event)
        before = [*account.stage_effects()]
        account.halves.append(event.half)
        check(event.card is None, event)
        self._under[event.slot] += 1
        return [*account.stage_effects()][len(before) :]

    def _build(self, seat: Seat, card: Card | None) -> Iterable[Record]:
        if card is None:
            raise Wrong("a building nobody sees")
        name = ids()[card]
        record = data("card")[name]
        account = self._accounts[seat]
        names = [data("card")[c].get("building", c) for c in account.cards]
        check(record.get("building", name) not in names, f"{name} twice")
        account.cards.append(name)
        self._open[card] += 1
        return record["effects"]  # type: ignore[no-any-return]

    def _check_price(self, event: Played) -> None:
        """Check what the bank got, and what is called free."""
        account = self._accounts[event.seat]
        if event.use == "sell":
            check(sum(event.paid) == 0 and event.free is None, event)
            return
        cost: Record
        if event.use == "stage":
            cost = account.side["stages"][len(account.halves)]["cost"]
            check(event.free is None, event)
        else:
            check(event.card is not None, event)
            name = ids()[event.card or 0]
            cost = data("card")[name].get("cost", {})
            check(event.free == self._free(account, event, name), event)
        check(event.paid.bank == (0 if event.free else cost.get("coins", 0)), event)
        if event.free or not any(good != "coins" for good in cost):
            check(event.paid.left == event.paid.right == 0, event)

    def _free(self, account: Account, event: Played, name: str) -> str | None:
        record = data("card")[name]
        if not record.get("cost"):
            return None
        chains = {
            c for card in account.cards for c in data("card")[card].get("chain", ())
        }
        if record.get("free_with") in chains:
            return "chain"
        by_power = (
            account.has("first_card_of_each_colour_free")
            and account.colour(record["colour"]) == 0
            or account.has("first_card_of_each_age_free")
            and event.turn == 1
            or account.has("last_card_of_each_age_free")
            and event.turn == 6
        )
        return "power" if by_power else None

    def _event(self, event: Event) -> None:
        check(not self._ended, event)
        match event:
            case Founded(boards, sides):
                check(not self._accounts and len(set(boards)) == len(boards), event)
                self._accounts = [*map(Account, boards, sides)]
            case HandsDealt(age, hands):
                check([age, 6] > [*(self._turns or [(0, 0)])[-1]], event)
                for seat, hand in enumerate(hands):
                    check(len(hand) == 7 * (seat not in self.state.gone), event)
                    self._dealt.update(self._dealer.faces[slot] for slot in hand)
            case LeftOver():
                self.uses["left over"] += 1
            case Picked(_, _, seat, card):
                self.uses["picked" if card is not None else "not picked"] += 1
                if card is not None:
                    self._gain(seat, self._build(seat, card))
            case TurnEnded(age, turn, coins, shields):
                check(
                    coins == tuple(account.coins for account in self._accounts),
                    f"{event}: {[account.coins for account in self._accounts]}",
                )
                check(shields == tuple(a.shields() for a in self._accounts), event)
                check((age, turn) > (self._turns or [(0, 0)])[-1], event)
                self._turns.append((age, turn))
            case Fought(age, tokens):
                check(tokens == tuple(self._fight(age)), event)
                for account, gained in zip(self._accounts, tokens, strict=True):
                    account.tokens += [token for token in gained if token]
            case SeatsLeft(seats):
                # With fewer than two left nobody needs a hand any more.
                few = len(self.state.active) < 2
                for seat in self._held if few else seats:
                    self._gone.update(self._held.get(seat, ()))
                self.uses["left"] += len(seats)
            case GameEnded(sheet):
                self._ended = True
                check(sheet == self.state.score(), event)

    def _fight(self, age: int) -> Iterable[tuple[int, int]]:
        strength = [account.shields() for account in self._accounts]
        worth = (1, 3, 5)[age - 1]
        for seat, mine in enumerate(strength):
            left, right = strength[(seat + 1) % len(strength)], strength[seat - 1]
            yield (
                0 if mine == left else worth if mine > left else -1,
                0 if mine == right else worth if mine > right else -1,
            )

    def _compare(self) -> None:
        """Compare the state with the accounts."""
        state = self.state
        for city, account in zip(state.cities, self._accounts, strict=True):
            check(city.coins == account.coins >= 0, (city, account.coins))
            check([b.id for b in city.buildings] == account.cards, city)
            check([stage.half for stage in city.stages] == account.halves, city)
            check(list(city.tokens) == account.tokens, city)
            check(city.works.shields == account.shields(), city)
            counts = [
                account.colour(c)
                for c in ["brown", "grey", "blue", "yellow", "red", "green", "purple"]
            ]
            check(list(city.works.counts) == counts, city)
        sheet = state.score()
        rows = tuple(self._row(seat) for seat in range(len(self._accounts)))
        check(rows == sheet.rows or not rows, (rows, sheet.rows))
        ranks = dict.fromkeys(state.active, (0, 0))
        for seat in ranks if rows else ():
            ranks[seat] = (rows[seat][-1], self._accounts[seat].coins)
        best = max(ranks.values(), default=None)
        winners = tuple(seat for seat, rank in ranks.items() if rank == best)
        check(sheet.winners == winners, sheet)

    def _compare_cards(self) -> None:
        """
        Check that every card dealt is in one place, and no other card is anywhere.

        Between two moves of one turn only who holds what is noted.
        """
        state, faces = self.state, self._dealer.faces
        held: dict[Seat, Sequence[Slot]] = dict(enumerate(state.hands))
        for seat, chosen in enumerate(state.chosen):
            if chosen is not None and chosen.slot is not None:
                held[seat] = (chosen.slot, *chosen.rest)
        asking = state.ask.offers if isinstance(state.ask, Choose) else {}
        for seat, offer in asking.items():
            check(offer.hand in ((), state.hands[seat]), state.ask)
        if isinstance(state.ask, Look):
            check(state.ask.pile == state.discard != (), state.ask)
        self._held = {s: [faces[slot] for slot in slots] for s, slots in held.items()}
        if state.chosen and not state.news:
            return
        slots = [slot for hand in held.values() for slot in hand]
        slots += [*state.discard, *self._under.elements()]
        check(len(set(slots)) == len(slots), "a slot in two places")
        under = [stage.slot for city in state.cities for stage in city.stages]
        check(Counter(under) == self._under, under)
        places = Counter(faces[slot] for slot in slots) + self._open + self._gone
        check(places == self._dealt, (places - self._dealt, self._dealt - places))
        check(max(self._dealt.values(), default=1) == 1, "a card dealt twice")
        sizes = {len(held[seat]) for seat in state.active}
        check(len(sizes) <= (2 if asking or state.rights else 1), held)

    def _row(self, seat: Seat) -> tuple[int, ...]:
        account = self._accounts[seat]
        points = Counter(
            military=sum(account.tokens),
            treasury=account.coins // 3,
            wonder=sum(self._points(seat, e) for e in account.stage_effects()),
            green=self._science(account),
        )
        for card in account.cards:
            record = data("card")[card]
            colour = str(record["colour"])
            line = "guilds" if colour == "purple" else colour
            for effect in record["effects"]:
                points[line] += self._points(seat, effect)
        lines = ["military", "treasury", "wonder", "blue", "yellow", "green", "guilds"]
        row = [points[line] for line in lines]
        check(sum(points.values()) == sum(row), points)
        return (*row, sum(row))

    def _points(self, seat: Seat, effect: Record) -> int:
        account = self._accounts[seat]
        match effect["kind"]:
            case "vp":
                return int(effect["amount"])
            case "vp_per":
                return self._per(seat, effect)
            case "vp_if_wonder_complete":
                whole = len(account.halves) == len(account.side["stages"])
                return effect["amount"] * whole  # type: ignore[no-any-return]
        return 0

    def _science(self, account: Account) -> int:
        symbols = [e["symbol"] for e in account.effects() if e["kind"] == "science"]
        kinds = ("tablet", "gear", "compass")
        counts = [symbols.count(kind) for kind in kinds]
        best = 0
        for wild in product(range(3), repeat=symbols.count("any")):
            total = [count + wild.count(kind) for kind, count in enumerate(counts)]
            best = max(best, sum(n**2 for n in total) + 7 * min(total))
        return best
