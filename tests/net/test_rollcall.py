"""Roll calls: whose signature counts for a seat that has changed hands by ballots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.log.envelopes import Wire, parse
from sealed_wonders.net.log.lanes import phase_about
from sealed_wonders.net.messages import Attestation, Attested
from sealed_wonders.net.rollcall import (
    Answer,
    SeatKeys,
    Statement,
    evidence_of,
    proven,
    roll_digest,
    sign,
)
from tests.net.test_rescue import opened, proposal, rescue, rescue_table, vote_yes
from tests.support.inprocess.folds import accept, play_phase_without
from tests.support.lobbies import identity_of

NONCE = bytes(32)
GIVEN_AWAY = 3


def answer(fold: Fold, host: str, who: str, evidence: Iterable[Wire]) -> Answer:
    """Return a host's answer: somebody signs for the seat there, with this evidence."""
    said, roll = Statement(fold.phase.number, fold.digest, None), roll_digest((NONCE,))
    gid = fold.charter.gid
    signature = sign(identity_of(who), gid, pin(host), roll, said)
    row = Attestation(GIVEN_AWAY, *said, signature)
    return Answer(NONCE, Attested(gid, (NONCE,), (row,), tuple(evidence)))


def pin(host: str) -> bytes:
    return host.encode() * 16


def holders(fold: Fold, at: Sequence[tuple[str, Answer]]) -> dict[str, bool]:
    """Return whether each host proves that the seat is played there."""
    found = proven(fold, {pin(host): answer for host, answer in at})
    return {host: GIVEN_AWAY in found[pin(host)] for host, _ in at}


def given_away_twice() -> tuple[Fold, Fold, tuple[Wire, ...], tuple[Wire, ...]]:
    """
    Give a seat to zed, and later to zoe.

    Returns:
        The log before that and the log after it; what proves zed's key, and zoe's.
    """
    before = rescue_table()
    before.play_until("PICK")
    table = rescue_table()
    fold = table.play_until("PICK")
    evidence = []
    for name in ("zed", "zoe"):
        rescue(table, {GIVEN_AWAY: name})
        play_phase_without(table)
        evidence.append(evidence_of(fold, [GIVEN_AWAY]))
    zeds, zoes = evidence
    return before.fold, fold, zeds, zoes


def test_a_substitute_that_was_replaced_does_not_count_again() -> None:
    """Its ballot was carried, but the asker's log has a later one."""
    _, fold, zeds, _ = given_away_twice()
    assert {"A": False} == holders(fold, [("A", answer(fold, "A", "zed", zeds))])
    assert {"A": True} == holders(fold, [("A", answer(fold, "A", "zoe", ()))])


@pytest.mark.parametrize("order", ["AB", "BA"])
def test_the_newest_substitute_counts_whichever_host_answers_first(
    order: str,
) -> None:
    behind, fold, zeds, zoes = given_away_twice()
    answers = {
        "A": answer(fold, "A", "zed", zeds),
        "B": answer(fold, "B", "zoe", zoes),
    }
    found = holders(behind, [(host, answers[host]) for host in order])
    assert {"A": False, "B": True} == found
    # Without the later ballot, nobody can know that zed was replaced.
    assert {"A": True} == holders(behind, [("A", answers["A"])])


def test_a_void_ballot_gives_nobody_a_seat() -> None:
    """More than half have said yes to it, but the asker's log has the no."""
    table = rescue_table()
    fold = table.play_until("PICK")
    ballot = opened(table, proposal(fold, {GIVEN_AWAY: "zed"}))

    def says(seat: Seat, *, agrees: bool) -> None:
        accept(fold, vote_yes(table, ballot, seat, yes=agrees))

    says(1, agrees=True)
    says(2, agrees=True)
    wires = [entry.wire for entry in ballot.entries]
    says(4, agrees=False)
    assert Status.VOID is ballot.status
    assert {"A": False} == holders(fold, [("A", answer(fold, "A", "zed", wires))])


def test_evidence_is_learned_in_the_order_of_its_phases() -> None:
    """
    A substitute has voted on another seat later. A host may send the later ballot first.
    """
    table, behind = rescue_table(4), rescue_table(4)
    fold = table.play_until("PICK")
    behind.play_until("PICK")
    for seat, name in ((GIVEN_AWAY, "zed"), (1, "zoe")):
        rescue(table, {seat: name})
        play_phase_without(table)
        table.phase()  # confirms the ballot
    evidence = evidence_of(fold, [1, GIVEN_AWAY])
    phases = [phase_about(parse(wire.env)) for wire in evidence]
    assert phases == sorted(phases)  # type: ignore[type-var]
    for sent in (evidence, evidence[::-1]):
        keys = SeatKeys(behind.fold)
        keys.learn(sent)
        names = [identity_of(name).public for name in ("zoe", "zed")]
        assert names == [keys.of(1), keys.of(GIVEN_AWAY)]
