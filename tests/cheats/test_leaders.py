"""
Cheating with leaders and edifices, in the middle of a real game with both.

Two programs that share no code must refuse each cheat and name the seat: ours, and
`tests/independent.py`, which was written from docs/PROTOCOL.md alone.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import pytest

from sealed_wonders.core.game import Card, Move, Seat
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed.layout import Cards
from tests.cheats import forge
from tests.cheats.forge import changed, picked, with_first
from tests.cheats.midgame import (
    DRAFT,
    DRAWN,
    ENLISTED,
    EXPANSIONS,
    NONCE,
    PAYER,
    PENALTY,
    RECRUITMENT,
    ROMA,
    RULES,
    SEATS,
    BodyMaker,
    Lies,
    Position,
    at,
    convicted,
    named_by_both,
    numbers,
    posing,
    said,
    seen,
    taken,
    text_of,
)
from tests.cheats.modified_clients import AdversaryView
from tests.support.thorough import only

NAMES = RULES.cards
LIES = Lies()


def revealed(game: Position, seat: Seat, text: str) -> Body:
    """Return the REVEAL of a move, as an honest program makes it."""
    body: Body = game.secrets(seat).reveal(game.fold.task, Move(text), NONCE)
    return body


def opening(game: Position, seat: Seat, card: Card, place: int = 0) -> Body:
    """
    Open a place of a hand as a card; unless the card lies there, the proof is invalid.
    """
    view = game.view(seat)
    stated = forge.opening(view)._replace(card=picked(view)[place])
    made = forge.opened(stated, card, forge.hand_of(view, "leaders"))
    return (made.card, made.proof)


# The selection.


@functools.cache
def drafting() -> Position:
    """Return the game after all have picked their first leader, before any reveal."""
    game = at(DRAFT[0])
    game.commit(1, "keep")
    return game


def honest_keep(game: Position) -> Body:
    return revealed(game, 1, "keep")


def kept_leader_opened(game: Position) -> Body:
    """The opening is true, but leaders are kept unseen."""
    (card, *_) = game.read(1, picked(game.view(1)))
    return changed(honest_keep(game), 2, opening(game, 1, card))


def one_more_kept(game: Position) -> Body:
    """It passes on two of three leaders, rightly proven, and keeps two."""
    _, first, second, _ = picked(game.view(1))
    return passed(game, (first, second))


def kept_leader_passed_on(game: Position) -> Body:
    """It passes on the leader that it kept, in place of another."""
    used, _, second, third = picked(game.view(1))
    return passed(game, (used, second, third))


def one_passed_on_twice(game: Position) -> Body:
    _, first, second, _ = picked(game.view(1))
    return passed(game, (first, second, second))


def passed_to_the_left(game: Position) -> Body:
    _, *rest = picked(game.view(1))
    left = game.cards.layout.keys("leaders").hand[2]
    return passed(game, tuple(rest), to=left)


def passed_to_nobody(game: Position) -> Body:
    return changed(honest_keep(game), 3, None)


def kept_leader_named(game: Position) -> Body:
    return changed(honest_keep(game), 1, b"keep plato")


def passed(game: Position, cards: Cards, **others: Any) -> Body:
    view = game.view(1, None, honest_keep(game))
    return forge.passed(view, cards, **others)


@pytest.mark.parametrize(
    "lie",
    [
        kept_leader_opened,
        one_more_kept,
        kept_leader_passed_on,
        one_passed_on_twice,
        passed_to_the_left,
        passed_to_nobody,
        kept_leader_named,
    ],
    ids=lambda lie: lie.__name__,
)
def test_leaders_are_kept_one_by_one_and_the_others_passed_on(
    lie: Callable[[Position], Body],
) -> None:
    """None is opened, none is held back, and all of the rest goes to the right."""
    convicted(drafting(), 1, lie(drafting()))
    taken(drafting(), 1, honest_keep(drafting()))


@pytest.mark.parametrize("number", only([RECRUITMENT[2]], [*DRAFT, *RECRUITMENT]))
def test_a_hand_with_one_leader_twice_is_refused(number: int) -> None:
    """The double is in the place of a leader that the cheat likes less."""
    game = seen(number)
    view = _picking(game, 0)
    stated = forge.mixing(view)
    mixed = forge.straight(stated)
    twice = with_first(mixed, mixed.after[1], mixed.masks[1])
    body = forge.said_mixed(view, forge.shuffled(stated, twice))
    assert "shuffle" in convicted(game, 0, body)


def _picking(game: Position, seat: Seat) -> AdversaryView:
    """Return the view of a PICK, with the honest body."""
    slot, *_ = game.cards.layout.usable(game.fold.task, seat)
    seal = game.fold.seal(seat, "sell", NONCE)
    move = Move("sell", slot)
    body = game.secrets(seat).commit(game.fold.task, move, seal)
    return game.view(seat, move, body)


# Recruitment.

AGES = (0, 1, 2)


def recruiting(age: int, seat: Seat, text: str, card: Card | None = None) -> Position:
    """Commit to a move in a recruitment, with some card in the first place."""
    game = at(RECRUITMENT[age])
    game.commit(seat, text, card)
    return game


def recruits(age: int) -> tuple[Seat, str, Card]:
    """Return a seat that recruits in an age, its move and the leader."""
    for seat in SEATS:
        text = text_of(RECRUITMENT[age] + 1, seat)
        if text.startswith("recruit "):
            return seat, text, NAMES.index(text.split(" ")[1])
    raise LookupError(age)


@pytest.mark.parametrize("age", AGES)
def test_a_leader_that_is_not_in_the_hand_is_not_recruited(age: int) -> None:
    """The claim comes with a proof made for it. A leader from the hand is accepted."""
    seat, text, own = recruits(age)
    game = recruiting(age, seat, text, own)
    taken(game, seat, revealed(game, seat, text))
    cards = seen(RECRUITMENT[age]).leaders((seat + 1) % 3)
    assert cards
    for card in cards:
        text = f"recruit {NAMES[card]} bank=1"
        game = recruiting(age, seat, text)
        body = changed(sold(game, seat, text), 2, opening(game, seat, card))
        assert "opening" in convicted(game, seat, body)


def sold(game: Position, seat: Seat, text: str) -> Body:
    """Reveal a move without opening a card."""
    return changed(revealed(game, seat, "sell"), 1, text.encode())


@pytest.mark.parametrize("age", AGES)
def test_a_leader_other_than_the_picked_one_is_not_recruited(age: int) -> None:
    """It is in the seat's hand and opened where it lies, but not in the first place."""
    seat, text, card = recruits(age)
    hand = seen(RECRUITMENT[age]).leaders(seat)
    other = next(it for it in hand if it != card)
    game = recruiting(age, seat, text, other)
    place = list(game.read(seat, picked(game.view(seat)))).index(card)
    body = changed(sold(game, seat, text), 2, opening(game, seat, card, place))
    assert "opening" in convicted(game, seat, body)


