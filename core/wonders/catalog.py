"""
The catalogue: every board, building, leader, edifice and physical card, from data.

There is one catalogue for each combination of expansions and boards, since physical
cards are numbered within a game's own list. The catalogues share their records.

Logs contain these numbers, so the order of the data files can't change
(docs/PROTOCOL.md, Cards; held by tests/test_protocol_page.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import Any

from sealed_wonders.core.facts import without
from sealed_wonders.core.game import Card
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.core.wonders.goods import pack
from sealed_wonders.core.wonders.kinds import effect
from sealed_wonders.core.wonders.model import (
    BASE,
    Board,
    Building,
    Edifice,
    Effect,
    Face,
    Leader,
    Penalty,
    Side,
    Stage,
)
from sealed_wonders.core.wonders.options import EXPANSIONS, LEADER_SETS, PLAYERS
from sealed_wonders.core.wonders.works import Colour

VERSION = "2"
"""
The ruleset's version. Change it whenever the same moves could have another result.
"""

FIRST = "first"
"""The name of the box with the first edition's boards."""


@dataclass(frozen=True, eq=False)
class Catalog:
    """All cards and boards of a game with these expansions."""

    boards: tuple[Board, ...]
    edifices: tuple[Edifice, ...]
    buildings: tuple[Building, ...]
    leaders: tuple[Leader, ...]
    facts: object
    """The data without names: what two tables must agree on."""

    @cached_property
    def cards(self) -> tuple[Face, ...]:
        """Every physical card by number: boards, edifices, ages, guilds, leaders."""
        physical: list[Face] = [*self.boards, *self.edifices]
        for building in self.buildings:
            physical += [building] * max(1, len(building.copies))
        return (*physical, *self.leaders)

    @cached_property
    def buildings_by_id(self) -> Mapping[str, Building]:
        return {building.id: building for building in self.buildings}

    @cached_property
    def boards_by_id(self) -> Mapping[str, Board]:
        return {board.id: board for board in self.boards}

    @cached_property
    def leaders_by_id(self) -> Mapping[str, Leader]:
        return {leader.id: leader for leader in self.leaders}

    @cached_property
    def edifices_by_id(self) -> Mapping[str, Edifice]:
        return {edifice.id: edifice for edifice in self.edifices}

    @cached_property
    def by_id(self) -> Mapping[str, Face]:
        """Every card of any kind by its id."""
        return {face.id: face for face in self.cards}

    def face(self, card: Card | None) -> Face | None:
        """Return the face of a physical card; None if the number doesn't exist."""
        if card is not None and 0 <= card < len(self.cards):
            return self.cards[card]
        return None

    def building(self, card: Card | None) -> Building | None:
        """Return the building on a physical card; None if it is something else."""
        face = self.face(card)
        return face if isinstance(face, Building) else None

    def leader(self, card: Card | None) -> Leader | None:
        """Return the leader on a physical card; None if it is something else."""
        face = self.face(card)
        return face if isinstance(face, Leader) else None

    def numbers(self, face: Face) -> tuple[Card, ...]:
        """Return the numbers of all copies of a card, ascending."""
        return self._numbers[face]

    @cached_property
    def _numbers(self) -> Mapping[Face, tuple[Card, ...]]:
        numbers: dict[Face, tuple[Card, ...]] = {}
        for number, face in enumerate(self.cards):
            numbers[face] = (*numbers.get(face, ()), number)
        return numbers

    def age_deck(self, age: int, players: int) -> tuple[Card, ...]:
        """Return the cards of an age for this many players, without guilds (W1.1)."""
        return self._age_decks[age, players]

    @cached_property
    def _age_decks(self) -> Mapping[tuple[int, int], tuple[Card, ...]]:
        """By age and number of players."""
        return {
            (age, players): tuple(
                number
                for building in self.buildings
                if building.age == age and building.copies
                for number, printed in zip(
                    self.numbers(building), building.copies, strict=True
                )
                if printed <= players
            )
            for age in (1, 2, 3)
            for players in PLAYERS
        }

    @cached_property
    def guilds(self) -> tuple[Card, ...]:
        """All guilds; some of them are added to age III (W1.2)."""
        return tuple(
            number
            for building in self.buildings
            if building.colour is Colour.PURPLE
            for number in self.numbers(building)
        )

    @cached_property
    def board_cards(self) -> tuple[Card, ...]:
        """The numbers of the boards."""
        return tuple(range(len(self.boards)))

    def edifice_deck(self, age: int) -> tuple[Card, ...]:
        """Return the edifices of an age (E1.1)."""
        return tuple(
            number
            for edifice in self.edifices
            if edifice.age == age
            for number in self.numbers(edifice)
        )

    def leader_deck(self, choice: str) -> tuple[Card, ...]:
        """Return the leaders in one of `LEADER_SETS`."""
        return tuple(
            number
            for leader in self.leaders
            if leader.set in LEADER_SETS[choice]
            for number in self.numbers(leader)
        )


def _cost(record: Mapping[str, int]) -> tuple[int, int]:
    goods = {good: n for good, n in record.items() if good != "coins"}
    return pack(goods), record.get("coins", 0)


def _effects(records: Sequence[Mapping[str, object]]) -> tuple[Effect, ...]:
    return tuple(effect(record) for record in records)


def _building(record: Mapping[str, Any]) -> Building:
    goods, bank = _cost(record.get("cost", {}))
    return Building(
        id=record["id"],
        names=record["name"],
        building=record.get("building", record["id"]),
        age=record["age"],
        colour=Colour[record["colour"].upper()],
        goods=goods,
        bank=bank,
        copies=tuple(record.get("copies", ())),
        effects=_effects(record["effects"]),
        chain=frozenset(record.get("chain", ())),
        free_with=record.get("free_with"),
    )


