"""All clients of a table gather at one host, whatever hosts and players claim."""

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
from tests.support.quorums import HOME, PLACES, STEM, EntryId, Host, World
from tests.support.thorough import only

SETTLE_SECONDS = 60.0
"""Seconds within which all clients have asked around and moved."""


def swallows(made: EntryId, who: Seat) -> bool:
    return False


def echoes(made: EntryId, who: Seat) -> bool:
    return made[1] == who


def alone(seat: Seat, who: Seat, is_here: bool) -> bool:
    """Show those at the host only themselves, and show others everybody."""
    return not is_here or seat == who


# Comparing hosts.


SPLITS = [
    *("".join(at) for n in (2, 3, 4) for at in itertools.product("AB", repeat=n)),
    *("AABBCCC", "ABCABCA", "AAABBBC"),
]
"""The hosts at which the players of one game are."""

SOME_SPLITS = ["AB", "BA", "BAB", "AABB", "BBAB", "ABBA", "AAABBBC", "ABCABCA"]

HOMELESS = [(at, False) for at in ("BC", "CB", "BBCC", "CCB")]


@pytest.mark.parametrize(
    ("at", "is_home_there"),
    only(
        [*((at, True) for at in SOME_SPLITS), *HOMELESS],
        [*((at, True) for at in SPLITS), *HOMELESS],
    ),
)
def test_all_meet_at_one_host(at: str, is_home_there: bool) -> None:
    """
    They meet at the host with most players, or at home. Each moves at most once;
    otherwise equal groups would swap places forever.

    If home is gone, the lowest pin decides between equal groups.
    """
    world = World(at, *(() if is_home_there else (Host(HOME, is_there=False),)))
    world.run(120)
    most = max(sorted(set(at)), key=at.count)
    assert {most} == set(world.at)
    assert len(at) - at.count(most) == sum(len(one.moves) for one in world.people)
    assert not is_home_there or min(world.phases) > 5


def test_home_beats_an_equal_host_with_a_lower_pin() -> None:
    """
    Somebody can generate certificates until the pin is low. Here, home has the highest.
    """
    world = World("XXZZ")
    home = HomeHost(PLACES["Z"], False)
    for one in world.people:
        one.quorum._followed = lambda one=one: (  # type: ignore[misc]
            one.followed and replace(one.followed, home=home)
        )
    world.run(SETTLE_SECONDS)
    assert "ZZZZ" == world.at


@pytest.mark.parametrize("bots", [3, 5])
def test_people_count_before_bots(bots: int) -> None:
    """A bad host may bring as many bots as there are free seats, so they count once."""
    owner = b"o" * 32
    seats = range(2, 2 + bots)
    world = World(
        "AB" + "B" * bots, Host("B", passes_on=echoes), bots=dict.fromkeys(seats, owner)
    )
    # With one person at each, home wins.
    world.run(SETTLE_SECONDS)
    assert world.at.startswith("AA")


def test_bots_of_one_owner_count_once_between_equals() -> None:
    bots = {2: b"x" * 32, 3: b"x" * 32, 4: b"y" * 32, 5: b"z" * 32}
    world = World("ABAABB", bots=bots)
    world.people[0].thinks_for = world.people[1].thinks_for = 1000
    world.run(SETTLE_SECONDS)
    assert "B" == world.at[0]


def test_all_seats_on_one_machine_are_one_party() -> None:
    """This includes the lender's own seat. Its bots are a party of their own."""
    ann, bot = b"a" * 32, TablePerson("bot", b"b" * 32, b"a" * 32)
    lent = [TablePerson(name, name.encode() * 32, None, ann) for name in "cd"]
    parties = {party_of(it) for it in (TablePerson("ann", ann), *lent)}
    assert {Party(ann, True)} == parties
    assert Party(ann, False) == party_of(bot)


def test_clients_ask_nobody_while_nobody_is_missing_for_long() -> None:
    world = World("AAA", Host("X", claims=7))
    for missing, patience in (
        ((), 100.0),
        (world.people[2:], AWAY_PATIENCE - 1),
        (world.people, GONE_PATIENCE - 1),
    ):
        for one in missing:
            one.lose()
        world.run(patience)
        assert [] == world.surveys
        for one in missing:
            one.go("A")
        world.run(100)
        assert ([], {}, "AAA") == (world.surveys, world.listeners, world.at)


