"""
Whether the programs at a table count alike.

Theory of operation
-------------------

All programs read one log, so their rules stand alike, unless one of them has a fault, or is
of another version. That would be found only when a move is legal here and not there. So
whenever somebody is to choose, each program that has a seat signs a *mark* of how the rules
stand by its own fold (`sealed_wonders.core.outline`, `sealed_wonders.net.marks`). The host
passes all marks on with who is there; whether they are signed everybody sees for themselves.

A mark is for one *place*: a phase, and the log's digest before it. Marks for other places say
nothing about ours. Two marks of one seat for one place count for neither.

Whose mark of a place isn't ours is *apart* from us. Both then send an account of all that
their rules say, by which a person can see where they differ. After `PATIENCE` those apart are
named, once each.

Our own program *stands still* as long as more than half of the other people, at least two, have
signed one and the same other mark: it says nothing that they might take for a fraud. Bots of
one owner count as one person. It goes on by itself when that is no longer so, or when its person
wants it to. It says both to all, signed, and programs don't agree to go on without it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.events import Apart, StateMatches, StateMismatch
from sealed_wonders.client.table.players import Player
from sealed_wonders.client.table.quorum import party_of
from sealed_wonders.client.table.seat import Seat as OwnSeat
from sealed_wonders.core import outline
from sealed_wonders.core.game import Seat
from sealed_wonders.net.findings import FINDINGS
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.marks import is_marked_by, make_mark
from sealed_wonders.net.messages import (
    MARK_SIZE,
    Account,
    FromClient,
    Mark,
    Marked,
)
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.rollcall import Statement
from sealed_wonders.net.talk import GOES_ON, STANDS_STILL

PATIENCE = 5.0
"""Seconds in which the others' accounts come, after a first mark that differs."""

KEPT = 8
"""Phases of which marks are compared: somebody may be as far behind, or ahead."""

OF_ONE = 4
"""Marks of one seat for one phase that are kept: it may have gone back to it."""

SHARED = 64
"""Phases of all tables of which it is kept how the rules stand, for seats of one process."""

CHECK_RATE, CHECK_BURST = 256, 512
"""
Signatures of marks that are verified: those of bots that play as fast as they can. A host can
make up any number.
"""

ACCOUNT_CAP = 1 << 18
"""Bytes of an account when it is unpacked: many times the longest."""

ACCOUNTS_TRIED = 4
"""Accounts of one seat for one phase that are unpacked: a host can make them up, too."""

FEWEST = 2
"""People by whose marks a program stands still, at least."""


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


class AgreementCallbacks(NamedTuple):
    """Whom a comparison tells what."""

    send: Callable[[FromClient], None]
    """Sends a message to the host."""
    say: Callable[[str], object]
    """Says a code to the table, signed."""
    changed: Callable[[], None]
    """Called when our program has come to stand still, or goes on."""


