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
from sealed_wonders.core.game import Card, Deal, Seat, Shuffle, Slot, TurnUp
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import Body, Entry
from sealed_wonders.net.log.phases import Reason, WireRefused
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.bodies import Shuffled
from sealed_wonders.net.sealed.elgamal import Ciphertext, known, unsealed
from sealed_wonders.net.sealed.group import card_point
from sealed_wonders.net.sealed.proofs import transfer
from sealed_wonders.net.sealed.shuffle import mix
from sealed_wonders.net.sealed.statements import Handing, Mixing, Unsealing
from sealed_wonders.net.suites import begin, begin_relayed
from tests.cheats import forge
from tests.cheats.midgame import (
    ARCHITECTS,
    SEATS,
    Position,
    convicted,
    taken,
)
from tests.support.crypto import SODIUM
from tests.support.thorough import only

NAMES = Architects(3).cards
CHEAT: Seat = 1

at, seen = ARCHITECTS.at, ARCHITECTS.seen
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

Lie = Callable[[Position], Body]


def state(game: Position) -> State:
    assert isinstance(game.fold.state, State)
    return game.fold.state


def choices() -> list[int]:
    """Give the phases in which somebody chooses."""
    kinds = [kind for kind, *_ in ARCHITECTS.phases]
    return [number for number, kind in enumerate(kinds) if kind == "CHOOSE"]


def chose(words: str) -> int:
    """Give the first phase in which a move was made that begins with some words."""
    for number in choices():
        payload = said(number, chooser(number)).body[0]
        assert isinstance(payload, bytes)
        if payload.decode().startswith(f"{words} ") or payload.decode() == words:
            return number
    raise LookupError(words)


def chooser(number: int) -> Seat:
    ((seat,),) = [ARCHITECTS.phases[number][1]]
    return seat


def named(value: object) -> str:
    """Say what a lie is, or in which phase it is told."""
    return getattr(value, "__name__", str(value)).replace("_", " ")


def lies(*told: Lie) -> pytest.MarkDecorator:
    names = [lie.__name__.replace("_", " ") for lie in told]
    return pytest.mark.parametrize("lie", told, ids=names)


# Mixing: all piles at first, and one again.


def mixings(game: Position, seat: Seat = CHEAT) -> tuple[Mixing, ...]:
    return statements.mixings(game.cards.layout, game.fold.task, seat)


def mixed(game: Position, *first: Shuffled) -> Body:
    """Mix some piles in some way, and the others as it should be."""
    rest = mixings(game)[len(first) :]
    return bodies.mix_body([*first, *map(forge.shuffled, rest)])


def rightly(game: Position) -> Body:
    return mixed(game)


def in_its_own_order(game: Position) -> Body:
    """Nobody can forbid that: the others mix as well."""
    stated = mixings(game)
    return bodies.mix_body([forge.shuffled(it, forge.straight(it)) for it in stated])


def with_another_card(game: Position) -> Body:
    """A coin in the place of the first card, with a proof made for it."""
    stated = mixings(game)[0]
    coin = known(NAMES.index("coin"), stated.key)
    honest = forge.straight(stated)
    again = mix([coin], stated.key, (0,))
    return mixed(
        game,
        forge.shuffled(
            stated, forge.with_first(honest, again.after[0], again.masks[0])
        ),
    )


def with_a_card_twice(game: Position) -> Body:
    """The second card in the first place too: so one is dropped and one is doubled."""
    stated = mixings(game)[0]
    cards = [stated.before[1], *stated.before[1:]]
    honest = mix(cards, stated.key, range(len(cards)))
    return mixed(game, forge.shuffled(stated, honest))


def under_its_own_key(game: Position) -> Body:
    """So that it can read what the others mix."""
    stated = mixings(game)[0]
    own = game.cards.layout.keys("central").share[CHEAT]
    return mixed(game, forge.shuffled(stated._replace(key=own)))


