"""Spectators who offer to take a seat, whispers to them, and summoned bots."""

from __future__ import annotations

import json

import msgspec
import pytest

from sealed_wonders.host.botprocess import ENDED_WELL
from sealed_wonders.host.news import BotLost, MessageHeard, MessageSent
from sealed_wonders.host.peer import READS_CAP
from sealed_wonders.host.requests import GUESTS_CAP, WHISPER_LIMIT
from sealed_wonders.host.supervisor import SUMMON_BURST, SUMMONED_CAP
from sealed_wonders.host.tableregistry import BOT_NAMES
from sealed_wonders.host.terms import Terms
from sealed_wonders.host.tracing import Tracer
from sealed_wonders.net.frames import frame_bytes
from sealed_wonders.net.messages import (
    TAKERS_CAP,
    WHISPER_CAP,
    Read,
    Summon,
    Takers,
    Whisper,
    Whispered,
    Willing,
)
from sealed_wonders.net.tableoptions import RESCUES
from sealed_wonders.net.whispers import SeatRefusal, seal, unseal
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import NAMES
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.inprocess.takers import (
    post,
    post_due_entries,
    reading_spectator,
    sign_handover,
    taker_names,
    taker_of,
    willing_spectator,
)
from tests.support.lobbies import HOST, identity_of


@pytest.fixture
def host(start_host: StartHost, short_terms: Terms) -> HostHarness:
    """Return a host whose tables have three seats and open cards."""
    return start_host(short_terms)


def all_choosing(host: HostHarness) -> list[Client]:
    """Play until all three people have to choose."""
    people = host.join()
    host.until_phase("PICK")
    host.leave_unanswered(people)
    return people


def hand_over(before: Client, after: Client) -> None:
    """Hand a seat over; the client of the former holder gets nothing more."""
    before.stalled = True
    post(before, sign_handover(before.host, before, after))
    before.relay = lambda message: []
    before.stalled = False


def play(*people: Client) -> None:
    """Make people choose, from now on at once."""
    for one in people:
        one.player.pick = lambda question: question.default
        one.player.answer_now()
    people[0].host.settle()


def host_bot(host: HostHarness, name: str = BOT_NAMES[0]) -> Client:
    """Let a bot of the host offer to take a seat."""
    return willing_spectator(host, name, HOST.public, near=True)


# Possible substitutes.


def test_players_get_the_list_of_possible_substitutes(host: HostHarness) -> None:
    """They get names, keys and owners after each change. Nobody else gets the list."""
    people = all_choosing(host)
    finn = reading_spectator(host, "finn")
    eve = willing_spectator(host, "eve")
    gus = willing_spectator(host, "gus", identity_of("ann").public)
    for person in people:
        (first, second) = person.heard(Takers)
        assert Takers("table 1", (taker_of(eve),)) == first
        assert (
            taker_of(eve),
            taker_of(gus, identity_of("ann").public),
        ) == second.takers
    for other in (finn, eve, gus):
        assert [] == taker_names(other)
    # An offer doesn't require having read the log.
    hal = host.connect("hal", sits=False)
    hal.speak(Willing("TABLE 1", True, None))
    assert ["eve", "gus", "hal"] == taker_names(people[0])
    eve.send(Willing("table 1", False, None), Willing("table 1", False, None))
    host.disconnect([gus])
    assert ["hal"] == taker_names(people[0])
    host.disconnect([hal])
    assert [] == taker_names(people[0])
    assert [[]] * 4 == [person.refusals for person in (*people, eve)]


def test_a_player_who_comes_back_gets_the_list_of_substitutes(
    host: HostHarness,
) -> None:
    """An empty list isn't sent. A substitute who comes back has to offer again."""
    ann, *_ = all_choosing(host)
    ann.disconnect()
    host.reconnect([ann])
    assert not ann.heard(Takers)
    eve = willing_spectator(host, "eve")
    ann.disconnect()
    host.reconnect([ann])
    assert ["eve"] == taker_names(ann)
    # A substitute who logs in again has to repeat the offer.
    eve.connect()  # the earlier connection is still open
    host.settle()
    assert [] == taker_names(ann)


