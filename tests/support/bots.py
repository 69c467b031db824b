"""Whole sealed games of bots, in processes of their own and over TLS, held against accounts."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import read_log
from tests import independent

PATIENCE = 600.0
"""Seconds for a whole game."""


class Game(NamedTuple):
    """A game that is over, and good by all accounts."""

    result: Mapping[str, Any]
    """What the host says of it."""
    fold: Fold
    account: independent.Account
    log: bytes


def bots_play(folder: Path, seats: int, *options: str) -> Game:
    """
    Let a host and its bots play a game, and check its log.

    Args:
        folder: where the host keeps its logs.
        options: of the host.

    Raises:
        AssertionError: they don't end well, or the host, the audit and the account that
            is written from the page alone don't all say the same.
    """
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sealed_wonders.host", "--listen", "127.0.0.1:0"),
            *("--seats", str(seats), "--bots", str(seats), *options),
            *("--once", "--json", "--logs", str(folder)),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    return held_to_account(json.loads(done.stdout.splitlines()[-1]))


def bots_are_killed(
    folder: Path, seats: int, moments: Sequence[float], *options: str
) -> Game:
    """
    Let a host, its bots and some programs of others play; these are killed, one by one.

    Args:
        folder: where the host keeps its logs.
        seats: how many play.
        moments: for each program that is killed, after how many seconds of the game, or
            after the one before it was put out.
        options: of the host.

    Raises:
        AssertionError: as for `bots_play`; or somebody else was put out than those.
    """
    names = [f"gone {number}" for number in range(1, len(moments) + 1)]
    host = subprocess.Popen(
        [
            *(sys.executable, "-m", "sealed_wonders.host", "--listen", "127.0.0.1:0"),
            *("--seats", str(seats), "--bots", str(seats - len(names)), *options),
            *("--once", "--json", "--logs", str(folder), "--gone-after", "5"),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    programs: list[subprocess.Popen[bytes]] = []
    try:
        if host.stdout is None:
            raise TypeError
        rows = (json.loads(line) for line in host.stdout)
        first = next(rows)
        for name in names:
            bot = [sys.executable, "-m", "sealed_wonders.client", "bot"]
            command = [*bot, first["listening"], "--seat-name", name]
            programs.append(subprocess.Popen(command))
        left: list[str] = []
        result: dict[str, Any] = {}
        for row in rows:
            if row.get("event") in ("began", "left") and len(left) < len(names):
                left += row.get("names", []) if row["event"] == "left" else []
                if len(left) < len(names):
                    time.sleep(moments[len(left)])
                    programs[len(left)].kill()
            result = row
        assert 0 == host.wait(PATIENCE)
    finally:
        processes: list[subprocess.Popen[Any]] = [host, *programs]
        for process in processes:
            process.kill()
            process.wait()
        if host.stdout is not None:
            host.stdout.close()
    assert sorted(names) == sorted(
        seat["name"] for seat in result["seats"] if seat.get("left")
    )
    return held_to_account(result)


def held_to_account(result: Mapping[str, Any]) -> Game:
    """
    Check the log of a game by all accounts.

    Args:
        result: what the host says of it.

    Raises:
        AssertionError: they don't agree.
    """
    log = Path(result["log"]).read_bytes()
    fold = read_log(log, lambda charter: rules_of(charter.options))
    assert fold.over
    sheet = fold.state.score()
    assert [dict(zip(sheet.lines, row, strict=True)) for row in sheet.rows] == [
        seat["score"] for seat in result["seats"]
    ]
    assert Verdict.GOOD is audit(log).verdict
    account = independent.verify(log)
    assert account.table is not None
    assert account.table.before.hex() == result["digest"]
    assert account.table.rows == [list(row) for row in sheet.rows]
    return Game(result, fold, account, log)
