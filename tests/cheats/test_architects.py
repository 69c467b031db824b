"""
Cheating in Architects, in the middle of a real game.

Two programs that share no code must refuse each cheat and name the seat: ours, and
`tests/independent.py`, which was written from docs/PROTOCOL.md alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.architects.state import Pile, State
from sealed_wonders.core.game import Deal, Seat, Shuffle, Slot, TurnUp
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies
from sealed_wonders.net.sealed.elgamal import Ciphertext, known, unsealed
from sealed_wonders.net.sealed.group import card_point
from sealed_wonders.net.sealed.proofs import transfer
from sealed_wonders.net.sealed.shuffle import mix
from sealed_wonders.net.suites import begin, begin_relayed
from tests.cheats import forge
from tests.cheats.midgame import (
    ARCHITECTS,
    SEATS,
    BodyMaker,
    Lies,
    convicted,
    named_by_both,
    out_of_turn,
    posing,
    said_twice,
    taken,
)
from tests.cheats.modified_clients import AdversaryView
from tests.support.crypto import SODIUM
from tests.support.thorough import only

NAMES = Architects(3).cards
CHEAT: Seat = 1

seen = ARCHITECTS.seen
numbers, said = ARCHITECTS.numbers, ARCHITECTS.said

(WONDERS, *TURNED_UP) = [
    number
    for number, (kind, *_) in enumerate(ARCHITECTS.phases)
    if kind == "OPEN_SHARE"
]
(SET_UP,) = numbers("MIX", "central", (CHEAT,))
(REMIX,) = numbers("MIX", "halicarnassus/3", (CHEAT,))
(LAST_REMIX,) = numbers("MIX", "halicarnassus/3", (2,))
(UNSEEN_REMIX,) = numbers("MIX", "olympia/2", (CHEAT,))
PEEKS = numbers("DEAL", "central")
(FIRST_SEARCH,) = numbers("DEAL", "olympia")
(SEARCH,) = numbers("DEAL", "halicarnassus")
SEARCHER: Seat = 0

LIES = Lies()


def choices() -> list[int]:
    kinds = [kind for kind, *_ in ARCHITECTS.phases]
    return [number for number, kind in enumerate(kinds) if kind == "CHOOSE"]


def chose(words: str) -> int:
    """Return the first phase with a move that begins with some words."""
    for number in choices():
        payload = said(number, chooser(number)).body[0]
        assert isinstance(payload, bytes)
        if payload.decode().startswith(f"{words} ") or payload.decode() == words:
            return number
    raise LookupError(words)


def chooser(number: int) -> Seat:
    ((seat,),) = [ARCHITECTS.phases[number][1]]
    return seat


# Shuffling: all piles at first, and one pile again.


@LIES.add("a pile is not stacked", SET_UP)
def first_card_replaced_by_a_coin(view: AdversaryView) -> Body:
    """
    A coin replaces the first card, with a proof made for it.

    Whatever else a mixer could try is in `test_mixers.py`.
    """
    stated = forge.mixings(view)[0]
    coin = known(NAMES.index("coin"), stated.key)
    again = mix([coin], stated.key, (0,))
    made = forge.with_first(forge.straight(stated), again.after[0], again.masks[0])
    return forge.all_mixed(view, forge.shuffled(stated, made))


@LIES.add("a pile is not stacked", REMIX)
def second_card_twice(view: AdversaryView) -> Body:
    """
    The second card is in the first place, too: one card is doubled and one is missing.
    """
    stated = forge.mixings(view)[0]
    cards = [stated.before[1], *stated.before[1:]]
    honest = mix(cards, stated.key, range(len(cards)))
    return forge.all_mixed(view, forge.shuffled(stated, honest))


@LIES.add("a pile is not stacked", SET_UP)
def shuffled_under_the_cheats_key(view: AdversaryView) -> Body:
    """The cheat could then read what the others shuffle."""
    stated = forge.mixings(view)[0]
    own = view.layout.keys("central").share[CHEAT]
    return forge.all_mixed(view, forge.shuffled(stated._replace(key=own)))


@LIES.add("no card goes into another pile", SET_UP)
def cards_of_two_piles_exchanged(view: AdversaryView) -> Body:
    """Two cards change piles, so every card is still somewhere."""
    one, two, *_ = forge.mixings(view)
    before = [list(it.before) for it in (one, two)]
    before[0][0], before[1][0] = before[1][0], before[0][0]
    made = [
        forge.shuffled(it, mix(cards, it.key, range(len(cards))))
        for it, cards in zip((one, two), before, strict=True)
    ]
    return forge.all_mixed(view, *made)


@LIES.add("no card goes into another pile", SET_UP)
def two_wonders_piles_exchanged(view: AdversaryView) -> Body:
    """One wonder's pile lies at another wonder, each rightly shuffled."""
    central, one, two, *rest = map(forge.shuffled, forge.mixings(view))
    return bodies.flat_body([central, two, one, *rest])


