"""All clients of a table come to the same host, whatever hosts and others claim."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from sealed_wonders.client.table.homehost import HomeHost
from sealed_wonders.client.table.quorum import (
    AWAY_PATIENCE,
    GONE_PATIENCE,
    HELD_PATIENCE,
    PAUSE,
    UNWRITTEN_PATIENCE,
    Party,
    party_of,
)
from sealed_wonders.core.game import Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import GameNearby, Nearby
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.rollcall import Statement
from tests.support.quorums import HOME, PLACES, STEM, Host, Made, World
from tests.support.thorough import only

SOON = 60.0
"""Seconds in which everybody has asked, and gone where they go."""


def swallows(made: Made, who: Seat) -> bool:
    return False


def echoes(made: Made, who: Seat) -> bool:
    return made[1] == who


def alone(seat: Seat, who: Seat, is_here: bool) -> bool:
    """Show those who are there nobody but themselves; others are shown all."""
    return not is_here or seat == who


# Comparing.


SPLIT = [
    *("".join(at) for n in (2, 3, 4) for at in itertools.product("AB", repeat=n)),
    *("AABBCCC", "ABCABCA", "AAABBBC"),
]
"""At which hosts people are who play together."""

SOME = ["AB", "BA", "BAB", "AABB", "BBAB", "ABBA", "AAABBBC", "ABCABCA"]

HOMELESS = [(at, False) for at in ("BC", "CB", "BBCC", "CCB")]


@pytest.mark.parametrize(
    ("at", "is_home_there"),
    only(
        [*((at, True) for at in SOME), *HOMELESS],
        [*((at, True) for at in SPLIT), *HOMELESS],
    ),
)
def test_all_end_at_one_host(at: str, is_home_there: bool) -> None:
    """
    That of most of them, or home; in one move each, or equals would change for ever.

    Of equals at the one with the lowest pin, when home is gone.
    """
    world = World(at, *(() if is_home_there else (Host(HOME, is_there=False),)))
    world.live(120)
    most = max(sorted(set(at)), key=at.count)
    assert {most} == set(world.at)
    assert len(at) - at.count(most) == sum(len(one.moves) for one in world.people)
    assert not is_home_there or min(world.phases) > 5


def test_home_comes_first_whatever_pins_others_have_made() -> None:
    """A pin can be tried until it is low: here home has the highest."""
    world = World("XXZZ")
    home = HomeHost(PLACES["Z"], False)
    for one in world.people:
        one.quorum._followed = lambda one=one: (  # type: ignore[misc]
            one.followed and replace(one.followed, home=home)
        )
    world.live(SOON)
    assert "ZZZZ" == world.at


@pytest.mark.parametrize("bots", [3, 5])
def test_people_count_before_bots(bots: int) -> None:
    """A bad host may have as many bots as there are seats left; so they count once, too."""
    owner = b"o" * 32
    seats = range(2, 2 + bots)
    world = World(
        "AB" + "B" * bots, Host("B", passes_on=echoes), bots=dict.fromkeys(seats, owner)
    )
    # One person at each: of equals it is home.
    world.live(SOON)
    assert world.at.startswith("AA")


def test_bots_of_one_owner_count_once_between_equals() -> None:
    bots = {2: b"x" * 32, 3: b"x" * 32, 4: b"y" * 32, 5: b"z" * 32}
    world = World("ABAABB", bots=bots)
    world.people[0].thinks_for = world.people[1].thinks_for = 1000
    world.live(SOON)
    assert "B" == world.at[0]


def test_all_seats_on_one_machine_are_one_party() -> None:
    """A lender's own seat is among them, and its bots are, among bots."""
    ann, bot = b"a" * 32, TablePerson("bot", b"b" * 32, b"a" * 32)
    lent = [TablePerson(name, name.encode() * 32, None, ann) for name in "cd"]
    parties = {party_of(it) for it in (TablePerson("ann", ann), *lent)}
    assert {Party(ann, True)} == parties
    assert Party(ann, False) == party_of(bot)


def test_nobody_asks_as_long_as_all_is_well() -> None:
    """Nor before somebody, or the host, has been missing for long enough."""
    world = World("AAA", Host("X", claims=7))
    for missing, patience in (
        ((), 100.0),
        (world.people[2:], AWAY_PATIENCE - 1),
        (world.people, GONE_PATIENCE - 1),
    ):
        for one in missing:
            one.lose()
        world.live(patience)
        assert [] == world.surveys
        for one in missing:
            one.go("A")
        world.live(100)
        assert ([], {}, "AAA") == (world.surveys, world.listeners, world.at)


