"""A silent player's seat that the others give away, at a host."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.host import news
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.log.ballots import BallotProposal
from sealed_wonders.net.log.envelopes import NOBODY, sign
from sealed_wonders.net.messages import Clock, Presence, Read, Summon
from sealed_wonders.net.tableoptions import RESCUES
from tests.support.inprocess.ballots import open_ballot
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import Player
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_until_stalled,
)
from tests.support.inprocess.takers import (
    give_away,
    open_giving_ballot,
    post,
    post_due_entries,
    reading_spectator,
    sign_takeover,
    taker_names,
    willing_spectator,
)
from tests.support.lobbies import HOST, identity_of
from tests.support.toy import TOY


@pytest.fixture
def host(start_host: StartHost, toy: Terms) -> HostHarness:
    """Return a host of tables for three, with open cards, that may give seats away."""
    return start_host(open_terms(3, when_gone=RESCUES, game=TOY))


def seat_news(host: HostHarness) -> list[tuple[type, str, str]]:
    """Return the news about handovers and substitutes."""
    return [
        (type(it), it.name, it.to)
        for it in host.news
        if isinstance(it, news.HandedOver | news.Rescued)
    ]


def test_a_seat_can_be_given_away_only_if_the_options_allow_it(
    start_host: StartHost,
) -> None:
    """An unmodified client doesn't sign such a ballot, and the host refuses one."""
    host = start_host(open_terms(3))
    ann, bob, _cleo = play_until_stalled(host)
    seat, eve = ann.seat.number, willing_spectator(host, "eve")
    taken = sign_takeover(host, seat, eve)
    assert bob.seat.propose([seat], {seat: taken}) is None
    assert () == bob.seat.unheard()

    fold = host.game.fold
    given_away = BallotProposal(fold.phase.number, 0, (seat,), (taken.body[1:],))
    post(bob, open_ballot(fold, bob.identity, bob.seat.number, given_away))
    assert ["bad-ballot"] == bob.refusals
    assert () == tuple(host.game.fold.ballots)
    assert "ann" in host.game.names


def test_presence_follows_the_substitute(host: HostHarness) -> None:
    """It doesn't matter whether the former holder comes or goes."""
    ann, bob, cleo = play_until_stalled(host)
    seat = ann.seat.number
    host.disconnect([ann])
    assert [news.Away("table 1", "ann")] == host.news_of(news.Away)
    eve = willing_spectator(host, "eve")
    give_away(seat, eve, [bob, cleo])
    assert (True,) * 3 == host.game.here
    eve.disconnect()
    ann.stalled = False
    host.reconnect([ann])
    assert news.Away("table 1", "eve") == host.news_of(news.Away)[-1]
    assert [] == host.news_of(news.Back)
    assert tuple(it != seat for it in range(3)) == host.game.here
    (*_, presence) = bob.heard(Presence)
    assert host.game.here == presence.here
    host.reconnect([eve])
    assert [news.Back("table 1", "eve")] == host.news_of(news.Back)
    assert (True,) * 3 == host.game.here


@pytest.mark.parametrize("program", ["goes on", "is started again", "names no table"])
def test_the_former_holder_of_a_seat_becomes_a_spectator(
    program: str, host: HostHarness
) -> None:
    """The former holder gets the log, and entries for the seat are refused."""
    ann, bob, cleo = people = play_until_stalled(host)
    seat, fold = ann.seat.number, host.game.fold
    ann.disconnect()
    eve = willing_spectator(host, "eve")
    give_away(seat, eve, [bob, cleo])
    for person in people:
        person.player.pick = None
    post_due_entries(host, eve, seat)
    ann.stalled = False
    if program != "goes on":
        ann.restart("table 1" if program == "is started again" else "")
    host.reconnect([ann])
    assert [] == ann.refusals
    assert (fold.digest, NOBODY) == (ann.seat.fold.digest, ann.seat.number)
    assert [(seat, "ann", "eve")] == ann.player.handovers
    assert host.game.seat_of(ann.identity.public) is None

    post(ann, sign(ann.identity, fold.envelope(seat, (bytes(32),))))
    assert ["left"] == ann.refusals
    assert [] == host.news_of(news.TwoVersions)
    assert (True,) * 3 == host.game.here


