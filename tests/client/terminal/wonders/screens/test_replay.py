"""The replay screen of 7 Wonders: each moment of a game, from each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sealed_wonders.client.logs.replaying import ReadRecord
from sealed_wonders.client.view.wonders.sight import view_of
from sealed_wonders.client.words import moments
from tests.support.replayharness import ReplayHarness
from tests.support.replays import sealed, unsealed, with_expansions


def test_a_turn_shows_its_hand_and_where_each_card_went() -> None:
    """The used card is marked, and the others are listed with their later use."""
    harness = ReplayHarness(sealed(), index=12, seat=2)
    assert (
        _lines(
            """\
 Replay  Age 2, turn 2                                                 13 of 28
 ███  1 ███████  2 ██▸·······  3 ········
 1 cleo  4★  0¤ 2† ▰▰▱ -2★†  ▰2
 2 ann  10★  3¤ 1† ▰▰▱ 0★†   ■ Temple
▸3 bob   6★  3¤ 2† ▰▱ +2★†   ▬ Brickyard
"""
        )
        == _lines(harness.look())[:5]
    )
    right = [line[40:] for line in _lines(harness.look())[6:10]]
    assert [
        "▣ ▬ Brickyard",
        "  ▲ Walls · bob, 2.5",
        "  ♣ School · ann, 2.3",
        "  ▣ x3",
    ] == right


def _lines(text: str) -> Sequence[str]:
    return text.splitlines()


def test_keys_move_by_moments_by_turns_and_by_ages() -> None:
    """They stop at either end."""
    harness = ReplayHarness(sealed())
    assert "Before the first age" == harness.turn
    harness.do("left")
    assert "This is the beginning of the game." in harness.look()
    harness.do("right", "right")
    assert "Before the first age" == harness.turn, "boards and sides come first"
    harness.do("right", "right")
    assert "Age 1, turn 1" == harness.turn
    harness.do("page down", "down", "down")
    assert "Age 2, turn 2" == harness.turn
    harness.do("page up")
    assert "Age 2 begins" == harness.turn
    harness.do("page down", "page down", "page down")
    assert ("Age 3, extra card", 27) == (harness.turn, harness.screen.index)
    harness.do("right", "first")
    assert "Before the first age" == harness.turn
    harness.do("last", "page up", "page up", "down", "down", "down", "right", "down")
    assert "Age 2, turn 5" == harness.turn
    harness.do("right", "up", "up", "up", "up")
    assert "Age 2, turn 1" == harness.turn
    harness.do("moment 5")
    assert "Age 1, turn 2" == harness.turn


def test_a_turn_or_an_age_can_be_reached_by_typing_its_number() -> None:
    harness = ReplayHarness(sealed())
    for typed, turn, notice in (
        ("2.5", "Age 2, turn 5", ""),
        ("1.7", "Age 2, turn 5", "There is no turn '1.7' in this game."),
        ("", "Age 2, turn 5", ""),
        ("3", "Age 3 begins", ""),
    ):
        harness.do("goto")
        assert harness.stack.field is not None
        assert {"1.1", "2.7", "3.6"} <= set(harness.stack.field.words())
        harness.stack.typed(typed)
        assert (turn, notice) == (harness.turn, harness.stack.messages.notice)


def test_the_hand_and_neighbours_of_another_seat_can_be_shown() -> None:
    harness = ReplayHarness(sealed(), index=12)
    harness.do("digit 3")
    assert "▸3 bob" in harness.look()
    assert "─ bob held 6 cards, 3 never shown ─" in harness.look()
    known = harness.stack.known
    assert "bob builds Brickyard, paying 1 coin to the bank." == known.turn[1]
    view = view_of(known)
    assert view is not None
    assert (0, 1) == (view.left, view.right)
    seven = ReplayHarness(unsealed(7), index=12).look()
    for seat, name in enumerate(unsealed(7).names, start=1):
        assert f"{seat} {name}" in seven


def test_with_open_cards_the_replay_shows_every_hand() -> None:
    """Cards that were put face down are known, too."""
    harness = ReplayHarness(unsealed(3))
    assert "every hand can be seen" in " ".join(harness.screen.help)
    marked = 0
    for _moment in unsealed(3).moments[1:]:
        harness.do("right")
        text = harness.look()
        assert "never shown" not in text
        marked += " ▣ " in text
    assert marked > 15
    assert "a log doesn't reveal hands" in " ".join(ReplayHarness(sealed()).screen.help)


def test_the_help_names_the_commands_for_the_log() -> None:
    """
    A record has no entries for such commands. Actions of a running game explain
    themselves.
    """
    harness = ReplayHarness(sealed())
    said = " ".join(harness.screen.help)
    for command in ("audit", "analyse", "log", "export"):
        assert f"`wonders {command}`" in said
    record = replace(sealed(), record=ReadRecord(sealed().charter))
    assert list(moments.commands(record)) == []
    harness.do("memory")
    assert "That works only in a running game; this one is over." in harness.look()
    assert not harness.stack.overlays


def test_ages_begin_with_the_recruitment_of_leaders() -> None:
    """The leaders and the age's edifice are shown."""
    harness = ReplayHarness(with_expansions())
    for age in (1, 2, 3):
        harness.do("page down")
        assert f"Age {age}, leaders" == harness.turn
        harness.do("right")
        assert f"Age {age} begins" == harness.turn
    harness.do("page up")
    assert "Age 3, leaders" == harness.turn
    harness.do("page up")
    assert "Age 2, leaders" == harness.turn
    rows = _lines(harness.look())
    project = view_of(harness.stack.known)
    assert project is not None
    name = project.projects[1].edifice.names["en"]
    assert f"─ ⌂ {name} " in rows[5]
    assert any("♛" in line[40:] for line in rows[6:12]), "the hand of leaders is shown"
    harness.do("edifices")
    assert "─ Edifices ─" in harness.look()


@pytest.mark.parametrize("players", [5, 7])
def test_neighbours_are_drawn_before_the_others(players: int) -> None:
    harness = ReplayHarness(unsealed(players))
    harness.do("last")
    text = harness.look(200, 90)
    names = unsealed(players).names
    heads = [
        text.index(f"─ {arrow}{names[seat]} ·")
        for arrow, seat in [
            ("← ", 1),
            ("→ ", players - 1),
            *(("", seat) for seat in range(2, players - 1)),
        ]
    ]
    assert sorted(heads) == heads