def returned(view: AdversaryView) -> tuple[Ciphertext, ...]:
    """Return the pile before any shuffle: the returned card lies last, face up."""
    assert isinstance(view.task.ask, Shuffle)
    (deck,) = view.task.ask.decks
    (stated,) = forge.mixings(seen(REMIX - 1).view(0))
    assert stated.before[-1] == known(deck.cards[-1], stated.key)
    return stated.before


NOT_WHERE = "a returned card is not put where its mixer wants"


@LIES.add(NOT_WHERE, LAST_REMIX, seat=2)
def earlier_shuffles_ignored(view: AdversaryView) -> Body:
    """The last mixer knows where the returned card lay, and puts it where it likes."""
    (stated,) = forge.mixings(view)
    cards = returned(view)
    order = (len(cards) - 1, *range(len(cards) - 1))
    made = mix(cards, stated.key, order)
    return bodies.flat_body([forge.shuffled(stated._replace(before=cards), made)])


@LIES.add(NOT_WHERE, LAST_REMIX, seat=2)
def returned_card_put_on_top(view: AdversaryView) -> Body:
    """A card that it knows replaces whatever it found there."""
    (stated,) = forge.mixings(view)
    again = mix([returned(view)[-1]], stated.key, (0,))
    made = forge.with_first(forge.straight(stated), again.after[0], again.masks[0])
    return bodies.flat_body([forge.shuffled(stated, made)])


def test_a_returned_card_can_not_be_told_from_the_others() -> None:
    """After one honest shuffle, none of the former halves of ciphertexts is left."""
    view = seen(LAST_REMIX).view(2)
    (stated,) = forge.mixings(view)
    before = {half for card in returned(view) for half in card}
    assert not before & {half for card in stated.before for half in card}


# Turning up.


def turned_up(view: AdversaryView) -> tuple[Slot, ...]:
    assert isinstance(view.task.ask, TurnUp)
    return view.task.ask.slots


def pile_of(view: AdversaryView, slot: Slot) -> Pile:
    assert isinstance(view.fold.state, State)
    return next(it for it in view.fold.state.around if slot in it.slots)


(TOPS, *_) = TURNED_UP
FROM_CENTRAL = chose("take central") + 1
KEPT = SEARCH + 2
"""A card from below the top, which its player chose by its place."""

ON_TOP = "no card but the top one is turned up", FROM_CENTRAL, KEPT
"""Shares that belong to no card are tried in `test_openers.py`."""


@LIES.add(*ON_TOP)
def share_for_a_preferred_card(view: AdversaryView) -> Body:
    slot = turned_up(view)[0]
    there = seen(view.task.phase.number + 1).cards.layout.at(slot).face
    others = [card for card in pile_of(view, slot).unseen if card != there]
    stated = forge.sharings(view)[0]
    return forge.all_shared(view, posing(ARCHITECTS, view, stated, others[0]))


@LIES.add(*ON_TOP)
def share_of_the_card_below(view: AdversaryView) -> Body:
    """Rightly proven, but of the next card of the same pile."""
    stated = forge.sharings(view)[0]
    slots = pile_of(view, turned_up(view)[0]).slots
    below = view.layout.at(slots[slots.index(turned_up(view)[0]) + 1])
    share = forge.shared(stated._replace(card=below.card), share_key(view))
    return forge.all_shared(view, share)


@LIES.add(*ON_TOP)
def body_of_the_last_time_repeated(view: AdversaryView) -> Body:
    before = max(it for it in TURNED_UP if it < view.task.phase.number)
    return said(before, CHEAT).body


@LIES.add("cards turned up together do not change places", TOPS)
def two_tops_exchanged(view: AdversaryView) -> Body:
    """Two piles' top cards are exchanged."""
    honest = forge.all_shared(view)
    return (*honest[2:4], *honest[:2], *honest[4:])


def share_key(view: AdversaryView) -> int:
    return forge.share_of(view, "central")


@pytest.mark.parametrize("begins", [begin, begin_relayed])
def test_no_card_but_the_named_one_is_kept(
    begins: Callable[..., Fold],
) -> None:
    """
    Even the seat that searched the pile, and has seen the other cards, can show no
    other.
    """
    game, looked = seen(KEPT), seen(SEARCH).fold.task.ask
    view = game.view(SEARCHER)
    assert isinstance(looked, Deal)
    (chosen,), slots = turned_up(view), looked.hands[SEARCHER]
    (stated,) = forge.sharings(view)
    faces = game.secrets(SEARCHER).faces()
    assert set(slots) <= set(faces)
    for slot in set(slots) - {chosen}:
        others = stated._replace(card=view.layout.at(slot).card)
        for share in (
            posing(ARCHITECTS, view, stated, faces[slot]),
            forge.shared(others, share_key(view)),
        ):
            convicted(seen(KEPT, begins), SEARCHER, bodies.flat_body([share]))
    taken(seen(KEPT, begins), SEARCHER, forge.all_shared(view))


