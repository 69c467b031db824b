"""Ballots that give a seat to a substitute: from which phase on, with which secrets."""

from __future__ import annotations

import hashlib
import itertools
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.escrow import taken_along
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import Ballot, BallotProposal, Status
from sealed_wonders.net.log.digests import changed_digest, entry_digest
from sealed_wonders.net.log.envelopes import Entry, pack_body, sign, unpack_array
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Reason, SlotTaken
from sealed_wonders.net.replay import ReplayFault, read_log
from sealed_wonders.net.sealed import bodies
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import unsealed
from sealed_wonders.net.sealed.group import IDENTITY, Point, card_point
from sealed_wonders.net.suites import OPEN, SEALED, begin_relayed
from tests.net.test_handovers import hand_over
from tests.support.crypto import SODIUM
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
    vote_out,
)
from tests.support.inprocess.folds import (
    GAMES,
    Player,
    Table,
    accept,
    hand_over_seat,
    play_phase_without,
    read_again,
    refused,
    rules_for,
    taker,
)
from tests.support.lobbies import identity_of
from tests.support.thorough import only


def rescue_table(players: int = 5, seed: str = "", suite: int = OPEN) -> Table:
    """Seat players around one fold, with the option `rescue`."""
    return Table(Wonders(players, "day"), seed, suite, shared=True, gone="rescue")


def rescue_table_at(kind: str = "PICK") -> tuple[Table, Fold]:
    """Return such a table of five and its fold, with a phase of this kind open."""
    table = rescue_table()
    return table, table.play_until(kind)


def proposal(
    fold: Fold, takers: Mapping[Seat, str], *, count: int = 0, phase: int | None = None
) -> BallotProposal:
    """Return the proposal of a ballot that gives seats to people of these names."""
    number = fold.phase.number if phase is None else phase
    about = []
    for seat in sorted(takers):
        who = identity_of(takers[seat])
        person = TablePerson(takers[seat], who.public)
        said = takeover_statement(fold.charter.gid, seat, count, number, person)
        about.append((person.identity, person.name, None, who.sign(said)))
    known = len(fold.ballots.on(number))
    return BallotProposal(number, known, tuple(sorted(takers)), tuple(about))


def opened(table: Table, proposed: BallotProposal) -> Ballot:
    """Make the lowest seat that stays open a ballot, and return the ballot."""
    fold = table.fold
    opener = min(set(fold.active) - set(proposed.out))
    number = fold.ballots.opened_by(opener)
    accept(fold, open_ballot(fold, table.players[opener].identity, opener, proposed))
    ballot = fold.ballots.find(opener, number)
    assert ballot is not None
    return ballot


def vote_yes(table: Table, ballot: Ballot, seat: Seat, *, yes: bool = True) -> Entry:
    signer = table.players[seat].identity
    return sign_ballot_answer(
        table.fold, signer, seat, ballot.opener, ballot.number, yes=yes
    )


def carried(table: Table, proposed: BallotProposal) -> Ballot:
    ballot = opened(table, proposed)
    for seat in ballot.missing:
        accept(table.fold, vote_yes(table, ballot, seat))
    assert Status.CARRIED is ballot.status
    return ballot


def rescue(table: Table, takers: Mapping[Seat, str], *, count: int = 0) -> list[Player]:
    """Give seats to substitutes, who get their secrets; return the old players."""
    fold = table.fold
    before = {seat: table.players[seat] for seat in takers}
    carried(table, proposal(fold, takers, count=count))
    for seat, name in takers.items():
        after = taker(table, seat, name)
        if fold.charter.suite == SEALED:
            after.restore_secrets([it for it in table.players if it.seat != seat])
        if after.intent is None:
            after.intent = before[seat].intent
        table.players[seat] = after
    return list(before.values())


# Who signs for the seat.


def test_a_substitute_has_no_vote_in_ballots_on_the_phase() -> None:
    """
    Otherwise two people would answer for one seat, each in a history of its own: a
    ballot on that phase could be void in the one and carried in the other, although
    nobody had signed both.
    """
    table = rescue_table()
    fold = table.fold
    table.play_until("PICK")
    higher = opened(table, honest_proposal(fold, [4], known=7))
    for seat in (1, 2):
        accept(fold, vote_yes(table, higher, seat))
    old, new = table.players[3], taker(table, 3, "zed")
    carried(table, proposal(fold, {3: "zed"}))
    assert "zed" == fold.people[3].name
    said = sign_ballot_answer(fold, new.identity, 3, 0, higher.number, yes=True)
    mine = open_ballot(fold, new.identity, 3, honest_proposal(fold, [4]))

    assert Reason.BAD_SIGNATURE is refused(fold, said)
    assert Reason.BAD_SIGNATURE is refused(fold, mine)
    accept(fold, vote_yes(table, higher, 3))
    assert old.identity.public == fold.charter.people[3].identity
    assert (0, 1, 2, 3) == fold.active
    assert fold.charter.people == fold.people
    read_again(fold)


