"""Two programs with the key of one seat: which is accepted, and what the table is told."""

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
from tests.support.inprocess.client import Client, choose
from tests.support.inprocess.machines import until_answered
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, StartHost, waiting_for_ann
from tests.support.lobbies import HOST


def come_in(host: HostHarness, name: str) -> Client:
    """Let another program come in with somebody's key, and with a copy of their files."""
    store = next(it.store for it in host.clients if it.name == name)
    other = host.client(name, table=host.table.name, store=store)
    other.player.pick = None
    until_answered(other)
    return other


def come_again(other: Client) -> None:
    other.connect()
    until_answered(other)
    other.host.settle()


def said(client: Client, code: str) -> list[tuple[bytes, str]]:
    """Give by whom, and of whom, something of that code was said."""
    return [(it.identity, it.text) for it in client.player.heard if it.code == code]


def test_whoever_comes_second_is_told_and_comes_in_by_coming_again(
    host: HostHarness,
) -> None:
    """The first one stays until then; both were heard, which the whole table is told."""
    ann = host.clients[0]
    host.pass_time(2 * PING_INTERVAL)
    other = come_in(host, "ann")
    (refused,) = other.heard(Refused)
    # As soon as the first one pings, the host knows.
    assert "in-use" == refused.reason
    assert str(notices.IN_USE(seconds="12")) == refused.detail
    assert other.is_cut_off
    assert not ann.is_cut_off
    host.pass_time(8)
    come_again(other)
    assert ["elsewhere"] == ann.refusals
    assert all(host.game.here)
    assert_displaced(host, other)


def assert_displaced(host: HostHarness, other: Client) -> None:
    """See that all at the table are told that ann has come in twice."""
    ann, bob, cleo = host.clients[:3]
    assert [Displaced("table 1", "ann")] == host.told(Displaced)
    whose = ann.identity.public.hex()
    for one in (bob, cleo, other):
        assert [(HOST.public, whose)] == said(one, DISPLACED)
    assert not said(bob, WORDS_USED)


def test_whoever_hurries_is_told_of_all_the_same(host: HostHarness) -> None:
    """Who comes again at once waits, too, until the first one is heard once more."""
    other = come_in(host, "ann")
    host.come_back([other])
    assert [] == other.received
    assert [] == host.told(Displaced)
    come_again(other)
    assert ["elsewhere"] == host.clients[0].refusals
    assert_displaced(host, other)


def test_of_two_who_come_at_once_each_is_told(host: HostHarness) -> None:
    """Neither comes in before they have come again, knowing of the first."""
    store = host.clients[0].store
    two = [host.client("ann", table="table 1", store=store) for _ in range(2)]
    for one in two:
        one.player.pick = None
        until_answered(one)
    assert [["in-use"]] * 2 == [one.refusals for one in two]
    assert not host.clients[0].is_cut_off
    # Whoever was told long ago is told again.
    host.pass_time(COMES_AGAIN + 1)
    come_again(two[0])
    assert ["in-use"] == two[0].refusals
    assert [] == host.clients[0].refusals


def test_whose_line_broke_comes_in_again_and_nothing_is_said(host: HostHarness) -> None:
    """They wait until it shows: nothing was heard of the first one since."""
    ann = host.clients[0]
    ann.pings = False
    other = host.client("ann", table="table 1", store=ann.store)
    host.hold([other])
    assert [] == other.received
    host.pass_time(AWAY_SECONDS, LOOKS_EVERY)
    assert [] == other.refusals
    assert ["elsewhere"] == ann.refusals
    # A line of which nothing has been heard for as long isn't waited for.
    other.pings = False
    host.pass_time(3 * PING_INTERVAL, 1)
    third = host.client("ann", table="table 1", store=ann.store)
    host.hold([third])
    assert [] == third.refusals
    assert third.received
    assert [] == host.told(Displaced)


def test_whoever_gives_up_or_is_put_out_meanwhile_is_not_let_in(
    host: HostHarness,
) -> None:
    """What they were to be let in for counts no more by then."""
    ann = host.clients[0]
    ann.pings = False
    other = host.come("ann", table="table 1", store=ann.store)
    other.disconnect()
    third = host.come("ann", table="table 1", store=ann.store)
    path = host.folder / BANNED
    path.write_text(fingerprint(ann.identity.public))
    guests = host.server.guests
    assert guests.read()
    host.pass_time(2 * AWAY_SECONDS, LOOKS_EVERY)
    assert ["banned"] == third.refusals
    assert 1 == len(third.received)


def test_who_plays_no_game_is_asked_nothing(start_host: StartHost) -> None:
    """In a lobby the newer connection counts, and where a game is over."""
    host = start_host()
    ann = host.come("ann", ready=False)
    assert [] == come_in(host, "ann").refusals
    assert ["elsewhere"] == ann.refusals


def test_who_looks_on_is_asked_nothing_and_has_no_seat_to_lose(
    start_host: StartHost, short: Terms
) -> None:
    """They sign nothing: the newer program counts, and the older one just ends."""
    host, (ann, *_) = waiting_for_ann(lambda: start_host(short))
    first = host.client("eve", table=host.table.name, looks_on=True)
    first.player.has_person = True
    host.settle()
    second = come_in(host, "eve")
    assert [] == second.refusals
    assert ["elsewhere"] == first.refusals
    assert "displaced" not in first.player.story
    # Nor is anybody asked when the game is over.
    ann.player.pick = any_move
    choose(host, ann)
    assert host.game.fold.over
    assert [] == come_in(host, "ann").refusals


def test_that_somebody_has_the_words_is_told_once_in_a_while(host: HostHarness) -> None:
    """To all at the table, whose seat it is too; who doesn't have them finds nothing."""
    ann, bob, _cleo = host.clients
    ann.send(Backup("table 1", b"t" * 16, b"sealed"))
    eve = host.come("eve", sits=False, ready=False)
    eve.speak(Recall("table 1", b"x" * 16))
    assert [] == host.told(WordsUsed)
    for _ in range(3):
        eve.send(Recall("table 1", b"t" * 16))
    host.settle()
    whose = HOST.public, ann.identity.public.hex()
    assert [WordsUsed("table 1", "ann")] == host.told(WordsUsed)
    assert [whose] == said(ann, WORDS_USED) == said(bob, WORDS_USED)
    host.pass_time(TOLD_EVERY + 1)
    eve.speak(Recall("table 1", b"t" * 16))
    assert [whose] * 2 == said(bob, WORDS_USED)
