"""The host's bots: they share few processes, follow orders, and end with the host."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any, cast

import pytest

from sealed_wonders.client.commands.bot import bot as bot_command
from sealed_wonders.client.storage.settingvalues import listens_at, load
from sealed_wonders.client.table.keep import TAG, BotFolder
from sealed_wonders.client.table.memory import OnDisk
from sealed_wonders.host.botprocess import ENDED_WELL, LINES_CAP, STOP_PATIENCE
from sealed_wonders.host.bots import (
    BOT_MEMORY,
    CROWD,
    DISMISS_PATIENCE,
    FIRST_MEMORY,
    IDLE_PATIENCE,
    MEMORY,
    QUIET,
    BotCallbacks,
    BotOptions,
    Bots,
)
from sealed_wonders.host.childprocess import END_PATIENCE, LINE_BYTES
from sealed_wonders.host.hostoptions import host as host_command
from sealed_wonders.net.botlines import (
    BotEnded,
    BotLine,
    Start,
    Stop,
    memory_folder,
    read,
    write,
)
from sealed_wonders.net.identity import Identity
from tests.support.processreactor import END, FakeProcess, ProcessReactor


class BotsHarness:
    """`Bots` on a fake reactor, and their reports."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reactor = ProcessReactor()
        self.ended: list[tuple[str, str, str]] = []
        self.spoke: list[str] = []
        self.processes: list[int] = []
        self.bots = self.with_budget(MEMORY << 20)

    def with_budget(self, budget: int, processes: int = 2) -> Bots:
        """Replace the bots by others with this memory budget in bytes."""
        self.bots = Bots(
            cast(Any, self.reactor),
            bytes(range(32)),
            self.folder,
            BotCallbacks(
                lambda *news: self.ended.append(news),
                self.spoke.append,
                lambda: self.processes.append(self.bots.status.processes),
            ),
            BotOptions(
                "random",
                budget=budget,
                processes=processes,
                command=("python", "-m", "bots"),
            ),
        )
        self.bots.invitation = "127.0.0.1:7777#" + "00" * 16
        return self.bots

    def started(self, *names: str, table: str = "oak") -> FakeProcess:
        """Start bots at a table, and return the newest process."""
        self.bots.start(table, names)
        return self.reactor.started[-1]


def orders_of(process: FakeProcess) -> list[BotLine]:
    return [read(line, Start | Stop) for line in process.written.splitlines()]


def end_process(process: FakeProcess, number: int, why: str = "") -> None:
    process.write_stdout(write(BotEnded(number, why)))


@pytest.fixture
def harness(tmp_path: Path) -> BotsHarness:
    return BotsHarness(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="all names are Unicode there")
def test_the_folder_of_bots_may_have_any_name(tmp_path: Path) -> None:
    """Names of files are bytes, which needn't be UTF-8."""
    harness = BotsHarness(tmp_path / os.fsdecode(b"\xff"))
    harness.bots.start("oak", ["Ada"])
    (process,) = harness.reactor.started
    assert f"--keep={harness.folder}" == process.arguments[-1]


def test_a_process_plays_several_bots_of_several_tables(harness: BotsHarness) -> None:
    """The process gets the host's address and owner's key, then orders to play bots."""
    harness.bots.start("oak", ["Ada"])
    harness.bots.start("elm", ["Ada"])
    harness.bots.summon("oak", "Bruno")
    (process,) = harness.reactor.started
    assert (
        *("python", "-m", "bots", "127.0.0.1:7777#" + "00" * 16, "--pool"),
        *("--strategy=random", f"--owner={bytes(range(32)).hex()}"),
        f"--keep={harness.folder}",
    ) == process.arguments
    assert [
        Start(1, "Ada", "oak"),
        Start(2, "Ada", "elm"),
        Start(3, "Bruno", "oak", looks_on=True),
    ] == orders_of(process)
    assert not process.stdin_closed
    context = bot_command.make_context("bot", list(process.arguments[3:]))
    assert context.params["pool"]
    assert bytes(range(32)).hex() == context.params["owner"]
    assert (harness.folder, ()) == (context.params["keep"], context.params["names"])


def test_a_full_process_is_followed_by_another_up_to_one_per_core(
    harness: BotsHarness,
) -> None:
    """From then on, new bots go to the process with the fewest bots."""
    names = [f"bot {number}" for number in range(2 * CROWD + 1)]
    second = harness.started(*names)
    first, _ = harness.reactor.started
    assert [CROWD + 1, CROWD] == [len(orders_of(first)), len(orders_of(second))]
    end_process(first, 1)
    end_process(first, 2)
    harness.bots.start("elm", ["Ada"])
    assert orders_of(first)[-1] == Start(2 * CROWD + 2, "Ada", "elm")
    assert [1, 2] == harness.processes


