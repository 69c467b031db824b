"""A substitute takes an absent player's seat: whispers, votes, the continued game."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import (
    AskSubstitute,
    HandOver,
    KeepSeat,
    ProposeBallot,
    SummonBot,
    VoteOn,
)
from sealed_wonders.client.table.events import Hindered, Hindrance, Step
from sealed_wonders.client.table.memory import InMemory, Memory, OnDisk
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.taking import HELD
from sealed_wonders.net import whispers
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.messages import FromClient, Post, Refused, Whisper, Whispered
from sealed_wonders.net.tableoptions import RESCUES
from sealed_wonders.net.whispers import SubstituteQuestion
from tests.support.inprocess.client import (
    Client,
    answer_ballot,
    asked_ballot,
    dropping,
    vote_caster,
)
from tests.support.inprocess.players import any_move
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.lobbies import HOST, identity_of
from tests.support.toy import TOY
from tests.support.toytable import register_toy

WONDERS = "wonders"

FOUR = ("ann", "bob", "cleo", "dan")

OFFERED, BY_ITSELF = 95, 185
"""Seconds until people may propose something, and bots do so."""

Start = Callable[..., tuple[HostHarness, list[Client]]]


@pytest.fixture(autouse=True)
def at_our_table(monkeypatch: pytest.MonkeyPatch) -> None:
    register_toy(monkeypatch)


@pytest.fixture
def start(tmp_path: Path) -> Start:
    """
    Return a function that begins a sealed game in which ann vanishes and zed spectates.

    The game is the toy, which requests everything there is, and which can't go on
    without a seat. The others have made their choice, and make no further one, so the
    table plays on exactly as far as it can by itself.
    """

    def start(
        kind: str = "PICK",
        names: Sequence[str] = ("ann", "bob", "cleo"),
        *,
        to_the_end: bool = False,
        **terms: object,
    ) -> tuple[HostHarness, list[Client]]:
        agreed = {"game": TOY, "when_gone": RESCUES, **terms}
        asked = sealed_terms(len(names), **agreed)
        (tmp_path / "host").mkdir()
        host = HostHarness(tmp_path / "host", asked)
        people = host.join(names)
        for person in people:
            person.player.cast_vote = vote_caster(person)
        gone = people[0]
        host.until(
            lambda: (
                host.has_begun
                and host.game.fold.phase.kind == kind
                and gone.session.seat is not None
            )
        )
        gone.disconnect()
        table = people[1].session.table
        people.append(host.client("zed", table=table, looks_on=True))
        host.settle()
        assert gone.seat.number in host.game.fold.missing
        for person in people[1:-1]:
            person.player.pick = any_move if to_the_end else None
        return host, people

    return start


def propose(by: Client, of: Client, to: Client, *agreed: Client) -> None:
    """Make somebody ask another to be the substitute; some of the players agree."""
    agree(agreed)
    by.host.pass_time(OFFERED)
    assert of.seat.number == by.player.absence_now.rescuable
    by.act(AskSubstitute(of.seat.number, to.identity.public))


def agree(others: Iterable[Client]) -> None:
    for other in others:
        other.player.vote = True


def make_several_ask(
    host: HostHarness, of: Client, to: Client, *by: Client
) -> Callable[[bool], object]:
    """Make several players ask one candidate; return the function that answers all."""
    host.pass_time(OFFERED)
    for one in by:
        one.game.do(AskSubstitute(of.seat.number, to.identity.public))
    to.player.accepts = None
    host.settle()
    assert ["ann"] == to.player.offers
    assert to.player.answer_offer is not None
    return to.player.answer_offer


def seat_of(host: HostHarness, client: Client) -> int | None:
    """Return the seat that somebody has according to the host's log."""
    return host.game.fold.seat_of(client.identity.public)


def is_playing_on(host: HostHarness, gone: Client) -> bool:
    """Return whether the table waits for the others' next choice, not for this seat."""
    fold = host.game.fold
    return bool(fold.missing) and gone.seat.number not in fold.missing


def whispers_to(client: Client) -> list[whispers.Whisper]:
    """Return the whispers that a client received."""
    told = []
    for message in client.received:
        if hasattr(message, "sealed"):
            told.append(whispers.unseal(message.sealed, client.identity))
    return told


