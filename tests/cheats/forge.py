"""
Lists of cheats that tests go through, and forged proofs and bodies for them.

A forgery takes the honest prover's own steps with a false claim, so that nothing else
is wrong with it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import pytest

from sealed_wonders.core.game import Card, Seat
from sealed_wonders.net.log.digests import context
from sealed_wonders.net.log.envelopes import Body, Value
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.bodies import OpenedBody, Proven
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext, unsealed, write_ciphertexts
from sealed_wonders.net.sealed.group import Point, card_point
from sealed_wonders.net.sealed.layout import Cards
from sealed_wonders.net.sealed.proofs import (
    Transfer,
    prove_equality,
    prove_knowledge,
    prove_transfer,
    transfer,
)
from sealed_wonders.net.sealed.shuffle import MixedCards, mix, prove_shuffle
from sealed_wonders.net.sealed.statements import Handing, Mixing, Unsealing
from tests.cheats.modified_clients import Adversary, AdversaryView, Lie, in_deck
from tests.support.crypto import SODIUM
from tests.support.thorough import only

T = TypeVar("T")

# Lists of cheats.


@dataclass(frozen=True, eq=False)
class Cheat:
    """
    A lie that must be found.

    Attributes:
        name: what the lie is about, and how and where it is told.
        lie: the lie itself.
    """

    name: str
    kind: str
    seat: Seat
    lie: Lie
    prepared: Mapping[str, Lie] = field(default_factory=dict)
    """Earlier lies, so that nothing else is wrong by then."""

    def adversary(self, *, is_late: bool = True) -> Adversary:
        """Return a seat that is going to tell the lie."""
        return Adversary(self.seat, {**self.prepared, self.kind: self.lie}, is_late)


class Cheats:
    """Cheats of one sort."""

    def __init__(self) -> None:
        self.all: list[Cheat] = []

    def add(
        self,
        name: str,
        kind: str,
        deck: str = "",
        seat: Seat = 1,
        prepared: Mapping[str, Lie] | None = None,
    ) -> Callable[[Lie], Lie]:
        """Register a lie about a deck, by the name of the cheat that it is."""

        def add(lie: Lie) -> Lie:
            where = f"{kind} {deck}".strip()
            words = getattr(lie, "__name__", "").replace("_", " ")
            full = f"{name} ({where}, {words})"
            restricted = in_deck(deck, lie) if deck else lie
            self.all.append(Cheat(full, kind, seat, restricted, prepared or {}))
            return lie

        return add

    @property
    def each(self) -> pytest.MarkDecorator:
        """
        Parametrize a test with all cheats that take a single lie.

        If a cheat can be done in several ways or places, every run tries the first.
        """
        plain = [it for it in self.all if not it.prepared]
        first = [it for it in self._first.values() if not it.prepared]
        return _parametrized(plain, first)

    @property
    def each_at_a_table(self) -> pytest.MarkDecorator:
        """
        Parametrize a test that plays all cheats at whole tables.

        Every run plays one cheat for each kind of phase, and those that take several
        lies.
        """
        some = {cheat.kind: cheat for cheat in reversed(self.all)}
        prepared = [it for it in self._first.values() if it.prepared]
        return _parametrized(self.all, {*some.values(), *prepared})

    @property
    def _first(self) -> Mapping[str, Cheat]:
        return {it.name.partition(" (")[0]: it for it in reversed(self.all)}


def _parametrized(
    cheats: Sequence[Cheat], always: Iterable[Cheat]
) -> pytest.MarkDecorator:
    some = only(always, cheats)
    return pytest.mark.parametrize("cheat", some, ids=lambda cheat: str(cheat.name))


# Bodies.


def changed(body: Sequence[Value], at: int, value: Value) -> Body:
    return (*body[:at], value, *body[at + 1 :])


def parts(value: Value) -> Body:
    """Return a value that has to be a tuple."""
    assert isinstance(value, tuple)
    return value


def flipped(data: Value, at: int = 0) -> bytes:
    assert isinstance(data, bytes)
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def spliced(data: bytes, at: int, part: bytes) -> bytes:
    return data[:at] + part + data[at + len(part) :]


def elsewhere(
    view: AdversaryView, deck: str, seat: Seat | None = None, *extra: bytes
) -> bytes:
    """Return the context of another place in this phase."""
    who = view.seat if seat is None else seat
    return context(view.task.prev, view.task.phase.kind, deck, who, *extra)


# Keys.


def share_of(view: AdversaryView, deck: str) -> int:
    """Return the secret of the cheat's own share key."""
    share, _ = view.pairs[deck]
    return share


