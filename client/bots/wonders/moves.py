"""
What the moves of a seat that use a card are worth to its city.
"""

from __future__ import annotations

from sealed_wonders.client.bots.wonders.edifices import EdificeWorth
from sealed_wonders.client.bots.wonders.worth import Worth
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.choices import next_stage
from sealed_wonders.core.wonders.model import Building
from sealed_wonders.core.wonders.notation import Play
from sealed_wonders.core.wonders.play import LAST_TURN, SALE
from sealed_wonders.core.wonders.state import State

SPENT = 3.0
"""What it is worth to have a power left that serves once an age, a whole age before it
is over, in points."""


class MoveWorth:
    """
    What a seat's moves are worth to its city, on one turn.

    Attributes:
        worth: of things to the city.
    """

    def __init__(self, state: State, seat: Seat, age: int, turn: int) -> None:
        around = state.around(seat)
        self.worth = Worth(around, state.players, age, turn)
        self._edifices = EdificeWorth(state, seat, self.worth, age, turn)
        self._cards = state.rules.catalog
        self._city = around.city
        self._turns_left = LAST_TURN - turn
        self._known: dict[tuple[str, ...], float] = {}

    def of(self, play: Play) -> float:
        """Return what a move is worth to the city, less what it pays."""
        match play.verb:
            case "build" | "pick":
                worth = self._building(play)
            case "recruit":
                worth = self._leader(play.name)
            case "stage":
                worth = self._stage(play)
            case "sell":
                return self.worth.coins(SALE)
            case _:
                return 0.0
        kept = SPENT * self._turns_left / LAST_TURN if play.power else 0.0
        return worth - kept - self.worth.price(play.paid)

    def _building(self, play: Play) -> float:
        building = self._cards.buildings_by_id[play.name]
        key = play.verb, play.name
        if key not in self._known:
            free = self._free(play, building)
            worth = self.worth.building(building, free)
            self._known[key] = worth - self._edifices.at_risk(building, worth)
        return self._known[key]

    def _free(self, play: Play, building: Building) -> str | None:
        if play.verb == "pick":
            return "discard"
        return "chain" if building.free_with in self._city.works.chains else None

    def _leader(self, name: str) -> float:
        if (name,) not in self._known:
            leader = self._cards.leaders_by_id[name]
            self._known[name,] = self.worth.leader(leader)
        return self._known[name,]

    def _stage(self, play: Play) -> float:
        way = play.half, play.bury, play.pawn, "joins" if play.joins else ""
        if way not in self._known:
            stage = next_stage(self._city)
            effects = stage.effects(play.half) if stage else ()
            pawns = self._edifices.brought(effects, play.pawn, joins=play.joins)
            chosen = play.bury or play.pawn
            spent = self._edifices.spent(joins=play.joins)
            self._known[way] = self.worth.stage(play.half, chosen) + pawns - spent
        return self._known[way]
