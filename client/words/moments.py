"""
Moments of a finished game, as a spectator sees them from one seat, and in words.

A moment is a point at which a reader can stop (`client.logs.replaying`). Each game has a
module `moments` for the parts that differ; see `client.words.account`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client import program
from sealed_wonders.client.logs.audit import Report, Verdict
from sealed_wonders.client.logs.replaying import (
    ReadRecord,
    Replay,
    ReplayMoment,
    SeatChange,
)
from sealed_wonders.client.reasons import retold, why
from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.narration import LineKind, NarratedLine
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import lodging, text
from sealed_wonders.client.words.disclosures import said_false_disclosure
from sealed_wonders.client.words.handovers import changed_hands
from sealed_wonders.core.game import Seat
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.names import make_line
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.words import _


def known(replay: Replay, index: int, seat: Seat) -> TableModel:
    """
    Return the table model at a moment, from one seat.

    No question is open in it, because every choice has been made. Hands are in the
    moment itself.
    """
    keyring = Keyring(None, _nobody_is_compared)
    people = replay.moments[index].people if replay.moments else replay.people
    one = TableModel(keyring, charter=replay.charter, people=people, behind=seat)
    for moment in replay.moments[: index + 1]:
        lines = told(replay, moment, seat)
        turn = replay.face.account.turn_of(moment)
        one.narration += [NarratedLine(LineKind.GAME, line, turn) for line in lines]
        if turn is None or turn != one.moment:
            one.turn = []
        one.turn += lines
        one.moment = turn
    if replay.moments:
        one.ours = replay.ours_at(replay.moments[index], seat)
        one.sight = replay.face.account.sight(replay, replay.moments[index], seat)
        one.past = list(replay.past(index))
        if index == len(replay.moments) - 1:
            behind = opened(replay, seat)
            one.narration += [
                NarratedLine(LineKind.GAME, line, None) for line in behind
            ]
    return one


def _nobody_is_compared(name: str, key: bytes) -> Pin:
    """Accept every name and key: what is past can't be changed."""
    return Pin.KNOWN


def told(replay: Replay, moment: ReplayMoment, seat: Seat) -> list[str]:
    """Return the lines told during the game for a moment."""
    lines = replay.face.account.told(replay, moment, seat)
    return [*handed(replay, moment.handed, seat), *lines]


def handed(replay: Replay, some: Sequence[SeatChange], seat: Seat) -> list[str]:
    """Return which seats changed hands, for a spectator of one seat."""
    # Nearly always, and computing whose seat is ours means going through all moments.
    if not some:
        return []
    me = replay.me if seat == replay.own else None
    # A record tells neither who owned a bot nor whose host it was.
    charter = None if replay.record is not None else replay.charter
    host = b"" if charter is None else charter.host
    return [
        changed_hands(
            before,
            after,
            (
                _shown(replay, before),
                lodging.with_machine(
                    _shown(replay, after),
                    after,
                    {it.identity: _shown(replay, it) for it in replay.people},
                    me,
                ),
            ),
            me,
            host,
        )
        for before, after in some
    ]


def _shown(replay: Replay, one: TablePerson) -> str:
    """Return a person's displayed name at the time when they had a seat."""
    return next(
        told_apart(tuple(it.name for it in people))[people.index(one)]
        for people in (*(moment.people for moment in replay.moments), replay.people)
        if one in people
    )


def title(replay: Replay, index: int) -> str:
    """Return the heading of a moment."""
    return replay.face.account.title(replay, replay.moments[index])


def find(replay: Replay, typed: str) -> int | None:
    """Return the index of the turn that some words name, or None."""
    return replay.face.account.find(replay, typed)


def read(
    replay: Replay, index: int, seat: Seat, *, goes_on: bool = False
) -> Iterator[str]:
    """
    Yield the lines of a moment, with its heading, and the ending after the last one.

    Args:
        goes_on: The moment before has just been read.
    """
    moment = replay.moments[index]
    before = replay.moments[index - 1] if goes_on and index else None
    lines = told(replay, moment, seat)
    if not replay.face.account.names_itself(moment, before):
        yield text.heading(title(replay, index))
    yield from lines
    if index == len(replay.moments) - 1:
        yield from handed(replay, replay.handed, seat)
        yield ending(replay)
        yield from opened(replay, seat)


def opened(replay: Replay, seat: Seat) -> Iterator[str]:
    """Yield what was disclosed after the end, and wrong disclosures."""
    if not replay.moments:
        return
    last = len(replay.moments) - 1
    sight = replay.face.account.sight(replay, replay.moments[last], seat)
    past, tells = replay.past(last), replay.face.narrator
    for whose, cards in replay.disclosed.items():
        yield from tells.opened(sight, past, whose, cards)
    fold = replay.report.fold
    for fraud in () if fold is None else fold.false_disclosures:
        yield said_false_disclosure(replay.names[fraud.seat], fraud)


