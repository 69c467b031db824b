"""
Whole games of Architects as text: played once, read by people, replayed line by line.

    game architects players=3 seed=architects-3/0
      0 founds giza
      …
    turn 4, 0 giza  has wood+stone  stages 1  tokens decor  shields 0
      left stone/24  right coin/23  central 58  open culture+tactics+politics  horns 1
      moves take central, take giza, take rhodes
      0> take giza
      0 takes stone of giza
      0 builds stage 2 for stone+stone

Lines with ``>`` are choices; all other lines follow from the rules. The number of cards in
a pile follows its top card. A game with ``turns=40`` in its first line is shown up to the
end of that turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sealed_wonders.core.architects.events import (
    Built,
    Event,
    FinalSheet,
    Fought,
    Founded,
    Opened,
    Peeked,
    Remixed,
    Revealed,
    Searched,
    SeatsLeft,
    Studied,
    Taken,
    TokenTaken,
    TurnEnded,
    WonderTaken,
)
from sealed_wonders.core.architects.state import Pile
from sealed_wonders.core.draws import LOT
from sealed_wonders.core.game import Card, Seat, Sheet
from tests.support.architects import (
    Leavers,
    MoveChooser,
    Table,
    asked,
    cards_of,
    follow,
)

PREFIX = "architects-"
"""What the names of these playthroughs begin with."""


class Header(NamedTuple):
    """The settings of a game: the first line of its playthrough."""

    players: int
    seed: str
    leaving: Leavers
    draw: str = LOT
    turns: int | None = None
    """How many are told; None: all of them."""

    def __str__(self) -> str:
        gone = [
            f"{when}:{seat}" for when, seats in self.leaving.items() for seat in seats
        ]
        leaving = f" leaving={','.join(gone)}" if gone else ""
        draw = f" draw={self.draw}" if self.draw != LOT else ""
        turns = f" turns={self.turns}" if self.turns else ""
        options = f"{leaving}{draw}{turns}"
        return f"game architects players={self.players} seed={self.seed}{options}"


def read_header(line: str) -> Header:
    """Parse the first line of a playthrough."""
    values = dict(word.split("=") for word in line.split()[2:])
    leaving: dict[int, tuple[Seat, ...]] = {}
    for gone in filter(None, values.get("leaving", "").split(",")):
        when, seat = map(int, gone.split(":"))
        leaving[when] = (*leaving.get(when, ()), seat)
    draw = values.get("draw", LOT)
    turns = int(values["turns"]) if "turns" in values else None
    return Header(int(values["players"]), values["seed"], leaving, draw, turns)


class PlaythroughRun:
    """
    A game that is played and written down.

    Attributes:
        events: all events so far.
    """

    def __init__(self, header: Header, choosing: MoveChooser) -> None:
        self.events: list[Event] = []
        self._header = header
        self._choosing = choosing
        self._lines: list[str] = []
        self._turn = 0

    def lines(self) -> Iterator[str]:
        """Play, and yield the lines of the playthrough."""
        yield str(self._header)
        header = self._header
        for table in follow(
            header.players, header.seed, self._choose, header.leaving, header.draw
        ):
            self.events += table.news
            for event in table.news:
                self._lines += [f"  {line}" for line in self._told(table, event)]
            yield from self._lines
            self._lines.clear()
            if any(
                isinstance(it, TurnEnded) and it.turn == header.turns
                for it in table.news
            ):
                return

    def _choose(self, table: Table) -> str:
        """Write down a question and its answer."""
        seat = asked(table.state)
        self._begin(table)
        self._lines.append(f"  moves {', '.join(table.moves())}")
        text = self._choosing(table)
        self._lines.append(f"  {seat}> {text}")
        return text

    def _begin(self, table: Table) -> None:
        """Write down, once a turn, the city and piles of the seat whose turn it is."""
        state = table.state
        if state.turn == self._turn:
            return
        self._turn, seat, one = state.turn, state.seat, state.city
        parts = [f"has {_joined(cards_of(one)) or 'nothing'}"]
        parts += [f"stages {_row(one.built)}"] if one.built else []
        parts += [f"tokens {_joined(table.ids(one.tokens))}"] if one.tokens else []
        parts += [f"shields {one.shields}"]
        parts += [f"victories {one.victories}"] if one.victories else []
        parts += ["the cat"] if state.cat == seat else []
        lies = [f"left {_pile(table, state.left(seat))}"]
        lies += [f"right {_pile(table, state.right(seat))}"]
        lies += [f"central {len(state.central.cards)}"]
        lies += [f"open {_joined(table.ids(state.open)) or 'none'}"]
        lies += [f"horns {state.horns}"] if state.horns else []
        self._lines += [
            f"turn {state.turn}, {seat} {one.wonder.id}  {'  '.join(parts)}",
            f"  {'  '.join(lies)}",
        ]

    def _told(self, table: Table, event: Event) -> Iterator[str]:
        match event:
            case Founded(wonders, first):
                yield from (
                    f"{at} founds {wonder}" for at, wonder in enumerate(wonders)
                )
                yield f"{first} begins"
            case Revealed(pile, card):
                yield f"{_ids(table, [card])} is on top of {pile}"
            case Opened(token):
                yield f"{_ids(table, [token])} lies open"
            case Remixed(pile):
                yield f"{pile} is mixed again"
            case Fought(_, gained, shields):
                yield f"battle: shields {_row(shields)}, tokens {_row(gained)}"
            case TurnEnded():
                return  # the next one begins
            case SeatsLeft(seats):
                yield f"{_row(seats)} left"
            case FinalSheet(sheet):
                yield "the end"
                yield from _sheet(sheet)
                yield f"won by {_row(sheet.winners)}"
            case _:
                yield f"{event.seat} {_done(table, event)}"


def _done(table: Table, event: Event) -> str:
    """Return what a seat did."""
    match event:
        case WonderTaken(_, wonder):
            return f"chooses {wonder}"
        case Peeked():
            top = table.faces[table.state.central.slots[0]]
            return f"is shown {_ids(table, [top])} by the cat"
        case Taken(_, _, pile, card, by, cat, horns):
            allowed = f", by {by}" if by else ""
            blown = f", {horns} turned to battle" if horns else ""
            meows = ", and the cat" if cat else ""
            return f"takes {_ids(table, [card])} of {pile}{allowed}{meows}{blown}"
        case Built(_, _, stage, cards, by):
            tokens = f", by {'+'.join(by)}" if by else ""
            return f"builds stage {stage} for {_ids(table, cards)}{tokens}"
        case Studied(_, _, cards):
            return f"turns in {_ids(table, cards)}"
        case TokenTaken(_, _, token, unseen):
            return f"gets {_ids(table, [token])}{', unseen' if unseen else ''}"
        case Searched(_, _, pile, top, slots):
            looked = [top, *(table.faces[slot] for slot in slots)]
            return f"looks through {_ids(table, looked)} of {pile}"
    raise TypeError(event)


def _ids(table: Table, cards: Sequence[Card]) -> str:
    return _joined(table.ids(cards))


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _joined(names: str) -> str:
    return names.replace(" ", "+")


def _pile(table: Table, pile: Pile) -> str:
    if pile.top is None:
        return "none"
    return f"{table.ids([pile.top])}/{len(pile.cards)}"


def _sheet(sheet: Sheet) -> Iterator[str]:
    for name, *points in zip(sheet.categories, *sheet.rows, strict=True):
        yield f"{name:10}" + "".join(f"{number:4}" for number in points)


def replay(text: str) -> tuple[str, Sequence[Event]]:
    """
    Play a game again with its recorded choices; return its text and its events.

    Raises:
        LookupError: a recorded choice is illegal or missing, or choices are left over.
    """
    first, *lines = text.splitlines()
    chosen = deque(line.strip() for line in lines if "> " in line)

    def choose(table: Table) -> str:
        line = chosen.popleft() if chosen else "nothing more"
        seat = asked(table.state)
        for move in table.moves():
            if line == f"{seat}> {move}":
                return move
        raise LookupError(f"{line!r} is no move of seat {seat} now")

    run = PlaythroughRun(read_header(first), choose)
    told = "".join(f"{line}\n" for line in run.lines())
    if chosen:
        raise LookupError(f"the game is over before {chosen[0]!r}")
    return told, run.events
