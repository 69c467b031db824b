"""Ballots on absent players: what people read, type and press."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from sealed_wonders.client.commands import seated
from sealed_wonders.client.lines.lastwords import LastWords, is_awaited
from sealed_wonders.client.program import ENDS_AT_START
from sealed_wonders.client.table.events import Absence, Vote
from sealed_wonders.client.tablewords import absences, waits
from sealed_wonders.client.words import text
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.voting import Fault
from sealed_wonders.net.words import use
from tests.support.evening import TICK, TableOfFour
from tests.support.thorough import only


@pytest.fixture
def evening(tmp_path: Path) -> TableOfFour:
    return TableOfFour(tmp_path)


@pytest.fixture
def with_ballot(evening: TableOfFour) -> TableOfFour:
    """Return a table at which bob has proposed going on without cleo."""
    evening.silence()
    evening.screen()
    evening.type(evening.bob, "without")
    return evening


# Waiting.


def test_the_length_of_an_absence_is_shown_after_a_while(evening: TableOfFour) -> None:
    """It is then updated in steps, on the screen as in line mode."""
    evening.cleo.disconnect()
    evening.host.pass_time(15, TICK)
    assert "so far." not in evening.screen()
    evening.host.pass_time(15, TICK)
    known = evening.dan.person.known
    assert " 30 seconds so far." == waits.lasts(known, evening.host.clock.seconds())
    evening.host.pass_time(60, TICK)
    said = re.compile(r"Not connected: cleo\. [1-9]0 seconds so far\.$")
    assert any(map(said.search, evening.dan.all))


def test_no_length_is_shown_without_a_wait() -> None:
    known = type("", (), {})
    known.absence, known.wait = Absence(since={1: 100.0}), None  # type: ignore[attr-defined]
    assert "" == waits.lasts(known, 200.0)  # type: ignore[arg-type]


# On the screen.


@pytest.mark.parametrize(
    ("language", "size"),
    only(
        [("fr", (80, 24)), ("en", (120, 40))],
        itertools.product(("en", "fr"), ((80, 24), (120, 40))),
    ),
)
def test_a_ballots_box_opens_by_itself_and_fits(
    with_ballot: TableOfFour, size: tuple[int, int], language: str
) -> None:
    """It shows the question, the reasons, the consequences and the keys."""
    use(language)
    with_ballot.screen(*size)
    assert 1 == len(with_ballot.screen.boxes("without"))
    (vote,) = [with_ballot.stack.known.absence.asks]
    assert vote is not None
    known = with_ballot.stack.known
    flat = with_ballot.screen.read("without", *size)
    seconds = with_ballot.host.clock.seconds()
    assert vote.until is not None
    for said in (
        absences.question(vote, known),
        *absences.reasons(vote, known.absence, known.names),
        *absences.consequences(vote, known),
        absences.answer_in_time(vote.until - seconds, by_program=False),
    ):
        assert " ".join(said.split()) in flat
    keys = {"en": "y yes n no Esc later", "fr": "o oui n non Échap plus tard"}
    assert flat.endswith(keys[language])


# Line mode.


def test_in_line_mode_one_of_several_proposals_is_chosen(evening: TableOfFour) -> None:
    """One may keep a player who has voted no."""
    evening.silence()
    bob = evening.bob.person
    cleo, dan = (it.game.seat.number for it in (evening.cleo, evening.dan))
    bob.known.absence = replace(bob.known.absence, offers=((cleo, dan), (cleo,)))
    said = evening.type(evening.bob, "without")
    assert "  without cleo dan: Go on without cleo and dan. " in said
    assert "  without cleo: Go on without cleo. " in said
    said = evening.type(evening.bob, "without cleo")
    assert "You propose going on without cleo; everybody else must agree." in said


# Leaving for good.


def test_leaving_a_game_against_bots_for_good_gives_it_up(evening: TableOfFour) -> None:
    """Nobody else continues it, and nobody is offered to resume it."""
    given_up: list[str] = []
    evening.bob.person.leaving.gives_up = lambda: given_up.append("the game")
    said = evening.type(evening.bob, "leave for good")
    assert "You give the game up, and can't resume it." in said
    assert not given_up
    evening.type(evening.bob, "yes")
    assert ["the game"] == given_up


def test_the_last_words_name_the_game_and_the_start_screen(
    evening: TableOfFour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    If the player came from the start screen, it comes next, so nothing needs to be
    typed.
    """
    monkeypatch.setenv(ENDS_AT_START, "yes")
    evening.type(evening.bob, "quit")
    assert "your game of 7 Wonders. Your seat is kept" in evening.type(
        evening.bob, "yes"
    )
    words = LastWords()
    words.note(evening.bob.person)
    others = text.listing([it for it in evening.bob.person.known.names if it != "bob"])
    (line,) = words.lines
    assert line.startswith(f"You have left your game of 7 Wonders with {others}. Your")
    assert "return to the game from the start screen, which comes next" in line


