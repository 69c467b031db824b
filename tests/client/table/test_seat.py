"""A seat: what it signs and asks, and what it does after a crash."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

import pytest

from sealed_wonders.client.table import signed as signed_module
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.table.seat import AnswerResult
from sealed_wonders.core.architects.effects import Keep
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.game import Move
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net import fold
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.envelopes import (
    Entry,
    Envelope,
    Wire,
    parse,
    parse_entries,
    sign,
)
from sealed_wonders.net.suites import SUITES
from sealed_wonders.net.verificationcache import VerificationCache
from tests.support.architects import architects
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
    sign_ballot_entry,
)
from tests.support.inprocess.players import any_move
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.stores import FullStore
from tests.support.inprocess.threads import ManualThreads
from tests.support.lobbies import identity_of
from tests.support.thorough import only
from tests.support.toy import Toy

RULES = Wonders(3)

Signed = dict[tuple[bytes, int], list[bytes]]


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> Signed:
    """Return all envelopes that seats sign, by game, phase and seat."""
    places: Signed = defaultdict(list)

    def note(identity: Identity, envelope: Envelope) -> Entry:
        entry = sign(identity, envelope)
        place = envelope.gid, envelope.phase << 8 | envelope.seat
        places[place].append(entry.wire.env)
        return entry

    monkeypatch.setattr(signed_module, "sign", note)
    return places


def at_pick(players: int) -> Seats:
    """Return a table at which everybody has to pick a card."""
    table = Seats(Wonders(players))
    while table.fold.phase.kind != "PICK":
        table.step()
    return table


def test_a_move_is_not_revealed_before_all_have_committed() -> None:
    """A move that isn't available can't be signed by mistake, either."""
    table = at_pick(3)
    for seat in table.seats:
        question = seat.question
        assert question is not None
        with pytest.raises(LocalProtocolError, match="not a move that is open"):
            seat.answer(Move("build castle in the air", 1))
        assert (question, ()) == (seat.question, seat.take())
        seat.answer(question.moves[0])
    picks = [wire for seat in table.seats for wire in seat.take()]

    table.hear(picks[:2])

    assert [()] * 3 == [seat.take() for seat in table.seats]
    table.hear(picks[2:])
    kinds = [parse(w.env).kind for seat in table.seats for w in seat.take()]
    assert ["REVEAL"] * 3 == kinds


def test_a_question_shows_only_the_cards_that_its_seat_has_seen() -> None:
    """The card that the cat shows, and the pile that the seat searches."""
    table = Seats(Architects(2), "search 11")
    kinds = set()
    while not table.fold.over:
        for seat in table.seats:
            if seat.question is None:
                continue
            state, faces = architects(seat.question.state), seat.question.faces
            shown = {*state.central.slots[:1]} if seat.number in state.saw else set()
            kinds.add("the cat" if shown else "nothing")
            if isinstance(state.task, Keep):
                shown |= {*state.pile(state.task.pile).slots[1:5]}
                kinds.add("a pile")
                assert None not in state.task.cards(state, faces)
            assert shown == set(faces)
        table.step()
    assert {"the cat", "a pile", "nothing"} == kinds


def test_awaits_accepts_only_valid_entries_of_others_in_the_open_phase() -> None:
    table = at_pick(3)
    ann, bob, _ = table.seats
    for seat in table.seats:
        if seat.question is not None:
            seat.answer(any_move(seat.question))
    (mine,), (theirs,) = ann.take(), bob.take()
    assert not ann.awaits(mine)
    assert ann.awaits(theirs)
    assert not ann.awaits(Wire(theirs.env, bytes(64)))
    assert not ann.awaits(Wire(theirs.env[:-1], theirs.sig))
    said = parse(theirs.env)
    bobs = identity_of(table.charter.people[1].name)
    for other in (
        replace(said, gid=bytes(32)),
        replace(said, prev=bytes(32)),
        replace(said, kind="REVEAL"),
        replace(said, phase=said.phase + 1),
        replace(said, lane="here/1"),
        replace(said, seat=2),
    ):
        assert not ann.awaits(sign(bobs, other).wire)
    ann.receive([Entry.of(theirs)])
    assert not ann.awaits(theirs)


def test_awaits_accepts_the_next_handover_of_a_seat() -> None:
    """After it, another key signs the entries that the log waits for."""
    table = Seats(RULES)
    ann, fold = table.seats[0], table.fold
    signers = [identity_of(person.name) for person in table.charter.people]
    place = fold.charter.gid, "seat/1", 0, "HANDOVER", 1, fold.digest
    handover = Envelope(*place, (fold.phase.number, bytes(32)))
    assert ann.awaits(sign(signers[1], handover).wire)
    assert not ann.awaits(sign(signers[2], handover).wire)
    for other in (
        replace(handover, phase=1),
        replace(handover, lane="seat/2"),
        replace(handover, body=()),
    ):
        assert not ann.awaits(sign(signers[1], other).wire)


def test_awaits_accepts_valid_ballots_and_answers() -> None:
    table = at_pick(4)
    ann, fold = table.seats[0], table.fold
    signers = [identity_of(person.name) for person in table.charter.people]
    opened = open_ballot(fold, signers[1], 1, honest_proposal(fold, [3]))
    assert ann.awaits(opened.wire)
    later = fold.phase.number + 1
    for other in (
        replace(opened.envelope, seat=2),
        replace(opened.envelope, seat=9, lane="drop/9"),
        replace(opened.envelope, body=(later, *opened.envelope.body[1:])),
        replace(opened.envelope, body=()),
    ):
        assert not ann.awaits(sign(signers[1], other).wire)
    table.hear([opened.wire])
    assert not ann.awaits(opened.wire)
    theirs = sign_ballot_answer(fold, signers[2], 2, 1, 0, yes=True)
    assert ann.awaits(theirs.wire)
    assert not ann.awaits(sign_ballot_answer(fold, signers[0], 0, 1, 0, yes=True).wire)
    assert not ann.awaits(sign_ballot_answer(fold, signers[3], 2, 1, 0, yes=True).wire)
    wrong = (*theirs.envelope.body[:1], bytes(32), True)
    assert not ann.awaits(sign_ballot_entry(fold, signers[2], 2, 1, 0, wrong).wire)
    strange = replace(theirs.envelope, lane="drop/x")
    assert not ann.awaits(sign(signers[2], strange).wire)
    table.hear([theirs.wire])
    assert not ann.awaits(theirs.wire)


def test_unshown_finds_our_last_entry_and_vote_that_a_host_hides() -> None:
    """Only the last ones count. That another host has shown them doesn't matter."""
    table = at_pick(4)
    ann, fold = table.seats[0], table.fold
    (said,) = (
        it for it in fold.closed_phases[-1].collection.entries if not it.envelope.seat
    )
    assert said.envelope.phase == ann.unshown(lambda wire: False)
    assert ann.unshown(lambda wire: wire == said.wire) is None
    assert ann.unshown_vote(lambda wire: False) is None
    table.seats[1].propose([3])
    table.hear(table.seats[1].take())
    (ballot,) = ann.fold.ballots
    ann.vote(ballot, yes=True)
    (vote,) = ann.take()
    for _ in range(2):
        assert fold.phase.number == ann.unshown_vote(lambda wire: wire != vote)
        assert ann.unshown_vote(lambda wire: wire == vote) is None
        if vote not in table.wires:
            table.hear([vote])
    ann.answer(any_move(ann.question)) if ann.question else None
    (pick,) = ann.take()
    assert fold.phase.number == ann.unshown(lambda wire: wire != pick)


