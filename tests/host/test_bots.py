"""Bots: started as a command, listened to, and ended by whoever started them."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any, cast

import pytest

from sealed_wonders.client.bots import STRATEGIES as REAL_STRATEGIES
from sealed_wonders.client.commands.bot import bot as bot_command
from sealed_wonders.host.bots import (
    DISMISS_PATIENCE,
    END_PATIENCE,
    LINE_BYTES,
    LINES_CAP,
    STRATEGIES,
    Bots,
)
from tests.support.processes import Processes


class Stable:
    """Bots, and what is told of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reactor = Processes()
        self.ended: list[tuple[str, str, str]] = []
        self.spoke: list[tuple[str, str, str]] = []
        self.bots = Bots(
            cast(Any, self.reactor),
            "random",
            bytes(range(32)),
            folder,
            ended=lambda *news: self.ended.append(news),
            spoke=lambda *news: self.spoke.append(news),
            command=("python", "-m", "bots"),
        )
        self.bots.invitation = "127.0.0.1:7777#00"


@pytest.fixture
def stable(tmp_path: Path) -> Stable:
    return Stable(tmp_path)


def test_each_bot_is_a_process(stable: Stable) -> None:
    """
    With the address, its name, its table, whose it is, and where it may keep things.

    It can tell that we are gone by its standard input, which nothing else comes from.
    """
    stable.bots.start("oak", ["Ada", "Bruno"])
    assert 2 == stable.bots.running
    ada, bruno = stable.reactor.started
    assert (
        *("python", "-m", "bots", "127.0.0.1:7777#00", "--seat-name=Ada"),
        *("--strategy=random", "--table=oak"),
        f"--owner={bytes(range(32)).hex()}",
        f"--keep={stable.folder}",
    ) == ada.arguments
    assert "--seat-name=Bruno" in bruno.arguments
    assert not ada.stdin_closed


def test_bots_that_play_already_are_started_where_they_were(stable: Stable) -> None:
    """By their identities; the command understands that."""
    public = bytes(range(32, 64))
    (stable.folder / public.hex()).mkdir()
    stable.bots.restart("oak", {"Ada": public})
    (ada,) = stable.reactor.started
    assert f"--identity={public.hex()}" in ada.arguments
    context = bot_command.make_context("bot", list(ada.arguments[3:]))
    assert public.hex() == context.params["public"]
    assert stable.folder == context.params["keep"]


def test_a_bot_of_which_nothing_is_left_is_lost(stable: Stable) -> None:
    """Somebody has removed its folder, or an older version had none."""
    stable.bots.restart("oak", {"Ada": bytes(32)})
    assert [] == stable.reactor.started
    ((table, name, how),) = stable.ended
    assert ("oak", "Ada") == (table, name)
    assert f"nothing is left in {stable.folder / bytes(32).hex()}" == how


def test_bots_whose_game_is_over_leave_nothing(stable: Stable) -> None:
    """Nor does it matter if they have done so themselves."""
    public = bytes(range(32, 64))
    (stable.folder / public.hex() / "games").mkdir(parents=True)
    stable.bots.forget([public, bytes(32)])
    assert [] == list(stable.folder.iterdir())


def test_the_command_takes_what_it_is_given(stable: Stable) -> None:
    """The client's own command understands every option, whatever the table's name."""
    stable.bots.start("--help", ["Ada"])
    (ada,) = stable.reactor.started
    context = bot_command.make_context("bot", list(ada.arguments[3:]))
    assert ("Ada",) == tuple(context.params["names"])
    assert "--help" == context.params["table"]
    assert bytes(range(32)).hex() == context.params["owner"]


def test_every_strategy_there_is_can_be_asked_for() -> None:
    """The host can't import the list, so it keeps its own; here they meet."""
    assert sorted(REAL_STRATEGIES) == sorted(STRATEGIES)


def test_what_a_bot_writes_is_passed_on(stable: Stable) -> None:
    """Line by line, however it is cut; what is left when it ends, too."""
    stable.bots.start("oak", ["Ada"])
    (ada,) = stable.reactor.started
    ada.write(b"one\ntw")
    ada.write(b"o\r\n\n\x1b[2Jthree")
    ada.end(1)
    assert ["one", "two", "\ufffd[2Jthree"] == [line for _, _, line in stable.spoke]
    assert {("oak", "Ada")} == {news[:2] for news in stable.spoke}


