"""
The sections of a table's page: plain data, field by field, and nothing else.

Each section is a JSON text that is computed again when the table changes. A browser is
sent the sections that differ from those it has; that is done in `streams.py`. Only the
scripts in `data` and in `net/web/data` read them, and a page of another version reloads
itself, so their form may change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sealed_wonders.core.chronicle import ChronicleTurn, decisive
from sealed_wonders.core.game import Card, Deal, Seat, Slot
from sealed_wonders.core.games import TITLES, expansions
from sealed_wonders.host.lobby import OpenLobby
from sealed_wonders.host.page.follower import Follower
from sealed_wonders.host.runninggame import RunningGame
from sealed_wonders.host.tableentry import TableEntry
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.lobby import Options, TablePerson
from sealed_wonders.net.lobby.charter import table_code
from sealed_wonders.net.log.phases import Kind
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import (
    Lobby,
    LobbyPerson,
    Paused,
    Presence,
    Spoken,
    StandingRow,
)
from sealed_wonders.net.plan import CHOOSING
from sealed_wonders.net.tableoptions import SPECTATOR_DELAY
from sealed_wonders.net.talk import DO, QUICK, SAY
from sealed_wonders.net.words import LANGUAGES

Section = Mapping[str, Any]

LINES = 40
"""Maximum number of chat lines shown, since the page isn't an archive."""

NEVER = -1
"""A count of clock changes that no table has, for a page that knows of none."""

CHOOSES = "chooses"
"""Activity of a table that waits for people, rather than for their programs."""

DOING: Mapping[Kind, str] = {
    "KEY": "shuffles",
    "MIX": "shuffles",
    "DEAL": "deals",
    "LOOK_X": "hands-over",
    "OPEN_SHARE": "turns-up",
    "REPASS": "passes-on",
    **dict.fromkeys(CHOOSING, CHOOSES),
    "REVEAL": "shows",
    "DECLARE": "shows",
    "END": "signs",
}
"""Activity of a table in a phase of each kind."""


def is_shown(table: TableEntry) -> bool:
    """Return whether the page shows a table: listed, no password, not opted out."""
    return table.lock is None and not (table.is_private or table.is_off_page)


def line(table: TableEntry) -> Section:
    """Describe a table for the list of all tables."""
    game, told = table.game, table.line()
    options = _options(table)
    state = table.state.name.lower()
    return {
        "name": table.name,
        "title": _title(options),
        "expansions": list(expansions(table.plays, dict(options))),
        "game": table.plays,
        "state": state,
        "people": list(told.players),
        "seats": told.seats,
        "phase": 0 if game is None else game.fold.phase.number,
    }


def glance(game: RunningGame, follower: Follower) -> Section:
    """Describe the state of a game in short, for those who see all tables."""
    fold, state = follower.fold, follower.fold.state
    public, sheet = follower.chronicle.public, state.score()
    is_built = bool(public.table(state)["cities"])
    return {
        "at": list(public.at(state)),
        "people": list(_called(fold.people).values()),
        "points": [row[-1] for row in sheet.rows] if is_built else [],
        "ahead": list(sheet.winners) if is_built else [],
        "awaited": _choosing(fold),
        "clock": _clock(game),
        "over": fold.over,
    }


def _choosing(fold: Fold) -> list[Seat]:
    """Return the seats that have to choose."""
    return [] if fold.over or _doing(fold) != CHOOSES else list(fold.missing)


def _options(table: TableEntry) -> Options:
    game, lobby = table.game, table.lobby
    if game is not None:
        return game.options
    return () if lobby is None else lobby.options


def _title(options: Options) -> str:
    game = dict(options).get("game")
    return TITLES[game] if isinstance(game, str) and game in TITLES else ""


def of_table(
    table: TableEntry,
    follower: Follower | None,
    opened: Mapping[Seat, Mapping[Slot, Card]],
    standings: Sequence[StandingRow],
) -> dict[str, Section]:
    """
    Return the sections of a table.

    Args:
        follower: has read everything visible of the table's game; None without a game.
        opened: proven cards that were disclosed after the game, by seat.
        standings: this evening's standings of the people there, best first.
    """
    found: dict[str, Section] = {"about": _about(table), "chat": _chat(table)}
    if table.lobby is not None:
        found["lobby"] = _lobby(table.lobby)
        found |= _standing(standings, _called(_told(table.lobby).people))
    if table.game is not None and follower is not None:
        found |= _game(table, table.game, follower)
        if follower.fold.over:
            found |= _standing(standings, _called(follower.fold.people))
            state = follower.fold.state
            found["opened"] = follower.chronicle.all_opened(state, opened)
    return found


def _called(people: Iterable[LobbyPerson | TablePerson]) -> dict[bytes, str]:
    names = {it.identity: it.name for it in people}
    return dict(zip(names, told_apart(tuple(names.values())), strict=True))


def _about(table: TableEntry) -> Section:
    options = _options(table)
    values = {
        name: value
        for name, value in options
        if name not in ("game", "suite", "players", "host")
        and isinstance(value, str | int)
    }
    return {**line(table), "options": values, "reason": table.reason} | {"phase": None}


