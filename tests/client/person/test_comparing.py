"""Comparing the table's state before a seat is continued on another machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.person import comparing
from sealed_wonders.client.table.session import REJOINED_AFTER
from sealed_wonders.client.tablewords import machines
from sealed_wonders.client.tablewords.unavailable import nothing_to_compare
from tests.support.evening import Evening
from tests.support.human import Human
from tests.support.inprocess.machines import restored_store


class BrokenMachineTable(Evening):
    """A table at which bob's machine breaks, and bob returns with another one."""

    def break_down(self) -> Human:
        """Bring bob back on another machine, where his client asks him to compare."""
        self.bob.disconnect()
        self.bob = self._human("bob", store=restored_store(), table="table 1")
        self.host.let_in(self.bob)
        return self.bob


@pytest.fixture
def table(tmp_path: Path) -> BrokenMachineTable:
    return BrokenMachineTable(tmp_path)


def test_in_line_mode_the_comparison_is_asked_first(table: BrokenMachineTable) -> None:
    """
    Nothing is signed before bob says yes. After a no, he can ask for the comparison
    again.
    """
    bob = table.break_down()
    shown = bob.look()
    said = comparing.lines(table.ann.person.known)
    assert [f"  {line}" for line in said] == [it for it in shown if it[2:] in said]
    assert shown[-1] == "Do they see the same words? Type yes or no."
    assert "yes or no> " == bob.commands.prompt
    assert ("yes", "no") == bob.commands.words()[-3:-1]
    # The other players see the same lines, word for word.
    assert list(said) == table.cleo.type("compare")
    assert "bob" in said[1]

    assert "For now, your program won't sign anything." in table.type(bob, "no")
    assert not bob.person.can_choose
    assert not bob.seat.unheard()
    bob.host.pass_time(REJOINED_AFTER)
    # He can read the six words of his machine at any time.
    told = [*said, machines.ours(bob.person.known.mark)]
    assert told == bob.type("compare")
    assert "From now on, you will play on this machine." in table.type(bob, "yes")
    assert bob.person.can_choose
    assert not bob.person.comparing.asks
    table.choose(table.ann, bob, table.cleo)
    assert table.host.game.fold.phase.number > 2


def test_an_answer_about_an_earlier_phase_asks_for_a_new_comparison(
    table: BrokenMachineTable,
) -> None:
    bob = table.break_down()
    bob.look()
    bob.person.comparing.answer(same=True, phase=0)
    assert ["The game has moved on. Compare again."] == bob.look()
    assert not bob.person.can_choose


def test_without_a_game_there_is_nothing_to_compare(table: BrokenMachineTable) -> None:
    """An answer that nobody asked for has no effect either."""
    table.cleo.person.comparing.answer(same=True)
    table.cleo.person.stop()
    assert [nothing_to_compare()] == table.cleo.type("compare")


def test_with_only_bots_the_question_is_whether_to_trust_the_host(
    table: BrokenMachineTable,
) -> None:
    """A bot tells nobody what it sees, so there is nobody to compare with."""
    bob = table.break_down()
    known = bob.person.known
    known.people = tuple(
        person if seat == known.ours else person._replace(owner=bytes(32))
        for seat, person in enumerate(known.people)
    )
    bob.look()
    bob.person.listener.comparing()
    shown = bob.look()
    assert "so there is nobody to compare this with:" in shown[2]
    assert "Do you trust this host enough to play on? Type yes or no." == shown[-1]
