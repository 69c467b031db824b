"""Options of a new table, given to ``wonders join``."""

from __future__ import annotations

from typing import Any

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.commands import join
from sealed_wonders.client.tablewords.hosting import TableWish
from sealed_wonders.client.tablewords.tablewishes import read_wishes
from sealed_wonders.core.games import read
from sealed_wonders.host.offer import Offered, choices
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.tableoptions import Values
from sealed_wonders.net.wishes import Wishes

ALL = frozenset(choices())


ALL_BOARDS = {"with": "leaders", "leaders": "expert", "boards": "all", "memory": "off"}


@pytest.fixture
def wished(monkeypatch: pytest.MonkeyPatch) -> list[Wishes]:
    """Record the options that would be requested, without connecting."""
    wished: list[Wishes] = []

    def sit_down(*_where: object, wishes: Wishes, **_how: Any) -> None:
        wished.append(wishes)

    monkeypatch.setattr(join, "sit_down", sit_down)
    return wished


@pytest.mark.parametrize(
    ("words", "terms"),
    [
        ("", Terms.of()),
        (
            "--players 5 --bots 2 --turn-time 90",
            Terms.of(players=5, bots=2, turn_time=90),
        ),
        (
            "--with leaders --leaders expert --boards Gizah,all --no-memory-aid",
            Terms.of(own=read("wonders", ALL_BOARDS)),
        ),
        (
            "--draw chosen --game architects",
            Terms.of("architects", own={"draw": "chosen"}),
        ),
    ],
)
def test_a_host_opens_a_table_with_the_typed_options(
    words: str, terms: Terms, wished: list[Wishes]
) -> None:
    """The host decides about the others."""
    assert 0 == run(["join", "127.0.0.1:1", "--table", "oak", *words.split()])
    (wishes,) = wished
    opened = Offered(Terms.of(), ALL).for_wishes(wishes)
    assert terms == opened


# The same options after the command "rematch".

LEADERS = TableWish(own={"with": "leaders"}, values=Values(players=4))


@pytest.mark.parametrize(
    ("typed", "there", "wishes"),
    [
        ({}, LEADERS, ()),
        ({"seats": "any"}, LEADERS, (("seats", 0),)),
        ({"leaders": "expert"}, LEADERS, (("leaders", "expert"),)),
        ({"with": ""}, LEADERS, (("with", ""),)),
        ({"private": "yes"}, LEADERS, (("private", 1),)),
        ({"private": "no"}, LEADERS, (("private", 0),)),
        ({"no-memory-aid": "yes"}, LEADERS, (("no-memory-aid", "off"),)),
        ({"no-memory-aid": "no"}, LEADERS, (("no-memory-aid", ""),)),
        (
            {"game": "architects", "draw": "chosen"},
            LEADERS,
            (("game", "architects"), ("draw", "chosen")),
        ),
    ],
)
def test_wishes_for_a_rematch_are_read(
    typed: dict[str, str], there: TableWish, wishes: Wishes
) -> None:
    """They change the options of the game just played."""
    assert wishes == read_wishes(typed, there)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"seats": "four"}, "players must be a number from 2 to 7, or any, not 'four'"),
        ({"bots": "\N{SUPERSCRIPT TWO}"}, "bots must be a number from 0 to 7, not "),
        ({"private": "perhaps"}, "private must be one of yes, no, not 'perhaps'"),
        ({"sides": "up"}, "sides must be one of day, night, choose, random, not 'up'"),
        ({"no-memory-aid": "x"}, "no-memory-aid must be one of yes, no, off, not 'x'"),
        ({"game": "chess"}, "there is no game called 'chess'"),
        (
            {"moon": "full"},
            ("a table has no option called 'moon'; its options are game, players"),
        ),
    ],
)
def test_an_invalid_wish_is_an_error_in_one_sentence(
    typed: dict[str, str], why: str
) -> None:
    """It lists the valid options."""
    with pytest.raises(ValueError, match=why):
        read_wishes(typed, LEADERS)
