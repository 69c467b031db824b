"""
Replaying: a game as a sequence of moments, with everything that a reader can know of
each.

A replay is read from a log or a record. A log proves what happened but opens no hand:
the keys of sealed cards are deleted when a game has ended. It contains the face-down
cards that players disclosed at the end. At a table with open cards, all cards are
known. Cards that were dealt or shown to us alone are known if the game hasn't ended and
this machine still has its keys. A record proves nothing, and contains what its writer
knew.

Each game's `Replaying` defines its moments and what else can be known of them.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sealed_wonders.client.logs.audit import Report, Verdict, audit
from sealed_wonders.client.logs.files import lines_in
from sealed_wonders.client.storage.home import DamagedFile, Home
from sealed_wonders.client.table.taking import seat_of
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core.game import AnyState, Card, Choose, Deal, Seat, Slot
from sealed_wonders.core.records import script
from sealed_wonders.core.records.faces import Faces as Lying
from sealed_wonders.core.records.games import check as check_record
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.lobby.entries import TablePerson
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.replay import Check, Progress, one_by_one
from sealed_wonders.net.suites import begin, begin_relayed

if TYPE_CHECKING:
    from sealed_wonders.client.view.gameface import GameFace

Faces = Sequence[Mapping[Slot, Card]]
"""By seat, the faces that it could see, as far as we know them."""


class Happening(AnyState, Protocol):
    """A state that also contains the events that led to it."""

    @property
    def news(self) -> tuple[Any, ...]:
        """The events, in the game's own types."""


People = tuple[TablePerson, ...]
"""The players by seat."""


class SeatChange(NamedTuple):
    """A seat that changed hands."""

    before: TablePerson
    after: TablePerson


@dataclass(frozen=True, slots=True)
class ReplayMoment:
    """Something that happened, and the resulting state."""

    state: Happening
    """The resulting state, with its events."""
    turn: tuple[int, int]
    """
    Where in the game it is: in 7 Wonders the age and the turn, in other games the turn
    and its seat.
    """
    faces: tuple[Mapping[Slot, Card], ...]
    """By seat, the other known face-down cards."""
    people: People
    """The players at this moment."""
    handed: tuple[SeatChange, ...] = field(default=(), kw_only=True)
    """The seats that have changed hands since the previous moment."""

    @property
    def names(self) -> tuple[str, ...]:
        """The displayed names, by seat."""
        return _names(self.people)


class MomentCollector(Protocol):
    """
    Collects the states of a game while its log is read, and turns them into moments.
    """

    def note(
        self, states: Sequence[AnyState], faces: Callable[[], Faces], people: People
    ) -> None:
        """
        Note the results of an entry.

        Args:
            states: the new states; empty if only the visible faces have changed.
            faces: returns what each seat can see now.
            people: the players at the time of the entry.
        """

    def disclose(self, cards: Mapping[Slot, Card]) -> None:
        """Note the face-down cards that were disclosed after the game."""

    def moments(self) -> tuple[ReplayMoment, ...]:
        """Return all moments, without changes of players."""


class Replaying(Protocol):
    """The part of one game that creates moments."""

    def begin(self) -> MomentCollector:
        """Return a new collector for a game."""

    def agreed(self, state: AnyState) -> Mapping[str, str]:
        """Return the game's own options as a record states them."""


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """The result of reading a record."""

    charter: Charter | None
    """
    The players and options as far as they are stated, unsigned and without a game id.

    None if not even the first line is good.
    """
    fault: script.RecordFault | None = None
    """The first line that doesn't follow; None if all do."""
    people: People = ()
    """The players at the end; empty if there is a fault."""

    @property
    def verdict(self) -> Verdict:
        """Whether all lines follow, up to the end of the game."""
        if self.fault is None:
            return Verdict.GOOD
        if self.fault.flaw is script.Flaw.UNFINISHED:
            return Verdict.UNFINISHED
        return Verdict.FAULT


