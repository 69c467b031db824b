"""Players who hand a seat over and still sign for it, and hosts that lie about handovers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import Entry, sign
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Reason, SlotTaken
from sealed_wonders.net.replay import ReplayFault, read_log
from tests.support.inprocess.ballots import answer, open_ballot, propose
from tests.support.inprocess.folds import Player, Table, refused


def at_table(kind: str = "PICK") -> Table:
    """Sit four down, each with a log of their own, and play on until then."""
    table = Table(Wonders(4, "day"), "handovers")
    table.play_until(kind)
    return table


def handed_to(table: Table, seat: int, name: str) -> tuple[Player, Entry]:
    """Let a seat be handed over; nobody has heard of it."""
    old = table.players[seat]
    new = Player(table.charter, old.fold.ruleset, seat, old.fold, name=name)
    return new, old.hand_over(new)


def test_who_hands_over_and_plays_on_is_convicted_by_both() -> None:
    """Whoever hears of both has the proof; the log goes on with what it has."""
    table = at_table()
    folds = [player.fold for player in table.players]
    picks = table.entries()
    new, handover = handed_to(table, 0, "zed")
    said = new.speak()
    # Some are shown that it was handed over, and others what it says all the same.
    for fold in folds[:2]:
        for entry in (handover, said, *picks[1:]):
            assert isinstance(fold.accept(entry), SlotTaken)
    for fold in folds[2:]:
        for entry in picks:
            assert isinstance(fold.accept(entry), SlotTaken)
    assert folds[0].digest == folds[1].digest
    assert folds[2].digest == folds[3].digest
    assert folds[0].digest != folds[2].digest

    # They stop at each other's next entries, and tell each other what they have heard.
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


def test_who_hands_over_twice_is_convicted_and_the_first_counts() -> None:
    """Two who take one seat at once are two versions of one envelope."""
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


def test_nobody_is_made_to_take_a_seat_and_none_is_taken() -> None:
    """It needs the signatures of both: nobody else's, and from nowhere else."""
    table = at_table()
    fold = table.players[2].fold
    new, handover = handed_to(table, 0, "zed")
    _, other = handed_to(table, 1, "yan")
    envelope = handover.envelope
    for thief in (new.identity, table.players[1].identity):
        assert Reason.BAD_SIGNATURE is refused(fold, sign(thief, envelope))
    # What was signed for one place is shown at another.
    for place in (other.envelope, replace(envelope, phase=1)):
        signer = table.players[place.seat].identity
        moved = sign(signer, replace(place, body=envelope.body))
        assert Reason.BAD_HANDOVER is refused(fold, moved)
    assert isinstance(fold.accept(handover), SlotTaken)


def test_a_host_that_holds_a_handover_back_only_makes_a_seat_silent() -> None:
    """What the new one says is nothing to whoever hasn't heard; later all is as it was."""
    table = at_table()
    told, kept_from = table.players[1].fold, table.players[2].fold
    others = [table.players[seat].speak() for seat in (1, 2, 3)]
    new, handover = handed_to(table, 0, "zed")
    said = new.speak()
    for entry in others:
        told.accept(entry)
        kept_from.accept(entry)
    told.accept(handover)
    told.accept(said)

    assert Reason.BAD_SIGNATURE is refused(kept_from, said)
    assert (0,) == kept_from.missing
    assert {} == kept_from.evidence
    kept_from.accept(handover)
    kept_from.accept(said)
    assert told.digest == kept_from.digest


def test_a_host_that_shows_a_handover_to_some_only_splits_nobody() -> None:
    """As long as the new one says nothing that counts it is in no digest."""
    table = at_table()
    told, kept_from = table.players[1].fold, table.players[2].fold
    _, handover = handed_to(table, 0, "zed")
    told.accept(handover)
    signers = [player.identity for player in table.players]
    votes = [open_ballot(told, signers[1], 1, propose(told, [0]))]
    told.accept(votes[0])
    for seat in (2, 3):
        votes.append(answer(told, signers[seat], seat, 1, 0, yes=True))
    for entry in votes[1:]:
        told.accept(entry)
    for entry in votes:
        kept_from.accept(entry)

    assert told.digest == kept_from.digest
    assert told.log() == kept_from.log()
    assert table.charter.people == told.people == kept_from.people


def test_a_host_that_leaves_a_handover_out_of_its_log_is_found_out() -> None:
    """What follows it isn't signed by whoever has the seat, and its digest is missing."""
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