def hand_of(view: AdversaryView, deck: str) -> int:
    """Return the secret of the cheat's own hand key."""
    _, hand = view.pairs[deck]
    return hand


def keyed(
    view: AdversaryView, share: tuple[int, Point], hand: tuple[int, Point]
) -> Body:
    """Return a KEY that claims to know the secrets of two keys."""
    parts: list[bytes] = []
    places = statements.key_places(view.task.prev, view.task.phase.deck, view.seat)
    for ctx, (secret, key) in zip(places, (share, hand), strict=True):
        parts += [key, prove_knowledge(ctx, secret, key)]
    return tuple(parts)


# Shuffles.


def mixings(view: AdversaryView) -> tuple[Mixing, ...]:
    return statements.mixings(view.layout, view.task, view.seat)


def mixing(view: AdversaryView) -> Mixing:
    """Return the statement to be proven about the deck or hand of the open phase."""
    if view.task.phase.kind == "PICK":
        return statements.picking(view.layout, view.task, view.seat)
    (stated,) = mixings(view)
    return stated


def all_mixed(view: AdversaryView, *first: Proven) -> Body:
    """Return a MIX with the first decks as given, and the others as they should be."""
    rest = mixings(view)[len(first) :]
    return bodies.flat_body([*first, *map(shuffled, rest)])


def straight(stated: Mixing) -> MixedCards:
    """Re-encrypt cards in the order in which they are."""
    return mix(stated.before, stated.key, range(len(stated.before)))


def shuffled(stated: Mixing, mixed: MixedCards | None = None) -> Proven:
    """Prove that `mixed` is a shuffle of the cards before, true or not."""
    mixed = mixed or straight(stated)
    return Proven(write_ciphertexts(mixed.after), prove_shuffle(stated, mixed))


def with_first(mixed: MixedCards, card: Ciphertext, mask: int) -> MixedCards:
    """Return shuffled cards with another card in the first place."""
    after, masks = (card, *mixed.after[1:]), (mask, *mixed.masks[1:])
    return MixedCards(after, mixed.order, masks)


def said_mixed(view: AdversaryView, hand: Proven) -> Body:
    """Return the body for shuffled cards, of a deck or of the seat's own hand."""
    if view.task.phase.kind == "PICK":
        *_, commitment = view.body
        assert isinstance(commitment, bytes)
        return bodies.pick_body(hand, commitment)
    return bodies.flat_body([hand])


def read_mixed(view: AdversaryView) -> Proven:
    """Return the cards that an honest seat would have shuffled, with their proof."""
    count = len(mixing(view).before)
    if view.task.phase.kind == "PICK":
        return bodies.read_pick(view.body, count)[0]
    (hand,) = bodies.read_mix(view.body, [count])
    return hand


# Cards handed over.


def handed(stated: Handing, secret: int, made: Transfer | None = None) -> Proven:
    """Prove that cards were handed over, true or not."""
    made = made or transfer(stated, secret)
    proof = prove_transfer(stated, secret, made)
    return Proven(write_ciphertexts(made.given), proof)


def moved(made: Transfer, at: int, by: Point) -> Transfer:
    """Shift what is given for one card by a point."""
    given = list(made.given)
    given[at] = Ciphertext(given[at].a, SODIUM.add(given[at].b, by))
    return Transfer(tuple(given), made.masks)


def exchanged(values: Iterable[T], one: int, other: int) -> tuple[T, ...]:
    found = list(values)
    found[one], found[other] = found[other], found[one]
    return tuple(found)


def taken_off(cards: Cards) -> tuple[Point, ...]:
    """Return the points that a hand key is taken off."""
    return tuple(card.a for card in cards)


def dealings(view: AdversaryView) -> tuple[Handing, ...]:
    return statements.dealings(view.layout, view.task, view.seat)


def secretly(view: AdversaryView) -> int:
    """Return the secret of the share key that the cards to be dealt lie under."""
    return share_of(view, dealings(view)[0].deck)