@pytest.mark.parametrize("out", [(), (0,), (0, 3), (1, 2), (3, 4)])
def test_a_ballot_that_would_be_refused_is_not_signed(out: tuple[int, ...]) -> None:
    """By rule 2, it would bind its opener forever, because nobody can answer it."""
    table = at_pick(4)
    ann = table.seats[0]
    ann.take()
    assert ann.propose(out) is None
    assert not ann.take()
    assert not ann.propose([3])
    assert ann.take()


def test_lacks_recognizes_missing_ballots_by_a_statement() -> None:
    """A ballot of ours may keep a phase open that others, who are behind, have left."""
    table = at_pick(4)
    ann, bob, _, _ = table.seats
    said = bob.statement
    assert said is not None
    assert not ann.lacks(1, said)
    assert ann.lacks(1, said._replace(phase=said.phase + 1))
    bob.propose([3])
    (opened,) = bob.take()
    bob.receive([Entry.of(opened)])
    later = bob.statement
    assert later is not None
    assert ann.lacks(1, later)
    assert not ann.lacks(1, later._replace(digest=bytes(32)))
    ann.receive([Entry.of(opened)])
    assert not ann.lacks(1, later)
    heard = (*later.heard, bytes(32))
    behind = later._replace(phase=0, digest=ann.fold.prev_of(0), heard=heard)
    assert ann.lacks(1, behind)


# Slow jobs.


