"""
A coalition of all other players and the host: what they can find out together.

They can work out what they could at a table with paper cards, by subtracting the cards
they see from those that exist. They can't read anything else.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterator, Mapping

import pytest

from sealed_wonders.core.game import Card, Seat
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Entry, unpack_array
from sealed_wonders.net.sealed import bodies
from sealed_wonders.net.sealed.cards import SealedCards
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, unsealed
from sealed_wonders.net.suites import begin
from tests.cheats import forge
from tests.cheats.modified_clients import SEATS, fold_of, honest, kept_by, seat_of
from tests.support.cardsharness import all_secrets_in
from tests.support.crypto import SODIUM
from tests.support.thorough import every
from tests.support.toy import Toy

HONEST: Seat = 1
OTHERS = (0, 2)

RULES = Toy(3)

Pairs = Mapping[str, tuple[int, int]]


def secrets_of(seat: Seat) -> Pairs:
    """Return all secrets that a seat ever kept: its share and hand key of each deck."""
    return all_secrets_in(kept_by(honest().clients[seat]))


@functools.cache
def after(kind: str, deck: str, seat: Seat = HONEST) -> Fold:
    """Replay a game to the end of the phase of a seat's first such entry."""
    game = honest()
    fold = begin(fold_of(game.clients[0]).charter, RULES, lambda entry: True)
    entry = game.entry(kind, seat, deck)
    number = game.envelopes[entry].phase
    for wire in game.wires[fold.position :]:
        if fold.phase.number > number:
            return fold
        fold.accept(Entry.of(wire))
    raise LookupError(kind)


def lying(fold: Fold, owner: Seat | None, deck: str) -> list[tuple[Ciphertext, str]]:
    """Return a deck's face-down cards that one seat or nobody owns, with their keys."""
    assert isinstance(fold.cards, SealedCards)
    lying = sorted(fold.cards.layout._lying.items())
    return [
        (it.card, it.place.key)
        for _, it in lying
        if (it.place.owner, it.place.deck, it.place.shown) == (owner, deck, False)
    ]


def is_card(card: Ciphertext, secret: int) -> bool:
    """Return whether a secret decrypts a ciphertext to a card of the game."""
    return forge.is_card(card, secret, len(RULES.cards))


@functools.cache
def pooled() -> tuple[int, ...]:
    """Return the coalition's secrets, and all sums and differences of two of them."""
    pairs = [pair for seat in OTHERS for pair in secrets_of(seat).values()]
    return forge.put_together(itertools.chain.from_iterable(pairs))


# What they can't read.


SEALED: dict[str, tuple[str, str, Seat | None, str]] = {
    "a hand that was drafted from, as it was dealt": (
        *("DEAL", "drafts", HONEST),
        "drafts",
    ),
    "what it drafted": ("REVEAL", "drafts", HONEST, "drafts"),
    "a hand, as it was dealt": ("DEAL", "age", HONEST, "age"),
    "guilds that aren't in the game": ("DEAL", "age", None, "guilds"),
    "gadgets that nobody has turned up": ("OPEN_SHARE", "boards", None, "gadgets"),
}


@pytest.mark.parametrize("what", SEALED)
def test_the_coalitions_secrets_open_none_of_the_sealed_cards(what: str) -> None:
    """Neither does a sum or difference of two. The honest seat's secrets open each."""
    kind, deck, owner, lies = SEALED[what]
    cards = lying(after(kind, deck), owner, lies)
    assert len(cards) >= 2
    keys = pooled()
    assert len(keys) > 500
    for card, name in every(4, cards):
        assert not any(is_card(card, key) for key in keys)
        share, hand = secrets_of(HONEST)[name]
        theirs = sum(secrets_of(seat)[name][0] for seat in OTHERS)
        assert theirs % Q in keys
        assert is_card(card, hand if owner == HONEST else share + theirs)


def test_the_coalition_can_not_tell_which_card_of_a_known_hand_was_picked() -> None:
    """
    The seat before knows each card that it passed on, and made the ciphertexts.

    A pick re-encrypts these cards and changes their order: none of the coalition's keys
    opens one, and the honest seat's key opens each.
    """
    fold = after("PICK", "age")
    assert isinstance(fold.cards, SealedCards)
    picked = fold.cards.layout.picked(HONEST)
    _, z = secrets_of(HONEST)["guilds"]
    assert 4 == len(picked)
    for card in picked:
        assert is_card(card, z)
        assert not any(is_card(card, key) for key in pooled())


def test_the_host_alone_can_not_read_any_card() -> None:
    """It has the log, but nobody's secrets."""
    fold = after("DEAL", "age")
    found = [card for seat in SEATS for card in lying(fold, seat, "age")]
    assert 12 == len(found)
    for card, _ in found:
        assert not is_card(card, 0)
        assert not is_card(card, 1)


def test_no_half_of_a_ciphertext_comes_twice_in_a_game() -> None:
    """
    Each pick re-encrypts the whole hand.

    So nobody can tell which of the cards that they passed on was used or buried.
    """
    seen = [
        half for it in honest().envelopes for half in forge.halves(it.kind, it.body)
    ]
    assert len(seen) > 100
    assert len(seen) == len(set(seen))


