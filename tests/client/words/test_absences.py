"""Ballots on silent players: what people read, type and press."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.lines.lastwords import LastWords, is_awaited
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.events import Absence, Vote
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.dialog import DialogBox, dialog_boxes
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.words import absences, text, waits
from sealed_wonders.client.words.draw import text_of
from sealed_wonders.client.words.symbols import UNICODE
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.voting import Fault
from sealed_wonders.net.words import p_, use
from tests.support.human import Human, no_answer
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.thorough import only

OFFERED = GONE_AFTER.default
TICK = 5
NAMES = ("ann", "bob", "cleo", "dan")


class Evening:
    """Four people, of whom cleo thinks; ann has the screen of a stack."""

    def __init__(self, folder: Path) -> None:
        self.host = HostHarness(folder / "host", open_terms(4))
        self.people: list[Human] = []
        for name in NAMES:
            at_screen = name == "ann"
            made = Human(
                self.host, name, folder / name, eager=True, at_screen=at_screen
            )
            if name in ("ann", "cleo"):
                made.typing = no_answer
            self.people.append(made)
        for human in self.people:
            self.host.add(human)
        self.ann, self.bob, self.cleo, self.dan = self.people
        self.host.settle()
        known, clock = self.ann.person.known, self.host.clock
        known.code_read = True
        self.stack = ScreenStack(known, Settings(), UNICODE, clock.seconds)
        self.stack.person = self.ann.person
        self.root = RootScreen(self.stack, lambda: LobbyScreen(self.stack))

    def screen(self, width: int = 80, height: int = 24) -> str:
        """Draw what ann sees now."""
        self.root.put()
        rows = [text_of((row,)) for row in self.stack.draw(width, height)]
        assert height == len(rows)
        assert all(len(row) <= width for row in rows)
        return "\n".join(rows)

    def press(self, action: str, *, reads: bool = True) -> str:
        """Press a key; first read what there is, unless it was meant for something else."""
        if reads:
            self.screen()
            self.host.clock.advance(1)
        self.stack.act(action)
        self.host.settle()
        return self.screen()

    def type(self, who: Human, line: str) -> str:
        """Let somebody type; give all that is shown because of it."""
        who.look()
        who.commands.typed(line)
        self.host.settle()
        return "\n".join(who.look())

    def silence(self, who: Human | None = None, seconds: float = OFFERED) -> None:
        (who or self.cleo).disconnect()
        self.host.pass_time(seconds + 2 * TICK, TICK)

    @property
    def boxes(self) -> Sequence[DialogBox]:
        return dialog_boxes(self.stack, "without")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.host.close()


@pytest.fixture
def asked(evening: Evening) -> Evening:
    """Give a table at which bob has proposed to go on without cleo."""
    evening.silence()
    evening.screen()
    evening.type(evening.bob, "without")
    return evening


# Waiting.


def test_since_when_somebody_is_silent_is_said_after_a_while(evening: Evening) -> None:
    """Not at once; then in steps, at the screen as in lines."""
    evening.cleo.disconnect()
    evening.host.pass_time(15, TICK)
    assert "so far." not in evening.screen()
    evening.host.pass_time(15, TICK)
    known = evening.dan.person.known
    assert " 30 seconds so far." == waits.lasts(known, evening.host.clock.seconds())
    evening.host.pass_time(60, TICK)
    said = re.compile(r"Not connected: cleo\. [1-9]0 seconds so far\.$")
    assert any(map(said.search, evening.dan.all))


def test_nobody_is_said_to_be_silent_for_long_who_has_just_begun() -> None:
    known = type("", (), {})
    known.absence, known.wait = Absence(since={1: 100.0}), None  # type: ignore[attr-defined]
    assert "" == waits.lasts(known, 200.0)  # type: ignore[arg-type]


def test_what_several_propose_at_once_is_told_as_one(evening: Evening) -> None:
    """Who says what to it is said once; and so is that nothing comes of it."""
    evening.silence()
    evening.dan.look()
    for human in (evening.ann, evening.bob):
        human.look()
        human.person.voting.go_on(human.person.known.absence.offered)
    evening.host.settle()
    shown = evening.dan.look()
    proposed = [line for line in shown if "propos" in line]
    first, other = (evening.ann, evening.bob)
    if proposed[0].startswith(other.name):
        first, other = other, first
    assert [
        f"{first.name} proposes going on without cleo; everybody else must agree.",
        f"{other.name} makes the same proposal.",
    ] == proposed
    evening.type(evening.dan, "no")
    shown = evening.bob.look()
    assert 1 == shown.count("dan votes no.")
    assert 1 == shown.count("The table keeps waiting.")
    assert not [line for line in shown if "You vote yes" in line]


# At the screen.


def test_that_one_may_propose_is_said_with_its_key(evening: Evening) -> None:
    """Nothing opens by itself; `F7` shows what comes of it, and proposes by a yes."""
    evening.silence()
    drawn = evening.screen()
    assert "F7: You can propose going on without cleo." in drawn
    assert "F7 go on without" in drawn.splitlines()[-1]
    assert not evening.boxes
    assert "y propose" in evening.press("without")
    drawn = evening.press("yes")
    assert "You have voted; some of the others haven't yet." in drawn
    assert "Yes: you" in drawn
    assert "ann proposes going on without cleo" in "\n".join(evening.dan.all)


@pytest.mark.parametrize(
    ("language", "size"),
    only(
        [("fr", (80, 24)), ("en", (120, 40))],
        itertools.product(("en", "fr"), ((80, 24), (120, 40))),
    ),
)
def test_a_ballot_opens_by_itself_and_fits(
    asked: Evening, size: tuple[int, int], language: str
) -> None:
    """All of it: the question, the votes, what is held against whom, what comes of it."""
    use(language)
    drawn = asked.screen(*size)
    assert 1 == len(asked.boxes)
    (vote,) = [asked.stack.known.absence.asks]
    assert vote is not None
    known = asked.stack.known
    (box,) = asked.boxes
    rows = [text_of((row,)) for row in box.rows(box.widest - 5, size[1])]
    assert [] == [row for row in rows if row not in drawn]
    flat = " ".join(" ".join(rows).split())
    seconds = asked.host.clock.seconds()
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


def test_a_ballot_opens_by_itself_once(asked: Evening) -> None:
    """Whoever puts it away finds it behind its key."""
    asked.screen()
    drawn = asked.press("back")
    assert not asked.boxes
    assert "F7: Go on without cleo?" in drawn.splitlines()[-2]
    assert "F7 go on without" in drawn.splitlines()[-1]
    asked.host.pass_time(2 * TICK, TICK)
    assert "F7 go on without" in asked.screen().splitlines()[-1]
    assert not asked.boxes
    assert "Go on without cleo?" in asked.press("without")


def test_enter_and_other_keys_say_neither_yes_nor_no(asked: Evening) -> None:
    for action in ("enter", "choose", "s", "right"):
        asked.stack.say("")
        assert "Please answer first" not in asked.screen()
        drawn = asked.press(action)
        assert "Please answer first: yes, no, or Esc to decide later." in drawn
        assert "Not yet: ann" not in drawn
        assert asked.stack.known.absence.asks is not None


def test_a_yes_is_seen_and_the_box_goes_when_all_have_said_so(asked: Evening) -> None:
    """What came of it is said; the game goes on."""
    asked.screen()
    drawn = asked.press("yes")
    assert "You have voted; some of the others haven't yet." in drawn
    assert "Not yet: dan" in drawn
    assert "ann votes yes." in "\n".join(asked.dan.all)
    asked.type(asked.dan, "yes")
    drawn = asked.screen()
    assert not asked.boxes
    assert "Go on without" not in drawn
    assert "cleo left the game for good." in "\n".join(asked.dan.all)
    assert 3 == len(asked.host.game.fold.active)


def test_a_no_waits_on(asked: Evening) -> None:
    """All are told; it is proposed anew as soon as that may be."""
    asked.screen()
    asked.press("nothing")
    assert "ann votes no." in "\n".join(asked.dan.all)
    assert "The table keeps waiting." in "\n".join(asked.dan.all)
    assert 4 == len(asked.host.game.fold.active)
    (ballot,) = asked.host.game.fold.ballots
    assert Status.VOID is ballot.status


def test_a_vote_that_is_over_asks_nothing_else(asked: Evening) -> None:
    """The box goes that came for it; that one may propose again is said below."""
    asked.screen()
    drawn = asked.press("nothing")
    assert asked.stack.known.absence.offered
    assert not asked.boxes
    assert "F7: You can propose going on without cleo." in drawn
    assert "y propose" in asked.press("without")
    asked.host.pass_time(TICK, TICK)
    assert "y propose" in asked.screen()


def test_whoever_comes_back_and_speaks_ends_the_vote(asked: Evening) -> None:
    """Nothing is asked any more, and nobody is out."""
    asked.screen()
    asked.cleo.connect()
    asked.host.settle()
    asked.type(asked.cleo, "night")
    drawn = asked.screen()
    assert asked.stack.known.absence.asks is None
    assert "y yes" not in drawn
    assert "There is nothing left to vote on." in drawn
    assert "You can propose" not in drawn
    assert 4 == len(asked.host.game.fold.active)


def test_there_is_nothing_behind_the_key_where_nobody_is_silent(
    evening: Evening,
) -> None:
    evening.screen()
    drawn = evening.press("without")
    assert "Nobody is absent, so there is nothing to vote on." in drawn


# In lines.


def test_in_lines_it_is_asked_and_answered(evening: Evening) -> None:
    """With the word to type where it may be proposed, and yes or no where it is asked."""
    evening.silence()
    offered = ["You can propose going on without cleo.", "To do that, type: without"]
    assert offered == evening.bob.all[-2:]
    said = evening.type(evening.bob, "without")
    assert "You propose going on without cleo; everybody else must agree." in said
    asked = "\n".join(evening.dan.look())
    assert "bob proposes going on without cleo; everybody else must agree." in asked
    assert (
        "Go on without cleo?\nThe table is waiting for cleo, who doesn't respond."
    ) in asked
    assert (
        "Type yes or no. If you don't answer within 1 minute, this counts as a no."
    ) in asked
    assert {"yes", "no"} <= set(evening.dan.commands.words())
    assert "You vote yes." in evening.type(evening.dan, "yes")
    assert "dan votes yes." in "\n".join(evening.bob.all)


def test_a_no_in_lines(evening: Evening) -> None:
    evening.silence()
    evening.type(evening.bob, "without")
    said = evening.type(evening.dan, "no")
    assert "You vote no.\nThe table keeps waiting." in said


def test_of_several_proposals_one_is_chosen_in_lines(evening: Evening) -> None:
    """Whoever has said no may be kept."""
    evening.silence()
    bob = evening.bob.person
    cleo, dan = (it.game.seat.number for it in (evening.cleo, evening.dan))
    bob.known.absence = replace(bob.known.absence, offers=((cleo, dan), (cleo,)))
    said = evening.type(evening.bob, "without")
    assert "  without cleo dan: Go on without cleo and dan. " in said
    assert "  without cleo: Go on without cleo. " in said
    said = evening.type(evening.bob, "without cleo")
    assert "You propose going on without cleo; everybody else must agree." in said


def test_yes_is_no_vote_where_none_is_asked(evening: Evening) -> None:
    """Nor is there anybody to go on without."""
    said = evening.type(evening.bob, "without")
    assert "Nobody is absent, so there is nothing to vote on." in said
    evening.type(evening.bob, "yes")
    assert [] == list(evening.host.game.fold.ballots)


def test_in_french_the_words_are_french(evening: Evening) -> None:
    use("fr")
    evening.silence()
    word = p_("typed", "without")
    assert "without" != word
    assert any(line.endswith(word) for line in evening.bob.all)
    evening.type(evening.bob, word)
    evening.type(evening.dan, "oui")
    (ballot,) = evening.host.game.fold.ballots
    assert 2 == list(ballot.votes.values()).count(True)


# Leaving for good.


def test_leaving_asks_whether_it_is_for_good(evening: Evening) -> None:
    """That is one of the answers; the others can go on at once then."""
    evening.screen()
    drawn = evening.press("quit")
    assert dialog_boxes(evening.stack, "quit")
    assert "5 Leave for good" in drawn
    evening.press("digit 5")
    drawn = evening.press("enter")
    assert "Leave this game for good?" in drawn
    assert "can't come back to your seat" in drawn
    evening.press("build")
    evening.press("enter")
    assert evening.ann.left is None
    assert not evening.stack.overlays
    evening.press("quit")
    evening.press("digit 5")
    evening.press("enter")
    evening.press("yes")
    assert "left" == evening.ann.left
    assert "ann has left for good." in "\n".join(
        reason
        for human in (evening.bob, evening.dan)
        for reason in _after_proposal(evening, human)
    )


def _after_proposal(evening: Evening, human: Human) -> list[str]:
    if evening.host.game.fold.ballots.on(evening.host.game.fold.phase.number) == ():
        evening.host.pass_time(TICK, TICK)
        evening.type(evening.bob, "without")
    return human.all


def test_a_game_against_bots_is_given_up(evening: Evening) -> None:
    """Nobody else goes on with it, and nobody is offered to resume it."""
    given_up: list[str] = []
    evening.bob.person.leaving.gives_up = lambda: given_up.append("the game")
    said = evening.type(evening.bob, "leave for good")
    assert "You give the game up, and can't resume it." in said
    assert not given_up
    evening.type(evening.bob, "yes")
    assert ["the game"] == given_up


def test_for_good_is_typed_in_lines(evening: Evening) -> None:
    """And told where one is asked whether to leave."""
    said = evening.type(evening.bob, "quit")
    assert "To leave for good, answer no and type: leave for good" in said
    evening.type(evening.bob, "no")
    said = evening.type(evening.bob, "leave for good")
    assert "you can't come back to your seat" in said
    assert "Leave this game for good? Yes or no?" in said
    assert "Nothing has changed." in evening.type(evening.bob, "no")
    assert evening.bob.left is None
    evening.type(evening.bob, "leave for good")
    said = evening.type(evening.bob, "yes")
    assert (
        "You left the game for good. The others can go on without you right away."
        in said
    )
    assert "left" == evening.bob.left


@pytest.mark.parametrize("how", ["leave for good", "yes"])
def test_the_last_words_say_whether_one_is_waited_for(
    evening: Evening, how: str
) -> None:
    """Who has gone for good isn't told how to come back."""
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


