"""Names that look alike: how they are recognized and marked."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.lobby import name_key
from sealed_wonders.net.lookalikes import (
    SIGN,
    are_alike,
    lookalikes,
    skeleton,
    told_apart,
)
from sealed_wonders.net.names import NAME_CAP, clean_name

ALIKE = (
    ("ann", "\u0430nn"),  # Cyrillic
    ("ann", "\u0410nn"),  # Cyrillic, in upper case
    ("Alice", "A\u0399ice"),  # Greek
    ("Alice", "AIice"),
    ("bot 1", "bot l"),
    ("Bot0", "BotO"),
    ("Carmen", "Carrnen"),
    ("coco", "\u0441\u043e\u0441\u043e"),
    ("ann", "\uff41nn"),
    ("ann", "ANN"),
    ("Zo\u00eb", "zo\u00eb"),
    ("vera", "\u03bdera"),
    ("\u0430\u0431", "a\u0431"),
    ("Ada", "\U0001d400da"),
)

UNLIKE = (
    ("ann", "anne"),
    ("ann", "nan"),
    ("Zo\u00eb", "Zoe"),
    ("\u041c\u0430\u0440\u0438\u044f", "Maria"),
    ("\u738b\u5c0f\u660e", "\u738b\u5927\u660e"),
    ("bob", "bot"),
)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_lookalike_names_are_recognized_and_numbered(one: str, other: str) -> None:
    assert one == clean_name(one)
    assert other == clean_name(other)
    assert are_alike(one, other)
    assert are_alike(other, one)
    shown = told_apart((one, "somebody", other))
    assert sorted((f"{SIGN}1", f"{SIGN}2")) == sorted(
        it[-2:] for it in (shown[0], shown[2])
    )
    assert "somebody" == shown[1]
    assert [[0, 2]] == [sorted(it) for it in lookalikes((one, "somebody", other))]


@pytest.mark.parametrize(("one", "other"), UNLIKE)
def test_names_that_look_different_are_not_marked(one: str, other: str) -> None:
    assert not are_alike(one, other)
    assert (one, other) == told_apart((one, other))


def test_numbers_of_lookalikes_do_not_depend_on_their_order() -> None:
    """Seats are drawn, and lists may be sorted in any order."""
    names = ("ann", "\u0430nn", "bob", "BOB")
    shown = dict(zip(names, told_apart(names), strict=True))
    for order in (names[::-1], (*names[2:], *names[:2])):
        assert tuple(shown[name] for name in order) == told_apart(order)


def test_spectators_are_marked_if_they_look_like_players() -> None:
    """The players aren't marked because of them. Two spectators are distinguished."""
    assert (f"\u0430nn{SIGN}", "eve") == told_apart(("\u0430nn", "eve"), ("ann", "bob"))
    assert (f"bob{SIGN}2", f"bob{SIGN}3") == told_apart(("bob", "bob"), ("ann", "bob"))


@pytest.mark.parametrize(
    ("name", "is_marked"),
    [
        ("\u0430nn", True),
        ("Ivan P\u0435trov", True),
        ("\u0418\u0432\u0430\u043d", False),
        ("Ivan \u0418\u0432\u0430\u043d", False),
        ("\u03a9mega", False),
        ("\u042fndex", False),
        ("\u738b Wang", False),
        ("\u5c71\u7530Taro", False),
        (f"ann{SIGN}1", True),
        (f"ann{SIGN}", True),
        ("ann\u22451", True),
        ("ann\u224b1", True),
        ("ann\u22491", True),
        ("\u2243ann", True),
        ("ann\u26521", True),
        ("ann\u2a701", True),
        ("ann\u22521", True),
        ("ann~1", True),
        ("ann\u223c12", True),
        ("ann\uff5e1", True),
        ("ann\u3030", True),
        ("~ann", False),
        ("ann=1", False),
        ("ann-1", False),
        ("ann 1", False),
    ],
)
def test_a_single_misleading_name_is_marked(name: str, *, is_marked: bool) -> None:
    """
    It mixes in lookalike letters of another alphabet, or contains something like a
    mark.
    """
    assert name == clean_name(name)
    assert (f"{name}{SIGN}" if is_marked else name,) == told_apart((name,))


names = st.text(
    st.sampled_from("anAN\u0430\u0410Iil1|0O\u041e\u03bf rnm\u00eb\u05d0\u0627")
    | st.just(SIGN),
    min_size=1,
    max_size=NAME_CAP,
).filter(lambda text: " ".join(text.split()) == text)


@given(st.lists(names, min_size=1, max_size=9))
def test_no_two_names_are_shown_alike(some: list[str]) -> None:
    """Not even if somebody's name is what another player's is shown as."""
    shown = told_apart(tuple(some))
    assert len(some) == len({*shown})
    for one, other in zip(some, shown, strict=True):
        assert other.startswith(one)
    for i, one in enumerate(some):
        for j in range(i):
            if are_alike(one, some[j]):
                assert SIGN in shown[i]
                assert SIGN in shown[j]


@given(names, names)
def test_equal_names_look_alike(one: str, other: str) -> None:
    """
    The reverse doesn't hold: whether a name is refused in a log doesn't depend on its
    look.
    """
    assert are_alike(one, one)
    assert are_alike(one, other) == are_alike(other, one)
    if name_key(one) == name_key(other):
        assert are_alike(one, other)


@given(st.text(max_size=NAME_CAP))
def test_a_skeleton_is_its_own_skeleton(text: str) -> None:
    """One look-up in the table is enough."""
    bare = skeleton(text)
    assert bare == skeleton(bare) == unicodedata.normalize("NFD", bare)