def test_a_claimed_presence_moves_nobody() -> None:
    """A stranger's host has the log and claims that all are there, but one is absent."""
    world = World("AAA", Host("X", claims=7, passes_on=swallows))
    world.people[2].sleep()
    world.run(600)
    assert "AA." == world.at
    assert [] == world.hosts["X"].seen
    world.people[2].go("A")
    world.run(60)
    assert ("AAA", []) == (world.at, world.hosts["X"].seen)
    assert min(world.phases) > 5


def test_nobody_leaves_home_because_it_answers_slowly() -> None:
    """A slow Raspberry Pi may take longer to ask all seats than anybody waits."""
    world = World("AAAB")
    world.people[2].sleep()
    answers = world.proven

    def without_home(*args: object) -> object:
        found = dict(answers(*args))  # type: ignore[arg-type]
        found.pop(PLACES[HOME].pin or b"", None)
        return found

    world.proven = without_home  # type: ignore[assignment,method-assign]
    world.run(300)
    assert "AA" == world.at[:2]


# A host that is gone.


def test_players_without_a_host_follow_the_first_who_moves() -> None:
    """Home is gone, and one player at another host is enough."""
    world = World("AAAA")
    world.run(10)
    world.kill(HOME)
    world.run(5)
    world.people[2].go("B")
    world.run(GONE_PATIENCE + SETTLE_SECONDS)
    assert "BBBB" == world.at
    before = min(world.phases)
    world.run(60)
    assert min(world.phases) > before


def test_players_return_to_a_host_that_answers() -> None:
    """They lost only their connections, and return although others are elsewhere."""
    world = World("AAXX", Host("X", claims=7, passes_on=swallows))
    for one in world.people[2:]:
        one.help_host_lie()
    for one in world.people[:2]:
        one.lose()
    world.run(GONE_PATIENCE + SETTLE_SECONDS)
    assert "AAXX" == world.at


@pytest.mark.parametrize("is_invited", [True, False])
def test_only_a_person_chooses_a_host_at_which_nobody_is(is_invited: bool) -> None:
    """
    Home is gone for good. A player who came by an invitation with a pin is never
    offered a stranger's host.
    """
    world = World("AAA", Host("X", claims=7), is_invited=is_invited)
    world.run(10)
    world.kill(HOME)
    world.run(600)
    assert "..." == world.at
    assert [] == world.hosts["X"].seen
    offered = [[host.name for host in one.offered] for one in world.people]
    assert ([[]] if is_invited else [["X"]]) * 3 == offered
    # Until one of them types another host's address.
    world.people[1].go("B")
    world.run(SETTLE_SECONDS + 60)
    assert "BBB" == world.at
    assert all(not one.offered for one in world.people)


def test_players_of_a_dead_host_go_home_first() -> None:
    """Even if more players are elsewhere; from home, they move on if necessary."""
    world = World("BBBC")
    world.run(0.5)
    world.kill("B")
    world.run(GONE_PATIENCE + SETTLE_SECONDS)
    assert {"A"} == set(world.at)


def test_false_announcements_do_not_hide_a_host() -> None:
    """However many strangers announce its pin, clients use the address that worked."""
    world = World("AB", Host("A", is_there=False))
    games = (GameNearby(STEM, 7),)
    pin = PLACES["B"].pin
    world.false = [
        Nearby("", Address("203.0.113.9", 7000 + n, pin), (), games) for n in range(20)
    ]
    world.people[0].lose()
    world.run(900)
    assert "BB" == world.at


def test_spectators_follow_the_majority_once_their_host_is_gone() -> None:
    """
    Nobody asks spectators, they don't count, and they stay while their host is there.
    """
    world = World("BBA", onlookers="AB")
    onlooker = world.people[3]
    world.run(5)
    assert "A" == onlooker.at
    world = World("CCB", Host("A", is_there=False), onlookers="A")
    onlooker = world.people[3]
    onlooker.lose()
    world.run(GONE_PATIENCE + SETTLE_SECONDS)
    assert "C" == onlooker.at


def test_clients_ask_nobody_before_the_first_entry() -> None:
    world = World("AB", has_begun=False)
    for one in world.people:
        one.lose()
    world.run(300)
    assert [] == world.surveys


# A host that withholds something.


@pytest.mark.parametrize("shows", [lambda *_: True, alone], ids=["answers", "hides"])
@pytest.mark.parametrize("passes_on", [echoes, swallows])
def test_players_led_to_a_withholding_host_meet_at_home(
    passes_on: object, shows: object
) -> None:
    """
    The host shows each player only their own entries, or none, and claims all are
    there.
    """
    bad = Host("X", claims=3, passes_on=passes_on, shows=shows)  # type: ignore[arg-type]
    world = World("XXX", bad)
    world.run(2 * HELD_PATIENCE + 3 * SETTLE_SECONDS)
    assert "AAA" == world.at
    assert [1, 1, 1] == [len(one.moves) for one in world.people]
    before = min(world.phases)
    world.run(600)
    assert "AAA" == world.at
    assert min(world.phases) > before + 50


