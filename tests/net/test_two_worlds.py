"""
A host that shows its players two histories, without any player's help, gains nothing.

The host shows each seat whatever it likes. All seats are honest: they sign only what
`sealed_wonders.net.voting` allows.
"""

from __future__ import annotations

from collections import defaultdict

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.log.ballots import Ballot, BallotProposal
from sealed_wonders.net.log.envelopes import Entry
from sealed_wonders.net.log.lanes import phase_about
from sealed_wonders.net.log.phases import Reason, SlotTaken, WireRefused
from sealed_wonders.net.voting import SignedYes, may_say_yes, may_sign_beyond
from tests.net.test_rescue import proposal as given
from tests.support.inprocess.ballots import (
    honest_proposal,
    open_ballot,
    sign_ballot_answer,
    vote_out,
)
from tests.support.inprocess.folds import Table, taker


class Split:
    """
    A table that the host splits in two from a phase on.

    Attributes:
        worlds: two copies of the table, equal until something differs.
    """

    def __init__(self, players: int, kind: str = "PICK") -> None:
        rules = Wonders(players, "day")
        self.worlds = [Table(rules, "", shared=True, gone="rescue") for _ in range(2)]
        for world in self.worlds:
            world.play_until(kind)
        self._yeses: dict[bytes, list[SignedYes]] = defaultdict(list)
        self._furthest: dict[bytes, int] = defaultdict(int)
        self._signed: dict[tuple[bytes, str, int], Entry] = {}

    def show(self, entry: Entry, *worlds: int) -> None:
        for world in worlds:
            assert isinstance(self.worlds[world].fold.accept(entry), SlotTaken)

    def opens(self, world: int, seat: Seat, proposal: BallotProposal) -> Entry:
        """Make a seat open a ballot, which counts as its yes."""
        table = self.worlds[world]
        signer = table.players[seat].identity
        entry = open_ballot(table.fold, signer, seat, proposal)
        table.fold.accept(entry)
        ballot = table.fold.ballots.find(seat, entry.envelope.phase)
        assert ballot is not None
        self._say_yes(signer, entry, ballot)
        return entry

    def agrees(self, world: int, seat: Seat, opened: Entry) -> Entry:
        table = self.worlds[world]
        signer = table.players[seat].identity
        opener, number = opened.envelope.seat, opened.envelope.phase
        ballot = table.fold.ballots.find(opener, number)
        assert ballot is not None
        entry = sign_ballot_answer(table.fold, signer, seat, opener, number, yes=True)
        self._say_yes(signer, entry, ballot)
        table.fold.accept(entry)
        return entry

    def may_speak(self, world: int, seat: Seat) -> bool:
        """Return whether a seat may sign anything in the open phase."""
        table = self.worlds[world]
        yeses = self._yeses[table.players[seat].identity.public]
        return may_sign_beyond(yeses, table.fold)

    def speaks(self, world: int, *seats: Seat) -> None:
        """Make seats sign what the open phase needs from them."""
        table = self.worlds[world]
        for seat in seats:
            player = table.players[seat]
            assert self.may_speak(world, seat)
            entry = player.speak()
            self._sign(player.identity, entry)
            assert isinstance(table.fold.accept(entry), SlotTaken)

    def _say_yes(self, signer: Identity, entry: Entry, ballot: Ballot) -> None:
        phase = ballot.proposal.phase
        assert may_say_yes(phase, self._furthest[signer.public])
        self._sign(signer, entry)
        yes = SignedYes(phase, ballot.opener, ballot.number, ballot.digest)
        self._yeses[signer.public].append(yes)

    def _sign(self, signer: Identity, entry: Entry) -> None:
        envelope, about = entry.envelope, phase_about(entry.envelope)
        assert about is not None
        place = (signer.public, envelope.lane, envelope.phase)
        assert entry == self._signed.setdefault(place, entry)
        self._furthest[signer.public] = max(self._furthest[signer.public], about)


def refuses(fold: Fold, entry: Entry) -> bool:
    """Return whether a fold refuses a ballot as invalid."""
    with pytest.raises(WireRefused) as found:
        fold.accept(entry)
    return found.value.reason is Reason.BAD_BALLOT


def test_seats_removed_in_another_world_cannot_remove_others() -> None:
    """
    Two of five go on in one world; the third seat there has gone on in the other.

    They are the majority of the three in their world. But a ballot of five seats left
    these three, and a majority of the five hasn't signed anything after it.
    """
    split = Split(5)
    here, there = split.worlds
    first = split.opens(0, 3, honest_proposal(here.fold, [0, 1]))
    split.show(first, 1)
    split.show(split.agrees(0, 2, first), 1)
    second = split.opens(1, 0, honest_proposal(there.fold, [3, 4]))
    for seat in (1, 2):
        split.agrees(1, seat, second)
    split.agrees(0, 4, first)
    assert ((2, 3, 4), (0, 1, 2)) == (here.fold.active, there.fold.active)

    again = open_ballot(
        here.fold, here.players[3].identity, 3, honest_proposal(here.fold, [2])
    )
    assert refuses(here.fold, again)
    split.speaks(0, 3, 4)
    assert refuses(here.fold, again)
    assert not split.may_speak(0, 2)
    split.speaks(1, 0, 1, 2)
    assert there.fold.opened.is_enough([0])


def test_a_substitute_and_a_seat_removed_elsewhere_remove_nobody() -> None:
    """
    They are two of three. But the old holder of the substitute's seat is in the other
    world.
    """
    split = Split(3)
    here, there = split.worlds
    first = split.opens(0, 2, given(here.fold, {0: "zed"}))
    split.show(first, 1)
    second = split.opens(1, 0, honest_proposal(there.fold, [1]))
    split.agrees(1, 2, second)
    split.agrees(0, 1, first)
    intent = here.players[0].intent
    here.players[0] = taker(here, 0, "zed")
    here.players[0].intent = intent
    split.speaks(0, 0, 1, 2)
    assert ((0, 1, 2), (0, 2)) == (here.fold.active, there.fold.active)
    assert "zed" == here.fold.people[0].name
    assert there.fold.charter.people == there.fold.people

    again = open_ballot(
        here.fold, here.players[1].identity, 1, honest_proposal(here.fold, [2])
    )
    assert refuses(here.fold, again)
    split.speaks(0, 0, 1)
    assert refuses(here.fold, again)
    assert not split.may_speak(0, 2)
    split.speaks(1, 0, 2)
    assert (0, 2) == there.fold.active


def test_a_fraud_ends_a_game_if_too_few_remain_to_remove_the_cheat() -> None:
    """The fold is stopped, and no entry is missing any more."""
    table = Table(Wonders(4, "day"), "", shared=True, gone="rescue")
    fold = table.play_until("REVEAL")
    vote_out(fold, [it.identity for it in table.players], [0])
    for seat in sorted({1, 2, 3} & set(fold.missing)):
        fold.accept(table.players[seat].speak())
    while fold.phase.kind == "REPASS":
        fold.accept(table.players[fold.missing[0]].speak())
    assert not fold.opened.is_enough([1])
    wrong = table.players[1].sign((bytes(3),))
    assert isinstance(fold.accept(wrong), Fraud)
    assert fold.stopped
    assert () == fold.missing
