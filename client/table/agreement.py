"""
Whether the programs at a table count alike.

Theory of operation
-------------------

All programs read one log, so their rules stand alike, unless one of them has a fault, or is
of another version. That would be found only when a move is legal here and not there. So
whenever somebody is to choose, each program that has a seat says a *mark* of how the rules
stand by its own fold (`sealed_wonders.core.outline`). The host tells all marks with who is
there. Nothing of it is signed: a host that lies about marks could as well say nothing.

Whose mark of a phase isn't ours is *apart* from us. Both then send an account of all that
their rules say, by which a person can see where they differ. After `PATIENCE` it is decided:

- If more seats have our mark than any other, those apart are named, and we go on: by their
  program's count they can't, and the others may go on without them. So a single seat that
  lies about its mark stops nobody.
- Else our own program stops, before it says anything that others might take for a fraud.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.players import Apart, Player
from sealed_wonders.client.table.seat import Seat as OwnSeat
from sealed_wonders.core import outline
from sealed_wonders.core.game import Seat
from sealed_wonders.net.findings import FINDINGS
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.messages import (
    MARK_SIZE,
    Account,
    FromClient,
    Mark,
    Marked,
)
from sealed_wonders.net.plan import CHOOSING

PATIENCE = 5.0
"""Seconds in which the others' marks and accounts come, after a first mark that differs."""

KEPT = 8
"""Phases of which marks are compared: somebody may be as far behind, or ahead."""

SHARED = 64
"""Phases of all tables of which it is kept how the rules stand, for seats of one process."""

ACCOUNT_CAP = 1 << 20
"""Bytes of an account when it is unpacked: a hundred times the longest."""


class _Own(NamedTuple):
    """How our rules stood in some phase."""

    mark: bytes
    packed: bytes
    prev: bytes
    """The log's digest before it."""

    @classmethod
    def of(cls, fold: Fold) -> _Own:
        """Look how they stand by a fold."""
        packed = outline.pack(outline.outline(fold.state))
        return cls(_mark(packed), packed, fold.digest)


