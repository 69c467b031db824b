"""The options that people may choose for a new table, and the host's defaults."""

from __future__ import annotations

import re

import pytest

from sealed_wonders.client.table.actions import EndEarly, SetReady
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.news import GameCompleted
from sealed_wonders.host.offer import (
    Offered,
    choices,
    fits,
    granted,
    read_choices,
    wishes_for,
    wishes_of,
)
from sealed_wonders.host.tableregistry import BOT_NAMES
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import ListTables, Refused, Tables
from sealed_wonders.net.wishes import Wishes
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import HOST

ALL = choices()

PRIVATE: Wishes = (("private", 1),)

ARCHITECTS: Wishes = (("game", "architects"), ("seats", 2))


@pytest.fixture
def host(start_host: StartHost) -> HostHarness:
    """Return a host of tables for three at which every option may be chosen."""
    return start_host(open_terms(3), choose=ALL)


def options_of(person: Client) -> dict[str, object]:
    return dict(person.player.last_lobby.options)


def detail(person: Client) -> str:
    """Return the text of the last refusal."""
    return [it.detail for it in person.heard(Refused)][-1]


def listed(person: Client) -> list[str]:
    """Ask for the tables, and return their names."""
    person.speak(ListTables())
    told = person.heard(Tables)
    return [line.name for line in told[-1].tables]


# Requested options.


def test_a_table_s_own_options_can_always_be_requested() -> None:
    """Requesting all of them changes nothing, even if no option may be chosen."""
    terms = Terms.of(
        players=5,
        bots=2,
        turn_time=60,
        when_gone="rescue",
        own={"with": "leaders", "leaders": "expert", "memory": "off"},
    )
    assert terms == granted(terms, wishes_for(terms))
    assert terms == Offered(terms, frozenset()).for_wishes(wishes_for(terms))
    assert {name for name, _ in wishes_for(terms)} <= set(ALL)


def test_a_game_s_options_can_be_requested_for_a_rematch() -> None:
    terms = Terms.of(
        "architects",
        players=4,
        bots=1,
        turn_time=30,
        when_gone="wait",
        own={"draw": "chosen"},
    )
    said = wishes_of(terms.options(HOST.public, 4), bots=1, is_private=False)
    assert terms == granted(Terms.of(players=4), said)


def test_another_game_begins_with_its_own_defaults() -> None:
    """
    The default game's own options aren't carried over, nor a number of seats that the
    other game doesn't allow.
    """
    terms = Terms.of(
        "architects", players=2, bots=1, turn_time=45, own={"draw": "chosen"}
    )
    assert Terms.of("wonders", players=0, bots=1, turn_time=45) == granted(
        terms, (("game", "wonders"),)
    )


@pytest.mark.parametrize(
    ("wishes", "why"),
    [
        (
            {"game": "chess"},
            "there is no game called 'chess'; the games are wonders, architects",
        ),
        ({"game": 1}, "there is no game called '1'; the games are wonders, architects"),
        ({"seats": "3"}, "players must be a number from 2 to 7, or any, not '3'"),
        ({"when-gone": 1}, "when-gone must be one of go-on, rescue, wait, not 1"),
        (
            {"when-gone": "dance"},
            "when-gone must be one of go-on, rescue, wait, not 'dance'",
        ),
        ({"seats": 3, "bots": 3}, "3 bots leave none of 3 seats free"),
        ({"gone-after": 4}, "gone-after must be a number from 5 to 3600, not 4"),
        ({"with": "dragons"}, "there is no expansion called 'dragons'"),
        ({"with": 1}, "not a valid value for --with: 1"),
        ({"sides": "up"}, "not a valid value for --sides: 'up'"),
        ({"no-memory-aid": "on"}, "not a valid value for --no-memory-aid: 'on'"),
        (
            {"game": "architects", "with": "leaders"},
            "7 Wonders: Architects has no option --with",
        ),
        ({"listen": "::"}, "7 Wonders has no option --listen"),
    ],
    ids=str,
)
def test_impossible_options_are_refused(wishes: dict[str, int | str], why: str) -> None:
    """One sentence gives the reason. For the options of a host, see test_table.py."""
    offered = Offered(open_terms(), frozenset(ALL))
    with pytest.raises(Denied, match=re.escape(why)) as denied:
        offered.for_wishes(tuple(wishes.items()))
    assert "bad-wish" == denied.value.reason


