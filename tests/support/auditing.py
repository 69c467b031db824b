"""
Logs to audit: changed, forked, and with unusual lobbies; and the command that audits
them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter, Coordinator, DrawSide
from sealed_wonders.net.log import file
from sealed_wonders.net.log.digests import rules_hash
from sealed_wonders.net.log.envelopes import Body, Wire, parse, sign
from sealed_wonders.net.suites import FORMER, OPEN
from tests.support.inprocess.folds import Table
from tests.support.integers import cached
from tests.support.lobbies import HOST, identity_of, nonce_of, options

LOBBY = 7
"""Entries of a lobby of three."""


@cached
def whole_game(suite: int) -> Fold:
    """Return a whole game of three that is always the same."""
    return Table(Wonders(3), "audit", suite=suite, shared=True, sides="choose").play()


class LogWriter:
    """Writes logs, or any other data, into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(
        self, content: bytes | Sequence[Wire], name: str = "game.swlog"
    ) -> Path:
        path = self._folder / name
        path.write_bytes(content if isinstance(content, bytes) else file.write(content))
        return path

    def write_two(self, *contents: bytes | Sequence[Wire] | Table) -> tuple[Path, Path]:
        """Write the log of a game as two people have it; return both paths."""
        mine, theirs = (
            self(it.fold.log() if isinstance(it, Table) else it, f"{name}.swlog")
            for name, it in zip(("mine", "theirs"), contents, strict=True)
        )
        return mine, theirs


class AuditRunner:
    """Runs ``wonders audit`` in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str | Path, status: int = 0) -> list[str]:
        """
        Return the printed lines, and check that there are complaints only for status 2.
        """
        assert status == run(["audit", *map(str, words)])
        said = self._capsys.readouterr()
        assert (status == 2) == bool(said.err)
        assert status != 2 or not said.out
        return (said.out + said.err).splitlines()

    def json(self, *words: str | Path, status: int = 0) -> Any:
        """Return the output as JSON data."""
        (line,) = self(*words, "--json", status=status)
        return json.loads(line)


@cached
def log_of_earlier_version() -> bytes:
    """Return the log of a table whose cards were sealed by an earlier version."""
    people = dict.fromkeys(("ann", "bob", "cid"))
    (suite,) = FORMER
    charter = lobby_charter(people, rules_hash(Wonders(3).facts), suite=suite)
    return file.write(charter.wires)


def wires_of_log(fold: Fold) -> tuple[Wire, ...]:
    """Return a log's entries, in the order of the file."""
    return file.read(fold.log())


def with_other_body(fold: Fold, wire: Wire, body: Body) -> Wire:
    """Sign another body in place of an entry's, by the same author."""
    envelope = parse(wire.env)
    author = identity_of(fold.charter.people[envelope.seat].name)
    return sign(author, replace(envelope, body=body)).wire


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


def lobby_charter(
    owners: Mapping[str, bytes | None], rules: bytes, void: int = 0, suite: int = OPEN
) -> Charter:
    """
    Return a charter of people and bots, at a table of any suite.

    Args:
        owners: the owner of each bot by name; None for people.
        void: the number of void draws before.
    """
    agreed = options(len(owners), suite=suite)
    coordinator = Coordinator(HOST, agreed)
    draws: list[DrawSide] = []
    for number in range(void + 1):
        draws = [
            DrawSide(
                identity_of(name),
                name,
                nonce=nonce_of(name, number),
                owner=owner,
                number=number,
            )
            for name, owner in owners.items()
        ]
        for each in draws:
            coordinator.sit(each.commit)
        table = coordinator.announce(rules)
        if number < void:
            coordinator.void()
    commits = [each.commit for each in draws]
    for each in draws:
        coordinator.reveal(
            each.accept_table(
                table, commits=commits, shown=agreed, rules=rules, suites=(suite,)
            )
        )
    if coordinator.charter is None:
        raise RuntimeError("the lobby isn't settled")
    return coordinator.charter


def forked_games(phase: str, *liars: Seat, suite: int = OPEN) -> tuple[Table, Table]:
    """Play one game twice, until some seats sign different entries in the copies."""
    here, there = (
        Table(Wonders(3), "fork", suite=suite, shared=True, sides="choose")
        for _ in range(2)
    )
    for table in (here, there):
        table.play_until(phase)
    for seat in here.fold.missing:
        here.hear([here.players[seat].speak()])
        there.hear(
            [there.players[seat].speak(turn="otherwise" if seat in liars else "")]
        )
    return here, there
