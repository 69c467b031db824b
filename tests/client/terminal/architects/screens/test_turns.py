"""The last turns at the table of Architects, written in symbols."""

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
    """Return a table as a seat sees it."""
    stack, _answers = stack_showing(table, me)
    drawn = around(stack)
    assert drawn is not None
    return drawn


def drawn_turns(table: Table, past: Sequence[Event], height: int = 8) -> list[str]:
    """Return the last turns as they are drawn."""
    rows = turns.rows(seen(table), past, 80, height)
    assert len(rows) == height
    assert all(measure(row) == 80 for row in rows)
    return [line for line in text_of(rows).split("\n") if line]


def play(table: Table, *moves: str) -> list[Event]:
    """Make these moves, and return all events."""
    past: list[Event] = list(table.news)
    for move in moves:
        table.choose(move)
        past += table.news
    return past


def test_a_turn_includes_the_effects_of_its_card() -> None:
    table = Table(
        city("ephesus", "wood wood", "1", tokens="architecture"),
        city("giza"),
        city("babylon"),
        piles=("mil_1horn ...", "wood ...", "coin stone ..."),
        central="civil_2vp_cat glass ...",
    )
    past = play(table, "take ephesus")
    lines = drawn_turns(table, past)
    assert lines[0] == "│ You   ▲†♪ own · ▰2 3★ +? (WW) · +■2★ω central · the cat"
    past += play(table, "extra architecture babylon")
    assert "+●¤ from cleo (Architecture)" in " ".join(drawn_turns(table, past))


def test_a_token_taken_unseen_is_marked_as_unseen() -> None:
    table = Table(
        city("rhodes", "sci_gear"),
        city("giza"),
        piles=("sci_gear ...", "wood ..."),
        open="culture decor tactics",
        tokens="politics",
    )
    past = play(table, "take rhodes", "token top")
    assert drawn_turns(table, past)[0].endswith("◈ Politics (unseen)")


def test_a_battle_is_shown_with_its_result() -> None:
    table = Table(
        city("rhodes"), city("giza"), city("babylon"), piles=("mil_1horn ...",), horns=2
    )
    past = play(table, "take rhodes")
    assert drawn_turns(table, past)[0] == "  You   ▲†♪ own · battle: you +2‡"
    tied = [city(name, "mil_0horn") for name in ("giza", "babylon")]
    table = Table(city("rhodes"), *tied, piles=("mil_1horn ...",), horns=2)
    past = play(table, "take rhodes")
    assert drawn_turns(table, past)[0].endswith("battle: nobody wins")


def test_turns_up_to_our_own_last_turn_are_dim() -> None:
    table = Table(*map(city, ("rhodes", "giza", "babylon")))
    past = play(table, *("take central",) * 6)
    rows = turns.rows(seen(table), past, 80, 8)
    shown = [row for row in rows if text_of([row])]
    dim = [
        row
        for row in shown
        if all("dim" in part.style for part in row if part.text.strip())
    ]
    # Dim turns are ours and those before it; later ones also have a bar.
    signs = [text_of([row])[0] for row in shown]
    assert signs == [" "] * len(dim) + ["│"] * (len(shown) - len(dim))
    assert [text_of([row]).split()[0] for row in dim] == ["You", "bob", "cleo", "You"]
    assert len(shown) == 6


def test_all_turns_since_our_own_are_shown_with_seven_players() -> None:
    """They are in two columns if one would be too high."""
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
        # A turn that takes three rows may displace the oldest one.
        missing = [
            turn for turn in last[len(last) - fresh :] if who(turn.seat) not in text
        ]
        assert len(missing) <= 1
        checked += 1
    assert checked > 5


def test_a_turn_in_which_only_the_cat_has_looked_shows_that() -> None:
    """Once a card is taken, the card replaces it."""
    table = Table(*map(city, ("rhodes", "giza")), city("babylon"), cat=0)
    past = play(table, *("take central",) * 3)
    assert drawn_turns(table, past)[-1] == "│ You   looks at the central pile"
    past += play(table, "take rhodes")
    assert "looks at" not in " ".join(drawn_turns(table, past))