@pytest.mark.parametrize(
    ("number", "lie"),
    [
        (SET_UP, with_another_card),
        (SET_UP, under_its_own_key),
        (REMIX, with_a_card_twice),
    ],
    ids=named,
)
def test_a_pile_is_not_stacked(number: int, lie: Lie) -> None:
    """
    Neither at first nor when cards go back into it.

    Whatever else a mixer could try is in `test_mixers.py`.
    """
    convicted(at(number), CHEAT, lie(seen(number)))


@pytest.mark.parametrize("number", only([UNSEEN_REMIX], [SET_UP, REMIX, UNSEEN_REMIX]))
def test_whatever_order_a_mixer_likes_is_taken(number: int) -> None:
    """Its own; one honest mixer is enough."""
    for order in (rightly, in_its_own_order):
        taken(at(number), CHEAT, order(seen(number)))


def a_card_of_another_pile(game: Position) -> Body:
    """Cards change piles, and every one is there, somewhere."""
    one, two, *_ = stated = mixings(game)
    before = [list(it.before) for it in (one, two)]
    before[0][0], before[1][0] = before[1][0], before[0][0]
    made = [
        forge.shuffled(it, mix(cards, it.key, range(len(cards))))
        for it, cards in zip((one, two), before, strict=True)
    ]
    return bodies.mix_body([*made, *map(forge.shuffled, stated[2:])])


def the_piles_of_two_wonders(game: Position) -> Body:
    """One wonder's pile at another wonder, each rightly mixed."""
    central, one, two, *rest = (forge.shuffled(it) for it in mixings(game))
    return bodies.mix_body([central, two, one, *rest])


@lies(a_card_of_another_pile, the_piles_of_two_wonders)
def test_no_card_goes_into_another_pile(lie: Lie) -> None:
    """Though all are mixed at once, each is proven by itself."""
    convicted(at(SET_UP), CHEAT, lie(seen(SET_UP)))


def returned(game: Position) -> tuple[Ciphertext, ...]:
    """Give the pile before anybody mixed it: what was returned lies last, in the open."""
    task = game.fold.task
    assert isinstance(task.ask, Shuffle)
    (deck,) = task.ask.decks
    first = seen(REMIX - 1)
    (stated,) = mixings(first, 0)
    assert stated.before[-1] == known(deck.cards[-1], stated.key)
    return stated.before


def as_if_nobody_had_mixed_before(game: Position) -> Body:
    """The returned card comes where the last mixer wants it: it knows where it lay."""
    (stated,) = mixings(game, 2)
    cards = returned(game)
    order = (len(cards) - 1, *range(len(cards) - 1))
    made = mix(cards, stated.key, order)
    claimed = forge.shuffled(stated._replace(before=cards), made)
    return bodies.mix_body([claimed])


def with_a_returned_card_put_on_top(game: Position) -> Body:
    """One that it knows, in the place of whatever it found there."""
    (stated,) = mixings(game, 2)
    card = returned(game)[-1]
    honest = forge.straight(stated)
    again = mix([card], stated.key, (0,))
    made = forge.with_first(honest, again.after[0], again.masks[0])
    return bodies.mix_body([forge.shuffled(stated, made)])


@lies(as_if_nobody_had_mixed_before, with_a_returned_card_put_on_top)
def test_a_returned_card_is_not_put_where_its_mixer_wants(lie: Lie) -> None:
    """By the last one, who would look at the others' mixes in vain."""
    convicted(at(LAST_REMIX), 2, lie(seen(LAST_REMIX)))


def test_a_returned_card_can_not_be_told_from_the_others() -> None:
    """After one honest mix no half of what lay there is left of any."""
    (stated,) = mixings(seen(LAST_REMIX), 2)
    before = {half for card in returned(seen(LAST_REMIX)) for half in card}
    assert not before & {half for card in stated.before for half in card}


# Turning up.


def sharings(game: Position, seat: Seat = CHEAT) -> tuple[Unsealing, ...]:
    return statements.sharings(game.cards.layout, game.fold.task, seat)


def turned_up(game: Position) -> tuple[Slot, ...]:
    assert isinstance(game.fold.task.ask, TurnUp)
    return game.fold.task.ask.slots


def pile_of(game: Position, slot: Slot) -> Pile:
    return next(it for it in state(game).around if slot in it.slots)


