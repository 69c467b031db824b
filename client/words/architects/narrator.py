"""The `Narrator` of 7 Wonders: Architects: its news, and its commands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sealed_wonders.client.view.architects.sight import Sight, architects, own, sight_of
from sealed_wonders.client.view.sight import AnySight, TurnNumber, Untold
from sealed_wonders.client.view.tablemodel import Command, TableModel
from sealed_wonders.client.words.architects import (
    cards,
    describe,
    disclosed,
    look,
    narrate,
    scores,
    typed,
)
from sealed_wonders.client.words.narrator import Narrator
from sealed_wonders.client.words.queries import of_cities
from sealed_wonders.core.architects.events import FinalSheet, TurnEnded
from sealed_wonders.core.game import AnyState, Card, Seat, Sheet, Slot
from sealed_wonders.net.lobby import Options
from sealed_wonders.net.words import _


def _card(known: TableModel, rest: str) -> Iterable[str]:
    item = known.item(rest)
    return cards.lines(sight_of(known), rest) if item is None else item.explained()


class ArchitectsNarrator(Narrator):
    """Narrates Architects, for which nothing needs to be remembered."""

    ages = 0
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

    def sight(
        self,
        names: tuple[str, ...],
        ours: Seat | None,
        state: AnyState,
        faces: Mapping[Slot, Card],
        behind: Seat = 0,
    ) -> Sight:
        return Sight(names, ours, architects(state), faces, behind)

    def begin(self, known: TableModel) -> None:
        """Do nothing: everything in the game is face up, or in piles."""

    def sit(self, known: TableModel) -> None: ...

    def note(self, known: TableModel) -> None: ...

    def told(self, sight: AnySight[Any]) -> list[str]:
        return list(narrate.told(own(sight)))

    def turn_of(self, event: object) -> TurnNumber | None:
        """Return the turn, which is counted for the whole table; there are no ages."""
        number = getattr(event, "turn", 0)
        return (0, number) if number else None

    def age_of(self, state: AnyState) -> int:
        """Return 0, because there are no ages."""
        return 0

    def position(self, state: AnyState) -> str:
        at = architects(state)
        if not at.turn:
            return _("Before the first turn")
        return narrate.round_title(1 + (at.turn - 1) // at.players)

    def heading(self, turn: TurnNumber) -> str:
        return narrate.turn_title(turn[1])

    def caught_up(self, untold: Sequence[Untold]) -> Iterable[str]:
        """
        Yield sentences not shown yet.

        If more than a round has passed, leave out turns before our own last one.
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
            yield _("The game is now at turn {n}.").format(n=ends[-1][1] + 1)
        for index, (sight, told) in enumerate(untold):
            is_end = any(isinstance(event, FinalSheet) for event in sight.state.news)
            if index >= first or is_end:
                yield from told

    def place(self, sight: AnySight[Any], seat: Seat) -> str:
        cities = own(sight).state.cities
        return describe.wonder(cities[seat].wonder) if cities else ""

    def city(self, sight: AnySight[Any], seat: Seat) -> Iterable[str]:
        return look.city(own(sight), seat)

    def final(self, sight: AnySight[Any], sheet: Sheet) -> Iterable[str]:
        return scores.final(own(sight), sheet)

    def winner(self, sight: AnySight[Any], sheet: Sheet) -> str:
        return scores.winner(own(sight), sheet)

    def opened(
        self,
        sight: AnySight[Any],
        past: Sequence[Any],
        seat: Seat,
        cards: Mapping[Slot, Card],
    ) -> Iterable[str]:
        """Return what a player disclosed of the cards they alone had seen."""
        return disclosed.lines(own(sight), seat, cards)

    def face_down(
        self, sight: AnySight[Any], past: Sequence[Any], cards: Mapping[Slot, Card]
    ) -> Iterable[str]:
        return disclosed.counted(own(sight), cards)

    def log(self, known: TableModel, words: str) -> Iterable[str]:
        return typed.log(known, words)

    def help(self, options: Options, *, plays: bool) -> Iterable[tuple[str, str]]:
        return typed.help(plays=plays)


NARRATOR = ArchitectsNarrator()
