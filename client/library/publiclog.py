"""The public log of a table: read once and checked, or followed while it grows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sealed_wonders.client.logs.audit import Report, Verdict, audit, rules_of
from sealed_wonders.client.logs.journals import as_log
from sealed_wonders.core.chronicle import Chronicle, ChronicleTurn
from sealed_wonders.core.definition import Facts
from sealed_wonders.core.game import Sheet
from sealed_wonders.core.games import definition
from sealed_wonders.net.errors import ProtocolError
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby.charter import Charter, NoGameYet, open_charter
from sealed_wonders.net.log import file, journal
from sealed_wonders.net.log.envelopes import Entry, parse_wire
from sealed_wonders.net.replay import together
from sealed_wonders.net.stepping import take
from sealed_wonders.net.suites import begin, begin_relayed


class LogError(ValueError):
    """The data isn't a log, is damaged, or needs another version of this program."""


@dataclass(frozen=True, slots=True)
class PublicLog:
    """The verdict on a log, and everything that everybody at the table saw."""

    verdict: Verdict
    """Whether the log is complete and everything in it follows."""
    fault: str
    """Why the first wrong entry is wrong, with its number; empty if none is."""
    entries: int
    """The number of good entries, from the first."""
    game: str
    """The name of the game; empty if the log ends before the game begins."""
    options: Mapping[str, object]
    """All options that the players signed, by name."""
    players: tuple[str, ...]
    """The names of those who began the game, by seat."""
    turns: tuple[ChronicleTurn, ...]
    """The public events and the points, turn by turn."""
    sheet: Sheet | None
    """The score sheet; None unless the game is over."""


def read_log(path: str | os.PathLike[str], *, proofs: bool = True) -> PublicLog:
    """
    Read a log, or the journal of a running game, and check everything in it.

    If the log is cut off or contains a fault, return the good part, with the verdict.

    Args:
        path: the file.
        proofs: whether to check the proofs of sealed cards as well, which takes a few
            seconds. Signatures, digests and rules are checked in any case.

    Raises:
        OSError: the file can't be read.
        LogError: the file isn't a log, or needs another version of this program.
    """
    data = Path(path).read_bytes()
    course = _Course()
    try:
        if data.startswith((journal.MAGIC, journal.OLD)):
            data = as_log(data)
        with together() as check:
            made = begin if proofs else begin_relayed
            report = audit(data, check, course.progress, made)
    except ProtocolError as problem:
        raise LogError(str(problem)) from None
    return _public(report, course)


def _public(report: Report, course: _Course) -> PublicLog:
    fold = report.fold
    charter = None if fold is None else fold.charter
    return PublicLog(
        verdict=report.verdict,
        fault="" if report.fault is None else str(report.fault),
        entries=report.entries,
        game=_game(charter),
        options={} if charter is None else dict(charter.options),
        players=_names(charter),
        turns=course.turns,
        sheet=fold.state.score() if fold is not None and fold.over else None,
    )


def _game(charter: Charter | None) -> str:
    return "" if charter is None else str(dict(charter.options)["game"])


def _names(charter: Charter | None) -> tuple[str, ...]:
    return () if charter is None else tuple(it.name for it in charter.people)


class _Course:
    """Chronicles a game while its log is read."""

    def __init__(self) -> None:
        self._chronicle: Chronicle | None = None
        self._phase = 0
        self._fold: Fold | None = None

    def progress(self, fold: Fold, total: int) -> None:
        if fold is not self._fold:
            self._fold, self._chronicle, self._phase = fold, None, 0
        self.follow(fold, self._phase)
        self._phase = fold.phase.number

    def follow(self, fold: Fold, before: int) -> None:
        if self._chronicle is None:
            self._chronicle = Chronicle(fold.ruleset.name)
        self._chronicle.follow(fold.states, before, fold.phase.number)

    @property
    def turns(self) -> tuple[ChronicleTurn, ...]:
        return () if self._chronicle is None else self._chronicle.turns


class PublicEvent(NamedTuple):
    """Something that everybody at a table saw."""

    at: tuple[int, ...]
    """
    The turn it belongs to: age and turn in 7 Wonders, turn and seat in Architects; empty
    before the first turn.
    """
    facts: Facts
    """
    What happened, as plain data in JSON's types.

    ``is`` names the kind of event, such as ``"played"`` or ``"fought"``; ``seat`` is there
    if one seat did it. Cards are given by their catalogue ids, and face-down cards are
    None.
    """


