"""
Honest voting: which seats are at fault, which ballots are sound, how long programs
wait.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import ruleset
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import Ballot, BallotProposal, Status
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import sign
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.voting import (
    ANSWER_SECONDS,
    COMPARE_SECONDS,
    NOTICE_SECONDS,
    Fault,
    FaultWatch,
    Patience,
    SignedYes,
    is_one_lenders,
    may_say_yes,
    may_sign_beyond,
)
from tests.support.inprocess.ballots import (
    give_away_by_ballot,
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
)
from tests.support.inprocess.folds import Player, Table
from tests.support.lobbies import identity_of
from tests.support.thorough import examples

PLAYERS = 5


class Watched:
    """A table of five, a FaultWatch of seat 0, and a clock that tests advance."""

    def __init__(
        self, kind: str = "DEAL", gone: str = "go-on", patience: Patience | None = None
    ) -> None:
        rules = ruleset("wonders", PLAYERS, {})
        self.table = Table(rules, "watched", shared=True, gone=gone)
        self.fold: Fold = self.table.play_until(kind)
        self.signers = [player.identity for player in self.table.players]
        self.now = 1000.0
        self.away: Collection[Seat] = ()
        self.watch = FaultWatch(0, patience)
        self.look()

    def look(self, after: float = 0) -> None:
        self.now += after
        self.watch.look(self.fold, self.now, self.away)

    def speak(self, *seats: Seat) -> None:
        for seat in seats:
            self.fold.accept(self.table.players[seat].speak())
            self.look()

    def cheat(self, seat: Seat) -> None:
        self.fold.accept(sign(self.signers[seat], self.fold.envelope(seat, (b"?",))))
        self.look()

    def open(
        self,
        opener: Seat,
        *out: Seat,
        known: int | None = None,
        it: BallotProposal | None = None,
    ) -> Ballot:
        proposal = it or honest_proposal(self.fold, out, known=known)
        entry = open_ballot(self.fold, self.signers[opener], opener, proposal)
        self.fold.accept(entry)
        self.look()
        ballot = self.fold.ballots.find(opener, entry.envelope.phase)
        assert ballot is not None
        return ballot

    def answer(self, ballot: Ballot, seat: Seat, *, yes: bool) -> None:
        signer, opener = self.signers[seat], ballot.opener
        self.fold.accept(
            sign_ballot_answer(self.fold, signer, seat, opener, ballot.number, yes=yes)
        )
        self.look()

    def is_sound(self, ballot: Ballot) -> bool:
        return self.watch.is_sound(ballot)


def waiting_for_4(gone: str = "go-on") -> Watched:
    """Return a table at which all seats but 4 have spoken."""
    at = Watched(gone=gone)
    at.speak(0, 1, 2, 3)
    return at


# Which seats are at fault, and since when.


def test_a_silent_seat_is_at_fault_until_it_speaks() -> None:
    at = Watched()
    at.look(7)
    assert {Fault.SILENT: 1000.0} == at.watch.faults(3)
    at.speak(3)
    assert {} == at.watch.faults(3)
    at.speak(0, 1, 2, 4)
    # In another phase, a seat is silent since that phase began.
    at.look(5)
    (silent,) = at.fold.missing[:1]
    assert {Fault.SILENT: 1007.0} == at.watch.faults(silent)


def test_a_seat_that_is_not_expected_to_speak_is_not_at_fault() -> None:
    at = Watched("MIX")
    (mixer,) = at.fold.missing
    for seat in set(range(PLAYERS)) - {mixer}:
        assert {} == at.watch.faults(seat)
    assert not at.is_sound(at.open(mixer, (mixer + 1) % PLAYERS))


def test_a_cheating_seat_stays_at_fault() -> None:
    at = Watched()
    at.cheat(2)
    assert [Fault.CHEATED] == list(at.watch.faults(2))
    ballot = at.open(0, 2)
    assert at.is_sound(ballot)
    at.speak(0, 1, 3, 4)
    assert at.is_sound(ballot)


def test_a_seat_that_does_not_answer_is_at_fault_from_the_opening_on() -> None:
    """For the soundness of another ballot, this counts only if it was opened later."""
    at = waiting_for_4()
    at.look(10)
    first = at.open(0, 4)
    at.look(10)
    assert {Fault.AWAITED: 1010.0} == at.watch.faults(1)
    assert {} == at.watch.faults(1, first)
    second = at.open(2, 1)
    assert {Fault.AWAITED: 1010.0} == at.watch.faults(1, second)
    assert at.is_sound(second)
    at.look(5)
    at.answer(first, 1, yes=True)
    # It has answered, and has no vote in the ballot about itself.
    assert ({}, False) == (at.watch.faults(1), at.is_sound(second))
    assert Status.OPEN is second.status


def test_a_seat_is_awaited_from_our_own_answer_on() -> None:
    """
    Until we have answered, nobody knows whether theirs would be the only missing
    answer.
    """
    at = waiting_for_4()
    at.look(10)
    ballot = at.open(1, 4)
    at.look(10)
    assert {Fault.UNDECIDED: 1010.0} == at.watch.faults(2)
    at.answer(ballot, 0, yes=True)
    assert {Fault.AWAITED: 1020.0} == at.watch.faults(2)


def test_only_a_no_to_a_sound_ballot_is_a_fault() -> None:
    at = waiting_for_4()
    sound = at.open(0, 4)
    unsound = at.open(1, 4, known=7)
    at.look(3)
    at.answer(unsound, 2, yes=False)
    # Its only fault is that it hasn't answered the first ballot.
    assert [Fault.AWAITED] == list(at.watch.faults(2))
    at.answer(sound, 3, yes=False)
    assert {Fault.REFUSED: 1003.0} == at.watch.faults(3)
    # Both are void, so no more answers are awaited.
    assert {} == at.watch.faults(2)
    assert not at.is_sound(at.open(2, 1))
    assert at.is_sound(at.open(0, 3))
    assert at.is_sound(at.open(1, 3, 4))


def test_a_no_is_no_fault_once_the_silent_seat_has_spoken() -> None:
    """From then on a no is right, even if others had said yes."""
    at = waiting_for_4()
    ballot, other = at.open(0, 4), at.open(1, 4)
    at.speak(4)
    assert not at.is_sound(ballot)
    at.answer(ballot, 3, yes=False)
    # Its only fault: the other ballot still delays the phase.
    assert [Fault.UNDECIDED] == list(at.watch.faults(3))
    at.answer(other, 3, yes=False)
    assert at.fold.closed_phases[-1].ballot is None


# Sound ballots.


def test_a_sound_ballot_names_exactly_the_known_frauds_of_its_seats() -> None:
    """
    They must be by those seats, have been known when the ballot was opened, and be
    complete.
    """
    at = Watched()
    crossing = at.open(2, 4)
    at.cheat(4)
    at.speak(0, 1)
    fraud, right = at.fold.entry_of(4), at.fold.entry_of(1)
    assert fraud is not None
    assert right is not None
    good = honest_proposal(at.fold, [4])
    assert good.about == (entry_digest(fraud.wire.env),)
    assert at.is_sound(at.open(0, it=good))
    # Those who believe proofs return to this phase only if the fraud is named.
    assert not at.is_sound(at.open(1, it=replace(good, about=(None,))))
    # When this ballot was opened, there was no fraud to name.
    assert at.is_sound(crossing)
    for out, about in (
        ((4,), (bytes(32),)),
        ((3,), good.about),
        ((3, 4), (good.about[0], None)),
        ((3,), (entry_digest(right.wire.env),)),
    ):
        assert not at.is_sound(at.open(2, it=BallotProposal(good.phase, 0, out, about)))
    early = honest_proposal(at.fold, [3])
    late = at.open(0, it=replace(early, about=(bytes(32),)))
    at.cheat(3)
    assert not at.is_sound(late)


def test_a_ballot_on_a_closed_phase_is_not_sound() -> None:
    at = waiting_for_4()
    low, high = at.open(0, 4), at.open(1, 4, known=1)
    prev, number = at.fold.task.prev, at.fold.phase.number
    assert at.is_sound(low)
    for seat in (0, 2, 3):
        at.answer(high, seat, yes=True)
    assert number < at.fold.phase.number
    assert not at.is_sound(low)
    assert not at.is_sound(high)
    entry = open_ballot(
        at.fold, at.signers[0], 0, replace(honest_proposal(at.fold, [3]), phase=number)
    )
    at.fold.accept(sign(at.signers[0], replace(entry.envelope, prev=prev)))
    at.look()
    late = at.fold.ballots.find(0, 1)
    assert late is not None
    assert not at.is_sound(late)


def test_away_since_restarts_after_each_return() -> None:
    """The host must call a seat away without a break. A new phase isn't a break."""
    at = Watched()
    at.away = {3}
    at.look(1)
    at.look(1)
    assert (1001.0, None) == (at.watch.away_since(3), at.watch.away_since(2))
    at.away = ()
    at.look(1)
    assert None is at.watch.away_since(3)
    at.away = {3}
    at.look(1)
    # It stays so across phases.
    at.speak(0, 1, 2, 3, 4)
    assert 1004.0 == at.watch.away_since(3)


