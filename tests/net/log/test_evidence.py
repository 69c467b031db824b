"""Evidence convicts by its bytes alone, and can frame nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.log.envelopes import Entry, Envelope, Wire, sign
from sealed_wonders.net.log.evidence import MAGIC, Equivocation
from sealed_wonders.net.log.file import chunk
from tests.independent import check_evidence
from tests.support.lobbies import identity_from_seed, identity_of
from tests.support.vectors import vectors

KNOWN = vectors("log")["envelopes"]
ANN, BOB = identity_of("ann"), identity_of("bob")
SAID = Envelope(b"g" * 32, "main", 5, "PICK", 0, b"d" * 32, (b"one",))
OTHER = replace(SAID, body=(b"two",))
LOBBY = replace(SAID, gid=bytes(32), lane="lobby", phase=0, prev=bytes(32))
FIRST, SECOND = sign(ANN, SAID), sign(ANN, OTHER)


def test_evidence_can_be_checked_from_its_bytes_alone() -> None:
    """They contain the identity and the place."""
    found = Equivocation.from_bytes(bytes.fromhex(KNOWN["evidence"]))

    assert KNOWN["public"] == found.identity.hex()
    assert (b"g" * 32, "main", 300) == found.place
    assert KNOWN["evidence"] == found.to_bytes().hex()


def test_evidence_has_one_form() -> None:
    """It doesn't depend on which envelope was seen first."""
    found = Equivocation.of(ANN.public, FIRST, SECOND)

    assert found == Equivocation.of(ANN.public, SECOND, FIRST)
    assert found == Equivocation.from_bytes(found.to_bytes())
    with pytest.raises(RemoteProtocolError, match="in the wrong order"):
        Equivocation(ANN.public, found.second, found.first)


@pytest.mark.parametrize(
    ("one", "other", "why"),
    [
        (FIRST, FIRST, "are identical"),
        (FIRST, sign(ANN, replace(OTHER, gid=b"h" * 32)), "two different places"),
        (FIRST, sign(ANN, replace(OTHER, lane="drop")), "two different places"),
        (FIRST, sign(ANN, replace(OTHER, phase=6)), "two different places"),
        (FIRST, sign(BOB, OTHER), "not signed"),
        (sign(BOB, SAID), sign(BOB, OTHER), "not signed"),
        (FIRST, Entry.of(Wire(SECOND.wire.env, FIRST.wire.sig)), "not signed"),
        # A second signature of the same envelope isn't a second version.
        (FIRST, Entry.of(Wire(FIRST.wire.env, bytes(64))), "are identical"),
        # All lobbies begin at zero, and one may sit at two tables.
        (sign(ANN, LOBBY), sign(ANN, replace(LOBBY, body=())), "entries in a lobby"),
    ],
)
def test_evidence_needs_two_envelopes_of_one_signer_for_one_place(
    one: Entry, other: Entry, why: str
) -> None:
    with pytest.raises(RemoteProtocolError, match=why):
        Equivocation.of(ANN.public, one, other)


HANDOVER = replace(
    SAID, lane="seat/0", phase=0, kind="HANDOVER", body=(5, b"", "zed", None, b"")
)
VOTE = replace(SAID, lane="drop/1", phase=2, kind="DROP_VOTE", body=(5, b"h", True))


@pytest.mark.parametrize(
    "other",
    [
        SAID,
        replace(SAID, phase=6, seat=3, prev=bytes(32), kind="KEY"),
        replace(SAID, lane="halt", kind="HALT", body=((),)),
        VOTE,
        replace(VOTE, body=(6,)),
        replace(HANDOVER, phase=1),
        replace(HANDOVER, phase=1, lane="seat/3", seat=3, body=(7,)),
        replace(HANDOVER, body=(6,)),
        # Another envelope for the same place; its contents don't matter.
        replace(HANDOVER, kind="KEY", body=()),
    ],
)
def test_a_later_envelope_of_the_signer_contradicts_its_handover(
    other: Envelope,
) -> None:
    """
    It is about the phase that the handover names, or a later one. The bytes may be in
    either order.
    """
    found = Equivocation.of(ANN.public, sign(ANN, other), sign(ANN, HANDOVER))

    assert found == Equivocation.from_bytes(found.to_bytes())
    assert ANN.public == found.identity == check_evidence(found.to_bytes())
    gid, lane, _ = found.place
    assert HANDOVER.gid == gid
    assert lane.startswith("seat/")
    assert found.is_handover == ((other.lane, other.phase) != ("seat/0", 0))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (HANDOVER, replace(SAID, phase=4)),
        (HANDOVER, replace(SAID, lane="halt", phase=4)),
        (HANDOVER, replace(SAID, gid=b"h" * 32)),
        (HANDOVER, replace(VOTE, body=(4, b"h", True))),
        (HANDOVER, replace(VOTE, body=(True,))),
        (HANDOVER, replace(VOTE, body=())),
        (HANDOVER, replace(SAID, lane="here/0", kind="LEAVE", body=(5,))),
        (replace(HANDOVER, kind="KEY"), SAID),
        (replace(HANDOVER, lane="seat/1"), SAID),
        (replace(HANDOVER, body=(False,)), SAID),
        (replace(HANDOVER, body=()), SAID),
        (replace(HANDOVER, gid=bytes(32)), replace(SAID, lane="lobby")),
    ],
)
def test_envelopes_compatible_with_a_handover_are_no_evidence(
    one: Envelope, other: Envelope
) -> None:
    """
    They are about earlier phases or another game, or one of the envelopes is no
    handover.
    """
    with pytest.raises(RemoteProtocolError, match="two different places"):
        Equivocation.of(ANN.public, sign(ANN, one), sign(ANN, other))
    with pytest.raises(RemoteProtocolError, match="are identical"):
        Equivocation.of(ANN.public, sign(ANN, one), sign(ANN, one))


def test_every_changed_byte_of_an_evidence_file_is_found() -> None:
    good = bytes.fromhex(KNOWN["evidence"])
    for place in range(len(good)):
        bad = bytearray(good)
        bad[place] ^= 1
        with pytest.raises(RemoteProtocolError):
            Equivocation.from_bytes(bytes(bad))


@given(st.binary(max_size=200))
def test_random_bytes_are_refused_as_evidence(data: bytes) -> None:
    key = identity_from_seed(bytes.fromhex(KNOWN["seed"])).public
    for file in (
        data,
        MAGIC + data,
        MAGIC + chunk(data) * 3,
        MAGIC + chunk(key) + chunk(data) * 2,
    ):
        with pytest.raises(RemoteProtocolError):
            Equivocation.from_bytes(file)
