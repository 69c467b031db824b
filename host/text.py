"""
The wording of all news: text for people, and rows for JSON.

All sentences of news are here and nowhere else. Players are sent codes and
plain facts, which their own programs put into words. Operators' programs read the rows:
their names of events and fields are in docs/reference/events.md, and stay.

A new class of news needs a function registered with `plain`, and one registered with
`row` or a name in `COMPLAINTS`; a test checks this. The part of the host that it
belongs to is set in `levels.py`.
"""

from __future__ import annotations

import functools
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from sealed_wonders.host.figures import Figures
from sealed_wonders.host.guests import BANNED
from sealed_wonders.host.news import (
    Away,
    Back,
    Began,
    BotLost,
    BotsSpoke,
    BotsTake,
    Cheated,
    Commanded,
    Connected,
    ConnectionNews,
    CountsDiffer,
    Crowd,
    Departed,
    Disconnected,
    DiskTrouble,
    Displaced,
    DrawnAgain,
    FewDescriptors,
    GameCompleted,
    GotUp,
    HandedOver,
    Listening,
    LoggedIn,
    LogsRemoved,
    Measured,
    MessageHeard,
    MessageSent,
    Moved,
    News,
    NoLibrary,
    NotAnnounced,
    OptionsRead,
    PhaseComplete,
    PhaseOpened,
    PlayerRemoved,
    RequestRefused,
    Rescued,
    Resumed,
    SatDown,
    Served,
    SetAside,
    Stopped,
    Suspended,
    TableClosed,
    TableNews,
    Trouble,
    TwoVersions,
    WordsUsed,
)
from sealed_wonders.net.address import Address, in_shell
from sealed_wonders.net.certificate import PIN_DIGITS
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.invitations import Invitation, as_data
from sealed_wonders.net.log.digests import STEM
from sealed_wonders.net.suites import OPEN

REACH: Mapping[Reach, str] = {
    Reach.TUNNEL: "a tunnel, such as a VPN",
    Reach.DISCONNECTED: "not connected",
}
"""Remarks on addresses that aren't on a LAN."""

COMPLAINTS: Mapping[type[News], str] = {
    BotsSpoke: "bots-spoke",
    BotLost: "bot-lost",
    SetAside: "set-aside",
    NotAnnounced: "not-announced",
    NoLibrary: "no-library",
    Crowd: "crowd",
    FewDescriptors: "few-files",
    Trouble: "trouble",
    DiskTrouble: "trouble",
    Suspended: "suspended",
}
"""News of actual or possible problems, with the names of their events in JSON."""

# Text.


@functools.singledispatch
def plain(news: News) -> str:
    """
    Return a piece of news as lines of text.

    Each class of news registers a function.

    Raises:
        TypeError: the class has none.
    """
    raise TypeError(f"no words for {type(news).__name__}")


@plain.register
def _moved(news: Moved) -> str:
    if not news.invitations:
        return (
            "This machine has lost its network address. Once it has one again, players "
            "reconnect by themselves."
        )
    return (
        "This machine's networks have changed. To play, type on any machine "
        f"here:\n{_lines(news.invitations)}{_found(news.announced)}"
    ).rstrip()


@plain.register
def _measured(news: Measured) -> str:
    return f"Metrics are at {news.at}/metrics, and a health check at {news.at}/healthz."


@plain.register
def _served(news: Served) -> str:
    where = "".join(f"    {it.at}{_mark(it)}\n" for it in news.at)
    said = f"To see the tables in a browser, go to:\n{where}"
    if news.missing:
        said += (
            "To let guests download the program there, run: "
            f"wonders-host bundle {news.missing}\n"
        )
    else:
        said += "Guests can download the program there, too.\n"
    return said + "".join(f"    {line}\n" for line in news.code).rstrip("\n")


@plain.register
def _logs_removed(news: LogsRemoved) -> str:
    logs = _count(news.logs, "log")
    return f"Removed {logs} of old games, {megabytes(news.size)} MB."


@plain.register
def _commanded(news: Commanded) -> str:
    done = "" if news.is_well else " without success"
    return f"{news.name} ({news.key}) sent a command{done}: {shlex.join(news.words)}"


@plain.register
def _options_read(news: OptionsRead) -> str:
    if not (news.changed or news.later):
        return "The options were read again; nothing has changed."
    said = ["The options were read again."]
    if news.changed:
        said.append(f"Effective now, also for new tables: {', '.join(news.changed)}.")
    if news.later:
        said.append(f"Effective from the next start: {', '.join(news.later)}.")
    return " ".join(said)