@pytest.mark.parametrize("shows", [lambda *_: True, alone], ids=["answers", "hides"])
def test_players_leaving_a_bad_host_at_different_times_meet_at_home(
    shows: object,
) -> None:
    """A player at home sees that the others are at the bad host, and stays."""
    bad = Host("X", claims=4, passes_on=echoes, shows=shows)  # type: ignore[arg-type]
    world = World("XXXX", bad)
    for one in world.people:
        one.go("A")
    world.run(10)
    for seat, one in enumerate(world.people):
        one.go("X")
        world.run(7 * seat)
    world.run(400)
    assert "AAAA" == world.at
    assert min(world.phases) > 5


def test_an_accomplice_of_a_bad_host_delays_the_others_briefly() -> None:
    """The accomplice is proven present and stays silent, so nothing seems withheld."""
    bad = Host(
        "X",
        claims=4,
        passes_on=swallows,
        shows=lambda seat, who, is_here: seat == 3 or not is_here,
    )
    world = World("XXXX", bad)
    world.people[3].help_host_lie()
    world.run(300)
    assert "AAAX" == world.at
    world.run(1000)
    visits = [it for it in bad.seen if it[1] != 3 and it[0] > 300]
    assert len(visits) < 3 * 6


def test_players_stay_at_a_slow_honest_host() -> None:
    """Its entries come late, but there is no other host, and nobody is elsewhere."""
    world = World("AAA", Host("A", delay=50.0), Host("X", claims=7))
    world.run(600)
    assert "AAA" == world.at
    assert all([] == one.moves for one in world.people)


@pytest.mark.parametrize("unwritten", [True, False])
def test_a_host_that_cannot_write_gets_more_time(unwritten: bool) -> None:
    """
    It reports so itself, and gets two minutes. Then its players go where somebody else
    is.
    """
    world = World("AAAB", Host("A", delay=1e9), Host("B", claims=1))
    world.people[3].help_host_lie()
    for one in world.people[:3]:
        if unwritten:
            one.quorum.unwritten()
    world.run(UNWRITTEN_PATIENCE - 30)
    assert ("AAAB" if unwritten else "BBBB") == world.at
    world.run(SETTLE_SECONDS + 60)
    assert "BBBB" == world.at


def test_head_count_alone_leads_nobody_back_to_a_bad_host() -> None:
    """
    A later phase signed by somebody there does; an accomplice can claim one now and
    then.
    """
    bad = Host("X", claims=4, passes_on=swallows)
    world = World("XXAA", bad)
    world.people[1].help_host_lie()
    world.people[0].go("X")
    world.run(120)
    assert "A" == world.at[0]
    came = len(bad.seen)
    world.people[2].sleep()
    world.people[3].sleep()
    world.run(300)
    assert came == len(bad.seen)
    world.people[1].lies = Statement(1000, bytes(32), None)
    world.kill(HOME)
    world.run(GONE_PATIENCE + SETTLE_SECONDS)
    assert came < len(bad.seen)


def test_players_do_not_stay_at_a_bad_host_when_theirs_was_slow() -> None:
    """
    Home is gone for good. Players who left the slow host return, as there is no other.
    """
    slow, bad = Host("B"), Host("X", claims=7, passes_on=swallows)
    world = World("BBBB", Host("A", is_there=False), slow, bad)
    world.run(30)
    world.people[3].go("X")
    world.people[3].help_host_lie()
    slow.delay = 45.0
    world.run(3600)
    assert {0, 1, 2} == {seat for _, seat in bad.seen} - {3}
    assert "BBB" == world.at[:3]


# A host that withholds something, and home is gone for good.


PLACEMENTS = ["BX+X", "XB+X", "BBX+XX", "BXX+XX", "XXB+XX", "BXXXB+XX"]
"""The hosts of the honest players and, after the plus, those of the accomplices."""


