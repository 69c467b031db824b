"""
``wonders log``: shows the entries of a log.

The entries are decoded in `client/logs/entries.py`; here they become lines.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from sealed_wonders.client.commands.keptgames import LOG, list_games
from sealed_wonders.client.logs.entries import Contents, LogEntry, contents
from sealed_wonders.client.logs.files import (
    FileKind,
    Unreadable,
    kind,
    read,
    wrong_kind,
)
from sealed_wonders.client.reasons import retold
from sealed_wonders.core.quoting import quoted, seen
from sealed_wonders.net.columns import columns
from sealed_wonders.net.commandline.commands import command
from sealed_wonders.net.commandline.errors import WrongInput
from sealed_wonders.net.commandline.parameters import option
from sealed_wonders.net.commandline.printing import echo
from sealed_wonders.net.commandline.statuses import FAILED
from sealed_wonders.net.log.lanes import MAIN
from sealed_wonders.net.names import make_line
from sealed_wonders.net.sealed.backend import UnusableLibrary
from sealed_wonders.net.words import _, marked, n_


@command(
    help=marked(
        "Show a log, entry by entry.\n\n"
        "Without a log, list the logs kept here; `last` stands for the "
        "newest log.\n\n"
        "For each entry, show its number, phase, kind, deck, signer, size "
        "and contents. To check the log as well, use `wonders audit`. A "
        "damaged log is shown up to the first entry that can't be read."
    ),
)
@LOG
@option(
    "--json", "as_json", is_flag=True, help=marked("Print JSON, one line per entry.")
)
@click.pass_context
def log(ctx: click.Context, log: Path | None, as_json: bool) -> None:
    if log is None:
        return list_games("log")
    try:
        data = read(log)
        if kind(data) is not FileKind.LOG:
            raise WrongInput(wrong_kind(str(log), data))
        found = contents(data)
    except (Unreadable, UnusableLibrary) as problem:
        raise WrongInput(retold(problem)) from None
    write = click.echo if as_json else echo
    for line in _rows(found) if as_json else _lines(found):
        write(line)
    if found.flaw is not None:
        echo(f"wonders log: {log}: {_flaw(found)}", err=True)
        ctx.exit(FAILED)


def _flaw(found: Contents) -> str:
    """Return why the rest of the log can't be read."""
    n = len(found.entries)
    if found.breaks_off:
        return _("the log ends in the middle of entry {n}").format(n=n)
    said = _("entry {n} can't be read: {why}")
    return said.format(n=n, why=make_line(retold(found.flaw)))


# JSON.


def _rows(found: Contents) -> Iterator[str]:
    for entry in found.entries:
        row = {
            "entry": entry.number,
            "lane": entry.envelope.lane,
            "phase": entry.envelope.phase,
            "kind": entry.envelope.kind,
            "deck": entry.deck,
            "seat": entry.seat,
            "name": entry.name,
            "bytes": entry.size,
            "says": entry.says,
        }
        yield json.dumps(row, ensure_ascii=False)


# Text.


def _lines(found: Contents) -> Iterator[str]:
    heading = (
        _("entry"),
        _("phase"),
        _("kind"),
        _("deck"),
        _("who"),
        _("bytes"),
        _("contents"),
    )
    if not found.entries:
        if found.flaw is None:
            yield _("no entries")
        return
    yield from columns([heading, *map(_row, found.entries)])


def _row(entry: LogEntry) -> tuple[object, ...]:
    lane, phase = entry.envelope.lane, entry.envelope.phase
    return (
        entry.number,
        str(phase) if lane == MAIN else f"{seen(lane)} {phase}",
        seen(entry.envelope.kind),
        seen(entry.deck or ""),
        _who(entry),
        entry.size,
        _says(entry),
    )


def _who(entry: LogEntry) -> str:
    seat = "" if entry.seat is None else str(entry.seat)
    name = seen(entry.name or "")
    if entry.envelope.kind == "LOBBY_TABLE":
        name = _("the host")
    return f"{seat} {name}".strip()


def _says(entry: LogEntry) -> str:
    facts: Any = entry.says
    tell = _SENTENCES.get(entry.envelope.kind)
    if facts is None or tell is None:
        return _("nothing that can be read")
    if not facts:
        return _("nothing, because cards are open at this table")
    return tell(facts)


def _sits_down(facts: Any) -> str:
    if facts["owner"] is not None:
        return _("joins as a bot, and commits to a number")
    if facts["lender"] is not None:
        return _("joins on somebody else's machine, and commits to a number")
    return _("joins, and commits to a number")


