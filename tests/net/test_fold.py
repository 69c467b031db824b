"""The fold: what it accepts and refuses, which seat it names, and that folds agree."""

from __future__ import annotations

import contextlib
import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.game import Answer, AnyState, IllegalMove, Move, Order, Refusal
from sealed_wonders.net.beyond import MAX_ENTRIES_BEYOND
from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log import file
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    Value,
    Wire,
    parse,
    wires_of,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import Known, Reason, SlotTaken, WireRefused
from sealed_wonders.net.suites import secrets_of
from tests.support.inprocess.ballots import honest_proposal, open_ballot
from tests.support.inprocess.chance import bytes_of
from tests.support.inprocess.folds import Player, Table, outcome
from tests.support.toy import Toy, ToyState

ROOT = Path(__file__).parent.parent.parent


def snapshot(fold: Fold) -> SimpleNamespace:
    """Return everything that can be seen of a fold."""
    names = "position", "digest", "state", "states", "task", "missing", "fraud", "over"
    return SimpleNamespace(
        **{name: getattr(fold, name) for name in names},
        log=fold.log(),
        evidence=dict(fold.evidence),
        faces=[secrets_of(fold, seat).faces() for seat in fold.seats],
    )


def refusal(fold: Fold, wire: Entry) -> Reason:
    """Return why a fold refuses a wire, and check that it stays unchanged."""
    before = snapshot(fold)
    with pytest.raises(WireRefused) as refused:
        fold.accept(wire)
    assert before == snapshot(fold)
    return refused.value.reason


# Whole games.


def test_a_game_has_the_phases_that_its_rules_ask_for() -> None:
    table = Table(Toy(3))
    found: list[str] = []
    while not table.fold.over:
        phase = table.fold.phase
        seats = "".join(map(str, phase.seats))
        found.append(f"{phase.kind} {phase.deck} {seats}".replace("  ", " "))
        table.phase()
    mix = ["MIX {} 0", "MIX {} 1", "MIX {} 2"]
    turn = ["PICK {} 012", "REVEAL {} 012"]
    expected = [
        *("KEY boards 012", *(step.format("boards") for step in mix)),
        *("OPEN_SHARE boards 012", "DECIDE 012", "DECLARE 012"),
        *("KEY drafts 012", *(step.format("drafts") for step in mix)),
        *("DEAL drafts 012", *(step.format("drafts") for step in turn * 2)),
        *("KEY guilds 012", *(step.format("guilds") for step in mix)),
        *(step.format("age") for step in mix),
        *("DEAL age 012", *(step.format("age") for step in turn * 3)),
        *("CHOOSE age 1", "CHOOSE 0", "PICK drafts 2", "REVEAL drafts 2"),
        *("KEY pile/1 012", "LOOK_X pile/1 012"),
        *(step.format("pile/1") for step in mix),
        *("DEAL pile/1 012", "CHOOSE pile/1 2"),
        *("KEY pile/2 012", "LOOK_X pile/2 2"),
        *(step.format("pile/2") for step in mix),
        *("DEAL pile/2 012", "CHOOSE pile/2 0", "CHOOSE pile/3 1", "END 012"),
    ]
    assert expected == found


def test_a_fold_keeps_only_the_wires_of_closed_phases() -> None:
    """It parses their envelopes again on request."""
    table = Table(Toy(3))
    table.play_until("PICK")
    for entry in table.fold.entries(len(table.charter.entries)):
        assert not any(isinstance(it, Envelope) for it in gc.get_referents(entry))
        assert parse(entry.wire.env) == entry.envelope
        assert any(isinstance(it, Envelope) for it in gc.get_referents(entry))


def test_a_game_does_not_depend_on_the_hash_seed() -> None:
    """Digest, faces and state are the same in another process."""
    program = (
        "from tests.support.inprocess.folds import Table, outcome\n"
        "from tests.support.toy import Toy\n"
        "print(outcome(Table(Toy(3))))\n"
    )
    other = "0" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    said = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": other},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert f"{outcome(Table(Toy(3)))}\n" == said


class RefusingState(ToyState):
    """Refuses every answer that it asked for."""

    def tell(self, answer: Answer) -> AnyState:
        raise IllegalMove(None, Refusal.NOT_ASKED, "no")


class RefusingRules(Toy):
    """Rules that ask for something and refuse it."""

    def begin(self, order: Order) -> ToyState:
        return RefusingState(self, 0, "boards", (), (), ())


def test_contradictory_rules_raise_a_local_error() -> None:
    """No seat is blamed for it. A commitment not asked for is a local error, too."""
    table = Table(RefusingRules(3))
    with pytest.raises(LocalProtocolError):
        table.fold.seal(0, "keep", bytes(32))
    with pytest.raises(LocalProtocolError, match="the rules refuse"):
        table.play()
    assert None is table.fold.fraud


# Fraud: a signed body that doesn't follow.

Cheat = Callable[[Table, Player], Body]


def changed(body: Body, at: int, value: Value) -> Body:
    return (*body[:at], value, *body[at + 1 :])