class Agreement:
    """
    Compares how the rules stand in one game; told of what the host says.

    Attributes:
        stands_still: our program says nothing, since most others count otherwise.
    """

    def __init__(
        self,
        table: Callable[[], str],
        seat: OwnSeat,
        identity: Identity,
        player: Player,
        clock: IReactorTime,
        callbacks: AgreementCallbacks,
    ) -> None:
        """
        Begin to compare.

        Args:
            table: gives what the table is called at the host.
        """
        self.stands_still = False
        self._table = table
        self._seat = seat
        self._identity = identity
        self._player = player
        self._clock = clock
        self._send = callbacks.send
        self._say = callbacks.say
        self._changed = callbacks.changed
        self._own: dict[int, _Own] = {}
        self._marks: dict[int, dict[Seat, dict[Marked, bool | None]]] = {}
        """By phase and seat: what was heard, and whether it is signed, if that is known."""
        self._checks = Bucket(CHECK_RATE, CHECK_BURST, clock.seconds())
        self._accounts: dict[tuple[int, Seat], bytes] = {}
        """What others have sent of phases of ours, as they have marked it."""
        self._tried: Counter[tuple[int, Seat]] = Counter()
        """How many accounts were unpacked of which phase and seat."""
        self._marked = -1
        """The phase of which we have told the host last, on this connection."""
        self._is_told: set[int] = set()
        """The phases of which we have sent our account."""
        self._named: set[Seat] = set()
        """Those of whom our player knows that they are apart."""
        self._insists = False
        """Our person wants us to go on whatever others count."""
        self._has_told = False
        """Our player was told that we stand still."""
        self._said: str | None = None
        """What we have said last of that to the table, on this connection."""
        self._has_said = False
        """We have said so at any time."""
        self._latest: Sequence[Marked | None] = ()
        """What the host has said last: some may be ahead of us."""
        self._still: dict[bytes, bool] = {}
        """Whether somebody's program stands still, by their own word."""
        self._timer: IDelayedCall | None = None

    def look(self) -> None:
        """Say how the rules stand, if somebody is to choose now."""
        fold = self._seat.fold
        number = fold.phase.number
        self._forget_undone(number, fold.digest)
        last = max(self._own, default=-1)
        if number > last and fold.phase.kind in CHOOSING and not fold.claims:
            _keep(self._own, number, _own_of(fold))
            self._forget_accounts()
            self._mark()
            self._take(self._latest)
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
            self._marked = min(self._marked, phase - 1)
        if undone:
            self._forget_accounts()

    def _forget_accounts(self) -> None:
        """Forget what others have sent of phases that are compared no more."""
        for place in [it for it in self._accounts if it[0] not in self._own]:
            del self._accounts[place]
        for place in [it for it in self._tried if it[0] not in self._own]:
            del self._tried[place]

    def lost(self) -> None:
        """Take note that the connection broke off: the next host may know nothing."""
        self._marked = -1
        self._said = None

    def _mark(self) -> None:
        """Tell the host, once on each connection, what it doesn't know of us."""
        number = max(self._own, default=-1)
        if number > self._marked and self._seat.number != NOBODY:
            self._marked = number
            own, gid = self._own[number], self._seat.fold.charter.gid
            made = make_mark(self._identity, gid, number, own.prev, own.mark)
            digest, mark, signature = made.digest, made.mark, made.signature
            self._send(Mark(self._table(), number, digest, mark, signature))

    def marked(self, marks: Sequence[Marked | None]) -> None:
        """Take what all have said, by seat; the host tells it first on each connection."""
        self._mark()
        self._latest = marks
        self._take(marks)
        self._compare()
        self._announce()

    def _take(self, marks: Sequence[Marked | None]) -> None:
        for seat, marked in enumerate(marks):
            if marked is not None:
                self._hear(seat, marked, None)
        now = self._seat.fold.phase.number
        for phase in [it for it in self._marks if it < now - KEPT]:
            del self._marks[phase]

    def _hear(self, seat: Seat, marked: Marked, is_good: bool | None) -> None:
        """Keep a mark, if its phase is near ours."""
        if abs(marked.phase - self._seat.fold.phase.number) <= KEPT:
            of_phase = self._marks.setdefault(marked.phase, {})
            heard = of_phase.setdefault(seat, {})
            heard[marked] = is_good or heard.get(marked)
            while len(heard) > OF_ONE:
                # A host may make up as many as it likes: those don't displace a signed one.
                worst = next((it for it, good in heard.items() if not good), marked)
                del heard[worst]

    def mark_of(self, phase: int, digest: bytes) -> bytes | None:
        """Give our mark of a place; None if we have made none."""
        own = self._own.get(phase)
        return own.mark if own is not None and own.prev == digest else None

    def attested(self, seats: Mapping[Seat, Statement]) -> None:
        """Take what seats have signed at a roll call; that they have is known."""
        for seat, said in seats.items():
            if said.mark is not None:
                self._hear(seat, Marked(said.phase, said.digest, said.mark, b""), True)
        self._compare()

    def account(self, seat: Seat, phase: int, account: bytes) -> None:
        """Take somebody's account, if it is of what they have marked."""
        place = phase, seat
        said = self._others(phase).get(seat) if phase in self._own else None
        if said is None or said == self._own[phase].mark or place in self._accounts:
            return
        if self._tried[place] >= ACCOUNTS_TRIED:
            return
        self._tried[place] += 1
        packed = _unpacked(account)
        if packed is not None and _mark(packed) == said:
            self._accounts[place] = packed

    def heard(self, identity: bytes, code: str) -> None:
        """Take what somebody says to the table of their own program, as they have signed."""
        if code in (STANDS_STILL, GOES_ON):
            self._still[identity] = code == STANDS_STILL

    def insist(self) -> None:
        """Go on as our person wants, whatever others take it for."""
        if self.stands_still:
            self._insists = True
            self._judge()

    @property
    def halted(self) -> frozenset[Seat]:
        """
        Give the seats of others that say they stand still, and have reason to.

        Nobody gets that protection by their own word: the marks must be there.
        """
        people = self._seat.fold.people
        return frozenset(
            seat
            for seat in self._seat.fold.active
            if seat != self._seat.number
            and self._still.get(people[seat].identity, False)
            and self._is_outvoted(seat)
        )

    def close(self) -> None:
        """Decide nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # What others have marked.

    def _others(self, phase: int) -> Mapping[Seat, bytes]:
        """Give the marks of the others who play, for a place of ours."""
        fold, found = self._seat.fold, dict[Seat, bytes]()
        digest = self._own[phase].prev
        for seat, heard in self._marks.get(phase, {}).items():
            if seat not in fold.active or seat == self._seat.number:
                continue
            self._check(heard, digest, fold.handovers.signer(seat, phase))
            good = {it.mark for it in heard if heard[it] and it.digest == digest}
            if len(good) == 1:
                found[seat] = good.pop()
        return found

    def _check(
        self, heard: dict[Marked, bool | None], digest: bytes, key: bytes
    ) -> None:
        """Verify the marks of a seat at a place that weren't yet, as far as there is time."""
        gid = self._seat.fold.charter.gid
        for marked, is_good in heard.items():
            if is_good is None and marked.digest == digest and self._may_check():
                heard[marked] = is_marked_by(key, gid, marked)

    def _may_check(self) -> bool:
        """Tell whether there is time to verify another signature; else it is looked at later."""
        return self._checks.take(1, self._clock.seconds())

    def _apart(self, phase: int) -> Mapping[Seat, bytes]:
        """Give the marks of those who are apart from us in a phase, and not yet named."""
        own = self._own[phase].mark
        return {
            seat: mark
            for seat, mark in self._others(phase).items()
            if mark != own and seat not in self._named
        }

    def _is_outvoted(self, seat: Seat) -> bool:
        """
        Tell whether most others count otherwise than a seat does.

        The last place counts that most of them have marked.
        """
        fold, me = self._seat.fold, self._seat.number
        if seat not in fold.active:
            return False
        parties = {it: party_of(fold.people[it]).identity for it in fold.active}
        others = {*parties.values()} - {parties[seat]}
        for phase in sorted(self._own, reverse=True):
            marks = {**self._others(phase), me: self._own[phase].mark}
            said: dict[bytes, set[bytes]] = {}
            for it, mark in marks.items():
                if parties.get(it) in others:
                    said.setdefault(parties[it], set()).add(mark)
            counted = _count(said.values())
            if seat in marks:
                del counted[marks[seat]]
            most = max(counted.values(), default=0)
            if most >= FEWEST and 2 * most > len(others):
                return True
            if 2 * len(said) > len(others):
                return False
        return False

    # What follows.

    def _compare(self) -> None:
        for phase in self._own:
            if not self._apart(phase):
                continue
            if phase not in self._is_told:
                self._is_told.add(phase)
                account = zlib.compress(self._own[phase].packed)
                self._send(Account(self._table(), phase, account))
            self._decide_later()
        self._judge()

    def _judge(self) -> None:
        """See whether our program is to stand still."""
        stands_still = not self._insists and self._is_outvoted(self._seat.number)
        if stands_still and not self._has_told:
            self._decide_later()
        if stands_still == self.stands_still:
            return
        self.stands_still = stands_still
        if not stands_still and self._has_told:
            self._has_told = False
            self._announce()
            self._player.told(StateMatches())
        self._changed()

    def _announce(self) -> None:
        """Tell the table, once on each connection, whether we stand still."""
        code = STANDS_STILL if self._has_told else GOES_ON
        if code != self._said and (self._has_told or self._has_said):
            self._said, self._has_said = code, True
            self._say(code)

    def _decide_later(self) -> None:
        if self._timer is None:
            self._timer = self._clock.callLater(PATIENCE, self._decide)

    def _decide(self) -> None:
        """Tell our player who is apart, and everybody that we stand still."""
        self._timer = None
        is_new = self.stands_still and not self._has_told
        self._has_told = self.stands_still
        for phase in sorted(self._own, reverse=True):
            apart = self._others(phase) if is_new else self._apart(phase)
            if self._tell(phase, apart):
                break
        self._announce()
        self._compare()

    def _tell(self, phase: int, marks: Mapping[Seat, bytes]) -> bool:
        """Tell our player who is apart in a phase; returns whether anybody is."""
        own = self._own[phase]
        apart = {seat: mark for seat, mark in marks.items() if mark != own.mark}
        if not apart:
            return False
        self._named |= apart.keys()
        here = json.loads(own.packed)
        accounts = {
            seat: account
            for seat in sorted(apart)
            if (account := _read(self._accounts.get((phase, seat)))) is not None
        }
        first = next(iter(accounts.values()), None)
        where = None if first is None else outline.difference(here, first)
        seats = tuple(sorted(apart))
        self._player.told(
            StateMismatch(Apart(phase, seats, where, here, accounts, self.stands_still))
        )
        return True


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


def _count(said: Iterable[set[bytes]]) -> Counter[bytes]:
    """
    Return how many parties have made each mark.

    Args:
        said: the marks of each party; one whose seats don't agree says nothing.
    """
    single = (one for one in said if len(one) == 1)
    return Counter(mark for one in single for mark in one)


def _mark(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:MARK_SIZE]


def _unpacked(account: bytes) -> bytes | None:
    """Unpack an account; None if it is none, or too long for one."""
    unpacking = zlib.decompressobj()
    try:
        packed = unpacking.decompress(account, ACCOUNT_CAP)
    except zlib.error:
        return None
    return packed if unpacking.eof and not unpacking.unused_data else None


def _read(packed: bytes | None) -> Any:
    """Read an account, which may be anything that somebody has marked; None if it is none."""
    try:
        return None if packed is None else json.loads(packed)
    except (ValueError, RecursionError):
        return None
