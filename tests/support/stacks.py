"""A player at a screen, at a table with bots, in a game that is always the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sealed_wonders.client.signs.draw import measure, text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import LobbyNews, Question
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.view import View, view
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.lookalikes import SIGN
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.words import language
from tests.support.agreed import agreed
from tests.support.human import Human
from tests.support.inprocess.followers import follow
from tests.support.inprocess.server import HostHarness


def build_at_random(question: Question) -> Move:
    """Choose a move that looks random, but prefer to build."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    for verb in ("build", "stage", "pick"):
        some = [move for move in question.moves if move.text.startswith(verb)]
        if some and (verb != "build" or chance.random() < 0.8):
            return chance.choice(some)
    return chance.choice(question.moves)


def prefer_special_moves(question: Question) -> Move:
    """Choose to recruit, to build a stage, or to take a card from the discard."""
    for verb in ("recruit", "stage", "pick", "build"):
        some = [move for move in question.moves if move.text.startswith(verb)]
        if some:
            return some[-1]
    return question.moves[0]


def take_part_in_edifices(question: Question) -> Move:
    """Choose to take part in edifices; otherwise, build no stage."""
    some = [move for move in question.moves if " join=1" in move.text]
    rest = [move for move in question.moves if not move.text.startswith("stage")]
    return (some or rest or question.moves)[0]


def lines_below_hand(lines: Sequence[str]) -> Sequence[str]:
    """Return the two or three lines between the hand and the player's own city."""
    own = next(at for at in range(5, len(lines)) if lines[at].startswith("─ "))
    return lines[own - (3 if lines[own - 3].startswith(" ▷ ") else 2) : own]


def drawn_to_fit(stack: ScreenStack, width: int = 80, height: int = 24) -> str:
    """Draw the screen, check that it fits its terminal, and return its text."""
    rows = stack.draw(width, height)
    assert height == len(rows)
    assert {width} == {measure(row) for row in rows}
    text = text_of(rows)
    if stack.symbols is ASCII and language() == "en":
        above = text.rpartition("\n")[0]  # the last line lists keys
        assert all(it.isascii() or it.isalpha() or it == SIGN for it in above), above
    return text


OTHERS = ("bob", "cleo", "dora", "emil", "fred", "gina")


class Seated:
    """
    A player called ann, at a screen.

    Attributes:
        stack: her screens; tests may set `ScreenStack.base`.
    """

    def __init__(
        self,
        folder: Path,
        players: int = 3,
        *,
        symbols: Symbols = UNICODE,
        settings: Settings | None = None,
        terms: Terms | None = None,
        own: Mapping[str, str] | None = None,
        turn_time: int = 0,
        suite: int = OPEN,
        seed: str = "",
        others_follow: bool = True,
    ) -> None:
        """
        Take a seat in a lobby in which all others are ready.

        Args:
            terms: the table's terms; they replace `players`, `own`, `turn_time` and `suite`.
            own: options of the game, as returned by `agreed`.
            seed: games with different seeds differ.
            others_follow: whether the others use ann's fold; then they depend on her program.
        """
        terms = terms or Terms.of(
            players=players, own=own or agreed(), turn_time=turn_time, suite=suite
        )
        self.host = HostHarness(folder / "host", terms, seed=seed)
        self.human = Human(self.host, "ann", folder / "ann", at_screen=True)
        self.host.let_in(self.human)
        self.others = [
            follow(self.host, name, self.human)
            if others_follow
            else self.host.client(name)
            for name in OTHERS[: players - 1]
        ]
        for other in self.others:
            other.player.pick = build_at_random
        self.host.settle()
        self.stack = ScreenStack(
            self.human.person.known,
            settings or Settings(),
            symbols,
            self.host.clock.seconds,
        )
        self.stack.person = self.human.person

    def begin(self) -> None:
        """Begin the game, which first asks ann for the side of her board."""
        self.stack.known.code_read = True  # the code needn't be compared here
        self.human.person.readiness.be_ready(True)
        self.host.settle()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that ann can choose now."""
        menu = self.stack.known.menu
        open_one = menu is not None and self.stack.known.asked
        return menu.question.moves if menu and open_one else ()

    @property
    def menu(self) -> Menu:
        """The menu of the question that ann was asked last."""
        assert self.stack.known.menu is not None
        return self.stack.known.menu

    @property
    def news(self) -> LobbyNews:
        """The lobby, as last announced to ann."""
        assert self.stack.known.news is not None
        return self.stack.known.news

    def choose(self, move: Move | None = None) -> None:
        """Choose a move for ann, by default `build_at_random`'s; the others choose, too."""
        wanted = move or build_at_random(self.menu.question)
        [use] = [use for use in self.menu.uses if use.move == wanted]
        self.human.person.choose(use)
        self.host.settle()

    def play_until_turn(self, age: int, turn: int) -> None:
        """Play until ann must choose in this turn."""
        if self.stack.known.charter is None:
            self.begin()
        while (self.view.age, self.view.turn) != (age, turn):
            assert self.moves, "the game is over"
            self.choose()

    def play_out(self) -> None:
        """Play to the end."""
        if self.stack.known.charter is None:
            self.begin()
        while self.moves:
            self.choose()

    @property
    def sight(self) -> AnySight[Any]:
        """The game, and what ann knows of it."""
        assert self.stack.known.sight is not None
        return self.stack.known.sight

    @property
    def view(self) -> View:
        """The game as ann sees it."""
        sight, past = self.sight, self.stack.known.past
        return view(sight.state, sight.viewpoint, sight.faces, past)

    def look(self, width: int = 80, height: int = 24) -> str:
        """Return the text of the whole screen, and check that it fits."""
        return drawn_to_fit(self.stack, width, height)


Sit = Callable[..., Seated]
"""Puts ann at a table; see the fixture `sit`."""
