"""Players who hand over a seat and still sign for it, and hosts that lie about it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import Entry, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Reason, SlotTaken
from sealed_wonders.net.replay import ReplayFault, read_log
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
)
from tests.support.inprocess.folds import Player, Table, refused


def at_table(kind: str = "PICK") -> Table:
    """Seat four players with a log each, and play up to a phase of a kind."""
    table = Table(Wonders(4, "day"), "handovers")
    table.play_until(kind)
    return table


def handed_to(table: Table, seat: int, name: str) -> tuple[Player, Entry]:
    """Return a seat's new holder, and the handover, which nobody has received yet."""
    old = table.players[seat]
    new = Player(table.charter, old.fold.ruleset, seat, old.fold, name=name)
    return new, old.sign_handover(new)


def test_a_handover_and_a_later_entry_of_the_old_holder_are_proof() -> None:
    """Everybody who receives both entries has the proof."""
    table = at_table()
    folds = [player.fold for player in table.players]
    picks = table.entries()
    new, handover = handed_to(table, 0, "zed")
    said = new.speak()
    # Some receive the handover, and others the old holder's entry.
    for fold in folds[:2]:
        for entry in (handover, said, *picks[1:]):
            assert isinstance(fold.accept(entry), SlotTaken)
    for fold in folds[2:]:
        for entry in picks:
            assert isinstance(fold.accept(entry), SlotTaken)
    assert folds[0].digest == folds[1].digest
    assert folds[2].digest == folds[3].digest
    assert folds[0].digest != folds[2].digest

    # They refuse each other's next entries, and exchange what they have received.
    players = table.players
    late = players[3].sign(players[3].body())
    assert Reason.FOREIGN_PREV is refused(folds[0], late)
    proofs = [folds[0].accept(picks[0]), folds[2].accept(handover)]

    (identity,) = {it.identity for it in proofs if isinstance(it, Equivocation)}
    assert table.charter.people[0].identity == identity
    for proof in proofs:
        assert isinstance(proof, Equivocation)
        assert proof.is_handover
        assert proof == Equivocation.from_bytes(proof.to_bytes())


def test_a_second_handover_convicts_the_seat_and_the_first_counts() -> None:
    """Two takeovers of one seat at once are two versions of one envelope."""
    table = at_table()
    first, handover = handed_to(table, 0, "yan")
    other, again = handed_to(table, 0, "zed")
    for player in table.players:
        assert isinstance(player.fold.accept(handover), SlotTaken)
        proof = player.fold.accept(again)
        assert isinstance(proof, Equivocation)
        assert table.charter.people[0].identity == proof.identity
        assert Reason.BAD_SIGNATURE is refused(player.fold, other.speak())
        assert "yan" == player.fold.people[0].name
    table.players[0] = first
    table.phase()


def test_a_handover_needs_the_signatures_of_both_holders() -> None:
    """A takeover that is shown in another place is refused, too."""
    table = at_table()
    fold = table.players[2].fold
    new, handover = handed_to(table, 0, "zed")
    _, other = handed_to(table, 1, "yan")
    envelope = handover.envelope
    for thief in (new.identity, table.players[1].identity):
        assert Reason.BAD_SIGNATURE is refused(fold, sign(thief, envelope))
    # A takeover signed for one place is shown in another.
    for place in (other.envelope, replace(envelope, phase=1)):
        signer = table.players[place.seat].identity
        moved = sign(signer, replace(place, body=envelope.body))
        assert Reason.BAD_HANDOVER is refused(fold, moved)
    assert isinstance(fold.accept(handover), SlotTaken)


def test_a_host_that_withholds_a_handover_only_makes_a_seat_silent() -> None:
    """
    Players without the handover refuse the new holder's entries. Once it arrives, all
    digests are equal.
    """
    table = at_table()
    informed, uninformed = table.players[1].fold, table.players[2].fold
    others = [table.players[seat].speak() for seat in (1, 2, 3)]
    new, handover = handed_to(table, 0, "zed")
    said = new.speak()
    for entry in others:
        informed.accept(entry)
        uninformed.accept(entry)
    informed.accept(handover)
    informed.accept(said)

    assert Reason.BAD_SIGNATURE is refused(uninformed, said)
    assert (0,) == uninformed.missing
    assert {} == uninformed.evidence
    uninformed.accept(handover)
    uninformed.accept(said)
    assert informed.digest == uninformed.digest


def test_a_handover_that_only_some_receive_splits_nobody() -> None:
    """
    Until the new holder has signed something that counts, the handover is in no digest.
    """
    table = at_table()
    informed, uninformed = table.players[1].fold, table.players[2].fold
    _, handover = handed_to(table, 0, "zed")
    informed.accept(handover)
    signers = [player.identity for player in table.players]
    votes = [open_ballot(informed, signers[1], 1, honest_proposal(informed, [0]))]
    informed.accept(votes[0])
    for seat in (2, 3):
        votes.append(sign_ballot_answer(informed, signers[seat], seat, 1, 0, yes=True))
    for entry in votes[1:]:
        informed.accept(entry)
    for entry in votes:
        uninformed.accept(entry)

    assert informed.digest == uninformed.digest
    assert informed.log() == uninformed.log()
    assert table.charter.people == informed.people == uninformed.people


def test_a_log_that_omits_a_handover_is_refused() -> None:
    """
    The entries after it aren't signed by the seat's known holder, and its digest is
    missing.
    """
    table = at_table()
    new, handover = handed_to(table, 0, "zed")
    for player in table.players:
        player.fold.accept(handover)
    table.players[0] = new
    table.phase()
    fold = table.fold
    data = fold.log()
    assert fold.digest == read_log(data, lambda charter: fold.ruleset).digest
    wires = file.read(data)
    left = [wire for wire in wires if wire != handover.wire]
    assert len(wires) == len(left) + 1

    with pytest.raises(ReplayFault, match="bad-signature"):
        read_log(file.write(left), lambda charter: fold.ruleset)
