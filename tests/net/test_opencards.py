"""
The open suite: bodies of entries, and the places and faces of cards.

`tests/net/sealed/test_games.py` compares the cards' places, and who sees them, with a
sealed game, phase by phase.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from sealed_wonders.core.game import (
    Ask,
    Choose,
    Chosen,
    Deal,
    Dealt,
    Deck,
    Look,
    Mixed,
    Move,
    Offer,
    Pass,
    Shuffle,
    Slot,
    Stay,
    TurnedUp,
    TurnUp,
    permutation,
)
from sealed_wonders.net.cards import (
    TEXT_CAP,
    Committed,
    RevealedBody,
    UsedBody,
    ValidBody,
    Wrong,
)
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.log.phases import Kind, Phase
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.plan import PhasePlan, Place

GID = bytes(range(32))
PREV = bytes(32)
NONCE = b"n" * 32
SEAL = b"c" * 32


class OpenCardsHarness:
    """Open cards, with the calls that a fold would make."""

    def __init__(self) -> None:
        self.cards = OpenCards(GID, lambda text: text.startswith("build"))
        self.number = 0

    def task(
        self, kind: Kind, ask: Ask, seats: tuple[int, ...] = (0, 1), last: bool = True
    ) -> PhasePlan:
        deck = "pile/1" if isinstance(ask, Look) else ""
        return PhasePlan(Phase(self.number, kind, seats, deck), PREV, ask, last)

    def run(
        self,
        kind: Kind,
        ask: Ask,
        bodies: Mapping[int, Body] | None = None,
        *,
        last: bool = True,
    ) -> tuple[dict[int, ValidBody], Mixed | Dealt | TurnedUp | None]:
        bodies = {0: (), 1: ()} if bodies is None else bodies
        task = self.task(kind, ask, tuple(bodies), last)
        said = {seat: self.cards.check(task, seat, bodies[seat]) for seat in bodies}
        answer = self.cards.close(task, said)
        self.number += 1
        return said, answer

    def mix(self, *decks: Deck) -> tuple[tuple[Slot, ...], ...]:
        ask = Shuffle(decks)
        assert self.run("MIX", ask, {0: ()}, last=False)[1] is None
        answer = self.run("MIX", ask, {1: ()})[1]
        assert isinstance(answer, Mixed)
        return answer.slots

    def deal(self, hands: Mapping[int, tuple[Slot, ...]]) -> list[tuple[Slot, ...]]:
        answer = self.run("DEAL", Deal(hands))[1]
        assert isinstance(answer, Dealt)
        return list(answer.hands.values())

    def peek(self, seat: int, *slots: Slot) -> None:
        ask = Deal({seat: slots}, peek=True)
        assert Dealt(ask.hands) == self.run("DEAL", ask)[1]

    def turn_up(self, *slots: Slot) -> tuple[int, ...]:
        answer = self.run("OPEN_SHARE", TurnUp(slots))[1]
        assert isinstance(answer, TurnedUp)
        return answer.faces

    def faces(self, seat: int) -> list[int]:
        """Return the numbers of the cards that a seat sees, ascending."""
        return sorted(OpenSecrets(seat, self.cards).faces().values())


@pytest.fixture
def game() -> OpenCardsHarness:
    return OpenCardsHarness()


@pytest.fixture
def hands(game: OpenCardsHarness) -> tuple[tuple[Slot, ...], tuple[Slot, ...]]:
    ((*slots,),) = game.mix(Deck("age", (), tuple(range(100, 107))))
    one, two = game.deal({0: tuple(slots[:3]), 1: tuple(slots[3:6])})
    return one, two


def card(game: OpenCardsHarness, slot: Slot) -> int:
    return next(
        faces[slot] for seat in (0, 1) if slot in (faces := game.cards.faces(seat))
    )


def test_a_mix_order_is_derived_from_game_and_deck(
    game: OpenCardsHarness,
) -> None:
    """Position i holds entry number perm[i]: slots come first, then cards."""
    ((*first,),) = game.mix(Deck("guilds", (), (50, 51, 52)))
    order = permutation(GID, "guilds", 3)
    again = Deck("age", tuple(first[:2]), (7, 8, 9))
    ((*second,),) = game.mix(again)
    entries = [50 + order[0], 50 + order[1], 7, 8, 9]
    expected = tuple(entries[i] for i in permutation(GID, "age", 5))
    assert expected == game.turn_up(*second)


def test_a_peek_shows_a_card_without_moving_it(game: OpenCardsHarness) -> None:
    """
    The card lies as before for everybody. It can be turned up, or peeked at by another
    seat.
    """
    ((top, *_),) = game.mix(Deck("a", (), (1, 2, 3)))
    game.peek(0, top)
    (seen,) = game.faces(0)
    assert [[seen], []] == [game.faces(0), game.faces(1)]
    assert {top: seen} == game.cards.faces(0)
    assert Place("a", "a") == game.cards.place(top)
    game.peek(1, top)
    assert [[seen], [seen]] == [game.faces(0), game.faces(1)]
    assert (seen,) == game.turn_up(top)
    assert [[seen], [seen]] == [game.faces(0), game.faces(1)]


def test_a_peeked_card_is_unknown_once_it_is_mixed_or_dealt(
    game: OpenCardsHarness,
) -> None:
    """After a mix nobody knows where it is; after a deal, only its holder does."""
    ((one, two, *rest),) = game.mix(Deck("a", (), (1, 2, 3)))
    game.peek(0, one, two)
    game.deal({1: (two,)})
    assert 1 == len(game.faces(0))
    game.mix(Deck("a/2", (one, *rest), ()))
    assert [] == game.faces(0)


def test_peeked_cards_are_known_during_a_choice(
    game: OpenCardsHarness,
) -> None:
    """
    This holds with and without a hand. They don't belong to the hand, and no move opens
    them.
    """
    ((*slots, card),) = game.mix(Deck("a", (), (1, 2, 3, 4)))
    game.peek(0, *slots[1:])
    seen = {slot: game.cards.faces(0)[slot] for slot in slots[1:]}
    one, other = (OpenSecrets(seat, game.cards) for seat in (0, 1))
    alone = game.task("CHOOSE", Choose({0: Offer((), Stay())}), (0,))
    assert [seen, {}] == [one.hand(alone), other.hand(alone)]
    assert (b"any", ()) == one.choose(alone, Move("any"))
    together = game.task("DECLARE", Choose({0: Offer((), Stay())}), (0,))
    assert (NONCE, b"any") == one.reveal(together, Move("any"), NONCE)
    ((held,),) = game.deal({0: (card,)})
    task = game.task("CHOOSE", Choose({0: Offer((held,), Stay())}), (0,))
    assert {held: game.cards.faces(0)[held], **seen} == one.hand(task)
    opened = one.choose(task, Move("build it", held))
    assert (b"build it", ((0, game.cards.faces(0)[held], None),)) == opened
    game.turn_up(slots[1])
    assert {slots[2]} == set(one.hand(alone))


def test_a_card_that_is_mixed_back_leaves_its_old_slot(
    game: OpenCardsHarness,
) -> None:
    ((one, two, three),) = game.mix(Deck("a", (), (1, 2, 3)))
    up = game.turn_up(one)
    ((*again,),) = game.mix(Deck("a/2", (two, three), up))
    assert [] == game.faces(0)
    assert [1, 2, 3] == sorted(game.turn_up(*again))
    assert [1, 2, 3] == game.faces(0)


def test_a_reveal_shows_a_face_only_if_the_move_does(
    game: OpenCardsHarness, hands: tuple[tuple[Slot, ...], tuple[Slot, ...]]
) -> None:
    """The number in the body is needed to find the slot; the rules don't receive it."""
    one, two = hands
    ask = Choose({0: Offer(one, Pass(1)), 1: Offer(two, Pass(0), shown=False)})
    for seat, hand, text, face in (
        (0, one, b"build", card(game, one[2])),
        (0, one, b"sell", None),
        (1, two, b"build", None),
    ):
        body = (NONCE, text, card(game, hand[2]))
        said = game.cards.check(game.task("REVEAL", ask), seat, body)
        first = game.number << 24 | seat << 16
        slots = (first, first + 1, first + 2)
        assert isinstance(said, RevealedBody)
        assert (NONCE, text) == (said.nonce, said.payload)
        assert Chosen(seat, text.decode(), face, slots[0], slots[1:]) == said.answer


