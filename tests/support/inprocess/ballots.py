"""Open ballots and answer them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sealed_wonders.core.game import Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import BallotProposal, answer_body
from sealed_wonders.net.log.digests import entry_digest
from sealed_wonders.net.log.envelopes import Body, Entry, Envelope, sign
from sealed_wonders.net.log.lanes import BALLOTS, lane_of
from tests.support.inprocess.folds import Player


def honest_proposal(
    fold: Fold,
    out: Collection[Seat],
    *,
    known: int | None = None,
    frauds: bool = True,
    phase: int | None = None,
) -> BallotProposal:
    """
    Return an honest seat's proposal on the open phase.

    Args:
        out: the seats to remove.
        known: the number of ballots that the seat claims to know.
        frauds: whether the proposal names the fraudulent entries of these seats.
        phase: another phase to propose the ballot on.
    """
    about = []
    for seat in sorted(out):
        entry = fold.entry_of(seat) if seat in fold.frauds and frauds else None
        about.append(None if entry is None else entry_digest(entry.wire.env))
    number = fold.phase.number if phase is None else phase
    so_far = len(fold.ballots.on(number))
    return BallotProposal(
        number, so_far if known is None else known, tuple(sorted(out)), tuple(about)
    )


def sign_ballot_entry(
    fold: Fold, signer: Identity, seat: Seat, opener: Seat, number: int, body: Body
) -> Entry:
    """Sign an entry of a ballot on the open phase."""
    envelope = Envelope(
        fold.charter.gid,
        lane_of(BALLOTS, opener),
        number,
        "DROP_VOTE",
        seat,
        fold.task.prev,
        body,
    )
    return sign(signer, envelope)


def open_ballot(
    fold: Fold, signer: Identity, seat: Seat, proposal: BallotProposal
) -> Entry:
    """Sign the entry that opens a ballot."""
    number = fold.ballots.opened_by(seat)
    return sign_ballot_entry(fold, signer, seat, seat, number, proposal.body)


def sign_ballot_answer(
    fold: Fold, signer: Identity, seat: Seat, opener: Seat, number: int, *, yes: bool
) -> Entry:
    """Sign an answer to a ballot; raise `ValueError` if there is no such ballot."""
    ballot = fold.ballots.find(opener, number)
    if ballot is None:
        raise ValueError("no such ballot")
    return sign_ballot_entry(
        fold, signer, seat, opener, number, answer_body(ballot, yes)
    )


def give_away_by_ballot(fold: Fold, others: Sequence[Player], taker: Player) -> None:
    """
    Carry a ballot in one fold that gives a seat to `taker`; the first of `others` opens
    it.
    """
    phase, seat = fold.phase.number, taker.seat
    person = TablePerson(taker.name, taker.identity.public)
    count = fold.handovers.count_before(seat, phase)
    said = takeover_statement(fold.charter.gid, seat, count, phase, person)
    _phase, *taken = Takeover(phase, person, taker.identity.sign(said)).body
    known = len(fold.ballots.on(phase))
    proposal = BallotProposal(phase, known, (seat,), (tuple(taken),))
    opener, *rest = others
    number = fold.ballots.opened_by(opener.seat)
    fold.accept(open_ballot(fold, opener.identity, opener.seat, proposal))
    for other in rest:
        signer, whose = other.identity, other.seat
        fold.accept(
            sign_ballot_answer(fold, signer, whose, opener.seat, number, yes=True)
        )


def vote_out(
    fold: Fold, signers: Sequence[Identity], out: Collection[Seat]
) -> list[Entry]:
    """Carry a ballot in one fold that removes seats; return its entries."""
    remain = [seat for seat in fold.active if seat not in out]
    opener, *others = remain
    number = fold.ballots.opened_by(opener)
    entries = [open_ballot(fold, signers[opener], opener, honest_proposal(fold, out))]
    fold.accept(entries[0])
    for seat in others:
        entry = sign_ballot_answer(fold, signers[seat], seat, opener, number, yes=True)
        fold.accept(entry)
        entries.append(entry)
    return entries
