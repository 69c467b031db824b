"""
Prepared moments of games, which are always the same, for screens and pictures.

Time stands still in all of them: whatever would disappear after a while stays until a
key is pressed, and the time left for a turn never changes. The other players choose at
once, unless a scene makes them think.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from sealed_wonders.client import preload
from sealed_wonders.client.finder import SavedLog
from sealed_wonders.client.person.listener import ScreenListener
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.seedwords import words_of
from sealed_wonders.client.signs.draw import Rows
from sealed_wonders.client.signs.symbols import UNICODE, Symbols
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import (
    Action,
    AnswerQuestion,
    Disclose,
    EndEarly,
    KeepToTimes,
    LeaveTable,
    PauseClock,
    ProposeTimes,
    SetReady,
    Speak,
)
from sealed_wonders.client.table.events import (
    Absence,
    AbsenceChanged,
    PresenceChanged,
    Question,
    SeatHanded,
    SeatOffer,
    StandingsChanged,
    TakersChanged,
    Vote,
)
from sealed_wonders.client.terminal.ability import HEIGHT, WIDTH
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.find import Find
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.core.architects.events import Fought, Searched
from sealed_wonders.core.game import Move, Seat
from sealed_wonders.host.offer import Offered, choices
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import StandingRow, TableLine, Taker, Takers
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.suites import OPEN, SEALED
from sealed_wonders.net.tableoptions import GOES_ON, RESCUES
from sealed_wonders.net.voting import Fault
from sealed_wonders.net.wishes import Wishes
from tests.support.agreed import agreed
from tests.support.architects_stacks import SeatedAtArchitects, choose_at_random
from tests.support.human import Human
from tests.support.lobbies import identity_of
from tests.support.navigation import RecordingNavigation
from tests.support.stacks import (
    Seated,
    build_at_random,
    prefer_special_moves,
    take_part_in_edifices,
)

# A shell finds this program by its name, wherever scenes are played.
os.environ["PATH"] = os.pathsep.join(
    (str(Path(sys.executable).parent), os.environ["PATH"])
)

SALON = Nearby("Salon", Address("192.168.1.5", 7007, b"s" * 16))
KITCHEN = Nearby("Kitchen", Address("192.168.1.9", 7007, b"k" * 16))
LIBRARY = Address("library.example", 7007, b"l" * 16)

TABLES = (
    TableLine("table1", "wonders", 3, 2, "lobby", ("bob", "cleo")),
    TableLine("garden", "wonders", 0, 1, "lobby", ("dora",)),
    TableLine("roof", "wonders", 3, 3, "playing", ("emil", "fred", "gina")),
)

LOG = "game.swlog"

SOME_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game."""

    players: int
    lead: Callable[[PlayedScene], None]
    """Plays up to the moment, from a lobby in which all others are ready."""
    sides: str = "choose"
    turn_time: int = 0
    game_time: int = 0
    increment: int = 0
    suite: int = OPEN
    """Open cards are quick, and the same whatever else changes in a program."""
    expansions: tuple[str, ...] = ()
    pick: Callable[[Question], Move] = build_at_random
    """What the others choose."""
    game: str = "wonders"
    boards: tuple[str, ...] = ()
    draw: str = "lot"
    when_gone: str = GOES_ON
    seed: str = ""
    """Games with different seeds differ."""