def dealt(view: AdversaryView, *parts: Proven) -> Body:
    """Return a DEAL with the first parts as given, and the others as they should be."""
    stated = dealings(view)
    rest = [handed(it, share_of(view, it.deck)) for it in stated[len(parts) :]]
    return bodies.handed_body([*parts, *rest])


# Cards opened.


def sharings(view: AdversaryView) -> tuple[Unsealing, ...]:
    return statements.sharings(view.layout, view.task, view.seat)


def all_shared(view: AdversaryView, *first: Proven) -> Body:
    """Return an OPEN_SHARE with the first parts as given, the others right."""
    rest = sharings(view)[len(first) :]
    return bodies.flat_body(
        [*first, *(shared(it, share_of(view, it.deck)) for it in rest)]
    )


def shared(stated: Unsealing, secret: int, share: Point | None = None) -> Proven:
    """Prove that a point is the seat's share of a card, true or not."""
    share = share or SODIUM.multiply(secret, stated.card.a)
    return Proven(share, prove_equality(stated, secret, share))


def opening(view: AdversaryView, position: int = 0) -> Unsealing:
    """Return the statement to be proven about a card that is opened."""
    return statements.opening(view.layout, view.task, view.seat, position)


def opened(stated: Unsealing, card: Card, secret: int, position: int = 0) -> OpenedBody:
    """Prove that a ciphertext is a certain card, true or not."""
    masked = SODIUM.subtract(stated.card.b, card_point(card))
    return OpenedBody(card, prove_equality(stated, secret, masked), position)


def face(view: AdversaryView, card: Ciphertext, secret: int) -> Card:
    return view.cards.card_of(unsealed(card, secret, group=SODIUM))


# What a coalition can decrypt.


def put_together(secrets: Iterable[int]) -> tuple[int, ...]:
    """
    Return secrets, and all sums and differences of two of them.

    The sum of the share keys of all seats but one is among them, where those seats are
    two.
    """
    singles = {0, 1, *secrets}
    pairs = itertools.combinations(singles, 2)
    both = {key % Q for a, b in pairs for key in (a + b, a - b, b - a)}
    return tuple(sorted(singles | both))


def is_card(card: Ciphertext, secret: int, cards: int) -> bool:
    """Return whether a secret decrypts a ciphertext to one of so many cards."""
    return unsealed(card, secret, group=SODIUM) in faces_of(cards)


@functools.cache
def faces_of(cards: int) -> frozenset[bytes]:
    return frozenset(map(card_point, range(cards)))


def halves(kind: str, body: Body) -> Iterator[bytes]:
    """Yield the halves of ciphertexts in a hand that is picked from or passed on."""
    match kind, body:
        case "PICK", (bytes(cards), _, _):
            pass
        case "REVEAL", (_, _, _, (bytes(cards), _)):
            pass
        case _:
            return
    yield from (cards[at : at + 32] for at in range(0, len(cards), 32))


# Hands passed on.


def picked(view: AdversaryView) -> Cards:
    """Return the seat's hand as it was picked from: the used card, then the rest."""
    return view.layout.picked(view.seat)


def passing(view: AdversaryView) -> statements.Passing:
    """Return the statement to be proven about the rest of the hand."""
    stated = statements.passing(view.layout, view.task, view.seat)
    assert stated is not None
    return stated


def passed(
    view: AdversaryView,
    cards: Cards,
    *,
    to: Point | None = None,
    ctx: bytes | None = None,
) -> Body:
    stated, rest = passing(view)
    secret = hand_of(view, stated.deck)
    claimed = stated._replace(
        ctx=ctx or stated.ctx, to=to or stated.to, points=taken_off(cards)
    )
    made = transfer(claimed, secret)
    new = [
        Ciphertext(it.a, SODIUM.add(card.b, it.b))
        for card, it in zip(cards, made.given, strict=True)
    ]
    # The proof is about what everybody works out from that.
    given = tuple(
        Ciphertext(it.a, SODIUM.subtract(it.b, card.b))
        for it, card in zip(new, rest, strict=False)
    )
    count = len(given)
    claimed = claimed._replace(points=stated.points[:count])
    proof = handed(claimed, secret, Transfer(given, made.masks[:count])).proof
    return changed(view.body, 3, (write_ciphertexts(new), proof))
