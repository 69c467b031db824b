"""
A running game of Architects, compared with an independent account of it.

What happens is written as the lines of its record, from which
`tests.support.architects_recount` works everything out; what that comes to, and what
everybody may do, is compared with what the state says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from sealed_wonders.core.architects import events, record
from sealed_wonders.core.architects.city import City
from sealed_wonders.core.game import Card, Choose, Over
from tests.independent_architects import catalogue
from tests.independent_city import printed
from tests.support.architects import Table, moves
from tests.support.architects_recount import Json, Recount, Wrong

NAMES = catalogue().names
"""The id of each number: of cards, of tokens, of wonders."""

NUMBERS = {name: {*cards} for name, cards in catalogue().piles.items()}
"""The numbers of the cards that each pile has at first."""


def check(truth: object, *what: object) -> None:
    """Raise `Wrong` with these words if something isn't true."""
    if not truth:
        raise Wrong(" ".join(map(str, what)))


def named(cards: Iterable[Card]) -> Counter[str]:
    """Count cards by their names."""
    return Counter(NAMES[card] for card in cards)


class Account:
    """The account of one game; call `post` after each answer."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._recount: Recount | None = None
        """None until there are cities."""
        self._taken: list[str] = []
        """The wonders that were chosen, by seat."""
        self._early: list[Json] = []
        """What was told before there were."""
        self._peeks = 0

    @classmethod
    def of(cls, table: Table) -> Account:
        """Open the account of a game in the middle, where a turn has just begun."""
        self, state = cls(table), table.state
        wonders = tuple(city.wonder.id for city in state.cities)
        founded = events.Founded(wonders, state.first)
        self._recount = recount = Recount([*self._lines(founded)])
        for mine, city in zip(recount.cities, state.cities, strict=True):
            mine.cards = named(_cards(city))
            mine.built, mine.victories = [*city.built], city.victories
            mine.tokens = [NAMES[token] for token in city.tokens]
        recount.piles = {pile.name: named(pile.cards) for pile in state.around}
        recount.tops = {
            pile.name: NAMES[pile.top] for pile in state.piles if pile.top is not None
        }
        recount.open = [NAMES[token] for token in state.open]
        recount.tokens = named(state.tokens.cards)
        recount.discard, recount.gone = named(state.discard), {*state.gone}
        recount.cat, recount.horns = state.cat, state.horns
        recount.turn, recount.seat = state.turn - 1, state.seat - 1
        recount.awaited = []
        recount.begin_turn()
        return self

    @property
    def seen(self) -> Counter[str]:
        """The number of times that each thing has occurred so far."""
        seen = Counter({"peeked": self._peeks})
        return seen + self._recount.seen if self._recount else seen

    def post(self) -> None:
        """
        Enter the events of the last answer, and compare.

        Raises:
            Wrong: the state and the account differ.
        """
        news, ask = self._table.news, self._table.state.ask
        for event in news:
            self._enter(event)
        if self._recount and (news or isinstance(ask, Choose | Over)):
            self._compare(self._recount)

    # What happened.

    def _lines(self, event: events.Event) -> Iterator[Json]:
        """Yield the lines by which a record tells an event."""
        state = self._table.state
        names = [""] * state.players
        line = record.line(event, names, self._table.faces.get, state.rules)
        if line is not None:
            yield line.to_json()

    def _enter(self, event: events.Event) -> None:
        told = [*self._lines(event)]
        if isinstance(event, events.Founded):
            check([*event.wonders] == (self._taken or [*event.wonders]), event)
            check(event.first == self._table.state.first, "who begins")
            self._recount = Recount(told)
            self._recount.go_on(self._early)
        elif self._recount is None:
            self._enter_early(event)
            self._early += told
        else:
            self._follow(self._recount, event, told)

    def _enter_early(self, event: events.Event) -> None:
        """Enter an event from before the cities were founded."""
        gone = [seat for line in self._early for seat in line.get("left", ())]
        match event:
            case events.WonderTaken(seat, wonder):
                check(seat == len(self._taken), seat, "chooses out of turn")
                left = [it for it in printed("wonder") if it not in self._taken]
                check(wonder in (left[:1] if seat in gone else left), event)
                self._taken.append(wonder)
            case events.FinalSheet(sheet):
                few = self._table.state.players - len({*gone}) < 2
                check(few and sheet == self._table.state.score(), event)
            case _:
                check(isinstance(event, events.SeatsLeft), "too early:", event)

    def _follow(self, recount: Recount, event: events.Event, told: list[Json]) -> None:
        """Enter an event, and check what no record tells of it."""
        cat, horns = recount.cat, recount.horns
        cards = [city.cards.copy() for city in recount.cities]
        recount.go_on(told)
        match event:
            case events.Peeked(turn, seat):
                recount.begin_turn()
                here = (recount.turn, recount.seat, recount.seat)
                check((turn, seat, recount.cat) == here, event, "hasn't the cat")
                check(not recount.drawn, "too late to peek")
                self._peeks += 1
            case events.Taken():
                check(event.cat == (recount.cat != cat), "another cat")
                check(event.horns == recount.horns - horns, "other horns")
            case events.Built():
                check([*event.by] == [it for it in printed("token") if it in event.by])
            case events.Searched():
                seen = {event.top, *map(self._table.faces.__getitem__, event.slots)}
                check(len(seen) == event.count, "one card twice", event)
                check(seen <= NUMBERS[event.pile], "cards of elsewhere", event)
            case events.Fought():
                lost = zip(cards, recount.cities, event.discarded, strict=True)
                for before, city, gone in lost:
                    check(before - city.cards == named(gone), "discarded", event)
            case events.FinalSheet(sheet):
                check(sheet == self._table.state.score(), "another sheet")

    # The comparison.

    def _compare(self, recount: Recount) -> None:
        state = self._table.state
        check(state.cat == recount.cat, "cat", state.cat, recount.cat)
        check(state.horns == recount.horns, "horns", state.horns, recount.horns)
        check({*state.gone} == recount.gone, "gone", state.gone)
        check(named(state.discard) == recount.discard, "discard")
        check([NAMES[token] for token in state.open] == recount.open, "open tokens")
        if state.piles:
            check(named(state.tokens.cards) == recount.tokens, "hidden tokens")
            for pile in state.around:
                left = recount.piles[pile.name]
                check(named(pile.cards) == left, "pile", pile.name)
                check({*pile.cards} <= NUMBERS[pile.name], "cards of elsewhere", pile)
        for mine, city in zip(recount.cities, state.cities, strict=True):
            check(named(_cards(city)) == mine.cards, "cards of", city)
            check([*city.built] == mine.built, "stages of", city)
            check([NAMES[it] for it in city.tokens] == mine.tokens, "tokens of", city)
            check(city.victories == mine.victories, "victories of", city)
            check(city.shields == mine.shields, "shields of", city)
        if any(isinstance(it, events.TurnEnded) for it in self._table.news):
            self._compare_points(recount)
        if isinstance(state.ask, Choose):
            self._compare_choices(recount)
        check(recount.ended == (state.ask == Over()), "the end")

    def _compare_points(self, recount: Recount) -> None:
        sheet, rows = self._table.state.score(), recount.worths()
        check([[*row] for row in sheet.rows] == rows, "points", sheet.rows, rows)
        check([*sheet.winners] == recount.winners(rows), "winners", sheet.winners)

    def _compare_choices(self, recount: Recount) -> None:
        """Compare the possible moves, and the face-up cards."""
        state = self._table.state
        recount.begin_turn()
        here = (recount.turn, recount.seat)
        check(here == (state.turn, state.seat), "whose turn", here)
        expected = sorted(recount.choices())
        check(len(expected) > 1, "no choice:", expected)
        check(expected == moves(state), "moves", moves(state), expected)
        check(sorted(recount.due) == sorted(state.due), "due", state.due, recount.due)
        check(not recount.to_mix, recount.to_mix, "isn't mixed")
        for pile in state.piles:
            top = None if pile.top is None else NAMES[pile.top]
            check(top == recount.tops.get(pile.name), "top of", pile.name, top)
            check(pile.top is None or pile.top in pile.cards, "top of", pile)


def _cards(city: City) -> list[Card]:
    return [card for cards in city.cards for card in cards]