class PlayedScene:
    """
    A scene, and the people in it.

    Attributes:
        seated: ann, and the other players.
        stack: ann's screens.
        root: puts the right screen at the bottom of the stack.
    """

    def __init__(
        self,
        folder: Path,
        scene: str | Scene,
        *,
        symbols: Symbols = UNICODE,
        settings: Settings | None = None,
    ) -> None:
        """
        Play up to the moment of the scene.

        Args:
            scene: a scene or its name.

        Raises:
            KeyError: there is no scene of that name.
        """
        scene = SCENES[scene] if isinstance(scene, str) else scene
        if scene.suite == SEALED:
            preload.load()
        kind = SeatedAtArchitects if scene.game == "architects" else Seated
        leaders = "expert" if "leaders" in scene.expansions else "standard"
        own = agreed(scene.sides, scene.expansions, leaders, scene.boards, scene.draw)
        self.seated: Seated = kind(
            folder,
            scene.players,
            symbols=symbols,
            settings=settings or Settings(window_title=False),
            terms=Terms.of(
                scene.game,
                suite=scene.suite,
                players=scene.players,
                turn_time=scene.turn_time,
                game_time=scene.game_time,
                increment=scene.increment,
                when_gone=scene.when_gone,
                own=own,
            ),
            seed=scene.seed,
        )
        for other in self.seated.others:
            other.player.pick = scene.pick
        self.stack = self.seated.stack
        self.human = self.seated.human
        self.human.person.table = FakeConnection(self.human)
        self.human.person.known.invitations = (Invitation(str(SALON.address)),)
        self.root = RootScreen(self.stack, lambda: self.find)
        self.find = Find(self.stack, FakeNavigation(self))
        scene.lead(self)

    def draw(self, width: int = WIDTH, height: int = HEIGHT) -> Rows:
        """Draw the screen."""
        self.root.put()
        return self.stack.draw(width, height)

    def act(self, *actions: str) -> None:
        """Perform actions of ann's, drawing the screen after each."""
        for action in actions:
            self.draw()
            self.stack.act(action)
            self.settle()
        self.draw()

    def look_away(self) -> None:
        """Close the display of what has just happened."""
        self.root.put()
        self.stack.act("back")

    def settle(self) -> None:
        """Exchange messages until nothing is in transit."""
        self.seated.host.settle()

    def pass_time(self) -> None:
        """Let `SOME_SECONDS` pass, in which short notices disappear."""
        self.seated.host.clock.advance(SOME_SECONDS)
        self.settle()

    def tick(self) -> None:
        """Let time pass from now on."""
        begun, stood = time.monotonic(), self.stack.seconds()
        self.stack.seconds = lambda: stood + time.monotonic() - begun

    # What others do.

    def think(self, *numbers: int) -> None:
        """
        Make other players keep their next question unanswered.

        Args:
            numbers: the indices of these players, from 0; by default, all of them.
        """
        others = self.seated.others
        for number in numbers or range(len(others)):
            player = others[number].player
            player.pick = player.question = None

    def decide(self) -> None:
        """Make the thinking players choose, and answer at once from now on."""
        for other in self.seated.others:
            player = other.player
            if player.pick is None:
                player.pick = build_at_random
                question, player.question = player.question, None
                if question is not None and player.answer is not None:
                    player.answer(build_at_random(question))
        self.settle()

    def speak(self) -> None:
        """Make bob send a chat message."""
        self.seated.others[0].session.do(Speak("a good game to you all"))
        self.settle()

    def break_off(self) -> None:
        """Break ann's connection, or restore it if it is broken."""
        if self.human.connection is not None:
            self.human.disconnect()
        else:
            self.human.connect()
        self.settle()


At = Callable[..., PlayedScene]
"""Plays up to a scene; see the fixture `at`."""

PASSED_ON = (
    AnswerQuestion,
    Disclose,
    EndEarly,
    KeepToTimes,
    LeaveTable,
    PauseClock,
    ProposeTimes,
    SetReady,
    Speak,
)
"""What ann really does in a scene; all else is done to no effect."""


@dataclass
class FakeConnection:
    """Ann's connection to her table, whose logs always have the same name."""

    human: Human

    def do(self, action: Action) -> bool:
        if isinstance(action, PASSED_ON):
            return self.human.do(action)
        return False

    def admin_key(self) -> bytes:
        return bytes(32)

    def seat_words(self) -> Sequence[str]:
        return words_of(bytes(range(16)))

    def keep_log(self, *, whole: bool) -> str:
        return LOG

    def public_log(self) -> bytes:
        return b""

    def keep_states(self, phase: int, states: object) -> str:
        return "states.json"

    def keep_proof(self, seat: Seat, proof: Equivocation) -> str:
        return "proof.bin"