def share_key(seat: Seat = CHEAT) -> int:
    share, _ = ARCHITECTS.pairs[seat]["central"]
    return share


def shared(game: Position, first: bodies.Shared) -> Body:
    """Share in some way in the first card, and rightly in the others."""
    _, *others = sharings(game)
    return bodies.shares_body(
        [first, *(forge.shared(it, share_key()) for it in others)]
    )


def truly(game: Position) -> Body:
    return shared(game, forge.shared(sharings(game)[0], share_key()))


def as_if_it_were(game: Position, other: Card, seat: Seat = CHEAT) -> bodies.Shared:
    """What is missing to the face of another card, proven as if it were so."""
    stated = sharings(game, seat)[0]
    joint = sum(ARCHITECTS.pairs[seat]["central"][0] for seat in SEATS)
    there = unsealed(stated.card, joint, group=SODIUM)
    more = SODIUM.subtract(there, card_point(other))
    share = SODIUM.add(SODIUM.multiply(share_key(seat), stated.card.a), more)
    return forge.shared(stated, share_key(seat), share)


def of_the_card_it_would_like(game: Position) -> Body:
    """Another one of the pile."""
    slot = turned_up(game)[0]
    there = seen(game.fold.phase.number + 1).cards.layout.at(slot).face
    others = [card for card in pile_of(game, slot).unseen if card != there]
    return shared(game, as_if_it_were(game, others[0]))


def of_the_card_below(game: Position) -> Body:
    """Rightly proven, of the next card of the same pile."""
    stated = sharings(game)[0]
    slots = pile_of(game, turned_up(game)[0]).slots
    below = game.cards.layout.at(slots[slots.index(turned_up(game)[0]) + 1])
    return shared(game, forge.shared(stated._replace(card=below.card), share_key()))


def what_it_said_the_last_time(game: Position) -> Body:
    before = max(it for it in TURNED_UP if it < game.fold.phase.number)
    return said(before, CHEAT).body


OTHERS = of_the_card_it_would_like, of_the_card_below, what_it_said_the_last_time
"""What is no share of any card is in `test_openers.py`."""

(TOPS, *_) = TURNED_UP
FROM_CENTRAL = chose("take central") + 1
KEPT = SEARCH + 2
"""A card from below the top, which its player has chosen by its place."""


@pytest.mark.parametrize("begins", only([begin], [begin, begin_relayed]))
@pytest.mark.parametrize(
    ("number", "lie"),
    [*itertools.product((FROM_CENTRAL, KEPT), OTHERS)],
    ids=named,
)
def test_no_other_card_is_turned_up_than_lies_on_top(
    number: int, begins: Callable[..., Fold], lie: Lie
) -> None:
    """Or in the place that was named; nor believed by a host that looks at nothing else."""
    body = lie(seen(number))
    convicted(at(number, begins), CHEAT, body)
    taken(at(number, begins), CHEAT, truly(seen(number)))


@pytest.mark.parametrize("begins", [begin, begin_relayed])
def test_no_other_card_is_kept_than_the_one_that_was_named(
    begins: Callable[..., Fold],
) -> None:
    """Its player, too, who has seen the others, can show no other one of them."""
    game, looked = seen(KEPT), seen(SEARCH).fold.task.ask
    assert isinstance(looked, Deal)
    (chosen,), slots = turned_up(game), looked.hands[SEARCHER]
    (stated,) = sharings(game, SEARCHER)
    faces = game.secrets(SEARCHER).faces()
    assert set(slots) <= set(faces)
    for slot in set(slots) - {chosen}:
        lying = game.cards.layout.at(slot)
        others = stated._replace(card=lying.card)
        for share in (
            as_if_it_were(game, faces[slot], SEARCHER),
            forge.shared(others, share_key(SEARCHER)),
        ):
            convicted(at(KEPT, begins), SEARCHER, bodies.shares_body([share]))
    honest = forge.shared(stated, share_key(SEARCHER))
    taken(at(KEPT, begins), SEARCHER, bodies.shares_body([honest]))


