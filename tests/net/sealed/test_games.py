"""
Whole sealed games, compared with the open suite and with a relay.

An open game is played at the same time. Each of its mixes has the order that results from
the secrets of all seats, so it has the same cards, and shows what each seat may see.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sealed_wonders.core.game import Card, Deal, Look, Ruleset, Seat, Shuffle, Slot
from sealed_wonders.core.games import ruleset
from sealed_wonders.net import opencards
from sealed_wonders.net.cards import Wrong
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Body, parse
from sealed_wonders.net.log.phases import SlotTaken
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.plan import PhasePlan
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.elgamal import unsealed
from sealed_wonders.net.sealed.verifier import Verifier
from sealed_wonders.net.suites import SEALED, begin_relayed, secrets_of
from tests.support.cardsharness import all_secrets_in
from tests.support.crypto import PURE, SODIUM
from tests.support.flips import with_bit_flipped
from tests.support.inprocess.chance import stream
from tests.support.inprocess.folds import Table
from tests.support.thorough import only
from tests.support.toy import Toy

ROOT = Path(__file__).parent.parent.parent.parent

GAMES: dict[str, Ruleset] = {
    "toy 3": Toy(3),
    "toy 4": Toy(4),
    "wonders 3": ruleset("wonders", 3, {"sides": "night"}),
    "architects 2": ruleset("architects", 2, {}),
    "architects 7": ruleset("architects", 7, {}),
}

ENOUGH = {"architects 7": 60}
"""Numbers of phases after which long games are cut off: later ones are all alike."""


class Open:
    """The same game with open cards, one closed phase behind the sealed one."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self._table = table
        self.cards = OpenCards(table.charter.gid, table.fold.ruleset.shows)
        self._orders: dict[str, tuple[int, ...]] = {}
        monkeypatch.setattr(
            opencards, "permutation", lambda gid, label, n: self._orders[label]
        )

    def follow(self, task: PhasePlan, bodies: Mapping[Seat, Body]) -> None:
        """Apply a phase that was closed in the sealed game."""
        if task.phase.kind == "END":
            return
        self._find_orders(task)
        said = {}
        for seat, body in bodies.items():
            spoken = self._opened(task, seat, body)
            said[seat] = self.cards.check(task, seat, spoken)
        self.cards.close(task, said)

    def _opened(self, task: PhasePlan, seat: Seat, body: Body) -> Body:
        """Return what a seat would have signed in the open game."""
        match task.phase.kind, body:
            case (("DECIDE" | "DECLARE"), _):
                return body
            case "PICK", (_, _, seal):
                return (seal,)
            case "REVEAL", (nonce, payload, *_):
                return (nonce, payload, self.face(task.phase.number << 24 | seat << 16))
            case "CHOOSE", (payload, ((position, card, _),)):
                return (payload, ((position, card, None),))
            case "CHOOSE", _:
                return body
        return ()

    def _find_orders(self, task: PhasePlan) -> None:
        """Find the order in which the sealed game has just laid out cards."""
        fold = self._table.fold
        match task.ask:
            case Shuffle(decks) if task.last:
                first = task.phase.number << 24 | 255 << 16
                for deck in decks:
                    held = [self._was(slot) for slot in deck.slots] + [*deck.cards]
                    slots = range(first, first := first + len(held))
                    self._orders[deck.name] = tuple(
                        held.index(self.face(slot)) for slot in slots
                    )
            case Look(seat, pile) if task.phase.kind == "DEAL":
                held = [self._was(slot) for slot in pile]
                hand = self._table.players[seat].secrets.hand(fold.task)
                self._orders[task.phase.deck] = tuple(map(held.index, hand.values()))

    def _was(self, slot: Slot) -> Card:
        """Return a face as the open game has it, which is a phase behind."""
        return self.cards._lying[slot].card

    def face(self, slot: Slot) -> Card:
        """Return the face of a slot, with the secrets of the seats that it needs."""
        cards = self._table.fold.cards
        assert isinstance(cards, SealedCards)
        place, card, _, face, _ = cards.layout.at(slot)
        if face is not None:
            return face
        players = self._table.players
        pairs = [all_secrets_in(player.kept)[place.key] for player in players]
        if place.owner is None:
            secret = sum(x for x, _ in pairs)
        else:
            _, secret = pairs[place.owner]
        return cards.card_of(unsealed(card, secret, group=SODIUM))