@pytest.mark.parametrize("is_voluntary", [False, True])
def test_a_former_holder_of_a_seat_gets_no_other(*, is_voluntary: bool) -> None:
    """
    What counts is who was in force before the phase. A holder who has handed a seat
    over may sign nothing more.
    """
    table, fold = rescue_table_at()
    if is_voluntary:
        for name in ("zed", "zoe"):
            hand_over_seat(table, 2, name)
    else:
        rescue(table, {2: "zed"})
        play_phase_without(table)
        rescue(table, {2: "zoe"})
    for name in ("zed", "zoe", "bob"):
        # People who aren't in force yet may be named: not everybody knows them.
        play_phase_without(table)
        again = open_ballot(
            fold, table.players[0].identity, 0, proposal(fold, {3: name})
        )
        assert Reason.BAD_BALLOT is refused(fold, again)
    mine = hand_over(table, 3, "zoe")
    assert Reason.BAD_HANDOVER is refused(fold, mine)


def test_a_file_may_list_a_handover_after_a_later_substitution() -> None:
    """
    The same person also became the substitute in another seat meanwhile. The handover
    was accepted at the table, and is accepted from the file.
    """
    table, fold = rescue_table_at("MIX")
    play_phase_without(table)
    (speaker,) = fold.missing
    first, second = [seat for seat in fold.active if seat > speaker][-2:]
    accept(fold, hand_over(table, second, "zed"))
    ballot = opened(table, proposal(fold, {first: "zed"}))
    for seat in ballot.missing:
        if seat != second:
            accept(fold, vote_yes(table, ballot, seat))
    table.players[second].identity = identity_of("zed")
    accept(fold, vote_yes(table, ballot, second))
    play_phase_without(table)

    assert "zed" == fold.people[first].name == fold.people[second].name
    read_again(fold)


def test_a_seat_cannot_be_handed_over_while_a_ballot_gives_it_away() -> None:
    """
    Neither the old holder nor the substitute can: another ballot might be in force in
    the end.
    """
    table, fold = rescue_table_at()
    (old,) = rescue(table, {3: "zed"})
    new = table.players[3]

    assert Reason.BAD_HANDOVER is refused(fold, hand_over(table, 3, "zoe"))
    table.players[3] = old
    assert Reason.BAD_SIGNATURE is refused(fold, hand_over(table, 3, "zoe"))
    table.players[3] = new
    table.phase()
    hand_over_seat(table, 3, "zoe")
    table.phase()
    assert "zoe" == fold.people[3].name
    read_again(fold)


@pytest.mark.parametrize("lane", ["ballots", "halt"])
def test_a_dropped_handover_still_decides_who_signs_about_its_phase(lane: str) -> None:
    """
    A ballot gives a seat to a substitute after its holder has handed it over. The
    handover has no effect, but the old holder has signed it. Otherwise the old holder
    could say no in one branch, and the new one yes in another.
    """
    table, fold = rescue_table_at()
    phase, dan = fold.phase.number, table.players[3]
    accept(fold, hand_over(table, 3, "zed"))
    zed = table.players[3] = taker(table, 3, "zed")
    ballot = opened(table, honest_proposal(fold, [4]))
    for seat in (1, 2):
        accept(fold, vote_yes(table, ballot, seat))
    if lane == "halt":
        said, late = (
            it.sign(fold.halt_body(), lane="halt", kind="HALT") for it in (zed, dan)
        )
    else:
        said = vote_yes(table, ballot, 3)
        late = sign_ballot_answer(
            fold, dan.identity, 3, ballot.opener, ballot.number, yes=False
        )
    carried(table, proposal(fold, {3: "zoe"}))
    zoe = table.players[3] = taker(table, 3, "zoe")
    zoe.intent = None
    while fold.phase.number == phase:
        accept(fold, *table.entries())

    proof, digest = fold.accept(late), fold.digest
    assert isinstance(proof, Equivocation)
    assert dan.identity.public == proof.identity
    assert isinstance(fold.accept(said), SlotTaken)
    assert digest == fold.digest
    assert ballot.status is (Status.CARRIED if lane == "ballots" else Status.OPEN)
    read_again(fold)