# A simple model of the protocol page, with random events.


@dataclass
class Record:
    """Everything that happened, moment by moment; soundness is derived from it."""

    ballots: list[Ballot] = field(default_factory=list)
    known: dict[int, bool] = field(default_factory=dict)
    """Whether the ballot at this place was opened with a valid *known*."""
    moments: list[tuple[set[Seat], list[set[Seat]]]] = field(default_factory=list)
    """Seats that were silent or had cheated; and missing answers, for each ballot."""
    refused: dict[Seat, int] = field(default_factory=dict)
    """The moment from which on a seat is at fault for a no."""
    opened: list[int] = field(default_factory=list)

    def note(self, fold: Fold) -> None:
        on = fold.ballots.on(fold.phase.number)
        for place in range(len(self.ballots), len(on)):
            self.opened.append(len(self.moments))
            self.known[place] = on[place].proposal.known <= place
        self.ballots = list(on)
        waiting = [
            set(ballot.missing) if ballot.status is Status.OPEN else set()
            for ballot in on
        ]
        self.moments.append(({*fold.missing, *fold.frauds}, waiting))

    def is_sound(self, place: int) -> bool:
        return self.known[place] and all(
            self.is_at_fault(seat, place, moment)
            for moment in range(self.opened[place], len(self.moments))
            for seat in self.ballots[place].proposal.out
        )

    def is_at_fault(self, seat: Seat, place: int, moment: int) -> bool:
        silent, waiting = self.moments[moment]
        return (
            seat in silent
            or any(seat in missing for missing in waiting[:place])
            or self.refused.get(seat, moment + 1) <= moment
        )


