"""
Summaries of kept games for the first screen, read quickly from both ends of their logs.

Only the signatures in the lobby are checked: these logs were written by this program.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sealed_wonders.client.logs.audit import audit
from sealed_wonders.client.logs.files import Unreadable, read
from sealed_wonders.core import games
from sealed_wonders.core.game import Seat
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.lobby import MAX_PEOPLE, Charter
from sealed_wonders.net.lobby.charter import open_charter
from sealed_wonders.net.log.envelopes import Entry, parse_entries, parse_wire
from sealed_wonders.net.log.file import MAGIC, BreaksOff, chunks
from sealed_wonders.net.suites import begin_relayed

LOBBY_CAP = 2 * MAX_PEOPLE + 2
"""One more than the number of entries in the longest lobby."""


@dataclass(frozen=True, slots=True)
class Summary:
    """A game that was played."""

    game: str
    expansions: tuple[str, ...]
    people: tuple[str, ...]
    """The players at the end, by seat."""
    me: Seat | None
    """Our own seat, even if we had it only for a time; None if we didn't play."""
    points: tuple[int, ...] = ()
    """By seat; empty if the log ends before the game."""
    winners: tuple[Seat, ...] = ()


def summary(path: Path, me: bytes | None) -> Summary | None:
    """
    Return the summary of a log file; None if it contains no game.

    Args:
        path: the file.
        me: our own identity.
    """
    parts: list[bytes] = []
    try:
        data = read(path)
        with suppress(BreaksOff):
            parts.extend(part for _offset, part in chunks(MAGIC, data))
        charter = open_charter(parse_entries(map(parse_wire, parts[:LOBBY_CAP])))
        takers = dict(_takers(parts))
        points = _points(data, parts, len(charter.people))
        winners = _winners(data, points)
    except (RemoteProtocolError, Unreadable):
        return None
    found = _of(charter, me, points, winners)
    names = enumerate(found.people)
    seats = {identity: seat for identity, (seat, _) in takers.items()}
    latest = dict(takers.values())
    return replace(
        found,
        people=tuple(latest.get(seat, name) for seat, name in names),
        me=seats.get(me or b"") if found.me is None else found.me,
    )


def _of(
    charter: Charter, me: bytes | None, points: tuple[int, ...], best: tuple[Seat, ...]
) -> Summary:
    options = dict(charter.options)
    game = str(options["game"])
    return Summary(
        game,
        games.expansions(game, options),
        tuple(person.name for person in charter.people),
        None if me is None else charter.seat_of(me),
        points,
        best,
    )


def _takers(parts: list[bytes]) -> Iterator[tuple[bytes, tuple[Seat, str]]]:
    """Yield who took over which seat, by identity, as stated in the log."""
    for part in parts:
        if b"HANDOVER" not in part and b"DROP_VOTE" not in part:
            continue
        envelope = Entry.of(parse_wire(part)).envelope
        match envelope.kind, envelope.body:
            case "HANDOVER", (int(), bytes(identity), str(name), *_):
                yield identity, (envelope.seat, name)
            # A ballot that wasn't carried is in no log.
            case "DROP_VOTE", (int(), int(), tuple(seats), tuple(about)):
                for seat, given in zip(seats, about, strict=False):
                    match seat, given:
                        case int(), (bytes(identity), str(name), *_):
                            yield identity, (seat, name)


def _points(data: bytes, parts: list[bytes], players: int) -> tuple[int, ...]:
    """Return the points signed in the last entry; empty if the game hasn't ended."""
    rows = _signed_rows(data, parts)
    if not isinstance(rows, tuple) or len(rows) != players:
        return ()
    points = [row[-1] for row in rows if isinstance(row, tuple) and row]
    return tuple(n for n in points if type(n) is int) if len(points) == players else ()


def _signed_rows(data: bytes, parts: list[bytes]) -> object:
    """Return the score sheet in the last entry; None if the game hasn't ended."""
    entries = (Entry.of(parse_wire(part)) for part in reversed(parts))
    # After the end of the game, there may be entries that disclose cards.
    envelope = next(it for it in entries if it.envelope.kind != "AFTER").envelope
    if envelope.kind == "HALT":
        # Whether everybody agreed depends on who still played then.
        fold = audit(data, begin=begin_relayed).fold
        if fold is None or not fold.over:
            return None
    elif envelope.kind != "END":
        return None
    return envelope.body[0]


def _winners(data: bytes, points: tuple[int, ...]) -> tuple[Seat, ...]:
    best = tuple(seat for seat, n in enumerate(points) if n == max(points))
    if len(best) < 2:
        return best
    # Ties are broken by the rules.
    fold = audit(data, begin=begin_relayed).fold
    return () if fold is None else tuple(fold.state.score().winners)