def test_what_a_host_claims_moves_nobody() -> None:
    """A stranger's host with the log, which says that all are there, while one is away."""
    world = World("AAA", Host("X", claims=7, passes_on=swallows))
    world.people[2].sleep()
    world.live(600)
    assert "AA." == world.at
    assert [] == world.hosts["X"].seen
    world.people[2].go("A")
    world.live(60)
    assert ("AAA", []) == (world.at, world.hosts["X"].seen)
    assert min(world.phases) > 5


def test_a_host_that_does_not_answer_is_no_reason_to_leave_home() -> None:
    """A slow Pi may take longer to ask all seats than anybody waits."""
    world = World("AAAB")
    world.people[2].sleep()
    answers = world.proven

    def without_home(*args: object) -> object:
        found = dict(answers(*args))  # type: ignore[arg-type]
        found.pop(PLACES[HOME].pin or b"", None)
        return found

    world.proven = without_home  # type: ignore[assignment,method-assign]
    world.live(300)
    assert "AA" == world.at[:2]


# A host that is gone.


def test_who_has_lost_their_host_follows_the_first_who_has_gone() -> None:
    """One is enough; and home is nowhere."""
    world = World("AAAA")
    world.live(10)
    world.kill(HOME)
    world.live(5)
    world.people[2].go("B")
    world.live(GONE_PATIENCE + SOON)
    assert "BBBB" == world.at
    before = min(world.phases)
    world.live(60)
    assert min(world.phases) > before


def test_a_host_that_answers_is_not_gone() -> None:
    """Whoever has lost their connection to it goes back, wherever anybody else is."""
    world = World("AAXX", Host("X", claims=7, passes_on=swallows))
    for one in world.people[2:]:
        one.help()
    for one in world.people[:2]:
        one.lose()
    world.live(GONE_PATIENCE + SOON)
    assert "AAXX" == world.at


@pytest.mark.parametrize("is_invited", [True, False])
def test_a_host_with_nobody_is_for_a_person_to_choose(is_invited: bool) -> None:
    """Gone for good: who came by an invitation with a pin is never offered a stranger's."""
    world = World("AAA", Host("X", claims=7), is_invited=is_invited)
    world.live(10)
    world.kill(HOME)
    world.live(600)
    assert "..." == world.at
    assert [] == world.hosts["X"].seen
    offered = [[host.name for host in one.offered] for one in world.people]
    assert ([[]] if is_invited else [["X"]]) * 3 == offered
    # Until one of them types the address of another.
    world.people[1].go("B")
    world.live(SOON + 60)
    assert "BBB" == world.at
    assert all(not one.offered for one in world.people)


def test_home_comes_first_when_another_host_is_gone() -> None:
    """Also where more are elsewhere: from there one goes on, if that is so."""
    world = World("BBBC")
    world.live(0.5)
    world.kill("B")
    world.live(GONE_PATIENCE + SOON)
    assert {"A"} == set(world.at)


def test_false_addresses_of_a_host_hide_it_from_nobody() -> None:
    """However many strangers announce it; where it was reached it is gone to."""
    world = World("AB", Host("A", is_there=False))
    games = (GameNearby(STEM, 7),)
    pin = PLACES["B"].pin
    world.false = [
        Nearby("", Address("203.0.113.9", 7000 + n, pin), (), games) for n in range(20)
    ]
    world.people[0].lose()
    world.live(900)
    assert "BB" == world.at


def test_who_looks_on_goes_where_most_are_once_their_own_host_is_gone() -> None:
    """They are asked by nobody, count for nobody, and stay as long as it is there."""
    world = World("BBA", onlookers="AB")
    onlooker = world.people[3]
    world.live(5)
    assert "A" == onlooker.at
    world = World("CCB", Host("A", is_there=False), onlookers="A")
    onlooker = world.people[3]
    onlooker.lose()
    world.live(GONE_PATIENCE + SOON)
    assert "C" == onlooker.at


def test_nobody_follows_anybody_before_the_first_entry() -> None:
    world = World("AB", has_begun=False)
    for one in world.people:
        one.lose()
    world.live(300)
    assert [] == world.surveys


# A host that holds something back.


@pytest.mark.parametrize("shows", [lambda *_: True, alone], ids=["answers", "hides"])
@pytest.mark.parametrize("passes_on", [echoes, swallows])
def test_all_who_are_led_to_a_bad_host_meet_at_home(
    passes_on: object, shows: object
) -> None:
    """It shows each their own entries, or none; and says that all are there."""
    bad = Host("X", claims=3, passes_on=passes_on, shows=shows)  # type: ignore[arg-type]
    world = World("XXX", bad)
    world.live(2 * HELD_PATIENCE + 3 * SOON)
    assert "AAA" == world.at
    assert [1, 1, 1] == [len(one.moves) for one in world.people]
    before = min(world.phases)
    world.live(600)
    assert "AAA" == world.at
    assert min(world.phases) > before + 50