# Who was put out.


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)]
)
def test_who_was_put_out_looks_on_and_leaves_unasked(
    evening: Evening, size: tuple[int, int]
) -> None:
    """Their screen says so, asks nothing, and lets them go."""
    evening.cleo.typing = evening.bob.typing
    evening.type(evening.cleo, "night")
    evening.type(evening.ann, "night")
    for human in (evening.bob, evening.cleo, evening.dan):
        human.typing = no_answer
    evening.silence(evening.ann)
    assert "without ann" in evening.type(evening.bob, "without")
    for human in (evening.cleo, evening.dan):
        evening.type(human, "yes")
    evening.ann.connect()
    evening.host.settle()
    drawn = evening.screen(*size)
    assert absences.put_out() in drawn
    assert "⊗ gone" in drawn
    assert not evening.stack.known.asked
    assert not evening.ann.person.leaving.can_be_for_good
    evening.press("quit")
    assert not evening.stack.overlays
    assert "left" == evening.ann.left


# The city that stays.


@pytest.mark.parametrize(
    "size", [(80, 24), pytest.param((120, 40), marks=pytest.mark.thorough)]
)
def test_a_city_left_alone_is_drawn_so(evening: Evening, size: tuple[int, int]) -> None:
    """Where sides are chosen, at the table, in its box, with points, and in words."""
    evening.silence()
    evening.screen()
    evening.type(evening.bob, "without")
    evening.type(evening.ann, "yes")
    evening.type(evening.dan, "yes")
    seat = evening.stack.known.names.index("cleo")
    assert (seat,) == evening.stack.known.gone
    drawn = evening.screen(*size)
    assert "Choose a side of" in drawn
    assert re.search(r"cleo +⊗ gone", drawn)
    evening.type(evening.ann, "night")
    drawn = evening.screen(*size)
    assert "Choose a side of" not in drawn
    assert "⊗ gone" in drawn
    evening.press(f"city {seat}")
    box = evening.screen(*size)
    assert re.search(r"─ cleo .*⊗ gone", box)
    assert re.search(r"⊗ cleo", box)
    evening.press("back")
    evening.press("scores")
    assert "⊗ cleo" in evening.screen(*size)
    who = evening.type(evening.bob, "who").splitlines()
    assert [("cleo" in line) for line in who] == ["gone" in line for line in who]
    assert "The table goes on without cleo." in evening.type(evening.bob, "city cleo")