def test_a_dropped_handover_holds_from_the_phase_that_it_names() -> None:
    """
    Here this is the phase before that of the ballot, in which the seat had nothing to
    sign.
    """
    table, fold = rescue_table_at("MIX")
    while fold.missing != (2,):
        play_phase_without(table)
    phase, dan = fold.phase.number, table.players[3]
    accept(fold, hand_over(table, 3, "zed", phase - 1))
    carried(table, proposal(fold, {3: "zoe"}))
    table.players[3] = taker(table, 3, "zoe")
    table.phase()
    assert phase < fold.phase.number

    def halt(about: int, signer: Player) -> Entry:
        changes = {"phase": about, "prev": fold.prev_of(about)}
        return signer.sign(fold.halt_body(), lane="halt", kind="HALT", **changes)

    for about in (phase - 1, phase):
        proof = fold.accept(halt(about, dan))
        assert isinstance(proof, Equivocation)
        assert dan.identity.public == proof.identity
        accept(fold, halt(about, taker(table, 3, "zed")))
    accept(fold, halt(phase - 2, dan))
    read_again(fold)


@pytest.mark.parametrize("kind", ["PICK", "REVEAL", "MIX"])
def test_the_old_holders_entry_counts_if_another_ballot_is_in_force(
    kind: str,
) -> None:
    """
    This also holds for a commitment. What the substitute signed meanwhile has no
    effect.
    """
    table = rescue_table()
    fold = table.play_until(kind)
    number = fold.phase.number
    seat = fold.phase.seats[0]
    last, opener = [it for it in fold.active if it != seat][-2:]
    players = table.players
    higher = replace(proposal(fold, {last: "yan"}), known=7)
    accept(fold, open_ballot(fold, players[opener].identity, opener, higher))
    ballot = fold.ballots.find(opener, 0)
    assert ballot is not None
    mine = players[seat].speak()
    accept(fold, mine)
    (old,) = rescue(table, {seat: "zed"})
    if kind == "REVEAL":
        players[seat].intent = old.intent
    if kind != "MIX":
        accept(fold, players[seat].speak(turn="other"))
        play_phase_without(table, last)
        assert (last,) == fold.missing
    table.players[seat] = old
    for other in ballot.missing:
        accept(fold, vote_yes(table, ballot, other))
    new = taker(table, last, "yan")
    new.intent, players[last] = players[last].intent, new
    play_phase_without(table)

    assert number < fold.phase.number
    assert mine in fold.closed_phases[number].entries
    assert ["yan"] == [it.name for it in fold.people if it.name in ("yan", "zed")]
    for _ in range(3):
        table.phase()
    read_again(fold)


def test_a_substitute_inherits_neither_farewell_nor_fraud() -> None:
    """If all others let the seat go on despite a fraud, the seat isn't blamed."""
    table, fold = rescue_table_at("REVEAL")
    place = {"lane": "here/3", "kind": "LEAVE", "phase": 0}
    accept(fold, table.players[3].sign((fold.phase.number,), **place))
    assert {3} == fold.attendance.leaving
    fraud = table.players[2].sign((bytes(32), b"sell", None, None))
    assert isinstance(fold.accept(fraud), Fraud)

    rescue(table, {2: "zed", 3: "yan"})

    assert frozenset() == fold.attendance.leaving
    assert {} == dict(fold.frauds)
    number = fold.phase.number
    table.phase()
    assert number < fold.phase.number
    read_again(fold)


# In every phase of every game.


@pytest.mark.parametrize(
    ("game", "players"),
    only(
        [("base", 3), ("both", 4), ("architects", 3)],
        [(game, players) for game in GAMES for players in range(3, 8)],
    ),
)
def test_a_seat_is_given_away_in_every_kind_of_phase(game: str, players: int) -> None:
    """
    The substitute plays on in the seat, no entry is void, and everything can be read
    again from the file.
    """
    rules, chance = rules_for(game, players), random.Random(f"{game}/{players}")
    seen: set[str] = set()
    tried: set[str] = set()
    # Before a ballot is confirmed, another may lack a majority: so several games.
    while tried < seen or not seen:
        table = Table(rules, "kinds", OPEN, shared=True, gone="rescue")
        fold = table.fold
        while not fold.over and (tried < seen or not {"END"} <= seen):
            kind = fold.phase.kind
            seen.add(kind)
            count = 1 + (players > 4 and chance.random() < 0.5)
            some = tuple(sorted(chance.sample(fold.active, count)))
            if kind in tried or not fold.opened.is_enough(some):
                play_phase_without(table)
                assert fold.closed_phases[-1].ballot is None
            else:
                tried.add(kind)
                given_in_this_phase(table, some, f"taker {len(tried)}", chance)
        assert fold.seats == fold.active
        read_again(fold)
    assert {"MIX", "KEY", "OPEN_SHARE", "END"} < tried