@pytest.mark.parametrize("shows", [lambda *_: True, alone], ids=["answers", "hides"])
def test_those_who_leave_a_bad_host_at_different_times_meet_at_home(
    shows: object,
) -> None:
    """Whoever is home sees that the others are at the bad one, and stays there."""
    bad = Host("X", claims=4, passes_on=echoes, shows=shows)  # type: ignore[arg-type]
    world = World("XXXX", bad)
    for one in world.people:
        one.go("A")
    world.live(10)
    for seat, one in enumerate(world.people):
        one.go("X")
        world.live(7 * seat)
    world.live(400)
    assert "AAAA" == world.at
    assert min(world.phases) > 5


def test_a_player_who_helps_a_bad_host_keeps_the_others_for_half_a_minute() -> None:
    """They are proven to be there, and say nothing: so nothing is held back, as far as one sees."""
    bad = Host(
        "X",
        claims=4,
        passes_on=swallows,
        shows=lambda seat, who, is_here: seat == 3 or not is_here,
    )
    world = World("XXXX", bad)
    world.people[3].help()
    world.live(300)
    assert "AAAX" == world.at
    world.live(1000)
    visits = [it for it in bad.seen if it[1] != 3 and it[0] > 300]
    assert len(visits) < 3 * 6


def test_a_slow_honest_host_is_not_fled_from() -> None:
    """Its entries come late; there is no other, and nobody else is anywhere."""
    world = World("AAA", Host("A", delay=50.0), Host("X", claims=7))
    world.live(600)
    assert "AAA" == world.at
    assert all([] == one.moves for one in world.people)


@pytest.mark.parametrize("unwritten", [True, False])
def test_a_host_that_can_not_write_is_given_more_time(unwritten: bool) -> None:
    """It says so itself: two minutes. Then one goes where somebody is, and back."""
    world = World("AAAB", Host("A", delay=1e9), Host("B", claims=1))
    world.people[3].help()
    for one in world.people[:3]:
        if unwritten:
            one.quorum.unwritten()
    world.live(UNWRITTEN_PATIENCE - 30)
    assert ("AAAB" if unwritten else "BBBB") == world.at
    world.live(SOON + 60)
    assert "BBBB" == world.at


def test_a_bad_host_is_gone_to_again_only_for_more_than_heads() -> None:
    """When somebody there has signed a later phase; its friend can say so, now and then."""
    bad = Host("X", claims=4, passes_on=swallows)
    world = World("XXAA", bad)
    world.people[1].help()
    world.people[0].go("X")
    world.live(120)
    assert "A" == world.at[0]
    came = len(bad.seen)
    world.people[2].sleep()
    world.people[3].sleep()
    world.live(300)
    assert came == len(bad.seen)
    world.people[1].lies = Statement(1000, bytes(32), None)
    world.kill(HOME)
    world.live(GONE_PATIENCE + SOON)
    assert came < len(bad.seen)


def test_nobody_is_lost_at_a_bad_host_when_all_the_others_were_slow() -> None:
    """Home is gone for good; whoever has left a slow host goes back, there being no other."""
    slow, bad = Host("B"), Host("X", claims=7, passes_on=swallows)
    world = World("BBBB", Host("A", is_there=False), slow, bad)
    world.live(30)
    world.people[3].go("X")
    world.people[3].help()
    slow.delay = 45.0
    world.live(3600)
    assert {0, 1, 2} == {seat for _, seat in bad.seen} - {3}
    assert "BBB" == world.at[:3]


# A host that holds something back, and home is gone for good.


WHERE = ["BX+X", "XB+X", "BBX+XX", "BXX+XX", "XXB+XX", "BXXXB+XX"]
"""Where honest players are, and behind the plus those who help the hosts that they are at."""


@pytest.mark.parametrize(
    ("where", "passes_on", "bots"),
    only(
        [
            ("BX+X", echoes, False),
            ("BX+X", swallows, True),
            ("XXB+XX", echoes, True),
            ("BXXXB+XX", swallows, False),
        ],
        itertools.product(WHERE, [echoes, swallows], [False, True]),
    ),
)
def test_honest_players_meet_where_nothing_is_held_back(
    where: str, passes_on: object, bots: bool
) -> None:
    """Whatever heads count for: where somebody has made more than a host shows, one goes."""
    honest = where.index("+")
    owners = dict.fromkeys(range(honest) if bots else (), b"o" * 32)
    bad = [Host(name, claims=7, passes_on=passes_on) for name in "XY"]  # type: ignore[arg-type]
    gone = Host(HOME, is_there=False)
    world = World(where.replace("+", ""), gone, *bad, bots=owners)
    for one in world.people[honest:]:
        one.help()
    world.live(600)
    for _ in range(20):
        world.live(60)
        assert "B" * honest == world.at[:honest]


