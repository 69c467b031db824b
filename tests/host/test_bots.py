"""Bots: started as a command, listened to, and ended by whoever started them."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any, cast

import pytest

from sealed_wonders.client.bots import STRATEGIES as REAL_STRATEGIES
from sealed_wonders.client.commands.bot import bot as bot_command
from sealed_wonders.client.table.keep import Keep
from sealed_wonders.client.table.memory import OnDisk
from sealed_wonders.host.bots import (
    DISMISS_PATIENCE,
    END_PATIENCE,
    LINE_BYTES,
    LINES_CAP,
    STRATEGIES,
    Bots,
    NoBots,
)
from sealed_wonders.net.identity import Identity
from tests.support.processreactor import ProcessReactor


class BotsHarness:
    """`Bots` on a fake reactor, and what they tell."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reactor = ProcessReactor()
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
def harness(tmp_path: Path) -> BotsHarness:
    return BotsHarness(tmp_path)


def test_each_bot_is_a_process(harness: BotsHarness) -> None:
    """
    With the address, its name, its table, whose it is, and where it may keep things.

    It can tell that we are gone by its standard input, which nothing else comes from.
    """
    harness.bots.start("oak", ["Ada", "Bruno"])
    assert 2 == harness.bots.running
    ada, bruno = harness.reactor.started
    assert (
        *("python", "-m", "bots", "127.0.0.1:7777#00", "--seat-name=Ada"),
        *("--strategy=random", "--table=oak"),
        f"--owner={bytes(range(32)).hex()}",
        f"--keep={harness.folder}",
    ) == ada.arguments
    assert "--seat-name=Bruno" in bruno.arguments
    assert not ada.stdin_closed


def test_bots_that_play_already_are_started_where_they_were(
    harness: BotsHarness,
) -> None:
    """By their identities; the command understands that."""
    public = bytes(range(32, 64))
    (harness.folder / public.hex()).mkdir()
    harness.bots.restart("oak", {"Ada": public})
    (ada,) = harness.reactor.started
    assert f"--identity={public.hex()}" in ada.arguments
    context = bot_command.make_context("bot", list(ada.arguments[3:]))
    assert public.hex() == context.params["public"]
    assert harness.folder == context.params["keep"]


def test_a_bot_of_which_nothing_is_left_is_lost(harness: BotsHarness) -> None:
    """Somebody has removed its folder, or an older version had none."""
    harness.bots.restart("oak", {"Ada": bytes(32)})
    assert [] == harness.reactor.started
    ((table, name, how),) = harness.ended
    assert ("oak", "Ada") == (table, name)
    assert f"nothing is left in {harness.folder / bytes(32).hex()}" == how


def test_bots_whose_game_is_over_leave_nothing(harness: BotsHarness) -> None:
    """Nor does it matter if they have done so themselves."""
    public = bytes(range(32, 64))
    (harness.folder / public.hex() / "games").mkdir(parents=True)
    harness.bots.forget([public, bytes(32)])
    assert [] == list(harness.folder.iterdir())


def test_nothing_is_left_of_bots_whose_game_is_over(harness: BotsHarness) -> None:
    """Whoever agreed to take a seat there and never got it; bots of other games stay."""
    here, elsewhere = (Identity.generate() for _ in range(2))
    over, other = bytes(32), bytes(range(32))
    for bot, table in ((here, over), (elsewhere, other)):
        store = Keep(harness.folder, bot).store_of(table)
        assert isinstance(store, OnDisk)
        store.close()
    harness.bots.forget_game(over)
    assert [elsewhere.public.hex()] == [it.name for it in harness.folder.iterdir()]


def test_the_command_takes_what_it_is_given(harness: BotsHarness) -> None:
    """The client's own command understands every option, whatever the table's name."""
    harness.bots.start("--help", ["Ada"])
    (ada,) = harness.reactor.started
    context = bot_command.make_context("bot", list(ada.arguments[3:]))
    assert ("Ada",) == tuple(context.params["names"])
    assert "--help" == context.params["table"]
    assert bytes(range(32)).hex() == context.params["owner"]


def test_a_bot_is_summoned_to_look_on(harness: BotsHarness) -> None:
    """It is started like the others, and the command understands what it is to do."""
    assert harness.bots.summon("oak", "Ada")
    (ada,) = harness.reactor.started
    context = bot_command.make_context("bot", list(ada.arguments[3:]))
    assert (True, "oak") == (context.params["looks_on"], context.params["table"])
    assert (harness.folder, None) == (context.params["keep"], context.params["public"])


def test_it_is_known_which_bots_are_kept(harness: BotsHarness) -> None:
    """By their folders, which they make themselves."""
    (harness.folder / bytes(32).hex()).mkdir()
    assert harness.bots.keeps(bytes(32))
    assert not harness.bots.keeps(bytes(range(32)))