def given_in_this_phase(
    table: Table, out: Sequence[Seat], name: str, chance: random.Random
) -> None:
    """
    Let substitutes take seats, of which some may have spoken; check how the phase
    closes.
    """
    fold, phase, prev = table.fold, table.fold.phase, table.fold.task.prev
    for seat in out:
        is_last = fold.missing == (seat,)
        if seat in fold.missing and chance.random() < 0.5 and not is_last:
            accept(fold, table.players[seat].speak())
    rescue(table, {it: f"{name} {it}" for it in out})
    for seat in chance.sample(fold.missing, len(fold.missing)):
        accept(fold, table.players[seat].speak())
    passed = fold.closed_phases[-1]
    assert phase == passed.collection.phase
    assert phase.seats == tuple(it.envelope.seat for it in passed.counted)
    assert passed.ballot is not None
    counted = [entry_digest(it.wire.env) for it in passed.counted]
    ballot = passed.ballot.digest
    assert fold.digest == changed_digest(
        prev, "main", phase.number, counted, [], ballot
    )
    assert [f"{name} {seat}" for seat in out] == [fold.people[it].name for it in out]


def test_one_no_keeps_a_seat_from_being_given_away() -> None:
    """If the same voter says yes after its no, the two answers convict it."""
    table, fold = rescue_table_at()
    ballot = opened(table, proposal(fold, {3: "zed"}))
    accept(fold, vote_yes(table, ballot, 1))
    accept(fold, vote_yes(table, ballot, 2, yes=False))
    assert Status.VOID is ballot.status
    assert isinstance(fold.accept(vote_yes(table, ballot, 2)), Equivocation)
    accept(fold, vote_yes(table, ballot, 4))
    assert fold.charter.people == fold.people
    table.phase()
    read_again(fold)


def test_a_later_ballot_removes_a_silent_substitute_in_the_same_phase() -> None:
    """The later ballot has a higher rank. The substitute never came."""
    table, fold = rescue_table_at()
    carried(table, proposal(fold, {2: "zed"}))
    play_phase_without(table, 2)
    assert (2,) == fold.missing
    vote_out(fold, [it.identity for it in table.players], [2])
    assert (0, 1, 3, 4) == fold.active
    assert fold.charter.people == fold.people
    table.phase()
    read_again(fold)


def test_a_ballot_beyond_a_false_proof_is_kept_but_has_no_effect() -> None:
    """
    A host that doesn't check proofs accepts the ballot and the substitute's entry.
    Others accept them too, but don't count them.
    """
    rules = rules_for("base", 5)
    sealed = Table(rules, "beyond", SEALED, shared=True, gone="rescue")
    fold, believing = sealed.fold, begin_relayed(sealed.charter, rules)
    players = sealed.players
    good = [player.speak() for player in players]
    x, _, *rest = good[0].envelope.body
    wrong = players[0].sign((x, good[1].envelope.body[1], *rest))
    for entry in (*good[1:], wrong):
        fold.accept(entry)
        believing.accept(entry)
    assert ([0], 1) == ([*fold.frauds], believing.phase.number)
    given = proposal(believing, {0: "zed"})
    opening = open_ballot(believing, players[1].identity, 1, given)
    believing.accept(opening)
    votes = [
        sign_ballot_answer(believing, players[it].identity, it, 1, 0, yes=True)
        for it in (2, 3, 4)
    ]
    for entry in votes:
        believing.accept(entry)
    assert "zed" == believing.people[0].name
    said = sign(identity_of("zed"), believing.envelope(0, (b"anything",)))
    believing.accept(said)

    for entry in (opening, *votes, said):
        receipt = fold.accept(entry)
        assert isinstance(receipt, SlotTaken)
        assert not receipt.counts
    assert fold.charter.people == fold.people
    assert believing.position == fold.position