def test_a_bot_that_talks_without_end_is_not_listened_to(stable: Stable) -> None:
    """So many lines, and so much of one line, are kept; no more."""
    stable.bots.start("oak", ["Ada"])
    (ada,) = stable.reactor.started
    for number in range(LINES_CAP + 1):
        ada.write(b"%d\n" % number)
    assert LINES_CAP == len(stable.spoke)
    for _ in range(1000):
        ada.write(b"x" * LINE_BYTES)
    assert LINE_BYTES >= len(ada.protocol._line)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("status", "signal", "how"),
    [
        (1, None, "exit status 1"),
        (None, 9, "signal 9"),
        (0, None, "as if all were well"),
    ],
)
def test_a_bot_that_ends_too_soon_is_told_of(
    status: int | None, signal: int | None, how: str, stable: Stable
) -> None:
    """By table, name, and how it ended."""
    stable.bots.start("oak", ["Ada"])
    stable.reactor.started[0].end(status, signal)
    assert [("oak", "Ada", how)] == stable.ended
    assert 0 == stable.bots.running


def test_a_bot_that_can_t_be_started_has_ended(stable: Stable) -> None:
    """As when the machine has no room for another process."""
    stable.reactor.refuses = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    stable.bots.start("oak", ["Ada"])
    reason = f"it can't be started: {os.strerror(errno.EAGAIN)}"
    assert [("oak", "Ada", reason)] == stable.ended


def test_bots_of_a_table_that_is_over_end_by_themselves(stable: Stable) -> None:
    """Quietly; nobody is told."""
    stable.bots.start("oak", ["Ada"])
    stable.bots.start("elm", ["Ada"])
    stable.bots.dismiss("oak", at_once=False)
    ada, other = stable.reactor.started
    ada.write(b"the table was closed\n")
    ada.end(1)
    assert [] == stable.ended + stable.spoke
    stable.reactor.advance(3600)
    assert [] == ada.signals + other.signals
    assert 1 == stable.bots.running


def test_bots_that_don_t_end_are_ended(stable: Stable) -> None:
    """After a while they are told to, and then killed."""
    stable.bots.start("oak", ["Ada"])
    (ada,) = stable.reactor.started
    ada.obeys = False
    stable.bots.dismiss("oak", at_once=False)
    stable.bots.dismiss("oak", at_once=False)
    stable.reactor.advance(DISMISS_PATIENCE - 0.1)
    assert [] == ada.signals
    stable.reactor.advance(0.1)
    assert ["TERM"] == ada.signals
    stable.reactor.advance(END_PATIENCE - 0.1)
    assert ["TERM"] == ada.signals
    stable.reactor.advance(0.1)
    assert ["TERM", "KILL"] == ada.signals
    assert 0 == stable.bots.running
    assert [] == stable.reactor.getDelayedCalls()


def test_bots_that_have_nothing_to_finish_are_ended_at_once(stable: Stable) -> None:
    """Those still on their way to a table that is gone would come to the next."""
    stable.bots.start("oak", ["Ada"])
    stable.bots.start("elm", ["Ada"])
    ada, other = stable.reactor.started
    stable.bots.dismiss("oak", at_once=True)
    stable.reactor.advance(0)
    assert ["TERM"] == ada.signals
    assert [] == other.signals
    assert 1 == stable.bots.running
    assert [] == stable.ended + stable.spoke


def test_all_are_ended_at_once(stable: Stable) -> None:
    """Those that were dismissed before, too; it is said when the last has gone."""
    gone: list[None] = []
    stable.bots.start("oak", ["Ada", "Bruno"])
    stable.bots.start("elm", ["Ada"])
    stable.bots.dismiss("elm", at_once=False)
    stubborn = stable.reactor.started[1]
    stubborn.obeys = False
    stable.bots.end_all().addCallback(gone.append)
    assert [["TERM"]] * 3 == [one.signals for one in stable.reactor.started]
    assert [] == gone
    stable.reactor.advance(END_PATIENCE)
    assert [None] == gone
    assert [] == stable.ended
    assert [] == stable.reactor.getDelayedCalls()


def test_where_there_are_none_nobody_is_waited_for(stable: Stable) -> None:
    """A host without bots ends at once."""
    gone: list[None] = []
    stable.bots.end_all().addCallback(gone.append)
    assert [None] == gone
