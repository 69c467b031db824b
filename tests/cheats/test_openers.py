"""
Opening cards with a false face: a player's own, one of a pile, or one turned up for
all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sealed_wonders.core.game import Card, Slot
from sealed_wonders.host.news import Cheated
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.log.digests import commitment, context
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies
from sealed_wonders.net.sealed.bodies import OpenedBody
from sealed_wonders.net.sealed.group import BASE, IDENTITY
from sealed_wonders.net.sealed.layout import PlacedCard
from tests.cheats.forge import (
    Cheat,
    Cheats,
    all_shared,
    changed,
    elsewhere,
    face,
    flipped,
    hand_of,
    opened,
    opening,
    parts,
    picked,
    share_of,
    shared,
    sharings,
    spliced,
)
from tests.cheats.modified_clients import (
    Adversary,
    AdversaryView,
    Lie,
    adversarial_table,
    believed,
    convicted,
    honest,
    in_deck,
    refused,
)
from tests.support.crypto import NO_POINTS, SODIUM
from tests.support.toy import ToyState

CHEATS = Cheats()

PLAYED = ("REVEAL", "age")
LAST = ("CHOOSE", "age")
PILE = ("CHOOSE", "pile/1", 2)
TURNED = ("OPEN_SHARE", "boards")
"""The card of a turn; the last card of a hand; one of a pile; boards turned up for all."""


# A card of the hand.


def shown(view: AdversaryView, opened: OpenedBody | None, text: str = "") -> Body:
    """Return the honest REVEAL with another opening, and optionally another move."""
    body = changed(view.body, 2, opened and (opened.card, opened.proof))
    return changed(body, 1, text.encode()) if text else body


def secret(view: AdversaryView) -> int:
    return hand_of(view, "guilds")


def card_in(view: AdversaryView, place: int) -> Card:
    """Return a card of the picked hand; the one at place 0 is used."""
    return face(view, picked(view)[place], secret(view))


NONCE = b"n" * 32


def hand(view: AdversaryView) -> list[Card]:
    """Return the cards that the cheat chooses or chose from, the used one first."""
    if view.task.phase.kind == "REVEAL":
        return [card_in(view, place) for place in range(4)]
    assert view.move is not None
    usable = view.layout.usable(view.task, view.seat)
    faces = {slot: face(view, it.card, secret(view)) for slot, it in usable.items()}
    first = [faces.pop(view.move.slot)] if view.move.slot in faces else []
    return [*first, *faces.values()]


def name(view: AdversaryView, card: Card) -> str:
    return view.fold.ruleset.cards[card]


def another_of_its_hand(view: AdversaryView) -> Card:
    used, *rest = hand(view)
    return min(card for card in rest if name(view, card) != name(view, used))


def one_of_another_hand(view: AdversaryView) -> Card:
    mine = {name(view, card) for card in hand(view)}
    return next(card for card in range(18, 28) if name(view, card) not in mine)


def committing(which: Callable[[AdversaryView], Card]) -> Mapping[str, Lie]:
    """
    Make the cheat commit to building another card than the one in the first place.

    The move that is revealed then matches the claim, so only the opening is wrong.
    """

    def commits(view: AdversaryView) -> Body:
        ctx = context(view.task.prev, "PICK", "age", view.seat)
        text = f"build {name(view, which(view))}".encode()
        return changed(view.body, 2, commitment(ctx, NONCE, text))

    return {"PICK": in_deck("age", commits)}


def claimed(view: AdversaryView, opened: OpenedBody) -> Body:
    body = shown(view, opened, f"build {name(view, opened.card)}")
    return changed(body, 0, NONCE)


OWN = committing(another_of_its_hand)
OTHER = committing(one_of_another_hand)


@CHEATS.add("open: claims another card", *PLAYED, prepared=OWN)
def with_the_proof_of_the_true_card(view: AdversaryView) -> Body:
    true = opened(opening(view), card_in(view, 0), secret(view))
    return claimed(view, true._replace(card=another_of_its_hand(view)))


@CHEATS.add("open: claims another card, proof made for it", *PLAYED, prepared=OWN)
def another_card_of_its_hand(view: AdversaryView) -> Body:
    card = another_of_its_hand(view)
    return claimed(view, opened(opening(view), card, secret(view)))


@CHEATS.add("open: claims another card, proof made for it", *PLAYED, prepared=OTHER)
def a_card_of_another_hand(view: AdversaryView) -> Body:
    card = one_of_another_hand(view)
    return claimed(view, opened(opening(view), card, secret(view)))


@CHEATS.add("a card opened that was passed on", *PLAYED, prepared=OWN)
def true_opening_of_the_rest(view: AdversaryView) -> Body:
    """The opening is true, but the card isn't the one put into the first place."""
    card = another_of_its_hand(view)
    lying = picked(view)[hand(view).index(card)]
    stated = opening(view)._replace(card=lying)
    return claimed(view, opened(stated, card, secret(view)))