@pytest.mark.usefixtures("fast_sealing")
@pytest.mark.parametrize(
    ("suite", "kind"), [(OPEN, "PICK"), (SEALED, "PICK"), (OPEN, "REVEAL")]
)
def test_a_substitute_that_cheats_is_named(suite: int, kind: str) -> None:
    """
    The ballot that gave it the seat punishes nobody, so a log that ends there isn't
    valid.
    """
    table = rescue_table(4, "cheats", suite)
    fold = table.play_until(kind)
    rescue(table, {3: "zed"})
    found = fold.accept(table.players[3].sign((b"rubbish",)))
    assert isinstance(found, Fraud)
    assert (3, found) == (found.seat, fold.unpunished)
    with pytest.raises(ReplayFault, match="seat 3") as fault:
        read_log(fold.log(), lambda charter: fold.ruleset)
    assert (found.entry, 3) == (fault.value.entry, fault.value.seat)

    play_phase_without(table, 3)
    vote_out(fold, [it.identity for it in table.players], [3])
    play_phase_without(table, 3)
    assert fold.unpunished is None
    assert (0, 1, 2) == fold.active
    table.phase()
    read_again(fold)


# Invalid proposals.


def test_invalid_proposals_to_give_a_seat_away_are_refused() -> None:
    """
    Each proposal has only one thing wrong with it.

    An independent reader finds wrong signatures of substitutes, too: see
    `tests/test_independent_games.py`.
    """
    table, fold = rescue_table_at()
    number, bad = fold.phase.number, Reason.BAD_BALLOT

    def taken(
        seat: Seat, name: str, who: str, signer: str = "", at: Fold = fold
    ) -> tuple[object, ...]:
        """
        Return the part of a proposal that a substitute signs, or that *signer* signs
        instead.
        """
        person = TablePerson(name, identity_of(who).public)
        said = takeover_statement(at.charter.gid, seat, 0, number, person)
        return person.identity, name, None, identity_of(signer or who).sign(said)

    def opening(at: Table, about: Mapping[Seat, object], ahead: int = 0) -> Entry:
        opener = at.players[0].identity
        entry = open_ballot(at.fold, opener, 0, proposal(at.fold, {3: "zed"}))
        body = (number + ahead, 0, tuple(about), tuple(about.values()))
        return sign(opener, replace(entry.envelope, body=body))  # type: ignore[arg-type]

    zed = taken(3, "zed", "zed")
    for wrong in (
        {3: zed, 4: None},
        {3: zed, 4: bytes(32)},  # a person, and a fraud
        {3: taken(3, "zed", "zed", signer="yan")},
        {3: zed, 4: taken(4, "zed", "zed")},
        {3: zed, 4: taken(4, "yan", "zed")},  # one identity under two names
        {3: zed, 4: taken(4, "Zed", "yan")},  # one name for two people
    ):
        assert bad is refused(fold, opening(table, wrong)), wrong
    assert Reason.WRONG_PHASE is refused(fold, opening(table, {3: zed}, ahead=1))
    other = Table(Wonders(5, "day"), "", OPEN, shared=True, gone="go-on")
    theirs = taken(3, "zed", "zed", at=other.play_until("PICK"))
    assert bad is refused(other.fold, opening(other, {3: theirs}))
    own = taken(3, fold.people[3].name, "zed")
    accept(fold, opening(table, {3: own, 4: taken(4, "yan", "yan")}))
    accept(rescue_table_at()[1], opening(table, {3: zed}))


# With sealed cards.


def escrow(entry: Entry) -> tuple[list[bytes], list[bytes]]:
    points, boxes = entry.envelope.body[4:]
    assert isinstance(points, bytes)
    assert isinstance(boxes, bytes)
    size = bodies.BOX
    return (
        [points[at : at + 64] for at in range(0, len(points), 64)],
        [boxes[at : at + size] for at in range(0, len(boxes), size)],
    )


def with_escrow(
    player: Player, points: Sequence[bytes], boxes: Sequence[bytes]
) -> Entry:
    body = player.body()
    return player.sign((*body[:4], b"".join(points), b"".join(boxes)))


def missing_of(whole: bytes, parts: Sequence[bytes]) -> bytes:
    """Return the two points that parts lack of two keys."""
    halves = []
    for at in (0, 32):
        rest = Point(whole[at : at + 32])
        for part in parts:
            rest = SODIUM.subtract(rest, Point(part[at : at + 32]))
        halves.append(bytes(rest))
    return b"".join(halves)


def scalars(packed: bytes) -> list[int]:
    read = unpack_array(packed)
    return [int.from_bytes(it, "little") for it in read if isinstance(it, bytes)]


def parts_from(table: Table, holder: Seat, of: Seat) -> tuple[bytes, ...]:
    """Return what one seat would send to a substitute for another."""
    return table.players[holder].secrets.parts_of(of, table.fold.keys_in_use)