def test_impossible_options_open_no_table(start_host: StartHost) -> None:
    host = start_host(open_terms(), choose=ALL)
    twice: Wishes = (("seats", 3), ("seats", 4))
    ann = host.connect("ann", table="oak", wishes=twice)
    assert ["bad-wish"] == ann.refusals
    assert detail(ann).endswith("an option is given twice")
    assert [] == [*host.server.registry]
    assert ann.connection is not None


def test_the_operator_decides_which_options_may_be_chosen(
    start_host: StartHost,
) -> None:
    """Other options keep their defaults. Requesting the default itself is accepted."""
    host = start_host(open_terms(4, turn_time=60), choose=["with", "seats"])
    ann = host.client(
        "ann", table="oak", wishes=(("turn-time", 0), ("with", "leaders"))
    )
    bob = host.client("bob", table="elm", wishes=ARCHITECTS)
    usual: Wishes = (("turn-time", 60), ("game", "wonders"), ("seats", 5))
    cleo = host.connect("cleo", table="ash", wishes=(*usual, ("with", "leaders")))
    assert [["fixed"], ["fixed"]] == [ann.refusals, bob.refusals]
    assert detail(ann).endswith("doesn't let you choose turn-time for a new table")
    assert detail(bob).endswith("doesn't let you choose game for a new table")
    assert [] == cleo.refusals
    assert "leaders" == options_of(cleo)["with"]
    assert ["ash"] == [record.name for record in host.server.registry]


def test_clients_get_the_options_that_may_be_chosen(start_host: StartHost) -> None:
    """They also get the defaults. A change applies to clients that log in later."""
    host = start_host(open_terms(4, bots=1), choose=["seats", "private"])
    ann = host.connect("ann", sits=False)
    assert ("seats", "private") == ann.player.terms.choose
    assert wishes_for(host.terms) == ann.player.terms.usual
    host.offer(open_terms(5), "bots")
    bob = host.connect("bob", sits=False)
    assert ("bots",) == bob.player.terms.choose
    assert ("seats", 5) in bob.player.terms.usual


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("all", set(ALL)),
        ("none", set()),
        ("game, with,turn-time", {"game", "with", "turn-time"}),
    ],
)
def test_lists_of_options_are_parsed(typed: str, read: set[str]) -> None:
    assert read == read_choices(typed)


@pytest.mark.parametrize("typed", ["", "all,game", "listen", "game,,with", "memory"])
def test_an_option_that_can_t_be_chosen_is_refused_in_one_line(typed: str) -> None:
    """The line lists the options that can be chosen."""
    with pytest.raises(
        ValueError,
        match="isn't an option that can be chosen; .* of game, players, bots",
    ):
        read_choices(typed)


# Tables beside each other.


def test_both_games_can_be_played_at_one_host(host: HostHarness) -> None:
    """
    Each table has its own options. One has a bot of the host, which isn't told the
    options.
    """
    people = [host.client(name, table="oak") for name in ("ann", "bob", "cleo")]
    wishes: Wishes = (("game", "architects"), ("seats", 2), ("bots", 1))
    others = [host.connect("dan", table="elm", wishes=wishes)]
    assert [("elm", BOT_NAMES[:1])] == host.bots.started
    bot = host.connect(BOT_NAMES[0], table="elm", owner=HOST.public, near=True)
    assert {"oak": "wonders", "elm": "architects"} == {
        news.table: news.game for news in host.news_of(GameCompleted)
    }
    assert all(it.session.finished for it in (*people, *others, bot))


def test_options_without_a_table_s_name_find_a_matching_table(
    host: HostHarness,
) -> None:
    """
    The first matching table with a free seat is taken, or one is opened. Without any
    options, any table will do.
    """
    for number, wishes in enumerate([(), ARCHITECTS, ARCHITECTS, ()]):
        host.connect(f"p{number}", wishes=wishes, ready=False)
    seated = [record.line() for record in host.server.registry]
    assert [("wonders", ("p0", "p3")), ("architects", ("p1", "p2"))] == [
        (line.game, line.players) for line in seated
    ]