def test_the_result_says_who_has_signed_it(evening: Evening) -> None:
    """In lines and at the screen: all but who was put out, who sees it, too."""
    evening.silence()
    evening.type(evening.bob, "without")
    evening.press("yes")
    evening.ann.person.handing.ways[0].do()
    evening.type(evening.dan, "yes")
    evening.cleo.connect()
    evening.host.settle()
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
    said = list(absences.reasons(vote, Absence(), NAMES))
    # Whether we have answered before is no matter to whoever is asked.
    assert len(Fault) - 1 == len(said) == len(set(said))
    assert all("bob" in one for one in said)


@pytest.mark.parametrize(
    "make", [absences.cheated, lambda who, *more: absences.own_cheat(*more)]
)
def test_a_cheat_is_called_one(make: Callable[..., str]) -> None:
    said = make("bob", 7, "a wrong proof")
    assert said.startswith("FRAUD! ")
    assert "entry 7: a wrong proof." in said


def test_a_key_that_was_meant_for_something_else_is_no_vote(evening: Evening) -> None:
    """The box may come up just when somebody presses y, or n, for another question."""
    evening.silence()
    evening.type(evening.bob, "without")
    evening.screen()
    for key in ("yes", "nothing"):
        evening.press(key, reads=False)
    asks = evening.stack.known.absence.asks
    assert asks is not None
    evening.press("yes")
    assert evening.stack.known.absence.asks is None
