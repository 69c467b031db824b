"""
Facts about hidden leaders that nobody can find out, in a real game.

Hidden are which leader was kept at which moment, sold, put under a stage, returned,
drawn or declined, and which leaders are in the box. All seats but one, and the host,
pool everything that they know.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import Any

import pytest

from sealed_wonders.core.game import Card, Move, Seat, Slot
from sealed_wonders.core.wonders.events import Drawn
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Body, Entry, parse
from sealed_wonders.net.log.phases import SlotTaken
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.elgamal import Ciphertext
from tests.cheats import forge
from tests.cheats.midgame import (
    DRAFT,
    DRAWN,
    ENLISTED,
    NONCE,
    RECRUITMENT,
    ROMA,
    RULES,
    SEATS,
    Position,
    at,
    pairs,
    phases,
    said,
    seen,
    text_of,
)
from tests.support.thorough import every, only


@functools.cache
def pooled(honest: Seat) -> tuple[int, ...]:
    """Return the others' secrets, and all sums and differences of two of them."""
    others = [pairs(seat).values() for seat in SEATS if seat != honest]
    known = itertools.chain.from_iterable(others)
    return forge.put_together(itertools.chain.from_iterable(known))


def is_card(card: Ciphertext, secret: int) -> bool:
    """Return whether a secret decrypts a ciphertext to a card of the game."""
    return forge.is_card(card, secret, len(RULES.cards))


def lying(game: Position, slots: Sequence[Slot]) -> list[Ciphertext]:
    return [game.cards.layout.at(slot).card for slot in slots]


def kept(number: int, seat: Seat) -> list[Ciphertext]:
    return lying(seen(number), seen(number).state.leaders[seat])


def unused(number: int, seat: Seat) -> list[Ciphertext]:
    return [seen(number + 1).cards.layout.picked(seat)[0]]


def face_down(seat: Seat) -> list[Ciphertext]:
    """Return a seat's face-down leaders at the end of the game."""
    layout = seen(len(phases()) - 1).cards.layout
    return [
        it.card
        for it in layout._lying.values()
        if (it.place.owner, it.place.deck, it.place.shown) == (seat, "leaders", False)
    ]


(SELLER,) = [it for it in SEATS if text_of(RECRUITMENT[1] + 1, it) == "sell"]
(BURIER,) = [it for it in SEATS if text_of(RECRUITMENT[2] + 1, it).startswith("stage")]

HIDDEN = {
    "a hand of leaders, as it was dealt": (
        1,
        lambda: lying(seen(DRAFT[0]), seen(DRAFT[0]).state.hands[1]),
    ),
    "what was kept first": (1, lambda: kept(DRAFT[1], 1)),
    "all that was kept": (1, lambda: kept(RECRUITMENT[0], 1)),
    "what is left to recruit": (1, lambda: kept(RECRUITMENT[2], 1)),
    "a leader that was sold": (SELLER, lambda: unused(RECRUITMENT[1], SELLER)),
    "a leader under a stage": (BURIER, lambda: unused(RECRUITMENT[2], BURIER)),
    "leaders returned in age III": (1, lambda: face_down(1)),
    "leaders drawn from the box": (ROMA, lambda: kept(DRAWN + 1, ROMA)[-4:]),
}


@pytest.mark.parametrize("what", only([*HIDDEN][::2], HIDDEN))
def test_the_others_secrets_open_none_of_the_hidden_leaders(what: str) -> None:
    """Neither does a sum or difference of two; the owner's secret opens each."""
    honest, found = HIDDEN[what]
    cards = found()
    assert cards
    _, z = pairs(honest)["leaders"]
    keys = pooled(honest)
    assert len(keys) > 500
    assert all(is_card(card, z) for card in cards)
    for card in every(4, cards):
        assert not any(is_card(card, key) for key in keys)


END = len(phases()) - 1


@pytest.mark.parametrize(
    "number", only([RECRUITMENT[0], END], [RECRUITMENT[0], DRAWN + 1, END])
)
def test_leaders_in_the_box_stay_sealed_without_one_seats_share(number: int) -> None:
    """They lie under the share keys of all seats, to the end of the game."""
    game = seen(number)
    cards = lying(game, game.state.box)
    assert len(cards) == (22 if number == RECRUITMENT[0] else 18)
    for honest in SEATS:
        others = [pairs(seat)["leaders"][0] for seat in SEATS if seat != honest]
        share, _ = pairs(honest)["leaders"]
        assert sum(others) % Q in pooled(honest)
        for card in cards[:1]:
            assert is_card(card, (share + sum(others)) % Q)
            assert not any(is_card(card, key) for key in pooled(honest))


