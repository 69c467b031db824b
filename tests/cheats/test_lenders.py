"""
Players who claim that a machine lends their seat when it doesn't, or hide that one
does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import Charter, DrawSide, TablePerson, open_charter
from sealed_wonders.net.lobby.charter import charter_of
from sealed_wonders.net.lobby.entries import (
    AgreedTable,
    make_reveal,
    make_table,
    read_commit,
    read_reveal,
    read_table,
)
from sealed_wonders.net.lobby.loans import (
    Loan,
    LoanPlace,
    at_table,
    in_commit,
    in_takeover,
    lend,
)
from sealed_wonders.net.log.ballots import BallotProposal
from sealed_wonders.net.log.digests import lobby_commitment, ruleset_hash
from sealed_wonders.net.log.envelopes import Body, Entry, pack_wire, sign, wires_of
from sealed_wonders.net.log.phases import Reason
from tests import independent
from tests.support.flips import with_bit_flipped
from tests.support.inprocess.ballots import open_ballot
from tests.support.inprocess.folds import Table, accept, refused
from tests.support.lobbies import HOST, identity_of, nonce_of, options
from tests.support.thorough import examples

ANN, BOB, CLEO = identity_of("Ann"), identity_of("Bob"), identity_of("Cleo")
RULES = ruleset_hash(Wonders(3))
SHOWN = options(3)


def draws(number: int = 0, table: int = 0) -> tuple[DrawSide, ...]:
    """
    Return the three sides of a draw, in which Cleo plays on Ann's machine.

    Each table has nonces of its own.
    """
    return tuple(
        DrawSide(
            identity_of(name),
            name,
            nonce=nonce_of(name, 3 * table + number),
            lender=ANN if name == "Cleo" else None,
            number=number,
        )
        for name in ("Ann", "Bob", "Cleo")
    )


def table_of(some: tuple[DrawSide, ...]) -> AgreedTable:
    commits = sorted((read_commit(it.commit) for it in some), key=_identity)
    bodies = tuple(commit.body for commit in commits)
    return read_table(make_table(HOST, 0, RULES, SHOWN, bodies))


def _identity(commit: Any) -> bytes:
    return cast(bytes, commit.person.identity)


def drawn(some: tuple[DrawSide, ...]) -> Charter:
    """Return the charter when everybody reveals for a correct table."""
    table = table_of(some)
    commits = [it.commit for it in some]
    reveals = [
        read_reveal(
            it.accept_table(
                table.entry, commits=commits, shown=SHOWN, rules=RULES, suites=(0,)
            ),
            table,
        )
        for it in some
    ]
    reveals.sort(key=lambda reveal: reveal.person.identity)
    return charter_of(table, sorted(map(read_commit, commits), key=_identity), reveals)


def assert_both_refuse(entries: tuple[Entry, ...], at: int) -> None:
    """Assert that the program and the independent account refuse the same entry."""
    with pytest.raises(RemoteProtocolError, match=f"entry {at}:"):
        open_charter(entries)
    lobby = independent.Lobby(lambda rules, agreed: None)
    wires = [pack_wire(wire) for wire in wires_of(entries)]
    for wire in wires[:at]:
        lobby.take(independent.open_wire(wire))
    with pytest.raises(independent.Wrong):
        lobby.take(independent.open_wire(wires[at]))


def assert_replacement_refused(
    step: int, who: Identity, lie: Callable[[Entry], Entry]
) -> None:
    """Assert that both refuse a lobby in which an entry of a step is replaced."""
    charter = drawn(draws())
    at = step + sorted(it.identity for it in charter.people).index(who.public)
    wrong = lie(charter.entries[at])
    assert_both_refuse((*charter.entries[:at], wrong, *charter.entries[at + 1 :]), at)


def test_the_charter_names_the_lender_of_each_seat() -> None:
    charter = drawn(draws())
    assert charter == open_charter(charter.entries)
    assert {"Ann": None, "Bob": None, "Cleo": ANN.public} == {
        it.name: it.lender for it in charter.people
    }
    lobby = independent.Lobby(lambda rules, agreed: None)
    for wire in wires_of(charter.entries):
        lobby.take(independent.open_wire(pack_wire(wire)))
    assert charter.gid == lobby.gid
    assert [it.lender for it in charter.people] == [it.lender for it in lobby.seats]


# In a LOBBY_COMMIT.


SEAL = lobby_commitment(CLEO.public, nonce_of("Cleo"))


def loan_body(
    lender: Identity, identity: Identity = CLEO, place: LoanPlace | None = None
) -> Body:
    return lend(lender, identity.public, place or in_commit(SEAL)).body


COMMITS: dict[str, object] = {
    "a lender that hasn't signed": (ANN.public, bytes(64)),
    "signed by the seat itself": (ANN.public, loan_body(CLEO)[1]),
    "signed by another machine": (ANN.public, loan_body(BOB)[1]),
    "signed for another seat": loan_body(ANN, BOB),
    "signed for another draw": loan_body(ANN, place=in_commit(bytes(32))),
    "signed for a table": loan_body(ANN, place=at_table(SEAL)),
    "a seat that lends itself": loan_body(CLEO),
    "a bot's owner as well": (BOB.public, *loan_body(ANN)),
    "no key": (bytes(32), loan_body(ANN)[1]),
    "a signature too short": (ANN.public, bytes(63)),
    "nobody's signature": (None, loan_body(ANN)[1]),
    "no signature": (ANN.public,),
    "a bool": False,
}


@pytest.mark.parametrize("what", COMMITS)
def test_a_commitment_with_a_false_loan_is_refused(what: str) -> None:
    """It is refused before there is a game, no matter who presents it."""
    body = cast(Body, ("Cleo", CLEO.public, COMMITS[what], SEAL))

    def lie(right: Entry) -> Entry:
        wrong = sign(CLEO, replace(right.envelope, body=body))
        with pytest.raises(RemoteProtocolError):
            read_commit(wrong)
        return wrong

    assert_replacement_refused(0, CLEO, lie)


@examples(60)
@given(st.data())
def test_no_bit_of_a_loan_can_be_changed(data: st.DataObject) -> None:
    """
    Not even by the seat's holder, who signs the commitment that contains the loan:
    neither the lender's key nor its signature.
    """
    lender, signature = loan_body(ANN)
    which = data.draw(st.sampled_from((lender, signature)))
    assert isinstance(which, bytes)
    other = with_bit_flipped(which, data.draw(st.integers(0, 8 * len(which) - 1)) // 8)
    lent = tuple(other if part is which else part for part in (lender, signature))
    envelope = draws()[2].commit.envelope
    body = (*envelope.body[:2], lent, envelope.body[3])
    with pytest.raises(RemoteProtocolError):
        read_commit(sign(CLEO, replace(envelope, body=body)))


def test_a_host_can_not_hide_that_a_seat_is_lent() -> None:
    """Without the loan, the signature is wrong, or the others refuse the table."""
    some = draws()
    bob, cleo = some[1], some[2].commit
    hidden = (*cleo.envelope.body[:2], None, cleo.envelope.body[3])
    stripped = sign(HOST, replace(cleo.envelope, body=hidden))
    with pytest.raises(RemoteProtocolError, match="not signed by 'Cleo'"):
        read_commit(stripped)
    right = table_of(some)
    bodies = tuple(hidden if body[1] == CLEO.public else body for body in right.bodies)
    table = make_table(HOST, 0, RULES, SHOWN, bodies)
    with pytest.raises(RemoteProtocolError, match="lacks commitments"):
        bob.accept_table(
            table,
            commits=[it.commit for it in some],
            shown=SHOWN,
            rules=RULES,
            suites=(0,),
        )


# In a LOBBY_REVEAL.


NUMBER = nonce_of("Cleo")
HERE, ELSEWHERE = (table_of(draws(table=number)).hash for number in (0, 1))

REVEALS: dict[str, Body] = {
    "none": (NUMBER, None),
    "of another table": (NUMBER, loan_body(ANN, place=at_table(ELSEWHERE))[1]),
    "of the commitment": (NUMBER, loan_body(ANN)[1]),
    "of another machine": (NUMBER, loan_body(BOB, place=at_table(HERE))[1]),
    "of another seat": (NUMBER, loan_body(ANN, BOB, at_table(HERE))[1]),
    "one part": (NUMBER,),
}
"""Wrong reveals of Cleo's, for a table whose commitment names Ann as her lender."""


