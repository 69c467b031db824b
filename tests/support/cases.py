"""
Rules of 7 Wonders as short cases: what lies on a table, what is done, what comes of it.

    W3.2 A symbol sells once a turn to one buyer
        at rhodos 9: foundry, gizah, halikarnassos; age 3; hand arena
        no build arena left=4: MISSING_RESOURCES

A heading names the clauses and what they say. Then come, a line each:

    at CITIES; age 2; turn 6; hand …        a new table: cities as `tests.support.wonders`
                                            reads them, and further words for `Table`; what
                                            several seats have is parted by slashes
    no MOVE: REFUSAL                        the move is refused
    may MOVE, MOVE                          each is offered
    only WORD: MOVE, MOVE                   of moves with that word, these alone are
    play MOVE / MOVE                        the seats asked move, in their order
    tell 2 MOVE                             one seat does
    leave 1 2                               seats leave for good
    free chain                              what made seat 0's last card free, or nothing
    coins 0 6, built altar, stages 1, green 4, tokens 1 1, discard altar, shields 1,
    asked 1, pawns 1, debts -2, rewards outpost, leaders nero, kept plato, box midas
                                            what there is then; cities are seat 0's
    fates built 2 2                         what became of edifices, or the pawns on them
    hands 7 0 7                             how many cards all hold
    over, winners 0                         the game is; who has won if it ends like that

``1 may MOVE`` is about another seat than 0; so it is with all that concern a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.core.game import Gone, Over
from sealed_wonders.core.wonders.events import Event, Played
from tests.support.wonders import Table


class Case(NamedTuple):
    """A case, as it is written."""

    name: str
    lines: tuple[str, ...]


def cases(path: Path) -> Iterator[Case]:
    """Read the cases of a file."""
    for block in path.read_text("utf-8").split("\n\n"):
        name, *lines = block.strip().splitlines()
        yield Case(name, tuple(line.strip() for line in lines))


def check(case: Case, follow: Callable[[str], None]) -> None:
    """Play a case, and compare what comes of it."""
    for line in case.lines:
        try:
            follow(line)
        except (AssertionError, ValueError, LookupError) as problem:
            raise AssertionError(f"{case.name}\n    {line}\n{problem}") from problem


def laid(said: str) -> Table:
    """Lay out a table."""
    cities, *more = said.split("; ")
    words: dict[str, object] = {}
    for one in more:
        key, _, value = one.partition(" ")
        match key:
            case "age" | "turn":
                words[key] = int(value)
            case "hand":
                words["hands"] = (value,)
            case "hands" | "leaders":
                words[key] = tuple(it.strip() for it in value.split("/"))
            case "with":
                words["expansions"] = value
            case "lenient":
                words[key] = True
            case _:
                words[key] = value
    return Table(cities, **words)  # type: ignore[arg-type]


def same(expected: object, found: object) -> None:
    """Compare what is said with what is there."""
    if expected != found:
        raise AssertionError(f"it is {found!r}")


class PlayedCase:
    """A table, and what was done last."""

    def __init__(self) -> None:
        self.table = laid("gizah, rhodos, ephesos")
        self.news: tuple[Event, ...] = ()
        self.does: Mapping[str, Callable[[int, str], None]] = {
            "at": self._at,
            "no": self._no,
            "may": self._may,
            "only": self._only,
            "play": self._play,
            "tell": self._tell,
            "free": self._free,
            "leave": self._leave,
        }

    def follow(self, line: str) -> None:
        """Do what a line says, or see that it is so."""
        number, _, rest = line.partition(" ")
        seat, said = (int(number), rest) if number.isdigit() else (0, line)
        key, _, value = said.partition(" ")
        if key in self.does:
            self.does[key](seat, value)
        else:
            same(value.split(), self._there(seat, key, len(value.split())))

    def _at(self, seat: int, said: str) -> None:
        self.table, self.news = laid(said), ()

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

    def _there(self, seat: int, key: str, count: int) -> list[str]:
        """Give what there is, in words."""
        table = self.table
        city = table.state.cities[seat]
        found: Mapping[str, Callable[[], object]] = {
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
            "leaders": lambda: table.leaders(seat),
            "kept": lambda: table.kept(seat),
            "box": lambda: table.named(table.state.box),
            "asked": lambda: table.asked,
            "winners": lambda: table.state.score().winners,
            "hands": lambda: map(len, table.state.hands),
            "over": lambda: [] if table.state.ask == Over() else ["not"],
        }
        there = found.get(key, lambda: [table.points(seat)[key]])()
        return [str(it) for it in there]  # type: ignore[attr-defined]
