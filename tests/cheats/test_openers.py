"""Who shows a card that isn't there: its own, one from a pile, one that all turn up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from sealed_wonders.core.game import Card, Slot
from sealed_wonders.host.stage import TableState
from sealed_wonders.net.log.digests import commitment, context
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.backend import MIXED
from sealed_wonders.net.sealed.bodies import Opened, Shared
from sealed_wonders.net.sealed.group import BASE, IDENTITY
from sealed_wonders.net.sealed.layout import Lying
from sealed_wonders.net.sealed.statements import Unsealing
from tests.cheats.crooks import (
    Lie,
    Plot,
    Scene,
    accepted,
    convicted,
    hall,
    in_deck,
    seated,
)
from tests.cheats.forge import (
    Cheat,
    Cheats,
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
    spliced,
)
from tests.support.sealing import SODIUM
from tests.support.toy import ToyState

CHEATS = Cheats()

PLAYED = ("REVEAL", "age")
LAST = ("CHOOSE", "age")
PILE = ("CHOOSE", "pile/1", 2)
TURNED = ("OPEN_SHARE", "boards")
"""The card of a turn; the last card of a hand; one of a pile; boards that all turn up."""


# A card of the hand.


def shown(scene: Scene, opened: Opened | None, text: str = "") -> Body:
    """Reveal the truth but for what is opened, and perhaps for the move."""
    body = changed(scene.body, 2, opened and (opened.card, opened.proof))
    return changed(body, 1, text.encode()) if text else body


def secret(scene: Scene) -> int:
    return hand_of(scene, "guilds")


def card_in(scene: Scene, place: int) -> Card:
    """Give a card of the hand, the one used in the first place."""
    return face(scene, picked(scene)[place], secret(scene))


NONCE = b"n" * 32


def hand(scene: Scene) -> list[Card]:
    """Give the cards it has to choose from, or had; the one it uses first."""
    if scene.task.phase.kind == "REVEAL":
        return [card_in(scene, place) for place in range(4)]
    assert scene.move is not None
    usable = scene.layout.usable(scene.task, scene.seat)
    faces = {slot: face(scene, it.card, secret(scene)) for slot, it in usable.items()}
    first = [faces.pop(scene.move.slot)] if scene.move.slot in faces else []
    return [*first, *faces.values()]


def name(scene: Scene, card: Card) -> str:
    return scene.fold.ruleset.cards[card]


def another_of_its_hand(scene: Scene) -> Card:
    used, *rest = hand(scene)
    return min(card for card in rest if name(scene, card) != name(scene, used))


def one_of_another_hand(scene: Scene) -> Card:
    mine = {name(scene, card) for card in hand(scene)}
    return next(card for card in range(18, 28) if name(scene, card) not in mine)


def committing(which: Callable[[Scene], Card]) -> Mapping[str, Lie]:
    """
    Commit to building one card, with another one in the first place.

    Then the move that is shown fits what is claimed: the opening alone is wrong.
    """

    def commits(scene: Scene) -> Body:
        ctx = context(scene.task.prev, "PICK", "age", scene.seat)
        text = f"build {name(scene, which(scene))}".encode()
        return changed(scene.body, 2, commitment(ctx, NONCE, text))

    return {"PICK": in_deck("age", commits)}


def claimed(scene: Scene, opened: Opened) -> Body:
    """Show the move that was committed to in that way."""
    body = shown(scene, opened, f"build {name(scene, opened.card)}")
    return changed(body, 0, NONCE)


OWN = committing(another_of_its_hand)
OTHER = committing(one_of_another_hand)


@CHEATS.add("open: claims another card", *PLAYED, prepared=OWN)
def with_the_true_one_s_proof(scene: Scene) -> Body:
    true = opened(opening(scene), card_in(scene, 0), secret(scene))
    return claimed(scene, true._replace(card=another_of_its_hand(scene)))


@CHEATS.add("open: claims another card, proof made for it", *PLAYED, prepared=OWN)
def of_its_hand(scene: Scene) -> Body:
    card = another_of_its_hand(scene)
    return claimed(scene, opened(opening(scene), card, secret(scene)))


@CHEATS.add("open: claims another card, proof made for it", *PLAYED, prepared=OTHER)
def of_another_s_hand(scene: Scene) -> Body:
    card = one_of_another_hand(scene)
    return claimed(scene, opened(opening(scene), card, secret(scene)))


@CHEATS.add("a card opened that was passed on", *PLAYED, prepared=OWN)
def one_of_the_rest(scene: Scene) -> Body:
    """Truly: but it isn't the one that it had put into the first place."""
    card = another_of_its_hand(scene)
    lying = picked(scene)[hand(scene).index(card)]
    stated = opening(scene)._replace(card=lying)
    return claimed(scene, opened(stated, card, secret(scene)))