@CHEATS.add("open: another seat's key", *PLAYED)
def another_seats_key_stated(view: AdversaryView) -> Body:
    """
    Claim that the hand is under the key of the seat that passes to this one, although
    nothing has been passed yet.
    """
    theirs = view.layout.keys("guilds").hand[view.before]
    stated = opening(view)._replace(key=theirs)
    return shown(view, opened(stated, card_in(view, 0), secret(view)))


@CHEATS.add("open: another seat's key", *PLAYED)
def own_key_of_another_deck(view: AdversaryView) -> Body:
    return shown(view, opened(opening(view), card_in(view, 0), hand_of(view, "drafts")))


@CHEATS.add("open: proof replayed in another context", *PLAYED)
def context_of_the_pass(view: AdversaryView) -> Body:
    stated = opening(view)._replace(ctx=elsewhere(view, "age", None, b"pass"))
    return shown(view, opened(stated, card_in(view, 0), secret(view)))


@CHEATS.add("open: proof replayed in another context", *PLAYED)
def context_of_another_turn(view: AdversaryView) -> Body:
    ctx = opening(view).ctx
    earlier = spliced(ctx, ctx.index(view.task.prev), view.earlier)
    stated = opening(view)._replace(ctx=earlier)
    return shown(view, opened(stated, card_in(view, 0), secret(view)))


@CHEATS.add("open: shown and left shut", *PLAYED)
def built_face_down(view: AdversaryView) -> Body:
    return shown(view, None)


@CHEATS.add("open: opened and not shown", *PLAYED)
def sold_face_up(view: AdversaryView) -> Body:
    _, text, *_ = view.body
    assert text != b"sell"
    return changed(view.body, 1, b"sell")


@CHEATS.add("open: a bit of the proof", *PLAYED)
def bit_of_the_response_flipped(view: AdversaryView) -> Body:
    card, proof = parts(view.body[2])
    return changed(view.body, 2, (card, flipped(proof, 40)))


# The last card, and one of a pile.


def chosen(view: AdversaryView, opened: OpenedBody, text: str = "") -> Body:
    payload, _ = view.body
    assert isinstance(payload, bytes)
    return bodies.choice_body(text or payload.decode(), opened)


def lying(view: AdversaryView, position: int) -> Card:
    stated = opening(view, position)
    return face(view, stated.card, hand_of(view, stated.deck))


def named(view: AdversaryView, card: Card) -> str:
    return f"pick {view.fold.ruleset.cards[card]}"


@CHEATS.add("open: claims another card, proof made for it", *LAST)
def a_card_it_has_not_built(view: AdversaryView) -> Body:
    """Claim a card of this age that the cheat hasn't built yet."""
    legal = {name(view, lying(view, 0)), *built(view)}
    other = next(card for card in range(18, 28) if name(view, card) not in legal)
    wrong = opened(opening(view), other, secret(view))
    return chosen(view, wrong, f"build {name(view, other)}")


def built(view: AdversaryView) -> set[str]:
    state = view.fold.state
    assert isinstance(state, ToyState)
    return {name(view, card) for _, card in state.cities[view.seat]}


@CHEATS.add("open: the last card, with the share key", *LAST)
def opened_with_the_share_key(view: AdversaryView) -> Body:
    x = share_of(view, "guilds")
    return chosen(view, opened(opening(view), lying(view, 0), x))


@CHEATS.add("open: the last card stays shut", *LAST)
def built_without_opening(view: AdversaryView) -> Body:
    return changed(view.body, 1, ())


@CHEATS.add("open: the last card, which isn't shown", *LAST)
def sold_but_opened(view: AdversaryView) -> Body:
    return changed(view.body, 0, b"sell")


def looked_at(view: AdversaryView) -> int:
    return hand_of(view, "pile/1")


@CHEATS.add("open: claims a card of another age from the pile", *PILE)
def a_drafted_card(view: AdversaryView) -> Body:
    """The cheat has that card, but not from the pile."""
    other = view.fold.ruleset.cards.index("drafts0")
    wrong = opened(opening(view, 1), other, looked_at(view), 1)
    return chosen(view, wrong, named(view, other))


@CHEATS.add("open: claims a card of another age from the pile", *PILE)
def a_board(view: AdversaryView) -> Body:
    wrong = opened(opening(view, 0), 0, looked_at(view))
    return chosen(view, wrong, named(view, 0))


@CHEATS.add("open: claims another card, proof made for it", *PILE)
def a_card_of_its_age(view: AdversaryView) -> Body:
    here = {lying(view, at) for at in range(len(pile(view)))}
    other = min(set(range(18, 28)) - here)
    wrong = opened(opening(view), other, looked_at(view))
    return chosen(view, wrong, named(view, other))


