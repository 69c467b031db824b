"""A ballot on going on without us: the alert, and answering it with one key."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest

from sealed_wonders.client.person.features import named as feature_named
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import ShowPresence
from sealed_wonders.client.table.events import Vote
from sealed_wonders.client.tablewords import absences, stillthere
from sealed_wonders.client.tablewords.stillthere import LAST_CALL
from sealed_wonders.client.terminal.screens.dialog import DialogBox, dialog_box
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.words import text
from sealed_wonders.net.attendance import MAX_STATEMENTS_PER_SEAT
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.messages import FromClient, Post
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.words import use
from tests.support.evening import ScreenOf
from tests.support.human import Human, build_first
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import identity_of

TICK = 5
PATIENCE = 4 * GONE_AFTER.default
SIZES = [(80, 24), (140, 45)]
OWNER = identity_of("somebody").public


class Evening:
    """
    Four players: ann thinks, on the screen; bob and dan play in line mode, or dan is a
    bot.

    Attributes:
        stack: ann's screen.
    """

    def __init__(
        self, folder: Path, *, has_bots: bool = True, at_screen: bool = True
    ) -> None:
        self.host = HostHarness(folder / "host", open_terms(4))
        self.ann = Human(
            self.host, "ann", folder / "ann", eager=True, at_screen=at_screen
        )
        self.bob = Human(self.host, "bob", folder / "bob", eager=True)
        self.bob.typing = build_first
        people: list[Client] = [self.ann, self.bob]
        for human in (self.ann, self.bob):
            self.host.add(human)
        for name in ("cleo", "dan"):
            if has_bots:
                bot = self.host.client(name, owner=OWNER)
                bot.player.is_program = True
            else:
                other = Human(self.host, name, folder / name, eager=True)
                other.typing = build_first
                people.append(self.host.add(other))
        self.host.settle()
        self.screen = ScreenOf(self.ann)
        self.stack = self.screen.stack

    @property
    def vote(self) -> Vote:
        """The ballot about ann."""
        vote = self.ann.person.known.absence.against_us
        assert vote is not None
        return vote

    def pass_time(self, seconds: float) -> None:
        self.host.pass_time(seconds, TICK)

    def propose(self) -> None:
        """Make bob propose going on without ann."""
        self.bob.look()
        self.bob.commands.typed("without")
        self.host.settle()

    def press(self, action: str) -> str:
        """Press a key, as the application does."""
        self.stack.act(action)
        self.stack.touched()
        self.host.settle()
        return self.screen()

    @property
    def boxes(self) -> Sequence[DialogBox]:
        return self.screen.boxes("present")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def evening(folder: Path) -> Evening:
    made = Evening(folder)
    made.pass_time(GONE_AFTER.default + TICK)
    return made


@pytest.fixture
def in_line_mode(folder: Path) -> Evening:
    made = Evening(folder, at_screen=False)
    made.pass_time(GONE_AFTER.default + TICK)
    return made


# On the screen.


def test_a_ballot_about_us_rings_once_and_counts_down(evening: Evening) -> None:
    """It rings even if the player doesn't want the bell for their turns."""
    assert (0, []) == (evening.ann.calls, evening.boxes)
    evening.propose()
    assert 1 == evening.ann.calls
    evening.screen()
    (box,) = evening.boxes
    assert evening.host.clock.seconds() + 1 == box.wakes
    evening.pass_time(2 * TICK)
    assert 1 == evening.ann.calls
    evening.pass_time(60 - 2 * TICK)
    assert "The bots will vote yes in 30 s" in evening.screen()


def test_the_box_shows_the_proposer_the_time_and_the_keys(
    evening: Evening,
) -> None:
    evening.propose()
    known, now = evening.stack.known, evening.host.clock.seconds()
    for language, size in itertools.product(("en", "fr"), SIZES):
        use(language)
        flat = evening.screen.read("present", *size)
        said = [
            *stillthere.lines(evening.vote, known, now),
            *stillthere.what_to_do(known, by_line=False),
        ]
        assert "bob" in said[0]
        assert text.duration(GONE_AFTER.default) in said[1]
        assert " ".join(" ".join(said).split()) == flat


@pytest.mark.parametrize("action", ["enter", "build", "back", "right", "quit"])
def test_any_key_only_confirms_that_we_are_here(evening: Evening, action: str) -> None:
    evening.propose()
    evening.screen()
    ballots = evening.host.game.fold.ballots
    phase = evening.host.game.fold.phase.number
    drawn = evening.press(action)
    assert [] == evening.stack.overlays
    assert "to go on without you" not in drawn
    assert [Status.VOID] == [it.status for it in ballots]
    assert phase == evening.host.game.fold.phase.number
    assert evening.ann.person.known.menu is not None
    assert "ann pressed a key to show that they are still there." in evening.bob.all
    assert "The others have been told that you are here." in [
        one.line for one in evening.ann.person.known.narration
    ]