@CHEATS.add("open: another seat's key", *PLAYED)
def in_the_statement(scene: Scene) -> Body:
    """As if its hand were under the key of the seat that passed it nothing yet."""
    theirs = scene.layout.keys("guilds").hand[scene.before]
    stated = opening(scene)._replace(key=theirs)
    return shown(scene, opened(stated, card_in(scene, 0), secret(scene)))


@CHEATS.add("open: another seat's key", *PLAYED)
def its_own_for_other_cards(scene: Scene) -> Body:
    return shown(scene, opened(opening(scene), card_in(scene, 0), drafted(scene)))


def drafted(scene: Scene) -> int:
    return hand_of(scene, "drafts")


@CHEATS.add("open: proof replayed in another context", *PLAYED)
def of_what_is_passed(scene: Scene) -> Body:
    stated = opening(scene)._replace(ctx=elsewhere(scene, "age", None, b"pass"))
    return shown(scene, opened(stated, card_in(scene, 0), secret(scene)))


@CHEATS.add("open: proof replayed in another context", *PLAYED)
def of_another_turn(scene: Scene) -> Body:
    ctx = opening(scene).ctx
    earlier = spliced(ctx, ctx.index(scene.task.prev), scene.earlier)
    stated = opening(scene)._replace(ctx=earlier)
    return shown(scene, opened(stated, card_in(scene, 0), secret(scene)))


@CHEATS.add("open: shown and left shut", *PLAYED)
def built_face_down(scene: Scene) -> Body:
    return shown(scene, None)


@CHEATS.add("open: opened and not shown", *PLAYED)
def sold_face_up(scene: Scene) -> Body:
    _, text, *_ = scene.body
    assert text != b"sell"
    return changed(scene.body, 1, b"sell")


@CHEATS.add("open: a bit of the proof", *PLAYED)
def of_the_response(scene: Scene) -> Body:
    card, proof = parts(scene.body[2])
    return changed(scene.body, 2, (card, flipped(proof, 40)))


# The last card, and one of a pile.


def chosen(scene: Scene, opened: Opened, text: str = "") -> Body:
    payload, _ = scene.body
    assert isinstance(payload, bytes)
    return bodies.choice_body(bodies.Choice(text or payload.decode(), opened))


def lying(scene: Scene, position: int) -> Card:
    """Give a card that somebody looks at."""
    stated = opening(scene, position)
    return face(scene, stated.card, hand_of(scene, stated.deck))


def named(scene: Scene, card: Card) -> str:
    """Give the move that takes a card."""
    return f"pick {scene.fold.ruleset.cards[card]}"


@CHEATS.add("open: claims another card, proof made for it", *LAST)
def in_the_place_of_its_last(scene: Scene) -> Body:
    """One of its age that it hasn't built yet."""
    legal = {name(scene, lying(scene, 0)), *built(scene)}
    other = next(card for card in range(18, 28) if name(scene, card) not in legal)
    wrong = opened(opening(scene), other, secret(scene))
    return chosen(scene, wrong, f"build {name(scene, other)}")


def built(scene: Scene) -> set[str]:
    """Give what it has built already."""
    state = scene.fold.state
    assert isinstance(state, ToyState)
    return {name(scene, card) for _, card in state.cities[scene.seat]}


@CHEATS.add("open: the last card, with the share key", *LAST)
def with_another_secret(scene: Scene) -> Body:
    x = share_of(scene, "guilds")
    return chosen(scene, opened(opening(scene), lying(scene, 0), x))


@CHEATS.add("open: the last card stays shut", *LAST)
def and_is_built(scene: Scene) -> Body:
    return changed(scene.body, 1, ())


@CHEATS.add("open: the last card, which isn't shown", *LAST)
def and_is_sold(scene: Scene) -> Body:
    return changed(scene.body, 0, b"sell")


def looked_at(scene: Scene) -> int:
    return hand_of(scene, "pile/1")


@CHEATS.add("open: claims a card of another age from the pile", *PILE)
def one_that_was_drafted(scene: Scene) -> Body:
    """It has that card, but not from there."""
    other = scene.fold.ruleset.cards.index("drafts0")
    wrong = opened(opening(scene, 1), other, looked_at(scene), 1)
    return chosen(scene, wrong, named(scene, other))


@CHEATS.add("open: claims a card of another age from the pile", *PILE)
def a_board(scene: Scene) -> Body:
    wrong = opened(opening(scene, 0), 0, looked_at(scene))
    return chosen(scene, wrong, named(scene, 0))


@CHEATS.add("open: claims another card, proof made for it", *PILE)
def of_its_age_that_lies_elsewhere(scene: Scene) -> Body:
    here = {lying(scene, at) for at in range(len(pile(scene)))}
    other = min(set(range(18, 28)) - here)
    wrong = opened(opening(scene), other, looked_at(scene))
    return chosen(scene, wrong, named(scene, other))


