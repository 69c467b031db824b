"""A person at the screen, at a table with bots: the same game each time."""

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
from tests.support.human import Human, no_answer
from tests.support.inprocess.followers import follow
from tests.support.inprocess.server import HostHarness


def a_build(question: Question) -> Move:
    """Choose what looks random, but build where that is possible."""
    chance = random.Random(f"{question.seat}/{question.phase}")
    for verb in ("build", "stage", "pick"):
        some = [move for move in question.moves if move.text.startswith(verb)]
        if some and (verb != "build" or chance.random() < 0.8):
            return chance.choice(some)
    return chance.choice(question.moves)


def eager(question: Question) -> Move:
    """Recruit, build stages in whatever way there is, take from the discard."""
    for verb in ("recruit", "stage", "pick", "build"):
        some = [move for move in question.moves if move.text.startswith(verb)]
        if some:
            return some[-1]
    return question.moves[0]


def taking_part(question: Question) -> Move:
    """Take part in edifices wherever one can; build no stage without that."""
    some = [move for move in question.moves if " join=1" in move.text]
    rest = [move for move in question.moves if not move.text.startswith("stage")]
    return (some or rest or question.moves)[0]


def under_hand(lines: Sequence[str]) -> Sequence[str]:
    """
    Give the lines between the list of a hand and the player's own city: two, or three
    where what is laid down takes many words.
    """
    own = next(at for at in range(5, len(lines)) if lines[at].startswith("─ "))
    return lines[own - (3 if lines[own - 3].startswith(" ▷ ") else 2) : own]


def fits(stack: ScreenStack, width: int = 80, height: int = 24) -> str:
    """Draw a whole screen, see that it fits in its terminal, and give its text."""
    rows = stack.draw(width, height)
    assert height == len(rows)
    assert {width} == {measure(row) for row in rows}
    text = text_of(rows)
    if stack.symbols is ASCII and language() == "en":
        above = text.rpartition("\n")[0]  # below are keys
        assert all(it.isascii() or it.isalpha() or it == SIGN for it in above), above
    return text


OTHERS = ("bob", "cleo", "dora", "emil", "fred", "gina")


class Seated:
    """
    A person called ann, at a screen.

    Attributes:
        stack: her screens; `ScreenStack.base` is the test's to set.
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
        Sit down in a lobby of which everybody else is ready.

        Args:
            terms: those of the table, instead of the next three.
            own: options of the game, as `agreed` gives them.
            seed: another one is another game.
            others_follow: they look at ann's fold, and need her program to go on.
        """
        terms = terms or Terms.of(
            players=players, own=own or agreed(), turn_time=turn_time, suite=suite
        )
        self.host = HostHarness(folder / "host", terms, seed=seed)
        self.human = Human(self.host, "ann", folder / "ann", at_screen=True)
        self.human.typing = no_answer
        self.host.add(self.human)
        self.host.settle()
        self.others = [
            follow(self.host, name, self.human)
            if others_follow
            else self.host.client(name)
            for name in OTHERS[: players - 1]
        ]
        for other in self.others:
            other.player.pick = a_build
        self.host.settle()
        self.stack = ScreenStack(
            self.human.person.known,
            settings or Settings(),
            symbols,
            self.host.clock.seconds,
        )
        self.stack.person = self.human.person

    def begin(self) -> None:
        """Let the game begin: ann is asked for the side of her board."""
        self.stack.known.code_read = True  # nobody reads it aloud here
        self.human.person.readiness.be_ready(True)
        self.host.settle()

    @property
    def moves(self) -> tuple[Move, ...]:
        """What ann can choose just now."""
        menu = self.stack.known.menu
        open_one = menu is not None and self.stack.known.asked
        return menu.question.moves if menu and open_one else ()

    @property
    def menu(self) -> Menu:
        """All that ann is asked, or was asked last."""
        assert self.stack.known.menu is not None
        return self.stack.known.menu

    @property
    def news(self) -> LobbyNews:
        """The lobby, as ann has heard of it."""
        assert self.stack.known.news is not None
        return self.stack.known.news

    def choose(self, move: Move | None = None) -> None:
        """Choose for ann, by `a_build` unless it is said; the others do too."""
        wanted = move or a_build(self.menu.question)
        [use] = [use for use in self.menu.uses if use.move == wanted]
        self.human.person.choose(use)
        self.host.settle()

    def go_on_to(self, age: int, turn: int) -> None:
        """Play until ann is asked for her choice of a turn."""
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
        """The game and what ann knows of it."""
        assert self.stack.known.sight is not None
        return self.stack.known.sight

    @property
    def view(self) -> View:
        """The game as ann sees it."""
        sight, past = self.sight, self.stack.known.past
        return view(sight.state, sight.viewpoint, sight.faces, past)

    def look(self, width: int = 80, height: int = 24) -> str:
        """Give the text of the whole screen, which fits."""
        return fits(self.stack, width, height)

    def close(self) -> None:
        """Let go of the host's files."""
        self.host.close()


Sit = Callable[..., Seated]
"""Lets ann sit down; see the fixture of that name."""