class FakeNavigation(RecordingNavigation):
    """Navigation to hosts that are always the same, and to ann's table."""

    def __init__(self, play: PlayedScene) -> None:
        super().__init__(
            nearby=(SALON, KITCHEN),
            visited=(KITCHEN.address, LIBRARY),
            logs=(
                SavedLog(Path("2a4c.swlog"), datetime(2025, 3, 2, 21, 40)),
                SavedLog(Path("1b9d.stopped.swlog"), datetime(2025, 3, 1, 20, 15)),
            ),
        )
        self._play = play

    def connect(self, address: Address, *, heard: bool = False) -> None:
        human, stack = self._play.human, self._play.stack
        visitor = Person(
            ScreenListener(lambda: None),
            human.host.clock,
            human.identity.public,
            human.home.people,
        )
        visitor.table = FakeConnection(human)
        stack.person, stack.known = visitor, visitor.known
        stack.known.host = "Salon"
        stack.known.tables = TABLES
        stack.known.terms = Offered(Terms.of(), frozenset(choices())).told

    def give_up(self) -> None:
        _outside(self._play)

    def sit(self, table: str, password: str = "", wishes: Wishes = ()) -> None:
        stack, person = self._play.stack, self._play.human.person
        stack.person, stack.known = person, person.known


# The scenes.


def _outside(play: PlayedScene) -> None:
    """Show ann before she has joined a host."""
    me = play.human.identity.public
    play.stack.person = None
    play.stack.known = TableModel(Keyring(me, lambda name, key: Pin.NEW))


def _lobby(play: PlayedScene) -> None:
    return


def _evening(lead: Callable[[PlayedScene], None]) -> Callable[[PlayedScene], None]:
    """Add standings of earlier games of the evening."""

    def led(play: PlayedScene) -> None:
        lead(play)
        known = play.stack.known
        people = known.people or (known.news.people if known.news else ())
        identities = [one.identity for one in people]
        play.human.person.told(
            StandingsChanged(
                [
                    StandingRow(
                        it, 4 - n // 2, max(0, 3 - n), 180 - 19 * n, 1320 - 87 * n, it
                    )
                    for n, it in enumerate(identities)
                ]
            )
        )

    return led


def _begun(play: PlayedScene) -> None:
    play.seated.begin()


def _until(age: int, turn: int) -> Callable[[PlayedScene], None]:
    def lead(play: PlayedScene) -> None:
        play.seated.stack.known.code_read = True
        play.seated.play_until_turn(age, turn)

    return lead


def _ways(play: PlayedScene) -> None:
    """Play until a card can be paid for in three ways or more."""
    play.seated.begin()
    while max(ways(play.seated), default=0) < 3:
        play.seated.choose()


def ways(seated: Seated) -> tuple[int, ...]:
    """Return the number of ways to build each card that can be built."""
    assert seated.moves, "the game is over"
    menu = seated.stack.known.menu
    cards = Counter(
        item.number
        for item in (menu.items if menu else ())
        for use in item.uses
        if use.move.text.startswith("build")
    )
    return tuple(cards.values())


def _sealed(play: PlayedScene) -> None:
    """Make ann choose while two of the others think."""
    _until(2, 2)(play)
    play.think(0, 1)
    play.seated.choose()
    play.seated.choose()


def _revealed(play: PlayedScene) -> None:
    """Show the end of the last turn of an age, with its conflicts."""
    _until(1, 6)(play)
    play.draw()
    play.seated.choose()


def _by_power(play: PlayedScene) -> None:
    """Play until ann can either pay for a building or build it free by her power."""
    play.seated.begin()
    while not any(
        held.quote is not None and held.quote.power and held.quote.splits
        for held in play.seated.view.hand
    ):
        first = ("board olympia_1e", "stage")
        some = [it for it in play.seated.moves if it.text.startswith(first)]
        play.seated.choose(some[0] if some else None)


