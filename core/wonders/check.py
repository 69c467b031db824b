"""
Checking a record: the game it tells is played again, and what follows is compared.

The engine asks, and each answer is read off the record's next lines; what comes of it
must be what the record says. Cards a record leaves open stay open: the engine plays on
with faces it doesn't know.
"""

from __future__ import annotations

import codecs
import enum
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeVar

from sealed_wonders.core.game import (
    Answer,
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
    Over,
    Refusal,
    Seat,
    Shuffle,
    Slot,
    TurnedUp,
    TurnUp,
)
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import lines, notation, record
from sealed_wonders.core.wonders.ages import DealAge
from sealed_wonders.core.wonders.catalog import Board, Building, catalog
from sealed_wonders.core.wonders.choices import Quotes
from sealed_wonders.core.wonders.copies import Copies, Impossible
from sealed_wonders.core.wonders.events import LeftOver
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.play import FromDiscard, LastCard, Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State, Task

MAX_LINES = 1000
"""Lines of a record; a game of seven has about 170."""


class Flaw(enum.Enum):
    """What is wrong with the first line that doesn't follow."""

    MALFORMED = enum.auto()
    """A record has no such line."""
    OUT_OF_PLACE = enum.auto()
    """Another line is due here."""
    ILLEGAL = enum.auto()
    """The rules refuse it; the `Fault` has the `Refusal`."""
    NO_SUCH_CARD = enum.auto()
    """The card can't be where the line says it was."""
    DIFFERS = enum.auto()
    """The rules come to another result."""
    UNFINISHED = enum.auto()
    """The record ends before the game."""


class Fault(Exception):
    """The first line of a record that doesn't follow from those before it."""

    def __init__(
        self, line: int, flaw: Flaw, detail: str, refusal: Refusal | None = None
    ) -> None:
        super().__init__(f"line {line}: {detail}")
        self.line = line
        """Counted from 1; one more than there are, if the record is unfinished."""
        self.flaw = flaw
        self.detail = detail
        self.refusal = refusal


