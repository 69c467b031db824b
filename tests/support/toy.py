"""
A small ruleset that makes every kind of request to a table.

Boards are turned up, sides are chosen, and cards are drafted in secret. Guilds are
mixed unseen into an age, which has three turns. Then one seat plays the last card that
the others discard, one may lose a building, and one plays from a hidden hand. Two seats
look through the pile, one after the other, and a third looks at an empty one. The game
isn't fun to play.

    build wall      sell      decline      pick wall      side day
    keep (a draft; the card stays secret)      lose / spare (a penalty)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sealed_wonders.core.game import (
    Answer,
    AnyState,
    Ask,
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Deck,
    IllegalMove,
    Look,
    Looked,
    Mixed,
    Move,
    Offer,
    Order,
    Over,
    Pass,
    Refusal,
    Seat,
    Sheet,
    Shuffle,
    Slot,
    Stay,
    TurnedUp,
    TurnUp,
)

T = TypeVar("T")

TOY = "toy"
"""The name of the game, once a test has registered it."""

STAGES = (
    *("nothing", "boards", "up", "sides"),
    *("drafts", "take", "draft 1", "draft 2"),
    *("guilds", "age", "deal", "turn 1", "turn 2", "turn 3"),
    *("last", "penalty", "extra", "look 1", "look 2", "look 3"),
    "over",
)

LAST, PENALTY, EXTRA, LOOKERS = 1, 0, 2, (2, 0, 1)
"""The seats that are asked separately."""

SIDES = ("side day", "side night")


@dataclass(frozen=True)
class Toy:
    """The rules of the toy game for a number of seats."""

    players: int
    name: str = TOY

    @property
    def groups(self) -> Mapping[str, range]:
        """The numbers of the cards of each deck."""
        n = self.players
        sizes = {"boards": n + 1, "gadgets": 3, "drafts": 3 * n, "guilds": 5}
        sizes["base"] = 4 * n - 2
        groups, first = {}, 0
        for name, size in sizes.items():
            groups[name] = range(first, first + size)
            first += size
        return groups

    @property
    def cards(self) -> Sequence[str]:
        # Two copies of each building, so that a city can be offered one it has.
        return [
            f"{name}{i // 2 if name == 'base' else i}"
            for name, group in self.groups.items()
            for i in range(len(group))
        ]

    @property
    def facts(self) -> object:
        return [1, {"players": self.players}]

    def begin(self, order: Order) -> ToyState:
        nothing: tuple[tuple[Slot, ...], ...] = ((),) * self.players
        first, *_ = order("first", self.players)
        return ToyState(self, first, "nothing", (), nothing, nothing)

    def shows(self, text: str) -> bool:
        return text.startswith(("build ", "pick "))


@dataclass(frozen=True)
class ToyState:
    """A state of the toy game."""

    rules: Toy
    first: Seat
    """The first seat, drawn by lot in public."""
    stage: str
    decks: tuple[tuple[Slot, ...], ...]
    """The decks of the last mix."""
    hands: tuple[tuple[Slot, ...], ...]
    kept: tuple[tuple[Slot, ...], ...]
    """The cards that each seat has drafted."""
    cities: tuple[tuple[tuple[Slot | None, Card], ...], ...] = ()
    coins: tuple[int, ...] = ()
    pile: tuple[Slot, ...] = ()
    up: tuple[Card, ...] = ()
    sides: tuple[str, ...] = ()
    heard: tuple[Chosen | None, ...] = ()
    """The answers to the open choice so far."""

    @property
    def ask(self) -> Ask:
        n, groups = self.rules.players, self.rules.groups
        seats = range(n)
        name, _, _ = self.stage.partition(" ")
        match name:
            case "nothing":
                return TurnUp(())
            case "boards":
                return Shuffle(
                    (
                        Deck("boards", (), tuple(groups["boards"])),
                        Deck("gadgets", (), tuple(groups["gadgets"])),
                    )
                )
            case "up":
                boards, gadgets = self.decks
                return TurnUp((*boards[:n], gadgets[0]))
            case "drafts" | "guilds":
                return Shuffle((Deck(name, (), tuple(groups[name])),))
            case "take" | "deal":
                (deck,), m = self.decks, 3 if name == "take" else 4
                return Deal({i: deck[m * i : m * (i + 1)] for i in seats})
            case "age":
                (guilds,) = self.decks
                return Shuffle((Deck("age", guilds[:2], tuple(groups["base"])),))
            case "sides":
                return Choose({i: Offer((), Stay()) for i in seats})
            case "draft":
                return Choose(
                    {
                        i: Offer(self.hands[i], Pass((i - 1) % n), shown=False)
                        for i in seats
                    }
                )
            case "turn":
                last = len(self.hands[0]) == 2
                return Choose(
                    {
                        i: Offer(self.hands[i], Stay() if last else Pass((i + 1) % n))
                        for i in seats
                    }
                )
            case "last":
                return Choose({LAST: Offer(self.hands[LAST], Stay())})
            case "penalty":
                return Choose({PENALTY: Offer((), Stay())})
            case "extra":
                return Choose({EXTRA: Offer(self.kept[EXTRA], Stay())})
            case "look":
                number = int(self.stage[-1])
                return Look(LOOKERS[number - 1], self.pile if number < 3 else ())
            case _:
                return Over()

    def tell(self, answer: Answer) -> AnyState:
        match self.ask, answer:
            case Shuffle(), Mixed(slots):
                return replace(self._next(), decks=slots)
            case Deal(), Dealt(hands):
                return replace(self._next(), hands=tuple(hands.values()))
            case TurnUp(()), TurnedUp(()):
                return self._next()
            case TurnUp(), TurnedUp(faces):
                return replace(
                    self._next(),
                    up=faces,
                    cities=((),) * self.rules.players,
                    coins=(0,) * self.rules.players,
                )
            case Choose(offers), Chosen(seat) if seat in offers:
                return self._choose(offers, answer)
            case Look(seat), Looked():
                return self._look(seat, answer)
        raise IllegalMove(None, Refusal.NOT_ASKED, f"{answer!r:.80}")

    def _next(self) -> ToyState:
        return replace(self, stage=STAGES[STAGES.index(self.stage) + 1], heard=())

    def _choose(self, offers: Mapping[Seat, Offer], chosen: Chosen) -> ToyState:
        seat = chosen.seat
        heard = list(self.heard or (None,) * self.rules.players)
        if heard[seat] is not None:
            raise IllegalMove(seat, Refusal.NOT_ASKED, "has chosen")
        self._check(seat, chosen.text, chosen.face)
        heard[seat] = chosen
        done = replace(self, heard=tuple(heard))
        if any(heard[asked] is None for asked in offers):
            return done
        for asked, offer in offers.items():
            answer = heard[asked]
            if answer is not None:
                done = done._resolve(offer, answer)
        return done._next()

    def _check(self, seat: Seat, text: str, face: Card | None) -> None:
        """Refuse a move that would be illegal with any hand."""
        verb, _, word = text.partition(" ")
        name, _, _ = self.stage.partition(" ")
        if name == "sides":
            fits = text in SIDES
        elif name == "draft":
            fits = text == "keep"
        elif name == "penalty":
            fits = text in ("lose", "spare")
        elif name == "look":
            fits = verb == "pick" or text == "decline"
        else:
            fits = verb == "build" or text in ("sell", "decline")
        if not fits:
            raise IllegalMove(seat, Refusal.NO_CHOICE, f"{text!r:.80}")
        if self.rules.shows(text) == (face is None):
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, "a card shown, or none")
        if face is None:
            return
        if word != self.rules.cards[face]:
            raise IllegalMove(seat, Refusal.NOT_IN_HAND, f"{word!r:.80}")
        if word in self._names(seat):
            raise IllegalMove(seat, Refusal.ALREADY_BUILT, word)

    def _names(self, seat: Seat) -> list[str]:
        return [self.rules.cards[card] for _, card in self.cities[seat]]

    def _resolve(self, offer: Offer, chosen: Chosen) -> ToyState:
        seat, text, slot = chosen.seat, chosen.text, chosen.slot
        state = self
        name, _, _ = self.stage.partition(" ")
        if name == "sides":
            return replace(state, sides=(*state.sides, text))
        if name == "penalty":
            if text == "spare" or not self.cities[seat]:
                return state
            *rest, (lost, _) = self.cities[seat]
            pile = self.pile if lost is None else (*self.pile, lost)
            return replace(
                state, pile=pile, cities=_put(self.cities, seat, tuple(rest))
            )
        if slot is None:
            raise TypeError("a choice from a hand uses a card")
        if name == "draft":
            state = replace(
                state, kept=_put(state.kept, seat, (*self.kept[seat], slot))
            )
        elif chosen.face is not None:
            city = (*self.cities[seat], (slot, chosen.face))
            state = replace(state, cities=_put(state.cities, seat, city))
        elif text == "sell":
            coins = _put(state.coins, seat, state.coins[seat] + 3)
            state = replace(state, coins=coins, pile=(*state.pile, slot))
        if name == "extra":
            kept = (slot, *chosen.rest) if text == "decline" else chosen.rest
            return replace(state, kept=_put(state.kept, seat, kept))
        match offer.rest:
            case Pass(to):
                state = replace(state, hands=_put(state.hands, to, chosen.rest))
                if name == "draft" and len(chosen.rest) == 1:
                    last = (*state.kept[to], *chosen.rest)
                    state = replace(state, kept=_put(state.kept, to, last))
            case Stay() if seat == LAST:
                state = replace(state, hands=_put(state.hands, seat, chosen.rest))
            case Stay():
                state = replace(state, pile=(*state.pile, *chosen.rest))
        return state

    def _look(self, seat: Seat, looked: Looked) -> ToyState:
        self._check(seat, looked.text, looked.face)
        done = replace(self._next(), pile=looked.rest)
        if looked.face is None:
            return done
        city = (*self.cities[seat], (None, looked.face))
        return replace(done, cities=_put(self.cities, seat, city))

    def moves(self, seat: Seat, faces: Mapping[Slot, Card]) -> Sequence[Move]:
        name, _, _ = self.stage.partition(" ")
        match self.ask:
            case Choose(offers) if seat in offers and not (
                self.heard and self.heard[seat]
            ):
                texts = {
                    "sides": SIDES,
                    "draft": (),
                    "penalty": ("lose", "spare"),
                }.get(name, ("sell", "decline"))
            case Look(looker) if seat == looker:
                texts = ("decline",)
            case _:
                return ()
        verb = "pick" if name == "look" else "build"
        if name == "draft":
            found = dict.fromkeys(sorted(faces), "keep")
        else:
            lowest: dict[str, Slot] = {}
            for slot in sorted(faces, reverse=True):
                lowest[self.rules.cards[faces[slot]]] = slot
            found = {
                slot: f"{verb} {word}"
                for word, slot in lowest.items()
                if word not in self._names(seat)
            }
        moves = [Move(text, slot) for slot, text in found.items()]
        for text in texts:
            uses = sorted(faces) if text == "sell" else [None]
            moves += [Move(text, slot) for slot in uses]
        return sorted(moves, key=lambda move: (move.text, move.slot or -1))

    def default(self, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        return self.moves(seat, faces)[-1]

    def score(self) -> Sheet:
        points = tuple(
            (sum(card for _, card in city), coins)
            for city, coins in zip(self.cities, self.coins, strict=True)
        )
        rows = tuple((built, coins, built + coins) for built, coins in points)
        best = max(row[-1] for row in rows)
        winners = tuple(i for i, row in enumerate(rows) if row[-1] == best)
        return Sheet(("built", "coins", "total"), rows, winners)


def _put(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