def _discard(play: PlayedScene) -> None:
    """Play until ann must choose a card of the discard."""
    play.seated.begin()
    while not any(move.text.startswith("pick") for move in play.seated.moves):
        assert play.seated.moves, "the game is over"
        stages = [it for it in play.seated.moves if it.text.startswith("stage")]
        play.seated.choose(stages[0] if stages else None)


def _over(play: PlayedScene) -> None:
    play.seated.play_out()


def _asked(
    step: str, age: int, pick: Callable[[Question], Move], way: str = ""
) -> Callable[[PlayedScene], None]:
    """
    Return a function that plays up to a choice of Leaders or Edifice.

    Args:
        step: the kind of the choice.
        age: the earliest age.
        pick: chooses ann's moves before.
        way: a text that at least one of the moves must contain.
    """

    def lead(play: PlayedScene) -> None:
        seated = play.seated
        seated.begin()
        while (seated.view.step, seated.view.age >= age) != (step, True) or not any(
            way in move.text for move in seated.moves
        ):
            menu = seated.stack.known.menu
            assert menu is not None
            assert seated.moves, "the game is over"
            play.look_away()
            seated.choose(pick(menu.question))

    return lead


def _at_architects(
    verb: str, turn: int = 0, ways: int = 1, luck: str = ""
) -> Callable[[PlayedScene], None]:
    """
    Return a function that plays up to a choice of Architects.

    Args:
        verb: the first word of the moves.
        turn: the earliest turn.
        ways: the smallest number of moves.
        luck: the seed of ann's choices; by default, she chooses as all others do.
    """

    def lead(play: PlayedScene) -> None:
        seated = play.seated
        assert isinstance(seated, SeatedAtArchitects)
        seated.begin()
        while len(seated.moves) < ways or not seated.may(verb, turn):
            assert seated.moves, "the game is over"
            play.look_away()
            chance = random.Random(f"{luck}/{seated.state.turn}")
            seated.choose(chance.choice(seated.moves) if luck else None)

    return lead


def _fought(play: PlayedScene) -> None:
    """Show a battle at the end of a turn."""
    seated = play.seated
    seated.begin()
    while not any(isinstance(event, Fought) for event in seated.stack.known.past):
        play.draw()
        seated.choose()


def _looked_through(play: PlayedScene) -> None:
    """Make another player look through a pile before ann's turn."""
    seated = play.seated
    seated.begin()
    known = seated.stack.known
    while not any(
        isinstance(event, Searched) and event.seat != known.viewpoint
        for event in known.past
    ):
        play.look_away()
        seated.choose()


ARCHITECTS: Any = {"game": "architects", "pick": choose_at_random}


def _leaving(play: PlayedScene) -> None:
    """
    Let zoe watch, who is willing to take a seat, while ann and the others must choose.
    """
    _until(2, 3)(play)
    play.think()
    play.seated.choose()
    table = play.seated.host.table.name
    taker = Taker("zoe", identity_of("zoe").public, None, None, None)
    play.human.session.receive(Takers(table, (taker,)))
    play.pass_time()


def _silent(play: PlayedScene) -> Seat:
    """Play up to a turn in which bob isn't connected; return his seat."""
    _until(2, 4)(play)
    names = play.stack.known.names
    bob = names.index("bob")
    play.human.person.told(PresenceChanged([seat != bob for seat in range(len(names))]))
    return bob


def _ballot(play: PlayedScene) -> None:
    """Make cleo propose to go on without bob."""
    _propose(play)


def _substitute(play: PlayedScene) -> None:
    """Make cleo propose zoe as bob's substitute."""
    _propose(play, TablePerson("zoe", identity_of("zoe").public, None))


