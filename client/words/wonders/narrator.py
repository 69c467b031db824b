"""
The narrator of 7 Wonders, through which shared code tells a game and runs commands.

The words are in `narrate`, `look`, `hands`, `cards` and `log`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sealed_wonders.client.view import games
from sealed_wonders.client.view.menu import Menu
from sealed_wonders.client.view.sight import AnySight, TurnNumber, Untold
from sealed_wonders.client.view.tablemodel import Command, TableModel
from sealed_wonders.client.view.wonders.handtracker import (
    HandTracker,
    may_remember,
    tracker_of,
)
from sealed_wonders.client.view.wonders.sight import Sight, own, sight_of, wonders
from sealed_wonders.client.words import lodging, text
from sealed_wonders.client.words.narrator import Narrator
from sealed_wonders.client.words.queries import of_cities, of_question
from sealed_wonders.client.words.wonders import (
    cards,
    describe,
    disclosed,
    hands,
    log,
    look,
    narrate,
    phrases,
)
from sealed_wonders.core.game import AnyState, Card, Seat, Sheet, Slot
from sealed_wonders.core.wonders.events import FinalSheet, Played, TurnEnded
from sealed_wonders.core.wonders.play import LAST_TURN
from sealed_wonders.net.lobby import Options
from sealed_wonders.net.words import _, n_, p_


def _card(known: TableModel, rest: str) -> Iterable[str]:
    item = known.item(rest)
    return cards.lines(sight_of(known), rest) if item is None else item.explained()


def _hands(known: TableModel, rest: str) -> Iterable[str]:
    if known.charter is None:
        return (text.not_in_game(),)
    if not may_remember(known):
        return (phrases.no_memory(),)
    sight = sight_of(known)
    tracker = tracker_of(known)
    if tracker is None or sight is None:
        return (phrases.nothing_kept(),)
    return hands.lines(tracker, sight, lodging.lodgings(known))


def _no_hand() -> str:
    return _("There is no hand to choose from right now.")


class WondersNarrator(Narrator):
    ages = 3
    commands: Mapping[str, Command] = {
        "hand": of_question(Menu.item_lines, _no_hand),
        "leaders": of_cities(lambda sight: look.leaders(own(sight))),
        "edifices": of_cities(lambda sight: look.edifices(own(sight))),
        "card": _card,
        "hands": _hands,
        "discard": of_cities(lambda sight: (_discard(len(sight.state.discard)),)),
    }

    def sight(
        self,
        names: tuple[str, ...],
        ours: Seat | None,
        state: AnyState,
        faces: Mapping[Slot, Card],
        behind: Seat = 0,
    ) -> Sight:
        return Sight(names, ours, wonders(state), faces, behind)

    def begin(self, known: TableModel) -> None:
        """Create the memory aid, if the table allows one."""
        known.notes = HandTracker(known.ours) if may_remember(known) else None

    def sit(self, known: TableModel) -> None:
        """Let the memory aid see from our seat from now on."""
        tracker = tracker_of(known)
        if tracker is not None and known.ours is not None:
            tracker.sit(known.ours)

    def note(self, known: TableModel) -> None:
        """Note what the memory aid sees."""
        tracker = tracker_of(known)
        if tracker is not None and known.sight is not None:
            tracker.note(known.sight.state, known.sight.faces)

    def told(self, sight: AnySight[Any]) -> list[str]:
        return list(narrate.told(own(sight)))

    def turn_of(self, event: object) -> TurnNumber | None:
        """Return the age and turn that an event begins; None if it begins none."""
        if isinstance(event, Played):
            # For players, Babylon's extra card belongs to the sixth turn.
            return event.age, min(event.turn, LAST_TURN)
        return None

    def age_of(self, state: AnyState) -> int:
        """Return the age of the current task; 0 if it has none."""
        return getattr(getattr(state, "task", None), "age", 0)

    def position(self, state: AnyState) -> str:
        turn = getattr(getattr(state, "task", None), "turn", 0)
        return narrate.position(self.age_of(state), turn)

    def heading(self, turn: TurnNumber) -> str:
        return narrate.header(*turn)

    def caught_up(self, untold: Sequence[Untold]) -> Iterable[str]:
        """Yield untold news; for several turns at once, only the number of the last."""
        news = [event for sight, _told in untold for event in sight.state.news]
        turns = [event for event in news if isinstance(event, TurnEnded)]
        if len(turns) > 1:
            yield _caught_up(turns[-1].age, turns[-1].turn)
        for sight, told in untold:
            ends = any(isinstance(event, FinalSheet) for event in sight.state.news)
            if len(turns) < 2 or ends:
                yield from told

    def place(self, sight: AnySight[Any], seat: Seat) -> str:
        """Return the name of a seat's board; empty before there are cities."""
        cities = own(sight).state.cities
        return describe.name(cities[seat].board) if cities else ""

    def city(self, sight: AnySight[Any], seat: Seat) -> Iterable[str]:
        return look.city(own(sight), seat)

    def final(self, sight: AnySight[Any], sheet: Sheet) -> Iterable[str]:
        return narrate.final(own(sight), sheet)

    def winner(self, sight: AnySight[Any], sheet: Sheet) -> str:
        return narrate.winner(own(sight), sheet)

    def opened(
        self,
        sight: AnySight[Any],
        past: Sequence[Any],
        seat: Seat,
        cards: Mapping[Slot, Card],
    ) -> Iterable[str]:
        return disclosed.lines(own(sight), past, seat, cards)

    def face_down(
        self, sight: AnySight[Any], past: Sequence[Any], cards: Mapping[Slot, Card]
    ) -> Iterable[str]:
        return disclosed.counted(own(sight), past, cards)

    def log(self, known: TableModel, words: str) -> Iterable[str]:
        return log.lines(known.narration, words)

    def help(self, options: Options, *, plays: bool) -> Iterable[tuple[str, str]]:
        expansions = games.expansions(options)
        leaders, edifices = "leaders" in expansions, "edifice" in expansions
        if plays:
            yield from _help_choosing(leaders, edifices)
        if leaders:
            yield (
                p_("typed", "leaders"),
                _("everybody's leaders, and those in your hand"),
            )
        if edifices:
            yield (
                p_("typed", "edifices"),
                _("the edifices, and who has helped to build them"),
            )
        yield from text.help_cities(plays=plays)
        yield from _help_game()


