"""
Rules as short cases: a table, actions, and their results.

    W3.2 A symbol sells once a turn to one buyer
        at rhodos 9: foundry, gizah, halikarnassos; age 3; hand arena
        no build arena left=4: MISSING_RESOURCES

The heading has the clauses, and what they say. Each line below is one of these:

    at CITIES; age 2; turn 6; hand …        a new table: cities as `tests.support.wonders` or
                                            `tests.support.architects` reads them, and
                                            arguments for `Table`, with slashes between
                                            the values of several seats
    no MOVE: REFUSAL                        the move is refused
    may MOVE, MOVE                          each of these moves is legal

``1 may MOVE`` is about seat 1 instead of 0, as with all lines about a seat. In 7 Wonders:

    only WORD: MOVE, MOVE                   these are all the moves with that word
    play MOVE / MOVE                        the seats that are asked move, in order
    tell 2 MOVE                             seat 2 moves
    leave 1 2                               seats leave for good
    free chain                              what made seat 0's last card free, or nothing
    coins 0 6, built altar, stages 1, green 4, tokens 1 1, discard altar, shields 1,
    asked 1, pawns 1, debts -2, rewards outpost, leaders nero, kept plato, box midas
                                            the state now; cities are seat 0's
    fates built 2 2                         the fates of edifices, or the pawns on them
    hands 7 0 7, holds altar baths          the sizes of all hands; the cards of one
    thrown well altar                       the discard in its order
    news Played TurnEnded                   the last events
    copied spies_guild                      the guilds that were copied
    scores leaders 8                        the points in a line of the sheet
    over, winners 0                         the game is over; who wins if it ends now

And in Architects:

    moves MOVE, MOVE                        these are all the legal moves
    play MOVE / MOVE                        the seats that are asked choose, in order
    keep wood                               keep a card that is looked through
    leave 1 2, lose 1 2                     seats leave for good; face-down cards can
                                            still be opened, or not
    built 1 2, paid economy, taken giza, remixed giza, searched giza, fought 1 0,
    peeked 0                                the last events, in order
    cards wood, stages 1, tokens decor, shields 2, wonder 4
                                            what the seat has
    turn 2, seat 1, due urbanism, horns 1, cat 0, saw 0, open decor, over, winners 0
                                            the state now; ``none`` stands for nobody
    pile giza wood                          the cards of a pile, from the top
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.core.architects.events import (
    Built,
    Fought,
    Peeked,
    Remixed,
    Searched,
    Taken,
)
from sealed_wonders.core.game import Gone, IllegalMove, Over
from sealed_wonders.core.wonders.events import Event, GuildCopied, Played
from tests.support import architects, wonders


class Case(NamedTuple):
    """A case, as written in a file."""

    name: str
    lines: tuple[str, ...]


def cases(path: Path) -> Iterator[Case]:
    """Yield the cases of a file."""
    for block in path.read_text("utf-8").split("\n\n"):
        name, *lines = block.strip().splitlines()
        yield Case(name, tuple(line.strip() for line in lines))


def check(case: Case, follow: Callable[[str], None]) -> None:
    """Play a case; raise `AssertionError` with its name and line if it fails."""
    for line in case.lines:
        try:
            follow(line)
        except (AssertionError, ValueError, LookupError) as problem:
            raise AssertionError(f"{case.name}\n    {line}\n{problem}") from problem


def same(expected: object, found: object) -> None:
    """Raise `AssertionError` if two values differ."""
    if expected != found:
        raise AssertionError(f"it is {found!r}")


def _parted(value: str) -> tuple[str, ...]:
    return tuple(it.strip() for it in value.split("/"))


class PlayedCase(ABC):
    """A table, and the events of the last action."""

    words: Mapping[str, tuple[str, Callable[[str], object]]]
    """Words of ``at`` that aren't text: the parameter of the table, and how to read it."""

    does: Mapping[str, Callable[[int, str], None]]
    """What the first word of a line has done; all others are about what is there."""

    def follow(self, line: str) -> None:
        """Perform the action in a line, or check its statement."""
        number, _, rest = line.partition(" ")
        seat, said = (int(number), rest) if number.isdigit() else (0, line)
        key, _, value = said.partition(" ")
        if key == "at":
            cities, *more = value.split("; ")
            self.lay(cities, **dict(map(self._word, more)))
        elif key in self.does:
            self.does[key](seat, value)
        else:
            found = self.there(seat, key, len(value.split()))
            same(value.split(), [str(it) for it in found])

    def _word(self, said: str) -> tuple[str, Any]:
        key, _, value = said.partition(" ")
        name, read = self.words.get(key, (key, str))
        return name, read(value)

    @abstractmethod
    def lay(self, cities: str, **words: Any) -> None:
        """Set up a table."""

    @abstractmethod
    def there(self, seat: int, key: str, count: int) -> Iterable[object]:
        """Return what is there, or what happened."""


