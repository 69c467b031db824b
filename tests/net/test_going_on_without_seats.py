"""Going on without seats, in every phase of every game, until the game's end."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from sealed_wonders.core.game import AnyState, Ask, Gone, Seat
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.ballots import Status, answer_body
from sealed_wonders.net.log.digests import changed_digest, entry_digest
from sealed_wonders.net.log.envelopes import Entry, Envelope, sign, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import BALLOTS, lane_of
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken
from sealed_wonders.net.plan import SURVIVING_KINDS
from sealed_wonders.net.replay import ReplayFault, read_log, replay
from sealed_wonders.net.suites import OPEN, SEALED, begin, begin_relayed, secrets_of
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
    vote_out,
)
from tests.support.inprocess.folds import (
    GAMES,
    Table,
    read_again,
    refused,
    rules_for,
    ruleset_of,
    strict_verification,
)
from tests.support.thorough import every, is_thorough, only


class GoingOn:
    """A table with one fold, which removes seats by ballot and checks the effects."""

    def __init__(
        self, game: str, players: int, seed: str = "", suite: int = OPEN
    ) -> None:
        self.table = Table(rules_for(game, players), seed, suite, shared=True)
        self.chance = random.Random(f"{game}/{players}/{seed}")
        self.signers = [player.identity for player in self.table.players]
        self.kinds: list[str] = []
        """The kinds of phases in which a seat was removed."""
        self._ask: Ask | None = None
        self._began = 0
        self._note()

    @property
    def fold(self) -> Fold:
        return self.table.fold

    def _note(self) -> None:
        """Store the position from which on entries belong to the open request."""
        if self.fold.task.ask is not self._ask:
            self._ask, self._began = self.fold.task.ask, self.fold.position

    def speak(self, *seats: Seat) -> list[Entry]:
        entries = [self.table.players[seat].speak() for seat in seats]
        for entry in entries:
            assert not isinstance(self.fold.accept(entry), Fraud)
        return entries

    def phase(self) -> None:
        number = self.fold.phase.number
        for seat in self.fold.missing:
            self.speak(seat)
        assert self.fold.over or self.fold.phase.number == number + 1
        self._note()

    def until(self, kind: str, skip: int = 0) -> bool:
        """
        Play until a phase of this kind is open in which a seat can be removed; skip
        some.
        """
        while not self.fold.over:
            may = self.fold.opened.is_enough(self.fold.active[:1])
            if self.fold.phase.kind == kind and (may or len(self.fold.active) == 2):
                if not skip:
                    return True
                skip -= 1
            self.phase()
        return False

    def remove_seats(self, *out: Seat) -> None:
        """Remove seats, of which some may have spoken, and then check the fold."""
        fold, phase, task = self.fold, self.fold.phase, self.fold.task
        active, opened = fold.active, fold.state
        is_standing = phase.kind in SURVIVING_KINDS
        # Not all of them: at least one entry must be missing.
        spoken = [seat for seat in phase.seats if self.chance.random() < 0.4]
        if set(spoken) == set(phase.seats):
            spoken.remove(self.chance.choice(spoken))
        late = [
            self.table.players[seat].speak()
            for seat in phase.seats
            if seat in out and seat not in spoken
        ]
        said = {entry.envelope.seat: entry for entry in self.speak(*spoken)}
        votes = vote_out(fold, self.signers, out)
        if is_standing:
            # First all remaining seats must speak.
            for seat in phase.seats:
                if seat not in out and seat not in spoken:
                    assert fold.phase.number == phase.number
                    (said[seat],) = self.speak(seat)
        self.kinds.append(phase.kind)

        passed = fold.closed_phases[phase.number]
        ballot = passed.ballot
        assert ballot is not None
        assert (out, Status.CARRIED) == (ballot.proposal.out, ballot.status)
        assert tuple(seat for seat in active if seat not in out) == fold.active
        assert ({}, None, False) == (fold.frauds, fold.fraud, fold.stopped)
        counted = [
            said[seat] for seat in sorted(said) if is_standing and seat not in out
        ]
        assert counted == list(passed.counted)
        assert [*votes, *counted] == list(passed.entries)
        entries = [entry_digest(entry.wire.env) for entry in counted]
        expected = changed_digest(
            task.prev, "main", phase.number, entries, (), ballot.digest
        )
        assert expected == fold.digest
        assert fold.over or expected == fold.prev_of(phase.number + 1)
        self._follows(phase.kind, opened, out)
        self._changes_nothing(late)
        self._note()

    def _follows(self, kind: str, opened: AnyState, out: tuple[Seat, ...]) -> None:
        """Check what the rules were told, and from which state on."""
        fold = self.fold
        if fold.phase.kind == "REPASS":
            assert opened == fold.state  # the rules are told after this phase
        if kind == "END":
            assert (fold.over, opened) == (True, fold.state)
        elif kind not in SURVIVING_KINDS and kind != "REPASS":
            # A table that never received what the ballot undoes.
            fresh = replay(wires_of(fold.entries()[: self._began]), ruleset_of)
            lost = fresh.cards.lost(out)
            assert fresh.state.tell(Gone(out, lost)) == fold.states[0]
            for seat in fold.active if fold.charter.suite == OPEN else ():
                before = secrets_of(fresh, seat).faces()
                kept = {slot: before[slot] for slot in before if slot not in set(lost)}
                assert kept == secrets_of(fold, seat).faces()

    def _changes_nothing(self, late: Sequence[Entry]) -> None:
        """
        Send entries of removed seats: they are accepted once, and have no effect. After
        the end, they are refused.
        """
        fold = self.fold
        before = fold.digest, fold.state, fold.task, fold.missing, fold.log()
        for entry in late:
            position = fold.position
            if fold.over:
                assert Reason.OVER is refused(fold, entry)
                continue
            receipt = fold.accept(entry)
            assert isinstance(receipt, SlotTaken)
            assert (False, False) == (receipt.closed, receipt.counts)
            assert position + 1 == fold.position
            assert isinstance(fold.accept(entry), Known)
        after = fold.digest, fold.state, fold.task, fold.missing, fold.log()
        assert before == after

    def play(self, most: int = 10_000) -> None:
        """Play to the end, or at most so many phases; then read everything again."""
        for _ in range(most):
            if self.fold.over:
                break
            self.phase()
        read_again(self.fold)


def some(chance: random.Random, active: Sequence[Seat], most: int) -> tuple[Seat, ...]:
    most = min(most, (len(active) - 1) // 2)
    return tuple(sorted(chance.sample(active, chance.randint(1, most))))


ORDERS = {
    "base": (
        ("KEY", "OPEN_SHARE", "PICK", "REVEAL", "END"),
        ("MIX", "DECIDE", "DEAL", "REVEAL", "REVEAL"),
        ("DECLARE", "KEY", "REVEAL", "PICK", "DEAL"),
        ("CHOOSE", "END"),
        ("LOOK_X",),
    ),
    "leaders": (
        ("KEY", "DECLARE", "DEAL", "PICK", "REVEAL"),
        ("MIX", "REVEAL", "REVEAL", "REVEAL", "END"),
        ("CHOOSE", "DEAL"),
    ),
    "edifice": (
        ("OPEN_SHARE", "DECIDE", "DEAL", "REVEAL", "PICK"),
        ("DECLARE", "KEY", "REVEAL", "REVEAL", "END"),
    ),
    "both": (
        ("MIX", "OPEN_SHARE", "DECIDE", "REVEAL", "REVEAL"),
        ("KEY", "DECIDE", "DECLARE", "DEAL", "END"),
    ),
    "architects": (
        ("KEY", "OPEN_SHARE", "CHOOSE", "MIX", "CHOOSE"),
        ("MIX", "CHOOSE", "DEAL", "OPEN_SHARE", "END"),
    ),
}
"""Kinds of phases in which seats are removed, one after the other."""

LIKE = [
    *(("leaders", order) for order in ORDERS["leaders"][:2]),
    *(("edifice", order) for order in ORDERS["edifice"]),
]
"""Orders whose kinds of phases all occur with both expansions, or with none."""

EVERYWHERE = [
    (game, order, players, seed)
    for game, orders in ORDERS.items()
    for order in orders
    for players in range(3, 8)
    for seed in range(3)
]


@pytest.mark.parametrize(
    ("game", "order", "players", "seed"),
    only(
        [it for it in EVERYWHERE if it[2:] == (7, 0) and it[:2] not in LIKE][::2],
        EVERYWHERE,
    ),
    ids=str,
)
def test_a_game_goes_on_without_seats_from_any_phase(
    game: str, order: Sequence[str], players: int, seed: int
) -> None:
    """Seats are removed one after the other, down to two."""
    going = GoingOn(game, players, f"{order}/{seed}")
    for kind in order:
        if len(going.fold.active) < 3:
            break
        if going.until(kind, going.chance.choice((0, 0, 1, 2)) * (seed > 0)):
            going.remove_seats(going.chance.choice(going.fold.active))
    going.play()
    if (players, seed) == (7, 0) and len(order) == 5:
        assert sorted(order) == sorted(going.kinds)
        assert 2 == len(going.fold.active)
    scored = {seat for seat, *_ in going.fold.state.score().rows}
    assert scored


@pytest.mark.parametrize(
    ("game", "seed"),
    only(
        [("base", 0), ("both", 0), ("architects", 0)],
        itertools.product(GAMES, range(16)),
    ),
)
def test_a_game_goes_on_without_several_seats_at_once(game: str, seed: int) -> None:
    """This happens in random phases, twice in a game."""
    going = GoingOn(game, 5 + seed % 3, f"several/{seed}")
    fold, chance = going.fold, going.chance
    total = 330 if game == "architects" else 90
    for number in sorted(chance.sample(range(total), 2)):
        while fold.phase.number < number and not fold.over:
            going.phase()
        if fold.over or len(fold.active) == 2:
            break
        out = some(chance, fold.active, 3)
        if fold.opened.is_enough(out):
            going.remove_seats(*out)
    going.play()


def test_orders_contain_every_kind_of_phase() -> None:
    kinds = {kind for orders in ORDERS.values() for order in orders for kind in order}
    assert kinds == {
        *("KEY", "MIX", "DEAL", "OPEN_SHARE", "LOOK_X", "PICK"),
        *("REVEAL", "DECIDE", "DECLARE", "CHOOSE", "END"),
    }


def at(kind: str, players: int, seed: str, skip: int = 0) -> GoingOn:
    """Play a game without expansions until a phase of this kind is open; skip some."""
    going = GoingOn("base", players, seed)
    assert going.until(kind, skip)
    return going


# Phases that a ballot undoes or delays.


@pytest.mark.parametrize("kind", ["PICK", "DECIDE"])
def test_a_player_can_repeat_a_choice_after_its_phase_became_void(kind: str) -> None:
    """The commitment is void with its phase. Slots and moves are the same as before."""
    going = at(kind, 4, "same")
    fold = going.fold
    state = fold.state
    secrets = going.table.players[0].secrets
    before = state.moves(0, secrets.hand(fold.task))
    going.speak(0)
    vote_out(fold, going.signers, [2])
    while fold.phase.kind != kind:
        going.phase()
    after = fold.state.moves(0, secrets.hand(fold.task))
    assert [move.text for move in before] == [move.text for move in after]


def test_a_phase_with_all_entries_waits_for_an_open_ballot() -> None:
    """
    Once the ballot is void, the phase closes, with the digest that it would have had
    anyway.
    """
    going = at("DEAL", 4, "waits")
    plain = GoingOn("base", 4, "waits")
    assert plain.until("DEAL")
    fold, number = going.fold, going.fold.phase.number
    fold.accept(open_ballot(fold, going.signers[0], 0, honest_proposal(fold, [3])))
    going.speak(0, 1, 2, 3)
    assert ((), number) == (fold.missing, fold.phase.number)
    fold.accept(sign_ballot_answer(fold, going.signers[1], 1, 0, 0, yes=True))
    assert number == fold.phase.number
    no = sign_ballot_answer(fold, going.signers[2], 2, 0, 0, yes=False)
    fold.accept(no)
    assert (number + 1, None) == (fold.phase.number, fold.closed_phases[number].ballot)
    plain.phase()
    assert (plain.fold.digest, plain.fold.log()) == (fold.digest, fold.log())
    going.play(3)


# Ballots and a fold.


def test_the_ballot_of_the_highest_rank_is_in_force() -> None:
    """A lower one that is carried waits for it, and is void with it."""
    going = at("MIX", 5, "rank")
    fold, number, signers = going.fold, going.fold.phase.number, going.signers
    low, high = honest_proposal(fold, [4]), honest_proposal(fold, [3], known=1)
    fold.accept(open_ballot(fold, signers[0], 0, low))
    fold.accept(open_ballot(fold, signers[1], 1, high))
    for seat in (1, 2, 3):
        fold.accept(sign_ballot_answer(fold, signers[seat], seat, 0, 0, yes=True))
    assert number == fold.phase.number
    for seat in (0, 2, 4):
        assert number == fold.phase.number
        fold.accept(sign_ballot_answer(fold, signers[seat], seat, 1, 0, yes=True))
    assert ((0, 1, 2, 4), number + 1) == (fold.active, fold.phase.number)
    ballot = fold.closed_phases[number].ballot
    assert ballot is not None
    assert ((3,), 1) == (ballot.proposal.out, ballot.opener)
    assert [1, 0, 2, 4] == [e.envelope.seat for e in fold.closed_phases[number].entries]
    going.play(3)


def test_an_open_ballot_of_lower_rank_does_not_delay_a_phase() -> None:
    going = at("MIX", 5, "lower")
    fold, number, signers = going.fold, going.fold.phase.number, going.signers
    fold.accept(open_ballot(fold, signers[0], 0, honest_proposal(fold, [4])))
    first, prev = fold.ballots.find(0, 0), fold.task.prev
    assert first is not None
    fold.accept(open_ballot(fold, signers[1], 1, honest_proposal(fold, [3])))
    for seat in (0, 2, 4):
        fold.accept(sign_ballot_answer(fold, signers[seat], seat, 1, 0, yes=True))
    assert number + 1 == fold.phase.number
    body = answer_body(first, False)
    envelope = Envelope(
        fold.charter.gid, lane_of(BALLOTS, 0), 0, "DROP_VOTE", 2, prev, body
    )
    before = fold.digest, fold.task, fold.log()
    assert isinstance(fold.accept(sign(signers[2], envelope)), SlotTaken)
    assert before == (fold.digest, fold.task, fold.log())
    going.play(3)


def test_a_ballot_on_a_closed_phase_is_accepted_without_effect() -> None:
    """
    This holds even if it is carried, although one of its voters has signed something
    beyond that phase. A ballot on a phase that isn't open yet is refused.
    """
    going = at("MIX", 4, "left")
    fold, number = going.fold, going.fold.phase.number
    prev = fold.task.prev
    going.phase()
    while fold.missing != (1,):
        going.phase()
    going.phase()
    before = fold.digest, fold.task, fold.log(), fold.active
    late = honest_proposal(fold, [3], phase=number)
    entry = open_ballot(fold, going.signers[0], 0, late)
    entry = sign(going.signers[0], replace(entry.envelope, prev=prev))
    assert isinstance(fold.accept(entry), SlotTaken)
    for seat in (1, 2):
        said = sign_ballot_answer(fold, going.signers[seat], seat, 0, 0, yes=True)
        said = sign(going.signers[seat], replace(said.envelope, prev=prev))
        assert isinstance(fold.accept(said), SlotTaken)
    ballot = fold.ballots.find(0, 0)
    assert ballot is not None
    assert Status.CARRIED is ballot.status
    assert before == (fold.digest, fold.task, fold.log(), fold.active)
    early = honest_proposal(fold, [3], phase=fold.phase.number + 1)
    opening = open_ballot(fold, going.signers[1], 1, early)
    assert Reason.WRONG_PHASE is refused(fold, opening)
    going.play(3)


def test_new_entries_of_a_removed_seat_are_refused() -> None:
    """But a second version of an entry that it signed before convicts it."""
    going = at("DEAL", 4, "out")
    fold = going.fold
    old = going.speak(2)[0]
    vote_out(fold, going.signers, [2])
    opening = open_ballot(fold, going.signers[2], 2, honest_proposal(fold, [0]))
    assert Reason.WRONG_SEAT is refused(fold, opening)
    said = sign(going.signers[2], fold.envelope(2, (b"?",)))
    assert Reason.WRONG_SEAT is refused(fold, said)
    other = sign(going.signers[2], replace(old.envelope, body=(b"?",)))
    assert isinstance(fold.accept(other), Equivocation)
    assert [2] == list(fold.evidence)


@pytest.mark.parametrize("is_halted", [False, True])
def test_a_late_entry_of_a_removed_seat_is_refused_after_the_end(
    *, is_halted: bool
) -> None:
    """What is in the log already is still known, or convicts its signer."""
    going = at("PICK", 4, "late")
    fold, early, late = going.fold, *(going.table.players[it].speak() for it in (2, 3))
    assert isinstance(fold.accept(early), SlotTaken)
    vote_out(fold, going.signers, [3])
    if is_halted:
        going.table.end_early()
    else:
        going.table.play()
    assert Reason.OVER is refused(fold, late)
    assert isinstance(fold.accept(early), Known)
    other = sign(going.signers[2], replace(early.envelope, body=(b"?",)))
    assert isinstance(fold.accept(other), Equivocation)


@pytest.mark.parametrize("number", every(3, range(4)))
def test_a_journal_can_be_received_all_at_once(number: int) -> None:
    """A ballot may be carried before the last of the others has revealed a choice."""
    going = at("REVEAL", 4, f"at once {number}", 1)
    fold = going.fold
    out = fold.missing[number]
    *others, last = (seat for seat in fold.missing if seat != out)
    going.speak(*others)
    vote_out(fold, going.signers, [out])
    going.speak(last)
    going.play(3)
    again = begin(fold.charter, fold.ruleset)
    strict_verification(again).take(fold.entries(again.position))
    assert (fold.digest, fold.position) == (again.digest, again.position)


# Reading the file afterwards.


@pytest.mark.parametrize(
    "kind", only(["REVEAL", "END"], ["KEY", "PICK", "REVEAL", "DECLARE", "END"])
)
def test_a_file_contains_the_fraud_that_a_ballot_names(
    kind: str,
) -> None:
    """So readers see what happened, and the game goes on."""
    going = at(kind, 4, "fraud")
    fold, number = going.fold, going.fold.phase.number
    others = [seat for seat in fold.missing if seat != 1]
    cheat = sign(going.signers[1], fold.envelope(1, (b"?",)))
    going.speak(others[0])
    assert isinstance(fold.accept(cheat), Fraud)
    going.speak(*others[1:])
    assert ((), number) == (fold.missing, fold.phase.number)
    with pytest.raises(ReplayFault) as fault:
        read_log(fold.log(), ruleset_of)
    assert 1 == fault.value.seat
    vote_out(fold, going.signers, [1])
    passed = fold.closed_phases[number]
    assert cheat in passed.entries
    assert cheat not in passed.counted
    assert ((0, 2, 3), {}) == (fold.active, fold.frauds)
    assert isinstance(fold.accept(cheat), Known)
    going.play(3)
    # A ballot that doesn't name it has another digest, and the fraud is in no file.
    other = GoingOn("base", 4, "fraud")
    assert other.until(kind)
    assert isinstance(other.fold.accept(cheat), Fraud)
    other.speak(*others)
    opening = open_ballot(
        other.fold, other.signers[0], 0, honest_proposal(other.fold, [1], frauds=False)
    )
    other.fold.accept(opening)
    for seat in (2, 3):
        other.fold.accept(
            sign_ballot_answer(other.fold, other.signers[seat], seat, 0, 0, yes=True)
        )
    assert cheat not in other.fold.closed_phases[number].entries
    other.play(3)


# Hosts that believe proofs.


def test_a_fold_that_believed_a_false_proof_is_rebuilt_without_it() -> None:
    """Everything that was signed on top of it stays in its log, and has no effect."""
    rules = rules_for("base", 3)
    table = Table(rules, "believed", SEALED, shared=True)
    signers = [player.identity for player in table.players]
    fold = table.fold
    believing = begin_relayed(table.charter, rules)
    assert "KEY" == fold.phase.kind
    good = [player.speak() for player in table.players]
    x, proof, *rest = good[0].envelope.body
    assert isinstance(proof, bytes)
    body = (x, good[1].envelope.body[1], *rest)
    wrong = sign(signers[0], replace(good[0].envelope, body=body))
    for entry in (good[1], wrong, good[2]):
        fold.accept(entry)
        believing.accept(entry)
    assert [0] == list(fold.frauds)
    # Seat 0 would mix first; it does so in the fold that believes the proof.
    assert ("MIX", (0,)) == (believing.phase.kind, believing.missing)
    ahead = sign(signers[0], believing.envelope(0, (b"anything",)))
    receipt = fold.accept(ahead)
    assert isinstance(receipt, SlotTaken)
    assert not receipt.counts
    believing.accept(ahead)
    for entry in vote_out(fold, signers, [0]):
        assert frozenset() == believing.overturned
        believing.accept(entry)
    assert {entry_digest(wrong.wire.env)} == believing.overturned
    assert fold.position == believing.position

    again = Fold(
        table.charter,
        rules,
        begin_relayed(table.charter, rules).cards,
        convicted=believing.overturned,
    )
    for entry in believing.entries(again.position):
        again.accept(entry)
    assert (fold.digest, fold.log()) == (again.digest, again.log())
    assert (fold.position, fold.phase) == (again.position, again.phase)
    assert frozenset() == again.overturned
    assert fold.digest == read_log(fold.log(), ruleset_of).digest
    # Both folds then play on with the same digest.
    while fold.phase.kind in ("MIX", "KEY"):
        for seat in fold.missing:
            entry = table.players[seat].speak()
            fold.accept(entry)
            again.accept(entry)
    assert fold.digest == again.digest


# Sealed.

SEALED_ORDERS = [
    ("base", ("OPEN_SHARE", "REVEAL")),
    ("base", ("DEAL", "PICK")),
    ("base", ("REVEAL", "MIX")),
    ("leaders", ("DECLARE", "REVEAL")),
    ("architects", ("CHOOSE", "DEAL")),
]


@pytest.mark.usefixtures("fast_sealing")
@pytest.mark.parametrize(
    ("game", "order"),
    only([("base", ("OPEN_SHARE", "REVEAL"))], SEALED_ORDERS),
    ids=str,
)
def test_a_sealed_game_goes_on_without_seats(game: str, order: Sequence[str]) -> None:
    """All cards stay readable for their owners, without the removed seats' keys."""
    going = GoingOn(game, 4, "sealed", SEALED)
    for kind in order:
        assert going.until(kind)
        going.remove_seats(going.fold.active[1])
    assert 2 == len(going.fold.active)
    if is_thorough():
        going.play()
        return
    while going.fold.phase.kind == "REPASS":
        going.phase()
    assert going.until("REVEAL")
    going.phase()
    fold = going.fold
    assert fold.digest == read_log(fold.log(), ruleset_of).digest
