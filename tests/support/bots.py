"""Whole sealed games of bots, in processes of their own and over TLS, held against accounts."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
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
    result = json.loads(done.stdout.splitlines()[-1])
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