@pytest.mark.parametrize(
    ("text", "opened"), [(b"build", False), (b"sell", True)], ids=["shown", "hidden"]
)
def test_the_last_card_is_opened_if_and_only_if_the_move_shows_it(
    game: OpenCardsHarness,
    hands: tuple[tuple[Slot, ...], tuple[Slot, ...]],
    text: bytes,
    opened: bool,
) -> None:
    slot = hands[0][0]
    task = game.task("CHOOSE", Choose({0: Offer((slot,), Stay())}))
    opening = ((0, card(game, slot), None),)
    with pytest.raises(Wrong, match="doesn't match the revealed card"):
        game.cards.check(task, 0, (text, opening if opened else ()))


def look(
    game: OpenCardsHarness, hands: tuple[tuple[Slot, ...], tuple[Slot, ...]]
) -> tuple[Look, list[int]]:
    """Let seat 0 look at one of its own cards, one of seat 1's, and an open one."""
    ((up,),) = game.mix(Deck("b", (), (9,)))
    game.turn_up(up)
    pile = (hands[0][0], hands[1][0], up)
    entries = [card(game, slot) for slot in pile]
    ask = Look(0, pile)
    for kind in ("KEY", "LOOK_X", "MIX", "MIX"):
        before = [game.faces(0), game.faces(1)]
        game.run(kind, ask, last=False)
        assert before == [game.faces(0), game.faces(1)]
    game.run("DEAL", ask, last=False)
    return ask, [entries[i] for i in permutation(GID, "pile/1", 3)]


