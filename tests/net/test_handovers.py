"""A seat changes hands: who signs for it, from which phase on, and what all make of it."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.lobby import Person
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Reason, Refused, Taken
from sealed_wonders.net.replay import read_log
from tests.support.inprocess.ballots import voted_out
from tests.support.inprocess.folds import Player, Table


def table(players: int = 4, seed: str = "", suite: int = 0) -> Table:
    """Sit people down who look at one fold."""
    return Table(Wonders(players, "day"), seed, suite, shared=True)


def taker(table: Table, seat: Seat, name: str) -> Player:
    """Let somebody come who takes a seat."""
    fold = table.fold
    return Player(fold.charter, fold.ruleset, seat, fold, name=name)


def hand_over(table: Table, seat: Seat, name: str, phase: int | None = None) -> Entry:
    """Sign that somebody else takes a seat, from the open phase on or an earlier one."""
    fold, before, after = table.fold, table.players[seat], taker(table, seat, name)
    phase = fold.phase.number if phase is None else phase
    number = len(fold.handovers.of(seat))
    person = Person(name, after.identity.public)
    said = takeover_statement(fold.charter.gid, seat, number, phase, person)
    takeover = Takeover(phase, person, after.identity.sign(said))
    return before.sign(
        takeover.body,
        lane=f"seat/{seat}",
        phase=number,
        kind="HANDOVER",
        prev=fold.prev_of(phase),
    )


def changes_hands(table: Table, seat: Seat, name: str) -> Player:
    """Let somebody else take a seat, from the open phase on."""
    after = taker(table, seat, name)
    assert isinstance(table.fold.accept(table.players[seat].hand_over(after)), Taken)
    table.players[seat] = after
    return after


def accept(fold: Fold, *entries: Entry) -> None:
    """Take these."""
    for entry in entries:
        assert isinstance(fold.accept(entry), Taken)


def read(fold: Fold) -> Fold:
    """Read the file of a log."""
    return read_log(fold.log(), lambda charter: fold.ruleset)


def of_one_phase(table: Table, *silent: Seat) -> None:
    """Let all speak in the open phase but some."""
    for seat in table.fold.missing:
        if seat not in silent:
            accept(table.fold, table.players[seat].speak())


def test_whoever_comes_later_may_have_the_name_that_nobody_had() -> None:
    """
    Two take one name, from different phases on; neither was in force for the other.

    In a file they stand by seat, and as they came otherwise: names that are refused follow
    from what a phase's digest has settled, or readers would differ.
    """
    open_table = table()
    open_table.play_until("MIX")
    fold = open_table.fold
    while fold.missing != (3,):
        of_one_phase(open_table)
    number = fold.phase.number
    accept(fold, hand_over(open_table, 2, "zed"))
    accept(fold, hand_over(open_table, 0, "Zed", number - 2))

    people = read(fold).people
    assert ("Zed", "zed") == (people[0].name, people[2].name)


def test_what_a_seat_had_said_before_it_was_out_is_still_known_by_its_signer() -> None:
    """Its handover came to nothing: what the old one signs is no second version."""
    open_table = table()
    fold = open_table.play_until("PICK")
    old = open_table.players[1]
    came = old.speak()
    new = changes_hands(open_table, 1, "zed")
    said = new.speak()
    accept(fold, said)
    number = fold.phase.number
    voted_out(fold, [it.identity for it in open_table.players], [1])
    assert number + 1 == fold.phase.number
    assert fold.charter.people[1] == fold.people[1]

    proof = fold.accept(came)

    assert isinstance(proof, Equivocation)
    assert [1] == list(fold.evidence)


def test_a_farewell_is_its_signers_whoever_has_the_seat_then() -> None:
    """It comes again, or whoever came after signs another in its place."""
    open_table = table()
    fold = open_table.play_until("PICK")
    place = {"lane": "leave/1", "kind": "LEAVE", "phase": 0}
    farewell = open_table.players[1].sign((fold.phase.number,), **place)
    accept(fold, farewell)
    new = changes_hands(open_table, 1, "zed")

    with pytest.raises(Refused) as refused:
        fold.accept(new.sign((fold.phase.number,), **place))

    assert Reason.BAD_SIGNATURE is refused.value.reason
    assert not isinstance(fold.accept(farewell), Taken)
