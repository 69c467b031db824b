"""The sentence that says what the table is waiting for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest

from sealed_wonders.client.table.events import Wait
from sealed_wonders.client.table.expectations import Awaited, Expected
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.tablewords.waits import on_its_way
from sealed_wonders.client.view import updates
from sealed_wonders.client.view.ending import Ending
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net.attendance import WORDS
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.phases import Kind, Phase
from sealed_wonders.net.pins import Pin
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
    """Return a wait of the table, with its phase."""
    phase = Phase(7, kind, tuple(seats), "age1")
    return Wait(phase, tuple(missing), tuple(checking), working, behind)


@pytest.mark.parametrize(
    ("waited_for", "said"),
    [
        (wait("PICK", [1, 2]), "Waiting for bob and cleo."),
        (wait("PICK", [0, 1, 2]), "Waiting for bob and cleo."),
        (wait("PICK", [0]), on_its_way()),
        (wait("PICK", [0, 1], working=True), "Your program is sealing your choice."),
        (wait("MIX", [1], seats=[1]), "bob's program is shuffling the cards (2 of 3)."),
        (
            wait("MIX", [0], seats=[0], working=True),
            "Your program is shuffling the cards (1 of 3).",
        ),
        (wait("MIX", [], [1], seats=[1]), "Checking what bob did."),
        (wait("DEAL", [], [0, 1, 2]), "Checking what bob and cleo did."),
        (wait("DEAL", [], [0]), "Checking what your program did."),
        (
            wait("DEAL", [2], [0, 1]),
            "Waiting for the program of cleo: cards are being dealt.",
        ),
        (wait("MIX", [], [1], behind=2, seats=[1]), "Checking what bob did."),
        (
            wait("KEY", [], [1], behind=81),
            "Checking the game so far: 81 entries to go.",
        ),
    ],
)
def test_the_sentence_names_what_the_table_waits_for(
    waited_for: Wait, said: str
) -> None:
    """It names those who have to act, or whose work is being checked."""
    assert said == waits.sentence(waited_for, NAMES, 0)


def test_the_sentence_names_awaited_players_who_are_not_connected() -> None:
    """Otherwise one would expect a quick answer."""
    here = (True, True, False)
    assert "Waiting for bob and cleo. Not connected: cleo." == waits.sentence(
        wait("PICK", [1, 2]), NAMES, 0, here
    )
    assert (
        "cleo's program is shuffling the cards (3 of 3). Not connected: cleo."
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
def test_every_kind_of_phase_has_its_sentences(kind: Kind) -> None:
    """There is one about us and one about others."""
    mine = waits.sentence(wait(kind, [0, 1], working=True), NAMES, 0)
    theirs = waits.sentence(wait(kind, [1]), NAMES, 0)

    assert mine.startswith("Your program ")
    assert "bob" in theirs
    assert (kind in CHOOSING) == (theirs == "Waiting for bob.")


def test_a_shuffler_is_counted_among_the_remaining_players() -> None:
    mixes = wait("MIX", [2], seats=[2])
    assert "(3 of 3)" in waits.sentence(mixes, NAMES[:3], 0)
    assert "(2 of 2)" in waits.sentence(mixes, NAMES[:3], 0, gone=(1,))


@pytest.mark.parametrize("deck", ["central", "central/4"])
def test_a_card_shown_by_the_cat_is_not_described_as_dealt(deck: str) -> None:
    """In Architects, a card of the central pile stays where it is."""
    phase = Phase(9, "DEAL", (0, 1, 2), deck)
    theirs = waits.sentence(Wait(phase, (1,), (), False), NAMES, 0)
    mine = waits.sentence(Wait(phase, (0, 1), (), True), NAMES, 0)
    assert "Waiting for the program of bob: the cat is showing a card." == theirs
    assert "Your program is helping the cat to show a card." == mine
    dealt = waits.sentence(wait("DEAL", [1]), NAMES, 0)
    assert "Waiting for the program of bob: cards are being dealt." == dealt


def model(waited_for: Wait, since: float = 100.0) -> TableModel:
    """Return what ann knows about a table that has waited for this since then."""
    known = TableModel(Keyring(None, lambda name, key: Pin.NEW))
    known.ours, known.wait, known.wait_since = 0, waited_for, since
    known.people = tuple(TablePerson(name, bytes(32)) for name in NAMES)
    return known


@pytest.mark.parametrize(
    ("waited_for", "at_once", "later"),
    [
        (wait("PICK", [1, 2]), "Waiting for bob and cleo.", ""),
        (wait("PICK", [0, 1], working=True), "Waiting for bob.", "sealing your choice"),
        (wait("PICK", [0]), "", "the host to pass on what you sent"),
        (wait("PICK", [], [1]), "", "Checking what bob did."),
        (wait("MIX", [2], seats=[2]), "The cards are being dealt.", "(3 of 3)"),
        (wait("KEY", [1]), "The cards are being dealt.", "the program of bob"),
        (wait("DEAL", [], [1]), "The cards are being dealt.", "what bob did"),
        (wait("REVEAL", [1]), "", "the program of bob"),
        (wait("END", [0], working=True), "", "signing the result"),
    ],
)
def test_the_work_of_programs_is_only_described_if_it_is_slow(
    waited_for: Wait, at_once: str, later: str
) -> None:
    """At first, only people are named."""
    known = model(waited_for)
    assert at_once == waits.line(known, 100.0) == waits.line(known, 102.9)
    assert (waits.detailed_at(known) == 103.0) == bool(later)
    assert (later or at_once) in waits.line(known, 103.0)


def test_each_step_of_work_starts_the_delay_again() -> None:
    """An ordinary game has many short steps, however long they take together."""
    known = model(wait("MIX", [1], seats=[1]))
    updates.wait(known, wait("MIX", [1], seats=[1]), 102.0)
    assert 100.0 == known.wait_since
    updates.wait(known, wait("MIX", [], [1], seats=[1]), 102.5)
    assert 102.5 == known.wait_since
    assert "The cards are being dealt." == waits.line(known, 104.0)
    for missing, now in (([0, 1, 2], 106.0), ([1, 2], 107.0), ([2], 108.0)):
        updates.wait(known, wait("PICK", missing), now)
        assert 106.0 == known.wait_since


def test_our_own_turn_takes_precedence() -> None:
    known = model(wait("PICK", [0, 2]))
    known.asked = True
    assert "It's your turn to choose." == waits.line(known, 200.0)
    assert waits.now_of(known) == "It's your turn to choose. Waiting for cleo."
    known.wait = wait("PICK", [0])
    assert "It's your turn to choose." == waits.line(known, 200.0)
    assert waits.now_of(known) == "It's your turn to choose."


def test_a_player_with_no_choice_is_told_why() -> None:
    known = model(wait("PICK", [1]))
    assert waits.why_not_asked(known) == (
        "You have nothing to choose right now. Waiting for bob."
    )
    known.ours, known.charter = None, "charter"  # type: ignore[assignment]
    assert "You are watching" in waits.why_not_asked(known)
    known.ending = Ending(None)
    assert "The game is over" in waits.why_not_asked(known)


def test_after_the_result_an_unreachable_host_is_not_waited_for() -> None:
    """During a game, the same silence is a wait, shown with its time."""
    known = TableModel(Keyring(b"", lambda name, key: Pin.NEW))
    known.awaited = Awaited(Expected.WELCOME, 0.0)
    assert waits.line(known, 10.0).endswith("let you in. 10 seconds so far.")
    known.ending = Ending(None)
    assert (
        "The host has closed, or can't be reached. Your game is over anyway."
        == waits.line(known, 10.0)
        == waits.now_of(known)
    )