def test_copied_escrow_boxes_reveal_no_secrets_of_another_seat() -> None:
    """
    If the copied parts were sent to a substitute, they would belong to somebody who
    still plays. A cheat could copy them into a KEY, leave, and read that player's hand
    by means of a substitute.
    """
    table = rescue_table(4, "copies", SEALED)
    fold, players = table.fold, table.players
    assert "KEY" == fold.phase.kind
    for seat in (0, 1, 2):
        accept(fold, players[seat].speak())
    victim = fold.entry_of(1)
    assert victim is not None
    points, boxes = escrow(victim)  # for 0, 2, and 3
    x, _, z, *_ = players[3].body()
    assert isinstance(x, bytes)
    assert isinstance(z, bytes)
    rest = missing_of(x + z, [points[0], points[1]])
    copied = [points[0], rest, points[1]]
    cheat = with_escrow(players[3], copied, [boxes[0], bytes(bodies.BOX), boxes[1]])
    assert isinstance(fold.accept(cheat), SlotTaken)

    assert [1, 1, 1] == [len(parts_from(table, it, 1)) for it in (0, 2, 3)]
    assert [(), (), ()] == [parts_from(table, it, 3) for it in (0, 1, 2)]


@pytest.mark.parametrize("which", ["share", "hand", "two", "short", "identity"])
def test_parts_that_do_not_make_up_the_keys_are_a_fraud(which: str) -> None:
    table = rescue_table(3, "sums", SEALED)
    fold, players = table.fold, table.players
    points, boxes = escrow(players[1].speak())
    match which:
        case "share":
            points[0] = points[1][:32] + points[0][32:]
        case "hand":
            points[0] = points[0][:32] + points[1][32:]
        case "two":
            points = [points[0], points[0]]
        case "short":
            points.pop()
        case "identity":
            body = players[1].body()
            points = [bytes(body[0]) + bytes(body[2]), bytes(IDENTITY) * 2]  # type: ignore[arg-type]
    entry = with_escrow(players[1], points, boxes)
    accept(fold, players[0].speak())
    found = fold.accept(entry)

    assert isinstance(found, Fraud)
    assert (1, "KEY") == (found.seat, found.kind)
    accept(fold, players[2].speak())
    assert "KEY" == fold.phase.kind


@pytest.mark.usefixtures("fast_sealing")
def test_a_substitute_checks_the_part_of_each_seat() -> None:
    """So the substitute knows which seat sends a false part, or none."""
    table = rescue_table(4, "parts", SEALED)
    fold = table.play_until("PICK")
    new = taker(table, 2, "zed")
    keys = ("age1",)
    mine, theirs, last = (
        table.players[it].secrets.parts_of(2, keys)[0] for it in (0, 1, 3)
    )
    match unpack_array(mine):
        case (str(deck), 2, bytes(x), bytes(z)):
            pass
        case _:
            raise AssertionError("not a part")
    for holder, wrong in (
        (0, theirs),
        (1, mine),
        (2, mine),
        (0, pack_body((deck, 1, x, z))),
        (0, pack_body(("age9", 2, x, z))),
        (0, pack_body((deck, 2, z, x))),
        (0, pack_body((deck, 2, x))),
        (0, b""),
        (0, pack_body((deck, 2, bytes(32), z))),
    ):
        with pytest.raises(ValueError, match="one of this seat's secrets"):
            new.secrets.gather(holder, wrong)
    for holder, part in ((0, mine), (1, theirs)):
        new.secrets.gather(holder, part)
    with pytest.raises(ValueError, match="age1"):
        new.secrets.check(keys)
    new.secrets.gather(3, last)
    new.secrets.check(keys)
    assert {*keys} < fold.keys_in_use
    for part in (it for holder in (0, 1, 3) for it in parts_from(table, holder, 2)):
        assert part == mine or unpack_array(part)[0] in fold.keys_in_use
    assert new.secrets.faces() == table.players[2].secrets.faces()


def test_secret_parts_of_all_but_one_of_the_others_open_no_card() -> None:
    """
    The parts of all others make up the secret, which opens each card. Without one part
    no card opens: for each possible secret there is a missing part that would yield it,
    and all are equally probable.
    """
    table = rescue_table(4, "coalition", SEALED)
    fold = table.play_until("PICK")
    assert isinstance(fold.cards, SealedCards)
    hand = [it.card for it in fold.cards.layout.usable(fold.task, 2).values()]
    known = {card_point(card) for card in range(len(fold.ruleset.cards))}
    parts = []
    for it in (0, 1, 3):
        (packed,) = table.players[it].secrets.parts_of(2, {"age1"})
        parts.append(scalars(packed)[-1])

    def opens(*some: int) -> bool:
        secret = sum(some) % Q
        return any(unsealed(card, secret, group=SODIUM) in known for card in hand)

    assert 7 == len(hand)
    assert opens(*parts)
    for count in (0, 1, 2):
        assert not any(opens(*some) for some in itertools.combinations(parts, count))


