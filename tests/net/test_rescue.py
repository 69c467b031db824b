"""A seat goes to a substitute if all others agree: from which phase on."""

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
from tests.support.inprocess.ballots import answer, open_ballot, propose, voted_out
from tests.support.inprocess.folds import (
    GAMES,
    Player,
    Table,
    accept,
    changes_hands,
    of_one_phase,
    read_again,
    refused,
    rules_for,
    taker,
)
from tests.support.lobbies import named
from tests.support.thorough import only


def rescuing(players: int = 5, seed: str = "", suite: int = OPEN) -> Table:
    """Sit people down who look at one fold, and may give a silent seat away."""
    return Table(Wonders(players, "day"), seed, suite, shared=True, gone="rescue")


def rescuing_at(kind: str = "PICK") -> tuple[Table, Fold]:
    """Give such a table of five, and its fold, where such a phase is open."""
    table = rescuing()
    return table, table.play_until(kind)


def proposal(
    fold: Fold, takers: Mapping[Seat, str], *, count: int = 0, phase: int | None = None
) -> BallotProposal:
    """Give what opens a ballot that gives seats to people of these names."""
    number = fold.phase.number if phase is None else phase
    about = []
    for seat in sorted(takers):
        who = named(takers[seat])
        person = TablePerson(takers[seat], who.public)
        said = takeover_statement(fold.charter.gid, seat, count, number, person)
        about.append((person.identity, person.name, None, who.sign(said)))
    known = len(fold.ballots.on(number))
    return BallotProposal(number, known, tuple(sorted(takers)), tuple(about))


def opened(table: Table, it: BallotProposal) -> Ballot:
    """Let the lowest seat that stays open a ballot."""
    fold = table.fold
    opener = min(set(fold.active) - set(it.out))
    number = fold.ballots.opened_by(opener)
    accept(fold, open_ballot(fold, table.players[opener].identity, opener, it))
    ballot = fold.ballots.find(opener, number)
    assert ballot is not None
    return ballot


def yes(table: Table, ballot: Ballot, seat: Seat, *, yes: bool = True) -> Entry:
    signer = table.players[seat].identity
    return answer(table.fold, signer, seat, ballot.opener, ballot.number, yes=yes)


def carried(table: Table, it: BallotProposal) -> Ballot:
    ballot = opened(table, it)
    for seat in ballot.missing:
        accept(table.fold, yes(table, ballot, seat))
    assert Status.CARRIED is ballot.status
    return ballot


def rescue(table: Table, takers: Mapping[Seat, str], *, count: int = 0) -> list[Player]:
    """Give seats away, and let those who have them know what they have to."""
    fold = table.fold
    before = {seat: table.players[seat] for seat in takers}
    carried(table, proposal(fold, takers, count=count))
    for seat, name in takers.items():
        after = taker(table, seat, name)
        if fold.charter.suite == SEALED:
            after.rescues([it for it in table.players if it.seat != seat])
        if after.intent is None:
            after.intent = before[seat].intent
        table.players[seat] = after
    return list(before.values())


# Who answers for the seat.


def test_whoever_gets_a_seat_says_nothing_in_ballots_on_the_phase() -> None:
    """
    Two would answer for one seat, each in a world of its own.

    One ballot on that phase would be void in the one and carried in the other, without
    anybody who had signed both.
    """
    table = rescuing()
    fold = table.fold
    table.play_until("PICK")
    higher = opened(table, propose(fold, [4], known=7))
    for seat in (1, 2):
        accept(fold, yes(table, higher, seat))
    old, new = table.players[3], taker(table, 3, "zed")
    carried(table, proposal(fold, {3: "zed"}))
    assert "zed" == fold.people[3].name
    said = answer(fold, new.identity, 3, 0, higher.number, yes=True)
    mine = open_ballot(fold, new.identity, 3, propose(fold, [4]))

    assert Reason.BAD_SIGNATURE is refused(fold, said)
    assert Reason.BAD_SIGNATURE is refused(fold, mine)
    accept(fold, yes(table, higher, 3))
    assert old.identity.public == fold.charter.people[3].identity
    assert (0, 1, 2, 3) == fold.active
    assert fold.charter.people == fold.people
    read_again(fold)


