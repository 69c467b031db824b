"""Cheating when cards are passed to others: in deals, passed hands and piles."""

from __future__ import annotations

import pytest

from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    resealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.group import BASE, IDENTITY, card_point
from sealed_wonders.net.sealed.proofs import Transfer, transfer
from sealed_wonders.net.sealed.statements import Handing
from tests.cheats.forge import (
    Cheat,
    Cheats,
    changed,
    dealings,
    dealt,
    elsewhere,
    exchanged,
    hand_of,
    handed,
    moved,
    passed,
    passing,
    picked,
    secretly,
    share_of,
    spliced,
)
from tests.cheats.modified_clients import (
    SEATS,
    Adversary,
    AdversaryView,
    accepted,
    believed,
    convicted,
    honest,
    in_deck,
    refused,
)
from tests.support.crypto import NO_POINTS, SODIUM

CHEATS = Cheats()

DEALT = ("DEAL", "age")
PASSED = ("REVEAL", "age")
PILE = ("LOOK_X", "pile/1")
LOOKED = ("DEAL", "pile/1")
"""Four cards for each; three of a hand of four; discarded cards, and their deal."""


# Dealing.


@CHEATS.add("deal/pass: share of one card altered", *DEALT)
def share_altered_to_another_card(view: AdversaryView) -> Body:
    """The proof is made for it: the recipient would see another card than there is."""
    first, x = dealings(view)[0], secretly(view)
    made = moved(transfer(first, x), 2, card_point(0))
    return dealt(view, handed(first, x, made))


@CHEATS.add("deal/pass: two cards swapped", *DEALT)
def swapped_before_the_proof(view: AdversaryView) -> Body:
    first = dealings(view)[0]
    wrong = first._replace(points=exchanged(first.points, 0, 1))
    return dealt(view, handed(wrong, secretly(view)))


@CHEATS.add("deal/pass: addressed to another key", *DEALT)
def encrypted_for_the_cheat(view: AdversaryView) -> Body:
    """Another seat's hand is encrypted for the cheat, so one share fewer hides it."""
    first, own, _ = dealings(view)
    return dealt(view, handed(first._replace(to=own.to), secretly(view)))


@CHEATS.add("deal/pass: proof replayed in another context", *DEALT)
def context_of_another_recipient(view: AdversaryView) -> Body:
    """Right in everything, but made for another place of the same body."""
    first, own, _ = dealings(view)
    return dealt(view, handed(first._replace(ctx=own.ctx), secretly(view)))


@CHEATS.add("deal/pass: proof replayed in another context", *DEALT)
def context_of_another_turn(view: AdversaryView) -> Body:
    first = dealings(view)[0]
    at = first.ctx.index(view.task.prev)
    ctx = spliced(first.ctx, at, view.earlier)
    return dealt(view, handed(first._replace(ctx=ctx), secretly(view)))


@CHEATS.add("deal: share made with a wrong secret", *DEALT)
def an_arbitrary_secret(view: AdversaryView) -> Body:
    """The dealt card would be noise to its recipient."""
    first, x = dealings(view)[0], secretly(view)
    return dealt(view, handed(first, x, transfer(first, x + 1)))


@CHEATS.add("deal: share made with a wrong secret", *DEALT)
def secret_of_the_hand_key(view: AdversaryView) -> Body:
    return dealt(view, handed(dealings(view)[0], hand_of(view, "guilds")))


@CHEATS.add("deal: a seat gives itself different cards", *DEALT)
def cards_of_the_next_seat(view: AdversaryView) -> Body:
    first, own, third = dealings(view)
    x = secretly(view)
    wrong = own._replace(points=third.points)
    return dealt(view, handed(first, x), handed(wrong, x))


@CHEATS.add("deal: a mask of zero", *DEALT)
def card_left_unmasked(view: AdversaryView) -> Body:
    """Everybody who knew the other masks could read the card."""
    first, x = dealings(view)[0], secretly(view)
    made = transfer(first, x)
    bare = Ciphertext(IDENTITY, SODIUM.multiply(x, first.points[0]))
    wrong = Transfer((bare, *made.given[1:]), (0, *made.masks[1:]))
    return dealt(view, handed(first, x, wrong))


@CHEATS.add("deal: an invalid point", *DEALT)
def invalid_point(view: AdversaryView) -> Body:
    first, *rest = bodies.read_handed(view.body, [4, 4, 4])
    wrong = first._replace(points=spliced(first.points, 32, NO_POINTS[13]))
    return bodies.handed_body([wrong, *rest])


@CHEATS.add("deal: nothing for the last seat", *DEALT)
def last_part_missing(view: AdversaryView) -> Body:
    return view.body[:-1]


@CHEATS.add("deal: the pile, with a share that makes another card", *LOOKED)
def share_moved_to_a_preferred_card(view: AdversaryView) -> Body:
    (stated,), x = dealings(view), share_of(view, "pile/1")
    made = moved(transfer(stated, x), 1, BASE)
    return bodies.handed_body([handed(stated, x, made)])


@CHEATS.add("deal: the pile, for itself", *LOOKED)
def pile_encrypted_for_the_cheat(view: AdversaryView) -> Body:
    (stated,), x = dealings(view), share_of(view, "pile/1")
    own = view.layout.keys("pile/1").hand[view.seat]
    assert own != stated.to
    return bodies.handed_body([handed(stated._replace(to=own), x)])


# Passing.


@CHEATS.add("deal/pass: two cards swapped", *PASSED)
def swapped_on_the_way(view: AdversaryView) -> Body:
    _, one, two, three = picked(view)
    return passed(view, (two, one, three))


