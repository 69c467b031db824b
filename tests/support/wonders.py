"""
Tables of 7 Wonders, laid out at any point without playing up to it.

    table = Table(
        city("babylon night", coins=1, built="altar baths", stages=1),
        city("gizah"),
        city("rhodos"),
        age=2,
        hands=("courthouse",),
    )
    table.play("build courthouse", "sell", "stage left=4 with school")

A move is written as in the notation; ``with`` names the card used face down. A seat
that is given no move sells its last card, or declines where that is possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from sealed_wonders.core.game import (
    Card,
    Choose,
    Chosen,
    IllegalMove,
    Look,
    Looked,
    Move,
    Refusal,
    Seat,
    Slot,
)
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.ages import Age, Conflicts
from sealed_wonders.core.wonders.catalog import Building, catalog
from sealed_wonders.core.wonders.city import City, found, with_building, with_stage
from sealed_wonders.core.wonders.events import Event
from sealed_wonders.core.wonders.play import LastCard, Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.scoring import LINES
from sealed_wonders.core.wonders.state import State, Task, settle

FILLER = {1: "theater", 2: "school", 3: "palace"}
"""What hands are filled up with, by age."""

UNDER = 900
"""Slots from here on lie under the stages a table begins with."""


def building(name: str) -> Building:
    return catalog().buildings_by_id[name]


def city(
    board: str,
    coins: int = 3,
    built: str = "",
    stages: int | Sequence[str] = 0,
    tokens: tuple[int, ...] = (),
) -> City:
    """
    Found a city and build it up.

    Args:
        board: ``"gizah"`` for the day side, or ``"gizah night"``.
        built: ids of buildings.
        stages: how many, or the half of each (empty for one that is not split).
    """
    name, _, side = board.partition(" ")
    face = catalog().boards_by_id[name]
    done = found(face, face.sides[side or "day"], coins)
    for word in built.split():
        done = with_building(done, building(word))
    halves = [""] * stages if isinstance(stages, int) else stages
    for under, half in enumerate(halves, start=UNDER + 10 * face_number(name)):
        done = with_stage(done, half, under)
    return evolve(done, tokens=tokens)


def face_number(name: str) -> Card:
    """Give the first physical card of this id, board or building."""
    cards = catalog()
    face = cards.buildings_by_id.get(name) or cards.boards_by_id[name]
    return cards.numbers(face)[0]


class Table:
    """
    A table at the beginning of a turn, every face known.

    Attributes:
        state: the state of the game.
        faces: the face of every slot there ever was.
    """

    def __init__(
        self,
        *cities: City,
        age: int = 1,
        turn: int = 1,
        hands: Sequence[str] = (),
        discard: str = "",
        lenient: bool = False,
    ) -> None:
        self.faces: dict[Slot, Card] = {}
        self._copies: dict[str, int] = {}
        size = 8 - turn
        dealt = []
        for _, hand in zip_longest(cities, hands, fillvalue=""):
            words = str(hand).split()
            words += [FILLER[age]] * (size - len(words))
            dealt.append(self._lay(words))
        if turn <= 6:
            turns = [Turn(age, number) for number in range(turn, 7)]
        rest: list[Task] = [Conflicts(age), *map(Age, range(age + 1, 4))]
        first, *later = (*turns, *rest) if turn <= 6 else (LastCard(age), *rest)
        rules = Wonders(len(cities), "day", lenient=lenient)
        self.state = settle(
            State(
                rules,
                first,
                (*later, *rules.ending()),
                cities,
                tuple(dealt),
                self._lay(discard.split()),
            )
        )

    def play(self, *lines: str) -> tuple[Event, ...]:
        """Let every seat that is asked move, and give the news of all that."""
        news: tuple[Event, ...] = ()
        for seat, line in zip(self.asked, (*lines, *[""] * 7), strict=False):
            self.tell(seat, line)
            news += self.state.news
        return news

    def tell(self, seat: Seat, line: str = "") -> None:
        """Let one seat move."""
        self.state = self.state.tell(self.answer(seat, line))

    def refusal(self, seat: Seat, line: str) -> Refusal | None:
        """Say why a move is refused; None if it is not."""
        try:
            self.state.tell(self.answer(seat, line))
        except IllegalMove as illegal:
            return illegal.refusal
        return None

    def answer(self, seat: Seat, line: str = "") -> Chosen | Looked:
        """Make the table's answer of a seat's move, legal or not."""
        ask = self.state.ask
        seen = self.seen(seat)
        if not line:
            move = self.state.default(seat, seen)
        else:
            text, _, name = line.partition(" with ")
            verb, *words = text.split(" ")
            if verb in notation.SHOWING:
                name = words[0]
            move = Move(
                text, self._find(name, seen) if name else max(seen, default=None)
            )
        if isinstance(ask, Look):
            taken = None if move.text == "decline" else move.slot
            left = self._moved([slot for slot in seen if slot != taken])
            face = None if taken is None else seen[taken]
            return Looked(move.text, face, left)
        if not seen:
            return Chosen(seat, move.text)
        used = min(seen) if move.slot is None else move.slot
        face = seen[used] if self.state.rules.shows(move.text) else None
        (slot,) = self._moved([used])
        others = self._moved([slot for slot in seen if slot != used])
        return Chosen(seat, move.text, face, slot, others)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who may move now."""
        match self.state.ask:
            case Choose(offers):
                return tuple(offers)
            case Look(seat):
                return (seat,)
        return ()

    def seen(self, seat: Seat) -> Mapping[Slot, Card]:
        """Give the faces of the slots a seat may use now."""
        match self.state.ask:
            case Choose(offers):
                slots = offers[seat].hand
            case Look(_, pile):
                slots = pile
            case _:
                slots = ()
        return {slot: self.faces[slot] for slot in slots}

    def moves(self, seat: Seat) -> tuple[str, ...]:
        """List a seat's legal moves, without the cards they use."""
        moves = self.state.moves(seat, self.seen(seat))
        return tuple(dict.fromkeys(move.text for move in moves))

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Name the cards in a hand, sorted."""
        return self.named(self.state.hands[seat])

    def named(self, slots: Sequence[Slot]) -> tuple[str, ...]:
        """Name the cards in some slots, sorted."""
        cards = catalog().cards
        return tuple(sorted(cards[self.faces[slot]].id for slot in slots))

    @property
    def coins(self) -> tuple[int, ...]:
        return tuple(city.coins for city in self.state.cities)

    def built(self, seat: Seat) -> tuple[str, ...]:
        """Name a city's buildings, in the order they were built."""
        return tuple(building.id for building in self.state.cities[seat].buildings)

    def points(self, seat: Seat) -> Mapping[str, int]:
        """Give a seat's row of the score sheet, were the game to end now."""
        return dict(zip(LINES, self.state.score().rows[seat], strict=True))

    def _lay(self, names: Sequence[str]) -> tuple[Slot, ...]:
        """Lay cards on fresh slots, as many different copies as there are."""
        cards = []
        for name in names:
            copies = catalog().numbers(building(name))
            used = self._copies.get(name, 0)
            self._copies[name] = used + 1
            cards.append(copies[used % len(copies)])
        return self._fresh(cards)

    def _fresh(self, cards: Sequence[Card]) -> tuple[Slot, ...]:
        slots = tuple(range(len(self.faces), len(self.faces) + len(cards)))
        self.faces.update(zip(slots, cards, strict=True))
        return slots

    def _moved(self, slots: Sequence[Slot]) -> tuple[Slot, ...]:
        return self._fresh([self.faces[slot] for slot in slots])

    def _find(self, name: str, seen: Mapping[Slot, Card]) -> Slot:
        for slot, card in seen.items():
            if catalog().cards[card].id == name:
                return slot
        raise LookupError(f"no {name} among {self.named(tuple(seen))}")