@pytest.mark.parametrize("is_voluntary", [False, True])
def test_whoever_had_a_seat_gets_no_other(*, is_voluntary: bool) -> None:
    """By what was in force before: who signed a handover may sign nothing behind it."""
    table, fold = rescuing_at()
    if is_voluntary:
        for name in ("zed", "zoe"):
            changes_hands(table, 2, name)
    else:
        rescue(table, {2: "zed"})
        of_one_phase(table)
        rescue(table, {2: "zoe"})
    for name in ("zed", "zoe", "bob"):
        # Who isn't in force yet may be named: not all have heard of them.
        of_one_phase(table)
        again = open_ballot(
            fold, table.players[0].identity, 0, proposal(fold, {3: name})
        )
        assert Reason.BAD_BALLOT is refused(fold, again)
    mine = hand_over(table, 3, "zoe")
    assert Reason.BAD_HANDOVER is refused(fold, mine)


def test_a_handover_that_came_before_may_stand_behind_in_a_file() -> None:
    """To somebody who was given another seat meanwhile: it was taken, and is again."""
    table, fold = rescuing_at("MIX")
    of_one_phase(table)
    (speaker,) = fold.missing
    first, second = [seat for seat in fold.active if seat > speaker][-2:]
    accept(fold, hand_over(table, second, "zed"))
    ballot = opened(table, proposal(fold, {first: "zed"}))
    for seat in ballot.missing:
        if seat != second:
            accept(fold, yes(table, ballot, seat))
    table.players[second].identity = named("zed")
    accept(fold, yes(table, ballot, second))
    of_one_phase(table)

    assert "zed" == fold.people[first].name == fold.people[second].name
    read_again(fold)


def test_a_seat_that_is_being_given_away_is_not_handed_over() -> None:
    """By nobody: another ballot might be in force in the end."""
    table, fold = rescuing_at()
    (old,) = rescue(table, {3: "zed"})
    new = table.players[3]

    assert Reason.BAD_HANDOVER is refused(fold, hand_over(table, 3, "zoe"))
    table.players[3] = old
    assert Reason.BAD_SIGNATURE is refused(fold, hand_over(table, 3, "zoe"))
    table.players[3] = new
    table.phase()
    changes_hands(table, 3, "zoe")
    table.phase()
    assert "zoe" == fold.people[3].name
    read_again(fold)


@pytest.mark.parametrize("lane", ["ballots", "halt"])
def test_a_dropped_handover_still_says_who_answers_about_its_phase(lane: str) -> None:
    """
    A substitute gets a seat that its holder has handed over: in vain, but he has signed.

    Else he could say no in one branch, and the new holder yes in another.
    """
    table, fold = rescuing_at()
    phase, dan = fold.phase.number, table.players[3]
    accept(fold, hand_over(table, 3, "zed"))
    zed = table.players[3] = taker(table, 3, "zed")
    ballot = opened(table, propose(fold, [4]))
    for seat in (1, 2):
        accept(fold, yes(table, ballot, seat))
    if lane == "halt":
        said, late = (
            it.sign(fold.halt_body(), lane="halt", kind="HALT") for it in (zed, dan)
        )
    else:
        said = yes(table, ballot, 3)
        late = answer(fold, dan.identity, 3, ballot.opener, ballot.number, yes=False)
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
    """One before that of the ballot, in which the seat had nothing to say."""
    table, fold = rescuing_at("MIX")
    while fold.missing != (2,):
        of_one_phase(table)
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
def test_what_the_old_one_said_counts_again_if_another_ballot_is_in_force(
    kind: str,
) -> None:
    """Also what it has committed to; what the new one said then never was."""
    table = rescuing()
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
        of_one_phase(table, last)
        assert (last,) == fold.missing
    table.players[seat] = old
    for other in ballot.missing:
        accept(fold, yes(table, ballot, other))
    new = taker(table, last, "yan")
    new.intent, players[last] = players[last].intent, new
    of_one_phase(table)

    assert number < fold.phase.number
    assert mine in fold.closed_phases[number].entries
    assert ["yan"] == [it.name for it in fold.people if it.name in ("yan", "zed")]
    for _ in range(3):
        table.phase()
    read_again(fold)