@plain.register
def _sat_down(news: SatDown) -> str:
    who = " (a bot)" if news.is_bot else f", with the key {news.key}"
    return f"{news.table}: {news.name} sits down{who}."


@plain.register
def _got_up(news: GotUp) -> str:
    return f"{news.table}: {news.name} leaves."


@plain.register
def _drawn_again(news: DrawnAgain) -> str:
    return f"{news.table}: {news.note}; the seats are drawn again."


@plain.register
def _began(news: Began) -> str:
    return (
        f"{news.table}: the game begins ({news.gid[:STEM]}, table code {news.code}).\n"
        f"    {_by_seat(news.names)}"
    )


@plain.register
def _resumed(news: Resumed) -> str:
    names = ", ".join(news.names)
    return f"{news.table}: the game {news.gid[:STEM]} resumes with {names}."


@plain.register
def _away(news: Away) -> str:
    return f"{news.table}: {news.name} is absent; the table waits."


@plain.register
def _back(news: Back) -> str:
    return f"{news.table}: {news.name} is back."


@plain.register
def _cheated(news: Cheated) -> str:
    return (
        f"{news.table}: {news.name} (seat {news.seat}) broke the rules at entry "
        f"{news.entry} (phase {news.phase}, {news.kind}): {news.reason}. The table waits "
        "until the others agree to go on without that player."
    )


@plain.register
def _left(news: PlayerRemoved) -> str:
    names = " and ".join(filter(None, (", ".join(news.names[:-1]), news.names[-1])))
    why = "cheated" if news.why == "fraud" else "stayed silent"
    return f"{news.table}: the game goes on without {names}, who {why} in phase {news.phase}."


@plain.register
def _handed_over(news: HandedOver) -> str:
    bot = "" if news.owner is None else " (a bot)"
    return f"{news.table}: {news.to}{bot} takes over from {news.name}."


@plain.register
def _words_used(news: WordsUsed) -> str:
    return (
        f"{news.table}: somebody has used the twelve words for {news.name}'s seat to "
        "play on from another machine."
    )


@plain.register
def _displaced(news: Displaced) -> str:
    return (
        f"{news.table}: {news.name} has connected from another program; the earlier one "
        "was disconnected."
    )


@plain.register
def _departed(news: Departed) -> str:
    return (
        f"{news.table}: {news.name} has moved to another host, which is called "
        f"{news.host!r} and has the pin {news.pin[:PIN_DIGITS]}."
    )


@plain.register
def _counts_differ(news: CountsDiffer) -> str:
    who = f" of {', '.join(news.names)}" if news.names else ""
    others = " from the others" if news.names else ""
    return (
        f"{news.table}: in phase {news.phase}, the programs{who} have different results"
        f"{others}: one has a bug or another version, or somebody is cheating."
    )


@plain.register
def _rescued(news: Rescued) -> str:
    bot = "" if news.owner is None else " (a bot)"
    return (
        f"{news.table}: {news.to}{bot} is the substitute for {news.name}, who stayed silent in "
        f"phase {news.phase}: all the others have agreed."
    )


@plain.register
def _two_versions(news: TwoVersions) -> str:
    proof = f"; the proof is {news.proof}." if news.proof else "."
    return (
        f"{news.table}: {news.name} (seat {news.seat}) signed two versions of one "
        f"entry{proof}"
    )


@plain.register
def _stopped(news: Stopped) -> str:
    return f"{news.table}: stopped: {news.reason}. {_where(news.log)}"


@plain.register
def _ended(news: GameCompleted) -> str:
    over = (
        "the players have ended the game early" if news.is_early else "the game is over"
    )
    return f"{news.table}: {over}.\n{sheet(news)}\n{_where(news.log)}{_proofs(news)}"


@plain.register
def _table_closed(news: TableClosed) -> str:
    return f"{news.table}: closed: {news.reason}."


def status(now: Figures) -> str:
    """Return the status of a host in a few words."""
    said = [_count(now.live, "table"), _count(now.people, "person", "people")]
    if now.bots.bots:
        said.append(_count(now.bots.bots, "bot"))
    if now.halted:
        said.append(f"{_count(len(now.halted), 'table')} waiting for the disk")
    return ", ".join(said)


def _count(number: int, one: str, more: str = "") -> str:
    return f"{number or 'no'} {one if number == 1 else more or one + 's'}"


@plain.register
def _suspended(news: Suspended) -> str:
    return f"{news.table}: suspended because everybody has been away for a while: {news.journal}"


