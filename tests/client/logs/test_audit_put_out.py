"""
``wonders audit`` of games that went on without somebody: who was removed, when, by
whom, and why.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from sealed_wonders.client.logs.audit import Report, Verdict, audit
from sealed_wonders.client.tablewords import verdicts
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import parse
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import use
from tests.support.auditing import AuditRunner, LogWriter
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
    vote_out,
)
from tests.support.inprocess.folds import Table


def table(players: int = 4, **others: Any) -> Table:
    """Seat players, with their first choice from a hand open."""
    made = Table(Wonders(players), "four", shared=True, **others)
    made.play_until("PICK")
    return made


def put_out(at: Table, *out: Seat) -> None:
    vote_out(at.fold, [player.identity for player in at.players], out)


def cheat(at: Table, seat: Seat) -> Fraud:
    fraud = at.fold.accept(at.players[seat].sign((b"",)))
    assert isinstance(fraud, Fraud)
    return fraud


def audit_of(fold: Fold) -> Report:
    return audit(fold.log())


def test_a_game_that_went_on_without_somebody_is_valid(
    cli: AuditRunner, save: LogWriter
) -> None:
    """
    The report says who was removed, in which phase, and who proposed and accepted it;
    also in French.
    """
    game = table()
    number = game.fold.phase.number
    put_out(game, 2)
    game.play()
    path = save(game.fold.log())
    first, *lines = cli(path)
    names = [person.name for person in game.charter.people]
    assert first.startswith(f"{path}: valid log, ")
    assert first.endswith(f"; removed: {names[2]}")
    said = (
        f"{names[2]} (seat 2) was removed in phase {number} (PICK) for not acting; "
        f"proposed by {names[0]} (seat 0), accepted by {names[1]} (seat 1) and {names[3]} "
        "(seat 3)."
    )
    assert said in lines
    assert any(
        "  3  yes votes for going on without a player or with" in it for it in lines
    )
    (row,) = [line for line in lines if line.startswith(f"   2  {names[2]} ")][1:]
    assert row.endswith("  removed")
    told = cli.json(path)
    assert "good" == told["verdict"]
    assert [
        {
            "seat": 2,
            "name": names[2],
            "phase": number,
            "kind": "PICK",
            "expected": True,
            "entry": None,
            "reason": None,
            "opener": 0,
            "agreed": [1, 3],
        }
    ] == told["put_out"]
    report = audit_of(game.fold)
    use("fr")
    text = "\n".join((verdicts.verdict(report), *verdicts.told(report)))
    assert "hors jeu" in text
    assert not re.search("removed|proposed|accepted", text)


def test_a_log_with_a_punished_fraud_is_valid(
    cli: AuditRunner, save: LogWriter
) -> None:
    """The report names the entry and its fault. The entry isn't counted as correct."""
    game = table()
    fraud = cheat(game, 1)
    put_out(game, 1)
    game.play()
    path = save(game.fold.log())
    name = game.charter.people[1].name
    lines = cli(path)
    assert lines[0].endswith(f"; removed: {name}")
    (said,) = [
        line for line in lines if line.startswith(f"{name} (seat 1) was removed")
    ]
    report = audit_of(game.fold)
    assert f"for fraud in entry {fraud.entry}: {fraud.reason}" in said
    envelopes = [parse(wire.env) for wire in file.read(game.fold.log())]
    picks = [it for it in envelopes if it.kind == "PICK"]
    assert len(picks) - 1 == report.kinds["PICK"]
    (told,) = cli.json(path)["put_out"]
    assert (fraud.entry, str(fraud.reason)) == (told["entry"], told["reason"])


def test_a_report_says_if_a_removed_player_was_not_waited_for() -> None:
    """The player was removed because of a ballot that isn't in the log."""
    game = Table(Wonders(5), "five", SEALED, shared=True)
    fold = game.play_until("MIX")
    (mixer,) = fold.missing
    other = (mixer + 1) % 5
    put_out(game, mixer, other)
    report = audit_of(fold)
    assert {mixer: True, other: False} == {
        each.seat: each.was_expected for each in report.put_out
    }
    told = "\n".join(verdicts.told(report))
    name = game.charter.people[other].name
    assert f"{name} (seat {other}) was removed in phase " in told
    assert "(MIX), although nobody was waiting for " in told


def test_a_report_on_an_unfinished_log_names_those_still_playing(
    cli: AuditRunner, save: LogWriter
) -> None:
    """
    Two remaining players can't go on without each other. There is no sheet and no
    winner.
    """
    game = table(3)
    put_out(game, 1)
    game.play_until("PICK")
    game.hear([game.players[0].speak()])
    path = save(game.fold.log())
    names = [person.name for person in game.charter.people]
    first, *lines = cli(path)
    number = game.fold.phase.number
    assert (
        f"nothing from {names[2]} yet (PICK in phase {number}); still playing: {names[0]} and "
        f"{names[2]}; removed: {names[1]}"
    ) in first
    assert not any("military" in line for line in lines)
    missing = {"phase": number, "kind": "PICK", "seats": [2], "active": [0, 2]}
    told = cli.json(path)
    assert (missing, None, None) == tuple(
        told[key] for key in ("missing", "fault", "winners")
    )


def test_a_ballot_ends_the_wait_only_when_all_have_agreed() -> None:
    """
    While a yes is missing, the seat is still waited for; then only the remaining
    players are.
    """
    game = table()
    game.play_until("REVEAL")
    fold, signers = game.fold, [player.identity for player in game.players]
    fold.accept(open_ballot(fold, signers[0], 0, honest_proposal(fold, [2])))
    fold.accept(sign_ballot_answer(fold, signers[1], 1, 0, 0, yes=True))
    report = audit_of(fold)
    assert Verdict.UNFINISHED is report.verdict
    assert () == report.put_out
    assert (0, 1, 2, 3) == report.missing
    assert "removed" not in verdicts.verdict(report)
    fold.accept(sign_ballot_answer(fold, signers[3], 3, 0, 0, yes=True))
    assert "REVEAL" == fold.phase.kind
    assert 2 in fold.missing
    assert (0, 1, 3) == audit_of(fold).missing


def test_logs_that_diverge_after_a_ballot_are_compared() -> None:
    """
    In one of them somebody was removed, in the other one all acted, so one seat signed
    both.
    """
    here, there = table(), table()
    before = audit_of(here.fold).fold or here.fold
    number = here.fold.phase.number
    put_out(here, 2)
    # No entry is compared with a vote, although both are counted from zero.
    assert Relation.BEGINNING is compare(before, here.fold).relation
    there.phase()
    for each in (here, there):
        each.phase()
    found = compare(here.fold, there.fold)
    assert Relation.PARTED is found.relation
    assert number + 1 == found.phase
    same = compare(here.fold, audit(here.fold.log()).fold or here.fold)
    assert Relation.SAME is same.relation


@pytest.mark.usefixtures("fast_sealing")
def test_a_report_counts_hands_passed_again_after_a_removal() -> None:
    """The removed player's neighbour passes the same cards to the next player."""
    game = table(suite=SEALED)
    game.play_until("REVEAL")
    put_out(game, 2)
    while game.fold.phase.kind == "REVEAL":
        seat = next(seat for seat in game.fold.missing if seat != 2)
        game.hear([game.players[seat].speak()])
    assert "REPASS" == game.fold.phase.kind
    game.phase()
    text = "\n".join(verdicts.told(audit_of(game.fold)))
    assert "1  hand that skipped a removed neighbour" in text