def test_an_idle_process_ends_after_a_while(harness: BotsHarness) -> None:
    """This holds before its first bot and after its last, but not while a bot plays."""
    harness.bots.prepare()
    harness.bots.prepare()
    (unused,) = harness.reactor.started
    harness.reactor.advance(IDLE_PATIENCE - 0.1)
    assert [] == unused.ended_by
    harness.reactor.advance(0.1)
    assert [END] == unused.ended_by
    process = harness.started("Ada")
    end_process(process, 1)
    harness.reactor.advance(IDLE_PATIENCE - 1)
    assert process is harness.started("Bruno")
    harness.reactor.advance(2 * IDLE_PATIENCE)
    assert [] == process.ended_by
    end_process(process, 2)
    harness.reactor.advance(IDLE_PATIENCE)
    assert [END] == process.ended_by
    assert [1, 0, 1, 0] == harness.processes
    assert 2 == len(harness.ended)
    assert [] == harness.reactor.getDelayedCalls()


def test_bots_are_restarted_by_their_identities(
    harness: BotsHarness,
) -> None:
    """A bot whose folder is missing is lost."""
    public = bytes(range(32, 64))
    folder = harness.folder / public.hex()
    assert not harness.bots.keeps(public)
    harness.bots.restart("oak", {"Ada": public})
    assert [] == harness.reactor.started
    assert [("oak", "Ada", f"its state is missing from {folder}")] == harness.ended
    folder.mkdir()
    assert harness.bots.keeps(public)
    harness.bots.restart("oak", {"Ada": public})
    (process,) = harness.reactor.started
    assert [Start(1, "Ada", "oak", public.hex())] == orders_of(process)


def test_state_of_bots_is_removed_when_their_game_is_over(harness: BotsHarness) -> None:
    """
    Some of these bots agreed to take a seat and never got it. Bots of other games stay.
    """
    here, elsewhere = (Identity.generate() for _ in range(2))
    over, other = bytes(32), bytes(range(32))
    for bot, table in ((here, over), (elsewhere, other)):
        store = BotFolder(harness.folder, bot).store_of(table)
        assert isinstance(store, OnDisk)
        store.close()
    harness.bots.forget_game(over)
    left = elsewhere.public.hex()
    assert [left] == [it.name for it in harness.folder.iterdir()]
    signed = memory_folder(harness.folder)
    assert {TAG, left} == {it.name for it in signed.iterdir()}
    # Somebody else has these bots' seats now.
    harness.bots.forget([elsewhere.public, bytes(32)])
    assert [] == [*harness.folder.iterdir()]
    assert {TAG} == {it.name for it in signed.iterdir()}


# Memory.


def test_memory_is_reserved_for_bots_that_have_just_started(
    harness: BotsHarness,
) -> None:
    """Without memory for a second process, all bots share the first one."""
    bots = harness.with_budget(FIRST_MEMORY + 3 * BOT_MEMORY)
    assert bots.has_room(3)
    assert not bots.has_room(4)
    bots.start("oak", ["Ada", "Bruno"])
    assert (2, FIRST_MEMORY + BOT_MEMORY) == (bots.status.bots, bots.status.memory)
    assert bots.has_room(2)
    assert not bots.has_room(3)
    harness.reactor.started.clear()
    harness.with_budget(FIRST_MEMORY + 2 * CROWD * BOT_MEMORY)
    harness.started(*(f"bot {number}" for number in range(2 * CROWD)))
    assert 1 == len(harness.reactor.started)