@plain.register
def _bots_spoke(news: BotsSpoke) -> str:
    return f"bots: {news.line}"


@plain.register
def _bots_take(news: BotsTake) -> str:
    processes = _count(news.processes, "process", "processes")
    taken, budget = megabytes(news.memory), megabytes(news.budget)
    return f"Bots: {processes}, {taken} of {budget} MB."


def megabytes(count: int) -> int:
    """Convert bytes to megabytes."""
    return round(count / (1 << 20))


@plain.register
def _bot_lost(news: BotLost) -> str:
    more = "; it is being restarted" if news.again else ""
    return f"{news.table}: the bot {news.name} stopped before the end of the game: {news.how}{more}"


@plain.register
def _set_aside(news: SetAside) -> str:
    return f"can't resume a game, which is kept as {news.path}: {news.reason}"


@plain.register
def _not_announced(news: NotAnnounced) -> str:
    return (
        f"this host isn't announced on the network: {news.why}; everything else works"
    )


@plain.register
def _no_library(news: NoLibrary) -> str:
    return f"{news.why}. This host relays proofs without checking them, and has no bots"


@plain.register
def _crowd(news: Crowd) -> str:
    return (
        f"too many connections from {news.address}, or from {news.network}; the host "
        f"refuses those over the limit. To ban an address, add it to {BANNED}"
    )


@plain.register
def _few_descriptors(news: FewDescriptors) -> str:
    limit = "" if news.most is None else f", {news.most}"
    return (
        f"the limit of open files and connections{limit} is nearly reached; clients that "
        "haven't logged in are disconnected first, and all tables continue. To raise the "
        "limit, use ulimit -n, or LimitNOFILE in systemd"
    )


@plain.register
def _trouble(news: Trouble) -> str:
    return f"trouble: {news.what}"


@plain.register
def _phase_opened(news: PhaseOpened) -> str:
    who = ", ".join(map(str, news.seats))
    return f"{news.table}: phase {news.phase} is open: {news.kind}, by {who}"


@plain.register
def _phase_complete(news: PhaseComplete) -> str:
    return f"{news.table}: phase {news.phase} is complete: {news.kind}"


@plain.register
def _connected(news: Connected) -> str:
    return f"{_who(news)} connects from {news.host} port {news.port}"


@plain.register
def _logged_in(news: LoggedIn) -> str:
    return f"{_who(news)} logs in, with the key {news.key}"


@plain.register
def _message_heard(news: MessageHeard) -> str:
    return f"{_who(news)} -> {news.kind}, {news.size} bytes{_colon(news.about)}"


@plain.register
def _message_sent(news: MessageSent) -> str:
    return f"{_who(news)} <- {news.kind}, {news.size} bytes{_colon(news.about)}"


@plain.register
def _request_refused(news: RequestRefused) -> str:
    return f"{_who(news)} is refused: {news.reason}{_colon(news.detail)}"


@plain.register
def _disconnected(news: Disconnected) -> str:
    return f"{_who(news)} disconnects: {news.reason}{_colon(news.detail)}"


def _who(news: ConnectionNews) -> str:
    """
    Return a connection's number, and the name of the client once it has logged in.
    """
    return f"[{news.connection}] {getattr(news, 'name', '')}".rstrip()


def _colon(about: str) -> str:
    return f": {about}" if about else ""


@plain.register
def _listening(news: Listening) -> str:
    listening, _, _ = news.at.partition("#")
    whose = (
        "Players' programs check the proofs; this host only relays them."
        if news.relay
        else "This host checks all proofs, as every player's program does."
    )
    if news.invitations:
        how = f"To play, type on any machine here:\n{_lines(news.invitations)}"
    else:
        how = (
            "This machine has no network address yet. Once it has one, you will see the "
            f"address here. On this machine, type:\n{_lines([Invitation(news.join)])}"
        )
    return (
        f"Listening at {listening}. {how}{_found(news.announced)}"
        "Cards are sealed: not even this host can read a hand, or see face-down cards. "
        f"{whose}"
    )


def _lines(invitations: Sequence[Invitation]) -> str:
    """
    Return one line to type per network; players use the one for their own network.
    """
    first, *others = (
        f"    wonders join {in_shell(Address.parse(one.at))}{_mark(one)}\n"
        for one in invitations
    )
    if not others:
        return first
    return f"{first}or, on another network of this machine:\n{''.join(others)}"


def _mark(one: Invitation) -> str:
    """Return a remark on an address that others are unlikely to reach."""
    return f"  ({REACH[one.reach]})" if one.reach in REACH else ""