@pytest.mark.parametrize("what", REVEALS)
def test_a_reveal_needs_the_lenders_signature_for_this_table(what: str) -> None:
    """
    Even if the seat's holder presents an old commitment, with its number, at another
    table.

    So somebody to whom a machine once lent a seat can't play in its name elsewhere.
    """

    def lie(right: Entry) -> Entry:
        wrong = sign(CLEO, replace(right.envelope, body=REVEALS[what]))
        with pytest.raises(RemoteProtocolError):
            read_reveal(wrong, table_of(draws()))
        return wrong

    assert_replacement_refused(4, CLEO, lie)


def test_a_seat_that_is_not_lent_must_not_reveal_a_lender() -> None:
    assert_replacement_refused(
        4, BOB, lambda _: make_reveal(BOB, table_of(draws()), nonce_of("Bob"), ANN)
    )


# In a handover, or in a ballot that gives a seat away.


TAKEOVERS: dict[str, dict[str, Any]] = {
    "another game": {"gid": bytes(32)},
    "another seat": {"seat": 2},
    "another handover": {"number": 1},
    "another phase": {"phase": 1},
    "another machine": {},
    "hidden": {},
}
"""What the lender's statement differs in, for a takeover of seat 1."""


def takeover_by_zed(fold: Fold, change: str) -> Takeover:
    """Return zed's takeover of seat 1 on Ann's machine, from the open phase on."""
    zed, phase, gid = identity_of("zed"), fold.phase.number, fold.charter.gid
    about: dict[str, Any] = {"gid": gid, "seat": 1, "number": 0, "phase": phase}
    about |= TAKEOVERS.get(change, {})
    lender = BOB if change == "another machine" else ANN
    signed = lend(lender, zed.public, in_takeover(**about))
    loan: Loan | None = Loan(ANN.public, signed.signature)
    said = takeover_statement(gid, 1, 0, phase, _zed(loan), loan)
    if change == "hidden":
        loan = None
    return Takeover(phase, _zed(loan), zed.sign(said), loan)


