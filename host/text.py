"""
Everything a host says to whoever runs it: for people, and for programs.

Sentences stand here and nowhere else. What guests are told goes over the wire as codes
and plain facts, and their own programs find the words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from sealed_wonders.host.news import (
    Away,
    Back,
    Began,
    BotLost,
    BotSpoke,
    Connected,
    ConnectionNews,
    Disconnected,
    DrawnAgain,
    Ended,
    GotUp,
    Listening,
    LoggedIn,
    MessageHeard,
    MessageSent,
    Moved,
    News,
    NotAnnounced,
    PhaseComplete,
    PhaseOpened,
    PutAway,
    RequestRefused,
    SatDown,
    SetAside,
    SlowChecks,
    Stopped,
    TableClosed,
    TakenUp,
    Trouble,
    TwoVersions,
)
from sealed_wonders.net.address import Address, in_shell
from sealed_wonders.net.suites import OPEN


def plain(news: News) -> str:
    """Give news as lines for a person."""
    match news:
        case Listening():
            return _listening(news)
        case Moved((), _):
            return (
                "This machine has no address on a network any more; where it has one "
                "again, players come back by themselves."
            )
        case Moved(invitations, announced):
            return (
                "This machine has other addresses now. To play, type on any machine "
                f"here:\n{_lines(invitations)}{_found(announced)}"
            ).rstrip()
        case SatDown(table, name, is_bot):
            return f"{table}: {name} sits down" + (" (a bot)." if is_bot else ".")
        case GotUp(table, name):
            return f"{table}: {name} gets up."
        case DrawnAgain(table, note):
            return f"{table}: {note}; everybody draws again."
        case Began(table, gid, _, code, names):
            return (
                f"{table}: the game begins ({gid[:16]}, table code {code}).\n"
                f"    {_circle(names)}"
            )
        case TakenUp(table, gid, names):
            return f"{table}: the game {gid[:16]} goes on, with {', '.join(names)}."
        case Away(table, name):
            return f"{table}: {name} is away; the table waits."
        case Back(table, name):
            return f"{table}: {name} is here."
        case TwoVersions(table, name, seat, proof):
            return f"{table}: {name} (seat {seat}) signed two versions of one thing" + (
                f"; the proof is {proof}." if proof else "."
            )
        case Stopped(table, reason, log):
            return f"{table}: stopped: {reason}.{_where(log)}"
        case Ended(table):
            where = _where(news.log, "")
            return f"{table}: the game is over.\n{sheet(news)}\n{where}{_proofs(news)}"
        case TableClosed(table, reason):
            return f"{table}: closed: {reason}."
        case PutAway(table, journal):
            return f"{table}: put away, nobody has been here for long: {journal}"
        case BotSpoke(table, name, line):
            return f"bot {name}: {line}"
        case BotLost(table, name, how, again):
            more = "; it is started again" if again else ""
            return f"{table}: bot {name} has ended before the game did: {how}{more}"
        case SetAside(path, reason):
            return f"can't take up a game, kept as {path}: {reason}"
        case NotAnnounced(why):
            return f"can't be found by looking for hosts: {why}; all else goes on"
        case SlowChecks(why):
            return (
                f"proofs are checked in Python alone, slowly ({why}); with --relay that "
                "is left to the players' programs"
            )
        case Trouble(what):
            return f"trouble: {what}"
        case PhaseOpened(table, phase, kind, seats):
            who = ", ".join(map(str, seats))
            return f"{table}: phase {phase} is open: {kind}, by {who}"
        case PhaseComplete(table, phase, kind):
            return f"{table}: phase {phase} is complete: {kind}"
        case ConnectionNews():
            return _on_connection(news)
    return f"{news!r}"


def _on_connection(news: ConnectionNews) -> str:
    """Tell of a connection by its number, and by the name of whoever has logged in."""
    who = f"[{news.connection}] {getattr(news, 'name', '')}".rstrip()
    match news:
        case Connected(_, host, port):
            return f"{who} connects from {host} port {port}"
        case LoggedIn(_, _, key):
            return f"{who} logs in, with the key {key}"
        case MessageHeard(_, _, kind, size, about):
            return f"{who} -> {kind}, {size} bytes{_colon(about)}"
        case MessageSent(_, _, kind, size, about):
            return f"{who} <- {kind}, {size} bytes{_colon(about)}"
        case RequestRefused(_, _, reason, detail):
            return f"{who} is refused: {reason}{_colon(detail)}"
        case Disconnected(_, _, reason, detail):
            return f"{who} is gone: {reason}{_colon(detail)}"
    return f"{news!r}"


def _colon(about: str) -> str:
    return f": {about}" if about else ""


def _listening(news: Listening) -> str:
    """Say where a host is, for those who want to play there."""
    listening, _, _ = news.at.partition("#")
    whose = (
        "Proofs are passed on as they are; players' programs check them."
        if news.relay
        else "All proofs are checked here, as in every player's program."
    )
    if news.invitations:
        how = f"To play, type on any machine here:\n{_lines(news.invitations)}"
    else:
        how = (
            "This machine has no address on a network yet that others could type: what "
            f"they type is said when it has. On this machine, type:\n{_lines([news.join])}"
        )
    return (
        f"Listening at {listening}. {how}{_found(news.announced)}"
        "Cards are sealed: not even this host can read a hand, or what lies face down. "
        f"{whose}"
    )


def _lines(invitations: Sequence[str]) -> str:
    """Write what people type; one line for each network, of which they use theirs."""
    first, *others = (
        f"    wonders join {in_shell(Address.parse(one))}\n" for one in invitations
    )
    if not others:
        return first
    return f"{first}or, on another of this machine's networks:\n{''.join(others)}"


def _found(name: str) -> str:
    if not name:
        return ""
    return f'Who looks for hosts on a network of this machine finds it as "{name}".\n'


def is_complaint(news: News) -> bool:
    """Tell what belongs on stderr."""
    return isinstance(
        news,
        BotSpoke | BotLost | SetAside | NotAnnounced | SlowChecks | Trouble | PutAway,
    )


def machine(news: News) -> str | None:
    """Give news as a line of JSON for a program; None for complaints."""
    match news:
        case Listening(at, join, pin):
            row: dict[str, object] = {
                "listening": at,
                "join": join,
                "pin": pin,
                "invitations": news.invitations,
            }
        case Moved(invitations):
            row = {"event": "moved", "invitations": invitations}
        case Ended():
            row = result(news)
        case SatDown(table, name, is_bot):
            row = {"event": "sat-down", "table": table, "name": name, "bot": is_bot}
        case GotUp(table, name):
            row = {"event": "got-up", "table": table, "name": name}
        case DrawnAgain(table, note):
            row = {"event": "drawn-again", "table": table, "note": note}
        case Began(table, gid, suite, code, names):
            row = {
                "event": "began",
                "table": table,
                "gid": gid,
                "suite": suite,
                "code": code,
                "names": names,
            }
        case TakenUp(table, gid, names):
            row = {"event": "taken-up", "table": table, "gid": gid, "names": names}
        case Away(table, name):
            row = {"event": "away", "table": table, "name": name}
        case Back(table, name):
            row = {"event": "back", "table": table, "name": name}
        case TwoVersions(table, name, seat, proof):
            row = {
                "event": "two-versions",
                "table": table,
                "name": name,
                "seat": seat,
                "proof": None if proof is None else str(proof),
            }
        case Stopped(table, reason, log):
            row = {
                "event": "stopped",
                "table": table,
                "reason": reason,
                "log": None if log is None else str(log),
            }
        case TableClosed(table, reason):
            row = {"event": "closed", "table": table, "reason": reason}
        case PhaseOpened(table, phase, kind, seats):
            row = {
                "event": "phase-opened",
                "table": table,
                "phase": phase,
                "kind": kind,
                "seats": seats,
            }
        case PhaseComplete(table, phase, kind):
            row = {
                "event": "phase-complete",
                "table": table,
                "phase": phase,
                "kind": kind,
            }
        case ConnectionNews():
            row = {"event": _EVENTS[type(news)], **asdict(news)}
        case _:
            return None
    return json.dumps(row)


_EVENTS: Mapping[type[ConnectionNews], str] = {
    Connected: "connected",
    LoggedIn: "logged-in",
    MessageHeard: "heard",
    MessageSent: "sent",
    RequestRefused: "refused",
    Disconnected: "disconnected",
}


def result(ended: Ended) -> dict[str, object]:
    """Give what came of a game, as JSON data."""
    seats = [
        {
            "seat": seat,
            "name": name,
            **dict(ended.standings[seat] if ended.standings else {}),
            "score": dict(zip(ended.sheet.lines, ended.sheet.rows[seat], strict=True)),
        }
        for seat, name in enumerate(ended.names)
    ]
    return {
        "game": ended.game,
        "gid": ended.gid,
        "suite": ended.suite,
        "checked": ended.is_checked,
        "seats": seats,
        "winners": list(ended.sheet.winners),
        "digest": ended.digest,
        "log": None if ended.log is None else str(ended.log),
    }


def sheet(ended: Ended) -> str:
    """Give the score sheet as a table for a person."""
    heads = ("", *ended.names)
    boards = ("", *(" ".join(row.values()) for row in ended.standings))
    rows = [heads, *([boards] if ended.standings else [])]
    for line, name in enumerate(ended.sheet.lines):
        rows.append((name, *(str(row[line]) for row in ended.sheet.rows)))
    winners = " and ".join(ended.names[seat] for seat in ended.sheet.winners)
    return _columns(rows) + f"\n    {winners} won."


def _columns(rows: Sequence[Sequence[str]]) -> str:
    """Set a table: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "    "
        + "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _circle(names: Sequence[str]) -> str:
    return ", ".join(f"{seat} {name}" for seat, name in enumerate(names))


def _proofs(ended: Ended) -> str:
    if ended.suite == OPEN:
        return ""
    if ended.is_checked:
        return "\nAll proofs in it were checked here."
    return "\nThe proofs in it were not checked here; `wonders audit` checks them."


def _where(log: object, space: str = " ") -> str:
    return f"{space}The log is {log}." if log else f"{space}No log could be written."