@dataclass(frozen=True, slots=True)
class Replay:
    """A log or a record that has been read for viewing."""

    report: Report
    """The result of the audit; for a record, only whether everything follows."""
    moments: tuple[ReplayMoment, ...]
    """The moments as far as the game is good; empty if there is no game."""
    checked: bool
    """Whether every proof was checked, and not only signatures and rules."""
    open: tuple[Seat, ...]
    """The seats whose cards are known, including those that no other seat saw."""
    me: bytes | None = None
    """Our own identity; None if we never had a seat."""
    record: ReadRecord | None = None
    """Additional results if it is a record."""

    @property
    def charter(self) -> Charter | None:
        """The game's charter; None before there is a game."""
        if self.record is not None:
            return self.record.charter
        return None if self.report.fold is None else self.report.fold.charter

    @property
    def people(self) -> People:
        """The players at the end."""
        if self.report.fold is not None:
            return self.report.fold.people
        if self.record is not None and self.record.people:
            return self.record.people
        if self.moments:
            return self.moments[-1].people
        return self.charter.people if self.charter else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The displayed names of the players at the end, by seat."""
        return _names(self.people)

    @property
    def handed(self) -> tuple[SeatChange, ...]:
        """The seats that changed hands after the last moment."""
        return _handed(self.moments[-1].people, self.people) if self.moments else ()

    @property
    def disclosed(self) -> Mapping[Seat, Mapping[Slot, Card]]:
        """The cards disclosed after the game, by seat."""
        fold = self.report.fold
        opened: dict[Seat, dict[Slot, Card]] = {}
        for slot, it in () if fold is None else fold.disclosed.items():
            opened.setdefault(it.seat, {})[slot] = it.card
        return dict(sorted(opened.items()))

    @property
    def own(self) -> Seat | None:
        """Our own seat, even if we had it only for a time; None if we never had one."""
        began = () if self.charter is None else self.charter.people
        every = (began, *(moment.people for moment in self.moments), self.people)
        seats = (_seat_of(self.me, people) for people in every)
        return next((seat for seat in seats if seat is not None), None)

    def own_at(self, moment: ReplayMoment) -> Seat | None:
        """Return our own seat at a moment; None if we had none."""
        return _seat_of(self.me, moment.people)

    def ours_at(self, moment: ReplayMoment, seat: Seat) -> Seat | None:
        """
        Return *seat* if it was ours at a moment; None if we were spectators there.
        """
        return seat if seat == self.own_at(moment) else None

    def past(self, index: int) -> tuple[Any, ...]:
        """Return all events up to a moment, in order."""
        return tuple(
            event for one in self.moments[: index + 1] for event in one.state.news
        )

    @property
    def game(self) -> str:
        """The name of the game; empty before there is one."""
        return "" if self.charter is None else str(dict(self.charter.options)["game"])

    @property
    def face(self) -> GameFace:
        """
        The face of the game.

        Raises:
            ValueError: there is no game yet.
        """
        return face_of(self.game)


Keys = Callable[[Charter], "OwnKeys | None"]
"""Returns the keys that this machine still has for a game."""


class OwnKeys(NamedTuple):
    """The keys that a player still has for a game."""

    identity: bytes
    kept: tuple[bytes, ...] = ()
    """
    The arguments for `Secrets.recall`; empty if the game has ended or the seat was
    handed over.
    """
    entrusted: Mapping[Seat, tuple[bytes, ...]] = MappingProxyType({})
    """
    The same from former players of a seat that was taken over, by the seats that it may
    be.
    """

    seen: Mapping[Seat, Mapping[Slot, Card]] = MappingProxyType({})
    """The cards that our seat saw in a finished game, if this machine has kept them."""

    def of(self, seat: Seat) -> tuple[bytes, ...]:
        """Return the keys for one seat."""
        return (*self.entrusted.get(seat, ()), *self.kept)

    def __repr__(self) -> str:
        return "<Own>"


def nobodys(charter: Charter) -> OwnKeys | None:
    """Return no keys for any game."""
    return None


def keys_at(home: Home, *, own_hand: bool, remembers: bool = False) -> Keys:
    """
    Return a function that looks for keys in a player's files, which are only read.

    Args:
        home: the player's folders.
        own_hand: whether to look for the keys of a hand in an unfinished game.
            Otherwise, only our own seat is determined.
        remembers: whether to use what our seat saw in a finished game, which nobody
            else should be shown.
    """

    def keys(charter: Charter) -> OwnKeys | None:
        try:
            if not (home.config / "identity.pem").exists():
                return None
            # The rest of the log may show whether this identity ever had a seat.
            identity = home.identity().public
            file = home.state / "games" / f"{charter.table.hex()}.seat"
            if not own_hand or not file.exists():
                seen = home.seen(charter.gid) if remembers else {}
                return OwnKeys(identity, seen=seen)
            with contextlib.closing(home.memories(charter.table)) as store:
                taken: dict[Seat, tuple[bytes, ...]] = {}
                for memory in store.memories():
                    seat = seat_of(memory)
                    if seat is not None:
                        taken[seat] = (*taken.get(seat, ()), *memory.entrusted)
                return OwnKeys(identity, tuple(store.kept()), taken)
        except DamagedFile:
            # Either the game is being played now, or the files are damaged. Either way,
            # show the log without them.
            return None

    return keys


def own_keys(*, own_hand: bool, remembers: bool = False) -> Keys:
    """
    Return `keys_at` for the folders of the user who runs this program.

    Raises:
        DamagedFile: *own_hand* was requested, and the folders can't be found.
    """
    try:
        return keys_at(Home.find(), own_hand=own_hand, remembers=remembers)
    except DamagedFile:
        if own_hand:
            raise
        return nobodys


def replay(
    data: bytes,
    *,
    checked: bool = False,
    check: Check = one_by_one,
    progress: Progress = lambda fold, total: None,
    keys: Keys = nobodys,
) -> Replay:
    """
    Read a log; faults are in the report.

    Args:
        data: the log file.
        checked: whether to check every proof. Trusting them is much faster. A log that
            isn't complete and good is always checked, because it may name a cheat.
        check: checks proofs.
        progress: called with the fold so far, and the total number of entries.
        keys: returns our own keys for the game.

    Raises:
        Unknown: the log is of other rules than ours, or of an unknown suite.
        RemoteProtocolError: the data isn't a log.
    """
    if not checked:
        watch = _Watch(keys)
        report = audit(data, one_by_one, watch.following(progress), begin_relayed)
        if report.verdict is Verdict.GOOD:
            return watch.replay(report, checked=False)
    watch = _Watch(keys)
    report = audit(data, check, watch.following(progress), begin)
    return watch.replay(report, checked=True)


def replay_record(data: bytes) -> Replay:
    """
    Read a record; faults are in the report.

    Payments only have to cover the cost. Whether they are optimal is a question for a
    check of the record.
    """
    watch = _RecordWatch()
    try:
        lines = lines_in(io.BytesIO(data))
        names = check_record(lines, lenient=True, follow=watch.follow).names
    except script.RecordFault as found:
        return watch.replay(found)
    return watch.replay(None, names)


class _RecordWatch:
    """Follows the lines of a record, and collects what its writer knew at each step."""

    def __init__(self) -> None:
        self._row: MomentCollector | None = None
        self._charter: Charter | None = None
        self._holders: dict[Slot, Seat] = {}
        """For each slot, the last seat that held its card."""

    def follow(self, state: AnyState, names: Sequence[str], lying: Lying) -> None:
        if self._row is None:
            self._row = face_of(state.rules.name).replaying.begin()
            self._charter = _unsigned(state, names)
        match state.ask:
            case Choose(offers):
                held = {seat: offer.hand for seat, offer in offers.items()}
            case Deal(hands):
                held = dict(hands)
            case _:
                held = {}
        for seat, slots in held.items():
            self._holders |= dict.fromkeys(slots, seat)
        faces: tuple[dict[Slot, Card], ...] = tuple({} for _ in names)
        for slot, seat in self._holders.items():
            if (face := lying(slot)) is not None:
                faces[seat][slot] = face
        self._row.note([state], lambda: faces, _unsigned_people(names))

    def replay(
        self, fault: script.RecordFault | None, names: Sequence[str] = ()
    ) -> Replay:
        moments = _moments(self._row, self._charter)
        told = ReadRecord(self._charter, fault, _unsigned_people(names))
        return Replay(Report(told.verdict, 0, None), moments, True, (), record=told)


def _unsigned(state: AnyState, names: Sequence[str]) -> Charter:
    """Return the players and options in the form of a charter, but unsigned."""
    game = state.rules.name
    options: dict[str, str | int] = {"game": game, "players": len(names)}
    options |= face_of(game).replaying.agreed(state)
    people = _unsigned_people(names)
    return Charter(b"", b"", b"", tuple(sorted(options.items())), people, 0, ())


def _unsigned_people(names: Sequence[str]) -> People:
    return tuple(TablePerson(name, b"", None) for name in names)


class _Watch:
    """Follows a fold, and collects what can be known at each step."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._own: OwnKeys | None = None
        self._seat: Seat | None = None
        """Our own present or last seat."""
        self._readers: dict[Seat, Secrets] = {}
        """The secrets of seats whose cards we can read."""
        self._row: MomentCollector | None = None
        self._seen: Mapping[Seat, Mapping[Slot, Card]] = {}
        """The cards that our seat saw, by seat, if they were kept."""
        self._phase = 0
        """The phase before the present update."""
        self._fold: Fold | None = None

    def following(self, progress: Progress) -> Progress:
        """
        Return a progress function that follows the fold and calls another one as well.
        """

        def follow(fold: Fold, total: int) -> None:
            self._follow(fold)
            progress(fold, total)

        return follow

    def replay(self, report: Report, *, checked: bool) -> Replay:
        fold, own = report.fold, self._own
        if fold is not None and self._row is not None:
            self._row.disclose({slot: it.card for slot, it in fold.disclosed.items()})
        moments = _moments(self._row, None if fold is None else fold.charter)
        me = None if own is None or self._seat is None else own.identity
        readers = tuple(sorted({*self._readers, *self._seen}))
        return Replay(report, moments, checked, readers, me)

    def _follow(self, fold: Fold) -> None:
        if self._row is None or fold is not self._fold:
            self._fold, self._seat, self._phase, self._readers = fold, None, 0, {}
            self._row = face_of(fold.ruleset.name).replaying.begin()
            self._begin(fold)
        seat = None if self._own is None else fold.seat_of(self._own.identity)
        sits_down = seat is not None and seat != self._seat
        if seat is not None and sits_down:
            self._sit_down(fold, seat)
        if fold.states or sits_down:
            # In the next phase, a seat may already have another player.
            people = fold.handovers.holders(self._phase)
            self._row.note(fold.states, lambda: self._faces(fold), people)
        self._phase = fold.phase.number

    def _begin(self, fold: Fold) -> None:
        self._own = self._keys(fold.charter)
        self._seen = {} if self._own is None else self._own.seen
        if isinstance(fold.cards, OpenCards):
            seats = range(len(fold.charter.people))
            self._readers = {seat: OpenSecrets(seat, fold.cards) for seat in seats}

    def _sit_down(self, fold: Fold, seat: Seat) -> None:
        """Note that this seat is ours now."""
        self._seat = seat
        if self._own is not None and self._own.of(seat):
            self._readers |= _own_reader(fold, seat, self._own)

    def _faces(self, fold: Fold) -> Faces:
        """Return what each seat can see now, as far as we know."""
        seen: list[Mapping[Slot, Card]] = []
        for seat in range(len(fold.charter.people)):
            reader, kept = self._readers.get(seat), self._seen.get(seat, {})
            try:
                seen.append(kept if reader is None else {**kept, **reader.faces()})
            except LocalProtocolError:
                # The stored keys are incomplete or of another game.
                del self._readers[seat]
                seen.append(kept)
        return seen


