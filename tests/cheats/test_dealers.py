"""Who hands cards over: deals them, passes a hand on, or puts discards into a pile."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Seat
from sealed_wonders.net.log.envelopes import Body
from sealed_wonders.net.sealed import bodies, statements
from sealed_wonders.net.sealed.backend import MIXED
from sealed_wonders.net.sealed.bodies import Handed
from sealed_wonders.net.sealed.elgamal import (
    Ciphertext,
    known,
    resealed,
    write_ciphertexts,
)
from sealed_wonders.net.sealed.group import BASE, IDENTITY, Point, card_point
from sealed_wonders.net.sealed.proofs import Transfer, transfer
from sealed_wonders.net.sealed.statements import Handing
from tests.cheats.crooks import SEATS, Plot, Scene, accepted, convicted, honest, in_deck
from tests.cheats.forge import (
    Cheat,
    Cheats,
    changed,
    elsewhere,
    exchanged,
    flipped,
    hand_of,
    handed,
    moved,
    parts,
    passed,
    passing,
    picked,
    share_of,
    spliced,
)
from tests.support.sealing import SODIUM

CHEATS = Cheats()

DEALT = ("DEAL", "age")
PASSED = ("REVEAL", "age")
PILE = ("LOOK_X", "pile/1")
LOOKED = ("DEAL", "pile/1")
"""Four cards for each; three of a hand of four; what was thrown away, and its deal."""


# Dealing.


def dealings(scene: Scene) -> tuple[Handing, ...]:
    return statements.dealings(scene.layout, scene.task, scene.seat)


def dealt(scene: Scene, *parts: Handed) -> Body:
    """Deal in some way to the first seats, and rightly to the others."""
    stated = dealings(scene)
    rest = [handed(it, share_of(scene, it.deck)) for it in stated[len(parts) :]]
    return bodies.handed_body([*parts, *rest])


def secretly(scene: Scene) -> int:
    """Give the secret of the key that the cards at hand lie under."""
    return share_of(scene, dealings(scene)[0].deck)


@CHEATS.add("deal/pass: share of one card altered", *DEALT)
def a_bit_of_it(scene: Scene) -> Body:
    first, *rest = bodies.read_handed(scene.body, [4, 4, 4])
    wrong = first._replace(pairs=flipped(first.pairs, 70))
    return bodies.handed_body([wrong, *rest])


@CHEATS.add("deal/pass: share of one card altered", *DEALT)
def so_that_it_is_another_card(scene: Scene) -> Body:
    """With a proof made for it: somebody would see another card than there is."""
    first, x = dealings(scene)[0], secretly(scene)
    made = moved(transfer(x, first.to, first.points), 2, card_point(0))
    return dealt(scene, handed(first, x, made))


@CHEATS.add("deal/pass: two cards swapped", *DEALT)
def after_the_proof(scene: Scene) -> Body:
    first, *rest = bodies.read_handed(scene.body, [4, 4, 4])
    cards = [first.pairs[at : at + 64] for at in range(0, 256, 64)]
    wrong = first._replace(pairs=b"".join(exchanged(cards, 1, 2)))
    return bodies.handed_body([wrong, *rest])


@CHEATS.add("deal/pass: two cards swapped", *DEALT)
def before_the_proof(scene: Scene) -> Body:
    first = dealings(scene)[0]
    wrong = first._replace(points=exchanged(first.points, 0, 1))
    return dealt(scene, handed(wrong, secretly(scene)))


@CHEATS.add("deal/pass: addressed to another key", *DEALT)
def to_itself(scene: Scene) -> Body:
    """Another's hand, sealed for the cheat: so one share less hides it."""
    first, own, _ = dealings(scene)
    return dealt(scene, handed(first._replace(to=own.to), secretly(scene)))


@CHEATS.add("deal/pass: addressed to another key", *DEALT)
def two_hands_exchanged(scene: Scene) -> Body:
    first, second, third = bodies.read_handed(scene.body, [4, 4, 4])
    return bodies.handed_body([second, first, third])


@CHEATS.add("deal/pass: proof replayed in another context", *DEALT)
def of_another_recipient(scene: Scene) -> Body:
    """Right in everything, but made for another place in the same body."""
    first, own, _ = dealings(scene)
    return dealt(scene, handed(first._replace(ctx=own.ctx), secretly(scene)))


@CHEATS.add("deal/pass: proof replayed in another context", *DEALT)
def of_another_seat(scene: Scene) -> Body:
    return scene.heard(scene.before)


@CHEATS.add("deal/pass: proof replayed in another context", *DEALT)
def of_another_turn(scene: Scene) -> Body:
    first = dealings(scene)[0]
    at = first.ctx.index(scene.task.prev)
    ctx = spliced(first.ctx, at, scene.earlier)
    return dealt(scene, handed(first._replace(ctx=ctx), secretly(scene)))


