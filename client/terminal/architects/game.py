"""
7 Wonders: Architects, as a terminal shows it: where each question to the game is answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.table.players import Question
from sealed_wonders.client.terminal import games
from sealed_wonders.client.terminal.architects import (
    cards,
    describe,
    look,
    narrate,
    scores,
    typed,
)
from sealed_wonders.client.terminal.architects.question import menu
from sealed_wonders.client.terminal.architects.sight import (
    Sight,
    architects,
    own,
    sight_of,
)
from sealed_wonders.client.terminal.games import Command, Moment, Shown, Untold
from sealed_wonders.client.terminal.known import Known, of_cities
from sealed_wonders.client.terminal.menu import Menu
from sealed_wonders.client.words import _
from sealed_wonders.core.architects.events import GameEnded, TurnEnded
from sealed_wonders.core.architects.setup import ChooseWonders
from sealed_wonders.core.game import Card, Seat, Sheet, Slot
from sealed_wonders.core.game import State as AnyState
from sealed_wonders.net.lobby import Options

if TYPE_CHECKING:
    from sealed_wonders.client.logs.replaying import Replay
    from sealed_wonders.client.terminal.moments import Account
    from sealed_wonders.client.terminal.screens import Screen
    from sealed_wonders.client.terminal.screenstack import ScreenStack
    from sealed_wonders.client.terminal.teacher import Lesson


def _card(known: Known, rest: str) -> Iterable[str]:
    if rest.isdecimal() and known.menu is not None and known.asked:
        for item in known.menu.items:
            if str(item.number) == rest:
                return item.explained()
    return cards.lines(sight_of(known), rest)


class Architects(Shown):
    """7 Wonders: Architects."""

    actions = ("details", "cities", "piles", "tokens", "scores")
    commands: Mapping[str, Command] = {
        "piles": of_cities(lambda sight: look.piles(own(sight))),
        "tokens": of_cities(lambda sight: look.tokens(own(sight))),
        "discard": of_cities(lambda sight: (look.discard(own(sight)),)),
        "card": _card,
        "turn": typed.turn,
        "hand": of_cities(lambda sight: (typed.no_hands(),)),
        "hands": of_cities(lambda sight: (typed.no_hands(),)),
        "leaders": of_cities(lambda sight: (typed.no_leaders(),)),
        "edifices": of_cities(lambda sight: (typed.no_edifices(),)),
    }

    # What happens.

    def sight(
        self,
        names: tuple[str, ...],
        me: Seat,
        state: AnyState,
        faces: Mapping[Slot, Card],
    ) -> Sight:
        """Give a state as one seat sees it."""
        return Sight(names, me, architects(state), faces)

    def told(self, sight: games.Sight[Any]) -> list[str]:
        """Tell the news of a state."""
        return list(narrate.told(own(sight)))

    def turn_of(self, event: object) -> Moment | None:
        """Give the turn, counted for the whole table; there are no ages."""
        number = getattr(event, "turn", 0)
        return (0, number) if number else None

    def heading(self, turn: Moment) -> str:
        """Say which turn it is, before the card that is taken."""
        return narrate.turn_title(turn[1])

    def caught_up(self, untold: Sequence[Untold]) -> Iterable[str]:
        """
        Tell what wasn't told yet.

        Of more than a round at once, only where it led: the turns since our own last.
        """
        ends = [
            (index, event.turn)
            for index, (sight, _told) in enumerate(untold)
            for event in sight.state.news
            if isinstance(event, TurnEnded)
        ]
        players = len(untold[0][0].names)
        first = 0
        if len(ends) > players:
            first = ends[-players][0] + 1
            yield _("The game has gone on to turn {n}.").format(n=ends[-1][1] + 1)
        for index, (sight, told) in enumerate(untold):
            is_end = any(isinstance(event, GameEnded) for event in sight.state.news)
            if index >= first or is_end:
                yield from told

    # What is asked.

    def menu(
        self, sight: games.Sight[Any], question: Question, past: Sequence[object] = ()
    ) -> Menu:
        """Put a question into words."""
        return menu(own(sight), question)

    def hint(self, known: Known, question: Question) -> str:
        """Say how to choose, in our first turn."""
        played = any(
            isinstance(event, TurnEnded) and event.seat == known.me
            for event in known.past
        )
        return "" if played else typed.how_to_choose()

    # What can be looked at.

    def place(self, sight: games.Sight[Any], seat: Seat) -> str:
        """Name a seat's wonder."""
        cities = own(sight).state.cities
        return describe.wonder(cities[seat].wonder) if cities else ""

    def city(self, sight: games.Sight[Any], seat: Seat) -> Iterable[str]:
        """Describe a city."""
        return look.city(own(sight), seat)

    def scores(self, sight: games.Sight[Any]) -> Iterable[str]:
        """Read the points so far."""
        return scores.now(own(sight))

    def winner(self, sight: games.Sight[Any], sheet: Sheet) -> str:
        """Say who has won, and by what."""
        return scores.winner(own(sight), sheet)

    def log(self, known: Known, words: str) -> Iterable[str]:
        """Tell again what was told."""
        return typed.log(known, words)

    def help(self, options: Options) -> Iterable[tuple[str, str]]:
        """List what can be typed."""
        return typed.help()

    # Playing for the first time, and looking back.

    def lessons(self) -> Sequence[Lesson]:
        """Give all there is to be told."""
        from sealed_wonders.client.terminal.architects.lessons import LESSONS

        return LESSONS

    def account(self) -> Account:
        """Give what tells the moments of a replay."""
        from sealed_wonders.client.terminal.architects import moments

        return moments

    def replay(
        self,
        stack: ScreenStack,
        replay: Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> Screen:
        """Make the screen on which a log is looked through."""
        from sealed_wonders.client.terminal.architects.screens.replay import (
            Replay as Shown,
        )

        return Shown(stack, replay, index, seat)

    # Screens.

    def kind(self, known: Known) -> str:
        """Name the screen for what is chosen just now."""
        choosing = known.sight is not None and isinstance(
            known.sight.state.task, ChooseWonders
        )
        return "wonders" if choosing else "table"

    def screen(self, kind: str, stack: ScreenStack) -> Screen:
        """Make it; its module isn't needed before."""
        if kind == "wonders":
            from sealed_wonders.client.terminal.architects.screens.wonders import (
                Wonders,
            )

            return Wonders(stack)
        from sealed_wonders.client.terminal.architects.screens.table import Table

        return Table(stack)

    def end(self, stack: ScreenStack) -> Screen:
        """Make the last screen."""
        from sealed_wonders.client.terminal.architects.screens.end import End

        return End(stack)

    def offered(self, stack: ScreenStack) -> Iterable[str]:
        """Give what means something: nothing before cities stand."""
        from sealed_wonders.client.terminal.architects.screens.act import offered

        return offered(stack)

    def absent(self, known: Known) -> Iterable[str]:
        """Leave cards out before there are any."""
        sight = sight_of(known)
        return () if sight is None or sight.state.cities else ("details",)

    def act(self, stack: ScreenStack, action: str) -> bool:
        """Open a box, or say why there is nothing in it."""
        from sealed_wonders.client.terminal.architects.screens.act import act

        return act(stack, action)
