"""
Handovers: who signs for a seat from which phase on.

`tests/test_independent_games.py` compares the handovers in a file, their places and
their digests with an independent implementation.
"""

from __future__ import annotations

import gc
import itertools
import random
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.cards import MissingSecrets
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import (
    MAX_HANDOVERS_PER_SEAT,
    Takeover,
    takeover_statement,
)
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.digests import entry_digest, phase_digest
from sealed_wonders.net.log.envelopes import Entry, sign, unpack_array
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.lanes import HANDOVERS, lane_of
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.sealed.secrets import SealedSecrets
from sealed_wonders.net.suites import OPEN, SEALED
from tests import independent
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

ROOT = Path(__file__).parents[2]


def table(players: int = 4, seed: str = "", suite: int = 0) -> Table:
    """Seat players around one fold."""
    return Table(Wonders(players, "day"), seed, suite, shared=True)


def choosing() -> tuple[Table, Fold]:
    """Return such a table and its fold, with a PICK phase open."""
    open_table = table()
    return open_table, open_table.play_until("PICK")


def hand_over(table: Table, seat: Seat, name: str, phase: int | None = None) -> Entry:
    """Return a handover of a seat, from the open phase on or an earlier one."""
    fold, before, after = table.fold, table.players[seat], taker(table, seat, name)
    phase = fold.phase.number if phase is None else phase
    number = fold.handovers.next_number(seat)
    person = TablePerson(name, after.identity.public)
    said = takeover_statement(fold.charter.gid, seat, number, phase, person)
    takeover = Takeover(phase, person, after.identity.sign(said))
    return before.sign(
        takeover.body,
        lane=f"seat/{seat}",
        phase=number,
        kind="HANDOVER",
        prev=fold.prev_of(phase),
    )


def test_two_handovers_in_different_phases_may_use_the_same_name() -> None:
    """
    Two people take one name, from different phases on; neither was in force for the
    other.

    A file lists the handovers by seat, in an order other than that of their arrival. So
    only what the digest of a phase has settled may decide whether a name is refused;
    otherwise, readers would differ. A handover can't name an earlier phase than the one
    before it.
    """
    open_table = table()
    fold = open_table.play_until("MIX")
    while fold.missing != (3,):
        play_phase_without(open_table)
    number = fold.phase.number
    accept(fold, hand_over(open_table, 2, "zed"))
    accept(fold, hand_over(open_table, 0, "Zed", number - 1))

    people = read_log(fold.log(), lambda charter: fold.ruleset).people
    assert ("Zed", "zed") == (people[0].name, people[2].name)
    open_table.players[0] = taker(open_table, 0, "Zed")
    back = hand_over(open_table, 0, "yan", number - 2)
    assert Reason.BAD_HANDOVER is refused(fold, back)
    accept(fold, hand_over(open_table, 0, "yan"))


def test_what_a_former_holder_signed_is_still_checked_by_its_key() -> None:
    """
    A farewell stays that of its signer, whoever has the seat. After the seat was
    removed, an entry that the old holder had signed before the handover convicts the
    old holder.
    """
    open_table, fold = choosing()
    old, place = open_table.players[1], {"lane": "here/1", "kind": "LEAVE", "phase": 0}
    farewell, came = old.sign((fold.phase.number,), **place), old.speak()
    accept(fold, farewell)
    new = hand_over_seat(open_table, 1, "zed")
    again = new.sign((fold.phase.number,), **place)
    assert Reason.BAD_SIGNATURE is refused(fold, again)
    assert not isinstance(fold.accept(farewell), SlotTaken)
    accept(fold, new.speak())
    number = fold.phase.number
    vote_out(fold, [it.identity for it in open_table.players], [1])
    assert number + 1 == fold.phase.number
    assert fold.charter.people[1] == fold.people[1]

    assert isinstance(fold.accept(came), Equivocation)
    assert [1] == list(fold.evidence)


# In every phase of every game.


