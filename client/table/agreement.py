"""
Whether all programs at a table compute the same game.

docs/PROTOCOL.md (Marks) prescribes which marks count, and when a program halts.

Theory of operation
-------------------

All programs read one log, so they compute the same state, unless one of them has a bug
or is a different version. This would otherwise be found only when a move is legal for
one program and not for another. So whenever somebody must choose, each program with a
seat signs a *mark* of the state in its own fold (`sealed_wonders.core.outline`,
`sealed_wonders.net.marks`). The host passes all marks on together with the presence of
seats; each program checks the signatures itself.

A mark is for one *place*: a phase, and the digest of the log before it. Marks for other
places say nothing about ours. If one seat has two marks for one place, neither counts.

A seat whose mark of a place differs from ours is *apart* from us. Both programs then
send an account of their whole state, so that a person can see the difference. After
`PATIENCE`, seats that are apart are reported, once each.

Our own program *stands still* while more than half of the other people, and at least
two, have signed the same different mark: it signs nothing that they might take for a
fraud. Bots of one owner count as one person, and so
do all seats that one machine lends. The program resumes by itself when this no
longer holds, or when its player insists. It reports both to the table, signed, and bots
don't agree to go on without it.
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
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.log.envelopes import NOBODY
from sealed_wonders.net.marks import is_marked_by, make_mark
from sealed_wonders.net.messages import MARK_SIZE, Account, FromClient, Mark, Marked
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.rollcall import Statement
from sealed_wonders.net.talk import GOES_ON, STANDS_STILL
from sealed_wonders.net.verificationcache import VERIFICATION_CACHE

PATIENCE = 5.0
"""Seconds to wait for the others' accounts after the first mark that differs."""

KEPT = 8
"""Number of phases whose marks are compared; others may be that far behind or ahead."""

OF_ONE = 4
"""Marks kept of one seat for one phase, because it may have gone back to it."""

SHARED = 64
"""Phases whose states are kept for all seats and tables of one process."""

CHECK_RATE, CHECK_BURST = 256, 512
"""
Signatures of marks to verify, per second and at once.

Enough for bots that play as fast as they can; a host could make up any number.
"""

ACCOUNT_CAP = 1 << 18
"""Largest size in bytes of an unpacked account; far above the longest."""

ACCOUNTS_TRIED = 4
"""Accounts of one seat for one phase to unpack; a host could make them up, too."""

FEWEST = 2
"""Fewest people whose marks stop a program."""


class _Own(NamedTuple):
    """The state that our own program computed in some phase."""

    mark: bytes
    packed: bytes
    prev: bytes
    """Digest of the log before the phase."""

    @classmethod
    def of(cls, fold: Fold) -> _Own:
        packed = outline.pack(outline.outline(fold.state))
        return cls(_mark(packed), packed, fold.digest)


class AgreementCallbacks(NamedTuple):
    """Functions with which a comparison reports to its game."""

    send: Callable[[FromClient], None]
    """Sends a message to the host."""
    say: Callable[[str], object]
    """Sends a signed code to the table."""
    changed: Callable[[], None]
    """Called when our program stops or resumes."""


