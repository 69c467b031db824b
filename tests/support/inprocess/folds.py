"""Seats that have a fold each, or that all share one."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from sealed_wonders.client.table.acceptable import rules_of
from sealed_wonders.core.game import Move, Ruleset, Seat
from sealed_wonders.core.games import ruleset as ruleset_for
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.handovers import Takeover, takeover_statement
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import Charter, OptionValue, TablePerson
from sealed_wonders.net.log.digests import ruleset_hash
from sealed_wonders.net.log.envelopes import Body, Entry, Envelope, sign, wires_of
from sealed_wonders.net.log.phases import Reason, SlotTaken, WireRefused
from sealed_wonders.net.plan import UNDECIDED
from sealed_wonders.net.replay import read_log, replay
from sealed_wonders.net.suites import OPEN, begin, secrets_of
from sealed_wonders.net.verification import Verification, at_once
from tests.support.inprocess.chance import bytes_of, stream
from tests.support.lobbies import identity_of, signed_charter

NAMES = ("ann", "bob", "cleo", "dan", "eve", "finn", "gus")


GAMES = {
    "base": ("wonders", ""),
    "leaders": ("wonders", "leaders"),
    "edifice": ("wonders", "edifice"),
    "both": ("wonders", "leaders,edifice"),
    "architects": ("architects", ""),
}
"""The name and the expansions of each game that tests play."""


def rules_for(game: str, players: int) -> Ruleset:
    """Return the rules of one of the `GAMES`."""
    name, expansions = GAMES[game]
    return ruleset_for(name, players, {"with": expansions} if expansions else {})


def ruleset_of(charter: Charter) -> Ruleset:
    """Return the rules to which a charter refers."""
    return rules_of(charter.options)


def charter_for(ruleset: Ruleset, seed: str = "", **others: OptionValue) -> Charter:
    """Return a charter signed by `NAMES`; games with different seeds differ."""
    return charter_signed_by(NAMES[: ruleset.players], ruleset, seed, **others)


def charter_signed_by(
    names: Sequence[str], ruleset: Ruleset, seed: str, **others: OptionValue
) -> Charter:
    """Return a charter signed by people with these names."""
    rules = ruleset_hash(ruleset)
    values: dict[str, OptionValue] = {"game": ruleset.name, "seed": seed}
    if isinstance(ruleset, Wonders) and ruleset.expansions:
        values["with"] = ",".join(ruleset.expansions)
    return signed_charter(names, rules, **(values | others))


class Player:
    """
    One seat: its identity, a fold, and moves that look random.

    Attributes:
        intent: the move to which it has committed, and the nonce.
        kept: the secrets that it must keep.
        chance: the source of its secrets.
    """

    def __init__(
        self,
        charter: Charter,
        ruleset: Ruleset,
        seat: Seat,
        fold: Fold | None = None,
        name: str = "",
    ) -> None:
        """
        Take a seat.

        Args:
            fold: a fold to share; by default, the player has its own.
            name: the name of a player who takes this seat over from another.
        """
        self.seat = seat
        self.name = name or charter.people[seat].name
        self.identity = identity_of(self.name)
        self.fold = fold or begin(charter, ruleset)
        self.chance = stream(f"{charter.gid!r}{name}", seat)
        self.secrets = secrets_of(self.fold, seat, self.chance, self.identity)
        self.intent: tuple[Move, bytes] | None = None
        self.kept: list[bytes] = []

    def decide(self, turn: str = "") -> Move:
        """Choose a move for the open phase, which depends on `turn`."""
        fold = self.fold
        moves = fold.state.moves(self.seat, self.secrets.hand(fold.task))
        chance = random.Random(
            f"{fold.charter.gid!r}/{self.seat}/{fold.phase.number}{turn}"
        )
        return chance.choice(moves)

    def body(self, move: Move | None = None, turn: str = "") -> Body:
        """Return the body of this seat's entry in the open phase."""
        task, kind = self.fold.task, self.fold.phase.kind
        if kind in UNDECIDED:
            body, keep = self.secrets.speak(task)
            if keep:
                self.kept.append(keep)
            return body
        if kind == "END":
            return self.fold.end_body()
        if kind in ("REVEAL", "DECLARE"):
            if self.intent is None:
                raise ValueError("nothing to reveal")
            return self.secrets.reveal(task, *self.intent)
        move = move or self.decide(turn)
        if kind == "CHOOSE":
            return self.secrets.choose(task, move)
        nonce = self.secrets.nonce(
            task, self.fold.context_of(self.seat), move.text.encode()
        ) or bytes_of("nonce", self.seat, f"{self.fold.phase.number}{turn}")
        self.intent = move, nonce
        seal = self.fold.seal(self.seat, move.text, nonce)
        return self.secrets.commit(task, move, seal)

    def sign(self, body: Body, **changes: object) -> Entry:
        """Sign a body for the open phase; `changes` replace fields of the envelope."""
        envelope = self.fold.envelope(self.seat, body)
        return sign(self.identity, replace(envelope, **changes))  # type: ignore[arg-type]

    def speak(self, move: Move | None = None, turn: str = "") -> Entry:
        """Sign this seat's entry in the open phase."""
        return self.sign(self.body(move, turn))

    def halt(self) -> Entry:
        """Sign a request of this seat to end the game before the open phase."""
        return self.sign(self.fold.halt_body(), lane="halt", kind="HALT")

    def sign_takeover(self, before: Player) -> Takeover:
        """
        Take the seat over from its previous player from the open phase on; sign the
        takeover.
        """
        fold, person = self.fold, TablePerson(self.name, self.identity.public)
        for kept in before.secrets.entrusted(fold.keys_in_use):
            self.secrets.recall(kept)
        self.secrets.check(fold.keys_in_use)
        self.intent = before.intent
        number, phase = fold.handovers.next_number(self.seat), fold.phase.number
        said = takeover_statement(fold.charter.gid, self.seat, number, phase, person)
        return Takeover(phase, person, self.identity.sign(said))

    def restore_secrets(self, others: Sequence[Player]) -> None:
        """
        Restore the secrets of a seat that was given away by ballot from the others'
        parts.

        A commitment that the seat has made in the open phase is opened by trying all
        moves.
        """
        fold = self.fold
        for other in others:
            for part in other.secrets.parts_of(self.seat, fold.keys_in_use):
                self.secrets.gather(other.seat, part)
        self.secrets.check(fold.keys_in_use)
        task = fold.task
        if (
            task.phase.kind not in ("REVEAL", "DECLARE")
            or self.seat not in fold.missing
        ):
            return
        ctx = fold.context_of(self.seat)
        for move in fold.state.moves(self.seat, self.secrets.hand(task)):
            nonce = self.secrets.nonce(task, ctx, move.text.encode())
            if nonce is not None and fold.opens(self.seat, move.text, nonce):
                self.intent = move, nonce
                return
        self.intent = None

    def sign_handover(self, after: Player) -> Entry:
        """
        Hand the seat over to another player from the open phase on; sign the handover.
        """
        number, takeover = (
            self.fold.handovers.next_number(self.seat),
            after.sign_takeover(self),
        )
        return self.sign(
            takeover.body,
            lane=f"seat/{self.seat}",
            phase=number,
            kind="HANDOVER",
        )


