"""
Whole sealed games between real processes: a host, its bots, and programs that are
killed.

Each game's log must pass the audit, and must agree with the account in
`tests.independent`, which was written from docs/PROTOCOL.md alone. The helpers type
commands in line mode and wait for the program's English sentences, such as "When you
are ready": if you reword one of them, change it here, too.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.host.terms import rules_of
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.replay import read_log
from tests import independent

ROOT = Path(__file__).parents[2]

PATIENCE = 600.0
"""Seconds for a whole game."""


class Game(NamedTuple):
    """A game that is over, and that all accounts agree on."""

    result: Mapping[str, Any]
    """What the host says of it."""
    fold: Fold
    account: independent.Account
    log: bytes


def play_with_bots(folder: Path, seats: int, *options: str) -> Game:
    """
    Play a game between a host's bots, and check its log.

    Args:
        folder: the folder for the host's logs.
        seats: the number of players.
        options: further options of the host.

    Raises:
        AssertionError: the host fails, or the results of the host, the audit and the
            independent account differ.
    """
    done = subprocess.run(
        [
            *(sys.executable, "-m", "sealed_wonders.host", "--listen", "127.0.0.1:0"),
            *("--players", str(seats), "--bots", str(seats), *options),
            *("--once", "--json", "--logs", str(folder)),
        ],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (0, "") == (done.returncode, done.stderr)
    return checked_by_accounts(json.loads(done.stdout.splitlines()[-1]))


def play_changing_seats(
    folder: Path,
    seats: int,
    *options: str,
    killed: Sequence[float] = (),
    handed: Sequence[float] = (),
    rescued: bool = False,
    friends: int = 0,
) -> Game:
    """
    Play a game between a host's bots and others, some of whom are killed or leave.

    Args:
        folder: the folder for the host's logs and the others' files.
        seats: the number of players.
        options: further options of the host.
        killed: for each program to kill, the seconds before that, counted from the start
            of the game or from the removal of the previous program.
        handed: for each person who hands their seat over to a bot of the host's, the
            seconds of the game before that; until then, their program plays for them.
        rescued: whether the seats of killed programs are given to others; one more program
            proposes this.
        friends: the number of spectators who are to get such seats; if it is 0, bots of
            the host's get them.

    Raises:
        AssertionError: as for `play_with_bots`, or other players than these were removed,
            handed their seats over, or lost them.
    """
    gone = [f"gone {number}" for number in range(1, len(killed) + 1)]
    going = [f"going {number}" for number in range(1, len(handed) + 1)]
    proposing = ["proposer"] if rescued else []
    bots = seats - len(gone) - len(going) - len(proposing)
    host = subprocess.Popen(
        [
            *(sys.executable, "-m", "sealed_wonders.host", "--listen", "127.0.0.1:0"),
            *("--players", str(seats), "--bots", str(bots), *options),
            *("--once", "--json", "--logs", str(folder), "--gone-after", "5"),
            *(("--when-gone", "rescue") if rescued else ()),
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    programs: list[subprocess.Popen[Any]] = []
    timers: list[threading.Timer] = []
    try:
        if host.stdout is None:
            raise TypeError
        rows = (json.loads(line) for line in host.stdout)
        address = next(rows)["listening"]
        for name in gone:
            bot = [sys.executable, "-m", "sealed_wonders.client", "bot"]
            programs.append(subprocess.Popen([*bot, address, "--seat-name", name]))
        for name in proposing:
            program = [sys.executable, "-m", "tests.support.proposer"]
            programs.append(subprocess.Popen([*program, address, name], cwd=ROOT))
        people = [_person(folder, address, name) for name in going]
        programs += people
        left: list[str] = []
        result: dict[str, Any] = {}
        for row in rows:
            event = row.get("event")
            if event == "began":
                for number in range(1, friends + 1):
                    programs.append(_friend(address, row["table"], f"friend {number}"))
                for person, moment in zip(people, handed, strict=True):
                    timers.append(threading.Timer(moment, _go, (person,)))
                    timers[-1].start()
            if event in ("began", "left", "rescued") and len(left) < len(gone):
                left += row.get("names", []) if event == "left" else []
                left += [row["name"]] if event == "rescued" else []
                if len(left) < len(gone):
                    time.sleep(killed[len(left)])
                    programs[len(left)].kill()
            result = row
            if event is None:  # the result: the host waits for those who look at it
                for person in people:
                    person.kill()
        assert 0 == host.wait(PATIENCE)
    finally:
        for timer in timers:
            timer.cancel()
        processes: list[subprocess.Popen[Any]] = [host, *programs]
        for process in processes:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
    out = [seat["name"] for seat in result["seats"] if seat.get("left")]
    before = [name for seat in result["seats"] for name in seat.get("handed", ())]
    # A seat that nobody could go on with any more is gone on without.
    assert sorted(gone + going) == sorted(out + before)
    assert rescued or sorted(gone) == sorted(out)
    return checked_by_accounts(result)


def _friend(address: str, table: str, name: str) -> subprocess.Popen[Any]:
    """Start a program that watches, and takes a seat if it is given one."""
    bot = [sys.executable, "-m", "sealed_wonders.client", "bot", address]
    return subprocess.Popen([*bot, "--seat-name", name, "--table", table, "--looks-on"])


def _person(folder: Path, address: str, name: str) -> subprocess.Popen[str]:
    """Start a person's program in line mode, which plays for them once it can."""
    home = folder / name.replace(" ", "-")
    person = subprocess.Popen(
        [
            *(sys.executable, "-m", "sealed_wonders.client", "--lang", "en"),
            *("join", address, "--name", name, "--plain"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "WONDERS_HOME": str(home)},
    )
    threading.Thread(target=_play, args=(person,), daemon=True).start()
    return person


def _play(person: subprocess.Popen[str]) -> None:
    """Read a program's output, or it would block; get ready, and let it play."""
    if person.stdout is None:
        raise TypeError
    for line in person.stdout:
        if "When you are ready" in line:
            _type(person, "ready")
        elif "the game begins" in line.lower() or "The game is drawn" in line:
            _type(person, "give program")


def _go(person: subprocess.Popen[str]) -> None:
    """Hand a person's seat over to a bot of the host's."""
    _type(person, "give bot")
    _type(person, "yes")


def _type(person: subprocess.Popen[str], line: str) -> None:
    # It may have ended by now: then there is nothing to be typed any more.
    with contextlib.suppress(OSError, ValueError):
        if person.stdin is not None:
            person.stdin.write(f"{line}\n")
            person.stdin.flush()


def checked_by_accounts(result: Mapping[str, Any]) -> Game:
    """
    Check the log of a game against all accounts.

    Args:
        result: the result that the host printed.

    Raises:
        AssertionError: the results differ.
    """
    log = Path(result["log"]).read_bytes()
    fold = read_log(log, lambda charter: rules_of(charter.options))
    assert fold.over
    sheet = fold.state.score()
    assert [dict(zip(sheet.categories, row, strict=True)) for row in sheet.rows] == [
        seat["score"] for seat in result["seats"]
    ]
    assert Verdict.GOOD is audit(log).verdict
    account = independent.verify(log)
    assert account.table is not None
    assert account.table.before.hex() == result["digest"]
    assert account.table.rows == [list(row) for row in sheet.rows]
    return Game(result, fold, account, log)
