"""The possible places of leaders in a record that leaves some open."""

from __future__ import annotations

import pytest

from sealed_wonders.core.wonders.copies import Impossible
from sealed_wonders.core.wonders.leaders.whereabouts import Whereabouts

FIRST = ("nero", "midas", "plato", "sappho")
SECOND = ("croesus", "caesar", "hiram", "varro")


def dealt(players: int, *hands: tuple[str, ...]) -> Whereabouts:
    """Deal some known hands to the first seats, and unknown ones to the others."""
    leaders = Whereabouts(players)
    leaders.deal((*hands, *[None] * (players - len(hands))))
    return leaders


def kept(leaders: Whereabouts, players: int, **known: str) -> Whereabouts:
    """
    Let all keep their four leaders.

    Args:
        known: what a seat kept, in the order of the rounds, ``-`` where nobody knows; a
            seat is called ``s0``, ``s1`` and so on.
    """
    for nth in range(4):
        for seat in range(players):
            words = known.get(f"s{seat}", "- - - -").split()
            source = (seat + nth) % players
            leaders.keep(source, seat, None if words[nth] == "-" else words[nth])
    return leaders


@pytest.mark.parametrize("size", [0, 3, 5])
def test_a_hand_has_four_leaders(size: int) -> None:
    """Any other number is a slip."""
    with pytest.raises(Impossible, match=f"seat 0 has {size} leaders, not 4"):
        dealt(3, (*FIRST, "hiram")[:size])


def test_there_is_one_of_each_leader() -> None:
    """None is in two hands, nor twice in one."""
    with pytest.raises(Impossible, match="nero is dealt twice"):
        dealt(3, FIRST, ("nero", *SECOND[1:]))
    with pytest.raises(Impossible, match="croesus is dealt twice"):
        dealt(3, FIRST, (*SECOND[:3], "croesus"))


def test_leaders_of_an_expansion_not_played_are_never_dealt() -> None:
    """They are in the catalogue, and in no hand."""
    with pytest.raises(Impossible, match="caligula is never dealt"):
        dealt(3, ("caligula", *FIRST[1:]))
    with pytest.raises(Impossible, match="caligula is never dealt"):
        dealt(3).keep(0, 0, "caligula")
    with pytest.raises(Impossible, match="caligula is never dealt"):
        kept(dealt(3), 3).use(0, "caligula")
    with pytest.raises(Impossible, match="caligula is never dealt"):
        kept(dealt(3), 3).draw(0, ("caligula",))


def test_hands_go_to_the_right() -> None:
    """In round 2, seat 2 has what was dealt to seat 0, and in round 4 its own again."""
    leaders = dealt(3, FIRST)
    leaders.keep(0, 0, "nero")
    leaders.keep(0, 2, "midas")
    leaders.keep(0, 1, "plato")
    leaders.keep(0, 0, "sappho")
    with pytest.raises(Impossible, match="hiram is not in the hand dealt to seat 0"):
        dealt(3, FIRST).keep(0, 2, "hiram")
    with pytest.raises(Impossible, match="nero is not in the hand dealt to seat 1"):
        dealt(3, FIRST).keep(1, 0, "nero")


def test_nobody_keeps_what_somebody_kept_before() -> None:
    """Whether the hands are known or not."""
    for leaders in (dealt(3, FIRST), dealt(3)):
        leaders.keep(0, 0, "nero")
        with pytest.raises(Impossible, match="seat 0 has already received nero"):
            leaders.keep(0, 2, "nero")


def test_a_leader_is_played_by_whoever_kept_it_and_once() -> None:
    """All is known here."""
    leaders = kept(dealt(3), 3, s0="nero - - -")
    with pytest.raises(Impossible, match="nero can't be among seat 1's leaders"):
        leaders.use(1, "nero")
    leaders.use(0, "nero")
    for seat in (0, 1):
        with pytest.raises(Impossible, match="seat 0 has already played nero"):
            leaders.use(seat, "nero")


def test_a_seat_gets_no_more_of_a_known_hand_than_came_by() -> None:
    """With four players one leader of each hand, with three two of one's own."""
    leaders = kept(dealt(4, FIRST), 4)
    leaders.use(1, "nero")
    with pytest.raises(Impossible, match="midas can't be among seat 1's leaders"):
        leaders.use(1, "midas")
    leaders.use(2, "midas")
    leaders = kept(dealt(3, FIRST), 3)
    leaders.use(0, "nero")
    leaders.use(0, "midas")
    with pytest.raises(Impossible, match="plato can't be among seat 0's leaders"):
        leaders.use(0, "plato")