NARRATOR = WondersNarrator()


def _discard(n: int) -> str:
    return n_(
        "The discard pile has {n} card.", "The discard pile has {n} cards.", n
    ).format(n=n)


def _caught_up(age: int, turn: int) -> str:
    said = _("The game is now in age {age}, after turn {turn}.")
    return said.format(age=age, turn=turn)


def _help_choosing(leaders: bool, edifices: bool) -> Sequence[tuple[str, str]]:
    """
    Return the commands that make a choice, with their meanings.

    Args:
        leaders, edifices: whether the expansions are in the game.
    """
    return (
        ("3", _("what you can do with card 3")),
        (p_("typed", "b3"), _("build it; b3a or b3b if there are several ways to pay")),
        (p_("typed", "w3"), _("build the next stage of your wonder with it")),
        (p_("typed", "s3"), _("sell it for 3 coins")),
        (
            p_("typed", "altar"),
            _("you can also type a card's name, or its beginning"),
        ),
        *(_help_leaders() if leaders else ()),
        *(_help_edifices() if edifices else ()),
        (p_("typed", "none"), _("take nothing, if that is allowed")),
        (
            p_("typed", "moves"),
            _("all your moves in record notation, which you can also type"),
        ),
        (p_("typed", "again"), _("repeat the question")),
        (p_("typed", "hand"), _("your hand")),
    )


def _help_game() -> Sequence[tuple[str, str]]:
    """Return the commands that tell something, with their meanings."""
    return (
        (p_("typed", "card NAME"), _("all about any card in the game")),
        (p_("typed", "hands"), _("what you have seen of the hands being passed")),
        (p_("typed", "turn"), _("the latest events")),
        (
            p_("typed", "log"),
            _(
                "everything that happened; log 3 for the last 3 turns, log 2.5 for age "
                "2, turn 5"
            ),
        ),
        (p_("typed", "scores"), _("the points so far")),
        (p_("typed", "discard"), _("how many cards are in the discard pile")),
        (p_("typed", "who"), _("who sits where, and whom the table is waiting for")),
        (p_("typed", "status"), _("what the table is waiting for")),
        (p_("typed", "table"), _("the table code and the options")),
    )


def _help_leaders() -> Sequence[tuple[str, str]]:
    return (
        (p_("typed", "k3"), _("keep leader 3, before the first age")),
        (p_("typed", "r3"), _("recruit leader 3")),
        (p_("typed", "d3"), _("lose card or token 3, when you have to")),
    )


def _help_edifices() -> Sequence[tuple[str, str]]:
    return (
        (
            p_("typed", "w3b"),
            _("build a stage in way b, for example with the edifice"),
        ),
    )