def test_whoever_gets_a_seat_answers_for_nothing_that_the_old_one_said() -> None:
    """Neither a farewell nor a fraud: if all others take no offence, that isn't the seat's."""
    table, fold = rescuing_at("REVEAL")
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
    """Who has it plays on in it, nothing is void, and all follows from the file."""
    rules, chance = rules_for(game, players), random.Random(f"{game}/{players}")
    seen: set[str] = set()
    tried: set[str] = set()
    # Where ballots aren't confirmed yet there is no other: so not all in one game.
    while tried < seen or not seen:
        table = Table(rules, "kinds", OPEN, shared=True, gone="rescue")
        fold = table.fold
        while not fold.over and (tried < seen or not {"END"} <= seen):
            kind = fold.phase.kind
            seen.add(kind)
            count = 1 + (players > 4 and chance.random() < 0.5)
            some = tuple(sorted(chance.sample(fold.active, count)))
            if kind in tried or not fold.opened.is_enough(some):
                of_one_phase(table)
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
    """Give seats away of which some may have spoken; see how the phase is left."""
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


def test_who_has_not_said_yes_gives_no_seat_away() -> None:
    """One no, and all is as it was; a yes after it convicts."""
    table, fold = rescuing_at()
    ballot = opened(table, proposal(fold, {3: "zed"}))
    accept(fold, yes(table, ballot, 1))
    accept(fold, yes(table, ballot, 2, yes=False))
    assert Status.VOID is ballot.status
    assert isinstance(fold.accept(yes(table, ballot, 2)), Equivocation)
    accept(fold, yes(table, ballot, 4))
    assert fold.charter.people == fold.people
    table.phase()
    read_again(fold)


def test_whoever_was_given_a_seat_is_put_out_in_that_phase_by_another_ballot() -> None:
    """Of a higher rank; nobody ever came."""
    table, fold = rescuing_at()
    carried(table, proposal(fold, {2: "zed"}))
    of_one_phase(table, 2)
    assert (2,) == fold.missing
    voted_out(fold, [it.identity for it in table.players], [2])
    assert (0, 1, 3, 4) == fold.active
    assert fold.charter.people == fold.people
    table.phase()
    read_again(fold)


def test_who_believed_a_proof_gives_seats_away_beyond_it() -> None:
    """It is passed on, with what substitutes sign, and means nothing."""
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
        answer(believing, players[it].identity, it, 1, 0, yes=True) for it in (2, 3, 4)
    ]
    for entry in votes:
        believing.accept(entry)
    assert "zed" == believing.people[0].name
    said = sign(named("zed"), believing.envelope(0, (b"anything",)))
    believing.accept(said)

    for entry in (opening, *votes, said):
        receipt = fold.accept(entry)
        assert isinstance(receipt, SlotTaken)
        assert not receipt.counts
    assert fold.charter.people == fold.people
    assert believing.position == fold.position


@pytest.mark.usefixtures("quickly_sealed")
@pytest.mark.parametrize(
    ("suite", "kind"), [(OPEN, "PICK"), (SEALED, "PICK"), (OPEN, "REVEAL")]
)
def test_a_substitute_that_cheats_is_named(suite: int, kind: str) -> None:
    """The ballot that gave it the seat punishes nobody: a log that ends there is no good one."""
    table = rescuing(4, "cheats", suite)
    fold = table.play_until(kind)
    rescue(table, {3: "zed"})
    found = fold.accept(table.players[3].sign((b"rubbish",)))
    assert isinstance(found, Fraud)
    assert (3, found) == (found.seat, fold.unpunished)
    with pytest.raises(ReplayFault, match="seat 3") as fault:
        read_log(fold.log(), lambda charter: fold.ruleset)
    assert (found.entry, 3) == (fault.value.entry, fault.value.seat)

    of_one_phase(table, 3)
    voted_out(fold, [it.identity for it in table.players], [3])
    of_one_phase(table, 3)
    assert fold.unpunished is None
    assert (0, 1, 2) == fold.active
    table.phase()
    read_again(fold)