def pile(scene: Scene) -> Mapping[Slot, Lying]:
    return scene.layout.usable(scene.task, scene.seat)


@CHEATS.add("open: a card that lies elsewhere in the pile", *PILE)
def with_the_proof_of_the_other_place(scene: Scene) -> Body:
    true = opened(opening(scene, 1), lying(scene, 1), looked_at(scene), 1)
    text = named(scene, true.card)
    return chosen(scene, true._replace(position=0), text)


@CHEATS.add("open: two cards of the pile", *PILE)
def one_after_the_other(scene: Scene) -> Body:
    payload, openings = scene.body
    assert isinstance(openings, tuple)
    return (payload, openings * 2)


@CHEATS.add("open: a card from beyond the pile", *PILE)
def counted_from_its_end(scene: Scene) -> Body:
    payload, openings = scene.body
    ((_, *rest),) = map(parts, parts(openings))
    return (payload, ((-1, *rest),))


@CHEATS.add("open: a card that stays in the pile", *PILE)
def taken_and_not_opened(scene: Scene) -> Body:
    return changed(scene.body, 1, ())


# Cards that all turn up.


def sharings(scene: Scene) -> tuple[Unsealing, ...]:
    return statements.sharings(scene.layout, scene.task, scene.seat)


def all_shared(scene: Scene, first: Shared) -> Body:
    """Share in some way in the first card, and rightly in the others."""
    _, *rest = sharings(scene)
    x = share_of(scene, "boards")
    return bodies.shares_body([first, *(shared(it, x) for it in rest)])


def truly_shared(scene: Scene) -> Body:
    x = share_of(scene, "boards")
    return all_shared(scene, shared(sharings(scene)[0], x))


@CHEATS.add("turned up: a share that makes another card", *TURNED)
def the_next_number(scene: Scene) -> Body:
    first, x = sharings(scene)[0], share_of(scene, "boards")
    share = SODIUM.add(SODIUM.multiply(x, first.card.a), BASE)
    return all_shared(scene, shared(first, x, share))


@CHEATS.add("turned up: a share of another secret", *TURNED)
def of_the_hand_key(scene: Scene) -> Body:
    z = hand_of(scene, "boards")
    return all_shared(scene, shared(sharings(scene)[0], z))


@CHEATS.add("turned up: a share of another card", *TURNED)
def of_the_second_for_the_first(scene: Scene) -> Body:
    """Rightly proven, for a card that is turned up too."""
    return all_shared(scene, shared(sharings(scene)[1], share_of(scene, "boards")))


@CHEATS.add("turned up: what another seat said, once more", *TURNED)
def said_by_another(scene: Scene) -> Body:
    return scene.heard(scene.before)


@CHEATS.add("turned up: a share that is nothing", *TURNED)
def that_keeps_it_shut(scene: Scene) -> Body:
    x = share_of(scene, "boards")
    return all_shared(scene, shared(sharings(scene)[0], x, IDENTITY))


@CHEATS.add("turned up: a point that is none", *TURNED)
def of_mixed_order(scene: Scene) -> Body:
    return changed(scene.body, 0, MIXED[1])


@CHEATS.each
def test_who_shows_another_card_is_named(cheat: Cheat, checks: bool) -> None:
    """What is shown is what lay there, or everybody knows who it was."""
    fraud = convicted(cheat.plot(), checks=checks)
    assert cheat.kind == fraud.kind


def truly_opened(scene: Scene) -> Body:
    return shown(scene, opened(opening(scene), card_in(scene, 0), secret(scene)))


def truly_chosen(scene: Scene) -> Body:
    stated = opening(scene)
    z, card = hand_of(scene, stated.deck), lying(scene, 0)
    verb = "build" if stated.deck == "guilds" else "pick"
    text = f"{verb} {scene.fold.ruleset.cards[card]}"
    return chosen(scene, opened(stated, card, z), text)


@pytest.mark.parametrize(
    ("seat", "kind", "deck", "truth"),
    [
        (1, "REVEAL", "age", truly_opened),
        (1, "CHOOSE", "age", truly_chosen),
        (2, "CHOOSE", "pile/1", truly_chosen),
        (1, "OPEN_SHARE", "boards", truly_shared),
    ],
)
def test_the_same_steps_without_a_lie_are_taken(
    seat: int, kind: str, deck: str, truth: Lie
) -> None:
    """What this page makes is refused for what is wrong with it, and nothing else."""
    accepted(Plot(seat, {kind: in_deck(deck, truth)}))


def test_who_only_relays_sees_wrong_shares_of_what_is_turned_up() -> None:
    """The rules need those faces, so even such a host reads these proofs."""
    cheat = next(cheat for cheat in CHEATS.all if cheat.kind == "OPEN_SHARE")
    with hall(cheat.plot(), checks=False) as made:
        made.play()
        assert TableState.STOPPED is made.table.state
        assert f"fraud: {seated()[1]}" in made.table.reason
