"""Phases collect entries of the expected seats, in any order, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import ENV_CAP, Entry, Envelope, Value, sign
from sealed_wonders.net.log.phases import (
    Collection,
    Phase,
    Reason,
    SlotTaken,
    WireRefused,
    parse_offered,
)
from tests.support.lobbies import identity_of

G, D = b"g" * 32, b"d" * 32
PEOPLE = {
    0: identity_of("ann"),
    1: identity_of("bob"),
    2: identity_of("cid"),
    3: identity_of("dan"),
}
KEYS = {seat: person.public for seat, person in PEOPLE.items()}
PHASE = Phase(5, "PICK", (0, 2, 3), "age1")


def said(seat: int, body: tuple[Value, ...] = (b"c",)) -> Envelope:
    return Envelope(G, "main", 5, "PICK", seat, D, body)


def wire(envelope: Envelope, signer: int | None = None) -> Entry:
    """Sign an envelope, as its own seat unless *signer* says otherwise."""
    return sign(PEOPLE[envelope.seat if signer is None else signer], envelope)


def test_an_open_phase_has_no_digest() -> None:
    with pytest.raises(LocalProtocolError, match="still open"):
        Collection(G, "main", PHASE, D, KEYS).digest()


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
def test_an_entry_that_fits_no_open_slot_is_refused(
    envelope: Envelope, signer: int, reason: Reason
) -> None:
    """Nothing changes, and no seat is blamed, since the host may have lied."""
    collection = Collection(G, "main", PHASE, D, KEYS)
    collection.offer(wire(said(0)))
    with pytest.raises(WireRefused) as raised:
        collection.offer(wire(envelope, signer))

    assert reason is raised.value.reason
    assert (2, 3) == collection.missing
    assert SlotTaken(said(2), closed=False) == collection.offer(wire(said(2)))


def test_malformed_entries_are_refused_when_they_are_parsed() -> None:
    good = wire(said(0)).wire
    for env in (b"", b"x" * (ENV_CAP + 1), good.env + b"\0"):
        with pytest.raises(WireRefused) as raised:
            parse_offered(good._replace(env=env))
        assert Reason.MALFORMED is raised.value.reason


def test_a_phase_needs_a_valid_number_kind_and_ascending_seats() -> None:
    """There must be at least one seat, and 255 isn't a seat."""
    assert Phase(2**32 - 1, "END", (0, 254)).seats == (0, 254)
    for number in (-1, 2**32):
        with pytest.raises(LocalProtocolError, match="number of a phase"):
            Phase(number, "PICK", (0,))
    with pytest.raises(LocalProtocolError, match="kind"):
        Phase(0, "PEEK", (0,))  # type: ignore[arg-type]
    for seats in ((), (1, 0), (0, 0), (-1, 0), (0, 255)):
        with pytest.raises(LocalProtocolError, match="seats"):
            Phase(0, "PICK", seats)