def test_what_is_known_to_be_kept_leaves_less_room() -> None:
    """Three of four are known, so the fourth is the one from the hand that is left."""
    leaders = kept(dealt(4, FIRST), 4, s0="- hiram varro caesar")
    with pytest.raises(Impossible, match="croesus can't be among seat 0's leaders"):
        leaders.use(0, "croesus")
    leaders.use(0, "sappho")


def test_an_unknown_leader_took_a_place() -> None:
    """Seat 0 sold one of its four; three others can be named, and not a fourth."""
    leaders = kept(dealt(4), 4)
    leaders.use(0, None)
    for name in ("nero", "midas", "plato"):
        leaders.use(0, name)
    with pytest.raises(Impossible, match="sappho can't be among seat 0's leaders"):
        leaders.use(0, "sappho")


def test_a_later_leader_may_settle_which_one_was_sold() -> None:
    """
    Seat 3 kept Caesar, one leader of the hand that is known, and two others. What it
    sold can have been any of the four, until the last one it can have been is named.
    """
    leaders = kept(dealt(4, FIRST), 4, s3="caesar - - -")
    leaders.use(3, None)
    leaders.use(3, "caesar")
    leaders.use(3, "hiram")
    leaders.use(3, "midas")
    leaders = kept(dealt(4, FIRST), 4, s3="caesar - - -")
    leaders.use(3, None)
    leaders.use(3, "varro")
    leaders.use(3, "hiram")
    # The one it sold must have been Caesar or the one from seat 0's hand.
    leaders.use(3, "midas")
    with pytest.raises(Impossible, match="caesar can't be among seat 3's leaders"):
        leaders.use(3, "caesar")


def test_leaders_are_drawn_from_what_nobody_was_dealt() -> None:
    """Not from known hands, nor from what was kept, played or drawn before."""
    leaders = kept(dealt(3, FIRST), 3, s1="hiram - - -")
    leaders.use(2, "varro")
    for name, why in (
        ("nero", "nero was dealt to seat 0"),
        ("hiram", "seat 1 has already received hiram"),
        ("varro", "seat 2 has already played varro"),
    ):
        with pytest.raises(Impossible, match=why):
            leaders.draw(0, ("caesar", name))
        leaders = kept(dealt(3, FIRST), 3, s1="hiram - - -")
        leaders.use(2, "varro")
    with pytest.raises(Impossible, match="seat 0 has already received caesar"):
        leaders.draw(0, ("caesar", "caesar"))


def test_what_was_drawn_can_be_played_from_then_on() -> None:
    """By who drew it; an unknown one is any that was not dealt."""
    leaders = kept(dealt(3, FIRST), 3, s0="nero - - midas")
    leaders.use(0, None)
    leaders.draw(0, ("caesar", None))
    with pytest.raises(Impossible, match="caesar can't be among seat 1's leaders"):
        leaders.use(1, "caesar")
    leaders.use(0, "caesar")
    with pytest.raises(Impossible, match="plato can't be among seat 0's leaders"):
        leaders.use(0, "plato")
    for name in ("hiram", "varro", "croesus"):
        leaders.use(0, name)
    leaders = kept(dealt(3, FIRST), 3, s0="nero - - midas")
    leaders.use(0, None)
    leaders.use(0, "nero")
    leaders.draw(0, ("caesar",))
    for name in ("midas", "caesar", "hiram"):
        leaders.use(0, name)
    with pytest.raises(Impossible, match="varro can't be among seat 0's leaders"):
        leaders.use(0, "varro")


def test_what_was_played_before_a_draw_was_not_drawn() -> None:
    """Both unknown leaders were kept, so no more than two others of them are named."""
    leaders = kept(dealt(4), 4)
    leaders.use(0, None)
    leaders.use(0, None)
    leaders.draw(0, ("nero",))
    leaders.use(0, "midas")
    leaders.use(0, "plato")
    with pytest.raises(Impossible, match="sappho can't be among seat 0's leaders"):
        leaders.use(0, "sappho")
    leaders.use(0, "nero")