def seat(replay: Replay, name: str, index: int | None = None) -> Seat | None:
    """
    Return the seat that is meant by a name, the start of a name, or a number from 1.

    Args:
        index: A moment; people who had a seat there take precedence.
    """
    people = [one.people for one in replay.moments] + [replay.people]
    if index is not None:
        people.insert(0, replay.moments[index].people)
    names = [tuple(one.name for one in some) for some in dict.fromkeys(people)]
    if name and (seat := _only_one(name, names)) is not None:
        return seat
    if name.isdecimal() and len(name) < 3 and 0 < int(name) <= len(replay.people):
        return int(name) - 1
    return None


def _only_one(typed: str, names: Sequence[tuple[str, ...]]) -> Seat | None:
    """
    Return the seat of the only match for a name, or else for a prefix; None without
    one.

    Args:
        names: Names by seat, for each set of people; the first set with a single match
            counts.
    """
    for some in names:
        seats = shownnames.meant(typed, told_apart(some), some)
        if len(seats) == 1:
            return seats[0]
    for some in names:
        seats = shownnames.starting(typed, some)
        if len(seats) == 1:
            return seats[0]
    return None


def commands(replay: Replay) -> Iterator[str]:
    """Yield which commands say more about a log; none do about a record."""
    if replay.charter is not None and replay.record is None:
        yield _(
            "Other commands say more about the log of a game: `{audit}` checks it, "
            "`{analyse}` says what each choice was worth, `{log}` lists every entry, and "
            "`{export}` writes a record."
        ).format(
            **{it: program.typed(it) for it in ("audit", "analyse", "log", "export")}
        )


def explained(replay: Replay, command: str = "") -> Iterator[str]:
    """
    Yield how much of a game can be seen now, and how thoroughly it was checked.

    Args:
        command: starts this program where that is read; empty for this machine.
    """
    if replay.charter is None:
        return
    if replay.record is not None:
        yield _("A record shows what happened, but proves nothing.")
        yield _(
            "You see only those hidden cards that the record names or that were "
            "revealed later."
        )
        return
    yield replay.face.account.explained(replay)
    is_going_on = replay.report.verdict is Verdict.UNFINISHED
    if is_going_on and replay.own is not None and replay.own not in replay.open:
        yield _(
            "With --own-hand, you also see your own hand, if this machine still has "
            "the keys to it."
        )
    if replay.checked:
        yield _("Every signature, rule and proof was checked.")
    else:
        yield _(
            "Every signature and rule was checked, but not the proofs for sealed "
            "cards. {command} checks everything."
        ).format(command=f"{command} audit" if command else program.typed("audit"))


def ending(replay: Replay) -> str:
    """Return how the log ends: with the game, before its end, or with a fault."""
    if replay.record is not None:
        return _record_ending(replay.record)
    report = replay.report
    if report.verdict is Verdict.GOOD:
        return _good_ending(report)
    if report.fault is None:
        if report.fold is None:
            return _("The log ends in the lobby: no game has begun.")
        missing = [replay.names[seat] for seat in report.fold.missing]
        said = _(
            "The log ends here, before the end of the game. The table was waiting "
            "for {who}."
        )
        return said.format(who=text.listing(missing))
    fault = report.fault
    reason, entry = make_line(retold(fault.reason)), fault.entry
    if fault.seat is not None and replay.names:
        said = _(
            "The valid part of the log ends here. {who} is at fault in entry {n}: {why}"
        )
        return said.format(who=replay.names[fault.seat], n=entry, why=reason)
    said = _("The valid part of the log ends here. Entry {n} is wrong: {why}")
    return said.format(n=entry, why=reason)


def _good_ending(report: Report) -> str:
    if report.fold is not None and report.fold.halted:
        return _("Here, everybody agreed to end the game with the points so far.")
    if report.put_out:
        return _(
            "The game ends here, and all the remaining players have signed the result."
        )
    return _("The game ends here, and everybody has signed the result.")


def _record_ending(record: ReadRecord) -> str:
    fault = record.fault
    if fault is None:
        return _("The game and the record end here.")
    if record.verdict is Verdict.UNFINISHED:
        return _("The record ends here, before the end of the game.")
    said = _("The valid part of the record ends here. Line {n} is wrong: {why}")
    return said.format(n=fault.line, why=make_line(why(fault)))
