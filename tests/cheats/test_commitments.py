"""Revealing something else than was committed, and waiting for others' commitments."""

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


def phase_of(view: AdversaryView, deck: str) -> bytes:
    """Give what a commitment of the phase is bound to."""
    return context(view.task.prev, view.task.phase.kind, deck, view.seat)


# Another's commitment.


def their_commitment(view: AdversaryView) -> Body:
    """What the seat before has just committed to, beside its own cards."""
    return changed(view.body, -1 % len(view.body), view.heard(view.before)[-1])


def their_move(view: AdversaryView) -> Body:
    """The nonce and the move of the seat before, which has shown them already."""
    nonce, payload, *_ = view.heard(view.before)
    return (nonce, payload, *view.body[2:])


@pytest.mark.parametrize(("first", "then"), [("PICK", "REVEAL"), ("DECIDE", "DECLARE")])
def test_a_commit_copied_by_another_seat_can_not_be_opened(
    first: str, then: str, checks: bool
) -> None:
    """
    commit: copied by another seat.

    It is taken, since nobody knows what is in it; but it holds the seat that made it. The
    two have the same move here: it is the commitment alone that is wrong.
    """
    deck = "drafts" if first == "PICK" else ""
    lies = {first: in_deck(deck, their_commitment), then: in_deck(deck, their_move)}
    adversary = Adversary(1, lies)
    fraud = convicted(adversary, checks=checks)
    assert (then, 2) == (fraud.kind, len(adversary.told))
    assert "the commitment is to" in str(fraud.reason)


# Another move.


def another_move(view: AdversaryView) -> Body:
    """A legal move of its hand that it likes better by now, with the right nonce."""
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
def test_what_is_shown_is_what_was_committed_to(what: str, checks: bool) -> None:
    """Whoever has seen what others do can't do anything else for that."""
    kind, deck, lie = OTHER[what]
    fraud = convicted(Adversary(1, {kind: in_deck(deck, lie)}), checks=checks)
    assert kind == fraud.kind


# What the rules forbid.


def committing_to(text: str) -> Adversary:
    """Commit to a move properly, and show it, whatever the rules say to it."""

    def commits(view: AdversaryView) -> Body:
        ctx = phase_of(view, view.task.phase.deck)
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
def test_what_the_rules_forbid_is_refused_when_it_is_shown(
    text: str, checks: bool
) -> None:
    """A move of another choice, of another card, in other words, or of none at all."""
    adversary = committing_to(text)
    fraud = convicted(adversary, checks=checks)
    assert 2 == len(adversary.told)
    assert fraud.kind in ("REVEAL", "DECLARE")


def test_a_choice_the_rules_forbid_with_the_very_card_for_it(checks: bool) -> None:
    """A second copy of a building that stands already: truly in its hand, and opened."""
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
        sealed = commitment(phase_of(view, "age"), NONCE, text)
        return changed(view.honest(found[0]), 2, sealed)

    def shows(view: AdversaryView) -> Body | None:
        return changed(view.honest(found[0]), 0, NONCE) if found else None

    lies = {"PICK": in_deck("age", commits), "REVEAL": in_deck("age", shows)}
    fraud = convicted(Adversary(1, lies), checks=checks)
    assert str(fraud.reason).startswith("ALREADY_BUILT")


# What isn't cheating.


def test_a_different_commitment_in_one_s_own_pick_is_just_another_choice() -> None:
    """It may be any, as long as nobody has seen it; it must be that one that is shown."""
    accepted(committing_to("sell"))