def test_a_leader_that_was_sold_is_never_recruited() -> None:
    """Neither from where it lies, nor slipped back into the hand."""
    sale = RECRUITMENT[1]
    seat = next(it for it in SEATS if text_of(sale + 1, it) == "sell")
    later = seen(sale + 1)
    (card, lying), *_ = later.read(seat, later.cards.layout.picked(seat)).items()
    text = f"recruit {NAMES[card]} bank=1"
    game = recruiting(2, seat, text)
    body = changed(sold(game, seat, text), 2, opening(game, seat, card))
    assert "opening" in convicted(game, seat, body)

    game = seen(RECRUITMENT[2])
    view = _picking(game, seat)
    stated = forge.mixing(view)
    first = stated._replace(before=(lying, *stated.before[1:]))
    body = forge.said_mixed(view, forge.shuffled(first))
    assert "shuffle" in convicted(game, seat, body)


def test_a_recruited_leader_is_opened_and_a_sold_one_stays_shut() -> None:
    seat, text, card = recruits(0)
    game = recruiting(0, seat, text, card)
    convicted(game, seat, changed(revealed(game, seat, text), 2, None))
    game = recruiting(0, seat, "sell", card)
    body = changed(revealed(game, seat, "sell"), 2, opening(game, seat, card))
    convicted(game, seat, body)


@pytest.mark.parametrize(
    "text",
    [
        "keep",
        "build altar",
        "decline",
        "recruit",
        "stage bury=leonidas",
        "stage pawn=1",
        "stage half=left",
        "lose 1",
        "drop 1",
        "sell join=1",
        "stage join=2",
        "x" * 257,
    ],
)
def test_a_choice_of_another_kind_is_refused_when_it_is_revealed(text: str) -> None:
    """It is committed to and revealed as properly as if it were legal."""
    game = recruiting(0, 1, text)
    convicted(game, 1, sold(game, 1, text))


# At the end of a turn.


def drawn(view: AdversaryView, **changes: object) -> Body:
    """Hand over leaders drawn from the box, with something about the statement changed."""
    (stated,) = forge.dealings(view)
    assert 4 == len(stated.points)
    changed = stated._replace(**changes)  # type: ignore[arg-type]
    return forge.dealt(view, forge.handed(changed, forge.secretly(view)))


NO_OTHER = "drawn leaders are opened to no other seat", DRAWN


@LIES.add(*NO_OTHER, seat=0)
def encrypted_for_the_sender(view: AdversaryView) -> Body:
    return drawn(view, to=view.layout.keys("leaders").hand[0])


