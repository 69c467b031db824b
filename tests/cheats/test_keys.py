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
def all_that_another_said(view: AdversaryView) -> Body:
    return view.heard(0)


@CHEATS.add("key: another seat re-uses a key and its proof", *KEY)
def what_it_said_of_another_deck(view: AdversaryView) -> Body:
    """Its own, from before: the secrets are good, and the place is another."""
    return view.heard(view.seat, back=9)


@CHEATS.add("key: another seat's key, with a proof of its own", *KEY)
def whose_secret_it_lacks(view: AdversaryView) -> Body:
    return keyed(view, (A, key_of(view, 0)), MINE)


@CHEATS.add("key: rogue key Y' = aG - Y_other", *KEY)
def which_takes_all_others_away(view: AdversaryView) -> Body:
    """Then the joint key were its own, and it read the whole deck."""
    others = SODIUM.sum(key_of(view, seat) for seat in (0, 2))
    return keyed(view, (A, SODIUM.subtract(MINE[1], others)), MINE)


@CHEATS.add("key: a secret of zero", *KEY)
def for_the_share_key(view: AdversaryView) -> Body:
    return keyed(view, (0, IDENTITY), MINE)


@CHEATS.add("key: a point that is none", *KEY)
def for_its_share_key(view: AdversaryView) -> Body:
    return changed(view.body, 0, NO_POINTS[5])


@CHEATS.add("key: the two keys have each other's proofs", *KEY)
def exchanged(view: AdversaryView) -> Body:
    share, share_proof, hand, hand_proof = view.body
    return (hand, hand_proof, share, share_proof)


@CHEATS.add("key: a bit of the proof", *KEY)
def of_the_response(view: AdversaryView) -> Body:
    return changed(view.body, 1, flipped(view.body[1], 40))


@CHEATS.add("key: a proof of zeros", *KEY)
def that_says_nothing(view: AdversaryView) -> Body:
    return changed(view.body, 3, write_scalar(0) * 2)


@CHEATS.each
def test_a_key_that_isn_t_one_s_own_is_refused(cheat: Cheat) -> None:
    """Each must know the secret of its keys, in its place and no other."""
    assert cheat.kind == refused(cheat.adversary()).kind


@CHEATS.each_at_a_table
def test_all_at_the_table_find_it(cheat: Cheat, checks: bool) -> None:
    fraud = convicted(cheat.adversary(), checks=checks)
    assert cheat.kind == fraud.kind


def test_the_same_steps_without_a_lie_are_taken() -> None:
    """What this page makes is refused for what is wrong with it, and nothing else."""

    def truth(view: AdversaryView) -> Body:
        share, hand = view.pairs["guilds"]
        return keyed(
            view,
            (share, SODIUM.multiply_base(share)),
            (hand, SODIUM.multiply_base(hand)),
        )

    believed(Adversary(1, {"KEY": in_deck("guilds", truth)}))


# What isn't cheating.


def test_who_tries_keys_until_it_likes_the_joint_one_learns_nothing_by_it() -> None:
    """
    Whoever speaks last may choose among as many joint keys as it has patience for.

    It gets one that begins with a zero byte, and then can't read a single card of the
    deck that lies mixed under it.
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
    assert 2 == len(adversary.told)


def test_two_seats_whose_keys_cancel_out_have_not_got_rid_of_the_third() -> None:
    """
    They may, each knowing its secret; then the joint key is the honest seat's alone.

    They have one hand key for two, and can read each other's cards, as they could anyway.
    What is dealt to the third is under its own, and none of theirs opens it.
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