class WondersCase(PlayedCase):
    """A case of 7 Wonders."""

    words: Mapping[str, tuple[str, Callable[[str], object]]] = {
        "age": ("age", int),
        "turn": ("turn", int),
        "hand": ("hands", lambda value: (value,)),
        "hands": ("hands", _parted),
        "leaders": ("leaders", _parted),
        "with": ("expansions", str),
        "lenient": ("lenient", lambda _: True),
    }

    def __init__(self) -> None:
        self.lay("gizah, rhodos, ephesos")
        self.does = {
            "no": self._no,
            "may": self._may,
            "only": self._only,
            "play": self._play,
            "tell": self._tell,
            "free": self._free,
            "leave": self._leave,
            "scores": self._scores,
        }

    def lay(self, cities: str, **words: Any) -> None:
        self.table = wonders.Table(cities, **words)
        self.news: tuple[Event, ...] = ()

    def _no(self, seat: int, said: str) -> None:
        move, _, why = said.rpartition(": ")
        refusal = self.table.refusal(seat, move)
        same(why, refusal.name if refusal else None)

    def _may(self, seat: int, said: str) -> None:
        for move in said.split(", "):
            same(None, self.table.refusal(seat, move))

    def _only(self, seat: int, said: str) -> None:
        word, _, moves = said.partition(":")
        offered = [move for move in self.table.moves(seat) if word in move.split()]
        same([it.strip() for it in moves.split(",") if it.strip()], offered)

    def _play(self, seat: int, said: str) -> None:
        self.news = self.table.play(*(it.strip() for it in said.split("/")))

    def _tell(self, seat: int, said: str) -> None:
        who, _, move = said.partition(" ")
        self.news = self.table.tell(int(who), move)

    def _leave(self, seat: int, said: str) -> None:
        gone = tuple(map(int, said.split()))
        self.table.state = self.table.state.tell(Gone(gone))
        self.news = self.table.state.news

    def _free(self, seat: int, said: str) -> None:
        (free,) = [
            it.free for it in self.news if isinstance(it, Played) and it.seat == seat
        ]
        same(said, free or "nothing")

    def _scores(self, seat: int, said: str) -> None:
        line, _, points = said.partition(" ")
        same(points, str(self.table.points(seat)[line]))

    def there(self, seat: int, key: str, count: int) -> Iterable[object]:
        table = self.table
        city = table.state.cities[seat]
        found: Mapping[str, Callable[[], Iterable[object]]] = {
            "coins": lambda: table.coins[seat : seat + count],
            "built": lambda: table.built(seat),
            "stages": lambda: [len(city.stages)],
            "shields": lambda: [city.works.shields],
            "tokens": lambda: table.tokens(seat),
            "pawns": lambda: city.pawns,
            "debts": lambda: city.debts,
            "rewards": lambda: [it.id for it in city.edifices],
            "fates": lambda: [it.fate or it.pawns for it in table.state.projects],
            "discard": lambda: table.named(table.state.discard),
            "thrown": lambda: [
                name for slot in table.state.discard for name in table.named([slot])
            ],
            "copied": lambda: [
                it.guild for it in self.news if isinstance(it, GuildCopied)
            ],
            "holds": lambda: table.hand(seat),
            "news": lambda: [type(it).__name__ for it in self.news],
            "leaders": lambda: table.leaders(seat),
            "kept": lambda: table.kept(seat),
            "box": lambda: table.named(table.state.box),
            "asked": lambda: table.asked,
            "winners": lambda: table.state.score().winners,
            "hands": lambda: map(len, table.state.hands),
            "over": lambda: [] if table.state.ask == Over() else ["not"],
        }
        return found.get(key, lambda: [table.points(seat)[key]])()