Action = tuple[str, int, int, int]

ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(
            ("speak", "cheat", "open", "open", "answer", "answer", "answer")
        ),
        st.integers(0, PLAYERS - 1),
        st.integers(0, 9),
        st.integers(0, 3),
    ),
    max_size=25,
)


@given(ACTIONS)
@examples(60)
def test_soundness_agrees_with_a_simple_model(actions: list[Action]) -> None:
    """The model is compared at every moment of a phase, for every ballot on it."""
    at, record = Watched(), Record()
    number = at.fold.phase.number
    record.note(at.fold)
    for what, seat, which, more in actions:
        match what:
            case "speak" | "cheat" if seat in at.fold.missing:
                at.speak(seat) if what == "speak" else at.cheat(seat)
            case "open" if len(record.ballots) < 8:
                out = {(seat + 1 + which % 4) % PLAYERS}
                out |= {(seat + 1 + more) % PLAYERS} if more else set()
                at.open(
                    seat, *out - {seat}, known=max(0, len(record.ballots) - more + 1)
                )
            case "answer" if record.ballots:
                place = which % len(record.ballots)
                ballot = record.ballots[place]
                if seat not in ballot.missing:
                    continue
                if not (yes := more > 0) and record.is_sound(place):
                    record.refused.setdefault(seat, len(record.moments))
                at.answer(ballot, seat, yes=yes)
            case _:
                continue
        if at.fold.stopped or at.fold.phase.number != number:
            return
        record.note(at.fold)
        for place, ballot in enumerate(record.ballots):
            assert record.is_sound(place) is at.is_sound(ballot), (place, ballot)


# Waiting times.