@pytest.mark.parametrize(
    ("kind", "terms"),
    [
        ("KEY", {}),
        ("MIX", {}),
        ("OPEN_SHARE", {}),
        ("DEAL", {}),
        ("REVEAL", {}),
        ("DECIDE", {}),
        ("DECLARE", {}),
        ("CHOOSE", {"game": "architects"}),
    ],
)
def test_a_substitute_takes_over_in_any_phase(
    start: Start, kind: str, terms: dict[str, str]
) -> None:
    """Everything that was sealed before is restored, and nobody has to choose again."""
    host, (ann, bob, cleo, zed) = start(kind, **terms)
    seat, phase = ann.seat.number, host.game.fold.phase.number
    for one in (bob, cleo):
        one.player.pick = None
    propose(bob, ann, zed, cleo)
    fold = host.game.fold
    assert seat_of(host, zed) == seat
    assert not fold.left_phases
    assert not fold.frauds
    for one in (bob, cleo, zed):
        assert not one.failures
        one.player.pick = any_move
        if one.player.question is not None:
            one.player.answer_now()
    host.until(lambda: host.game.fold.phase.number > phase + 4)
    assert (0, 1, 2) == host.game.fold.active


def test_asking_a_substitute_is_a_yes_to_the_first_ballot_only(
    start: Start,
) -> None:
    """
    cleo asked the same candidate more slowly than bob. After a refusal, a new ballot is
    a new question for her.
    """
    host, (ann, bob, cleo, dan, zed) = start(names=FOUR)
    take = make_several_ask(host, ann, zed, bob, cleo)
    slow = cleo.relay
    cleo.relay = lambda message: [] if isinstance(message, Whispered) else [message]
    take(True)
    host.settle()
    # The consent reaches cleo when bob's ballot is open already.
    cleo.relay = slow
    (heard,) = [it for it in cleo.received if isinstance(it, Whispered)]
    cleo.session.receive(heard)
    host.settle()
    (ballot,) = host.game.fold.ballots
    assert {bob.seat.number: True, cleo.seat.number: True} == ballot.votes
    answer_ballot(dan, yes=False)
    host.settle()
    assert Status.VOID is ballot.status
    zed.player.accepts = True
    propose(bob, ann, zed)
    _first, again = host.game.fold.ballots
    assert {bob.seat.number: True} == again.votes
    for one in (cleo, dan):
        assert again.key == asked_ballot(one).key


def test_declining_a_seat_answers_all_who_have_asked_so_far(start: Start) -> None:
    """A later request is shown to the candidate again."""
    host, (ann, bob, cleo, _dan, zed) = start(names=FOUR)
    take = make_several_ask(host, ann, zed, bob, cleo)
    take(False)
    host.settle()
    assert ["ann"] == zed.player.offers
    assert (
        [Step.ASKED, Step.REFUSED]
        == bob.player.asking_steps
        == cleo.player.asking_steps
    )
    bob.act(AskSubstitute(ann.seat.number, zed.identity.public))
    assert ["ann", "ann"] == zed.player.offers


def test_a_player_asks_one_candidate_at_a_time(start: Start) -> None:
    """The seat could go to only one of them."""
    host, (ann, bob, _cleo, zed) = start()
    yan = host.connect("yan", table=bob.session.table, looks_on=True)
    zed.player.accepts = yan.player.accepts = None
    host.pass_time(OFFERED)
    for candidate in (zed, yan):
        bob.act(AskSubstitute(ann.seat.number, candidate.identity.public))
    assert (["ann"], []) == (zed.player.offers, yan.player.offers)
    assert [Step.ASKED] == bob.player.asking_steps


def test_an_offered_seat_is_withdrawn_once_its_player_is_back(start: Start) -> None:
    """
    The candidate isn't left with a question that no longer means anything, even if the
    asker's withdrawal is lost.
    """
    host, (ann, bob, _cleo, zed) = start()
    zed.player.accepts = None
    host.pass_time(OFFERED)
    bob.act(AskSubstitute(ann.seat.number, zed.identity.public))
    assert zed.player.answer_offer is not None
    bob.tamper = dropping(Whisper)
    host.reconnect([ann])
    assert is_playing_on(host, ann)
    assert [Step.ASKED, Step.KEPT] == bob.player.asking_steps
    assert zed.player.answer_offer is None