def test_cards_dealt_to_the_honest_seat_stay_hidden_by_its_own_mask() -> None:
    """The coalition takes off all that it knows: its shares and the masks it chose."""
    game = honest()
    fold = after("MIX", "age", 2)
    assert isinstance(fold.cards, SealedCards)
    cards = fold.cards.layout.portions(fold.task)[HONEST].cards
    entry = game.entry("DEAL", HONEST, "age")
    given = bodies.read_handed(game.envelopes[entry].body, [4, 4, 4])[HONEST].points
    theirs = sum(secrets_of(seat)["guilds"][0] for seat in OTHERS)
    faces = forge.faces_of(len(RULES.cards))
    for at, card in enumerate(cards):
        less = SODIUM.subtract(card.b, SODIUM.multiply(theirs % Q, card.a))
        share = given[64 * at + 32 : 64 * at + 64]
        left = SODIUM.add(less, share)  # type: ignore[arg-type]
        assert left not in faces
        # The mask that the honest seat chose, under its own key, hides the card.
        mask = given[64 * at : 64 * at + 32]
        _, z = secrets_of(HONEST)["guilds"]
        assert SODIUM.subtract(left, SODIUM.multiply(z, mask)) in faces  # type: ignore[arg-type]


# What they can work out.


def hand(seat: Seat, phase: int) -> set[Card]:
    return set(honest().hands[seat, phase])


def phase_of(kind: str, deck: str) -> Iterator[int]:
    """Return an iterator over the numbers of the phases of a kind, about a deck."""
    every = zip(honest().envelopes, honest().decks, strict=True)
    found = (it.phase for it, about in every if (it.kind, about) == (kind, deck))
    return iter(dict.fromkeys(found))


def test_the_last_hand_of_a_fully_dealt_deck_is_known_by_subtraction() -> None:
    """Players who see all hands but one know that it holds the remaining cards."""
    first = next(phase_of("PICK", "drafts"))
    seen = hand(0, first) | hand(2, first)
    assert set(RULES.groups["drafts"]) - seen == hand(HONEST, first)


def test_unseen_guilds_leave_a_hand_of_the_last_age_uncertain() -> None:
    """
    Nobody knows which guilds are in the game, so any unseen ones may be in the hand.

    The coalition knows the rest of the hand, and how many guilds are in it.
    """
    first = next(phase_of("PICK", "age"))
    guilds, base = (set(RULES.groups[name]) for name in ("guilds", "base"))
    seen = hand(1, first) | hand(2, first)
    mine = hand(0, first)  # in this game, it has one of the guilds
    assert base - seen == mine & base
    missing = 2 - len(guilds & seen)
    assert missing == len(mine & guilds) == 1
    assert 4 == math.comb(len(guilds - seen), missing)


def test_both_neighbours_together_know_which_card_was_used() -> None:
    """One knows the hand it passed on, the other the hand it got: one card less."""
    _, second, third = phase_of("PICK", "age")
    passed = hand(0, second - 2) - {used(0, second - 2)}
    assert passed == hand(HONEST, second)
    assert {used(HONEST, second)} == passed - hand(2, third)


def used(seat: Seat, phase: int) -> Card:
    """Return the card that a seat used, which only the seat's secrets reveal."""
    fold = begin(fold_of(honest().clients[0]).charter, RULES, lambda entry: True)
    for wire in honest().wires[fold.position :]:
        if fold.phase.number == phase + 1:
            break
        fold.accept(Entry.of(wire))
    assert isinstance(fold.cards, SealedCards)
    _, z = secrets_of(seat)["guilds"]
    first, *_ = fold.cards.layout.picked(seat)
    return fold.cards.card_of(unsealed(first, z, group=SODIUM))


def test_one_neighbour_alone_does_not_know_which_card_was_used() -> None:
    """It knows the hand it received, but not the hand that a card was taken out of."""
    _, second, third = phase_of("PICK", "age")
    assert hand(2, third) < hand(HONEST, second)
    others = set(RULES.groups["base"]) | set(RULES.groups["guilds"])
    known = hand(2, third) | hand(2, second) | hand(2, second - 2)
    assert len(others - known) > 1


def test_the_only_card_that_is_not_turned_up_is_known() -> None:
    """There is one board more than players, so no key is needed to tell the last."""
    fold = after("OPEN_SHARE", "boards")
    (left,) = lying(fold, None, "boards")
    share, _ = secrets_of(HONEST)["boards"]
    all_shares = share + sum(secrets_of(seat)["boards"][0] for seat in OTHERS)
    assert isinstance(fold.cards, SealedCards)
    face = fold.cards.card_of(unsealed(left[0], all_shares, group=SODIUM))
    up = {card for card in RULES.groups["boards"] if not hides(fold, card)}
    assert {face} == set(RULES.groups["boards"]) - up


def hides(fold: Fold, card: Card) -> bool:
    assert isinstance(fold.cards, SealedCards)
    return fold.cards.layout.hides("boards", card)


def test_a_client_keeps_no_secrets_after_the_game() -> None:
    """
    So somebody who gets hold of the machine later can't read a hand. Only the test has
    kept the secrets.
    """
    for client in honest().clients:
        kept = kept_by(client)
        decks = [str(unpack_array(one)[0]) for one in kept]
        seat = seat_of(client)
        assert decks
        assert () == seat.secrets.entrusted(decks)
        assert [] == list(client.store.memories())
        assert (None, None) == (seat.question, seat._undone)
        seat.secrets.recall(kept[0])
        assert 1 == len(seat.secrets.entrusted(decks[:1])), (
            "secrets would have been found"
        )
        seat.secrets.discard()
