"""Ballots at a table: what the host accepts, and what it reports."""

from __future__ import annotations

from typing import Any

from sealed_wonders.host.news import (
    Away,
    Back,
    BotLost,
    GameCompleted,
    PlayerRemoved,
    Resumed,
    SetAside,
)
from sealed_wonders.net.log.envelopes import Entry, sign, wires_of
from sealed_wonders.net.messages import Post, Presence, Read
from tests.support.inprocess.ballots import honest_proposal, open_ballot
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_until_stalled,
)
from tests.support.lobbies import HOST


def ballot(host: HostHarness, opener: Client, out: Client, **others: Any) -> Entry:
    """Return the entry that opens a ballot."""
    fold = host.game.fold
    proposal = honest_proposal(fold, [out.seat.number], **others)
    return open_ballot(fold, opener.identity, opener.seat.number, proposal)


def post(client: Client, *entries: Entry) -> None:
    client.send(Post(wires_of(entries)))


def test_a_ballot_without_every_yes_removes_nobody(open_host: HostHarness) -> None:
    """The absent player may come back. A spectator can't open a ballot."""
    ann, bob, cleo = play_until_stalled(open_host, silent=2)
    eve = open_host.client("eve", table="another", ready=False)
    open_host.until(lambda: bool(eve.received))
    eve.send(Read("table 1", 0))
    post(eve, ballot(open_host, ann, cleo))
    open_host.settle()
    assert ["no-seat"] == eve.refusals
    ann.propose(cleo)
    open_host.settle()
    cleo.stalled = False
    open_host.settle()
    # Everybody has chosen, so the ballot has no reason, and bob's client votes no.
    (opened,) = open_host.game.fold.ballots
    assert {ann.seat.number: True, bob.seat.number: False} == opened.votes
    assert [] == open_host.news_of(PlayerRemoved)
    assert () == open_host.completed_game().left


def test_a_removed_player_may_watch_and_signs_nothing_more(
    open_host: HostHarness,
) -> None:
    """
    The removed player gets the log like a spectator, and entries for later phases are
    refused.
    """
    ann, bob, cleo = play_until_stalled(open_host, silent=2)
    open_host.disconnect([cleo])
    assert 1 == len(open_host.news_of(Away))
    open_host.leave_unanswered((ann, bob))
    open_host.go_on_without([cleo], [ann, bob])
    seat = cleo.seat.number
    assert (True, True) == tuple(
        x for i, x in enumerate(open_host.game.here) if i != seat
    )

    cleo.stalled = False
    open_host.reconnect([cleo])
    assert cleo.player.is_out
    assert open_host.game.fold.digest == cleo.seat.fold.digest
    assert 1 == len(open_host.news_of(Back))
    (*_, presence) = ann.heard(Presence)
    assert (True,) * 3 == presence.here

    before = open_host.game.fold.entries()
    post(cleo, sign(cleo.identity, open_host.game.fold.envelope(seat, ())))
    post(cleo, ballot(open_host, cleo, ann))
    open_host.settle()
    assert ["left"] * 2 == cleo.refusals
    assert before == open_host.game.fold.entries()
    # The table doesn't wait for a removed player who leaves again.
    cleo.disconnect()
    assert 1 == len(open_host.news_of(Away))
    for person in (ann, bob):
        person.player.pick = any_move
        if person.player.answer is not None and person.player.question is not None:
            person.player.answer(any_move(person.player.question))
    open_host.settle()
    assert 1 == len(open_host.news_of(GameCompleted))


def test_a_restarted_host_continues_a_ballot(open_host: HostHarness) -> None:
    """Votes are in the journal, and a removed player stays removed."""
    ann, bob, cleo = people = play_until_stalled(open_host, silent=2)
    number = open_host.game.fold.phase.number
    ann.propose(cleo)
    open_host.settle()
    for said in (1, 2):
        open_host.clock.advance(0)
        open_host.kill()
        open_host.start_again()
        assert ([], 1) == (open_host.news_of(SetAside), len(open_host.news_of(Resumed)))
        (opened,) = open_host.game.fold.ballots
        assert said == len(opened.votes)
        assert (said == 2) == bool(open_host.game.left)
        open_host.news.clear()
        for person in people:
            person.player.pick = None
            person.connect()
        open_host.settle()
        if said == 1:
            bob.vote_on_all(yes=True)
            open_host.settle()
            removed = PlayerRemoved("table 1", ("cleo",), number, "silent")
            assert [removed] == open_host.news_of(PlayerRemoved)
            open_host.news.clear()
    assert [] == open_host.news_of(PlayerRemoved)  # reported before the restart
    open_host.answer_at_once([ann, bob])
    assert (cleo.seat.number,) == open_host.completed_game().left


def test_a_removed_bot_is_not_restarted(start_host: StartHost) -> None:
    """Other bots are."""
    host = start_host(open_terms(3, bots=2))
    ann = host.client("ann")
    host.until(lambda: bool(host.bots.started))
    ((table, names),) = host.bots.started
    bots = [
        host.client(name, table=table, owner=HOST.public, near=True) for name in names
    ]
    host.until_phase("PICK")
    for person in (ann, *bots):
        person.player.pick = None
    bots[1].stalled = True
    host.settle()
    host.go_on_without(bots[1:], [ann, bots[0]])
    for bot in bots:
        host.server.supervisor.ended(table, bot.name, "signal 9")
    host.pass_time(5)
    assert [{bots[0].name}] == [
        set(identities) for _, identities in host.bots.restarted
    ]
    lost = [news.again for news in host.news_of(BotLost)]
    assert [True, False] == lost
    host.kill()
    host.bots.restarted.clear()
    host.start_again()
    host.settle()
    assert [{bots[0].name}] == [
        set(identities) for _, identities in host.bots.restarted
    ]