def test_lines_about_an_earlier_game_scroll_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If a screen comes next, the terminal shows only the current lines."""
    monkeypatch.setattr(seated, "scroll_away", partial(echo, "---"))
    seated.say(["one"])
    seated.say(["two"], goes_on=True)
    monkeypatch.setenv(ENDS_AT_START, "yes")
    seated.say(["three"])
    said = capsys.readouterr().out.split("---")
    assert ["one", "two", "three"] == [part.strip() for part in said]


@pytest.mark.parametrize("how", ["leave for good", "yes"])
def test_the_last_words_explain_how_to_return_unless_gone_for_good(
    evening: TableOfFour, how: str
) -> None:
    """If a player has left for good, the command to return isn't shown."""
    evening.type(evening.bob, "quit" if how == "yes" else how)
    evening.type(evening.bob, "yes")
    words = LastWords()
    words.note(evening.bob.person)
    is_gone = how != "yes"
    gone = (absences.gone_for_good(),)
    assert (gone if is_gone else (text.come_back(), "wonders join here")) == words.lines
    assert (
        is_awaited(evening.bob.person) == evening.bob.person.leaving.has_seat != is_gone
    )


# The result.


def test_the_result_says_who_has_signed_it(evening: TableOfFour) -> None:
    """
    In line mode and on the screen, everybody except the removed player is named. The
    removed player sees that as well.
    """
    evening.silence()
    evening.type(evening.bob, "without")
    evening.screen.press("yes")
    evening.ann.person.handing.ways[0].do()
    evening.type(evening.dan, "yes")
    evening.host.reconnect([evening.cleo])
    while not evening.host.game.fold.over:
        evening.host.pass_time(TICK, TICK)
    evening.host.settle()
    names = evening.ann.person.known.names
    assert evening.ann.person.known.ending is not None

    def said(name: str) -> str:
        signers = ["you" if it == name else it for it in names if it != "cleo"]
        who = f"{', '.join(signers[:-1])} and {signers[-1]}"
        return f"All the remaining players have signed this result: {who}."

    drawn = " ".join(evening.screen().split())
    assert said("ann") in drawn
    for human in (evening.dan, evening.cleo):
        told = "\n".join(human.all)
        assert said(names[human.person.known.viewpoint]) in told
        assert "Everybody has signed" not in told


# Sentences.


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_fault_has_a_sentence(language: str) -> None:
    use(language)
    vote = Vote(0, 0, (1,), {1: tuple(Fault)}, {0: True}, (2,), Status.OPEN)
    said = list(absences.reasons(vote, Absence(), ("ann", "bob", "cleo", "dan")))
    # The fault about an earlier answer has no sentence in the question.
    assert len(Fault) - 1 == len(said) == len(set(said))
    assert all("bob" in one for one in said)


def test_keys_pressed_before_a_ballot_was_shown_are_no_vote(
    evening: TableOfFour,
) -> None:
    """The box may open just as somebody presses y or n for another question."""
    evening.silence()
    evening.type(evening.bob, "without")
    evening.screen()
    for key in ("yes", "nothing"):
        evening.stack.act(key)
    asks = evening.stack.known.absence.asks
    assert asks is not None
    evening.screen.press("yes")
    assert evening.stack.known.absence.asks is None