def test_only_the_candidate_who_was_asked_can_decline(start: Start) -> None:
    host, (ann, bob, cleo, zed) = start()
    table, seat = bob.session.table, ann.seat.number
    yan = host.connect("yan", table=table, looks_on=True)
    zed.player.accepts = None
    propose(bob, ann, zed, cleo)
    to = bob.identity.public
    refusal = whispers.SeatRefusal(host.game.gid, seat)
    yan.speak(Whisper(table, to, whispers.seal(refusal, to)))
    assert [refusal] == whispers_to(bob)
    assert [Step.ASKED] == bob.player.asking_steps
    assert zed.player.answer_offer is not None
    zed.player.answer_offer(True)
    host.settle()
    assert seat_of(host, zed) == seat


@pytest.mark.parametrize(
    "changes", [{"name": "ann"}, {"owner": identity_of("cleo").public}]
)
def test_a_candidate_who_consents_as_somebody_else_gets_no_seat(
    start: Start, changes: dict[str, str | bytes]
) -> None:
    """The person who asked has seen another name, or no owner."""
    host, (ann, bob, cleo, zed) = start()
    gid, seat, phase = host.game.gid, ann.seat.number, host.game.fold.phase.number
    person = TablePerson("zed", zed.identity.public)._replace(**changes)  # type: ignore[arg-type]
    said = takeover_statement(gid, seat, 0, phase, person)
    takeover = Takeover(phase, person, zed.identity.sign(said))
    consent = whispers.Consent.of(gid, seat, takeover)

    def tamper(message: FromClient) -> FromClient:
        if not isinstance(message, Whisper):
            return message
        return Whisper(message.table, message.to, whispers.seal(consent, message.to))

    zed.tamper = tamper
    propose(bob, ann, zed, cleo)
    assert [consent] == whispers_to(bob)
    assert [Step.ASKED, Step.FAILED] == bob.player.asking_steps
    assert [] == list(host.game.fold.ballots)


def test_no_secrets_are_sent_before_all_have_agreed(start: Start) -> None:
    """Nor after a no."""
    host, (ann, bob, cleo, zed) = start()
    propose(bob, ann, zed)
    assert [SubstituteQuestion] == [type(it) for it in whispers_to(zed)]
    answer_ballot(cleo, yes=False)
    host.settle()
    assert [SubstituteQuestion] == [type(it) for it in whispers_to(zed)]
    assert (zed.seat.number, seat_of(host, ann)) == (NOBODY, ann.seat.number)
    host.reconnect([ann])
    assert is_playing_on(host, ann)


def test_a_replaced_player_returns_as_a_spectator_without_secrets(start: Start) -> None:
    host, (ann, bob, cleo, zed) = start()
    seat, position = ann.seat.number, ann.seat.position
    assert ann.seat.secrets.entrusted(ann.seat.fold.keys_in_use)
    zed.player.pick = None
    propose(bob, ann, zed, cleo)
    before = host.game.fold.position
    host.reconnect([ann])
    assert ann.seat.position > position
    assert [(seat, "ann", "zed")] == ann.player.handovers
    assert before == host.game.fold.position
    zed.player.pick = any_move
    zed.player.answer_now()
    host.until(lambda: ann.seat.number == NOBODY)
    assert () == ann.seat.secrets.entrusted(ann.seat.fold.keys_in_use)
    assert [] == list(ann.store.memories())
    assert not ann.player.is_out
    host.settle()
    assert is_playing_on(host, ann)
    assert ann.player.sheet == zed.player.sheet


def test_asking_a_candidate_who_has_left_is_reported_as_unanswered(
    start: Start,
) -> None:
    host, (ann, bob, _cleo, zed) = start()
    host.pass_time(OFFERED)
    takers = bob.game._takers
    host.disconnect([zed])
    bob.game._takers = takers
    bob.act(AskSubstitute(ann.seat.number, zed.identity.public))
    assert Step.SILENT is bob.player.asking_steps[-1]