def _told(lobby: OpenLobby) -> Lobby:
    (told,) = [it for it in lobby.notices() if isinstance(it, Lobby)]
    return told


def _standing(
    standings: Sequence[StandingRow], names: Mapping[bytes, str]
) -> dict[str, Section]:
    """Return the standings of people with finished games; nothing if nobody has any."""
    rows = [
        {
            "name": names[it.identity],
            "games": it.games,
            "wins": it.wins,
            "points": it.points,
            "rating": it.rating,
        }
        for it in standings
        if it.identity in names and it.games
    ]
    return {"evening": {"rows": rows}} if rows else {}


def _lobby(lobby: OpenLobby) -> Section:
    told = _told(lobby)
    seats = (*(it.name for it in told.people), *told.bots)
    names = told_apart(seats)
    return {
        "people": [
            {
                "name": name,
                "bot": it.owner is not None,
                "ready": it.ready,
                "here": it.here,
            }
            for it, name in zip(told.people, names, strict=False)
        ],
        "bots": list(names[len(told.people) :]),
        "wanted": told.seats_wanted,
        "least": lobby.terms.least,
        "most": lobby.terms.most,
        "drawing": lobby.drawing,
        "note": told.note,
    }


def _chat(table: TableEntry) -> Section:
    game = table.game
    people = () if game is None else game.fold.people
    said = [it for some in table.talk.since(0) for it in some]
    lines = [it for it in said[-LINES:] if _is_line(it)]
    seats = _called(people)
    others = {it.identity: it.name for it in lines if it.identity not in seats}
    beside = tuple(it.name for it in people)
    shown = told_apart(tuple(others.values()), beside)
    names = {**seats, **dict(zip(others, shown, strict=True))}
    return {"lines": [_line(it, names, sits=it.identity in seats) for it in lines]}


def _is_line(said: Spoken) -> bool:
    return said.code in (SAY, DO) or said.code in QUICK


def _line(said: Spoken, names: Mapping[bytes, str], *, sits: bool) -> Section:
    return {
        "who": names[said.identity],
        "sits": sits,
        "code": said.code,
        "text": said.text,
    }


def _game(
    table: TableEntry, game: RunningGame, follower: Follower
) -> dict[str, Section]:
    fold, state = follower.fold, follower.fold.state
    turns = follower.chronicle.turns
    return {
        "game": {
            "people": list(_called(fold.people).values()),
            "bots": [it.owner is not None for it in fold.people],
            "codes": {it: table_code(game.gid, it) for it in LANGUAGES},
            "behind": SPECTATOR_DELAY.agreed(game.options),
        },
        "now": _now(game, follower),
        "clock": _clock(game),
        **follower.chronicle.sections(state),
        "end": _end(table, game, turns, state.score().winners) if fold.over else {},
    }


def _now(game: RunningGame, follower: Follower) -> Section:
    fold = follower.fold
    told = game.later if game.is_late else game.notices()
    (here,) = [it.here for it in told if isinstance(it, Presence)]
    names = tuple(it.name for it in fold.people)
    called = dict(zip(names, told_apart(names), strict=True))
    paused = [called.get(it.by or "", it.by) for it in told if isinstance(it, Paused)]
    return {
        "at": list(follower.chronicle.public.at(fold.state)),
        "doing": _doing(fold),
        "awaited": [] if fold.over else list(fold.missing),
        "gone": list(fold.gone),
        "here": list(here),
        "halting": sorted(fold.halting),
        "frauds": sorted(fold.frauds),
        "paused": paused[0] if paused else None,
        "over": fold.over,
    }


def _doing(fold: Fold) -> str:
    is_peek = isinstance(fold.task.ask, Deal) and fold.task.ask.peek
    return "peeks" if is_peek else DOING[fold.phase.kind]


def _clock(game: RunningGame) -> Section:
    """Return the section of the clock, as late as the spectators see it."""
    if game.is_late:
        then = game.clock_later(NEVER)
    elif game.time.changes:
        then = game.time.changes, game.time.told(game.fold.phase.number)
    else:
        then = None
    if then is None:
        return {}
    changes, told = then
    return {
        "turn": told.seconds,
        "own": list(told.seats),
        "runs": told.runs,
        "changes": changes,
    }


def _end(
    table: TableEntry,
    game: RunningGame,
    turns: Sequence[ChronicleTurn],
    winners: Sequence[int],
) -> Section:
    state = table.state
    verdict = "checking" if state is TableState.FULL else "stopped"
    if state is TableState.OVER:
        verdict = "checked" if table.is_checked else "unchecked"
    return {
        "verdict": verdict,
        "ended_early": game.fold.halted,
        "digest": game.fold.digest.hex(),
        "gid": game.gid.hex(),
        "decisive": [
            {"at": list(it.at), "seat": it.seat, "gain": it.gain, "leads": it.leads}
            for it in decisive(turns, winners)
        ],
    }