def _own_reader(fold: Fold, seat: Seat, own: OwnKeys) -> Iterator[tuple[Seat, Secrets]]:
    """Yield the secrets that open our sealed cards, if there are keys for them."""
    from sealed_wonders.net.sealed.cards import SealedCards
    from sealed_wonders.net.sealed.secrets import SealedSecrets

    if isinstance(fold.cards, SealedCards):
        reader = SealedSecrets(seat, fold.cards)
        try:
            for kept in own.of(seat):
                reader.recall(kept)
        except ValueError:
            return
        yield seat, reader


def _moments(
    row: MomentCollector | None, charter: Charter | None
) -> tuple[ReplayMoment, ...]:
    """Return all moments, with changes of players between them."""
    if row is None or charter is None:
        return ()
    told = row.moments()
    people = [charter.people, *(moment.people for moment in told)]
    return tuple(
        replace(moment, handed=_handed(before, after))
        for moment, (before, after) in zip(told, pairwise(people), strict=True)
    )


def _handed(before: People, after: People) -> tuple[SeatChange, ...]:
    pairs = zip(before, after, strict=True)
    return tuple(SeatChange(old, new) for old, new in pairs if old != new)


def _seat_of(identity: bytes | None, people: People) -> Seat | None:
    if identity is None:
        return None
    identities = [person.identity for person in people]
    return None if identity not in identities else identities.index(identity)


def _names(people: People) -> tuple[str, ...]:
    """Return the names as they are displayed."""
    return told_apart(tuple(person.name for person in people))
