"""Signed bodies that differ from what the rules require, in every kind of phase."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.core.game import Seat
from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.claims import Claim, Fraud
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import (
    Body,
    Entry,
    Envelope,
    Value,
    Wire,
    pack_body,
    parse,
    sign,
)
from sealed_wonders.net.log.phases import SlotTaken
from sealed_wonders.net.suites import begin
from tests.cheats.modified_clients import (
    Adversary,
    AdversaryView,
    believed_in,
    convicted,
    fold_of,
    honest,
    in_deck,
    signed_again,
)
from tests.support.inprocess.client import Client
from tests.support.lobbies import identity_of
from tests.support.thorough import only
from tests.support.toy import Toy

WHO: dict[str, tuple[Seat, str]] = {
    "KEY": (1, "guilds"),
    "MIX": (1, "guilds"),
    "OPEN_SHARE": (1, "boards"),
    "DECIDE": (1, ""),
    "DECLARE": (1, ""),
    "DEAL": (1, "age"),
    "PICK": (1, "age"),
    "REVEAL": (1, "age"),
    "CHOOSE": (2, "pile/1"),
    "LOOK_X": (1, "pile/1"),
    "END": (1, ""),
}
"""By kind of phase: the seat whose body is altered, and the deck."""

each_kind = pytest.mark.parametrize("kind", WHO)


# Other bodies.


def altered(value: Value) -> Iterator[Value]:
    """Yield variants of a value that differ from it in one place."""
    if isinstance(value, tuple):
        for at, part in enumerate(value):
            before, behind = value[:at], value[at + 1 :]
            yield (*before, *behind)
            for other in (*altered(part), None, 7, True, b"", "x", ()):
                yield (*before, other, *behind)
        yield (*value, None)
        yield (*value, b"")
        yield (value,)
    elif isinstance(value, bytes):
        yield value[:-1]
        yield value + b"\0"
        for at in range(0, len(value), 32):
            yield value[:at] + bytes([value[at] ^ 1]) + value[at + 1 :]
    elif type(value) is int:
        yield value + 1
        yield -1
        yield 1 << 63


@functools.cache
def place(kind: str) -> tuple[int, Envelope]:
    """Return the number and the envelope of an honest entry of a kind."""
    seat, deck = WHO[kind]
    entry = honest(seat).entry(kind, seat, deck)
    return entry, honest(seat).envelopes[entry]


def until(kind: str) -> Fold:
    """Replay an honest game up to an entry of a kind."""
    entry, envelope = place(kind)
    game = honest(envelope.seat)
    fold = begin(fold_of(game.clients[0]).charter, Toy(3))
    return believed_in(fold, map(Entry.of, game.wires[fold.position : entry]))


def signed(fold: Fold, envelope: Envelope, body: Body) -> Wire:
    author = identity_of(fold.charter.people[envelope.seat].name)
    return sign(author, replace(envelope, body=body)).wire


def is_another_choice(kind: str, body: Body, other: Body) -> bool:
    """
    Return whether only the author's own commitment was changed, into a well-formed one.
    """
    match kind, other:
        case (("PICK" | "DECIDE"), (*same, bytes(commitment))):
            return (*same,) == body[:-1] and len(commitment) == 32
    return False


@each_kind
def test_any_body_altered_and_signed_again_by_its_own_author_is_a_fraud(
    kind: str,
) -> None:
    """
    It is refused at that entry and held against that seat.

    The exception is a different commitment in a seat's own PICK or DECIDE: that is just
    another choice.
    """
    fold, (entry, envelope) = until(kind), place(kind)
    said = Entry.of(honest(envelope.seat).wires[entry])
    assert not isinstance(fold.check(Claim.of(entry, said, fold.task)), Wrong)
    tried = 0
    for body in altered(envelope.body):
        assert isinstance(body, tuple)
        assert pack_body(body) != pack_body(envelope.body)
        tried += 1
        other = Entry.of(signed(fold, envelope, body))
        if isinstance(fold.check(Claim.of(entry, other, fold.task)), Wrong):
            continue
        # Right by itself, so it must contradict earlier entries.
        again = until(kind)
        verdict = again.accept(other)
        if is_another_choice(kind, envelope.body, body):
            assert isinstance(verdict, SlotTaken)
            continue
        assert isinstance(verdict, Fraud)
        assert (entry, envelope.seat) == (verdict.entry, verdict.seat)
        assert again.state == fold.state
    assert isinstance(fold.accept(said), SlotTaken)
    assert tried >= 12


# At the table.


def bit(value: Value) -> Value:
    """Flip a bit of the last bytes in a value, except those of a commitment."""
    match value:
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1])
        case (*before, None | ()):
            return (*parts_of(bit(tuple(before))), value[-1])
        case (bytes(), bytes(proof), bytes(seal)):
            return (value[0], bit(proof), seal)
        case (*before, last):
            return (*before, bit(last))
    raise TypeError(value)


def parts_of(value: Value) -> Body:
    assert isinstance(value, tuple)
    return value


def a_bit(view: AdversaryView) -> Body:
    return parts_of(bit(view.body))


PROVEN = [kind for kind in WHO if kind not in ("DECIDE", "END")]


@pytest.mark.parametrize("kind", only(["REVEAL"], PROVEN))
def test_all_players_find_a_flipped_bit(kind: str, checks: bool) -> None:
    seat, deck = WHO[kind]
    fraud = convicted(Adversary(seat, {kind: in_deck(deck, a_bit)}), checks=checks)
    assert kind == fraud.kind


# The end.


def better(body: Body) -> Body:
    rows, digest = body
    first, (points, *others), third = map(parts_of, parts_of(rows))
    assert type(points) is int
    return ((first, (points + 1, *others), third), digest)


def another_history(body: Body) -> Body:
    rows, _ = body
    return (rows, bytes(32))


def no_points(body: Body) -> Body:
    return ((), body[1])


@pytest.mark.parametrize("lie", only([better], [better, another_history, no_points]))
def test_an_end_with_another_score_or_history_is_a_fraud(
    lie: Callable[[Body], Body], checks: bool
) -> None:
    """Even if the game itself was played by the rules."""

    def sends(client: Client, wire: Wire) -> Sequence[Wire]:
        envelope = parse(wire.env)
        if envelope.kind != "END":
            return [wire]
        adversary.lied_in.append(envelope.phase)
        return [signed_again(client, wire, body=lie(envelope.body))]

    adversary = Adversary(1, sends=sends)
    assert "END" == convicted(adversary, checks=checks).kind


# The log file.


def test_any_single_flipped_bit_in_a_log_file_is_found() -> None:
    """The audit fails wherever the bit is; this test tries 101 places."""
    log = fold_of(honest(1).clients[0]).log()
    assert Verdict.GOOD is audit(log).verdict
    for place in range(0, len(log), len(log) // 100):
        data = log[:place] + bytes([log[place] ^ 1 << place % 8]) + log[place + 1 :]
        try:
            report = audit(data)
        except RemoteProtocolError:
            continue
        assert Verdict.FAULT is report.verdict
        assert report.fault is not None
        # The signer is no longer certain, so nobody is blamed for the damage.
        assert report.fault.seat is None