BAD_SEALS: list[Body] = [(), (b"",), (SEAL[1:],), (SEAL, SEAL), ("c" * 32,), (None,)]
BAD_TEXTS: list[object] = [None, "sell", b"\xff", b"x" * (TEXT_CAP + 1), 0, ()]
BAD_NONCES: list[object] = [None, b"", NONCE[1:], NONCE + b"n", "n" * 32, 0]


def test_a_declaration_is_a_nonce_and_a_text(game: OpenCardsHarness) -> None:
    """Types and sizes are checked. A commitment is 32 bytes, and nothing else."""
    choice = Choose({0: Offer((), Stay())})
    for kind in ("PICK", "DECIDE"):
        task = game.task(kind, choice)
        assert Committed(SEAL) == game.cards.check(task, 0, (SEAL,))
        for seal in BAD_SEALS:
            with pytest.raises(Wrong, match="not a commitment"):
                game.cards.check(task, 0, seal)
    task = game.task("DECLARE", choice)
    right = RevealedBody(NONCE, "café".encode(), Chosen(0, "café"))
    assert right == game.cards.check(task, 0, (NONCE, "café".encode()))
    bad: list[object] = [(), (NONCE,), (NONCE, b"a", None), (NONCE, b"a", 0)]
    bad += [(NONCE, text) for text in BAD_TEXTS]
    bad += [(nonce, b"sell") for nonce in BAD_NONCES]
    for body in bad:
        with pytest.raises(Wrong):
            game.cards.check(task, 0, body)  # type: ignore[arg-type]