def _propose(play: PlayedScene, *substitutes: TablePerson) -> None:
    bob = _silent(play)
    known, now = play.stack.known, play.stack.seconds()
    cleo, dora = map(known.names.index, ("cleo", "dora"))
    missing = (
        known.viewpoint,
        *(it for it in range(5) if it not in (known.viewpoint, bob, cleo)),
    )
    vote = Vote(
        opener=cleo,
        number=0,
        out=(bob,),
        faults={bob: (Fault.SILENT,)},
        votes={cleo: True, dora: True},
        missing=tuple(it for it in missing if it != dora),
        status=Status.OPEN,
        until=now + 60,
        substitutes=substitutes,
    )
    play.human.person.told(AbsenceChanged(Absence({bob: now - 95}, (), (vote,))))


def _called(play: PlayedScene) -> None:
    """Make bob propose to go on without ann, who thinks; a program plays for cleo."""
    _until(2, 4)(play)
    known, now = play.stack.known, play.stack.seconds()
    me, bob = known.viewpoint, known.names.index("bob")
    known.bots |= {known.people[known.names.index("cleo")].identity}
    vote = Vote(
        opener=bob,
        number=0,
        out=(me,),
        faults={me: (Fault.SILENT,)},
        votes={bob: True},
        missing=tuple(seat for seat in range(5) if seat not in (me, bob)),
        status=Status.OPEN,
        until=None,
        agreed_at=now + 75,
    )
    play.human.person.told(
        AbsenceChanged(Absence({}, (), (vote,), against_us=vote, keys_left=6))
    )


def _rescuable(play: PlayedScene) -> None:
    """Let zoe watch, who could be bob's substitute."""
    bob, now = _silent(play), play.stack.seconds()
    play.human.person.told(
        TakersChanged((Taker("zoe", identity_of("zoe").public, None, None, None),))
    )
    play.human.person.told(AbsenceChanged(Absence({bob: now - 95}, ((bob,),), (), bob)))
    play.pass_time()


def _gone(play: PlayedScene) -> None:
    """Go on without bob."""
    _until(2, 4)(play)
    known = play.stack.known
    assert known.sight is not None
    state = replace(known.sight.state, gone=(known.names.index("bob"),))
    known.sight = replace(known.sight, state=state)


def _handed_over(play: PlayedScene) -> None:
    """Hand ann's seat over to zoe."""
    _until(2, 4)(play)
    known = play.stack.known
    zoe = TablePerson("zoe", identity_of("zoe").public, None)
    play.human.person.told(
        SeatHanded(known.viewpoint, known.people[known.viewpoint], zoe, plays_on=True)
    )
    play.pass_time()


def _looking_on(play: PlayedScene) -> None:
    """Make ann a spectator of a game that others play."""
    _until(2, 4)(play)
    known = play.stack.known
    assert known.sight is not None
    known.menu, known.asked = None, False
    known.ours, known.behind = None, known.viewpoint
    known.handing.looks_on = known.out = True
    dan = TablePerson("dan", identity_of("dan").public, None)
    known.people = tuple(dan if it.name == "ann" else it for it in known.people)
    known.sight = replace(
        known.sight, names=known.names, faces={}, ours=None, behind=known.behind
    )


def _offered(play: PlayedScene) -> None:
    """Make bob offer his seat to ann, who is a spectator."""
    _looking_on(play)
    play.stack.known.handing.offer = SeatOffer(1, "bob", b"bob")


def _asked_to_play_on(play: PlayedScene) -> None:
    """Make cleo ask ann, who is a spectator, to be bob's substitute."""
    _looking_on(play)
    play.stack.known.handing.offer = SeatOffer(1, "bob", b"cleo", by="cleo")


BOTH = ("leaders", "edifice")

MIXED = ("gizah", "rhodos", "carthage", "halikarnassos_1e", "olympia_1e")
"""Boards of both editions."""


