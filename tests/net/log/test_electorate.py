"""The seats whose majority must agree to ballots, phase by phase."""

from __future__ import annotations

from sealed_wonders.net.log.electorate import Electorate, Electorates

FIVE = (0, 1, 2, 3, 4)


def test_a_majority_is_more_than_half_of_the_electorate() -> None:
    four = Electorate((0, 1, 2, 3))
    assert four.is_majority((0, 2, 3))
    assert not four.is_majority((0, 3))
    assert not four.is_majority((0, 3, 5, 6))
    assert not Electorate((0, 1)).is_majority((1,))


def test_a_ballots_electorate_lasts_until_a_majority_speaks_after_it() -> None:
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


def test_the_first_unconfirmed_ballot_decides_the_electorate() -> None:
    """
    A later ballot may confirm it, and then must itself be confirmed by later entries.
    """
    some = Electorates()
    some.leave(FIVE, (1, 2, 3, 4), by_ballot=True)
    some.leave((1, 2, 3, 4), (), by_ballot=True, given=(1,))
    assert Electorate(FIVE, frozenset({1})) == some.of((1, 2, 3, 4))
    some.leave((1, 2, 3, 4), (1, 2, 3, 4))
    assert Electorate((2, 3)) == some.of((2, 3))


def test_a_substitute_does_not_confirm_its_own_ballot() -> None:
    """Its entries in that phase and later ones aren't those of the old holder."""
    some = Electorates()
    some.leave((0, 1, 2), (0, 1, 2), by_ballot=True, given=(0,))
    some.leave((0, 1, 2), (0, 1))
    assert Electorate((0, 1, 2), frozenset({0})) == some.of((0, 1, 2))
    some.leave((0, 1, 2), (2,))
    assert Electorate((0, 1, 2)) == some.of((0, 1, 2))
