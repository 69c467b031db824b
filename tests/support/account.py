"""
A running game of 7 Wonders, compared with an independent account of it.

What happens is written as the lines of its record, from which `tests.support.recount`
works everything out; `tests.support.places` follows the cards themselves. What both come
to is compared with what the state says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sealed_wonders.core.game import Over
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders import record
from sealed_wonders.core.wonders.events import (
    EdificeEnded,
    Event,
    FinalSheet,
    Fought,
    Penalised,
    TurnEnded,
)
from sealed_wonders.core.wonders.state import State
from tests.support.cities import Leader
from tests.support.games import wonders
from tests.support.places import Places, check
from tests.support.printed import COLOURS
from tests.support.recount import LINES, Json, Recount, Wrong


class Account:
    """The account of one game; call `post` after each answer."""

    def __init__(self, dealer: Dealer) -> None:
        self._dealer = dealer
        self._places = Places(dealer)
        self._recount: Recount | None = None
        """None until there are cities."""
        self._early: list[Json] = []
        """Who left before there were."""
        self._compared: object = None

    @property
    def state(self) -> State:
        return wonders(self._dealer.state)

    @property
    def seen(self) -> Counter[str]:
        """The number of times that each thing has occurred so far."""
        return self._recount.seen if self._recount else Counter()

    def post(self) -> None:
        """
        Enter the events of the last answer, and compare.

        Raises:
            Wrong: the state and the account differ.
        """
        news = self.state.news
        told = [line for event in news for line in self._lines(event)]
        if self._recount is None:
            self._recount, told = self._begin(told)
        if self._recount is not None:
            self._recount.go_on(told)
        self._places.enter(news)
        self._places.compare()
        for event in news:
            self._check(event)
        if self.state.cities is not self._compared or news:
            self._compare()
            self._compared = self.state.cities
        over = isinstance(self.state.ask, Over)
        check(over == self._ended, "the end")

    @property
    def _ended(self) -> bool:
        if self._recount is not None:
            return self._recount.ended
        return any("final" in line for line in self._early)

    def _begin(self, told: list[Json]) -> tuple[Recount | None, list[Json]]:
        """Begin with the header once it is there; return the other lines."""
        headers = [line for line in told if "record" in line]
        self._early += [line for line in told if line not in headers]
        if headers:
            return Recount(headers), self._early
        check(all("left" in line or "final" in line for line in told), told)
        return None, []

    def _lines(self, event: Event) -> Iterator[Json]:
        """Yield the lines by which a record tells an event."""
        state = self.state
        names = [""] * state.players
        line = record.line(event, names, self._dealer.faces.get, state.rules)
        if line is not None:
            yield line.to_json()

    def _check(self, event: Event) -> None:
        """Check what no record tells."""
        match event:
            case EdificeEnded(age, _, seats):
                concerned = self._counted().projects[age - 1].concerned
                check(set(seats) == concerned, (event, concerned))
            case Penalised(_, _, card, coins, tokens):
                check(sum(map(bool, (card, coins, tokens))) <= 1, event)
            case FinalSheet(sheet):
                check(sheet == self.state.score(), event)

    def _counted(self) -> Recount:
        if self._recount is None:
            raise Wrong("there are no cities yet")
        return self._recount

    def _compare(self) -> None:
        """Compare the state with the account."""
        state, recount = self.state, self._recount
        if recount is None:
            check(not self._ended or len(state.active) < 2, "over before it began")
            check(not any(map(any, state.score().rows)), state.score())
            check(state.score().winners == tuple(state.active), state.score())
            return
        check(not recount.undrawn or not self._places.box, recount.undrawn)
        for city, mine in zip(state.cities, recount.cities, strict=True):
            check(city.coins == mine.coins >= 0, (city, mine.coins))
            check([it.id for it in city.buildings] == mine.built, city)
            check([stage.half for stage in city.stages] == mine.halves, city)
            check([*city.tokens] == mine.tokens, (city, mine.tokens))
            check(city.works.shields == mine.shields, city)
            check([*city.works.counts] == [*map(mine.count, COLOURS)], city)
            led = [Leader(it.leader.id, it.age, it.buried) for it in city.leaders]
            check(led == mine.leaders, (city, mine.leaders))
            check(sorted(city.pawns) == sorted(mine.pawns), city)
            check([it.id for it in city.edifices] == mine.rewards, city)
            check([*city.debts] == mine.debts, city)
        for lying, project in zip(state.projects, recount.projects, strict=True):
            seen = (lying.edifice.id, lying.pawns, lying.fate)
            check(seen == (project.name, project.pawns, project.fate), lying)
            check([*lying.takers] == project.takers, lying)
        if any(isinstance(it, TurnEnded | Fought | FinalSheet) for it in state.news):
            self._compare_sheet(recount)

    def _compare_sheet(self, recount: Recount) -> None:
        state, sheet = self.state, self.state.score()
        names = (*LINES, *state.rules.expansions, "total")
        rows = recount.worths()
        check(sheet.categories == names, sheet.categories)
        check([dict(zip(names, row, strict=True)) for row in sheet.rows] == rows, rows)
        check([*sheet.winners] == recount.winners(rows), sheet)
