"""
Replaying: a game as a row of moments, with all that a reader can know of each.

It is read from a log or from a record. A log proves what happened and opens no hand: the keys of sealed cards are thrown away
when a game has ended; what somebody has opened then of the cards face down is in it. Cards of a table that hides nothing are all known, and what was
dealt or shown to us alone is where the game was not ended and this machine still keeps
its keys. A record proves
nothing, and tells what its writer knew. What makes a moment, and what else can be known
of it, each game says by its `Replaying`.
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
from sealed_wonders.client.storage.home import Damaged, Home
from sealed_wonders.client.table.taking import seat_of
from sealed_wonders.client.terminal.games import face_of
from sealed_wonders.core.game import Card, Choose, Deal, Seat, Slot, State
from sealed_wonders.core.records import script
from sealed_wonders.core.records.faces import Faces as Lying
from sealed_wonders.core.records.games import check as check_record
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.lobby.entries import Person
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.replay import Check, Progress, one_by_one
from sealed_wonders.net.suites import begin, begin_relayed

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.gameface import GameFace

Faces = Sequence[Mapping[Slot, Card]]
"""By seat, the faces it could see, as far as we can."""


class Happening(State, Protocol):
    """A state that tells what led to it."""

    @property
    def news(self) -> tuple[Any, ...]:
        """What happened, in its game's events."""


People = tuple[Person, ...]
"""Who has which seat."""


class Handed(NamedTuple):
    """A seat that changed hands."""

    before: Person
    after: Person


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that happened, and where it led."""

    state: Happening
    """The state it led to, with its news."""
    turn: tuple[int, int]
    """
    Where in the game it is: in 7 Wonders the age and the turn, elsewhere the turn and
    whose it is.
    """
    faces: tuple[Mapping[Slot, Card], ...]
    """By seat, what else of cards face down can be known."""
    people: People
    """Who had the seats."""
    handed: tuple[Handed, ...] = field(default=(), kw_only=True)
    """Which of them had changed hands since the moment before."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        return _names(self.people)


class Row(Protocol):
    """Takes note of a game, as the log is read, and makes a row of moments of it."""

    def note(
        self, states: Sequence[State], faces: Callable[[], Faces], people: People
    ) -> None:
        """
        Take note of what an entry led to.

        Args:
            states: none, where there is nothing new but what can be seen.
            faces: gives what each seat can see now.
            people: who had the seats when it was said.
        """

    def disclose(self, cards: Mapping[Slot, Card]) -> None:
        """Take what was opened, when the game was over, of the cards that lie face down."""

    def moments(self) -> tuple[Moment, ...]:
        """Give all that was noted; what changed hands is left out."""


class Replaying(Protocol):
    """What takes note of one game."""

    def begin(self) -> Row:
        """Begin to take note of a game."""

    def agreed(self, state: State) -> Mapping[str, str]:
        """Return what a record tells of the game's own options."""


@dataclass(frozen=True, slots=True)
class Told:
    """What was found in a record."""

    charter: Charter | None
    """
    Who played what, as far as that is told; nobody has signed it, and it has no id.

    None where not even the first line is good.
    """
    fault: script.Fault | None = None
    """The first line that doesn't follow; None if all do."""
    people: People = ()
    """Who has which seat in the end; nobody where not all follows."""

    @property
    def verdict(self) -> Verdict:
        """Say whether all of it follows, up to the end of the game."""
        if self.fault is None:
            return Verdict.GOOD
        if self.fault.flaw is script.Flaw.UNFINISHED:
            return Verdict.UNFINISHED
        return Verdict.FAULT