@pytest.mark.parametrize(
    ("game", "players"),
    only(
        [("base", 3), ("both", 4), ("architects", 2)],
        [
            (game, players)
            for game in GAMES
            for players in range(2, 8)
            if players > 2 or game == "architects"
        ],
    ),
)
def test_a_seat_changes_hands_in_every_kind_of_phase(game: str, players: int) -> None:
    """
    The new holder plays on in the seat, and everything can be read again from the file
    and from the journal.
    """
    somebody = Table(rules_for(game, players), "kinds", OPEN, shared=True)
    fold, chance = somebody.fold, random.Random(f"{game}/{players}")
    kinds: set[str] = set()
    while not fold.over:
        phase, prev = fold.phase, fold.task.prev
        handed = []
        if phase.kind not in kinds:
            seat = chance.choice(phase.seats)
            after = hand_over_seat(somebody, seat, f"taker {len(kinds)}")
            handed.append(fold.entries()[-1])
            kinds.add(phase.kind)
            assert fold.handovers.holder(seat) == TablePerson(
                after.name, after.identity.public
            )
            assert prev == fold.digest
        said = somebody.phase()
        counted = sorted(said, key=lambda entry: entry.envelope.seat)
        assert [*handed, *counted] == list(fold.closed_phases[-1].entries)
    assert {"MIX", "KEY", "OPEN_SHARE", "END"} < kinds
    assert len(kinds) == len(list(fold.handovers))
    read_again(fold)


@pytest.mark.parametrize("kind", ["CHOOSE", "MIX"])
def test_a_handover_is_in_force_once_the_new_holder_speaks(kind: str) -> None:
    """It changes no digest until then, and may arrive after its phase has closed."""
    several = Table(rules_for("architects", 4), "waits", OPEN, shared=True)
    fold = several.play_until(kind)
    number, prev = fold.phase.number, fold.task.prev
    (speaker,) = fold.phase.seats
    silent = (speaker + 2) % 4
    late = hand_over_seat(several, silent, "zed")
    handover = fold.handovers.of(silent)[0]
    read_again(fold)
    (said,) = several.phase()

    counted = [entry_digest(said.wire.env)]
    assert phase_digest(prev, "main", number, counted) == fold.digest
    while silent not in fold.missing:
        assert () == fold.closed_phases[-1].handovers
        read_again(fold)
        several.phase()
    number = fold.phase.number
    accept(fold, late.speak())
    play_phase_without(several)
    (in_force,) = fold.closed_phases[number].handovers
    assert (handover.entry, number) == (in_force.entry, in_force.since)
    read_again(fold)


# With ballots.


@pytest.mark.parametrize("kind", ["PICK", "REVEAL", "END"])
def test_a_ballot_that_removes_a_seat_drops_its_handover(kind: str) -> None:
    """Nothing that the new holder signed counts."""
    open_table = table()
    fold = open_table.play_until(kind)
    new = hand_over_seat(open_table, 1, "zed")
    if kind == "REVEAL":
        accept(fold, new.speak())
    vote_out(fold, [it.identity for it in open_table.players], [1])
    so_far = fold.log()
    assert so_far == read_log(fold.log(), lambda charter: fold.ruleset).log()
    while fold.phase.kind == kind and not fold.over:
        play_phase_without(open_table, 1)
    assert fold.log().startswith(so_far)

    assert [] == list(fold.handovers)
    assert fold.charter.people == fold.people
    assert fold.seat_of(new.identity.public) is None
    assert (
        () == next(it for it in fold.closed_phases if it.ballot is not None).handovers
    )
    read_again(fold)


def test_a_named_fraud_brings_the_handover_of_its_seat_into_force() -> None:
    """Readers of the file must know whose fraud it is."""
    open_table = table()
    fold = open_table.play_until("REVEAL")
    number = fold.phase.number
    new = hand_over_seat(open_table, 1, "zed")
    hand_over_seat(open_table, 2, "yan")
    assert isinstance(fold.accept(new.sign((bytes(32), b"sell", None, None))), Fraud)
    vote_out(fold, [it.identity for it in open_table.players], [1])
    play_phase_without(open_table, 1)

    assert [1, 2] == [
        handover.seat for handover in fold.closed_phases[number].handovers
    ]
    assert "zed" == fold.people[1].name
    read_again(fold)


# Invalid handovers.


OWNER = identity_of("owner").public