def _play_shuffled(table: Seats, threads: ManualThreads, chance: random.Random) -> None:
    """Play to the end, with jobs and entries arriving in a random order."""
    unread = [len(table.wires)] * len(table.seats)
    while not all(seat.fold.over for seat in table.seats):
        for seat in table.seats:
            if seat.question is not None and not seat.is_making:
                seat.answer(any_move(seat.question))
            for wire in seat.take():
                table.fold.accept(Entry.of(wire))
                table.wires.append(wire)
        for _ in range(chance.randrange(3)):
            if threads.jobs:
                threads.do(chance.randrange(len(threads.jobs)))
        reader = chance.randrange(len(unread))
        end = chance.randint(unread[reader], len(table.wires))
        wires, unread[reader] = table.wires[unread[reader] : end], end
        table.seats[reader].receive(parse_entries(wires))


@pytest.mark.parametrize("suite", SUITES)
@pytest.mark.parametrize("seed", only([0], range(3)))
def test_jobs_may_end_in_any_order(signed: Signed, suite: int, seed: int) -> None:
    """Whichever job is slow, all reach the same state, and nobody signs twice."""
    threads = ManualThreads()
    table = Seats(Toy(3), work=threads, suite=suite)

    _play_shuffled(table, threads, random.Random(seed))

    assert {table.fold.digest} == {seat.fold.digest for seat in table.seats}
    assert [] == threads.jobs
    assert {1} == set(map(len, signed.values()))


class SlowSeat:
    """
    A seat whose jobs run only when the test runs them; the other seats are immediate.

    Attributes:
        changes: number of reports that something may have changed.
        failures: errors that it reported.
    """

    def __init__(self, kind: str, store: InMemory | None = None) -> None:
        self.changes = 0
        self.failures: list[Exception] = []
        self.threads = ManualThreads()
        self.store = InMemory() if store is None else store
        self.table = Seats(Toy(3))
        self.seat = self.table.seats[0] = self.table.seat(
            0,
            self.store,
            work=self.threads,
            changed=self._note,
            failed=self.failures.append,
        )
        while True:
            while self.threads.jobs and not self.is_active_in(kind):
                self.threads.do()
            if self.is_active_in(kind):
                break
            self.table.step()

    def is_active_in(self, kind: str) -> bool:
        """Return whether the seat owes an entry in a phase of this kind."""
        seat = self.seat
        return seat.fold.phase.kind == kind and (
            seat.is_making or seat.question is not None
        )

    def _note(self) -> None:
        self.changes += 1


def test_a_seat_signs_nothing_before_earlier_entries_are_checked() -> None:
    """The first seat to mix checks everybody's keys first."""
    slow = SlowSeat("KEY")
    seat, threads = slow.seat, slow.threads
    threads.do()
    slow.table.step()
    assert [0, 1, 2] == list(seat.wait.checking)

    changes = slow.changes
    while seat.wait.checking:
        assert (False, ()) == (seat.is_making, seat.take())
        threads.do(-1)
    assert (True, True, ()) == (seat.is_making, seat.wait.working, seat.take())
    threads.do()
    assert ["MIX"] == [parse(wire.env).kind for wire in seat.take()]
    assert changes < slow.changes


def test_unchecked_entries_count_for_position_and_backlog() -> None:
    """They aren't requested again."""
    slow = SlowSeat("PICK")
    table, seat = slow.table, slow.seat
    assert seat.question is not None
    seat.answer(seat.question.moves[0])
    slow.threads.do()
    table.step()
    table.step()

    assert table.fold.position == seat.position
    assert 2 == seat.wait.behind == seat.position - seat.fold.position
    assert "PICK" == seat.wait.phase.kind


def test_a_second_answer_is_refused_while_the_first_is_being_made() -> None:
    """It would be a second signature for one position in the log."""
    slow = SlowSeat("PICK")
    seat = slow.seat
    assert seat.question is not None
    move, told = seat.question.moves[0], list[AnswerResult]()
    seat.answer(move, told.append)

    with pytest.raises(LocalProtocolError):
        seat.answer(move)

    assert ([], True, ()) == (told, seat.is_making, seat.take())
    slow.threads.do()
    assert told == [True]
    assert not seat.is_making
    with pytest.raises(LocalProtocolError):
        seat.answer(move)
    assert 1 == len(seat.take())


def test_a_full_disk_raises_if_the_caller_ignores_the_result() -> None:
    """A bot, which answers only once, mustn't believe that its choice was made."""
    store = FullStore()
    table = Seats(RULES, stores=[store, None, None])
    seat = table.seats[0]
    while seat.question is None:
        table.step()
    question = seat.question
    said = "can't save its entry: .*No space left on device"
    with pytest.raises(LocalProtocolError, match=said):
        seat.answer(question.moves[0])
    assert (question, ()) == (seat.question, seat.take())


