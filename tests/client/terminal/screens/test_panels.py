"""Layout of screens: panels, columns and boxes in the room that there is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.signs.draw import Room, Rows, measure, row, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.terminal.screens.panels import (
    Column,
    Panel,
    Part,
    at_bottom,
    at_centre,
    columns,
    first_visible,
    grid,
    halfway_down,
    shrinking,
    stacked,
)


def some(name: str, count: int) -> Rows:
    """Return rows that carry their panel's name and their number."""
    return [row(f"{name}{at}") for at in range(count)]


def panel(name: str, most: int, least: int = 0) -> Panel:
    """Return a panel that keeps its first rows when it shrinks."""
    return Panel(lambda height: some(name, height), most, least)


def rest(least: int = 0) -> Panel:
    return Panel(lambda height: some("rest", height), least=least)


def counts(rows: Rows) -> dict[str, int]:
    """Return the number of rows of each part, in the order in which they appear."""
    found: dict[str, int] = {}
    for line in text_of(rows).splitlines():
        name = line.rstrip("0123456789")
        found[name] = found.get(name, 0) + 1
    return found


def test_lower_panels_give_up_rows_first() -> None:
    parts: list[Part] = [
        some("head", 2),
        panel("upper", 5, least=3),
        panel("lower", 4, least=1),
        rest(least=2),
    ]
    drawn = {height: counts(stacked(parts, height)) for height in (20, 13, 12, 9, 8)}
    assert drawn == {
        20: {"head": 2, "upper": 5, "lower": 4, "rest": 9},
        13: {"head": 2, "upper": 5, "lower": 4, "rest": 2},
        12: {"head": 2, "upper": 5, "lower": 3, "rest": 2},
        9: {"head": 2, "upper": 4, "lower": 1, "rest": 2},
        8: {"head": 2, "upper": 3, "lower": 1, "rest": 2},
    }
    # If that isn't enough, the filling panel gives up its own rows.
    assert counts(stacked(parts, 7)) == {"head": 2, "upper": 3, "lower": 1, "rest": 1}
    assert counts(stacked(parts, 6)) == {"head": 2, "upper": 3, "lower": 1}


PARTS = st.lists(
    st.one_of(
        st.tuples(st.just("rows"), st.integers(0, 6), st.just(0)),
        st.tuples(st.just("panel"), st.integers(0, 8), st.integers(0, 8)),
    ),
    max_size=5,
)


@given(PARTS, st.none() | st.tuples(st.integers(0, 5), st.integers(0, 5)), st.data())
def test_stacked_parts_fit_any_height(
    kinds: list[tuple[str, int, int]],
    filling: tuple[int, int] | None,
    data: st.DataObject,
) -> None:
    """Parts that may not shrink keep their rows, and all parts stay in order."""
    parts: list[Part] = []
    least: dict[str, int] = {}
    for letter, (kind, most, low) in zip("abcde", kinds, strict=False):
        low = most if kind == "rows" else min(low, most)
        least[letter] = low
        parts.append(some(letter, most) if kind == "rows" else panel(letter, most, low))
    if filling is not None:
        parts.insert(filling[0], rest(filling[1]))
    height = data.draw(st.integers(0, 40))
    rows = stacked(parts, height)
    assert len(rows) <= height
    assert filling is None or len(rows) == height
    found = counts(rows)
    order = [*found]
    if filling is not None and "rest" in order:
        order.remove("rest")
    assert order == sorted(order)
    if sum(least.values()) <= height:
        assert all(found.get(name, 0) >= low for name, low in least.items())
    if sum(least.values()) + (filling or (0, 0))[1] <= height and filling is not None:
        assert found.get("rest", 0) >= filling[1]


def test_parts_below_the_filling_panel_are_at_the_bottom() -> None:
    short = Panel(lambda _height: some("rest", 1))
    rows = stacked([some("head", 1), short, some("foot", 1)], 5)
    assert text_of(rows).split("\n") == ["head0", "rest0", "", "", "foot0"]


def test_a_panel_that_draws_fewer_rows_leaves_them_to_the_filling_one() -> None:
    whole = Panel(lambda height: some("whole", height // 3 * 3), most=6)
    for height, drawn in ((9, 6), (8, 6), (7, 3), (5, 3), (4, 0)):
        found = counts(stacked([rest(least=2), whole], height))
        assert found.get("whole", 0) == drawn
        assert found["rest"] == height - drawn


def test_rows_that_have_room_are_not_drawn_again() -> None:
    def shorter(height: int) -> Rows:
        assert height < 3
        return some("short", height)

    part = shrinking(some("whole", 3), shorter, least=1)
    assert counts(stacked([part], 3)) == {"whole": 3}
    assert counts(stacked([part], 2)) == {"short": 2}
    assert counts(stacked([some("head", 2), part], 2)) == {"head": 2}


def lettered(letter: str) -> Column:
    return lambda wide: [row(letter * wide)]


@given(st.integers(20, 200), st.integers(1, 7), st.integers(1, 7), st.integers(0, 3))
def test_all_columns_are_shown_and_fit_the_width(
    width: int, count: int, across: int, gap: int
) -> None:
    parts = [lettered("abcdefg"[at]) for at in range(count)]
    beside = columns(width, *parts, gap=gap)
    assert [width] == [measure(one) for one in beside]
    below = grid(width, parts, across, gap)
    assert len(below) == -(-count // across)
    assert all(measure(one) <= width for one in below)
    for rows in (beside, below):
        assert [*dict.fromkeys(text_of(rows).replace(" ", "").replace("\n", ""))] == [
            *"abcdefg"[:count]
        ]


@given(st.integers(0, 30), st.integers(1, 12), st.integers(1, 31))
def test_the_cursor_is_visible(cursor: int, shown: int, count: int) -> None:
    cursor = min(cursor, count - 1)
    first = first_visible(cursor, shown, count)
    assert 0 <= first <= cursor < first + shown
    assert first == 0 or first + shown <= count


def test_boxes_are_placed_on_a_full_screen_even_above_few_rows() -> None:
    room = Room(9, 6, UNICODE)
    assert text_of(at_bottom(some("a", 1), some("box", 2), room)).split("\n") == [
        *("a0", "", "", ""),
        *("  box0", "  box1"),
    ]
    assert text_of(at_centre(some("a", 1), some("box", 2), room)).split("\n") == [
        *("a0", "", "  box0", "  box1", "", ""),
    ]
    assert len(at_centre((), some("box", 9), room)) == 6
    assert text_of(halfway_down(some("a", 2), room)).split("\n") == [
        *("", "", "a0", "a1", "", ""),
    ]