def drafted(
    at: Table,
    *,
    taker: str | Seat = "zed",
    who: bytes | None = None,
    name: str | Seat = "zed",
    owner: bytes = OWNER,
    ahead: int = 0,
    says: Mapping[str, Any] | None = None,
    about: TablePerson | None = None,
    signer: str | None = None,
    body: Mapping[int, Any] | None = None,
    envelope: Mapping[str, Any] | None = None,
    giver: str | Seat = 1,
) -> Entry:
    """
    Sign a handover of seat 1 to zed, or something like it.

    A string names a person, and a number stands for the holder of that seat. *says*
    changes what the new holder signs; *body* and *envelope* replace the rest.
    """
    fold = at.fold

    def identity(it: str | Seat) -> Identity:
        return identity_of(it) if isinstance(it, str) else at.players[it].identity

    called = name if isinstance(name, str) else fold.people[name].name.upper()
    person = TablePerson(called, who or identity(taker).public, owner)
    phase = fold.phase.number + ahead
    place: dict[str, Any] = {
        "gid": fold.charter.gid,
        "seat": 1,
        "number": 0,
        "phase": phase,
    }
    place |= says or {}
    said = takeover_statement(**place, person=about or person)
    signature = identity(signer or taker).sign(said)
    fields: dict[int, Any] = dict(
        enumerate((phase, person.identity, called, owner, signature))
    )
    fields |= body or {}
    said_so = replace(hand_over(at, 1, "zed").envelope, body=tuple(fields.values()))
    return sign(identity(giver), replace(said_so, **(envelope or {})))


BAD = Reason.BAD_HANDOVER

INVALID: Mapping[str, tuple[Reason, dict[str, Any]]] = {
    "another body": (BAD, {"body": {5: None}}),
    "no number": (BAD, {"body": {0: None}}),
    "a number that is a bool": (BAD, {"body": {0: True}}),
    "a phase to come": (Reason.WRONG_PHASE, {"ahead": 1}),
    "not an identity": (BAD, {"who": bytes(32)}),
    "its own": (BAD, {"taker": 1}),
    "of another seat": (BAD, {"taker": 3}),
    "of one before": (BAD, {"taker": "had it"}),
    "a name of another": (BAD, {"name": 3}),
    "no name": (BAD, {"name": ""}),
    "not an owner": (BAD, {"owner": b"owner"}),
    "owns itself": (BAD, {"owner": identity_of("zed").public}),
    "no signature": (BAD, {"body": {4: bytes(64)}}),
    "another's signature": (BAD, {"signer": "yan"}),
    "signed for another phase": (BAD, {"says": {"phase": 1}}),
    "signed for another number": (BAD, {"says": {"number": 1}}),
    "signed for another seat": (BAD, {"says": {"seat": 2}}),
    "signed for another game": (BAD, {"says": {"gid": bytes(32)}}),
    "signed for another owner": (
        BAD,
        {"about": TablePerson("zed", identity_of("zed").public)},
    ),
    "a number too high": (BAD, {"says": {"number": 1}, "envelope": {"phase": 1}}),
    "of another's seat": (Reason.WRONG_SEAT, {"envelope": {"lane": "seat/0"}}),
    "no seat": (Reason.WRONG_LANE, {"envelope": {"lane": "seat/x"}}),
    "a seat that isn't there": (
        Reason.WRONG_SEAT,
        {"envelope": {"lane": "seat/4", "seat": 4}},
    ),
    "another game": (Reason.WRONG_GAME, {"envelope": {"gid": bytes(32)}}),
    "another kind": (Reason.WRONG_KIND, {"envelope": {"kind": "LEAVE"}}),
    "another history": (Reason.FOREIGN_PREV, {"envelope": {"prev": bytes(32)}}),
    "signed by the new one": (Reason.BAD_SIGNATURE, {"giver": "zed"}),
}


def test_invalid_handovers_are_refused() -> None:
    """Each handover has only one thing wrong with it."""
    open_table, fold = choosing()
    # Seat 2 has changed hands before the open phase.
    hand_over_seat(open_table, 2, "had it")
    hand_over_seat(open_table, 2, "has it")
    for what, (reason, wrong) in INVALID.items():
        assert reason is refused(fold, drafted(open_table, **wrong)), what
    accept(fold, drafted(open_table))
    assert TablePerson("zed", identity_of("zed").public, OWNER) == fold.people[1]