def test_an_entry_of_an_earlier_process_is_not_signed_again(signed: Signed) -> None:
    """
    It arrives with the log while the seat makes the same entry, which is dropped:
    neither sent nor stored. A process that doesn't remember its entry may have lost
    more than that, so it signs nothing any more.
    """
    slow = SlowSeat("KEY")
    seat, table = slow.seat, slow.table
    earlier = table.seat(0).take()
    signed.clear()

    table.hear(
        [*earlier, *(wire for other in table.seats[1:] for wire in other.take())]
    )
    slow.threads.do()

    assert () == seat.unheard()
    assert slow.store.recall(0) is None
    assert [] == slow.failures
    slow.threads.do_all()
    (failure,) = slow.failures
    assert "your entries in this game aren't" in str(failure)
    assert {} == signed


def _cheat(slow: SlowSeat, seat: int) -> None:
    fold, people = slow.table.fold, slow.table.charter.people
    envelope = fold.envelope(seat, ("rubbish",))
    slow.seat.receive([sign(identity_of(people[seat].name), envelope)])


def test_another_seats_fraud_does_not_prevent_our_answer() -> None:
    """The answer belongs to the phase from which the others can go on."""
    slow = SlowSeat("PICK")
    seat, question = slow.seat, slow.seat.question
    assert question is not None
    told: list[AnswerResult] = []
    _cheat(slow, 1)
    seat.answer(question.moves[0], told.append)

    slow.threads.do_all()

    assert (seat.fold.stopped, list(seat.fold.frauds)) == (False, [1])
    assert ([True], None) == (told, seat.question)
    (wire,) = seat.unheard()
    assert (seat.fold.phase.number, "PICK") == (
        parse(wire.env).phase,
        parse(wire.env).kind,
    )


def test_a_stopped_game_needs_no_more_entries(signed: Signed) -> None:
    """Too few seats are left, and the answer that was being made is dropped."""
    slow = SlowSeat("PICK")
    seat, question = slow.seat, slow.seat.question
    assert question is not None
    told: list[AnswerResult] = []
    for other in {0, 1, 2} - {seat.number}:
        _cheat(slow, other)
    seat.answer(question.moves[0], told.append)
    signed.clear()

    slow.threads.do_all()

    assert seat.fold.stopped
    assert ([False], None, ()) == (told, seat.question, seat.unheard())
    assert {} == signed


def _break_making(slow: SlowSeat) -> None:
    def speak(task: object) -> None:
        raise RuntimeError("out of order")

    slow.seat.secrets.speak = speak  # type: ignore[assignment, method-assign]


def _break_checking(slow: SlowSeat) -> None:
    def check(*args: object, **others: object) -> None:
        raise RuntimeError("out of order")

    slow.seat.fold.cards.check = check  # type: ignore[assignment, method-assign]


def _insert_invalid(slow: SlowSeat) -> None:
    """Insert an invalid entry behind those that are still to be checked."""
    env = slow.table.wires[0].env
    slow.seat.receive([Entry.of(Wire(env.replace(b"KEY", b"MIX"), bytes(64)))])


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (_break_making, "out of order"),
        (_break_checking, "out of order"),
        (_insert_invalid, "bad-signature"),
    ],
)
def test_errors_in_jobs_are_reported(
    fault: Callable[[SlowSeat], None], error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No caller is there to catch them."""
    slow = SlowSeat("KEY")
    slow.threads.do()
    slow.table.step()
    fault(slow)
    # Otherwise results that the other seats have cached would hide the fault.
    monkeypatch.setattr(fold, "VERIFICATION_CACHE", VerificationCache())

    slow.threads.do_all()

    assert {error} == {str(failure).partition(":")[0] for failure in slow.failures}
    assert () == slow.seat.unheard()


def test_a_closed_seat_drops_the_results_of_its_jobs() -> None:
    slow = SlowSeat("KEY")
    changes = slow.changes
    slow.seat.close()

    slow.threads.do_all()

    assert slow.store.recall(0) is None
    assert (changes, ()) == (slow.changes, slow.seat.take())


def test_a_seat_signs_nothing_before_it_has_read_the_whole_log() -> None:
    """The rest may contain our own entries, made by an earlier process."""
    table = Seats(RULES)
    seat = table.seat(0, silent_until=table.fold.position + 2)
    others = [wire for other in table.seats[1:] for wire in other.take()]
    assert 2 == seat.wait.behind, "the host has reported them"
    seat.receive(parse_entries(others[:1]))
    assert () == seat.take()
    assert 1 == seat.wait.behind

    seat.receive(parse_entries(others[1:]))

    assert not seat.wait.behind
    assert ["KEY"] == [parse(wire.env).kind for wire in seat.take()]


# Crashes.


def test_a_seat_does_not_wait_for_entries_that_the_host_lost() -> None:
    table = Seats(RULES)
    seat = table.seat(0, silent_until=table.fold.position + 2)

    seat.silent_until = seat.position
    seat.receive(())

    assert 1 == len(seat.take())