def test_chosen_options_apply_only_if_they_open_the_table(host: HostHarness) -> None:
    """
    Somebody who comes to an existing table sits down with its options, which are shown.
    """
    ann = host.client("ann", table="oak", ready=False)
    bob = host.connect("bob", table="oak", wishes=ARCHITECTS, ready=False)
    assert [] == bob.refusals
    assert options_of(ann) == options_of(bob)
    assert "wonders" == options_of(bob)["game"]
    record = host.server.registry.find("oak")
    assert record is not None
    assert record.lobby is not None
    assert not fits(record.lobby.terms, ARCHITECTS)


def test_requested_bots_leave_memory_for_default_tables(
    start_host: StartHost,
) -> None:
    """Nobody can prevent others from opening a table with the defaults."""
    host = start_host(open_terms(4, bots=1), choose=ALL, tables=4)
    host.bots.room = 6
    ann = host.connect("ann", table="oak", wishes=(("bots", 3),), ready=False)
    assert [] == ann.refusals  # which leaves three bots for three more tables
    bob = host.connect("bob", table="elm", wishes=(("bots", 3),), ready=False)
    assert ["no-memory"] == bob.refusals
    for name in ("cleo", "dan", "eve"):
        host.client(name, table=name, ready=False)
    host.settle()
    assert ["oak", "cleo", "dan", "eve"] == [
        record.name for record in host.server.registry
    ]


def test_a_host_that_starts_no_bots_opens_no_table_with_bots(
    start_host: StartHost,
) -> None:
    """Otherwise people would wait there for bots that never come."""
    host = start_host(open_terms(3), choose=ALL)
    host.bots.can_start = False
    ann = host.connect("ann", wishes=(("bots", 1),), ready=False)
    assert ["no-bots"] == ann.refusals
    bob = host.connect("bob", ready=False)
    assert [] == bob.refusals
    assert ("bob",) == host.table.line().players


# Private tables.


def test_a_private_table_can_be_joined_only_by_its_name(host: HostHarness) -> None:
    """
    It isn't listed, and nobody gets a seat there without naming it. A private table
    without a name gets one of two random words.
    """
    ann = host.connect("ann", table="oak", wishes=PRIVATE, ready=False)
    eve = host.connect("eve", sits=False)
    assert [] == listed(eve)
    dan = host.connect("dan", ready=False)
    assert "oak" != dan.player.last_lobby.table
    assert ["table 1"] == listed(eve)
    assert ["oak", "table 1"] == listed(ann)
    bob = host.connect("bob", table="Oak", ready=False)
    assert [False, True] == [it.player.last_lobby.listed for it in (bob, dan)]
    assert {"ann", "bob"} == {it.name for it in ann.player.last_lobby.people}
    # Without a name, it gets one of two words that is hard to guess.
    others = [host.connect(it, wishes=PRIVATE, ready=False) for it in ("cleo", "gus")]
    names = {it.player.last_lobby.table for it in others}
    assert 2 == len(names)
    assert all(re.fullmatch(r"[a-z]+ [a-z]+", name) for name in names)


@pytest.mark.usefixtures("cheap_passwords")
def test_a_private_table_may_have_a_password(host: HostHarness) -> None:
    """A guest who knows the name and the password can get the salt."""
    ann = host.connect("ann", table="oak", password="tea", wishes=PRIVATE)
    bob = host.client("bob", table="oak", password="tea")
    eve = host.connect("eve", table="oak", password="coffee")
    assert {"ann", "bob"} == {it.name for it in ann.player.last_lobby.people}
    assert [] == bob.player.refusals
    assert ["wrong-password"] == eve.player.refusals
    assert [] == listed(eve)