@pytest.mark.parametrize("gone_after", [5, GONE_AFTER.default, 3600])
def test_all_waiting_times_scale_with_gone_after(gone_after: float) -> None:
    """They are 60, 90, 120 and 180 seconds if *gone_after* is 90."""
    patience = Patience(gone_after)
    times = {
        Fault.SILENT: (60, 90),
        Fault.AWAITED: (60, 90),
        Fault.UNDECIDED: (120, 180),
        Fault.REFUSED: (0, 90),
        Fault.CHEATED: (0, 0),
        Fault.LEFT: (0, 0),
    }
    for fault, both in times.items():
        for is_time, seconds in zip(
            (patience.is_due, patience.may_open), both, strict=True
        ):
            lasts = seconds * gone_after / 90
            assert is_time(fault, lasts)
            assert lasts == 0 or not is_time(fault, lasts * 0.99)
    assert pytest.approx(60 * gone_after / 90) == patience.until_asked
    assert pytest.approx(180 * gone_after / 90) == patience.of_bots
    assert GONE_AFTER.default == Patience().gone_after == 90


@pytest.mark.parametrize("gone_after", [5, GONE_AFTER.default, 3600])
def test_voters_have_time_to_read_ballots_and_to_compare_words(
    gone_after: float,
) -> None:
    """
    This holds however impatient a table is. Before that time has passed, silence is no
    fault.
    """
    patience = Patience(gone_after)
    at = Watched(gone="rescue", patience=patience)
    least = {
        at.open(0, 2): ANSWER_SECONDS,
        at.open(
            0, it=given_to(at, 2, owner=identity_of("host").public)
        ): ANSWER_SECONDS,
        at.open(0, it=given_to(at, 2, owner=None)): COMPARE_SECONDS,
    }
    opened = at.now
    for ballot, seconds in least.items():
        lasts = max(seconds, 2 / 3 * gone_after)
        assert pytest.approx(lasts) == patience.for_an_answer(ballot)
    grace = min(map(patience.for_an_answer, least)) - 2 / 3 * gone_after
    since = at.watch.faults(1)[Fault.AWAITED]
    assert pytest.approx(opened + grace) == since


def given_to(at: Watched, seat: Seat, owner: bytes | None) -> BallotProposal:
    """Return the proposal that zed takes a seat."""
    fold, zed = at.fold, identity_of("zed")
    person, phase = TablePerson("zed", zed.public, owner), at.fold.phase.number
    said = takeover_statement(fold.charter.gid, seat, 0, phase, person)
    _phase, *taken = Takeover(phase, person, zed.sign(said)).body
    known = len(fold.ballots.on(phase))
    return BallotProposal(phase, known, (seat,), (tuple(taken),))


# When programs agree, although the player is present.


def test_programs_agree_to_a_ballot_on_a_seat_that_is_silent_for_long() -> None:
    at = waiting_for_4()
    silent = at.now
    at.look(10)
    ballot = at.open(0, 4)
    assert silent + 4 * GONE_AFTER.default == at.watch.agreed_at(ballot)
    at.look(4 * GONE_AFTER.default)
    later = at.open(1, 4)
    assert at.now + NOTICE_SECONDS == at.watch.agreed_at(later)
    at.answer(later, 2, yes=False)
    assert at.watch.agreed_at(later) is None
    at.speak(4)
    assert at.watch.agreed_at(ballot) is None


def test_programs_agree_to_no_substitute_for_a_player_who_is_present() -> None:
    at = waiting_for_4("rescue")
    assert at.watch.agreed_at(at.open(0, 4)) is not None
    given = at.open(0, it=given_to(at, 4, owner=identity_of("host").public))
    assert at.is_sound(given)
    assert at.watch.agreed_at(given) is None


# Ballots that seats of one lender would carry.


def lent(at: Watched, lender: str, *seats: Seat, bots: Collection[Seat] = ()) -> None:
    """Let a lender play some seats, and bots others."""
    handovers = at.fold.handovers
    handovers._people = tuple(
        one._replace(
            lender=identity_of(lender).public if seat in seats else None,
            owner=identity_of("the host").public if seat in bots else None,
        )
        for seat, one in enumerate(handovers._people)
    )