def another_move(table: Table, player: Player) -> Body:
    """Reveal a legal move that wasn't committed to, with the right nonce."""
    assert player.intent is not None
    move, nonce = player.intent
    fold = player.fold
    moves = fold.state.moves(player.seat, player.secrets.hand(fold.task))
    other = next(found for found in moves if found.text != move.text)
    return player.secrets.reveal(fold.task, other, nonce)


def another_nonce(table: Table, player: Player) -> Body:
    return changed(player.body(), 0, bytes(32))


def another_hands_card(table: Table, player: Player) -> Body:
    neighbour = table.players[(player.seat + 1) % len(table.players)]
    card = next(iter(neighbour.secrets.hand(player.fold.task).values()))
    return changed(player.body(), 2, card)


def too_little(table: Table, player: Player) -> Body:
    return player.body()[:-1]


def something(table: Table, player: Player) -> Body:
    return (b"",)


def opens_needlessly(table: Table, player: Player) -> Body:
    move = next(
        move
        for move in player.fold.state.moves(
            player.seat, player.secrets.hand(player.fold.task)
        )
        if move.text == "decline"
    )
    hand = player.secrets.hand(player.fold.task)
    payload, _ = player.body(move)
    return (payload, ((0, next(iter(hand.values())), None),))


def opens_another(table: Table, player: Player) -> Body:
    hand = list(player.secrets.hand(player.fold.task).items())
    texts = player.fold.ruleset.cards
    verb = "pick" if len(hand) > 1 else "build"
    _, card = hand[-1]
    other = (card + 1) % len(texts)
    return (f"{verb} {texts[other]}".encode(), ((len(hand) - 1, other, None),))


def names_another(table: Table, player: Player) -> Body:
    """Open the right card, but name another."""
    (*_, (slot, card)) = player.secrets.hand(player.fold.task).items()
    verb = "pick" if len(player.secrets.hand(player.fold.task)) > 1 else "build"
    good = Move(f"{verb} {player.fold.ruleset.cards[card]}", slot)
    return changed(player.body(good), 0, f"{verb} nothing".encode())


def no_move(table: Table, player: Player) -> Body:
    return changed(player.body(), 0, b"Spare ")


def other_score(table: Table, player: Player) -> Body:
    rows, digest = player.body()
    assert isinstance(rows, tuple)
    assert isinstance(rows[0], tuple)
    first = rows[0][0]
    assert isinstance(first, int)
    return (((first + 1, *rows[0][1:]), *rows[1:]), digest)


def other_digest(table: Table, player: Player) -> Body:
    return changed(player.body(), 1, bytes(32))


CHEATS = [
    *((kind, "", something) for kind in ("KEY", "MIX", "DEAL", "OPEN_SHARE", "LOOK_X")),
    *((kind, "", too_little) for kind in ("PICK", "DECIDE", "DECLARE", "CHOOSE")),
    ("REVEAL", "turn 1", another_move),
    ("REVEAL", "turn 1", another_nonce),
    ("REVEAL", "draft 1", another_hands_card),
    ("DECLARE", "sides", another_move),
    ("CHOOSE", "last", opens_needlessly),
    ("CHOOSE", "look 1", opens_another),
    ("CHOOSE", "look 1", names_another),
    ("CHOOSE", "penalty", no_move),
    ("END", "over", other_score),
    ("END", "over", other_digest),
]
"""Bodies that the cards or the fold refuse; see also test_opencards.py."""


@pytest.mark.parametrize(
    ("kind", "stage", "cheat"),
    CHEATS,
    ids=[f"{kind}-{stage}-{cheat.__name__}" for kind, stage, cheat in CHEATS],
)
def test_a_cheating_seat_is_named_at_its_entry(
    kind: str, stage: str, cheat: Cheat
) -> None:
    """The entry is logged, but no fold applies it, and the phase stays open."""
    table = Table(Toy(3))
    table.play_until(kind, stage)
    (*others, cheater) = [table.players[seat] for seat in table.fold.missing]
    wire = cheater.sign(cheat(table, cheater))
    honest = [player.speak() for player in others]
    for player in table.players:
        fold = player.fold
        before = snapshot(fold)
        verdict = fold.accept(wire)
        assert isinstance(verdict, Fraud)
        assert verdict is fold.fraud
        assert {cheater.seat: verdict} == fold.frauds
        assert (before.position, cheater.seat, fold.phase.number, kind) == (
            verdict.entry,
            verdict.seat,
            verdict.phase,
            verdict.kind,
        )
        assert str(cheater.seat) in str(verdict)
        after = snapshot(fold)
        assert wire == fold.entries()[-1]
        assert (before.digest, before.state, before.task, before.faces) == (
            after.digest,
            after.state,
            after.task,
            after.faces,
        )
        # The other entries are accepted, and nothing else happens.
        assert tuple(other.seat for other in others) == fold.missing
        for other in honest:
            assert isinstance(fold.accept(other), SlotTaken)
        assert ((), False) == (fold.missing, fold.stopped)
        assert (before.digest, before.task) == (fold.digest, fold.task)
        assert isinstance(fold.accept(wire), Known)