def _found(name: str) -> str:
    if not name:
        return ""
    return f'Programs on the same network list this host as "{name}".\n'


def sheet(ended: GameCompleted) -> str:
    """Return the score sheet as a table."""
    heads = ("", *ended.names)
    boards = ("", *(" ".join(row.values()) for row in ended.standings))
    rows = [heads, *([boards] if ended.standings else [])]
    for line, name in enumerate(ended.sheet.categories):
        rows.append((name, *(str(row[line]) for row in ended.sheet.rows)))
    winners = " and ".join(ended.names[seat] for seat in ended.sheet.winners)
    gone = "".join(f"\n    {ended.names[seat]} had left." for seat in ended.left)
    took = "".join(
        f"\n    {name} took over from {' and '.join(before)}."
        for name, before in zip(ended.names, ended.handed, strict=True)
        if before
    )
    return _columns(rows) + f"\n    {winners} won.{gone}{took}"


def _columns(rows: Sequence[Sequence[str]]) -> str:
    """
    Format a table, with the first column left-aligned and the others right-aligned.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "    "
        + "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _by_seat(names: Sequence[str]) -> str:
    return ", ".join(f"{seat} {name}" for seat, name in enumerate(names))


def _proofs(ended: GameCompleted) -> str:
    if ended.suite == OPEN:
        return ""
    if ended.is_checked:
        return "\nThis host has checked all proofs in it."
    return "\nThis host has not checked the proofs in it; `wonders audit` checks them."


def _where(log: Path | None) -> str:
    return f"The log is {log}." if log else "No log could be written."


# JSON.


def is_complaint(news: News) -> bool:
    """Return whether a piece of news belongs on stderr."""
    return type(news) in COMPLAINTS


@functools.singledispatch
def row(news: News) -> dict[str, object]:
    """
    Return a piece of news as JSON data.

    Each class of news registers a function, except complaints, which consist of text
    that a program may show to people.

    Raises:
        TypeError: the class has none.
    """
    try:
        return {"event": COMPLAINTS[type(news)], "text": plain(news)}
    except KeyError:
        raise TypeError(f"no row for {type(news).__name__}") from None


IN_JSON: Mapping[str, str] = {
    "reach": "For each address that isn't on a local network, `tunnel` or `disconnected`.",
    "early": "`true` if the players ended the game early; absent otherwise.",
    "winners": "Seats of the winners.",
    "seats[].seat": "Number of the seat.",
    "seats[].name": "Who had the seat at the end.",
    "seats[].left": "`true` if the others went on without it; absent otherwise.",
    "seats[].handed": "Earlier holders, oldest first; absent if there were none.",
    "seats[].board": "Board, with 7 Wonders.",
    "seats[].side": "Side of the board, with 7 Wonders.",
    "seats[].wonder": "Wonder, with Architects.",
    "seats[].score": "Points by line of the score sheet.",
}
"""
Fields of JSON that no attribute of the news explains.

