"""The sentence on what the table waits for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest

from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.words import waits
from sealed_wonders.client.words.waits import on_its_way
from sealed_wonders.net.attendance import WORDS
from sealed_wonders.net.log.phases import Kind, Phase
from sealed_wonders.net.plan import CHOOSING

NAMES = ("ann", "bob", "cleo")


def wait(
    kind: Kind,
    missing: Sequence[int] = (),
    checking: Sequence[int] = (),
    *,
    working: bool = False,
    behind: int = 0,
    seats: Sequence[int] = (0, 1, 2),
) -> Wait:
    """Give what a table waits for."""
    phase = Phase(7, kind, tuple(seats), "age1")
    return Wait(phase, tuple(missing), tuple(checking), working, behind)


@pytest.mark.parametrize(
    ("waited_for", "said"),
    [
        (wait("PICK", [1, 2]), "Waiting for bob and cleo."),
        (wait("PICK", [0, 1, 2]), "Waiting for bob and cleo."),
        (wait("PICK", [0]), on_its_way()),
        (wait("PICK", [0, 1], working=True), "Your program is sealing your choice."),
        (wait("MIX", [1], seats=[1]), "bob is shuffling the cards (2 of 3)."),
        (
            wait("MIX", [0], seats=[0], working=True),
            "Your program is shuffling the cards (1 of 3).",
        ),
        (wait("MIX", [], [1], seats=[1]), "Checking what bob did."),
        (wait("DEAL", [], [0, 1, 2]), "Checking what bob and cleo did."),
        (wait("DEAL", [], [0]), "Checking what your program did."),
        (wait("DEAL", [2], [0, 1]), "Cards are being dealt; waiting for cleo."),
        (wait("MIX", [], [1], behind=2, seats=[1]), "Checking what bob did."),
        (
            wait("KEY", [], [1], behind=81),
            "Checking the game so far: 81 entries to go.",
        ),
    ],
)
def test_the_one_thing_that_keeps_the_table_is_said(
    waited_for: Wait, said: str
) -> None:
    """Who has to do something, or whose work is being looked at."""
    assert said == waits.sentence(waited_for, NAMES, 0)


def test_who_is_not_connected_is_said() -> None:
    """Else one would wait for a quick answer."""
    here = (True, True, False)
    assert "Waiting for bob and cleo. Not connected: cleo." == waits.sentence(
        wait("PICK", [1, 2]), NAMES, 0, here
    )
    assert (
        "cleo is shuffling the cards (3 of 3). Not connected: cleo."
    ) == waits.sentence(wait("MIX", [2], seats=[2]), NAMES, 0, here)


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind in get_args(Kind)
        if not kind.startswith("LOBBY")
        and kind not in ("DROP_VOTE", "HANDOVER", "HALT", "AFTER", *WORDS)
    ],
)
def test_every_kind_has_its_sentences(kind: Kind) -> None:
    """For others' part in it, and for ours."""
    mine = waits.sentence(wait(kind, [0, 1], working=True), NAMES, 0)
    theirs = waits.sentence(wait(kind, [1]), NAMES, 0)

    assert mine.startswith("Your program ")
    assert "bob" in theirs
    assert (kind in CHOOSING) == (theirs == "Waiting for bob.")


def test_who_mixes_is_counted_among_those_who_still_play() -> None:
    """The last of them is the last one, whoever left before."""
    mixes = wait("MIX", [2], seats=[2])
    assert "(3 of 3)" in waits.sentence(mixes, NAMES[:3], 0)
    assert "(2 of 2)" in waits.sentence(mixes, NAMES[:3], 0, gone=(1,))


@pytest.mark.parametrize("deck", ["central", "central/4"])
def test_what_the_cat_shows_is_not_dealt(deck: str) -> None:
    """In Architects a card of the central pile stays where it is."""
    phase = Phase(9, "DEAL", (0, 1, 2), deck)
    theirs = waits.sentence(Wait(phase, (1,), (), False), NAMES, 0)
    mine = waits.sentence(Wait(phase, (0, 1), (), True), NAMES, 0)
    assert "The cat is showing a card; waiting for bob." == theirs
    assert "Your program is helping the cat to show a card." == mine
    dealt = waits.sentence(wait("DEAL", [1]), NAMES, 0)
    assert "Cards are being dealt; waiting for bob." == dealt
