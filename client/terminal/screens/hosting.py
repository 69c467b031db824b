"""
Opening a table of one's own: what is played there, gone through by keys.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.draw import Rows, fit, row
from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import ACTIONS, Entry, Listing
from sealed_wonders.client.terminal.stack import Field, Stack
from sealed_wonders.client.words import _, marked, n_
from sealed_wonders.core import games

ANY = "any"
"""Stands for as many players as are ready."""

OPEN = "open"
"""The entry that opens the table."""

BOARDS = ("base", "all", "first")
"""Words for boards; others are typed."""

TIMES = (0, 20, 30, 45, 60, 90, 120, 180, 300)
"""Seconds for a choice; 0 is as long as it takes."""


GONE_AFTER = (30, 60, 90, 120, 180, 300, 600, 1800)
"""Seconds after which the others are asked whether they go on without somebody."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be played at a table, in the words of ``wonders play``."""

    game: str = games.GAMES[0]
    expansions: tuple[str, ...] = ()
    leaders: str = "standard"
    boards: str = "base"
    draw: str = "lot"
    sides: str = "choose"
    players: int = 0
    """0 is as many as are ready."""
    bots: int = 0
    strategy: str = "builder"
    turn_time: int = 0
    when_gone: str = "go-on"
    gone_after: int = 90
    memory_aid: bool = True

    @property
    def most(self) -> int:
        """The most bots there can be: one seat is our own."""
        return (self.players or games.players(self.game)[-1]) - 1

    def fitting(self) -> Wanted:
        """Give what is left of it when another game or number of players was chosen."""
        numbers = games.players(self.game)
        players = self.players if self.players in numbers else 0
        now = replace(self, players=players)
        return replace(now, bots=min(now.bots, now.most))

    @property
    def typed(self) -> Mapping[str, str]:
        """What is wanted of boards, and what they go by, as it is typed."""
        return {"with": ",".join(self.expansions), "boards": self.boards}

    def words(self) -> tuple[str, ...]:
        """Write it as the options of ``wonders play``."""
        said = [
            *("--game", self.game, "--players", str(self.players or ANY)),
            *("--bots", str(self.bots), "--strategy", self.strategy),
            *("--draw", self.draw, "--turn-time", str(self.turn_time)),
            *("--when-gone", self.when_gone, "--gone-after", str(self.gone_after)),
        ]
        if _has_sides(self):
            said += ["--sides", self.sides, "--boards", self.boards]
            if self.expansions:
                said += ["--with", ",".join(self.expansions)]
            if "leaders" in self.expansions:
                said += ["--leaders", self.leaders]
            if not self.memory_aid:
                said.append("--no-memory-aid")
        return tuple(said)


class Option(NamedTuple):
    """Something to be settled: how it is called, and what it goes through."""

    name: str
    means: str
    shown: Callable[[Any], str]
    choices: Callable[[Wanted], Sequence[Any]]
    counts: Callable[[Wanted], bool] = lambda wanted: True
    """Whether it means anything with what else is wanted."""


def _among(*choices: object) -> Callable[[Wanted], Sequence[Any]]:
    return lambda wanted: choices


def _has_sides(wanted: Wanted) -> bool:
    return "sides" in (option.name for option in games.OPTIONS[wanted.game])


def _named(names: Mapping[str, str]) -> Callable[[Any], str]:
    """Show values by their names; another one, that was typed, as it is."""
    return lambda value: _(names[value]) if value in names else str(value)


def _expansions(some: tuple[str, ...]) -> str:
    return text.played_with(some, "standard") or _("none")


def _players(n: int) -> str:
    return text.players(n) if n else _("as many as are ready")


def _bots(n: int) -> str:
    return n_("{n} bot", "{n} bots", n).format(n=n) if n else _("none")


def _time(seconds: int) -> str:
    return text.duration(seconds) if seconds else _("no limit")


def _yes(value: bool) -> str:
    return _("yes") if value else _("no")