def _zed(loan: Loan | None) -> TablePerson:
    return TablePerson("zed", identity_of("zed").public, None, loan and loan.lender)


def test_a_handover_with_a_false_or_hidden_loan_is_refused() -> None:
    """
    The loan is for this seat from this phase on; neither the holder nor the host can
    change or hide it.
    """
    table = Table(Wonders(4, "day"), "lenders", shared=True)
    fold = table.play_until("PICK")

    def handover(change: str) -> Entry:
        place = {"lane": "seat/1", "phase": 0, "kind": "HANDOVER"}
        body, prev = takeover_by_zed(fold, change).body, fold.prev_of(fold.phase.number)
        return table.players[1].sign(body, prev=prev, **place)

    for change in TAKEOVERS:
        assert Reason.BAD_HANDOVER is refused(fold, handover(change)), change
    accept(fold, handover(""))
    assert ANN.public == fold.people[1].lender


def test_a_ballot_with_a_false_or_hidden_loan_is_refused() -> None:
    table = Table(Wonders(4, "day"), "lenders", shared=True, gone="rescue")
    fold = table.play_until("PICK")

    def ballot(change: str) -> Entry:
        phase, *body = takeover_by_zed(fold, change).body
        proposal = BallotProposal(cast(int, phase), 0, (1,), (tuple(body),))
        return open_ballot(fold, table.players[0].identity, 0, proposal)

    for change in TAKEOVERS:
        reason = refused(fold, ballot(change))
        assert reason in (Reason.BAD_BALLOT, Reason.BAD_HANDOVER), change
    accept(fold, ballot(""))