@dataclass(frozen=True, slots=True)
class Replay:
    """A log or a record, ready to be looked through."""

    report: Report
    """What was found in it; of a record, whether all of it follows."""
    moments: tuple[Moment, ...]
    """All that follows, as far as it is good; empty if that is no game."""
    checked: bool
    """Whether every proof was checked, and not only signatures and rules."""
    open: tuple[Seat, ...]
    """Whose cards are known, those that nobody else sees included."""
    me: bytes | None = None
    """Our own identity; None if we never had a seat."""
    record: Told | None = None
    """What was found besides, if it is a record."""

    @property
    def charter(self) -> Charter | None:
        """The game; None where there is none yet."""
        if self.record is not None:
            return self.record.charter
        return None if self.report.fold is None else self.report.fold.charter

    @property
    def people(self) -> People:
        """Who has which seat in the end."""
        if self.report.fold is not None:
            return self.report.fold.people
        if self.record is not None and self.record.people:
            return self.record.people
        if self.moments:
            return self.moments[-1].people
        return self.charter.people if self.charter else ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat, of those who have them in the end."""
        return _names(self.people)

    @property
    def handed(self) -> tuple[Handed, ...]:
        """Which seats changed hands behind the last moment."""
        return _handed(self.moments[-1].people, self.people) if self.moments else ()

    @property
    def disclosed(self) -> Mapping[Seat, Mapping[Slot, Card]]:
        """What was opened when the game was over, by whose it was."""
        fold = self.report.fold
        opened: dict[Seat, dict[Slot, Card]] = {}
        for slot, it in () if fold is None else fold.disclosed.items():
            opened.setdefault(it.seat, {})[slot] = it.card
        return dict(sorted(opened.items()))

    @property
    def own(self) -> Seat | None:
        """The seat that was our own, maybe for a part of the game; None if none was."""
        began = () if self.charter is None else self.charter.people
        every = (began, *(moment.people for moment in self.moments), self.people)
        seats = (_seat_of(self.me, people) for people in every)
        return next((seat for seat in seats if seat is not None), None)

    def own_at(self, moment: Moment) -> Seat | None:
        """Give the seat that was our own at a moment; None if none was."""
        return _seat_of(self.me, moment.people)

    def ours_at(self, moment: Moment, seat: Seat) -> Seat | None:
        """Return a seat if it was our own at a moment; None if we look on from there."""
        return seat if seat == self.own_at(moment) else None

    def past(self, index: int) -> tuple[Any, ...]:
        """Give all that had happened by a moment, in order."""
        return tuple(
            event for one in self.moments[: index + 1] for event in one.state.news
        )

    @property
    def game(self) -> str:
        """Which game it is; empty where there is none yet."""
        return "" if self.charter is None else str(dict(self.charter.options)["game"])

    @property
    def face(self) -> GameFace:
        """
        The face of that game.

        Raises:
            ValueError: there is no game yet.
        """
        return face_of(self.game)


Keys = Callable[[Charter], "Own | None"]
"""Gives what this machine still keeps of a game."""


class Own(NamedTuple):
    """What somebody still has of a game who may have had a seat in it."""

    identity: bytes
    kept: tuple[bytes, ...] = ()
    """
    What `Secrets.recall` takes; nothing of a game that has ended, or of a seat that was
    handed over.
    """
    entrusted: Mapping[Seat, tuple[bytes, ...]] = MappingProxyType({})
    """The same, of whoever had a seat that was taken, by the seats that might have been."""

    def of(self, seat: Seat) -> tuple[bytes, ...]:
        """Give what there is of one seat, if we have it."""
        return (*self.entrusted.get(seat, ()), *self.kept)

    def __repr__(self) -> str:
        return "<Own>"


def nobodys(charter: Charter) -> Own | None:
    """Keep nothing of any game."""
    return None


def keys_at(home: Home, *, own_hand: bool) -> Keys:
    """
    Look for what a player's own files still hold; they are only read.

    Args:
        own_hand: also for the keys of a hand, in a game that goes on. Without, it is only
            known which seat is our own.
    """

    def keys(charter: Charter) -> Own | None:
        try:
            if not (home.config / "identity.pem").exists():
                return None
            # Whether it ever had a seat, the rest of the log may say.
            identity = home.identity().public
            file = home.state / "games" / f"{charter.table.hex()}.seat"
            if not own_hand or not file.exists():
                return Own(identity)
            with contextlib.closing(home.memories(charter.table)) as store:
                taken: dict[Seat, tuple[bytes, ...]] = {}
                for memory in store.memories():
                    seat = seat_of(memory)
                    if seat is not None:
                        taken[seat] = (*taken.get(seat, ()), *memory.entrusted)
                return Own(identity, tuple(store.kept()), taken)
        except Damaged:
            # The game is being played just now, or what there is can't be read: it is
            # the log that was asked for.
            return None

    return keys


def own_keys(*, own_hand: bool) -> Keys:
    """
    Look for what whoever runs this program still holds, as `keys_at` does.

    Raises:
        Damaged: it was asked for, and there is no finding it.
    """
    try:
        return keys_at(Home.find(), own_hand=own_hand)
    except Damaged:
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
    Read a log; what isn't good of it is told in the report.

    Args:
        checked: check every proof. They are believed otherwise, which is much quicker,
            but for a log that isn't whole: then it may be one that names a cheat.

    Raises:
        Unknown: it is a log by other rules than ours, or of a suite we don't know.
        RemoteProtocolError: it isn't a log.
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
    Read a record; what isn't good of it is told in the report.

    Payments may be any that cover a cost: whether they are the best ones is for those to
    say who check it.
    """
    watch = _RecordWatch()
    try:
        lines = lines_in(io.BytesIO(data))
        names = check_record(lines, lenient=True, follow=watch.follow).names
    except script.Fault as found:
        return watch.replay(found)
    return watch.replay(None, names)


