"""The replay screen of Architects: each moment, from each seat, in any size."""

from __future__ import annotations

from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.view.architects.replaying import moment_of
from sealed_wonders.client.words import moments
from sealed_wonders.core.architects.events import Built, Fought, Peeked, Taken
from tests.support.replayharness import ReplayHarness
from tests.support.replays import (
    architects,
    architects_begun,
)


def test_a_moment_shows_the_table_and_the_events() -> None:
    """
    The table is that of the game, as the seat in focus sees it. The events are below
    it.
    """
    told = architects()
    index = next(
        at
        for at, moment in enumerate(told.moments)
        if {Taken, Built} <= set(map(type, moment_of(moment).state.news))
    )
    number, seat = told.moments[index].turn
    harness = ReplayHarness(told, index=index, seat=seat)
    lines = harness.look().splitlines()
    name = told.names[seat]
    assert lines[0].startswith(f" Replay  Turn {number}, {name}")
    assert lines[0].endswith(f" {seat + 1} {name}  {index + 1} of {len(told.moments)}")
    state = moment_of(told.moments[index]).state
    pile = state.left(seat)
    (heading,) = [at for at, line in enumerate(lines) if "─ piles ─" in line]
    assert name in lines[heading + 1]
    assert "yours" not in lines[heading + 1], "nobody here has that seat"
    assert f" {len(pile.cards)} " in lines[heading + 1]
    (foot,) = [at for at, line in enumerate(lines) if "─ What happened ─" in line]
    assert lines[foot + 1].startswith(f" Turn {number}. {name} takes ")
    assert "as required" in harness.look()
    assert "On top now" not in harness.look()


def test_keys_move_by_moments_by_turns_and_by_turns_of_one_seat() -> None:
    """They stop at either end."""
    told = architects()
    harness = ReplayHarness(told, seat=1)
    assert "Before the first turn" == harness.turn
    harness.do("left")
    assert "This is the beginning of the game." in harness.look()
    seen = [harness.turn]
    for _moment in told.moments[1:]:
        harness.do("right")
        seen.append(harness.turn)
    assert [moments.title(told, at) for at in range(len(told.moments))] == seen
    harness.do("first", "page down", "page down")
    assert (2, harness.screen.index) == (told.moments[harness.screen.index].turn[0], 2)
    harness.do("page up")
    assert 1 == told.moments[harness.screen.index].turn[0]
    harness.do("first")
    own = []
    while harness.screen.index < len(told.moments) - 1:
        harness.do("down")
        own.append(told.moments[harness.screen.index].turn)
    turns = dict.fromkeys(moment.turn for moment in told.moments[1:])
    wanted = [turn for turn in turns if turn[1] == 1]
    assert wanted == [turn for turn in own if turn[1] == 1]
    back = []
    while harness.screen.index:
        harness.do("up")
        back.append(told.moments[harness.screen.index].turn)
    assert wanted[: len(back) - 1] == back[-2::-1]
    harness.do("last", "right", "down", "page down")
    assert len(told.moments) - 1 == harness.screen.index


def test_a_turn_can_be_reached_by_typing_its_number() -> None:
    harness = ReplayHarness(architects())
    harness.do("goto")
    assert harness.stack.field is not None
    assert "Which turn (for example 12)?" == harness.stack.field.label
    assert {"1", "12", "30"} <= set(harness.stack.field.words())
    harness.stack.typed("12")
    assert harness.turn.startswith("Turn 12, ")
    for typed in ("2.5", "9999", "x" * 999):
        harness.do("goto")
        harness.stack.typed(typed)
        assert "There is no turn '" in harness.look()
        assert harness.turn.startswith("Turn 12, ")


def test_the_player_whose_turn_it_was_is_marked() -> None:
    """The mark stays even if the moment's events have passed the turn on."""
    told = architects()
    for index in (5, 20, 40):
        number, seat = told.moments[index].turn
        harness = ReplayHarness(told, index=index, seat=(seat + 1) % 3)
        sight = harness.stack.known.sight
        assert sight is not None
        assert (number, seat) == (sight.state.turn, sight.state.seat)


def test_a_card_shown_by_the_cat_is_drawn_only_for_its_holder() -> None:
    told = architects()
    seen = 0
    for index, moment in enumerate(told.moments):
        for event in moment_of(moment).state.news:
            if not isinstance(event, Peeked):
                continue
            seen += 1
            for seat in range(3):
                text = ReplayHarness(told, index=index, seat=seat).look()
                line = next(it for it in text.splitlines() if " central" in it)
                # Somebody else may have been shown that very card before.
                saw = moment_of(moment).state.saw
                assert ("face down" in line) == (seat not in saw)
    assert seen


def test_battles_are_marked_in_the_row_of_moments() -> None:
    """A click on the mark goes to its moment."""
    told = architects()
    (fought, *_) = [
        at
        for at, moment in enumerate(told.moments)
        if any(isinstance(e, Fought) for e in moment_of(moment).state.news)
    ]
    harness = ReplayHarness(told)
    row = harness.look(120).splitlines()[1]
    assert fought == row.index(UNICODE.victory) - 1
    harness.do(f"moment {fought}")
    assert fought == harness.screen.index
    assert UNICODE.chosen == harness.look(120).splitlines()[1][fought + 1]


def test_the_row_of_moments_of_a_long_game_fits_and_marks_one() -> None:
    """Several moments share a symbol if there are more moments than columns."""
    told = architects(7)
    assert len(told.moments) > 80
    harness = ReplayHarness(told)
    for index in range(0, len(told.moments), 9):
        harness.do(f"moment {index}")
        assert index == harness.screen.index
        row = harness.look().splitlines()[1]
        assert 1 == row.count(UNICODE.chosen)
        assert len(row) <= 80


def test_a_log_that_ends_before_the_piles_are_known_can_be_replayed() -> None:
    """Only the wonders are known, and the beginning of the game is shown."""
    begun = ReplayHarness(architects_begun())
    (moment,) = architects_begun().moments
    assert not moment_of(moment).state.piles
    assert "begins." in begun.look()
    assert "The log ends here, before the end of the game. " in begun.look()
    for action in ("cities", "piles", "tokens", "scores", "right", "left", "goto"):
        begun.stack.act(action)
        assert begun.look().strip()