def test_a_reveal_is_a_nonce_a_text_and_a_card_of_the_hand(
    game: OpenCardsHarness, hands: tuple[tuple[Slot, ...], tuple[Slot, ...]]
) -> None:
    """A card of the neighbour's hand is wrong."""
    ask = Choose({0: Offer(hands[0], Pass(1)), 1: Offer(hands[1], Pass(0))})
    task = game.task("REVEAL", ask)
    mine, other = card(game, hands[0][0]), card(game, hands[1][0])
    bad: list[object] = [(), (NONCE, b"sell"), (NONCE, b"sell", mine, None)]
    bad += [(NONCE, b"sell", wrong) for wrong in (other, None, -1, 999, b"", "", ())]
    bad += [(NONCE, text, mine) for text in BAD_TEXTS]
    bad += [(nonce, b"sell", mine) for nonce in BAD_NONCES]
    for body in bad:
        with pytest.raises(Wrong):
            game.cards.check(task, 0, body)  # type: ignore[arg-type]


def test_a_bool_is_no_card_number(game: OpenCardsHarness) -> None:
    """True equals 1, but its encoding differs."""
    ((slot, _),) = game.mix(Deck("a", (), (0, 1)))
    slots = game.deal({0: (slot,)})
    number = card(game, slots[0][0])
    ask = Choose({0: Offer(slots[0], Stay())})
    good: Body = (b"build", ((0, number, None),))
    game.cards.check(game.task("CHOOSE", ask), 0, good)
    wrong: list[Body] = [
        (b"build", ((False, number, None),)),
        (b"build", ((0, bool(number), None),)),
    ]
    for body in wrong:
        with pytest.raises(Wrong):
            game.cards.check(game.task("CHOOSE", ask), 0, body)


def test_a_choice_from_a_pile_opens_at_most_one_fitting_card(
    game: OpenCardsHarness, hands: tuple[tuple[Slot, ...], tuple[Slot, ...]]
) -> None:
    """Only the seat that looks at the pile knows its order."""
    ask, mixed = look(game, hands)
    task = game.task("CHOOSE", ask, (0,))
    # The rules know only the pile's slots, so positions refer to these.
    shown = dict(zip(ask.pile, mixed, strict=True))
    assert [shown, {}] == [OpenSecrets(it, game.cards).hand(task) for it in (0, 1)]
    assert set(mixed) <= set(game.faces(0))
    assert set() == set(mixed) & set(game.faces(1))
    bad: list[object] = [
        (),
        (b"decline",),
        (b"decline", None),
        (b"decline", (), ()),
        (b"decline", ((0, mixed[0], None),)),
        (b"build", ()),
        (b"build", ((0, mixed[1], None),)),
        (b"build", ((3, mixed[0], None),)),
        (b"build", ((-1, mixed[2], None),)),
        (b"build", ((0, 999, None),)),
        (b"build", ((0, mixed[0]),)),
        (b"build", ((0, mixed[0], b""),)),
        (b"build", ((0, mixed[0], None), (1, mixed[1], None))),
        (b"build", (None,)),
        *((text, ()) for text in BAD_TEXTS),
    ]
    for body in bad:
        with pytest.raises(Wrong):
            game.cards.check(task, 0, body)  # type: ignore[arg-type]


def test_secrets_produce_bodies_of_the_right_form(
    game: OpenCardsHarness, hands: tuple[tuple[Slot, ...], tuple[Slot, ...]]
) -> None:
    one, two = hands
    ask = Choose({0: Offer(one, Pass(1)), 1: Offer(two, Pass(0))})
    secrets = OpenSecrets(0, game.cards)
    pick, reveal = game.task("PICK", ask), game.task("REVEAL", ask)
    assert UsedBody(()) == secrets.speak(pick)
    assert (SEAL,) == secrets.commit(pick, Move("sell", one[1]), SEAL)
    used = card(game, one[1])
    assert (NONCE, b"sell", used) == secrets.reveal(reveal, Move("sell", one[1]), NONCE)
    # A move that uses no card is revealed with the first card.
    first = card(game, one[0])
    assert (NONCE, b"no", first) == secrets.reveal(reveal, Move("no"), NONCE)
    assert dict(zip(one, [first, used, card(game, one[2])], strict=True)) == (
        secrets.hand(reveal)
    )
    bare = game.task("DECLARE", Choose({0: Offer((), Stay())}))
    assert (NONCE, b"yes") == secrets.reveal(bare, Move("yes"), NONCE)