def _agrees(facts: Any) -> str:
    said = _("fixes the rules, the options and the players: {names}")
    return said.format(names=", ".join(map(seen, facts["players"])))


def _shuffles(facts: Any) -> str:
    n = facts["cards"]
    return n_("shuffles {n} card", "shuffles {n} cards", n).format(n=n)


def _deals(facts: Any) -> str:
    n, hands = facts["cards"], facts["parts"]
    said = n_(
        "helps to deal {n} card, to {hands}", "helps to deal {n} cards, to {hands}", n
    )
    to = n_("{n} player", "{n} players", hands).format(n=hands)
    return said.format(n=n, hands=to)


def _looks(facts: Any) -> str:
    n = facts["cards"]
    said = n_(
        "puts {n} card of its own into the pile",
        "puts {n} cards of its own into the pile",
        n,
    )
    return said.format(n=n)


def _turns_up(facts: Any) -> str:
    n = facts["cards"]
    said = n_("helps to reveal {n} card", "helps to reveal {n} cards", n)
    return said.format(n=n)


def _commits(facts: Any) -> str:
    n = facts.get("cards")
    if n is None:
        return _("commits to a choice")
    said = n_(
        "commits to a choice from {n} card", "commits to a choice from {n} cards", n
    )
    return said.format(n=n)


def _moves(facts: Any) -> str:
    parts = [quoted(facts["move"])]
    if facts.get("card") is not None:
        parts.append(_("shows card {number}").format(number=facts["card"]))
    if n := facts.get("passed"):
        parts.append(n_("passes on {n} card", "passes on {n} cards", n).format(n=n))
    return ", ".join(parts)


def _passes_again(facts: Any) -> str:
    n = facts["passed"]
    said = n_(
        "passes on {n} card, to a different seat than before",
        "passes on {n} cards, to a different seat than before",
        n,
    )
    return said.format(n=n)


def _votes(facts: Any) -> str:
    if "out" not in facts:
        return (
            _("votes yes on this proposal")
            if facts["yes"]
            else _("votes no on this proposal")
        )
    seats = ", ".join(map(str, facts["out"]))
    said = n_(
        "proposes going on from phase {phase} without seat {seats}",
        "proposes going on from phase {phase} without seats {seats}",
        len(facts["out"]),
    ).format(phase=facts["about"], seats=seats)
    if any(facts["frauds"]):
        said = ", ".join([said, _("because of a fraud")])
    if facts["takers"]:
        said = n_(
            "proposes giving seat {seats} to {names}, from phase {phase} on",
            "proposes giving seats {seats} to {names}, from phase {phase} on",
            len(facts["out"]),
        ).format(
            seats=seats,
            names=", ".join(map(seen, facts["takers"])),
            phase=facts["about"],
        )
    return said


def _hands_over(facts: Any) -> str:
    said = _("hands the seat over to {name}, from phase {phase} on")
    if facts["owner"] is not None:
        said = _("hands the seat over to {name}, a bot, from phase {phase} on")
    elif facts["lender"] is not None:
        said = _(
            "hands the seat over to {name}, on somebody else's machine, from phase "
            "{phase} on"
        )
    return said.format(name=seen(facts["name"]), phase=facts["about"])


def _ends(facts: Any) -> str:
    points = ", ".join(str(row[-1]) for row in facts["scores"])
    return _("signs the score sheet: {points}").format(points=points)


def _would_end(facts: Any) -> str:
    points = ", ".join(str(row[-1]) for row in facts["scores"])
    return _("proposes ending the game here, with these points: {points}").format(
        points=points
    )


def _opens(facts: Any) -> str:
    cards = [str(card) for *_place, card in facts["opened"]]
    said = n_(
        "discloses {n} face-down card: {cards}",
        "discloses {n} face-down cards: {cards}",
        len(cards),
    )
    return said.format(n=len(cards), cards=", ".join(cards))


_SENTENCES: Mapping[str, Callable[[Any], str]] = {
    "LOBBY_COMMIT": _sits_down,
    "LOBBY_TABLE": _agrees,
    "LOBBY_REVEAL": lambda facts: _("reveals the number, and accepts the table"),
    "KEY": lambda facts: _("makes keys"),
    "MIX": _shuffles,
    "DEAL": _deals,
    "LOOK_X": _looks,
    "OPEN_SHARE": _turns_up,
    "PICK": _commits,
    "DECIDE": _commits,
    "REVEAL": _moves,
    "DECLARE": _moves,
    "CHOOSE": _moves,
    "REPASS": _passes_again,
    "DROP_VOTE": _votes,
    "HANDOVER": _hands_over,
    "HALT": _would_end,
    "END": _ends,
    "AFTER": _opens,
}
