"""A table of people in line mode and at screens, who may give up their seats."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.dialog import DialogBox, dialog_boxes
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.net.login import Lender
from sealed_wonders.net.messages import PHONE_SIZE
from sealed_wonders.net.tableoptions import GONE_AFTER
from tests.support.human import Human, build_first
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import HOST, identity_of
from tests.support.stacks import drawn_to_fit

TICK = 5

SIZES = [(80, 24), (120, 40)]


class ScreenOf:
    """A person's screen."""

    def __init__(self, human: Human) -> None:
        self.human = human
        known, clock = human.person.known, human.host.clock
        known.code_read = True
        self.stack = ScreenStack(known, Settings(), UNICODE, clock.seconds)
        self.stack.person = human.person
        first = WaitingScreen(lambda: "no table yet")
        self.root = RootScreen(self.stack, lambda: first)

    def __call__(self, width: int = 80, height: int = 24) -> str:
        """Draw the screen, and return its text."""
        self.root.put()
        return drawn_to_fit(self.stack, width, height)

    def flat(self, width: int = 80, height: int = 24) -> str:
        """Draw the screen, and return its words without the frames of boxes."""
        return " ".join(self(width, height).replace("│", " ").split())

    def press(self, *actions: str) -> str:
        """
        Press keys one after another, drawing the screen before each; return the last
        screen.
        """
        for action in actions:
            self()
            self.human.host.clock.advance(1)
            self.stack.act(action)
            self.human.host.settle()
        return self()

    def leave_by(self, label: str) -> str:
        """Press the key to leave, and choose the answer with this label."""
        drawn = self.press("quit")
        found = re.search(rf"([1-9]) {re.escape(label)}", drawn)
        assert found is not None, drawn
        drawn = self.press(f"digit {found[1]}", "enter")
        # What can't be undone must be confirmed.
        return self.press("yes") if "Are you sure?" in drawn else drawn

    def read(self, feature: str, width: int = 80, height: int = 24) -> str:
        """Return the words of a feature's dialog; check that all are visible."""
        drawn = self(width, height)
        (box,) = self.boxes(feature)
        rows = [text_of((row,)) for row in box.rows(box.widest - 5, height)]
        assert [] == [row for row in rows if row not in drawn]
        return " ".join(" ".join(rows).split())

    def boxes(self, feature: str) -> Sequence[DialogBox]:
        return dialog_boxes(self.stack, feature)


class Evening:
    """
    Ann at a screen, bob and cleo in line mode, who choose when the test says so.

    Attributes:
        people: all players.
    """

    def __init__(
        self,
        folder: Path,
        game: str = "wonders",
        names: Sequence[str] = (),
        *,
        lent: Collection[str] = (),
        **terms: Any,
    ) -> None:
        """
        Begin a game.

        Args:
            names: further players, in line mode.
            lent: the names of players who have a seat lent by ann's machine.
            terms: further terms of the table.
        """
        self.folder = folder
        names = ("ann", "bob", "cleo", *names)
        self.host = HostHarness(
            folder / "host", open_terms(len(names), game=game, **terms)
        )
        ann = identity_of("ann")
        self.people = [
            self._human(
                name,
                eager=True,
                lender=Lender(ann, bytes(PHONE_SIZE), "10.0.0.9")
                if name in lent
                else None,
            )
            for name in names
        ]
        for human in self.people:
            self.host.add(human)
        self.ann, self.bob, self.cleo, *_others = self.people
        self.host.settle()
        self.screen = ScreenOf(self.ann)

    def _human(self, name: str, **how: Any) -> Human:
        at_screen = how.pop("at_screen", name == "ann")
        made = Human(self.host, name, self.folder / name, at_screen=at_screen, **how)
        return made

    def connect_spectator(
        self, name: str = "eve", *, at_screen: bool = False, table: str = ""
    ) -> Human:
        """Connect a spectator of the first table, or a `table` that needn't exist."""
        table = table or self.host.table.name
        return self.host.let_in(
            self._human(name, at_screen=at_screen, looks_on=True, table=table)
        )

    def connect(self, name: str) -> Human:
        """
        Connect a person who names no table; if they already play, they use the same
        keys.
        """
        before = [it.store for it in self.people if it.name == name]
        return self.host.let_in(
            self._human(name, asks=True, store=next(iter(before), None))
        )

    def connect_bot(self, name: str = "Ada") -> Client:
        """Connect a bot of the host's that is willing to take a seat."""
        client = Client(
            self.host,
            name,
            table=self.host.table.name,
            sits=False,
            looks_on=True,
            owner=HOST.public,
            near=True,
        )
        self.host.let_in(client)
        return client

    def type(self, who: Human, line: str) -> str:
        """Type a line for a person; return what is shown in reply."""
        who.look()
        who.commands.typed(line)
        self.host.settle()
        return "\n".join(who.look())

    def give_seat(self, who: Human, to: str) -> str:
        """Give a person's seat away, and confirm; return what is shown."""
        self.type(who, f"give {to}")
        return self.type(who, "yes")

    def choose(self, *who: Human) -> None:
        """Make people take the first choice in their menus."""
        for human in who:
            menu = human.person.known.menu
            assert menu is not None
            assert human.person.can_choose
            human.person.choose(menu.items[0].uses[0])
            self.host.settle()

    @property
    def seats(self) -> list[str]:
        """
        The names of the seats' players, as the host reads the log, beginning with bob's
        seat.
        """
        fold = self.host.game.fold
        bob = fold.charter.seat_of(self.bob.identity.public)
        assert bob is not None
        names = [person.name for person in fold.people]
        return [*names[bob:], *names[:bob]]


class TableOfFour(Evening):
    """A table of four, at which bob and dan choose by `build_first`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, names=("dan",))
        self.dan = self.people[3]

    def _human(self, name: str, **how: Any) -> Human:
        made = super()._human(name, **how)
        if name in ("bob", "dan"):
            made.typing = build_first
        return made

    def silence(self, who: Human | None = None) -> None:
        (who or self.cleo).disconnect()
        self.host.pass_time(GONE_AFTER.default + 2 * TICK, TICK)

    @property
    def stack(self) -> ScreenStack:
        return self.screen.stack
