"""Tables in a storm: whatever goes wrong, nobody signs twice or waits forever."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.net.sealed.curve import Q
from sealed_wonders.net.sealed.group import BASE, IDENTITY
from sealed_wonders.net.sealed.scalars import BadEncoding
from tests.storm import faults
from tests.storm.chance import Chance
from tests.storm.hunt import find, spoil
from tests.storm.mutations import MUTATIONS, Mutation
from tests.storm.shrink import shrunk
from tests.storm.table import SHORT, Setting, play
from tests.support.integers import INTEGERS
from tests.support.thorough import only

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def _leaves_nothing() -> Iterator[None]:
    """
    Programs that were killed have closed nothing: that must not go in another test.

    Looking through all that other tests have left takes as long as a table: it is for
    tests that play.
    """
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


SETTING = Setting(SHORT, seats=3)

SEEDS, BLOCK = 200, 10
"""How many tables there are in a thorough run, and how many in one test."""


@pytest.mark.usefixtures("_leaves_nothing")
@pytest.mark.parametrize("first", only((1,), range(1, SEEDS + 1, BLOCK)))
def test_nothing_is_wrong_afterwards(first: int) -> None:
    """If something is: ``scripts/storm --seeds N --game short --seats 3`` shows the shortest way to it."""
    wrong = {n: play(n, SETTING).wrong for n in range(first, first + BLOCK)}
    assert {} == {n: found for n, found in wrong.items() if found}


EXCUSED = (
    *(212177, 201525, 221092, 230009, 260197, 262814, 263987, 311722, 410023),
    511037,
)
"""Seeds in which the judge once blamed somebody for what nobody could help."""


@pytest.mark.usefixtures("_leaves_nothing")
@pytest.mark.parametrize("seed", only(EXCUSED[-1:], EXCUSED))
def test_what_nobody_else_could_know_or_do_is_not_wrong(seed: int) -> None:
    """
    The judge takes none of this for a fault.

    In the first, only a machine that loses its power had read the end of a phase. In the
    second, somebody is bound by a yes to a ballot, and those who would free them have ended
    the game elsewhere; who had agreed with them starts again, and finds a lobby. In the
    third, whoever plays in two worlds has said yes to a ballot in one and gone on without it
    in the other, so nothing that they signed proves it. In the fourth, somebody has gone to a
    thief, and is shown as absent by those who are still at the host. In the fifth, two would
    end the game, and vote out the third at another host, who comes back to the first one, where
    the two had signed that, and agrees. In the next two, one player
    goes on alone at a host, and the others vote them out elsewhere: a spectator stays at that
    host, or the player's program is killed. In the eighth, somebody has given their seat away
    as the host was lost, and goes on with the table at their own: nobody plays there, so
    nobody who was invited to the first host comes. In the ninth, a host hides the end of the
    game from one player; another, put out in it, comes back to a lobby with nobody else. In
    the last, the only player still at a host is away when time is up there, and comes back
    later.
    """
    assert () == tuple(play(seed, Setting(SHORT)).wrong)


@pytest.mark.usefixtures("_leaves_nothing")
def test_the_table_is_found_by_a_player_whose_machine_slept_as_it_moved() -> None:
    """
    A program that knows no game yet follows no other host: its player has to be told.

    It was asleep when the others were, and still believed to be connected to the lost host.
    """
    assert () == play(240106, Setting(SHORT)).wrong


@pytest.mark.usefixtures("_leaves_nothing")
@pytest.mark.parametrize("fault", ["10.94:fails:bob:19.8", "50.80:power:bob:1"])
def test_a_loss_of_power_costs_no_proof_that_a_program_knew_to_need(fault: str) -> None:
    """
    What a program has heard in another world is synced once it knows that there are two.

    Here it loses its power just after that, or before, when nobody else is left who knows.
    """
    assert () == play(300635, Setting(SHORT), faults.read(fault)).wrong


_TELL = """
import sys
sys.path.insert(0, {root!r})
from tests.storm.table import SHORT, Setting, play
print(play({seed}, Setting(SHORT, seats=3)).trace)
"""


@pytest.mark.thorough
@pytest.mark.usefixtures("_leaves_nothing")
def test_the_same_seed_does_the_same_in_any_process() -> None:
    """Where order came of hashing, or anything of the system's chance, it would differ."""
    traces = [
        subprocess.run(
            [sys.executable, "-c", _TELL.format(root=str(ROOT), seed=4)],
            env={**os.environ, "PYTHONHASHSEED": hashing},
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        for hashing in ("1", "2")
    ]
    assert {play(4, SETTING).trace} == {*traces}
    assert play(5, SETTING).trace not in traces


def test_a_list_of_faults_is_written_and_read() -> None:
    drawn = faults.drawn(Chance(4).dice("faults"), ["ann", "bob", "cleo"], 8)
    assert drawn
    assert drawn == faults.read(faults.write(drawn))


def test_a_list_of_faults_is_made_as_short_as_it_can_be() -> None:
    """Of eight, those two that do harm together are left."""
    events = faults.read(",".join(f"{n}:cut:ann:0" for n in range(8)))
    needed = {events[1], events[6]}
    assert tuple(sorted(needed)) == shrunk(events, lambda some: needed <= {*some})


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda it: it.what)
def test_a_mutation_changes_one_place_of_the_program(mutation: Mutation) -> None:
    """What it replaces is there, and what comes of it is a program."""
    assert spoil(mutation) != (ROOT / mutation.path).read_text("utf-8")


def test_a_mutation_that_ends_the_program_is_found() -> None:
    """By how it ended, with the first seed that is played."""
    old = "class Session:\n"
    mutation = Mutation(
        "nothing begins", "client/table/session.py", old, f"1 / 0\n{old}"
    )
    found = find(mutation, range(3, 5))
    assert found == (3, "ZeroDivisionError: division by zero")


@pytest.mark.thorough
def test_a_mutation_that_does_no_harm_is_not_found() -> None:
    old = "class Session:\n"
    mutation = Mutation("a line more", "client/table/session.py", old, f"\n{old}")
    assert find(mutation, range(3, 4)) is None


def test_integers_are_a_group_written_as_points_are() -> None:
    three, five = INTEGERS.multiply_base(3), INTEGERS.multiply_base(5)
    assert BASE == INTEGERS.multiply_base(1)
    assert IDENTITY == INTEGERS.multiply_base(Q) == INTEGERS.sum(())
    assert INTEGERS.multiply_base(8) == INTEGERS.add(three, five)
    assert INTEGERS.multiply_base(15) == INTEGERS.multiply(3, five)
    assert INTEGERS.multiply(-1, three) == INTEGERS.subtract(IDENTITY, three)
    assert INTEGERS.combine(1, [(2, three), (-1, five)]) == INTEGERS.multiply_base(2)
    for data in (IDENTITY, b"\xff" * 32, b"short"):
        with pytest.raises(BadEncoding):
            INTEGERS.read_point(data)
