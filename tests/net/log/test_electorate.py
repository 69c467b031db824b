"""The seats whose majority has to agree, phase by phase."""

from __future__ import annotations

from sealed_wonders.net.log.electorate import Electorate, Electorates

FIVE = (0, 1, 2, 3, 4)


def test_more_than_half_of_those_who_play() -> None:
    four = Electorate((0, 1, 2, 3))
    assert four.is_majority((0, 2, 3))
    assert not four.is_majority((0, 3))
    assert not four.is_majority((0, 3, 5, 6))
    assert not Electorate((0, 1)).is_majority((1,))


def test_it_stays_until_more_than_half_have_signed_what_stands_behind() -> None:
    some = Electorates()
    some.leave(FIVE, FIVE)
    assert Electorate(FIVE) == some.of(FIVE)
    some.leave(FIVE, (2, 3, 4), by_ballot=True)
    for said in ((), (2,), (2,), (4,)):
        assert Electorate(FIVE) == some.of((2, 3, 4))
        some.leave((2, 3, 4), said)
    assert Electorate(FIVE) == some.of((2, 3, 4))
    some.leave((2, 3, 4), (3,))
    assert Electorate((2, 3, 4)) == some.of((2, 3, 4))


def test_of_two_ballots_the_first_that_is_not_confirmed_counts() -> None:
    """Another one behind it may confirm it, and then waits for what is behind itself."""
    some = Electorates()
    some.leave(FIVE, (1, 2, 3, 4), by_ballot=True)
    some.leave((1, 2, 3, 4), (), by_ballot=True, given=(1,))
    assert Electorate(FIVE, frozenset({1})) == some.of((1, 2, 3, 4))
    some.leave((1, 2, 3, 4), (1, 2, 3, 4))
    assert Electorate((2, 3)) == some.of((2, 3))


def test_who_was_given_a_seat_confirms_nothing() -> None:
    """Neither what stands in that phase nor what comes behind it is the old one's."""
    some = Electorates()
    some.leave((0, 1, 2), (0, 1, 2), by_ballot=True, given=(0,))
    some.leave((0, 1, 2), (0, 1))
    assert Electorate((0, 1, 2), frozenset({0})) == some.of((0, 1, 2))
    some.leave((0, 1, 2), (2,))
    assert Electorate((0, 1, 2)) == some.of((0, 1, 2))