class _RecordWatch:
    """Follows the lines of a record, and notes what its writer knew at each step."""

    def __init__(self) -> None:
        self._row: Row | None = None
        self._charter: Charter | None = None
        self._holders: dict[Slot, Seat] = {}
        """Who held a card last, by its slot."""

    def follow(self, state: State, names: Sequence[str], lying: Lying) -> None:
        """Note a state."""
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

    def replay(self, fault: script.Fault | None, names: Sequence[str] = ()) -> Replay:
        """Give all that was noted."""
        moments = _moments(self._row, self._charter)
        told = Told(self._charter, fault, _unsigned_people(names))
        return Replay(Report(told.verdict, 0, None), moments, True, (), record=told)


def _unsigned(state: State, names: Sequence[str]) -> Charter:
    """Say who plays what, as a charter does that people have signed."""
    game = state.rules.name
    options: dict[str, str | int] = {"game": game, "players": len(names)}
    options |= face_of(game).replaying.agreed(state)
    people = _unsigned_people(names)
    return Charter(b"", b"", b"", tuple(sorted(options.items())), people, 0, ())


def _unsigned_people(names: Sequence[str]) -> People:
    return tuple(Person(name, b"", None) for name in names)


class _Watch:
    """Follows a fold, and notes what can be known at each step."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._own: Own | None = None
        self._seat: Seat | None = None
        """The seat that is our own, or was last."""
        self._readers: dict[Seat, Secrets] = {}
        """Those whose cards we can read."""
        self._row: Row | None = None
        self._phase = 0
        """The one that was open before what is followed now."""

    def following(self, progress: Progress) -> Progress:
        """Give what follows a fold, and tells somebody else as well."""

        def follow(fold: Fold, total: int) -> None:
            self._follow(fold)
            progress(fold, total)

        return follow

    def replay(self, report: Report, *, checked: bool) -> Replay:
        """Give all that was noted."""
        fold, own = report.fold, self._own
        if fold is not None and self._row is not None:
            self._row.disclose({slot: it.card for slot, it in fold.disclosed.items()})
        moments = _moments(self._row, None if fold is None else fold.charter)
        me = None if own is None or self._seat is None else own.identity
        readers = tuple(self._readers)
        return Replay(report, moments, checked, readers, me)

    def _follow(self, fold: Fold) -> None:
        if self._row is None:
            self._row = face_of(fold.ruleset.name).replaying.begin()
            self._begin(fold)
        seat = None if self._own is None else fold.seat_of(self._own.identity)
        sits_down = seat is not None and seat != self._seat
        if seat is not None and sits_down:
            self._sit_down(fold, seat)
        if fold.states or sits_down:
            # In the next phase it may be somebody else's already.
            people = fold.handovers.holders(self._phase)
            self._row.note(fold.states, lambda: self._faces(fold), people)
        self._phase = fold.phase.number

    def _begin(self, fold: Fold) -> None:
        self._own = self._keys(fold.charter)
        if isinstance(fold.cards, OpenCards):
            seats = range(len(fold.charter.people))
            self._readers = {seat: OpenSecrets(seat, fold.cards) for seat in seats}

    def _sit_down(self, fold: Fold, seat: Seat) -> None:
        """Take note of our own seat, which we have now."""
        self._seat = seat
        if self._own is not None and self._own.of(seat):
            self._readers |= _own_reader(fold, seat, self._own)

    def _faces(self, fold: Fold) -> Faces:
        """Give what each seat could see just now, as far as we can."""
        seen: list[Mapping[Slot, Card]] = []
        for seat in range(len(fold.charter.people)):
            reader = self._readers.get(seat)
            try:
                seen.append({} if reader is None else reader.faces())
            except LocalProtocolError:
                # What is kept isn't of this game, or not all there is to it.
                del self._readers[seat]
                seen.append({})
        return seen


def _own_reader(fold: Fold, seat: Seat, own: Own) -> Iterator[tuple[Seat, Secrets]]:
    """Give what reads our own sealed cards, if that can be had."""
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


def _moments(row: Row | None, charter: Charter | None) -> tuple[Moment, ...]:
    """Give all that was noted of a game, with what changed hands between moments."""
    if row is None or charter is None:
        return ()
    told = row.moments()
    people = [charter.people, *(moment.people for moment in told)]
    return tuple(
        replace(moment, handed=_handed(before, after))
        for moment, (before, after) in zip(told, pairwise(people), strict=True)
    )


def _handed(before: People, after: People) -> tuple[Handed, ...]:
    pairs = zip(before, after, strict=True)
    return tuple(Handed(old, new) for old, new in pairs if old != new)


def _seat_of(identity: bytes | None, people: People) -> Seat | None:
    if identity is None:
        return None
    identities = [person.identity for person in people]
    return None if identity not in identities else identities.index(identity)


def _names(people: People) -> tuple[str, ...]:
    """Give names as they are shown."""
    return told_apart(tuple(person.name for person in people))
