"""
Whole games as text: played once, read by people, replayed line by line.

A playthrough begins with the settings of its game. It shows everything public, and the
hands:

    game players=3 sides=choose seed=players-3/0
    age 1 turn 1
      0 rhodos  coins 3  shields 0  cards 0  stages 0  moves 12  hand altar/1 mine …
      0> build altar
      1> sell with stockade
      …
      turn 1 over: coins 3 6 3, shields 0 0 1

``moves`` is the number of the seat's legal moves. Lines with ``>`` are choices, with the
card used if the move doesn't show it; all other lines follow from the rules. With leaders,
a hand's leaders are listed while one of them can be chosen, and a city's leaders follow
``led by``; turn 0 is the recruitment. With edifices, ``pawns`` lists the ages of a city's
pawns. A game with ``turns=9`` in its first line is shown up to the end of that turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.core import game
from sealed_wonders.core.game import (
    Card,
    Choose,
    Look,
    Move,
    Seat,
    Sheet,
    Slot,
    seeded,
)
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.edifice.tasks import Fail
from sealed_wonders.core.wonders.events import (
    BoardTaken,
    Drafted,
    Drawn,
    EdificeEnded,
    Enlisted,
    Event,
    FinalSheet,
    Fought,
    Founded,
    GuildCopied,
    HandsDealt,
    LeadersDealt,
    LeftOver,
    Penalised,
    Picked,
    Played,
    SeatsLeft,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import HAND, Victims
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.typed import read_boards
from sealed_wonders.core.wonders.view import view
from tests.support.games import LeavingDealer, wonders

FOLDER = Path(__file__).parent.parent / "playthroughs"

Leavers = Mapping[int, tuple[Seat, ...]]


class Header(NamedTuple):
    """The settings of a game: the first line of its playthrough."""

    players: int
    sides: str
    seed: str
    leaving: Leavers
    expansions: tuple[str, ...] = ()
    leaders: str = "standard"
    boards: str = "base"
    draw: str = "lot"
    turns: int | None = None
    """How many are told; None: all of them."""

    @property
    def rules(self) -> Wonders:
        return Wonders(
            self.players,
            self.sides,
            self.expansions,
            self.leaders,
            boards=read_boards(self.boards, self.expansions),
            draw=self.draw,
        )

    def __str__(self) -> str:
        gone = [
            f"{when}:{seat}" for when, seats in self.leaving.items() for seat in seats
        ]
        leaving = f" leaving={','.join(gone)}" if gone else ""
        added = f" with={'+'.join(self.expansions)}" if self.expansions else ""
        leaders = f" leaders={self.leaders}" if "leaders" in self.expansions else ""
        boards = f" boards={self.boards}" if self.boards != "base" else ""
        draw = f" draw={self.draw}" if self.draw != "lot" else ""
        turns = f" turns={self.turns}" if self.turns else ""
        options = f"sides={self.sides}{added}{leaders}{boards}{draw}{turns}"
        return f"game players={self.players} {options} seed={self.seed}{leaving}"


def read_header(line: str) -> Header:
    """Parse the first line of a playthrough."""
    values = dict(word.split("=") for word in line.split()[1:])
    leaving: dict[int, tuple[Seat, ...]] = {}
    for gone in filter(None, values.get("leaving", "").split(",")):
        when, seat = map(int, gone.split(":"))
        leaving[when] = (*leaving.get(when, ()), seat)
    return Header(
        int(values["players"]),
        values["sides"],
        values["seed"],
        leaving,
        tuple(filter(None, values.get("with", "").split("+"))),
        values.get("leaders", "standard"),
        values.get("boards", "base"),
        values.get("draw", "lot"),
        int(values["turns"]) if "turns" in values else None,
    )


class PlaythroughRun:
    """
    A game that is played and written down.

    Attributes:
        events: all events so far.
    """

    def __init__(self, header: Header, players: Sequence[Player]) -> None:
        self.events: list[Event] = []
        self._header = header
        self._cards = header.rules.catalog
        self._dealer = LeavingDealer(header.rules, seeded(header.seed))
        self._dealer.after_answer = self._told
        self._players = [self._noting(player) for player in players]
        self._lines: list[str] = []
        self._named: object = None

    def lines(self) -> Iterator[str]:
        """Play, and yield the lines of the playthrough."""
        yield str(self._header)
        for _ in self._dealer.follow(self._players, self._header.leaving):
            yield from self._lines
            self._lines.clear()
            ended = sum(isinstance(event, TurnEnded) for event in self.events)
            if ended == self._header.turns:
                return
        yield from self._lines

    def _noting(self, player: Player) -> Player:
        """Return a player that also writes down its questions and choices."""

        def choose(
            state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]
        ) -> Move:
            self._ask()
            move = player(state, seat, faces)
            used = faces.get(-1 if move.slot is None else move.slot)
            hidden = used is not None and not self._shows(move.text)
            name = f" with {self._cards.cards[used].id}" if hidden and used else ""
            self._lines.append(f"  {seat}> {move.text}{name}")
            return move

        return choose

    def _shows(self, text: str) -> bool:
        return text.startswith(notation.SHOWING)

    def _ask(self) -> None:
        """Write down a question and the state, once for all seats that are asked."""
        state = wonders(self._dealer.state)
        if state.ask is self._named:
            return
        self._named = state.ask
        seats: tuple[Seat, ...] = ()
        match state.ask:
            case Choose(offers):
                seats = tuple(offers)
            case Look(seat):
                seats = (seat,)
        shown = view(state, seats[0], self._dealer.faces)
        moment = f"age {shown.age} turn {shown.turn} " if shown.age else ""
        self._lines.append(
            f"{moment}{shown.step.replace('_', ' ')}".removesuffix(" turn")
        )
        for seat in seats:
            self._lines.append(self._standing(seat))

    def _standing(self, seat: Seat) -> str:
        faces = self._dealer.faces
        state = wonders(self._dealer.state)
        seen = view(state, seat, faces)
        board = seen.boards[seat].id if seat < len(seen.boards) else "no board yet"
        parts = [f"  {seat} {board}"]
        if state.cities:
            city = state.cities[seat]
            parts.append(f"coins {city.coins}")
            parts.append(f"shields {city.works.shields}")
            parts.append(f"cards {len(city.buildings)}")
            parts.append(f"stages {len(city.stages)}")
            if city.leaders:
                parts.append(f"led by {_leaders(city)}")
            if city.pawns:
                parts.append(f"pawns {_row(city.pawns)}")
            if isinstance(state.task, Victims | Fail):
                parts.append(f"tokens {_row(city.tokens)}")
        parts.append(f"moves {len(seen.moves)}")
        for name, held in (
            ("hand", () if seen.pile else seen.hand),
            ("leaders", seen.selection or seen.leaders),
            ("discard", seen.pile),
        ):
            if any(card.moves for card in held):
                slots = [card.slot for card in held]
                parts.append(f"{name} {self._hand(slots)}")
        return "  ".join(parts)

    def _hand(self, slots: Sequence[Slot]) -> str:
        """Return the names of cards, sorted by their numbers, as slots mean nothing."""
        return " ".join(
            map(self._card, sorted(self._dealer.faces[slot] for slot in slots))
        )

    def _card(self, card: Card) -> str:
        """Return the name of a physical card: its id, and its copy if it has one."""
        face = self._cards.cards[card]
        copies = self._cards.numbers(face)
        return face.id if len(copies) == 1 else f"{face.id}/{copies.index(card) + 1}"

    def _told(self) -> None:
        state = wonders(self._dealer.state)
        self.events += state.news
        for event in state.news:
            self._lines += [f"  {line}" for line in self._event(event)]

    def _event(self, event: Event) -> Iterator[str]:
        match event:
            case Founded(boards, sides, edifices):
                yield from (f"{name} is to be built" for name in edifices)
                founded = enumerate(zip(boards, sides, strict=True))
                yield from (
                    f"{at} founds {board} {side}" for at, (board, side) in founded
                )
            case LeadersDealt():
                yield "leaders are dealt"
            case HandsDealt(age):
                yield f"age {age} is dealt"
            case EdificeEnded(age, built, seats):
                edifice = wonders(self._dealer.state).projects[age - 1].edifice
                fate = "is built" if built else "has failed"
                yield f"{edifice.id} {fate}, for {_row(seats) or 'nobody'}"
            case TurnEnded(_, turn, coins, shields):
                yield f"turn {turn} over: coins {_row(coins)}, shields {_row(shields)}"
            case Fought(age, tokens, deflected):
                gained = " ".join(f"{left:+}/{right:+}" for left, right in tokens)
                yield f"conflicts of age {age}, left/right: {gained}"
                yield from (
                    f"{won} gets the defeat of {lost}" for lost, won in deflected
                )
                yield from _sheet(wonders(self._dealer.state).score())
            case SeatsLeft(seats):
                yield f"{_row(seats)} left"
            case FinalSheet(sheet):
                yield "the end"
                yield from _sheet(sheet)
                yield f"won by {_row(sheet.winners)}"
            case _:
                done = self._done(event)
                yield from [f"{event.seat} {done}"] if done else []

    def _done(self, event: Event) -> str:
        """Return what a seat did, if no other line shows it."""
        match event:
            case BoardTaken(_, board):
                return f"takes {board}"
            case Drafted(nth, _, slot):
                return f"keeps {self._hand([slot])} too" if nth == HAND else ""
            case Played(free=free):
                return f"builds it free by {free}" if free else ""
            case Drawn(_, _, _, slots):
                return f"draws {self._hand(slots)}"
            case Enlisted(_, _, _, card):
                return f"recruits {self._name(card, 'nobody')} besides"
            case LeftOver(_, _, _, slot):
                return f"leaves over {self._hand([slot])}"
            case Picked(_, _, _, card, by):
                return f"builds {self._name(card, 'nothing')} from the discard, by {by}"
            case GuildCopied(_, guild):
                return f"copies {guild}"
            case TokenDropped() | Penalised():
                return _lost(event)
        raise TypeError(event)

    def _name(self, card: Card | None, none: str) -> str:
        return none if card is None else self._cards.cards[card].id


def _lost(event: TokenDropped | Penalised) -> str:
    """Return what a seat had to give up."""
    if isinstance(event, TokenDropped):
        return f"drops a token of {event.value}"
    coins = f"{event.coins} coins" if event.coins else ""
    lost = event.card or _row(event.tokens) or coins
    return f"loses {lost}" if lost else "owes it"


def _leaders(city: City) -> str:
    """Return the names of a city's leaders; buried ones in brackets."""
    return "+".join(
        f"({one.leader.id})" if one.buried else one.leader.id for one in city.leaders
    )


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


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
    header = read_header(first)
    cards = header.rules.catalog.cards
    chosen = deque(line.strip() for line in lines if "> " in line)

    def choose(state: game.AnyState, seat: Seat, faces: Mapping[Slot, Card]) -> Move:
        line = chosen.popleft() if chosen else "nothing more"
        for move in state.moves(seat, faces):
            used = faces.get(-1 if move.slot is None else move.slot)
            name = f" with {cards[used].id}" if used is not None else ""
            if line in (f"{seat}> {move.text}", f"{seat}> {move.text}{name}"):
                return move
        raise LookupError(f"{line!r} is no move of seat {seat} now")

    run = PlaythroughRun(header, [choose] * header.players)
    told = "".join(f"{line}\n" for line in run.lines())
    if chosen:
        raise LookupError(f"the game is over before {chosen[0]!r}")
    return told, run.events