@CHEATS.add("deal/pass: addressed to another key", *PASSED)
def passed_under_the_cheats_key(view: AdversaryView) -> Body:
    """The cheat could go on reading the hand."""
    return passed(view, picked(view)[1:], to=view.layout.keys("guilds").hand[view.seat])


@CHEATS.add("deal/pass: proof replayed in another context", *PASSED)
def context_of_the_opening(view: AdversaryView) -> Body:
    ctx = elsewhere(view, "age", None, b"open")
    return passed(view, picked(view)[1:], ctx=ctx)


@CHEATS.add("pass: card replaced by another, proof made for it", *PASSED)
def first_card_replaced_by_a_known_one(view: AdversaryView) -> Body:
    """A known card, encrypted for the next seat, replaces the first of the rest."""
    _, _, *rest = picked(view)
    own = view.layout.keys("guilds").hand[view.seat]
    return passed(view, (resealed(known(0, own), 5, own), *rest))


@CHEATS.add("a card passed on that was opened", *PASSED)
def opened_card_passed_on(view: AdversaryView) -> Body:
    used, _, *rest = picked(view)
    return passed(view, (used, *rest))


@CHEATS.add("a card is passed on twice", *PASSED)
def one_card_passed_on_twice(view: AdversaryView) -> Body:
    _, one, two, _ = picked(view)
    return passed(view, (one, two, two))


@CHEATS.add("a hand of the wrong size", *PASSED)
def one_card_fewer(view: AdversaryView) -> Body:
    return passed(view, picked(view)[1:3])


@CHEATS.add("a hand of the wrong size", *PASSED)
def nothing_passed_on(view: AdversaryView) -> Body:
    return changed(view.body, 3, None)


@CHEATS.add("pass: an invalid point", *PASSED)
def identity_point(view: AdversaryView) -> Body:
    cards = passing(view).cards
    made = [Ciphertext(BASE, IDENTITY), *cards[1:]]
    return changed(view.body, 3, (write_ciphertexts(made), bytes(96)))


# Discarded cards.


def handings(view: AdversaryView) -> tuple[Handing, ...]:
    return statements.handings_in(view.layout, view.task, view.seat)


@CHEATS.add("discards: another card goes into the pile", *PILE)
def card_replaced_by_a_better_one(view: AdversaryView) -> Body:
    """The cheat could then take this card from the pile at once."""
    (stated,), z = handings(view), hand_of(view, "guilds")
    made = moved(transfer(stated, z), 0, card_point(0))
    return bodies.handed_body([handed(stated, z, made)])


@CHEATS.add("discards: a card stays under its own key", *PILE)
def left_under_the_cheats_key(view: AdversaryView) -> Body:
    (stated,), z = handings(view), hand_of(view, "guilds")
    return bodies.handed_body([handed(stated._replace(to=stated.key), z)])


@CHEATS.add("discards: the wrong secret takes it off", *PILE)
def share_key_taken_off(view: AdversaryView) -> Body:
    (stated,) = handings(view)
    return bodies.handed_body([handed(stated, share_of(view, "guilds"))])


@CHEATS.add("discards: another seat's body, repeated", *PILE)
def another_seats_body_repeated(view: AdversaryView) -> Body:
    return view.heard(view.before)


@CHEATS.add("discards: nothing is handed in", *PILE)
def empty_body(view: AdversaryView) -> Body:
    return ()


@CHEATS.each
def test_a_false_transfer_is_a_fraud_of_its_author(cheat: Cheat) -> None:
    """A card can't change on its way, nor go to another seat."""
    assert cheat.kind == refused(cheat.adversary()).kind


@CHEATS.each_at_a_table
def test_all_players_at_the_table_convict_the_cheat(cheat: Cheat, checks: bool) -> None:
    fraud = convicted(cheat.adversary(), checks=checks)
    assert cheat.kind == fraud.kind


def truly_dealt(view: AdversaryView) -> Body:
    return dealt(view)


def truly_passed(view: AdversaryView) -> Body:
    return passed(view, picked(view)[1:])


def truly_handed_in(view: AdversaryView) -> Body:
    (stated,) = handings(view)
    return bodies.handed_body([handed(stated, hand_of(view, "guilds"))])


@pytest.mark.parametrize(
    ("where", "truth"),
    [
        (DEALT, truly_dealt),
        (LOOKED, truly_dealt),
        (PASSED, truly_passed),
        (PILE, truly_handed_in),
    ],
    ids=lambda it: " ".join(it) if isinstance(it, tuple) else "",
)
def test_the_same_steps_without_a_lie_are_accepted(
    where: tuple[str, str], truth: object
) -> None:
    """The forgeries here are refused for their lie, not for how they are made."""
    kind, deck = where
    assert callable(truth)
    believed(Adversary(1, {kind: in_deck(deck, truth)}))


# What isn't cheating.


def test_the_last_dealer_gains_nothing_by_choosing_its_masks() -> None:
    """
    It knows what all others gave before it draws, and every seat still sees the cards
    it would have seen.
    """

    def chosen(view: AdversaryView) -> Body:
        x, parts = secretly(view), []
        for stated in dealings(view):
            masks = tuple(range(1, len(stated.points) + 1))
            given = tuple(
                Ciphertext(
                    SODIUM.multiply_base(mask),
                    SODIUM.combine(0, [(-x, point), (mask, stated.to)]),
                )
                for mask, point in zip(masks, stated.points, strict=True)
            )
            parts.append(handed(stated, x, Transfer(given, masks)))
        return bodies.handed_body(parts)

    adversary = Adversary(1, {"DEAL": in_deck("age", chosen)})
    first = accepted(adversary).hands
    for seat in SEATS:
        dealt_to = honest(1).hands[seat, adversary.lied_in[0] + 1]
        assert 4 == len(dealt_to)
        assert dealt_to == first[seat, adversary.lied_in[0] + 1]
