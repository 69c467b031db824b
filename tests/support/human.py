"""A person in line mode or at a screen at a host's table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sealed_wonders.client.lines.linemode import LineMode
from sealed_wonders.client.person.comforts import Comforts
from sealed_wonders.client.person.commandline import CommandLine
from sealed_wonders.client.person.listener import NullListener, ScreenListener
from sealed_wonders.client.person.person import Person, PersonCallbacks
from sealed_wonders.client.seedwords import words_of
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.table.actions import (
    Action,
    GetUp,
    GoToHost,
    HostHere,
    LeaveTable,
    ManageHost,
    PlayAgain,
    SignedCommand,
    SpectateAgain,
)
from sealed_wonders.client.table.memory import InMemory, MemoryStore
from sealed_wonders.client.table.players import Player
from sealed_wonders.core.game import Seat
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.address import Address
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.verification import Work, at_once
from sealed_wonders.net.wishes import Wishes
from tests.support.inprocess.client import Client
from tests.support.inprocess.followers import follow
from tests.support.inprocess.server import HostHarness

BUILD = re.compile(r" +(b\d+a?):")


class Human(Client):
    """
    A client with a person.

    Attributes:
        shown: the lines shown since the last `look`.
        all: all lines ever shown.
        left: how the person left: ``"left"``, ``"failed"``, or None if they haven't.
        typing: returns what they type when they are asked; by default, nothing.
        rings: the number of signals for a choice or another question.
        calls: the number of signals for a ballot on going on without them.
        can_host: whether they could continue the game as its host.
        hosted: how often they have started a host.
        gone_to: the addresses of the hosts to which they moved.
    """

    def __init__(
        self,
        host: HostHarness,
        name: str,
        folder: Path,
        *,
        table: str = "",
        store: MemoryStore | None = None,
        identity: Identity | None = None,
        work: Work = at_once,
        confirm: bool = False,
        eager: bool = False,
        at_screen: bool | Callable[[], NullListener] = False,
        looks_on: bool = False,
        **options: Any,
    ) -> None:
        self.home = Home(folder, folder)
        self.shown: list[str] = []
        self.all: list[str] = []
        self.left: str | None = None
        self.rings = self.calls = 0
        self.can_host = False
        self.hosted = 0
        self.gone_to: list[Address] = []
        self.typing: Callable[[list[str]], str | None] = no_answer
        self._at_screen = at_screen
        self._confirm, self._eager = confirm, eager
        super().__init__(
            host,
            name,
            table=table,
            store=store,
            identity=identity,
            work=work,
            sits=not looks_on,
            looks_on=looks_on,
            **options,
        )

    def _listener(self) -> Player:
        """Return a new person, who knows nothing yet."""
        listener: NullListener = LineMode(self.show, self.host.clock)
        if self._at_screen is True:
            listener = ScreenListener(lambda: None)
        elif self._at_screen:
            listener = self._at_screen()
        self.person = Person(
            listener,
            self.host.clock,
            self.identity.public,
            self.home.people,
            Comforts(self._ring, self._be_called, self._confirm, self._eager),
            PersonCallbacks(can_host=lambda: self.can_host),
        )
        self.person.wishes = self.options.wishes
        self.person.back = "wonders join here"
        self.person.table = self
        return self.person

    def show(self, line: str) -> None:
        self.shown.append(line)
        self.all.append(line)

    @property
    def commands(self) -> CommandLine:
        """The command line that takes what is typed."""
        return self.person.commands

    def _ring(self) -> None:
        self.rings += 1
        line = self.typing(self.all)
        if line is not None:
            self.commands.typed(line)

    def _be_called(self) -> None:
        self.calls += 1

    def look(self) -> list[str]:
        """Return the lines shown since the last call."""
        shown, self.shown = self.shown, []
        return shown

    def type(self, line: str) -> list[str]:
        """Type a line; return the lines shown at once."""
        self.look()
        self.commands.typed(line)
        return self.look()

    # What a person can do.

    def do(self, action: Action) -> bool:
        match action:
            case ManageHost(words):
                if self.connection is None:
                    return False
                exporter = self.connection.exporter
                return self.session.do(
                    SignedCommand(words, self.home.admin(), exporter)
                )
            case LeaveTable(failed):
                self.left = "failed" if failed else "left"
                return self.session.seat is None and self.session.do(GetUp())
            case PlayAgain(wishes):
                last = self.session
                if not self._stay(wishes):
                    return False
                self.session.sit_again(last, wishes)
            case SpectateAgain():
                last = self.session
                if not self._stay():
                    return False
                self.session.look_on_again(last)
            case GoToHost(addresses):
                self.gone_to.append(addresses[0])
            case HostHere():
                self.hosted += 1
            case _:
                return self.session.do(action)
        return True

    def admin_key(self) -> bytes:
        return self.home.admin().public

    def seat_words(self) -> Sequence[str]:
        seed = self.seat.seed if self.session.seat is not None else b""
        return words_of(seed) if seed else ()

    def _stay(self, wishes: Wishes = ()) -> bool:
        if self.connection is None:
            return False
        before, last = self.person, self.session
        self.store = InMemory()
        self._begin(last.table)
        self.person.return_from(before, wishes)
        return True

    def keep_log(self, *, whole: bool) -> str:
        seat = self.session.seat
        assert seat is not None
        fold = seat.fold
        path = self.home.keep_log(fold.charter.gid, fold.log(), whole=whole)
        if whole:
            self.home.keep_seen(fold.charter.gid, seat.number, seat.seen)
        return str(path)

    def public_log(self) -> bytes:
        return b"" if self.session.seat is None else self.session.seat.fold.log()

    def keep_states(self, phase: int, states: object) -> str:
        seat = self.session.seat
        assert seat is not None
        packed = json.dumps(states).encode()
        return str(self.home.keep_states(seat.fold.charter.gid, phase, packed))

    def keep_proof(self, seat: Seat, proof: Equivocation) -> str:
        mine = self.session.seat
        assert mine is not None
        gid = mine.fold.charter.gid
        return str(self.home.keep_proof(gid, seat, proof.to_bytes()))


Company = tuple[HostHarness, Human, Client, Client]

Begin = Callable[..., Company]
"""Brings a person, ann, and the programs bob and cleo to a table of some terms."""


def companies(folder: Path) -> Begin:
    """
    Return a function that begins games of ann, bob and cleo, each at a separate host.
    """

    def begin(
        terms: Terms | None = None,
        *,
        others_follow: bool = True,
        counts: bool = False,
        **others: Any,
    ) -> Company:
        """
        Begin a game.

        Args:
            others_follow: whether bob and cleo use ann's fold; they can't if she reconnects.
            counts: whether the host keeps a history of games.
            others: further arguments of ann's `Human`.
        """
        if counts:
            (folder / "host").mkdir()
        aside = at_once if counts else None
        terms = terms or Terms.of(suite=OPEN, players=3)
        host = HostHarness(folder / "host", terms, aside=aside)
        human = Human(host, "ann", folder / "ann", **others)
        host.let_in(human)
        bob, cleo = (
            follow(host, name, human) if others_follow else host.client(name)
            for name in ("bob", "cleo")
        )
        return host, human, bob, cleo

    return begin


def build_first(lines: list[str]) -> str | None:
    """Build the first thing that can be built."""
    question = lines[len(lines) - lines[::-1].index("") :]
    if any("Choose a side" in line for line in question):
        return "night"
    for line in question:
        if match := BUILD.match(line):
            return match[1]
    return "none" if any("none take nothing" in line for line in question) else "s1"


def no_answer(lines: list[str]) -> str | None:
    """Type nothing."""
    return None


def type_and_settle(human: Human, line: str) -> list[str]:
    """Type a line; return the lines shown at once, and those shown after settling."""
    shown = human.type(line)
    human.host.settle()
    return [*shown, *human.look()]