@pytest.mark.parametrize(
    ("where", "passes_on", "bots"),
    only(
        [
            ("BX+X", echoes, False),
            ("BX+X", swallows, True),
            ("XXB+XX", echoes, True),
            ("BXXXB+XX", swallows, False),
        ],
        itertools.product(PLACEMENTS, [echoes, swallows], [False, True]),
    ),
)
def test_honest_players_meet_where_nothing_is_withheld(
    where: str, passes_on: object, bots: bool
) -> None:
    """
    Regardless of the head count, clients go where somebody has made more entries than
    their own host shows.
    """
    honest = where.index("+")
    owners = dict.fromkeys(range(honest) if bots else (), b"o" * 32)
    bad = [Host(name, claims=7, passes_on=passes_on) for name in "XY"]  # type: ignore[arg-type]
    gone = Host(HOME, is_there=False)
    world = World(where.replace("+", ""), gone, *bad, bots=owners)
    for one in world.people[honest:]:
        one.help_host_lie()
    world.run(600)
    for _ in range(20):
        world.run(60)
        assert "B" * honest == world.at[:honest]


def test_a_player_returns_from_a_bad_host_to_an_honest_one() -> None:
    """
    The accomplices arrived first, so more people were there. Later, nobody else is
    anywhere else.
    """
    bad = Host("X", claims=7, passes_on=swallows)
    world = World("BXX", Host(HOME, is_there=False), bad)
    for one in world.people[1:]:
        one.help_host_lie()
    world.run(60)
    assert (0, "X") in {(seat, "X") for _, seat in bad.seen}
    world.run(120)
    assert "B" == world.at[0]
    came = len(bad.seen)
    world.run(3600)
    assert ("B", came) == (world.at[0], len(bad.seen))


@pytest.mark.parametrize(("at", "ends"), [("X", "BB"), ("A", "BA")])
def test_a_host_that_shows_no_votes_withholds_them(at: str, ends: str) -> None:
    """Nobody leaves home for this reason, because home may have refused the votes."""
    gone = Host(HOME, is_there=at == HOME)
    world = World(f"B{at}{at}", gone, Host("B", claims=1))
    world.people[0].help_host_lie()
    world.people[2].help_host_lie()
    world.people[1].unheard_at = at
    world.run(300)
    assert ends == world.at[:2]


def test_a_player_who_claims_a_future_phase_moves_nobody() -> None:
    """The others look at that player's host, and stay where they are."""
    bad = Host("X", claims=7)
    world = World("BBBX", Host(HOME, is_there=False), bad)
    world.people[3].help_host_lie()
    world.people[3].lies = Statement(1000, bytes(32), None)
    for one in world.people:
        one.thinks_for = 100.0
    world.run(3600)
    assert ("BBBX", []) == (world.at, [it for it in bad.seen if it[1] != 3])


# Pauses between visits.


def test_fruitless_visits_become_ever_rarer() -> None:
    """Even if the hosts have different pins, because these cost nothing."""
    bad = [Host(name, claims=4, passes_on=swallows) for name in "XYZ"]
    world = World("AAAX", Host("A", delay=1e9), *bad)
    friend = world.people[3]
    friend.help_host_lie()
    for name in itertools.islice(itertools.cycle("XYZ"), 45):
        friend.go(name)
        world.run(100)
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
    world.run(10)
    assert quorum._visit_at < world.clock.seconds()


def test_nobody_moves_to_a_host_without_the_game() -> None:
    """It claims to have the game."""
    world = World("AB", Host("B", takes=False), Host("A", is_there=False))
    world.people[0].lose()
    world.run(100)
    assert [] == world.people[0].moves


# Players who lie.


def test_nobody_follows_a_player_who_claims_missing_entries() -> None:
    """All others are proven to be at home, so nobody leaves it for withholding."""
    world = World("AAAA", Host("X", claims=7))
    world.run(10)
    world.people[3].sleep()
    world.people[2].lies = Statement(world.people[2].phase, b"", bytes(32))
    world.run(300)
    assert "AAA." == world.at


def test_two_liars_lure_the_others_away_ever_less_often() -> None:
    """
    One claims entries at home, the other is at their host. The others soon return home.
    """
    bad = Host("X", claims=7, passes_on=swallows)
    world = World("AAAAX", bad)
    world.people[4].help_host_lie()
    liar = world.people[3]
    liar.lies = Statement(0, b"", b"lies" + bytes(28))
    liar.help_host_lie()
    world.run(3600)
    came = [when for when, seat in bad.seen if seat == 0]
    assert len(came) < 10
    assert world.at.startswith("AAA")


def test_a_closed_quorum_does_nothing() -> None:
    world = World("AB")
    for one in world.people:
        one.quorum.close()
    world.run(100)
    assert ([], "AB", {}) == (world.surveys, world.at, world.listeners)
