"""
The notation of moves of 7 Wonders: one text for each move, which seats sign.

The texts here can't change, since they are in every log (docs/PROTOCOL.md, Moves).
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.game import IllegalMove, Refusal
from sealed_wonders.core.wonders.catalog import catalog, everything
from sealed_wonders.core.wonders.notation import (
    LONGEST,
    MoveParts,
    parse,
    parse_move,
    text,
)
from sealed_wonders.core.wonders.trade import Split

names = st.sampled_from([building.id for building in catalog().buildings])
leaders = st.sampled_from([leader.id for leader in everything().leaders])
coins = st.integers(0, 99)
paid = st.builds(Split, coins, coins, coins)
halves = st.sampled_from(["", "left", "right"])
tokens = st.lists(st.sampled_from([1, 3, 5]), min_size=1, max_size=3)


def stage(half: str, paid: Split, bury: str, pawn: str, joins: bool) -> MoveParts:
    return MoveParts("stage", "", half, paid, bury, pawn, joins)


plays = st.one_of(
    st.builds(lambda name, paid: MoveParts("build", name, paid=paid), names, paid),
    names.map(lambda name: MoveParts("build", name, power=True)),
    st.builds(lambda name, paid: MoveParts("recruit", name, paid=paid), leaders, paid),
    st.builds(
        stage,
        halves,
        paid,
        st.just("") | leaders,
        st.sampled_from(["", "1", "2", "3"]),
        st.booleans(),
    ),
    names.map(lambda name: MoveParts("pick", name)),
    names.map(lambda name: MoveParts("lose", name)),
    tokens.map(lambda some: MoveParts("lose", "+".join(map(str, sorted(some))))),
    tokens.map(lambda some: MoveParts("drop", str(some[0]))),
    st.sampled_from([MoveParts("side", "day"), MoveParts("side", "night")]),
    st.sampled_from(everything().boards).map(lambda it: MoveParts("board", it.id)),
    st.sampled_from([MoveParts("sell"), MoveParts("decline"), MoveParts("keep")]),
)


@pytest.mark.parametrize(
    ("line", "play"),
    [
        ("build altar", MoveParts("build", "altar")),
        ("build palace power=1", MoveParts("build", "palace", power=True)),
        ("board olympia_1e", MoveParts("board", "olympia_1e")),
        (
            "build palace left=4 right=2",
            MoveParts("build", "palace", "", Split(4, 2, 0)),
        ),
        ("build sawmill bank=1", MoveParts("build", "sawmill", "", Split(0, 0, 1))),
        ("stage", MoveParts("stage")),
        ("stage half=right left=2", MoveParts("stage", "", "right", Split(2, 0, 0))),
        ("sell", MoveParts("sell")),
        ("decline", MoveParts("decline")),
        ("pick library", MoveParts("pick", "library")),
        ("side night", MoveParts("side", "night")),
        ("keep", MoveParts("keep")),
        ("recruit bilkis bank=4", MoveParts("recruit", "bilkis", paid=Split(0, 0, 4))),
        (
            "stage bury=nero join=1 bank=2",
            MoveParts("stage", paid=Split(0, 0, 2), bury="nero", joins=True),
        ),
        ("stage pawn=3", MoveParts("stage", pawn="3")),
        ("lose altar", MoveParts("lose", "altar")),
        ("lose 1+3", MoveParts("lose", "1+3")),
        ("drop 5", MoveParts("drop", "5")),
    ],
)
def test_moves_are_written_and_parsed(line: str, play: MoveParts) -> None:
    assert line == text(play)
    assert play == parse(line)


@given(plays)
def test_every_move_survives_a_round_trip(play: MoveParts) -> None:
    """Its text is short enough to be parsed."""
    assert play == parse(text(play))
    assert len(text(play)) <= LONGEST


WORDS = (
    *("build", "recruit", "stage", "sell", "decline", "keep", "pick", "side", "lose"),
    *("drop", "altar", "nero", "day", "1+3", "half=left", "bury=nero", "bury="),
    *("pawn=1", "pawn=0", "pawn=4", "pawn=", "join=1", "join=0", "join=", "join"),
    *("left=2", "right=2", "bank=2", "bank=0", ""),
)


@given(
    st.text("abdeghiklnoprstuy =0123459._-", max_size=30)
    | st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
)
def test_only_the_canonical_text_of_a_move_is_parsed(line: str) -> None:
    try:
        play = parse(line)
    except ValueError:
        return
    assert line == text(play)


@given(plays, st.data())
def test_a_changed_text_is_another_move_or_none(
    play: MoveParts, data: st.DataObject
) -> None:
    line = text(play)
    at = data.draw(st.integers(0, len(line)))
    extras = ["", " ", "0", "=", "l", "left=0", " join=1", " pawn=2", "+1"]
    extra = data.draw(st.sampled_from(extras))
    changed = line[:at] + extra + line[at + data.draw(st.integers(0, 1)) :]
    try:
        read = parse(changed)
    except ValueError:
        return
    assert changed == text(read)
    assert (line == changed) == (play == read)


def test_text_that_is_not_a_move_is_refused_with_a_reason() -> None:
    """For a seat, it is an illegal move whose detail says what was expected."""
    with pytest.raises(IllegalMove, match="seat 2: NOT_A_MOVE: build what") as caught:
        parse_move(2, "build")
    assert Refusal.NOT_A_MOVE is caught.value.refusal
    with pytest.raises(ValueError, match=r"expected 'sell', got 'sell left=2'"):
        parse("sell left=2")
    with pytest.raises(ValueError, match="a move can't be 121 characters long"):
        parse("build " + "x" * 115)
    with pytest.raises(
        ValueError, match=r"pawn must be an age, and join must be 1 or left out"
    ):
        parse("stage pawn=4")
    with pytest.raises(ValueError, match="lose what"):
        parse("lose")