class ArchitectsCase(PlayedCase):
    """A case of Architects."""

    words: Mapping[str, tuple[str, Callable[[str], object]]] = {
        **{word: (word, int) for word in ("horns", "turn", "seat", "cat")},
        "piles": ("piles", _parted),
        "due": ("due", lambda value: tuple(value.split())),
        **{
            word: (word, lambda value: tuple(map(int, value.split())))
            for word in ("gone", "saw")
        },
    }

    def __init__(self) -> None:
        self.lay("giza, rhodes")
        self.does = {
            "no": self._no,
            "may": self._may,
            "moves": self._moves,
            "play": self._play,
            "keep": self._keep,
            "pile": self._pile,
            "leave": partial(self._leave, False),
            "lose": partial(self._leave, True),
        }

    def lay(self, cities: str, **words: Any) -> None:
        self.table = architects.Table(cities, **words)

    def _no(self, seat: int, said: str) -> None:
        move, _, why = said.rpartition(": ")
        try:
            architects.choose(self.table.state, move)
        except IllegalMove as refused:
            same(why, refused.refusal.name)
        else:
            raise AssertionError("it is no wrong move")

    def _may(self, seat: int, said: str) -> None:
        for move in said.split(", "):
            if move not in self.table.moves():
                raise AssertionError(f"there are {self.table.moves()}")

    def _moves(self, seat: int, said: str) -> None:
        same(said.split(", "), self.table.moves())

    def _play(self, seat: int, said: str) -> None:
        self.table.choose(*said.split(" / "))

    def _leave(self, lost: bool, seat: int, said: str) -> None:
        self.table.leave(*map(int, said.split()), lost=lost)

    def _keep(self, seat: int, said: str) -> None:
        self.table.keep(said)

    def _pile(self, seat: int, said: str) -> None:
        name, _, cards = said.partition(" ")
        same(cards, self.table.pile(name))

    def there(self, seat: int, key: str, count: int) -> Iterable[object]:
        events = self.table.happened
        match key:
            case "built":
                return [it.stage for it in events(Built)]
            case "paid":
                return [name for it in events(Built) for name in it.by]
            case "taken":
                return [it.pile for it in events(Taken)]
            case "remixed":
                return [it.pile for it in events(Remixed)]
            case "searched":
                return [it.pile for it in events(Searched)]
            case "peeked":
                return [it.seat for it in events(Peeked)]
            case "fought":
                return [n for it in events(Fought) for n in it.tokens]
        return self._stands(seat, key)

    def _stands(self, seat: int, key: str) -> Iterable[object]:
        table, state = self.table, self.table.state
        city = state.cities[seat]
        sheet = state.score()
        found: Mapping[str, Callable[[], Iterable[object]]] = {
            "cards": lambda: table.cards(seat).split(),
            "stages": lambda: city.built,
            "tokens": lambda: table.ids(city.tokens).split(),
            "shields": lambda: [city.shields],
            "victories": lambda: [city.victories],
            "turn": lambda: [state.turn],
            "seat": lambda: [state.seat],
            "due": lambda: state.due,
            "horns": lambda: [state.horns],
            "saw": lambda: state.saw,
            "cat": lambda: ["none" if state.cat is None else state.cat],
            "open": lambda: table.ids(state.open).split(),
            "over": lambda: [] if state.ask == Over() else ["not"],
            "winners": lambda: sheet.winners,
        }
        if key in found:
            return found[key]()
        return [sheet.rows[seat][sheet.categories.index(key)]]