# What can't be.


def test_seats_that_cannot_be_given_away_so() -> None:
    """
    Each is refused, and by itself nothing is wrong with it but that.

    What is wrong with what a substitute has signed an independent reader finds, too: see
    `tests/test_independent_games.py`.
    """
    table, fold = rescuing_at()
    number, bad = fold.phase.number, Reason.BAD_BALLOT

    def taken(
        seat: Seat, name: str, who: str, signer: str = "", at: Fold = fold
    ) -> tuple[object, ...]:
        """Give what somebody signs who takes a seat; or what somebody else does."""
        person = TablePerson(name, named(who).public)
        said = takeover_statement(at.charter.gid, seat, 0, number, person)
        return person.identity, name, None, named(signer or who).sign(said)

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
        {3: zed, 4: taken(4, "yan", "zed")},  # one identity, which says to be two
        {3: zed, 4: taken(4, "Zed", "yan")},  # two of one name
    ):
        assert bad is refused(fold, opening(table, wrong)), wrong
    assert Reason.WRONG_PHASE is refused(fold, opening(table, {3: zed}, ahead=1))
    other = Table(Wonders(5, "day"), "", OPEN, shared=True, gone="go-on")
    theirs = taken(3, "zed", "zed", at=other.play_until("PICK"))
    assert bad is refused(other.fold, opening(other, {3: theirs}))
    own = taken(3, fold.people[3].name, "zed")
    accept(fold, opening(table, {3: own, 4: taken(4, "yan", "yan")}))
    accept(rescuing_at()[1], opening(table, {3: zed}))


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
    """Give the two points that parts lack of two keys."""
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
    """Give what one seat would tell whoever takes another."""
    return table.players[holder].secrets.parts_of(of, table.fold.keys_in_use)


def test_whoever_copies_the_boxes_of_another_gets_none_of_its_secrets() -> None:
    """
    The copied parts would be told to a substitute, and be those of somebody who plays.

    Whoever made a KEY so, and went, would read that one's hand by a substitute of theirs.
    """
    table = rescuing(4, "copies", SEALED)
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
    table = rescuing(3, "sums", SEALED)
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


@pytest.mark.usefixtures("quickly_sealed")
def test_parts_are_checked_one_by_one() -> None:
    """Whoever lies about theirs, or is silent, is known to the substitute."""
    table = rescuing(4, "parts", SEALED)
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


def test_all_but_one_of_the_others_read_nothing() -> None:
    """
    The parts of all make the secret, and open each card; with one left out none does.

    For each secret that it might be there is a part of the one who is missing that would
    give it, and that one was drawn like any other.
    """
    table = rescuing(4, "coalition", SEALED)
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
def test_so_many_coalitions_read_a_hand(players: int) -> None:
    """One of all sets of others: that of all of them, by what they hold of both keys."""
    table = rescuing(players, "coalitions", SEALED)
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


@pytest.mark.usefixtures("quickly_sealed")
@pytest.mark.parametrize("kind", ["REVEAL", "DECLARE"])
def test_what_was_committed_to_is_found_again(kind: str) -> None:
    """Among all that could have been, with the secret that the commitment was made by."""
    rules = Wonders(3, "choose")
    table = Table(rules, "found", SEALED, shared=True, gone="rescue", sides="choose")
    fold = table.play_until(kind)
    number = fold.phase.number
    (old,) = rescue(table, {1: "zed"})
    new = table.players[1]

    assert old.intent is not None
    assert (old.intent[0].text, old.intent[1]) == (new.intent[0].text, new.intent[1])  # type: ignore[index]
    # One who believes it was somebody else's can't.
    assert old.secrets.nonce(fold.task, b"", b"sell") != old.intent[1]
    table.phase()
    assert number < fold.phase.number
    assert "zed" == fold.people[1].name
    read_again(fold)