def test_handovers_of_a_seat_are_limited() -> None:
    open_table, fold = choosing()
    for seat in range(4):
        for count in range(MAX_HANDOVERS_PER_SEAT):
            hand_over_seat(open_table, seat, f"taker {seat} {count}")
        more = hand_over(open_table, seat, "one more")
        assert Reason.BAD_HANDOVER is refused(fold, more)
    number = fold.phase.number
    open_table.phase()

    assert 4 * MAX_HANDOVERS_PER_SEAT == len(fold.closed_phases[number].handovers)
    read_again(fold)


def test_removed_seats_and_finished_games_allow_no_handover() -> None:
    """A handover that arrives again is known, whoever has the seat."""
    open_table, fold = choosing()
    hand_over_seat(open_table, 1, "yan")
    handover = fold.entries()[-1]
    hand_over_seat(open_table, 1, "zed")
    assert isinstance(fold.accept(handover), Known)
    vote_out(fold, [it.identity for it in open_table.players], [2])
    assert Reason.WRONG_SEAT is refused(fold, hand_over(open_table, 2, "ida"))
    open_table.play()
    last = fold.phase.number
    known = fold.entries()[-1]
    assert Reason.OVER is refused(fold, hand_over(open_table, 0, "ida", last))
    assert isinstance(fold.accept(known), Known)
    assert isinstance(fold.accept(handover), Known)


# Old holders who play on.


def versions(open_table: Table) -> Iterator[tuple[str, Entry]]:
    """Yield what the old holder of seat 1 may sign about the open phase."""
    fold, old = open_table.fold, open_table.players[1]
    yield "an entry", old.speak()
    yield "a ballot", open_ballot(fold, old.identity, 1, honest_proposal(fold, [2]))
    yield "an answer", sign_ballot_answer(fold, old.identity, 1, 0, 0, yes=False)
    yield "another handover", hand_over(open_table, 1, "yan")
    again = hand_over(open_table, 1, "yan").envelope
    yield "a further handover", sign(old.identity, replace(again, phase=1))


@pytest.mark.parametrize(
    "what",
    ["an entry", "a ballot", "an answer", "another handover", "a further handover"],
)
@pytest.mark.parametrize("is_first", [True, False])
def test_signing_on_after_a_handover_is_an_equivocation(
    what: str, *, is_first: bool
) -> None:
    """The two envelopes are the proof for everybody, whichever comes first."""
    open_table, fold = choosing()
    accept(
        fold,
        open_ballot(
            fold, open_table.players[0].identity, 0, honest_proposal(fold, [2])
        ),
    )
    old = open_table.players[1].identity
    other = dict(versions(open_table))[what]
    handover = hand_over(open_table, 1, "zed")
    order = [other, handover] if is_first else [handover, other]
    if is_first and what == "a further handover":
        assert Reason.BAD_HANDOVER is refused(fold, other)
        return
    accept(fold, order[0])
    position = fold.position
    proof = fold.accept(order[1])

    assert isinstance(proof, Equivocation)
    assert (old.public, position) == (proof.identity, fold.position)
    assert {1: proof} == fold.evidence
    data = proof.to_bytes()
    assert proof == Equivocation.from_bytes(data)
    assert old.public == independent.check_evidence(data)
    if what != "another handover":
        assert proof.is_handover
        assert (fold.charter.gid, lane_of(HANDOVERS, 1)) == proof.place[:2]
    assert (what == "another handover" or is_first) or "zed" == fold.people[1].name


def test_entries_about_earlier_phases_do_not_contradict_a_handover() -> None:
    open_table, fold = choosing()
    before = open_table.players[1].speak()
    play_phase_without(open_table, 1)
    accept(fold, before)
    handover = hand_over(open_table, 1, "zed")
    accept(fold, handover)
    for other in (before, *fold.entries()):
        if other.envelope.seat == 1 and other is not handover:
            assert isinstance(fold.accept(other), Known)
            with pytest.raises(Exception, match="two different places|not signed"):
                Equivocation.of(open_table.players[1].identity.public, handover, other)
    assert {} == fold.evidence


# Orders of arrival.