@pytest.mark.parametrize("players", range(3, 8))
def test_only_the_coalition_of_all_others_can_read_a_hand(players: int) -> None:
    """Of all subsets of the others, only the whole set can compute both keys."""
    table = rescue_table(players, "coalitions", SEALED)
    fold, seat = table.fold, 1
    table.phase()
    (kept,) = table.players[seat].kept
    own, parts = scalars(kept), []
    for other in set(fold.seats) - {seat}:
        (packed,) = parts_from(table, other, seat)
        parts.append(scalars(packed))
    found = [
        some
        for count in range(players)
        for some in itertools.combinations(parts, count)
        if any(
            sum(part[at] for part in some) % Q == secret
            for at, secret in enumerate(own)
        )
    ]
    assert [tuple(parts)] == found


@pytest.mark.usefixtures("fast_sealing")
@pytest.mark.parametrize("kind", ["REVEAL", "DECLARE"])
def test_a_substitute_recovers_the_choice_that_was_committed_to(kind: str) -> None:
    """It tries all possible choices, with the secret of the commitment."""
    rules = Wonders(3, "choose")
    table = Table(rules, "found", SEALED, shared=True, gone="rescue", sides="choose")
    fold = table.play_until(kind)
    number = fold.phase.number
    (old,) = rescue(table, {1: "zed"})
    new = table.players[1]

    assert old.intent is not None
    assert (old.intent[0].text, old.intent[1]) == (new.intent[0].text, new.intent[1])  # type: ignore[index]
    # A substitute who expects another seat's secret can't.
    assert old.secrets.nonce(fold.task, b"", b"sell") != old.intent[1]
    table.phase()
    assert number < fold.phase.number
    assert "zed" == fold.people[1].name
    read_again(fold)


@pytest.mark.usefixtures("fast_sealing")
def test_a_handed_over_seat_keeps_the_parts_of_other_seats() -> None:
    """
    Its holder has parts of the others' secrets. They are needed to give a third seat
    away later.
    """
    table = rescue_table(3, "handed", SEALED)
    fold = table.play_until("PICK")
    hand_over_seat(table, 0, "yan")
    table.phase()
    (old,) = rescue(table, {1: "zed"})
    assert old.secrets.faces() == table.players[1].secrets.faces()
    table.phase()
    assert ["yan", "zed"] == [fold.people[seat].name for seat in (0, 1)]
    read_again(fold)


@pytest.mark.usefixtures("fast_sealing")
def test_other_seats_send_a_substitute_its_parts_of_their_keys_again() -> None:
    """
    The boxes were sealed for the player who is absent, so each seat sends the parts of
    its own keys once more.
    """
    table = rescue_table(3, "chained", SEALED)
    fold = table.play_until("PICK")
    rescue(table, {1: "zed"})
    table.phase()
    zed = table.players[1].secrets
    assert () == parts_from(table, 1, 2)
    assert "age1" in taken_along(fold, 1)
    assert set() == taken_along(fold, 2)
    new = taker(table, 2, "zoe")
    with pytest.raises(ValueError, match="age1"):
        new.restore_secrets([table.players[it] for it in (0, 1)])
    parts = table.players[2].secrets.parts_for(1, fold.keys_in_use)
    assert ["age1", "boards"] == [zed.hold(2, part) for part in parts]
    assert [None, None] == [zed.hold(2, part) for part in parts]
    assert parts == parts_from(table, 1, 2)
    new.restore_secrets([table.players[it] for it in (0, 1)])
    assert new.secrets.faces() == table.players[2].secrets.faces()
    # The same seat again: all others still have their parts of it.
    (old,) = rescue(table, {1: "yan"})
    assert old.secrets.faces() == table.players[1].secrets.faces()
    table.phase()
    read_again(fold)


@pytest.mark.usefixtures("fast_sealing")
def test_a_seats_parts_stay_the_same_after_its_holder_changes() -> None:
    """
    They are derived from the seat's secrets alone, so a new holder and a substitute can
    derive them too.
    """
    table = rescue_table(4, "again", SEALED)
    fold = table.play_until("PICK")
    before = table.players[2].secrets.parts_for(1, fold.keys_in_use)
    assert before == parts_from(table, 1, 2)
    hand_over_seat(table, 2, "yan")
    assert before == table.players[2].secrets.parts_for(1, fold.keys_in_use)
    table.phase()
    rescue(table, {2: "zed"}, count=1)
    assert before == table.players[2].secrets.parts_for(1, fold.keys_in_use)


