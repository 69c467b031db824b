"""All of a table come to one host, wherever they are and whoever says what."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence

import pytest

from sealed_wonders.client.table.whereabouts import AWAY_PATIENCE, STAY, Whereabouts
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from tests.support.clock import Clock

GAME = "0123456789abcdef"
PLACES = {
    name: Address("192.0.2.1", 7000 + number, bytes([number]) * 16)
    for number, name in enumerate("ABCX")
}
ANNOUNCED = 3.0
"""Seconds after which a host says that others are there."""


class World:
    """
    Some who play, the hosts at which they are, and what these say of it.

    Attributes:
        at: where each is.
        moves: who has gone where, and when.
        lies: hosts that say how many are there, whoever is; and show nobody another.
        has_it: such a one has the game.
        is_there: it is reached.
    """

    def __init__(
        self,
        at: str,
        lies: dict[str, int] | None = None,
        *,
        has_it: bool = True,
        is_there: bool = True,
    ) -> None:
        self.clock = Clock()
        self.lies, self.has_it, self.is_there = lies or {}, has_it, is_there
        self.at: dict[int, str] = dict(enumerate(at))
        self.moves: list[tuple[int, str, float]] = []
        self.said: Sequence[Nearby] = ()
        self.listeners: dict[int, Callable[[Sequence[Nearby]], None]] = {}
        self.people = [
            Whereabouts(self.clock, self._looking(who), lambda: GAME, self._going(who))
            for who in self.at
        ]
        self._announce()
        for who, place in self.at.items():
            self.people[who].arrived(PLACES[place])
        self._tell()

    def _looking(
        self, who: int
    ) -> Callable[[Callable[[Sequence[Nearby]], None]], Callable[[], object]]:
        def look(heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
            self.listeners[who] = heard
            self.clock.callLater(0.5, lambda: heard(self.said))
            return lambda: self.listeners.pop(who)

        return look

    def _going(self, who: int) -> Callable[[Sequence[Address]], None]:
        before = [self.at[who]]

        def go(host: Sequence[Address]) -> None:
            (name,) = (it for it in PLACES if PLACES[it] == host[0])
            self.moves.append((who, name, self.clock.seconds()))
            self.at[who] = ""
            self.clock.callLater(1.0, arrive, name)
            self.clock.callLater(0, self._tell)

        def arrive(name: str) -> None:
            if name == "X" and not self.is_there:
                name = before[-1]
            elif name == "X" and not self.has_it:
                self.people[who].turned_away(PLACES["X"].pin)
                name = before[-1]
            before.append(name)
            self.at[who] = name
            self.people[who].arrived(PLACES[name])
            self._tell()

        return go

    def _tell(self) -> None:
        """Let everybody know who is where they are."""
        for who, place in self.at.items():
            if place:
                here = 1 if place in self.lies else self._count(place)
                self.people[who].attend(here, len(self.at), plays=True)

    def _announce(self) -> None:
        """Let hosts say how many are there."""
        self.said = [
            Nearby(
                name,
                place,
                (),
                (GameNearby(GAME, self.lies.get(name, self._count(name))),),
            )
            for name, place in PLACES.items()
            if name != "X" or "X" in self.lies
        ]
        for heard in list(self.listeners.values()):
            heard(self.said)
        self.clock.callLater(ANNOUNCED, self._announce)

    def _count(self, name: str) -> int:
        return sum(place == name for place in self.at.values())

    def live(self, seconds: float) -> None:
        self.clock.pump([0.5] * int(2 * seconds))

    def moved(self, who: int) -> list[float]:
        return [when for mover, _, when in self.moves if mover == who]


@pytest.mark.parametrize(
    "at",
    ["".join(at) for n in (2, 3, 4) for at in itertools.product("AB", repeat=n)]
    + ["AABBCCC", "ABCABCA", "AAABBBC"],
)
def test_all_end_at_one_host(at: str) -> None:
    """That of most of them, or the one with the lower pin; in one move each."""
    world = World(at)
    world.live(120)
    most = max(sorted(set(at)), key=at.count)
    assert {most} == set(world.at.values())
    assert len(at) - at.count(most) == len(world.moves)


@pytest.mark.parametrize("has_it", [True, False])
@pytest.mark.parametrize("at", ["AB", "AAB", "ABB", "BCCC", "AAAABB"])
def test_a_liar_costs_each_one_excursion(at: str, has_it: bool) -> None:
    """Whoever says to have seven is gone to once, and all end at another host."""
    world = World(at, lies={"X": 7}, has_it=has_it)
    world.live(300)
    assert 1 == len(set(world.at.values()))
    assert "X" not in world.at.values()
    for who in world.at:
        times = [when for mover, to, when in world.moves if (mover, to) == (who, "X")]
        assert len(times) <= 1
        moves = world.moved(who)
        assert all(b - a >= STAY for a, b in itertools.pairwise(moves))


def test_a_host_that_is_no_more_is_tried_ever_more_seldom() -> None:
    """It is announced for long after its machine is lost, with those who were there."""
    world = World("AAA", lies={"X": 3}, is_there=False)
    world.people[2].lost()
    world.at[2] = ""
    world._tell()
    world.live(1000)
    assert ["A", "A", ""] == [*world.at.values()]
    for who in (0, 1):
        pauses = [b - a for a, b in itertools.pairwise(world.moved(who))]
        assert [True] * 4 == [it >= 60 * 2**n for n, it in enumerate(pauses)]


def test_whoever_goes_elsewhere_than_meant_blames_nobody_there() -> None:
    """The link stays at whichever host it reaches first; it was another that said so many."""
    clock, moves = Clock(), list[Address]()
    far = Nearby("X", PLACES["X"], (), (GameNearby(GAME, 7),))
    said = [far, Nearby("B", PLACES["B"], (), (GameNearby(GAME, 2),))]

    def look(heard: Callable[[Sequence[Nearby]], None]) -> Callable[[], object]:
        clock.callLater(0, lambda: heard(said))
        return lambda: None

    person = Whereabouts(clock, look, lambda: GAME, lambda to: moves.append(to[0]))

    def stay(place: str) -> None:
        person.arrived(PLACES[place])
        person.attend(1, 3, plays=True)
        clock.pump([1.0] * int(STAY + 1))

    stay("A")
    stay("B")
    assert [PLACES["X"]] == moves
    person.lost()
    stay("A")
    assert [PLACES["X"], PLACES["B"]] == moves


def test_nobody_leaves_a_table_where_all_are() -> None:
    """Whatever is said elsewhere; nor before somebody has been away for long enough."""
    world = World("AAA", lies={"X": 7})
    world.live(100)
    assert ([], {}) == (world.moves, world.listeners)
    world.people[0].attend(2, 3, plays=True)
    world.live(AWAY_PATIENCE - 1)
    assert {} == world.listeners
    world.people[0].attend(3, 3, plays=True)
    world.live(100)
    assert [] == world.moves


def test_who_is_nowhere_looks_for_nobody() -> None:
    """The link looks for the host then, and for the game."""
    world = World("AB")
    for person in world.people:
        person.lost()
    world.live(100)
    assert ([], {}) == (world.moves, world.listeners)
    world.people[0].close()
    world.people[0].arrived(PLACES["A"])
    world.people[0].attend(1, 2, plays=True)
    world.live(100)
    assert {} == world.listeners
