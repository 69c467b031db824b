"""
Tables of 7 Wonders, set up at any point without playing up to it.

    table = Table("babylon night 1 +1: altar baths, gizah, rhodos", age=2)
    table.play("sell", "sell", "stage left=4 with school")

Cities are written as `cities_of` reads them. Use `city` for anything else.

Moves are written in the notation; ``with`` names the card used face down. A seat without
a move sells its last card, or declines if possible.

For expansions, name them; turn 0 is the recruitment:

    table = Table(
        city("roma night", leaders="nero:1 hiram:2:buried"),
        city("ur night", pawns=(1,), edifices="outpost"),
        city("rhodos"),
        expansions="leaders edifice",
        age=3,
        turn=0,
        leaders=("solomon",),
        box="plato midas",
        projects="outpost:0:1+2:built",
    )
    table.play("recruit solomon bank=1")
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from sealed_wonders.core.game import (
    Card,
    Choose,
    Chosen,
    Deal,
    Dealt,
    IllegalMove,
    Look,
    Looked,
    Mixed,
    Move,
    Refusal,
    Seat,
    Shuffle,
    Slot,
)
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.ages import Age, Conflicts
from sealed_wonders.core.wonders.catalog import (
    Catalog,
    catalog,
    everything,
    possible_boards,
    usual_boards,
)
from sealed_wonders.core.wonders.city import (
    found,
    with_building,
    with_buried,
    with_edifice,
    with_leader,
    with_stage,
)
from sealed_wonders.core.wonders.edifice.tasks import AGES, PAWNS
from sealed_wonders.core.wonders.events import Event
from sealed_wonders.core.wonders.leaders.tasks import HAND, RECRUITMENT
from sealed_wonders.core.wonders.model import Building, City, Edifice, Effect, Leader
from sealed_wonders.core.wonders.moment import Moment
from sealed_wonders.core.wonders.play import LastCard, Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import Project, State, Task, settle

FILLER = {1: "theater", 2: "school", 3: "palace"}
"""The card with which hands are filled up, by age."""

UNDER = 900
"""The first slot under the stages that a table begins with."""


def building(name: str) -> Building:
    return everything().buildings_by_id[name]


def leader(name: str) -> Leader:
    return everything().leaders_by_id[name]


def edifice(name: str) -> Edifice:
    return everything().edifices_by_id[name]


def all_effects() -> Iterator[Effect]:
    """Yield every effect in the data."""
    cards = everything()
    for building in cards.buildings:
        yield from building.effects
    for leader in cards.leaders:
        yield from leader.effects
    for edifice in cards.edifices:
        yield from edifice.reward
    for board in cards.boards:
        for side in board.sides.values():
            yield side.start
            for stage in side.stages:
                yield from stage.whole
                for half in stage.halves.values():
                    yield from half


def city(
    board: str,
    coins: int = 3,
    built: str = "",
    stages: int | Sequence[str] = 0,
    tokens: tuple[int, ...] = (),
    leaders: str = "",
    pawns: tuple[int, ...] = (),
    edifices: str = "",
    debts: tuple[int, ...] = (),
    spent: int = 0,
) -> City:
    """
    Found a city and build it up.

    Args:
        board: ``"gizah"`` for the day side, or ``"gizah night"``.
        built: ids of buildings.
        stages: the number of stages, or the half of each (empty if a stage isn't split).
        leaders: ids of recruited leaders: ``"nero"`` in age I, ``"nero:3"`` in age III,
            ``"nero:3:buried"`` if turned face down since.
        pawns: the city's participation pawns.
        edifices: ids of the edifices whose rewards the city has.
        debts: the city's debt tokens.
        spent: the age in which the city used its free building.
    """
    name, _, side = board.partition(" ")
    face = everything().boards_by_id[name]
    done = found(face, face.sides[side or "day"], coins)
    for word in built.split():
        done = with_building(done, building(word))
    halves = [""] * stages if isinstance(stages, int) else stages
    first = UNDER + 10 * everything().boards.index(face)
    for under, half in enumerate(halves, start=first):
        done = with_stage(done, half, under)
    for word in leaders.split():
        who, age, buried = (word + ":" * (2 - word.count(":"))).split(":")
        done = with_leader(done, leader(who), int(age or "1"))
        done = with_buried(done, who) if buried else done
    for word in edifices.split():
        done = with_edifice(done, edifice(word))
    return evolve(done, tokens=tokens, pawns=pawns, debts=debts, spent=spent)


CITY = re.compile(
    r"(?P<board>[a-z_0-9]+(?: night)?)(?: (?P<coins>\d+))?(?: \+(?P<stages>\d))?"
    r"(?P<more>(?: [a-z]+=\S+)*)(?: \((?P<leaders>.+)\))?(?:: (?P<built>.+))?"
)


def cities_of(said: City | str) -> Iterator[City]:
    """
    Yield a city, or the cities in a text.

    ``"babylon night 1 +2 (nero): altar baths"`` has one coin, two stages, a leader and
    two buildings. ``"ur tokens=1+-1 pawns=2 edifices=outpost"`` has what expansions
    add, and ``"carthage stages=left"`` has half of a stage.
    """
    if isinstance(said, City):
        yield said
        return
    for one in said.split(", "):
        found = CITY.fullmatch(one)
        if found is None:
            raise ValueError(f"no city: {one!r}")
        board, coins, stages, more, leaders, built = found.groups("")
        done = city(board, int(coins or 3), built, int(stages or 0), leaders=leaders)
        for word in more.split():
            done = _with(done, *word.split("="))
        yield done


def _with(city: City, key: str, value: str) -> City:
    """Add something to a city; raise `ValueError` for an unknown key."""
    match key:
        case "stages":
            for under, half in enumerate(value.split("+"), UNDER + 200):
                city = with_stage(city, half, under)
            return city
        case "edifices":
            for name in value.split("+"):
                city = with_edifice(city, edifice(name))
            return city
        case "tokens" | "pawns" | "debts":
            return evolve(city, **{key: tuple(map(int, value.split("+")))})
    raise ValueError(f"no city has {key}")


def boards_with(expansions: tuple[str, ...], names: Sequence[str]) -> tuple[str, ...]:
    """
    Return these boards, and the usual boards of the other wonders.

    The result is empty if all of these boards are usual ones.
    """
    usual = [board.id for board in usual_boards(expansions)]
    if set(names) <= set(usual):
        return ()
    boards = possible_boards(expansions)
    named = {board.of for board in boards if board.id in names}
    lying = {*names, *usual} - named
    return tuple(board.id for board in boards if board.id in lying)


def face_number(name: str, expansions: str = "") -> Card:
    """Return the number of the first physical card with this id."""
    cards = catalog(tuple(expansions.split()))
    return cards.numbers(cards.by_id[name])[0]


class Table:
    """
    A table at the beginning of a turn, with all cards known.

    Args:
        turn: the turn, or 0 for the recruitment; hands are already dealt then.
        hands: ids of the cards in each hand; hands are filled up with `FILLER`.
        expansions: names of expansions, with all their leaders.
        leaders: ids of the leaders in the hands; for a recruitment, hands are filled up.
        box: ids of the leaders that weren't dealt, in their order.
        projects: the edifices of some ages, with the pawns left, the participants, and
            whether the edifice was built: ``"outpost"``, ``"outpost:1:0+2"``,
            ``"outpost:0:0+2:built"``. Ages left out have an edifice without participants.

    Attributes:
        state: the state of the game.
        faces: the face of every slot, including those that no longer exist.
    """

    def __init__(
        self,
        *said: City | str,
        age: int = 1,
        turn: int = 1,
        hands: Sequence[str] = (),
        discard: str = "",
        lenient: bool = False,
        expansions: str = "",
        leaders: Sequence[str] = (),
        box: str = "",
        projects: str = "",
    ) -> None:
        cities = [city for one in said for city in cities_of(one)]
        added = tuple(expansions.split())
        self._rules = Wonders(
            len(cities),
            "day",
            added,
            "expert" if "leaders" in added else "standard",
            lenient,
            boards_with(added, [it.board.id for it in cities]),
        )
        self.faces: dict[Slot, Card] = {}
        self._copies: dict[str, int] = {}
        size = 8 - max(1, turn)
        dealt = []
        for _, hand in zip_longest(cities, hands, fillvalue=""):
            words = str(hand).split()
            words += [FILLER[age]] * (size - len(words))
            dealt.append(self._lay(words))
        pile = self._lay(discard.split())
        kept = self._kept(cities, leaders, HAND + 1 - age if turn == 0 else 0, box)
        beside = tuple(
            evolve(it, cards=self._lay([one.id for one in it.buildings]))
            for it in cities
        )
        first, *later = self._turns(age, turn)
        self.state = settle(
            State(
                self._rules,
                first,
                (*later, *map(Age, range(age + 1, 4)), *self._rules.ending()),
                beside,
                tuple(dealt),
                pile,
                leaders=kept,
                box=self._lay(box.split()),
                projects=self._projects(projects),
            )
        )

    def _turns(self, age: int, turn: int) -> list[Task]:
        """Return the remaining tasks of an age."""
        tasks: list[Task] = [LastCard(age)] if turn > 6 else []
        if turn == RECRUITMENT:
            tasks += self._rules.tasks(Moment.AGE_BEGINS, age)
        tasks += [Turn(age, number) for number in range(max(1, turn), 7)]
        tasks += self._rules.tasks(Moment.AGE_ENDS, age)
        return [*tasks, Conflicts(age)]

    def _kept(
        self, cities: Sequence[City], hands: Sequence[str], size: int, box: str
    ) -> tuple[tuple[Slot, ...], ...]:
        """Deal the named leaders to the hands, and fill the hands up with others."""
        if "leaders" not in self._rules.expansions:
            return ()
        named = {*" ".join(hands).split(), *box.split()}
        named |= {one.leader.id for it in cities for one in it.leaders}
        others = [it.id for it in self._cards.leaders if it.id not in named]
        kept = []
        for _, hand in zip_longest(cities, hands, fillvalue=""):
            words = str(hand).split()
            words += [others.pop(0) for _ in range(size - len(words))]
            kept.append(self._lay(words))
        return tuple(kept)

    def _projects(self, said: str) -> tuple[Project, ...]:
        """Return the edifices of the three ages."""
        if "edifice" not in self._rules.expansions:
            return ()
        pawns = PAWNS[self._rules.players]
        found = {}
        for age in AGES:
            card = self._cards.edifice_deck(age)[0]
            found[age] = Project(edifice(self._cards.cards[card].id), pawns)
        for word in said.split():
            name, left, takers, fate = (word + ":" * (3 - word.count(":"))).split(":")
            found[edifice(name).age] = Project(
                edifice(name),
                int(left or pawns),
                tuple(map(int, takers.split("+"))) if takers else (),
                fate,
            )
        return tuple(found[age] for age in AGES)

    @property
    def _cards(self) -> Catalog:
        return self._rules.catalog

    def play(self, *lines: str) -> tuple[Event, ...]:
        """Make a move for every seat that is asked; return the events."""
        news: tuple[Event, ...] = ()
        for seat, line in zip(self.asked, (*lines, *[""] * 7), strict=False):
            news += self.tell(seat, line)
        return news

    def tell(self, seat: Seat, line: str = "") -> tuple[Event, ...]:
        """Make one seat's move, and deal the cards that it draws; return the events."""
        self.state = self.state.tell(self.answer(seat, line))
        news = self.state.news
        while isinstance(self.state.ask, Deal):
            hands = self.state.ask.hands
            dealt = Dealt({seat: self._moved(hand) for seat, hand in hands.items()})
            self.state = self.state.tell(dealt)
            news += self.state.news
        return news

    def deal(self) -> None:
        """Deal without shuffling, until somebody is asked."""
        while isinstance(self.state.ask, Shuffle | Deal):
            match self.state.ask:
                case Shuffle(decks):
                    cards = [
                        (*(self.faces[slot] for slot in deck.slots), *deck.cards)
                        for deck in decks
                    ]
                    self.state = self.state.tell(Mixed(tuple(map(self._fresh, cards))))
                case Deal(hands):
                    dealt = {seat: self._moved(hand) for seat, hand in hands.items()}
                    self.state = self.state.tell(Dealt(dealt))

    def refusal(self, seat: Seat, line: str) -> Refusal | None:
        """Return why a move is refused, or None if it is legal."""
        try:
            self.state.tell(self.answer(seat, line))
        except IllegalMove as illegal:
            return illegal.refusal
        return None

    def answer(self, seat: Seat, line: str = "") -> Chosen | Looked:
        """Return the table's answer for a seat's move, whether it is legal or not."""
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
            if taken is None:
                return Looked(move.text, None, left)
            return Looked(move.text, seen[taken], left, *self._moved([taken]))
        if not seen:
            return Chosen(seat, move.text)
        used = min(seen) if move.slot is None else move.slot
        shown = isinstance(ask, Choose) and ask.offers[seat].shown
        face = seen[used] if shown and self.state.rules.shows(move.text) else None
        (slot,) = self._moved([used])
        others = self._moved([slot for slot in seen if slot != used])
        return Chosen(seat, move.text, face, slot, others)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """The seats that have to choose."""
        match self.state.ask:
            case Choose(offers):
                return tuple(offers)
            case Look(seat):
                return (seat,)
        return ()

    def seen(self, seat: Seat) -> Mapping[Slot, Card]:
        """Return the faces of the slots that a seat may use now."""
        match self.state.ask:
            case Choose(offers):
                slots = offers[seat].hand
            case Look(_, pile):
                slots = pile
            case _:
                slots = ()
        return {slot: self.faces[slot] for slot in slots}

    def moves(self, seat: Seat) -> tuple[str, ...]:
        """Return a seat's legal moves, without the cards that they use."""
        moves = self.state.moves(seat, self.seen(seat))
        return tuple(dict.fromkeys(move.text for move in moves))

    def hand(self, seat: Seat) -> tuple[str, ...]:
        """Return the ids of the cards in a hand, sorted."""
        return self.named(self.state.hands[seat])

    def kept(self, seat: Seat) -> tuple[str, ...]:
        """Return the ids of the leaders in a hand, sorted."""
        return self.named(self.state.leaders[seat])

    def leaders(self, seat: Seat) -> tuple[str, ...]:
        """Return the ids of a city's leaders, in the order of recruitment."""
        return tuple(one.leader.id for one in self.state.cities[seat].leaders)

    def tokens(self, seat: Seat) -> tuple[int, ...]:
        """Return a city's conflict tokens, in the order in which they were taken."""
        return self.state.cities[seat].tokens

    def named(self, slots: Sequence[Slot]) -> tuple[str, ...]:
        """Return the ids of the cards in some slots, sorted."""
        cards = self._cards.cards
        return tuple(sorted(cards[self.faces[slot]].id for slot in slots))

    @property
    def coins(self) -> tuple[int, ...]:
        return tuple(city.coins for city in self.state.cities)

    def built(self, seat: Seat) -> tuple[str, ...]:
        """Return the ids of a city's buildings, in the order of building."""
        return tuple(building.id for building in self.state.cities[seat].buildings)

    def points(self, seat: Seat) -> Mapping[str, int]:
        """Return a seat's row of the score sheet, as if the game ended now."""
        sheet = self.state.score()
        return dict(zip(sheet.categories, sheet.rows[seat], strict=True))

    def _lay(self, names: Sequence[str]) -> tuple[Slot, ...]:
        """Lay cards on new slots, using as many different copies as exist."""
        cards = []
        for name in names:
            copies = self._cards.numbers(self._cards.by_id[name])
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
            if self._cards.cards[card].id == name:
                return slot
        raise LookupError(f"no {name} among {self.named(tuple(seen))}")