def test_a_choice_ends_the_ballot_too(evening: Evening) -> None:
    evening.propose()
    evening.screen()
    evening.ann.commands.typed("1")
    evening.host.settle()
    evening.screen()
    assert [] == evening.boxes
    assert not any(
        evening.host.game.fold.attendance.count(evening.ann.seat.number, it)
        for it in MAX_STATEMENTS_PER_SEAT
    )


def test_after_the_last_confirmation_only_a_choice_helps(evening: Evening) -> None:
    """Until then, each ballot rings and opens its box."""
    for times in range(1, MAX_STATEMENTS_PER_SEAT["HERE"] + 1):
        evening.propose()
        evening.screen()
        assert (times, 1) == (evening.ann.calls, len(evening.boxes))
        left = evening.ann.person.known.absence.keys_left
        assert f"{left} more time" in " ".join(
            stillthere.what_to_do(evening.stack.known, by_line=False)
        )
        evening.press("back")
        evening.pass_time(GONE_AFTER.default + TICK)
        assert [] == evening.boxes
    evening.propose()
    drawn = evening.screen()
    assert "In this game, you can't confirm again that you are here." in drawn
    assert "Press any key" not in drawn
    # The box can be closed, and the ballot stays open.
    evening.press("back")
    assert [] == evening.boxes
    assert evening.vote.status is Status.OPEN


def test_without_bots_all_the_others_decide(folder: Path) -> None:
    """The ballot's reasons mention that the player has confirmed being there."""
    evening = Evening(folder, has_bots=False)
    evening.pass_time(GONE_AFTER.default + TICK)
    evening.propose()
    drawn = evening.screen()
    assert "If everybody else agrees, you will be out of the game." in drawn
    assert "bots" not in drawn
    evening.ann.do(ShowPresence())
    evening.host.settle()
    known = evening.bob.person.known
    (vote,) = known.absence.votes
    assert "ann pressed a key to show that they are still there." in list(
        absences.reasons(vote, known.absence, known.names)
    )


def test_a_removed_player_reads_what_the_client_told_the_others(
    evening: Evening,
) -> None:
    """Nobody was at the keyboard: the client said so, and the bots agreed."""
    evening.propose()
    evening.pass_time(GONE_AFTER.default + TICK)
    assert evening.ann.seat.number not in evening.host.game.fold.active
    assert "Your program tells the others that nobody is at the keyboard." in [
        one.line for one in evening.ann.person.known.narration
    ]
    assert "ann's program says that nobody is at the keyboard." in evening.bob.all
    evening.screen()
    assert [] == evening.boxes


# Line mode.


def test_in_line_mode_a_ballot_about_us_rings_and_offers_enter(
    in_line_mode: Evening,
) -> None:
    ann = in_line_mode.ann
    ann.look()
    in_line_mode.propose()
    assert 1 == ann.calls
    shown = ann.look()
    assert "bob wants to go on without you." in shown
    assert "The bots will vote yes in 1 minute 30 seconds." in shown
    assert "Press Enter to confirm that you are here, or make your choice." in shown
    ann.do(ShowPresence())
    in_line_mode.host.settle()
    assert "The others have been told that you are here." in ann.look()
    (ballot,) = in_line_mode.host.game.fold.ballots
    assert Status.VOID is ballot.status


def test_in_line_mode_a_last_call_comes_before_the_end(in_line_mode: Evening) -> None:
    in_line_mode.propose()
    in_line_mode.ann.look()
    in_line_mode.pass_time(GONE_AFTER.default - LAST_CALL)
    assert 2 == in_line_mode.ann.calls
    assert "The bots will vote yes in 20 seconds." in in_line_mode.ann.look()


# The proposer.


def test_the_proposer_sees_how_long_the_bots_will_wait(in_line_mode: Evening) -> None:
    """
    Line mode prints it once per ballot; the screen shows it as long as the ballot is
    open.
    """
    in_line_mode.ann.tamper = without_posts
    in_line_mode.propose()
    in_line_mode.pass_time(3 * TICK)
    left = text.duration(PATIENCE - GONE_AFTER.default - TICK)
    said = f"The bots will wait another {left} for ann before they agree."
    assert 1 == in_line_mode.bob.all.count(said)
    stack = ScreenStack(
        in_line_mode.bob.person.known,
        Settings(),
        UNICODE,
        in_line_mode.host.clock.seconds,
    )
    stack.person = in_line_mode.bob.person
    feature = feature_named("without")
    assert feature is not None
    box = dialog_box(stack, in_line_mode.bob.person, feature)
    rows = " ".join(text_of((row,)) for row in box.rows(60, 24))
    left = text.duration(PATIENCE - GONE_AFTER.default - 4 * TICK)
    assert f"The bots will wait another {left} for ann before they agree." in " ".join(
        rows.split()
    )
    assert in_line_mode.host.clock.seconds() + 1 == box.wakes


def without_posts(message: FromClient) -> FromClient | None:
    """Drop whatever the client would post in the game by itself."""
    return None if isinstance(message, Post) else message