@LIES.add(*NO_OTHER, seat=0)
def encrypted_for_a_friend(view: AdversaryView) -> Body:
    return drawn(view, to=view.layout.keys("leaders").hand[1])


NO_CARD = "no drawn leader is held back or exchanged", DRAWN


@LIES.add(*NO_CARD, seat=0)
def one_leader_fewer(view: AdversaryView) -> Body:
    return drawn(view, points=forge.dealings(view)[0].points[:3])


@LIES.add(*NO_CARD, seat=0)
def two_leaders_exchanged(view: AdversaryView) -> Body:
    return drawn(view, points=forge.exchanged(forge.dealings(view)[0].points, 0, 3))


@LIES.add(*NO_CARD, seat=0)
def hand_key_taken_off(view: AdversaryView) -> Body:
    (stated,) = forge.dealings(view)
    return forge.dealt(view, forge.handed(stated, forge.hand_of(view, "leaders")))


@pytest.mark.parametrize("number", only(ENLISTED[:1], ENLISTED))
def test_declining_shows_no_leader_and_recruiting_shows_one(
    number: int,
) -> None:
    text = text_of(number + 1, ROMA)
    card = NAMES.index(text.split(" ")[1])
    game = at(number)
    game.commit(ROMA, text, card)
    convicted(game, ROMA, changed(revealed(game, ROMA, text), 2, None))

    game = at(number)
    game.commit(ROMA, "decline", card)
    body = revealed(game, ROMA, "decline")
    convicted(game, ROMA, changed(body, 2, opening(game, ROMA, card)))
    taken(game, ROMA, body)


@pytest.mark.parametrize("text", ["sell", "stage", "keep"])
def test_nothing_but_recruiting_is_accepted_at_the_end_of_a_turn(text: str) -> None:
    game = at(ENLISTED[0])
    game.commit(ROMA, text)
    convicted(game, ROMA, sold(game, ROMA, text))


# Penalties.


def test_a_penalty_is_paid_with_any_card_of_its_colour() -> None:
    """
    Here with grey cards, for an edifice that wasn't built. The card isn't opened again.
    """
    assert said(PENALTY, PAYER).body == (b"lose press_2", ())
    for name in ("glassworks_2", "press_2"):
        taken(seen(PENALTY), PAYER, (f"lose {name}".encode(), ()))
    opened = ((0, NAMES.index("press_2"), bytes(96)),)
    convicted(seen(PENALTY), PAYER, (b"lose press_2", opened))


@pytest.mark.parametrize(
    "text",
    [
        "lose temple",  # its own, and blue
        "lose loom_2",  # grey, and another's
        "lose press_1",  # nobody's
        "lose ptolemy",  # a leader
        "lose 1",
        "lose",
        "decline",
        "drop 1",
        "lose press_2 ",
        "lose press_2+glassworks_2",
    ],
)
def test_a_penalty_paid_with_a_wrong_card_or_text_is_a_fraud(text: str) -> None:
    """Such as a card of another colour, another player's card, no card, or two."""
    convicted(seen(PENALTY), PAYER, (text.encode(), ()))


# The edifices that are turned up.

(EDIFICES,) = numbers("OPEN_SHARE", "edifices/1")


OTHER_EDIFICE = "another edifice is not turned up", EDIFICES


@LIES.add(*OTHER_EDIFICE, seat=0)
def share_for_another_edifice(view: AdversaryView) -> Body:
    """The share that leads to the face of another edifice, with a proof made for it."""
    first, *others = forge.sharings(view)
    assert 2 == len(others)
    there = NAMES.index(seen(EDIFICES + 1).state.projects[0].edifice.id)
    other = next(it for it in RULES.catalog.edifice_deck(1) if it != there)
    return forge.all_shared(view, posing(EXPANSIONS, view, first, other))


@LIES.add(*OTHER_EDIFICE, seat=0)
def share_for_the_next_ages_edifice(view: AdversaryView) -> Body:
    """Rightly proven, but for an edifice that is turned up as well."""
    (_, second, _), x = forge.sharings(view), forge.share_of(view, "edifices/1")
    return forge.all_shared(view, forge.shared(second, x))


@LIES.each
def test_both_programs_name_the_author_of_a_lie(
    number: int, seat: Seat, lie: BodyMaker
) -> None:
    named_by_both(EXPANSIONS, number, seat, lie)


@pytest.mark.parametrize(
    ("number", "truth"), [(DRAWN, drawn), (EDIFICES, forge.all_shared)]
)
def test_the_same_steps_without_a_lie_are_accepted(
    number: int, truth: BodyMaker
) -> None:
    """The forgeries here are refused for their lie, not for how they are made."""
    taken(seen(number), 0, truth(seen(number).view(0)))
