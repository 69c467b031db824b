"""Two clients with one seat's key: which is accepted, and what the table is told."""

from __future__ import annotations

from sealed_wonders.host.guests import BANNED
from sealed_wonders.host.news import Displaced, WordsUsed
from sealed_wonders.host.rivals import COMES_AGAIN, LOOKS_EVERY, TOLD_EVERY
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import notices
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.limits import AWAY_SECONDS, PING_INTERVAL
from sealed_wonders.net.messages import Backup, Recall, Refused
from sealed_wonders.net.talk import DISPLACED, WORDS_USED
from tests.support.inprocess.client import Client
from tests.support.inprocess.machines import until_answered
from tests.support.inprocess.server import HostHarness, StartHost, waiting_for_ann
from tests.support.lobbies import HOST


def log_in_rival(host: HostHarness, name: str) -> Client:
    """Log in another client with somebody's key and a copy of the files."""
    store = next(it.store for it in host.clients if it.name == name)
    other = host.client(name, table=host.table.name, store=store)
    other.player.pick = None
    until_answered(other)
    return other


def log_in_again(other: Client) -> None:
    other.connect()
    until_answered(other)
    other.host.settle()


def said(client: Client, code: str) -> list[tuple[bytes, str]]:
    """Return the sender and the subject of each chat message with this code."""
    return [(it.identity, it.text) for it in client.player.heard if it.code == code]


def test_a_second_client_is_warned_and_accepted_on_its_next_login(
    host: HostHarness,
) -> None:
    """The first one stays until then. The whole table is told that there were two."""
    ann = host.clients[0]
    host.pass_time(2 * PING_INTERVAL)
    other = log_in_rival(host, "ann")
    (refused,) = other.heard(Refused)
    # The host knows more once the first client pings.
    assert "in-use" == refused.reason
    assert str(notices.IN_USE(seconds="12")) == refused.detail
    assert other.is_cut_off
    assert not ann.is_cut_off
    host.pass_time(8)
    log_in_again(other)
    assert ["elsewhere"] == ann.refusals
    assert all(host.game.here)
    assert_displaced(host, other)


def assert_displaced(host: HostHarness, other: Client) -> None:
    """Check that everybody at the table is told that ann has logged in twice."""
    ann, bob, cleo = host.clients[:3]
    assert [Displaced("table 1", "ann")] == host.news_of(Displaced)
    whose = ann.identity.public.hex()
    for one in (bob, cleo, other):
        assert [(HOST.public, whose)] == said(one, DISPLACED)
    assert not said(bob, WORDS_USED)


def test_a_second_client_that_hurries_is_reported_too(host: HostHarness) -> None:
    """If it comes back at once, it has to wait until the first one is heard again."""
    other = log_in_rival(host, "ann")
    host.reconnect([other])
    assert [] == other.received
    assert [] == host.news_of(Displaced)
    log_in_again(other)
    assert ["elsewhere"] == host.clients[0].refusals
    assert_displaced(host, other)


def test_two_clients_that_come_at_once_are_both_warned(host: HostHarness) -> None:
    """Neither is accepted before its next login. An old warning is repeated."""
    store = host.clients[0].store
    two = [host.client("ann", table="table 1", store=store) for _ in range(2)]
    for one in two:
        one.player.pick = None
        until_answered(one)
    assert [["in-use"]] * 2 == [one.refusals for one in two]
    assert not host.clients[0].is_cut_off
    # A client warned long ago is warned again.
    host.pass_time(COMES_AGAIN + 1)
    log_in_again(two[0])
    assert ["in-use"] == two[0].refusals
    assert [] == host.clients[0].refusals


def test_a_client_that_replaces_a_broken_connection_is_not_reported(
    host: HostHarness,
) -> None:
    """It waits until nothing has been heard of the first connection for a while."""
    ann = host.clients[0]
    ann.pings = False
    other = host.client("ann", table="table 1", store=ann.store)
    host.leave_unanswered([other])
    assert [] == other.received
    host.pass_time(AWAY_SECONDS, LOOKS_EVERY)
    assert [] == other.refusals
    assert ["elsewhere"] == ann.refusals
    # A connection that has been silent for that long isn't waited for.
    other.pings = False
    host.pass_time(3 * PING_INTERVAL, 1)
    third = host.client("ann", table="table 1", store=ann.store)
    host.leave_unanswered([third])
    assert [] == third.refusals
    assert third.received
    assert [] == host.news_of(Displaced)


def test_a_waiting_client_that_leaves_or_is_banned_is_not_accepted(
    host: HostHarness,
) -> None:
    ann = host.clients[0]
    ann.pings = False
    other = host.connect("ann", table="table 1", store=ann.store)
    other.disconnect()
    third = host.connect("ann", table="table 1", store=ann.store)
    path = host.folder / BANNED
    path.write_text(fingerprint(ann.identity.public))
    guests = host.server.guests
    assert guests.read()
    host.pass_time(2 * AWAY_SECONDS, LOOKS_EVERY)
    assert ["banned"] == third.refusals
    assert 1 == len(third.received)


def test_outside_a_game_the_newer_client_is_accepted_at_once(
    start_host: StartHost,
) -> None:
    host = start_host()
    ann = host.connect("ann", ready=False)
    assert [] == log_in_rival(host, "ann").refusals
    assert ["elsewhere"] == ann.refusals


def test_a_spectator_s_newer_client_is_accepted_at_once(
    start_host: StartHost, short_terms: Terms
) -> None:
    """
    Spectators sign nothing, so the older client just ends. The same goes for players
    after the game.
    """
    host, (ann, *_) = waiting_for_ann(lambda: start_host(short_terms))
    first = host.client("eve", table=host.table.name, looks_on=True)
    first.player.has_person = True
    host.settle()
    second = log_in_rival(host, "eve")
    assert [] == second.refusals
    assert ["elsewhere"] == first.refusals
    assert "displaced" not in first.player.story
    # The same goes for players after the game.
    host.answer_at_once([ann])
    assert host.game.fold.over
    assert [] == log_in_rival(host, "ann").refusals


def test_the_use_of_the_twelve_words_is_reported_now_and_then(
    host: HostHarness,
) -> None:
    """
    Everybody at the table is told, including the seat's holder. Without the words,
    nothing can be found.
    """
    ann, bob, _cleo = host.clients
    ann.send(Backup("table 1", b"t" * 16, b"sealed"))
    eve = host.connect("eve", sits=False, ready=False)
    eve.speak(Recall("table 1", b"x" * 16))
    assert [] == host.news_of(WordsUsed)
    for _ in range(3):
        eve.send(Recall("table 1", b"t" * 16))
    host.settle()
    whose = HOST.public, ann.identity.public.hex()
    assert [WordsUsed("table 1", "ann")] == host.news_of(WordsUsed)
    assert [whose] == said(ann, WORDS_USED) == said(bob, WORDS_USED)
    host.pass_time(TOLD_EVERY + 1)
    eve.speak(Recall("table 1", b"t" * 16))
    assert [whose] * 2 == said(bob, WORDS_USED)