They go into docs/reference/events.md. Those of ``seats`` are for each seat in a result.
"""


@row.register
def _listening_row(news: Listening) -> dict[str, object]:
    return {
        "listening": news.at,
        "join": news.join,
        "pin": news.pin,
        **as_data(news.invitations),
    }


@row.register
def _bots_take_row(news: BotsTake) -> dict[str, object]:
    return {
        "event": "bots",
        "processes": news.processes,
        "taken": megabytes(news.memory),
        "bot_memory": megabytes(news.budget),
    }


@row.register
def _moved_row(news: Moved) -> dict[str, object]:
    return {"event": "moved", **as_data(news.invitations)}


@row.register
def _measured_row(news: Measured) -> dict[str, object]:
    return {"event": "metrics", "at": news.at}


@row.register
def _served_row(news: Served) -> dict[str, object]:
    data = as_data(news.at)
    return {
        "event": "web",
        "at": data["invitations"],
        "reach": data["reach"],
        "missing": news.missing or None,
    }


@row.register
def _logs_removed_row(news: LogsRemoved) -> dict[str, object]:
    return {"event": "logs-removed", "logs": news.logs, "size": news.size}


@row.register
def _commanded_row(news: Commanded) -> dict[str, object]:
    return {
        "event": "commanded",
        "name": news.name,
        "key": news.key,
        "words": news.words,
        "done": news.is_well,
    }


@row.register
def _options_read_row(news: OptionsRead) -> dict[str, object]:
    return {"event": "options", "changed": news.changed, "later": news.later}


@row.register
def _phase_opened_row(news: PhaseOpened) -> dict[str, object]:
    what = {"phase": news.phase, "kind": news.kind, "seats": news.seats}
    return _event("phase-opened", news, **what)


@row.register
def _phase_complete_row(news: PhaseComplete) -> dict[str, object]:
    return _event("phase-complete", news, phase=news.phase, kind=news.kind)


@row.register
def _connection_row(news: ConnectionNews) -> dict[str, object]:
    return {"event": _EVENTS[type(news)], **asdict(news)}


_EVENTS: Mapping[type[ConnectionNews], str] = {
    Connected: "connected",
    LoggedIn: "logged-in",
    MessageHeard: "heard",
    MessageSent: "sent",
    RequestRefused: "refused",
    Disconnected: "disconnected",
}


@row.register
def _sat_down_row(news: SatDown) -> dict[str, object]:
    return _event("sat-down", news, name=news.name, bot=news.is_bot, key=news.key)


@row.register
def _got_up_row(news: GotUp) -> dict[str, object]:
    return _event("got-up", news, name=news.name)


@row.register
def _drawn_again_row(news: DrawnAgain) -> dict[str, object]:
    return _event("drawn-again", news, note=news.note)


@row.register
def _began_row(news: Began) -> dict[str, object]:
    return _event(
        "began",
        news,
        gid=news.gid,
        suite=news.suite,
        code=news.code,
        names=news.names,
    )


@row.register
def _resumed_row(news: Resumed) -> dict[str, object]:
    return _event("taken-up", news, gid=news.gid, names=news.names)


@row.register
def _away_row(news: Away) -> dict[str, object]:
    return _event("away", news, name=news.name)


@row.register
def _back_row(news: Back) -> dict[str, object]:
    return _event("back", news, name=news.name)


@row.register
def _cheated_row(news: Cheated) -> dict[str, object]:
    return _event(
        "fraud",
        news,
        name=news.name,
        seat=news.seat,
        entry=news.entry,
        phase=news.phase,
        kind=news.kind,
        reason=news.reason,
    )


@row.register
def _left_row(news: PlayerRemoved) -> dict[str, object]:
    return _event("left", news, names=news.names, phase=news.phase, why=news.why)


@row.register
def _handed_over_row(news: HandedOver) -> dict[str, object]:
    owner = None if news.owner is None else news.owner.hex()
    return _event("handed-over", news, name=news.name, to=news.to, owner=owner)


@row.register
def _words_used_row(news: WordsUsed) -> dict[str, object]:
    return _event("words-used", news, name=news.name)


@row.register
def _displaced_row(news: Displaced) -> dict[str, object]:
    return _event("displaced", news, name=news.name)


@row.register
def _departed_row(news: Departed) -> dict[str, object]:
    return _event("departed", news, name=news.name, host=news.host, pin=news.pin)


@row.register
def _counts_differ_row(news: CountsDiffer) -> dict[str, object]:
    names = list(news.names)
    return _event("counts-differ", news, phase=news.phase, names=names)


@row.register
def _rescued_row(news: Rescued) -> dict[str, object]:
    owner = None if news.owner is None else news.owner.hex()
    what = {"name": news.name, "to": news.to, "owner": owner}
    return _event("rescued", news, **what, phase=news.phase)


@row.register
def _two_versions_row(news: TwoVersions) -> dict[str, object]:
    proof = _path(news.proof)
    return _event("two-versions", news, name=news.name, seat=news.seat, proof=proof)


@row.register
def _stopped_row(news: Stopped) -> dict[str, object]:
    return _event("stopped", news, reason=news.reason, log=_path(news.log))


@row.register
def _table_closed_row(news: TableClosed) -> dict[str, object]:
    return _event("closed", news, reason=news.reason)


def _event(event: str, news: TableNews, **fields: object) -> dict[str, object]:
    return {"event": event, "table": news.table, **fields}


def _path(path: Path | None) -> str | None:
    return None if path is None else str(path)


@row.register
def result(ended: GameCompleted) -> dict[str, object]:
    """Return the result of a game as JSON data."""
    seats = [
        {
            "seat": seat,
            "name": name,
            **({"left": True} if seat in ended.left else {}),
            **({"handed": list(ended.handed[seat])} if ended.handed[seat] else {}),
            **dict(ended.standings[seat] if ended.standings else {}),
            "score": dict(
                zip(ended.sheet.categories, ended.sheet.rows[seat], strict=True)
            ),
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
        **({"early": True} if ended.is_early else {}),
        "digest": ended.digest,
        "log": _path(ended.log),
    }
