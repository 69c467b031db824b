"""Seats that change hands: to the end of a game, with lying hosts, and in French."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sealed_wonders.client.person.person import Person
from sealed_wonders.client.tablewords.spokenwords import in_every_language
from sealed_wonders.client.tablewords.trust import identity_code
from sealed_wonders.net.messages import FromHost, Taker, Takers, Whispered
from sealed_wonders.net.words import use
from tests.support.evening import SIZES, TICK, Evening, ScreenOf
from tests.support.human import Human
from tests.support.lobbies import identity_of
from tests.support.thorough import only


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path)


# The end.

SETTLED = 5
"""Ticks after which the last news is no longer shown."""


@pytest.mark.parametrize("game", only(["wonders"], ["wonders", "architects"]))
def test_the_result_belongs_to_the_new_holder_of_a_handed_over_seat(
    tmp_path: Path, game: str
) -> None:
    """Every screen says so, and the former holder reads nothing more about "you"."""
    evening = Evening(tmp_path, game)
    eve = evening.connect_spectator(at_screen=True)
    evening.screen.leave_by("Give your seat to eve")
    at = ScreenOf(eve)
    at.press("yes")
    for human in (evening.bob, evening.cleo, eve):
        evening.type(human, "give program")
    old = evening.ann.person
    since_the_end = 0
    for _turn in range(100):
        for size in SIZES:
            evening.screen(*size)
            at(*size)
        evening.host.pass_time(TICK, TICK)
        since_the_end += old.known.ending is not None
        if since_the_end == SETTLED:
            break
    assert old.known.ending is not None
    assert None is old.known.ours
    if game == "wonders":
        at.press("enter")  # closes the news of the last turn
    for size in SIZES:
        assert "(you)" not in evening.screen(*size)
        assert "eve" in evening.screen(*size)
        assert "eve (you)" in at(*size)
        assert "This program is playing for you" not in at(*size)
    lines = lines_told_to(evening.ann)
    since = lines[lines.index("eve has your seat now. You are watching.") + 1 :]
    assert since
    assert not any(re.search(r"^You | beats? you|: you ", line) for line in since)


def lines_told_to(human: Human) -> list[str]:
    """Return every line that somebody was told, about the game and the table."""
    return [it.line for it in human.person.known.narration.since(0)]


def test_a_rematch_waits_for_the_current_holders_of_the_seats(evening: Evening) -> None:
    """It waits for the friend who took a seat, not for the player who gave it away."""
    eve = evening.connect_spectator()
    evening.give_seat(evening.bob, "eve")
    evening.type(eve, "yes")
    before, after = eve.person, eve._listener()
    assert isinstance(after, Person)
    after.return_from(before)
    assert {"ann", "cleo", "eve"} == {*after.known.returning}


# A host that sends nonsense.


def send_from_host(evening: Evening, who: Human, *messages: FromHost) -> None:
    """Deliver messages that no honest host sends."""
    for message in messages:
        who.session.receive(message)


def test_spectators_with_strange_names_break_nothing(evening: Evening) -> None:
    """They are drawn, and can be chosen, even if their names look like commands."""
    names = ["bob", "program", "bot", "x" * 24, "é" * 24, "keep", "0"]
    takers = tuple(
        Taker(name, bytes([at]) * 32, None, None, None) for at, name in enumerate(names)
    )
    table = evening.host.table.name
    send_from_host(evening, evening.ann, Takers(table, takers))
    send_from_host(evening, evening.bob, Takers(table, takers))
    for size in SIZES:
        evening.screen(*size)
        evening.screen.press("quit")
        evening.screen(*size)
        evening.screen.press(*["down"] * 12)
        drawn = evening.screen(*size)
        evening.screen.press("back")
    assert "take the seat back" in drawn or "Leave" in drawn
    said = evening.type(evening.bob, "give")
    assert said.count("who is watching") == len(names)
    # A spectator called "program" doesn't hide the command for the bot.
    evening.type(evening.bob, "give program")
    assert evening.bob.person.known.handing.autopilot
    evening.type(evening.bob, "keep")
    # Bob's bot has chosen: an absent spectator is asked after this phase.
    assert "0 will be asked to take your seat once" in evening.give_seat(
        evening.bob, "0"
    )
    assert "You keep your seat." in evening.type(evening.bob, "keep")


@pytest.mark.parametrize("at", [0, 1])
def test_an_ambiguous_name_needs_words_to_receive_a_seat(
    evening: Evening, at: int
) -> None:
    """The impostor is first in the list. The words are accepted in both languages."""
    eve, table = evening.connect_spectator(), evening.host.table.name
    other = Taker("EVE", identity_of("eve 2").public, None, None, None)
    real = Taker("eve", eve.identity.public, None, None, None)
    send_from_host(evening, evening.bob, Takers(table, (other, real)))
    said = evening.type(evening.bob, "give eve")
    assert None is evening.bob.person.known.handing.giving
    words = in_every_language(identity_code(eve.identity.public))
    assert f"give eve {words[0]}: Give your seat to eve≈2" in " ".join(said.split())
    evening.give_seat(evening.bob, f"eve {words[at]}")
    giving = evening.bob.person.known.handing.giving
    assert giving is not None
    assert eve.identity.public == giving.to


def test_a_changed_key_is_reported_before_a_seat_is_given(evening: Evening) -> None:
    """After the handover, a warning would be too late."""
    evening.bob.person.trusted.meet("eve", identity_of("the real eve").public)
    evening.connect_spectator()
    said = " ".join(evening.type(evening.bob, "give").split())
    assert "This eve has a different key from the eve you know" in said
    assert "another key" not in " ".join(evening.type(evening.cleo, "give").split())


def test_meaningless_whispers_are_ignored(evening: Evening) -> None:
    eve = evening.connect_spectator()
    table, ann = evening.host.table.name, evening.ann
    before = len(lines_told_to(ann)), len(lines_told_to(eve))
    for who in (ann, eve):
        for sender in (ann, eve, evening.bob):
            for sealed in (b"", b"x" * 100, bytes(4000)):
                send_from_host(
                    evening, who, Whispered(table, sender.identity.public, sealed)
                )
    assert before == (len(lines_told_to(ann)), len(lines_told_to(eve)))
    evening.choose(ann)


# In French.


def test_handing_over_a_seat_is_entirely_in_french(evening: Evening) -> None:
    """The translations fit on every size of screen."""
    use("fr")
    eve = evening.connect_spectator(at_screen=True)
    at_eve = ScreenOf(eve)
    for size in SIZES:
        assert not re.search(r"\b(You|look|seat|hand)\b", at_eve(*size))
    evening.screen.press("quit")
    for at in range(2, 6):
        drawn = evening.screen.press(f"digit {at}")
        for size in SIZES:
            evening.screen(*size)
        assert not re.search(r"\b(Give|Let|Leave|seat|you)\b", drawn)
    drawn = evening.screen.press("digit 4", "enter")
    assert not re.search(r"\b(Give|sure|seat|yes)\b", drawn)
    evening.screen.press("yes")
    for size in SIZES:
        assert "Will you take it" not in at_eve(*size)
    at_eve.press("yes")
    assert ["bob", "cleo", "eve"] == evening.seats
    for size in SIZES:
        assert not re.search(r"\b(seat|look)\b", evening.screen(*size))
