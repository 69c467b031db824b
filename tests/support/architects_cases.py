"""
Rules of Architects as short cases, written like those in `tests.support.cases`.

    A3.1 Whoever can pay again builds again
        at giza: wood stone clay clay, rhodes; at act
        play build 1 wood+stone
        built 1 2

``at`` lays out a table, with cities as `tests.support.architects` reads them, and the words
of its ``Table``; then come, a line each:

    no MOVE: REFUSAL; may MOVE, MOVE        as at 7 Wonders
    moves MOVE, MOVE                        these may be chosen, and no others
    play MOVE / MOVE                        whoever is asked chooses, one after the other
    keep wood                               of the cards that are looked through
    built 1 2, paid economy, taken giza, remixed giza, searched giza, fought 1 0
                                            what happened by that, in its order
    cards wood, stages 1, tokens decor, shields 2, wonder 4
                                            what seat 0 has; ``1 cards wood``: seat 1
    turn 2, seat 1, due urbanism, horns 1, cat 0, open decor, over, winners 0
                                            how the game stands; ``none`` is nobody
    pile giza wood                          the cards of a pile, from the top on
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sealed_wonders.core.architects.events import (
    Built,
    Fought,
    Remixed,
    Searched,
    Taken,
)
from sealed_wonders.core.game import IllegalMove, Over
from tests.support.architects import Table, choose
from tests.support.cases import same


def laid(said: str) -> Table:
    """Lay out a table."""
    cities, *more = said.split("; ")
    words: dict[str, object] = {}
    for one in more:
        key, _, value = one.partition(" ")
        match key:
            case "horns" | "turn" | "seat" | "cat":
                words[key] = int(value)
            case "piles":
                words[key] = tuple(it.strip() for it in value.split("/"))
            case "due":
                words[key] = tuple(value.split())
            case "gone" | "saw":
                words[key] = tuple(map(int, value.split()))
            case _:
                words[key] = value
    return Table(cities, **words)  # type: ignore[arg-type]


class PlayedCase:
    """A table, and what happened last."""

    def __init__(self) -> None:
        self.table = laid("giza, rhodes")
        self.does: Mapping[str, Callable[[str], None]] = {
            "at": self._at,
            "no": self._no,
            "may": self._may,
            "moves": self._moves,
            "play": self._play,
            "keep": self._keep,
            "pile": self._pile,
        }

    def follow(self, line: str) -> None:
        """Do what a line says, or see that it is so."""
        number, _, rest = line.partition(" ")
        seat, said = (int(number), rest) if number.isdigit() else (0, line)
        key, _, value = said.partition(" ")
        if key in self.does:
            self.does[key](value)
        else:
            there = self._happened(key)
            found = self._there(seat, key) if there is None else there
            same(value.split(), [str(it) for it in found])  # type: ignore[attr-defined]

    def _at(self, said: str) -> None:
        self.table = laid(said)

    def _no(self, said: str) -> None:
        move, _, why = said.rpartition(": ")
        try:
            choose(self.table.state, move)
        except IllegalMove as refused:
            same(why, refused.refusal.name)
        else:
            raise AssertionError("it is no wrong move")

    def _may(self, said: str) -> None:
        for move in said.split(", "):
            if move not in self.table.moves():
                raise AssertionError(f"there are {self.table.moves()}")

    def _moves(self, said: str) -> None:
        same(said.split(", "), self.table.moves())

    def _play(self, said: str) -> None:
        self.table.choose(*said.split(" / "))

    def _keep(self, said: str) -> None:
        self.table.keep(said)

    def _pile(self, said: str) -> None:
        name, _, cards = said.partition(" ")
        same(cards, self.table.pile(name))

    def _happened(self, key: str) -> object:
        """Give what happened, of a kind; None if that is no kind of event."""
        events = self.table.happened
        match key:
            case "built":
                return [it.stage for it in events(Built)]
            case "paid":
                return [name for it in events(Built) for name in it.by]
            case "taken":
                return [it.pile for it in events(Taken)]
            case "remixed":
                return [it.pile for it in events(Remixed)]
            case "searched":
                return [it.pile for it in events(Searched)]
            case "fought":
                return [n for it in events(Fought) for n in it.tokens]
        return None

    def _there(self, seat: int, key: str) -> object:
        """Give what there is, in words."""
        table, state = self.table, self.table.state
        city = state.cities[seat]
        sheet = state.score()
        found: Mapping[str, Callable[[], object]] = {
            "cards": lambda: table.cards(seat).split(),
            "stages": lambda: city.built,
            "tokens": lambda: table.ids(city.tokens).split(),
            "shields": lambda: [city.shields],
            "victories": lambda: [city.victories],
            "turn": lambda: [state.turn],
            "seat": lambda: [state.seat],
            "due": lambda: state.due,
            "horns": lambda: [state.horns],
            "cat": lambda: ["none" if state.cat is None else state.cat],
            "open": lambda: table.ids(state.open).split(),
            "over": lambda: [] if state.ask == Over() else ["not"],
            "winners": lambda: sheet.winners,
        }
        if key in found:
            return found[key]()
        return [sheet.rows[seat][sheet.categories.index(key)]]
