"""
The games a terminal can show, each behind the same few questions.

Whoever sits at a table meets one game. What is common to all is asked of `Shown`, and
only the modules of the game that is played are ever loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from sealed_wonders.client.table.players import Question
from sealed_wonders.client.terminal.text import Who
from sealed_wonders.core.game import Card, Move, Seat, Sheet, Slot
from sealed_wonders.core.game import State as AnyState
from sealed_wonders.core.games import GAMES

if TYPE_CHECKING:
    from sealed_wonders.client.logs.replaying import Replay
    from sealed_wonders.client.terminal.known import Known
    from sealed_wonders.client.terminal.menu import Menu
    from sealed_wonders.client.terminal.moments import Account
    from sealed_wonders.client.terminal.screens import Screen as Drawn
    from sealed_wonders.client.terminal.screenstack import ScreenStack
    from sealed_wonders.client.terminal.teacher import Lesson
    from sealed_wonders.net.lobby import Options

S = TypeVar("S")
"""A state of one game."""

Moment = tuple[int, int]
"""Which turn it is: an age and a turn, or 0 and a turn where there are no ages."""

Command = Callable[["Known", str], Iterable[str]]
"""Gives the lines of what was asked to be heard, for the words after the command."""


@dataclass(frozen=True, slots=True)
class Sight(Generic[S]):
    """What one seat sees of its game at one moment, and how it speaks of the others."""

    names: tuple[str, ...]
    """By seat."""
    me: Seat
    state: S
    faces: Mapping[Slot, Card]
    """Those our seat may see."""

    def who(self, seat: Seat) -> Who:
        """Name a seat; None is ours."""
        return None if seat == self.me else self.names[seat]

    def left(self, seat: Seat) -> Seat:
        """Give the left neighbour (W1.5, A1.1)."""
        return (seat + 1) % len(self.names)

    def right(self, seat: Seat) -> Seat:
        """Give the right neighbour (W1.5, A1.1)."""
        return (seat - 1) % len(self.names)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, ours first, then to the left."""
        n = len(self.names)
        return tuple((self.me + step) % n for step in range(n))


Untold = tuple[Sight[Any], Sequence[str]]
"""Something that happened, and what is told of it."""


class Shown:
    """
    A game, as a terminal shows it: all that differs from one game to the other.

    A sight given to a game is always one of its own.

    Attributes:
        actions: what can be done at screens besides what is the same in all games, as
            `keys.ACTIONS` names it, in the order in which it is offered.
        commands: what can be typed during a game to hear something, besides what is the
            same in all games, or in place of it.
    """

    actions: ClassVar[tuple[str, ...]] = ()
    commands: Mapping[str, Command]

    # What happens.

    def sight(
        self,
        names: tuple[str, ...],
        me: Seat,
        state: AnyState,
        faces: Mapping[Slot, Card],
    ) -> Sight[Any]:
        """
        Give a state as one seat sees it.

        Raises:
            TypeError: it is of another game.
        """
        raise NotImplementedError

    def begin(self, known: Known) -> None:
        """A game begins: nothing of it has been noted yet."""

    def note(self, known: Known) -> None:
        """Take note of a state, `Known.sight`."""

    def look(self, known: Known, question: Question) -> None:
        """Take note of what a question shows."""

    def choose(self, known: Known, question: Question, move: Move) -> None:
        """Take note of what was answered."""

    def told(self, sight: Sight[Any]) -> list[str]:
        """Tell the news of a state."""
        raise NotImplementedError

    def turn_of(self, event: object) -> Moment | None:
        """Give the turn that an event belongs to; None where it is that before it."""
        raise NotImplementedError

    def heading(self, turn: Moment) -> str:
        """Say which turn it is, as a line of it does that begins with that."""
        raise NotImplementedError

    def caught_up(self, untold: Sequence[Untold]) -> Iterable[str]:
        """Tell what wasn't told yet; of very much at once, only where it led."""
        raise NotImplementedError

    # What is asked.

    def menu(
        self, sight: Sight[Any], question: Question, past: Sequence[object] = ()
    ) -> Menu:
        """
        Put a question into words.

        Args:
            past: the news of the game so far, in order.
        """
        raise NotImplementedError

    def hint(self, known: Known, question: Question) -> str:
        """Say how to choose, where that isn't known yet; nothing where it is."""
        return ""

    # What can be looked at.

    def place(self, sight: Sight[Any], seat: Seat) -> str:
        """Name the board or the wonder of a seat; nothing before it is known."""
        raise NotImplementedError

    def city(self, sight: Sight[Any], seat: Seat) -> Iterable[str]:
        """Describe a city."""
        raise NotImplementedError

    def scores(self, sight: Sight[Any]) -> Iterable[str]:
        """Read the points so far."""
        raise NotImplementedError

    def winner(self, sight: Sight[Any], sheet: Sheet) -> str:
        """Say who has won, and by what."""
        raise NotImplementedError

    def log(self, known: Known, words: str) -> Iterable[str]:
        """Tell again what was told, all of it or the turns that somebody names."""
        raise NotImplementedError

    def help(self, options: Options) -> Iterable[tuple[str, str]]:
        """List what can be typed at a table with such options, with what it means."""
        raise NotImplementedError

    def view(self, known: Known) -> Any:
        """Give a digest of what is seen, where screens need one; else None."""
        return None

    # Playing for the first time, and looking back.

    def lessons(self) -> Sequence[Lesson]:
        """Give all there is to be told to whoever plays it for the first time."""
        return ()

    def account(self) -> Account:
        """Give what tells the moments of a replay."""
        raise NotImplementedError

    def replay(
        self,
        stack: ScreenStack,
        replay: Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> Drawn:
        """
        Make the screen on which a log is looked through.

        Args:
            index, seat: the moment to begin at, and whose city is in the middle:
                without it, our own or the first.
        """
        raise NotImplementedError

    # Screens.

    def kind(self, known: Known) -> str:
        """Name the screen that lies at the bottom while a game goes on."""
        return "table"

    def screen(self, kind: str, stack: ScreenStack) -> Drawn:
        """Make that screen."""
        raise NotImplementedError

    def end(self, stack: ScreenStack) -> Drawn:
        """Make the last screen of a game."""
        raise NotImplementedError

    def offered(self, stack: ScreenStack) -> Iterable[str]:
        """Give those of `actions` that mean something just now."""
        return ()

    def absent(self, known: Known) -> Iterable[str]:
        """Give those that can't mean anything in this very game."""
        return ()

    def act(self, stack: ScreenStack, action: str) -> bool:
        """Do one of `actions`, with what stands behind it; tells whether it is one."""
        return False


@cache
def of(game: str) -> Shown:
    """
    Give a game by its name in the options of a table.

    Raises:
        ValueError: it isn't one of those there are.
    """
    match game:
        case "wonders":
            from sealed_wonders.client.terminal.wonders.game import Wonders

            return Wonders()
        case "architects":
            from sealed_wonders.client.terminal.architects.game import Architects

            return Architects()
    raise ValueError(f"no game is called {game!r:.80}, only {', '.join(GAMES)}")


def played(options: Options | None) -> Shown:
    """Give the game a table plays; the first there is where nothing is agreed yet."""
    name = dict(options or ()).get("game")
    return of(name if isinstance(name, str) and name in GAMES else GAMES[0])
