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
    phrases,
)
from sealed_wonders.client.terminal.wonders.handtracker import HandTracker
from sealed_wonders.client.terminal.wonders.question import menu
from sealed_wonders.client.terminal.wonders.sight import Sight, sight_of, wonders
from sealed_wonders.client.words import _, n_, p_
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
        return (phrases.no_memory(),)
    sight = sight_of(known)
    if known.seen is None or sight is None:
        return (phrases.nothing_kept(),)
    return hands.lines(known.seen, sight)


def _no_hand() -> str:
    return _("There is no hand to choose from just now.")


class Wonders(Shown):
    """7 Wonders, with its expansions."""

    actions = ("details", "cities", "edifices", "memory", "scores")
    commands: Mapping[str, Command] = {
        "hand": of_question(Menu.item_lines, _no_hand),
        "leaders": of_cities(lambda sight: look.leaders(_own(sight))),
        "edifices": of_cities(lambda sight: look.edifices(_own(sight))),
        "card": _card,
        "hands": _hands,
        "discard": of_cities(lambda sight: (_discard(len(sight.state.discard)),)),
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
            yield _caught_up(turns[-1].age, turns[-1].turn)
        for sight, told in untold:
            ends = any(isinstance(event, GameEnded) for event in sight.state.news)
            if len(turns) < 2 or ends:
                yield from told

    # What is asked.

    def menu(
        self, sight: games.Sight[Any], question: Question, past: Sequence[Any] = ()
    ) -> Menu:
        """Put a question into words."""
        return menu(_own(sight), question, past)

    def hint(self, known: Known, question: Question) -> str:
        """Say how to choose, the first time there are cards or leaders to be used."""
        task = wonders(question.state).task
        recruits = isinstance(task, Recruit)
        played = known.moment is not None and known.moment != (1, RECRUITMENT)
        if played or not isinstance(task, Recruit | Turn):
            return ""
        return how_to_recruit() if recruits else how_to_choose()

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
        return _help_game("leaders" in expansions, "edifice" in expansions)

    def view(self, known: Known) -> View | None:
        """Give what our seat sees, in one piece."""
        sight = sight_of(known)
        if sight is None:
            return None
        menu = known.menu
        if menu is not None and menu.question.state is sight.state:
            asked: View = menu.view  # a question is digested once
            return asked
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
            f"sealed_wonders.client.terminal.wonders.screens.{kind}"
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


def _discard(n: int) -> str:
    return n_("The discard has {n} card.", "The discard has {n} cards.", n).format(n=n)


def how_to_choose() -> str:
    return _(
        "b3 builds card 3, w3 puts it under the wonder, s3 sells it for 3 coins; 3 "
        "alone tells more. help lists the rest."
    )


def how_to_recruit() -> str:
    return _(
        "r3 recruits leader 3, w3 puts it under the wonder, s3 sells it for 3 coins; 3 "
        "alone tells more. help lists the rest."
    )


def _caught_up(age: int, turn: int) -> str:
    said = _("The game has gone on to age {age}, after turn {turn}.")
    return said.format(age=age, turn=turn)


def _help_game(leaders: bool, edifices: bool) -> Sequence[tuple[str, str]]:
    """
    List what can be typed.

    Args:
        leaders, edifices: they are played with.
    """
    return (
        ("3", _("what you can do with card 3")),
        (p_("typed", "b3"), _("build it; b3a, b3b where there are several payments")),
        (p_("typed", "w3"), _("build the next stage of your wonder with it")),
        (p_("typed", "s3"), _("sell it for 3 coins")),
        (
            p_("typed", "altar"),
            _("a card's name, or how it begins, does as well as its number"),
        ),
        *(_help_leaders() if leaders else ()),
        *(_help_edifices() if edifices else ()),
        (p_("typed", "none"), _("take nothing, where you may")),
        (
            p_("typed", "moves"),
            _("all your moves in the notation of records, which you can type too"),
        ),
        (p_("typed", "again"), _("the question again")),
        (p_("typed", "hand"), _("your hand")),
        (p_("typed", "wonder"), _("your city and your wonder")),
        (p_("typed", "left"), _("your left neighbour's city; right for the right one")),
        (p_("typed", "city NAME"), _("anybody's city")),
        (p_("typed", "card NAME"), _("all about any card of the game")),
        (p_("typed", "hands"), _("what you have seen of the hands going round")),
        (p_("typed", "turn"), _("what happened last")),
        (
            p_("typed", "log"),
            _("all that happened; log 3 the last 3 turns, log 2.5 one turn"),
        ),
        (p_("typed", "scores"), _("the points so far")),
        (p_("typed", "discard"), _("how many cards lie there")),
        (p_("typed", "who"), _("who sits where, and for whom we wait")),
        (p_("typed", "status"), _("what the table waits for")),
        (p_("typed", "table"), _("the table code and what is played")),
        (p_("typed", "say WORDS"), _("say something to the table")),
        (p_("typed", "rematch"), _("play again, when the game is over")),
        (p_("typed", "quit"), _("leave; your seat is kept")),
        (p_("typed", "help"), _("this list")),
    )


def _help_leaders() -> Sequence[tuple[str, str]]:
    return (
        (p_("typed", "k3"), _("keep leader 3, before the first age")),
        (p_("typed", "r3"), _("recruit leader 3")),
        (p_("typed", "d3"), _("drop or lose what has number 3, when you must")),
        (p_("typed", "leaders"), _("the leaders in your hand, and everybody's")),
    )


def _help_edifices() -> Sequence[tuple[str, str]]:
    return (
        (
            p_("typed", "w3b"),
            _("build a stage in the way b: taking part, for instance"),
        ),
        (p_("typed", "edifices"), _("the edifices, and who takes part")),
    )