OPTIONS = (
    Option("game", marked("game"), lambda it: games.TITLES[it], _among(*games.GAMES)),
    Option(
        "expansions",
        marked("expansions"),
        _expansions,
        _among((), ("leaders",), ("edifice",), ("leaders", "edifice")),
        _has_sides,
    ),
    Option(
        "leaders",
        marked("leaders"),
        _named({"standard": marked("the usual ones"), "expert": marked("expert, too")}),
        _among("standard", "expert"),
        lambda wanted: _has_sides(wanted) and "leaders" in wanted.expansions,
    ),
    Option(
        "boards",
        marked("boards"),
        _named(
            {
                "base": marked("those of the game"),
                "all": marked("Carthage, too"),
                "first": marked("those of the first edition"),
            }
        ),
        _among(*BOARDS),
        _has_sides,
    ),
    Option(
        "draw",
        marked("they are drawn"),
        _named({"lot": marked("by lot"), "chosen": marked("by choice, in turn")}),
        _among("lot", "chosen"),
    ),
    Option(
        "sides",
        marked("sides"),
        text.side_option,
        _among("choose", "day", "night", "random"),
        _has_sides,
    ),
    Option(
        "players",
        marked("players"),
        _players,
        lambda wanted: (0, *games.players(wanted.game)),
    ),
    Option("bots", marked("bots"), _bots, lambda wanted: tuple(range(wanted.most + 1))),
    Option(
        "strategy",
        marked("they play"),
        _named({"builder": marked("with sense"), "random": marked("at random")}),
        _among("builder", "random"),
        lambda wanted: wanted.bots > 0,
    ),
    Option("turn_time", marked("time for a choice"), _time, _among(*TIMES)),
    Option(
        "when_gone",
        marked("when somebody is gone"),
        _named(
            {
                "go-on": marked("the others can go on without"),
                "wait": marked("the table waits"),
            }
        ),
        _among("go-on", "wait"),
    ),
    Option(
        "gone_after",
        marked("they are asked after"),
        text.duration,
        _among(*GONE_AFTER),
        lambda wanted: wanted.when_gone == "go-on",
    ),
    Option(
        "memory_aid",
        marked("hands that were seen are shown"),
        _yes,
        _among(True, False),
        _has_sides,
    ),
)
"""All that a table can agree, in the order in which it is shown."""


class HostingBox(Box):
    """What a table of one's own plays, to be gone through before it is opened."""

    widest = 72
    stays = True

    def __init__(self, stack: Stack, opened: Callable[[Wanted], None]) -> None:
        """
        Begin with what is usual.

        Args:
            opened: opens the table.
        """
        super().__init__(stack)
        self.wanted = Wanted()
        self._opened = opened
        self._listing = Listing()

    @property
    def title(self) -> str:
        """Name it."""
        return _("Host a table here")

    @property
    def help(self) -> Sequence[str]:
        """Say what becomes of it."""
        return (
            _(
                "The host runs on this machine, as long as you sit at the table. Others on "
                "your network find it by themselves, or join with its invitation."
            ),
            _(
                "Enter or right goes on to the next choice, left back to the one before."
            ),
            _("A game is paused when you leave, and goes on when you open it again."),
        )

    @property
    def more_actions(self) -> Sequence[str]:
        """Go through the list."""
        return (*ACTIONS, "left", "right")

    def rows(self, width: int, height: int) -> Rows:
        """List what can be settled, each with what it is now."""
        inner = min(width, self.widest - 5)
        return self._listing.draw(self._entries(), inner, height, self.stack.symbols)

    def act(self, action: str) -> bool:
        """Go through the list, change what the cursor is at, or close."""
        entries = self._entries()
        if action in ("left", "right"):
            name = entries[self._listing.at(entries)].key
            for option in OPTIONS:
                if option.name == name:
                    self._go(option, 1 if action == "right" else -1)
            return True
        return self._listing.act(action, entries) or super().act(action)

    def _entries(self) -> list[Entry]:
        wide = max(len(_(option.means)) for option in OPTIONS) + 2
        rows = [
            Entry(
                option.name,
                row(
                    fit(row(_(option.means)), wide),
                    row(option.shown(getattr(self.wanted, option.name)), style="entry"),
                ),
                partial(self._go, option, 1),
            )
            for option in OPTIONS
            if option.counts(self.wanted)
        ]
        opened = row(_("Open the table"), style="title")
        return [
            *rows,
            Entry(OPEN, opened, self._open, _("When all is as you want it:")),
        ]

    def _go(self, option: Option, step: int) -> None:
        """Take the next value of an option, or the one before."""
        choices = option.choices(self.wanted)
        now = getattr(self.wanted, option.name)
        # From boards that were typed to the first, or back to the last, of the others.
        beside = -1 if step > 0 else len(choices)
        at = choices.index(now) if now in choices else beside
        if option.name == "boards" and step > 0 and at == len(choices) - 1:
            self._ask_boards()
            return
        value = choices[(at + step) % len(choices)]
        self.wanted = replace(self.wanted, **{option.name: value}).fitting()

    # Boards by their names.

    def _ask_boards(self, typed: str = "") -> None:
        label = _("Names of boards, with commas; none for the usual ones:")
        self.stack.ask(Field(label, self._typed_boards, typed, self._board_words))

    def _board_words(self) -> Iterator[str]:
        """Give the boards that can be named, for completion."""
        yield from games.named(self.wanted.game, "boards", self.wanted.typed)

    def _typed_boards(self, typed: str) -> None:
        words = typed.strip() or BOARDS[0]
        try:
            games.read(self.wanted.game, {**self.wanted.typed, "boards": words})
        except ValueError as problem:
            self._ask_boards(typed)
            self.stack.say(retold(problem))
            return
        self.wanted = replace(self.wanted, boards=words)

    def _open(self) -> None:
        wanted = self.wanted
        if _has_sides(wanted):
            try:
                games.ruleset(
                    wanted.game,
                    wanted.players or games.players(wanted.game)[0],
                    games.read(wanted.game, wanted.typed),
                )
            except ValueError as problem:
                self.stack.say(retold(problem))
                return
        self._opened(wanted)