def test_a_ballot_of_higher_rank_decides_who_gets_the_seat(host: HostHarness) -> None:
    """The first ballot's substitute has the seat until then and can be chosen again."""
    ann, bob, cleo = play_until_stalled(host)
    seat = ann.seat.number
    eve, finn = willing_spectator(host, "eve"), willing_spectator(host, "finn")
    open_giving_ballot(bob, seat, eve)
    open_giving_ballot(cleo, seat, finn)
    cleo.vote_on_all(yes=True)
    host.settle()
    assert "eve" == host.game.names[seat]
    assert ["finn"] == taker_names(bob) == taker_names(cleo) == taker_names(eve)
    bob.vote_on_all(yes=True)
    host.settle()
    assert "finn" == host.game.names[seat]
    assert ("ann",) == host.game.handed[seat]
    assert [(news.Rescued, "ann", "eve"), (news.Rescued, "ann", "finn")] == seat_news(
        host
    )
    assert ["eve"] == taker_names(bob) == taker_names(cleo) == taker_names(finn)
    post_due_entries(host, finn, seat)
    assert "finn" == host.completed_game().names[seat]


def test_a_ballot_of_higher_rank_can_remove_the_seat_instead(host: HostHarness) -> None:
    """The news report only the removal."""
    ann, bob, cleo = play_until_stalled(host)
    seat = ann.seat.number
    eve = willing_spectator(host, "eve")
    open_giving_ballot(bob, seat, eve)
    cleo.propose(ann)
    host.settle()
    cleo.vote_on_all(yes=True)
    host.settle()
    bob.vote_on_all(yes=True)
    host.settle()
    assert [(news.Rescued, "ann", "eve")] == seat_news(host)
    (left,) = host.news_of(news.PlayerRemoved)
    assert ("ann",) == left.names
    ended = host.completed_game()
    assert ((seat,), ((),) * 3) == (ended.left, ended.handed)


# Restarts.


@pytest.mark.parametrize("is_left", [False, True])
def test_a_restarted_host_knows_the_substitute(
    host: HostHarness, *, is_left: bool
) -> None:
    """It knows before and after the phase has ended, and reports nothing twice."""
    ann, bob, cleo = people = play_until_stalled(host)
    seat, number = ann.seat.number, host.game.fold.phase.number
    eve = willing_spectator(host, "eve")
    for person in people:
        person.player.pick = None
    give_away(seat, eve, [bob, cleo])
    before = speaker(host, seat)
    if is_left:
        post(eve, before.speak())
    assert is_left == (host.game.fold.phase.number > number)
    host.news.clear()
    host.kill()
    host.start_again()
    (resumed,) = host.news_of(news.Resumed)
    assert "eve" == resumed.names[seat] == host.game.names[seat]
    assert ("ann",) == host.game.handed[seat]
    assert [] == seat_news(host) + host.news_of(news.SetAside)
    ann.stalled = False
    host.reconnect((*people, eve))
    assert (True,) * 3 == host.game.here
    eve.send(Read("table 1", 0))
    for person in (bob, cleo):
        person.player.pick = lambda question: question.default
        if person.player.question is not None:
            person.player.answer_now()
    host.settle()
    after = speaker(host, seat)
    after.intent = before.intent
    post_due_entries(host, eve, seat, after)
    assert ("ann",) == host.completed_game().handed[seat]


def speaker(host: HostHarness, seat: Seat) -> Player:
    """Return a player who signs eve's entries."""
    fold = host.game.fold
    return Player(fold.charter, fold.ruleset, seat, fold, "eve")


