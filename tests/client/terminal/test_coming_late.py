"""Coming to a host where games are running and no seat is free."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.evening import Evening
from tests.support.human import Human, no_answer


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Give a table where ann, bob and cleo play."""
    made = Evening(tmp_path)
    yield made
    made.host.close()


def comes(evening: Evening, name: str) -> Human:
    """Let somebody come who names no table."""
    human = Human(evening.host, name, evening.folder / name, asks=True)
    human.typing = no_answer
    evening.host.add(human)
    evening.host.settle()
    return human


def tables(evening: Evening) -> list[str]:
    return [record.name for record in evening.host.server.registry]


@pytest.mark.parametrize("typed", ["1", "TABLE 1"])
def test_who_comes_late_may_look_on(evening: Evening, typed: str) -> None:
    """And is asked before another table is opened for them alone."""
    eve = comes(evening, "eve")
    said = "\n".join(eve.look())
    assert "their seats are taken.\n  1: Watch table 1;" in said
    assert "new: Open another table" in said
    assert "which table> " == eve.commands.prompt
    assert {"table 1", "new", "quit"} == set(eve.commands.words())
    assert "new: Open another table" in evening.type(eve, "help")
    assert ["table 1"] == tables(evening)
    said = evening.type(eve, typed)
    assert "You are watching bob, cleo and ann." in said
    assert "eve is watching, and could take a seat." in "\n".join(evening.bob.all)
    assert "> " == eve.commands.prompt


def test_or_open_another_table_where_the_next_sits_down_at_once(
    evening: Evening,
) -> None:
    eve = comes(evening, "eve")
    evening.type(eve, "new")
    assert ["table 1", "table 2"] == tables(evening)
    assert "lobby> " == eve.commands.prompt
    finn = comes(evening, "finn")
    assert "table 2" == finn.session.table
    assert "lobby> " == finn.commands.prompt


def test_who_plays_there_is_not_asked(evening: Evening) -> None:
    """Their program was started again: they come back to their game."""
    bob = evening.bob
    bob.disconnect()
    bob.person.stop()
    again = Human(
        evening.host, "bob", evening.folder / "bob", store=bob.store, asks=True
    )
    evening.host.add(again)
    evening.host.settle()
    assert again.seat.number == evening.seats.index("bob")
    assert ["table 1"] == tables(evening)


def test_whoever_leaves_instead_has_left_nothing(evening: Evening) -> None:
    eve = comes(evening, "eve")
    assert "Goodbye." in evening.type(eve, "quit")
    assert "left" == eve.left
    assert ["table 1"] == tables(evening)
