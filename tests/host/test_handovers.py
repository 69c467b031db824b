"""Handovers of seats, at a host."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.client.table.actions import Speak
from sealed_wonders.host.news import (
    Away,
    Back,
    BotLost,
    Cheated,
    HandedOver,
    SetAside,
    Trouble,
    TwoVersions,
)
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.limits import AWAY_SECONDS
from sealed_wonders.net.log.envelopes import Body, Envelope, sign, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import (
    Leave,
    ListTables,
    Post,
    Read,
    Welcome,
    Whisper,
    Whispered,
)
from sealed_wonders.net.whispers import SeatTransfer, seal, unseal
from tests.support.inprocess.client import Client
from tests.support.inprocess.folds import Player
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    play_until_stalled,
    sealed_terms,
)
from tests.support.inprocess.takers import (
    post,
    post_due_entries,
    reading_spectator,
    sign_handover,
    willing_spectator,
)
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import HOST


def deafen(client: Client) -> None:
    """Make a client ignore the host's messages, so that only the test sees them."""
    client.relay = lambda message: [message] if isinstance(message, Welcome) else []
    client.stalled = False


def test_an_invalid_handover_does_not_stop_the_game(open_host: HostHarness) -> None:
    """
    One is of another kind, from a player who has chosen. Another is sent by a
    spectator.
    """
    ann, bob, _cleo = play_until_stalled(open_host)
    eve, finn = (
        willing_spectator(open_host, "eve"),
        reading_spectator(open_host, "finn"),
    )
    post(finn, sign_handover(open_host, ann, eve))
    assert ["no-seat"] == finn.refusals
    assert [] == open_host.news_of(HandedOver)
    envelope = replace(sign_handover(open_host, bob, eve).envelope, kind="PICK")
    post(bob, sign(bob.identity, envelope))
    assert ["wrong-kind"] == bob.refusals
    assert open_host.table.is_live
    assert [] == open_host.news_of(Trouble)


@pytest.mark.parametrize("kind", ["PICK", "DEAL"])
def test_a_sealed_seat_is_handed_over_by_encrypted_messages(
    kind: str, start_host: StartHost, toy: Terms
) -> None:
    """The host relays messages it can't read, and checks what the new holder signs."""
    host = start_host(toy)
    ann, bob, cleo = play_until_stalled(host, kind)
    eve, fold = willing_spectator(host, "eve"), bob.seat.fold  # eve's would be the same
    seat, phase, gid = ann.seat.number, fold.phase.number, fold.charter.gid
    kept = tuple(ann.seat.secrets.entrusted(fold.keys_in_use))
    said = SeatTransfer(gid, seat, 0, phase, fold.task.prev, kept, None)
    sealed = seal(said, eve.identity.public)
    ann.speak(Whisper("table 1", eve.identity.public, sealed))
    (whispered,) = eve.heard(Whispered)
    heard = unseal(whispered.sealed, eve.identity)
    assert heard == said
    player = Player(fold.charter, fold.ruleset, seat, fold, "eve")
    for key in heard.kept if isinstance(heard, SeatTransfer) else ():
        player.secrets.recall(key)
    player.secrets.check(fold.keys_in_use)
    post(ann, sign_handover(host, ann, eve))
    ann.disconnect()
    post_due_entries(host, eve, seat, player)

    ended = host.completed_game()
    assert (("ann",), True) == (ended.handed[seat], ended.is_checked)
    assert ended.sheet == bob.player.sheet == cleo.player.sheet
    assert [[], []] == [person.failures for person in (bob, cleo)]


def test_the_new_holder_of_a_seat_is_waited_for(
    open_host: HostHarness,
) -> None:
    """
    The operator is told when the new holder comes. That the old holder leaves makes no
    difference.
    """
    ann, *_ = play_until_stalled(open_host)
    eve = willing_spectator(open_host, "eve")
    entry = sign_handover(open_host, ann, eve)
    open_host.disconnect([eve])
    post(ann, entry)
    open_host.disconnect([ann])
    assert [Away("table 1", "eve")] == open_host.news_of(Away)
    open_host.reconnect([eve])
    assert [Back("table 1", "eve")] == open_host.news_of(Back)