def test_a_substitute_who_takes_a_seat_leaves_the_list(host: HostHarness) -> None:
    """The new holder gets the list, and the former holder no longer does."""
    ann, bob, _ = all_choosing(host)
    eve, finn = willing_spectator(host, "eve"), willing_spectator(host, "finn")
    ann.stalled = True
    post(ann, sign_handover(host, ann, eve))
    assert ["finn"] == taker_names(bob) == taker_names(eve)
    finn.send(Willing("table 1", False, None))
    ann.relay = lambda message: []
    ann.stalled = False
    host.settle()
    assert [] == taker_names(bob) == taker_names(eve)
    assert ["eve", "finn"] == taker_names(ann)  # the list from when the seat was hers
    for person in (ann, bob, eve):
        person.send(Willing("table 1", True, None))
        person.relay = lambda message: []
        host.settle()
        assert ["had-seat"] == person.refusals


def test_offers_to_take_a_seat_need_a_running_game(host: HostHarness) -> None:
    """The list becomes empty when the game ends."""
    ann, bob = host.client("ann"), host.client("bob")
    eve = host.connect("eve", sits=False)
    eve.send(Willing("table 1", True, None), Willing("oak", True, None))
    eve.speak(Willing("oak", False, None))
    assert ["no-game", "no-table"] == eve.refusals
    cleo = host.client("cleo")
    host.leave_unanswered(people := (ann, bob, cleo))
    eve.speak(Willing("table 1", True, None))
    assert ["eve"] == taker_names(ann)
    play(*people)
    host.completed_game()
    assert [] == taker_names(ann)
    eve.speak(Willing("table 1", True, None))
    assert "no-game" == eve.refusals[-1]


def test_nobody_can_pass_for_a_bot_of_the_host(host: HostHarness) -> None:
    """
    Only clients on the host's machine can be its bots. An owner who can't have bots is
    refused, too.
    """
    ann, *_ = all_choosing(host)
    for owner in (HOST.public, bytes(32), identity_of("eve").public):
        eve = willing_spectator(host, "eve", owner)
        assert ["bad-taker"] == eve.refusals
        eve.disconnect()
    assert not ann.heard(Takers)
    host_bot(host, "Dido")
    assert ["Dido"] == taker_names(ann)


def test_the_list_of_possible_substitutes_is_limited(host: HostHarness) -> None:
    """
    Strangers may fill it, but there is still room for one bot of the host per seat.
    Their whispers don't disconnect anybody, however slow the recipient: they are
    refused.
    """
    ann, *_ = all_choosing(host)
    people = [willing_spectator(host, f"eve {n}", near=True) for n in range(GUESTS_CAP)]
    another = willing_spectator(host, "finn")
    assert ["table-full"] == another.refusals
    people[0].send(Willing("table 1", True, None))  # a repeated offer has no effect
    host.settle()
    assert ([], GUESTS_CAP) == (people[0].refusals, len(taker_names(ann)))
    assert ann.connection is not None
    ann.connection.pauseProducing()
    for eve in people:
        eve.send(Whisper("table 1", ann.identity.public, bytes(WHISPER_CAP)))
    assert not ann.is_cut_off
    ann.connection.resumeProducing()
    host.settle()
    refused = [reason for eve in people for reason in eve.refusals]
    assert {"too-fast"} == set(refused)
    assert GUESTS_CAP == len(ann.heard(Whispered)) + len(refused)
    people[0].disconnect()
    another.speak(Willing("table 1", True, None))
    assert "finn" == taker_names(ann)[-1]
    for n in range(TAKERS_CAP - GUESTS_CAP):
        assert [] == host_bot(host, f"bot {n}").refusals
    assert TAKERS_CAP == len(taker_names(ann))


def test_a_substitute_who_follows_too_many_tables_leaves_the_list(
    start_host: StartHost,
) -> None:
    """Somebody who no longer gets the log can't take a seat."""
    host = start_host(open_terms(3), tables=READS_CAP + 2)
    ann, *_ = all_choosing(host)
    eve = willing_spectator(host, "eve")
    assert ["eve"] == taker_names(ann)
    for number in range(READS_CAP):
        host.server.seating.open(f"oak {number}", permanent=True)
        eve.send(Read(f"oak {number}", 0))
    host.settle()
    assert [] == taker_names(ann)