def test_cards_turned_up_together_do_not_change_places() -> None:
    """Two piles' tops, each proven where it lies."""
    game = at(TOPS)
    honest = truly(game)
    convicted(game, CHEAT, (*honest[2:4], *honest[:2], *honest[4:]))
    taken(at(TOPS), CHEAT, honest)


# Peeks: of the cat's owner, and of who looks through a pile.

PEEK = PEEKS[2]
LOOKS = pytest.mark.parametrize(
    "number", [PEEK, SEARCH], ids=["the cat's", "looking through a pile"]
)


def dealings(game: Position) -> tuple[Handing, ...]:
    return statements.dealings(game.cards.layout, game.fold.task, CHEAT)


def dealt(stated: Handing, secret: int | None = None) -> Body:
    return bodies.handed_body([forge.handed(stated, secret or share_key())])


def as_it_is_due(game: Position) -> Body:
    (stated,) = dealings(game)
    return dealt(stated)


def for_itself(game: Position) -> Body:
    """Sealed for the cheat, in the place of whoever has the cat."""
    (stated,) = dealings(game)
    return dealt(stated._replace(to=game.cards.layout.keys("central").hand[CHEAT]))


def peeked_at(game: Position) -> tuple[Slot, ...]:
    assert isinstance(game.fold.task.ask, Deal)
    (slots,) = game.fold.task.ask.hands.values()
    return slots


def a_share_of_another_card(game: Position) -> Body:
    """Of those one below: they would be seen in the places of the right ones."""
    (stated,) = dealings(game)
    slots = peeked_at(game)
    pile = pile_of(game, slots[0]).slots
    first = pile.index(slots[0]) + 1
    below = [game.cards.layout.at(it) for it in pile[first : first + len(slots)]]
    return dealt(stated._replace(points=tuple(it.card.a for it in below)))


def a_share_that_shows_another_card(game: Position) -> Body:
    (stated,) = dealings(game)
    made = forge.moved(transfer(stated, share_key()), 0, card_point(3))
    return bodies.handed_body([forge.handed(stated, share_key(), made)])


def a_peek_for_itself_as_well(game: Position) -> Body:
    honest = as_it_is_due(game)
    return (*honest, *for_itself(game))


def what_it_gave_in_the_last_peek(game: Position) -> Body:
    before = PEEKS[0] if game.fold.phase.number == PEEK else FIRST_SEARCH
    return said(before, CHEAT).body


PEEKING = (
    for_itself,
    a_share_of_another_card,
    a_share_that_shows_another_card,
    a_peek_for_itself_as_well,
    what_it_gave_in_the_last_peek,
)
"""What is no share at all is in `test_dealers.py`."""


@pytest.mark.parametrize(
    ("number", "lie"),
    only(
        [*((PEEK, lie) for lie in PEEKING), (SEARCH, PEEKING[1])],
        itertools.product((PEEK, SEARCH), PEEKING),
    ),
    ids=named,
)
def test_a_peek_is_for_whoever_has_the_cat_and_shows_the_top_card(
    number: int, lie: Lie
) -> None:
    """Or who looks through a pile. All find a wrong share, though only one would see it."""
    convicted(at(number), CHEAT, lie(seen(number)))
    taken(at(number), CHEAT, as_it_is_due(seen(number)))


def two_cards_exchanged(game: Position) -> Body:
    """They would be seen in each other's places."""
    (stated,) = dealings(game)
    one, two, *rest = stated.points
    return dealt(stated._replace(points=(two, one, *rest)))


def one_card_for_all(game: Position) -> Body:
    (stated,) = dealings(game)
    return dealt(stated._replace(points=stated.points[:1] * len(stated.points)))


def a_card_less(game: Position) -> Body:
    (stated,) = dealings(game)
    return dealt(stated._replace(points=stated.points[:-1]))


def a_card_more(game: Position) -> Body:
    (stated,) = dealings(game)
    sixth = pile_of(game, peeked_at(game)[0]).slots[5]
    more = game.cards.layout.at(sixth).card.a
    return dealt(stated._replace(points=(*stated.points, more)))


