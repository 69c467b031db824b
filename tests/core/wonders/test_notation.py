"""The text of moves, cards and hands, and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.core.game import IllegalMove, Refusal
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.notation import (
    LONGEST,
    Play,
    card_text,
    hand_text,
    parse,
    parse_card,
    parse_move,
    text,
)
from sealed_wonders.core.wonders.trade import Split

names = st.sampled_from([building.id for building in catalog().buildings])
coins = st.integers(0, 99)
paid = st.builds(Split, coins, coins, coins)
halves = st.sampled_from(["", "left", "right"])
plays = st.one_of(
    st.builds(Play, st.just("build"), names, st.just(""), paid),
    st.builds(Play, st.just("stage"), st.just(""), halves, paid),
    names.map(lambda name: Play("pick", name)),
    st.sampled_from([Play("side", "day"), Play("side", "night")]),
    st.sampled_from([Play("sell"), Play("decline")]),
)


@pytest.mark.parametrize(
    ("line", "play"),
    [
        ("build altar", Play("build", "altar")),
        ("build palace left=4 right=2", Play("build", "palace", "", Split(4, 2, 0))),
        ("build sawmill bank=1", Play("build", "sawmill", "", Split(0, 0, 1))),
        ("stage", Play("stage")),
        ("stage half=right left=2", Play("stage", "", "right", Split(2, 0, 0))),
        ("sell", Play("sell")),
        ("decline", Play("decline")),
        ("pick library", Play("pick", "library")),
        ("side night", Play("side", "night")),
    ],
)
def test_moves_as_they_are_written(line: str, play: Play) -> None:
    """What the protocol and records have in them."""
    assert line == text(play)
    assert play == parse(line)


@given(plays)
def test_a_move_written_and_read_is_the_same(play: Play) -> None:
    """And it is short enough to be read."""
    assert play == parse(text(play))
    assert len(text(play)) <= LONGEST


@given(st.text("abdeghiklnoprstuy =0123459._-", max_size=30))
def test_only_the_canonical_text_is_read(line: str) -> None:
    """Whatever can be read is written the same way again."""
    try:
        play = parse(line)
    except ValueError:
        return
    assert line == text(play)


@given(plays, st.data())
def test_a_move_with_a_character_changed_is_another_or_none(
    play: Play, data: st.DataObject
) -> None:
    """No two texts are the same move."""
    line = text(play)
    at = data.draw(st.integers(0, len(line)))
    extra = data.draw(st.sampled_from(["", " ", "0", "=", "l", "left=0"]))
    changed = line[:at] + extra + line[at + data.draw(st.integers(0, 1)) :]
    try:
        read = parse(changed)
    except ValueError:
        return
    assert changed == text(read)
    assert (line == changed) == (play == read)


def test_what_is_not_a_move_is_refused_with_its_reason() -> None:
    """For a seat as an illegal move, which says what was expected."""
    with pytest.raises(IllegalMove, match="seat 2: NOT_A_MOVE: build what") as caught:
        parse_move(2, "build")
    assert Refusal.NOT_A_MOVE is caught.value.refusal
    with pytest.raises(ValueError, match=r"expected 'sell', got 'sell left=2'"):
        parse("sell left=2")
    with pytest.raises(ValueError, match="a move of 121 characters"):
        parse("build " + "x" * 115)


def test_every_card_can_be_written_and_read() -> None:
    """A number behind the id says which copy, where there are several."""
    texts = [card_text(catalog(), card) for card in range(len(catalog().cards))]
    assert len(set(texts)) == len(texts)
    assert list(range(len(texts))) == [parse_card(catalog(), word) for word in texts]
    assert {"altar/1", "altar/2", "mine", "babylon", "workers_guild"} <= set(texts)


@pytest.mark.parametrize(
    "word",
    [
        "",
        "altars",
        "altar",
        "altar/0",
        "altar/3",
        "altar/01",
        "altar/1/1",
        "mine/1",
        "?",
    ],
)
def test_other_words_are_no_cards(word: str) -> None:
    """An id alone names no physical card where there are several."""
    with pytest.raises(ValueError, match="not a card: "):
        parse_card(catalog(), word)


def test_a_hand_is_written_by_card_numbers() -> None:
    """Not by slots: those mean nothing; cards not known come last."""
    altar, mine = parse_card(catalog(), "altar/2"), parse_card(catalog(), "mine")
    faces = {9: altar, 5: mine, 7: parse_card(catalog(), "altar/1")}
    assert "mine altar/1 altar/2 ? ?" == hand_text(catalog(), (9, 1, 7, 2, 5), faces)
    assert "" == hand_text(catalog(), (), faces)
