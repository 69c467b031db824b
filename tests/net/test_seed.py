"""Secrets derived from a seed: known answers, and no random number used twice."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from sealed_wonders.core.game import Choose, Deck, Move, Offer, Pass
from sealed_wonders.net.log.digests import context
from sealed_wonders.net.sealed import bodies
from sealed_wonders.net.sealed.scalars import reduced, write_scalar
from sealed_wonders.net.sealed.secrets import Holder, SealedSecrets
from sealed_wonders.net.sealed.statements import key_places
from sealed_wonders.net.seed import Seed
from tests.support.cardsharness import CardsHarness, situation
from tests.support.crypto import SODIUM
from tests.support.inprocess.chance import stream
from tests.support.vectors import FOLDER, vectors

KNOWN = vectors("seed")
SEED = Seed(bytes(range(16)))
D, GID = b"d" * 32, b"g" * 32


def copy(harness: CardsHarness, name: str, seed: Seed = SEED) -> SealedSecrets:
    """Return the secrets of one of several machines with the same words."""
    return SealedSecrets(0, harness.cards, stream(name), SODIUM, Holder(seed=seed))


def test_the_seed_vectors_match_the_output_of_their_script() -> None:
    """So nobody can change an expected value without changing the independent code."""
    script = FOLDER / "make_seed_vectors.py"
    made = subprocess.run([sys.executable, script], check=True, capture_output=True)
    assert (FOLDER / "seed.json").read_bytes() == made.stdout


def test_values_derived_from_a_seed_have_their_known_answers() -> None:
    """They are the secrets of a key, a nonce, and the place of a backup."""
    places = key_places(D, "age1", 2)
    x, z = (write_scalar(reduced(SEED.key(ctx))).hex() for ctx in places)
    nonce = SEED.nonce(context(D, "PICK", "", 2), b"sell")
    backup = SEED.backup_key(GID).hex(), SEED.backup_tag(GID).hex()
    assert (KNOWN["x"], KNOWN["z"], KNOWN["nonce"]) == (x, z, nonce.hex())
    assert (KNOWN["backup_key"], KNOWN["backup_tag"]) == backup


def test_a_seed_has_sixteen_bytes_and_is_not_shown() -> None:
    """Otherwise a message would show it some day."""
    assert "<a seed>" == repr(SEED) == str(SEED)
    with pytest.raises(ValueError, match="a seed can't have 15 bytes"):
        Seed(bytes(15))


def test_two_copies_of_a_seat_share_only_their_keys() -> None:
    """Masks, orders and proofs of one copy don't reveal those of the other."""
    harness = situation("KEY")
    one, other = (copy(harness, name).speak(harness.task) for name in ("one", "other"))
    assert (one.body[0], one.body[2], one.keep) == (
        other.body[0],
        other.body[2],
        other.keep,
    )
    assert {one.body[1], one.body[3]}.isdisjoint((other.body[1], other.body[3]))
    # Keys differ in another place, and with another seed.
    elsewhere = replace(harness.task, prev=b"another history".ljust(32))
    assert one.body[0] != copy(harness, "one").speak(elsewhere).body[0]
    another = copy(harness, "one", Seed(bytes(16)))
    assert one.body[0] != another.speak(harness.task).body[0]

    mixes = situation("MIX")
    mixed = [copy(mixes, name).speak(mixes.task).body for name in ("one", "other")]
    assert mixed[0] != mixed[1]


def test_a_copy_with_the_seed_can_play_on_from_the_log_alone() -> None:
    """Its keys, its hand, and the nonce of its choice are derived from the seed."""
    harness = CardsHarness()
    harness.secrets[0] = copy(harness, "before")
    ((*slots,),) = harness.mix(Deck("age", (), tuple(range(10, 16))))
    (hand,) = harness.deal({0: slots[:5]})
    faces = harness.faces(0)
    move = Move("build it", hand[3])
    harness.ask(Choose({0: Offer(hand, Pass(1))}), {0: move})
    ctx = context(harness.task.prev, "PICK", "", 0)
    copies = [copy(harness, name) for name in ("one", "other")]
    (first, _), (second, _) = (
        bodies.read_pick(it.commit(harness.task, move, bytes(32)), 5) for it in copies
    )
    assert first != second
    nonces = {it.nonce(harness.task, ctx, b"build it") for it in copies}
    assert {SEED.nonce(ctx, b"build it")} == nonces
    harness.phase()
    harness.secrets[0] = after = copy(harness, "after")
    assert faces == after.faces()
    harness.phase()
    assert faces[hand[3]] == getattr(harness.answers[0], "face", None)
    # Another seed reads nothing.
    assert hand[0] not in copy(harness, "x", Seed(bytes(16))).faces()


def test_discarding_secrets_discards_the_seed() -> None:
    """Otherwise the secrets could be derived again."""
    harness = situation("PICK")
    secrets = copy(harness, "x")
    secrets.discard()
    assert None is secrets.nonce(harness.task, b"ctx", b"sell")