def test_drawing_leaders_leaves_the_rest_of_the_box_unchanged() -> None:
    """
    The others lie there as they were shuffled, so nothing can be seen by comparing.
    """
    before, after = seen(DRAWN), seen(DRAWN + 1)
    drawn = next(it for it in after.state.news if isinstance(it, Drawn))
    assert (ROMA, 4) == (drawn.seat, len(drawn.slots))
    assert before.state.box[4:] == after.state.box
    assert lying(before, before.state.box[4:]) == lying(after, after.state.box)
    assert set(before.state.box).isdisjoint(drawn.slots)


def test_no_half_of_a_leaders_ciphertext_comes_twice() -> None:
    """
    Each pick re-encrypts all leaders that are kept, and those that are passed on.

    So a passed leader can't be recognised among the kept ones, nor a kept one when it
    is sold.
    """
    seen = [
        half
        for number, (kind, seats, deck) in enumerate(phases())
        for seat in (seats if deck == "leaders" else ())
        for half in forge.halves(kind, said(number, seat).body)
    ]
    assert len(seen) > 150
    assert len(seen) == len(set(seen))


# What they can work out.


def hand(number: int, seat: Seat) -> set[Card]:
    """Return the leaders from which a seat chose one."""
    return set(_hand(seen(number), seat))


def test_both_neighbours_together_know_all_kept_leaders_but_the_first() -> None:
    """
    One knows the hand it passed on, the other the hand it received: one leader less.

    The first leader was taken out of a hand that neither had seen. They know as little
    of it as of the box: it is one of those that neither of them ever held.
    """
    kept = set(seen(RECRUITMENT[0]).leaders(1))
    # Seat 2 passes to seat 1, and that to seat 0.
    second, third = (hand(number, 2) - _kept(number, 2) for number in DRAFT[:2])
    last = hand(DRAFT[2], 2) - _kept(DRAFT[2], 2)
    known = (second - hand(DRAFT[2], 0)) | (third - _last(0)) | last
    assert 3 == len(known)
    assert known < kept
    (first,) = kept - known
    held = set().union(*(hand(number, seat) for number in DRAFT for seat in (0, 2)))
    unseen = set(RULES.catalog.leader_deck("standard")) - held - known
    assert first in unseen
    assert len(unseen) == len(seen(RECRUITMENT[0]).state.box) + 1


def _kept(number: int, seat: Seat) -> set[Card]:
    """Return the leader that a seat kept in a round, as the seat itself sees it."""
    game = seen(number + 1)
    return set(game.read(seat, game.cards.layout.picked(seat)[:1]))


def _last(seat: Seat) -> set[Card]:
    """Return the leader that a seat was left in the end, as the seat itself sees it."""
    kept = set(seen(RECRUITMENT[0]).leaders(seat))
    return kept.difference(*(_kept(number, seat) for number in DRAFT))


# Choices that look the same.


def shape(value: Any) -> Any:
    """Return the types and sizes of a value's parts, without the contents."""
    match value:
        case tuple():
            return tuple(map(shape, value))
        case bytes():
            return len(value)
    return type(value).__name__


def visible_effects(number: int, seat: Seat, text: str, nth: int) -> tuple[Any, ...]:
    """
    Play a move of a seat with one of its leaders.

    Returns:
        Everything that the others see of it: the sizes of the entries, and the state.
    """
    game = at(number)
    card = list(game.leaders(seat) if number not in DRAFT else _hand(game, seat))[nth]
    game.commit(seat, text, card)
    picked = shape(said_last(game.fold, seat))
    body: Body = game.secrets(seat).reveal(game.fold.task, Move(text), NONCE)
    assert isinstance(game.fold.accept(Entry.of(game.sign(seat, body))), SlotTaken)
    state = game.fold.states[0]
    assert isinstance(state, State)
    return picked, shape(body), body[1], state.leaders, state.hands, state.chosen


def _hand(game: Position, seat: Seat) -> Any:
    return game.read(seat, lying(game, game.state.hands[seat]))


def said_last(fold: Fold, seat: Seat) -> Body:
    """Return the body that a seat signed last."""
    *_, last = [
        it for it in map(parse, (w.wire.env for w in fold.entries())) if it.seat == seat
    ]
    return last.body


@pytest.mark.parametrize(
    ("number", "seat", "text", "count"),
    [
        (DRAFT[0], 1, "keep", 4),
        (DRAFT[2], 0, "keep", 2),
        (RECRUITMENT[0], 0, "sell", 4),
        (RECRUITMENT[2], 1, "sell", 2),
        (ENLISTED[0], ROMA, "decline", 5),
    ],
)
def test_a_move_looks_the_same_whichever_leader_it_uses(
    number: int, seat: Seat, text: str, count: int
) -> None:
    """
    Whether a leader is kept, sold or not recruited, slots are assigned again by place,
    not by face.
    """
    seen = [visible_effects(number, seat, text, nth) for nth in range(count)]
    assert all(it == seen[0] for it in seen)
