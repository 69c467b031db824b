"""Tables in a storm: whatever happens, nobody signs two versions or waits forever."""

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
    Collect killed programs, whose unclosed files must not cause warnings in other
    tests.

    A collection takes as long as a table, so only tests that play use this fixture.
    """
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


SETTING = Setting(SHORT, seats=3)

TABLES, TABLES_PER_TEST = 200, 10
"""Tables of a thorough run, and tables in one test."""


@pytest.mark.usefixtures("_leaves_nothing")
@pytest.mark.parametrize("first", only((1,), range(1, TABLES + 1, TABLES_PER_TEST)))
def test_the_judge_finds_nothing_wrong_after_a_storm(first: int) -> None:
    """
    On a failure, ``scripts/storm --seeds N --game short --seats 3`` finds the shortest
    list of faults that causes it.
    """
    wrong = {n: play(n, SETTING).wrong for n in range(first, first + TABLES_PER_TEST)}
    assert {} == {n: found for n, found in wrong.items() if found}


SEEDS_ONCE_MISJUDGED = (
    *(212177, 201525, 221092, 230009, 260197, 262814, 263987, 311722, 410023),
    511037,
)
"""Seeds for which the judge once blamed somebody unjustly."""


@pytest.mark.usefixtures("_leaves_nothing")
@pytest.mark.parametrize("seed", only(SEEDS_ONCE_MISJUDGED[-1:], SEEDS_ONCE_MISJUDGED))
def test_the_judge_blames_nobody_for_what_could_not_be_helped(seed: int) -> None:
    """
    None of the following is a fault, in the order of the seeds.

    - Only a machine that loses its power had read the end of a phase.
    - Somebody is bound by their yes to a ballot. Those who could free them have ended the game
      elsewhere, and a player who had agreed with them restarts and finds a lobby.
    - A player in two worlds has voted yes in one and gone on without the ballot in the other,
      so nothing that they signed proves it.
    - Somebody has gone to a thief, and those who are still at the host see them as absent.
    - Two want to end the game, and vote out the third at another host. The third comes back
      to the first host, where the two had signed their wish, and agrees.
    - One player goes on alone at a host while the others vote them out elsewhere; a spectator
      stays at that host.
    - The same, but the player's program is killed.
    - Somebody handed over their seat when the host was lost, and continues the table on their
      own machine. Nobody plays there, so nobody who was invited to the first host comes.
    - A host hides the end of the game from one player. Another one, removed from the game,
      comes back to an otherwise empty lobby.
    - The only player still at a host is away when the time is up there, and comes back later.
    """
    assert () == tuple(play(seed, Setting(SHORT)).wrong)


@pytest.mark.usefixtures("_leaves_nothing")
def test_a_player_whose_machine_slept_finds_the_moved_table() -> None:
    """
    A program without a game follows no other host, so somebody has to send its player
    there.

    It was asleep when the others were sent, and still believed to be connected to the
    lost host.
    """
    assert () == play(240106, Setting(SHORT)).wrong


@pytest.mark.usefixtures("_leaves_nothing")
@pytest.mark.parametrize("fault", ["10.94:fails:bob:19.8", "50.80:power:bob:1"])
def test_a_loss_of_power_costs_no_needed_proof_of_a_fork(
    fault: str,
) -> None:
    """
    Once a program knows of two worlds, it syncs what it has heard in the other one.

    It loses its power just after that; or before, when nobody else who knows is left.
    """
    assert () == play(300635, Setting(SHORT), faults.read(fault)).wrong


_PRINT_TRACE = """
import sys
sys.path.insert(0, {root!r})
from tests.storm.table import SHORT, Setting, play
print(play({seed}, Setting(SHORT, seats=3)).trace)
"""

SEED_WITH_PINS = 16
"""A seed in which players send each other the pins of hosts."""


@pytest.mark.usefixtures("_leaves_nothing")
@pytest.mark.parametrize("seed", only((SEED_WITH_PINS,), range(1, 30)))
def test_a_seed_does_the_same_in_any_process(seed: int) -> None:
    """
    It would differ if any order depended on hashing, or anything on the system's
    randomness: the bytes of all messages are in the trace.
    """
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    trace = subprocess.run(
        [sys.executable, "-c", _PRINT_TRACE.format(root=str(ROOT), seed=seed)],
        env={**os.environ, "PYTHONHASHSEED": other},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    assert play(seed, SETTING).trace == trace


@pytest.mark.thorough
@pytest.mark.usefixtures("_leaves_nothing")
def test_another_seed_does_something_else() -> None:
    assert play(4, SETTING).trace != play(5, SETTING).trace


def test_a_written_list_of_faults_can_be_read_again() -> None:
    drawn = faults.drawn(Chance(4).dice("faults"), ["ann", "bob", "cleo"], 8)
    assert drawn
    assert drawn == faults.read(faults.write(drawn))


def test_a_list_of_faults_is_shortened_to_those_that_do_harm() -> None:
    """The two of eight that do harm together are left."""
    events = faults.read(",".join(f"{n}:cut:ann:0" for n in range(8)))
    needed = {events[1], events[6]}
    assert tuple(sorted(needed)) == shrunk(events, lambda some: needed <= {*some})


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda it: it.what)
def test_a_mutation_changes_one_place_of_the_program(mutation: Mutation) -> None:
    """The replaced text exists, and the result is a valid program."""
    assert spoil(mutation) != (ROOT / mutation.path).read_text("utf-8")


def test_a_mutation_that_ends_the_program_is_found() -> None:
    """It is found by the error, with the first seed that is played."""
    old = "class Session:\n"
    mutation = Mutation(
        "nothing begins", "client/table/session.py", old, f"1 / 0\n{old}"
    )
    found = find(mutation, range(3, 5))
    assert found == (3, "ZeroDivisionError: division by zero")


@pytest.mark.thorough
def test_a_harmless_mutation_is_not_found() -> None:
    old = "class Session:\n"
    mutation = Mutation("a line more", "client/table/session.py", old, f"\n{old}")
    assert find(mutation, range(3, 4)) is None


def test_integers_are_a_group_with_the_encoding_of_points() -> None:
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
