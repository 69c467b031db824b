"""
Replaying: a game as a row of moments, with all that a reader can know of each.

It is read from a log or from a record. A log proves what happened and opens no hand: the keys of sealed cards are thrown away
when a game has ended. Cards of a table that hides nothing are all known, and what was
dealt or shown to us alone is where the game was not ended and this machine still keeps
its keys. A record proves
nothing, and tells what its writer knew. What makes a moment, and what else can be known
of it, each game has a module `replaying` for.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from sealed_wonders.client.logs.audit import Report, Verdict, audit
from sealed_wonders.client.logs.files import lines_in
from sealed_wonders.client.storage.home import Damaged, Home
from sealed_wonders.client.terminal import games
from sealed_wonders.core.game import Card, Choose, Deal, Seat, Slot, State
from sealed_wonders.core.records import script
from sealed_wonders.core.records.faces import Faces as Lying
from sealed_wonders.core.records.games import check as check_record
from sealed_wonders.net.cards import Secrets
from sealed_wonders.net.errors import LocalProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Charter
from sealed_wonders.net.lobby.entries import Person
from sealed_wonders.net.opencards import OpenCards, OpenSecrets
from sealed_wonders.net.replay import Check, Progress, one_by_one
from sealed_wonders.net.suites import begin, begin_relayed

Faces = Sequence[Mapping[Slot, Card]]
"""By seat, the faces it could see, as far as we can."""


class Happening(State, Protocol):
    """A state that tells what led to it."""

    @property
    def news(self) -> tuple[Any, ...]:
        """What happened, in its game's events."""


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


class Row(Protocol):
    """Takes note of a game, as the log is read, and makes a row of moments of it."""

    def note(self, states: Sequence[State], faces: Callable[[], Faces]) -> None:
        """
        Take note of what an entry led to.

        Args:
            faces: gives what each seat can see now.
        """

    def moments(self) -> tuple[Moment, ...]:
        """Give all that was noted."""


class OfGame(Protocol):
    """What takes note of one game: what its module `replaying` has."""

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
    own: Seat | None = None
    """The seat that was our own, if one was."""
    record: Told | None = None
    """What was found besides, if it is a record."""

    @property
    def charter(self) -> Charter | None:
        """The game; None where there is none yet."""
        if self.record is not None:
            return self.record.charter
        return None if self.report.fold is None else self.report.fold.charter

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat."""
        people = self.charter.people if self.charter else ()
        return tuple(person.name for person in people)

    def past(self, index: int) -> tuple[Any, ...]:
        """Give all that had happened by a moment, in order."""
        return tuple(
            event for one in self.moments[: index + 1] for event in one.state.news
        )

    @property
    def game(self) -> str:
        """Which game it is; empty where there is none yet."""
        return "" if self.charter is None else str(dict(self.charter.options)["game"])


Keys = Callable[[Charter], "Own | None"]
"""Gives what this machine still keeps of a game."""


class Own(NamedTuple):
    """What a player still has of a game."""

    seat: Seat
    kept: tuple[bytes, ...] = ()
    """What `Secrets.recall` takes; nothing of a game that has ended."""

    def __repr__(self) -> str:
        return f"<Own of seat {self.seat}>"


def nobodys(charter: Charter) -> Own | None:
    """Keep nothing of any game."""
    return None


def keys_at(home: Home) -> Keys:
    """Look for what a player's own files still hold; they are only read."""

    def keys(charter: Charter) -> Own | None:
        try:
            if not (home.config / "identity.pem").exists():
                return None
            seat = charter.seat_of(home.identity().public)
            if seat is None:
                return None
            file = home.state / "games" / f"{charter.table.hex()}.seat"
            if not file.exists():
                return Own(seat)
            with contextlib.closing(home.memories(charter.table)) as store:
                return Own(seat, tuple(store.kept()))
        except Damaged:
            # The game is being played just now, or what there is can't be read: it is
            # the log that was asked for.
            return None

    return keys


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
    fault = None
    try:
        check_record(lines_in(io.BytesIO(data)), lenient=True, follow=watch.follow)
    except script.Fault as found:
        fault = found
    return watch.replay(fault)


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
            self._row = _of_game(state.rules.name).begin()
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
        self._row.note([state], lambda: faces)

    def replay(self, fault: script.Fault | None) -> Replay:
        """Give all that was noted."""
        moments = () if self._row is None else self._row.moments()
        told = Told(self._charter, fault)
        return Replay(Report(told.verdict, 0, None), moments, True, (), record=told)


def _unsigned(state: State, names: Sequence[str]) -> Charter:
    """Say who plays what, as a charter does that people have signed."""
    game = state.rules.name
    options: dict[str, str | int] = {"game": game, "players": len(names)}
    options |= _of_game(game).agreed(state)
    people = tuple(Person(name, b"", None) for name in names)
    return Charter(b"", b"", b"", tuple(sorted(options.items())), people, 0, ())


class _Watch:
    """Follows a fold, and notes what can be known at each step."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self._own: Own | None = None
        self._readers: dict[Seat, Secrets] = {}
        """Those whose cards we can read."""
        self._row: Row | None = None

    def following(self, progress: Progress) -> Progress:
        """Give what follows a fold, and tells somebody else as well."""

        def follow(fold: Fold, total: int) -> None:
            self._follow(fold)
            progress(fold, total)

        return follow

    def replay(self, report: Report, *, checked: bool) -> Replay:
        """Give all that was noted."""
        moments = () if self._row is None else self._row.moments()
        own = self._own.seat if self._own else None
        return Replay(report, moments, checked, tuple(self._readers), own)

    def _follow(self, fold: Fold) -> None:
        if self._row is None:
            self._row = _of_game(fold.ruleset.name).begin()
            self._begin(fold)
        if fold.states:
            self._row.note(fold.states, lambda: self._faces(fold))

    def _begin(self, fold: Fold) -> None:
        self._own = self._keys(fold.charter)
        if isinstance(fold.cards, OpenCards):
            seats = range(len(fold.charter.people))
            self._readers = {seat: OpenSecrets(seat, fold.cards) for seat in seats}
        elif self._own is not None and self._own.kept:
            self._readers = dict(_own_reader(fold, self._own))

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


def _own_reader(fold: Fold, own: Own) -> Iterator[tuple[Seat, Secrets]]:
    """Give what reads our own sealed cards, if that can be had."""
    from sealed_wonders.net.sealed.cards import SealedCards
    from sealed_wonders.net.sealed.secrets import SealedSecrets

    if isinstance(fold.cards, SealedCards):
        reader = SealedSecrets(own.seat, fold.cards)
        try:
            for kept in own.kept:
                reader.recall(kept)
        except ValueError:
            return
        yield own.seat, reader


def _of_game(game: str) -> OfGame:
    """Return what takes note of a game; the others aren't loaded."""
    found: OfGame = games.part(game, "replaying")
    return found
