"""The last turns, as the table of Architects tells them in signs."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.signs.draw import measure, text_of
from sealed_wonders.client.terminal.architects.screens import turns
from sealed_wonders.client.terminal.architects.screens.around import SeenTable, around
from sealed_wonders.client.view.architects import lastturns
from sealed_wonders.core.architects.events import Event
from tests.support.architects import Table, at_random, city
from tests.support.architects_stacks import stack_showing


def seen(table: Table, me: int = 0) -> SeenTable:
    """Look at a table from a seat."""
    stack, _answers = stack_showing(table, me)
    drawn = around(stack)
    assert drawn is not None
    return drawn


def told(table: Table, past: Sequence[Event], height: int = 8) -> list[str]:
    """Give the last turns as they are drawn."""
    rows = turns.rows(seen(table), past, 80, height)
    assert len(rows) == height
    assert all(measure(row) == 80 for row in rows)
    return [line for line in text_of(rows).split("\n") if line]


def play(table: Table, *moves: str) -> list[Event]:
    """Choose one thing after another; give all that happened."""
    past: list[Event] = list(table.news)
    for move in moves:
        table.choose(move)
        past += table.news
    return past


def test_a_turn_with_all_that_comes_of_it() -> None:
    table = Table(
        city("ephesus", "wood wood", "1", tokens="architecture"),
        city("giza"),
        city("babylon"),
        piles=("mil_1horn ...", "wood ...", "coin stone ..."),
        central="civil_2vp_cat glass ...",
    )
    past = play(table, "take ephesus")
    lines = told(table, past)
    assert lines[0] == "│ You   ▲†♪ own · ▰2 3★ +? (WW) · +■2★ω central · the cat"
    past += play(table, "extra architecture babylon")
    assert "+●¤ from cleo (Architecture)" in " ".join(told(table, past))


def test_the_top_token_was_unseen() -> None:
    table = Table(
        city("rhodes", "sci_gear"),
        city("giza"),
        piles=("sci_gear ...", "wood ..."),
        open="culture decor tactics",
        tokens="politics",
    )
    past = play(table, "take rhodes", "token top")
    assert told(table, past)[0].endswith("◈ Politics (unseen)")


def test_a_battle_is_told_with_what_it_brings() -> None:
    table = Table(
        city("rhodes"), city("giza"), city("babylon"), piles=("mil_1horn ...",), horns=2
    )
    past = play(table, "take rhodes")
    assert told(table, past)[0] == "  You   ▲†♪ own · battle: you +2‡"
    tied = [city(name, "mil_0horn") for name in ("giza", "babylon")]
    table = Table(city("rhodes"), *tied, piles=("mil_1horn ...",), horns=2)
    past = play(table, "take rhodes")
    assert told(table, past)[0].endswith("battle: nobody wins")


def test_those_before_our_own_are_dim() -> None:
    table = Table(*map(city, ("rhodes", "giza", "babylon")))
    past = play(table, *("take central",) * 6)
    rows = turns.rows(seen(table), past, 80, 8)
    shown = [row for row in rows if text_of([row])]
    dim = [
        row
        for row in shown
        if all("dim" in part.style for part in row if part.text.strip())
    ]
    # Ours, and the others' of the round before; those since have a sign as well.
    signs = [text_of([row])[0] for row in shown]
    assert signs == [" "] * len(dim) + ["│"] * (len(shown) - len(dim))
    assert [text_of([row]).split()[0] for row in dim] == ["You", "bob", "cleo", "You"]
    assert len(shown) == 6


def test_all_turns_since_our_own_are_seen_in_a_game_of_seven() -> None:
    """They stand in two columns where one is too high."""
    past: list[Event] = []
    checked = 0
    for table in at_random("turns", 7):
        past += table.news
        last = lastturns.last(past, 14)
        if table.state.turn < 20 or table.state.turn % 5 or not past:
            continue
        me = table.state.seat
        fresh = lastturns.since(last, me)
        rows = turns.rows(seen(table, me), past, 80, 5)
        text = text_of(rows)
        who = seen(table, me).who
        # One that takes three rows may push out the oldest.
        missing = [
            turn for turn in last[len(last) - fresh :] if who(turn.seat) not in text
        ]
        assert len(missing) <= 1
        checked += 1
    assert checked > 5


def test_a_turn_in_which_only_the_cat_has_looked_says_so() -> None:
    """Once a card is taken, that matters more."""
    table = Table(*map(city, ("rhodes", "giza")), city("babylon"), cat=0)
    past = play(table, *("take central",) * 3)
    assert told(table, past)[-1] == "│ You   looks at the central pile"
    past += play(table, "take rhodes")
    assert "looks at" not in " ".join(told(table, past))