def test_a_host_without_bots_summons_none() -> None:
    """It says so."""
    assert not NoBots().summon("oak", "Ada")
    assert not NoBots().keeps(bytes(32))


def test_every_strategy_there_is_can_be_asked_for() -> None:
    """The host can't import the list, so it keeps its own; here they meet."""
    assert sorted(REAL_STRATEGIES) == sorted(STRATEGIES)


def test_what_a_bot_writes_is_passed_on(harness: BotsHarness) -> None:
    """Line by line, however it is cut; what is left when it ends, too."""
    harness.bots.start("oak", ["Ada"])
    (ada,) = harness.reactor.started
    ada.write(b"one\ntw")
    ada.write(b"o\r\n\n\x1b[2Jthree")
    ada.end(1)
    assert ["one", "two", "\ufffd[2Jthree"] == [line for _, _, line in harness.spoke]
    assert {("oak", "Ada")} == {news[:2] for news in harness.spoke}


def test_a_bot_that_talks_without_end_is_not_listened_to(harness: BotsHarness) -> None:
    """So many lines, and so much of one line, are kept; no more."""
    harness.bots.start("oak", ["Ada"])
    (ada,) = harness.reactor.started
    for number in range(LINES_CAP + 1):
        ada.write(b"%d\n" % number)
    assert LINES_CAP == len(harness.spoke)
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
    status: int | None, signal: int | None, how: str, harness: BotsHarness
) -> None:
    """By table, name, and how it ended."""
    harness.bots.start("oak", ["Ada"])
    harness.reactor.started[0].end(status, signal)
    assert [("oak", "Ada", how)] == harness.ended
    assert 0 == harness.bots.running


def test_a_bot_that_can_t_be_started_has_ended(harness: BotsHarness) -> None:
    """As when the machine has no room for another process."""
    harness.reactor.refuses = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    harness.bots.start("oak", ["Ada"])
    reason = f"it can't be started: {os.strerror(errno.EAGAIN)}"
    assert [("oak", "Ada", reason)] == harness.ended


def test_bots_of_a_table_that_is_over_end_by_themselves(harness: BotsHarness) -> None:
    """Quietly; nobody is told."""
    harness.bots.start("oak", ["Ada"])
    harness.bots.start("elm", ["Ada"])
    harness.bots.dismiss("oak", at_once=False)
    ada, other = harness.reactor.started
    ada.write(b"the table was closed\n")
    ada.end(1)
    assert [] == harness.ended + harness.spoke
    harness.reactor.advance(3600)
    assert [] == ada.signals + other.signals
    assert 1 == harness.bots.running


def test_bots_that_don_t_end_are_ended(harness: BotsHarness) -> None:
    """After a while they are told to, and then killed."""
    harness.bots.start("oak", ["Ada"])
    (ada,) = harness.reactor.started
    ada.obeys = False
    harness.bots.dismiss("oak", at_once=False)
    harness.bots.dismiss("oak", at_once=False)
    harness.reactor.advance(DISMISS_PATIENCE - 0.1)
    assert [] == ada.signals
    harness.reactor.advance(0.1)
    assert ["TERM"] == ada.signals
    harness.reactor.advance(END_PATIENCE - 0.1)
    assert ["TERM"] == ada.signals
    harness.reactor.advance(0.1)
    assert ["TERM", "KILL"] == ada.signals
    assert 0 == harness.bots.running
    assert [] == harness.reactor.getDelayedCalls()


def test_bots_that_have_nothing_to_finish_are_ended_at_once(
    harness: BotsHarness,
) -> None:
    """Those still on their way to a table that is gone would come to the next."""
    harness.bots.start("oak", ["Ada"])
    harness.bots.start("elm", ["Ada"])
    ada, other = harness.reactor.started
    harness.bots.dismiss("oak", at_once=True)
    harness.reactor.advance(0)
    assert ["TERM"] == ada.signals
    assert [] == other.signals
    assert 1 == harness.bots.running
    assert [] == harness.ended + harness.spoke


def test_all_are_ended_at_once(harness: BotsHarness) -> None:
    """Those that were dismissed before, too; it is said when the last has gone."""
    gone: list[None] = []
    harness.bots.start("oak", ["Ada", "Bruno"])
    harness.bots.start("elm", ["Ada"])
    harness.bots.dismiss("elm", at_once=False)
    stubborn = harness.reactor.started[1]
    stubborn.obeys = False
    harness.bots.end_all().addCallback(gone.append)
    assert [["TERM"]] * 3 == [one.signals for one in harness.reactor.started]
    assert [] == gone
    harness.reactor.advance(END_PATIENCE)
    assert [None] == gone
    assert [] == harness.ended
    assert [] == harness.reactor.getDelayedCalls()


def test_where_there_are_none_nobody_is_waited_for(harness: BotsHarness) -> None:
    """A host without bots ends at once."""
    gone: list[None] = []
    harness.bots.end_all().addCallback(gone.append)
    assert [None] == gone