def test_a_silent_spectator_who_takes_a_seat_is_absent(open_host: HostHarness) -> None:
    ann, *_ = people = play_until_stalled(open_host)
    eve = willing_spectator(open_host, "eve")
    entry = sign_handover(open_host, ann, eve)
    eve.pings = False
    for person in people[1:]:
        person.player.pick = None
    open_host.pass_time(AWAY_SECONDS + 1, step=1)
    post(ann, entry)
    assert not open_host.game.here[open_host.game.names.index("eve")]
    eve.send(ListTables())
    assert open_host.game.here[open_host.game.names.index("eve")]


def test_the_old_holder_may_watch_and_chat_but_not_sign(open_host: HostHarness) -> None:
    """An entry for the seat after the handover convicts the old holder of fraud."""
    ann, bob, _ = play_until_stalled(open_host)
    seat, fold = ann.seat.number, open_host.game.fold
    eve = willing_spectator(open_host, "eve")
    ann.send(Leave())
    post(ann, sign_handover(open_host, ann, eve))
    ann.send(Leave())
    ann.session.do(Speak("farewell"))
    ann.send(Read("table 1", 0))
    eve.send(Leave())
    post(ann, sign(ann.identity, fold.envelope(seat, (bytes(32),))))
    deafen(ann)
    open_host.settle()
    assert ["begun", "two-versions"] == ann.refusals
    assert ["begun"] == eve.refusals
    assert [("ann", "farewell")] == bob.player.chats
    (proof,) = open_host.news_of(TwoVersions)
    assert ("ann", seat) == (proof.name, proof.seat)
    assert proof.proof is not None
    evidence = Equivocation.from_bytes(proof.proof.read_bytes())
    assert (ann.identity.public, True) == (evidence.identity, evidence.is_handover)
    # She doesn't get the seat back either.
    open_host.restart_clients([ann], "table 1")
    assert ["begun"] == ann.refusals
    assert (None, seat) == (
        open_host.game.seat_of(ann.identity.public),
        open_host.game.seat_of(eve.identity.public),
    )


@pytest.mark.parametrize("who", ["ann", "eve"])
def test_a_handover_that_the_host_lost_is_sent_again(
    who: str, open_host: HostHarness
) -> None:
    """The old or the new holder sends it. Nobody else may have received it."""
    ann, *_ = people = play_until_stalled(open_host)
    eve = willing_spectator(open_host, "eve")
    entry = sign_handover(open_host, ann, eve)
    ann.send(Post(wires_of((entry,))))
    assert 1 == len(open_host.news_of(HandedOver)) + len(open_host.table.take_news())
    open_host.restart()  # before anything was written
    open_host.news.clear()
    assert "ann" in open_host.game.names
    open_host.reconnect((*people, eve))
    post(ann if who == "ann" else eve, entry)
    assert [HandedOver("table 1", "ann", "eve", None)] == open_host.news_of(HandedOver)
    assert "eve" in open_host.game.names


def with_a_bot(start_host: StartHost) -> tuple[HostHarness, Client, Client, Client]:
    """Return a game of two people and a bot of the host that waits for ann."""
    host = start_host(open_terms(3, bots=1))
    ann, bob = host.client("ann"), host.client("bob")
    host.until(lambda: bool(host.bots.started))
    bot = host.client("Atossa", table="table 1", owner=HOST.public, near=True)
    host.until_phase("PICK")
    ann.stalled = True
    host.settle()
    return host, ann, bob, bot