@CHEATS.add("deal: share made with a wrong secret", *DEALT)
def a_number_of_its_own(scene: Scene) -> Body:
    """What is dealt would be noise to whoever gets it."""
    first, x = dealings(scene)[0], secretly(scene)
    return dealt(scene, handed(first, x, transfer(x + 1, first.to, first.points)))


@CHEATS.add("deal: share made with a wrong secret", *DEALT)
def proven_with_it_too(scene: Scene) -> Body:
    return dealt(scene, handed(dealings(scene)[0], secretly(scene) + 1))


@CHEATS.add("deal: share made with a wrong secret", *DEALT)
def that_of_the_hand_key(scene: Scene) -> Body:
    return dealt(scene, handed(dealings(scene)[0], hand_of(scene, "guilds")))


@CHEATS.add("deal: a seat gives itself different cards", *DEALT)
def the_next_seat_s(scene: Scene) -> Body:
    first, own, third = dealings(scene)
    x = secretly(scene)
    wrong = own._replace(points=third.points)
    return dealt(scene, handed(first, x), handed(wrong, x))


@CHEATS.add("deal: a seat gives itself different cards", *DEALT)
def one_that_it_names(scene: Scene) -> Body:
    """It takes off what is on its first card, and puts on what it would like to see."""
    first, own, _ = dealings(scene)
    x = secretly(scene)
    made = moved(transfer(x, own.to, own.points), 0, card_point(0))
    return dealt(scene, handed(first, x), handed(own, x, made))


@CHEATS.add("deal: a mask of zero", *DEALT)
def nothing_hides_it(scene: Scene) -> Body:
    """Everybody who knew the other masks could read the card."""
    first, x = dealings(scene)[0], secretly(scene)
    made = transfer(x, first.to, first.points)
    bare = Ciphertext(IDENTITY, SODIUM.multiply(x, first.points[0]))
    wrong = Transfer((bare, *made.given[1:]), (0, *made.masks[1:]))
    return dealt(scene, handed(first, x, wrong))


@CHEATS.add("deal: a point that is none", *DEALT)
def of_mixed_order(scene: Scene) -> Body:
    first, *rest = bodies.read_handed(scene.body, [4, 4, 4])
    wrong = first._replace(pairs=spliced(first.pairs, 32, MIXED[2]))
    return bodies.handed_body([wrong, *rest])


@CHEATS.add("deal: nothing for the last seat", *DEALT)
def a_part_less(scene: Scene) -> Body:
    return scene.body[:-1]


@CHEATS.add("deal: the pile, with a share that makes another card", *LOOKED)
def a_card_of_its_liking(scene: Scene) -> Body:
    (stated,), x = dealings(scene), share_of(scene, "pile/1")
    made = moved(transfer(x, stated.to, stated.points), 1, BASE)
    return bodies.handed_body([handed(stated, x, made)])


@CHEATS.add("deal: the pile, for itself", *LOOKED)
def who_is_not_to_look(scene: Scene) -> Body:
    (stated,), x = dealings(scene), share_of(scene, "pile/1")
    own = scene.layout.keys("pile/1").hand[scene.seat]
    assert own != stated.to
    return bodies.handed_body([handed(stated._replace(to=own), x)])


# Passing.


@CHEATS.add("deal/pass: share of one card altered", *PASSED)
def a_bit_on_its_way(scene: Scene) -> Body:
    pairs, proof = parts(scene.body[3])
    return changed(scene.body, 3, (flipped(pairs, 70), proof))


@CHEATS.add("deal/pass: two cards swapped", *PASSED)
def on_their_way(scene: Scene) -> Body:
    _, one, two, three = picked(scene)
    return passed(scene, (two, one, three))


@CHEATS.add("deal/pass: addressed to another key", *PASSED)
def to_who_passed_it(scene: Scene) -> Body:
    """The next seat couldn't read it; the one before could, again."""
    return passed(scene, picked(scene)[1:], to=hand_key(scene, scene.before))


@CHEATS.add("deal/pass: addressed to another key", *PASSED)
def to_who_passes_it(scene: Scene) -> Body:
    """It could go on reading it."""
    return passed(scene, picked(scene)[1:], to=hand_key(scene, scene.seat))


def hand_key(scene: Scene, seat: Seat) -> Point:
    return scene.layout.keys("guilds").hand[seat]


@CHEATS.add("deal/pass: proof replayed in another context", *PASSED)
def of_what_is_opened(scene: Scene) -> Body:
    ctx = elsewhere(scene, "age", None, b"open")
    return passed(scene, picked(scene)[1:], ctx=ctx)


@CHEATS.add("deal/pass: proof replayed in another context", *PASSED)
def what_the_seat_before_passed(scene: Scene) -> Body:
    *_, theirs = scene.heard(scene.before)
    return changed(scene.body, 3, theirs)


@CHEATS.add("pass: card replaced by another, proof made for it", *PASSED)
def moved_by_a_card(scene: Scene) -> Body:
    return passed(scene, picked(scene)[1:], first=BASE)