class Tolerated(NamedTuple):
    """A payment that covers the cost, though another one beats it."""

    line: int
    detail: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What a good record tells."""

    header: lines.Header
    final: lines.Final
    lines: int
    """Not counting empty ones."""
    tolerated: tuple[Tolerated, ...]


def check(raw: Iterable[bytes], lenient: bool = False) -> Checked:
    """
    Replay a record.

    Args:
        raw: its lines; empty ones count, and mean nothing.
        lenient: accept payments that cover a cost though others are better, as people
            at a real table may make them.

    Raises:
        Fault: a line doesn't follow; the first one that doesn't.
    """
    return _Replay(raw, lenient).run()


class _Script:
    """The lines of a record, each read when it is first looked at."""

    def __init__(self, raw: Iterable[bytes]) -> None:
        self._raw = _numbered(raw)
        self._ahead: list[tuple[int, lines.Line]] = []
        self._last = 0
        self.taken = 0

    def look(self, ahead: int = 0) -> lines.Line | None:
        """Give the line that comes after so many others; None at the end."""
        while len(self._ahead) <= ahead:
            found = next(self._raw, None)
            if found is None:
                return None
            self._last, text = found
            try:
                self._ahead.append((self._last, lines.parse(text)))
            except ValueError as problem:
                raise Fault(self._last, Flaw.MALFORMED, str(problem)) from None
        return self._ahead[ahead][1]

    def number(self, ahead: int = 0) -> int:
        """Give the number of a line that was looked at, or of one after the end."""
        return self._ahead[ahead][0] if ahead < len(self._ahead) else self._last + 1

    def take(self) -> None:
        """Go on to the next line."""
        del self._ahead[0]
        self.taken += 1


def _numbered(raw: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(raw, 1):
        if number > MAX_LINES:
            detail = f"more than {MAX_LINES} lines"
            raise Fault(number, Flaw.MALFORMED, detail)
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if line.strip():
            yield number, line


_Kind = TypeVar("_Kind", bound=lines.Line)


class _Replay:
    """One record, replayed."""

    def __init__(self, raw: Iterable[bytes], lenient: bool) -> None:
        self._script = _Script(raw)
        self._lenient = lenient
        self._tolerated: list[Tolerated] = []
        header = self._due(lines.Header, "the header")
        self._seats = header.seats
        self._names = tuple(seating.name for seating in header.seats)
        self._rules = Wonders(len(header.seats))
        # Nothing is drawn by lot in public where sides are chosen.
        self._state = self._rules.begin(lambda label, n: range(n))
        self._copies = Copies(len(header.seats))
        self._dealt: dict[Slot, tuple[int, Seat]] = {}
        """The age and seat each slot was dealt in and to; cards keep their slots."""
        self._faces: dict[Slot, Card] = {}
        """What the record says lies in them."""

    def run(self) -> Checked:
        end = None
        while not isinstance(self._state.ask, Over):
            for answer, nth in self._answers():
                end = self._tell(answer, nth)
        if self._script.look() is not None:
            self._fault(Flaw.OUT_OF_PLACE, "the game is over before this line")
        if not isinstance(end, lines.Final):
            raise TypeError(end)
        tolerated = tuple(self._tolerated)
        return Checked(lines.Header(self._seats), end, self._script.taken, tolerated)

    # What is asked, answered from the record.

    def _answers(self) -> Iterator[tuple[Answer, int]]:
        """Give each answer, and how far ahead the line stands that it was read off."""
        match self._state.ask:
            case Shuffle(decks):
                yield Mixed(tuple(map(_in_order, decks))), 0
            case TurnUp():
                boards = [catalog().boards_by_id[seat.board] for seat in self._seats]
                yield TurnedUp(tuple(map(_number, boards))), 0
            case Deal(hands):
                yield self._deal(hands), 0
            case Look(seat, pile):
                yield self._pick(seat, pile), 0
            case Choose(offers):
                ahead = 0
                for seat, offer in offers.items():
                    if not offer.hand:
                        yield Chosen(seat, f"side {self._seats[seat].side}"), 0
                    elif (use := self._use(seat, ahead)) is None:
                        slot, *rest = offer.hand
                        yield Chosen(seat, "decline", None, slot, tuple(rest)), 0
                    else:
                        yield self._chosen(offer.hand, use, ahead), ahead
                        ahead += 1

    def _deal(self, hands: Mapping[Seat, tuple[Slot, ...]]) -> Dealt:
        age = _task(self._state, DealAge).age
        line = self._due(lines.Hands, f"the hands of age {age}")
        if len(line.hands) != len(hands):
            detail = f"{len(line.hands)} hands for {len(hands)} players"
            self._fault(Flaw.MALFORMED, detail)
        try:
            self._copies.deal(age, line.hands)
        except Impossible as problem:
            self._fault(Flaw.NO_SUCH_CARD, str(problem))
        for (seat, slots), ids in zip(hands.items(), line.hands, strict=True):
            self._dealt |= dict.fromkeys(slots, (age, seat))
            self._faces |= zip(slots, map(_card, ids or ()), strict=False)
        return Dealt(hands)

    def _use(self, seat: Seat, ahead: int) -> lines.Use | None:
        """Give the line of a seat's play; None if it declines to play."""
        task = self._state.task
        if not isinstance(task, Turn | LastCard):
            raise TypeError(task)
        title = f"the play of seat {seat} in age {task.age}, turn {task.turn}"
        line = self._script.look(ahead)
        if isinstance(task, LastCard) and line and lines.title(line) != title:
            return None
        return self._due(lines.Use, title, ahead)

    def _chosen(self, hand: tuple[Slot, ...], use: lines.Use, ahead: int) -> Chosen:
        # Which of the slots it was makes no difference: what is known of a hand is
        # known of all of it.
        slot, *rest = hand
        self._name(slot, use.card, ahead)
        play = notation.Play(use.use, "", use.half, use.paid)
        face = None
        if use.use == "build" and use.card is not None:
            play = play._replace(name=use.card)
            face = self._faces[slot]
            self._check_free(use, ahead)
        elif use.use == "sell":
            self._copies.discard(*self._dealt[slot], use.card)
        return Chosen(use.seat, notation.text(play), face, slot, tuple(rest))

    def _check_free(self, use: lines.Use, ahead: int) -> None:
        """
        Check what made a building free.

        The engine tells when all have played; but then a later line might already have
        been named as the first that is wrong.
        """
        quotes = Quotes(self._state.around(use.seat), use.turn)
        quote = quotes.building(catalog().buildings_by_id[str(use.card)])
        free = quote.free if use.paid == NOTHING else None
        if quote.refusal is None and use.free != free:
            self._fault(Flaw.DIFFERS, _differ(".free", use.free, free), ahead)

    def _pick(self, seat: Seat, pile: tuple[Slot, ...]) -> Looked:
        task = _task(self._state, FromDiscard)
        title = f"the pick of seat {seat} in age {task.age}, turn {task.turn}"
        line = self._due(lines.Pick, title)
        if line.card is None:
            return Looked("decline", None, pile)
        try:
            self._copies.pick(line.card)
        except Impossible as problem:
            self._fault(Flaw.NO_SUCH_CARD, str(problem))
        return Looked(f"pick {line.card}", _card(line.card), pile[1:], pile[0])

    def _name(self, slot: Slot, card: str | None, ahead: int = 0) -> None:
        """Say which card was used from a hand."""
        try:
            self._copies.use(*self._dealt[slot], card)
        except Impossible as problem:
            self._fault(Flaw.NO_SUCH_CARD, str(problem), ahead)
        self._faces.pop(slot, None)
        if card is not None:
            self._faces[slot] = _card(card)

    # What comes of it, compared with the record.

    def _tell(self, answer: Answer, ahead: int) -> lines.Line | None:
        """Tell the engine an answer; give the last line that came of it."""
        try:
            self._state = self._state.tell(answer)
        except IllegalMove as illegal:
            self._state = self._tolerate(answer, illegal, ahead)
        line = None
        for event in self._state.news:
            if isinstance(event, LeftOver):
                self._leave(event)
            line = record.line(event, self._names, self._faces.get)
            given = self._due(type(line), lines.title(line))
            if given != line:
                ours, theirs = lines.to_json(line), lines.to_json(given)
                self._fault(Flaw.DIFFERS, _difference("", theirs, ours))
            self._script.take()
        return line

    def _tolerate(self, answer: Answer, illegal: IllegalMove, ahead: int) -> State:
        """Accept a payment that isn't the best, if that was wished for."""
        if illegal.refusal is not Refusal.NOT_CHEAPEST or not self._lenient:
            self._fault(Flaw.ILLEGAL, illegal.detail, ahead, illegal.refusal)
        line = self._script.number(ahead)
        self._tolerated.append(Tolerated(line, illegal.detail))
        lenient = evolve(self._rules, lenient=True)
        state = evolve(self._state, rules=lenient).tell(answer)
        return evolve(state, rules=self._rules)

    def _leave(self, left: LeftOver) -> None:
        """Name a leftover, which the record tells only after the engine did."""
        title = f"the leftover of seat {left.seat} in age {left.age}, turn {left.turn}"
        line = self._due(lines.Discard, title)
        self._name(left.slot, line.card)
        self._copies.discard(*self._dealt[left.slot], line.card)

    def _due(self, kind: type[_Kind], title: str, ahead: int = 0) -> _Kind:
        """Give the line that stands for something, which is due now."""
        line = self._script.look(ahead)
        if line is None:
            detail = f"unfinished: the record ends before {title}"
            self._fault(Flaw.UNFINISHED, detail, ahead)
        if not isinstance(line, kind) or lines.title(line) != title:
            detail = f"{title} is due here, not {lines.title(line)}"
            self._fault(Flaw.OUT_OF_PLACE, detail, ahead)
        return line

    def _fault(
        self, flaw: Flaw, detail: str, ahead: int = 0, refusal: Refusal | None = None
    ) -> NoReturn:
        raise Fault(self._script.number(ahead), flaw, detail, refusal)