class LogFollower:
    """
    Follows a table by its public log, without a seat and without a connection.

    Feed it the bytes of a log, or of a host's journal, in pieces of any size. It checks
    signatures and rules, but trusts the proofs of sealed cards; when the game is over,
    `read_log` checks them too. It does no I/O.
    """

    def __init__(self) -> None:
        """Begin before the first byte of a file."""
        self._magic = b""
        self._tail = b""
        self._is_journal = False
        self._entries: list[Entry] = []
        self._fold: Fold | None = None
        self._course = _Course()
        self._told: tuple[PublicEvent, ...] = ()

    def feed(self, data: bytes) -> tuple[PublicEvent, ...]:
        """
        Read more of the file; return the events in it.

        If a player is removed and the table goes back to an earlier phase, the events that
        are different now are returned, from the first such event on.

        Raises:
            LogError: the data isn't a log, or an entry doesn't follow from those before
                it.
        """
        try:
            for part in self._parts(data):
                self._entries.append(Entry.of(parse_wire(part)))
            self._read()
        except (ProtocolError, ValueError) as problem:
            raise LogError(str(problem)) from None
        return self._news()

    def _parts(self, data: bytes) -> Iterator[bytes]:
        """Yield the wires of the file that are complete, and keep the rest."""
        self._tail += data
        if not self._magic:
            self._magic = _magic(self._tail)
            if not self._magic:
                return
            self._is_journal = self._magic != file.MAGIC
            self._tail = self._tail[len(self._magic) :]
        taken = 0
        try:
            for offset, part in file.chunks(self._magic, self._magic + self._tail):
                taken = offset - len(self._magic) + 4 + len(part)
                if self._is_journal:
                    # First comes the name of the table.
                    self._is_journal = False
                else:
                    yield part
        except file.BreaksOff:
            pass
        finally:
            self._tail = self._tail[taken:]

    def _read(self) -> None:
        """Fold the entries that aren't folded yet, once there is a game."""
        if self._fold is None:
            try:
                charter = open_charter(self._entries)
            except NoGameYet:
                return
            self._fold = begin_relayed(charter, rules_of(charter))
            self._course.follow(self._fold, 0)
        fold = self._fold
        for entry in self._entries[fold.position :]:
            for phase in take(fold, entry):
                self._course.follow(fold, phase)

    def _news(self) -> tuple[PublicEvent, ...]:
        now = tuple(
            PublicEvent(turn.at, facts) for turn in self.turns for facts in turn.events
        )
        pairs = enumerate(zip(now, self._told, strict=False))
        same = next((n for n, (one, other) in pairs if one != other), None)
        if same is None:
            same = min(len(now), len(self._told))
        self._told = now
        return now[same:]

    @property
    def game(self) -> str:
        """The name of the game; empty before it begins."""
        return _game(self._charter)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of those who began the game, by seat; empty before it begins."""
        return _names(self._charter)

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The names of the players whose programs must send something next."""
        fold = self._fold
        if fold is None or fold.over:
            return ()
        return tuple(fold.people[seat].name for seat in fold.missing)

    @property
    def turns(self) -> tuple[ChronicleTurn, ...]:
        """The public events and the points so far, turn by turn."""
        return self._course.turns

    @property
    def table(self) -> Facts:
        """Everything on the table, as in `OpenGame.table`; empty before the game begins."""
        fold = self._fold
        return {} if fold is None else definition(self.game).public.table(fold.state)

    @property
    def _charter(self) -> Charter | None:
        return None if self._fold is None else self._fold.charter

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and all have signed the result."""
        return self._fold is not None and self._fold.over

    @property
    def sheet(self) -> Sheet | None:
        """The score sheet, as if the game ended now; None before there are cities."""
        fold = self._fold
        return fold.state.score() if fold is not None and self.table["cities"] else None


_MAGICS = (file.MAGIC, journal.MAGIC, journal.OLD)


def _magic(data: bytes) -> bytes:
    """
    Return the first bytes of the kind of file that begins like this; empty if unclear.

    Raises:
        ValueError: it is neither a log nor a journal.
    """
    for magic in _MAGICS:
        if data.startswith(magic):
            return magic
    if any(magic.startswith(data) for magic in _MAGICS):
        return b""
    raise ValueError("the file is neither a log nor a journal")