@pytest.mark.parametrize("kind", ["KEY", "PICK", "REVEAL", "END"])
def test_a_game_stops_if_half_of_the_table_cheats(kind: str) -> None:
    """The others can't remove half of the table."""
    table = Table(Toy(4))
    table.play_until(kind)
    fold = table.fold
    one, two, three, four = table.players
    honest = [player.speak() for player in (three, four)]
    for player in (one, two):
        assert not fold.stopped
        assert isinstance(fold.accept(player.sign((b"",))), Fraud)
    assert ((), True) == (fold.missing, fold.stopped)
    ballot = open_ballot(fold, three.identity, 2, honest_proposal(fold, [0]))
    for wire in (*honest, ballot):
        assert Reason.OVER is refusal(fold, wire)
    assert [0, 1] == list(fold.frauds)
    # Known entries stay known, and a second version still convicts its signer.
    assert isinstance(fold.accept(fold.entries()[-1]), Known)
    assert isinstance(fold.accept(two.sign((b"more",))), Equivocation)


VALUES: st.SearchStrategy[Value] = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.binary() | st.text(),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=6,
)


@pytest.mark.parametrize(
    ("kind", "stage"),
    [
        ("MIX", ""),
        ("DECIDE", ""),
        ("DECLARE", ""),
        ("PICK", "draft 1"),
        ("REVEAL", "draft 1"),
        ("REVEAL", "turn 1"),
        ("CHOOSE", "last"),
        ("CHOOSE", "penalty"),
        ("CHOOSE", "look 1"),
    ],
)
def test_invalid_bodies_raise_nothing_but_wrong(kind: str, stage: str) -> None:
    table = Table(Toy(3))
    table.play_until(kind, stage)
    fold = table.fold
    seat = fold.missing[0]
    good = table.players[seat].body()
    before = snapshot(fold)

    @given(st.lists(VALUES, max_size=4).map(tuple), VALUES, st.integers(0, 3))
    def check(body: Body, value: Value, at: int) -> None:
        for bad in (body, good[:at] + (value,) + good[at + 1 :]):
            with contextlib.suppress(Wrong):
                fold.cards.check(fold.task, seat, bad)

    check()
    fold.cards.check(fold.task, seat, good)
    assert before == snapshot(fold)


def test_a_limited_number_of_entries_beyond_a_fraud_is_relayed() -> None:
    """A host that believed a proof went on. Its entries do nothing, but aren't lost."""
    table = Table(Toy(3))
    table.play_until("DEAL")
    fold, number = table.fold, table.fold.phase.number
    cheater, other, _ = table.players
    ahead = [
        other.sign((k,), phase=number + 1 + k, prev=bytes_of("theirs"))
        for k in range(MAX_ENTRIES_BEYOND + 1)
    ]
    assert Reason.WRONG_PHASE is refusal(fold, ahead[0])
    assert isinstance(fold.accept(cheater.sign((b"",))), Fraud)
    before = snapshot(fold)
    for wire in ahead[:-1]:
        taken = fold.accept(wire)
        assert isinstance(taken, SlotTaken)
        assert (False, False) == (taken.closed, taken.counts)
    after = snapshot(fold)
    assert (before.task, before.missing, before.log) == (
        after.task,
        after.missing,
        after.log,
    )
    assert Reason.WRONG_PHASE is refusal(fold, ahead[-1])
    forged = Entry.of(Wire(ahead[-1].wire.env, bytes(64)))
    assert Reason.BAD_SIGNATURE is refusal(fold, forged)


def test_false_is_not_zero_in_a_score() -> None:
    table = Table(Toy(3))
    table.play_until("END")
    player = table.players[0]
    rows, digest = player.body()
    assert isinstance(rows, tuple)
    first = rows[0]
    assert isinstance(first, tuple)
    at = first.index(0)
    body = ((changed(first, at, False), *rows[1:]), digest)
    assert body == player.body()
    assert isinstance(table.fold.accept(player.sign(body)), Fraud)


# Two versions.


def test_one_equivocation_is_kept_for_each_seat() -> None:
    table = Table(Toy(3))
    player, fold = table.players[1], table.fold
    fold.accept(player.speak())
    found = [fold.accept(player.sign((number,))) for number in range(5)]
    assert {1: found[0]} == fold.evidence


# Refusals.


def test_the_log_is_complete_after_a_local_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It contains every entry once, so that the cause can be found."""
    table = Table(Toy(3), shared=True)
    table.play_until("DEAL")
    fold = table.fold

    def close(*_: object) -> None:
        raise LocalProtocolError("an impossible card was revealed")

    monkeypatch.setattr(fold.cards, "close", close)
    *wires, last = [player.speak() for player in table.players]
    for wire in wires:
        fold.accept(wire)
    with pytest.raises(LocalProtocolError):
        fold.accept(last)

    assert sorted(wires_of(fold.entries())) == sorted(file.read(fold.log()))
