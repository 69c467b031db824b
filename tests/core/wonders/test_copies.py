"""The possible places of cards in a record that leaves some open."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.copies import Copies, Impossible

AGE_1 = ("altar", "altar", "baths", "loom_1", "press_1", "barracks", "theater")
GUILDS = tuple(catalog().cards[number].id for number in catalog().guilds)


def dealt(players: int, age: int, *hands: tuple[str, ...]) -> Copies:
    """Deal some known hands to the first seats, and unknown ones to the others."""
    copies = Copies()
    copies.deal(age, (*hands, *[None] * (players - len(hands))))
    return copies


def test_a_card_comes_from_the_hand_it_was_dealt_in() -> None:
    """A known hand gives each of its cards once, wherever it has been passed."""
    copies = dealt(5, 1, AGE_1)
    copies.use(1, 0, "altar")
    copies.use(1, 0, "altar")
    with pytest.raises(Impossible, match="altar is not in the hand dealt to seat 0"):
        copies.use(1, 0, "altar")
    with pytest.raises(Impossible, match="workshop is not in the hand"):
        copies.use(1, 0, "workshop")


def test_an_unknown_hand_holds_what_the_known_ones_left() -> None:
    """Of a card with two copies for five players, both lie in a hand that is known."""
    copies = dealt(5, 1, AGE_1)
    copies.use(1, 1, "workshop")
    with pytest.raises(
        Impossible, match=("altar is not among the remaining age 1 cards for 5 players")
    ):
        copies.use(1, 1, "altar")


def test_copies_count_for_the_number_of_players() -> None:
    """The second altar joins with five players, and with four there is one."""
    copies = dealt(4, 1)
    copies.use(1, 0, "altar")
    with pytest.raises(Impossible, match="for 4 players"):
        copies.use(1, 3, "altar")


def test_a_card_of_another_age_is_in_no_hand() -> None:
    """Ages have decks of their own."""
    with pytest.raises(
        Impossible, match="palace is not among the remaining age 1 cards"
    ):
        dealt(3, 1).use(1, 0, "palace")


@pytest.mark.parametrize("players", range(3, 8))
def test_there_are_two_guilds_more_than_players(players: int) -> None:
    """So many come up and no more, and each of them once."""
    copies = dealt(players, 3)
    for guild in GUILDS[: players + 2]:
        copies.use(3, 0, guild)
        with pytest.raises(Impossible, match=f"{guild} is not among"):
            copies.use(3, 1, guild)
    if players + 2 < len(GUILDS):
        with pytest.raises(Impossible, match="would be one guild too many"):
            copies.use(3, 1, GUILDS[players + 2])


def test_guilds_in_known_hands_count_too() -> None:
    """Five guilds are in a known hand of three players, so no other comes up."""
    copies = dealt(3, 3, (*GUILDS[:5], "palace", "lodge"))
    with pytest.raises(Impossible, match="one guild too many"):
        copies.use(3, 1, GUILDS[6])
    copies.use(3, 0, GUILDS[0])


@pytest.mark.parametrize("size", [0, 6, 8])
def test_a_hand_has_seven_cards(size: int) -> None:
    """Any other number is a slip."""
    hand = ("altar", "baths", "loom_1", "press_1", "barracks", "theater", "workshop")
    with pytest.raises(Impossible, match=f"seat 0 has {size} cards, not 7"):
        dealt(3, 1, (*hand, "stockade")[:size])


def test_hands_hold_no_more_copies_than_there_are() -> None:
    """Two altars can't be dealt among four players."""
    with pytest.raises(
        Impossible, match="in seat 0's hand: altar is not among the remaining"
    ):
        dealt(4, 1, AGE_1)


def test_a_known_card_is_picked_before_an_unknown_one() -> None:
    """A sold altar and an unknown card: one altar can be picked, and not a second."""
    copies = dealt(4, 1)
    copies.use(1, 0, "altar")
    copies.discard(1, 0, "altar")
    copies.discard(1, 1, None)
    copies.pick("altar")
    with pytest.raises(Impossible, match="altar can't be in the discard pile"):
        copies.pick("altar")


def test_an_unknown_card_can_be_whatever_its_hand_may_still_hold() -> None:
    """What has been named of a known hand isn't the card that wasn't."""
    copies = dealt(5, 1, AGE_1)
    copies.discard(1, 0, None)
    copies.use(1, 0, "baths")
    with pytest.raises(Impossible, match="baths can't be in the discard pile"):
        copies.pick("baths")


def test_what_was_picked_is_in_no_hand_any_more() -> None:
    """The unknown card turned out to be the theater: nobody else can have it."""
    copies = dealt(5, 1, AGE_1)
    copies.discard(1, 0, None)
    copies.pick("theater")
    with pytest.raises(Impossible, match="must have been built from the discard"):
        copies.use(1, 0, "theater")
    copies.use(1, 0, "baths")


def test_nothing_is_picked_of_an_empty_discard() -> None:
    """A card put under a stage is no part of the discard."""
    copies = dealt(3, 1)
    copies.use(1, 0, None)
    with pytest.raises(Impossible, match="can't be in the discard"):
        copies.pick("altar")


def test_a_later_card_may_settle_which_unknown_one_was_picked() -> None:
    """
    Two unknown cards could be the theater; when one hand still has its own, it was the
    other's, and only when that has its own as well, neither's.
    """
    first = ("theater", "well", "baths", "loom_1", "press_1", "barracks", "altar")
    second = ("theater", "well", "baths", "loom_1", "press_1", "barracks", "workshop")
    copies = dealt(7, 1, first, second)
    copies.discard(1, 0, None)
    copies.discard(1, 1, None)
    copies.pick("theater")
    copies.use(1, 0, "theater")
    with pytest.raises(Impossible, match="must have been built from the discard"):
        copies.use(1, 1, "theater")


def test_each_pick_takes_an_unknown_card_of_its_own() -> None:
    """One unknown card can't have been picked twice, and not before it came."""
    copies = dealt(5, 1)
    copies.discard(1, 0, None)
    copies.pick("altar")
    with pytest.raises(Impossible, match="can't be in the discard"):
        copies.pick("baths")


def test_an_unknown_card_can_be_of_an_earlier_age() -> None:
    """The discard keeps the cards of all ages."""
    copies = dealt(3, 1)
    copies.discard(1, 0, None)
    copies.deal(2, (None,) * 3)
    copies.discard(2, 0, None)
    copies.pick("school")
    copies.pick("altar")
    with pytest.raises(Impossible, match="can't be in the discard"):
        copies.pick("aqueduct")