class Rumours:
    """Two folds that receive the same entries, each in a possible order."""

    def __init__(self, game: str, players: int, seed: int) -> None:
        rules = rules_for(game, players)
        self.table = Table(rules, f"rumours {seed}", OPEN, shared=True)
        self.chance = random.Random(f"{game}/{seed}")
        self.other = Table(rules, f"rumours {seed}", OPEN, shared=True).fold
        self.held: list[Entry] = []
        """Handovers that the other fold hasn't received."""
        self.takers = 0

    @property
    def fold(self) -> Fold:
        return self.table.fold

    def phase(self) -> None:
        """Play a phase, or close it without some seats."""
        fold, chance = self.fold, self.chance
        number, silent = fold.phase.number, self._silent()
        begun = fold.position
        for seat in chance.sample(fold.active, len(fold.active)):
            if seat in silent or number != fold.phase.number:
                continue
            may_change = fold.handovers.next_number(seat) < MAX_HANDOVERS_PER_SEAT
            if may_change and chance.random() < 0.1:
                self.takers += 1
                hand_over_seat(self.table, seat, f"taker {self.takers}")
            if seat in fold.missing:
                accept(fold, self.table.players[seat].speak())
        if silent:
            signers = [it.identity for it in self.table.players]
            vote_out(fold, signers, silent)
        assert number < fold.phase.number or fold.over
        self._deliver(fold.entries(begun))

    def _silent(self) -> tuple[Seat, ...]:
        fold = self.fold
        if self.chance.random() < 0.9:
            return ()
        seat = self.chance.choice(fold.missing)
        return (seat,) if fold.opened.is_enough((seat,)) else ()

    def _deliver(self, said: Iterable[Entry]) -> None:
        """
        Send entries to the other fold, in another order; handovers only when they
        matter.
        """
        waiting = [*self.held, *said]
        self.held = []
        chance, other = self.chance, self.other
        rest = [it for it in waiting if it.envelope.kind != "HANDOVER"]
        chance.shuffle(rest)
        # Ballots are opened before they are answered.
        rest.sort(key=_is_answer)
        handovers = [it for it in waiting if it.envelope.kind == "HANDOVER"]
        for entry in rest:
            for handover in list(handovers):
                is_due = handover.envelope.seat == entry.envelope.seat
                if is_due or chance.random() < 0.1:
                    earlier = [
                        it
                        for it in handovers
                        if it.envelope.seat == handover.envelope.seat
                    ]
                    for it in earlier[: earlier.index(handover) + 1]:
                        handovers.remove(it)
                        self._accept(it)
            self._accept(entry)
        gone = set(other.seats) - set(other.active)
        self.held = [it for it in handovers if it.envelope.seat not in gone]

    def _accept(self, entry: Entry) -> None:
        assert isinstance(self.other.accept(entry), SlotTaken)


def _is_answer(entry: Entry) -> bool:
    return (
        entry.envelope.lane.startswith("drop/")
        and entry.envelope.lane != f"drop/{entry.envelope.seat}"
    )


@pytest.mark.parametrize(
    ("seed", "game"),
    only(
        [(6, "base"), (6, "both"), (6, "architects")],
        itertools.product(range(9), GAMES),
    ),
)
def test_folds_agree_in_whatever_order_entries_arrive(game: str, seed: int) -> None:
    """
    They have the same digests to the end, although seats change hands or are removed.
    """
    rumours = Rumours(game, 3 + seed % 5, seed)
    while not rumours.fold.over:
        rumours.phase()
        assert rumours.fold.digest == rumours.other.digest
        assert rumours.fold.active == rumours.other.active
    assert rumours.fold.log() == rumours.other.log()
    assert rumours.fold.people == rumours.other.people
    assert any(passed.handovers for passed in rumours.fold.closed_phases)
    read_again(rumours.fold)


# Secrets.


def sealed_table(until: str) -> Table:
    """Seat players with sealed cards, on all boards that the rules have, and play."""
    boards = ("ephesos", "gizah", "rhodos")
    rules = Wonders(3, "day", boards=boards)
    sealed = Table(rules, "secrets", SEALED, shared=True, boards=",".join(boards))
    sealed.play_until(until)
    return sealed


def deck_of(kept: bytes) -> str:
    """Return the name of the deck to which kept secrets belong."""
    deck, _, _ = unpack_array(kept)
    assert isinstance(deck, str)
    return deck