def test_only_bots_that_hold_a_seat_are_restarted(
    start_host: StartHost,
) -> None:
    """Tables don't stay open for bots. Bots that gave up a seat leave nothing."""
    host, ann, bob, bot = with_a_bot(start_host)
    dido = willing_spectator(host, "Dido", HOST.public, near=True)
    post(ann, sign_handover(host, ann, dido, HOST.public))
    (record,) = host.server.registry
    host.disconnect([bob])
    assert record.empty_since is not None
    assert (bob.identity.public,) == record.people
    host.reconnect([bob])
    assert record.empty_since is None
    eve = willing_spectator(host, "eve")
    bot.stalled = True
    post_due_entries(host, dido, host.game.names.index("Dido"))
    post(bot, sign_handover(host, bot, eve))
    assert {"Dido", "eve", "bob"} == set(host.game.names)
    host.server.supervisor.ended("table 1", "Dido", "signal 9")
    host.server.supervisor.ended("table 1", "Atossa", "exit status 0")
    host.pass_time(5)
    dido_again = ("table 1", {"Dido": dido.identity.public})
    assert [dido_again] == host.bots.restarted
    lost = host.news_of(BotLost)
    assert [("Dido", True), ("Atossa", False)] == [(it.name, it.again) for it in lost]
    host.bots.restarted.clear()
    host.restart()
    host.settle()
    assert [dido_again] == host.bots.restarted
    assert [bot.identity.public] == host.bots.forgotten
    (record,) = host.server.registry
    assert {bob.identity.public, eve.identity.public} == set(record.people)


def test_nobody_can_pass_for_a_bot_of_the_host(open_host: HostHarness) -> None:
    """
    A bot would be trusted and restarted. A bot whose state the host keeps is accepted.
    """
    ann, *_ = play_until_stalled(open_host)
    eve = reading_spectator(open_host, "eve")
    entry = sign_handover(open_host, ann, eve, HOST.public)
    post(ann, entry)
    deafen(ann)
    open_host.settle()
    assert ["bad-taker"] == ann.refusals
    assert [] == open_host.news_of(HandedOver)
    open_host.bots.kept.append(eve.identity.public)
    post(ann, entry)
    assert [HandedOver("table 1", "ann", "eve", HOST.public)] == open_host.news_of(
        HandedOver
    )


# Going back.


def test_a_handover_after_an_undetected_fraud_is_undone(
    start_host: StartHost,
) -> None:
    """
    A host that believed the proof accepted it. Afterwards, the seat is the old holder's
    again.
    """
    work = ManualThreads()
    host = start_host(sealed_terms(3), work=work)
    ann, bob, cleo = host.join()
    phases: list[int] = []

    def lie(envelope: Envelope) -> Body | None:
        if envelope.kind != "MIX" or (phases and envelope.phase != phases[0]):
            return None
        phases.append(envelope.phase)
        *before, proof = envelope.body
        assert isinstance(proof, bytes)
        return (*before, proof[:-1] + bytes([proof[-1] ^ 1]))

    ann.lie(lie)
    host.settle()
    assert phases[0] < host.game.fold.phase.number
    eve = willing_spectator(host, "eve")
    # A client gets this far only if it knows of the fraud and ignores it.
    post(ann, sign_handover(host, ann, eve))
    assert "eve" in host.game.names
    assert (True,) * 3 == host.game.here
    host.disconnect([ann])
    work.do_all()
    host.settle()
    (fraud,) = host.news_of(Cheated)
    assert ("ann", phases[0]) == (fraud.name, fraud.phase)
    seat = host.game.names.index("ann")
    assert "eve" not in host.game.names
    assert ((),) * 3 == host.game.handed
    assert tuple(it != seat for it in range(3)) == host.game.here
    told = host.news_of(HandedOver)
    assert [("ann", "eve"), ("eve", "ann")] == [(it.name, it.to) for it in told]
    assert [] == host.news_of(Trouble)
    # The handover is in the journal, and a restarted host undoes it, too.
    host.restart()
    assert [] == host.news_of(SetAside)
    assert "eve" in host.game.names
    host.settle()
    work.do_all()
    host.settle()
    assert "eve" not in host.game.names
    host.reconnect((bob, cleo))
    work.do_all()
    host.leave_unanswered((bob, cleo))
    host.go_on_without([ann], [bob, cleo])
    assert (seat,) == host.game.left
    assert "ann" == host.game.names[seat]
    assert host.game.fold.digest == bob.seat.fold.digest == cleo.seat.fold.digest