def test_who_has_left_an_honest_host_for_a_bad_one_goes_back() -> None:
    """Its friend was there first, so more people were; now nobody is anywhere else."""
    bad = Host("X", claims=7, passes_on=swallows)
    world = World("BXX", Host(HOME, is_there=False), bad)
    for one in world.people[1:]:
        one.help()
    world.live(60)
    assert (0, "X") in {(seat, "X") for _, seat in bad.seen}
    world.live(120)
    assert "B" == world.at[0]
    came = len(bad.seen)
    world.live(3600)
    assert ("B", came) == (world.at[0], len(bad.seen))


@pytest.mark.parametrize(("at", "ends"), [("X", "BB"), ("A", "BA")])
def test_a_host_that_does_not_show_votes_holds_them_back(at: str, ends: str) -> None:
    """Home is left for nobody because of that: it may have refused them."""
    gone = Host(HOME, is_there=at == HOME)
    world = World(f"B{at}{at}", gone, Host("B", claims=1))
    world.people[0].help()
    world.people[2].help()
    world.people[1].unheard_at = at
    world.live(300)
    assert ends == world.at[:2]


def test_who_signs_more_than_there_is_moves_nobody() -> None:
    """Others look at their host, and stay where they are."""
    bad = Host("X", claims=7)
    world = World("BBBX", Host(HOME, is_there=False), bad)
    world.people[3].help()
    world.people[3].lies = Statement(1000, bytes(32), None)
    for one in world.people:
        one.thinks_for = 100.0
    world.live(3600)
    assert ("BBBX", []) == (world.at, [it for it in bad.seen if it[1] != 3])


# Pauses between visits.


def test_visits_that_bring_nothing_are_made_ever_more_seldom() -> None:
    """Whatever pins the hosts have at which somebody is: these cost nothing."""
    bad = [Host(name, claims=4, passes_on=swallows) for name in "XYZ"]
    world = World("AAAX", Host("A", delay=1e9), *bad)
    friend = world.people[3]
    friend.help()
    for name in itertools.islice(itertools.cycle("XYZ"), 45):
        friend.go(name)
        world.live(100)
    visits = sorted(when for host in bad for when, seat in host.seen if seat == 0)
    pauses = [b - a for a, b in itertools.pairwise(visits)]
    assert len(pauses) > 4
    assert all(pause >= PAUSE(number) for number, pause in enumerate(pauses)), pauses
    assert "A" == world.at[0]


def test_a_new_entry_ends_the_pauses() -> None:
    world = World("AAA")
    quorum = world.people[0].quorum
    for _ in range(5):
        quorum.missed(PLACES["X"].pin)
    assert quorum._visit_at > world.clock.seconds() + 600
    world.live(10)
    assert quorum._visit_at < world.clock.seconds()


def test_a_host_without_the_game_is_asked_no_more() -> None:
    """It says to have it, and that is all; one that was only not reached is."""
    world = World("AB", Host("B", takes=False), Host("A", is_there=False))
    world.people[0].lose()
    world.live(100)
    assert [] == world.people[0].moves
    asked = len(world.surveys)
    world.hosts["B"].takes = True
    world.live(120)
    assert len(world.surveys) >= asked


# A liar who plays.


def test_a_player_who_claims_entries_that_are_not_there_is_left_alone() -> None:
    """At home all others are proven; the host that is said to hold back is left for nobody."""
    world = World("AAAA", Host("X", claims=7))
    world.live(10)
    world.people[3].sleep()
    world.people[2].lies = Statement(world.people[2].phase, b"", bytes(32))
    world.live(300)
    assert "AAA." == world.at


def test_two_liars_draw_the_others_away_ever_more_seldom() -> None:
    """One claims entries at home, the other is at their host: that is home soon."""
    bad = Host("X", claims=7, passes_on=swallows)
    world = World("AAAAX", bad)
    world.people[4].help()
    liar = world.people[3]
    liar.lies = Statement(0, b"", b"lies" + bytes(28))
    liar.help()
    world.live(3600)
    came = [when for when, seat in bad.seen if seat == 0]
    assert len(came) < 10
    assert world.at.startswith("AAA")


def test_who_is_closed_does_nothing() -> None:
    world = World("AB")
    for one in world.people:
        one.quorum.close()
    world.live(100)
    assert ([], "AB", {}) == (world.surveys, world.at, world.listeners)