@CHEATS.add("pass: card replaced by another, proof made for it", *PASSED)
def a_new_one(scene: Scene) -> Body:
    """A known card, sealed for the next seat, in the place of the first of the rest."""
    _, _, *rest = picked(scene)
    own = hand_key(scene, scene.seat)
    return passed(scene, (resealed(known(0, own), 5, own), *rest))


@CHEATS.add("a card passed on that was opened", *PASSED)
def in_the_place_of_one_it_keeps(scene: Scene) -> Body:
    used, _, *rest = picked(scene)
    return passed(scene, (used, *rest))


@CHEATS.add("a card is passed on twice", *PASSED)
def and_another_one_kept(scene: Scene) -> Body:
    _, one, two, _ = picked(scene)
    return passed(scene, (one, two, two))


@CHEATS.add("a hand of the wrong size", *PASSED)
def a_card_less(scene: Scene) -> Body:
    return passed(scene, picked(scene)[1:3])


@CHEATS.add("a hand of the wrong size", *PASSED)
def a_card_more(scene: Scene) -> Body:
    used, *rest = picked(scene)
    return passed(scene, (*rest, used))


@CHEATS.add("a hand of the wrong size", *PASSED)
def nothing_at_all(scene: Scene) -> Body:
    return changed(scene.body, 3, None)


@CHEATS.add("pass: a point that is none", *PASSED)
def the_identity(scene: Scene) -> Body:
    cards = passing(scene).cards
    made = [Ciphertext(BASE, IDENTITY), *cards[1:]]
    return changed(scene.body, 3, (write_ciphertexts(made), bytes(96)))


# What was thrown away.


def handings(scene: Scene) -> tuple[Handing, ...]:
    return statements.handings_in(scene.layout, scene.task, scene.seat)


@CHEATS.add("discards: another card goes into the pile", *PILE)
def a_better_one(scene: Scene) -> Body:
    """To be taken from it at once."""
    (stated,), z = handings(scene), hand_of(scene, "guilds")
    made = moved(transfer(z, stated.to, stated.points), 0, card_point(0))
    return bodies.handed_body([handed(stated, z, made)])


@CHEATS.add("discards: a card stays under its own key", *PILE)
def that_nobody_else_can_open(scene: Scene) -> Body:
    (stated,), z = handings(scene), hand_of(scene, "guilds")
    return bodies.handed_body([handed(stated._replace(to=stated.key), z)])


@CHEATS.add("discards: the wrong secret takes it off", *PILE)
def of_the_share_key(scene: Scene) -> Body:
    (stated,) = handings(scene)
    return bodies.handed_body([handed(stated, share_of(scene, "guilds"))])


@CHEATS.add("discards: another seat's share, once more", *PILE)
def said_by_another(scene: Scene) -> Body:
    return scene.heard(scene.before)


@CHEATS.add("discards: nothing is handed in", *PILE)
def no_part(scene: Scene) -> Body:
    return ()


@CHEATS.each
def test_who_hands_over_other_cards_is_named(cheat: Cheat, checks: bool) -> None:
    """A card becomes no other on its way, and gets to whom it is for."""
    fraud = convicted(cheat.plot(), checks=checks)
    assert cheat.kind == fraud.kind


def truly_dealt(scene: Scene) -> Body:
    return dealt(scene)


def truly_passed(scene: Scene) -> Body:
    return passed(scene, picked(scene)[1:])


def truly_handed_in(scene: Scene) -> Body:
    (stated,) = handings(scene)
    return bodies.handed_body([handed(stated, hand_of(scene, "guilds"))])


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
def test_the_same_steps_without_a_lie_are_taken(
    where: tuple[str, str], truth: object
) -> None:
    """What this page makes is refused for what is wrong with it, and nothing else."""
    kind, deck = where
    assert callable(truth)
    accepted(Plot(1, {kind: in_deck(deck, truth)}))


# What isn't cheating.


def test_the_last_dealer_may_choose_what_it_masks_with() -> None:
    """
    It knows what all others gave before it draws, and it makes no difference.

    Every seat sees the cards it would have seen.
    """

    def chosen(scene: Scene) -> Body:
        x, parts = secretly(scene), []
        for stated in dealings(scene):
            masks = tuple(range(1, len(stated.points) + 1))
            given = tuple(
                Ciphertext(
                    SODIUM.multiply_base(mask),
                    SODIUM.combine(0, [(x, point), (mask, stated.to)]),
                )
                for mask, point in zip(masks, stated.points, strict=True)
            )
            parts.append(handed(stated, x, Transfer(given, masks)))
        return bodies.handed_body(parts)

    plot = Plot(1, {"DEAL": in_deck("age", chosen)})
    first = accepted(plot).hands
    for seat in SEATS:
        dealt_to = honest(1).hands[seat, plot.told[0] + 1]
        assert 4 == len(dealt_to)
        assert dealt_to == first[seat, plot.told[0] + 1]