SCENES: Mapping[str, Scene] = {
    "find": Scene(3, _outside, suite=SEALED),
    "lobby": Scene(3, _lobby, suite=SEALED),
    "sides": Scene(3, _begun),
    "first": Scene(3, _until(1, 1)),
    "three": Scene(3, _until(2, 4)),
    "five": Scene(5, _until(2, 4)),
    "seven": Scene(7, _until(2, 4)),
    "full": Scene(7, _until(3, 1)),
    "hurry": Scene(3, _until(1, 2), turn_time=60),
    "clocks": Scene(3, _until(1, 2), game_time=600, increment=10),
    "ways": Scene(5, _ways, seed="29/"),
    "waiting": Scene(5, _sealed),
    "reveal": Scene(3, _revealed),
    "discard": Scene(4, _discard, sides="night", seed="24/"),
    "boards": Scene(5, _begun, boards=MIXED, draw="chosen"),
    "power": Scene(3, _by_power, sides="day", boards=MIXED, draw="chosen"),
    "wonders": Scene(
        4, _begun, pick=choose_at_random, game="architects", draw="chosen"
    ),
    "leaving": Scene(5, _leaving),
    "ballot": Scene(5, _ballot),
    "called": Scene(5, _called),
    "gone": Scene(5, _gone),
    "handed over": Scene(5, _handed_over),
    "looking on": Scene(5, _looking_on),
    "offered": Scene(5, _offered),
    "rescuing lobby": Scene(3, _lobby, suite=SEALED, when_gone=RESCUES),
    "rescuable": Scene(5, _rescuable, when_gone=RESCUES),
    "substitute": Scene(5, _substitute, when_gone=RESCUES),
    "asked to play on": Scene(5, _asked_to_play_on, when_gone=RESCUES),
    "end": Scene(3, _over),
    "lobby of an evening": Scene(3, _evening(_lobby), suite=SEALED),
    "lobby of seven": Scene(7, _evening(_lobby), suite=SEALED),
    "end of an evening": Scene(3, _evening(_over)),
    "last of an evening": Scene(7, _evening(_over)),
    "end of seven": Scene(7, _over),
    "selection": Scene(7, _begun, "night", expansions=BOTH, pick=prefer_special_moves),
    "recruitment": Scene(
        5,
        _asked("recruit", 2, prefer_special_moves),
        "night",
        expansions=BOTH,
        pick=prefer_special_moves,
        seed="40/",
    ),
    "leaders and edifices": Scene(
        5,
        _asked("turn", 3, prefer_special_moves),
        "night",
        expansions=BOTH,
        pick=prefer_special_moves,
        seed="40/",
    ),
    "fullest": Scene(
        7,
        _asked("turn", 3, prefer_special_moves),
        "night",
        expansions=BOTH,
        pick=prefer_special_moves,
        seed="6/",
    ),
    "taking part": Scene(
        5,
        _asked("turn", 2, take_part_in_edifices, " join=1"),
        "night",
        expansions=BOTH,
        pick=take_part_in_edifices,
        seed="2/",
    ),
    "burying": Scene(
        3,
        _asked("turn", 2, prefer_special_moves, " bury="),
        "night",
        expansions=BOTH[:1],
        pick=prefer_special_moves,
        seed="19/",
    ),
    "one more leader": Scene(
        7,
        _asked("enlist", 1, prefer_special_moves),
        "night",
        expansions=BOTH,
        pick=prefer_special_moves,
        seed="6/",
    ),
    "penalty": Scene(
        7,
        _asked("fail", 1, prefer_special_moves),
        "night",
        expansions=BOTH,
        pick=prefer_special_moves,
    ),
    "end with both": Scene(
        7, _over, "night", expansions=BOTH, pick=prefer_special_moves
    ),
    "architects": Scene(5, _at_architects("take", 50), **ARCHITECTS),
    "architects of seven": Scene(7, _at_architects("take", 90), **ARCHITECTS),
    "stage of architects": Scene(
        5, _at_architects("build", ways=4, luck="luck 22"), **ARCHITECTS
    ),
    "token of architects": Scene(4, _at_architects("token"), **ARCHITECTS),
    "search of architects": Scene(3, _at_architects("keep"), **ARCHITECTS),
    "search of another": Scene(4, _looked_through, **ARCHITECTS),
    "battle of architects": Scene(4, _fought, **ARCHITECTS),
    "end of architects": Scene(5, _over, **ARCHITECTS),
}
"""By name."""
