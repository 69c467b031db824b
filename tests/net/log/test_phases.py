"""Phases collect what expected seats sign, in any order, and nothing else."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.digests import entry_digest, phase_digest
from sealed_wonders.net.log.envelopes import (
    DEPTH_CAP,
    ENV_CAP,
    Entry,
    Envelope,
    Value,
    Wire,
    sign,
)
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.log.phases import (
    KINDS,
    TRANSITIONS,
    Collection,
    Known,
    Phase,
    PhaseEvent,
    PhaseStage,
    Reason,
    SlotTaken,
    WireRefused,
    parse_offered,
)
from tests.support.lobbies import named

G, D = b"g" * 32, b"d" * 32
PEOPLE = {0: named("ann"), 1: named("bob"), 2: named("cid"), 3: named("dan")}
KEYS = {seat: person.public for seat, person in PEOPLE.items()}
PHASE = Phase(5, "PICK", (0, 2, 3), "age1")


def opened() -> Collection:
    """Open the phase in which seats 0, 2 and 3 pick."""
    return Collection(G, "main", PHASE, D, KEYS)


def said(seat: int, body: tuple[Value, ...] = (b"c",)) -> Envelope:
    """Give what a seat says in that phase."""
    return Envelope(G, "main", 5, "PICK", seat, D, body)


def wire(envelope: Envelope, signer: int | None = None) -> Entry:
    """Sign an envelope, as its own seat unless told otherwise."""
    return sign(PEOPLE[envelope.seat if signer is None else signer], envelope)


def test_a_phase_closes_when_each_seat_has_spoken() -> None:
    """And gives the digest the log goes on from."""
    collection = opened()
    wires = [wire(said(seat)) for seat in (0, 2, 3)]

    assert SlotTaken(said(2), closed=False) == collection.offer(wires[1])
    assert (0, 3) == collection.missing
    assert SlotTaken(said(3), closed=False) == collection.offer(wires[2])
    with pytest.raises(LocalProtocolError, match="still open"):
        collection.digest()
    assert SlotTaken(said(0), closed=True) == collection.offer(wires[0])

    assert collection.closed
    assert not collection.missing
    assert tuple(wires) == collection.entries
    assert {0: said(0), 2: said(2), 3: said(3)} == {
        entry.envelope.seat: entry.envelope for entry in collection.entries
    }
    entries = [entry_digest(each.wire.env) for each in wires]
    assert phase_digest(D, "main", 5, entries) == collection.digest()


def test_the_order_of_arrival_does_not_matter() -> None:
    """Whoever was first, the log is the same."""
    wires = [wire(said(seat)) for seat in (0, 2, 3)]
    ends = set()
    for order in itertools.permutations(wires):
        collection = opened()
        for each in order:
            collection.offer(each)
        ends.add((collection.digest(), collection.entries))

    assert 1 == len(ends)


def test_the_same_wire_again_is_known() -> None:
    """Whoever sends twice, open or closed, changes nothing."""
    collection = opened()
    wires = [wire(said(seat)) for seat in (0, 2, 3)]
    for each in wires:
        collection.offer(each)
        assert isinstance(collection.offer(each), Known)
    end = collection.digest()

    assert [Known(said(seat)) for seat in (0, 2, 3)] == list(
        map(collection.offer, wires)
    )
    assert end == collection.digest()


def test_a_second_envelope_for_a_slot_is_evidence() -> None:
    """It is not logged; and it convicts even on top of another history or of a kind."""
    collection = opened()
    first = wire(said(2))
    collection.offer(first)
    seconds = [
        wire(said(2, (b"other",))),
        wire(replace(said(2), prev=b"e" * 32)),
        wire(replace(said(2), kind="REVEAL")),
    ]
    for second in seconds:
        found = collection.offer(second)
        assert Equivocation.of(KEYS[2], first, second) == found
    assert (first,) == collection.entries

    collection.offer(wire(said(0)))
    collection.offer(wire(said(3)))
    assert isinstance(collection.offer(seconds[0]), Equivocation)
    assert collection.closed


@pytest.mark.parametrize(
    ("envelope", "signer", "reason"),
    [
        (replace(said(2), gid=b"h" * 32), 2, Reason.WRONG_GAME),
        (replace(said(2), lane="drop"), 2, Reason.WRONG_LANE),
        (replace(said(2), phase=4), 2, Reason.WRONG_PHASE),
        (replace(said(2), phase=6), 2, Reason.WRONG_PHASE),
        (replace(said(2), kind="REVEAL"), 2, Reason.WRONG_KIND),
        (replace(said(2), prev=b"e" * 32), 2, Reason.FOREIGN_PREV),
        (replace(said(2), prev=b"e" * 32), 3, Reason.BAD_SIGNATURE),
        (said(1), 1, Reason.WRONG_SEAT),
        (replace(said(2), seat=255), 2, Reason.WRONG_SEAT),
        (said(2), 0, Reason.BAD_SIGNATURE),
        (said(2), 1, Reason.BAD_SIGNATURE),
    ],
)
def test_what_is_not_for_an_open_slot_is_refused(
    envelope: Envelope, signer: int, reason: Reason
) -> None:
    """With the reason, and nothing changes: nobody is blamed, the host may have lied."""
    collection = opened()
    collection.offer(wire(said(0)))
    with pytest.raises(WireRefused) as raised:
        collection.offer(wire(envelope, signer))

    assert reason is raised.value.reason
    assert (2, 3) == collection.missing
    assert SlotTaken(said(2), closed=False) == collection.offer(wire(said(2)))


def test_a_flipped_signature_is_no_signature() -> None:
    """Not one bit of it is free to choose."""
    good = wire(said(0))
    for bit in range(512):
        sig = bytearray(good.wire.sig)
        sig[bit // 8] ^= 1 << bit % 8
        with pytest.raises(WireRefused, match="bad-signature"):
            opened().offer(Entry.of(Wire(good.wire.env, bytes(sig))))


def test_a_validly_signed_body_closes_its_slot_whatever_it_holds() -> None:
    """Whether it is right is the fold's to say; it can't be replaced any more."""
    deep: tuple[Value, ...] = ()
    for _ in range(DEPTH_CAP - 1):
        deep = (deep,)
    collection = opened()

    assert isinstance(collection.offer(wire(said(0, deep))), SlotTaken)
    assert isinstance(collection.offer(wire(said(0))), Equivocation)


@given(st.binary(max_size=200), st.binary(min_size=64, max_size=64))
def test_rubbish_is_refused_and_changes_nothing(env: bytes, sig: bytes) -> None:
    """Whatever bytes are offered, only a refusal comes of it."""
    collection = opened()
    for rubbish in (Wire(env, sig), Wire(wire(said(0)).wire.env, sig)):
        with pytest.raises(WireRefused):
            collection.offer(parse_offered(rubbish))
    assert (0, 2, 3) == collection.missing


def test_what_is_malformed_is_refused_at_the_edge() -> None:
    """Nothing behind it ever sees such bytes."""
    good = wire(said(0)).wire
    for env in (b"", b"x" * (ENV_CAP + 1), good.env + b"\0"):
        with pytest.raises(WireRefused) as raised:
            parse_offered(good._replace(env=env))
        assert Reason.MALFORMED is raised.value.reason


def test_the_table_of_transitions_is_complete() -> None:
    """A closed phase takes no entry; all else is possible in either stage."""
    impossible = {
        (PhaseStage.CLOSED, PhaseEvent.ENTRY),
        (PhaseStage.CLOSED, PhaseEvent.LAST_ENTRY),
    }

    assert (
        set(TRANSITIONS) == set(itertools.product(PhaseStage, PhaseEvent)) - impossible
    )


@pytest.mark.parametrize("seats", [(), (1, 0), (0, 0), (-1, 0), (0, 255)])
def test_a_phase_has_seats_in_order(seats: tuple[int, ...]) -> None:
    """At least one, ascending, none of them nobody's."""
    with pytest.raises(LocalProtocolError, match="seats"):
        Phase(0, "PICK", seats)


def test_a_phase_has_a_number_of_four_bytes_and_a_known_kind() -> None:
    """Anything else is a bug here."""
    assert Phase(2**32 - 1, "END", (0, 254)).seats == (0, 254)
    for number in (-1, 2**32):
        with pytest.raises(LocalProtocolError, match="number of a phase"):
            Phase(number, "PICK", (0,))
    with pytest.raises(LocalProtocolError, match="kind"):
        Phase(0, "PEEK", (0,))  # type: ignore[arg-type]


def test_kinds_are_those_of_the_protocol() -> None:
    """In the order of its document; all fit into an envelope."""
    assert 22 == len(KINDS)
    for kind in KINDS:
        assert kind == replace(said(0), kind=kind).kind