# Whispers.


def test_a_whisper_reaches_only_its_recipient(host: HostHarness) -> None:
    """It goes from a player to a possible substitute or back, and stays encrypted."""
    ann, bob, cleo = all_choosing(host)
    eve = willing_spectator(host, "eve")
    said = SeatRefusal(host.game.gid, ann.seat.number)
    to_eve = seal(said, eve.identity.public)
    ann.send(Whisper("table 1", eve.identity.public, to_eve))
    to_ann = seal(said, ann.identity.public)
    eve.speak(Whisper("TABLE 1", ann.identity.public, to_ann))
    assert [Whispered("table 1", ann.identity.public, to_eve)] == eve.heard(Whispered)
    assert [Whispered("table 1", eve.identity.public, to_ann)] == ann.heard(Whispered)
    assert said == unseal(eve.heard(Whispered)[0].sealed, eve.identity)
    assert [] == bob.heard(Whispered) + cleo.heard(Whispered)


def test_whispers_need_a_player_and_a_possible_substitute(host: HostHarness) -> None:
    """
    Other spectators and former holders can neither send nor receive them. Possible
    substitutes have no seat to give, so they can't whisper to each other.
    """
    ann, bob, _ = all_choosing(host)
    eve, finn = willing_spectator(host, "eve"), reading_spectator(host, "finn")
    gus = willing_spectator(host, "gus")
    gus.send(Whisper("table 1", eve.identity.public, b"psst"))
    hand_over(ann, eve)
    for stranger in (ann, finn):
        stranger.send(Whisper("table 1", bob.identity.public, b"psst"))
        bob.send(Whisper("table 1", stranger.identity.public, b"psst"))
    bob.send(Whisper("table 1", bob.identity.public, b"to myself"))
    bob.send(Whisper("table 1", identity_of("hal").public, b"nobody"))
    bob.speak(Whisper("oak", eve.identity.public, b"elsewhere"))
    assert [["no-seat"]] * 2 == [it.refusals for it in (ann, finn)]
    assert [*["not-there"] * 4, "no-table"] == bob.refusals
    assert ["not-there"] == gus.refusals
    assert [] == ann.heard(Whispered) + finn.heard(Whispered) + bob.heard(
        Whispered
    ) + eve.heard(Whispered)
    bob.speak(Whisper("table 1", eve.identity.public, b"psst"))
    assert 1 == len(eve.heard(Whispered))


def test_whispers_are_limited_in_rate_and_length(host: HostHarness) -> None:
    ann, bob, _ = all_choosing(host)
    to = bob.identity.public
    whisper = Whisper("table 1", to, b"psst")
    ann.speak(*[whisper] * (WHISPER_LIMIT.burst + 2))
    assert ["too-fast"] * 2 == ann.refusals
    assert WHISPER_LIMIT.burst == len(bob.heard(Whispered))
    host.pass_time(1 / WHISPER_LIMIT.rate)
    ann.speak(whisper, whisper)
    assert ["too-fast"] * 3 == ann.refusals
    assert WHISPER_LIMIT.burst + 1 == len(bob.heard(Whispered))
    host.pass_time(1 / WHISPER_LIMIT.rate)
    # The longest whisper is accepted; one more byte violates the protocol.
    ann.speak(Whisper("table 1", to, bytes(WHISPER_CAP)))
    before = bob.heard(Whispered)
    assert WHISPER_CAP == len(before[-1].sealed)
    packed = msgspec.msgpack.encode(("whisper", "table 1", to, bytes(WHISPER_CAP + 1)))
    ann.send_bytes(frame_bytes(packed))
    assert ann.is_cut_off
    host.settle()
    assert before == bob.heard(Whispered)