def pile(view: AdversaryView) -> Mapping[Slot, PlacedCard]:
    return view.layout.usable(view.task, view.seat)


@CHEATS.add("open: a card that lies elsewhere in the pile", *PILE)
def proof_of_another_place(view: AdversaryView) -> Body:
    true = opened(opening(view, 1), lying(view, 1), looked_at(view), 1)
    text = named(view, true.card)
    return chosen(view, true._replace(position=0), text)


@CHEATS.add("open: two cards of the pile", *PILE)
def opened_twice(view: AdversaryView) -> Body:
    payload, openings = view.body
    assert isinstance(openings, tuple)
    return (payload, openings * 2)


@CHEATS.add("open: a card from beyond the pile", *PILE)
def negative_position(view: AdversaryView) -> Body:
    payload, openings = view.body
    ((_, *rest),) = map(parts, parts(openings))
    return (payload, ((-1, *rest),))


@CHEATS.add("open: a card that stays in the pile", *PILE)
def taken_and_not_opened(view: AdversaryView) -> Body:
    return changed(view.body, 1, ())


# Cards turned up for all.


def truly_shared(view: AdversaryView) -> Body:
    return all_shared(view)


@CHEATS.add("turned up: a share that makes another card", *TURNED)
def share_moved_to_the_next_card(view: AdversaryView) -> Body:
    first, x = sharings(view)[0], share_of(view, "boards")
    share = SODIUM.add(SODIUM.multiply(x, first.card.a), BASE)
    return all_shared(view, shared(first, x, share))


@CHEATS.add("turned up: a share of another secret", *TURNED)
def share_of_the_hand_key(view: AdversaryView) -> Body:
    z = hand_of(view, "boards")
    return all_shared(view, shared(sharings(view)[0], z))


@CHEATS.add("turned up: a share of another card", *TURNED)
def second_share_for_the_first(view: AdversaryView) -> Body:
    """The proof is right, but for another card that is turned up as well."""
    return all_shared(view, shared(sharings(view)[1], share_of(view, "boards")))


@CHEATS.add("turned up: another seat's body, repeated", *TURNED)
def another_seats_body_repeated(view: AdversaryView) -> Body:
    return view.heard(view.before)


@CHEATS.add("turned up: the identity as a share", *TURNED)
def identity_as_share(view: AdversaryView) -> Body:
    x = share_of(view, "boards")
    return all_shared(view, shared(sharings(view)[0], x, IDENTITY))


@CHEATS.add("turned up: an invalid point", *TURNED)
def invalid_point(view: AdversaryView) -> Body:
    return changed(view.body, 0, NO_POINTS[5])


@CHEATS.each
def test_a_false_opening_is_a_fraud_of_its_author(cheat: Cheat) -> None:
    assert cheat.kind == refused(cheat.adversary()).kind


@CHEATS.each_at_a_table
def test_all_players_at_the_table_convict_the_cheat(cheat: Cheat, checks: bool) -> None:
    fraud = convicted(cheat.adversary(), checks=checks)
    assert cheat.kind == fraud.kind


def truly_opened(view: AdversaryView) -> Body:
    return shown(view, opened(opening(view), card_in(view, 0), secret(view)))


def truly_chosen(view: AdversaryView) -> Body:
    stated = opening(view)
    z, card = hand_of(view, stated.deck), lying(view, 0)
    verb = "build" if stated.deck == "guilds" else "pick"
    text = f"{verb} {view.fold.ruleset.cards[card]}"
    return chosen(view, opened(stated, card, z), text)


@pytest.mark.parametrize(
    ("seat", "kind", "deck", "truth"),
    [
        (1, "REVEAL", "age", truly_opened),
        (1, "CHOOSE", "age", truly_chosen),
        (0, "CHOOSE", "pile/2", truly_chosen),
        (1, "OPEN_SHARE", "boards", truly_shared),
    ],
)
def test_the_same_steps_without_a_lie_are_accepted(
    seat: int, kind: str, deck: str, truth: Lie
) -> None:
    """The forgeries here are refused for their lie, not for how they are made."""
    believed(Adversary(seat, {kind: in_deck(deck, truth)}))


def test_even_a_relaying_host_finds_wrong_shares_of_cards_turned_up() -> None:
    """
    The rules need the faces of these cards, so even a host that only relays checks
    these proofs.
    """
    cheat = next(cheat for cheat in CHEATS.all if cheat.kind == "OPEN_SHARE")
    # The adversarial table plays the same game up to the lie.
    name = honest().clients[1].name
    with adversarial_table(cheat.adversary(), checks=False) as made:
        made.play()
        assert TableState.PLAYING is made.table.state
        (named,) = [news for news in made.news if isinstance(news, Cheated)]
        assert (name, 1, "OPEN_SHARE") == (named.name, named.seat, named.kind)