@pytest.mark.usefixtures("fast_sealing")
def test_a_former_holder_and_a_substitute_hold_the_same_parts() -> None:
    """
    With all others, either of them can read a hand that was dealt before. At a table of
    three, three of eight sets of people can. A bot in the seat tells its owner, so at
    such a table the bot's owner and one other player are enough.
    """
    table = rescue_table(3, "either", SEALED)
    fold = table.play_until("PICK")
    (old,) = rescue(table, {1: "zed"})
    table.phase()
    players, deck = table.players, {"age1"}
    (told,) = players[2].secrets.parts_for(1, deck)
    players[1].secrets.hold(2, told)
    holders = (players[0], old, players[1])
    parts = [it.secrets.parts_of(2, deck) for it in holders]
    assert [1, 1, 1] == [len(it) for it in parts]
    assert parts[1] == parts[2]
    (kept,) = (it for it in players[2].kept if unpack_array(it)[0] == "age1")

    def makes(*some: int) -> bool:
        different = [scalars(part) for part in {parts[it][0] for it in some}]
        sums = [sum(part[at] for part in different) % Q for at in (0, 1)]
        return sums == scalars(kept)

    found = [
        some
        for count in range(4)
        for some in itertools.combinations(range(3), count)
        if makes(*some)
    ]
    assert [(0, 1), (0, 2), (0, 1, 2)] == found
    assert not fold.over


def test_secrets_are_split_as_the_protocol_page_says() -> None:
    """The parts are computed from the page alone. The last part is what others lack."""
    table = rescue_table(3, "cut", SEALED)
    fold, player = table.fold, table.players[1]
    deck, prev = fold.phase.deck, fold.task.prev
    table.phase()
    (kept,) = player.kept
    own = [it for it in unpack_array(kept) if isinstance(it, bytes)]

    def framed(*parts: bytes) -> bytes:
        return b"".join(len(it).to_bytes(4, "big") + it for it in parts)

    def scalar(secret: bytes, letter: bytes, other: Seat) -> int:
        place = b"7w-mp/1", b"ctx", prev, b"KEY", deck.encode(), b"\1", letter
        said = framed(b"7w-mp/1", b"escrow", secret, framed(*place), bytes([other]))
        return int.from_bytes(hashlib.sha512(said).digest(), "little") % Q

    for holder in (0, 2):
        (part,) = parts_from(table, holder, 1)
        for secret, letter, said in zip(own, (b"x", b"z"), scalars(part), strict=True):
            first = scalar(secret, letter, 0)
            rest = (int.from_bytes(secret, "little") - first) % Q
            assert said == (first if holder == 0 else rest)


@pytest.mark.usefixtures("fast_sealing")
def test_a_part_that_is_sent_again_is_checked() -> None:
    """It must belong to the sender's keys, and to the seat that receives it."""
    table = rescue_table(4, "checked", SEALED)
    table.play_until("PICK")
    rescue(table, {1: "zed"})
    table.phase()
    zed = table.players[1].secrets
    (right,) = table.players[2].secrets.parts_for(1, {"age1"})
    (ours,) = table.players[2].secrets.parts_for(3, {"age1"})
    deck, seat, share, hand = unpack_array(right)
    assert ("age1", 2) == (deck, seat)
    assert isinstance(share, bytes)
    assert isinstance(hand, bytes)
    wrongs: list[tuple[Seat, bytes]] = [
        (3, right),
        (2, ours),
        (2, pack_body(("age1", 2, hand, share))),
        (2, pack_body(("age1", 3, share, hand))),
        (2, pack_body(("age9", 2, share, hand))),
        (2, pack_body(("age1", 2, share))),
        (2, b"rubbish"),
        *((2, part) for part in table.players[2].secrets.parts_of(1, {"age1"})),
    ]
    for author, wrong in wrongs:
        with pytest.raises(ValueError, match="not one of this seat's secrets"):
            zed.hold(author, wrong)
    assert () == parts_from(table, 1, 2)
    assert deck == zed.hold(2, right)


def test_with_two_players_neither_holds_parts_of_the_others_secrets() -> None:
    table = Table(rules_for("architects", 2), "two", SEALED, shared=True, gone="rescue")
    fold = table.fold
    assert "KEY" == fold.phase.kind
    assert [4, 4] == [len(player.body()) for player in table.players]
    table.phase()
    assert () == parts_from(table, 0, 1)