class Table:
    """Players who receive all entries, each in a different order."""

    def __init__(
        self,
        ruleset: Ruleset,
        seed: str = "",
        suite: int = OPEN,
        *,
        shared: bool = False,
        **options: OptionValue,
    ) -> None:
        """
        Seat the players.

        Args:
            shared: whether all players share one fold, so that everything is checked only once.
            options: further options in the charter.
        """
        self.charter = charter_for(ruleset, seed, suite=suite, **options)
        self.chance = random.Random(f"order/{seed}")
        fold = begin(self.charter, ruleset) if shared else None
        self.players = [
            Player(self.charter, ruleset, seat, fold) for seat in range(ruleset.players)
        ]

    @property
    def fold(self) -> Fold:
        """The fold of seat 0; all folds are equal between two phases."""
        return self.players[0].fold

    def hear(self, wires: Sequence[Entry]) -> None:
        """Make every fold accept these entries, in different orders."""
        for fold in dict.fromkeys(player.fold for player in self.players):
            for wire in self.chance.sample(wires, len(wires)):
                verdict = fold.accept(wire)
                assert isinstance(verdict, SlotTaken), verdict

    def entries(self) -> tuple[Entry, ...]:
        """Sign the entries that are missing in the open phase."""
        return tuple(self.players[seat].speak() for seat in self.fold.missing)

    def phase(self) -> tuple[Entry, ...]:
        """Play one phase; return its entries."""
        entries = self.entries()
        self.hear(entries)
        return entries

    def end_early(self) -> Fold:
        """End the game before the open phase; return the fold."""
        self.hear([self.players[seat].halt() for seat in self.fold.active])
        return self.fold

    def play(self) -> Fold:
        """Play to the end; return the fold."""
        while not self.fold.over:
            self.phase()
        return self.fold

    def play_until(self, kind: str, stage: str = "") -> Fold:
        """
        Play until a phase of this kind is open, and return the fold.

        Args:
            stage: the stage of the toy game in which the phase must be open.

        Raises:
            ValueError: the game ends first.
        """
        while not (
            self.fold.phase.kind == kind
            and getattr(self.fold.state, "stage", "").startswith(stage)
        ):
            if self.fold.over:
                raise ValueError(f"no {kind} in {stage!r}")
            self.phase()
        return self.fold