class Agreement:
    """Compares how the rules stand in one game; told of what the host says."""

    def __init__(
        self,
        table: Callable[[], str],
        seat: OwnSeat,
        player: Player,
        clock: IReactorTime,
        send: Callable[[FromClient], None],
        stop: Callable[[], None],
        stopped: Callable[[], None],
    ) -> None:
        """
        Begin to compare.

        Args:
            table: gives what the table is called at the host.
            stop: called when it must be ours that is wrong; the player is told next.
            stopped: called when the player was told of that.
        """
        self._table = table
        self._seat = seat
        self._player = player
        self._clock = clock
        self._send = send
        self._stop = stop
        self._stopped = stopped
        self._own: dict[int, _Own] = {}
        self._marks: dict[int, dict[Seat, bytes]] = {}
        self._accounts: dict[tuple[int, Seat], Any] = {}
        self._said = -1
        """The phase of which we have told the host last, on this connection."""
        self._is_told: set[int] = set()
        """The phases of which we have sent our account."""
        self._named: set[Seat] = set()
        """Those of whom our player knows that they are apart."""
        self._timer: IDelayedCall | None = None

    def look(self) -> None:
        """Say how the rules stand, if somebody is to choose now."""
        fold = self._seat.fold
        number = fold.phase.number
        self._forget_undone(number, fold.digest)
        last = max(self._own, default=-1)
        if number <= last or fold.phase.kind not in CHOOSING or fold.claims:
            return
        _keep(self._own, number, _own_of(fold))
        self._say()
        self._compare()

    def _forget_undone(self, number: int, prev: bytes) -> None:
        """Forget how the rules stood where the log has gone back behind that."""
        undone = [
            phase
            for phase, own in self._own.items()
            if phase > number or (phase == number and own.prev != prev)
        ]
        for phase in undone:
            del self._own[phase]
            self._is_told.discard(phase)
            self._said = min(self._said, phase - 1)

    def lost(self) -> None:
        """Take note that the connection broke off: the next host may know nothing."""
        self._said = -1

    def _say(self) -> None:
        """Tell the host, once on each connection, what it doesn't know of us."""
        number = max(self._own, default=-1)
        if number > self._said and self._seat.number != NOBODY:
            self._said = number
            self._send(Mark(self._table(), number, self._own[number].mark))

    def marked(self, marks: Sequence[Marked | None]) -> None:
        """Take what all have said, by seat; the host tells it first on each connection."""
        self._say()
        for seat, marked in enumerate(marks):
            if marked is not None:
                of_phase = self._marks.get(marked.phase, {})
                _keep(self._marks, marked.phase, of_phase | {seat: marked.mark})
        self._compare()

    def account(self, seat: Seat, phase: int, account: bytes) -> None:
        """Take somebody's account, if it is of what they have marked."""
        said = self._marks.get(phase, {}).get(seat)
        packed = _unpacked(account)
        if packed is not None and _mark(packed) == said:
            self._accounts[phase, seat] = json.loads(packed)

    def close(self) -> None:
        """Decide nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _apart(self, phase: int) -> Mapping[Seat, bytes]:
        """Give the marks of those who are apart from us in a phase, and not yet named."""
        own = self._own[phase].mark
        return {
            seat: mark
            for seat, mark in self._others(phase).items()
            if mark != own and seat not in self._named
        }

    def _others(self, phase: int) -> Mapping[Seat, bytes]:
        """Give the marks of the others who play, of a phase."""
        marks, active = self._marks.get(phase, {}), self._seat.fold.active
        return {
            seat: mark
            for seat, mark in marks.items()
            if seat in active and seat != self._seat.number
        }

    def _compare(self) -> None:
        for phase in self._own:
            if not self._apart(phase):
                continue
            if phase not in self._is_told:
                self._is_told.add(phase)
                account = zlib.compress(self._own[phase].packed)
                self._send(Account(self._table(), phase, account))
            if self._timer is None:
                self._timer = self._clock.callLater(PATIENCE, self._decide, phase)

    def _decide(self, phase: int) -> None:
        self._timer = None
        apart = self._apart(phase) if phase in self._own else {}
        if not apart:
            return
        own, plays = self._own[phase], self._seat.number != NOBODY
        counted = Counter(self._others(phase).values())
        ours = counted.pop(own.mark, 0) + 1
        is_wrong = plays and ours <= max(counted.values())
        self._named |= apart.keys()
        here = json.loads(own.packed)
        accounts = {
            seat: self._accounts[phase, seat]
            for seat in sorted(apart)
            if (phase, seat) in self._accounts
        }
        first = next(iter(accounts.values()), None)
        where = None if first is None else outline.difference(here, first)
        if is_wrong:
            self._stop()
        self._player.apart(
            Apart(phase, tuple(sorted(apart)), where, here, accounts, is_wrong)
        )
        if is_wrong:
            self._stopped()
        else:
            self._compare()


_shared: OrderedDict[bytes, _Own] = OrderedDict()
"""How rules stood, by the digest of the log before; where a process has several seats."""


def _own_of(fold: Fold) -> _Own:
    """Give how the rules stand, which all seats of one program have in common."""
    if not FINDINGS.most:
        return _Own.of(fold)
    before = fold.digest
    if before not in _shared:
        _shared[before] = _Own.of(fold)
        while len(_shared) > SHARED:
            _shared.popitem(last=False)
    return _shared[before]


def _keep(kept: dict[int, Any], phase: int, value: object) -> None:
    """Keep something of a phase, and of the newest ones only."""
    kept[phase] = value
    while len(kept) > KEPT:
        del kept[min(kept)]


def _mark(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:MARK_SIZE]


def _unpacked(account: bytes) -> bytes | None:
    """Unpack an account; None if it is none, or too long for one."""
    unpacking = zlib.decompressobj()
    try:
        packed = unpacking.decompress(account, ACCOUNT_CAP)
        is_whole = unpacking.eof and not unpacking.unused_data
        json.loads(packed)
    except (zlib.error, ValueError, RecursionError):
        return None
    return packed if is_whole else None