@pytest.mark.usefixtures("quickly_sealed")
def test_parts_of_others_go_with_a_seat_that_is_handed_over() -> None:
    """Those that the old one holds: so a third seat can still be given away."""
    table = rescuing(3, "handed", SEALED)
    fold = table.play_until("PICK")
    changes_hands(table, 0, "yan")
    table.phase()
    (old,) = rescue(table, {1: "zed"})
    assert old.secrets.faces() == table.players[1].secrets.faces()
    table.phase()
    assert ["yan", "zed"] == [fold.people[seat].name for seat in (0, 1)]
    read_again(fold)


@pytest.mark.usefixtures("quickly_sealed")
def test_who_was_rescued_holds_what_others_tell_of_their_own_keys() -> None:
    """What was sealed for the one who is gone is told once more, by whose it is."""
    table = rescuing(3, "chained", SEALED)
    fold = table.play_until("PICK")
    rescue(table, {1: "zed"})
    table.phase()
    zed = table.players[1].secrets
    assert () == parts_from(table, 1, 2)
    assert "age1" in taken_along(fold, 1)
    assert set() == taken_along(fold, 2)
    new = taker(table, 2, "zoe")
    with pytest.raises(ValueError, match="age1"):
        new.rescues([table.players[it] for it in (0, 1)])
    parts = table.players[2].secrets.parts_for(1, fold.keys_in_use)
    assert ["age1", "boards"] == [zed.hold(2, part) for part in parts]
    assert [None, None] == [zed.hold(2, part) for part in parts]
    assert parts == parts_from(table, 1, 2)
    new.rescues([table.players[it] for it in (0, 1)])
    assert new.secrets.faces() == table.players[2].secrets.faces()
    # The same seat again: of it all others have what they had.
    (old,) = rescue(table, {1: "yan"})
    assert old.secrets.faces() == table.players[1].secrets.faces()
    table.phase()
    read_again(fold)


@pytest.mark.usefixtures("quickly_sealed")
def test_whoever_has_the_secrets_of_a_seat_can_tell_its_parts_again() -> None:
    """Who was handed it, and who was given it, too; they come of nothing else."""
    table = rescuing(4, "again", SEALED)
    fold = table.play_until("PICK")
    before = table.players[2].secrets.parts_for(1, fold.keys_in_use)
    assert before == parts_from(table, 1, 2)
    changes_hands(table, 2, "yan")
    assert before == table.players[2].secrets.parts_for(1, fold.keys_in_use)
    table.phase()
    rescue(table, {2: "zed"}, count=1)
    assert before == table.players[2].secrets.parts_for(1, fold.keys_in_use)


@pytest.mark.usefixtures("quickly_sealed")
def test_whoever_has_had_a_seat_and_whoever_has_it_can_both_tell_its_parts() -> None:
    """
    With all others, either of them reads a hand: three of eight sets do, at a table of three.

    What was dealt before is meant. A bot that has the seat tells its owner, who then is all
    others, at such a table, by what the two have.
    """
    table = rescuing(3, "either", SEALED)
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


def test_how_secrets_are_cut_is_as_the_page_says() -> None:
    """Worked out once more, from the protocol's page alone; the last part is what is missing."""
    table = rescuing(3, "cut", SEALED)
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


@pytest.mark.usefixtures("quickly_sealed")
def test_a_part_that_is_told_again_is_checked() -> None:
    """It has to be of the keys of whoever tells it, and ours to hold."""
    table = rescuing(4, "checked", SEALED)
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


def test_of_two_nobody_has_the_others_secrets() -> None:
    table = Table(rules_for("architects", 2), "two", SEALED, shared=True, gone="rescue")
    fold = table.fold
    assert "KEY" == fold.phase.kind
    assert [4, 4] == [len(player.body()) for player in table.players]
    table.phase()
    assert () == parts_from(table, 0, 1)
