"""Digests and their known answers, and values that must not be hashed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sealed_wonders.core.game import frame, permutation
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.handovers import Takeover, read_takeover, takeover_statement
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lobby.loans import in_takeover, lend, loan_statement
from sealed_wonders.net.log import digests
from sealed_wonders.net.log.ballots import BallotProposal
from sealed_wonders.net.log.envelopes import Envelope, pack, pack_body
from tests.support.lobbies import identity_from_seed
from tests.support.vectors import FOLDER, vectors

KNOWN = vectors("log")["digests"]
ENTRIES = [digests.entry_digest(b"one"), digests.entry_digest(b"two")]


def test_the_vectors_match_the_output_of_their_script() -> None:
    """So nobody can change an expected value without changing the independent code."""
    script = FOLDER / "make_log_vectors.py"
    made = subprocess.run(
        [sys.executable, str(script)], check=True, capture_output=True
    ).stdout

    assert Path(FOLDER / "log.json").read_bytes() == made


def test_frame_separates_its_parts() -> None:
    assert "0000000161000000026263" == frame(b"a", b"bc").hex()
    assert frame(b"ab", b"c") != frame(b"a", b"bc")


def test_context_and_commitment_have_their_known_answers() -> None:
    published = "f3a5c29eb0ea2f99439001f1593e81ab861e971e3b5f012446427f20eec914a9"
    plain = digests.context(b"d" * 32, "PICK", "age1", 2)
    extra = digests.context(b"d" * 32, "DEAL", "age1", 2, b"\x05")
    placed = digests.commitment(plain, b"n" * 32, "Bäder".encode())

    assert KNOWN["context"] == plain.hex()
    assert KNOWN["context_extra"] == extra.hex()
    assert published == digests.commitment(b"c", b"\x01" * 32, b"act").hex()
    assert published == KNOWN["commit"]
    assert KNOWN["commit_in_context"] == placed.hex()


def test_phase_digests_have_their_known_answers() -> None:
    """
    This includes a phase that a ballot closed: the counted entries, and the opener's
    envelope.
    """
    head = b"d" * 32, "main", 300, ENTRIES
    ballot = digests.entry_digest(bytes.fromhex(KNOWN["opens_ballot"]))

    assert KNOWN["phase"] == digests.phase_digest(*head).hex()
    assert KNOWN["changed"] == digests.changed_digest(*head, (), ballot).hex()


def test_a_ballot_and_a_halt_have_their_known_bytes() -> None:
    """The opening of a ballot, an answer, and a halt."""
    fraud = digests.entry_digest(b"fraud")
    body = BallotProposal(300, 0, (0, 4), (None, fraud)).body
    opens = pack(Envelope(b"g" * 32, "drop/1", 2, "DROP_VOTE", 1, b"d" * 32, body))

    assert KNOWN["opens_ballot"] == opens.hex()
    said = pack_body((300, digests.entry_digest(opens), True))
    assert KNOWN["answers_ballot"] == said.hex()
    rows = (((0, -1), (2, 5)),)
    halt = Envelope(b"g" * 32, "halt", 300, "HALT", 1, b"d" * 32, rows)
    assert KNOWN["would_end"] == pack(halt).hex()


def test_a_handover_has_its_known_bytes_and_digests() -> None:
    """What both holders sign, and its phase's digests, with and without a ballot."""
    taker, owner = identity_from_seed(b"T" * 32), identity_from_seed(b"O" * 32)
    person = TablePerson("Zoë", taker.public, owner.public)
    said = takeover_statement(b"g" * 32, 1, 2, 300, person)
    takeover = Takeover(300, person, taker.sign(said))
    envelope = Envelope(b"g" * 32, "seat/1", 2, "HANDOVER", 1, b"d" * 32, takeover.body)
    handover = digests.handover_digest(pack(envelope))
    ballot = digests.entry_digest(bytes.fromhex(KNOWN["opens_ballot"]))

    assert KNOWN["takeover"] == said.hex()
    assert KNOWN["hands_over"] == pack(envelope).hex()
    assert takeover == read_takeover(takeover.body)
    assert KNOWN["handover"] == handover.hex()
    for key, by in (("handed", b""), ("handed_and_changed", ballot)):
        found = digests.changed_digest(b"d" * 32, "main", 300, ENTRIES, [handover], by)
        assert KNOWN[key] == found.hex()


def test_a_handover_of_a_lent_seat_has_its_known_bytes() -> None:
    """What the lender signs, and what the new holder signs."""
    taker, lender = identity_from_seed(b"T" * 32), identity_from_seed(b"L" * 32)
    place = b"g" * 32, 1, 2, 300
    assert KNOWN["lends"] == loan_statement(taker.public, in_takeover(*place)).hex()

    loan = lend(lender, taker.public, in_takeover(*place))
    person = TablePerson("Zoë", taker.public, None, lender.public)
    said = takeover_statement(*place, person, loan)
    takeover = Takeover(300, person, taker.sign(said), loan)
    assert KNOWN["lent"] == pack_body(takeover.body).hex()
    assert takeover == read_takeover(takeover.body)
    takeover.check(b"g" * 32, 1, 2)


def test_lobby_digests_have_their_known_answers() -> None:
    """And the permutation from which the seats are derived."""
    assert KNOWN["table"] == digests.table_hash(b"body").hex()
    assert KNOWN["gid"] == digests.game_id(b"t" * 32, [b"m" * 32, b"n" * 32]).hex()
    assert KNOWN["lobby"] == digests.lobby_commitment(b"i" * 32, b"n" * 32).hex()
    assert KNOWN["code"] == digests.code_digest(b"g" * 32).hex()
    assert tuple(KNOWN["permutation"]) == permutation(b"g" * 32, "age1", 21)


def test_rules_hash_has_its_known_answer() -> None:
    """Keys are sorted; no spaces, only ASCII; tuples are arrays."""
    facts = (1, {"b": "ë\n", "a": [None, True, -3]})

    assert bytes.fromhex(KNOWN["facts"]) == digests.canonical_json(facts)
    assert KNOWN["rules"] == digests.rules_hash(facts).hex()


@pytest.mark.parametrize(
    "facts", [1.5, float("nan"), {1: 2}, {"ë": 1}, b"x", {"a": {1, 2}}, [object()]]
)
def test_facts_without_a_canonical_text_are_refused(facts: object) -> None:
    """Two programming languages could print them in different ways."""
    with pytest.raises(LocalProtocolError, match="canonical JSON"):
        digests.rules_hash(facts)


def test_nonces_and_entries_of_a_wrong_size_are_local_errors() -> None:
    """The message doesn't show the nonce, which may be secret."""
    secret = b"secret" * 3
    with pytest.raises(LocalProtocolError, match="nonce of 18 bytes") as raised:
        digests.commitment(b"c", secret, b"act")
    assert "secret" not in str(raised.value)
    with pytest.raises(LocalProtocolError, match="nonce"):
        digests.lobby_commitment(b"i" * 32, secret)
    with pytest.raises(LocalProtocolError, match="nonce"):
        digests.game_id(b"t" * 32, [secret])
    with pytest.raises(LocalProtocolError, match="entry of 18 bytes"):
        digests.phase_digest(b"d" * 32, "main", 0, [secret])
