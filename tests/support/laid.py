"""
Texts in which a table is set up, read and typed at, which are played.

    ## The news shows who gets a deflected defeat token
    gizah: leaders=tomyris
    ephesos: built=barracks
    with: expansions=leaders, turn=6
    play
    ann< Your defeat token goes to bob.
    bob< ann's defeat token goes to you.

First come the cities of ann, bob, cleo and dan; cities left out are those of `Game.cities`.
``with:`` has further arguments of the table. The words are those of
`tests/support/wonders.py` or `tests/support/architects.py`; ``|`` separates the values of
several seats. Then:

- ``play build altar | sell``, ``choose take rhodes`` and ``keep wood`` are actions.
- ``ann< words``: they are a line of ann's news; ``ann<! words``: they are in no line.
- ``ann? words``: they are a line of ann's question; ``ann?! words``: they are in no line.
- ``ann> w1 / wonder altar => w1``: each of these lines, when typed, makes this choice, or
  is answered with this line. ``/`` separates several lines; ``?`` means that the line
  isn't understood.
- ``ann= w1: words``: the whole sentence for the choice.
- ``ann* city bob => words / words``: lines that ann reads after this command.
- ``in French``: the rest of the text is in French.

``…`` stands for the rest of a line. Behind ``ann<:``, ``ann?:`` or ``ann* city bob:``, all
lines follow, indented. Lines that begin with ``#`` are remarks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words.architects import cards as architects_cards
from sealed_wonders.client.words.architects import look as architects_look
from sealed_wonders.client.words.scoresheet import so_far
from sealed_wonders.client.words.wonders import cards, look
from sealed_wonders.net.words import NO_BREAK, use
from tests.support import architects, architects_lines, menus, wonders

FOLDER = Path(__file__).parent.parent / "client" / "words" / "laid"

NAMES = architects_lines.NAMES

Looks = Mapping[str, Callable[[Any, str], Sequence[str]]]


class Game(NamedTuple):
    """How tables of a game are set up and read."""

    cities: Sequence[str]
    city: Callable[..., Any]
    table: Callable[..., Any]
    told: Callable[[Any, int], list[str]]
    menu: Callable[[Any, int], Menu]
    typed: Callable[[Menu, str], list[str]]
    sight: Callable[[Any, int], Any]
    looks: Looks


def _typed(menu: Any, line: str) -> list[str]:
    found = menu.find(line)
    if found is None:
        return ["?"]
    return [found.use.move.text] if found.use else list(found.lines)


GAMES = {
    "wonders": Game(
        ("gizah", "ephesos", "rhodos"),
        wonders.city,
        wonders.Table,
        menus.news_lines,
        menus.menu_of,
        menus.lines,
        lambda table, seat: Sight(
            NAMES[: len(table.state.cities)], seat, table.state, table.faces
        ),
        {
            "city": lambda sight, name: [*look.city(sight, NAMES.index(name))],
            "leaders": lambda sight, _: [*look.leaders(sight)],
            "edifices": lambda sight, _: [*look.edifices(sight)],
            "card": lambda sight, name: [*cards.lines(sight, name)],
        },
    ),
    "architects": Game(
        ("rhodes", "giza", "babylon"),
        architects.city,
        architects.Table,
        architects_lines.news_lines,
        lambda table, _: architects_lines.choices(table),
        _typed,
        architects_lines.sight,
        {
            "city": lambda sight, name: [
                *architects_look.city(sight, NAMES.index(name))
            ],
            "piles": lambda sight, _: [*architects_look.piles(sight)],
            "tokens": lambda sight, _: [*architects_look.tokens(sight)],
            "discard": lambda sight, _: [architects_look.discard(sight)],
            "points": lambda sight, _: [*so_far(sight)],
            "card": lambda sight, name: [*architects_cards.lines(sight, name)],
        },
    ),
}


class Story(NamedTuple):
    """A text, and where it is from."""

    game: str
    title: str
    lines: tuple[tuple[int, str], ...]


def stories() -> Iterator[Story]:
    """Yield all texts; the name of a file begins with that of its game."""
    for path in sorted(FOLDER.glob("*.txt")):
        game = path.stem.partition(",")[0]
        title, lines = "", list[tuple[int, str]]()
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if line.startswith("## "):
                if lines:
                    yield Story(game, title, tuple(lines))
                title, lines = line.removeprefix("## "), []
            elif line and not line.startswith("#"):
                lines.append((number, line))
        yield Story(game, title, tuple(lines))


NUMBER_FIELDS = {
    "coins",
    "stages",
    "spent",
    "victories",
    "age",
    "turn",
    "seat",
    "cat",
    "horns",
}

FIELDS_BY_SEAT = {"hands", "leaders", "piles"}
"""Of a table, with ``|`` between what each seat has."""

CONVERTERS = {"due": str, "pawns": int, "debts": int, "tokens": int}
"""What is several of a kind."""


class LaidTable:
    """The table of a text."""

    def __init__(self, game: str) -> None:
        self._game = GAMES[game]
        self._cities: list[Any] = []
        self._others: dict[str, Any] = {}
        self._table: Any = None

    @property
    def table(self) -> Any:
        if self._table is None:
            rest = self._game.cities[len(self._cities) :]
            if len(self._cities) < 2 or self._game is GAMES["wonders"]:
                self._cities += map(self._game.city, rest)
            self._table = self._game.table(*self._cities, **self._others)
        return self._table

    def play(self, story: Story) -> None:
        """
        Play a text to its end.

        Raises:
            AssertionError: an expectation fails.
        """
        lines = list(story.lines)
        while lines:
            number, line = lines.pop(0)
            block = []
            while lines and lines[0][1].startswith("    "):
                block.append(lines.pop(0)[1].strip())
            try:
                self._play(line, block)
            except AssertionError as problem:
                where = f"{story.title}, line {number}: {line}"
                raise AssertionError(f"{where}\n{problem}") from problem

    def _play(self, line: str, block: Sequence[str]) -> None:
        does, _, words = line.partition(" ")
        if found := re.fullmatch(r"(\w+)([<?>*=])(!?)(:?)", does):
            seat = NAMES.index(found[1])
            self._read(seat, found[2], words, block, is_not=bool(found[3]))
        elif does in ("play", "choose", "keep"):
            getattr(self.table, does)(*filter(None, words.split(" | ")))
        elif line == "in French":
            use("fr")
        elif does == "with:":
            self._others |= self._fields(words, of_city=False)
        else:
            board, _, fields = line.partition(": ")
            self._cities.append(
                self._game.city(board, **self._fields(fields, of_city=True))
            )

    def _fields(self, words: str, *, of_city: bool) -> dict[str, Any]:
        """Parse the properties of a city or a table."""
        found: dict[str, Any] = {}
        for name, value in (it.split("=") for it in words.split(", ") if it):
            found[name] = value
            if name in NUMBER_FIELDS:
                found[name] = int(value)
            elif name in FIELDS_BY_SEAT and not of_city:
                found[name] = tuple(it.strip() for it in value.split("|"))
            elif name == "due" or (
                name in CONVERTERS and of_city and self._game is GAMES["wonders"]
            ):
                found[name] = tuple(map(CONVERTERS[name], value.split()))
        return found

    def _read(
        self, seat: int, sign: str, words: str, block: Sequence[str], *, is_not: bool
    ) -> None:
        if sign == ">":
            typed, _, answer = words.partition(" => ")
            menu = self._game.menu(self.table, seat)
            for line in typed.split(" / "):
                _compare(self._game.typed(menu, line.strip("'")), answer.split(" / "))
            return
        if sign == "=":
            word, _, whole = words.partition(": ")
            uses = self._game.menu(self.table, seat).uses
            assert [whole] == [use.whole for use in uses if use.word == word]
            return
        if sign == "<":
            lines = self._game.told(self.table, seat)
        elif sign == "?":
            menu = self._game.menu(self.table, seat)
            lines = list(menu.lines())
        else:
            looks, _, words = words.removesuffix(":").partition(" => ")
            at, _, name = looks.partition(" ")
            lines = list(self._game.looks[at](self._game.sight(self.table, seat), name))
        if block:
            _compare(lines, block)
            return
        for wanted in words.split(" / "):
            if is_not:
                assert not [line for line in lines if wanted in line], lines
            else:
                assert any(_is(line, wanted) for line in lines), lines


def _is(line: str, wanted: str) -> bool:
    parts = map(re.escape, wanted.split("…"))
    line = line.strip().replace(NO_BREAK, " ")
    return re.fullmatch(".*".join(parts), line) is not None


def _compare(lines: Sequence[str], wanted: Sequence[str]) -> None:
    assert len(lines) == len(wanted), lines
    for line, words in zip(lines, wanted, strict=True):
        assert _is(line, words), line
