"""The listener of a person whose seat may be shown in a browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sealed_wonders.client.person.listener import ScreenListener
from sealed_wonders.client.view.sight import AnySight
from sealed_wonders.core.chronicle import Chronicle, decisive

if TYPE_CHECKING:
    from sealed_wonders.client.person.person import Person
    from sealed_wonders.core.definition import Facts
    from sealed_wonders.core.game import AnyState


class SeatListener(ScreenListener):
    """
    Passes changes on, and keeps the states of the game for its course.

    A page may be opened in the middle of a game, and needs the turns before. Counting
    points after each state takes time, so that is only done once a page asks.
    """

    def __init__(self, changed: Callable[[], None]) -> None:
        super().__init__(changed)
        self._states: list[AnyState] = []
        self._chronicle: Chronicle | None = None

    def listen_to(self, person: Person) -> None:
        self._person = person

    def happened(self, sight: AnySight[Any], lines: Sequence[str]) -> None:
        self._states.append(sight.state)

    def course(self) -> dict[str, Facts]:
        """Return the sections of the game's course; none before it begins."""
        sight = self._person.known.sight
        if sight is None:
            return {}
        if self._chronicle is None:
            self._chronicle = Chronicle(self._person.known.game)
        states, self._states = self._states, []
        for state in states:
            self._chronicle.take(state)
        found = dict(self._chronicle.sections(sight.state))
        ending = self._person.known.ending
        if ending is not None and ending.sheet is not None:
            turns = self._chronicle.turns
            some = decisive(turns, ending.sheet.winners)
            found["decisive"] = {
                "turns": [{**it._asdict(), "at": list(it.at)} for it in some]
            }
        if disclosed := self._person.known.disclosed:
            found["opened"] = self._chronicle.all_opened(sight.state, disclosed)
        return found
