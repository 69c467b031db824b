"""The cache of drawings, valid as long as their arguments stay the same."""

from __future__ import annotations

from sealed_wonders.client.terminal.screens.kept import DrawingCache, same


def test_it_is_made_again_when_something_is_another() -> None:
    kept, made = DrawingCache(), list[object]()

    def make() -> object:
        made.append(object())
        return made[-1]

    def get(*of: object) -> object:
        return kept.get("name", of, make)

    first = get("a", 1)
    assert get("a", 1) is first
    assert get("a", 2) is not first
    assert get("a", 2) is made[-1]
    assert 2 == len(made)


def test_large_things_are_the_same_only_if_they_are_one() -> None:
    one, other = ["hand"], ["hand"]
    assert same((one, 1, ("a", None)), (one, 1, ("a", None)))
    assert not same((one,), (other,))
    assert not same((1,), (1, 2))
    assert not same((("a", one),), (("a", other),))


def test_sets_are_the_same_if_the_same_is_in_them() -> None:
    """Which seats bots play for is found anew for each drawing."""
    assert same((frozenset({1, 2}),), (frozenset({2, 1}),))
    assert not same((frozenset({1}),), (frozenset(),))