def test_a_trace_names_the_table_of_each_request(host: HostHarness) -> None:
    """The requests are offers to take a seat, whispers and summons."""
    host.listener = Tracer(host.server, host.news.append)
    ann, bob, _ = all_choosing(host)
    willing_spectator(host, "eve")
    ann.speak(Whisper("table 1", bob.identity.public, b"psst"), Summon("table 1", None))
    kinds = ("willing", "whisper", "summon")
    told = [it for it in host.news if isinstance(it, MessageHeard) and it.kind in kinds]
    assert [*kinds] == [it.kind for it in told]
    assert ["table 1"] * 3 == [it.about for it in told]


def test_a_trace_contains_no_whisper(host: HostHarness) -> None:
    """It reports that there was one, in both directions."""
    host.listener = Tracer(host.server, host.news.append)
    ann, bob, _ = all_choosing(host)
    ann.speak(Whisper("table 1", bob.identity.public, b"psst"))
    assert [b"psst"] == [it.sealed for it in bob.heard(Whispered)]
    traced = [it for it in host.news if isinstance(it, MessageHeard | MessageSent)]
    assert {"whisper", "whispered"} <= {it.kind for it in traced}
    lines = "\n".join(f"{it.text()}\n{json.dumps(it.row())}" for it in host.news)
    for said in ("psst", b"psst".hex()):
        assert said not in lines


# Summoned bots.


def test_a_summoned_bot_takes_the_seat(host: HostHarness) -> None:
    """It has a name that nobody else has, and is dismissed after the game."""
    ann, bob, cleo = all_choosing(host)
    willing_spectator(host, BOT_NAMES[0])
    ann.speak(Summon("table 1", None))
    assert [("table 1", BOT_NAMES[1])] == host.bots.summoned
    assert [] == ann.refusals
    bot = host_bot(host, BOT_NAMES[1])
    ann.stalled = True
    post(ann, sign_handover(host, ann, bot, HOST.public))
    # From now on, it is treated like the host's other bots.
    bot_identity = {BOT_NAMES[1]: bot.identity.public}
    host.server.supervisor.ended("table 1", BOT_NAMES[1], ENDED_WELL)
    host.pass_time(2)
    assert [("table 1", bot_identity)] == host.bots.restarted
    assert 1 == len(host.news_of(BotLost))
    play(bob, cleo)
    assert [] == host.bots.dismissed
    post_due_entries(host, bot, host.game.names.index(BOT_NAMES[1]))
    assert 1 == len(host.bots.dismissed)
    host.completed_game()


def test_a_bot_is_listed_for_the_player_who_summoned_it(host: HostHarness) -> None:
    """So two players who ask at once don't both give their seats to the first bot."""
    ann, bob, cleo = all_choosing(host)
    for person in (ann, bob):
        person.send(Summon("table 1", None))
    host.settle()
    for _table, name in host.bots.summoned:
        host_bot(host, name)
    assert [[BOT_NAMES[0]], [BOT_NAMES[1]], []] == [
        taker_names(it) for it in (ann, bob, cleo)
    ]


def test_a_player_can_summon_bots_for_two_seats(start_host: StartHost) -> None:
    """One is for one's own seat and one for another's. The list contains the seats."""
    host = start_host(open_terms(3, when_gone=RESCUES))
    ann, bob, cleo = all_choosing(host)
    for seat in (None, bob.seat.number, bob.seat.number, cleo.seat.number, 99):
        ann.send(Summon("table 1", seat))
    host.settle()
    assert ["no-bot", "no-bot", "no-seat"] == ann.refusals
    names = [name for _table, name in host.bots.summoned]
    for name in names:
        host_bot(host, name)
    told = ann.heard(Takers)[-1].takers
    assert [ann.seat.number, bob.seat.number] == [it.seat for it in told]
    assert names == taker_names(ann)
    assert [] == taker_names(bob)