def _stage(record: Mapping[str, Any]) -> Stage:
    goods, bank = _cost(record["cost"])
    halves = [_effects(half) for half in record.get("halves", ())]
    return Stage(
        goods=goods,
        bank=bank,
        whole=_effects(record.get("effects", ())),
        halves=dict(zip(("left", "right"), halves, strict=True)) if halves else {},
    )


def _side(name: str, record: Mapping[str, Any], label: str) -> Side:
    stages = tuple(_stage(stage) for stage in record["stages"])
    return Side(name, effect(record["start"]), stages, label)


def _board(record: Mapping[str, Any]) -> Board:
    labels = record.get("sides", {})
    sides = {
        name: _side(name, record[name], labels.get(name, ""))
        for name in ("day", "night")
    }
    needs = record.get("needs")
    box = record.get("box", needs or BASE)
    of = record.get("of", "")
    return Board(record["id"], record["name"], sides, needs, box, of)


def _leader(record: Mapping[str, Any]) -> Leader:
    kind = record.get("set", "standard")
    return Leader(
        id=record["id"],
        names=record["name"],
        set=kind,
        cost=None if record["cost"] == "age" else record["cost"],
        effects=() if kind == "cities" else _effects(record["effects"]),
    )


def _edifice(record: Mapping[str, Any]) -> Edifice:
    penalty = dict(record["penalty"])
    if "colour" in penalty:
        penalty["colour"] = Colour[penalty["colour"].upper()]
    return Edifice(
        id=record["id"],
        names=record["name"],
        age=record["age"],
        cost=record["cost"]["coins"],
        reward=_effects(record["reward"]),
        penalty=Penalty(**penalty),
        debt=record["debt"],
    )


@cache
def _records(name: str) -> Sequence[Mapping[str, Any]]:
    """Return the records of a data file, read once per process."""
    folder = resources.files("sealed_wonders.core.wonders") / "data"
    (records,) = tomllib.loads((folder / f"{name}.toml").read_text("utf-8")).values()
    return tuple(records)


@cache
def _boards() -> tuple[Board, ...]:
    return tuple(map(_board, _board_records()))


def _board_records() -> Sequence[Mapping[str, Any]]:
    """Return the records of the boards of both editions."""
    return (*_records("boards"), *_records("first_edition"))


@cache
def _buildings() -> tuple[Building, ...]:
    return tuple(map(_building, _records("cards")))


@cache
def _leaders() -> tuple[Leader, ...]:
    return tuple(map(_leader, _records("leaders")))


@cache
def _edifices() -> tuple[Edifice, ...]:
    return tuple(map(_edifice, _records("edifices")))


def possible_boards(expansions: tuple[str, ...]) -> tuple[Board, ...]:
    """Return all boards that can be played with these expansions."""
    return tuple(it for it in _boards() if it.needs in (None, *expansions))


def usual_boards(expansions: tuple[str, ...]) -> tuple[Board, ...]:
    """Return the boards that are in play by default (W1.6)."""
    boxes = (BASE, *expansions)
    return tuple(it for it in possible_boards(expansions) if it.box in boxes)


def check_playable(names: Collection[str], expansions: tuple[str, ...]) -> None:
    """
    Check that no board needs an expansion that isn't in play (W1.6).

    Raises:
        ValueError: one does; the message is one sentence for a person.
    """
    for board in _boards():
        if board.id in names and board.needs not in (None, *expansions):
            raise ValueError(
                Sentence(
                    "the {board} board needs its expansion: --with {expansion}",
                    board=board.id,
                    expansion=str(board.needs),
                )
            )


def check_wonders(boards: Collection[str]) -> None:
    """
    Check that no two boards are for the same wonder (W8.1).

    Raises:
        ValueError: two are; the message is one sentence for a person.
    """
    for board in _boards():
        if board.id in boards and board.of in boards:
            raise ValueError(
                Sentence(
                    "{board} and {other} are boards of the same wonder: name only "
                    "one of them",
                    board=board.id,
                    other=board.of,
                )
            )


# Bounded, because every table on a host may use a different set of boards.
@lru_cache(maxsize=64)
def catalog(expansions: tuple[str, ...] = (), boards: tuple[str, ...] = ()) -> Catalog:
    """
    Return the catalogue for these expansions, which must be in canonical order.

    To look up only ids, not card numbers, use `everything`.

    Args:
        expansions: some of `EXPANSIONS`.
        boards: the ids of the boards in play, in the order of the data; empty for the
            default.
    """
    lying = usual_boards(expansions)
    if boards:
        lying = tuple(it for it in _boards() if it.id in boards)
    records = {
        "boards": _records_of(lying),
        "cards": _records("cards"),
    }
    if "leaders" in expansions:
        records["leaders"] = _records("leaders")
    if "edifice" in expansions:
        records["edifices"] = _records("edifices")
    return Catalog(
        boards=lying,
        edifices=_edifices() if "edifice" in expansions else (),
        buildings=_buildings(),
        leaders=_leaders() if "leaders" in expansions else (),
        facts=without(("name", "title"), records),
    )


def _records_of(boards: Iterable[Board]) -> list[Mapping[str, Any]]:
    """Return the records of these boards, in the order of the data."""
    ids = {it.id for it in boards}
    return [it for it in _board_records() if it["id"] in ids]


@cache
def everything() -> Catalog:
    """Return the catalogue with all expansions and all boards."""
    return catalog(EXPANSIONS, tuple(board.id for board in _boards()))