def test_a_table_keeps_its_options_after_a_restart(host: HostHarness) -> None:
    """A rematch has the same options, and a private table stays private."""
    chosen: Wishes = (("draw", "chosen"), ("turn-time", 600))
    wishes = (*ARCHITECTS, *chosen, *PRIVATE)
    people = [host.client(it, table="oak", wishes=wishes) for it in ("ann", "bob")]
    host.leave_unanswered(people)
    host.restart()
    eve = host.connect("eve", sits=False)
    assert [] == listed(eve)
    host.restart_clients(people, "oak")
    assert [True] * 2 == [it.session.finished for it in people]
    assert [] == listed(eve)
    again(people[0])
    assert TableState.LOBBY is host.table.state
    assert [] == listed(eve)
    # A journal doesn't contain the request, but its game has the options.
    now = options_of(people[0])
    assert ("architects", "chosen", 600) == (now["game"], now["draw"], now["turn_time"])


# Rematches with other options.


def again(person: Client, wishes: Wishes = ()) -> None:
    person.gets_ready = False
    person.play_again(wishes=wishes)
    person.host.settle()


def test_the_first_to_sit_down_chooses_a_rematch_s_options(
    host: HostHarness, over: list[Client]
) -> None:
    """
    The others' seats are reserved, and they are shown the options. There may be more
    seats.
    """
    ann, bob, *others = over
    again(ann, (("seats", 5), ("with", "edifice")))
    again(bob, (("with", "leaders"),))
    for person in others:
        again(person)
    eve = host.connect("eve", table="oak", ready=False)
    people = (*over, eve)
    assert ["edifice"] * 5 == [options_of(it)["with"] for it in people]
    assert [[]] * 5 == [it.refusals for it in people]
    for person in people:
        person.session.do(SetReady())
    host.leave_unanswered(people)
    assert {"ann", "bob", "cleo", "dan", "eve"} == set(host.game.names)


USUAL: Wishes = (
    *(("seats", 4), ("turn-time", 90), ("game-time", 600), ("increment", 5)),
    ("with", "leaders"),
)


@pytest.fixture
def over(host: HostHarness) -> list[Client]:
    """Return four people who began a game with unusual options, and ended it early."""
    people = [
        host.client(name, table="oak", wishes=USUAL)
        for name in ("ann", "bob", "cleo", "dan")
    ]
    host.leave_unanswered(people)
    for person in people:
        person.game.do(EndEarly())
    host.settle()
    host.completed_game()
    return people


def test_a_rematch_of_another_game_keeps_only_common_options(
    over: list[Client],
) -> None:
    ann = over[0]
    assert (600, 5) == (options_of(ann)["game_time"], options_of(ann)["increment"])
    again(ann, (("game", "architects"), ("game-time", 0)))
    now = options_of(ann)
    assert ("architects", 90, 4) == (now["game"], now["turn_time"], now["players"])
    # Without a game time, the increment is dropped, too.
    assert now.keys().isdisjoint(("game_time", "increment", "with"))


def test_a_rematch_resets_options_that_may_no_longer_be_chosen(
    over: list[Client],
) -> None:
    """Requesting such an option is refused."""
    ann, bob, *_ = over
    ann.host.offer(open_terms())
    again(ann, (("turn-time", 30),))
    assert ["fixed"] == ann.refusals
    again(bob)
    assert 0 == options_of(bob)["turn_time"]


def test_a_rematch_needs_seats_for_everybody_who_is_there(over: list[Client]) -> None:
    """This includes the bots."""
    ann, bob, *_ = over
    again(ann, (("seats", 3),))
    again(bob, (("seats", 5), ("bots", 2)))
    assert [["bad-wish"]] * 2 == [ann.refusals, bob.refusals]
    assert "4 people here and 0 bots are too many" in detail(ann)
    again(ann, (("seats", 5), ("bots", 1)))
    assert 5 == options_of(ann)["players"]
    assert ("Atossa",) == ann.player.last_lobby.bots


def test_the_first_to_ask_chooses_while_proofs_are_checked(
    toy: Terms, start_host: StartHost
) -> None:
    """The order of asking counts, and not the order of connecting."""
    later = ManualThreads()
    host = start_host(toy, work=later, choose=ALL)
    ann, bob, _ = host.join()
    host.settle()
    again(bob, (("turn-time", 40),))
    again(ann, (("turn-time", 50),))
    assert [TableState.FULL] == [it.state for it in host.server.registry]
    later.do_all()
    host.settle()
    assert [40, 40] == [options_of(it)["turn_time"] for it in (ann, bob)]