# Peeks by the cat's owner, and searches of a pile.

PEEK = PEEKS[2]


def peeked_at(view: AdversaryView) -> tuple[Slot, ...]:
    assert isinstance(view.task.ask, Deal)
    (slots,) = view.task.ask.hands.values()
    return slots


def dealt(view: AdversaryView, **changes: object) -> Body:
    """Deal the cards to be seen, with something about the statement changed."""
    (stated,) = forge.dealings(view)
    changed = stated._replace(**changes)  # type: ignore[arg-type]
    return forge.dealt(view, forge.handed(changed, share_key(view)))


PEEKED = (
    "a peek shows the top card to the owner of the cat, and a search to the searcher"
)
"""Points that aren't shares are tried in `test_dealers.py`."""


@LIES.add(PEEKED, PEEK, more=(SEARCH,))
def encrypted_for_the_cheat(view: AdversaryView) -> Body:
    """The card is encrypted for the cheat, not for the owner of the cat."""
    return dealt(view, to=view.layout.keys("central").hand[CHEAT])


@LIES.add(PEEKED, PEEK, SEARCH)
def shares_of_other_cards(view: AdversaryView) -> Body:
    """Shares of the cards below, which would be seen in place of the right ones."""
    slots = peeked_at(view)
    pile = pile_of(view, slots[0]).slots
    first = pile.index(slots[0]) + 1
    below = [view.layout.at(it) for it in pile[first : first + len(slots)]]
    return dealt(view, points=tuple(it.card.a for it in below))


@LIES.add(PEEKED, PEEK, more=(SEARCH,))
def share_altered_to_another_card(view: AdversaryView) -> Body:
    (stated,) = forge.dealings(view)
    made = forge.moved(transfer(stated, share_key(view)), 0, card_point(3))
    return forge.dealt(view, forge.handed(stated, share_key(view), made))


@LIES.add(PEEKED, PEEK, more=(SEARCH,))
def second_part_for_the_cheat(view: AdversaryView) -> Body:
    return (*dealt(view), *encrypted_for_the_cheat(view))


@LIES.add(PEEKED, PEEK, more=(SEARCH,))
def body_of_the_last_peek_repeated(view: AdversaryView) -> Body:
    before = PEEKS[0] if view.task.phase.number == PEEK else FIRST_SEARCH
    return said(before, CHEAT).body


AS_THEY_LIE = "a search shows the cards of a pile as they lie", SEARCH


@LIES.add(*AS_THEY_LIE)
def two_cards_exchanged(view: AdversaryView) -> Body:
    """The searching seat would see them in each other's places."""
    ((_, _, _, _, (one, two, *rest)),) = forge.dealings(view)
    return dealt(view, points=(two, one, *rest))


@LIES.add(*AS_THEY_LIE)
def one_card_for_all(view: AdversaryView) -> Body:
    (stated,) = forge.dealings(view)
    return dealt(view, points=stated.points[:1] * len(stated.points))


@LIES.add(*AS_THEY_LIE)
def one_card_fewer(view: AdversaryView) -> Body:
    (stated,) = forge.dealings(view)
    return dealt(view, points=stated.points[:-1])


@LIES.add("a search shows no additional card", SEARCH, seat=SEARCHER)
@LIES.add(*AS_THEY_LIE)
def one_card_more(view: AdversaryView) -> Body:
    """A searching seat can't give itself one more card, either."""
    (stated,) = forge.dealings(view)
    sixth = pile_of(view, peeked_at(view)[0]).slots[5]
    return dealt(view, points=(*stated.points, view.layout.at(sixth).card.a))


@LIES.each
def test_both_programs_name_the_author_of_a_lie(
    number: int, seat: Seat, lie: BodyMaker
) -> None:
    """Even where only one player would have seen the wrong card."""
    named_by_both(ARCHITECTS, number, seat, lie)


def in_its_own_order(view: AdversaryView) -> Body:
    """Nobody can forbid this order: one honest mixer is enough."""
    stated = forge.mixings(view)
    return bodies.flat_body([forge.shuffled(it, forge.straight(it)) for it in stated])


