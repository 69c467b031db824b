"""The process in which a host lends seats; it keeps their secrets from the host."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any, cast

import pytest

from sealed_wonders.client.commands.lend import lend as lend_command
from sealed_wonders.host.childprocess import END_PATIENCE
from sealed_wonders.host.lending import (
    DELAY,
    LONGEST_DELAY,
    LendingOptions,
    LentSeats,
)
from sealed_wonders.net.certificate import PIN_SIZE
from tests.support.processreactor import END, FakeProcess, ProcessReactor

INVITATION = f"127.0.0.1:7777#{'0' * 2 * PIN_SIZE}"


class Lending:
    """
    `LentSeats` on a fake reactor.

    Attributes:
      spoke: lines that were reported.
      urls: the addresses for phones after each change.
    """

    def __init__(self, folder: Path, **options: Any) -> None:
        self.reactor = ProcessReactor()
        self.spoke: list[str] = []
        self.urls: list[tuple[str, ...]] = []
        self.lent = LentSeats(
            cast(Any, self.reactor),
            folder,
            LendingOptions(**{"seats": 2, "command": ("wonders", "lend"), **options}),
            self.spoke.append,
            self._changed,
        )

    def _changed(self) -> None:
        self.urls.append(self.lent.urls)

    @property
    def process(self) -> FakeProcess:
        return self.reactor.started[-1]

    def start(self) -> FakeProcess:
        self.lent.start(INVITATION)
        return self.process


@pytest.fixture
def lending(tmp_path: Path) -> Lending:
    return Lending(tmp_path)


def test_the_process_gets_the_host_s_address_and_number_of_seats(
    tmp_path: Path,
) -> None:
    """None of its arguments is a secret."""
    lending = Lending(tmp_path, to_anyone=True)
    process = lending.start()
    words = (INVITATION, f"--keep={tmp_path}", "--seats=2", "--to-anyone")
    assert ("wonders", "lend", *words) == process.arguments
    context = lend_command.make_context("lend", list(words))
    assert (tmp_path, 2, True) == tuple(
        context.params[it] for it in ("keep", "seats", "to_anyone")
    )


@pytest.mark.skipif(os.name == "nt", reason="all names are Unicode there")
def test_the_folder_of_lent_seats_may_have_any_name(tmp_path: Path) -> None:
    """Names of files are bytes, which needn't be UTF-8."""
    folder = tmp_path / os.fsdecode(b"\xff")
    assert f"--keep={folder}" in Lending(folder).start().arguments


def test_requests_are_reported_and_answers_stay_in_memory(lending: Lending) -> None:
    """An answer may contain a code."""
    process = lending.start()
    process.write_stderr(b"amber fox: Bob\n\x1b[2Jnoise\n")
    process.write_stdout(b"To move Bob's seat, type abcdefgh on the other phone\n")
    assert "amber fox: Bob" == lending.spoke[0]
    assert all("\x1b" not in it and "abcdefgh" not in it for it in lending.spoke)
    assert "abcdefgh" in lending.lent.answers[-1]


def test_addresses_for_phones_contain_the_current_code(lending: Lending) -> None:
    """
    There is one per network. A new code and the end of the process remove the old ones.
    """
    process = lending.start()
    process.write_stdout(
        b"http://10.0.0.1:8890/#amber.00ff\nhttp://10.9.0.1:8890/#amber.00ff\n"
    )
    process.write_stdout(b"Code: amber (works for at least two minutes)\n")
    first, second = (
        "http://10.0.0.1:8890/#amber.00ff",
        "http://10.9.0.1:8890/#amber.00ff",
    )
    process.write_stdout(b"http://10.0.0.1:8890/#basil.00ff\nhttp://evil/#basil.00ff\n")
    process.end(signal=9)
    assert lending.urls == [
        (first,),
        (first, second),
        ("http://10.0.0.1:8890/#basil.00ff",),
        (),
    ]


def test_the_process_is_restarted_with_growing_delays(
    lending: Lending,
) -> None:
    """
    The same goes for a process that can't be started. The operator's input is passed on
    while it runs.
    """
    lending.reactor.refuses = OSError(errno.ENOMEM, "no memory")
    lending.lent.start(INVITATION)
    assert "no memory" in lending.spoke[-1]
    lending.reactor.refuses = None
    lending.reactor.advance(DELAY - 0.1)
    assert [] == lending.reactor.started
    lending.reactor.advance(0.1)
    assert not lending.process.ended
    assert lending.lent.type("amber fox")
    assert b"amber fox\n" == lending.process.written
    delay, started = 2 * DELAY, 1
    for _ in range(8):
        lending.process.end(signal=9)
        assert "signal 9" in lending.spoke[-1]
        assert not lending.lent.type("seats")
        lending.reactor.advance(delay - 0.1)
        assert started == len(lending.reactor.started)
        lending.reactor.advance(0.1)
        started += 1
        assert started == len(lending.reactor.started)
        delay = min(2 * delay, LONGEST_DELAY)


def test_the_process_ends_with_the_host(lending: Lending) -> None:
    """Its input is closed first. If it doesn't react, it is killed."""
    process = lending.start()
    process.ends_on_signal = False
    gone: list[None] = []
    lending.lent.end().addCallback(gone.append)
    assert [END] == process.ended_by
    assert [] == gone
    lending.reactor.advance(END_PATIENCE)
    assert [None] == gone
    assert [END, "KILL"] == process.ended_by
    lending.reactor.advance(LONGEST_DELAY)
    assert 1 == len(lending.reactor.started)
