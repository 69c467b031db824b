"""Keys chosen to cancel or control other players' keys."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.host.news import Stopped, Trouble
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import statements
from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import IDENTITY, Point
from sealed_wonders.net.sealed.scalars import write_scalar
from tests.cheats.forge import Cheat, Cheats, changed, face, flipped, keyed
from tests.cheats.modified_clients import (
    Adversary,
    AdversaryView,
    Lie,
    accepted,
    adversarial_table,
    believed,
    convicted,
    fold_of,
    in_deck,
    kept_by,
    refused,
)
from tests.support.cardsharness import all_secrets_in
from tests.support.crypto import NO_POINTS, SODIUM

CHEATS = Cheats()

KEY = ("KEY", "guilds")

A = 7
MINE = A, SODIUM.multiply_base(A)
"""A secret, and its key."""


def key_of(view: AdversaryView, seat: Seat, *, is_share: bool = True) -> Point:
    share, _, hand, _ = view.heard(seat)
    key = share if is_share else hand
    assert isinstance(key, bytes)
    return Point(key)


@CHEATS.add("key: another seat re-uses a key and its proof", *KEY)
def another_seats_body_repeated(view: AdversaryView) -> Body:
    return view.heard(0)


@CHEATS.add("key: another seat re-uses a key and its proof", *KEY)
def own_body_of_another_deck(view: AdversaryView) -> Body:
    """The cheat's own earlier body: the secrets are right, but the place is another."""
    return view.heard(view.seat, back=9)


@CHEATS.add("key: another seat's key, with a proof of its own", *KEY)
def key_with_unknown_secret(view: AdversaryView) -> Body:
    return keyed(view, (A, key_of(view, 0)), MINE)


@CHEATS.add("key: rogue key Y' = aG - Y_other", *KEY)
def key_that_cancels_the_others(view: AdversaryView) -> Body:
    """The joint key would be the cheat's own, and it could read the whole deck."""
    others = SODIUM.sum(key_of(view, seat) for seat in (0, 2))
    return keyed(view, (A, SODIUM.subtract(MINE[1], others)), MINE)


@CHEATS.add("key: a secret of zero", *KEY)
def share_key_of_zero(view: AdversaryView) -> Body:
    return keyed(view, (0, IDENTITY), MINE)


@CHEATS.add("key: an invalid point", *KEY)
def invalid_share_key(view: AdversaryView) -> Body:
    return changed(view.body, 0, NO_POINTS[5])


@CHEATS.add("key: the two keys have each other's proofs", *KEY)
def proofs_exchanged(view: AdversaryView) -> Body:
    share, share_proof, hand, hand_proof = view.body
    return (hand, hand_proof, share, share_proof)


@CHEATS.add("key: a bit of the proof", *KEY)
def bit_of_the_response_flipped(view: AdversaryView) -> Body:
    return changed(view.body, 1, flipped(view.body[1], 40))


@CHEATS.add("key: a proof of zeros", *KEY)
def zero_proof(view: AdversaryView) -> Body:
    return changed(view.body, 3, write_scalar(0) * 2)


@CHEATS.each
def test_a_key_without_a_valid_proof_is_refused(cheat: Cheat) -> None:
    """Each seat must prove, for this place, that it knows the secrets of its keys."""
    assert cheat.kind == refused(cheat.adversary()).kind


@CHEATS.each_at_a_table
def test_all_players_at_the_table_convict_the_cheat(cheat: Cheat, checks: bool) -> None:
    fraud = convicted(cheat.adversary(), checks=checks)
    assert cheat.kind == fraud.kind


def test_the_same_steps_without_a_lie_are_accepted() -> None:
    """The forgeries here are refused for their lie, not for how they are made."""

    def truth(view: AdversaryView) -> Body:
        share, hand = view.pairs["guilds"]
        return keyed(
            view,
            (share, SODIUM.multiply_base(share)),
            (hand, SODIUM.multiply_base(hand)),
        )

    believed(Adversary(1, {"KEY": in_deck("guilds", truth)}))


# What isn't cheating.


def test_choosing_the_joint_key_teaches_the_last_seat_nothing() -> None:
    """
    The last seat to speak can try as many joint keys as it has patience for.

    Here it gets one that begins with a zero byte, and still can't read any card of the
    deck that is shuffled under it.
    """
    joint: list[Point] = []

    def ground(view: AdversaryView) -> Body:
        others = SODIUM.sum(key_of(view, seat) for seat in (0, 2))
        share = 1
        while (key := SODIUM.combine(share, [(1, others)]))[0]:
            share += 1
        joint.append(key)
        view.adopt(share, A)
        return keyed(view, (share, SODIUM.multiply_base(share)), MINE)

    def looked(view: AdversaryView) -> Body:
        assert joint == [view.layout.keys("guilds").joint]
        deck = statements.dealings(view.layout, view.task, view.seat)
        cards = [card for it in view.layout.portions(view.task) for card in it.cards]
        assert 12 == len(cards) == sum(len(it.points) for it in deck)
        for card in cards:
            for secret in (*view.pairs["guilds"], sum(view.pairs["guilds"]) % Q):
                with pytest.raises(LocalProtocolError, match="an impossible card was"):
                    face(view, card, secret)
        return view.body

    lies = {"KEY": in_deck("guilds", ground), "DEAL": in_deck("age", looked)}
    adversary = Adversary(1, lies)
    accepted(adversary)
    assert 2 == len(adversary.lied_in)


def test_two_seats_whose_keys_cancel_out_can_not_read_the_third_hand() -> None:
    """
    They may choose such keys, each knowing its secret; the joint key is then the honest
    seat's alone.

    The two share one hand key and can read each other's cards, as they always could.
    The third seat's cards are under its own key, which they don't have.
    """
    joint: list[Point] = []

    def with_share(share: int) -> Lie:
        def related(view: AdversaryView) -> Body:
            view.adopt(share, A)
            return keyed(view, (share, SODIUM.multiply_base(share)), MINE)

        return in_deck("guilds", related)

    def looked(view: AdversaryView) -> Body:
        joint.append(view.layout.keys("guilds").joint)
        hands = view.layout.seen(1)
        cards = [it.card for it in hands.values() if it.place.key == "guilds"]
        assert 4 == len(cards)
        for card in cards:
            for secret in (A, 5, Q - 5, A + 5, A - 5):
                with pytest.raises(LocalProtocolError, match="an impossible card was"):
                    face(view, card, secret)
        return view.body

    one = Adversary(0, {"KEY": with_share(5), "PICK": in_deck("age", looked)})
    other = Adversary(2, {"KEY": with_share(Q - 5)})
    with adversarial_table(one, other) as made:
        made.play(until=lambda: bool(joint))
        assert [] == [news for news in made.news if isinstance(news, Trouble | Stopped)]
        third = made.client_at(1)
        share, _ = all_secrets_in(kept_by(third))["guilds"]
        assert [SODIUM.multiply_base(share)] == joint
        assert None is fold_of(third).fraud