def test_parts_are_sent_again_to_a_substitute_who_reconnects(start: Start) -> None:
    """
    The host relays nothing to somebody who isn't connected. A client that had sent
    nothing sends its parts after a restart.
    """
    host, (ann, bob, cleo, zed) = start()
    cleo.tamper = dropping(Whisper)
    propose(bob, ann, zed)
    zed.disconnect()
    cleo.player.vote = True
    (vote,) = cleo.player.absence_now.votes
    cleo.act(VoteOn(*vote.key, yes=True))
    assert seat_of(host, zed) == ann.seat.number
    assert not host.game.fold.over
    host.reconnect([zed])
    assert zed.seat.needs_parts
    cleo.restart(bob.session.table)
    cleo.connect()
    cleo.tamper = lambda message: message
    host.settle()
    assert is_playing_on(host, ann)


def test_parts_lost_with_the_senders_connection_are_sent_again_once(
    start: Start,
) -> None:
    """They are sent after the host has reported that the substitute is connected."""
    host, (ann, bob, cleo, zed) = start()
    sent: list[Whisper] = []
    is_lost = True

    def tamper(message: FromClient) -> FromClient | None:
        if not isinstance(message, Whisper):
            return message
        sent.append(message)
        return None if is_lost else message

    cleo.tamper = tamper
    propose(bob, ann, zed, cleo)
    assert zed.seat.needs_parts
    assert 1 == len(sent)
    cleo.disconnect()
    is_lost = False
    host.reconnect([cleo])
    assert 2 == len(sent)
    assert is_playing_on(host, ann)


def test_only_a_candidate_who_consented_must_keep_its_state(start: Start) -> None:
    """
    A candidate who consented may still get the seat, even if the client is restarted.
    """
    _host, (ann, bob, _cleo, zed) = start()
    assert zed.session.leaves_nothing
    assert not bob.session.leaves_nothing
    fold = bob.seat.fold
    phase, prev = fold.phase.number, fold.task.prev
    asked = SubstituteQuestion(fold.charter.gid, ann.seat.number, 0, phase, prev)
    zed.seat.candidate.consent(asked, Participant(identity_of("zed"), "zed"))
    assert not zed.session.leaves_nothing
    zed.session.over = True
    assert zed.session.leaves_nothing


def test_a_substitute_gets_a_full_turn_after_a_timeout(start: Start) -> None:
    """The turn begins again, so nothing is chosen for the substitute at once."""
    host, (ann, bob, cleo, zed) = start(turn_time=30)
    zed.player.pick = None
    propose(bob, ann, zed, cleo)
    assert 0 in zed.player.seconds
    assert 30 == zed.player.seconds[-1]
    assert zed.player.question is not None
    assert [] == zed.player.late
    host.pass_time(35)
    assert zed.player.late[0]


def test_a_bot_votes_no_to_removing_a_new_substitute(start: Start) -> None:
    """
    Another ballot about the seat, which outranks the first, would have to be settled
    before the substitute can play.
    """
    host, (ann, bob, cleo, zed) = start()
    cleo.player.is_program, zed.player.pick = True, None
    propose(bob, ann, zed)
    assert seat_of(host, zed) == ann.seat.number
    assert zed.player.question is not None
    # zed is slow, and bob doesn't wait any longer.
    host.pass_time(100)
    bob.propose(ann)
    host.settle()
    *_, another = host.game.fold.ballots
    assert {bob.seat.number: True, cleo.seat.number: False} == another.votes
    zed.host.answer_at_once([zed])
    assert is_playing_on(host, ann)
    assert "zed" == host.game.names[ann.seat.number]


def test_parts_refused_by_the_host_are_sent_again(start: Start) -> None:
    """The host refuses them, for example, while their reader is far behind."""
    host, (ann, bob, cleo, zed) = start()
    refused: list[FromClient] = []

    def tamper(message: FromClient) -> FromClient | None:
        # The question to zed passes; the first attempt to send a part is refused.
        if not isinstance(message, Whisper) or len(refused) == 2:
            return message
        refused.append(message)
        if len(refused) == 1:
            return message
        host.clock.callLater(0, bob.session.receive, Refused("too-fast", ""))
        return None

    bob.tamper = tamper
    propose(bob, ann, zed, cleo)
    host.pass_time(10)
    assert 2 == len(refused)
    assert is_playing_on(host, ann)


