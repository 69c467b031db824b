"""
7 Wonders, as a terminal shows it: where each question to the game is answered.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.table.players import Question
from sealed_wonders.client.terminal import games, lobby, text
from sealed_wonders.client.terminal.games import Command, Moment, Shown, Untold
from sealed_wonders.client.terminal.known import Known, of_cities, of_question
from sealed_wonders.client.terminal.menu import Menu
from sealed_wonders.client.terminal.wonders import (
    cards,
    describe,
    hands,
    log,
    look,
    narrate,
)
from sealed_wonders.client.terminal.wonders.handtracker import HandTracker
from sealed_wonders.client.terminal.wonders.question import menu
from sealed_wonders.client.terminal.wonders.sight import Sight, sight_of, wonders
from sealed_wonders.core.game import Card, Move, Seat, Sheet, Slot
from sealed_wonders.core.game import State as AnyState
from sealed_wonders.core.wonders.events import GameEnded, Played, TurnEnded
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT, Recruit
from sealed_wonders.core.wonders.play import LAST_TURN, FromDiscard, Turn
from sealed_wonders.core.wonders.setup import ChooseBoards, ChooseSides
from sealed_wonders.core.wonders.view import View, view
from sealed_wonders.net.lobby import Options

if TYPE_CHECKING:
    from sealed_wonders.client.logs.replaying import Replay
    from sealed_wonders.client.terminal.moments import Account
    from sealed_wonders.client.terminal.screens import Screen
    from sealed_wonders.client.terminal.screenstack import ScreenStack
    from sealed_wonders.client.terminal.teacher import Lesson

BOARDS, SIDES, TABLE, DISCARD = "boards", "sides", "table", "discard"
"""The modules of the screens of a game, each with a class of its name."""


def _card(known: Known, rest: str) -> Iterable[str]:
    if rest.isdecimal() and known.menu is not None and known.asked:
        for item in known.menu.items:
            if str(item.number) == rest:
                return item.explained()
    return cards.lines(sight_of(known), rest)


def _hands(known: Known, rest: str) -> Iterable[str]:
    if known.charter is None:
        return (text.not_in_game(),)
    if not known.has_memory:
        return (text.no_memory(),)
    sight = sight_of(known)
    if known.seen is None or sight is None:
        return (text.nothing_kept(),)
    return hands.lines(known.seen, sight)


class Wonders(Shown):
    """7 Wonders, with its expansions."""

    actions = ("details", "cities", "edifices", "memory", "scores")
    commands: Mapping[str, Command] = {
        "hand": of_question(Menu.item_lines, text.no_hand),
        "leaders": of_cities(lambda sight: look.leaders(_own(sight))),
        "edifices": of_cities(lambda sight: look.edifices(_own(sight))),
        "card": _card,
        "hands": _hands,
        "discard": of_cities(lambda sight: (text.discard(len(sight.state.discard)),)),
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
        return Sight(names, me, wonders(state), faces)

    def begin(self, known: Known) -> None:
        """Begin to remember hands, where the table lets us."""
        known.seen = HandTracker(known.me) if known.has_memory else None

    def note(self, known: Known) -> None:
        """Take note of what is seen of hands."""
        if known.seen is not None and known.sight is not None:
            known.seen.note(known.sight.state, known.sight.faces)

    def look(self, known: Known, question: Question) -> None:
        """Take note of a hand, or of a discard that was handed over."""
        if known.seen is not None:
            known.seen.look(wonders(question.state), question.faces)

    def choose(self, known: Known, question: Question, move: Move) -> None:
        """Take note of the card we used."""
        if known.seen is not None and move.slot is not None:
            known.seen.choose(question.faces.get(move.slot))

    def told(self, sight: games.Sight[Any]) -> list[str]:
        """Tell the news of a state."""
        return list(narrate.told(_own(sight)))

    def turn_of(self, event: object) -> Moment | None:
        """Give the age and the turn: what was played begins each."""
        if isinstance(event, Played):
            # Babylon's extra card belongs to the sixth turn here.
            return event.age, min(event.turn, LAST_TURN)
        return None

    def heading(self, turn: Moment) -> str:
        """Say which turn it is, in a line of its own."""
        return narrate.header(*turn)

    def caught_up(self, untold: Sequence[Untold]) -> Iterable[str]:
        """Tell what wasn't told yet; of several turns at once, only where they led."""
        news = [event for sight, _told in untold for event in sight.state.news]
        turns = [event for event in news if isinstance(event, TurnEnded)]
        if len(turns) > 1:
            yield text.caught_up(turns[-1].age, turns[-1].turn)
        for sight, told in untold:
            ends = any(isinstance(event, GameEnded) for event in sight.state.news)
            if len(turns) < 2 or ends:
                yield from told

    # What is asked.

    def menu(self, sight: games.Sight[Any], question: Question) -> Menu:
        """Put a question into words."""
        return menu(_own(sight), question)

    def hint(self, known: Known, question: Question) -> str:
        """Say how to choose, the first time there are cards or leaders to be used."""
        task = wonders(question.state).task
        recruits = isinstance(task, Recruit)
        played = known.moment is not None and known.moment != (1, RECRUITMENT)
        if played or not isinstance(task, Recruit | Turn):
            return ""
        return text.how_to_recruit() if recruits else text.how_to_choose()

    # What can be looked at.

    def place(self, sight: games.Sight[Any], seat: Seat) -> str:
        """Name a seat's board."""
        cities = _own(sight).state.cities
        return describe.name(cities[seat].board) if cities else ""

    def city(self, sight: games.Sight[Any], seat: Seat) -> Iterable[str]:
        """Describe a city."""
        return look.city(_own(sight), seat)

    def scores(self, sight: games.Sight[Any]) -> Iterable[str]:
        """Read the points so far."""
        return narrate.scores(_own(sight))

    def winner(self, sight: games.Sight[Any], sheet: Sheet) -> str:
        """Say who has won, and by what."""
        return narrate.winner(_own(sight), sheet)

    def log(self, known: Known, words: str) -> Iterable[str]:
        """Tell again what was told."""
        return log.lines(known.narration, words)

    def help(self, options: Options) -> Iterable[tuple[str, str]]:
        """List what can be typed."""
        expansions = lobby.expansions(options)
        return text.help_game("leaders" in expansions, "edifice" in expansions)

    def view(self, known: Known) -> View | None:
        """Give what our seat sees, in one piece."""
        sight = sight_of(known)
        if sight is None:
            return None
        return view(sight.state, sight.me, sight.faces, known.past)

    # Playing for the first time, and looking back.

    def lessons(self) -> Sequence[Lesson]:
        """Give all there is to be told."""
        from sealed_wonders.client.terminal.wonders.lessons import LESSONS

        return LESSONS

    def account(self) -> Account:
        """Give what tells the moments of a replay."""
        from sealed_wonders.client.terminal.wonders import moments

        return moments

    def replay(
        self,
        stack: ScreenStack,
        replay: Replay,
        index: int = 0,
        seat: Seat | None = None,
    ) -> Screen:
        """Make the screen on which a log is looked through."""
        from sealed_wonders.client.terminal.wonders.screens.replay import (
            Replay as Shown,
        )

        return Shown(stack, replay, index, seat)

    # Screens.

    def kind(self, known: Known) -> str:
        """Name the screen for what is chosen just now."""
        if known.sight is None:
            return TABLE
        task = known.sight.state.task
        if isinstance(task, ChooseBoards):
            return BOARDS
        if isinstance(task, ChooseSides):
            return SIDES
        if known.menu is not None and known.asked:
            asked = wonders(known.menu.question.state).task
            if isinstance(asked, FromDiscard):
                return DISCARD
        return TABLE

    def screen(self, kind: str, stack: ScreenStack) -> Screen:
        """Make it; its module isn't needed before."""
        module = importlib.import_module(
            f"sealed_wonders.client.terminal.screens.{kind}"
        )
        screen: Screen = getattr(module, kind.capitalize())(stack)
        return screen

    def end(self, stack: ScreenStack) -> Screen:
        """Make the last screen."""
        from sealed_wonders.client.terminal.wonders.screens.end import End

        return End(stack)

    def offered(self, stack: ScreenStack) -> Iterable[str]:
        """Give what means something: little before cities stand."""
        from sealed_wonders.client.terminal.wonders.screens import act

        return act.offered(stack)

    def absent(self, known: Known) -> Iterable[str]:
        """Leave edifices out where there are none, and cards before there are any."""
        sight = sight_of(known)
        lie = sight is not None and bool(sight.state.projects)
        begun = sight is None or bool(sight.state.cities)
        return (*(() if lie else ("edifices",)), *(() if begun else ("details",)))

    def act(self, stack: ScreenStack, action: str) -> bool:
        """Open a box, or say why there is nothing in it."""
        from sealed_wonders.client.terminal.wonders.screens import act

        return act.act(stack, action)


def _own(sight: games.Sight[Any]) -> Sight:
    """
    Take a sight as one of this game.

    Raises:
        TypeError: it is of another one.
    """
    if isinstance(sight, Sight):
        return sight
    raise TypeError(f"not a sight of 7 Wonders: {sight!r:.80}")