@pytest.mark.parametrize("is_lost", ["the host", "the bot"])
def test_an_absent_bot_that_gets_a_seat_is_restarted(
    host: HostHarness, is_lost: str
) -> None:
    """The handover came late: the bot had ended, or the host was restarted."""
    ann, *_ = all_choosing(host)
    ann.speak(Summon("table 1", None))
    name = BOT_NAMES[0]
    bot = host_bot(host, name)
    host.bots.kept.append(bot.identity.public)
    said = sign_handover(host, ann, bot, HOST.public)
    bot.disconnect()
    if is_lost == "the host":
        host.restart()
        host.reconnect([ann])
    else:
        host.server.supervisor.ended("table 1", name, ENDED_WELL)
    assert [] == host.bots.restarted or {} == host.bots.restarted[-1][1]
    post(ann, said, said)
    playing = [it for it in host.bots.restarted if it[1]]
    assert [("table 1", {name: bot.identity.public})] == playing


def test_another_bot_can_be_summoned_once_the_first_has_ended(
    host: HostHarness,
) -> None:
    """That a bot got no seat isn't reported, but its failure is."""
    ann, bob, _ = all_choosing(host)
    ann.send(Summon("table 1", None), Summon("table 1", None))
    bob.speak(Summon("table 1", None))
    assert ["no-bot"] == ann.refusals
    assert [("table 1", BOT_NAMES[0]), ("table 1", BOT_NAMES[1])] == host.bots.summoned
    host.server.supervisor.ended("table 1", BOT_NAMES[0], ENDED_WELL)
    assert [] == host.news_of(BotLost)
    ann.send(Summon("table 1", None))
    host.server.supervisor.ended("table 1", BOT_NAMES[0], "exit status 1")
    host.pass_time(5)
    assert [BotLost("table 1", BOT_NAMES[0], "exit status 1", False)] == host.news_of(
        BotLost
    )
    assert [] == host.bots.restarted
    ann.speak(Summon("table 1", None))
    assert 4 == len(host.bots.summoned)


def test_a_host_without_bots_refuses_to_summon_one(host: HostHarness) -> None:
    """So does a host that can't start any."""
    ann, *_ = all_choosing(host)
    host.bots.can_start = False
    ann.send(Summon("table 1", None))
    host.bots.can_start = True
    host.settle()
    assert ["no-bots"] == ann.refusals
    host.bots.ended = host.server.supervisor.ended
    ann.speak(Summon("table 1", None))
    assert ["no-bots", "no-bot"] == ann.refusals
    assert 1 == len(host.news_of(BotLost))


def test_only_players_can_summon_a_bot(start_host: StartHost) -> None:
    """
    Spectators, former holders and removed players can't, and there has to be a game. A
    bot for another's seat needs options that allow giving it away.
    """
    host = start_host(open_terms(3))
    ann, bob, cleo = all_choosing(host)
    eve = willing_spectator(host, "eve")
    eve.speak(Summon("table 1", None), Summon("oak", None))
    assert ["no-seat", "no-table"] == eve.refusals
    # No bot comes for another's seat at a table that doesn't give seats away.
    ann.speak(Summon("table 1", bob.seat.number))
    assert ["no-seat"] == ann.refusals
    cleo.stalled = True
    host.answer([ann, bob])
    host.go_on_without([cleo], [ann, bob])
    cleo.relay = lambda message: []
    cleo.stalled = False
    cleo.speak(Summon("table 1", None))
    assert ["left"] == cleo.refusals
    hand_over(ann, eve)
    ann.speak(Summon("table 1", None))
    assert ["no-seat"] * 2 == ann.refusals
    assert [] == host.bots.summoned


def test_the_number_and_rate_of_summoned_bots_are_limited(
    start_host: StartHost,
) -> None:
    """Guests ask for them, and each takes memory of the host."""
    host = start_host(open_terms(5))
    host.join(NAMES[:5])
    for name in NAMES[:5]:
        host.client(f"{name} 2", table="oak")
    host.leave_unanswered(host.clients)
    for person in host.clients:
        person.send(Summon(person.session.table, None))
    host.settle()
    assert SUMMONED_CAP == len(host.bots.summoned) == SUMMON_BURST
    refused = [person.refusals for person in host.clients if person.refusals]
    assert [["no-bot"]] * (10 - SUMMONED_CAP) == refused
    table, name = host.bots.summoned[0]
    host.server.supervisor.ended(table, name, ENDED_WELL)
    host.clients[-1].send(Summon("oak", None))
    host.settle()
    assert "too-fast" == host.clients[-1].refusals[-1]
