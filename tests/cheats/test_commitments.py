"""Revealing something other than was committed to, and copying others' commitments."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Move
from sealed_wonders.net.log.digests import commitment, context
from sealed_wonders.net.log.envelopes import Body
from tests.cheats.forge import changed, face, hand_of
from tests.cheats.modified_clients import (
    Adversary,
    AdversaryView,
    accepted,
    convicted,
    in_deck,
)
from tests.support.thorough import only

NONCE = b"n" * 32


def commitment_context(view: AdversaryView, deck: str) -> bytes:
    """Return the context that a commitment of the open phase is bound to."""
    return context(view.task.prev, view.task.phase.kind, deck, view.seat)


# Another's commitment.


def their_commitment(view: AdversaryView) -> Body:
    """Copy what the seat before has just committed to, beside the cheat's own cards."""
    return changed(view.body, -1 % len(view.body), view.heard(view.before)[-1])


def their_move(view: AdversaryView) -> Body:
    """Copy the nonce and the move of the seat before, which it has revealed already."""
    nonce, payload, *_ = view.heard(view.before)
    return (nonce, payload, *view.body[2:])


@pytest.mark.parametrize(("first", "then"), [("PICK", "REVEAL"), ("DECIDE", "DECLARE")])
def test_a_commit_copied_by_another_seat_can_not_be_opened(
    first: str, then: str, checks: bool
) -> None:
    """
    commit: copied by another seat.

    The copy is accepted, since nobody knows what is in it, but the commitment is bound
    to the seat that made it. Both seats have the same move here: only the commitment is
    wrong.
    """
    deck = "drafts" if first == "PICK" else ""
    lies = {first: in_deck(deck, their_commitment), then: in_deck(deck, their_move)}
    adversary = Adversary(1, lies)
    fraud = convicted(adversary, checks=checks)
    assert (then, 2) == (fraud.kind, len(adversary.lied_in))
    assert "the commitment is to" in str(fraud.reason)


# Another move.


def another_move(view: AdversaryView) -> Body:
    """A legal move of its hand that it prefers by now, with the right nonce."""
    return view.honest(Move("decline", None))


def another_side(view: AdversaryView) -> Body:
    assert view.move is not None
    (other,) = {"side day", "side night"} - {view.move.text}
    return view.honest(Move(other))


def another_nonce(view: AdversaryView) -> Body:
    return changed(view.body, 0, NONCE)


OTHER = {
    "another move": ("REVEAL", "age", another_move),
    "another side": ("DECLARE", "", another_side),
    "another nonce": ("REVEAL", "age", another_nonce),
}


@pytest.mark.parametrize(
    "what", OTHER, ids=lambda what: f"commit: other action ({what})"
)
def test_a_reveal_that_differs_from_the_commitment_is_a_fraud(
    what: str, checks: bool
) -> None:
    """After seeing the others' moves, a player can't change their own."""
    kind, deck, lie = OTHER[what]
    fraud = convicted(Adversary(1, {kind: in_deck(deck, lie)}), checks=checks)
    assert kind == fraud.kind


# What the rules forbid.


def committing_to(text: str) -> Adversary:
    """Return a cheat that properly commits to a move and reveals it, legal or not."""

    def commits(view: AdversaryView) -> Body:
        ctx = commitment_context(view, view.task.phase.deck)
        sealed = commitment(ctx, NONCE, text.encode())
        return changed(view.body, len(view.body) - 1, sealed)

    def shows(view: AdversaryView) -> Body:
        nonce_and_text = (NONCE, text.encode())
        if text.startswith(("build ", "side ")):
            return (*nonce_and_text, *view.body[2:])
        *_, passed = view.body
        return (*nonce_and_text, None, passed)

    first, then = ("DECIDE", "DECLARE") if "side" in text else ("PICK", "REVEAL")
    deck = "" if "side" in text else "age"
    return Adversary(1, {first: in_deck(deck, commits), then: in_deck(deck, shows)})


FORBIDDEN = (
    "side noon",
    "keep",
    "lose",
    "build base9",
    "build guilds0 ",
    "Sell",
    "x" * 256,
    "",
)


@pytest.mark.parametrize(
    "text",
    only(FORBIDDEN[::4], FORBIDDEN),
    ids=lambda text: f"a choice the rules forbid, seen when it is revealed: {text:.20}",
)
def test_a_forbidden_move_is_a_fraud_when_it_is_revealed(
    text: str, checks: bool
) -> None:
    """Moves of another choice, with another card, in other words, or none at all."""
    adversary = committing_to(text)
    fraud = convicted(adversary, checks=checks)
    assert 2 == len(adversary.lied_in)
    assert fraud.kind in ("REVEAL", "DECLARE")


def test_a_forbidden_building_is_a_fraud_even_with_its_card_in_hand(
    checks: bool,
) -> None:
    """
    The card is a second copy of a building that the city already has. It is truly in
    the hand, and opened.
    """
    found: list[Move] = []

    def commits(view: AdversaryView) -> Body | None:
        hand = {
            slot: face(view, lying.card, hand_of(view, "guilds"))
            for slot, lying in view.layout.usable(view.task, view.seat).items()
        }
        legal = {move.text for move in view.fold.state.moves(view.seat, hand)}
        moves = [
            Move(f"build {view.fold.ruleset.cards[card]}", slot)
            for slot, card in hand.items()
        ]
        found.extend(move for move in moves if move.text not in legal)
        if not found:
            return None
        text = found[0].text.encode()
        sealed = commitment(commitment_context(view, "age"), NONCE, text)
        return changed(view.honest(found[0]), 2, sealed)

    def shows(view: AdversaryView) -> Body | None:
        return changed(view.honest(found[0]), 0, NONCE) if found else None

    lies = {"PICK": in_deck("age", commits), "REVEAL": in_deck("age", shows)}
    fraud = convicted(Adversary(1, lies), checks=checks)
    assert str(fraud.reason).startswith("ALREADY_BUILT")


# What isn't cheating.


def test_a_different_commitment_in_a_pick_is_just_another_choice() -> None:
    """Any choice will do while nobody has seen it, as long as it is revealed."""
    accepted(committing_to("sell"))