def test_received_parts_are_stored_on_disk(start: Start, tmp_path: Path) -> None:
    """After a restart, the substitute needs nobody to send them again."""
    host, (ann, bob, cleo, zed) = start()
    zed.store = before = OnDisk(tmp_path / "zed.seat")
    zed.restart(bob.session.table)
    host.reconnect([zed])
    zed.player.pick = None
    propose(bob, ann, zed, cleo)
    assert zed.player.question is not None
    moves = zed.player.question.moves
    zed.disconnect()
    before.close()
    zed.store = after = OnDisk(tmp_path / "zed.seat")
    for other in (bob, cleo):
        other.tamper = dropping(Whisper)
    zed.restart(bob.session.table)
    zed.player.pick = None
    host.reconnect([zed])
    assert zed.player.question is not None
    assert moves == zed.player.question.moves
    after.close()


def test_a_substitute_without_all_parts_gives_up(start: Start) -> None:
    """
    Otherwise a table of bots would wait forever for somebody who is there but can't
    play.
    """
    host, (ann, bob, cleo, zed) = start(game=WONDERS)
    cleo.tamper = dropping(Whisper)
    propose(bob, ann, zed, cleo)
    assert seat_of(host, zed) == ann.seat.number
    for one in (bob, cleo):
        one.player.is_program = True
    host.pass_time(OFFERED - 10)
    assert zed.seat.needs_parts
    assert not zed.session.over
    host.pass_time(20)
    assert "stuck" in zed.player.story
    assert zed.session.is_done
    assert not zed.session.leaves_nothing
    zed.disconnect()
    host.pass_time(BY_ITSELF + 60)
    assert ann.seat.number not in host.game.fold.active
    assert is_playing_on(host, ann)


def test_bots_do_not_give_away_the_seat_of_a_connected_player(
    start: Start,
) -> None:
    """
    The taker reads the seat's cards. The bot votes no, and would vote yes if the player
    were gone.
    """
    host, (ann, bob, cleo, zed) = start()
    cleo.player.is_program = True
    ann.player.pick, ann.tamper = None, dropping(Post)
    ann.connect()
    propose(bob, ann, zed)
    (ballot,) = host.game.fold.ballots
    assert {bob.seat.number: True, cleo.seat.number: False} == ballot.votes
    host.pass_time(8 * OFFERED)
    assert None is seat_of(host, zed)
    ann.disconnect()
    propose(bob, ann, zed)
    host.pass_time(OFFERED)
    assert seat_of(host, zed) == ann.seat.number


def test_a_substitute_who_gets_all_parts_in_time_does_not_give_up(start: Start) -> None:
    """However late they arrive; time without a connection doesn't count."""
    host, (ann, bob, cleo, zed) = start()
    zed.player.pick = None
    cleo.tamper = dropping(Whisper)
    propose(bob, ann, zed, cleo)
    host.pass_time(OFFERED - 10)
    zed.disconnect()
    host.pass_time(20)
    host.reconnect([zed])
    host.pass_time(OFFERED - 10)
    assert zed.seat.needs_parts
    cleo.tamper = lambda message: message
    cleo.disconnect()
    host.reconnect([cleo])
    host.pass_time(20)
    assert not zed.session.over
    assert zed.player.question is not None


def test_a_seat_can_be_given_away_again_and_handed_over(start: Start) -> None:
    """
    A handover and a ballot may follow the first substitute. But the others have lost
    the parts of a seat that was given away.
    """
    host, (ann, bob, cleo, zed) = start(to_the_end=True)
    seat = ann.seat.number
    zed.player.pick = None
    propose(bob, ann, zed, cleo)
    dan = host.connect("dan", table=bob.session.table, looks_on=True)
    zed.act(HandOver(dan.identity.public))
    assert [Step.WAITS] == zed.player.giving_steps
    zed.game.do(KeepSeat())
    host.answer([zed])
    zed.game.do(HandOver(dan.identity.public))
    host.until(lambda: seat_of(host, dan) == seat)
    dan.disconnect()
    eve = host.connect("eve", table=bob.session.table, looks_on=True)
    propose(bob, ann, eve)  # at first, the seat was ann's
    # dan, who had signed nothing yet, never held the seat.
    after = [it.takeover.person.name for it in host.game.fold.handovers]
    assert ["zed", "eve"] == after
    assert (seat, "dan", "eve") == bob.player.handovers[-1]
    assert host.game.fold.over