class Agreement:
    """
    Compares the states that the programs of one game compute.

    Attributes:
        stands_still: whether our program signs nothing, because most others compute a
            different state.
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
        Create a comparison for a game.

        Args:
            table: returns the name of the table at the host.
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
        """
        By phase and seat: the marks, and whether they are well signed; None if
        unchecked.
        """
        self._checks = Bucket(CHECK_RATE, CHECK_BURST, clock.seconds())
        self._accounts: dict[tuple[int, Seat], bytes] = {}
        """Accounts that fit the seat's mark, of phases in `_own`."""
        self._tried: Counter[tuple[int, Seat]] = Counter()
        """Number of accounts unpacked, by phase and seat."""
        self._marked = -1
        """The last phase whose mark was sent on this connection."""
        self._is_told: set[int] = set()
        """Phases whose account we have sent."""
        self._named: set[Seat] = set()
        """Seats that were reported to the player as apart."""
        self._insists = False
        """Whether the player wants to continue whatever others compute."""
        self._has_told = False
        """Whether the player was told that our program stands still."""
        self._said: str | None = None
        """The code last sent to the table on this connection."""
        self._has_said = False
        """Whether such a code was ever sent."""
        self._latest: Sequence[Marked | None] = ()
        """
        The last marks from the host; some may be for phases that we haven't reached.
        """
        self._still: dict[bytes, bool] = {}
        """Whether a person's program stands still, as they have signed."""
        self._timer: IDelayedCall | None = None

    def look(self) -> None:
        """Send our mark, if somebody must choose now."""
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
        """Drop states of phases that the log has left again."""
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
        """Drop accounts of phases that are no longer compared."""
        for place in [it for it in self._accounts if it[0] not in self._own]:
            del self._accounts[place]
        for place in [it for it in self._tried if it[0] not in self._own]:
            del self._tried[place]

    def connection_lost(self) -> None:
        """Record that the connection is lost; the next host may know nothing of us."""
        self._marked = -1
        self._said = None

    def _mark(self) -> None:
        """Send our newest mark to the host, once on each connection."""
        number = max(self._own, default=-1)
        if number > self._marked and self._seat.number != NOBODY:
            self._marked = number
            own, gid = self._own[number], self._seat.fold.charter.gid
            made = make_mark(self._identity, gid, number, own.prev, own.mark)
            digest, mark, signature = made.digest, made.mark, made.signature
            self._send(Mark(self._table(), number, digest, mark, signature))

    def marked(self, marks: Sequence[Marked | None]) -> None:
        """Take all marks, by seat; the host sends them first on each connection."""
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
                # A host can make up any number; these don't displace a signed one.
                worst = next((it for it, good in heard.items() if not good), marked)
                del heard[worst]

    def mark_of(self, phase: int, digest: bytes) -> bytes | None:
        """Return our mark of a place; None if we have made none."""
        own = self._own.get(phase)
        return own.mark if own is not None and own.prev == digest else None

    def attested(self, seats: Mapping[Seat, Statement]) -> None:
        """Take marks from a roll call, whose signatures have been verified."""
        for seat, said in seats.items():
            if said.mark is not None:
                self._hear(seat, Marked(said.phase, said.digest, said.mark, b""), True)
        self._compare()

    def account(self, seat: Seat, phase: int, account: bytes) -> None:
        """Take a seat's account, if it fits the seat's mark."""
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
        """Take a signed code that reports whether somebody's program stands still."""
        if code in (STANDS_STILL, GOES_ON):
            self._still[identity] = code == STANDS_STILL

    def insist(self) -> None:
        """Resume as the player wants, whatever the others take it for."""
        if self.stands_still:
            self._insists = True
            self._judge()

    @property
    def stalled(self) -> frozenset[Seat]:
        """
        Other seats that report that they stand still, and have a reason to.

        The report alone protects nobody: the marks must exist.
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
        """Stop comparing."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Marks of the other seats.

    def _others(self, phase: int) -> Mapping[Seat, bytes]:
        """Return the verified marks of the other active seats for a place of ours."""
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
        """
        Verify a seat's unverified marks for a place, within the limit of `CHECK_RATE`.
        """
        gid = self._seat.fold.charter.gid
        for marked, is_good in heard.items():
            if is_good is None and marked.digest == digest and self._may_check():
                heard[marked] = is_marked_by(key, gid, marked)

    def _may_check(self) -> bool:
        """
        Return whether another signature may be verified now; if not, it is done later.
        """
        return self._checks.take(1, self._clock.seconds())

    def _apart(self, phase: int) -> Mapping[Seat, bytes]:
        """
        Return the marks that differ from ours in a phase, of seats not yet reported.
        """
        own = self._own[phase].mark
        return {
            seat: mark
            for seat, mark in self._others(phase).items()
            if mark != own and seat not in self._named
        }

    def _is_outvoted(self, seat: Seat) -> bool:
        """
        Return whether most others compute a different state than a seat.

        The last place that most of them have marked counts.
        """
        fold, me = self._seat.fold, self._seat.number
        if seat not in fold.active or self._is_alike():
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

    # Reports.

    def _is_alike(self) -> bool:
        """
        Return whether every mark heard for places of ours, verified or not, is our own.

        As long as all programs compute the same game, no signature needs to be verified.
        """
        return all(
            marked.mark == own.mark or marked.digest != own.prev
            for phase, own in self._own.items()
            for heard in self._marks.get(phase, {}).values()
            for marked in heard
        )

    def _compare(self) -> None:
        for phase in () if self._is_alike() else self._own:
            if not self._apart(phase):
                continue
            if phase not in self._is_told:
                self._is_told.add(phase)
                account = zlib.compress(self._own[phase].packed)
                self._send(Account(self._table(), phase, account))
            self._decide_later()
        self._judge()

    def _judge(self) -> None:
        """Decide whether our program must stand still."""
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
        """
        Report to the table, once on each connection, whether our program stands still.
        """
        code = STANDS_STILL if self._has_told else GOES_ON
        if code != self._said and (self._has_told or self._has_said):
            self._said, self._has_said = code, True
            self._say(code)

    def _decide_later(self) -> None:
        if self._timer is None:
            self._timer = self._clock.callLater(PATIENCE, self._decide)

    def _decide(self) -> None:
        """
        Report the seats that are apart to the player, and our own state to the table.
        """
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
        """
        Report the seats that are apart in a phase, and return whether there are any.
        """
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
"""States by the digest of the log before, for processes with several seats."""


def _own_of(fold: Fold) -> _Own:
    """Return the state in a fold, computed once for all seats of one process."""
    if not VERIFICATION_CACHE.capacity:
        return _Own.of(fold)
    before = fold.digest
    if before not in _shared:
        _shared[before] = _Own.of(fold)
        while len(_shared) > SHARED:
            _shared.popitem(last=False)
    return _shared[before]


def _keep(kept: dict[int, Any], phase: int, value: object) -> None:
    """Add a value for a phase, and keep only the `KEPT` newest."""
    kept[phase] = value
    while len(kept) > KEPT:
        del kept[min(kept)]


def _count(said: Iterable[set[bytes]]) -> Counter[bytes]:
    """
    Return how many parties have made each mark.

    Args:
        said: the marks of each party; a party whose seats disagree doesn't count.
    """
    single = (one for one in said if len(one) == 1)
    return Counter(mark for one in single for mark in one)


def _mark(packed: bytes) -> bytes:
    return hashlib.sha256(packed).digest()[:MARK_SIZE]


def _unpacked(account: bytes) -> bytes | None:
    """Return an unpacked account; None if it isn't one, or is too long."""
    unpacking = zlib.decompressobj()
    try:
        packed = unpacking.decompress(account, ACCOUNT_CAP)
    except zlib.error:
        return None
    return packed if unpacking.eof and not unpacking.unused_data else None


def _read(packed: bytes | None) -> Any:
    """Return an account as JSON data; None if it isn't valid."""
    try:
        return None if packed is None else json.loads(packed)
    except (ValueError, RecursionError):
        return None
