"""
What nobody can tell about hidden leaders, in a real game.

Hidden are: which leader was kept at which moment, sold or put under a stage, returned,
drawn or declined, and which are in the box. All seats but one, and the host, put together
everything that they know.
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
    """Give what the others know: their secrets, and what comes of any two of them."""
    others = [pairs(seat).values() for seat in SEATS if seat != honest]
    known = itertools.chain.from_iterable(others)
    return forge.put_together(itertools.chain.from_iterable(known))


def is_card(card: Ciphertext, secret: int) -> bool:
    """Tell whether a secret makes a card of the game of a ciphertext."""
    return forge.is_card(card, secret, len(RULES.cards))


def lying(game: Position, slots: Sequence[Slot]) -> list[Ciphertext]:
    return [game.cards.layout.at(slot).card for slot in slots]


def kept(number: int, seat: Seat) -> list[Ciphertext]:
    return lying(seen(number), seen(number).state.leaders[seat])


def unused(number: int, seat: Seat) -> list[Ciphertext]:
    return [seen(number + 1).cards.layout.picked(seat)[0]]


def face_down(seat: Seat) -> list[Ciphertext]:
    """Give what lies face down of a seat's leaders at the end of the game."""
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
def test_all_their_secrets_together_open_no_leader_of_it(what: str) -> None:
    """Nor does a sum or difference of any two; the one whose it is opens each."""
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
def test_what_is_in_the_box_nobody_can_tell(number: int) -> None:
    """It lies under the keys of all; without one seat's it stays shut, to the end."""
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


def test_a_box_of_which_leaders_were_drawn_is_touched_no_more() -> None:
    """The others lie there as they were mixed, so nothing can be told by comparing."""
    before, after = seen(DRAWN), seen(DRAWN + 1)
    drawn = next(it for it in after.state.news if isinstance(it, Drawn))
    assert (ROMA, 4) == (drawn.seat, len(drawn.slots))
    assert before.state.box[4:] == after.state.box
    assert lying(before, before.state.box[4:]) == lying(after, after.state.box)
    assert set(before.state.box).isdisjoint(drawn.slots)


def test_no_half_of_a_leader_comes_twice_in_what_is_said() -> None:
    """
    Whoever picks seals all they keep anew, and what is passed on as well.

    So what was passed can't be recognised where it is kept, nor what is kept where it is
    sold.
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
    """Give the leaders that a seat chose one of."""
    return set(_hand(seen(number), seat))


def test_both_neighbours_know_what_was_kept_but_for_the_first_and_the_drawn() -> None:
    """
    One knows what it passed on, the other what it was passed: a leader less.

    Of the first one, that was taken out of a hand nobody had seen, they know as little as
    of the box: it is one of those that neither of them ever held.
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
    """Give the leader a seat kept in a round, as it knows itself."""
    game = seen(number + 1)
    return set(game.read(seat, game.cards.layout.picked(seat)[:1]))


def _last(seat: Seat) -> set[Card]:
    """Give the leader that was left for a seat in the end, as it knows itself."""
    kept = set(seen(RECRUITMENT[0]).leaders(seat))
    return kept.difference(*(_kept(number, seat) for number in DRAFT))


# Whatever is chosen, it looks the same.


def shape(value: Any) -> Any:
    """Give a body without what is in it: kinds and sizes."""
    match value:
        case tuple():
            return tuple(map(shape, value))
        case bytes():
            return len(value)
    return type(value).__name__


def told(number: int, seat: Seat, text: str, nth: int) -> tuple[Any, ...]:
    """
    Let a seat do something with one of its leaders.

    Returns:
        All that others see of it: the sizes of what is said, and how the rules go on.
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
    """Give what a seat has said in the phase that was closed last."""
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
def test_whichever_leader_it_is_it_looks_the_same(
    number: int, seat: Seat, text: str, count: int
) -> None:
    """Kept, sold, or not recruited: slots are issued afresh, by place and not by face."""
    seen = [told(number, seat, text, nth) for nth in range(count)]
    assert all(it == seen[0] for it in seen)