def hand_over_seat(table: Table, seat: Seat, name: str) -> Player:
    """Hand a seat over to a new player from the open phase on; return that player."""
    before = table.players[seat]
    after = taker(table, seat, name)
    table.hear([before.sign_handover(after)])
    table.players[seat] = after
    return after


def halt(table: Table, whose: Seat, **changes: object) -> Entry:
    """
    Sign a seat's request to end the game early; `changes` replace fields of the
    envelope.
    """
    return sign_halt(table.fold, whose, table.players[whose].identity, **changes)


def sign_halt(fold: Fold, whose: Seat, signer: Identity, **changes: object) -> Entry:
    """The same, for any fold and signer."""
    gid, number = fold.charter.gid, fold.phase.number
    prev, body = fold.task.prev, fold.halt_body()
    said = Envelope(gid, "halt", number, "HALT", whose, prev, body)
    return sign(signer, replace(said, **changes))  # type: ignore[arg-type]


def disclose(table: Table) -> None:
    """
    Play to the end. Then make seat 1 disclose one card falsely and the rest correctly,
    and seat 2 all its cards correctly.
    """
    fold = table.play()
    for seat in (1, 2):
        player = table.players[seat]
        body = player.secrets.disclose(fold.disclosing(seat, 0))
        bodies = [body]
        if seat == 1:
            first = body[0]
            assert isinstance(first, tuple)
            bodies = [((*first[:3], 60_000, first[4]),), body[1:]]
        for number, its in enumerate(bodies):
            fold.accept(sign(player.identity, fold.disclosure(seat, number, its)))


def disclose_all(table: Table) -> None:
    """Play to the end. Then make all players disclose their cards, seat 0 first."""
    fold = table.play()
    for seat, player in enumerate(table.players):
        body = player.secrets.disclose(fold.disclosing(seat, 0))
        if body:  # in Architects, a player without the cat may have nothing to disclose
            said = fold.disclosure(seat, 0, body)
            assert isinstance(fold.accept(sign(player.identity, said)), SlotTaken)


def taker(table: Table, seat: Seat, name: str) -> Player:
    """Return a player who can take over a seat."""
    return Player(table.charter, table.fold.ruleset, seat, table.fold, name=name)


def accept(fold: Fold, *entries: Entry) -> None:
    """Make a fold accept entries."""
    for entry in entries:
        assert isinstance(fold.accept(entry), SlotTaken)


def refused(fold: Fold, entry: Entry) -> Reason:
    """
    Return the reason why a fold refuses an entry, and check that the fold is unchanged.
    """
    before = fold.position, reader_state(fold), fold.attendance.leaving, fold.halting
    with pytest.raises(WireRefused) as found:
        fold.accept(entry)
    assert before == (
        fold.position,
        reader_state(fold),
        fold.attendance.leaving,
        fold.halting,
    )
    return found.value.reason


def play_phase_without(table: Table, *silent: Seat) -> None:
    """
    Make all missing seats except the silent ones sign their entries in the open phase.
    """
    fold, number = table.fold, table.fold.phase.number
    for seat in fold.missing:
        if seat not in silent and fold.phase.number == number:
            accept(fold, table.players[seat].speak())


def reader_state(fold: Fold) -> tuple[object, ...]:
    """Return everything that a reader derives from a log."""
    at = fold.phase.number, fold.digest, fold.over, fold.halted
    return (*at, fold.state, fold.active, fold.people, fold.log())


def outcome(table: Table) -> str:
    """
    Play to the end; return a text of the digest, the final state, and every seat's
    cards.
    """
    fold = table.play()
    faces = [player.secrets.faces() for player in table.players]
    return f"{fold.digest.hex()} {fold.state} {faces}"


def read_again(fold: Fold) -> Fold:
    """Read a fold's log and journal back, and check that both give the same result."""
    again = read_log(fold.log(), lambda charter: fold.ruleset)
    journal = replay(wires_of(fold.entries()), lambda charter: fold.ruleset)
    assert reader_state(fold) == reader_state(again) == reader_state(journal)
    return again


def strict_verification(fold: Fold) -> Verification:
    """Return a `Verification` for a fold that fails the test if an entry is refused."""

    def never(*what: object) -> None:
        raise AssertionError(what)

    return Verification(
        fold, at_once, judged=lambda _: None, refused=never, failed=never
    )