@pytest.mark.usefixtures("fast_sealing")
def test_a_new_holder_gets_the_secrets_of_facedown_cards_only() -> None:
    """
    It gets the keys of cards that lie face down, but not of decks whose cards are all
    open.
    """
    sealed = sealed_table("REVEAL")
    fold, old = sealed.fold, sealed.players[1]
    new = taker(sealed, 1, "zed")
    with pytest.raises(MissingSecrets):
        new.secrets.hand(fold.task)
    assert new.secrets.faces().keys() < old.secrets.faces().keys()
    accept(fold, old.sign_handover(new))
    assert old.secrets.faces() == new.secrets.faces()
    assert old.secrets.hand(fold.task) == new.secrets.hand(fold.task)
    assert {"age1"} == fold.keys_in_use
    assert ["boards", "age1"] == [deck_of(kept) for kept in old.kept]
    given = old.secrets.entrusted(fold.keys_in_use)
    assert ["age1"] == [deck_of(kept) for kept in given]
    assert () == old.secrets.entrusted(())
    with pytest.raises(ValueError, match="boards"):
        new.secrets.check({"boards"})


@pytest.mark.usefixtures("fast_sealing")
def test_a_new_holder_notices_the_secrets_of_another_seat() -> None:
    """This happens before it signs that it takes the seat."""
    sealed = sealed_table("PICK")
    fold, new = sealed.fold, taker(sealed, 1, "zed")
    for kept in sealed.players[2].kept:
        new.secrets.recall(kept)
    with pytest.raises(ValueError, match="not the secrets for 'age1'"):
        new.sign_takeover(Player(fold.charter, fold.ruleset, 1, fold))
    with pytest.raises(ValueError, match="not the secrets for 'age1'"):
        new.secrets.check(fold.keys_in_use)
    for kept in sealed.players[1].kept:
        new.secrets.recall(kept)
    new.secrets.check(fold.keys_in_use)


@pytest.mark.usefixtures("fast_sealing")
def test_a_key_is_handed_over_as_soon_as_it_is_made() -> None:
    """
    This includes a key that encrypts no card yet, and the key before it for as long as
    a ballot may undo everything.
    """
    sealed = sealed_table("MIX")
    fold = sealed.fold
    assert {"boards"} == fold.keys_in_use
    hand_over_seat(sealed, 2, "zed")
    sealed.phase()
    sealed.play_until("DEAL")
    assert {"age1"} == fold.keys_in_use
    hand_over_seat(sealed, 2, "zoe")
    sealed.play_until("REVEAL")
    assert isinstance(sealed.players[2].secrets, SealedSecrets)
    sealed.phase()
    read_again(fold)


def in_memory(scalars: Collection[int]) -> int:
    """Count the objects that hold one of these scalars, or its bytes."""
    written = [scalar.to_bytes(32, "little") for scalar in scalars]
    mine = {id(it) for it in (*scalars, *written)}
    seen: set[int] = set()
    found = 0
    some = gc.get_objects()
    while some:
        one = some.pop()
        if id(one) in seen or id(one) in mine or one is scalars or one is written:
            continue
        seen.add(id(one))
        if type(one) is int:
            found += one in scalars
        elif type(one) is bytes:
            found += any(it in one for it in written)
        elif not gc.is_tracked(one) or len(seen) < 10**7:
            some += gc.get_referents(one)
    return found


def test_discarded_secrets_are_gone_from_memory() -> None:
    """
    Neither the numbers nor their bytes are left. The test runs in a process that holds
    little else.
    """
    code = "from tests.net.test_handovers import discards; discards()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def discards() -> None:
    sealed = sealed_table("PICK")
    old = sealed.players[1]
    scalars = set()
    for kept in old.kept:
        _, *pair = unpack_array(kept)
        scalars |= {int.from_bytes(it, "little") for it in pair if type(it) is bytes}
    del kept, pair
    assert 4 == len(scalars)
    assert in_memory(scalars)
    old.kept.clear()
    assert old.secrets.faces()

    old.secrets.discard()

    gc.collect()
    assert 0 == in_memory(scalars)
    with pytest.raises(MissingSecrets):
        old.secrets.hand(sealed.fold.task)