def begin_with_substitute(
    start: Start, *, cleo_tells: bool = True
) -> tuple[HostHarness, list[Client]]:
    """Begin a game in whose first age zed takes ann's seat and plays on with it."""
    host, people = start(names=FOUR, game=WONDERS, to_the_end=True)
    _ann, bob, cleo, dan, zed = people
    agree([cleo, dan])
    if not cleo_tells:
        secrets = cleo.seat.secrets
        secrets.parts_for = lambda seat, keys: ()  # type: ignore[method-assign]
    zed.player.pick = None
    propose(bob, people[0], zed)
    agree([zed])
    zed.player.cast_vote = vote_caster(zed)
    zed.player.pick = any_move
    zed.player.answer_now()
    # More than half of the previous players must go on first.
    phase = host.game.fold.phase.number
    host.until(lambda: host.game.fold.phase.number > phase + 3)
    return host, people


def vanish(host: HostHarness, gone: Client, others: Iterable[Client]) -> Client:
    """Disconnect somebody in the middle of a choice, and return a spectator."""
    gone.disconnect()
    for one in others:
        one.player.pick = None
    eve = host.connect("eve", table=gone.session.table, looks_on=True)
    return eve


def test_a_second_seat_goes_to_a_substitute_in_the_same_age(start: Start) -> None:
    """
    The first substitute was sent the parts that this needs, and by whom. They are still
    there after a restart, and pass to the person who takes the seat from that
    substitute.
    """
    host, (_ann, bob, cleo, dan, zed) = begin_with_substitute(start)
    told = {it.lane for it in zed.store.memories() if it.lane.startswith(HELD)}
    assert {f"{HELD}{it.seat.number}" for it in (bob, cleo, dan)} == told
    for it in (bob, cleo, dan):  # in the seat's secrets as well as in the store
        assert zed.seat.secrets.parts_of(it.seat.number, zed.seat.fold.keys_in_use)
    deck = host.game.fold.phase.deck
    zed.restart(zed.session.table)
    zed.player.pick = None
    host.reconnect([zed])
    yan = host.connect("yan", table=zed.session.table, looks_on=True)
    yan.player.pick = None
    zed.act(HandOver(yan.identity.public))
    assert seat_of(host, yan) is not None
    yan.player.cast_vote, yan.player.vote = vote_caster(yan), True
    eve = vanish(host, cleo, (bob, dan))
    yan.host.answer_at_once([yan])
    propose(bob, cleo, eve)
    assert seat_of(host, eve) == cleo.seat.number
    assert deck == host.game.fold.phase.deck
    assert not eve.seat.needs_parts
    host.answer_at_once([bob, dan, yan, eve])
    assert host.game.fold.over
    assert not host.game.fold.left_phases
    for one in (bob, dan, yan, eve):
        assert not one.failures
        assert one.player.sheet == bob.player.sheet is not None


