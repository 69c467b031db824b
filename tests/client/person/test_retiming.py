"""Changing the clock during a game: the command, and a client's clock."""

from __future__ import annotations

import pytest

from sealed_wonders.client.person.retiming import read
from sealed_wonders.net.messages import Timing
from sealed_wonders.net.times import Times
from sealed_wonders.net.words import NO_BREAK
from tests.support.human import Begin, type_and_settle
from tests.support.stacks import Seated

QUICK = Times(20)


@pytest.mark.parametrize(
    ("typed", "times"),
    [
        ("90", Times(90)),
        ("none", Times()),
        ("0", Times()),
        ("game 600", Times(0, 600)),
        ("game 600 10", Times(0, 600, 10)),
        ("90 game 600 10", Times(90, 600, 10)),
        ("86400", Times(86400)),
        ("86401", None),
        ("game", None),
        ("90 90", None),
        ("game 1 2 3", None),
        ("game 0 10", None),
        ("game game 1", None),
        ("-5", None),
        ("1.5", None),
        ("\N{SUPERSCRIPT TWO}", None),
        ("9" * 5000, None),
        ("none 5", None),
    ],
)
def test_valid_times_are_parsed_and_others_rejected(
    typed: str, times: Times | None
) -> None:
    assert times == read(typed.split())


def test_a_client_without_a_clock_can_adopt_the_tables_new_one(begin: Begin) -> None:
    """The others have agreed to a clock at a table that had none."""
    _host, human, *_ = begin(others_follow=False)
    type_and_settle(human, "ready")
    human.look()
    table = human.session.table
    human.session.receive(Timing(table, QUICK, None, None))
    assert [
        "The clock from now on: 20 seconds per choice.",
        "To make your program keep to this clock, type: clock yes",
    ] == human.look()
    said = ["From now on, your program will keep to the clock."]
    assert said == type_and_settle(human, "clock yes")
    assert ["Nobody has proposed changing the clock."] == type_and_settle(
        human, "clock yes"
    )


def test_a_command_on_a_screen_is_never_wrapped(playing: Seated) -> None:
    """
    It is also understood when it is typed with the no-break spaces that keep it
    together.
    """
    playing.stack.act("pause")
    shown = "clock game 600 10".replace(" ", NO_BREAK)
    assert f":{shown}" in playing.look(80)
    playing.human.commands.typed(shown)
    playing.host.settle()
    timing = playing.stack.known.timing
    assert timing is not None
    assert timing.proposal is not None
    assert Times(0, 600, 10) == timing.proposal.times