class Game:
    """A sealed game, the same game with open cards, and a relay of it."""

    def __init__(self, rules: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = Table(rules, "games", SEALED, shared=True)
        self.fold = self.table.fold
        self.relayed = begin_relayed(self.table.charter, rules)
        self.open = Open(self.table, monkeypatch)

    def phase(self) -> None:
        task = self.fold.task
        envelopes = []
        for wire in self.table.phase():
            assert isinstance(self.relayed.accept(wire), SlotTaken)
            envelopes.append(parse(wire.wire.env))
        self.open.follow(task, {it.seat: it.body for it in envelopes})


@pytest.mark.parametrize("name", only(["toy 3"], GAMES))
def test_a_sealed_game_equals_the_open_game_with_the_same_cards(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The same cards lie in the same places, so the phases are the same.

    Each seat sees what it would see in the open game, and no more. A relay that
    believes all proofs has the same states, digests and scores.
    """
    game = Game(GAMES[name], monkeypatch)
    fold, table = game.fold, game.table
    assert isinstance(fold.cards, SealedCards)
    while not fold.over and fold.phase.number < ENOUGH.get(name, 1 << 32):
        game.phase()
        assert [game.relayed.state, game.relayed.digest, game.relayed.task] == [
            fold.state,
            fold.digest,
            fold.task,
        ]
        for player in table.players:
            seen = player.secrets.faces()
            open_seen = OpenSecrets(player.seat, game.open.cards).faces()
            assert list(open_seen) == list(seen)
            assert sorted(open_seen.values()) == sorted(seen.values())
            assert all(game.open.face(slot) == card for slot, card in seen.items())
            for slot in seen:
                assert game.open.cards.place(slot) == fold.cards.place(slot)
                assert game.open.cards.place(slot) == game.relayed.cards.place(slot)
    assert fold.log() == game.relayed.log()
    assert fold.state.score() == game.relayed.state.score()


@pytest.mark.usefixtures("fast_sealing")
def test_a_returning_seat_knows_the_cards_that_it_peeked_at() -> None:
    """It returns between the peek and the choice. No other seat knows the cards."""
    rules = ruleset("architects", 2, {})
    table = Table(rules, "back 14", SEALED, shared=True)
    fold, looks = table.fold, []
    while 4 not in looks:
        assert not fold.over
        match fold.task.ask:
            case Deal(hands, peek=True):
                ((seat, slots),) = hands.items()
            case _:
                table.phase()
                continue
        table.phase()
        looks.append(len(slots))
        player, other = table.players[seat], table.players[1 - seat]
        seen = player.secrets.faces()
        again = secrets_of(fold, seat, stream("again"))
        for keep in player.kept:
            again.recall(keep)
        assert set(slots) <= set(seen)
        assert seen == again.faces()
        assert player.secrets.hand(fold.task) == again.hand(fold.task)
        assert set(slots) <= set(again.hand(fold.task))
        if len(slots) > 1 or 1 - seat not in getattr(fold.state, "saw", ()):
            assert not set(slots) & set(other.secrets.faces())
    # Both kinds of peek occurred: by the cat, and through a whole pile.
    assert looks.count(1) > 3


@pytest.fixture(scope="module")
def played() -> Fold:
    """Return a finished game of the toy."""
    table = Table(Toy(3), "played", SEALED, shared=True)
    table.play()
    return table.fold


def test_the_python_group_yields_the_same_game(played: Fold) -> None:
    rules = played.ruleset
    cards = SealedCards(len(rules.cards), rules.shows, Verifier(PURE))
    fold = Fold(played.charter, rules, cards)
    for wire in played.entries(fold.position):
        assert isinstance(fold.accept(wire), SlotTaken)
    assert (played.digest, played.state) == (fold.digest, fold.state)


# Checking on threads.


@pytest.mark.usefixtures("fast_sealing")
def test_several_threads_find_the_same_verdicts() -> None:
    """All claims of a phase are checked at once, each twice."""
    rules = Toy(3)
    table = Table(rules, "threads", SEALED, shared=True)
    fold = table.fold
    at_once = 0
    with ThreadPoolExecutor(6) as pool:
        while not fold.over:
            for seat in fold.missing:
                fold.receive(table.players[seat].speak())
            claims = fold.claims
            found = list(pool.map(fold.check, claims * 2))
            at_once += len(claims) > 1
            alone = [fold.check(claim) for claim in claims]
            assert found == alone * 2
            assert not any(isinstance(finding, Wrong) for finding in alone)
            for finding in alone:
                fold.judge(finding)
    assert at_once > 10


# What a relay doesn't check.


def test_a_relay_goes_on_after_a_bad_proof() -> None:
    """Everybody who checks proofs names the cheat."""
    rules = Toy(3)
    table = Table(rules, "relay", SEALED, shared=True)
    relayed = begin_relayed(table.charter, rules)
    table.play_until("MIX", "boards")
    for wire in table.fold.entries(relayed.position):
        relayed.accept(wire)
    (cheat,) = [table.players[seat] for seat in table.fold.missing]
    *others, proof = cheat.body()
    assert isinstance(proof, bytes)
    wire = cheat.sign((*others, with_bit_flipped(proof, 0)))
    assert isinstance(relayed.accept(wire), SlotTaken)
    assert isinstance(table.fold.accept(wire), Fraud)
    assert None is relayed.fraud
    assert (cheat.seat + 1,) == relayed.missing


# Without the library.

BLOCKED = """
import sys
for name in ("nacl", "nacl._sodium", "nacl.bindings"):
    sys.modules[name] = None
from pathlib import Path
from sealed_wonders.net.lobby import open_charter
from sealed_wonders.net.log.envelopes import parse_entries
from sealed_wonders.net.log.file import read
from sealed_wonders.net.suites import begin_relayed
from tests.support.toy import Toy
entries = parse_entries(read(Path(sys.argv[1]).read_bytes()))
fold = begin_relayed(open_charter(entries), Toy(3))
for entry in entries[fold.position:]:
    fold.accept(entry)
print(fold.over, fold.fraud, fold.digest.hex(), fold.state)
"""


def test_a_relay_needs_no_library(played: Fold, tmp_path: Path) -> None:
    """There is no warning without it, since a relay hardly calculates."""
    file = tmp_path / "game.swlog"
    file.write_bytes(played.log())
    said = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCKED, str(file)],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        check=True,
        capture_output=True,
        text=True,
    )
    assert f"True None {played.digest.hex()} {played.state}\n" == said.stdout
    assert "" == said.stderr