def test_parts_that_could_not_be_stored_are_stored_when_sent_again(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They don't count before, as if they were there for a restarted client."""
    remember = InMemory.remember

    def full(self: InMemory, memory: Memory) -> None:
        if memory.lane.startswith(HELD):
            raise OSError(errno.ENOSPC, "No space left on device")
        remember(self, memory)

    with monkeypatch.context() as disk:
        disk.setattr(InMemory, "remember", full)
        host, (_ann, bob, cleo, dan, zed) = begin_with_substitute(start)
    seats = [it.seat.number for it in (bob, cleo, dan)]
    assert [()] * 3 == [
        zed.seat.secrets.parts_of(it, zed.seat.fold.keys_in_use) for it in seats
    ]
    zed.player.pick = None
    zed.disconnect()
    host.reconnect([zed])
    told = {it.lane for it in zed.store.memories() if it.lane.startswith(HELD)}
    assert {f"{HELD}{it}" for it in seats} == told


def test_a_substitute_gives_up_if_an_earlier_one_lacks_parts(start: Start) -> None:
    """
    cleo's modified client sent the first substitute nothing about its keys. The table
    can still go on without the seat.
    """
    host, (_ann, bob, cleo, dan, zed) = begin_with_substitute(start, cleo_tells=False)
    eve = vanish(host, cleo, (bob, dan, zed))
    propose(bob, cleo, eve)
    assert seat_of(host, eve) == cleo.seat.number
    assert eve.seat.needs_parts
    host.pass_time(OFFERED)
    assert "stuck" in eve.player.story


def test_two_players_absent_at_once_cannot_be_substituted(start: Start) -> None:
    """Each holds a part of the other's secrets; the clients report this reason."""
    host, (ann, bob, cleo, dan, eli, zed) = start(names=(*FOUR, "eli"))
    cleo.disconnect()
    propose(bob, ann, zed, dan, eli)
    (ballot,) = host.game.fold.ballots
    assert (cleo.seat.number,) == ballot.missing
    host.pass_time(2 * OFFERED)
    first, second = ann.seat.number, cleo.seat.number
    for one in (bob, dan, eli):
        assert {first, second} == set(one.player.absence_now.offered)
        assert None is one.player.absence_now.rescuable
        assert {
            first: Hindered(Hindrance.SEVERAL, (second,)),
            second: Hindered(Hindrance.SEVERAL, (first,)),
        } == dict(one.player.absence_now.hindered)


def test_no_substitute_is_possible_after_a_seat_was_removed(start: Start) -> None:
    """
    The removed player has taken their parts along. With new keys, it is possible again.
    """
    names = (*FOUR, "eli")
    host, (ann, bob, cleo, dan, eli, _zed) = start(
        names=names, game=WONDERS, to_the_end=True
    )
    seat = ann.seat.number
    agree([cleo, dan, eli])
    host.pass_time(OFFERED)
    bob.game.do(ProposeBallot())
    phase = host.game.fold.phase.number
    host.until(lambda: host.game.fold.phase.number > phase + 12)
    assert seat not in host.game.fold.active
    vanish(host, cleo, (bob, dan, eli))
    host.pass_time(OFFERED)
    assert None is bob.player.absence_now.rescuable
    why = Hindered(Hindrance.PARTS, (seat,))
    assert {cleo.seat.number: why} == dict(bob.player.absence_now.hindered)


def test_bots_summon_a_bot_of_the_host_as_a_substitute(start: Start) -> None:
    """Only one of them summons it."""
    host, (ann, bob, cleo, zed) = start()
    for one in (bob, cleo):
        one.player.is_program = True
    host.pass_time(BY_ITSELF)
    assert 1 == len(host.bots.summoned)
    ((table, name),) = host.bots.summoned
    bot = host.connect(name, table=table, looks_on=True, owner=HOST.public, near=True)
    host.pass_time(20)
    assert seat_of(host, bot) == ann.seat.number
    assert [] == zed.player.offers
    assert is_playing_on(host, ann)


def test_a_bot_summoned_for_a_handover_is_not_asked_to_substitute(start: Start) -> None:
    """Another bot is summoned for that; each takes one seat."""
    host, (ann, bob, cleo, _zed) = start()
    bob.act(SummonBot())
    ((table, own),) = host.bots.summoned
    first = host.client(own, table=table, looks_on=True, owner=HOST.public, near=True)
    host.pass_time(OFFERED)
    agree([cleo])
    bob.act(AskSubstitute(ann.seat.number, None))
    assert [] == first.player.offers
    (_, (table, other)) = host.bots.summoned
    second = host.connect(
        other, table=table, looks_on=True, owner=HOST.public, near=True
    )
    assert seat_of(host, second) == ann.seat.number
    assert seat_of(host, first) is None


def test_bots_remove_an_absent_seat_if_the_host_has_no_bot(start: Start) -> None:
    host, (ann, bob, cleo, _zed) = start(game=WONDERS)
    host.bots.can_start = False
    for one in (bob, cleo):
        one.player.is_program = True
    host.pass_time(BY_ITSELF + 60)
    assert ann.seat.number not in host.game.fold.active
    assert is_playing_on(host, ann)


def test_a_cheater_gets_no_substitute(start: Start) -> None:
    host, (ann, bob, _cleo, zed) = start()
    ann.connect()
    ann.lie(lambda envelope: (b"",) if envelope.kind == "PICK" else None)
    host.settle()
    assert ann.seat.number in host.game.fold.frauds
    host.pass_time(OFFERED)
    assert (ann.seat.number,) == bob.player.absence_now.offered
    assert bob.player.absence_now.rescuable is None
    bob.act(AskSubstitute(ann.seat.number, zed.identity.public))
    assert Step.FAILED is bob.player.asking_steps[-1]