def test_a_process_counts_with_its_resident_memory_if_that_is_more(
    harness: BotsHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have kept memory that earlier bots needed."""
    bots = harness.with_budget(3 * FIRST_MEMORY)
    process = harness.started("Ada")
    monkeypatch.setattr(process, "pid", os.getpid(), raising=False)
    statm = Path("/proc/self/statm")
    if not statm.exists():
        pytest.skip("needs Linux's /proc")
    monkeypatch.setattr("sealed_wonders.host.bots.FIRST_MEMORY", 1)
    assert bots.status.memory > 1 << 20
    monkeypatch.setattr("sealed_wonders.host.botprocess.resident", lambda pid: 1 << 40)
    assert not bots.has_room(1)


def test_the_command_s_default_of_bot_memory_is_the_constant() -> None:
    """The option repeats the number, so that ``--help`` loads no module of the host."""
    (option,) = (it for it in host_command.params if it.name == "bot_memory")
    assert MEMORY == option.default


# Their end.


def test_error_output_of_a_process_is_passed_on_line_by_line(
    harness: BotsHarness,
) -> None:
    """
    Lines may arrive in parts, and the last one may be incomplete. Number and length of
    the lines are limited.
    """
    process = harness.started("Ada")
    process.write_stderr(b"one\ntw")
    process.write_stderr(b"o\r\n\n\x1b[2Jthree")
    process.end(1)
    assert ["one", "two", "\ufffd[2Jthree"] == harness.spoke
    harness.spoke.clear()
    process = harness.started("Ada")
    for number in range(LINES_CAP + 1):
        process.write_stderr(b"%d\n" % number)
    assert LINES_CAP == len(harness.spoke)
    harness.started("Bruno")
    process.write_stderr(b"again\n")
    assert ["again"] == harness.spoke[LINES_CAP:]
    for _ in range(1000):
        process.write_stderr(b"x" * LINE_BYTES)
    assert LINE_BYTES >= len(process.protocol._err._rest)  # type: ignore[attr-defined]


def test_a_bot_that_ends_too_soon_is_reported(harness: BotsHarness) -> None:
    """
    The report names the table, the bot and the reason. Other bots of the process
    continue.
    """
    process = harness.started("Ada", "Bruno", "Clio")
    end_process(process, 1)
    end_process(process, 1, "again")
    end_process(process, 2, "no seat")
    assert [("oak", "Ada", ENDED_WELL), ("oak", "Bruno", "no seat")] == harness.ended
    assert (1, 1) == (harness.bots.status.bots, harness.bots.status.processes)


@pytest.mark.parametrize(
    ("status", "signal", "how"),
    [(1, None, "exit status 1"), (None, 9, "signal 9"), (0, None, ENDED_WELL)],
)
def test_all_bots_of_a_process_that_ends_are_lost(
    status: int | None, signal: int | None, how: str, harness: BotsHarness
) -> None:
    """The same goes for a process that turns out to be another program."""
    process = harness.started("Ada", "Bruno")
    process.end(status, signal)
    assert [("oak", "Ada", how), ("oak", "Bruno", how)] == harness.ended
    assert (0, 0) == (harness.bots.status.bots, harness.bots.status.processes)
    other = harness.started("Ada")
    assert process is not other
    other.write_stdout(b"what?\n")
    assert [END] == other.ended_by
    assert ("oak", "Ada", "it isn't the expected program") == harness.ended[-1]


def test_a_bot_that_can_t_be_started_is_reported_as_ended(harness: BotsHarness) -> None:
    """As when the machine can't start another process."""
    harness.reactor.refuses = OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    harness.bots.prepare()
    harness.bots.start("oak", ["Ada"])
    reason = f"it can't be started: {os.strerror(errno.EAGAIN)}"
    assert [("oak", "Ada", reason)] == harness.ended


def test_dismissed_bots_that_do_not_end_are_stopped(harness: BotsHarness) -> None:
    """
    First the bot is told to stop. If its process doesn't react, the whole process is
    killed.
    """
    process = harness.started("Ada")
    harness.bots.start("elm", ["Bruno"])
    process.ends_on_signal = False
    harness.bots.dismiss("oak", at_once=False)
    harness.bots.dismiss("oak", at_once=False)
    harness.reactor.advance(DISMISS_PATIENCE - 0.1)
    assert 2 == len(orders_of(process))
    harness.reactor.advance(0.1)
    assert [Stop(1)] == orders_of(process)[2:]
    harness.reactor.advance(STOP_PATIENCE - 0.1)
    assert [] == process.ended_by
    harness.reactor.advance(0.1)
    assert [END] == process.ended_by
    harness.reactor.advance(END_PATIENCE)
    assert [END, "KILL"] == process.ended_by
    assert [("elm", "Bruno", "signal 9")] == harness.ended
    assert [] == harness.reactor.getDelayedCalls()


def test_bots_dismissed_at_once_are_stopped_without_delay(
    harness: BotsHarness,
) -> None:
    """Otherwise a bot on its way to a table that is gone would join the next one."""
    process = harness.started("Ada")
    harness.bots.start("elm", ["Ada"])
    harness.bots.dismiss("oak", at_once=True)
    harness.reactor.advance(0)
    assert [Stop(1)] == orders_of(process)[2:]
    end_process(process, 1)
    assert 1 == harness.bots.status.bots
    assert [] == harness.ended + harness.spoke


def test_end_all_ends_every_process_and_waits_for_the_last(
    harness: BotsHarness,
) -> None:
    """Bots that were dismissed before are included."""
    gone: list[None] = []
    stubborn = harness.started(*(f"bot {number}" for number in range(CROWD + 1)))
    harness.bots.start("elm", ["Ada"])
    harness.bots.dismiss("elm", at_once=False)
    stubborn.ends_on_signal = False
    harness.bots.end_all().addCallback(gone.append)
    assert [[END]] * 2 == [one.ended_by for one in harness.reactor.started]
    assert [] == gone
    harness.reactor.advance(END_PATIENCE)
    assert [None] == gone
    assert [] == harness.ended
    assert [] == harness.reactor.getDelayedCalls()


def test_an_idle_process_is_not_waited_for(harness: BotsHarness) -> None:
    gone: list[None] = []
    harness.bots.prepare()
    harness.bots.when_gone().addCallback(gone.append)
    assert [None] == gone
    ada = harness.started("Ada")
    harness.bots.when_gone().addCallback(gone.append)
    assert [None] == gone
    end_process(ada, 1)
    assert [None, None] == gone


def test_the_bots_environment_turns_off_discovery(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The value must be a valid setting, or bots would complain and look for hosts."""
    for name, value in QUIET.items():
        monkeypatch.setenv(name, value)
    loaded = load({})
    assert () == loaded.complaints
    assert () == listens_at(loaded.settings.discovery)