@pytest.mark.parametrize(
    ("number", "truth"),
    only(
        [(UNSEEN_REMIX, in_its_own_order), (TOPS, forge.all_shared), (SEARCH, dealt)],
        [
            *itertools.product(
                (SET_UP, REMIX, UNSEEN_REMIX), (forge.all_mixed, in_its_own_order)
            ),
            *itertools.product((TOPS, FROM_CENTRAL, KEPT), (forge.all_shared,)),
            *itertools.product((PEEK, SEARCH), (dealt,)),
        ],
    ),
)
def test_the_same_steps_without_a_lie_are_accepted(
    number: int, truth: BodyMaker
) -> None:
    """The forgeries here are refused for their lie, not for how they are made."""
    taken(seen(number), CHEAT, truth(seen(number).view(CHEAT)))


@pytest.mark.parametrize("number", [PEEK, SEARCH])
def test_nobody_else_can_read_a_peeked_card(number: int) -> None:
    """Neither the secrets of all others nor what they gave opens the dealt cards."""
    game = seen(number + 1)
    slots = peeked_at(seen(number).view(CHEAT))
    assert len(slots) == (4 if number == SEARCH else 1)
    faces = {card_point(card) for card in range(len(NAMES))}
    for slot in slots:
        lying = game.cards.layout.at(slot)
        ((seat, given),) = lying.peeked.items()
        assert chooser(number + 1) == seat
        others = [ARCHITECTS.pairs[it] for it in SEATS if it != seat]
        secrets = [k for pairs in others for pair in pairs.values() for k in pair]
        for k in (*secrets, sum(pairs["central"][0] for pairs in others)):
            assert unsealed(given, k, group=SODIUM) not in faces
            assert unsealed(lying.card, k, group=SODIUM) not in faces
        _, own = ARCHITECTS.pairs[seat]["central"]
        assert unsealed(given, own, group=SODIUM) in faces


def test_searched_cards_that_are_not_kept_stay_hidden() -> None:
    """They lie face down for all others until they are shuffled."""
    ask = seen(SEARCH).fold.task.ask
    assert isinstance(ask, Deal)
    layout = seen(LAST_REMIX).cards.layout
    (kept,) = turned_up(seen(KEPT).view(CHEAT))
    assert layout.at(kept).face is not None
    for slot in set(ask.hands[SEARCHER]) - {kept}:
        assert layout.at(slot).face is None
        assert not layout.at(slot).place.shown


# Choices.


@pytest.mark.parametrize(
    ("verb", "text"),
    [
        ("take", "take babylon"),
        ("take", "take  central"),
        ("take", "Take central"),
        ("take", "end"),
        ("take", "search halicarnassus"),
        ("build", "build 5 coin+coin+coin+coin"),
        ("build", "build 1 wood+wood+wood"),
        ("search", "search central"),
        ("keep", "keep 6"),
        ("keep", "keep 1 2"),
        ("keep", "search olympia"),
        ("token", "token nothing"),
        ("extra", "extra science central"),
        ("extra", ""),
    ],
)
def test_a_choice_that_is_not_legal_is_a_fraud(verb: str, text: str) -> None:
    number = chose(verb)
    seat = chooser(number)
    assert text not in [move.text for move in seen(number).fold.state.moves(seat, {})]
    convicted(seen(number), seat, (text.encode(), ()))


def test_every_legal_choice_is_accepted() -> None:
    """Both programs accept these choices, so others are refused for their text."""
    for verb in ("take", "build", "search", "keep", "token", "extra"):
        number = chose(verb)
        seat = chooser(number)
        for move in seen(number).fold.state.moves(seat, {}):
            taken(seen(number), seat, (move.text.encode(), ()))


@pytest.mark.parametrize(("verb", "more"), [("take", "central"), ("keep", "3")])
def test_opening_a_card_with_a_choice_is_a_fraud(verb: str, more: str) -> None:
    """No seat can open a card by itself; all of them together open the kept card."""
    number = chose(verb)
    body = (f"{verb} {more}".encode(), ((2, 1, bytes(96)),))
    convicted(seen(number), chooser(number), body)


def test_a_choice_out_of_turn_is_refused() -> None:
    """Nobody is blamed: the message is in no log, and the game continues."""
    out_of_turn(ARCHITECTS, chose("take"), b"take central")


@pytest.mark.parametrize("verb", ["take", "keep"])
def test_the_first_of_two_choices_counts(verb: str) -> None:
    """Once the card's face is known, it is too late for another choice."""
    number = chose(verb)
    first, second, *_ = seen(number).fold.state.moves(chooser(number), {})
    said_twice(ARCHITECTS, number, first.text.encode(), second.text.encode())


def test_points_other_than_those_of_the_game_are_a_fraud() -> None:
    """Both programs know the right points."""
    (end,) = [
        number for number, (kind, *_) in enumerate(ARCHITECTS.phases) if kind == "END"
    ]
    game = seen(end)
    _, digest = said(end, CHEAT).body
    rows = game.fold.state.score().rows
    convicted(game, 0, (tuple((*row[:-1], row[-1] + 1) for row in rows), digest))
    taken(game, 0, (rows, digest))