@lies(two_cards_exchanged, one_card_for_all, a_card_less, a_card_more)
def test_who_looks_through_a_pile_sees_its_cards_as_they_lie(lie: Lie) -> None:
    """Those next to the top, each in its place, and no others."""
    convicted(at(SEARCH), CHEAT, lie(seen(SEARCH)))


def test_who_looks_through_a_pile_is_given_no_card_more() -> None:
    """Whoever searches is given no card more, not by itself either."""
    (stated,) = statements.dealings(at(SEARCH).cards.layout, seen(SEARCH).fold.task, 0)
    sixth = pile_of(seen(SEARCH), peeked_at(seen(SEARCH))[0]).slots[5]
    more = (*stated.points, seen(SEARCH).cards.layout.at(sixth).card.a)
    share = forge.handed(stated._replace(points=more), share_key(SEARCHER))
    convicted(at(SEARCH), SEARCHER, bodies.handed_body([share]))


@LOOKS
def test_nobody_else_reads_what_was_peeked_at(number: int) -> None:
    """Neither all others' secrets, nor what they gave for it, open what was dealt."""
    game = seen(number + 1)
    slots = peeked_at(seen(number))
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


def test_what_nobody_kept_of_a_search_is_shown_to_nobody() -> None:
    """It lies face down for all others until it is mixed."""
    ask = seen(SEARCH).fold.task.ask
    assert isinstance(ask, Deal)
    layout = seen(LAST_REMIX).cards.layout
    (kept,) = turned_up(seen(KEPT))
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
def test_a_choice_that_is_not_open_is_refused(verb: str, text: str) -> None:
    """Whatever the rules don't allow there, in whatever words."""
    number = chose(verb)
    seat = chooser(number)
    assert text not in [move.text for move in seen(number).fold.state.moves(seat, {})]
    convicted(at(number), seat, (text.encode(), ()))


def test_every_choice_that_is_open_is_taken() -> None:
    """By both: what is refused is refused for what it says."""
    for verb in ("take", "build", "search", "keep", "token", "extra"):
        number = chose(verb)
        seat = chooser(number)
        for move in seen(number).fold.state.moves(seat, {}):
            taken(at(number), seat, (move.text.encode(), ()))


@pytest.mark.parametrize(
    ("verb", "text"), [("take", "take central"), ("keep", "keep 3")]
)
def test_a_card_is_not_opened_with_a_choice(verb: str, text: str) -> None:
    """No card is anybody's to open; what is kept is opened by all."""
    number = chose(verb)
    body = (text.encode(), ((2, 1, bytes(96)),))
    convicted(at(number), chooser(number), body)


def test_a_choice_out_of_turn_is_given_back() -> None:
    """Nobody is blamed: it is in no log, and the game goes on."""
    number = chose("take")
    game = at(number)
    for seat in {*SEATS} - {chooser(number)}:
        with pytest.raises(WireRefused) as refused:
            game.fold.accept(Entry.of(game.sign(seat, (b"take central", ()))))
        assert refused.value.reason is Reason.WRONG_SEAT
    assert game.fold.fraud is None


@pytest.mark.parametrize("verb", ["take", "keep"])
def test_a_choice_made_once_stands(verb: str) -> None:
    """When it is seen what lay there it is too late for another."""
    number = chose(verb)
    game, seat = at(number), chooser(number)
    first, second, *_ = [
        game.sign(seat, (move.text.encode(), ()))
        for move in game.fold.state.moves(seat, {})
    ]
    game.fold.accept(Entry.of(first))
    game.fold.accept(Entry.of(second))
    assert [seat] == list(game.fold.evidence)
    assert game.fold.fraud is None


def test_points_are_those_of_the_game() -> None:
    """Known to both programs: who writes itself some more is found."""
    (end,) = [
        number for number, (kind, *_) in enumerate(ARCHITECTS.phases) if kind == "END"
    ]
    game = at(end)
    _, digest = said(end, CHEAT).body
    rows = game.fold.state.score().rows
    convicted(game, 0, (tuple((*row[:-1], row[-1] + 1) for row in rows), digest))
    taken(at(end), 0, (rows, digest))