def with_a_bot(start_host: StartHost) -> tuple[HostHarness, list[Client], Client]:
    """Return a game of two people and a bot of the host that has fallen silent."""
    host = start_host(open_terms(3, bots=1, when_gone=RESCUES))
    people = [host.client("ann"), host.client("bob")]
    host.until(lambda: bool(host.bots.started))
    bot = host.client("Atossa", table="table 1", owner=HOST.public, near=True)
    host.until_phase("PICK")
    bot.stalled = True
    host.settle()
    for person in people:
        person.player.pick = None
    return host, people, bot


def test_only_bots_that_hold_a_seat_are_restarted(
    start_host: StartHost,
) -> None:
    """The former bot's state is kept while another ballot may give its seat back."""
    host, people, bot = with_a_bot(start_host)
    seat = bot.seat.number
    people[0].speak(Summon("table 1", None))
    ((_, name),) = host.bots.summoned
    dido = willing_spectator(host, name, HOST.public, near=True)
    give_away(seat, dido, people, HOST.public)
    assert name == host.game.names[seat]
    (record,) = host.server.registry
    assert {} == record.waiting_bots
    host.server.supervisor.ended("table 1", name, "signal 9")
    host.server.supervisor.ended("table 1", "Atossa", "signal 9")
    host.pass_time(5)
    dido_again = ("table 1", {name: dido.identity.public})
    assert [dido_again] == host.bots.restarted
    lost = host.news_of(news.BotLost)
    assert [(name, True), ("Atossa", False)] == [(it.name, it.again) for it in lost]
    for left in (False, True):
        if left:
            dido.disconnect()
            host.reconnect([dido])
            post_due_entries(host, dido, seat)
        host.bots.restarted.clear()
        host.kill()
        host.start_again()
        host.settle()
        assert [dido_again] == host.bots.restarted
        assert ([bot.identity.public] if left else []) == host.bots.forgotten
        for person in people:
            person.connect()
        host.reconnect([dido])
        dido.send(Read("table 1", 0))


def test_a_bot_whose_seat_a_person_of_its_name_has_is_not_restarted(
    start_host: StartHost,
) -> None:
    """The report doesn't announce a restart either."""
    host, people, bot = with_a_bot(start_host)
    atossa = host.connect("Atossa", sits=False, identity=identity_of("a person"))
    atossa.send(Read("table 1", 0))
    give_away(bot.seat.number, atossa, people)
    host.server.supervisor.ended("table 1", "Atossa", "signal 9")
    host.pass_time(5)
    assert [news.BotLost("table 1", "Atossa", "signal 9", False)] == host.news_of(
        news.BotLost
    )
    assert [] == host.bots.restarted


def test_nobody_can_pass_for_a_bot_of_the_host(host: HostHarness) -> None:
    """A bot would be trusted and restarted."""
    ann, bob, cleo = play_until_stalled(host)
    eve = reading_spectator(host, "eve")
    open_giving_ballot(bob, ann.seat.number, eve, HOST.public)
    assert ["bad-taker"] == bob.refusals
    assert [] == list(host.game.fold.ballots)
    assert cleo.seat.unanswered == ()


def test_a_substitute_has_a_whole_turn_s_time(start_host: StartHost) -> None:
    """The previous player's time is up, so a client would otherwise choose at once."""
    host = start_host(open_terms(3, when_gone=RESCUES, turn_time=30))
    ann, bob, cleo = play_until_stalled(host)
    eve = willing_spectator(host, "eve")
    host.pass_time(20)
    phase = host.game.fold.phase.number
    assert Clock("table 1", 30, phase) == last_clock(eve) == last_clock(bob)
    host.pass_time(15)
    assert Clock("table 1", 0, phase) == last_clock(eve)
    give_away(ann.seat.number, eve, [bob, cleo])
    assert phase == host.game.fold.phase.number
    assert Clock("table 1", 30, phase) == last_clock(eve) == last_clock(bob)
    host.pass_time(35)
    assert Clock("table 1", 0, phase) == last_clock(eve)


def last_clock(client: Client) -> Clock:
    return client.heard(Clock)[-1]