_Task = TypeVar("_Task", bound=Task)


def _task(state: State, kind: type[_Task]) -> _Task:
    """Give the task at hand, where it can't be of another kind."""
    if not isinstance(state.task, kind):
        raise TypeError(state.task)
    return state.task


def _in_order(deck: Deck) -> tuple[Slot, ...]:
    """Deal a deck's cards under new slots; it doesn't matter in which order."""
    first = 1000 * int(deck.name[-1]) if deck.name[-1].isdigit() else 0
    return tuple(range(first, first + len(deck.slots) + len(deck.cards)))


def _number(face: Board | Building) -> Card:
    return catalog().numbers(face)[0]


def _card(name: str) -> Card:
    """Give a physical card; the rules don't mind which of its copies."""
    return _number(catalog().buildings_by_id[name])


def _difference(path: str, given: object, ours: object) -> str:
    """Say where two JSON values differ first."""
    match given, ours:
        case dict(), dict():
            steps = [(f"{path}.{key}", given.get(key), ours[key]) for key in ours]
        case list(), list() if len(given) == len(ours):
            pairs = zip(given, ours, strict=True)
            steps = [(f"{path}[{i}]", *pair) for i, pair in enumerate(pairs)]
        case _:
            return _differ(path, given, ours)
    return next(_difference(*step) for step in steps if step[1] != step[2])


def _differ(path: str, given: object, ours: object) -> str:
    return (
        f"{path.removeprefix('.')} is {json.dumps(given)} in the record, "
        f"and {json.dumps(ours)} by the rules"
    )
