"""Whoever says that a machine lends their seat which doesn't, or hides that one does."""

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
from tests.support.flips import flipped
from tests.support.inprocess.ballots import open_ballot
from tests.support.inprocess.folds import Table, accept, refused
from tests.support.lobbies import HOST, named, nonce, options
from tests.support.thorough import examples

ANN, BOB, CLEO = named("Ann"), named("Bob"), named("Cleo")
RULES = ruleset_hash(Wonders(3))
SHOWN = options(3)


def draws(number: int = 0, table: int = 0) -> tuple[DrawSide, ...]:
    """Let three commit, of whom Cleo plays on Ann's machine; other tables, other nonces."""
    return tuple(
        DrawSide(
            named(name),
            name,
            nonce=nonce(name, 3 * table + number),
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
    """Let all reveal for a right table."""
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


def both_refuse(entries: tuple[Entry, ...], at: int) -> None:
    """By the program and by the independent account, at the same entry."""
    with pytest.raises(RemoteProtocolError, match=f"entry {at}:"):
        open_charter(entries)
    lobby = independent.Lobby(lambda rules, agreed: None)
    wires = [pack_wire(wire) for wire in wires_of(entries)]
    for wire in wires[:at]:
        lobby.take(independent.open_wire(wire))
    with pytest.raises(independent.Wrong):
        lobby.take(independent.open_wire(wires[at]))


def told_instead(step: int, who: Identity, lie: Callable[[Entry], Entry]) -> None:
    """See that both refuse a lobby in which somebody says something else in a step."""
    charter = drawn(draws())
    at = step + sorted(it.identity for it in charter.people).index(who.public)
    wrong = lie(charter.entries[at])
    both_refuse((*charter.entries[:at], wrong, *charter.entries[at + 1 :]), at)


def test_whose_machine_plays_is_in_the_charter_and_all_read_it() -> None:
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


SEAL = lobby_commitment(CLEO.public, nonce("Cleo"))


def says(
    lender: Identity, identity: Identity = CLEO, place: LoanPlace | None = None
) -> Body:
    return lend(lender, identity.public, place or in_commit(SEAL)).body


COMMITS: dict[str, object] = {
    "a lender that hasn't signed": (ANN.public, bytes(64)),
    "signed by the seat itself": (ANN.public, says(CLEO)[1]),
    "signed by another machine": (ANN.public, says(BOB)[1]),
    "signed for another seat": says(ANN, BOB),
    "signed for another draw": says(ANN, place=in_commit(bytes(32))),
    "signed for a table": says(ANN, place=at_table(SEAL)),
    "a seat that lends itself": says(CLEO),
    "a bot's owner as well": (BOB.public, *says(ANN)),
    "no key": (bytes(32), says(ANN)[1]),
    "a signature too short": (ANN.public, bytes(63)),
    "nobody's signature": (None, says(ANN)[1]),
    "no signature": (ANN.public,),
    "a bool": False,
}


@pytest.mark.parametrize("what", COMMITS)
def test_nobody_is_said_to_lend_a_seat_who_does_not(what: str) -> None:
    """Before there is a game, and whoever shows it: a commitment like that is none."""
    body = cast(Body, ("Cleo", CLEO.public, COMMITS[what], SEAL))

    def lie(right: Entry) -> Entry:
        wrong = sign(CLEO, replace(right.envelope, body=body))
        with pytest.raises(RemoteProtocolError):
            read_commit(wrong)
        return wrong

    told_instead(0, CLEO, lie)


@examples(60)
@given(st.data())
def test_no_bit_of_what_a_lender_signs_can_be_changed(data: st.DataObject) -> None:
    """Though the seat signs it: neither the lender's key nor its signature."""
    lender, signature = says(ANN)
    which = data.draw(st.sampled_from((lender, signature)))
    assert isinstance(which, bytes)
    other = flipped(which, data.draw(st.integers(0, 8 * len(which) - 1)) // 8)
    lent = tuple(other if part is which else part for part in (lender, signature))
    envelope = draws()[2].commit.envelope
    body = (*envelope.body[:2], lent, envelope.body[3])
    with pytest.raises(RemoteProtocolError):
        read_commit(sign(CLEO, replace(envelope, body=body)))


def test_a_host_can_not_hide_that_a_seat_is_lent() -> None:
    """In what the seat has signed, or in the table: it is no table for the others."""
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


NUMBER = nonce("Cleo")
HERE, ELSEWHERE = (table_of(draws(table=number)).hash for number in (0, 1))

REVEALS: dict[str, Body] = {
    "none": (NUMBER, None),
    "of another table": (NUMBER, says(ANN, place=at_table(ELSEWHERE))[1]),
    "of the commitment": (NUMBER, says(ANN)[1]),
    "of another machine": (NUMBER, says(BOB, place=at_table(HERE))[1]),
    "of another seat": (NUMBER, says(ANN, BOB, at_table(HERE))[1]),
    "one part": (NUMBER,),
}
"""What Cleo's program reveals for a table whose COMMIT names Ann: whose signature."""


@pytest.mark.parametrize("what", REVEALS)
def test_a_lender_signs_for_this_table_and_no_other(what: str) -> None:
    """
    Though the seat's holder shows an old commitment, with its number, at another table.

    So somebody to whom a machine once lent a seat can't sit in its name elsewhere.
    """

    def lie(right: Entry) -> Entry:
        wrong = sign(CLEO, replace(right.envelope, body=REVEALS[what]))
        with pytest.raises(RemoteProtocolError):
            read_reveal(wrong, table_of(draws()))
        return wrong

    told_instead(4, CLEO, lie)


def test_a_seat_that_is_not_lent_reveals_nobodys_signature() -> None:
    told_instead(
        4, BOB, lambda _: make_reveal(BOB, table_of(draws()), nonce("Bob"), ANN)
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
"""What the lender has signed otherwise, for a takeover of seat 1."""


def taken(fold: Fold, change: str) -> Takeover:
    """Let zed take seat 1 on Ann's machine, from the open phase on."""
    zed, phase, gid = named("zed"), fold.phase.number, fold.charter.gid
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
    return TablePerson("zed", named("zed").public, None, loan and loan.lender)


def test_whoever_gets_a_seat_says_whose_machine_plays_it() -> None:
    """For this seat from this phase on; neither holder nor host can change or hide it."""
    table = Table(Wonders(4, "day"), "lenders", shared=True)
    fold = table.play_until("PICK")

    def handover(change: str) -> Entry:
        place = {"lane": "seat/1", "phase": 0, "kind": "HANDOVER"}
        body, prev = taken(fold, change).body, fold.prev_of(fold.phase.number)
        return table.players[1].sign(body, prev=prev, **place)

    for change in TAKEOVERS:
        assert Reason.BAD_HANDOVER is refused(fold, handover(change)), change
    accept(fold, handover(""))
    assert ANN.public == fold.people[1].lender


def test_whoever_is_given_a_seat_says_whose_machine_plays_it() -> None:
    table = Table(Wonders(4, "day"), "lenders", shared=True, gone="rescue")
    fold = table.play_until("PICK")

    def ballot(change: str) -> Entry:
        phase, *body = taken(fold, change).body
        proposal = BallotProposal(cast(int, phase), 0, (1,), (tuple(body),))
        return open_ballot(fold, table.players[0].identity, 0, proposal)

    for change in TAKEOVERS:
        reason = refused(fold, ballot(change))
        assert reason in (Reason.BAD_BALLOT, Reason.BAD_HANDOVER), change
    accept(fold, ballot(""))