@pytest.mark.parametrize(
    ("lender", "seats", "bots", "is_left"),
    [
        ("attic", (1, 2, 3), (), True),
        ("attic", (1, 2), (3,), True),
        ("seat 1", (2, 3), (), True),
        # Another voter's seat isn't lent.
        ("attic", (1, 2), (), False),
        # A single lent seat is one person.
        ("attic", (1,), (2, 3), False),
        # No seats are lent.
        ("attic", (), (), False),
    ],
)
def test_programs_leave_ballots_to_people_if_one_lender_would_carry_them(
    lender: str, seats: tuple[Seat, ...], bots: tuple[Seat, ...], is_left: bool
) -> None:
    """
    This holds even if a seat is away and silent: only the host says so, and it may
    belong to the lender.
    """
    at = Watched()
    name = at.fold.people[1].name if lender == "seat 1" else lender
    lent(at, name, *seats, bots=bots)
    at.speak(0, 1, 2, 3)
    at.away = (4,)
    ballot = at.open(1, 4)
    at.look(4 * GONE_AFTER.default)
    assert at.watch.is_gone(4, at.now, ballot)
    assert is_left is at.watch.is_left_to_people(ballot)
    assert is_left is is_one_lenders(at.fold.people, ballot.voters, 0)
    if is_left:
        assert at.watch.agreed_at(ballot) is None


def test_programs_agree_with_a_lender_about_a_cheating_seat() -> None:
    """
    The seat itself signed the fraud, so nobody needs to be believed. And a lender's own
    program isn't suspicious of the lender.
    """
    at = Watched()
    lent(at, "attic", 1, 2, 3)
    at.cheat(4)
    ballot = at.open(1, 4)
    assert at.is_sound(ballot)
    assert not at.watch.is_left_to_people(ballot)
    lent(at, "attic", 0, 1, 2, 3)
    assert not is_one_lenders(at.fold.people, (0, 1, 2, 3), 0)


# The two rules.


def test_a_seat_that_signed_beyond_a_phase_says_no_yes_on_it() -> None:
    furthest = {-1: True, 8: True, 9: True, 10: False}
    assert furthest == {it: may_say_yes(9, it) for it in furthest}


def fold_with(ballots: dict[tuple[Seat, int], Any], by: Any) -> Any:
    """Return what a seat is shown: phase 10 is open, and phase 9 was closed by *by*."""
    return SimpleNamespace(
        ballots=SimpleNamespace(find=lambda seat, number: ballots.get((seat, number))),
        closed_phases={9: SimpleNamespace(ballot=by)},
        phase=SimpleNamespace(number=10),
    )


def ballot_like(status: Status, known: int, seat: Seat, digest: bytes = b"") -> Any:
    return SimpleNamespace(status=status, rank=(known, seat, 0), digest=digest)


@pytest.mark.parametrize("status", Status)
@pytest.mark.parametrize("mine", [0, 1, 2])
@pytest.mark.parametrize("by", [None, 1])
def test_a_seat_goes_on_after_a_yes_only_if_it_is_void_or_outranked(
    status: Status, mine: int, by: int | None
) -> None:
    ballot = ballot_like(status, mine, 2, b"words")
    force = None if by is None else ballot_like(Status.CARRIED, by, 2)
    fold = fold_with({(2, 0): ballot}, force)
    may = status is Status.VOID or (by is not None and mine <= by)
    yes = SignedYes(9, 2, 0, b"words")
    assert may is may_sign_beyond([yes], fold)
    # A ballot that isn't shown, or has other contents, is neither.
    assert not may_sign_beyond([yes, SignedYes(9, 3, 0, b"words")], fold)
    assert not may_sign_beyond([SignedYes(9, 2, 0, b"other words")], fold)
    # A yes on the open phase doesn't bind a seat yet.
    assert may_sign_beyond([SignedYes(10, 3, 0, b"words")], fold)
    assert may_sign_beyond([], fold)


def test_a_substitutes_silence_counts_from_the_ballot_on() -> None:
    """The silence of the old holder before the ballot doesn't count."""
    it = Watched("PICK", gone="rescue")
    it.speak(0, 1, 2)
    since = it.now
    it.look(100)
    assert {Fault.SILENT: since} == it.watch.faults(3) == it.watch.faults(4)
    assert not it.watch.is_given(4)
    others = [player for player in it.table.players if player.seat != 4]
    taker = Player(it.table.charter, it.fold.ruleset, 4, it.fold, "zed")
    give_away_by_ballot(it.fold, others, taker)
    it.look()
    given = it.now
    assert given > since
    it.look(50)
    assert {Fault.SILENT: since} == it.watch.faults(3)
    assert {Fault.SILENT: given} == it.watch.faults(4)
    assert [4] == [seat for seat in range(PLAYERS) if it.watch.is_given(seat)]
    it.fold.accept(taker.speak())
    it.look()
    assert {} == it.watch.faults(4)
